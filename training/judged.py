"""Texts that were read for a question and judged, as an answer would look for them.

    taught      the questions of `data/questions/reader` and of `order`: the reader learns from these alone
    fit         those that gates are fitted to: measured, never taught
    held        `everyday-held`: measured, and what figures are quoted from
    fatwa       `fatwa-held` and `fatwa-paraphrases`: the same

A text counts as judged where a question names it, as one that answers or as one that does not. Of the questions of
`order` every text was judged, so one that is not named, among the first eight, does not answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pipeline.answer.finding.answering import place_of
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.look import look
from pipeline.answer.resources import Resources, resources_of
from pipeline.evaluate.sets import ORDER, READER, read_folder, read_set
from pipeline.index import Index
from schemas.question import Question
from training.texts import CODES, ENGLISH, Corpus

TAUGHT = "taught"
PARTS = (TAUGHT, "fit", "held", "fatwa")
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
    if part == TAUGHT:
        read = [(one, False) for one in read_folder(READER)]
        return read + [(one, True) for one in read_folder(ORDER)]
    return [(one, False) for name in _SETS[part] for one in read_set(name)]


def judged_in(index: Index, parts: Sequence[str] = PARTS) -> Iterator[Judged]:
    """What was judged of the texts that an index has for the questions, each pair of question and text once."""
    resources = resources_of(index)
    seen: set[tuple[str, str, int]] = set()
    for part in parts:
        for question, all_read in questions_of(part):
            for one in _judged(index, resources, question, PARTS.index(part), all_read=all_read):
                key = (one.question, one.text, one.written_in)
                if key not in seen:
                    seen.add(key)
                    yield one


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
