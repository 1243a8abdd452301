"""An approval is written into the card as a person keeps it, and into no other; a source that is not well gets none."""

from __future__ import annotations

import os
import re
import zipfile
from contextlib import suppress
from datetime import date
from pathlib import Path
from threading import Barrier, BrokenBarrierError, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from source_folders import source_folder

from pipeline.sources import approval
from pipeline.sources.approval import approve
from pipeline.sources.card import load_card
from pipeline.sources.check import check
from pipeline.sources.new import new_source
from pipeline.sources.new_card import CARD_WORDS
from pipeline.sources.origins.digest import digest_of
from pipeline.sources.written import plainyaml
from pipeline.sources.written.values import with_value
from schemas.errors import CallError, CardError, ChecksumError

DAY = date(2026, 11, 27)
ROWS = [["number", "text"], [1, "one"], [2, "two"]]


def approved(folder: Path, by: str = "The team", *, again: bool = False) -> None:
    approve(folder, check(folder), by=by, day=DAY, again=again)


@pytest.mark.parametrize("by", ["The team", "فريق التحرير: أ، ب", 'A "B" # C', "007", "true"])
def test_the_card_then_says_who_when_what_and_of_which_table(tmp_path: Path, by: str) -> None:
    folder = source_folder(tmp_path, ROWS)
    approved(folder, by)
    card = load_card(folder)
    assert (card.review.status, card.review.by, card.review.day) == ("approved", by, DAY)
    assert card.expected is not None
    assert (card.expected.rows, card.expected.documents) == (2, 2)
    assert card.origin.sha256 == digest_of(folder / "table.csv")
    assert check(folder).ok
    (folder / "table.csv").write_text("number,text\n1,one\n2,three\n", "utf-8")
    report = check(folder)
    assert [type(error) for error in report.file_problems] == [ChecksumError]


@pytest.mark.parametrize("by", ["", "  ", "\u00a0", "\u200f\u202b"])
def test_nobody_approves_nothing(tmp_path: Path, by: str) -> None:
    folder = source_folder(tmp_path, ROWS)
    before = (folder / "source.yaml").read_bytes()
    with pytest.raises(CallError, match="says by whom"):
        approved(folder, by)
    assert (folder / "source.yaml").read_bytes() == before


def test_everything_else_of_the_card_stays_as_it_was_written(tmp_path: Path) -> None:
    folder = source_folder(tmp_path, ROWS)
    path = folder / "source.yaml"
    lines = path.read_text("utf-8").splitlines()
    kept = [
        "# ours",
        *(f"{line}  # kept" if line.startswith(("kind:", "edition:")) else line for line in lines),
        "# end",
    ]
    path.write_text("\n".join(kept) + "\n", "utf-8")
    approved(folder)
    after = path.read_text("utf-8").splitlines()
    gone = [line for line in kept if line not in after]
    assert [line.split(":")[0].strip() for line in gone] == ["status"]
    assert [line for line in after if line in kept] == [line for line in kept if line not in gone]


def test_who_may_write_a_card_may_write_it_once_it_is_approved(tmp_path: Path) -> None:
    folder = source_folder(tmp_path, ROWS)
    for mode in (0o664, 0o600):
        (folder / "source.yaml").chmod(mode)
        approved(folder, again=True)
        assert (folder / "source.yaml").stat().st_mode & 0o777 == mode


def test_an_approval_that_stands_is_named_and_replaced_only_where_that_is_meant(tmp_path: Path) -> None:
    folder = source_folder(tmp_path, ROWS)
    approved(folder, "First")
    once = (folder / "source.yaml").read_text("utf-8")
    with pytest.raises(CardError, match="approved already") as told:
        approved(folder, "Second")
    assert (told.value.found, "--again" in told.value.remedy) == ("approved by First, on 2026-11-27", True)
    assert (folder / "source.yaml").read_text("utf-8") == once
    approved(folder, "Second", again=True)
    assert (folder / "source.yaml").read_text("utf-8") == once.replace("First", "Second")


def test_a_table_that_was_changed_is_approved_again_as_the_check_tells_it(tmp_path: Path) -> None:
    folder = source_folder(tmp_path, ROWS)
    approved(folder, "First")
    (folder / "table.csv").write_text("number,text\n1,one\n2,three\n", "utf-8")
    (error,) = check(folder).file_problems
    assert (
        "write status: draft under review too, have what was changed read, and approve it again"
        in error.remedy
    )
    path, digest = folder / "source.yaml", digest_of(folder / "table.csv")
    assert f"write sha256: {digest} under origin" in error.remedy
    card = re.sub("sha256: [0-9a-f]{64}", f"sha256: {digest}", path.read_text("utf-8"))
    path.write_text(card.replace("status: approved", "status: draft"), "utf-8")
    approved(folder, "Second")
    review = load_card(folder).review
    assert (review.status, review.by) == ("approved", "Second")


def test_of_two_approvals_at_once_one_is_written_and_the_other_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = source_folder(tmp_path, ROWS)
    report, both, refused = check(folder), Barrier(2), []
    looked_at = approval._must_be_a_card

    def looking(text: str, folder: Path) -> None:
        looked_at(text, folder)
        with suppress(BrokenBarrierError):  # as the other waits for this one
            both.wait(timeout=0.5)

    def approving(name: str) -> None:
        try:
            approve(folder, report, by=name, day=DAY)
        except CardError as error:
            refused.append(error.problem)

    monkeypatch.setattr(approval, "_must_be_a_card", looking)
    threads = [Thread(target=approving, args=(name,)) for name in ("First", "Second")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == ["the source cannot be approved: it was changed while it was checked"]
    assert {one.name for one in folder.iterdir()} == {"source.yaml", "table.csv"}


def test_words_of_a_new_card_are_told_at_once_and_no_draft_is_asked_to_be_one(tmp_path: Path) -> None:
    folder = new_source(tmp_path, "mine", "en")
    with pytest.raises(CardError, match="still holds the words of a new one") as told:
        approved(folder)
    assert told.value.found == f"those of a new card, under {', '.join(CARD_WORDS)}"
    assert "draft" not in told.value.render()


@pytest.mark.parametrize("trouble", ["row", "card", "table"])
def test_nothing_is_written_where_something_is_to_be_mended(tmp_path: Path, trouble: str) -> None:
    folder = source_folder(tmp_path, [*ROWS, [2, "again"]] if trouble == "row" else ROWS)
    path = folder / "source.yaml"
    if trouble == "card":
        path.write_text(path.read_text("utf-8").replace("kind: fatwa", "kind: fatwas"), "utf-8")
    if trouble == "table":
        (folder / "table.csv").unlink()
    before = path.read_bytes()
    with pytest.raises(CardError):
        approved(folder)
    assert path.read_bytes() == before
    assert {one.name for one in folder.iterdir()} <= {"source.yaml", "table.csv"}


@pytest.mark.parametrize("changed", ["table.csv", "source.yaml"])
def test_what_nobody_checked_is_not_approved(tmp_path: Path, changed: str) -> None:
    folder = source_folder(tmp_path, ROWS)
    report = check(folder)
    path = folder / changed
    path.write_text(path.read_text("utf-8").replace("one", "other").replace("Isnad", "Others"), "utf-8")
    before = (folder / "source.yaml").read_bytes()
    with pytest.raises(CardError, match="changed while it was checked"):
        approve(folder, report, by="The team", day=DAY)
    assert (folder / "source.yaml").read_bytes() == before


def test_of_a_table_in_an_archive_the_archive_is_pinned_as_a_check_tells_it(tmp_path: Path) -> None:
    origin = {"type": "file", "path": "tables.zip", "member": "table.csv"}
    folder = source_folder(tmp_path, ROWS, origin=origin)
    with zipfile.ZipFile(folder / "tables.zip", "w") as archive:
        archive.write(folder / "table.csv", "table.csv")
    digest = digest_of(folder / "tables.zip")
    assert any(f"sha256: {digest}" in note for note in check(folder).advice)
    approved(folder)
    assert load_card(folder).origin.sha256 == digest


def test_a_card_that_cannot_be_written_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = source_folder(tmp_path, ROWS)
    before = (folder / "source.yaml").read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Exception, match="disk is full"):
        approved(folder)
    assert (folder / "source.yaml").read_bytes() == before
    assert {one.name for one in folder.iterdir()} == {"source.yaml", "table.csv"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("review:\n  status: draft # yet\nb: 2\n", "review:\n  status: draft # yet\n  by: Us\nb: 2\n"),
        ("a: 1\nreview:\n  status: draft", "a: 1\nreview:\n  status: draft\n  by: Us"),
        ("review:\r\n  status: draft\r\nb: 2\r\n", "review:\r\n  status: draft\r\n  by: Us\r\nb: 2\r\n"),
        ("review: {status: draft}\n", "review: {status: draft, by: Us}\n"),
        ("review: {status: draft, }\n", "review: {status: draft, by: Us}\n"),
        ("review: {}\n", "review: {by: Us}\n"),
        ("review:\nb: 2\n", "review:\n  by: Us\nb: 2\n"),
        ("a: 1\n", "a: 1\nreview:\n  by: Us\n"),
        ("\ufeffreview: {by: 'Them'} # told\n", "\ufeffreview: {by: Us} # told\n"),
    ],
)
def test_a_value_takes_its_place_in_every_way_of_writing(before: str, after: str) -> None:
    assert with_value(before, ("review", "by"), "Us") == after


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_any_words_are_read_as_they_were_given(words: str) -> None:
    for text in ("review: {status: draft}\n", "review:\n  status: draft\n"):
        written = plainyaml.load_yaml(with_value(text, ("review", "by"), words))
        assert written == {"review": {"status": "draft", "by": words}}
