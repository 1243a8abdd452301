"""Whether a text holds an Arabic word itself, or only one of the same stem.

Stems bring together the neighbour and the wicked (الجار، الفجار), backbiting and the unseen (الغيبة، الغيب), the
odd prayer and "you see" (الوتر، وترى). A word is itself with an article, with a preposition, or with a pronoun after
it; a thing that the glossary knows is itself in each of its Arabic forms, also for a question in English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pipeline.answer.reading import Reading
from pipeline.answer.units import Asked
from pipeline.text import Glossary, analyse_query, words

_ARTICLE = re.compile("^[وف]?(?:[بك]?ال|لل)")
_PRONOUN = re.compile("(?:هما|كما|ها|هم|هن|كم|نا|ه|ك|ي)$")
_ARABIC = re.compile("[\u0621-\u064a]")

Spellings = Mapping[str, frozenset[str]]


def spelled(reading: Reading, spellings: Spellings) -> frozenset[str]:
    """The tokens of the question whose very word stands in the best window of an Arabic text."""
    if not spellings or reading.language != "ar":
        return frozenset()
    held = frozenset(form for word in words(reading.around) for form in _variants(word.text))
    return frozenset(token for token, forms in spellings.items() if forms & held)


def spellings_of(text: str, question: Asked, glossary: Glossary | None) -> dict[str, frozenset[str]]:
    """For each Arabic thing that is asked about, the words by which a text may name it."""
    found: dict[str, frozenset[str]] = {}
    units = {token: unit for unit in question.things for token in unit.tokens}
    for word in words(text):
        for token in analyse_query(word.text):
            unit = units.get(token)
            if unit is None or not (unit.concept or _ARABIC.match(word.text)):
                continue
            forms = _named(unit.concept, glossary) if unit.concept else frozenset()
            written = {bare(word.text)} if _ARABIC.match(word.text) else set()
            found[token] = found.get(token, frozenset()) | forms | written
    return found


def _named(concept: str, glossary: Glossary | None) -> frozenset[str]:
    """The words of a concept's Arabic forms."""
    if glossary is None:
        return frozenset()
    forms = (form for one in concept.split("+") for form in glossary.concepts[one].ar)
    return frozenset(bare(word.text) for form in forms for word in words(form))


def bare(word: str) -> str:
    """A normalised Arabic word without its article and what is written before that.

    >>> bare("والجار"), bare("للجار"), bare("فجار")
    ('جار', 'جار', 'فجار')
    """
    rest = _ARTICLE.sub("", word, count=1)
    return rest if len(rest) > 1 else word


def _variants(word: str) -> set[str]:
    """The words that a written word may be: without its article, else without a preposition or a pronoun."""
    short = bare(word)
    if short != word:
        return {short}
    starts = {word, word[1:]} if len(word) > 3 and word[0] in "وبلك" else {word}
    return {form for start in starts for form in _without_pronoun(start)}


def _without_pronoun(word: str) -> set[str]:
    match = _PRONOUN.search(word)
    if match is None or match.start() < 3:
        return {word}
    rest = word[: match.start()]
    return {word, rest, f"{rest[:-1]}ه"} if rest.endswith("ت") else {word, rest}
