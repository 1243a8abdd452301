"""The other words of an Arabic word's root: a verb and its noun are one thing (يتزوج، زواج).

The light stems of the analyser leave the forms of a root apart, so a rare form of a common word would count as rare,
and a text that has the noun would not hold the verb. The letters of the root are what is left of a stem without what
is set before it and within it; its forms are those that Arabic makes of such letters. A form is of the same thing only
where its vector is near the word's own: many roots mean several things (a mosque is no prostration).
A stem that still has its preposition (لبناء) is the word behind it, where that is much more common.

What orders texts and what a judgement is held to go by these. Other demands and the gate do not: rare forms are
what tells near misses from questions that are answered.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from pipeline.answer.words.units import Asked, Unit, weight_of
from pipeline.text import analyse_query

# For each of some words those of others that are so like it; 65,536 for the same.
Near = Callable[[Sequence[str], Collection[str], int], Sequence[frozenset[str]]]

RARER = 2.5  # of an idf: a word with its preposition is twelve times as rare
REST = 4  # letters of a word behind its preposition
KIN = 32_768  # likeness of two words of one root: 0.5
ROOT = 3  # letters
_BEFORE = frozenset("وفبكليتنمس")  # letters that are set before a root
_PREPOSITIONS = frozenset("وفبكل")
_WEAK = frozenset("وي")
_FORMS = (
    "فعل فاعل فعال فعول فعيل فعله فعلان مفعول مفعل مفعله مفاعل تفعيل تفاعل يفعل تفعل نفعل افعل افعال يتفعل تتفعل "
    "متفعل اتفعل يفاعل انفعل ينفعل افتعل افتعال يفتعل مفتعل استفعل استفعال يستفعل مستفعل لفعل ليفعل"
).split()


def with_families(question: Asked, near: Near, idf: Callable[[str], float]) -> Asked:
    """A question whose words stand for their roots: each weighs as much as the most common word of its root, and any
    of these names it. Concepts, and words that only give a question its form, stay as they are."""
    return replace(question, units=tuple(_with_family(unit, near, idf) for unit in question.units))


def _with_family(unit: Unit, near: Near, idf: Callable[[str], float]) -> Unit:
    if unit.frame or unit.concept or unit.tokens[0].isascii():
        return unit
    words = unit.alone | behind_preposition(unit.tokens[0], idf)
    kin = words.union(*(family(word, near) for word in sorted(words)))
    others = sorted({frozenset((one,)) for one in kin} - set(unit.forms), key=sorted)
    weight = min(unit.weight, *(weight_of(idf(word)) for word in kin))
    return replace(unit, weight=weight, forms=(*unit.forms, *others))


def behind_preposition(token: str, idf: Callable[[str], float]) -> frozenset[str]:
    """The stem of the word behind the preposition that a rare token begins with, where it is much more common."""
    rest = token[1:]
    stem = analyse_query(rest)[:1] if token[0] in _PREPOSITIONS and len(rest) >= REST else []
    return frozenset(one for one in stem if idf(token) >= idf(one) + RARER)


def family(token: str, near: Near) -> frozenset[str]:
    """The words of the same root and meaning as an Arabic token, of those that the vectors know."""
    forms = _forms(token)
    return near([token], forms, KIN)[0] - {token} if forms else frozenset()


def _forms(token: str) -> frozenset[str]:
    """The words that Arabic makes of the root of a token."""
    roots = [_letters(root) for root in _roots(token)]
    return frozenset(form.translate(letters) for letters in roots for form in _FORMS)


def _letters(root: Sequence[str]) -> dict[int, str]:
    return {ord(place): letter for place, letter in zip("فعل", root, strict=True)}


def _roots(token: str) -> list[tuple[str, ...]]:
    """What the three letters of a token's root may be; none where more or fewer are left of it."""
    strong = token.replace("ء", "").replace("ا", "")
    strong = strong[:-1] if len(strong) > ROOT and strong.endswith("ه") else strong
    strong = strong[:-1] if len(strong) > ROOT and token.endswith("ان") else strong
    while len(strong) > ROOT and strong[0] in _BEFORE:
        strong = strong[1:]
    if len(strong) > ROOT and strong[1] == "ت":
        strong = strong[0] + strong[2:]  # اغتسل
    if len(strong) > ROOT:
        strong = strong[0] + "".join(one for one in strong[1:] if one not in _WEAK)
    if len(strong) == ROOT:
        weak = strong[1] in _WEAK
        return [(strong[0], one, strong[2]) for one in "ويا"] if weak else [tuple(strong)]
    if len(strong) == ROOT - 1 and token[-1] in "اءوي":
        return [(*strong, one) for one in ("و", "ي", "ا", "ء", "")]
    if len(strong) == ROOT - 1 and "ا" in token[1:-1]:
        return [(strong[0], one, strong[1]) for one in "ويا"]
    return []
