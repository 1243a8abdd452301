"""The names by which a question may call a document: surahs, collections of hadith, verses that are known by a name.

A name is found by its key: folded, without its article, and in Latin letters without the differences of taste.
Nothing is guessed here; a key that two surahs share keeps the first, and a test holds that none do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from pipeline.answer.lexicon.regex import regex
from pipeline.answer.words.fold import fold, fold_pattern, latin_key
from pipeline.answer.words.tongue import ARABIC
from pipeline.text import analyse_query, words
from schemas.tables import LANGUAGES

Value = TypeVar("Value")
# The Arabic article in Latin letters.
ARTICLES = frozenset("al an ar as ash at ad adh az ath el ul".split())


@dataclass(frozen=True, slots=True)
class Called:
    """What has a name in each language."""

    ar: str
    en: str

    def name(self, language: str) -> str:
        """Its name in a language."""
        return self.ar if language == "ar" else self.en


@dataclass(frozen=True, slots=True)
class Surah(Called):
    """A surah, and how many verses it has."""

    verses: int


def name_keys(name: str) -> list[str]:
    """The keys that a name is found by, with and without its article."""
    folded = fold(name)
    if ARABIC.search(folded):
        bare = re.sub(r"^ال(?=\w{2})", "", folded)
        return [folded] if bare == folded else [folded, bare]
    words = re.findall(r"[a-z']+", folded)
    keys = [latin_key("".join(words))]
    if len(words) > 1 and words[0] in ARTICLES | {"the"}:
        keys.append(latin_key("".join(words[1:])))
        keys.append(latin_key("al" + "".join(words[1:])))
    return list(dict.fromkeys(keys))


def _joined(name: str) -> tuple[str, ...]:
    """A name, and where it is one of a verse in Latin letters ("ayat al birr"), as it is spoken ("ayatul birr")."""
    verse, article, *rest = (*name.split(), "", "")
    spoken = verse == "ayat" and article in ARTICLES
    return (name, " ".join(("ayatul", *filter(None, rest)))) if spoken else (name,)


def _by_key(named: Iterable[tuple[Value, Iterable[str]]]) -> dict[str, Value]:
    """What has some names, by the keys of these; a key of two keeps the first."""
    found: dict[str, Value] = {}
    for value, names in named:
        for name in names:
            for key in name_keys(name):
                found.setdefault(key, value)
    return found


def _numbers(place: str) -> tuple[int, ...]:
    """The numbers of `surah:verse[-verse]`."""
    return tuple(map(int, re.findall(r"\d+", place)))


class Names:
    """The tables of names of some lists, by key."""

    _lists: Mapping[str, Any]

    @cached_property
    def surahs(self) -> dict[int, Surah]:
        """The surahs by number."""
        return {
            row["number"]: Surah(row["ar"], row["en"], row["verses"])
            for row in self._lists["surahs"]["surahs"]
        }

    @cached_property
    def collections(self) -> dict[str, Called]:
        """The collections of hadith by id."""
        return {row["id"]: Called(row["ar"], row["en"]) for row in self._lists["references"]["collections"]}

    @cached_property
    def commentaries(self) -> dict[str, int]:
        """The place of each collection of comments in the order in which those on a verse are shown."""
        return {row["id"]: place for place, row in enumerate(self._lists["references"]["commentaries"])}

    @cached_property
    def commentary_names(self) -> dict[str, tuple[str, ...]]:
        """Folded names of commentaries to their collections, one or several."""
        found: dict[str, tuple[str, ...]] = {}
        for row in self._lists["references"]["commentaries"]:
            for key in sorted({key for name in row["names"] for key in name_keys(name)}):
                found[key] = (*found.get(key, ()), row["id"])
        return found

    @cached_property
    def counts(self) -> dict[str, tuple[re.Pattern[str], ...]]:
        """How the numbers of the Qur'an are asked for: of the `verses` of a surah, its `place`, all `surahs`."""
        return {
            name: tuple(regex(fold_pattern(one)) for language in LANGUAGES for one in forms[language])
            for name, forms in self._lists["references"]["counts"].items()
        }

    @cached_property
    def surah_names(self) -> dict[str, int]:
        """Folded names of surahs to their numbers; a name of two surahs keeps the first."""
        rows = self._lists["surahs"]["surahs"]
        return _by_key((row["number"], (row["en"], row["ar"], *row["also"])) for row in rows)

    @cached_property
    def official_names(self) -> dict[str, int]:
        """Folded names of surahs, as they are called officially, to their numbers."""
        return _by_key((number, (one.en, one.ar)) for number, one in self.surahs.items())

    @cached_property
    def surahs_alone(self) -> dict[str, int]:
        """Folded names that mean a surah where they stand alone: no other person or thing is called so."""
        rows = [row for row in self._lists["surahs"]["surahs"] if "alone" in row]
        return _by_key((row["number"], (row["en"], row["ar"], *row["alone"])) for row in rows)

    @cached_property
    def no_surah(self) -> frozenset[str]:
        """Words, and tokens of English ones, that behind the word for a surah name none."""
        listed = self._lists["surahs"]["no_surah"]
        ar, en = (fold(" ".join(listed[language])).split() for language in LANGUAGES)
        return frozenset((*ar, *en, *(token for word in en for token in analyse_query(word))))

    @cached_property
    def choosing(self) -> frozenset[str]:
        """Words before the word for a surah with which no name follows it."""
        listed = self._lists["surahs"]["choosing"]
        return frozenset(fold(" ".join(listed[language] for language in LANGUAGES)).split())

    @cached_property
    def collection_names(self) -> dict[str, str]:
        """Folded names of collections to their ids."""
        rows = self._lists["references"]["collections"]
        return _by_key((row["id"], (row["en"], row["ar"], *row["names"])) for row in rows)

    @cached_property
    def verse_names(self) -> dict[str, tuple[tuple[int, ...], ...]]:
        """Folded names of verses to one or several places: a surah, a verse and, of several verses, the last."""
        rows = self._lists["references"]["verses"]
        return _by_key(
            (
                tuple(map(_numbers, row["id"].split())),
                [written for name in row["names"] for written in _joined(name)],
            )
            for row in rows
        )

    @cached_property
    def narration_names(self) -> dict[str, tuple[str, ...]]:
        """Folded names of narrations to `collection:number`, one or several."""
        rows = self._lists["references"]["narrations"]
        return _by_key((tuple(row["id"].split()), row["names"]) for row in rows)

    @cached_property
    def filler(self) -> frozenset[str]:
        """Words that ask for nothing beyond the document they stand beside."""
        filler = self._lists["references"]["filler"]
        return frozenset(fold(word) for language in LANGUAGES for word in filler[language])

    @cached_property
    def asking(self) -> frozenset[str]:
        """Letters of words that ask for a text, and do not open one."""
        more = "صحة درجة هل تخريج حكم مدى authentic graded there".split()
        opening = frozenset("قال الله يقول قوله ما من هو و في the a in it this of".split())
        letters = {word.text for one in (*self.filler, *more) for word in words(one)}
        return frozenset(letters - opening)
