"""The words that answer: which sentence of a text, and how much around it.

A summary shows the part of the best text that covers most of the question and holds the type of answer that
is asked for, never its opening by default. A chain of narrators is not an answer, so it is left out where the
text shows where it ends. Every part is cut from the shown text at its own boundaries, word for word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.answer.chain import speech_start
from pipeline.answer.demands import asks_what_it_is, defines
from pipeline.answer.fold import fold
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.reading import Reading, is_heading
from pipeline.answer.spoken import asks_for, depends, goes_on, spoken
from pipeline.answer.units import ONE, Asked
from pipeline.text import analyse, analyse_query, sentences, words
from schemas.document import Document

SHORT = 320  # characters of a summary's quotation, about
BARE = 60  # a quotation shorter than this takes in what stands before it
FULL = 260  # a shorter quotation takes in what follows it
EXCERPT = 900  # of an excerpt
WHOLE = 1600  # a narration or comment up to this long is shown whole
_CLAUSE = re.compile(r"(?<=[.!?؟،؛;:,…\"”»])\s+|\n\s*\n")  # lines of a printed page break anywhere
_CHAIN = re.compile(
    r"حدثنا|حدثني|اخبرنا|اخبرني|انبانا|سمعت|(?:^|\s)عن (?:ابي|ابن|عبد)|narrated|reported|it was narrated|told us",
    re.I,
)
_ARABIC = re.compile("[\u0621-\u064a]")
_OPENING = re.compile(r"[\"«“]")
_SAID = frozenset(("قال", "قالت", "يقول", "تقول"))  # "that" stays: what follows it is in its case
_MARK = "[\u064b-\u065f\u0670]*"


def _voweled(text: str) -> str:
    """A pattern for Arabic words with any vowels."""
    return " ".join(_MARK.join((*word, "")) for word in text.split())


_COLLECTED = re.compile(
    rf"[.\s]*{_voweled('قال')} {_voweled('أبو')} (?:{_voweled('عيسى')}|{_voweled('داود')}|{_voweled('عبد الرحمن')} )"
    rf"|[.\s]*(?:{_voweled('قال')} )?{_voweled('وفي الباب')}"
    rf"|[.\s\"]*{_voweled('تابعه')} "
    rf"|[.\s\"]*{_voweled('وفي')} (?:{_voweled('حديث')}|{_voweled('رواية')}) "
    rf"|[.\s]*(?:{_voweled('قال')} )?{_voweled('هذا حديث')} (?:{_voweled('حسن')}|{_voweled('صحيح')}|{_voweled('غريب')})"
    r"|\s*\(?\[?Abu (?:'|`|‘)?(?:Eisa|Isa|Eesa|Dawud) said:?"
    r"|\s*(?:He said: )?There (?:is|are) (?:something|narrations?) on this topic"
    r"|\s*\(?This [Hh]adith is (?:a )?(?:Hasan|Sahih|Gharib|Da)"
)
# Before these words a piece without any mark may be cut; inside the blessing never.
_BETWEEN = re.compile(
    rf"\s(?=(?:ف{_MARK}|و{_MARK})?{_voweled('قال')}(?:ت{_MARK})?\s|{_voweled('ثم')}\s)|\s(?=(?:and|then|but|so) )"
)
_BLESSING = re.compile(rf"{_voweled('صلى')}\s+{_voweled('الله')}\s+{_voweled('عليه')}\s+{_voweled('وسلم')}")
LATER_ARABIC = 4  # the same by characters, since what is spoken has few full stops: 1 of 1024 for so many
LATER = 24  # what a sentence of an answer loses for each that stands before it
BY_ONE = ("fatwa", "tafsir", "book")  # texts of one voice
BACK = 480  # characters that a quotation may have with the sentence that it points back to
_POINTS_BACK = re.compile(
    r"(?:these|this|those|it|they|he|she|its|their|his|her)\b|(?:وهو|وهي|وهم|فهو|فهي|ويصرف|وتصرف)\s", re.I
)
_REPLY = re.compile(
    r"(?:(?:all )?praise be to all?aa?h\.\s*|(?:answer|الجواب|جواب)\s*[:：]\s*)"
    r"(?:(?:yes|no|نعم|لا|بلى)\s*[.,،:؛]\s*)?|(?:yes|no|نعم|لا|بلى)\s*[.,،:؛]\s*",
    re.I,
)
# The end of a sentence that leads to the words of another.
_INTRODUCES = re.compile(r"\b(?:said|says|states?|writes?|replied)\s*[:,]*$|(?:قال|قالت|يقول|قوله)\s*[:،]*$")
_EDGE = " \t\n\u200f\u200e\"“”«»'،,:ـ-"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a shown text; `whole` when it begins where the text begins to speak."""

    start: int
    end: int
    text: str
    whole: bool = False


def answering_part(
    document: Document, reading: Reading, question: Asked, lexicon: Lexicon, asked: str
) -> Part:
    """The sentence, or the clauses of a long one, that answer."""
    body = _body(document, reading)
    pieces = _pieces(reading.text, *body)
    wanted = lexicon.wanted(fold(asked), reading.language)
    form = lexicon.wordings.form(asked)
    judged = lexicon.asks_for_verdict(asked, reading.language)
    what, names = asks_what_it_is(asked, question, lexicon), lexicon.asks_what_it_is(fold(asked))
    best: tuple[int, int, int] | None = None
    choice = (0, 0)
    tokens = [frozenset(analyse(reading.text[start:end])) for start, end in pieces]
    arabic = reading.language == "ar"
    named_by = frozenset(analyse_query(asked)) if names else frozenset()
    asking = [asks_for(reading.text[start:end], named_by) for start, end in pieces] if names else []
    named = question.total * reading.titled // ONE * 3 // 4 if arabic and document.kind == "fatwa" else 0
    for first in range(len(pieces)):
        together: frozenset[str] = frozenset()
        for last in range(first, min(first + 4, len(pieces))):
            length = pieces[last][1] - pieces[first][0]
            if last > first and length > SHORT:
                break
            together |= tokens[last]
            text = fold(reading.text[pieces[first][0] : pieces[last][1]])
            score = max(question.covered(together), named + question.covered(together) // 4)
            score = score * ONE // question.total
            score -= 60 * (last - first) + max(0, length - SHORT) // 4
            score += ONE // 4 if wanted and wanted.search(text) else 0
            score += ONE // 4 if form and form.found(text, reading.language) else 0
            score -= ONE // 3 if _CHAIN.search(text) else 0
            score -= ONE // 4 if text.rstrip().endswith(("?", "؟")) else 0
            score -= ONE // 4 if last > first and _INTRODUCES.search(text) else 0
            score -= ONE // 4 if len(text) < 25 else 0
            if (
                what
                and not (asking and asking[last])
                and defines(
                    reading.text[pieces[first][0] : pieces[last][1]], reading.language, question, lexicon
                )
            ):
                score += ONE // 2
            if names and arabic:  # what is asked at the end of a piece is said by the next one
                score -= ONE // 2 * asking[last]
                score += ONE * (first > 0 and asking[first - 1])
            if reading.language == "en" and len(_ARABIC.findall(text)) * 4 > len(text):
                score -= ONE  # an Arabic book quoted inside an English answer
            if document.kind == "fatwa":
                score += ONE // 2 * (judged and lexicon.is_verdict(text, reading.language))
                score -= ONE // 2 * lexicon.is_aside(text, reading.language)
                stands = (pieces[first][0] - body[0]) // LATER_ARABIC if arabic else first * LATER
                score -= min(ONE // 4, stands)
                score -= ONE // 4 * (arabic and first > 0 and depends(reading.text, pieces[first][0]))
            score -= ONE // 3 if is_heading(document.kind, reading.text[slice(*pieces[first])]) else 0
            if best is None or score > best[0]:
                best, choice = (score, first, last), (first, last)
    first, last = choice
    if first and document.kind in BY_ONE and _points_back(reading, pieces[first][0]):
        first -= pieces[last][1] - pieces[first - 1][0] <= BACK  # a sentence that begins with "these" or "he"
    while last + 1 < len(pieces) and pieces[last + 1][1] - pieces[first][0] <= FULL:
        following = fold(reading.text[slice(*pieces[last + 1])])
        ends = _INTRODUCES.search(following) or lexicon.is_closing(following, reading.language)
        if ends and document.kind in BY_ONE:
            break
        last += 1
    if first and pieces[last][1] - pieces[first][0] < BARE and document.kind == "hadith":
        first -= pieces[last][1] - pieces[first - 1][0] <= SHORT  # a few last words mean little by themselves
    start, end = pieces[first][0], pieces[last][1]
    replies = document.kind == "fatwa" or (document.kind == "book" and arabic)
    if replies and (match := _REPLY.match(reading.text, start, end)):
        # "Answer:" is a heading; "yes" and "no" reply to the question of the fatwa, not to this one.
        return _trimmed(reading.text, match.end(), end, whole=True)
    return _trimmed(reading.text, start, end, whole=not reading.text[body[0] : start].strip(_EDGE))


def _points_back(reading: Reading, start: int) -> bool:
    return _POINTS_BACK.match(reading.text, start) is not None or (
        reading.language == "ar" and goes_on(reading.text, start)
    )


def _body(document: Document, reading: Reading) -> tuple[int, int]:
    """The part of a text that speaks: of a narration, what follows its chain; its words in quotation marks, if any."""
    text = reading.text
    if document.kind == "fatwa" and reading.language == "ar":
        return spoken(text)
    if document.kind != "hadith":
        return 0, len(text)
    start = speech_start(text, reading.language)
    if reading.language == "ar" and start:
        match = _OPENING.search(text, start, start + 120)
        quoted = match is not None and len(text) - match.end() > 30
        start = match.end() if match and quoted else _after_saying(text, start)
    return start, _collector(text, start)


def _after_saying(text: str, start: int) -> int:
    """Past the bare "he said" that ends a chain."""
    for word in words(text[start : start + 24])[:1]:
        if word.text in _SAID:
            return start + word.end
    return start


def _collector(text: str, start: int) -> int:
    """Where the one who collected a narration begins to speak of it, which is no part of what it says."""
    match = _COLLECTED.search(text, start + 12)
    return match.start() if match else len(text)


def _pieces(text: str, low: int, high: int) -> list[tuple[int, int]]:
    """Sentences, and the clauses of those that are too long to quote."""
    pieces: list[tuple[int, int]] = []
    for start, end in sentences(text[low:high]):
        if end - start <= SHORT:
            pieces.append((low + start, low + end))
            continue
        place = low + start
        for match in _CLAUSE.finditer(text, low + start, low + end):
            if match.start() - place >= 40:
                pieces.append((place, match.start()))
                place = match.end()
        if place < low + end:
            pieces.append((place, low + end))
    return [piece for one in pieces for piece in _by_words(text, *one)] or [(low, high)]


def _by_words(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A piece without any mark inside, in runs of words."""
    if end - start <= SHORT + SHORT // 2:
        return [(start, end)]
    pieces, place = [], start
    while end - place > SHORT:
        cut = _cut(text, place + SHORT // 2, place + SHORT)
        pieces.append((place, cut))
        place = cut + 1
    pieces.append((place, end))
    return pieces


def _cut(text: str, low: int, high: int) -> int:
    """Where a piece without any mark is cut: before a word that opens a clause, else at any space."""
    found = [match.start() for match in _BETWEEN.finditer(text, low, high)]
    if found:
        return found[-1]
    cut = text.rfind(" ", low, high)
    if cut < 0:
        return high
    blessing = next(
        (one for one in _BLESSING.finditer(text, low, high + 40) if one.start() < cut < one.end()), None
    )
    return blessing.end() if blessing and text[blessing.end() : blessing.end() + 1] == " " else cut


def _trimmed(text: str, start: int, end: int, *, whole: bool) -> Part:
    while start < end and (text[start] in _EDGE or text[start] in ".؛;)"):
        start += 1
    while end > start and text[end - 1] in _EDGE:
        end -= 1
    return Part(start, end, text[start:end], whole)


def excerpt(
    text: str, around: tuple[int, int], whole: int = WHOLE, length: int = EXCERPT
) -> tuple[Part, ...]:
    """All of a text that is not long; of a long one, whole sentences around a place."""
    if len(text) <= whole:
        return (Part(0, len(text), text),)
    spans = [piece for span in sentences(text) for piece in _by_marks(text, *span)]
    middle = next((place for place, span in enumerate(spans) if span[1] > around[0]), 0)
    low = high = middle
    while spans[high][1] - spans[low][0] < length:
        if high + 1 < len(spans) and spans[high + 1][1] - spans[low][0] <= length * 5 // 4:
            high += 1
        elif low > 0 and spans[high][1] - spans[low - 1][0] <= length * 5 // 4:
            low -= 1
        else:
            break
    start, end = spans[low][0], spans[high][1]
    return (Part(start, end, text[start:end]),)


def _by_marks(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A sentence that is longer than an excerpt, at its marks."""
    if end - start <= EXCERPT:
        return [(start, end)]
    pieces, place = [], start
    for match in _CLAUSE.finditer(text, start, end):
        if match.start() - place >= 60:
            pieces.append((place, match.start()))
            place = match.end()
    pieces.append((place, end))
    return pieces
