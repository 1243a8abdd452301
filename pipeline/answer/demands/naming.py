"""Whether a text names the very thing that a question asks about.

A thing is named by one of its words, by a word made from it, or by one whose vector is nearly its own: its translation,
or another form of it. A neighbour in meaning (a cat, for a dog) is further away than that.

Which things a text must name, `judging` says of a question, and `questions` puts to texts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipeline.answer.words.family import Near
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import ONE, Unit

SAME_WORD = 39_322  # likeness of a word and its translation or other form: 0.6
STEM = 4  # letters of an English word that another one begins with
# What makes another form of an English word, or another word of it; a second may follow (care, careful, carefully). A
# stem has often lost the last letters of its ending.
_ENDINGS = frozenset(
    "a e h i t u y ah d ed s es n en in ing r er ers or ors ar ist ists ism isms ti ati iti ties th nes ness ment"
    " mental ion tion ation ition sion at ate ativ iv nt ant ent anc enc nce nci abl ibl able bl abil al li ly"
    " les less ful ic is iz ifi ous os iou ious ur hood ship dom worthi wis ward ag ess ish".split()
)
ROOT = 3  # letters of an Arabic word without the one before its root
BEFORE_ROOT = frozenset("يتنأام")


@dataclass(frozen=True, slots=True)
class Naming:
    """Which words of some texts name each thing that is asked about, by the token of the thing."""

    words: Mapping[str, frozenset[str]]

    def names(self, held: frozenset[str], unit: Unit) -> bool:
        """Whether some words of these texts name a thing."""
        if not self.words[unit.tokens[0]].isdisjoint(held):
            return True
        return any(len(form) > 1 and form <= held for form in unit.forms)

    def share(self, held: frozenset[str], things: Sequence[Unit]) -> int:
        """How much some words name of some things, by weight; 1024 for all."""
        named = sum(unit.weight for unit in things if self.names(held, unit))
        return named * ONE // max(1, sum(unit.weight for unit in things))


def nothing_near(tokens: Sequence[str], others: Collection[str], least: int) -> Sequence[frozenset[str]]:
    """The words like others where an index knows of none."""
    return [frozenset()] * len(tokens)


def naming_of(things: Sequence[Unit], held: Collection[str], near: Near = nothing_near) -> Naming:
    """What names each of some things among all words of some texts."""
    tokens = [unit.tokens[0] for unit in things]
    begin = tuple({token[:STEM] for token in tokens if token.isascii()})
    begun = [one for one in held if one.startswith(begin)]
    words: dict[str, frozenset[str]] = {}
    for unit, token, alike in zip(things, tokens, near(tokens, held, SAME_WORD), strict=True):
        words[token] = (
            unit.alone
            | alike
            | _of_one_word(token, begun if token.isascii() else held)
            | words.get(token, frozenset())
        )
    return Naming(words)


def names_each(reading: Reading, units: Iterable[Unit], naming: Naming) -> bool:
    """Whether a text names each of some things in its heading or question, or in one sentence where it speaks of the
    question."""
    wanted = tuple(units)
    return any(all(naming.names(said, unit) for unit in wanted) for said in _said(reading))


def names_most(reading: Reading, things: Sequence[Unit], naming: Naming, least: int) -> bool:
    """Whether a text names so much of some things, by weight, in its heading and one sentence where it speaks of the
    question."""
    return any(naming.share(said, things) >= least for said in _said(reading))


def _said(reading: Reading) -> Iterator[frozenset[str]]:
    """The words of each sentence where a text speaks of the question, with its heading; of that alone if none does."""
    return (one | reading.heading for one in reading.inside or (frozenset[str](),))


def _of_one_word(token: str, others: Collection[str]) -> frozenset[str]:
    """Words of one stem with another that the analyser leaves apart: impure and impurity, شرك and يشرك."""
    if token.isascii():
        return frozenset(
            one
            for one in others
            if one.isascii()
            and min(len(token), len(one)) >= STEM
            and (_is_made_of(token, one) or _is_made_of(one, token))
        )
    root = _rooted(token)
    return frozenset(one for one in others if root in one and _rooted(one) == root)


def _is_made_of(longer: str, word: str) -> bool:
    """Whether an English word is another one with an ending: prayer of pray, and not headscarf of head.

    >>> _is_made_of("prayer", "pray"), _is_made_of("headscarf", "head")
    (True, False)
    """
    if not longer.startswith(word):
        return False
    rest = longer[len(word) :]
    return not rest or any(rest[:end] in _ENDINGS and _ends(rest[end:]) for end in range(1, len(rest) + 1))


def _ends(rest: str) -> bool:
    return not rest or rest in _ENDINGS


def _rooted(token: str) -> str:
    """An Arabic token without a letter before its root."""
    return token[1:] if len(token) > ROOT and token[0] in BEFORE_ROOT else token
