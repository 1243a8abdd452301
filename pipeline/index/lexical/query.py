"""A whole search in one call of compiled code: words to term ids, candidates, exact scores, their order."""

from __future__ import annotations

import numpy as np

from pipeline.index.addresses import reader_of
from pipeline.index.compiled import kernel
from pipeline.index.lexical.candidates import MAXIMUM_TERMS, find_candidates
from pipeline.index.lexical.layout import ARRAYS, Lists
from pipeline.index.lexical.ordering import best_of
from pipeline.index.lexical.scoring import score_passages
from pipeline.index.lexical.vocabulary import find_terms

NO_LIST, UNSOUND = -1, -2
_lists = reader_of(Lists, ARRAYS)


@kernel
def known_terms(numbers, given):  # type: ignore[no-untyped-def]
    """The known terms whose weight is not 0, by ascending id, and their weights; no id is there twice."""
    terms = np.empty(len(numbers), np.int64)
    weights = np.empty(len(numbers), np.float64)
    used = 0
    for place in range(len(numbers)):
        number, weight = numbers[place], given[place]
        if number < 0 or not weight > 0.0:
            continue
        at = used
        while at > 0 and terms[at - 1] > number:
            terms[at] = terms[at - 1]
            weights[at] = weights[at - 1]
            at -= 1
        terms[at] = number
        weights[at] = weight
        used += 1
    return terms[:used], weights[:used]


@kernel
def _weighed_terms(words, given, lists):  # type: ignore[no-untyped-def]
    """The known terms of a query, by ascending id, their weights times their idf, and below 0 what is wrong."""
    found = find_terms(lists.term_bytes, lists.term_ends, words, len(given))
    terms, weights = known_terms(found, given)
    number = len(terms)
    if number > MAXIMUM_TERMS:
        return terms, weights, -number
    room = len(lists.short_starts) - 1, len(lists.mid_starts) - 1, len(lists.dense)
    for place in range(number):
        if lists.slot[terms[place]] >= room[lists.way[terms[place]]]:
            return terms, weights, NO_LIST
        weights[place] *= lists.idf[terms[place]]
    return terms, weights, number


@kernel
def search_words(words, given, places, constants, mask, ordinals, scores):  # type: ignore[no-untyped-def]
    """The best passages, as many as there is room for.

    Args:
        words: as `spelled` gives them, each once.
        given: the weight of each.
        places: of the arrays of the index.
        constants: base and slope of the norm by length; the widths that `find_candidates` takes.
        ordinals: room for the passages, at most as many as there are.
        scores: and for their scores.

    Returns:
        How many are found; NO_LIST, UNSOUND, or the number of known terms below 0, if these are too many.
    """
    lists = _lists(places)
    norm, width = (constants[0], constants[1]), (constants[2], constants[3])
    terms, weights, number = _weighed_terms(words, given, lists)
    if number < 1 or len(ordinals) == 0:
        return min(number, 0)
    passages, sound = find_candidates(terms, weights, len(ordinals), lists, norm, width, mask)
    if not sound:
        return UNSOUND
    exact = score_passages(passages, terms, weights, lists, norm)
    for place in range(len(exact)):
        if not np.isfinite(exact[place]):
            return UNSOUND
    best, best_scores = best_of(passages, exact, len(ordinals))
    found = len(best)
    ordinals[:found] = best
    scores[:found] = best_scores
    return found


@kernel
def score_words(words, given, places, constants, passages, scores):  # type: ignore[no-untyped-def]
    """The scores of passages (uint32, ascending, below N); what it returns is below 0 as above."""
    lists = _lists(places)
    terms, weights, number = _weighed_terms(words, given, lists)
    if number > 0:
        scores[:] = score_passages(passages, terms, weights, lists, (constants[0], constants[1]))
    return number
