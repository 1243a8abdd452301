"""Who somebody described was, as an English question asks it: "Who was the uncle of the Prophet?", "Which prophet …?"

A text tells it that has all of the description and a name beside it in one sentence: "Hamza, the uncle of the Prophet".
What the question ties by "of" stands close together there, too. A name in the question is none that answers. Of an
answer under that title nothing more is asked, and of a text in Arabic only that it names all. Who was the first or the
last is another demand (`english.ordered`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.doing import Done, done_by
from pipeline.answer.demands.doing_english import tokens_of
from pipeline.answer.demands.read import Read
from pipeline.answer.words.fold import fold
from pipeline.answer.words.units import Unit
from pipeline.text import analyse, words

BESIDE = 10  # words between a name and what is described
CLOSE = 6  # words from one thing to another that "of" ties to it
_KINDS = (
    r"prophet|messenger|companion|sahaba|sahabi|sahabah|sahabiya+h?|caliph|khalifah?|angel|man|woman|wife|daughter|son"
    r"|uncle|aunt|king|queen|ruler|battle|ghazwah?|person"
)
_ASKS = re.compile(
    rf"^\W*(?:who was (?:(?=called |known |named )|the (?!first |last )(?:(?:{_KINDS})\b(?! of\b))?|(?=(?:{_KINDS})\b))"
    rf"|which (?:{_KINDS})(?:'s)?\b)(?P<as>[^?]{{4,}})"
)
_TIED = re.compile(r"\b([a-z'-]{3,}) (of|after|before) (?:the )?([a-z'-]{3,})")
# What may stand between two things that are tied.
_BETWEEN = frozenset(
    analyse("of the a an to and his her their s allah holy noble messenger", keep_stop_words=True)
)
_STATED = re.compile(r"\b(?:most|only|first|last|named|youngest|oldest|eldest)\b")
_CLAUSE = re.compile(r"[:;\"“”«»]")
_NAME = re.compile(r"(?<![\w'’-])[`'‘’]?[A-Z][a-z'’-]{2,}")


@dataclass(frozen=True, slots=True)
class Tied:
    """Two things, as tokens, with the word that ties them."""

    first: frozenset[str]
    by: str
    second: frozenset[str]

    def is_in(self, tokens: Sequence[str]) -> bool:
        """Whether some words hold them so: "uncle of the Prophet", "the Prophet's uncle"."""
        orders = (
            ((self.first, self.second), (self.second, self.first))
            if self.by == "of"
            else ((self.first, self.second),)
        )
        return any(self._in_order(tokens, *order) for order in orders)

    def _in_order(self, tokens: Sequence[str], one: frozenset[str], other: frozenset[str]) -> bool:
        for place, token in enumerate(tokens):
            behind = tokens[place + 1 : place + 1 + CLOSE] if token in one else ()
            at = next((at for at, word in enumerate(behind) if word in other), None)
            if at is not None and _BETWEEN.union((self.by,)).issuperset(behind[:at]):
                return self.by == "of" or self.by in behind[:at]
        return False


@dataclass(frozen=True, slots=True)
class Described:
    """What a question says of somebody: what is named, the words that a text must say itself, what is tied,
    and what a person of the faith did."""

    things: Sequence[Unit]
    stated: Sequence[frozenset[str]]
    tied: Sequence[Tied]
    done: Done | None
    asked: frozenset[str]

    def told_by(self, text: Read) -> bool:
        """Whether a text names somebody whom it describes so, or is an answer to that question."""
        if text.is_titled:
            return True
        if text.language != "en":
            return all(unit.is_in(text.reading.held) for unit in self.things)
        return any(
            self._in_clause(text, clause)
            for start, end, _ in text.reading.lines
            for clause in _CLAUSE.split(text.reading.text[start:end])
        )

    def _in_clause(self, text: Read, clause: str) -> bool:
        tokens = tokens_of(clause)
        held = frozenset(tokens)
        return (
            all(unit.is_in(held) for unit in self.things)
            and all(not one.isdisjoint(held) for one in self.stated)
            and all(one.is_in(tokens) for one in self.tied)
            and (self.done is None or self.done.is_in_clause(tokens))
            and self._has_name(text, clause, tokens)
        )

    def _has_name(self, text: Read, clause: str, tokens: Sequence[str]) -> bool:
        """Whether a name that the question does not hold stands beside something that it describes."""
        described = frozenset[str]().union(*(unit.words for unit in self.things), *self.stated)
        names = (name for name in _names_in(clause, text) if self.asked.isdisjoint(name))
        return any(_beside(tokens, name, described) for name in names)


def _names_in(clause: str, text: Read) -> Iterator[frozenset[str]]:
    """The tokens of each word with a capital letter that may be a name; the first word is one where it is known."""
    first = next((word.end for word in words(clause)), 0)
    for match in _NAME.finditer(clause):
        name = re.sub(r"['’]s$", "", match[0].strip("`'‘’"))
        known = match.end() > first or text.lexicon.persons.search(fold(name))
        if known and name not in text.lexicon.nobodys_names:
            yield frozenset(analyse(name))


def _beside(tokens: Sequence[str], name: frozenset[str], others: frozenset[str]) -> bool:
    """Whether a name stands beside one of some words."""
    return any(
        token in name and not others.isdisjoint(tokens[max(0, place - BESIDE) : place + 1 + BESIDE])
        for place, token in enumerate(tokens)
    )


def described_in(asking: Asking) -> Described | None:
    """How an English question describes somebody whom it asks for; None where it asks for nobody."""
    match = _ASKS.match(asking.normal) if asking.language == "en" else None
    if match is None:
        return None
    said = match["as"].replace("prophet muhammad", "prophet")
    units = asking.by(said)
    things = tuple(unit for unit in units if not unit.frame) or units
    stated = tuple(frozenset(analyse(word, keep_stop_words=True)) for word in _STATED.findall(said))
    tied = tuple(
        Tied(_words_of(first, asking), by, _words_of(second, asking))
        for first, by, second in _TIED.findall(said)
    )
    own = frozenset(analyse(asking.normal, keep_stop_words=True))
    asked = own.union(*(unit.words for unit in asking.question.things))
    done = done_by(said.strip(), asking)
    return Described(things, stated, tied, done, asked) if things or stated else None


def _words_of(word: str, asking: Asking) -> frozenset[str]:
    """The tokens by which a text may name what a word of a question names."""
    own, titles = frozenset(analyse(word, keep_stop_words=True)), asking.lexicon.prophet_titles
    return own.union(*(unit.words for unit in asking.by(word)), titles if own & titles else ())
