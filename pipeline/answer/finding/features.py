"""Features of one question against what the search found: integers, 1024 for 1.0.

They come from raw scores and from the texts themselves, never from fused scores, which are relative within
one question and so cannot say whether anything was found at all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.places import named_in
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import FRAME_SHARE, ONE, Asked
from pipeline.index.inquiries import SAME, Likeness
from pipeline.index.types import SearchResult

_DIGITS = re.compile(r"(?<![\d:])\d+(?![\d:])")
# Of what speaks for the first text: how near it comes to the best that was found, by all of the search and by each part
# of it; and before these its merit, how far its title is just what is asked, and what it does not name.
BEHIND = ("fused", "own", "dense", "alike", "aside", "unlike")
READ = ("answers", "verse")  # how likely it answers, in 1/1024 of a logit, and whether it is a verse
FIRST = ("merit", "aim", "wanting", *BEHIND)
BM25_ONE = 1 << 16
K1_PLUS_ONE = 2252  # 2.2, the most that one term can add per idf
BEST = 5
COMMON = ONE * 3 // 4
QUARTERS = 4  # of a doubling, in which the lexicon tells how rare a word is
DOUBLINGS = 1477  # log2(e): an idf counts in natural logarithms
DENSE_SHIFT = 6  # vectors have length 256, so that the inner product of equal ones is 2**16
NEAR = {"en": 45, "ar": 90}  # characters; Arabic is counted with its vowels
SHIFT = 10  # bits of ONE
# Likeness of two questions from which what answers one answers the other rather than not (decision 0453).
EVEN = ONE * 9 // 16


def log2_fixed(value: int) -> int:
    """log2 of an integer in 1/1024, exact at powers of two and linear between them; 0 for nothing."""
    if value <= 0:
        return 0
    power = value.bit_length() - 1
    return power * ONE + ((value << SHIFT) >> power) - ONE


def features(
    asking: Asking,
    result: SearchResult,
    readings: Sequence[Reading],
    most: int,
    of_faith: bool = False,
    common: bool = False,
    first: Mapping[str, int] | None = None,
    likeness: Likeness | None = None,
    first_likeness: int | None = None,
) -> dict[str, int]:
    """All features of a question.

    Args:
        readings: of the documents found, the one that is shown first before the others.
        most: the idf (1024 for 1.0) of a word that nothing holds.
        common: it is sought by the words by which texts tell of a common question. A text rarely holds more than
            `COMMON` of them, and what type of answer the question wants says nothing of such a text.
        of_faith: the route is one of the subject already: creed, commentary, supplication.
        first: what speaks for the text that is shown first (`FIRST`), where there is one, and what a reader tells of it
            (`READ`), where one has read it.
        likeness: of the question with what muftis were asked, where that is known; `first_likeness`: with what that
            text was asked.
    """
    domain = max(_domain(asking), ONE // 2 if of_faith else 0)
    first = first or {"wanting": ONE}
    return {
        **_of_scores(asking.question, result, most),
        **_of_texts(asking, readings, common=common),
        **_of_words(asking, most),
        "domain": domain,
        "inquiry_best": _beyond(likeness.most if likeness else None),
        "inquiry_first": _beyond(first_likeness),
        **{f"first_{name}": first.get(name, 0) for name in READ},
        **{f"first_{name}": max(0, first.get(name, 0)) for name in FIRST},
    }


def _of_scores(question: Asked, result: SearchResult, most: int) -> dict[str, int]:
    """How well anything was found, by its words and in meaning."""
    possible = max(1, sum(unit.weight for unit in question.units) * K1_PLUS_ONE >> SHIFT)
    lexical = max((hit.lexical for hit in result.hits), default=0) * ONE // BM25_ONE
    dense = sorted((hit.dense for hit in result.hits), reverse=True)
    nearest, others = max(dense, default=0), dense[BEST:] or dense[-1:]
    return {
        "log_lexical": log2_fixed(lexical + 1),
        "log_rare": log2_fixed(lexical * ONE // max(1, most) + 1),
        "lexical_share": min(2 * ONE, lexical * ONE // possible),
        "dense_best": nearest >> DENSE_SHIFT,
        "dense_ahead": max(0, nearest - sum(others) // max(1, len(others))) >> DENSE_SHIFT,
    }


def _of_texts(asking: Asking, readings: Sequence[Reading], *, common: bool) -> dict[str, int]:
    """What the first text, and the best of all, hold of the question."""
    # What the texts hold decides here, whatever order they are shown in.
    best = sorted(readings, key=lambda one: -one.strength)[:BEST]
    top = readings[0] if readings else None
    own = top.window if top else 0
    wanted = None if common else asking.wanted

    def share(value: int) -> int:
        return min(ONE, value * ONE // (COMMON if common else ONE))

    return {
        "window": share(max((one.window for one in best), default=0)),
        "window_own": share(own),
        "cover": share(max((one.cover for one in best), default=0)),
        "near": max((one.near for one in best), default=0),
        "missed": min((one.missed for one in best), default=ONE),
        "digits_absent": _digits_absent(asking.folded, best),
        "type_absent": ONE * (wanted is not None and not (top and holds_type(top, wanted, asking.question))),
        "agreeing": ONE * sum(one.window * 4 >= own * 3 for one in best) // BEST,
    }


def _of_words(asking: Asking, most: int) -> dict[str, int]:
    """What the words of the question are to the corpus, whatever was found."""
    question, lifts = asking.question, _lifts(asking)
    return {
        "least_familiar": min(_familiar(question, most), default=0),
        "lift": sum(lifts) // max(1, len(lifts)),
        "lift_most": max(lifts, default=0),
        "unknown": sum(unit.weight for unit in question.units if unit.unknown) * ONE // question.total,
        "breadth": ONE * min(4, len(question.things)) // 4,
    }


def _beyond(likeness: int | None) -> int:
    """By how much two texts are more alike than such of which half belong together; 0 where that is not known."""
    return 0 if likeness is None else likeness * ONE // SAME - EVEN


def _familiar(question: Asked, most: int) -> list[int]:
    """How common each thing asked about is in the corpus: 1024 for a word of every text, 0 for an unknown one."""
    return [
        0 if unit.unknown else max(0, most - unit.weight) * ONE // max(1, most) for unit in question.things
    ]


def _lifts(asking: Asking) -> list[int]:
    """How much likelier each word of the question is in the corpus than in general language, in doublings.

    A question of the world is asked in words that general language has more often.
    """
    return [
        (asking.lexicon.rarity(unit.tokens[0]) << SHIFT) // QUARTERS
        - (unit.weight * (FRAME_SHARE if unit.frame else 1) * DOUBLINGS >> SHIFT)
        for unit in asking.question.units
    ]


def _domain(asking: Asking) -> int:
    """The share of the things asked about that are of the subject: concepts, or words of the faith."""
    units = asking.question.things or asking.question.units
    concepts = sum(bool(unit.concept) for unit in units)
    words = asking.lexicon.faith.said_in(asking.text)
    return min(ONE, ONE * max(concepts, min(words, len(units))) // max(1, len(units)))


def _digits_absent(folded: str, readings: Sequence[Reading]) -> int:
    """1024 when a number of the question stands in none of the best texts."""
    numbers = _DIGITS.findall(folded)
    if not numbers:
        return 0
    texts = [set(_DIGITS.findall(fold(one.text))) for one in readings]
    return 0 if any(all(number in text for number in numbers) for text in texts) else ONE


def holds_type(reading: Reading, kind: Mapping[str, re.Pattern[str]], question: Asked) -> bool:
    """Whether what an answer of a type must hold stands near what is asked about, in the best window."""
    need = kind[f"need_{reading.language}"]
    about = question.things or question.units
    tokens = frozenset().union(*(unit.words for unit in about))
    low, high = reading.span
    reach = NEAR[reading.language]
    return any(
        need.search(fold(reading.text[max(0, low + start - reach) : low + end + reach]))
        for start, end in named_in(reading.text[low:high], tokens)
    )
