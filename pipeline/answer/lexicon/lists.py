"""The lists that the verdict rests on besides the corpus: rules, names, closed lists, fixed texts.

They are data, in `data/lexicon/*.yaml`. A build compiles them to one JSON file of the snapshot
(`compile_lexicon`), so that a snapshot answers in the same way wherever it is opened; without that file the
lists beside the code are read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from pipeline.answer.lexicon.backgrounds import background_in
from pipeline.answer.lexicon.compiled import read_of
from pipeline.answer.lexicon.contrasts import Contrasts
from pipeline.answer.lexicon.counted import patterns_of
from pipeline.answer.lexicon.courtesies import Bare, Courtesies
from pipeline.answer.lexicon.crisis import Crisis
from pipeline.answer.lexicon.epithets import Epithets
from pipeline.answer.lexicon.files import (
    COMMON,
    COMPILED,
    FORM,
    HOME,
    read_folder,
)
from pipeline.answer.lexicon.joining import Joining, joining_of
from pipeline.answer.lexicon.kinds import Kinds, Wanted
from pipeline.answer.lexicon.names import Names
from pipeline.answer.lexicon.persons import PersonLists
from pipeline.answer.lexicon.premises import Premises
from pipeline.answer.lexicon.routes import RouteLists
from pipeline.answer.lexicon.schools import Schools
from pipeline.answer.lexicon.senses import Senses
from pipeline.answer.lexicon.sentences import SentenceLists
from pipeline.answer.lexicon.terms import Terms
from pipeline.answer.lexicon.texting import Texting
from pipeline.answer.lexicon.weights import Weights, weights_of
from pipeline.answer.lexicon.wordings import Wordings, compile_wordings
from pipeline.answer.words import mistyped_arabic, mistyped_english
from pipeline.answer.words.fold import fold
from pipeline.answer.words.mistyped import Changed, Texts
from pipeline.answer.words.mistyped_english import Speller
from pipeline.answer.words.replacing import replaced
from pipeline.answer.words.spelling import bare, stems
from pipeline.answer.words.tongue import tongue_of
from pipeline.text import Glossary, analyse_query, term_tokens, words
from pipeline.text.number_words import number_words
from schemas.errors import ConfigurationError, IndexFormatError

RAREST = 80  # quarters: one in a million, where the table ends
EVERYWHERE = 1 << 30  # texts, of a word that questions are asked in
COMMONLY = 10  # the same of one of general language that none holds
MISSPELT = 20  # times as many texts hold a word as hold it misspelt, at least


@cache
def _numerals(language: str) -> dict[str, tuple[str, ...]]:
    """The words of a language for numbers, by their digits.

    >>> _numerals("en")["3"]
    ('three',)
    """
    found: dict[str, tuple[str, ...]] = {}
    for one in number_words():
        if one.language == language and one.kind == "number" and one.value not in ("1", "2"):  # too common
            found[one.value] = (*found.get(one.value, ()), one.word)
    return found


class Lexicon(Names, RouteLists, SentenceLists, PersonLists):
    """The lists, with their patterns compiled and their tables of names folded."""

    def __init__(self, lists: Mapping[str, Any]) -> None:
        super().__init__(lists)
        self._backgrounds: list[dict[str, Any]] = lists["backgrounds"]["backgrounds"]
        self.phrases: dict[str, Any] = lists["phrases"]
        self._rarity: Mapping[str, int] = lists[COMMON]

    @cached_property
    def claims(self) -> list[tuple[re.Pattern[str], dict[str, Any]]]:
        """Where a question says a number `n` that a closed list settles, each with what the list says of it."""
        return [
            (pattern, fact) for fact in self._lists["closed-lists"]["facts"] for pattern in patterns_of(fact)
        ]

    @cached_property
    def partly(self) -> Mapping[str, frozenset[str]]:
        """Words with which a number is one of a part, or of more: `anywhere` in a question, or `led`: right before."""
        listed = self._lists["closed-lists"]["partly"]
        return {name: frozenset(map(fold, words)) for name, words in listed.items()}

    @cached_property
    def courtesies(self) -> Courtesies:
        """What is said around questions."""
        return Courtesies(self._lists["courtesies"])

    @cached_property
    def texting(self) -> Texting:
        """How people write in messages."""
        return Texting(self._lists["texting"])

    @cached_property
    def terms(self) -> Terms:
        """Arabic terms in Latin letters."""
        return Terms(self._lists["terms"])

    @cached_property
    def premises(self) -> Premises:
        """What questions take for granted that is not so."""
        return Premises(self._lists["premises"], self.wordings.asking)

    @cached_property
    def contrasts(self) -> Contrasts:
        """Cases of which one turns a ruling into another."""
        return Contrasts(self._lists["contrasts"])

    @cached_property
    def senses(self) -> Senses:
        """English words of two senses."""
        return Senses(self._lists["senses"])

    @cached_property
    def crisis(self) -> Crisis:
        """By what a question tells of danger."""
        read = read_of(self._lists, "crisis")
        return Crisis(read, lambda word: max(map(self.rarity, term_tokens(word)), default=0), RAREST)

    @cached_property
    def epithets(self) -> Epithets:
        """What the Prophet, God and the Qur'an are called."""
        return Epithets(self._lists["courtesies"])

    @cached_property
    def kinds(self) -> Kinds:
        """Which kind of text a question asks for."""
        return Kinds(self._lists["kinds"], self.epithets.others, self.courtesies.asking)

    @cached_property
    def schools(self) -> Schools:
        """Schools of law and scholars."""
        return Schools(self._lists["schools"])

    def kind_wanted(self, question: str) -> Wanted:
        """What kind of text a question asks for."""
        return self.kinds.wanted(question, lambda text: bool(analyse_query(text)))

    def without_attribution(self, text: str, *, invocation: bool = False) -> str:
        """A question without the phrases that say whose words are asked for, or that it is an `invocation`; as it is,
        when nothing would be left."""
        rest = self.kinds.without_attribution(text)
        if invocation and any(pattern.search(fold(rest)) for pattern in self.invocation):
            rest = fold(rest)
            for pattern in self.invocation:
                rest = pattern.sub(" ", rest)
        return rest if self._says_something(rest) else text

    @cached_property
    def _empty(self) -> frozenset[str]:
        return frozenset(
            one.text for listed in self._lists["routes"]["empty"].values() for one in words(" ".join(listed))
        )

    def without_empty(self, text: str) -> str:
        """A question without the words that only ask, or stand for others; as it is, when nothing would be left."""
        empty = ((word.start, word.end, "") for word in words(text) if word.text in self._empty)
        rest = replaced(text, empty)
        return " ".join(rest.split()) if rest != text and self._says_something(rest) else text

    def _says_something(self, text: str) -> bool:
        """Whether a text has a word that gives a question more than its form."""
        return not self.frame.issuperset(analyse_query(text))

    def without_courtesies(self, question: str) -> Bare:
        """A question without what is said around it."""

        def is_common(text: str) -> bool:
            return self.wordings.wording(self.epithets.plain(text)) is not None

        return self.courtesies.taken_from(question, self.wordings.tells_of_asker, is_common)

    def rarity(self, token: str) -> int:
        """How rare a token is in general language: minus the base-2 logarithm of its share, in quarters."""
        return self._rarity.get(token, RAREST)

    @classmethod
    def load(cls, folder: Path = HOME) -> Lexicon:
        """From the YAML files of a folder."""
        return cls(read_folder(folder))

    @classmethod
    def of_snapshot(cls, path: Path) -> Lexicon:
        """The lists that a snapshot carries, else those beside the code.

        Raises:
            ConfigurationError: they cannot be read.
            IndexFormatError: they have another form than this version answers by.
        """
        compiled = path / COMPILED
        if not compiled.exists():
            return default_lexicon()
        try:
            lists = json.loads(compiled.read_bytes())
            form = lists.get("form")
            if form == FORM:
                return cls(lists)
        except (ValueError, KeyError, AttributeError, re.error) as error:
            raise ConfigurationError(
                "the answering lists of a snapshot cannot be read",
                expected="the lists that a build compiled",
                found=str(error),
                where=str(compiled),
                remedy="pull or build the snapshot anew",
            ) from error
        raise IndexFormatError(
            "the answering lists of this snapshot have another form than this version of Isnad answers by",
            where=str(compiled),
            expected=f"form {FORM}",
            found=f"form {form!r}"[:80],
            remedy="use the version of Isnad that built it, or build it anew",
        )

    @cached_property
    def _speller(self) -> Speller:
        return Speller({word: self.rarity(term_tokens(word)[0]) for word in self.wordings.spelled})

    @cached_property
    def _asked_in(self) -> frozenset[str]:
        return frozenset(token for word in self.wordings.spelled for token in term_tokens(word))

    def respelt(
        self, question: str, held: Callable[[str], int], glossary: Glossary, texts: Texts
    ) -> tuple[str, Changed]:
        """A question with the words that were meant for those which nothing knows, and what was changed.

        Args:
            held: how many texts of the index hold a token. They have misspelt words, too.
            glossary: whose words are meant as they are written.
            texts: what these write.
        """

        def said(token: str) -> bool:
            return self.rarity(token) < RAREST or bool(glossary.find([token]))

        def odd(word: str) -> bool:
            token = term_tokens(word)[0]
            return not (said(token) or token in self._asked_in or self.wordings.sounds_like_one(word))

        def rather(word: str, meant: str) -> bool:
            written, as_meant = texts.times([word, meant])
            often = held(term_tokens(meant)[0]) >= MISSPELT * max(1, held(term_tokens(word)[0]))
            return often and as_meant >= MISSPELT * written

        def holding(word: str) -> int:
            tokens = term_tokens(word)
            if any(one in self.wordings.known for one in tokens) or self.faith.said_in(word):
                return EVERYWHERE
            if self.standard(word) != word:
                return EVERYWHERE  # it gives the question its form, in a dialect
            return max(map(held, tokens), default=0) or COMMONLY * any(map(said, tokens))

        def meant(word: str) -> str | None:
            return self._speller.meant(word) or mistyped_english.meant_in(texts, word)

        question, english = mistyped_english.respelt(question, meant, odd, rather)
        question, arabic = mistyped_arabic.respelt(question, holding, texts)
        return question, (*english, *arabic)

    @cached_property
    def _kindred(self) -> dict[str, tuple[str, ...]]:
        listed = self._lists["routes"]["kindred"]
        return {bare(words(word)[0].text): tuple(others) for word, others in listed.items()}

    @cached_property
    def _plurals(self) -> dict[str, tuple[str, ...]]:
        listed = {fold(word): tuple(others) for word, others in self._lists["routes"]["plurals"].items()}
        return listed | {f"{word}ا": others for word, others in listed.items()}  # كم حرفا

    def kindred(self, text: str) -> dict[str, tuple[str, ...]]:
        """For the tokens of the words of a text whose stem hides those of other forms (the boys, the boy), those."""
        found = {word.text: self._others(word.text) for word in words(text)}
        found |= {word: self._plurals[word] for word in self.counted(fold(text)) if word in self._plurals}
        numerals = _numerals(tongue_of(text))
        found |= {word: numerals[word] for word in found if word in numerals}
        return {analyse_query(word)[0]: others for word, others in found.items() if others}

    def _others(self, word: str) -> tuple[str, ...]:
        """The other forms of a word, itself or behind a preposition and before a pronoun (بأعيادهم)."""
        listed = self._kindred
        own = listed.get(bare(word))
        return own if own is not None else next((listed[one] for one in stems(word) if one in listed), ())

    def with_kindred(self, text: str) -> str:
        """A text with the other forms of its words behind it."""
        return " ".join((text, *(word for others in self.kindred(text).values() for word in others)))

    @cached_property
    def sound(self) -> frozenset[str]:
        """Collections of narrations that go before the others where both answer alike."""
        return frozenset(self._lists["routes"]["sound"])

    @cached_property
    def minor(self) -> frozenset[str]:
        """Collections that go behind the others where both answer."""
        return frozenset(self._lists["routes"]["minor"])

    @cached_property
    def wordings(self) -> Wordings:
        """Common questions in the words of the texts."""
        return compile_wordings(self._lists["wordings"], read_of(self._lists, "wordings"), self.kinds)

    @cached_property
    def joining(self) -> Mapping[str, Joining]:
        """The words by which several questions in one are told apart, by language."""
        return joining_of(self._lists)

    @cached_property
    def order(self) -> Weights:
        """The weights by which texts are put in order."""
        return weights_of(self._lists, "order")

    @cached_property
    def sentences(self) -> Weights:
        """The weights by which it is chosen what is quoted of a text."""
        return weights_of(self._lists, "sentences")

    def quoting_by(self, weights: Weights) -> Lexicon:
        """These lists with other weights of what is quoted."""
        return Lexicon({**self._lists, "sentences": {"weights": weights.values}})

    def background(self, text: str | None) -> dict[str, Any] | None:
        """The entry for a reader's tradition in free text; None when nothing is known of it, or all is denied."""
        return background_in(text or "", self._backgrounds)


@cache
def default_lexicon() -> Lexicon:
    """The lists beside the code, read once."""
    return Lexicon.load()
