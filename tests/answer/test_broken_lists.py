"""A list that an editor broke is told of by its name, with what to do."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.answer.lexicon import compile_lexicon
from pipeline.answer.lexicon.files import HOME, read_folder
from pipeline.answer.lexicon.joining import joining_of
from pipeline.answer.lexicon.patterns import Patterns
from pipeline.answer.lexicon.said import Phrases
from pipeline.answer.lexicon.ways import compile_way
from schemas.errors import ConfigurationError


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("phrases.yaml", b"en: [unclosed"),
        ("phrases.yaml", b"en: {a: one, b: two, a: three}"),
        ("phrases.yaml", "ar: صلاة".encode("cp1256")),
        ("routes.yaml", b""),
        ("routes.yaml", b"- one\n- two\n"),
        ("common-words.tsv", "صلاة ١٢".encode()),
        ("surahs.yaml", b"surahs: [{number: 115}]"),
    ],
)
def test_a_broken_list_is_named(name: str, content: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "lexicon"
    shutil.copytree(HOME, folder)
    (folder / name).write_bytes(content)
    with pytest.raises(ConfigurationError) as told:
        compile_lexicon(folder)
    assert told.value.where == str(folder / name)
    assert told.value.remedy


def _joined(line: str) -> None:
    lists = read_folder(HOME)
    lists["joined"]["en"]["subject"] = [line]
    joining_of(lists)


@pytest.mark.parametrize(
    "read",
    [
        lambda line: Patterns(read_folder(HOME)).pattern("en", line),
        lambda line: Patterns(read_folder(HOME)).compiled("ar", line),
        lambda line: Phrases.of([line], {"kin": "wife"}),
        lambda line: compile_way(line, {"kin": "wife"}),
        _joined,
    ],
    ids=["rule", "form", "phrase", "way", "joined"],
)
def test_a_name_that_stands_for_nothing_is_told(read: Callable[[str], object]) -> None:
    with pytest.raises(ConfigurationError, match="a line of the lists cannot be read") as told:
        read("my {hsuband} left me")
    assert (told.value.where, told.value.found) == ("my {hsuband} left me", "hsuband")


def test_a_name_stands_for_its_words_and_a_number_of_times_is_none() -> None:
    pattern = Patterns(read_folder(HOME)).compiled("en", r"my {kin}(?: \w+){2} me")
    assert pattern.fullmatch("my husband has left me")
    assert not pattern.fullmatch("my husband left me")
