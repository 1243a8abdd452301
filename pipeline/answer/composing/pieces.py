"""Cutting a text into the pieces that may be quoted, each at boundaries of the text itself, word for word.

A narration begins to speak behind its chain of narrators and ends before its collector speaks of it; a spoken answer
begins behind its greeting. Sentences are the pieces; one that is too long to quote is cut at its clauses, and one
without any mark before a word that opens one. Nothing is chosen here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.answer.composing.forms import is_line_of_title
from pipeline.answer.composing.spoken import spoken
from pipeline.answer.words.fold import fold
from pipeline.answer.words.narration import reported_until, speech_start
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.voweled import VOWELS, any_of, voweled
from pipeline.text import sentences, words
from schemas.document import Document
from schemas.reference import Kind

SHORT = 320  # characters of a quotation, about
EXCERPT = 900  # of an excerpt
WHOLE = 1600  # a narration or comment up to this long is shown whole
ALONE = 30  # characters in quotation marks, Arabic with its vowels, from which they tell something
# Lines of a printed page break anywhere. The colon of a verse's place ("[المائدة: 6]") parts nothing; its end does.
_CLAUSE = re.compile(r"(?<=[.!?؟،؛;:,…\"”»])[\u200e\u200f]*\s+(?!\d+(?: ?[-–] ?\d+)?\])|(?<=\d\])\s+|\n\s*\n")
_OPENING = re.compile(r"[\"«“]")
_LINE = re.compile(r"(?<=[.!?:;)\]\",”]\n)[^\n]+(?=\n)")
_AFTER_TITLE = re.compile(r"\n[\W\d]*[A-Z]")  # a line that goes on in small letters is none of a heading's
_SAID = frozenset(("قال", "قالت", "يقول", "تقول"))  # "that" stays: what follows it is in its case
_HE_SAID = frozenset("ان انه قال يقول سمعت النبي نبي رسول الله صلي عليه وسلم".split())  # folded
EDGE = " \t\n\u200f\u200e\"“”«»'،,:ـ-"
_REFERS = "فذكر وذكر فساق وساق واقتص"
_COLLECTED = re.compile(
    rf"[.\s]*{voweled('قال')} {voweled('أبو')} (?:{voweled('عيسى')}|{voweled('داود')}|{voweled('عبد الرحمن')} )"
    rf"|[.\s]*(?:{voweled('قال')} )?{voweled('وفي الباب')}"
    rf"|[.\s\"]*{voweled('تابعه')} "
    rf"|(?<![-–])[.\s\"]*(?<![-–]\s){voweled('وفي')} {any_of('حديث', 'رواية')} "
    rf"|[.\s]*(?:{voweled('قال')} )?{voweled('هذا حديث')} {any_of('حسن', 'صحيح', 'غريب')}"
    r"|\s*\(?\[?Abu (?:'|`|‘)?(?:Eisa|Isa|Eesa|Dawud) said:?"
    r"|\s*(?:He said: )?There (?:is|are) (?:something|narrations?) on this topic"
    r"|\s*\(?This [Hh]adith is (?:a )?(?:Hasan|Sahih|Gharib|Da)"
    # "And he told the narration at length": the rest of it is not there. "Sufyan, when he spoke of Amr, praised him."
    rf"|(?<=[.\"])[.\s\"\u200f]*{any_of(*(f'{how} الحديث' for how in _REFERS.split()))}"
    rf"|(?<=[.\"])[.\s\"\u200f]*(?:{voweled('قال')} )?{voweled('وكان')} \S+ {voweled('إذا ذكر')} "
)
# What is neither handed down nor its collector's word on it: the view of another whom he answers ("some people say"),
# and a note of who translated it.
_OF_OTHERS = re.compile(rf"(?<=[.\"\u200f])[.\s\"\u200f]*{voweled('وقال بعض الناس')}(?=\s)")
_OF_OTHERS_EN = re.compile(r"(?<=[.\"”])\s*Some (?:of the )?people (?:said|say|held)\b")
_NOTED = re.compile(
    r"\s*(?:\([^()]{40,600}\.\)\s*)?"
    r"\((?=[^()]*?(?:See (?:the )?(?:next |above )?hadith|Hadith No|Fat(?:h|eh)[- ](?:ul|al)[- ]Bari|Qastal"
    r"|\bVol(?:\.|ume)))"
    r"[^()]{3,200}\)[\s.\"”]*$",
    re.I,
)
# What the Prophet did, before what he said of it.
_DEED = re.compile(
    rf"{voweled('وسلم')}\s(?:" + "|".join(map(voweled, "أمر نهى لعن رخص حرم كره قضى".split())) + r")\s"
)
# The list of its headings with which a page of answers begins.
_CONTENTS = re.compile(r"\s*table of contents\s*(?:\n\s*[-–•][^\n]*)+", re.I)
# The heading of what was said, word for word, below a summary of it that was written.
_TRANSCRIPT = re.compile(r"\n[^\S\n]*(?:[\w-]+ ){0,3}transcript\b[^\n]{0,40}\n", re.I)
# The heading of the next part of a book, in a line of its own behind the last sentence.
_NEXT_HEADING = re.compile(r"(?<=[.؟!])[\s\u200f]*\n[^\S\n]*[\u0621-\u064a][^\n.؟!:؛،\"»{]{2,60}\s*\Z")
WRITTEN = 300  # characters of such a summary
# Before these words a piece without any mark may be cut; inside the blessing never.
_BETWEEN = re.compile(
    rf"\s(?=(?:ف{VOWELS}|و{VOWELS})?{voweled('قال')}(?:ت{VOWELS})?\s|{voweled('ثم')}\s)|\s(?=(?:and|then|but|so) )"
)
_BLESSING = re.compile(rf"{voweled('صلى')}\s+{voweled('الله')}\s+{voweled('عليه')}\s+{voweled('وسلم')}")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a shown text; `whole` when it begins where the text begins to speak, `more` when it ends in a list that
    goes on."""

    start: int
    end: int
    text: str
    whole: bool = False
    more: bool = False


def body_of(document: Document, reading: Reading, *, named: bool = False) -> tuple[int, int]:
    """The part of a text that speaks: of a narration, what follows its chain; its words in quotation marks, if any,
    and no deed stands before them ("he forbade it, and said"); of a talk, what was written before its transcript.

    Args:
        named: with what stands before words in quotation marks, which may name those of whom they are said.
    """
    text = reading.text
    if document.kind == Kind.FATWA and reading.language == "ar":
        return spoken(text)
    if document.kind == Kind.FATWA:
        contents = _CONTENTS.match(text)
        start = contents.end() if contents else 0
        spoken_of = _TRANSCRIPT.search(text, start + WRITTEN)
        return start, spoken_of.start() if spoken_of else len(text)
    if document.kind != Kind.HADITH:
        heading = _NEXT_HEADING.search(text, ALONE) if document.kind == Kind.BOOK else None
        return 0, heading.start() if heading else len(text)
    start = speech_start(text, reading.language)
    if reading.language == "en":
        start += reported_until(text[start:])
    elif start:
        match = _OPENING.search(text, start, start + 120)
        quoted = match is not None and _collector(text, match.end()) - match.end() > ALONE
        done = _DEED.search(text, start, match.start()) if match else None
        named = named and match is not None and _tells(text[start : match.start()])
        start = match.end() if match and quoted and not (done or named) else _after_saying(text, start)
    return start, min(_collector(text, start), told_until(document, reading))


def told_until(document: Document, reading: Reading) -> int:
    """Where what others add to a narration begins, which is never quoted as its words; its end where nobody does."""
    text, view = reading.text, _OF_OTHERS.search(reading.text)
    if reading.language == "en" and _OF_OTHERS.search(document.text_ar or ""):
        view = _OF_OTHERS_EN.search(text)
    added = [match.start() for match in (view, _NOTED.search(text)) if match and match.start() > ALONE]
    return min(added, default=len(text))


def speeches(text: str) -> list[tuple[int, int]]:
    """Words in quotation marks, as places of both marks; none where the marks are no pairs."""
    for opens, closes in (('"', '"'), ("“", "”")):
        marks = [place for place, letter in enumerate(text) if letter in (opens, closes)]
        pairs = list(zip(marks[::2], marks[1::2], strict=False))
        if marks and len(marks) % 2 == 0 and all((text[a], text[b]) == (opens, closes) for a, b in pairs):
            return pairs
    return []


def _tells(said: str) -> bool:
    """Whether what stands before words in quotation marks tells more than that the Prophet said them."""
    return any(word.isalpha() and word not in _HE_SAID for word in fold(said).split())


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


def pieces_of(text: str, low: int, high: int) -> list[tuple[int, int]]:
    """Sentences, and the clauses of those that are too long to quote."""
    pieces: list[tuple[int, int]] = []
    for sentence in sentences(text[low:high]):
        for start, end in _by_titles(text, low + sentence[0], low + sentence[1]):
            if end - start <= SHORT:
                pieces.append((start, end))
                continue
            place = start
            for match in _CLAUSE.finditer(text, start, end):
                if match.start() - place >= 40:
                    pieces.append((place, match.start()))
                    place = match.end()
            if place < end:
                pieces.append((place, end))
    return [piece for one in pieces for piece in _by_words(text, *one)] or [(low, high)]


def _by_titles(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A sentence, parted from the lines of a heading in it, which end without a mark."""
    pieces, place = [], start
    for line in _LINE.finditer(text, start, end):
        if _AFTER_TITLE.match(text, line.end(), end) and is_line_of_title(text, *line.span()):
            pieces += [(place, line.start())] if text[place : line.start()].strip() else []
            pieces.append(line.span())
            place = line.end() + 1
    return [*pieces, (place, end)] if place < end else pieces


def further_clauses(text: str, end: int, limit: int) -> int:
    """The end of the last clause behind a piece, before a limit, that leads to nothing; else that of the piece."""
    ends = (match.start() for match in _CLAUSE.finditer(text, end + 1, limit))
    return max((one for one in ends if text[one - 1] != ":"), default=end)


def _by_words(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A piece without any mark inside, in runs of words."""
    if end - start <= SHORT + SHORT // 2:
        return [(start, end)]
    pieces, place = [], start
    while end - place > SHORT:
        cut = _cut(text, place + SHORT // 2, place + SHORT)
        pieces.append((place, cut))
        place = cut + text[cut].isspace()
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


def trimmed(text: str, start: int, end: int, *, whole: bool) -> Part:
    while start < end and (text[start] in EDGE or text[start] in ".؛;)"):
        start += 1
    while end > start and text[end - 1] in EDGE:
        end -= 1
    return Part(start, end, text[start:end], whole)


def excerpt(text: str, around: tuple[int, int], whole: int = WHOLE, length: int = EXCERPT) -> Part:
    """All of a text that is not long; of a long one, whole sentences around a place, or runs of words where none ends:
    never more than EXCERPT characters, or than a quarter above `length`."""
    if len(text) <= whole:
        return Part(0, len(text), text)
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
    return Part(start, end, text[start:end])


def _by_marks(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A sentence that is longer than an excerpt, at its marks, and in runs of words where it has none."""
    if end - start <= EXCERPT:
        return [(start, end)]
    pieces, place = [], start
    for match in _CLAUSE.finditer(text, start, end):
        if match.start() - place >= 60:
            pieces.append((place, match.start()))
            place = match.end()
    pieces.append((place, end))
    return [
        piece for one in pieces for piece in ([one] if one[1] - one[0] <= EXCERPT else _by_words(text, *one))
    ]
