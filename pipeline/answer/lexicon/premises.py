"""Questions that take the contrary of what the sources say for granted: "Why did the Prophet forbid charity?".

    bidden     what the sources bid or praise: no text tells why it is forbidden
    forbidden  what they forbid: none tells why it is allowed, or bidden
    unbidden   what they never bid, though some of it is allowed, or good: none tells why it is bidden

Things are ways of asking (see `pipeline.answer.lexicon.ways`), in `data/lexicon/premises.yaml`: with any other word a
question asks for something else, which a text may tell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pipeline.answer.lexicon.ways import Row, Said, Way, compile_way
from schemas.tables import LANGUAGES

_NOT = "لم"  # asks where a question begins with it; behind a word that asks it denies
_HOUSE = re.compile(r"(?<!\w)ل?[آا]ل(?!\w)")  # somebody's family, which has the stem of "to"


class Premises:
    """The things, each with the words that say the contrary of it."""

    def __init__(self, lists: Mapping[str, Any], asking: frozenset[str]) -> None:
        """`asking`: words that only ask."""
        named = lists["named"]

        def ways(judged: str, name: str) -> list[Way]:
            return [
                compile_way(f"{judged} {thing}", named[language])
                for language in LANGUAGES
                for thing in lists[name][language]
            ]

        def rows(name: str) -> list[Row]:
            return [
                row for language in LANGUAGES for row in compile_way(f"{{{name}}}", named[language]).needed[0]
            ]

        self._bidden = ways("{forbids}", "bidden")
        self._forbidden = ways("{allows}|{bids}", "forbidden") + ways("{bids}|{makes}", "unbidden")
        self._why, self._forbids = rows("why"), rows("forbids")
        self._known = asking.union(*self._why, *rows("makes"), *rows("whose"))
        self._denying = frozenset(row[0] for row in self._forbids if len(row) > 1)

    def takes_contrary(self, question: str) -> bool:
        """Whether a question asks why the contrary of what the sources say is so.

        >>> from pipeline.answer.lexicon import default_lexicon
        >>> premises = default_lexicon().premises
        >>> premises.takes_contrary("Why did the Prophet forbid charity?")
        True
        >>> premises.takes_contrary("Why did the Prophet forbid charity to his family?")
        False
        >>> premises.takes_contrary("Why does Islam command stealing?")
        True
        """
        said = Said.of(question)
        if any(word == _NOT for word, _ in said.words[1:]) or _HOUSE.search(question):
            return False
        return any(map(said.places, self._why)) and self._says(said)

    def says_contrary(self, text: str) -> bool:
        """Whether a text of few words, such as a title, puts the contrary, as the matter it is on."""
        return self._says(Said.of(text))

    def _says(self, said: Said) -> bool:
        forbidding = set().union(*map(said.places, self._forbids))
        denying = {place for place, (word, _) in enumerate(said.words) if word in self._denying}
        if not denying <= forbidding:
            return False  # "why is it a sin not to pray"
        # Who asks why pork is forbidden, and "can" he be told, takes nothing to be allowed.
        ways = self._bidden if forbidding else self._forbidden
        return any(way.fit(said, self._known) is not None for way in ways)
