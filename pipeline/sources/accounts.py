"""Rows to documents with every row accounted for: duplicates, ids given twice, grouped comments.

Rules: `Accounts.run` takes rows and hands on documents and problems; it holds the keys of what it has seen
and no texts. Every row that belongs to the card is counted once, as a
document, as quarantined, as a declared duplicate, or as merged. The first row with an id keeps it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from pipeline.sources.convert import Converted, convert, from_reader
from pipeline.sources.groups import MERGED, as_range
from pipeline.sources.mapping import ValueProblem, find
from pipeline.sources.plan import KNOWN_BY, ColumnWatch, Plan, column_names
from pipeline.sources.problems import QUARANTINED, WARNING, Problem
from pipeline.sources.readers import Row
from pipeline.sources.scripture import PinnedQuran
from schemas.document import Document
from schemas.errors import AccountingError, CardError, FormatError
from schemas.reference import ReferenceId
from schemas.sentence import said
from schemas.tables import IngestCounts, canonical_json

# More repeated ids than this, and more than one row in a hundred, say that the numbering is not one.
MANY_REPEATS = 20


@dataclass
class Accounts:
    """The running accounts of one source. `keep` takes documents, `tell` takes problems."""

    plan: Plan
    keep: Callable[[ReferenceId, Document], None]
    tell: Callable[[Problem], None]
    quran: PinnedQuran | None = None
    progress: Callable[[int], None] | None = None
    groups: Mapping[int, int] = field(default_factory=dict)
    rows: int = 0
    documents: int = 0
    quarantined: int = 0
    duplicates: int = 0
    merged: int = 0
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    repeats: int = 0
    columns: tuple[str, ...] = ()  # of the rows that belong to the card
    others: Counter[str] = field(
        default_factory=Counter
    )  # rows of other cards, by what `where` finds in them
    links: dict[str, list[tuple[int, str]]] = field(
        default_factory=dict
    )  # beyond the Qur'an: by id, rows and places
    _given: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    _keys: set[bytes] = field(default_factory=set)

    def run(self, rows: Iterable[Row]) -> IngestCounts:
        """All rows of a file.

        Raises `CardError` when its columns are not those that the card names, `FormatError` when it has no rows.
        """
        watch = ColumnWatch.of(self.plan)
        for number, row in enumerate(rows, start=1):
            for note in row.of_file:
                self._tell(from_reader(row, note, WARNING))
            if row.problem is None:
                if not self.plan.selects(row):
                    self.others.update([_selector(self.plan, row)])
                    continue
                watch.look(row.fields)
                if watch.rows == KNOWN_BY:
                    self._refuse_hopeless(watch)
            self._take(row)
            if self.progress is not None and number % 1000 == 0:
                self.progress(number)
        watch.check()
        self.columns = tuple(watch.own)
        self._check_some()
        self._check_numbering()
        return self.counts

    @property
    def counts(self) -> IngestCounts:
        """What became of the rows so far."""
        return IngestCounts(self.rows, self.documents, self.quarantined, self.duplicates, self.merged)

    def _refuse_hopeless(self, watch: ColumnWatch) -> None:
        """After many rows, a reference made of columns that none of them had will not come right."""
        if any(each.path in watch.waiting for each in self.plan.reference.placeholders):
            watch.check()

    def _take(self, row: Row) -> None:
        self.rows += 1
        if row.joined:
            self.merged += 1
            return
        converted = convert(self.plan, row, self.quran)
        for problem in converted.problems:
            self._tell(problem)
        if converted.document is None:
            self.quarantined += 1
        elif (key := self._key(converted)) in self._keys:
            self.duplicates += 1
        elif self._give(converted) and key is not None:
            self._keys.add(key)

    def _tell(self, problem: Problem) -> None:
        self.reasons[(problem.reason, problem.severity)] += 1
        self.tell(problem)

    def _key(self, converted: Converted) -> bytes | None:
        """What a duplicate of a row has too; None where the card declares none, or the row has nothing of it."""
        try:
            values = [template.fill(converted.columns) for template in self.plan.duplicates_by]
        except ValueProblem:
            return None
        return _digest(canonical_json(values)) if any(values) else None

    def _give(self, converted: Converted) -> bool:
        """The document of a row, or of the rows that it opens, unless its id was given before. Whether what the row
        says is in a document now."""
        last = self.groups.get(converted.row.number)
        return self._give_one(converted) if last is None else self._give_group(converted, last)

    def _give_one(self, converted: Converted) -> bool:
        document, reference = converted.document, converted.reference
        assert document is not None
        assert reference is not None
        digest = _said_by(document)
        before = self._given.setdefault(document.id, (converted.row.number, digest))
        if before[0] == converted.row.number:
            self.documents += 1
            self.keep(reference, document)
            self._keep_links(converted.row, document)
        elif self._same_allowed() and before[1] == digest:
            self.duplicates += 1
        else:
            self.repeats += 1
            self.quarantined += 1
            self._tell(_given_before(self.plan, converted, before[0], same=before[1] == digest))
            return False
        return True

    def _keep_links(self, row: Row, document: Document) -> None:
        """What the document speaks of; that a verse is there was seen when its number was read."""
        for link in document.links:
            if not link.startswith("quran:"):
                self.links.setdefault(link, []).append((row.number, row.where))

    def has_given(self, name: str) -> bool:
        """Whether a document has this reference id."""
        return name in self._given

    def _same_allowed(self) -> bool:
        declared = self.plan.card.duplicates
        return declared is not None and declared.same_reference

    def _give_group(self, converted: Converted, last: int) -> bool:
        """The document of several rows at its first row; the others are merged into it."""
        document = converted.document
        assert document is not None
        self._given.setdefault(document.id, (converted.row.number, _said_by(document)))
        if last == MERGED:
            self.merged += 1
            return True
        joined = as_range(self.plan, converted, last, self.quran)
        if joined.document is None:  # cannot be: each of its rows gives a document
            raise AccountingError("rows that belong together give no document", where=converted.row.where)
        return self._give_one(joined)

    def _check_some(self) -> None:
        if self.rows:
            return
        if not self.others:
            raise FormatError(
                "the source has no rows",
                expected="a row for each document",
                where=self.plan.card.id,
                remedy="write the rows below the names of the columns, or leave the source out of the profile",
            )
        column = ", ".join(self.plan.card.where)
        values = [name for name, _ in self.others.most_common(20)]
        raise CardError(
            "no row of the file belongs to this card",
            where="where",
            expected="; ".join(f"{place.path}: {', '.join(sorted(ok))}" for place, ok in self.plan.where),
            found=said("{column} is: {values:,}", column=column, values=tuple(values)),
            remedy="take one of the values that were found, or correct the name of the column",
        )

    def _check_numbering(self) -> None:
        if self.repeats > max(MANY_REPEATS, self.rows // 100):
            columns = ", ".join(self.plan.card.canonical)
            self._tell(
                Problem(
                    0,
                    "",
                    columns,
                    said("{repeats} repeats in {rows} rows", repeats=self.repeats, rows=self.rows),
                    "id-not-unique",
                    said(
                        "the numbering ({columns}) repeats itself {repeats:,} times in {rows:,} rows: it is "
                        "not a numbering of the whole source",
                        columns=columns,
                        repeats=self.repeats,
                        rows=self.rows,
                    ),
                    "name a column that is unique, or two columns such as chapter and number",
                )
            )


def _selector(plan: Plan, row: Row) -> str:
    """What a row has in the columns of `where`."""
    values = [find(place, row.fields) for place, _ in plan.where]
    if None not in values:
        return ", ".join(map(str, values))
    return said("absent (the row has {columns})", columns=", ".join(column_names(row.fields)))


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def _said_by(document: Document) -> bytes:
    """A digest of every field of a document: made for each row, so of the fields as they are."""
    return _digest("\0".join(str(value or "") for value in vars(document).values()).encode())


def _given_before(plan: Plan, converted: Converted, row: int, *, same: bool) -> Problem:
    remedy = (
        said(
            "the rows say the same: remove one, or declare it in the card: duplicates: {{same_reference: true, why: …}}"
        )
        if same
        else said("the rows differ: give one of them its own number, or remove one")
    )
    return Problem(
        converted.row.number,
        converted.row.where,
        ", ".join(plan.card.canonical),
        str(converted.reference),
        "duplicate-id",
        said(
            "the reference id {reference} was already given to row {row}",
            reference=converted.reference,
            row=row,
        ),
        remedy,
        QUARANTINED,
    )
