"""What a question says that a person did, or that was done to him: a text tells it that says it of that person.

    does      "Why did Ali strike Umar?", "Did the Prophet drink wine?": he and the deed, in one clause
    suffers   "Who killed Hamza?", "Where was Hamza buried?": the deed beside the one to whom it was done
    either    who dies does and suffers it, and Arabic writes both alike ("أين قتل عمر")

Who else is named, and what the glossary knows or a capital letter begins, stands in that clause, too; where a question
asks whether something was done, so does all that it names. What he said of the deed, or of others who do it, does not
tell it. Of an answer under that title nothing more is asked; a verse may say "he", and a text in another language than
the question names all. How each language says it, `doing_english` and `doing_arabic` know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from pipeline.answer.demands import doing_arabic, doing_english
from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.persons import Mention, Person, mentions_in
from pipeline.answer.demands.predicate import Predicate, Role
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.fold import fold
from pipeline.answer.words.units import Unit
from pipeline.text import analyse, analyse_query
from schemas.reference import Kind

_CAPITAL = re.compile(r"(?<=\s)[A-Z][\w'’-]+")
# With these a light verb is another (to get out of the fish), which texts tell in many words.
_ANOTHER_VERB = re.compile(r"\s*(?:along|away|back|down|off|out|over|rid|through|up)\b")
SAID = 3  # things; so many words that somebody is said to have said are told by a text that has them


class Language(Protocol):
    """A module on how one language says what somebody did."""

    def predicate_in(self, folded: str, mentions: Sequence[Mention], lexicon: Lexicon) -> Predicate | None:
        """Of whom a folded question says something, and what."""

    def clauses(self, text: Read, who: Person) -> Iterator[Sequence[str]]:
        """The clauses of a text, as tokens; where he speaks, "I" is he."""

    def says(self, tokens: Sequence[str], who: Person, deed: frozenset[str], role: Role) -> bool:
        """Whether a clause says a deed of somebody."""

    def holds(self, token: str, deed: frozenset[str]) -> bool:
        """Whether a word is a deed."""


LANGUAGES: Mapping[str, Language] = {"ar": doing_arabic, "en": doing_english}


@dataclass(frozen=True, slots=True)
class Done:
    """What a question says of somebody: who; the deed, as tokens of both languages; what he is to it; who and what else
    is named."""

    who: Person
    deed: frozenset[str]
    role: Role
    others: Sequence[Person]
    things: Sequence[Unit]
    mutual: bool = False

    def told_by(self, text: Read) -> bool:
        """Whether a text tells it, or is an answer to it."""
        heading = text.reading.heading
        if text.is_titled and not self.who.name.isdisjoint(heading) and not self.deed.isdisjoint(heading):
            return True
        if not self._is_known_in(text.language):
            return self._named_in(text.reading.held)
        language = LANGUAGES[text.language]
        if text.kind == Kind.QURAN:
            return self._is_in_verse(text)
        return any(self.is_in_clause(one, text.language) for one in language.clauses(text, self.who))

    def _is_in_verse(self, text: Read) -> bool:
        """Whether a verse has the deed, and names all of them; or nobody, and what else is named."""
        tokens = analyse(text.around, keep_stop_words=True)
        nobody = not text.lexicon.people.search(fold(text.around))
        of_them = nobody and self.things and all(unit.is_in(frozenset(tokens)) for unit in self.things)
        told = any(LANGUAGES[text.language].holds(token, self.deed) for token in tokens)
        return told and (bool(of_them) or self._holds_names(tokens))

    def _is_known_in(self, language: str) -> bool:
        """Whether the names and the deed are known in a language."""
        told = any(token.isascii() == (language == "en") for token in self.deed)
        return told and all(one.is_known_in(language) for one in (self.who, *self.others))

    def is_in_clause(self, tokens: Sequence[str], language: str = "en") -> bool:
        """Whether the tokens of a clause tell it."""
        held = frozenset(tokens)
        if not all(unit.is_in(held) for unit in self.things) or not self._holds_names(tokens):
            return False
        doers = (self.who, *self.others) if self.mutual else (self.who,)
        return any(LANGUAGES[language].says(tokens, one, self.deed, self.role) for one in doers)

    def _holds_names(self, tokens: Sequence[str]) -> bool:
        return all(one.is_in(tokens) for one in (self.who, *self.others))

    def _named_in(self, held: frozenset[str]) -> bool:
        """Whether a text in another language names all of it that it can."""
        return all(unit.is_in(held) for unit in self.things) and all(
            not one.name.isdisjoint(held) for one in (self.who, *self.others)
        )


def done_in(asking: Asking) -> Done | None:
    """What a question says that a person did or suffered; None where it says no such thing."""
    # English names have capitals; of Arabic words the one that asks was put first.
    return done_by(asking.text if asking.language == "en" else asking.normal, asking)


def done_by(text: str, asking: Asking) -> Done | None:
    """The same of some words of a question."""
    folded, lexicon = fold(text), asking.lexicon
    mentions = tuple(mentions_in(folded, asking))
    if not mentions and asking.language == "en":
        mentions = tuple(doing_english.killed(folded, asking))
    said = LANGUAGES[asking.language].predicate_in(folded, mentions, lexicon)
    if said is None:
        return None
    behind = [one for one in mentions if one.start > said.mention.start]
    others = tuple(one.person for one in behind if one.person != said.mention.person)
    names = frozenset(
        analyse(" ".join(folded[one.start : one.end] for one in mentions), keep_stop_words=True)
    )
    rest = [token for token in analyse_query(said.rest) if token not in names]
    if said.verb in lexicon.light and not said.whether and _ANOTHER_VERB.match(said.rest):
        return None
    verb = frozenset(rest[:1] if said.verb in lexicon.light else analyse_query(said.verb))
    things = tuple(
        unit
        for unit in asking.question.things
        if names.union(verb, lexicon.judging).isdisjoint(unit.tokens)
        and (not set(rest).isdisjoint(unit.tokens) if said.whether else _is_named(unit, text, asking))
    )
    if not verb or (said.verb in lexicon.saying and len(things) >= SAID):
        return None
    alike = lexicon.doings_of(verb)
    role: Role = "either" if any(one.suffered for one in alike) else said.role
    mutual = any(one.mutual for one in alike)
    return Done(said.mention.person, told_as(verb, asking), role, others, things, mutual)


def told_as(verb: frozenset[str], asking: Asking) -> frozenset[str]:
    """A deed that a question names by a verb, as tokens of both languages, by all words by which texts tell of it."""
    alike = (one.told for one in asking.lexicon.doings_of(verb))
    return verb.union(*alike, *(unit.words for unit in asking.question.by(verb)))


def _is_named(unit: Unit, text: str, asking: Asking) -> bool:
    """Whether a thing goes by a name: the glossary knows it, a capital letter begins it, or it stands behind the class
    that it is one of ("غزوة بدر")."""
    classes = asking.lexicon.classes
    if not classes.isdisjoint(unit.tokens) or unit.concept in asking.lexicon.generic:
        return False
    capitals = frozenset(token for name in _CAPITAL.findall(text) for token in analyse(name))
    classed = any(one in classes and other in unit.tokens for one, other in pairwise(asking.question.tokens))
    return bool(unit.concept) or classed or not capitals.isdisjoint(unit.tokens)
