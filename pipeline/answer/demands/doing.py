"""Whether a person of the faith did something, as an English question asks it: "Did the Prophet drink wine?"

A text tells it that says it of him: the doer, the deed right behind him, and what it was done to, in one clause.
What he said of the deed, or of others who do it, does not tell it. Of an answer under that title nothing more is
asked, and of a text in Arabic only that it names all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.answer.demands.read import Read, units_of
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.units import Asked, Unit
from pipeline.text import analyse, analyse_query

REACH = 6  # words from the doer to the deed
_DID = re.compile(
    r"^\W*(?:did|has|have|had) (?:the )?(?P<who>[a-z'-]+) (?:ever |really |also |never |always )*(?P<deed>[a-z]{3,})\b"
)
_PROPHET = re.compile(r"prophet|muhammad")
_CALLED = frozenset(analyse("prophet messenger apostle muhammad"))
_CLAUSE = re.compile(r"[:;!?\"“”«»]|\.(?=\s|$)|['‘](?=[A-Z])")
# Between a doer and a deed: then he speaks of the deed, or another does it.
_ANOTHER = frozenset(
    analyse(
        "who whoever whom about that say tell ask order command forbid forbade prohibit curse one if no",
        keep_stop_words=True,
    )
)
_NOT_TO = ("not", "to")
# What he said in so many words or more is told by a text that has them; of fewer, which hang together by chance, one
# must say that he said them.
_SAY, _SAID = "say", 3
_AUXILIARY = frozenset(("have", "get", "own"))  # of what somebody has, a text may tell without the verb


@dataclass(frozen=True, slots=True)
class Done:
    """What a question says that somebody did: who, as tokens; the deed, empty where he had something; all else that is
    named."""

    who: frozenset[str]
    deed: frozenset[str]
    things: Sequence[Unit]

    def told_by(self, text: Read) -> bool:
        """Whether a text tells it, or is an answer to it."""
        if text.is_titled:
            return True
        if text.language != "en":
            return all(unit.is_in(text.reading.held) for unit in self.things)
        return any(map(self.is_in_clause, map(_words_of, _CLAUSE.split(text.around))))

    def is_in_clause(self, tokens: Sequence[str]) -> bool:
        """Whether the tokens of a clause tell it."""
        held = frozenset(tokens)
        return all(unit.is_in(held) for unit in self.things) and any(
            self._behind(tokens[place + 1 : place + 1 + REACH])
            for place, token in enumerate(tokens)
            if token in self.who
        )

    def _behind(self, tokens: Sequence[str]) -> bool:
        """Whether the deed, or what somebody had, stands among the words behind him, before another doer."""
        wanted = self.deed or frozenset[str]().union(*(unit.words for unit in self.things))
        place = next((place for place, token in enumerate(tokens) if token in wanted), None)
        between = tokens[:place]
        return place is not None and _ANOTHER.isdisjoint(between) and tuple(between[-2:]) != _NOT_TO


def _words_of(clause: str) -> list[str]:
    """The tokens of an English clause, without the blessing that stands behind a name in Arabic."""
    return [token for token in analyse(clause, keep_stop_words=True) if token.isascii()]


def done_in(folded: str, question: Asked, lexicon: Lexicon) -> Done | None:
    """What a folded English question asks whether a person of the faith did; None where it asks no such thing."""
    match = _DID.match(folded) if question.language == "en" else None
    if match is None:
        return None
    is_prophet = _PROPHET.match(match["who"]) is not None
    if not (is_prophet or lexicon.persons.fullmatch(match["who"])):
        return None
    whom = units_of(match["who"], question)
    who = _CALLED if is_prophet else frozenset[str]().union(*(unit.words for unit in whom))
    deed = frozenset() if match["deed"] in _AUXILIARY else frozenset(analyse_query(match["deed"]))
    things = tuple(
        unit
        for unit in question.things
        if unit not in whom and deed.isdisjoint(unit.tokens) and lexicon.judging.isdisjoint(unit.tokens)
    )
    if match["deed"] == _SAY and len(things) >= _SAID:
        return None
    return Done(who, deed, things) if who and (things or deed) else None
