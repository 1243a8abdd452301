"""Demands of a question with numbers.

counted   after "how many", a number must stand beside the noun that is counted; beside somebody's kin he himself: see
          `pipeline.answer.demands.kin_counted`
each      the same of the thing whose parts are counted
claimed   a number that the question takes for granted must stand in the text, beside something asked about
"""

from __future__ import annotations

from functools import partial

from pipeline.answer.demands import numbering
from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.demand import Demand
from pipeline.answer.demands.kin_counted import kin_counted_in
from pipeline.answer.demands.languages import LANGUAGES
from pipeline.answer.routing.numbers import numbers_in
from pipeline.answer.words.units import Unit
from pipeline.text import analyse_query, words

SMALL = 2  # numbers up to this one are too common to be demanded


def counted_in(asking: Asking) -> list[Demand]:
    """What a question demands that counts, or takes a number for granted."""
    counted = _counted(asking)
    each = _each(asking)  # asks for more
    return [*(each or counted), *([] if counted else _claimed(asking))]


def _claimed(asking: Asking) -> list[Demand]:
    """Numbers that the question takes for granted."""
    said = numbers_in(asking.normal, asking.lexicon) - asking.taken
    numbers = sorted(value for value in said if value > SMALL)
    subject = _uncounted(asking) if numbers else ()
    return [Demand("claimed", partial(numbering.holds_number, value, subject)) for value in numbers]


def _counted(asking: Asking) -> list[Demand]:
    """What is counted; of kin, whose they are too."""
    if kin := kin_counted_in(asking):
        return [Demand("counted", kin.told_by)]
    return [
        Demand("counted", partial(numbering.counts, unit))
        for word in asking.lexicon.counted(asking.normal)
        for unit in asking.by(word)
        if not unit.frame
    ]


def _each(asking: Asking) -> list[Demand]:
    """The thing whose parts are counted."""
    pair = LANGUAGES[asking.language].each_pair(asking)
    return [Demand("each", partial(numbering.counts_each, pair[1]))] if pair else []


def _uncounted(asking: Asking) -> tuple[Unit, ...]:
    """The things asked about that are no numbers themselves."""
    said = asking.normal
    found = list(words(said))
    # Where letters of both scripts are joined, many words have one place, which is read once.
    places = {(one.start, one.end) for one in found}
    numbers = {(start, end) for start, end in places if numbers_in(said[start:end], asking.lexicon)}
    counts = {token for one in found if (one.start, one.end) in numbers for token in analyse_query(one.text)}
    return tuple(unit for unit in asking.question.things if not counts & set(unit.tokens))
