"""A published id whose document became a copy of another's is reported as merged, and goes on leading to the words."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tiny_home import (
    ANSWERS,
    CARDS,
    CHANNEL,
    NARRATIONS,
    PROFILE,
    publish_home,
    store_of,
    write_card,
    write_csv,
    write_profile,
)

from pipeline.index.documents import DocumentStore
from pipeline.snapshot.tables import read_ledger

SECOND = {
    **{name: value for name, value in CARDS["trial"].items() if name != "expected"},
    "collection": "second",
    "origin": {"type": "file", "path": "second.csv"},
    "reference": "hadith:second:{number}",
    "fields": {"text_ar": "{ar}", "text_en": "{en}"},
}


def test_a_copy_that_has_the_id_of_its_original_is_merged_into_nothing(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two sources of verses: the second build knows the id as published, as a copy, and as a document."""
    monkeypatch.setitem(CARDS, "verses", CARDS["quran"])  # type: ignore[arg-type]
    write_card(home, "verses", copies={"of": ["quran"], "why": "made for a test"})
    shutil.copy(home / "data/sources/quran/verses.jsonl", home / "data/sources/verses/verses.jsonl")
    write_profile(home, {**PROFILE, "sources": [*PROFILE["sources"], "verses"]})
    publish_home(home)
    rows = [[str(n), *both] for n, both in enumerate([*ANSWERS, ("May one be added?", "It may.")], start=1)]
    write_csv(home / "data/sources/answers/answers.csv", [["number", "question", "answer"], *rows])
    published = publish_home(home)
    assert (published.manifest.release, published.changes.merged.count) == (2, 0)


def test_an_id_that_becomes_a_copy_is_merged_and_resolves(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CARDS, "second", SECOND)  # type: ignore[arg-type]
    rows = [
        [str(n + 50), en, ar] for n, (en, ar) in enumerate(NARRATIONS[:2], start=1)
    ]  # the second is too short to be compared
    write_card(home, "second")
    write_csv(home / "data/sources/second/second.csv", [["number", "en", "ar"], *rows])
    write_profile(home, {**PROFILE, "sources": [*PROFILE["sources"], "second"]})
    publish_home(home)
    write_card(home, "second", copies={"of": ["trial"], "why": "made for a test"})
    published = publish_home(home, allow=("fewer-documents", "fewer-passages"))
    changes = published.changes
    assert (changes.merged.count, changes.retired.count) == (1, 0)
    assert changes.merged.examples == ("hadith:second:51",)
    store = store_of(home)
    ledger = {
        row["id"]: row
        for row in read_ledger(store.file(published.snapshot, "references.parquet")).to_pylist()
    }
    assert ledger["hadith:second:51"]["status"] == "merged"
    assert ledger["hadith:second:51"]["merged_into"] == "hadith:trial:1"
    _, folder = store.current(CHANNEL)
    documents = DocumentStore.open(folder / "documents.arrow")
    place = documents.ordinal("hadith:second:51")
    assert place is not None
    assert documents.reference(place) == "hadith:trial:1"
    assert publish_home(home).outcome == "unchanged", "what was merged stays merged"
