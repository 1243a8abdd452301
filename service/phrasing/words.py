"""The lists of `words.yaml`, folded as the search folds words, and how a written word is looked up in them.

An Arabic word is looked up as written and without a conjunction, a preposition and the article before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

import yaml

from pipeline.text import analyse, normalise
from pipeline.text.analyser import is_arabic

_CONJUNCTIONS = ("و", "ف")
_PARTICLES = ("ال", "بال", "كال", "لل", "ب", "ل", "ك")
KEPT = 1 << 16  # words whose forms are remembered: what another server writes has no end of them
_SHORTEST = 2  # letters that stay when something before a word is taken off


@dataclass(frozen=True, slots=True)
class Lists:
    """Every list, ready to be compared with normalised words."""

    rulings: dict[str, str]  # word -> concept
    opposites: frozenset[frozenset[str]]
    negators: frozenset[str]
    privatives: frozenset[str]
    breaks: frozenset[str]
    conditions: frozenset[str]
    next_conditions: frozenset[str]
    claiming: frozenset[str]
    sayers: frozenset[str]
    saying: frozenset[str]
    limits: frozenset[str]
    binding: frozenset[str]  # the limits too
    times: dict[str, str]  # word -> where in a time it sets what stands behind it
    pairs: frozenset[tuple[str, ...]]
    frame: frozenset[str]  # tokens
    kinds: dict[str, frozenset[str]]  # kind -> tokens
    names: frozenset[str]


@cache
def lists() -> Lists:
    """The lists, read once."""
    data = yaml.safe_load(files(__package__).joinpath("words.yaml").read_text("utf-8"))
    return Lists(
        _by_word(data["rulings"]),
        frozenset(frozenset(pair) for pair in data["opposites"]),
        _set(data["negators"]),
        _set(data["privatives"]),
        _set(data["breaks"]),
        _set(data["conditions"]),
        _set(data["next_conditions"]),
        _set(data["claiming"]),
        _set(data["sayers"]),
        _set(data["saying"]),
        _set(data["limits"]),
        _set(data["limits"]) | _set(data["binding"]),
        _by_word(data["times"]),
        frozenset(tuple(normalise(pair).split()) for pair in data["pairs"]),
        frozenset(analyse(data["frame"], keep_stop_words=True)),
        {kind: frozenset(analyse(text, keep_stop_words=True)) for kind, text in data["kinds"].items()},
        _set(data["names"]),
    )


def _by_word(named: Mapping[str, str]) -> dict[str, str]:
    return {word: name for name, text in named.items() for word in normalise(text).split()}


def _set(text: str) -> frozenset[str]:
    return frozenset(normalise(text).split())


@lru_cache(KEPT)
def _bare(word: str) -> tuple[str, ...]:
    forms = [word]
    if is_arabic(word):
        for conjunction in ("", *_CONJUNCTIONS):
            if not word.startswith(conjunction):
                continue
            rest = word[len(conjunction) :]
            forms.append(rest)
            forms += [rest[len(particle) :] for particle in _PARTICLES if rest.startswith(particle)]
    return tuple(dict.fromkeys(form for form in forms if len(form) >= _SHORTEST))


def forms(word: str) -> tuple[str, ...]:
    """A normalised word, and what is left of an Arabic one without what is written before it.

    >>> forms("ولا"), "جائز" in forms("والجائز")
    (('ولا', 'لا'), True)
    """
    return _bare(word) if len(word) <= 40 else (word,)


def among(word: str, listed: frozenset[str]) -> bool:
    """Whether a word, or what is left of it, is in a list."""
    return any(form in listed for form in forms(word))


def ruling(word: str) -> str | None:
    """The ruling that a word states."""
    table = lists().rulings
    return next((table[form] for form in forms(word) if form in table), None)


def negates(word: str) -> bool:
    """Whether a word denies what follows it."""
    return among(word, lists().negators)


def lacks(word: str) -> bool:
    """Whether a word denies the one next to it: without, غير."""
    return among(word, lists().privatives)
