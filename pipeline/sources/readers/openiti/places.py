"""Where a paragraph of an OpenITI book stands: page, verse, or its number alone.

    1:80:3          the third paragraph that begins on page 80 of volume 1
    53:19, 53:19:2  the comment on a verse; its second part, where it is long
    page-1-80:3     the same in a book that comments on verses, where it stands outside them
    12, unit-12     the unit of that number, in a book without pages

A page mark stands where its page ends, so that a paragraph's page is told by the first mark behind its first word;
in a list of notes (`PageV01P080:`) by the mark before it. What follows the last mark is counted to the last page.
A comment's verse is told by a heading such as `[53.19]`, `[14.46-52]` or `سورة الحديد (57) : آية 6`, or by a line
such as `الأعراف : ( 37 - 38 ) …`, which then is the heading. Numbers on a page go on where a book names the page
again, so that no place is given twice; they count paragraphs, whatever is joined to what.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from pipeline.sources.readers.openiti.edges import is_page
from pipeline.sources.readers.openiti.marks import Page, Paragraph, letters
from pipeline.sources.scripture import surahs
from pipeline.text import skeleton

_VERSES = re.compile(r"^\[([0-9]{1,3})\.([0-9]{1,3})(?:-([0-9]{1,3}))?\]$")
_SURAH_VERSES = re.compile(
    r"^\[?سورة\s[^()]{2,30}\(([0-9]{1,3})\)\s*:\s*(?:آية|الآيات|الآيتان)\s+([0-9]{1,3})(?:\s*(?:إلى|الى|و)\s*([0-9]{1,3}))?"
)
_VERSE_LINE = re.compile(
    r"^([^():]{2,30}?)\s*:\s*\(\s*([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?\s*\)\s*(.*)$", re.S
)


@dataclass(frozen=True, slots=True)
class Located:
    """A paragraph with its place. `row`: which row of the book; `number`: its number on the page or verse."""

    row: int
    paragraph: Paragraph
    heading: str
    page: Page | None
    verses: str
    number: int
    title: bool  # it is the heading of what follows, and no text of its own


@dataclass
class Places:
    """The places that were given in one book."""

    commentary: bool = False  # it names verses, so that numbers alone would be taken for some
    _on_page: Counter[Page | None] = field(default_factory=Counter)
    _on_verse: Counter[str] = field(default_factory=Counter)

    def located(self, paragraphs: Sequence[Paragraph]) -> list[Located]:
        """All paragraphs of a book with their places, in order."""
        pages = _pages(paragraphs)
        found: list[Located] = []
        heading = verses = ""
        before: str | None = None
        for row, (one, page) in enumerate(zip(paragraphs, pages, strict=True)):
            if is_page(one.heading):
                # The heading before it goes on, and so may the sentence.
                if found and one.heading != paragraphs[row - 1].heading:
                    found[-1] = replace(found[-1], paragraph=replace(found[-1].paragraph, page_over=True))
            elif one.heading != before:
                before, verses = one.heading, _verses(one.heading)
                heading = "" if _VERSES.match(one.heading) or not letters(one.heading) else one.heading
            title = _verse_line(one.text) if one.head else None
            if title:
                verses, heading = title
            elif one.section:
                verses, heading = "", one.text
            number = self._number(page) if one.counted else 0
            found.append(Located(row, one, heading, page, verses, number, bool(title) or one.section))
        self.commentary = self.commentary or any(one.verses for one in found)
        return found

    def _number(self, page: Page | None) -> int:
        self._on_page[page] += 1
        return self._on_page[page]

    def name(self, one: Located, number: object, *, parts: int = 0) -> dict[str, str]:
        """The columns that tell a place."""
        if one.verses:
            return {**self._on_verses(one.verses, parts), "verses": one.verses}
        place, (arabic, english) = f"{number}", (f"فقرة {number}", f"par. {number}")
        word = "unit-"
        if one.page:
            word, place = "page-", f"{one.page[0]}-{one.page[1]}:{one.number}"
            arabic, english = _page_names(*one.page, one.number)
        place = word + place if self.commentary else place.replace("-", ":")
        return {"place": place, "place_ar": arabic, "place_en": english, "verses": ""}

    def _on_verses(self, verses: str, parts: int) -> dict[str, str]:
        self._on_verse[verses] += 1
        part = self._on_verse[verses]
        alone = parts == 1 and part == 1
        names = surahs().get(verses.partition(":")[0], {})
        told = verses if alone else f"{verses} ({part})"
        return {
            "place": verses if alone else f"{verses}:{part}",
            "place_ar": f"سورة {names.get('name_ar', '')} {told}",
            "place_en": f"surah {names.get('name_en', '')} {told}",
        }


def _page_names(volume: int, page: int, number: int) -> tuple[str, str]:
    """A page for a person, in Arabic and English; files without pages call all of them 0."""
    if not page:
        return f"فقرة {number}", f"par. {number}"
    volume_ar, volume_en = (f"ج {volume} ", f"vol. {volume}, ") if volume else ("", "")
    return f"{volume_ar}ص {page}", f"{volume_en}p. {page}"


def _pages(paragraphs: Sequence[Paragraph]) -> list[Page | None]:
    """The page on which each paragraph begins."""
    last = next((one.last for one in reversed(paragraphs) if one.last), None)
    pages: list[Page | None] = [None] * len(paragraphs)
    coming = last
    for row in range(len(paragraphs) - 1, -1, -1):
        one = paragraphs[row]
        pages[row] = one.starts or coming
        coming = one.ends or coming
    notes: Page | None = None
    for row, one in enumerate(paragraphs):
        if one.notes_on:
            notes = one.notes_on
        elif one.last or (row and one.heading != paragraphs[row - 1].heading):
            notes = None
        pages[row] = notes or pages[row]
    return pages


def _verses(heading: str) -> str:
    match = _VERSES.match(heading) or _SURAH_VERSES.match(heading)
    return _span(match[1], match[2], match[3]) if match else ""


def _verse_line(text: str) -> tuple[str, str] | None:
    """The verses and the heading of a line such as “الأعراف : ( 43 ) ونزعنا ما في . . . . .”."""
    match = _VERSE_LINE.match(text)
    number = _surah_numbers().get(skeleton(match[1])) if match else None
    if match is None or number is None:
        return None
    words = match[4].rstrip(" .")
    span = match[2] if not match[3] or int(match[3]) <= int(match[2]) else f"{match[2]}-{match[3]}"
    return _span(number, match[2], match[3]), f"{match[1].strip()} {span}: {words}" if words else match[
        1
    ].strip()


def _span(surah: str, first: str, last: str | None) -> str:
    one = f"{int(surah)}:{int(first)}"
    return f"{one}-{int(last)}" if last and int(last) > int(first) else one


@cache
def _surah_numbers() -> dict[str, str]:
    """The number of a surah by the letters of its name."""
    return {skeleton(names["name_ar"]): number for number, names in surahs().items()}
