"""The documents table -> texts, questions that are asked of them, pairs, and lessons.

    lesson      a question and a text that answers it: the title or letter of a fatwa, the heading above a paragraph of
                a book, what a book says that it was asked, the title of a chapter of narrations
    parallel    a text and the same in the other language: narrations, verses with their translations
    near        two questions that ask the same: title and letter of a fatwa, a chapter's title in both languages

Texts and questions are numbered, each once. Of books and comments a share is drawn; the generator has one seed, so the
same table gives the same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipeline.index.embedder.chain import speech_start
from pipeline.index.tables import open_table
from schemas.tables import DOCUMENTS
from training.cleaning import cleaned, first_words, question_in, stems, windows
from training.settings import RECIPE, Cutting

ARABIC, ENGLISH = 0, 1
CODES = {"ar": ARABIC, "en": ENGLISH}
SEED = 7

# Where a verse is translated or told in other words, and the verse itself.
_VERSES = "quran"
_OF_VERSES = ("quran-rowwad", "quran-saheeh", "quran-hilali-khan", "muyassar")
_RETOLD = "muyassar"
_ASKED_OF_BOOKS = "openiti-fatwa"
_BOOKS = {"openiti-fatwa": 1.0, "openiti-fiqh": 0.42, "openiti-hadith": 0.26, "openiti-tafsir": 0.2}
_TAFSIR_AR, _TAFSIR_EN = ("tafsir-ar", "openiti-tafsir-verses"), ("kashf-al-asrar", "tafsir-en")
_SHARE_AR, _SHARE_EN, _SAMPLE_SEED = 0.75, 0.8, 3

_BOOK_ASKS = re.compile(
    r"(?:^|\s)(?:(?:وسئل|سئل|سؤال|السؤال)\s*[:/\-]?\s+|س\s*\d*\s*[:/\-]\s*)([^؟]{15,260}؟)"
)
_BOOK_ANSWERS = re.compile(r"(?:الجواب|فأجاب|فأجاب بقوله|ج\s*\d*)\s*[:/\-]\s*")
_BRACKETS = re.compile(r"^[\[\(]|[\]\)]$")
_NUMBERED = re.compile(r"^(باب|فصل|مسألة|مسالة|\d+)\s*[:\-]?\s*(?=\S+\s\S+)")
_NO_HEADING = re.compile(r"\d{3}|PageV|مقدمة|فهرس|كتاب |الحديث|حدثنا")
_CHAPTER_AR, _CHAPTER_EN = re.compile(r"^باب\s+"), re.compile(r"^(Chapter|Bab)[:.]?\s+")
_BOOK_EN = re.compile("The Book|Book|Kitab")


class Lesson(NamedTuple):
    """A question, a text that answers it, of which kind, and the document of the text."""

    question: int
    text: int
    kind: str
    document: str


class Numbered:
    """Texts by number, each once; where `by_language` the same words in two languages are two."""

    def __init__(self, *, by_language: bool) -> None:
        self.texts: list[str] = []
        self.languages: list[int] = []
        self._by_language = by_language
        self._numbers: dict[tuple[str, int], int] = {}

    def __len__(self) -> int:
        return len(self.texts)

    def add(self, text: str, language: int) -> int | None:
        """The number of a text; None where it is empty."""
        if not (text := text.strip()):
            return None
        known = (text, language if self._by_language else 0)
        if known not in self._numbers:
            self._numbers[known] = len(self.texts)
            self.texts.append(text)
            self.languages.append(language)
        return self._numbers[known]


@dataclass(slots=True)
class Corpus:
    """What the documents teach; every number is that of a question or of a text."""

    texts: Numbered = field(default_factory=lambda: Numbered(by_language=True))
    questions: Numbered = field(default_factory=lambda: Numbered(by_language=False))
    lessons: list[Lesson] = field(default_factory=list)
    near: list[tuple[int, int]] = field(default_factory=list)
    parallel: list[tuple[int, int]] = field(default_factory=list)  # Arabic, English

    def ask(self, text: str, language: int) -> int | None:
        """The number of a question, cleaned."""
        return self.questions.add(cleaned(text), language)

    def learn(self, question: int | None, text: int | None, kind: str, document: str) -> None:
        """A lesson, where there are both."""
        if question is not None and text is not None:
            self.lessons.append(Lesson(question, text, kind, document))

    def alike(self, first: int | None, second: int | None) -> None:
        """Two questions that ask the same, where there are both."""
        if first is not None and second is not None:
            self.near.append((first, second))

    def translated(self, arabic: int | None, english: int | None) -> None:
        """A text in both languages, where there are both."""
        if arabic is not None and english is not None:
            self.parallel.append((arabic, english))


_COLUMNS = ["id", "kind", "source"] + [
    f"{name}_{code}" for name in ("title", "chapter", "question", "text") for code in CODES
]


def corpus_of(documents: Path, cutting: Cutting = RECIPE.cutting) -> Corpus:
    """All that a documents table teaches; raises `IndexFormatError` where it is none."""
    table = pl.DataFrame(pl.from_arrow(open_table(documents, DOCUMENTS).select(_COLUMNS)))
    corpus, drawn = Corpus(), random.Random(SEED)
    for row in _rows(table.filter(pl.col("kind") == "fatwa")):
        for code in CODES:
            _fatwa(corpus, row, code, cutting)
    for row in _rows(table.filter(pl.col("kind") == "hadith")):
        _narration(corpus, row, cutting)
    _verses(corpus, table, cutting)
    _books(corpus, table, drawn, cutting)
    _comments(corpus, table, drawn, cutting)
    return corpus


def _rows(table: pl.DataFrame) -> Iterator[Mapping[str, str | None]]:
    return table.iter_rows(named=True)


def _fatwa(corpus: Corpus, row: Mapping[str, str | None], code: str, cutting: Cutting) -> None:
    """The windows of an answer; title and letter are asked of the window that shares most words with them."""
    language, text = CODES[code], cleaned(row[f"text_{code}"])
    if not text:
        return
    title, letter = cleaned(row[f"title_{code}"]), cleaned(row[f"question_{code}"])
    parts = windows(text, cutting.window_words, cutting.windows)
    for part in parts:
        corpus.texts.add(part, language)
    asked = [one for one in (title, question_in(letter)) if 3 <= len(one.split()) <= 45]
    numbers = [corpus.ask(one, language) for one in asked]
    if len(numbers) == 2 and numbers[0] != numbers[1]:
        corpus.alike(*numbers)
    for one, number in zip(asked, numbers, strict=True):
        if not (wanted := stems(one)):
            continue
        shared = [len(wanted & stems(part)) for part in parts]
        best = parts[max(range(len(parts)), key=lambda place: (shared[place], -place))]
        answer = f"{title}. {best}" if title and one != title else best
        corpus.learn(number, corpus.texts.add(answer, language), f"fatwa-{code}", str(row["id"]))


def _spoken(row: Mapping[str, str | None], code: str) -> str:
    """What a narration says, behind those who handed it down."""
    text = row[f"text_{code}"] or ""
    return cleaned(text[speech_start(text, code) :]) if text else ""


def _narration(corpus: Corpus, row: Mapping[str, str | None], cutting: Cutting) -> None:
    arabic, english = _spoken(row, "ar"), _spoken(row, "en")
    in_arabic = corpus.texts.add(first_words(arabic, cutting.window_words), ARABIC)
    in_english = corpus.texts.add(first_words(english, cutting.window_words), ENGLISH)
    # Where one is much the longer, it holds what the other lacks.
    if 0.4 < len(arabic.split()) / max(1, len(english.split())) < 1.3:
        corpus.translated(in_arabic, in_english)
    asked = {"ar": _chapter_ar(corpus, row), "en": _chapter_en(corpus, row)}
    corpus.alike(asked["ar"], asked["en"])
    for code, number in asked.items():
        for other, text in (("ar", in_arabic), ("en", in_english)):
            kind = "chapter" if code == other else "chapter-across"
            corpus.learn(number, text, kind, str(row["id"]))


def _chapter_ar(corpus: Corpus, row: Mapping[str, str | None]) -> int | None:
    title = cleaned(row["chapter_ar"])
    if not 2 <= len(title.split()) <= 30 or title.startswith("كتاب"):
        return None
    return corpus.ask(_CHAPTER_AR.sub("", title), ARABIC)


def _chapter_en(corpus: Corpus, row: Mapping[str, str | None]) -> int | None:
    title = cleaned(row["chapter_en"])
    if not 2 <= len(title.split()) <= 30 or _BOOK_EN.match(title):
        return None
    return corpus.ask(_CHAPTER_EN.sub("", title), ENGLISH)


def _verses(corpus: Corpus, table: pl.DataFrame, cutting: Cutting) -> None:
    """Each verse with every translation, and what Muyassar says of it with the first one."""
    known: dict[str, tuple[int | None, int | None]] = {}
    for row in _rows(table.filter(pl.col("source") == _VERSES)):
        arabic = corpus.texts.add(cleaned(row["text_ar"]), ARABIC)
        english = corpus.texts.add(cleaned(row["text_en"]), ENGLISH)
        known[str(row["id"]).split("quran:")[1]] = (arabic, english)
        corpus.translated(arabic, english)
    for row in _rows(table.filter(pl.col("source").is_in(_OF_VERSES))):
        verse = ":".join(str(row["id"]).split(":")[-2:])
        if verse not in known:
            continue
        arabic, english = known[verse]
        if row["text_en"]:
            corpus.translated(arabic, corpus.texts.add(cleaned(row["text_en"]), ENGLISH))
        if row["text_ar"] and row["source"] == _RETOLD:
            retold = first_words(cleaned(row["text_ar"]), cutting.window_words)
            corpus.translated(corpus.texts.add(retold, ARABIC), english)


def _heading(row: Mapping[str, str | None]) -> str:
    return _NUMBERED.sub("", cleaned(_BRACKETS.sub("", row["chapter_ar"] or "")))


def _books(corpus: Corpus, table: pl.DataFrame, drawn: random.Random, cutting: Cutting) -> None:
    """What books were asked, and a share of their paragraphs, with the heading where it says what they are on."""
    waiting: int | None = None  # a question whose answer is the next paragraph
    for row in _rows(table.filter(pl.col("kind") == "book")):
        text = cleaned(row["text_ar"])
        if len(text.split()) < 8:
            waiting = None
            continue
        heading = _heading(row)
        if row["source"] == _ASKED_OF_BOOKS:
            waiting = _asked_in(corpus, text, heading, waiting, str(row["id"]), cutting)
        else:
            waiting = None
        if drawn.random() < _BOOKS.get(str(row["source"]), 1.0):
            _paragraph(corpus, text, heading, str(row["id"]), cutting)


def _asked_in(
    corpus: Corpus, text: str, heading: str, waiting: int | None, document: str, cutting: Cutting
) -> int | None:
    """The lesson of a paragraph that asks, or that answers the one before it; returns a question left open."""
    found = _BOOK_ASKS.search(text)
    if found is None or len(found.group(1).split()) < 4:
        if waiting is not None:
            answer = first_words(_BOOK_ANSWERS.sub("", text, count=1), cutting.window_words)
            corpus.learn(waiting, corpus.texts.add(answer, ARABIC), "book-asked", document)
        return None
    question = corpus.ask(found.group(1), ARABIC)
    behind = text[found.end() :]
    answer = _BOOK_ANSWERS.split(behind, maxsplit=1)[-1].strip()
    if 3 <= len(heading.split()) <= 14:
        corpus.alike(corpus.ask(heading, ARABIC), question)
    if len(answer.split()) < 10:
        return question
    number = corpus.texts.add(first_words(answer, cutting.window_words), ARABIC)
    corpus.learn(question, number, "book-asked", document)
    return None


def _paragraph(corpus: Corpus, text: str, heading: str, document: str, cutting: Cutting) -> None:
    number = corpus.texts.add(first_words(text, cutting.window_words), ARABIC)
    if not 3 <= len(heading.split()) <= 14 or _NO_HEADING.search(heading) or len(text.split()) < 15:
        return
    wanted = stems(heading)
    if wanted and len(wanted & stems(text)) >= max(1, len(wanted) // 3):
        corpus.learn(corpus.ask(heading, ARABIC), number, "heading", document)


def _comments(corpus: Corpus, table: pl.DataFrame, drawn: random.Random, cutting: Cutting) -> None:
    """A share of the comments, each from a place that is drawn where it is long."""
    for sources, share, code, size in (
        (_TAFSIR_AR, _SHARE_AR, "ar", cutting.window_words),
        (_TAFSIR_EN, _SHARE_EN, "en", cutting.tafsir_words),
    ):
        chosen = table.filter(pl.col("source").is_in(sources)).sample(fraction=share, seed=_SAMPLE_SEED)
        for row in _rows(chosen):
            words = cleaned(row[f"text_{code}"]).split()
            start = drawn.randrange(0, max(1, len(words) - size)) if len(words) > 2 * size else 0
            if len(words) > 8:
                corpus.texts.add(" ".join(words[start : start + size]), CODES[code])
