"""A question to a verdict, and the answer that shows it: look -> decide.

    answer(index, "What breaks the fast?")

`look` routes, retrieves and reads; `verdict` decides by rules and the gate, from the index alone, before any prose.
The same index, question and mode give the same answer. A question beyond the limits raises `QuestionError`, one
without words in English or Arabic is declined.
"""

from __future__ import annotations

from dataclasses import replace

from pipeline.answer import declines
from pipeline.answer.composing.notes import read_as
from pipeline.answer.look import look
from pipeline.answer.resources import Resources, resources_of
from pipeline.answer.routing.limits import check_limits
from pipeline.answer.seen import Seen
from pipeline.answer.verdict import decide
from pipeline.index import Index
from schemas.answer import Answer, Mode


def answer(
    index: Index,
    question: str,
    mode: Mode = Mode.MUSLIM,
    background: str | None = None,
    explain: bool = False,
    seen: Seen | None = None,
    resources: Resources | None = None,
) -> Answer:
    """The answer to a question, or a decline.

    Args:
        background: the reader's tradition in free text; used in `dawah` mode alone.
        explain: fill `verdict.explanation` with everything that the outcome rests on.
        seen: what `look` made of this question with this index; it is looked at now when None.
        resources: what to decide by; left out, what the snapshot carries.

    Raises:
        QuestionError: the question breaks a limit.
    """
    check_limits(question)
    resources = resources or resources_of(index)
    seen = seen or look(index, question, resources)
    given = decide(index, question, seen, resources, background if mode is Mode.DAWAH else None)
    if seen.route.near_crisis:
        given = declines.with_help(given, seen.route, resources.lexicon)
    if read := read_as(seen.respelt, given.language, resources.lexicon):
        given = replace(given, note=f"{read} {given.note}" if given.note else read)
    if explain:
        given.verdict.explanation.update(seen.explanation())
    return replace(given, mode=mode)
