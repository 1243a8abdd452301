"""Which texts a row names: its own, by the reference id that it makes, those that it speaks of, verses that it quotes.

Every such id is one that can be, and of the Qur'an one that there is; whether a document bears it is not known from one
row (`linked`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.sources.characters import trimmed, unseen
from pipeline.sources.mapping import STEPS, Columns, Template, ValueProblem
from pipeline.sources.meant import meant
from pipeline.sources.plan import Plan, QuotePlan
from pipeline.sources.problems import QUARANTINED, WARNING
from pipeline.sources.scripture import PinnedQuran, reference_problem, verses_of
from pipeline.sources.telling import Teller, filled, say_not_a_value
from pipeline.sources.wordless import DATE, NOT_DATE
from schemas.errors import ReferenceIdError
from schemas.reference import Kind, Locator, ReferenceId
from schemas.sentence import said

SEVERAL = re.compile(r"[;,|،؛\n\r]")  # between links of one cell; none of them stands in a reference id


def reference_of(plan: Plan, columns: Columns, say: Teller) -> ReferenceId | None:
    """The reference id that a row makes; None where it can be none."""
    template = plan.reference
    try:
        text, empty = template.fill_whole(columns)
    except ValueProblem as wrong:
        say_not_a_value(wrong, "reference", say)
        return None
    if empty:
        say(
            "bad-reference",
            empty[0],
            text,
            said("the column “{empty}” is empty, so that no reference id can be made", empty=empty[0]),
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
        message = said("“{value}” cannot be part of a reference id", value=value)
        remedy = said(
            "write a number (12, 8c), a range that goes up (1-5), or a word of a-z, 0-9 and hyphens"
        )
        if DATE.fullmatch(value):
            remedy = NOT_DATE
        elif _is_locator(STEPS["number"](value)):
            read = STEPS["number"](value)
            remedy = said(
                "{remedy}; or write {{{path}|number}} in the card, which reads it as {read}",
                remedy=remedy,
                path=place.path,
                read=read,
            )
        return place.path, value, message, _without_marks(value, remedy)
    return (
        template.columns,
        text,
        error.problem,
        error.expected or said("see `reference` in the card: an id is like fatwa:x:12"),
    )


def links_of(plan: Plan, columns: Columns, say: Teller) -> tuple[str, ...]:
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
                remedy = said("correct the number of the surah or the verse")
                say("no-such-verse", template.columns, text, problem, remedy)
            else:
                links.update(dict.fromkeys(verses_of(reference)))
        if refused:
            value = "; ".join(refused)
            remedy = said(
                "write it as in quran:2:255, quran:2:1-5 or hadith:bukhari:1, in digits 0-9, with ; between two"
            )
            if near := _meant_by(list(refused)):
                remedy = said("did you mean “{near}”? Else {remedy}", near=near, remedy=remedy)
            say(
                "bad-link",
                template.columns,
                value,
                next(iter(refused.values())).problem,
                _without_marks(value, remedy),
            )
    return tuple(sorted(links))


def _each(template: Template, columns: Columns, say: Teller) -> list[str]:
    """The values of a template whose last column may hold several."""
    try:
        return template.fill_each(columns, SEVERAL)
    except ValueProblem as problem:
        say_not_a_value(problem, "links", say)
        return []


def check_quote(quote: QuotePlan, columns: Columns, quran: PinnedQuran | None, say: Teller) -> None:
    """That a row quotes the verse that it names, and in its letters, where the pinned Qur'an is there."""
    text = filled(quote.text, "quotes", columns, say)
    if not text.strip():
        return
    name = trimmed(filled(quote.verse, "quotes", columns, say))
    remedy = said("correct the number of the surah or the verse")
    try:
        reference = ReferenceId.parse(name)
        problem = reference_problem(reference)
    except ReferenceIdError as error:
        reference, problem = None, error.problem
        if near := _meant_by([name]):
            remedy = said("did you mean “{near}”?", near=near)
    if reference is None or problem:
        say("no-such-verse", quote.verse.columns, name, problem, remedy)
    elif reference.kind is Kind.QURAN and quran and not quran.quoted(reference, text, whole=quote.rule.whole):
        say(
            "verse-text-differs",
            quote.text.columns,
            text,
            said("these letters are not those of {reference} in the pinned Qur'an", reference=reference),
            said(
                "copy the words of {reference} from the Qur'an's source, or correct the number of the verse",
                reference=reference,
            ),
            QUARANTINED if quote.rule.when_differs == "quarantine" else WARNING,
        )


def _meant_by(names: Sequence[str]) -> str:
    """The ids that were meant by names that are none, as a cell holds them; "" unless each of them can be told."""
    near = [meant(name) for name in names]
    return "; ".join(filter(None, near)) if all(near) else ""


def _without_marks(value: str, remedy: str) -> str:
    """A remedy, behind what to do first of all with a name that nobody sees to be wrong."""
    marks = unseen(value)
    if not marks:
        return remedy
    return said("remove what cannot be seen in it ({marks}); else {remedy}", marks=marks, remedy=remedy)


def _is_locator(text: str) -> bool:
    try:
        Locator.parse(text)
    except ReferenceIdError:
        return False
    return True
