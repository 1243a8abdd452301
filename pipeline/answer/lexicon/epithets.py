"""What the Prophet, God and the Qur'an are called: one plain name for all that people say of reverence.

    how many times did our beloved Prophet Muhammad (peace be upon him) perform hajj
    how many times did the Prophet perform hajj

What is asked is the same, and it is sought and read by the plain name. Words that may be copied keep theirs: of those
alone it is known whose text they are. The names are phrases of `data/lexicon/courtesies.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from pipeline.answer.lexicon.said import Phrases, Words
from pipeline.answer.words.fold import fold
from pipeline.answer.words.replacing import replaced


class Epithets:
    """The names, compiled."""

    def __init__(self, lists: Mapping[str, Any]) -> None:
        called, named = lists["called"], lists["named"]
        self._names = [
            (plain, Phrases.of(phrases, named))
            for names in called.values()
            for plain, phrases in names.items()
        ]
        others = chain.from_iterable(lists["of_another"].values())
        self.others = Phrases.of(others, named)
        self._one_of_them = frozenset(map(fold, chain.from_iterable(lists["one_of_many"].values())))

    def plain(self, text: str) -> str:
        """A text with the plain names.

        >>> from pipeline.answer.lexicon import default_lexicon
        >>> default_lexicon().epithets.plain("what did the Holy Prophet (pbuh) say of Allah Almighty")
        'what did the prophet say of Allah'
        """
        return replaced(text, self._all_in(Words.of(text))).strip()

    def _all_in(self, said: Words) -> Iterator[tuple[int, int, str]]:
        """Where the names stand in a text, each with the plain one; a bracket that is opened in one is closed in it."""
        place = 0
        while place < len(said.words):
            end, plain = self._called(said, place)
            if end > place:
                start, behind = said.spans[place][0], said.spans[end - 1][1]
                yield (
                    start,
                    behind + (_opens(said.text[start:behind]) and said.text[behind:].startswith(")")),
                    plain,
                )
            place = max(end, place + 1)

    def _called(self, said: Words, place: int) -> tuple[int, str]:
        """The place behind the longest name that stands at a place, and the plain one; the place where none does."""
        if place and said.words[place - 1] in self._one_of_them:
            return place, ""
        ends = ((said.behind(phrases, place), plain) for plain, phrases in self._names)
        end, plain = max(ends, key=lambda one: one[0])
        return (place, "") if said.behind(self.others, end) > end else (end, plain)


def _opens(text: str) -> bool:
    """Whether a bracket is opened and not closed."""
    return text.count("(") > text.count(")")
