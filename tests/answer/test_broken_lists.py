"""A list that an editor broke is told of by its name, with what to do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pipeline.answer.lexicon import compile_lexicon
from pipeline.answer.lexicon.files import HOME
from schemas.errors import ConfigurationError


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("phrases.yaml", b"en: [unclosed"),
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
