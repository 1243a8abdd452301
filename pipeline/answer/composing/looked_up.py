"""What is told of texts that were looked up, in a sentence: where words stand, what a verse says, how sound it is.

Sentences are phrases of the lists, filled with titles and with the texts' own words. What is looked up,
`pipeline.answer.lookup` knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pipeline.answer.composing.choose import answering_part
from pipeline.answer.composing.compose import quoted, with_marks
from pipeline.answer.composing.grades import grade_in
from pipeline.answer.composing.shown import SEPARATOR, display_title
from pipeline.answer.demands.asking import Asking
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.routing.counts import Count
from pipeline.answer.words.reading import read_in, shown_text
from pipeline.answer.words.units import NOTHING
from schemas.document import Document
from schemas.reference import Kind, ReferenceId

NAMED = 8  # places named in a summary
SUMMARY = 420  # characters of a text in a summary


def counted(count: Count, language: str, lexicon: Lexicon) -> str:
    """The sentence for a number that is asked for."""
    name = lexicon.surahs[count.surah].name(language)
    return lexicon.phrases[language][f"count_{count.of}"].format(name=name, count=count.number(lexicon))


def found_in(document: Document, language: str, phrases: dict[str, str]) -> str:
    """The sentence that one text holds pasted words; in English also what a verse means, or a short narration whole."""
    title, text = display_title(document, language), shown_text(document, "en") if document.text("en") else ""
    if language == "en" and text and (document.kind == Kind.QURAN or len(text) <= SUMMARY):
        return phrases["summary_verse"].format(title=title, text=_short(text))
    return phrases["summary_quote"].format(title=title)


def sentence_for(documents: Sequence[Document], language: str, lexicon: Lexicon) -> str:
    """The sentence for documents shown whole: what one says, or how many they are."""
    phrases = lexicon.phrases[language]
    first = documents[0]
    title = display_title(first, language)
    count = len(documents)
    if count > 1 and _in_a_row(documents):
        return phrases["summary_verses"].format(title=title, count=count)
    if count > 1:
        titles = [display_title(one, language) for one in documents]
        return phrases["summary_several"].format(titles=named(titles, count, language), count=count)
    tongue = language if first.text(language) else first.languages[0]
    text = shown_text(first, tongue)
    if first.kind == Kind.QURAN:
        return phrases["summary_verse"].format(title=title, text=_short(text))
    reading = read_in(first, tongue, NOTHING)
    assert reading is not None
    part = answering_part(first, reading, Asking("", NOTHING, lexicon))
    cut = bool(text[part.end :].strip(" \n\u200f\u200e\"'”»."))
    return phrases["summary_said"].format(text=quoted(with_marks(text, part), cut_after=cut), title=title)


def _in_a_row(documents: Sequence[Document]) -> bool:
    """Whether these are verses of one surah, one after the other."""
    parsed = [ReferenceId.parse(one.id) for one in documents]
    if any(one.kind is not Kind.QURAN for one in parsed):
        return False
    places = [(one.locators[0].first, one.locators[1].first) for one in parsed]
    return all((surah, verse + 1) == after for (surah, verse), after in pairwise(places))


def _short(text: str) -> str:
    if len(text) <= SUMMARY:
        return quoted(text)
    cut = text.rfind(" ", 0, SUMMARY)
    return quoted(text[:cut], cut_after=True)


def of_grade(held: Sequence[Document], language: str, phrases: dict[str, str]) -> str:
    """What is told of how sound the narrations are, or of the first text where there are none."""
    graded = [document for document in held if document.kind == Kind.HADITH] or held[:1]
    return _grades(graded, language, phrases)


def _grades(documents: Sequence[Document], language: str, phrases: dict[str, str]) -> str:
    """The grades that sources state, and then where the words stand without one."""
    told = [grade_of(one, language, phrases) for one in documents if one.grade][:3]
    bare = [display_title(one, language) for one in documents if not one.grade]
    if not bare or told:
        return " ".join(told)
    return phrases["summary_no_grades"].format(titles=named(bare, len(bare), language))


def grade_of(document: Document, language: str, phrases: dict[str, str]) -> str:
    """How sound its source says one text is."""
    title = display_title(document, language)
    if document.grade:
        return phrases["summary_grade"].format(title=title, grade=grade_in(document.grade, language))
    return phrases["summary_no_grade"].format(title=title)


def named(titles: Sequence[str], count: int, language: str) -> str:
    """The first places of so many, by name."""
    return SEPARATOR[language].join(titles[:NAMED]) + (" …" if count > NAMED else "")
