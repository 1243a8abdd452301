"""Looking up: a verse or narration by its reference, or by words that were pasted.

The document is shown as it is held. Commentary on a verse stands beside it where the corpus has some. A number that
no document bears is declined with the reason; nothing near it is shown in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pipeline.answer.composing.beside import comments_beside, explained, explained_at
from pipeline.answer.composing.compose import without_marks
from pipeline.answer.composing.looked_up import counted, found_in, grade_of, named, of_grade, sentence_for
from pipeline.answer.composing.markdown import cite, escape, quote
from pipeline.answer.composing.notes import notes_for, other_comment
from pipeline.answer.composing.pieces import Part, excerpt
from pipeline.answer.composing.quoting import misquoting
from pipeline.answer.composing.shown import (
    MARK,
    Shown,
    display_title,
    evidence_of,
    marked,
    source_of,
)
from pipeline.answer.declines import decline, missing_words
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.found import Quoted
from pipeline.answer.quotations.lacking import in_marks
from pipeline.answer.quotations.misquoted import misplaced
from pipeline.answer.routing.route import Route
from pipeline.answer.words.reading import shown_text
from pipeline.index.types import Filters
from schemas.answer import Answer, Intent, Reason, Verdict
from schemas.document import Document
from schemas.reference import Kind, ReferenceId

if TYPE_CHECKING:
    from pipeline.index.search import Index

SHOWN = 12  # documents shown whole for pasted words
BLOCK = 1500  # characters of a text in the detail


def by_reference(index: Index, routed: Route, lexicon: Lexicon, more: Sequence[str] = ()) -> Answer:
    """The documents that a question names. `more`: phrases by name, for notes beside those that they call for."""
    language, phrases = routed.language, lexicon.phrases[routed.language]
    references = routed.mentions.references
    held = [document for _, document in index.held(references)]
    absent = [one for one in references if index.find(one) is None]
    told = [missing_words(one, language, lexicon) for one in routed.mentions.missing]
    told += [_absent_words(index, reference, language, lexicon) for reference in absent]
    if not held:
        return decline(routed, Reason.NO_SUCH_REFERENCE, routed.intent, " ".join(dict.fromkeys(told)))
    notes = [*dict.fromkeys(told), *(phrases[name] for name in more)]
    if routed.mentions.shortened:
        notes.append(phrases["note_shortened"])
    if any(document.kind == Kind.HADITH for document in held):
        notes.append(phrases["note_numbering"])
    if beside := misplaced(index, routed.text, routed.mentions.rest, references):
        notes.append(_of_misplaced(index, *beside, language, phrases))
    if count := routed.mentions.count:
        summary = counted(count, language, lexicon)
        notes += [phrases["note_counted"]] if count.of.endswith("verses") else []
    else:
        summary = sentence_for(held, language, lexicon)
    comments = comments_beside(index, held, routed, lexicon, explains=routed.explains)
    if routed.explains:
        summary = " ".join((summary, *explained(held, comments, language, lexicon)))
    if routed.intent is Intent.GRADE:
        summary = of_grade(held, language, phrases)
    return _answer(index, routed, lexicon, held, comments, summary, notes)


def _of_misplaced(
    index: Index, words: str, verses: Sequence[str], language: str, phrases: dict[str, str]
) -> str:
    """The sentence that words stand elsewhere than a question says, or nowhere."""
    told = in_marks([words], language)
    if not verses:  # a translation may word them otherwise
        return phrases["note_lacking" if language == "ar" else "note_not_so"].format(words=told)
    titles = [display_title(document, language) for _, document in index.held(verses)]
    return phrases["note_elsewhere"].format(words=told, titles=named(titles, len(titles), language))


def by_words(
    index: Index, routed: Route, lexicon: Lexicon, found: Quoted, *, as_verse: bool = False
) -> Answer:
    """The documents that hold pasted words. `as_verse`: they are asked for as words of the Qur'an."""
    language, phrases = routed.language, lexicon.phrases[routed.language]
    held = _in_esteem(map(index.document, found.ordinals), lexicon)[:SHOWN]
    titles = [display_title(document, language) for document in held]
    if found.lacking or found.apart:
        summary = phrases["summary_apart" if found.apart else "summary_part"].format(
            titles=named(titles, len(found.ordinals), language), words=in_marks(found.lacking, language)
        )
        if routed.intent is Intent.GRADE:
            summary = " ".join((summary, grade_of(held[0], language, phrases)))
    elif routed.intent is Intent.GRADE:
        summary = of_grade(held, language, phrases)
    elif len(found.ordinals) == 1:
        summary = found_in(held[0], language, phrases)
    else:
        summary = phrases["summary_quotes"].format(
            count=len(found.ordinals), titles=named(titles, len(found.ordinals), language)
        )
        if language == "en" and held[0].kind == Kind.QURAN:
            summary = " ".join((summary, sentence_for([held[0]], language, lexicon)))  # what they mean
    comments = comments_beside(index, held, routed, lexicon, explains=routed.explains)
    if routed.explains or routed.intent is Intent.TAFSIR:
        told = comments if routed.explains else comments_beside(index, held, routed, lexicon, explains=True)
        summary = " ".join((summary, *explained(held, told, language, lexicon)))
    notes = [phrases["note_vowels"]] if found.vowels_differ else []
    notes += [phrases["note_narration"]] if as_verse and held[0].kind != Kind.QURAN else []
    notes += [phrases["note_letter"]] if found.letter_differs else []
    notes += [phrases["note_sounded"]] if found.sounded else []
    notes += [phrases["note_graded_on"]] if found.on else []
    return _answer(index, routed, lexicon, held, comments, summary, notes)


def _in_esteem(held: Iterable[Document], lexicon: Lexicon) -> list[Document]:
    """Documents with verses first, then narrations in the order of the list of collections; of equals as they were."""
    rank = {name: place for place, name in enumerate(lexicon.collections)}

    def esteem(one: Document) -> tuple[bool, int]:
        return one.kind != Kind.QURAN, rank.get(ReferenceId.parse(one.id).collection, len(rank))

    return sorted(held, key=esteem)


def _absent_words(index: Index, reference: str, language: str, lexicon: Lexicon) -> str:
    """The sentence for a reference that no document bears."""
    phrases = lexicon.phrases[language]
    parsed = ReferenceId.parse(reference)
    collection = lexicon.collections.get(parsed.collection)
    if parsed.kind is not Kind.HADITH or collection is None:
        return phrases["no_such_id"].format(reference=reference)
    name = collection.name(language)
    passages = index.columns.mask(Filters(collections=(parsed.collection,)))
    if passages is not None and not passages.any():
        return phrases["no_collection"].format(collection=name)
    return phrases["no_such_hadith"].format(number=parsed.locators[-1], collection=name)


def _answer(
    index: Index,
    routed: Route,
    lexicon: Lexicon,
    documents: Sequence[Document],
    comments: Sequence[Document],
    summary: str,
    notes: list[str],
) -> Answer:
    intent = Intent.GRADE if routed.intent is Intent.GRADE else Intent.LOOKUP
    language, phrases = routed.language, lexicon.phrases[routed.language]
    blocks = [_block(document, language) for document in documents]
    if comments:
        blocks.append(phrases["detail_tafsir"])
        verses = documents if routed.explains else []
        blocks += [_block(document, language, explained_at(document, verses)) for document in comments]
    everything = [*documents, *comments]
    shown = [Shown(document, {}, whole=True) for document in everything]
    notes += notes_for(everything, language, lexicon)
    notes += misquoting(index, shown, language, lexicon)
    notes += other_comment(comments, routed.mentions.commentaries, language, lexicon)
    sources = tuple(source_of(document, language) for document in everything)
    verdict = Verdict(True, intent, None, tuple(source.reference for source in sources))
    return Answer(
        verdict,
        language,
        summary,
        "\n\n".join(blocks),
        evidence_of(shown, language, lexicon),
        " ".join(dict.fromkeys(notes)) or None,
        sources,
    )


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
