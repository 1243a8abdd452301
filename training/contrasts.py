"""Texts that the search finds for a lesson's question and that are not its own: wrong answers that look right.

A lesson keeps up to eight. One of them is the text of another lesson of its kind, drawn, so that a question learns from
what is far off, too; where nothing else was found, three are. A text of a document that answers the question is never
among them, and the passage of its own document, where the search finds it, takes the place of the lesson's text.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

from pipeline.answer.finding.signals import title_of_answer
from pipeline.index import Index
from training.cleaning import first_words
from training.settings import CONTRASTS, LESSON_WEIGHTS, LESSONS_A_QUESTION, UNSEARCHED, Searched
from training.texts import CODES, Corpus, Lesson

_SEARCH_SEED, _DRAW_SEED = 3, 5
_ALONE = 3  # drawn for a lesson for which nothing was found


class Found(NamedTuple):
    """A passage that the search found."""

    document: str
    title: str  # of a published answer, else empty
    text: str
    language: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A question, the text that answers, texts that do not, and how much the lesson counts."""

    question: int
    text: int
    contrasts: tuple[int, ...]
    weight: float


def searched(lessons: Iterable[Lesson], settings: Searched) -> list[int]:
    """The questions that the search is asked, of each kind so many, drawn."""
    by_kind: dict[str, dict[int, None]] = defaultdict(dict)
    for lesson in lessons:
        by_kind[lesson.kind][lesson.question] = None
    drawn = random.Random(_SEARCH_SEED)
    chosen: dict[int, None] = {}
    limits = {one.name.replace("_", "-"): getattr(settings, one.name) for one in fields(settings)}
    for kind in ("fatwa-ar", "book-asked", "fatwa-en", "heading", "chapter"):
        questions = list(by_kind[kind])
        drawn.shuffle(questions)
        chosen |= dict.fromkeys(questions[: limits[kind]])
    return list(chosen)


def find(index: Index, question: str, settings: Searched) -> list[Found]:
    """What the search finds for a question, best first."""
    found = []
    for hit in index.search(question, k=settings.hits).hits:
        passage = index.lookup_passage(hit.passage)
        title = title_of_answer(index.document(hit.ordinal), passage.language)
        text = first_words(passage.text, settings.words)
        found.append(Found(hit.reference, title or "", text, CODES[passage.language]))
    return found


def with_contrasts(corpus: Corpus, found: Mapping[int, Sequence[Found]]) -> list[Listed]:
    """Every lesson with its contrasts; of one question no more than six. Passages join the corpus's texts.

    Args:
        found: what the search gave, by question; one that is not there was not searched.
    """
    lessons = _at_most(corpus.lessons, LESSONS_A_QUESTION)
    answering: dict[int, set[str]] = defaultdict(set)
    own_texts: dict[int, set[int]] = defaultdict(set)
    of_kind: dict[str, list[int]] = defaultdict(list)
    for lesson in corpus.lessons:
        answering[lesson.question].add(lesson.document)
        own_texts[lesson.question].add(lesson.text)
        of_kind[lesson.kind].append(lesson.text)
    drawn = random.Random(_DRAW_SEED)
    listed = []
    for lesson in lessons:
        hits = found.get(lesson.question, ())
        text, others = _passages(corpus, lesson, hits, answering[lesson.question])
        more = 1 if others else _ALONE
        beside = drawn.sample(of_kind[lesson.kind], min(more, len(of_kind[lesson.kind])))
        own = own_texts[lesson.question] | {text}
        contrasts = dict.fromkeys([*others[: CONTRASTS - 1], *beside])
        weight = LESSON_WEIGHTS[lesson.kind] * (1 if hits else UNSEARCHED)
        kept = tuple(one for one in contrasts if one not in own)
        listed.append(Listed(lesson.question, text, kept, weight))
    return listed


def _at_most(lessons: Iterable[Lesson], most: int) -> list[Lesson]:
    times: Counter[int] = Counter()
    kept = []
    for lesson in lessons:
        if times[lesson.question] < most:
            times[lesson.question] += 1
            kept.append(lesson)
    return kept


def _passages(
    corpus: Corpus, lesson: Lesson, hits: Sequence[Found], answering: set[str]
) -> tuple[int, list[int]]:
    """The text that answers and those that do not, written alike: all with their titles, or none.

    Where the question is the title of its own answer, titles would give that answer away.
    """
    own = [hit for hit in hits if hit.document == lesson.document]
    with_titles = not any(_same(hit.title, corpus.questions.texts[lesson.question]) for hit in own)

    def numbered(hit: Found) -> int | None:
        written = f"{hit.title}. {hit.text}" if hit.title and with_titles else hit.text
        return corpus.texts.add(written, hit.language)

    found = numbered(own[0]) if own else None
    text = lesson.text if found is None else found
    others = [numbered(hit) for hit in hits if hit.document not in answering]
    return text, [one for one in dict.fromkeys(others) if one is not None and one != text]


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()
