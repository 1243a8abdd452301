"""A whole search in one call of compiled code: words to term ids, candidates, exact scores, their order."""

from __future__ import annotations

import numpy as np

from pipeline.index.compiled import kernel
from pipeline.index.lexical.candidates import MAXIMUM_TERMS, find_candidates
from pipeline.index.lexical.ordering import best_of
from pipeline.index.lexical.scoring import score_passages
from pipeline.index.lexical.vocabulary import find_terms

FOUND, TOO_MANY, NO_LIST, UNSOUND = 0, 1, 2, 3


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
def search_words(words, ends, given, k, blob, term_ends, lists, room, count, norm, width, mask):  # type: ignore[no-untyped-def]
    """The k best passages.

    Args:
        words: the bytes of the words, one after another, each word once.
        ends: where they end, from 0.
        given: the weight of each.
        room: how many lists of each way there are.

    Returns:
        One of the codes above, how many terms are known, ordinals, scores.
    """
    terms, weights = known_terms(find_terms(blob, term_ends, words, ends), given)
    nothing = (np.empty(0, np.int32), np.empty(0, np.float64))
    number = len(terms)
    if number > MAXIMUM_TERMS:
        return TOO_MANY, number, *nothing
    for place in range(number):
        if lists.slot[terms[place]] >= room[lists.way[terms[place]]]:
            return NO_LIST, number, *nothing
        weights[place] *= lists.idf[terms[place]]
    if number == 0 or k < 1:
        return FOUND, number, *nothing
    passages, sound = find_candidates(terms, weights, min(k, count), lists, count, norm, width, mask)
    if not sound:
        return UNSOUND, number, *nothing
    scores = score_passages(passages, terms, weights, lists, norm)
    for place in range(len(scores)):
        if not np.isfinite(scores[place]):
            return UNSOUND, number, *nothing
    ordinals, values = best_of(passages, scores, k)
    return FOUND, number, ordinals, values
