"""What a question asks how two things differ: "the difference between A and B".

A text tells it that says of both that they differ, or what each of them is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.checks import says_what
from pipeline.answer.demands.read import Read
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import Unit
from pipeline.text import analyse_query
from schemas.reference import Kind

WITHIN = 7  # tokens from the word that says that things differ to both of them
CLOSE = 3  # the same from an Arabic word that stands between them
AT_ONCE = 2  # tokens behind an Arabic word for differing, one of which names a side
_BETWEEN = frozenset(analyse_query("between"))
_THEM = "بين"  # of "between them": what stands alone is no token


def compared_things(folded: str, asking: Asking) -> tuple[tuple[Unit, ...], ...]:
    """The two sides of a question that asks how things differ; nothing where one of them names nothing.

    Args:
        folded: what is read of the question: as it is demanded, or whole.
    """
    for match in asking.lexicon.compared(folded):
        sides = tuple(
            tuple(unit for unit in asking.by(side) if not unit.frame) for side in (match["a"], match["b"])
        )
        if all(sides):
            return _by_own_words(sides)
    return ()


def _by_own_words(sides: tuple[tuple[Unit, ...], ...]) -> tuple[tuple[Unit, ...], ...]:
    """Two sides, each thing of a concept that both of them have by its own word alone: by the other's it is not told
    apart from it."""
    first, second = ({unit.concept for unit in side if unit.concept} for side in sides)
    return tuple(
        tuple(
            replace(unit, forms=(frozenset(unit.tokens),)) if unit.concept in first & second else unit
            for unit in side
        )
        for side in sides
    )


def differs(sides: Sequence[Sequence[Unit]], text: Read) -> bool:
    """It says of two things that they differ, or what each of them is: a narration in sentences that begin with it, for
    it names both where it tells of them, and something is somewhere in it."""
    begins = text.kind == Kind.HADITH
    return _tells_apart(text.reading, sides, text.lexicon.differing) or all(
        says_what(text.reading.text, text.language, side, text.lexicon, begins=begins) for side in sides
    )


def _tells_apart(reading: Reading, sides: Sequence[Sequence[Unit]], differing: frozenset[str]) -> bool:
    """Whether a text says that two things differ: both within a few words of one that says so."""
    return any(
        token in differing and _apart(tokens, place, sides)
        for tokens in (reading.asked, *(tokens for _, _, tokens in reading.lines))
        for place, token in enumerate(tokens)
    )


def _apart(tokens: Sequence[str], place: int, sides: Sequence[Sequence[Unit]]) -> bool:
    """Whether a word for differing is said of two sides: of both that "between" leads to, or it stands between them;
    scholars differ on one thing, and a judge parts two others.

    Of Arabic, whose "between" is no token, one side follows at once, or each stands close by."""
    arabic = not tokens[place].isascii()
    reach = CLOSE if arabic else WITHIN
    before, after = (
        frozenset(tokens[max(0, place - reach) : place]),
        frozenset(tokens[place : place + reach + 1]),
    )
    first, second = sides
    if (_names_one(first, before) and _names_one(second, after)) or (
        _names_one(second, before) and _names_one(first, after)
    ):
        return True
    behind = frozenset(tokens[place : place + WITHIN + 1])
    around = behind.union(tokens[max(0, place - WITHIN) : place])
    if not arabic:
        return not _BETWEEN.isdisjoint(tokens[place + 1 : place + 3]) and _names_both(sides, around)
    at_once = frozenset(tokens[place + 1 : place + 1 + AT_ONCE])
    if any(_names_one(side, at_once) for side in sides):
        return _names_both(sides, behind)
    return _THEM in tokens[place + 1 : place + 2] and _names_both(sides, around)


def _names_both(sides: Sequence[Sequence[Unit]], held: frozenset[str]) -> bool:
    return all(_names_one(side, held) for side in sides)


def _names_one(side: Sequence[Unit], held: frozenset[str]) -> bool:
    return any(unit.is_in(held) for unit in side)
