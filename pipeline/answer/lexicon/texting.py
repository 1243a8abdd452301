"""How people write in messages, by the words that they mean.

    wat do u say b4 eating          y r tattoos haram
    what do you say before eating   why are tattoos haram

Texts and lists have the words that are meant. They are words alone, in `data/lexicon/texting.yaml`: none that a text or
a name may be written with, but where its neighbour says what it is ("how 2 pray"). What is quoted stays, and so does a
letter beside a mark: an initial ("R. Smith", "r.a.").
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pipeline.answer.lexicon.said import Words
from pipeline.answer.words.fold import fold
from pipeline.answer.words.quoted import is_marked
from pipeline.answer.words.replacing import replaced

_OF_INITIALS = frozenset(".-'’")


class _Beside(NamedTuple):
    """What a word is meant for behind some words, and before some."""

    meant: str
    behind: frozenset[str]
    before: frozenset[str]


class Texting:
    """The words, compiled."""

    def __init__(self, lists: Mapping[str, Any]) -> None:
        self._meant = {fold(one): meant for meant, written in lists["words"].items() for one in written}
        self._beside = {
            one["written"]: _Beside(
                one["meant"],
                frozenset(map(fold, one.get("behind", ()))),
                frozenset(map(fold, one.get("before", ()))),
            )
            for one in lists["beside"]
        }

    def in_full(self, text: str) -> str:
        """A text in the words that are meant.

        >>> from pipeline.answer.lexicon import default_lexicon
        >>> default_lexicon().texting.in_full("is it ok 2 pray wit ur shoes on, n y do ppl have 2 wives?")
        'is it ok to pray with your shoes on, and why do people have 2 wives?'
        """
        if is_marked(text):
            return text
        said = Words.of(text)
        meant = ((*span, self._in_full(said, place)) for place, span in enumerate(said.spans))
        return replaced(text, ((start, end, word) for start, end, word in meant if word is not None))

    def _in_full(self, said: Words, place: int) -> str | None:
        """What the word at a place is meant for; None where it stands for itself."""
        word = said.words[place]
        start, end = said.spans[place]
        if len(word) == 1 and not _OF_INITIALS.isdisjoint(
            said.text[max(0, start - 1) : start] + said.text[end : end + 1]
        ):
            return None
        if beside := self._beside.get(word):
            after = said.words[place + 1 : place + 2]
            led = not beside.behind.isdisjoint(said.words[max(0, place - 1) : place])
            return beside.meant if led or not beside.before.isdisjoint(after) else None
        return self._meant.get(word)
