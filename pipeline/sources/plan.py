"""A card made ready for rows: its templates parsed, its look-up tables loaded.

Rules: what can be wrong with a template is found here, before the first row; that a template names
columns which the rows do not have is found at the first rows (`ColumnWatch`), with the columns they have.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.sources.compression import open_unpacked
from pipeline.sources.mapping import (
    Columns,
    FieldTemplate,
    Placeholder,
    Template,
    as_text,
    parse_rule,
    parse_template,
)
from pipeline.sources.readers import FormatSpec
from pipeline.sources.scripture import surahs
from schemas.card import Join, Quote, SourceCard
from schemas.errors import CardError, FormatError


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
    known_characters: frozenset[str]

    def selects(self, columns: Columns) -> bool:
        """Whether a row belongs to this card."""
        return all(str(place.find(columns)) in allowed for place, allowed in self.where)

    @property
    def range_path(self) -> str:
        """The column whose numbers make a range when rows are grouped."""
        return self.reference.placeholders[-1].path

    def placeholders(self) -> Iterator[tuple[str, Placeholder]]:
        """Every placeholder of the card, with the place of the card where it stands."""
        yield from (("reference", each) for each in self.reference.placeholders)
        for rule in self.fields:
            for template in rule.templates:
                yield from ((f"fields.{rule.name}", each) for each in template.placeholders)
        yield from (("links", each) for template in self.links for each in template.placeholders)
        for quote in self.quotes:
            yield from (("quotes", each) for each in (*quote.text.placeholders, *quote.verse.placeholders))
        for lookup in self.lookups:
            yield from ((f"join.{lookup.name}.match", each) for each in lookup.match.placeholders)
        yield from (("where", place) for place, _ in self.where)
        yield from (("duplicates.by", each) for each in _placeholders_of(self.duplicates_by))


def _placeholders_of(templates: Iterable[Template]) -> Iterator[Placeholder]:
    for template in templates:
        yield from template.placeholders


def format_spec(card: SourceCard) -> FormatSpec:
    """How the card's bytes are to be read; raises `CardError` for settings that do not fit together."""
    try:
        return FormatSpec(**card.format.model_dump())
    except FormatError as error:
        raise CardError(
            error.problem,
            expected=error.expected,
            found=error.found,
            where="format",
            remedy=error.remedy or "correct the format in the card",
        ) from error


def make_plan(card: SourceCard, path: Path | None = None) -> Plan:
    """Parse the templates of a card and load its look-up tables.

    `path` is the file with the rows, for tables that lie in it; None leaves those tables empty, to check a
    card alone. Raises `CardError`.
    """
    format_spec(card)
    empty = card.empty_values
    fields = card.fields.model_dump(exclude_none=True).keys()
    plan = Plan(
        card,
        parse_template(card.reference, "reference", empty),
        tuple(parse_rule(name, getattr(card.fields, name), empty) for name in fields),
        tuple(parse_template(text, "links", empty) for text in card.links),
        tuple(_quote_plan(quote, empty) for quote in card.quotes),
        tuple(_lookup(name, join, path, empty) for name, join in card.join.items()),
        tuple((_column(name), _allowed(value)) for name, value in card.where.items()),
        tuple(
            parse_template(text, "duplicates.by", empty)
            for text in (card.duplicates.by if card.duplicates else ())
        ),
        frozenset(chr(int(name[2:], 16)) for name in card.known_characters),
    )
    _check_reference(plan)
    _check_lookup_columns(plan)
    _check_group(plan)
    return plan


def _quote_plan(quote: Quote, empty: Iterable[str]) -> QuotePlan:
    return QuotePlan(
        quote,
        parse_template(quote.from_, "quotes.from", empty),
        parse_template(quote.verse, "quotes.verse", empty),
    )


def _column(name: str) -> Placeholder:
    return Placeholder(name, tuple(name.split(".")), ())


def _allowed(value: object) -> frozenset[str]:
    return frozenset(map(str, value)) if isinstance(value, tuple | list) else frozenset({str(value)})


def _check_reference(plan: Plan) -> None:
    used = {each.path for each in plan.reference.placeholders}
    if not used:
        raise CardError(
            "the reference template names no column: every row would get the same id",
            where="reference",
            expected='a template with a column, as in "hadith:bukhari:{id}"',
            found=plan.card.reference,
        )
    unused = [name for name in plan.card.canonical if name not in used]
    if unused:
        raise CardError(
            f"the canonical column “{unused[0]}” is not part of the reference",
            where="canonical",
            expected="the columns that the reference is made of: " + ", ".join(sorted(used)),
            found=plan.card.reference,
            remedy="use the column in the reference, or take it out of canonical",
        )
    collection = plan.card.collection
    if collection and not plan.card.reference.startswith(f"{plan.card.kind}:{collection}:"):
        raise CardError(
            "the reference does not begin with the kind and the collection of the card",
            where="reference",
            expected=f"{plan.card.kind}:{collection}:…",
            found=plan.card.reference,
        )


def _check_lookup_columns(plan: Plan) -> None:
    tables = {lookup.name: lookup for lookup in plan.lookups}
    for where, place in plan.placeholders():
        lookup = tables.get(place.keys[0])
        if lookup is None or not lookup.table:
            continue
        names = sorted({name for row in lookup.table.values() for name in row})
        if len(place.keys) < 2 or place.keys[1] not in names:
            raise CardError(
                f"the look-up table “{lookup.name}” has no column “{'.'.join(place.keys[1:])}”",
                where=where,
                expected=", ".join(f"{lookup.name}.{name}" for name in names),
                found=place.path,
                remedy=_nearest(".".join(place.keys[1:]), names),
            )


def _check_group(plan: Plan) -> None:
    if plan.card.group is None:
        return
    if not plan.card.reference.endswith("}"):
        raise CardError(
            "rows can be grouped only when the reference ends with a number",
            where="group",
            expected='a reference such as "tafsir:x:{surah}:{ayah}"',
            found=plan.card.reference,
        )
    if plan.duplicates_by:
        raise CardError(
            "group and duplicates.by cannot stand together: a row would be both merged and a duplicate",
            where="duplicates",
            remedy="leave duplicates.by out; rows with one reference are told anyway",
        )
    unknown = [name for name in plan.card.group.same if name not in {rule.name for rule in plan.fields}]
    if unknown:
        raise CardError(
            f"group.same names “{unknown[0]}”, which is not among the fields of the card",
            where="group.same",
            expected=", ".join(rule.name for rule in plan.fields),
            found=unknown[0],
        )


def _lookup(name: str, join: Join, path: Path | None, empty: Iterable[str]) -> Lookup:
    match = parse_template(join.match, f"join.{name}.match", empty)
    required = join.missing == "quarantine"
    if join.table == "surahs":
        return Lookup(name, match, surahs(), required)
    if join.rows is not None:
        return Lookup(name, match, {str(key): row for key, row in join.rows.items()}, required)
    return Lookup(name, match, {} if path is None else _table_beside(name, join, path), required)


def _table_beside(name: str, join: Join, path: Path) -> dict[str, Mapping[str, Any]]:
    """A list that lies in the same JSON document as the rows."""
    where = f"join.{name}.from"
    with open_unpacked(path) as stream:
        try:
            value: Any = json.load(stream)
        except ValueError as error:
            raise CardError(
                "a look-up table inside the file needs a JSON file that can be read",
                where=where,
                found=str(error),
                remedy="write the table into the card with rows, or mend the file",
            ) from error
    for step in (join.from_ or "").split("."):
        value = value.get(step) if isinstance(value, dict) else None
    if not isinstance(value, list):
        raise CardError(
            f"the file has no list “{join.from_}” to look up “{name}” in",
            where=where,
            expected="the name of a list beside the rows",
            found=str(join.from_),
        )
    rows = [row for row in value if isinstance(row, dict)]
    if rows and join.key not in rows[0]:
        raise CardError(
            f"the rows of “{join.from_}” have no column “{join.key}”",
            where=f"join.{name}.key",
            expected=", ".join(rows[0]),
            found=join.key,
            remedy=_nearest(join.key, list(rows[0])),
        )
    # An entry without a key belongs to the rows without one: some files keep a chapter so.
    return {as_text(row.get(join.key), join.key): row for row in rows}


def _nearest(wrong: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(wrong, list(names), n=1, cutoff=0.5)
    return f"did you mean “{near[0]}”?" if near else "take one of the columns that there are"


def column_names(columns: Columns, before: str = "") -> Iterator[str]:
    """The columns of a row, those inside a column with dots, in their order."""
    for name, value in columns.items():
        if isinstance(value, Mapping):
            yield from column_names(value, f"{before}{name}.")
        else:
            yield f"{before}{name}"


@dataclass
class ColumnWatch:
    """Proves that the columns a card names occur in its rows."""

    waiting: dict[str, tuple[str, Placeholder]]
    seen: dict[str, None] = field(default_factory=dict)
    rows: int = 0

    @classmethod
    def of(cls, plan: Plan) -> ColumnWatch:
        """For all columns of selected rows that do not come from a look-up table."""
        joined = {lookup.name for lookup in plan.lookups}
        named = (
            (at, each) for at, each in plan.placeholders() if at != "where" and each.keys[0] not in joined
        )
        return cls({each.path: (at, each) for at, each in named})

    def look(self, columns: Columns) -> None:
        """Tick off the columns that a row has."""
        self.rows += 1
        if self.rows <= 1000 and (self.waiting or self.rows == 1):
            self.seen.update(dict.fromkeys(column_names(columns)))
        found = [path for path, (_, place) in self.waiting.items() if place.present(columns)]
        for path in found:
            del self.waiting[path]

    def check(self) -> None:
        """Raise `CardError` for a column that no row had."""
        if not self.waiting or not self.rows:
            return
        missing = list(self.waiting)
        places = dict.fromkeys(where for where, _ in self.waiting.values())
        named = ", ".join(f"“{path}”" for path in missing)
        near = [_nearest(path, self.seen) for path in missing]
        raise CardError(
            f"no row has a column {named}" if len(missing) == 1 else f"no row has the columns {named}",
            where=", ".join(places),
            expected="the columns of the table: " + ", ".join(self.seen),
            found=", ".join(missing),
            remedy=near[0] if len(near) == 1 else "write the names of columns as the table has them",
        )
