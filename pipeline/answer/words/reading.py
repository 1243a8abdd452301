"""How much of a question a document covers, and where.

A document is read in the language of the question and, where it may cover more of it there, in its other one: sentence
by sentence, as tokens. The measures are those that a study of declining found to carry the decision: the share of the
question inside one window of words, the share in the whole text, neighbouring words of the question that stand near
each other, and the heaviest thing asked that the best window leaves out. All are integers; 1024 is 1.0.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate, chain

from pipeline.answer.words.narration import speech_start
from pipeline.answer.words.units import ONE, Asked
from pipeline.text import analyse, analyse_parts, sentences, shown
from pipeline.text.analyser import BLESSING
from schemas.document import Document
from schemas.reference import Kind

WINDOW = 24  # words that carry meaning; about 45 running words
NEAR = 5
BESIDE = 2  # words apart, of those that carry meaning
LONGEST = 6000  # characters read of a text, around the passage that was found
AROUND = 120  # characters that the best window is widened by
_MARKS = "[\u0610-\u061a\u0640\u064b-\u065f\u0670]*"
# "Upon him be prayer and peace" speaks of no prayer; a fifth of the answers of muftis hold it.
_BLESSING = re.compile(
    "|".join(
        _MARKS.join(f"{whom} {wish}")
        for whom in ("عليه", "عليهم", "عليهما")
        for wish in ("الصلاة والسلام", "الصلاة والتسليم", "أفضل الصلاة والسلام", "أفضل الصلاة والتسليم")
    )
)

Focus = tuple[str, int, int]  # language and span of the passage that the search found


# One sentence: where it stands in the shown text, and its tokens. A plain tuple, for there are hundreds in a search.
Line = tuple[int, int, tuple[str, ...]]


@dataclass(frozen=True)  # without slots it is packed and unpacked in half the time
class Reading:
    """What one language of a document covers of a question."""

    language: str
    text: str
    lines: tuple[Line, ...]
    window: int  # share of the question in the best window
    cover: int  # share in the whole text and its headings
    near: int  # share of neighbouring pairs of the question that stand near each other; all without any
    beside: int  # share of those that stand side by side
    missed: int  # weight of the heaviest unit outside the best window, against the heaviest of all
    titled: int  # share in the title, the chapter and what was asked
    span: tuple[int, int]  # the best window, in characters of the shown text
    held: frozenset[str] = frozenset()  # the tokens of all that was read, with headings and what was asked
    asked: tuple[str, ...] = ()  # the tokens of what a fatwa was asked, in their order
    heading: frozenset[str] = frozenset()  # the tokens of the headings, with those
    title: str = ""  # of a fatwa, with what it was asked
    chapter: str = ""  # that a text stands in
    surah: int = 0  # of a verse, or of those that a comment is on
    collection: str = ""
    author: str = ""

    @property
    def strength(self) -> int:
        """One figure to put documents in order by."""
        return 4 * self.window + self.cover + self.near

    @property
    def beside_window(self) -> tuple[Line, ...]:
        """The sentences in or beside the best window."""
        first, last = self.span[0] - AROUND, self.span[1] + AROUND
        return tuple(line for line in self.lines if line[1] > first and line[0] < last)

    @property
    def inside(self) -> tuple[frozenset[str], ...]:
        """The tokens of each of these."""
        return tuple(frozenset(tokens) for _, _, tokens in self.beside_window)

    @property
    def tokens(self) -> list[str]:
        """The tokens of all that was read of its text, in their order."""
        return list(chain.from_iterable(tokens for _, _, tokens in self.lines))

    @property
    def around(self) -> str:
        """The best window with what stands beside it."""
        return self.text[max(0, self.span[0] - AROUND) : self.span[1] + AROUND]


def read(document: Document, question: Asked, focus: Focus | None = None) -> Reading | None:
    """The reading of the language that covers the most; None for a document without text.

    Args:
        focus: the part of a long text that is read lies around it.
    """
    best: Reading | None = None
    for language in sorted(document.languages, key=lambda one: one != question.language):
        if best is None or best.strength < _most(document, language, question, focus):
            reading = _read_language(document, language, question, focus)
            best = reading if best is None or best.strength < reading.strength else best
    return best


def read_in(document: Document, language: str, question: Asked) -> Reading | None:
    """The reading in one language, where the document has it."""
    return _read_language(document, language, question) if document.text(language) else None


def shown_text(document: Document, language: str) -> str:
    """What a person reads of a document in one language."""
    return shown(document.text(language) or "", document.markup)


def shown_question(document: Document, language: str) -> str:
    """What a person reads of what was asked, in one language."""
    return shown(document.question(language), document.markup)


def _most(document: Document, language: str, question: Asked, focus: Focus | None) -> int:
    """The most that a reading may be strong, by the words that a text holds, wherever they stand; 0 where it holds no
    word of the question, for then no other reading is weaker."""
    text = shown_text(document, language)
    low, high = _part(text, language, focus)
    held = _heading_tokens(document, language).union(
        analyse(text[low:high]), analyse(_asked_text(document, language)), BLESSING
    )
    if held.isdisjoint(question.places):
        return 0
    return 5 * (question.covered(held) * ONE // question.total) + ONE


def _read_language(document: Document, language: str, question: Asked, focus: Focus | None = None) -> Reading:
    text = shown_text(document, language)
    low, high = _part(text, language, focus)
    if document.kind == Kind.HADITH and low == 0:
        low = speech_start(text[:high], language)
    part = text[low:high]
    spans = sentences(part)
    lines = tuple(
        (low + start, low + end, tuple(tokens))
        for (start, end), tokens in zip(
            spans, analyse_parts(_without_blessing(part, language), spans), strict=True
        )
    )
    heading = _heading_tokens(document, language)
    tokens = list(chain.from_iterable(tokens for _, _, tokens in lines))
    hits = [place for place, token in enumerate(tokens) if token in question.places]
    covered, inside, (first, last) = _best_window(tokens, question, hits)
    near, beside = _together(tokens, question, hits)
    # What a fatwa was asked stands for its subject: it counts as part of every window of its answer.
    title = _asked_text(document, language)
    asked_of = tuple(analyse(title))
    asked_tokens = frozenset(asked_of)
    if asked_tokens:
        whole = inside | asked_tokens
        covered, inside = question.covered(whole), whole
    everything = frozenset(tokens) | heading | asked_tokens
    missed = max((unit.weight for unit in question.units if not unit.is_in(inside)), default=0)
    span = (low, min(high, low + 1))
    if tokens:
        ends = list(accumulate(len(tokens) for _, _, tokens in lines))
        span = (lines[bisect_right(ends, first)][0], lines[bisect_right(ends, last)][1])
    return Reading(
        language,
        text,
        lines,
        window=covered * ONE // question.total,
        cover=question.covered(everything) * ONE // question.total,
        near=near,
        beside=beside,
        missed=missed * ONE // question.heaviest,
        titled=question.covered(heading | asked_tokens) * ONE // question.total,
        span=span,
        held=everything,
        asked=asked_of,
        heading=heading | asked_tokens,
        title=title,
        chapter=(document.chapter_ar if language == "ar" else document.chapter_en) or "",
        surah=_surah_of(document),
        collection=document.collection,
        author=document.author or "",
    )


def _surah_of(document: Document) -> int:
    """The surah that a verse is of, or the first verse that a comment is on; 0 for any other text."""
    told = {str(Kind.QURAN): (document.id,), str(Kind.TAFSIR): document.links}.get(document.kind, ())
    surahs = (one.split(":")[1] for one in told if one.startswith(f"{Kind.QURAN}:"))
    return next((int(one) for one in surahs if one.isdecimal()), 0)


def _without_blessing(text: str, language: str) -> str:
    """An Arabic text with blanks in place of a blessing that has the word for prayer, each letter in its place."""
    return _BLESSING.sub(lambda match: " " * len(match[0]), text) if language == "ar" else text


def _part(text: str, language: str, focus: Focus | None) -> tuple[int, int]:
    """The part of a text that is read: all of it, unless it is long."""
    if len(text) <= LONGEST:
        return 0, len(text)
    middle = (focus[1] + focus[2]) // 2 if focus and focus[0] == language else LONGEST // 2
    low = max(0, min(middle - LONGEST // 2, len(text) - LONGEST))
    low = text.find(" ", low) + 1 if low else 0
    return low, min(len(text), low + LONGEST)


def _asked_text(document: Document, language: str) -> str:
    """The title of a fatwa, and what was asked of it or of a page of a book."""
    title = shown(document.own_title(language), document.markup) if document.kind == Kind.FATWA else ""
    return f"{title}\n{shown_question(document, language)}".strip()


def _heading_tokens(document: Document, language: str) -> frozenset[str]:
    chapter = document.chapter_ar if language == "ar" else document.chapter_en
    return frozenset(analyse(shown(chapter, document.markup))) if chapter else frozenset()


def _best_window(
    tokens: list[str], question: Asked, hits: list[int]
) -> tuple[int, frozenset[str], tuple[int, int]]:
    """The window that covers most: its weight, its tokens, and its first and last place. `hits`: where tokens of the
    question stand."""
    best, best_tokens, best_span = 0, frozenset[str](), (0, 0)
    counts: Counter[str] = Counter()
    low = 0
    for high, place in enumerate(hits):
        counts[tokens[place]] += 1
        while hits[low] <= place - WINDOW:
            counts[tokens[hits[low]]] -= 1
            low += 1
        if counts[tokens[place]] > 1:
            continue  # it held this one before
        inside = frozenset(token for token, times in counts.items() if times > 0)
        weight = question.covered(inside)
        if weight > best:
            first = low
            while weight == question.covered(frozenset(tokens[spot] for spot in hits[first + 1 : high + 1])):
                first += 1
            best, best_tokens, best_span = weight, inside, (hits[first], place)
    return best, best_tokens, best_span


def _together(tokens: list[str], question: Asked, hits: list[int]) -> tuple[int, int]:
    """The shares of neighbouring units of the question that stand near each other, and side by side."""
    pairs, places = question.pairs, question.places
    if not pairs:
        return ONE, ONE
    spots: dict[int, list[int]] = {}
    for place in hits:
        for unit in places[tokens[place]]:
            spots.setdefault(unit, []).append(place)
    apart = [_least_apart(spots.get(left, []), spots.get(right, [])) for left, right in pairs]
    near, beside = (sum(words <= within for words in apart) * ONE // len(pairs) for within in (NEAR, BESIDE))
    return near, beside


def _least_apart(left: list[int], right: list[int]) -> float:
    """How far the nearest two of some places are from each other; both ascend.

    >>> _least_apart([1, 9], [4, 20]), _least_apart([1], [])
    (3, inf)
    """
    least, place = float("inf"), 0
    for one in left:
        while place < len(right) and right[place] < one:
            place += 1
        for other in right[max(0, place - 1) : place + 1]:
            least = min(least, abs(one - other))
    return least
