"""A card made ready for rows: its templates parsed, its look-up tables loaded.

What a card can say wrong by itself was found when it was read; that it names columns which neither its rows nor
its look-up tables have is found beside them (`ColumnWatch`), with the columns they have.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pipeline.sources.characters import blanks_visible
from pipeline.sources.mapping import Columns, FieldTemplate, Template, ValueProblem, as_text, find, has
from pipeline.sources.readers import Row
from pipeline.sources.readers.jsondoc import read_document
from pipeline.sources.readers.strictjson import Flaw, flaw_in
from pipeline.sources.readers.values import find_flaw
from pipeline.sources.scripture import surahs
from schemas.card import SourceCard
from schemas.columns import Join, Quote
from schemas.errors import CardError, FormatError
from schemas.sentence import Sentence, said
from schemas.template import Placeholder

KNOWN_BY = 1000  # rows, by which the columns of a table are known


@dataclass(frozen=True)
class Lookup:
    """A look-up table under a name."""

    name: str
    match: Template
    table: Mapping[str, Mapping[str, Any]]
    required: bool


@dataclass(frozen=True)
class QuotePlan:
    """A column that is said to quote the Qur'an."""

    rule: Quote
    text: Template
    verse: Template


@dataclass(frozen=True)
class AsidePlan:
    """Rows that the card sets aside: those for which a template gives one of the values."""

    by: Template
    values: frozenset[str]
    why: str


@dataclass(frozen=True)
class Plan:
    """A card ready for rows."""

    card: SourceCard
    reference: Template
    fields: tuple[FieldTemplate, ...]
    links: tuple[Template, ...]
    quotes: tuple[QuotePlan, ...]
    lookups: tuple[Lookup, ...]
    where: tuple[tuple[Placeholder, frozenset[str]], ...]
    duplicates_by: tuple[Template, ...]
    set_aside: tuple[AsidePlan, ...]
    known_characters: frozenset[str]

    @cached_property
    def columns(self) -> frozenset[str]:
        """The columns that the card reads, for whatever it may be."""
        names = {place.path for _, place in self.placeholders()} | {place.path for place, _ in self.where}
        return frozenset(names | set(self.card.canonical))

    def reads(self, column: str) -> bool:
        """Whether the card reads a column, one inside it, or one that it is inside of."""
        return column in self.columns or any(
            column.startswith(f"{name}.") or name.startswith(f"{column}.") for name in self.columns
        )

    def selects(self, row: Row) -> bool:
        """Whether a row belongs to this card, as far as what decides it can be read."""
        return all(
            str(find(place, row.fields)) in allowed or place.path in row.flaws
            for place, allowed in self.where
        )

    @property
    def range_path(self) -> str:
        """The column whose numbers make a range when rows are grouped."""
        return self.reference.placeholders[-1].path

    def placeholders(self) -> Iterator[tuple[str, Placeholder]]:
        """Every placeholder that is filled for a row, with the place of the card where it stands."""
        templates = [
            ("reference", self.reference),
            *((f"fields.{rule.name}", each) for rule in self.fields for each in rule.templates),
            *(("links", each) for each in self.links),
            *(("quotes", each) for quote in self.quotes for each in (quote.text, quote.verse)),
            *((f"join.{lookup.name}.match", lookup.match) for lookup in self.lookups),
            *(("duplicates.by", each) for each in self.duplicates_by),
            *(("set_aside.by", each.by) for each in self.set_aside),
        ]
        for where, template in templates:
            yield from ((where, place) for place in template.placeholders)


def make_plan(card: SourceCard, path: Path) -> Plan:
    """Parse the templates of a card and load its look-up tables, of which some lie in the file with the rows.

    Raises `CardError` when that file has no such table.
    """
    empty = card.empty_values
    return Plan(
        card,
        Template.of(card.reference, empty),
        tuple(FieldTemplate.of(name, rule, empty) for name, rule in card.fields if rule is not None),
        tuple(Template.of(text, empty) for text in card.links),
        tuple(
            QuotePlan(quote, Template.of(quote.from_, empty), Template.of(quote.verse, empty))
            for quote in card.quotes
        ),
        tuple(_lookup(name, join, path, card) for name, join in card.join.items()),
        tuple((Placeholder.of(name), _allowed(value)) for name, value in card.where.items()),
        tuple(Template.of(text, empty) for text in (card.duplicates.by if card.duplicates else ())),
        tuple(
            AsidePlan(Template.of(each.by, empty), _allowed(each.values), each.why) for each in card.set_aside
        ),
        frozenset(chr(int(name[2:], 16)) for name in card.known_characters),
    )


def _allowed(value: object) -> frozenset[str]:
    return frozenset(map(str, value)) if isinstance(value, tuple | list) else frozenset({str(value)})


def _lookup(name: str, join: Join, path: Path, card: SourceCard) -> Lookup:
    if join.table == "surahs":
        table: Mapping[str, Mapping[str, Any]] = surahs()
    elif join.rows is not None:
        table = {str(key): row for key, row in join.rows.items()}
    else:
        table = _table_beside(name, join, path, card)
    return Lookup(name, Template.of(join.match, card.empty_values), table, join.missing == "quarantine")


def _table_beside(name: str, join: Join, path: Path, card: SourceCard) -> dict[str, Mapping[str, Any]]:
    """A list that lies in the same JSON document as the rows."""
    where = f"join.{name}.from"
    try:
        value: Any = read_document(path, card.format)[0]
    except FormatError as error:
        raise CardError(
            "a look-up table inside the file needs a JSON file that can be read",
            where=where,
            found=f"{error.problem} ({error.where})",
            remedy="write the table into the card with rows, or mend the file",
        ) from error
    for step in (join.from_ or "").split("."):
        value = value.get(step) if isinstance(value, dict) else None
    if not isinstance(value, list):
        raise CardError(
            said("the file has no list “{list}” to look up “{name}” in", list=join.from_, name=name),
            where=where,
            expected="the name of a list beside the rows",
            found=value.message if isinstance(value, Flaw) else str(join.from_),
            remedy="correct from in the card, or write the table there with rows",
        )
    rows = [row for row in value if isinstance(row, dict)]
    if rows and join.key not in rows[0]:
        raise CardError(
            said("the rows of “{list}” have no column “{key}”", list=join.from_, key=join.key),
            where=f"join.{name}.key",
            expected=", ".join(rows[0]),
            found=join.key,
            remedy=_meant([join.key], rows[0]),
        )
    table: dict[str, Mapping[str, Any]] = {}
    for number, row in enumerate(rows, start=1):
        place = f"{where}, row {number}"
        key = _key(row, join, place)  # "" belongs to the rows without one: some files keep a chapter so
        if table.setdefault(key, row) != row:
            raise CardError(
                said(
                    "two entries of “{list}” have the same “{key}”, and differ", list=join.from_, key=join.key
                ),
                where=place,
                expected="a different one for every entry",
                found=key,
                remedy="remove one of the two; nothing here can tell which was meant",
            )
    return table


def _key(row: Mapping[str, Any], join: Join, where: str) -> str:
    """The key of an entry; raises `CardError` where it, or what else the entry holds, cannot be taken over."""
    if problem := flaw_in(row) or find_flaw(row):
        raise CardError(
            said("an entry of “{list}” cannot be looked up in: {why}", list=join.from_, why=problem.message),
            where=where,
            found=problem.value,
            remedy=problem.remedy,
        )
    try:
        return as_text(row.get(join.key), join.key)
    except ValueProblem as error:
        raise CardError(
            said(
                "the column “{key}”, by which an entry of “{list}” is found, holds an object",
                key=join.key,
                list=join.from_,
            ),
            where=where,
            expected="a text or a number",
            found=repr(error.found)[:80],
            remedy="name another column as `key`, or write the table into the card with rows",
        ) from None


def _meant(wrong: Iterable[str], names: Collection[str]) -> str:
    """The columns that were meant, as far as any is near."""
    near = ((name, _nearest(name, names)) for name in wrong)
    told = tuple(_asked(name, found) for name, found in near if found)
    return said("{told:;}", told=told) if told else said("take columns that there are")


def _asked(name: str, found: str) -> Sentence:
    ours, theirs = blanks_visible(name), blanks_visible(found)
    if name.split() == found.split() and (ours, theirs) != (name, found):
        return said(
            "“{ours}” is “{theirs}” in the table: write an ordinary blank in both", ours=ours, theirs=theirs
        )
    return said("“{name}”: did you mean “{found}”?", name=name, found=found)


def _nearest(name: str, names: Collection[str]) -> str:
    """The column whose name is most like a wrong one, whatever its case; none of the other language for its like."""
    folded = {one.casefold(): one for one in names}
    near = difflib.get_close_matches(name.casefold(), list(folded), n=len(folded) or 1, cutoff=0.5)
    other = {"ar": "en", "en": "ar"}.get(re.split(r"[_.\W]", name.casefold())[-1], "")
    return next((folded[one] for one in near if not other or not one.endswith(f"_{other}")), "")


def column_names(columns: Columns, before: str = "") -> Iterator[str]:
    """The columns of a row, those inside a column with dots, in their order."""
    for name, value in columns.items():
        if isinstance(value, Mapping):
            yield from column_names(value, f"{before}{name}.")
        else:
            yield f"{before}{name}"


@dataclass
class ColumnWatch:
    """Proves that the columns a card names occur in its rows or its look-up tables."""

    waiting: dict[str, tuple[str, Placeholder]]
    tables: dict[str, None] = field(default_factory=dict)  # columns of look-up tables
    own: dict[str, None] = field(default_factory=dict)  # columns of rows
    rows: int = 0

    @classmethod
    def of(cls, plan: Plan) -> ColumnWatch:
        """For all columns but those of look-up tables without rows."""
        empty = {lookup.name for lookup in plan.lookups if not lookup.table}
        named = ((where, place) for where, place in plan.placeholders() if place.keys[0] not in empty)
        watch = cls({place.path: (where, place) for where, place in named})
        for lookup in plan.lookups:
            for row in lookup.table.values():
                watch.tables.update(dict.fromkeys(column_names({lookup.name: row})))
                watch._meet({lookup.name: row})
        return watch

    def look(self, columns: Columns) -> None:
        """Tick off the columns that a row has."""
        self.rows += 1
        if self.rows <= KNOWN_BY:
            self.own.update(dict.fromkeys(column_names(columns)))
        self._meet(columns)

    def _meet(self, columns: Columns) -> None:
        for path in [path for path, (_, place) in self.waiting.items() if has(place, columns)]:
            del self.waiting[path]

    def check(self) -> None:
        """Raise `CardError` for all columns that no row had."""
        if not self.waiting or not self.rows:
            return
        missing, known = list(self.waiting), {**self.tables, **self.own}
        raise CardError(
            said("no row has a column {names:“”}", names=missing)
            if len(missing) == 1
            else said("no row has the columns {names:“”}", names=missing),
            where=", ".join(dict.fromkeys(where for where, _ in self.waiting.values())),
            expected=said("the columns of the table: {names:,}", names=tuple(known)),
            found=said("{names:,}", names=tuple(missing)),
            remedy=_meant(missing, known),
        )
