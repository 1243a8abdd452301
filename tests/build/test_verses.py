"""The verses in a row are compiled for the verses that there are, and found again while those stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny_home import ANSWERS, CHANNEL, VERSES, publish_home, store_of, write_csv, write_lines

from pipeline.answer import compile_mushaf
from pipeline.answer.quotations.mushaf import FILE
from pipeline.build import verdict
from pipeline.index import Index


def test_verses_are_compiled_again_where_one_of_them_has_changed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[Path] = []

    def counted(index: Index) -> bytes:
        compiled.append(index.path)
        return compile_mushaf(index)

    monkeypatch.setattr(verdict, "compile_mushaf", counted)
    sources = home / "data" / "sources"
    for verses, answer, times in ((VERSES, "", 1), (VERSES, " Corrected.", 1), ((VERSES[0],) * 4, "", 2)):
        rows = [[str(n), asked, told + answer] for n, (asked, told) in enumerate(ANSWERS, start=1)]
        write_csv(sources / "answers/answers.csv", [["number", "question", "answer"], *rows])
        write_lines(
            sources / "quran/verses.jsonl",
            [{"surah": 112, "verse": n, "ar": ar, "en": en} for n, (ar, en) in enumerate(verses, start=1)],
        )
        publish_home(home, allow=["changed-text", "worse-evaluation"])
        assert len(compiled) == times
        _, folder = store_of(home).current(CHANNEL)
        assert (folder / FILE).read_bytes() == compile_mushaf(Index.open(folder))
