"""What is known of the Qur'an without its text: 114 surahs, their names, and how many verses each has.

Also the pinned Qur'an as a measure for quotations: its verses, read from the documents that the Qur'an's own source
gave. No verse is written here, and none is made here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from pathlib import Path

from pipeline.sources.mushaf import Mushaf
from pipeline.text import skeleton
from schemas.errors import SourceError
from schemas.reference import Kind, Locator, ReferenceId
from schemas.sentence import said

VERSES_IN_ALL = 6236


@cache
def surahs() -> Mapping[str, Mapping[str, str]]:
    """The 114 surahs by number: name_ar, name_en, verses."""
    text = resources.files("pipeline.sources").joinpath("surahs.tsv").read_text("utf-8")
    head, *lines = text.splitlines()
    names = head.split("\t")
    rows = (dict(zip(names, line.split("\t"), strict=True)) for line in lines)
    return {row["number"]: row for row in rows}


@cache
def verse_counts() -> tuple[int, ...]:
    """How many verses each surah has; place 0 is surah 1."""
    return tuple(int(row["verses"]) for row in surahs().values())


def verse_problem(surah: Locator, ayah: Locator) -> str:
    """Why there is no such verse (or range of verses), in plain words; "" when there is one."""
    counts = verse_counts()
    if surah.word or surah.last is not None or surah.letter or not 1 <= surah.first <= len(counts):
        return said("there is no surah {surah}: the surahs are 1 to {last}", surah=surah, last=len(counts))
    held = counts[surah.first - 1]
    last = ayah.first if ayah.last is None else ayah.last
    if ayah.word or ayah.letter or ayah.first < 1 or last > held:
        return said(
            "there is no verse {surah}:{ayah}: surah {surah} has verses 1 to {held}",
            surah=surah,
            ayah=ayah,
            held=held,
        )
    return ""


def reference_problem(reference: ReferenceId) -> str:
    """Why a reference to the Qur'an names no verse; "" for a right one and for other kinds."""
    return verse_problem(*reference.locators) if reference.kind is Kind.QURAN else ""


def verses_of(reference: ReferenceId) -> tuple[str, ...]:
    """A reference to verses, one id for each of them; any other reference as it is."""
    if reference.kind is not Kind.QURAN or reference.locators[1].last is None:
        return (str(reference.document),)
    surah, ayah = reference.locators
    return tuple(f"quran:{surah}:{number}" for number in range(ayah.first, (ayah.last or 0) + 1))


@dataclass(frozen=True)
class PinnedQuran:
    """The verses of the pinned Qur'an, by reference id, in their order."""

    verses: Mapping[str, str]

    @classmethod
    def read(cls, documents: Path) -> PinnedQuran:
        """From the documents.parquet of the Qur'an's source."""
        import pyarrow.parquet as pq

        table = pq.read_table(documents, columns=["id", "text_ar"])  # type: ignore[no-untyped-call]
        pairs = zip(table["id"].to_pylist(), table["text_ar"].to_pylist(), strict=True)
        verses = {name: text or "" for name, text in pairs if name.startswith("quran:")}
        if len(verses) != VERSES_IN_ALL:
            raise SourceError(
                "the pinned Qur'an is not whole",
                expected=said("{count} verses", count=VERSES_IN_ALL),
                found=f"{len(verses)}",
                where=str(documents),
                remedy="ingest the Qur'an's source again",
            )
        return cls(verses)

    @cached_property
    def letters(self) -> Mapping[str, str]:
        """The letters of each verse."""
        return {name: skeleton(verse) for name, verse in self.verses.items()}

    @cached_property
    def mushaf(self) -> Mushaf:
        """The verses in a row; the ordinal of one is its place in their order."""
        return Mushaf.of((ordinal, verse, {}) for ordinal, verse in enumerate(self.verses.values()))

    def name_of(self, ordinal: int) -> str:
        """The reference id of a verse of `mushaf`."""
        return self._names[ordinal]

    def verse_of(self, ordinal: int) -> str:
        """Its text."""
        return self.verses[self._names[ordinal]]

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(self.verses)

    def quoted(self, reference: ReferenceId, quotation: str, *, whole: bool) -> bool:
        """Whether the letters of a quotation are those of the verses (or stand in them, unless whole)."""
        ours = " ".join(self.letters.get(verse, "") for verse in verses_of(reference))
        theirs = skeleton(quotation)
        return bool(theirs) and (theirs == ours if whole else f" {theirs} " in f" {ours} ")
