"""What a question asks whether somebody, or a place, is: "Was Idris a prophet?", "هل جبريل بشر؟".

A text tells it that says so, or denies it, of that very one in one clause: the name, a word for being, and what it is;
in Arabic what it is close behind the name, for that has no such word. What it is of ("the father of the Prophet")
stands beside it. Where "the Prophet" stands beside a name, two are told of. Of an answer under that title nothing more
is asked; a verse may go on with "he" ("and Idris: he was a prophet").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipeline.answer.demands import doing_english
from pipeline.answer.demands.persons import CALLED, KIN, Person, mentions_in, names_of
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.fold import fold
from pipeline.answer.words.units import Asked
from pipeline.text import analyse, analyse_query
from schemas.reference import Kind

LED = 4  # words from a name to the word for being
REACH = {"en": 8, "ar": 5}  # words from a name to what it is
IN_VERSE = 16  # the same in a verse
NAMED_BEHIND = 12  # words from a kind of somebody to the name ("of the wives of the Prophet … as of Khadija")
BESIDE = 4  # words from what somebody is to whom he is it of
_ASKS = {
    "en": r"^\W*(?:is|was) (?:(?:the|prophet|imam|companion|king|angel|mount) )*(?P<who>[a-z'-]+(?: [a-z'-]+){0,4}?)"
    r"(?: (?:really|actually|also|not|ever))* (?:an?|the|one of the|considered an?) (?P<what>[a-z' -]+?)"
    r"(?: of (?:the )?(?P<of>[a-z' -]+?))?(?: or (?:an? |the )?(?P<or>[a-z' -]+))?\W*$",
    "ar": r"^\W*[وف]?هل (?:(?:كان|كانت|يعتبر|تعتبر|يعد|تعد) )?(?:(?:النبي|سيدنا|الامام|الملك|جبل|بير) )*"
    r"(?P<who>[\u0621-\u064a]+(?: [\u0621-\u064a]+){0,4}?) (?:(?:كان|كانت|هو|هي|من) )*(?P<what>KINDS)"
    r"(?: (?:او|ام) (?:من )?(?P<or>KINDS)|(?: (?P<of>[\u0621-\u064a]+(?: [\u0621-\u064a]+){0,4})))?\W*$",
}
_CLAUSE = {
    "en": doing_english.CLAUSE,
    "ar": re.compile(r"[!?؟;؛:\"“”«»]|\.(?=\s|$)|(?<!\w)[وف]?(?:قال|قالت|قالوا)(?!\w)"),
}
_BLESSING = re.compile(r"\(?\b(?:peace|blessings?)\b[^,.)]{0,40}\bupon (?:him|her|them)\b\)?", re.I)
_BEING = frozenset(("is", "was", "were", "be", "been", "became", "becom", "as", "call", "made", "neither"))
_ARTICLES = frozenset(("a", "an", "one", "of"))
_BEFORE_ANOTHER = frozenset(("by", "with", "to", "from", "for", "upon", "against", "at", "about", "like"))
_SAID = frozenset(analyse("said say told asked who whom that came saw", keep_stop_words=True))
_BEFORE_ANOTHER_AR = frozenset(("الي", "علي", "مع", "عن", "في", "بين", "عند", "ان"))
_MET = frozenset(("راي", "رايت", "لقي", "لقيت", "سمع", "سمعت", "سال", "سالت", "جاء", "جاءه"))  # he met one
_ARABIC = re.compile(r"[\u0621-\u064a]+")


@dataclass(frozen=True, slots=True)
class Being:
    """Who, and what he may be: English tokens, or Arabic words as they are folded; whom it is of, as tokens."""

    who: Person
    what: frozenset[str]
    of: frozenset[str]

    def told_by(self, text: Read) -> bool:
        """Whether a text says it, or denies it, or is an answer to it."""
        heading = text.reading.heading
        if (
            text.is_titled
            and not self.who.name.isdisjoint(heading)
            and not _stems(self.what).isdisjoint(heading)
        ):
            return True
        says, reach = _SAYS[text.language], REACH[text.language]
        if text.kind == Kind.QURAN:
            return says(self, text.around, IN_VERSE)
        return any(says(self, clause, reach) for clause in _CLAUSE[text.language].split(text.around))

    def _in_english(self, clause: str, reach: int) -> bool:
        tokens = [
            token for token in analyse(_BLESSING.sub(" ", clause), keep_stop_words=True) if token.isascii()
        ]
        for place in range(len(tokens)):
            if self.who.is_at(tokens, place):
                behind = tokens[place + 1 : place + 1 + reach]
                if any(
                    self._is_it(behind[:at]) and self._is_of(tokens, place + 1 + at)
                    for at, token in enumerate(behind)
                    if token in self.what
                ):
                    return True
                if self._called(tokens[: place - self.who.surnamed][-NAMED_BEHIND - 1 :]):
                    return True
        return False

    def _is_it(self, between: Sequence[str]) -> bool:
        """Whether what stands between a name and a kind makes the one the other."""
        if not between or not _SAID.isdisjoint(between) or not _BEFORE_ANOTHER.isdisjoint(between[-3:]):
            return False
        definite = between[-1] == "the" and not self.of
        if _ARTICLES.issuperset(between[:-1]) and (between[-1] in _ARTICLES or between[-1] == "the"):
            return not definite
        return not _BEING.isdisjoint(between[:LED]) and not (
            definite and not self.what.isdisjoint(CALLED) and "of" not in between
        )

    def _called(self, before: Sequence[str]) -> bool:
        """Whether a kind stands right before the name as its title."""
        *_, other, kind = ("", "", *before)
        if kind in self.what:
            return not self.of and not (other == "the" and not self.what.isdisjoint(CALLED))
        for at, token in enumerate(before):
            if self.of and token in self.what and _SAID.isdisjoint(before[at:]):
                if before[at + 1 : at + 2] == ["of"] and not self.of.isdisjoint(before[at + 2 : at + 4]):
                    return len(before) - at <= NAMED_BEHIND
                between = frozenset(before[at + 1 :]) - self.of
                if between <= {"of", "the", "s"} and self._is_of(before, at):
                    return True
        return False

    def _is_of(self, tokens: Sequence[str], place: int) -> bool:
        """Whether it is of the right one."""
        around = tokens[max(0, place - BESIDE) : place + 1 + BESIDE]
        return not self.of or not self.of.isdisjoint(around)

    def _in_arabic(self, clause: str, reach: int) -> bool:
        words = _ARABIC.findall(fold(clause))
        tokens = [next(iter(analyse(word, keep_stop_words=True)), "") for word in words]
        return any(
            self._follows(words, tokens, place, reach) or self._leads(words, tokens, place)
            for place in range(len(tokens))
            if self.who.is_at(tokens, place)
        )

    def _follows(self, words: Sequence[str], tokens: Sequence[str], place: int, reach: int) -> bool:
        """Whether a kind stands behind the name, and not another of that kind whom he met."""
        return any(
            self._is_kind(words, at)
            and words[at - 1] not in _BEFORE_ANOTHER_AR
            and _MET.isdisjoint(words[place:at])
            and self._is_of(tokens, at)
            for at in range(place + 1, min(len(words), place + 1 + reach))
        )

    def _leads(self, words: Sequence[str], tokens: Sequence[str], place: int) -> bool:
        """Whether a kind stands right before the name as its title: "نبي الله إدريس", "الملك جبريل"."""
        first = place - self.who.surnamed
        return any(
            words[at].removeprefix("ال") in self.what
            and (not words[at].startswith("ال") or tokens[at] not in CALLED)
            and (at == first - 1 or words[at + 1] == "الله" or bool(self.of))
            and self._is_of(tokens, at)
            for at in range(max(0, first - 2), first)
        )

    def _is_kind(self, words: Sequence[str], place: int) -> bool:
        """Whether a word is the kind, and not the Prophet ("نبي الله")."""
        of_god = words[place + 1 : place + 2] == ["الله"] and not self.of
        return not of_god and (
            words[place] in self.what or (words[place][0] == "ب" and words[place][1:] in self.what)
        )


_SAYS: dict[str, Callable[[Being, str, int], bool]] = {"en": Being._in_english, "ar": Being._in_arabic}


def being_in(folded: str, question: Asked, lexicon: Lexicon) -> Being | None:
    """What a folded question asks whether somebody is; None where it asks no such thing."""
    kinds = "|".join(sorted(lexicon.sorts["ar"]))
    match = re.match(_ASKS[question.language].replace("KINDS", kinds), folded)
    if match is None:
        return None
    who = _named(match["who"], question, lexicon)
    what = frozenset(_kinds(match, question, lexicon))
    if who is None or not what:
        return None
    of = frozenset(analyse_query(match["of"] or ""))
    of = of.union(names_of(unit for unit in question.units if not of.isdisjoint(unit.tokens))) - KIN - what
    return Being(who, what, of | CALLED if of & CALLED else of)


def _named(said: str, question: Asked, lexicon: Lexicon) -> Person | None:
    """The person, or the place, that some words name, and nothing else."""
    for mention in mentions_in(said, question, lexicon):
        if (mention.start, mention.end) == (0, len(said)):
            return mention.person
    if said not in lexicon.places:
        return None
    tokens = frozenset(analyse_query(said))
    return Person(tokens | names_of(unit for unit in question.units if not tokens.isdisjoint(unit.tokens)))


def _kinds(match: re.Match[str], question: Asked, lexicon: Lexicon) -> Iterator[str]:
    """What is asked whether it is, where it is known for a kind: by its words of both languages."""
    said = _stems(f"{match['what']} {match['or'] or ''}".split())
    known = said & (lexicon.sorts["en"] if question.language == "en" else _stems(lexicon.sorts["ar"]))
    words = known.union(names_of(unit for unit in question.units if not known.isdisjoint(unit.tokens)))
    yield from words & lexicon.sorts["en"]
    yield from (one for one in lexicon.sorts["ar"] if not words.isdisjoint(_stems((one,))))


def _stems(words: Iterable[str]) -> frozenset[str]:
    both = (form for word in words for form in (word, word.removesuffix("ا")))  # نبي، نبيا
    return frozenset(analyse(" ".join(both), keep_stop_words=True))
