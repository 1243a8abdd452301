"""Common questions in the words of the texts, and what a sentence that answers a kind of question holds.

"How do I perform wudu?" is told of by texts that say how somebody washed his face and wiped his head, and hardly
by those that hold "perform" and "wudu". A `Wording` gives the words by which texts tell of the matter to a
question that is asked in one of its ways (`ways`); a question with anything beside it is read as it stands. A `Form`
says by what words a text tells of a virtue, or gives an invocation, so that it is put before one that only names
the subject.

Ways and the words of texts are plain words, what a sentence holds is a pattern; both stand in
`data/lexicon/wordings.yaml`. Nothing is stated by them: what is found must still be in scope and supported, or be
scripture that has most of a wording's words.

A build reads all ways once and leaves in the snapshot by which words each is found (`read_ways`): of some five thousand
a question needs few, and only these are compiled.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any, overload

from pipeline.answer.lexicon.kinds import Kinds
from pipeline.answer.lexicon.regex import regex
from pipeline.answer.lexicon.said import SOUND
from pipeline.answer.lexicon.ways import Said, Way, compile_way, spelled, words_of_asking
from pipeline.answer.words.fold import fold, fold_pattern, latin_key
from pipeline.answer.words.spelling import LEAST, stems
from pipeline.text import analyse, word_texts
from schemas.tables import LANGUAGES

THING = "<>"  # in a pattern, what is asked about
_TOPIC = {  # of up to four words
    "ar": r"(?P<topic>[\u0621-\u064a]+(?: [\u0621-\u064a]+){0,3}?)",
    "en": r"(?P<topic>[a-z][a-z'-]*(?: [a-z'-]+){0,3}?)",
}
_JOINING = "al of the and in prophet muhammad علي أبي بن النبي محمد"  # words of asking that names hold, too


class Ways(Sequence[Way]):
    """Ways of asking one thing, each compiled when it is first looked at."""

    def __init__(self, written: Sequence[tuple[str, Mapping[str, str]]]) -> None:
        """`written`: each as the list writes it, with the lists of words that it may name."""
        self._written = written
        self._compiled: dict[int, Way] = {}

    def __len__(self) -> int:
        return len(self._written)

    @overload
    def __getitem__(self, place: int) -> Way: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Way]: ...
    def __getitem__(self, place: int | slice) -> Way | Sequence[Way]:
        if isinstance(place, slice):
            return Ways(self._written[place])
        found = self._compiled.get(place)
        if found is None:
            found = self._compiled[place] = compile_way(*self._written[place])
        return found


@dataclass(frozen=True, slots=True)
class Wording:
    """A common question: the ways in which it is asked, and the words of the texts, by language; `titles`: what answers
    to the whole of it go by, where it is not the question itself."""

    name: str
    ways: Sequence[Way]
    words: Mapping[str, str]
    titles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of question: how it is asked, and what a text that answers it holds, by language; `must`: questions
    that no other text answers; `of_it`: what such a text says right beside the thing that is asked about, which stands
    as `<>`; `seek`: by what words it is also searched, where the thing is the rest of the question, in texts of
    `kinds` and `statuses`; `taught`: it is told by scripture rather than by rulings."""

    name: str
    asks: Mapping[str, re.Pattern[str]]
    holds: Mapping[str, re.Pattern[str]]
    must: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    of_it: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    seek: Mapping[str, str] = field(default_factory=dict)
    kinds: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    taught: bool = False

    def found(self, text: str, language: str) -> bool:
        """Whether a text holds it."""
        return bool(self.holds[language].search(fold(text)))

    def sought(self, question: str, language: str) -> str:
        """The words by which texts tell of what is asked: "whoever visiting the sick"; empty where there are none.

        Words are looked up by their stems, so a deed need not be a verb.
        """
        folded = fold(question)
        match = self.asks[language].search(folded) if language in self.seek else None
        return f"{self.seek[language]} {folded[match.end() :].strip()}" if match else ""


# What asks whether somebody is or does something, and by which words he goes.
Whether = tuple[re.Pattern[str], frozenset[str]]


@dataclass(frozen=True, slots=True)
class Wordings:
    """Both tables of some lists."""

    wordings: tuple[Wording, ...]
    forms: tuple[Form, ...]
    by_key: Mapping[str, Sequence[Sequence[int]]]  # wording and way, by a key without which it is not asked
    told: Mapping[str, re.Pattern[str]]  # what tells of the asker
    reads: Mapping[str, re.Pattern[str]]  # what asks whether one may read the Qur'an
    whether_of: Sequence[Whether]
    topic: Mapping[str, re.Pattern[str]]  # what is asked with a topic alone
    topic_asked: Mapping[str, Sequence[str]]  # the questions what, and who, a topic is
    asking: frozenset[str]  # words that only ask
    known: frozenset[str]  # all words that questions are asked in
    spelled: frozenset[str]  # the English words that all ways are written with, but for names
    kinds: Kinds

    def wording(self, question: str) -> Wording | None:
        """The common question that this is, with nothing else in it: of several the one in whose way it is asked most
        closely, and of these the first. One of a topic alone is the question what, or who, it is."""
        asked = (self._closest(one) for one in (question, *self._of_topic(question)))
        return next((one for one in asked if one is not None), None)

    def _of_topic(self, question: str) -> Iterator[str]:
        """The questions what and who it is of which a question names nothing but the topic."""
        folded = fold(question)
        for language, pattern in self.topic.items():
            match = pattern.match(folded)
            if match and self._is_topic(match["topic"]):
                yield from (form.replace(THING, match["topic"]) for form in self.topic_asked[language])

    def _is_topic(self, text: str) -> bool:
        """Whether no word of a text asks, but for those of names; a word alone is one, as Islam is."""
        return " " not in text or not (set(analyse(text, keep_stop_words=True)) & self.asking - _joining())

    def _closest(self, question: str) -> Wording | None:
        speaker = self.kinds.speaker(question)
        said = Said.of(self._known_words(question)).less(speaker)
        recites = speaker is None and _said(self.reads, question) is None
        near = {(one, way) for key in said.keys for one, way in self.by_key.get(key, ())}
        whom = self._asked_of(question)
        ways = ((self.wordings[one].ways[way], one) for one, way in near)
        fits = ((way.fit(said, self.asking), one, way) for way, one in ways if recites or not way.recited)
        closest = max(
            (
                (fit, -one)
                for fit, one, way in fits
                if fit is not None and (not whom or self._names(one, way, whom))
            ),
            default=None,
        )
        return self.wordings[-closest[1]] if closest else None

    def _asked_of(self, question: str) -> frozenset[str]:
        """By which words he goes, Allah or the Prophet, of whom a question asks whether he is or does something; none
        where it asks of others."""
        folded = fold(question)
        return next((names for pattern, names in self.whether_of if pattern.search(folded)), frozenset())

    def _names(self, place: int, way: Way, whom: frozenset[str]) -> bool:
        """Whether a way of asking, or the words of the texts, name somebody."""
        told = " ".join(self.wordings[place].words.values())
        return not whom.isdisjoint(way.known) or not whom.isdisjoint(analyse(told, keep_stop_words=True))

    def sounds_like_one(self, word: str) -> bool:
        """Whether a word in Latin letters sounds like a name, or an Arabic word, in which questions are asked."""
        return SOUND + latin_key(word) in self.known

    def _known_words(self, question: str) -> str:
        """A question whose Arabic words that no way is written with stand without what is written before and behind
        them, where ways are written with that: to Pharaoh, her husband (لفرعون، لزوجها)."""
        texts = word_texts(question)
        known = [text if text.isascii() else self._known_word(text) for text in texts]
        return question if known == list(texts) else " ".join(known)

    def _known_word(self, word: str) -> str:
        if self.known.issuperset(analyse(word, keep_stop_words=True)):
            return word
        shorter = (
            one
            for one in stems(word)
            if len(one) >= LEAST and self.known.issuperset(analyse(one, keep_stop_words=True))
        )
        return next(shorter, word)

    def tells_of_asker(self, question: str) -> bool:
        """Whether a question tells of the one who asks: a common one is his case then."""
        return _said(self.told, question) is not None

    def form(self, question: str) -> Form | None:
        """The kind of question that this is."""
        folded = fold(question)
        return next((one for one in self.forms for asks in one.asks.values() if asks.search(folded)), None)

    def required(self, question: str) -> Form | None:
        """The kind of question that this is, where only a text which holds what an answer of it holds will do."""
        folded = fold(question)
        return next((one for one in self.forms for must in one.must.values() if must.search(folded)), None)


def compile_wordings(held: Mapping[str, Any], read: Mapping[str, Any], kinds: Kinds) -> Wordings:
    """The tables with their patterns compiled.

    Args:
        held: the list of wordings.
        read: what `read_ways` reads out of it.
    """

    def patterns(one: Mapping[str, Any], name: str) -> dict[str, re.Pattern[str]]:
        return {language: regex(fold_pattern(written)) for language, written in _told(one, name).items()}

    wordings = tuple(
        Wording(one["name"], _ways(one, held["named"]), _told(one, "words"), _told(one, "title"))
        for one in held["wordings"]
    )
    forms = tuple(
        Form(
            name=one["name"],
            asks=patterns(one, "ask"),
            holds=patterns(one, "hold"),
            must=patterns(one, "must"),
            of_it=patterns(one, "of_it"),
            seek=_told(one, "seek"),
            kinds=tuple(one.get("kinds", ())),
            statuses=tuple(one.get("statuses", ())),
            taught=bool(one.get("taught")),
        )
        for one in held["forms"]
    )
    told, reads = (
        {language: regex(fold_pattern(held[name][language])) for language in LANGUAGES}
        for name in ("told", "reads")
    )
    topic = {
        language: regex(fold_pattern(held["topic"][language]).replace(THING, _TOPIC[language]))
        for language in LANGUAGES
    }
    whether_of = [
        (regex(fold_pattern(form)), words_of_asking(names))
        for names in held["of_whom"]
        for form in _whether_forms(held["whether_of"], names)
    ]
    asking = frozenset(read["asking"])
    known, spelled_so = asking.union(read["known"]), frozenset(read["spelled"])
    by_key = dict(read["keys"])
    return Wordings(
        wordings,
        forms,
        by_key,
        told,
        reads,
        whether_of,
        topic,
        held["topic_asked"],
        asking,
        known,
        spelled_so,
        kinds,
    )


def _whether_forms(forms: Mapping[str, str], names: Sequence[str]) -> Iterator[str]:
    """How each language asks whether somebody of these names is or does something."""
    for language in LANGUAGES:
        own = (name for name in names if name.isascii() == (language == "en"))
        yield forms[language].replace(THING, "|".join(own)).replace("<says>", forms["says"])


def read_ways(held: Mapping[str, Any]) -> dict[str, Any]:
    """What all ways of the list of wordings are found and known by, for a snapshot.

    Raises:
        ConfigurationError: a way cannot be read.
    """
    ways = [list(_ways(one, held["named"])) for one in held["wordings"]]
    rare = _rarest([way for some in ways for way in some])
    by_key: dict[str, list[tuple[int, int]]] = {}
    for number, some in enumerate(ways):
        for place, way in enumerate(some):
            for key in rare(way):
                by_key.setdefault(key, []).append((number, place))
    asking = words_of_asking(word for language in LANGUAGES for word in held["asking"][language].split())
    known = frozenset().union(*(way.known for some in ways for way in some))
    return {
        "keys": sorted(by_key.items()),
        "asking": sorted(asking),
        "known": sorted(known),
        "spelled": sorted(_spelled(held)),
    }


def _ways(one: Mapping[str, Any], named: Mapping[str, Mapping[str, str]]) -> Ways:
    return Ways([(way, named[language]) for language in LANGUAGES for way in one[language]])


@cache
def _joining() -> frozenset[str]:
    return words_of_asking(_JOINING.split())


def _spelled(held: Mapping[str, Any]) -> frozenset[str]:
    """The English words that a question may be asked in, as they are written."""
    ways = chain(
        [held["asking"]["en"]], held["named"]["en"].values(), *(one["en"] for one in held["wordings"])
    )
    words = chain.from_iterable(map(spelled, ways))
    return frozenset(word for word in words if word.isascii() and word.isalpha() and word.islower())


def _said(patterns: Mapping[str, re.Pattern[str]], question: str) -> re.Match[str] | None:
    """Where a question says in either language what the patterns look for."""
    folded = fold(question)
    return next(filter(None, (pattern.search(folded) for pattern in patterns.values())), None)


def _rarest(ways: Sequence[Way]) -> Callable[[Way], list[str]]:
    """For a way of asking, the words with which the rows of one thing that it needs begin: the thing whose words fewest
    of all ways need."""
    begins = {either: sorted({row[0] for row in either}) for way in ways for either in way.needed}
    times = Counter(key for way in ways for either in way.needed for key in begins[either])
    return lambda way: min(
        (begins[either] for either in way.needed), key=lambda keys: sum(times[one] for one in keys)
    )


def _told(one: Mapping[str, Any], name: str) -> dict[str, str]:
    """What an entry says under a name, by the languages in which it says it."""
    return {language: one[key] for language in LANGUAGES if (key := f"{name}_{language}") in one}
