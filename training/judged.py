"""Texts that were read for a question and judged, as an answer would look for them.

    taught      the questions of `reader/taught` and of `order`: the reader learns from these
    closely     those of `reader/closely`, each written on one text, which is read whole: it learns from these, too
    fit         those that gates are fitted to: measured, never taught
    held        `everyday-held`: measured, and what figures are quoted from
    fatwa       `fatwa-held` and `fatwa-paraphrases`: the same
    closely held        a tenth of `reader/closely`, by text: measured

A text counts as judged where a question names it, as one that answers or as one that does not. Of the questions of
`order` every text was judged, so one that is not named, among the first eight, does not answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipeline.answer.finding.answering import READ, place_of, with_title
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.look import look
from pipeline.answer.resources import Resources, resources_of
from pipeline.evaluate.sets import ORDER, READER, questions_folder, read_folder, read_set
from pipeline.index import Index
from pipeline.index.embedder.chain import speech_start
from pipeline.text import shown
from schemas.question import Question, read_questions
from schemas.reference import Kind
from training.texts import CODES, ENGLISH, Corpus

TAUGHT, CLOSELY, CLOSELY_HELD = "taught", "closely", "closely held"
PARTS = (TAUGHT, CLOSELY, "fit", "held", "fatwa", CLOSELY_HELD)  # as `packed` numbers those that teach
_SETS = {
    "fit": ("corpora/everyday-fit", "corpora/fatwa-fit"),
    "held": ("corpora/everyday-held",),
    "fatwa": ("corpora/fatwa-held", "corpora/fatwa-paraphrases"),
}
TEXTS = 24  # of a question
_ALL_READ = 8  # first texts of a question of `order`, every one of which was judged


class Judged(NamedTuple):
    """A question, a text, and whether it answers."""

    question: str
    asked_in: int
    text: str
    written_in: int
    answers: bool
    part: int  # of `PARTS`
    first: bool  # the text that an answer would speak by


def questions_of(part: str) -> list[tuple[Question, bool]]:
    """The questions of a part, and whether every text of them was judged."""
    if part in (CLOSELY, CLOSELY_HELD):
        split = "fit" if part == CLOSELY else "test"
        return [(one, False) for one in _of_reader(CLOSELY) if one.split == split]
    if part == TAUGHT:
        return [(one, False) for one in _of_reader(TAUGHT)] + [(one, True) for one in read_folder(ORDER)]
    return [(one, False) for name in _SETS[part] for one in read_set(name)]


def _of_reader(name: str) -> list[Question]:
    return read_questions(questions_folder() / READER / f"{name}.jsonl")


def judged_in(index: Index, parts: Sequence[str] = PARTS) -> Iterator[Judged]:
    """What was judged of the texts that an index has for the questions, each pair of question and text once."""
    resources = resources_of(index)
    seen: set[tuple[str, str, int]] = set()
    for part in parts:
        number = PARTS.index(part)
        for question, all_read in questions_of(part):
            if part in (CLOSELY, CLOSELY_HELD):
                found = _closely(index, question, number)
            else:
                found = _judged(index, resources, question, number, all_read=all_read)
            for one in found:
                key = (one.question, one.text, one.written_in)
                if key not in seen:
                    seen.add(key)
                    yield one


def _closely(index: Index, question: Question, part: int) -> Iterator[Judged]:
    """A question with the texts that it was written on, as an answer that shows one whole would read it."""
    for reference in (*question.references, *question.wrong):
        ordinal = index.find(reference)
        document = None if ordinal is None else index.document(ordinal)
        text = shown(document.text(question.language) or "", document.markup) if document else ""
        if document is None or not text:
            continue
        start = speech_start(text, question.language) if document.kind == Kind.HADITH else 0
        yield Judged(
            question=question.question,
            asked_in=CODES[question.language],
            text=with_title(document, question.language, text[start : start + READ]),
            written_in=CODES[question.language],
            answers=reference in question.references,
            part=part,
            first=False,
        )


def _judged(
    index: Index, resources: Resources, question: Question, part: int, *, all_read: bool
) -> Iterator[Judged]:
    seen = look(index, question.question, resources, in_parts=False)
    shown_first = seen.candidates[:TEXTS]
    labels = [label_of(one, question) for one in shown_first]
    if all_read and True in labels[:_ALL_READ]:
        labels[:_ALL_READ] = [bool(label) for label in labels[:_ALL_READ]]
    for place, (one, label) in enumerate(zip(shown_first, labels, strict=True)):
        if label is None:
            continue
        yield Judged(
            question=seen.route.text or question.question,
            asked_in=CODES.get(question.language, ENGLISH),
            text=place_of(one),
            written_in=CODES[one.reading.language],
            answers=label,
            part=part,
            first=place == 0,
        )


def label_of(candidate: Candidate, question: Question) -> bool | None:
    """Whether a text, or another that says the same, answers; None where nobody judged it."""
    ids = {candidate.document.id, *candidate.same}
    if ids & set(question.references):
        return True
    return False if ids & set(question.wrong) else None


def add_judged(corpus: Corpus, judged: Sequence[Judged]) -> list[tuple[int, int, int, int, int, int]]:
    """Rows of question, text, whether it answers, part, language asked in, whether it is the first text."""
    rows = []
    for one in judged:
        question = corpus.questions.add(one.question, one.asked_in)
        text = corpus.texts.add(one.text, one.written_in)
        if question is not None and text is not None:
            rows.append((question, text, int(one.answers), one.part, one.asked_in, int(one.first)))
    return rows
