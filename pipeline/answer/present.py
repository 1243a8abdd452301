"""The answer to a question that is supported: the texts that are shown, and their parts put together.

Which texts are shown is decided by `evidence`, their words by `compose`; here both are joined with the verdict. Several
questions in one are answered one after another, each from its own texts; a text that answers two is shown once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.answer.composing.compose import (
    Answering,
    answering,
    detail_of,
    summary_of,
    summary_of_verses,
)
from pipeline.answer.composing.dawah import opening
from pipeline.answer.composing.evidence import chosen_of
from pipeline.answer.composing.notes import (
    no_scholar,
    notes_for,
    of_another_kind,
    other_comment,
    scholars_differ,
    told_notes,
)
from pipeline.answer.composing.passage import in_full
from pipeline.answer.composing.quoting import misquoting
from pipeline.answer.composing.replies import leading, with_comment, with_replies
from pipeline.answer.composing.shown import Shown, display_title, evidence_of, source_of
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.judge import confidence
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.lacking import in_marks
from pipeline.answer.quotations.misquoted import misquoted
from pipeline.answer.quotations.told import unheld_words
from pipeline.answer.seen import Seen
from pipeline.index import Index
from schemas.answer import Answer, Verdict
from schemas.document import Document
from schemas.reference import Kind

IN_DETAIL = 4


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told on one question."""

    shown: list[Shown]
    summary: str
    detail: list[Answering]
    notes: list[str]

    @property
    def documents(self) -> list[Document]:
        """The texts, in their order."""
        return [one.document for one in self.shown]


def supported(
    index: Index,
    questions: Sequence[Seen],
    lexicon: Lexicon,
    background: str | None = None,
    unanswered: Sequence[str] = (),
) -> Answer:
    """The answer that the texts found give.

    Args:
        questions: one, or those of several questions in one that are answered, in their order.
        background: the reader's tradition, where he is spoken to as one who comes from it.
        unanswered: those that are not, as they are written.
    """
    routed = questions[0].route
    language, phrases = routed.language, lexicon.phrases[routed.language]
    told = [_told(index, seen, language, lexicon) for seen in questions]
    by_id: dict[str, Shown] = {}
    for one in (one for each in told for one in each.shown):
        by_id.setdefault(one.document.id, one)
    shown = list(by_id.values())
    documents = [one.document for one in shown]
    notes = [phrases["note_unanswered"].format(question=one) for one in unanswered]
    notes += notes_for(documents, language, lexicon)
    if any(scholars_differ(each.documents) for each in told):
        notes.append(phrases["note_differ"])
    if any(lexicon.crisis.asks_of_punishing(seen.route.plain) for seen in questions):
        notes.append(phrases["note_no_leave"])
    notes += told_notes(shown, language, lexicon)
    notes += misquoting(index, shown, language, lexicon)
    notes += dict.fromkeys(note for each in told for note in each.notes)
    sources = tuple(source_of(one, language) for one in documents)
    # Below zero it is what editors meant, whatever the gate makes of it.
    sure = max(min(confidence(seen.decision) for seen in questions if seen.decision), 0.0)
    references = tuple(source.reference for source in sources)
    given = Answer(
        Verdict(True, routed.intent, None, references, {"confidence": sure}),
        language,
        summary="\n\n".join(dict.fromkeys(each.summary for each in told)),
        detail=detail_of(
            {seen.written: each.detail for seen, each in zip(questions, told, strict=True)}, language, lexicon
        ),
        evidence=evidence_of(shown, language, lexicon),
        note=" ".join(notes) or None,
        sources=sources,
    )
    return opening(index, given, background, lexicon)


def _told(index: Index, seen: Seen, language: str, lexicon: Lexicon) -> _Told:
    """What is told on one question, in the language of the answer."""
    routed, asking = seen.route, seen.asking(lexicon)
    assert asking is not None
    question = asking.question
    chosen, verses = chosen_of(seen.candidates, question, near=not seen.common), 0
    first = chosen[0].reading
    story = lexicon.asks_for_story(routed.plain) or lexicon.tells_next(first.text, first.language)
    if story and not seen.by_verse:
        chosen, verses = in_full(index, chosen, seen.candidates, question)
    if not verses:
        chosen = (
            with_comment(index, chosen, asking, routed.mentions.commentaries)
            if routed.explains or seen.by_verse
            else with_replies(index, chosen, question)
        )
    documents = [one.document for one in chosen]
    first_told, in_detail = 0 if verses else len(leading(chosen)), max(IN_DETAIL, verses)
    told = answering(
        chosen[: max(first_told, in_detail)],
        asking,
        language,
        explains=routed.explains and not verses,
    )
    notes = of_another_kind(documents, seen.wanted, language, lexicon)
    notes += no_scholar(documents, routed, lexicon)
    notes += _not_so(routed.text, documents, language, lexicon, common=bool(seen.common))
    if documents[0].kind == Kind.QURAN:
        notes += other_comment(documents, routed.mentions.commentaries, language, lexicon)
    return _Told(
        [_shown(index, one, language) for one in chosen],
        summary_of_verses(documents[:verses], language, lexicon)
        if verses
        else summary_of(told[:first_told], language, lexicon),
        told[:in_detail],
        notes,
    )


def _not_so(
    question: str, documents: Sequence[Document], language: str, lexicon: Lexicon, *, common: bool
) -> list[str]:
    """The note on words that a question quotes, or says are scripture, and that the texts shown do not have so."""
    phrases = lexicon.phrases[language]
    wrong = misquoted(question, documents, lexicon, common=common)
    if wrong.lacking:
        return [phrases["note_lacking"].format(words=in_marks(wrong.lacking, language))]
    words = unheld_words(question, documents)
    quoted = (words,) if words else wrong.displaced
    return [phrases["note_not_so"].format(words=in_marks(quoted, language))] if quoted else []


def _shown(index: Index, one: Candidate, language: str) -> Shown:
    same = [display_title(document, language) for _, document in index.held(one.same)]
    same += [copy.title(language) for copy in index.documents.copies.of(one.document.id)]
    return Shown(one.document, {one.reading.language: one.reading.span}, tuple(same))
