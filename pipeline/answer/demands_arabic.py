"""Demands that an Arabic question makes by its words: the first of a thing, and who a person of several names is.

    ordered   "أول من أسلم": the ordinal must stand before that word, not before any other
    person    "من هو خالد بن الوليد": the name is of several words, and still one person is asked about

Nothing is decided here; `pipeline.answer.demands` puts the demands to texts.
"""

from __future__ import annotations

import re

from pipeline.answer.reading import Reading
from pipeline.answer.units import Asked
from pipeline.text import analyse, analyse_query

APART = 2  # tokens that may stand between an ordinal and its word
_ORDERED = re.compile(
    r"(?:^|\s)(اول|اخر)(?: (?:من|ما|الذي|التي|شيء|شخص|رجل|امراه|واحد))* (?:ال)?(?!مره|الامر|امره)([\u0621-\u064a]{3,})"
)
_PERSON = re.compile(
    r"^\W*من (?:هو|هي|هم|هن|هما|كان|كانت) (?:(?:ال)?(?:صحابي|صحابيه|نبي|امام|شيخ|سيده?|سيدنا|ملك) )?"
    r"([\u0621-\u064a]+(?: [\u0621-\u064a]+){1,5})\W*$"
)
# What makes it no name: a clause, or a degree.
_COMMON = re.compile(
    r"(?:^|\s)(?:من|ما|الذي|التي|الذين|في|علي|عن|اول|اخر|اكثر|افضل|خير|اعظم|اكبر|اصغر|اقرب)(?:\s|$)"
)


def ordered_pair(folded: str, question: Asked) -> tuple[str, frozenset[str]] | None:
    """An ordinal of a folded question, as a token, with the tokens of the word that it counts."""
    match = _ORDERED.search(folded)
    if match is None:
        return None
    tokens = analyse_query(match[2])[:1]
    words = [unit for unit in question.units if set(unit.tokens) & set(tokens)]
    if not words:
        return None
    ordinal = analyse_query(match[1])[0]
    return ordinal, frozenset(token for unit in words for form in unit.forms for token in form)


def in_order(reading: Reading, ordinal: str, words: frozenset[str]) -> bool:
    """Whether an ordinal stands before a word in a text; a verb may be in another of its forms (نزل، أنزل)."""
    tokens = analyse(reading.around)
    return any(
        token == ordinal
        and any(
            word in near or near in word for near in tokens[place + 1 : place + 2 + APART] for word in words
        )
        for place, token in enumerate(tokens)
    )


def asks_of_person(folded: str) -> bool:
    """Whether a folded question asks who somebody of several names is."""
    match = _PERSON.match(folded)
    return match is not None and _COMMON.search(match[1]) is None
