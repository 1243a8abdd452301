"""One row to one document, or to the problems that keep it from being one. Pure; touches no file.

Rules: every problem of a row is told, not only the first; a warning keeps the document. Texts are taken
over byte for byte. What concerns several rows (an id given twice, grouped comments) is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.sources.characters import oddities
from pipeline.sources.garbled import CODE_PAGES, Garbled, garbled
from pipeline.sources.mapping import Columns, FieldTemplate, ValueProblem
from pipeline.sources.plan import Plan
from pipeline.sources.problems import QUARANTINED, WARNING, Problem
from pipeline.sources.readers import Row, RowProblem
from pipeline.sources.references import check_quote, links_of, reference_of
from pipeline.sources.scripture import PinnedQuran
from pipeline.sources.telling import Teller, filled, say_not_a_value
from pipeline.sources.wordless import UNSAID, spoilt, wordless
from pipeline.text import shown
from schemas.document import Document
from schemas.reference import ReferenceId
from schemas.sentence import said, together

MAX_TEXT = 1_000_000  # characters of all texts of one document
SHORT = 500  # a longer text in HTML is looked at no further: it holds some words
MEANT = 40  # letters of a garbled text that a message spells out
TEXTS = ("text_ar", "text_en")
WORDS = ("title", "question", "text")  # the fields that are words; a chapter or a grade may be a number
ADDRESS = re.compile(r"https?://[\w.\[\]:@%~-]+(?:[/?#][^\s<>\"]*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Converted:
    """What became of one row. `document` is None when a problem says so."""

    row: Row
    columns: Columns
    document: Document | None
    reference: ReferenceId | None
    problems: tuple[Problem, ...]


def convert(plan: Plan, row: Row, quran: PinnedQuran | None = None) -> Converted:
    """Apply a card to a row."""
    problems = [from_reader(row, note, WARNING) for note in row.notes]
    if row.problem is not None:
        problems.append(from_reader(row, row.problem, QUARANTINED))
        return Converted(row, row.fields, None, None, tuple(problems))
    problems += [
        from_reader(row, flaw, QUARANTINED) for column, flaw in row.flaws.items() if plan.reads(column)
    ]
    if problems and problems[-1].severity == QUARANTINED:
        return Converted(row, row.fields, None, None, tuple(problems))
    say = Teller(row, problems)
    columns = _joined(plan, row.fields, say)
    reference = reference_of(plan, columns, say)
    values = {rule.name: _value(rule, columns, say) for rule in plan.fields}
    _check_texts(plan, values, say)
    for rule in plan.fields:
        _check_words(rule, values[rule.name], plan.card.markup, say)
    if "url" in values:
        values["url"] = _address(values["url"], plan, say)
    _set_aside(plan, columns, say)
    links = links_of(plan, columns, say)
    for quote in plan.quotes:
        check_quote(quote, columns, quran, say)
    for rule in plan.fields:
        _check_characters(rule, values[rule.name], plan, say)
    stopped = any(problem.severity == QUARANTINED for problem in problems)
    document = None if stopped or reference is None else _document(plan, reference, values, links)
    return Converted(row, columns, document, reference, tuple(problems))


def from_reader(row: Row, problem: RowProblem, severity: str) -> Problem:
    """What a reader says of a row, as a line of the quarantine table."""
    return Problem(
        row.number,
        row.where,
        problem.field,
        problem.value,
        problem.code,
        problem.message,
        problem.remedy,
        severity,
    )


def _joined(plan: Plan, fields: Mapping[str, Any], say: Teller) -> Columns:
    if not plan.lookups:
        return fields
    columns = dict(fields)
    for lookup in plan.lookups:
        value = filled(lookup.match, f"join.{lookup.name}", columns, say)
        found = lookup.table.get(value)
        columns[lookup.name] = found or {}
        if found is None and value and lookup.required:
            say(
                "not-in-table",
                lookup.match.columns,
                value,
                said("“{value}” is not in the look-up table “{name}”", value=value, name=lookup.name),
                "correct the value, or add it to the table",
            )
    return columns


def _set_aside(plan: Plan, columns: Columns, say: Teller) -> None:
    """That the card does not set the row aside."""
    for aside in plan.set_aside:
        value = filled(aside.by, "set_aside.by", columns, say)
        if value in aside.values:
            say(
                "set-aside",
                aside.by.columns,
                value,
                said("the card sets this row aside: {why}", why=aside.why),
                "nothing; where it is a text all the same, take its value out of `set_aside`",
            )


def _value(rule: FieldTemplate, columns: Columns, say: Teller) -> str:
    try:
        value = rule.fill(columns)
    except ValueProblem as problem:
        say_not_a_value(problem, rule.name, say)
        return ""
    if not value and rule.required:
        say(
            "empty-field",
            rule.columns,
            "",
            said("the column {columns} is empty", columns=rule.columns),
            "fill it in",
        )
    return value


def _check_texts(plan: Plan, values: Mapping[str, str], say: Teller) -> None:
    size = sum(map(len, values.values()))
    if size > MAX_TEXT:
        say(
            "too-long",
            "",
            said("{size:character} in all", size=size),
            said(
                "the texts of this row have {size:,} characters together; a document has at most {most:,}",
                size=size,
                most=MAX_TEXT,
            ),
            "split the text, or look for a missing quote that swallowed the following rows",
        )
    if not any(_says_something(values.get(name, ""), plan.card.markup) for name in TEXTS):
        named = together([rule.columns for rule in plan.fields if rule.name in TEXTS])
        say(
            "empty-text",
            named,
            "",
            said("there is no text: nothing stands in {named}", named=named),
            "fill in the text, or remove the row",
        )


def _says_something(text: str, markup: str) -> bool:
    """Whether a person would see anything of a text: tags alone are no text."""
    if markup != "plain" and len(text) < SHORT:
        text = shown(text, markup)
    return bool(text) and not text.isspace()


def _check_words(rule: FieldTemplate, value: str, markup: str, say: Teller) -> None:
    """That a field is words. A question or title that is none is told alone, as its text may still be one."""
    if not value:
        return
    name, _, language = rule.name.partition("_")
    if markup != "plain" and len(value) < SHORT:
        value = shown(value, markup)
    found = (wordless if name in WORDS else spoilt)(value, language)
    if found is not None:
        told = WARNING if found.code == UNSAID.code and rule.name not in TEXTS else QUARANTINED
        say(
            found.code,
            rule.columns,
            value,
            said("“{value}”: {what}", value=value[:MEANT], what=found.what),
            found.remedy,
            told,
        )


def _address(value: str, plan: Plan, say: Teller) -> str:
    """Where a document can be read, or "": clients make a link of it, which leads to the web or nowhere."""
    address = value.strip()
    if not address or ADDRESS.fullmatch(address):
        return address
    named = next(rule.columns for rule in plan.fields if rule.name == "url")
    say(
        "bad-url",
        named,
        value,
        "this is no address of the web, so that the document is shown without one",
        "write the whole address, as in https://example.org/fatwa/12",
        WARNING,
    )
    return ""


def _check_characters(rule: FieldTemplate, value: str, plan: Plan, say: Teller) -> None:
    if (wrong := garbled(value)) is not None:
        _say_garbled(wrong, rule.columns, plan.card.format.encoding or "", say)
        return
    for oddity in oddities(value, plan.known_characters):
        say(
            oddity.code,
            rule.columns,
            oddity.around,
            said(
                "the text holds {name} {count} times: {what}",
                name=oddity.name,
                count=oddity.times,
                what=oddity.words,
            )
            if oddity.times > 1
            else said("the text holds {name}: {what}", name=oddity.name, what=oddity.words),
            said(
                "correct it in the source, or add {sign} to known_characters",
                sign=f"U+{ord(oddity.sign):04X}",
            ),
            WARNING,
        )


def _say_garbled(wrong: Garbled, columns: str, stated: str, say: Teller) -> None:
    """Tell of letters in a wrong encoding: the card states it, or else a program read them so before."""
    own = stated == wrong.read_as or (stated, wrong.read_as) == ("iso-8859-1", "cp1252")
    meant, utf8 = wrong.meant[:MEANT], wrong.written_in == "utf-8"
    if own and utf8:
        message = said(
            "these letters are “{meant}” in UTF-8, and the card states encoding: {stated}",
            meant=meant,
            stated=stated,
        )
        remedy = said("remove `encoding` from the card")
    elif own:
        message = said(
            "these letters are “{meant}” in {code_page}, and the card states encoding: {stated}",
            meant=meant,
            code_page=CODE_PAGES[wrong.written_in],
            stated=stated,
        )
        remedy = said("write encoding: {encoding} in the card", encoding=wrong.written_in)
    else:
        message = said(
            "these letters are “{meant}”, which a program read as {code_page} and saved",
            meant=meant,
            code_page=CODE_PAGES[wrong.read_as],
        )
        remedy = said("save the table anew as UTF-8 from where its letters are still right")
    say("wrong-encoding", columns, wrong.found, message, remedy)


def _document(
    plan: Plan, reference: ReferenceId, values: Mapping[str, str], links: tuple[str, ...]
) -> Document:
    card = plan.card
    number = ":".join(map(str, reference.locators))
    given = {name: value or None for name, value in values.items()}
    for language in card.languages:
        if f"title_{language}" not in given:
            given[f"title_{language}"] = f"{getattr(card.titles, language)} {number}"
    given.setdefault("author", card.author)
    return Document(
        id=str(reference),
        kind=card.kind.value,
        collection=reference.collection,
        source=card.id,
        markup=card.markup,
        status=card.review.status,
        links=links,
        **given,
    )
