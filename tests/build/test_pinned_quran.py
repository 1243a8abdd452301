"""The Qur'an that quotations are compared with is read once for each state of its source."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tiny_home import write_card

from pipeline.build import sources
from pipeline.build.layout import Layout
from pipeline.sources.scripture import surahs

WORDS = "كلمات للاختبار"


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    """A home whose only source has as many verses as the Qur'an, with made-up words."""
    write_card(tmp_path, "quran", expected=None)
    rows = [
        {"surah": int(number), "verse": verse, "ar": f"{WORDS} {number} {verse}", "en": "Words."}
        for number, surah in surahs().items()
        for verse in range(1, int(surah["verses"]) + 1)
    ]
    table = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (tmp_path / "data/sources/quran/verses.jsonl").write_text(table, "utf-8")
    return Layout.find(tmp_path)


def test_it_is_found_where_it_was_read_before(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    read = sources.pinned_quran(layout)
    assert read is not None
    assert read.letters["quran:2:286"]
    monkeypatch.setattr(sources, "ingest", None)
    assert sources.pinned_quran(layout) == read


def test_it_is_read_anew_where_its_source_is_another(layout: Layout) -> None:
    before = sources.pinned_quran(layout)
    table = layout.sources / "quran/verses.jsonl"
    table.write_text(table.read_text("utf-8").replace(WORDS, "كلمات للتجربة"), "utf-8")
    after = sources.pinned_quran(layout)
    assert before is not None
    assert after is not None
    assert before.letters["quran:1:1"] != after.letters["quran:1:1"]


def test_there_is_none_where_it_cannot_be_had(layout: Layout) -> None:
    (layout.sources / "quran/verses.jsonl").unlink()
    assert sources.pinned_quran(layout) is None
    (layout.sources / "quran/source.yaml").unlink()
    assert sources.pinned_quran(layout) is None
