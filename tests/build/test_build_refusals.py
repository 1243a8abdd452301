"""What is wrong with the input, the disk or the new snapshot is told in plain words, and the store stays as it was."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tiny_home import (
    CARDS,
    CHANNEL,
    NARRATIONS,
    PROFILE,
    QUESTIONS,
    publish_home,
    remains,
    store_of,
    write_card,
    write_csv,
    write_lines,
    write_profile,
)

from cli.console import EXIT_OUTSIDE, EXIT_PROBLEM, run_command
from pipeline.snapshot import Store
from pipeline.snapshot.files import hash_file
from schemas.errors import (
    AccountingError,
    BuildError,
    CardError,
    ChecksumError,
    ConfigurationError,
    FetchError,
    IsnadError,
    LedgerError,
    PublishRefused,
    QuestionError,
    SourceError,
)


def visible(store: Store) -> tuple[object, ...]:
    """All that a reader of the store can come by."""
    return store.ids(), tuple((name, store.pointer(name)) for name in store.channels())


def counts_differ(home: Path) -> None:
    expected: dict[str, Any] = {"rows": 25, "documents": 24, "quarantined": 1}
    write_card(home, "trial", expected=expected)


def folder_missing(home: Path) -> None:
    write_profile(home, {**PROFILE, "sources": [*CARDS, "absent"]})


def file_missing(home: Path) -> None:
    (home / "data/sources/answers/answers.csv").unlink()


def checksum_differs(home: Path) -> None:
    write_card(home, "answers", origin={"type": "file", "path": "answers.csv", "sha256": "0" * 64})


def card_unreadable(home: Path) -> None:
    (home / "data/sources/answers/source.yaml").write_text("id: [", "utf-8")


def column_missing(home: Path) -> None:
    write_card(home, "answers", fields={"text_en": "{reply}"})


def questions_broken(home: Path) -> None:
    (home / "data/questions/all.jsonl").write_text('{"id": "x"}\n', "utf-8")


def golden_missed(home: Path) -> None:
    lines = [{**QUESTIONS["golden"][1], "expect": "answer", "references": ["quran:112:1"]}]
    write_lines(home / "data/questions/golden.jsonl", lines)


def quran_partial(home: Path) -> None:
    """A card compares quotations with a Qur'an of four verses."""
    quote = {"from": "{quoted}", "verse": "quran:112:{verse}"}
    write_card(home, "comments", quotes=[quote])


def embedder_odd(home: Path) -> None:
    write_profile(home, {**PROFILE, "embedder": {"seed": -1}})


FAULTS: list[tuple[Callable[[Path], None], type[IsnadError], int]] = [
    (counts_differ, AccountingError, EXIT_PROBLEM),
    (folder_missing, ConfigurationError, EXIT_PROBLEM),
    (file_missing, FetchError, EXIT_OUTSIDE),
    (checksum_differs, ChecksumError, EXIT_PROBLEM),
    (card_unreadable, CardError, EXIT_PROBLEM),
    (column_missing, CardError, EXIT_PROBLEM),
    (questions_broken, QuestionError, EXIT_PROBLEM),
    (golden_missed, BuildError, EXIT_PROBLEM),
    (quran_partial, SourceError, EXIT_PROBLEM),
    (embedder_odd, ConfigurationError, EXIT_PROBLEM),
]


@pytest.mark.parametrize(("spoil", "kind", "code"), FAULTS, ids=[each[0].__name__ for each in FAULTS])
def test_a_fault_is_told_and_nothing_is_published(
    built: Path,
    spoil: Callable[[Path], None],
    kind: type[IsnadError],
    code: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = visible(store_of(built))
    spoil(built)
    with pytest.raises(kind) as caught:
        publish_home(built)
    error = caught.value
    assert error.where or error.expected
    assert error.found or error.remedy
    assert visible(store_of(built)) == before
    assert remains(built) == []
    assert ends_with(lambda: publish_home(built), capsys) == code


def ends_with(command: Callable[[], object], capsys: pytest.CaptureFixture[str]) -> object:
    """The exit code of a command, which prints a message and no stack trace."""
    with pytest.raises(SystemExit) as left:
        run_command(command)
    printed = capsys.readouterr().err
    assert printed.startswith("error: ")
    assert "Traceback" not in printed
    return left.value.code


def test_wrong_counts_name_both_counts(built: Path) -> None:
    counts_differ(built)
    with pytest.raises(AccountingError) as caught:
        publish_home(built)
    assert "24" in caught.value.expected
    assert "18" in caught.value.found
    assert "trial" in caught.value.where


def table_empty(home: Path) -> None:
    (home / "data/sources/trial/narrations.csv").write_text("", "utf-8")
    write_card(home, "trial", expected=None)


@pytest.mark.parametrize("spoil", [table_empty, checksum_differs, file_missing, column_missing])
def test_what_is_wrong_with_a_source_names_it(built: Path, spoil: Callable[[Path], None]) -> None:
    """The tables of many sources have one name."""
    spoil(built)
    with pytest.raises(IsnadError) as caught:
        publish_home(built)
    assert re.match("(trial|quran|comments|answers)(?:$|[,:])", caught.value.where)
    assert caught.value.where in str(caught.value)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0])
def test_a_full_disk_at_any_time_keeps_what_was(
    built: Path, share: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = visible(store_of(built))
    more_narrations(built)
    fail_at = round(share * (_fsyncs_of_a_build(built, monkeypatch) - 1))
    seen = iter(range(100_000))
    real = os.fsync

    def fill(handle: int) -> None:
        if next(seen) >= fail_at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "somewhere")
        real(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fill)
        with pytest.raises(IsnadError, match=r"No space left|disk is full"):
            publish_home(built)
        assert ends_with(lambda: publish_home(built), capsys) == EXIT_OUTSIDE
    store = store_of(built)
    moved = visible(store)[1] != before[1]
    assert moved == (
        share == 1.0
    )  # the last sync is that of the folder in which the pointer has been renamed
    for snapshot in store.ids():  # the new one may be there, whole, before its channel is
        store.verify(snapshot)
    assert remains(built) == []
    assert publish_home(built).outcome == ("unchanged" if moved else "published")


def _fsyncs_of_a_build(home: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often an undisturbed build of a copy syncs."""
    copy = Path(shutil.copytree(home.parent, home.parent.with_name("counted"))) / home.name
    calls: list[int] = []
    real = os.fsync
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: (calls.append(handle), real(handle))[1])
        publish_home(copy)
    return len(calls)


def more_narrations(home: Path, count: int = len(NARRATIONS), texts: dict[int, str] | None = None) -> None:
    """Another table of narrations: the first ones, one more where `count` allows it, some with another text."""
    rows = [[str(n), (texts or {}).get(n, en), ar] for n, (en, ar) in enumerate(NARRATIONS[:count], start=1)]
    if count == len(NARRATIONS) and texts is None:
        rows.append(["500", "The well is spoken of in this sample.", "مثال في ذكر البئر"])
    write_csv(home / "data/sources/trial/narrations.csv", [["number", "en", "ar"], *rows])
    write_card(home, "trial", expected=None)


def fewer(home: Path) -> None:
    more_narrations(home, count=12)


def changed(home: Path) -> None:
    more_narrations(home, texts={2: "Whoever feeds a fasting person has a great reward."})


def other_questions(home: Path) -> None:
    lines = [{**QUESTIONS["all"][0], "question": "Who is in need of nothing?"}, *QUESTIONS["all"][1:]]
    write_lines(home / "data/questions/all.jsonl", lines)


def source_gone(home: Path) -> None:
    write_profile(home, {**PROFILE, "sources": [name for name in CARDS if name != "answers"]})


def approve(home: Path) -> None:
    """Approve the narrations as they lie there."""
    folder = home / "data/sources/trial"
    origin = {**CARDS["trial"]["origin"], "sha256": hash_file(folder / "narrations.csv")[1]}
    expected = {"rows": len(NARRATIONS), "documents": len(NARRATIONS)}
    write_card(
        home, "trial", expected=expected, origin=origin, review={"status": "approved", "by": "the tests"}
    )


def test_the_text_of_a_draft_may_be_edited_and_an_approved_one_needs_a_word(built: Path) -> None:
    changed(built)
    more = ("worse-evaluation",)
    assert publish_home(built, allow=more).outcome == "published"
    approve(built)
    approved = publish_home(built, allow=more)
    more_narrations(built, texts={2: "Whoever feeds a fasting person has his reward."})
    approve(built)
    with pytest.raises(LedgerError, match="hadith:trial:2") as caught:
        publish_home(built, allow=more)
    assert "--allow changed-text" in (caught.value.remedy or "")
    assert store_of(built).served(CHANNEL).snapshot == approved.snapshot
    done = publish_home(built, allow=(*more, "changed-text"))
    assert "changed-text" in done.manifest.waived


@pytest.mark.parametrize(
    ("edit", "kind", "words"),
    [
        (fewer, PublishRefused, {"fewer-documents", "retired-ids"}),
        (other_questions, PublishRefused, {"other-questions"}),
        (source_gone, PublishRefused, {"missing-source", "fewer-documents"}),
    ],
    ids=["fewer", "other questions", "source gone"],
)
def test_what_falls_behind_needs_its_words(
    built: Path, edit: Callable[[Path], None], kind: type[IsnadError], words: set[str]
) -> None:
    before = store_of(built).served(CHANNEL)
    edit(built)
    with pytest.raises(kind) as caught:
        publish_home(built)
    needed = [word for word in caught.value.remedy.split() if "-" in word and not word.startswith("--")]
    assert words <= set(needed)
    assert store_of(built).served(CHANNEL) == before
    for missing in needed:
        with pytest.raises(IsnadError, match=missing):
            publish_home(built, allow=[word for word in needed if word != missing])
    done = publish_home(built, allow=needed)
    assert (done.outcome, done.manifest.parent) == ("published", before.snapshot)
    assert set(done.manifest.waived) == set(needed)


def test_samples_do_not_reach_production_without_the_word(built: Path) -> None:
    with pytest.raises(PublishRefused, match="samples"):
        publish_home(built, channel="production")
    assert store_of(built).channels() == (CHANNEL,)
    done = publish_home(built, channel="production", allow=["samples"])
    assert done.manifest.waived == ("samples",)


def test_an_unknown_word_is_refused_before_anything_is_published(built: Path) -> None:
    more_narrations(built)
    before = visible(store_of(built))
    with pytest.raises(ConfigurationError, match="not a word"):
        publish_home(built, allow=["anything"])
    assert visible(store_of(built)) == before


def test_a_golden_question_of_a_collection_that_no_source_gives_is_not_asked(built: Path) -> None:
    other = {**QUESTIONS["golden"][0], "id": "golden-3", "question": "Sahih al-Bukhari 1"}
    lines = [*QUESTIONS["golden"], {**other, "references": ["hadith:bukhari:1"]}]
    write_lines(built / "data/questions/golden.jsonl", lines)
    assert publish_home(built).outcome == "published"
