"""What a question asks whether somebody, or a place, is: "Was Idris a prophet?", "هل جبريل بشر؟".

A text tells it that says so, or denies it, of that very one in one clause. What it is of ("the father of the Prophet")
stands beside it. Where "the Prophet" stands beside a name, two are told of. Of an answer under that title nothing more
is asked; a verse may go on with "he" ("and Idris: he was a prophet"). How each language says it, `being_english` and
`being_arabic` know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from pipeline.answer.demands import being_arabic, being_english
from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.persons import KIN, Person, mentions_in, names_of
from pipeline.answer.demands.predicate import Claim
from pipeline.answer.demands.read import Read
from pipeline.text import analyse, analyse_query
from schemas.reference import Kind

IN_VERSE = 16  # words of a verse from a name to what it is


class Language(Protocol):
    """A module on how one language says what somebody is."""

    REACH: int  # words from a name to what it is

    def asked(self, asking: Asking) -> re.Match[str] | None:
        """Where a question asks it: `who`, `what`, `or` something else, and `of` whom."""

    def clauses(self, text: str) -> list[str]:
        """The clauses of a text."""

    def says(self, said: Claim, clause: str, reach: int) -> bool:
        """Whether a clause says it, or denies it."""


LANGUAGES: Mapping[str, Language] = {"ar": being_arabic, "en": being_english}


@dataclass(frozen=True, slots=True)
class Being(Claim):
    """What a question asks whether somebody is."""

    def told_by(self, text: Read) -> bool:
        """Whether a text says it, or denies it, or is an answer to it."""
        heading = text.reading.heading
        named = not self.who.name.isdisjoint(heading) and not _stems(self.what).isdisjoint(heading)
        if text.is_titled and named:
            return True
        language = LANGUAGES[text.language]
        if text.kind == Kind.QURAN:
            return language.says(self, text.around, IN_VERSE)
        return any(language.says(self, clause, language.REACH) for clause in language.clauses(text.around))


def being_in(asking: Asking) -> Being | None:
    """What a question asks whether somebody is; None where it asks no such thing."""
    match = LANGUAGES[asking.language].asked(asking)
    if match is None:
        return None
    who = _named(match["who"], asking)
    what = frozenset(_kinds(match, asking))
    if who is None or not what:
        return None
    of = frozenset(analyse_query(match["of"] or ""))
    of = of.union(names_of(asking.question.by(of))) - KIN - what
    prophet = asking.lexicon.prophet
    return Being(who, what, of | prophet if of & prophet else of, prophet)


def _named(said: str, asking: Asking) -> Person | None:
    """The person, or the place, that some words name, and nothing else."""
    for mention in mentions_in(said, asking):
        if (mention.start, mention.end) == (0, len(said)):
            return mention.person
    if said not in asking.lexicon.places:
        return None
    tokens = frozenset(analyse_query(said))
    return Person(tokens | names_of(asking.question.by(tokens)))


def _kinds(match: re.Match[str], asking: Asking) -> Iterator[str]:
    """What is asked whether it is, where it is known for a kind: by its words of both languages."""
    sorts = asking.lexicon.sorts
    said = _stems(f"{match['what']} {match['or'] or ''}".split())
    known = said & (sorts["en"] if asking.language == "en" else _stems(sorts["ar"]))
    words = known.union(names_of(asking.question.by(known)))
    yield from words & sorts["en"]
    yield from (one for one in sorts["ar"] if not words.isdisjoint(_stems((one,))))


def _stems(words: Iterable[str]) -> frozenset[str]:
    both = (form for word in words for form in (word, word.removesuffix("ا")))  # نبي، نبيا
    return frozenset(analyse(" ".join(both), keep_stop_words=True))
