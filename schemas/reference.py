"""Reference ids: the name of a document, for ever.

    quran:2:255                  a verse
    hadith:bukhari:1             a narration, by the number of its edition
    hadith:muslim:8c             a number with a letter
    tafsir:muyassar:2:255        a comment on one verse
    tafsir:ibn-kathir-en:2:1-5   one comment on several verses
    fatwa:binbaz:1234            an answer, by the number or the slug of its source
    ...#2                        the second passage of a document
    ...@ar                       its Arabic text

Grammar (lower-case ASCII)::

    id         = "quran" ":" locator ":" locator  |  kind ":" collection 1*3(":" locator)
    kind       = "hadith" | "tafsir" | "fatwa" | "book"
    collection = word
    locator    = number [letter] | number "-" number | word
    word       = letter *(letter | digit) *("-" 1*(letter | digit))
    number     = "0" | digit without a leading zero, at most 9 digits
    suffixes   = ["#" number from 1] ["@" ("ar" | "en")]

Ids order by kind (quran, hadith, tafsir, fatwa, book), collection, then each locator by its number, so
`hadith:muslim:9` comes before `hadith:muslim:10`. `parse(format(x)) == x` and `format(parse(s)) == s`.
Whether a verse or a narration of that name exists is not decided here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import total_ordering
from typing import Self

from schemas.errors import ReferenceIdError
from schemas.sentence import said


class Kind(StrEnum):
    """The kinds of document, in the order in which they are shown."""

    QURAN = "quran"
    HADITH = "hadith"
    TAFSIR = "tafsir"
    FATWA = "fatwa"
    BOOK = "book"


KIND_ORDER = {kind: place for place, kind in enumerate(Kind)}

_NUMBER = r"(?:0|[1-9][0-9]{0,8})"
_WORD = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_LOCATOR = re.compile(
    rf"(?P<first>{_NUMBER})(?:(?P<letter>[a-z])|-(?P<last>{_NUMBER}))?|(?P<word>{_WORD})", re.ASCII
)
_COLLECTION = re.compile(_WORD, re.ASCII)
_SUFFIXES = re.compile(
    r"(?P<body>[^#@]*)(?:#(?P<passage>[1-9][0-9]{0,8}))?(?:@(?P<language>ar|en))?", re.ASCII
)

MAX_LENGTH = 200


@total_ordering
@dataclass(frozen=True, slots=True)
class Locator:
    """One step of an id: a number (with a letter, or up to another number), or a word."""

    first: int = -1
    letter: str = ""
    last: int | None = None
    word: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read one locator; raises `ReferenceIdError`."""
        match = _LOCATOR.fullmatch(text)
        if match is None:
            raise ReferenceIdError(
                said("“{text}” is not a locator of a reference id", text=text),
                expected="a number (12, 8c), a range (1-5) or a word of a-z, 0-9 and hyphens (zakat-on-gold)",
                found=repr(text),
            )
        if match["word"]:
            return cls(word=match["word"])
        first = int(match["first"])
        last = int(match["last"]) if match["last"] else None
        if last is not None and last <= first:
            raise ReferenceIdError(
                said("the range “{text}” does not go up", text=text),
                expected="a range whose second number is larger, as in 1-5",
                found=repr(text),
            )
        return cls(first=first, letter=match["letter"] or "", last=last)

    def __str__(self) -> str:
        if self.word:
            return self.word
        return f"{self.first}{self.letter}" if self.last is None else f"{self.first}-{self.last}"

    def covers(self, number: int) -> bool:
        """Whether this locator is, or its range holds, the number."""
        return not self.word and self.first <= number <= (self.first if self.last is None else self.last)

    def _key(self) -> tuple[int, int, str, int, str]:
        return (1 if self.word else 0, self.first, self.letter, self.last or 0, self.word)

    def __lt__(self, other: Locator) -> bool:
        return self._key() < other._key()


@total_ordering
@dataclass(frozen=True, slots=True)
class ReferenceId:
    """A parsed reference id. `collection` is empty for the Qur'an, which has one."""

    kind: Kind
    collection: str
    locators: tuple[Locator, ...]
    passage: int | None = None
    language: str | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an id; raises `ReferenceIdError` with the part that is wrong."""
        if len(text) > MAX_LENGTH:
            raise ReferenceIdError(
                "a reference id is too long",
                expected=said("at most {most} characters", most=MAX_LENGTH),
                found=f"{len(text)}",
            )
        outer = _SUFFIXES.fullmatch(text)
        if outer is None:
            raise ReferenceIdError(
                said("the ending of “{text}” is not one of a reference id", text=text),
                expected="#2 for a passage, @ar or @en for a language, in that order",
                found=repr(text),
            )
        parts = outer["body"].split(":")
        try:
            kind = Kind(parts[0])
        except ValueError:
            raise ReferenceIdError(
                said("“{text}” does not begin with a kind of document", text=text),
                expected=", ".join(Kind),
                found=repr(parts[0]),
            ) from None
        collection, steps = (
            ("", parts[1:]) if kind is Kind.QURAN else (parts[1] if len(parts) > 1 else "", parts[2:])
        )
        if kind is not Kind.QURAN and not _COLLECTION.fullmatch(collection):
            raise ReferenceIdError(
                said("“{text}” names no collection", text=text),
                expected="a word of a-z, 0-9 and single hyphens after the kind, as in hadith:bukhari:1",
                found=repr(collection),
            )
        wanted = (2, 2) if kind is Kind.QURAN else (1, 3)
        if not wanted[0] <= len(steps) <= wanted[1]:
            raise ReferenceIdError(
                said("“{text}” has {count} locators", text=text, count=len(steps)),
                expected=said("two (surah and ayah)")
                if kind is Kind.QURAN
                else said("one to three, separated by colons"),
                found=repr(text),
            )
        return cls(
            kind,
            collection,
            tuple(Locator.parse(step) for step in steps),
            int(outer["passage"]) if outer["passage"] else None,
            outer["language"],
        )

    def __str__(self) -> str:
        head = (self.kind.value,) if self.kind is Kind.QURAN else (self.kind.value, self.collection)
        body = ":".join((*head, *map(str, self.locators)))
        passage = f"#{self.passage}" if self.passage is not None else ""
        language = f"@{self.language}" if self.language is not None else ""
        return body + passage + language

    @property
    def document(self) -> ReferenceId:
        """The id of the document, without passage and language."""
        return replace(self, passage=None, language=None)

    def key(self) -> tuple[object, ...]:
        """The sort key: comparable between any two ids."""
        return (
            KIND_ORDER[self.kind],
            self.collection,
            tuple(step._key() for step in self.locators),
            self.passage or 0,
            self.language or "",
        )

    def __lt__(self, other: ReferenceId) -> bool:
        return self.key() < other.key()
