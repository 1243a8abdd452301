"""What an approval writes into a card: by whom and when, what the source gives, and the checksum of its table.

    approve(folder, report, by="...", day=date(2026, 11, 27))

Rules: only a source in which a check found nothing to mend can be approved, and only while card and table are what was
checked; of two approvals at once, the later finds another card. An approval that stands is replaced only where that is
meant: once the texts were changed, the card is a draft. The card keeps its words, comments and order, and is written
whole or not at all; nothing is written unless it then is a right card that says what it said but for these values.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from stat import S_IMODE

from pipeline.disk.faults import disk_errors
from pipeline.disk.locks import locked
from pipeline.disk.writing import write_whole
from pipeline.sources.card import CALLED, card_path, read_card
from pipeline.sources.characters import trimmed
from pipeline.sources.check import CheckReport
from pipeline.sources.fetch import lying_beside
from pipeline.sources.new_card import unfilled
from pipeline.sources.origins.digest import digest_of
from pipeline.sources.written import plainyaml, refused
from pipeline.sources.written.values import BOM, with_value
from schemas.card import Review, SourceCard
from schemas.errors import CallError, CardError, FetchError
from schemas.sentence import Sentence, said

_ALWAYS = ("rows", "documents")  # counts that a card states even where they are none


def approve(folder: Path, report: CheckReport, *, by: str, day: date, again: bool = False) -> None:
    """Write into the card of a folder that it was approved; `report` is what a check found in it just now.

    Raises `CallError` where nobody is named; `CardError` where something is to be mended first, something was changed
    meanwhile, or it was approved already and this is not to be done `again`.
    """
    card, path = report.card, card_path(folder)
    if card is None or not report.ok or report.counts is None:
        raise CardError(
            "the source cannot be approved: something is to be mended first",
            where=str(path),
            remedy=said("look at it with: isnad sources check {folder}", folder=folder.name),
        )
    name = name_of(by)
    _must_be_filled_in(card, path)
    if not again:
        _must_not_be_approved(card.review, path)
    values: dict[tuple[str, str], str | int] = {
        ("review", "status"): "approved",
        ("review", "by"): name,
        ("review", "day"): day.isoformat(),
    }
    if card.expected is None:
        counts = report.counts.as_dict()
        values |= {("expected", name): count for name, count in counts.items() if count or name in _ALWAYS}
    if card.origin.sha256 is None:
        values[("origin", "sha256")] = report.sha256
    with (
        disk_errors(FetchError, said("writing {path}", path=path)),
        locked(path, wait_s=math.inf, make=False),
    ):
        _must_be_what_was_checked(card, report, folder)
        _write(values, path, folder)


def name_of(by: str) -> str:
    """The name of who approves, without what nobody sees at its ends; raises `CallError` where it is none."""
    if not (name := trimmed(by)):
        raise CallError(
            said("an approval says by whom"),
            expected="the name of a person or a team",
            found="nothing that can be read",
            where="--by",
            remedy=said('write the name: --by "…"'),
        )
    return name


def approval_in(review: Review) -> Sentence | None:
    """By whom and when a card says that it was approved, be it a draft again since; None where it names nobody."""
    if not review.by:
        return None
    if review.day is None:
        return said("by {name}", name=review.by)
    return said("by {name}, on {day}", name=review.by, day=review.day.isoformat())


def _must_be_filled_in(card: SourceCard, path: Path) -> None:
    """Raise `CardError` where a card still holds words of a new one."""
    if left := unfilled(card.model_dump()):
        raise CardError(
            "the source cannot be approved: its card still holds the words of a new one",
            expected="the editors' own words",
            found=said("those of a new card, under {keys:,}", keys=left),
            where=str(path),
            remedy="write your own words there, and approve it then",
        )


def _must_not_be_approved(review: Review, path: Path) -> None:
    """Raise `CardError` where an approval stands."""
    if review.status == "approved":
        raise CardError(
            "the source is approved already",
            found=said("approved {approval}", approval=approval_in(review)),
            where=str(path),
            remedy="leave it so; or give --again, and the new name and day take the place of these",
        )


def _write(values: Mapping[tuple[str, str], str | int], path: Path, folder: Path) -> None:
    """Write values into a card, in which nothing else changes."""
    text = before = path.read_bytes().decode("utf-8")
    for place, value in values.items():
        text = with_value(text, place, value)
    _must_only_add(text, before, values, path)
    _must_be_a_card(text, folder)
    mode = S_IMODE(path.stat().st_mode)  # a team's card stays the team's to write
    write_whole(path, text.encode("utf-8"), mode=mode)


def _must_be_what_was_checked(card: SourceCard, report: CheckReport, folder: Path) -> None:
    """Raise `CardError` where the card, or what lies beside it, is another than when the check began."""
    beside = lying_beside(card.origin, folder)
    same = beside is None or digest_of(beside) == report.sha256
    if not same or read_card(card_path(folder))[0] != card:
        raise _changed(folder)


def _changed(folder: Path) -> CardError:
    return CardError(
        "the source cannot be approved: it was changed while it was checked",
        where=folder.name,
        remedy="read what was changed, and approve it again",
    )


def _must_be_a_card(text: str, folder: Path) -> None:
    """Raise `CardError` with everything that is wrong with a card once it is approved."""
    with tempfile.TemporaryDirectory(prefix="isnad-approval-") as temporary:
        written = Path(temporary) / folder.resolve().name
        written.mkdir()
        card_path(written).write_text(text, "utf-8", newline="")
        _, mistakes = read_card(card_path(written))
    if mistakes:
        raise refused(mistakes, str(card_path(folder)), CALLED, CardError)


def _must_only_add(text: str, before: str, values: Mapping[tuple[str, str], str | int], path: Path) -> None:
    """Raise `CardError` where a new card would not be the old one with these values."""
    wanted = plainyaml.load_yaml(before.removeprefix(BOM))
    assert isinstance(wanted, dict)
    for (outer, inner), value in values.items():
        wanted[outer] = {**(wanted.get(outer) or {}), inner: value}
    try:
        written = plainyaml.load_yaml(text.removeprefix(BOM))
    except plainyaml.NotYaml:
        written = None
    if written != wanted:
        raise CardError(
            "the approval cannot be written into the card as it is written",
            where=str(path),
            remedy=said(
                "write it by hand: {values}",
                values=", ".join(f"{outer}.{inner}: {value}" for (outer, inner), value in values.items()),
            ),
        )
