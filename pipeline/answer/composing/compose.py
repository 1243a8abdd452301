"""Summary and detail of an answer, from texts that were chosen already: every sentence is a source's, or fixed.

The summary is the part of the best text that answers, with its title. `detail` is Markdown with citations in square
brackets. Nothing is translated, completed or corrected here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.answer.composing.choose import answering_part
from pipeline.answer.composing.explaining import explaining_part
from pipeline.answer.composing.markdown import HEADING, cite, escape, quote
from pipeline.answer.composing.pieces import Part, excerpt
from pipeline.answer.composing.shown import display_title, marked
from pipeline.answer.demands.asking import Asking
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.reading import Reading, read_in, shown_text
from pipeline.answer.words.units import Asked
from schemas.document import Document
from schemas.reference import Kind

AROUND = 500  # characters of a long text that the detail shows
RUN = 600  # characters of the verses that a summary quotes
BETWEEN = {"en": "” “", "ar": "» «"}  # two quotations
PAIRS = (("“", "”"), ("«", "»"))
_SPACES = re.compile(r"\s+")
_BLANK = " \n\t\u200f\u200e"
_SENTENCE_ENDS = ".!?؟:؛\"“”«»'‘"
_CLOSES = re.compile(r'^[^"]*[^\s"]\s?[.,]?"(?:[\s.,;:!?]|$)')  # the first mark of a text ends a speech
_NOTE = re.compile(r"^\s*\[\d{1,2}\]\s*")  # the mark of a footnote behind a sentence
# What is left of the links and tags of a site, and the marks of its footnotes.
_LINKS = re.compile(r"\[\\?fat(?:in|out)\]|(?:(?<!\s)\s++)?(?:</?o>|\[\d{1,2}\](?=\W|\Z)(?:\s++(?=[.،؛]))?)")
# A line that begins with the mark which ends the one before it.
_PARTED = re.compile(r"(?<!\s)[^\S\n]*+\n\s*+(?=[.،؛:,;](?:\s|$))")
# Signs of a font for a wish ("exalted is He"), which other fonts show as a box.
_FONT_SIGN = re.compile(r"(?:(?<!\s)\s++)?[\ue000-\uf8ff]+\s*+")
_LEFT_OPEN = re.compile(r'(?<!\s)\s*+"\s*+\.?$')  # the end of a speech whose beginning is not quoted


def quoted(text: str, *, cut_before: bool = False, cut_after: bool = False) -> str:
    """A short quotation on one line, with a mark where it is a part of a sentence."""
    line = _SPACES.sub(" ", _LINKS.sub("", _readable(text))).strip()
    if line.count('"') % 2:
        line = _LEFT_OPEN.sub("", line)
    return f"{'… ' if cut_before else ''}{line}{' …' if cut_after else ''}"


@dataclass(frozen=True, slots=True)
class Answering:
    """A text that was chosen, as it is read in the language of the answer, and the part of it that answers."""

    document: Document
    reading: Reading
    part: Part


def answering(
    chosen: Sequence[Candidate], asking: Asking, language: str, *, explains: bool = False
) -> list[Answering]:
    """What answers in each of some texts, as they are read in the language of the answer.

    Args:
        explains: the first text is a verse whose meaning is asked for.
    """
    verse = chosen[0].document if explains else None
    read = [(one.document, _reading_for(one, asking.question, language)) for one in chosen]
    return [
        Answering(document, reading, _part_of(document, reading, asking, verse)) for document, reading in read
    ]


def summary_of(best: Sequence[Answering], language: str, lexicon: Lexicon) -> str:
    """The part of the best text that answers, with its title; of several that belong together, one after another."""
    return " ".join(_said(one, language, lexicon) for one in best)


def summary_of_verses(verses: Sequence[Document], language: str, lexicon: Lexicon) -> str:
    """The first of a run of verses, as many as there is room for, and how many are shown.

    All in one language: in Arabic where one of them lacks the language of the answer."""
    phrases, title = lexicon.phrases[language], display_title(verses[0], language)
    told = language if all(one.text(language) for one in verses) else "ar"
    texts = [quoted(shown_text(one, told)) for one in verses]
    room = [sum(map(len, texts[: place + 1])) <= RUN for place in range(len(texts))]
    first = texts[: max(1, sum(room))]
    until = f"-{verses[len(first) - 1].id.rpartition(':')[2]}" if len(first) > 1 else ""
    phrase = "summary_said" if told == language else "summary_arabic_only"
    said = phrases[phrase].format(text=BETWEEN[told].join(first), title=f"{title}{until}")
    if len(first) == len(verses):
        return said
    return f"{said} {phrases['summary_verses'].format(title=title, count=len(verses))}"


def _said(best: Answering, language: str, lexicon: Lexicon) -> str:
    phrases = lexicon.phrases[language]
    text = as_sentence(best.reading.text, best.part)
    if best.reading.language == language:
        phrase = "summary_said"
    else:
        phrase = "summary_arabic_only" if best.reading.language == "ar" else "summary_english_only"
    return phrases[phrase].format(text=text, title=display_title(best.document, language))


def _reading_for(best: Candidate, question: Asked, language: str) -> Reading:
    """The reading in the language of the answer, where the text is held in it."""
    if best.reading.language == language:
        return best.reading
    return read_in(best.document, language, question) or best.reading


def _part_of(document: Document, reading: Reading, asking: Asking, verse: Document | None) -> Part:
    """What answers in a text; in a comment, where a verse is to be explained, what it says behind the verse's words."""
    told = verse and document.kind == Kind.TAFSIR and explaining_part(reading, (verse,), asking.question)
    return told or answering_part(document, reading, asking)


def as_sentence(text: str, part: Part) -> str:
    """A part of a text as a short quotation, with marks where it is cut."""
    before = text[: part.start].rstrip(_BLANK)
    after = _NOTE.sub("", text[part.end :], count=1).lstrip(" \n\t\u200f\"“”«»'")
    opened = bool(before) and not part.whole and before[-1] not in _SENTENCE_ENDS
    open_end = (
        bool(after) and text[part.end - 1 : part.end] not in (".", "!", "?", "؟") and after[0] not in ".!?؟"
    ) or part.more
    return quoted(with_marks(text, part), cut_before=opened, cut_after=open_end)


def with_marks(text: str, part: Part) -> str:
    """A part with both quotation marks of what somebody says in it: where one of them is cut off, it is set again, or
    left out where nothing else is quoted."""
    said = part.text
    if '"' in said:
        told = text.count('"', 0, part.start)
        inside = told % 2 == 1 if text.count('"') % 2 == 0 else bool(_CLOSES.search(said))
        if inside and said.count('"') == 1 and not said[said.index('"') :].strip('". \u200f'):
            return said[: said.index('"')].rstrip(_BLANK)  # what is quoted is said, and nothing else
        said = f'"{said}' if inside else said
        said = f'{said}"' if said.count('"') % 2 else said
    for opens, closes in PAIRS:
        opened = said.count(opens) - said.count(closes)
        said = f"{opens * -opened}{said}{closes * opened}"
    return said


def detail_of(chosen: Mapping[str, Sequence[Answering]], language: str, lexicon: Lexicon) -> str:
    """Markdown: what each chosen text says on the question, with its citation.

    Args:
        chosen: the texts on each question, which stands above them where there are several.
    """
    blocks = [lexicon.phrases[language]["detail_lead"]]
    for asked, texts in chosen.items():
        blocks += [f"{HEADING}{escape(asked)}"] if len(chosen) > 1 else []
        blocks += [_block(one, language) for one in texts]
    return "\n\n".join(blocks)


def _block(one: Answering, language: str) -> str:
    part = _around(one.document, one.reading, one.part)
    title = escape(display_title(one.document, language))
    told = quote(_tidy(marked(part, one.reading.text), one.document.kind))
    return f"**{title}** {cite(one.document.id)}\n\n{told}"


def _around(document: Document, reading: Reading, part: Part) -> Part:
    """The sentences around the answering part; all of a verse."""
    if document.kind == Kind.QURAN or len(reading.text) <= 700:
        return Part(0, len(reading.text), reading.text)
    length = max(AROUND, part.end - part.start + AROUND // 2)  # never less than what the summary quotes
    return excerpt(reading.text, (part.start, part.end), whole=700, length=length)


def _tidy(text: str, kind: str) -> str:
    """A part of a text as Markdown shows it; of an answer also without what is left of its page."""
    text = _readable(text)
    if kind == Kind.FATWA:
        text = _PARTED.sub("", _LINKS.sub("", text))
    return re.sub(r"(?<!\s)[^\S\n]*+\n\s*+", "\n", text).strip()


def without_marks(text: str) -> str:
    """A text without marks of direction."""
    return text.replace("\u200f", "").replace("\u200e", "")


def _readable(text: str) -> str:
    """The same, and without signs that one font alone has, and those of the lines of a printed page."""
    text = without_marks(text).replace("¶", "")
    return _FONT_SIGN.sub(lambda sign: "" if text[sign.end() : sign.end() + 1] in ".:،؛," else " ", text)
