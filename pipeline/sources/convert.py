"""One row to one document, or to the problems that keep it from being one. Pure; touches no file.

Rules: every problem of a row is told, not only the first; a warning keeps the document. Texts are taken
over byte for byte. What concerns several rows (an id given twice, grouped comments) is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.sources.characters import oddities, trimmed, unseen
from pipeline.sources.garbled import garbled
from pipeline.sources.mapping import STEPS, Columns, FieldTemplate, Template, ValueProblem
from pipeline.sources.plan import Plan, QuotePlan
from pipeline.sources.problems import QUARANTINED, WARNING, Problem
from pipeline.sources.readers import Row, RowProblem
from pipeline.sources.scripture import PinnedQuran, reference_problem, verses_of
from pipeline.sources.wordless import UNSAID, spoilt, wordless
from pipeline.text import shown
from schemas.document import Document
from schemas.errors import ReferenceIdError
from schemas.reference import Kind, Locator, ReferenceId

MAX_TEXT = 1_000_000  # characters of all texts of one document
SHORT = 500  # a longer text in HTML is looked at no further: it holds some words
MEANT = 40  # letters of a garbled text that a message spells out
TEXTS = ("text_ar", "text_en")
WORDS = ("title", "question", "text")  # the fields that are words; a chapter or a grade may be a number
ADDRESS = re.compile(r"https?://[\w.\[\]:@%~-]+(?:[/?#][^\s<>\"]*)?", re.IGNORECASE)
SEVERAL = re.compile(r"[;,|،؛\n\r]")  # between links of one cell; none of them stands in a reference id


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
    problems = [_from_reader(row, note, WARNING) for note in row.notes]
    if row.problem is not None:
        problems.append(_from_reader(row, row.problem, QUARANTINED))
        return Converted(row, row.fields, None, None, tuple(problems))
    problems += [
        _from_reader(row, flaw, QUARANTINED) for column, flaw in row.flaws.items() if plan.reads(column)
    ]
    if problems and problems[-1].severity == QUARANTINED:
        return Converted(row, row.fields, None, None, tuple(problems))
    say = _Teller(row, problems)
    columns = _joined(plan, row.fields, say)
    reference = _reference(plan, columns, say)
    values = {rule.name: _value(rule, columns, say) for rule in plan.fields}
    _check_texts(plan, values, say)
    for rule in plan.fields:
        _check_words(rule, values[rule.name], plan.card.markup, say)
    if "url" in values:
        values["url"] = _address(values["url"], plan, say)
    links = _links(plan, columns, say)
    for quote in plan.quotes:
        _check_quote(quote, columns, quran, say)
    for rule in plan.fields:
        _check_characters(rule, values[rule.name], plan.known_characters, say)
    stopped = any(problem.severity == QUARANTINED for problem in problems)
    document = None if stopped or reference is None else _document(plan, reference, values, links)
    return Converted(row, columns, document, reference, tuple(problems))


class _Teller:
    """Writes problems of one row."""

    def __init__(self, row: Row, problems: list[Problem]) -> None:
        self._row, self._problems = row, problems

    def __call__(
        self, reason: str, field: str, value: object, message: str, remedy: str, severity: str = QUARANTINED
    ) -> None:
        place = self._row.where
        self._problems.append(
            Problem(self._row.number, place, field, str(value), reason, message, remedy, severity)
        )


def _from_reader(row: Row, problem: RowProblem, severity: str) -> Problem:
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


def _joined(plan: Plan, fields: Mapping[str, Any], say: _Teller) -> Columns:
    if not plan.lookups:
        return fields
    columns = dict(fields)
    for lookup in plan.lookups:
        value = _fill(lookup.match, f"join.{lookup.name}", columns, say)
        found = lookup.table.get(value)
        columns[lookup.name] = found or {}
        if found is None and value and lookup.required:
            say(
                "not-in-table",
                lookup.match.columns,
                value,
                f"“{value}” is not in the look-up table “{lookup.name}”",
                "correct the value, or add it to the table",
            )
    return columns


def _fill(template: Template, field: str, columns: Columns, say: _Teller) -> str:
    try:
        return template.fill(columns)
    except ValueProblem as problem:
        _say_not_a_value(problem, field, say)
        return ""


def _say_not_a_value(problem: ValueProblem, field: str, say: _Teller) -> None:
    inside = ", ".join(f"{problem.path}.{name}" for name in problem.found) if problem.found else "nothing"  # type: ignore[attr-defined]
    say(
        "not-a-value",
        field,
        problem.found,
        f"the column “{problem.path}” holds several columns inside it, not a text",
        f"name one of them in the card: {inside}",
    )


def _reference(plan: Plan, columns: Columns, say: _Teller) -> ReferenceId | None:
    template = plan.reference
    try:
        text, empty = template.fill_whole(columns)
    except ValueProblem as wrong:
        _say_not_a_value(wrong, "reference", say)
        return None
    if empty:
        say(
            "bad-reference",
            empty[0],
            text,
            f"the column “{empty[0]}” is empty, so that no reference id can be made",
            "fill in the number",
        )
        return None
    try:
        reference = ReferenceId.parse(text)
        if (reference.passage, reference.language) != (None, None):
            raise ReferenceIdError("the id of a document has no passage and no language", found=repr(text))
    except ReferenceIdError as error:
        say("bad-reference", *_why_no_reference(template, columns, text, error))
        return None
    if problem := reference_problem(reference):
        say("no-such-verse", template.columns, text, problem, "correct the number of the surah or the verse")
        return None
    return reference


def _why_no_reference(
    template: Template, columns: Columns, text: str, error: ReferenceIdError
) -> tuple[str, str, str, str]:
    """The column whose value cannot stand in a reference id, the value, what is wrong, and what would help."""
    for place in template.placeholders:
        value = trimmed(template.value_of(place, columns))
        if _is_locator(value):
            continue
        message = f"“{value}” cannot be part of a reference id"
        remedy = "write a number (12, 8c), a range that goes up (1-5), or a word of a-z, 0-9 and hyphens"
        if _is_locator(STEPS["number"](value)):
            read = STEPS["number"](value)
            remedy += f"; or write {{{place.path}|number}} in the card, which reads it as {read}"
        remedy = _unseen(value) + remedy
        return place.path, value, message, remedy
    return (
        template.columns,
        text,
        error.problem,
        error.expected or "see `reference` in the card: an id is like fatwa:x:12",
    )


def _unseen(value: str) -> str:
    """What to do first of all with a name that nobody sees to be wrong."""
    marks = unseen(value)
    return f"remove what cannot be seen in it ({marks}); else " if marks else ""


def _is_locator(text: str) -> bool:
    try:
        Locator.parse(text)
    except ReferenceIdError:
        return False
    return True


def _value(rule: FieldTemplate, columns: Columns, say: _Teller) -> str:
    try:
        value = rule.fill(columns)
    except ValueProblem as problem:
        _say_not_a_value(problem, rule.name, say)
        return ""
    if not value and rule.required:
        say("empty-field", rule.columns, "", f"the column {rule.columns} is empty", "fill it in")
    return value


def _check_texts(plan: Plan, values: Mapping[str, str], say: _Teller) -> None:
    size = sum(map(len, values.values()))
    if size > MAX_TEXT:
        say(
            "too-long",
            "",
            f"{size:,} characters",
            f"the texts of this row have {size:,} characters together; a document has at most {MAX_TEXT:,}",
            "split the text, or look for a missing quote that swallowed the following rows",
        )
    if not any(_says_something(values.get(name, ""), plan.card.markup) for name in TEXTS):
        named = " and ".join(rule.columns for rule in plan.fields if rule.name in TEXTS)
        say(
            "empty-text",
            named,
            "",
            f"there is no text: nothing stands in {named}",
            "fill in the text, or remove the row",
        )


def _says_something(text: str, markup: str) -> bool:
    """Whether a person would see anything of a text: tags alone are no text."""
    if markup != "plain" and len(text) < SHORT:
        text = shown(text, markup)
    return bool(text) and not text.isspace()


def _check_words(rule: FieldTemplate, value: str, markup: str, say: _Teller) -> None:
    """That a field is words. A question or title that is none is told alone, as its text may still be one."""
    if not value:
        return
    name, _, language = rule.name.partition("_")
    if markup != "plain" and len(value) < SHORT:
        value = shown(value, markup)
    found = (wordless if name in WORDS else spoilt)(value, language)
    if found is not None:
        told = WARNING if found is UNSAID and rule.name not in TEXTS else QUARANTINED
        say(found.code, rule.columns, value, f"“{value[:MEANT]}”: {found.what}", found.remedy, told)


def _links(plan: Plan, columns: Columns, say: _Teller) -> tuple[str, ...]:
    """What a row speaks of; a cell may name several, as editors do: “quran:2:255; quran:2:256”."""
    links: dict[str, None] = {}
    for template in plan.links:
        refused: dict[str, ReferenceIdError] = {}
        for text in _each(template, columns, say):
            try:
                reference = ReferenceId.parse(text)
            except ReferenceIdError as error:
                refused[text] = error
                continue
            if problem := reference_problem(reference):
                remedy = "correct the number of the surah or the verse"
                say("no-such-verse", template.columns, text, problem, remedy)
            else:
                links.update(dict.fromkeys(verses_of(reference)))
        if refused:
            value = "; ".join(refused)
            remedy = "write it as in quran:2:255, quran:2:1-5 or hadith:bukhari:1, in digits 0-9, with ; between two"
            say(
                "bad-link",
                template.columns,
                value,
                next(iter(refused.values())).problem,
                _unseen(value) + remedy,
            )
    return tuple(sorted(links))


def _each(template: Template, columns: Columns, say: _Teller) -> list[str]:
    """The values of a template whose last column may hold several."""
    try:
        return template.fill_each(columns, SEVERAL)
    except ValueProblem as problem:
        _say_not_a_value(problem, "links", say)
        return []


def _address(value: str, plan: Plan, say: _Teller) -> str:
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


def _check_quote(quote: QuotePlan, columns: Columns, quran: PinnedQuran | None, say: _Teller) -> None:
    text = _fill(quote.text, "quotes", columns, say)
    if not text.strip():
        return
    name = trimmed(_fill(quote.verse, "quotes", columns, say))
    try:
        reference = ReferenceId.parse(name)
        problem = reference_problem(reference)
    except ReferenceIdError as error:
        reference, problem = None, error.problem
    if reference is None or problem:
        say(
            "no-such-verse",
            quote.verse.columns,
            name,
            problem,
            "correct the number of the surah or the verse",
        )
    elif reference.kind is Kind.QURAN and quran and not quran.quoted(reference, text, whole=quote.rule.whole):
        say(
            "verse-text-differs",
            quote.text.columns,
            text,
            f"these letters are not those of {reference} in the pinned Qur'an",
            f"copy the words of {reference} from the Qur'an's source, or correct the number of the verse",
            QUARANTINED if quote.rule.when_differs == "quarantine" else WARNING,
        )


def _check_characters(rule: FieldTemplate, value: str, known: frozenset[str], say: _Teller) -> None:
    if (wrong := garbled(value)) is not None:
        found, meant, code_page = wrong
        say(
            "wrong-encoding",
            rule.columns,
            found,
            f"these letters are “{meant[:MEANT]}”, which a program read as {code_page} and saved",
            "save the table anew as UTF-8 from where its letters are still right",
        )
        return
    for oddity in oddities(value, known):
        times = f" {oddity.times} times" if oddity.times > 1 else ""
        say(
            oddity.code,
            rule.columns,
            oddity.around,
            f"the text holds {oddity.name}{times}: {oddity.words}",
            f"correct it in the source, or add U+{ord(oddity.sign):04X} to known_characters",
            WARNING,
        )


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
