"""Demands on the very thing that a question asks about: a text must name it.

    named     a question of judgement ("Does touching a dog break wudu?", "the ruling on X", "what is said about X")
              that names few things is answered by a text that names the rarest of them: a ruling on its neighbour is
              another; what is named beside it may go by other words (an adult, ladies, one's hand)
    compared  "the difference between A and B": a text that says of both that they differ, or what each of them is

A thing is named by one of its words, by a word made from it, or by one whose vector is nearly its own: its translation,
or another form of it. A neighbour in meaning (a cat, for a dog) is further away than that.

Nothing is decided here; `pipeline.answer.demands` puts the demands to texts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.reading import Reading
from pipeline.answer.units import Asked, Unit
from pipeline.text import analyse, analyse_query

Likest = Callable[
    [str, Collection[str]], int
]  # how like a token is to the likest of others; 65,536 for the same

RARE_EIGHTHS = 7  # of the weight of the heaviest thing, from which another must be named, too
FEW = 3  # things; a longer question is told in many words, and its answer in others
SAME_WORD = 39_322  # likeness of a word and its translation or other form: 0.6
STEM = 4  # letters of an English word that another one begins with
ROOT = 3  # letters of an Arabic word without the one before its root
BEFORE_ROOT = frozenset("يتنأام")
WITHIN = 7  # tokens from the word that says that things differ to both of them


def nothing_alike(token: str, others: Collection[str]) -> int:
    """The likeness of words where an index has none."""
    return 0


def judged_things(folded: str, question: Asked, lexicon: Lexicon) -> tuple[Unit, ...]:
    """The rarest things that a question of judgement names, beside words of judgement; none where it names much."""
    if not lexicon.is_judged(folded):
        return ()
    aside = lexicon.judging | lexicon.classes
    named = [
        unit
        for unit in question.things
        if not aside & set(unit.tokens) and unit.concept not in lexicon.generic
    ]
    heaviest = max((unit.weight for unit in named), default=0)
    rare = tuple(unit for unit in named if unit.weight * 8 >= heaviest * RARE_EIGHTHS)
    return rare if len(named) <= FEW else ()


def compared_things(folded: str, question: Asked, lexicon: Lexicon) -> tuple[tuple[Unit, ...], ...]:
    """The two sides of a question that asks how things differ; nothing where one of them names nothing."""
    for match in lexicon.compared(folded):
        sides = tuple(
            tuple(unit for unit in question.things if set(unit.tokens) & set(analyse_query(side)))
            for side in (match["a"], match["b"])
        )
        if all(sides):
            return sides
    return ()


def names_each(reading: Reading, units: Iterable[Unit], likest: Likest) -> bool:
    """Whether a text names each of some things, in its heading or question, or where it speaks of the question."""
    held = reading.held - {token for line in reading.lines for token in line.tokens}
    held |= frozenset(analyse(reading.around))
    return all(names(held, unit, likest) for unit in units)


def names(held: frozenset[str], unit: Unit, likest: Likest) -> bool:
    """Whether some tokens name a thing."""
    if any(form <= held for form in unit.forms):
        return True
    token = unit.tokens[0]
    return any(_of_one_word(token, other) for other in held) or likest(token, held) >= SAME_WORD


def tells_apart(reading: Reading, sides: Sequence[Sequence[Unit]], differing: frozenset[str]) -> bool:
    """Whether a text says that two things differ: both within a few words of one that says so."""
    for tokens in (reading.asked, *(line.tokens for line in reading.lines)):
        for place, token in enumerate(tokens):
            if token in differing:
                near = frozenset(tokens[max(0, place - WITHIN) : place + WITHIN + 1])
                if all(any(form <= near for unit in side for form in unit.forms) for side in sides):
                    return True
    return False


def _of_one_word(token: str, other: str) -> bool:
    """Whether two tokens are words of one stem that the analyser leaves apart: impure and impurity, شرك and يشرك."""
    if token.isascii() != other.isascii():
        return False
    if token.isascii():
        return min(len(token), len(other)) >= STEM and (token.startswith(other) or other.startswith(token))
    return _rooted(token) == _rooted(other)


def _rooted(token: str) -> str:
    """An Arabic token without a letter before its root."""
    return token[1:] if len(token) > ROOT and token[0] in BEFORE_ROOT else token
