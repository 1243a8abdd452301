"""Links that lead nowhere are told to whoever wrote them; what cannot be known is not told."""

from __future__ import annotations

from pathlib import Path

from source_folders import source_folder

from pipeline.sources.check import check
from pipeline.sources.linked import Others
from pipeline.sources.problems import Problem

HEAD = ["number", "text", "of"]


def dead(root: Path, *links: str) -> list[Problem]:
    """The warnings of a source in whose rows these links stand."""
    rows = [[number, f"answer {number}", link] for number, link in enumerate(links, start=1)]
    folder = source_folder(root, [HEAD, *rows], links=["{of}"])
    report = check(folder, others=Others(root, root / "raw"))
    assert report.ok, report.file_problems
    return [problem for kind in report.warnings for problem in kind.shown]


def beside(root: Path) -> None:
    """Another source, with the one document hadith:other:7."""
    source_folder(
        root,
        [HEAD[:2], [7, "seven"]],
        "other",
        reference="hadith:other:{number}",
        kind="hadith",
        collection="other",
    )


def test_a_link_leads_to_a_document_of_its_own_source_or_of_another(tmp_path: Path) -> None:
    beside(tmp_path)
    assert dead(tmp_path, "fatwa:trial:2", "hadith:other:7", "quran:2:255", "") == []


def test_a_link_that_leads_nowhere_is_told_with_its_row(tmp_path: Path) -> None:
    beside(tmp_path)
    found = dead(tmp_path, "fatwa:trial:9", "hadith:other:8", "hadith:othre:7")
    assert [(one.row, one.where, one.field, one.value) for one in found] == [
        (1, "table.csv, line 2", "of", "fatwa:trial:9"),
        (2, "table.csv, line 3", "of", "hadith:other:8"),
        (3, "table.csv, line 4", "of", "hadith:othre:7"),
    ]
    assert {one.reason for one in found} == {"dead-link"}
    assert ["no source here" in one.message for one in found] == [False, False, True]


def test_what_cannot_be_known_is_not_told(tmp_path: Path) -> None:
    source_folder(
        tmp_path,
        [HEAD[:2], ["x", "seven"]],
        "named",
        reference="hadith:{number}:1",
        kind="hadith",
        collection=None,
    )
    assert dead(tmp_path, "hadith:anything:8") == []
    beside(tmp_path)
    assert [one.value for one in dead(tmp_path, "hadith:anything:8", "hadith:other:8")] == ["hadith:other:8"]
    source_folder(
        tmp_path,
        [HEAD[:2], [7, "seven"]],
        "lost",
        reference="book:lost:{number}",
        kind="book",
        collection="lost",
    )
    (tmp_path / "lost" / "table.csv").unlink()
    assert dead(tmp_path, "book:lost:8") == []


def test_nothing_is_fetched_for_a_link(tmp_path: Path) -> None:
    far = {
        "type": "npm",
        "name": "nothing-of-this-name",
        "version": "1.0.0",
        "sha256": "0" * 64,
        "member": "x.csv",
    }
    source_folder(
        tmp_path,
        [HEAD[:2]],
        "far",
        reference="tafsir:far:{number}",
        kind="tafsir",
        collection="far",
        origin=far,
    )
    assert dead(tmp_path, "tafsir:far:8") == []
    assert not (tmp_path / "raw").exists()


def test_a_card_that_was_copied_with_its_collection_is_told(tmp_path: Path) -> None:
    source_folder(tmp_path, [HEAD[:2], [1, "one"]], "first")
    second = source_folder(tmp_path, [HEAD[:2], [1, "one"]], "second")
    others = Others(tmp_path, tmp_path / "raw")
    assert any(
        "“first” gives reference ids of the same" in note for note in check(second, others=others).advice
    )
    for changes in (
        {"reference": "fatwa:second:{number}", "collection": "second"},
        {"copies": {"of": ["first"], "why": "for the test"}},
    ):
        source_folder(tmp_path, [HEAD[:2], [1, "one"]], "second", **changes)
        report = check(second, others=Others(tmp_path, tmp_path / "raw"))
        assert report.ok, report.card_problems
        assert not any("of the same collection" in note for note in report.advice)


def test_copies_of_a_source_that_is_not_here_are_told(tmp_path: Path) -> None:
    source_folder(tmp_path, [HEAD[:2], [1, "one"]], "first")
    second = source_folder(
        tmp_path,
        [HEAD[:2], [1, "one"]],
        "second",
        copies={"of": ["first", "frist"], "why": "for the test"},
    )
    report = check(second, others=Others(tmp_path, tmp_path / "raw"))
    assert report.ok
    told = [note for note in report.advice if "under copies" in note]
    assert len(told) == 1
    assert told[0].startswith("“frist”")
