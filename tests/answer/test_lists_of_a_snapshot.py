"""The lists that a snapshot carries: the same as beside the code, and of the form that the code answers by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.answer.lexicon import COMPILED, Lexicon, compile_lexicon, default_lexicon
from pipeline.answer.lexicon.compiled import READ, READERS, read_of
from pipeline.answer.lexicon.files import FORM, HOME, read_folder
from schemas.errors import ConfigurationError, IndexFormatError

RECORD = Path(__file__).parents[1] / "data" / "lists-form.json"
OPEN = {"common-words"}  # tables whose names are words


def form_of(lists: dict[str, Any]) -> dict[str, Any]:
    """The names that code reads lists by: of each list those it has, of phrases those of each language."""
    named = {name: sorted(held) for name, held in lists.items() if name not in OPEN and name != "form"}
    demands = sorted(lists["routes"]["demands"])
    phrases = {language: sorted(held) for language, held in lists["phrases"].items()}
    return {"form": lists["form"], **named, "demands": demands, "phrases": phrases}


@pytest.fixture(scope="module")
def lists() -> bytes:
    """As a build compiles them; a second each time."""
    return compile_lexicon()


def test_they_are_those_beside_the_code(lists: bytes, tmp_path: Path) -> None:
    (tmp_path / COMPILED).write_bytes(lists)
    compiled, beside = Lexicon.of_snapshot(tmp_path), default_lexicon()
    assert compiled.surah_names == beside.surah_names
    assert [rule.name for rule in compiled.rules] == [rule.name for rule in beside.rules]


def test_what_a_build_has_read_out_of_them_is_what_is_read_out_of_those_beside_the_code(lists: bytes) -> None:
    compiled, beside = json.loads(lists), read_folder(HOME)
    for name in READERS:
        assert read_of(compiled, name) == json.loads(json.dumps(read_of(beside, name)))


def test_what_a_build_has_read_is_not_read_again() -> None:
    for name in READERS:
        assert read_of({name: {READ: {}}}, name) == {}


def test_their_form_has_its_number(lists: bytes) -> None:
    """A change of form raises `FORM`, and is recorded by `form_of` in the record beside it."""
    assert form_of(json.loads(lists)) == json.loads(RECORD.read_text("utf-8"))


@pytest.mark.parametrize("content", ["{", "[]", "null", "\x00", f'{{"form": {FORM}}}'])
def test_what_cannot_be_read_is_an_error(tmp_path: Path, content: str) -> None:
    (tmp_path / COMPILED).write_text(content)
    with pytest.raises(ConfigurationError, match="cannot be read"):
        Lexicon.of_snapshot(tmp_path)


@pytest.mark.parametrize("form", [0, FORM + 1, "1", None])
def test_another_form_is_refused_with_what_to_do(lists: bytes, tmp_path: Path, form: object) -> None:
    """None stands for lists from before they had a number."""
    (tmp_path / COMPILED).write_text(json.dumps(json.loads(lists) | {"form": form}))
    with pytest.raises(IndexFormatError) as refused:
        Lexicon.of_snapshot(tmp_path)
    assert str(FORM) in str(refused.value.expected)
    assert "build it anew" in (refused.value.remedy or "")
