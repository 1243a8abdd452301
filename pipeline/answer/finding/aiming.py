"""How far a title is just what is asked: one that names all of it and little beside heads an answer to the whole.

Words are weighed by how rare they are, so that a firm's name or a case of one's own makes a title narrower than a
common word does. A word is named by itself, by a form of the same concept, or in part by a word that is like it
(shares, stocks); less than a third is no likeness. Words that only give a title its form count for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pipeline.answer.words.units import ONE, Asked, to_fixed
from pipeline.text import analyse

if TYPE_CHECKING:
    from pipeline.index.search import Index

SAME = 1 << 16  # the likeness of a word and itself
LEAST = 22_938  # of two words that have anything in common: 0.35
# For each of some words its likeness with each of the others.
Likeness = Callable[[Sequence[str], Sequence[str]], Sequence[Sequence[int]]]
Weight = Callable[[Sequence[str]], Sequence[int]]


def aims(
    titles: Sequence[str],
    question: Asked,
    frame: frozenset[str],
    weight: Weight,
    likeness: Likeness | None = None,
) -> list[int]:
    """For each of some titles the share of what is asked that it names, times the share of it that is asked; 1024 for
    a title of just that.

    Args:
        weight: of each of some words, by how rare it is.
        likeness: what is known of words that are like each other; none where only equal words count.
    """
    held = [sorted(set(analyse(title)) - frame) for title in titles]
    tokens = sorted({token for unit in question.things or question.units for token in unit.tokens})
    others = sorted({token for own in held for token in own})
    if not others:
        return [0] * len(titles)
    alike = likeness(tokens, others) if likeness else [[0] * len(others)] * len(tokens)
    rows = {
        token: {other: _some(one) for other, one in zip(others, row, strict=True)}
        for token, row in zip(tokens, alike, strict=True)
    }
    words = {
        one: (own, max((row[one] for row in rows.values()), default=0))
        for one, own in zip(others, weight(others), strict=True)
    }
    return [_aim(own, question, words, rows) for own in held]


def weighing(index: Index) -> Weight:
    """How an index weighs words by how rare they are."""
    return lambda tokens: [to_fixed(idf) for _, idf in index.lexical.statistics(tokens)]


def _aim(
    own: Sequence[str],
    question: Asked,
    words: Mapping[str, tuple[int, int]],
    alike: Mapping[str, Mapping[str, int]],
) -> int:
    """The same for the words of one title. `words`: what each weighs, and how like it is to anything asked about."""
    held, things = frozenset(own), question.things or question.units
    named = {token for unit in question.units for form in unit.forms if form <= held for token in form}
    weighed = [(one, *words[one]) for one in own]
    asked = sum(
        unit.weight
        * (SAME if unit.is_in(held) else max(map(alike[unit.tokens[0]].__getitem__, own), default=0))
        for unit in things
    )
    said = sum(weight * (SAME if one in named else like) for one, weight, like in weighed)
    share = asked * ONE // (SAME * max(1, sum(unit.weight for unit in things)))
    return share * (said * ONE // (SAME * max(1, sum(weight for _, weight, _ in weighed)))) // ONE


def _some(likeness: int) -> int:
    return min(likeness, SAME) if likeness >= LEAST else 0
