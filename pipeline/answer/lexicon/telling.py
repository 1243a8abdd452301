"""The lists of what a text must tell, by the form of a question: words, nouns, numbers, deeds.

They are compiled here. The modules of `demands` read them, and for single lists so do others: numbers and deeds are
read by `routing.numbers` and `validate`, what is compared or generic by `routing.joined`, what is of conduct by
`of_faith` and `judge`. Nothing is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pipeline.answer.lexicon.named import filled
from pipeline.answer.lexicon.patterns import Patterns, tokens_of
from pipeline.answer.lexicon.regex import regex
from pipeline.answer.words.fold import fold
from pipeline.text import analyse_query
from pipeline.text.number_words import number_words
from schemas.tables import LANGUAGES

AND = "و"
# What Arabic writes before a number.
BEFORE_NUMBER = ("", AND, "ب", "ل", "ف", "ال", f"{AND}ال", "بال", "لل")


@dataclass(frozen=True, slots=True)
class Told:
    """Words that a text must hold when a question of a form is put to it."""

    name: str
    ask: Mapping[str, re.Pattern[str] | None]
    need: Mapping[str, re.Pattern[str]]
    # "near" anything asked about, its "object" alone, right "after" the heaviest thing, in one "clause", or
    # near the heaviest thing "outside" the words that ask; "named" wants the noun itself, and no words beside it;
    # "narration" wants them near anything asked about, of a narration alone
    within: str
    proper: bool  # whether a proper name does as well

    def asked(self, folded: str) -> re.Match[str] | None:
        """Where a folded question has this form; its group `of` is the noun that must be told of."""
        found = (pattern.search(folded) for pattern in self.ask.values() if pattern)
        return next((match for match in found if match), None)


_NOBODY = regex("(?!)")


@dataclass(frozen=True, slots=True)
class Deed:
    """A well-known deed: how it is named, and who did it; or an event, as it is set in another time or place than its
    own."""

    name: str
    deed: re.Pattern[str]
    doer: re.Pattern[str]
    source: str
    subject: Mapping[str, str]
    false: bool  # whether its own words tell what is not so, whoever is named


@dataclass(frozen=True, slots=True)
class Occasion:
    """A state in which other rules hold: how a question names it, and how texts of each language tell of it."""

    name: str
    asked: Mapping[str, re.Pattern[str]]
    told: Mapping[str, re.Pattern[str]]


@dataclass(frozen=True, slots=True)
class Doing:
    """A deed by the tokens of the words for it, and of all by which texts tell of it. `suffered`: who does it suffers
    it; `mutual`: each of two does it; `anyone`: who did it to somebody is asked of any name."""

    words: frozenset[str]
    told: frozenset[str]
    suffered: bool
    mutual: bool
    anyone: bool


class DemandLists(Patterns):
    """What texts must hold, and the deeds and numbers that nobody disputes."""

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """Words that a text must hold, by the form of the question."""
        return self._told("told")

    @cached_property
    def plain(self) -> tuple[Told, ...]:
        """The same of a question about one thing alone."""
        return self._told("plain")

    def _told(self, part: str) -> tuple[Told, ...]:
        return tuple(
            Told(
                name=one["name"],
                ask=self.each(one, "ask"),
                need=self.both(one, "need"),
                within=one.get("within", "near"),
                proper=bool(one.get("proper")),
            )
            for one in self._demands[part]
        )

    def other_occasions(self, folded: str) -> tuple[Occasion, ...]:
        """The states that a folded question does not name."""
        return tuple(
            one
            for one in self._occasions
            if not any(pattern.search(folded) for pattern in one.asked.values())
        )

    @cached_property
    def _occasions(self) -> tuple[Occasion, ...]:
        return tuple(
            Occasion(one["name"], self.both(one, "asked"), self.both(one, "told"))
            for one in self._demands["occasions"]
        )

    @property
    def _demands(self) -> Mapping[str, Any]:
        return self._lists["routes"]["demands"]

    def is_judged(self, folded: str) -> bool:
        """Whether a folded question asks for a judgement on what it names, or for what is said about it."""
        return self._formed("judged", folded)

    @cached_property
    def judging(self) -> frozenset[str]:
        """Tokens of words that ask for a judgement and name nothing."""
        return self._tokens("judging")

    @cached_property
    def differing(self) -> frozenset[str]:
        """Tokens of words that say that things differ."""
        return self._tokens("differing")

    def compared(self, folded: str) -> Iterator[re.Match[str]]:
        """Where a folded question asks how two things, `a` and `b`, differ."""
        for language, form in sorted(self._demands["compared"].items()):
            yield from self.compiled(language, form).finditer(folded)

    def heads(self, folded: str) -> list[str]:
        """The nouns after "which" of a folded question."""
        return self._caught("head", folded)

    def stated(self, folded: str) -> list[str]:
        """What a folded question says that the Prophet or the Qur'an said, where it asks why or where."""
        return self._caught("stated", folded)

    def counted(self, folded: str) -> list[str]:
        """The nouns after "how many" of a folded question."""
        return self._caught("counted", folded)

    @cached_property
    def counted_kin(self) -> Mapping[str, frozenset[str]]:
        """Words for kin that somebody has many of, folded, each with all that mean the same."""
        rows = [frozenset(map(fold, row)) for row in self._demands["counted_kin"]]
        return {word: row for row in rows for word in row}

    def settings(self, folded: str) -> list[str]:
        """The words behind those that set a folded Arabic question in a time, a place or a way."""
        return self._setting.findall(folded)

    @cached_property
    def _setting(self) -> re.Pattern[str]:
        listed = self._demands["setting"]
        words, nowhere = ("|".join(map(fold, listed[part])) for part in ("words", "nowhere"))
        return regex(rf"(?<!\w)[وف]?(?:{words}) (?!(?:ان|ما|ذلك|كل|{nowhere})(?!\w))([\u0621-\u064a]+)")

    def asks_fact(self, folded: str) -> bool:
        """Whether a folded Arabic question begins with a word that asks for a fact."""
        return not self._asking_fact.isdisjoint(folded.split()[:1])

    @cached_property
    def _asking_fact(self) -> frozenset[str]:
        return frozenset(map(fold, self._demands["setting"]["facts"]))

    def _caught(self, part: str, folded: str) -> list[str]:
        return [
            match[match.lastindex or 1]
            for language in LANGUAGES
            if language in self._demands[part]
            for match in self.compiled(language, self._demands[part][language]).finditer(folded)
        ]

    @cached_property
    def classes(self) -> frozenset[str]:
        """Tokens of nouns that an instance answers: "which prophet" is answered by a name."""
        return self._tokens("classes")

    def _tokens(self, part: str) -> frozenset[str]:
        return tokens_of(self._demands[part])

    @cached_property
    def generic(self) -> frozenset[str]:
        """Concepts that a text on a subject need not name: whose words it is, and what any text speaks of."""
        return frozenset(self._demands["generic"])

    @cached_property
    def anybody(self) -> frozenset[str]:
        """Tokens of words for somebody of whom any text may speak by another word."""
        return self._tokens("anybody")

    @cached_property
    def doings(self) -> tuple[Doing, ...]:
        """Deeds that texts tell by several verbs."""
        return tuple(
            Doing(
                words := frozenset(analyse_query(" ".join(one["en"] + one["ar"]))),
                words.union(analyse_query(" ".join(one["also"]))),
                bool(one.get("suffered")),
                bool(one.get("mutual")),
                bool(one.get("anyone")),
            )
            for one in self._demands["doings"]
        )

    def doings_of(self, verb: frozenset[str]) -> list[Doing]:
        """Those that a verb names by one of its tokens."""
        return [one for one in self.doings if not verb.isdisjoint(one.words)]

    @cached_property
    def light(self) -> frozenset[str]:
        """Verbs, folded, that tell nothing without what stands behind them."""
        return self._folded("light")

    @cached_property
    def saying(self) -> frozenset[str]:
        """Words, folded, that say no deed of somebody: what he said, and what is no verb."""
        return self._folded("saying")

    @cached_property
    def past(self) -> frozenset[str]:
        """English forms of the past that do not end in -ed."""
        return frozenset(self._demands["past"])

    @cached_property
    def sorts(self) -> Mapping[str, frozenset[str]]:
        """What somebody may be said to be: English tokens, Arabic words as they are folded."""
        listed = self._demands["sorts"]
        return {
            "en": frozenset(analyse_query(" ".join(listed["en"]))),
            "ar": frozenset(map(fold, listed["ar"])),
        }

    @cached_property
    def places(self) -> frozenset[str]:
        """Names of places and times, folded."""
        return frozenset(map(fold, self._demands["places"]))

    def _folded(self, part: str) -> frozenset[str]:
        return frozenset(fold(word) for language in LANGUAGES for word in self._demands[part][language])

    def amount(self, language: str) -> re.Pattern[str]:
        """Words that say how many without a number of their own: "twice", a dual."""
        return self.compiled(language, self._demands["amount"][language])

    def definition(self, language: str) -> re.Pattern[str]:
        """A word with what makes the sentence say what it is."""
        return self.compiled(language, self._demands["definition"][language])

    def defined(self, language: str) -> re.Pattern[str]:
        """What stands before a word where the sentence says that something is it, or asks what it is."""
        return self.compiled(language, self._demands["defined"][language])

    def identity(self, language: str) -> re.Pattern[str]:
        """What stands right behind a name where a text says who somebody is."""
        return self.compiled(language, self._demands["identity"][language])

    def of_conduct(self, text: str) -> bool:
        """Whether a question asks what one may do, in the form in which rulings are asked for."""
        return self._formed("conduct", fold(text))

    def of_matters(self, text: str) -> bool:
        """Whether a question is about what texts of the faith treat, though it names nothing of the faith."""
        return self._formed("matters", fold(text))

    def asks_what_it_is(self, folded: str) -> bool:
        """Whether a folded question asks what a thing is, or for all there is on it."""
        return self._formed("about", folded)

    def unworthy(self, folded: str, of: str = "prophet") -> str:
        """What a folded question says of the Prophet (or `of` "god"), who goes by one name in it, though unworthy: the
        verb and what stands behind it; empty where it says no such thing."""
        listed = self._demands["unworthy"][of]
        for language, form in listed["said"].items():
            did = self.compiled(language, form).search(folded)
            said = "".join(part or "" for part in did.groups()).strip() if did else ""
            if match := self.compiled(language, listed["deed"][language]).search(said):
                return match[0]
        return ""

    def asks_what_prophet_said(self, folded: str) -> bool:
        """Whether a folded question asks what the Prophet said of something."""
        return self._formed("prophet_saying", folded)

    def asks_whether_prophet_said(self, folded: str) -> bool:
        """Whether a folded question asks if the Prophet said some words."""
        return self._formed("prophet_said", folded)

    def tells_of_prophet(self, folded: str) -> bool:
        """Whether folded words tell of the Prophet, or of what is handed down of him."""
        return self._formed("of_prophet", folded)

    def _formed(self, part: str, folded: str) -> bool:
        forms = self._demands[part]
        return any(self.compiled(*form).search(folded) for form in sorted(forms.items()))

    @cached_property
    def cardinals(self) -> dict[str, int]:
        """Words for numbers, of both languages, with what Arabic writes before them; no ordinals."""
        ordinals = {one.word for one in number_words() if one.kind == "order"}
        found: dict[str, int] = {}
        for word, value in self.numbers["en"].items():
            if word not in ordinals:
                found[word] = value
        for word, value in self.numbers["ar"].items():
            for before in BEFORE_NUMBER:
                found.setdefault(before + word, value)
        return found

    @cached_property
    def countings(self) -> dict[str, int]:
        """The same with the English ordinals from the second on."""
        return self.cardinals | {word: value for word, value in self.numbers["en"].items() if word != "first"}

    @cached_property
    def deeds(self) -> tuple[Deed, ...]:
        """Well-known deeds with their doers, and events with their times and places."""
        closed = self._lists["closed-lists"]
        return (
            *(self._deed(one, one["deed"], one.get("doer", ())) for one in closed["deeds"]),
            *(self._deed(one, self._set(one), [one["right"]], false=True) for one in closed["events"]),
        )

    def _deed(
        self, one: Mapping[str, Any], deed: Iterable[str], doer: Iterable[str], false: bool = False
    ) -> Deed:
        return Deed(
            one["name"],
            self._either(deed),
            self._either(doer) if doer else _NOBODY,
            one["source"],
            {language: one[f"subject_{language}"] for language in LANGUAGES},
            false or not doer,
        )

    def _either(self, patterns: Iterable[str]) -> re.Pattern[str]:
        """Any of some patterns, of either language."""
        return regex("|".join(self._fill("en" if one.isascii() else "ar", one) for one in patterns))

    def _set(self, event: Mapping[str, Any]) -> list[str]:
        """How questions set an event in some time, or place, in each language."""
        closed = self._lists["closed-lists"]
        return [
            filled(closed["set"][language], {"what": event[language], "when": closed[event["of"]][language]})
            for language in LANGUAGES
        ]
