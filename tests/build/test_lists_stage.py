"""The lists of a snapshot are compiled for the editors' files as they are, and found again while those stay so."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny_home import CHANNEL, layout_of, publish_home, store_of

from pipeline.answer import compile_lexicon
from pipeline.answer.lexicon import COMPILED
from pipeline.build import verdict


def test_lists_are_compiled_again_where_one_of_them_has_changed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[Path] = []

    def counted(folder: Path) -> bytes:
        compiled.append(folder)
        return compile_lexicon(folder)

    monkeypatch.setattr(verdict, "compile_lexicon", counted)
    lexicon, questions = layout_of(home).lexicon, layout_of(home).questions
    changed = (None, questions / "golden.jsonl", lexicon / "glossary.yaml")
    for path, times in zip(changed, (1, 1, 2), strict=True):
        if path is not None:
            path.write_text(path.read_text("utf-8") + "\n", "utf-8")
        publish_home(home, allow=["worse-evaluation"])
        assert len(compiled) == times
        _, folder = store_of(home).current(CHANNEL)
        assert (folder / COMPILED).read_bytes() == compile_lexicon(lexicon)
