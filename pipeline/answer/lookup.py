"""Looking up: a verse or narration by its reference, or by words that were pasted.

The document is shown as it is held. Commentary on a verse stands beside it where the corpus has some. A number that
no document bears is declined with the reason; nothing near it is shown in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.answer.asking.counts import Count
from pipeline.answer.asking.route import Route
from pipeline.answer.composing.choose import answering_part
from pipeline.answer.composing.compose import RUN, as_sentence, quoted, with_marks, without_marks
from pipeline.answer.composing.explaining import explaining_part, opening_part
from pipeline.answer.composing.grades import grade_in
from pipeline.answer.composing.markdown import cite, escape, quote
from pipeline.answer.composing.notes import notes_for, other_comment
from pipeline.answer.composing.pieces import Part, excerpt
from pipeline.answer.composing.replies import comments_on, explaining_first
from pipeline.answer.composing.shown import (
    MARK,
    SEPARATOR,
    Shown,
    display_title,
    evidence_of,
    marked,
    source_of,
)
from pipeline.answer.declines import decline, missing_words
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.lacking import in_marks
from pipeline.answer.quotations.quotes import Quoted, misplaced
from pipeline.answer.words.reading import read_in, shown_text
from pipeline.answer.words.units import Asked
from pipeline.index.types import Filters
from schemas.answer import Answer, Intent, Mode, Reason, Verdict
from schemas.document import Document
from schemas.reference import Kind, ReferenceId

if TYPE_CHECKING:
    from pipeline.index.search import Index

COMMENTED = 3  # verses with which commentary is shown
COMMENTARIES = 2
EXPLAINED = 11  # verses of which each is shown with a comment, where commentary is asked for
NAMED = 8  # places named in a summary
SHOWN = 12  # documents shown whole for pasted words
SUMMARY = 420
BLOCK = 1500  # characters of a text in the detail


def by_reference(
    index: Index, routed: Route, lexicon: Lexicon, mode: Mode, more: Sequence[str] = ()
) -> Answer:
    """The documents that a question names. `more`: phrases by name, for notes beside those that they call for."""
    language, phrases = routed.language, lexicon.phrases[routed.language]
    held: list[tuple[int, Document]] = []
    absent: list[str] = []
    for reference in routed.mentions.references:
        ordinal = index.find(reference)
        if ordinal is None:
            absent.append(reference)
        else:
            held.append((ordinal, index.document(ordinal)))
    told = [missing_words(one, language, lexicon) for one in routed.mentions.missing]
    told += [_absent_words(index, reference, language, lexicon) for reference in absent]
    if not held:
        return decline(routed, mode, Reason.NO_SUCH_REFERENCE, routed.intent, " ".join(dict.fromkeys(told)))
    notes = [*dict.fromkeys(told), *(phrases[name] for name in more)]
    if routed.mentions.shortened:
        notes.append(phrases["note_shortened"])
    if any(document.kind == Kind.HADITH for _, document in held):
        notes.append(phrases["note_numbering"])
    if beside := misplaced(index, routed.text, routed.mentions.rest, routed.mentions.references):
        notes.append(_of_misplaced(index, *beside, language, phrases))
    if count := routed.mentions.count:
        summary = _counted(count, language, lexicon)
        notes += [phrases["note_counted"]] if count.of.endswith("verses") else []
    else:
        summary = _summary([document for _, document in held], language, lexicon)
    comments = _commentary(index, held, routed, lexicon, explains=routed.explains)
    if routed.explains:
        summary = " ".join((summary, *_explained(held, comments, language, lexicon)))
    if routed.intent is Intent.GRADE:
        summary = _of_grade(held, language, phrases)
    return _answer(routed, lexicon, mode, held, comments, summary, notes)


def _of_misplaced(
    index: Index, words: str, verses: Sequence[str], language: str, phrases: dict[str, str]
) -> str:
    """The sentence that words stand elsewhere than a question says, or nowhere."""
    told = in_marks([words], language)
    if not verses:
        return phrases["note_lacking"].format(words=told)
    ordinals = [index.find(one) for one in verses]
    titles = [display_title(index.document(one), language) for one in ordinals if one is not None]
    return phrases["note_elsewhere"].format(words=told, titles=_named(titles, len(titles), language))


def _counted(count: Count, language: str, lexicon: Lexicon) -> str:
    """The sentence for a number that is asked for."""
    surah = lexicon.surahs[count.surah]
    name = surah.ar if language == "ar" else surah.en
    return lexicon.phrases[language][f"count_{count.of}"].format(name=name, count=count.number(lexicon))


def by_words(
    index: Index, routed: Route, lexicon: Lexicon, mode: Mode, found: Quoted, *, as_verse: bool = False
) -> Answer:
    """The documents that hold pasted words. `as_verse`: they are asked for as words of the Qur'an."""
    language, phrases = routed.language, lexicon.phrases[routed.language]
    held = _in_esteem([(ordinal, index.document(ordinal)) for ordinal in found.ordinals], lexicon)[:SHOWN]
    titles = [display_title(document, language) for _, document in held]
    if found.lacking:
        summary = phrases["summary_part"].format(
            titles=_named(titles, len(found.ordinals), language), words=in_marks(found.lacking, language)
        )
        if routed.intent is Intent.GRADE:
            summary = " ".join((summary, _grade_words(held[0][1], language, phrases)))
    elif routed.intent is Intent.GRADE:
        summary = _of_grade(held, language, phrases)
    elif len(found.ordinals) == 1:
        summary = _found_in(held[0][1], language, phrases)
    else:
        summary = phrases["summary_quotes"].format(
            count=len(found.ordinals), titles=_named(titles, len(found.ordinals), language)
        )
        if language == "en" and held[0][1].kind == Kind.QURAN:
            summary = " ".join((summary, _summary([held[0][1]], language, lexicon)))  # what they mean
    comments = _commentary(index, held, routed, lexicon, explains=routed.explains)
    if routed.explains or routed.intent is Intent.TAFSIR:
        told = comments if routed.explains else _commentary(index, held, routed, lexicon, explains=True)
        summary = " ".join((summary, *_explained(held, told, language, lexicon)))
    notes = [phrases["note_vowels"]] if found.vowels_differ else []
    notes += [phrases["note_narration"]] if as_verse and held[0][1].kind != Kind.QURAN else []
    notes += [phrases["note_letter"]] if found.letter_differs else []
    notes += [phrases["note_sounded"]] if found.sounded else []
    return _answer(routed, lexicon, mode, held, comments, summary, notes)


def _found_in(document: Document, language: str, phrases: dict[str, str]) -> str:
    """The sentence that one text holds pasted words; in English also what a verse means, or a short narration whole."""
    title, text = display_title(document, language), shown_text(document, "en") if document.text("en") else ""
    if language == "en" and text and (document.kind == Kind.QURAN or len(text) <= SUMMARY):
        return phrases["summary_verse"].format(title=title, text=_short(text))
    return phrases["summary_quote"].format(title=title)


def _in_esteem(held: list[tuple[int, Document]], lexicon: Lexicon) -> list[tuple[int, Document]]:
    """Documents with verses first, then narrations in the order of the list of collections; of equals as they were."""
    rank = {name: place for place, name in enumerate(lexicon.collections)}
    return sorted(
        held,
        key=lambda one: (
            one[1].kind != Kind.QURAN,
            rank.get(ReferenceId.parse(one[1].id).collection, len(rank)),
        ),
    )


def _explained(
    held: Sequence[tuple[int, Document]], comments: Sequence[Document], language: str, lexicon: Lexicon
) -> tuple[str, ...]:
    """What comments say of the verses shown, one on each and as many as there is room for, where their meaning is asked
    for."""
    verses = [document for _, document in held if document.kind == Kind.QURAN]
    told = [one for one in comments if one.text(language)]
    said = [_comment(one, verses, language, lexicon) for one in (told if len(held) > 1 else told[:1])]
    room = [sum(map(len, said[: place + 1])) <= RUN for place in range(len(said))]
    return tuple(said[: max(1, sum(room))])


def _comment(comment: Document, verses: Sequence[Document], language: str, lexicon: Lexicon) -> str:
    """What a comment says behind words of verses; else what it begins with."""
    reading = read_in(comment, "en", Asked((), ())) if language == "en" else None
    if reading is None:
        return _summary([comment], language, lexicon)
    part = explaining_part(reading, verses, Asked((), ())) or opening_part(reading)
    title = display_title(comment, language)
    return lexicon.phrases[language]["summary_said"].format(text=as_sentence(reading.text, part), title=title)


def _absent_words(index: Index, reference: str, language: str, lexicon: Lexicon) -> str:
    """The sentence for a reference that no document bears."""
    phrases = lexicon.phrases[language]
    parsed = ReferenceId.parse(reference)
    collection = lexicon.collections.get(parsed.collection)
    if parsed.kind is not Kind.HADITH or collection is None:
        return phrases["no_such_id"].format(reference=reference)
    name = collection.ar if language == "ar" else collection.en
    passages = index.columns.mask(Filters(collections=(parsed.collection,)))
    if passages is not None and not passages.any():
        return phrases["no_collection"].format(collection=name)
    return phrases["no_such_hadith"].format(number=parsed.locators[-1], collection=name)


def _summary(documents: Sequence[Document], language: str, lexicon: Lexicon) -> str:
    phrases = lexicon.phrases[language]
    first = documents[0]
    title = display_title(first, language)
    count = len(documents)
    if count > 1 and _in_a_row(documents):
        return phrases["summary_verses"].format(title=title, count=count)
    if count > 1:
        titles = [display_title(one, language) for one in documents]
        return phrases["summary_several"].format(titles=_named(titles, count, language), count=count)
    tongue = language if first.text(language) else first.languages[0]
    text = shown_text(first, tongue)
    if first.kind == Kind.QURAN:
        return phrases["summary_verse"].format(title=title, text=_short(text))
    reading = read_in(first, tongue, Asked((), ()))
    assert reading is not None
    part = answering_part(first, reading, Asked((), ()), lexicon, "")
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


def _of_grade(held: Sequence[tuple[int, Document]], language: str, phrases: dict[str, str]) -> str:
    """What is told of how sound the narrations are, or of the first text where there are none."""
    graded = [document for _, document in held if document.kind == Kind.HADITH] or [held[0][1]]
    return _grades(graded, language, phrases)


def _grades(documents: Sequence[Document], language: str, phrases: dict[str, str]) -> str:
    """The grades that sources state, and then where the words stand without one."""
    told = [_grade_words(one, language, phrases) for one in documents if one.grade][:3]
    bare = [display_title(one, language) for one in documents if not one.grade]
    if not bare or told:
        return " ".join(told)
    return phrases["summary_no_grades"].format(titles=_named(bare, len(bare), language))


def _named(titles: Sequence[str], count: int, language: str) -> str:
    """The first places of so many, by name."""
    return SEPARATOR[language].join(titles[:NAMED]) + (" …" if count > NAMED else "")


def _grade_words(document: Document, language: str, phrases: dict[str, str]) -> str:
    title = display_title(document, language)
    if document.grade:
        return phrases["summary_grade"].format(title=title, grade=grade_in(document.grade, language))
    return phrases["summary_no_grade"].format(title=title)


def _commentary(
    index: Index,
    held: Sequence[tuple[int, Document]],
    routed: Route,
    lexicon: Lexicon,
    *,
    explains: bool = False,
) -> list[Document]:
    """Comments on the verses shown, when they are few; one on each of more, where they are what is asked for."""
    verses = [ordinal for ordinal, document in held if document.kind == Kind.QURAN]
    few = len(verses) <= COMMENTED
    if not few and not (explains and len(verses) <= EXPLAINED):
        return []
    comments: list[Document] = []
    for ordinal in verses:
        found = (explaining_first if explains else comments_on)(
            index, ordinal, routed.language, lexicon, routed.mentions.commentaries
        )
        comments += [document for _, document in found[: COMMENTARIES if few else 1]]
    return _each_once(comments)


def _each_once(comments: Sequence[Document]) -> list[Document]:
    """Each comment once: one on several verses is held under each of them with the same text, and is shown under the
    first, with the verses up to the last in its title."""
    same: dict[tuple[str, str | None, str | None], list[Document]] = {}
    for one in {one.id: one for one in comments}.values():
        same.setdefault((one.collection, one.text_ar, one.text_en), []).append(one)
    return [_on_all(*held) for held in same.values()]


def _on_all(first: Document, *others: Document) -> Document:
    """A comment with the place of the last of those that say the same in its title."""
    last = ReferenceId.parse(others[-1].id).locators[-1] if others else None
    if last is None:
        return first
    until = f"-{last.last or last.first}"
    arabic, english = (title and f"{title}{until}" for title in (first.title_ar, first.title_en))
    return replace(first, title_ar=arabic, title_en=english)


def _answer(
    routed: Route,
    lexicon: Lexicon,
    mode: Mode,
    held: Sequence[tuple[int, Document]],
    comments: Sequence[Document],
    summary: str,
    notes: list[str],
) -> Answer:
    intent = Intent.GRADE if routed.intent is Intent.GRADE else Intent.LOOKUP
    language, phrases = routed.language, lexicon.phrases[routed.language]
    documents = [document for _, document in held]
    blocks = [_block(document, language) for document in documents]
    if comments:
        blocks.append(phrases["detail_tafsir"])
        verses = documents if routed.explains else []
        blocks += [_block(document, language, _explained_at(document, verses)) for document in comments]
    everything = [*documents, *comments]
    notes += notes_for(everything, language, lexicon)
    notes += other_comment(comments, routed.mentions.commentaries, language, lexicon)
    sources = tuple(source_of(document, language) for document in everything)
    verdict = Verdict(True, intent, None, tuple(source.reference for source in sources))
    return Answer(
        verdict,
        mode,
        language,
        summary,
        "\n\n".join(blocks),
        evidence_of([Shown(document, {}, whole=True) for document in everything], language, lexicon),
        " ".join(dict.fromkeys(notes)) or None,
        sources,
    )


def _explained_at(comment: Document, verses: Sequence[Document]) -> Part | None:
    """What a comment in English says behind words of verses."""
    reading = read_in(comment, "en", Asked((), ())) if verses else None
    return explaining_part(reading, verses, Asked((), ())) if reading else None


def _block(document: Document, language: str, told: Part | None = None) -> str:
    """A document in Markdown, in the language of the answer where it has it; of a long one the beginning, or what
    stands around the part that tells what is asked."""
    tongue = language if document.text(language) else document.languages[0]
    text = shown_text(document, tongue)
    if told and len(text) > BLOCK:
        short = marked(excerpt(text, (told.start, told.end), length=BLOCK), text)
    else:
        short = text if len(text) <= BLOCK else f"{text[: text.rfind(' ', 0, BLOCK)]} {MARK}"
    title = escape(display_title(document, language))
    return f"**{title}** {cite(document.id)}\n\n{quote(without_marks(short).strip())}"
