"""Sentences, and the windows of them that are searched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from pipeline.text.markup import shown
from schemas.document import Document

WINDOW = 160  # words in a passage, about
OVERLAP = 30  # words that a passage shares with the one before, about
SLACK = 40  # a text up to this much longer than a window stays whole


@dataclass(frozen=True, slots=True)
class Passage:
    """One row of the passages table; `schemas.tables.PASSAGES` says what each field means."""

    document: str
    language: str
    number: int
    start: int
    end: int
    heading: str
    text: str

    def as_row(self) -> dict[str, object]:
        """A row of the table."""
        return asdict(self)


# Behind its marks a sentence may close quotations, and many Arabic sources hold marks of direction, which nobody sees.
_END = re.compile(r"(?<![.!?؟۔…])[.!?؟۔…]++[\"'”’»)\]﴾\u200e\u200f]*+(?=\s|\Z)|؛(?=\s|\Z)|\n[^\S\n]*\n")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[\"'“‘])(?:[A-Za-z]|Mr|Mrs|Ms|Dr|St|no|nos|vol|pp|ch|cf|eg|ie|i\.e|e\.g|viz|etc|ibid|a\.s|r\.a|"
    r"p\.b\.u\.h|s\.a\.w|s\.w\.t|swt|Sh|Prof|ed|trans|approx|[\u0621-\u064a]|[\u0621-\u064a]\.[\u0621-\u064a])$",
    re.IGNORECASE,
)


def _ends_sentence(text: str, position: int, mark: str) -> bool:
    return not mark.startswith(".") or _ABBREVIATION.search(text, max(0, position - 12), position) is None


def sentences(text: str) -> list[tuple[int, int]]:
    """Half-open spans of the sentences of a text, without the white space between them."""
    spans, start = [], 0
    for match in _END.finditer(text):
        if _ends_sentence(text, match.start(), match[0]):
            spans.append((start, match.end()))
            start = match.end()
    spans.append((start, len(text)))
    return [span for span in (_trimmed(text, *span) for span in spans) if span[0] < span[1]]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


_WORD = re.compile(r"\S+")


def windows_of_text(text: str) -> Iterator[tuple[int, int]]:
    """Spans of the windows of a text, on sentence ends where one is near."""
    spans = [match.span() for match in _WORD.finditer(text)]
    if len(spans) <= WINDOW + SLACK:
        if spans:
            yield spans[0][0], spans[-1][1]
        return
    ends = {end for _, end in sentences(text)}
    pauses = {end for _, end in spans if text[end - 1] in "،,:;"}
    first = 0
    while first < len(spans):
        last = _last(spans, first, ends, pauses)
        yield spans[first][0], spans[last][1]
        if last + 1 >= len(spans):
            return
        first = _next(spans, first, last, ends)


def _last(spans: list[tuple[int, int]], first: int, ends: set[int], pauses: set[int]) -> int:
    """Index of the last word of the window that opens at a word: a sentence end, else a comma, else any."""
    if len(spans) - first <= WINDOW + SLACK:
        return len(spans) - 1
    for marks, near in ((ends, SLACK), (pauses, SLACK // 2)):
        for last in range(first + WINDOW + SLACK // 2, first + WINDOW - near, -1):
            if spans[last][1] in marks:
                return last
    return first + WINDOW - 1


def _next(spans: list[tuple[int, int]], first: int, last: int, ends: set[int]) -> int:
    """Index of the first word of the following window: after a sentence end within the overlap if there is one."""
    for word in range(last - OVERLAP - OVERLAP // 2, last - OVERLAP // 3):
        if word > first and spans[word][1] in ends:
            return word + 1
    return max(first + 1, last + 1 - OVERLAP)


def heading_of(document: Document, language: str) -> str:
    """What stands above the texts of a document in one language: title, chapter and question, each once."""
    title, chapter, question = (
        (document.title_ar, document.chapter_ar, document.question_ar)
        if language == "ar"
        else (document.title_en, document.chapter_en, document.question_en)
    )
    parts = (shown(part, document.markup).strip() for part in (title, chapter, question) if part)
    return "\n".join(dict.fromkeys(part for part in parts if part))


def cut(document: Document) -> Iterator[Passage]:
    """The passages of a document, Arabic before English; a short text is one passage."""
    for language in document.languages:
        text = shown(document.text(language) or "", document.markup)
        heading = heading_of(document, language)
        for number, (start, end) in enumerate(windows_of_text(text), start=1):
            yield Passage(document.id, language, number, start, end, heading, text[start:end])
