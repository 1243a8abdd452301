"""The words of one sentence, held to the passages that it cites: numbers, names, small words that bind, and content.

A sentence may leave out and rearrange; it may not bring in, nor set in one time what its passages set in another. In
Arabic, where names look like other words, every content word must be in a cited passage; in English one in five may be
the writer's own. What limits a number may not be left out either: eighty and at least eighty are two rulings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from pipeline.text import Word, analyse, words
from service.phrasing.numbers import Number, number_word, numbers
from service.phrasing.passages import Passage
from service.phrasing.rejection import Outcome, refuse_if
from service.phrasing.words import forms, lists

NEAR = 6  # words about a number in which what it counts must stand
SET = 3  # words of content behind one that sets them in a time
BESIDE = 4  # words before it and after it that may limit it, up to the next stop
OWN = {"en": 5, "ar": 10_000}  # one content word in so many may be the writer's own
LEAST = 2  # content words that a sentence must share with its passages
_STOP = re.compile(r"[.,;:!?…،؛؟\n]")
_CAPITAL = re.compile(r"[A-Z\u00c0-\u00d6\u00d8-\u00de\u1e00-\u1eff]")
_NAMING = frozenset(("ابن", "ابو", "ابي", "ابا", "عبد", "بنت", "ام", "بن", "ال"))


@dataclass(frozen=True, slots=True)
class Use:
    """How a passage has a number: the tokens near it, and the words beside it that limit it."""

    near: frozenset[str]
    limits: frozenset[str]


@dataclass(frozen=True, slots=True)
class Held:
    """What cited passages hold."""

    tokens: frozenset[str]  # of texts and titles
    written: frozenset[str]  # normalised words of the texts, with their bare forms
    pairs: frozenset[tuple[str, str]]  # neighbouring normalised words of texts and titles
    numbers: dict[str, list[Use]]  # by value
    times: dict[str, set[str]]  # where in a time tokens are set, for those that are


def held_by(cited: Sequence[Passage]) -> Held:
    """What some passages hold together."""
    tokens: set[str] = set()
    written: set[str] = set()
    pairs: set[tuple[str, str]] = set()
    uses: dict[str, list[Use]] = {}
    times: dict[str, set[str]] = {}
    for passage in cited:
        for text in (passage.title, passage.text):
            found = words(text)
            for token, where in _times(text, found):
                times.setdefault(token, set()).add(where)
            tokens.update(analyse(text, keep_stop_words=True))
            pairs.update((one.text, two.text) for one, two in pairwise(found))
        written.update(form for word in found for form in forms(word.text))
        for number in numbers(passage.text, found):
            near = _tokens(found[max(0, number.first - NEAR) : number.last + NEAR])
            limits = _limits(passage.text, found, number)
            uses.setdefault(number.value, []).append(Use(near, limits))
    return Held(frozenset(tokens), frozenset(written), frozenset(pairs), uses, times)


def _tokens(found: Sequence[Word]) -> frozenset[str]:
    return frozenset(token for word in found for token in analyse(word.text))


def _limits(text: str, found: Sequence[Word], number: Number) -> frozenset[str]:
    """The words beside a number that limit it: at least, under, فوق."""

    stopped = partial(_stops_before, text, found)
    first, last = max(0, number.first - BESIDE), min(len(found), number.last + BESIDE)
    first = next(filter(stopped, range(number.first, first, -1)), first)
    last = next(filter(stopped, range(number.last, last)), last)
    return frozenset(
        form for word in found[first:last] for form in forms(word.text) if form in lists().limits
    )


def _stops_before(text: str, found: Sequence[Word], place: int) -> bool:
    """Whether a stop stands between a word and the one before it."""
    return _STOP.search(text[found[place - 1].end : found[place].start]) is not None


def _times(text: str, found: Sequence[Word]) -> Iterator[tuple[str, str]]:
    """The tokens that a text sets in a time, each with where: before, after, within."""
    times = lists().times
    set_in, left = "", 0
    for place, word in enumerate(found):
        if place and _stops_before(text, found, place):
            left = 0
        if where := next((times[form] for form in forms(word.text) if form in times), ""):
            set_in, left = where, SET
        elif left and (tokens := analyse(word.text)):
            yield from ((token, set_in) for token in tokens)
            left -= 1


def check_words(text: str, language: str, cited: Sequence[Passage]) -> None:
    """Raise `Rejected` for a sentence that says what its passages do not."""
    held, found = held_by(cited), words(text)
    _check_numbers(text, found, held)
    _check_binding(found, held)
    _check_times(text, found, held)
    if language == "en":
        _check_english_names(text, found, held)
    else:
        _check_arabic_names(found, held)
    _check_content(found, language, held, [passage.kind for passage in cited])


def _check_numbers(text: str, found: list[Word], held: Held) -> None:
    for number in numbers(text, found):
        after = next(filter(None, (analyse(word.text) for word in found[number.last : number.last + 3])), [])
        limits = _limits(text, found, number)
        uses = held.numbers.get(number.value, ())
        fits = any((not after or use.near & set(after)) and use.limits == limits for use in uses)
        refuse_if(not fits, Outcome.NUMBER)


def _check_binding(found: list[Word], held: Held) -> None:
    binding = lists().binding
    for word in found:
        bound = [form for form in forms(word.text) if form in binding]
        refuse_if(bool(bound) and not any(form in held.written for form in bound), Outcome.BINDING_WORD)
    pairs = {(one.text, two.text) for one, two in pairwise(found)} & lists().pairs
    refuse_if(not pairs <= held.pairs, Outcome.BINDING_WORD)


def _check_times(text: str, found: list[Word], held: Held) -> None:
    for token, where in _times(text, found):
        refuse_if(where not in held.times.get(token, {where}), Outcome.BINDING_WORD)


def _check_english_names(text: str, found: list[Word], held: Held) -> None:
    capital = [_CAPITAL.match(text[word.start : word.start + 1]) is not None for word in found]
    for place, word in enumerate(found):
        if not capital[place] or word.text in lists().names:
            continue
        opens = place == 0 and (not analyse(word.text) or _framed(word.text))
        known = any(token in held.tokens for token in analyse(word.text, keep_stop_words=True))
        refuse_if(not known and not opens, Outcome.NAME)
        if opens or place + 1 == len(found) or not capital[place + 1]:
            continue
        following = found[place + 1].text
        if following not in lists().names and (place > 0 or (word.text, following) not in held.pairs):
            refuse_if((word.text, following) not in held.pairs, Outcome.NAME)


def _check_arabic_names(found: list[Word], held: Held) -> None:
    for one, two in pairwise(found):
        if any(form in _NAMING for form in forms(one.text)):
            spelled = {(form, two.text) for form in forms(one.text)} | {(one.text, two.text)}
            refuse_if(not spelled & held.pairs, Outcome.NAME)


def _framed(word: str) -> bool:
    return any(token in lists().frame for token in analyse(word, keep_stop_words=True))


def content(found: Sequence[Word], kinds: Sequence[str]) -> list[str]:
    """The tokens of the words that say something; words of reporting and numbers are left out."""
    allowed = lists().frame.union(*(lists().kinds.get(kind, frozenset()) for kind in kinds))
    spoken = [word for word in found if number_word(word.text) is None and not word.text.isdigit()]
    return [token for word in spoken for token in analyse(word.text) if token not in allowed]


def _check_content(found: list[Word], language: str, held: Held, kinds: Sequence[str]) -> None:
    tokens = content(found, kinds)
    unknown = [token for token in tokens if token not in held.tokens]
    refuse_if(len(set(tokens)) - len(set(unknown)) < LEAST, Outcome.UNSUPPORTED)
    refuse_if(len(unknown) * OWN[language] > len(tokens), Outcome.UNSUPPORTED)
