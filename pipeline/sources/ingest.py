"""The pinned bytes of a source to its documents and its quarantine.

    result = ingest(card, path, out_dir)
    result.counts, result.documents, result.quarantine, result.digest

Rules: every row of the card ends as a document, in quarantine, as a declared duplicate, or merged into
another; the sum is asserted, and so are the counts that the card expects. On any error nothing is left
behind. The same bytes and the same card give the same tables, and `digest` names what the documents say.
What it does not do: fetch the bytes, or judge what a text teaches.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pipeline.sources.accounts import Accounts
from pipeline.sources.groups import find_groups
from pipeline.sources.plan import make_plan
from pipeline.sources.problems import QUARANTINED, reason_of
from pipeline.sources.readers import read_rows
from pipeline.sources.scripture import PinnedQuran
from pipeline.sources.tables import COUNTS_FILE, DOCUMENTS_FILE, QUARANTINE_FILE, TableWriter
from schemas.card import SourceCard
from schemas.errors import AccountingError, CardError
from schemas.sentence import said
from schemas.tables import IngestCounts


@dataclass(frozen=True, slots=True)
class ReasonCount:
    """How many lines of quarantine have one reason."""

    reason: str
    severity: str
    lines: int


@dataclass(frozen=True, slots=True)
class IngestResult:
    """The tables of one source, and what became of its rows."""

    source: str
    counts: IngestCounts
    reasons: tuple[ReasonCount, ...]
    documents: Path
    quarantine: Path
    digest: str


def ingest(
    card: SourceCard,
    path: Path,
    out_dir: Path,
    *,
    quran: PinnedQuran | None = None,
    progress: Callable[[int], None] | None = None,
) -> IngestResult:
    """Read a source into `out_dir`: documents.parquet, quarantine.parquet, counts.json.

    `path` is the file with the rows, fetched and verified. `quran` is needed when the card has `quotes`.
    Raises `CardError` when card and rows do not fit, `FormatError` when the file cannot be read, and
    `AccountingError` when the counts are not the expected ones.
    """
    if card.quotes and quran is None:
        raise CardError(
            "the card compares quotations with the Qur'an, and no Qur'an was given",
            where=f"{card.id}, quotes",
            remedy="ingest the Qur'an's source first",
        )
    plan = make_plan(card, path)
    groups = find_groups(plan, read_rows(path, card.format), quran)
    with TableWriter(out_dir, card.id) as writer:
        accounts = Accounts(plan, writer.keep, writer.tell, quran, progress, groups)
        counts = accounts.run(read_rows(path, card.format))
        counts.check(card.id)
        reasons = _reasons(accounts)
        check_expected(card, counts, reasons)
        digest = writer.publish(_summary(card, counts, reasons))
    return IngestResult(card.id, counts, reasons, out_dir / DOCUMENTS_FILE, out_dir / QUARANTINE_FILE, digest)


def read_result(out_dir: Path) -> IngestResult:
    """The result of an earlier `ingest` into a folder."""
    summary = json.loads((out_dir / COUNTS_FILE).read_text("utf-8"))
    return IngestResult(
        summary["source"],
        IngestCounts(**summary["counts"]),
        tuple(ReasonCount(**reason) for reason in summary["reasons"]),
        out_dir / DOCUMENTS_FILE,
        out_dir / QUARANTINE_FILE,
        summary["digest"],
    )


def check_expected(card: SourceCard, counts: IngestCounts, reasons: tuple[ReasonCount, ...] = ()) -> None:
    """Raise `AccountingError` when a card expects other counts."""
    if card.expected is None or card.expected.model_dump() == counts.as_dict():
        return
    expected = card.expected.model_dump()
    differing = [name for name, count in counts.as_dict().items() if count != expected[name]]
    why = [each for each in reasons if each.severity == QUARANTINED]
    raise AccountingError(
        said("“{id}” did not give what its card expects: {counts}", id=card.id, counts=", ".join(differing)),
        expected=_told(expected),
        found=_told(counts.as_dict())
        + "".join(
            f"; {each.lines:,} × {each.reason} ({reason_of(each.reason).what.lower()})" for each in why
        ),
        where=f"{card.id}, expected",
        remedy="look at the rows with `isnad sources check`; if they are right, correct `expected` in the card",
    )


def _told(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _reasons(accounts: Accounts) -> tuple[ReasonCount, ...]:
    return tuple(
        ReasonCount(reason, severity, lines) for (reason, severity), lines in sorted(accounts.reasons.items())
    )


def _summary(card: SourceCard, counts: IngestCounts, reasons: tuple[ReasonCount, ...]) -> dict[str, object]:
    return {
        "source": card.id,
        "counts": counts.as_dict(),
        "reasons": [
            {"reason": each.reason, "severity": each.severity, "lines": each.lines} for each in reasons
        ],
    }
