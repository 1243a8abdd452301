"""Texts that say the same words, of which one is shown: narrations behind other chains, or a book that prints them.

Nothing is put in order here: of texts that are one the first stands for the others.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING

from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import Reading
from pipeline.text import word_texts
from schemas.reference import Kind

if TYPE_CHECKING:
    from pipeline.answer.finding.candidates import Candidate

SAME = 7  # tenths of their words that two texts share when they are one
RUN = 4  # words, of which the runs of two texts are compared
HELD = 8  # tenths of its runs that a text holds of one that it repeats, where it is half as long at least
LONG_WORDS = 400
LEAST_WORDS = 5
SHORT = 100  # different words of a text in which one more or less that denies may turn the ruling

_DENIES = re.compile(r"\b(?:not|cannot|\w+n['’]t|no|nor|never|without|[وف]?(?:لا|لم|لن|ليس|ليست|بلا|غير))\b")

_REPRINTED = {Kind.HADITH, Kind.BOOK}


def without_repeats(found: list[Candidate]) -> list[Candidate]:
    """Each text once, in order; the ids of its repetitions stand beside it."""
    kept: list[Candidate] = []
    told: list[_Told] = []
    for one in found:
        own = _Told(one.reading)
        for place, other in enumerate(kept):
            if (
                _may_be_one(one, other)
                and own.repeats(told[place])
                and _may_stand_for(one, other, len(own.words))
            ):
                kept[place] = replace(other, same=(*other.same, one.document.id))
                break
        else:
            kept.append(one)
            told.append(own)
    return kept


def _may_be_one(one: Candidate, other: Candidate) -> bool:
    """Whether texts are of one kind, or one may be the book that prints the other."""
    kinds = {one.document.kind, other.document.kind}
    return len(kinds) == 1 or kinds == _REPRINTED


def _may_stand_for(one: Candidate, other: Candidate, words: int) -> bool:
    """Whether texts that share most of their words may stand for each other.

    Verses may only where each word of theirs stands in its place; short texts of scholars only where both deny as
    often: a mufti may take over another's words and rule the contrary by one more. Of narrations the wordings vary, and
    books print them.
    """
    kind = one.document.kind
    if kind != other.document.kind:
        return True
    if kind == Kind.QURAN:
        return word_texts(one.document.text_ar or "") == word_texts(other.document.text_ar or "")
    return kind == Kind.HADITH or words > SHORT or _denials(one) == _denials(other)


def _denials(one: Candidate) -> int:
    return len(_DENIES.findall(fold(one.reading.text)))


class _Told:
    """What a text says: of a narration, without its chain."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        tokens = chain.from_iterable(tokens for _, _, tokens in reading.lines)
        self.words = frozenset(islice(tokens, LONG_WORDS))

    @cached_property
    def _runs(self) -> frozenset[str]:
        """All that stands in so many words, one after the other."""
        tokens = self._reading.tokens
        return frozenset(" ".join(tokens[place : place + RUN]) for place in range(len(tokens) - RUN + 1))

    def repeats(self, other: _Told) -> bool:
        """Whether two texts have most of their words in common, or one holds nearly all of the other, in its order, and
        little else."""
        less, more = sorted((len(self.words), len(other.words)))
        if less < LEAST_WORDS or less * 2 < more:
            return False
        common = len(self.words & other.words) * 10
        if common >= SAME * more:
            return True
        return common >= SAME * less and _hold(self._runs, other._runs)


def _hold(left: frozenset[str], right: frozenset[str]) -> bool:
    less, more = sorted((len(left), len(right)))
    return less >= LEAST_WORDS and less * 2 >= more and len(left & right) * 10 >= HELD * less
