"""What people say around a question: greetings, thanks, who asked them, how short the answer should be, and that they
ask about Islam.

    Assalamu alaikum sheikh, I was wondering if | a woman may lead the prayer | . Short answer please, jazakallah khair.

None of it is asked about, so that it is taken away before a question is read. It is written in
`data/lexicon/courtesies.yaml`, in phrases. Only a short question is freed of it: in a letter it is a sign that the one
who asks tells of himself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any, NamedTuple

from pipeline.answer.lexicon.said import Phrases, Words
from pipeline.answer.words.fold import fold
from pipeline.answer.words.quoted import is_marked

MOST = 14  # words of what is asked behind what one is
LONGEST = 120  # characters of a question that is freed of what stands around it
SHORTEST = 4  # letters of one that is a single word
REACH = 14  # words that a phrase may have
_OWN = {"my": "the"}  # everybody has a name, a prayer and hands of his own
# The place of a question in a list of them.
_NUMBERED = re.compile(r"^\W*\d{1,2}\s?[.)-]+\s+(?=[^\W\d])")


class Bare(NamedTuple):
    """A question without what is said around it."""

    text: str
    of_islam: bool  # whether it was said that Islam is asked about


class Courtesies:
    """The phrases, compiled."""

    def __init__(self, lists: Mapping[str, Any]) -> None:
        def words(name: str) -> frozenset[str]:
            return frozenset(map(fold, chain.from_iterable(lists[name].values())))

        self.asking = words("asking")

        def phrases(name: str) -> Phrases:
            return Phrases.of(chain.from_iterable(lists[name].values()), lists["named"], self.asking)

        self._before, self._behind = phrases("before"), phrases("behind")
        self._of_asker = phrases("of_asker")
        of_asker = (one.removesuffix("/") for one in chain.from_iterable(lists["of_asker"].values()))
        self._of_asker_behind = Phrases.of(of_asker, lists["named"], self.asking)
        self._state, self._befell = phrases("state"), phrases("befell")
        self._fate, self._remarks = phrases("fate"), phrases("remarks")
        self._somebody = frozenset(map(fold, lists["somebody"]))
        self._framing_before, self._framing_behind = phrases("framing_before"), phrases("framing_behind")
        self._asked_about, self._leads_on = words("asked_about"), words("leads_on")
        self._what_to_do = phrases("what_to_do")

    def taken_from(
        self, question: str, tells_of_asker: Callable[[str], bool], is_common: Callable[[str], bool]
    ) -> Bare:
        """A question without what is said around it; as it is where nothing, or too much, would be left.

        Args:
            tells_of_asker: whether a text speaks of the one who asks: what he is may matter then.
            is_common: whether a text is a common question: what converts do is one, and says that they are.
        """
        said = Words.of(_NUMBERED.sub("", question))
        whole = 0, len(said.words)
        freed = self._freed(said, *whole, tells_of_asker, is_common)
        freed = freed if self._is_question(said, *freed) else whole
        inner = self._unframed(said, *freed)
        inner = inner if self._is_question(said, *inner) else freed
        return Bare(said.cut(*inner), inner != freed)

    def tells_of_many(self, question: str, tells_of_asker: Callable[[str], bool], *, common: bool) -> bool:
        """Whether a question says of the one who asks no more than what holds of many, and asks what such a one does:
        "I am travelling, do I have to fast".

        Args:
            common: the whole is a common question, so that what befell him does not make it a case either.
        """
        said = Words.of(question)
        whole = len(said.words)
        if not self._somebody.isdisjoint(said.words):
            return False
        ends = self._state.ends(said, 0, whole)
        if common:
            ends |= self._befell.ends(said, 0, whole)
        return any(
            0 < whole - end <= MOST
            and said.words[end] in self.asking
            and not tells_of_asker(_as_of_many(said.words[end:]))
            for end in ends
        )

    def asks_of_fate(self, question: str) -> bool:
        """Whether a question is nothing but what becomes of the one who asks, or of his kin, with Allah.

        No text tells whether one's mother is in Paradise, and each that has the words is about somebody else.
        """
        return Words.of(question).is_wholly(self._fate)

    def is_remark(self, question: str) -> bool:
        """Whether a question is nothing but what is said to the one who answers, of his words or how to say them."""
        return Words.of(question).is_wholly(self._remarks)

    def _freed(
        self,
        said: Words,
        low: int,
        high: int,
        tells_of_asker: Callable[[str], bool],
        is_common: Callable[[str], bool],
    ) -> tuple[int, int]:
        """The words that are left between courtesies, told by the places of the first and behind the last."""

        def of_nobody(place: int) -> bool:
            return place < high and not tells_of_asker(said.text[said.spans[place][0] :])

        while (start := _begun(self._before, said, low, high)) > low:
            low = start
        if (start := _begun(self._of_asker, said, low, high)) > low and of_nobody(start):
            low = low if is_common(said.cut(low, high)) else start
        while (start := _begun(self._before, said, low, high)) > low:
            low = start
        while (end := self._ended(self._behind, said, low, high)) < high:
            high = end
        end = self._before_asker(said, low, high, tells_of_asker)
        return low, high if end < high and is_common(said.cut(low, high)) else end

    def _before_asker(self, said: Words, low: int, high: int, tells_of_asker: Callable[[str], bool]) -> int:
        """Where behind a question, set off from it, is said who asks; its end where nothing is, or it is of his own."""
        end = self._ended(self._of_asker_behind, said, low, high)
        asked = said.words[low:end]
        of_many = self._somebody.isdisjoint(asked) and not tells_of_asker(_as_of_many(asked))
        return end if end < high and said.is_set_off(end) and of_many else high

    def _unframed(self, said: Words, low: int, high: int) -> tuple[int, int]:
        low = _begun(self._framing_before, said, low, high)
        return low, self._ended(self._framing_behind, said, low, high)

    def _is_question(self, said: Words, low: int, high: int) -> bool:
        """Whether what is left may be a question by itself, and a short one."""
        if (low, high) == (0, len(said.words)):
            return True
        if low >= high or said.spans[high - 1][1] - said.spans[low][0] > LONGEST:
            return False
        if low and said.words[low] in self._asked_about and not said.is_set_off(low):
            return False
        if high in self._what_to_do.ends(said, low, high):
            return False
        return high - low > 1 or len(said.words[low]) >= SHORTEST

    def _ended(self, phrases: Phrases, said: Words, low: int, high: int) -> int:
        """Where the longest phrase begins that a text ends with; its end where there is none."""
        if high < len(said.words) and is_marked(said.text[said.spans[high][0] :]):
            return high
        for place in range(max(low + 1, high - REACH), high):
            asked = said.words[place - 1] in self._leads_on and not said.is_set_off(place)
            if not asked and high in phrases.ends(said, place, high):
                return high if is_marked(said.text[said.spans[place - 1][1] :]) else place
        return high


def _as_of_many(words: Iterable[str]) -> str:
    """Words without what everybody has for his own."""
    return " ".join(_OWN.get(word, word) for word in words)


def _begun(phrases: Phrases, said: Words, low: int, high: int) -> int:
    """Where the longest phrase ends that a text begins with; its beginning where there is none."""
    ends = (end for end in phrases.ends(said, low, high) if not is_marked(said.text[: _start(said, end)]))
    return max(ends, default=low)


def _start(said: Words, place: int) -> int:
    return said.spans[place][0] if place < len(said.spans) else len(said.text)
