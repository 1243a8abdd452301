"""Several questions in one, each by itself: "What is zakat, and who must pay it?" asks two things.

No text need hold the words of both, and one that holds some of each answers neither. So each is asked by itself, with
what "it" stands for in its place: "who must pay zakat". A further question is seen by its first words, behind the end
of a sentence, a comma or "and", where the first one asks something as well; so is a noun that is said again ("the
rights of the husband and the rights of the wife"), and in Arabic a noun with a pronoun that ends the whole (الظهار
تعريفه وكفارته). Where it is not plain what a word stands for, all is one question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.lexicon.joining import Joining
from pipeline.answer.lexicon.telling import AND
from pipeline.answer.words.fold import fold
from pipeline.answer.words.tongue import tongue_of
from pipeline.text import analyse_query

MOST = 4  # questions in one
LONGEST = 60  # words of all together: a longer text tells something, and its questions are about that
FIRST = 3  # words that may stand before the first one that asks
SUBJECT = 6  # words of what a question is about
NOUN = 4  # letters of a noun that is said again
THE = "ال"  # written with its word, as "and" is
_AND = re.compile(rf"^{AND}[\u064b-\u0652]?")
_PRONOUN = re.compile(r"(?:ها|هما|هم|ه)$")
_EDGES = re.compile(r"^\W+|\W+$")
_ENDS, _PAUSES = "?؟!.", ",،;؛"
_MARK = {"en": "?", "ar": "؟"}


@dataclass(frozen=True, slots=True)
class Part:
    """One of several questions: as it is written, and as it is asked by itself."""

    written: str
    asked: str


def parts_of(question: str, lexicon: Lexicon) -> tuple[Part, ...]:
    """The questions that are joined in one, in their order; none where there is only one, or it is not plain which.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> [part.asked for part in parts_of("What is zakat, and who must pay it?", default_lexicon())]
    ['What is zakat', 'who must pay zakat']
    """
    language = tongue_of(question)
    text = _Text(question, language, lexicon.joining[language])
    if language == "ar" and len(parts := tuple(text.of_it())) > 1:
        return parts[:MOST]
    if not 4 <= len(text.words) <= LONGEST or not text.begins_asking():
        return ()
    following = list(text.questions())
    apart = following or list(text.said_again())
    if not 1 < len(apart) <= MOST:
        return ()
    told: list[Part] = []
    words: list[str] = []
    for written in apart:
        words = _by_itself(written, words if following else [], language, lexicon)
        asked = " ".join(words)
        if not set(analyse_query(asked)) - lexicon.joining[language].generic:
            return ()
        told.append(Part(_marked(written, language), asked))
    return tuple(told)


class _Text:
    """A question word by word, as it is written and folded."""

    def __init__(self, question: str, language: str, lists: Joining) -> None:
        self.written = question.split()
        self.words = _bare(self.written)
        self._lists, self._arabic = lists, language == "ar"

    def begins_asking(self) -> bool:
        """Whether the first words ask something."""
        return self.words[0] in self._lists.whether or any(
            word in self._lists.asks for word in self.words[: FIRST + 1]
        )

    def questions(self) -> Iterator[list[str]]:
        """The words of each question as they are written; nothing where there is only one."""
        starts = [place for place in range(1, len(self.words)) if self._begins(place)]
        if not starts:
            return
        yield self.written[: starts[0]]
        for start, end in zip(starts, [*starts[1:], len(self.words)], strict=True):
            yield self._without_and(self.written[start:end])

    def _begins(self, place: int) -> bool:
        """Whether a further question begins with a word."""
        last = self.written[place - 1][-1]
        apart = last in _ENDS or last in _PAUSES
        if last in _MARK.values() and self.words[place] in self._lists.asks:
            return True
        rest = self.words[place : place + 4]
        joined = _joined(rest[0], self._lists, self._arabic)
        if joined:
            rest = [rest[0][1:], *rest[1:]] if self._arabic else rest[1:]
        return (apart or joined) and self._asks(rest, apart, joined)

    def _asks(self, words: Sequence[str], apart: bool, joined: bool) -> bool:
        """Whether some words begin a question; behind a pause "is" and the like do before any word, and "in which" does
        only behind "and"."""
        lists = self._lists
        if len(words) > 2 and words[0] in lists.before and words[1] in lists.asks:
            asks_of = words[1] == "which" and joined
            return self._arabic or asks_of or words[2] in lists.next or words[2] in lists.amounts
        if len(words) < 2:
            return False
        first, following = words[0], words[1]
        if first in lists.whether:
            return not lists.subjects or following in lists.subjects or apart
        named = first in lists.names and following.startswith(THE)
        return first in lists.asks and (named or following in lists.next or following in lists.amounts)

    def _without_and(self, written: Sequence[str]) -> list[str]:
        """A further question without the word that joins it."""
        if not _joined(_bare(written[:1])[0], self._lists, self._arabic):
            return list(written)
        return [_AND.sub("", written[0]), *written[1:]] if self._arabic else list(written[1:])

    def said_again(self) -> Iterator[list[str]]:
        """The question with each of two nouns of one kind: "the rights of the husband and the rights of the wife"."""
        if not self._lists.compared.isdisjoint(self.words):
            return
        nouns = [
            place
            for place, word in enumerate(self.words)
            if place and len(word) >= NOUN and word not in self._lists.asks
        ]
        for first in nouns:
            for again in range(first + 2, len(self.words) - 1):
                if joined := self._again(first, again):
                    head = self.written[: first - (self.words[first - 1] == "the")]
                    yield self.written[:joined]
                    yield [*head, *self._without_and(self.written[joined:])]
                    return

    def of_it(self) -> Iterator[Part]:
        """What is asked of one thing by nouns that are its own, the last words of all: of the thing that is named
        before them, beside what is asked there already."""
        nouns = [self._noun(word) for word in self.written]
        start = len(nouns) - sum(1 for _ in takewhile(bool, reversed(nouns)))
        named = self.words[:start]
        if not named or named[-1].removeprefix(AND) in self._lists.asks:
            return
        heads = self._lists.subject_of(named).start
        heads = heads or next(
            (place for place, word in enumerate(named) if word not in self._lists.next), start
        )
        first = [*self.written[: start - 1], _EDGES.sub("", self.written[start - 1])]
        subject = first[heads:]
        if not 0 < len(subject) <= SUBJECT:
            return
        for asked in ([first] if heads else []) + [[noun, *subject] for noun in nouns[start:]]:
            yield Part(_marked(asked, "ar"), " ".join(asked))

    def _noun(self, word: str) -> str:
        """A noun of a thing without the pronoun that stands for the thing, and the letter that joins it; else empty."""
        for own in (word, word.removeprefix(AND)):
            own = _EDGES.sub("", own)
            noun = _PRONOUN.sub("", own)
            for one in (noun, f"{noun.removesuffix('ت')}ة"):
                if noun != own and {fold(own), fold(one)} <= self._lists.next:
                    return one
        return ""

    def _again(self, first: int, again: int) -> int:
        """Where a noun is joined that is said again; 0 where it is not."""
        words = self.words
        if self._arabic:
            return again if words[again] == AND + words[first] else 0
        joined = again - 1 - (words[again - 1] == "the")
        same = words[again] == words[first] and words[again + 1] == words[first + 1] == "of"
        return joined if same and words[joined] in self._lists.joins else 0


def _marked(written: Sequence[str], language: str) -> str:
    """A question with the mark of one."""
    return " ".join(written).strip(_ENDS + _PAUSES) + _MARK[language]


def _bare(written: Sequence[str]) -> list[str]:
    """Words folded, without the marks around them."""
    return [_EDGES.sub("", fold(word)) for word in written]


def _joined(word: str, lists: Joining, arabic: bool) -> bool:
    """Whether a word joins a question to the one before, or in Arabic holds the letter that does."""
    return word.startswith(AND) and len(word) > 2 if arabic else word in lists.joins


def _by_itself(written: Sequence[str], before: Sequence[str], language: str, lexicon: Lexicon) -> list[str]:
    """The words of a question, with what some of them stand for; none where that is not plain.

    Args:
        before: those of the question before it, by itself; none for the first.
    """
    told = [word for word in (word.strip(_ENDS + _PAUSES) for word in written) if word]
    lists, words = lexicon.joining[language], _bare(told)
    if not before:
        return told
    if counted := _counted(words, lists):
        noun = before[counted : counted + 1] if _bare(before[:counted]) == words[:counted] else []
        return [*told[:counted], *noun, *told[counted:]] if noun else []
    refers = any(word in lists.refers or word in lists.owns for word in words)
    if not refers and _names_something(words, language, lexicon):
        return told
    subject = before[lists.subject_of(_bare(before))]
    if not 0 < len(subject) <= SUBJECT:
        return []
    pairs = [(word, folded) for word, folded in zip(told, words, strict=True) if folded not in lists.owns]
    if language == "ar":
        return [*(word for word, folded in pairs if folded not in lists.refers), *subject]
    named = [one for word, folded in pairs for one in (subject if folded in lists.refers else [word])]
    return named if refers and len(pairs) == len(told) else [*named, "of", *subject]


def _counted(words: Sequence[str], lists: Joining) -> int:
    """Behind which word the noun that is counted is left out ("how many is"); 0 where it is there."""
    return 2 if [*words[:2]] == ["how", "many"] and not lists.next.isdisjoint(words[2:3]) else 0


def _names_something(words: Sequence[str], language: str, lexicon: Lexicon) -> bool:
    """Whether a question says itself what it is about: no noun that is of something else alone, and in Arabic one with
    its article, two words, or who one is."""
    content = set(analyse_query(" ".join(words)))
    generic = content & lexicon.joining[language].generic
    own = content - generic - lexicon.frame
    if language == "en" or (generic and not own):
        return bool(own) or not generic
    named = any(word.startswith(THE) and len(word) > NOUN for word in words)
    return named or len(own - lexicon.wordings.asking) > 1 or words[1:2] in (["هو"], ["هي"], ["هم"])
