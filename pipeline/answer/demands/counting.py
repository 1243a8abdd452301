"""Demands of a question with numbers.

counted   after "how many", a number must stand beside the noun that is counted; beside somebody's kin he himself: see
          `pipeline.answer.demands.kin_counted`
each      the same of the thing whose parts are counted
claimed   a number that the question takes for granted must stand in the text, beside something asked about
"""

from __future__ import annotations

import re
from functools import partial

from pipeline.answer.asking.numbers import numbers_in
from pipeline.answer.demands import numbering
from pipeline.answer.demands.demand import Demand
from pipeline.answer.demands.kin_counted import kin_counted_in
from pipeline.answer.demands.languages import LANGUAGES
from pipeline.answer.demands.read import units_of
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.units import Asked, Unit
from pipeline.text import analyse_query, words

SMALL = 2  # numbers up to this one are too common to be demanded
# A number that says a place in a book is no claim.
_PLACE = re.compile(
    r"(?:surah?|chapter|verses?|ayah?|juz'?|سوره|السوره|ايه|الايه|جزء) (?:no\.? |number |رقم )?\d+"
)


def without_places(folded: str) -> str:
    """A folded question without the numbers that say a place in a book."""
    return _PLACE.sub(" ", folded)


def counted_in(folded: str, question: Asked, lexicon: Lexicon, taken: frozenset[int]) -> list[Demand]:
    """What a folded question demands that counts, or takes a number for granted.

    Args:
        taken: numbers that a closed list confirms; a text need not repeat them.
    """
    counted = _counted(folded, question, lexicon)
    each = _each(folded, question)  # asks for more
    return [*(each or counted), *([] if counted else _claimed(folded, question, lexicon, taken))]


def _claimed(folded: str, question: Asked, lexicon: Lexicon, taken: frozenset[int]) -> list[Demand]:
    """Numbers that the question takes for granted."""
    numbers = sorted(value for value in numbers_in(folded, lexicon) - taken if value > SMALL)
    subject = _uncounted(folded, question, lexicon) if numbers else ()
    return [Demand("claimed", partial(numbering.holds_number, value, subject)) for value in numbers]


def _counted(folded: str, question: Asked, lexicon: Lexicon) -> list[Demand]:
    """What is counted; of kin, whose they are too."""
    if kin := kin_counted_in(folded, question, lexicon):
        return [Demand("counted", kin.told_by)]
    return [
        Demand("counted", partial(numbering.counts, unit))
        for word in lexicon.counted(folded)
        for unit in units_of(word, question)
        if not unit.frame
    ]


def _each(folded: str, question: Asked) -> list[Demand]:
    """The thing whose parts are counted."""
    pair = LANGUAGES[question.language].each_pair(folded, question)
    return [Demand("each", partial(numbering.counts_each, pair[1]))] if pair else []


def _uncounted(folded: str, question: Asked, lexicon: Lexicon) -> tuple[Unit, ...]:
    """The things asked about that are no numbers themselves."""
    found = list(words(folded))
    # Where letters of both scripts are joined, many words have one place, which is read once.
    places = {(one.start, one.end) for one in found}
    numbers = {(start, end) for start, end in places if numbers_in(folded[start:end], lexicon)}
    counts = {token for one in found if (one.start, one.end) in numbers for token in analyse_query(one.text)}
    return tuple(unit for unit in question.things if not counts & set(unit.tokens))
