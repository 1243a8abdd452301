"""The weights that put texts in order, fitted to questions whose answers are known: the recipe behind `order.yaml`.

    python -m pipeline.evaluate.recipes order INDEX... [--write]

An INDEX is a folder with an index; each question of `fit` and `calibrate` that one of them holds an answer to is
asked there with the lists beside the code, so the starter's questions are asked of a wide corpus too; so are the
questions of `order/`, of which all texts that were read in a wide corpus were judged. A text that answers as well may
stand in a wide corpus and in no list of answers, so of the other questions those texts alone count that the first INDEX
holds, too: name the one first of which the answers were listed. A question gives the signals of all texts that were
read for it and hold what it demands, and which of them are right. The weights are those under which right texts are
most likely chosen (`choices`), pulled to nothing, each with its sign (`SIGNALS`). What `HELD` has was set where answers
were read: questions are too few to tell. Questions about corpora and those whose texts were judged count several times
(`MORE`): they are few. Weights are rounded to the model's unit, so that another machine's arithmetic writes the same
file. Told is how often a right text came first, and among the first five, by weights that were fitted without the
question's topic.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pipeline.answer.finding.signals import SIGNALS
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.lexicon.files import HOME
from pipeline.answer.lexicon.weights import UNIT, Weights, rewritten
from pipeline.answer.look import look
from pipeline.answer.resources import Resources, resources_of
from pipeline.answer.words.units import ONE
from pipeline.evaluate.recipes.choices import Choices, Way, most_likely
from pipeline.evaluate.sets import ordering_questions
from pipeline.index import Index
from schemas.errors import QuestionError
from schemas.question import Question

TARGET = HOME / "order.yaml"
SOURCES = {"INDEX...": "folders with indexes, the one first of which the answers were listed"}
HELD: Mapping[str, float] = {
    "draft": -2.0,
    "fatwa": 0.94,
    "practice": 1.14,
    "quran": 0.8,
    "hadith": 0.1,
    "sample": -2.0,
    "stand_in": -1.0,
    "weak": -2.0,
    "refers": -4.0,
    "sound": 0.2,
    "spoken": 2.0,
    "of_it": 1.0,
    "without": -1.5,
    "beside_name": 0.5,
    "inexact": -0.25,
}
PULL = 0.003
MORE = {"fatwa-fit-": 6.0, "en-read-": 2.5, "ar-read-": 4.0}  # by the beginning of an id
STEPS, RATE = 1000, 1.5
FOLDS = 8
FIRST = 5


@dataclass(frozen=True, slots=True)
class Told:
    """One question: the signals of the texts that it may be answered from, and which of them are right."""

    topic: str
    share: float
    texts: tuple[Mapping[str, int], ...]
    right: tuple[bool, ...]


def told_by(
    index: Index, questions: Sequence[Question], judged: Callable[[str], bool] = lambda reference: True
) -> Iterator[Told]:
    """What an index tells of each question that some but not all of the texts read for it answer.

    Args:
        judged: whether a text, by its id, was there when the project's own questions were given their answers.
    """
    resources = Resources(default_lexicon(), resources_of(index).gate)
    for question in questions:
        wanted = set(question.references)
        if question.expect != "answer" or not any(index.find(one) is not None for one in wanted):
            continue
        found = look(index, question.question, resources).candidates
        read = [one for one in found if one.meets] or found
        share = next((more for few, more in MORE.items() if question.id.startswith(few)), None)
        if share is None:
            read = [one for one in read if {one.document.id, *one.same} & wanted or judged(one.document.id)]
        right = tuple(bool({one.document.id, *one.same} & wanted) for one in read)
        if len(set(right)) == 2:
            topic = question.template or question.id
            yield Told(topic, share or 1.0, tuple(one.signals for one in read), right)


def fitted(told: Sequence[Told]) -> Weights:
    """The weights under which right texts are most likely chosen; raises `QuestionError` without any question."""
    if not told:
        raise QuestionError(
            "there are no questions to fit the order of texts to",
            expected="questions of `fit` or `calibrate` whose answers the index holds",
            remedy="name an index that holds their sources",
        )
    names = sorted(SIGNALS)
    shares = np.array([one.share for one in told])
    weights = most_likely(
        Choices(
            np.array([[text[name] / ONE for name in names] for one in told for text in one.texts]),
            np.array([float(right) for one in told for right in one.right]),
            np.array([len(one.texts) for one in told]),
            shares / shares.sum(),
        ),
        Way(
            np.array([HELD.get(name, 0.0) for name in names]),
            np.array([float(SIGNALS[name]) for name in names]),
            np.array([name not in HELD for name in names]),
            PULL,
            STEPS,
            RATE,
        ),
    )
    whole = dict(zip(names, np.rint(weights * UNIT).astype(int).tolist(), strict=True))
    return Weights({name: whole[name] for name in SIGNALS if whole[name]})


def crossed(told: Sequence[Told]) -> tuple[int, int]:
    """How many have a right text first, and among the first five, by weights fitted without their topic."""
    first = among = 0
    for fold in range(FOLDS):
        left = [one for one in told if _fold(one) == fold]
        if left:
            order = fitted([one for one in told if _fold(one) != fold])
            ranks = [rank(one, order) for one in left]
            first, among = first + ranks.count(1), among + sum(place <= FIRST for place in ranks)
    return first, among


def rank(one: Told, order: Weights) -> int:
    """The place of the first right text."""
    merits = [order.total(signals) for signals in one.texts]
    best = max(merit for merit, right in zip(merits, one.right, strict=True) if right)
    return 1 + sum(merit >= best for merit, right in zip(merits, one.right, strict=True) if not right)


def _fold(one: Told) -> int:
    return zlib.crc32(one.topic.encode()) % FOLDS


def _all_told_by(index: Index, own: Index) -> list[Told]:
    questions = ordering_questions(lambda one: index.find(one) is not None)
    return list(told_by(index, questions, lambda one: own.find(one) is not None))


def made(sources: Sequence[Path]) -> tuple[str, str]:
    """How the order does, and the text of `order.yaml`."""
    indexes = [Index.open(folder) for folder in sources]
    told = [one for index in indexes for one in _all_told_by(index, indexes[0])]
    first, among = crossed(told)
    return (
        f"{len(told)} questions; first {first}, among the first {FIRST} {among}, crossed\n",
        rewritten(TARGET.read_text("utf-8"), fitted(told)),
    )
