"""Large sources are read in processes, with the same outputs; copies reach the index of a build."""

from __future__ import annotations

from pathlib import Path

import pytest
from local_runner import LocalRunner
from tiny_home import CARDS, NARRATIONS, PROFILE, layout_of, profile_of, write_card, write_csv, write_profile

from pipeline.build import run, sources
from pipeline.index.documents import DocumentStore
from schemas.errors import AccountingError


def keys_of(home: Path) -> dict[str, tuple[str, str]]:
    ingested = run.ingest(layout_of(home), profile_of(home), LocalRunner())
    return {name: (each.stage.key, each.result.digest) for name, each in ingested.items()}


def add_copy(home: Path) -> None:
    """A second source with three of the narrations, one of them too short to be compared, and one of its own."""
    rows = [[str(n + 50), en, ar, "Sound"] for n, (en, ar) in enumerate(NARRATIONS[:3], start=1)]
    own = [
        "60",
        "A narration that only this source has, in full.",
        "حديث ليس في المصدر الأول من هذا المثال",
        "",
    ]
    write_card(
        home,
        "second",
        kind="hadith",
        collection="second",
        languages=["ar", "en"],
        origin={"type": "file", "path": "second.csv"},
        format={"type": "csv"},
        reference="hadith:second:{number}",
        canonical=["number"],
        fields={"text_ar": "{ar}", "text_en": "{en}", "grade": "{grade}", "title_en": "Second {number}"},
        copies={"of": ["trial"], "why": "made for a test"},
        review={"status": "draft"},
    )
    write_csv(home / "data/sources/second/second.csv", [["number", "en", "ar", "grade"], *rows, own])
    write_profile(home, {**PROFILE, "sources": [*PROFILE["sources"], "second"]})


@pytest.fixture(autouse=True)
def knows_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CARDS, "second", {})  # type: ignore[arg-type]


def test_processes_give_the_same_outputs(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "cores", lambda: 1)
    alone = keys_of(home)
    for folder in (home / "data/build").iterdir():
        folder.rename(folder.with_name(f"old-{folder.name}"))
    write_card(home, "comments", expected={"rows": 4, "documents": 4})
    monkeypatch.setattr(sources, "LARGE", 1)
    monkeypatch.setattr(sources, "cores", lambda: 2)
    together = keys_of(home)
    assert {name: digest for name, (_, digest) in together.items()} == {
        name: digest for name, (_, digest) in alone.items()
    }


def test_what_is_wrong_in_a_process_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "LARGE", 1)
    monkeypatch.setattr(sources, "cores", lambda: 2)
    write_card(home, "comments", expected={"rows": 5, "documents": 5})
    with pytest.raises(AccountingError, match="comments") as caught:
        keys_of(home)
    assert "rows 4" in caught.value.found


def test_a_copy_is_counted_left_out_and_found(home: Path) -> None:
    add_copy(home)
    built = run.build(layout_of(home), profile_of(home), LocalRunner())
    assert built.corpus.facts["copies"] == {"second": 2}
    entry = built.ingested["second"].entry(2)
    assert (entry.rows, entry.documents, entry.duplicates) == (4, 2, 2)
    store = DocumentStore.open(built.index.path / "documents.arrow")
    place = store.ordinal("hadith:second:51")
    assert place is not None
    assert store.reference(place) == "hadith:trial:1"
    assert store.document(place).grade == "Sound (Trial second)"
    assert [copy.id for copy in store.copies.of("hadith:trial:1")] == ["hadith:second:51"]
    assert store.ordinal("hadith:second:60") is not None


def test_what_is_finished_takes_no_step(home: Path) -> None:
    class Counting(LocalRunner):
        def each(self, name, work, items, *, network=False):  # type: ignore[no-untyped-def]
            taken.extend((name, one.id) for one in items)
            return super().each(name, work, items, network=network)

    taken: list[tuple[str, str]] = []
    first = run.ingest(layout_of(home), profile_of(home), Counting())
    assert {one for step, one in taken if step == "ingest"} == set(first)
    taken.clear()
    again = run.ingest(layout_of(home), profile_of(home), Counting())
    assert not [one for one in taken if one[0] == "ingest"]
    assert all(each.stage.reused for each in again.values())
    assert {name: each.result.digest for name, each in again.items()} == {
        name: each.result.digest for name, each in first.items()
    }
