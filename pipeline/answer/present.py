"""The answer to a question that is supported: the texts that are shown, and their parts put together.

Which texts are shown is decided by `evidence`, their words by `compose`; here both are joined with the verdict.
"""

from __future__ import annotations

from pipeline.answer.composing.compose import Composed, answering, detail_of, summary_of, summary_of_verses
from pipeline.answer.composing.dawah import opening
from pipeline.answer.composing.evidence import chosen_of
from pipeline.answer.composing.notes import notes_for, other_comment, scholars_differ, told_notes
from pipeline.answer.composing.passage import in_full
from pipeline.answer.composing.replies import leading, with_comment, with_replies
from pipeline.answer.composing.shown import Shown, display_title, evidence_of, source_of
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.judge import confidence
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.seen import Seen
from pipeline.index import Index
from schemas.answer import Answer, Mode, Verdict
from schemas.reference import Kind

IN_DETAIL = 4


def supported(index: Index, seen: Seen, lexicon: Lexicon, mode: Mode, background: str | None) -> Answer:
    """The answer that the texts found give. `background`: the reader's tradition, for `dawah`."""
    routed, question = seen.route, seen.asked
    assert question is not None
    assert seen.decision is not None
    language = routed.language
    chosen, verses = chosen_of(seen.candidates, question, near=not seen.common), 0
    first = chosen[0].reading
    story = lexicon.asks_for_story(routed.text) or lexicon.tells_next(first.text, first.language)
    if story and not seen.by_verse:
        chosen, verses = in_full(index, chosen, seen.candidates, question)
    if not verses:
        chosen = (
            with_comment(index, chosen, question, lexicon, routed.mentions.commentaries)
            if routed.explains or seen.by_verse
            else with_replies(index, chosen, question)
        )
    documents = [one.document for one in chosen]
    shown = [_shown(index, one, language) for one in chosen]
    notes = notes_for(documents, language, lexicon)
    if scholars_differ(documents):
        notes.append(lexicon.phrases[language]["note_differ"])
    notes += told_notes(shown, language, lexicon)
    if documents[0].kind == Kind.QURAN:
        notes += other_comment(documents, routed.mentions.commentaries, language, lexicon)
    first_told, in_detail = 0 if verses else len(leading(chosen)), max(IN_DETAIL, verses)
    told = answering(
        chosen[: max(first_told, in_detail)],
        question,
        routed.text,
        language,
        lexicon,
        explains=routed.explains and not verses,
    )
    made = Composed(
        summary=summary_of_verses(documents[:verses], language, lexicon)
        if verses
        else summary_of(told[:first_told], language, lexicon),
        detail=detail_of(told[:in_detail], language, lexicon),
        evidence=evidence_of(shown, language, lexicon),
        note=" ".join(notes) or None,
        sources=tuple(source_of(one, language) for one in documents),
    )
    if mode is Mode.DAWAH:
        made = opening(index, made, background, language, lexicon)
    references = tuple(source.reference for source in made.sources)
    sure = max(
        confidence(seen.decision), 0.0
    )  # below it is what editors meant, whatever the gate makes of it
    verdict = Verdict(True, routed.intent, None, references, {"confidence": sure})
    return Answer(verdict, mode, language, made.summary, made.detail, made.evidence, made.note, made.sources)


def _shown(index: Index, one: Candidate, language: str) -> Shown:
    same = []
    for reference in one.same:
        ordinal = index.find(reference)
        if ordinal is not None:
            same.append(display_title(index.document(ordinal), language))
    same += [copy.title(language) for copy in index.documents.copies.of(one.document.id)]
    return Shown(one.document, {one.reading.language: one.reading.span}, tuple(same))
