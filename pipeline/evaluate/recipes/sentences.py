"""The weights that choose the sentence which is quoted, fitted to answers whose sentence a reader marked.

    python -m pipeline.evaluate.recipes sentences INDEX [--write]

INDEX is a folder with an index of all sources. A line of `data/questions/sentences/read.jsonl` names a question, a
text that answers it, and the places in the shown text, in characters, any of which a scholar would quote. A question
gives the marks of all runs of pieces of its text, and how much each run is one of these places: what both hold, of
the longer one. The weights are those under which such a place is most likely chosen (`choices`), pulled to `SET`,
which was set by hand: a few hundred answers cannot tell forty weights alone. Told is in how many answers the
quotation holds such a place or lies in one, by the weights in use and by weights that were fitted without the question.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pipeline.answer.composing import choose
from pipeline.answer.composing.pieces import body_of, pieces_of
from pipeline.answer.composing.worth import Worth
from pipeline.answer.demands.asking import Asking
from pipeline.answer.lexicon import Lexicon, default_lexicon
from pipeline.answer.lexicon.files import HOME
from pipeline.answer.lexicon.weights import UNIT, Weights, rewritten
from pipeline.answer.look import look
from pipeline.answer.resources import Resources, resources_of
from pipeline.answer.words.reading import Reading, read_in
from pipeline.answer.words.units import ONE
from pipeline.evaluate.recipes.choices import Choices, Numbers, Way, most_likely
from pipeline.evaluate.sets import questions_folder
from pipeline.index import Index
from schemas.document import Document
from schemas.errors import QuestionError

TARGET = HOME / "sentences.yaml"
SOURCES = {"INDEX": "the folder of an index of all sources"}
READ = questions_folder() / "sentences" / "read.jsonl"
# Set by reading answers and by a first fit to the first 179 of them (decision 0310).
# fmt: off
SET: Mapping[str, float] = {
    "held": 5.75, "words": 2.25, "known_ar": -3.5, "known_en": -1.75, "of_title": 0.5, "typed": 2.0,
    "formed": 2.25, "of_it": 1.75, "defines": 3.25, "answers": 6.0, "asking": -3.0, "verdict": 1.5, "rules": 0.25,
    "opens": 0.75, "affirms": 0.5, "concludes": 0.75, "side": -1.0, "listed": 0.75, "counted": 0.75,
    "later": -2.0, "opposite": -4.0, "announces": 4.0, "steps": 1.5, "chain": -2.25, "chain_answer": -0.25,
    "asks": -1.5, "introduces": -1.25, "open": -0.75, "few": -1.75, "aside": -1.0, "closing": -3.0,
    "cites": -10.0, "quoted": -0.125, "reports_asking": -5.0, "if": -0.5, "leans": -0.75, "tied": -1.5, "midway": -0.5,
    "late_ar": -1.25, "late_en": -2.5, "foreign": -6.0, "heading": -4.0, "parts": -1.75, "clauses": -1.75,
    "joined": -0.5, "long": -0.5, "excepts": -3.125, "other_case": -4.0,
    "of_case": 1.0,
}
# fmt: on
PULL = 0.1
STEPS, RATE = 500, 0.5
LIKE = 0.5  # of a place, from which a run is it
FOLDS = 5
ENOUGH = 0.6  # of a place, that a quotation must hold

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Marked:
    """A question with a text that answers it, and the places in it that a scholar would quote."""

    question: str
    asking: Asking
    document: Document
    reading: Reading
    places: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """The marks of the runs of one text, and how much each run is a place that was marked."""

    marks: tuple[Mapping[str, int], ...]
    alike: tuple[float, ...]


def alike(run: Span, place: Span) -> float:
    """How much of two runs of characters both hold, of the longer one."""
    return shared(run, place) / max(1, run[1] - run[0], place[1] - place[0])


def shared(run: Span, place: Span) -> int:
    """How many characters both hold."""
    return max(0, min(run[1], place[1]) - max(run[0], place[0]))


def quotes(run: Span, places: Sequence[Span]) -> bool:
    """Whether a quotation holds a place, or most of one, or lies in one."""
    return any(shared(run, one) >= min(ENOUGH * (one[1] - one[0]), run[1] - run[0]) for one in places)


def marked(index: Index) -> Iterator[Marked]:
    """The answers that were read, of which the index holds the text."""
    resources = Resources(default_lexicon(), resources_of(index).gate)
    for line in READ.read_text("utf-8").splitlines():
        row = json.loads(line)
        ordinal = index.find(row["reference"])
        asking = (
            None if ordinal is None else look(index, row["question"], resources).asking(resources.lexicon)
        )
        if ordinal is None or asking is None:
            continue
        document = index.document(ordinal)
        reading = read_in(document, row["language"], asking.question)
        if reading is not None:
            places = tuple((start, end) for start, end in row["places"])
            yield Marked(row["question"], asking, document, reading, places)


def told_by(one: Marked) -> Told:
    """What an answer tells of the runs of its text."""
    body = body_of(one.document, one.reading)
    pieces = pieces_of(one.reading.text, *body)
    worth = Worth(one.document, one.reading, one.asking, body[0], pieces)
    runs = list(choose.runs(pieces))
    spans = [(pieces[first][0], pieces[last][1]) for first, last in runs]
    return Told(
        tuple(worth.marks(*run) for run in runs),
        tuple(max(alike(span, place) for place in one.places) for span in spans),
    )


def fitted(told: Sequence[Told]) -> Weights:
    """The weights under which what was marked is most likely chosen; raises `QuestionError` without any answer."""
    if not told:
        raise QuestionError(
            "there are no answers to fit the choice of a sentence to",
            expected="lines of data/questions/sentences/read.jsonl whose texts the index holds",
            remedy="name an index of all sources",
        )
    names = sorted(SET)
    start = np.array([SET[name] for name in names])
    weights = most_likely(
        Choices(
            np.array([[marks.get(name, 0) / ONE for name in names] for one in told for marks in one.marks]),
            np.concatenate([_wanted(one) for one in told]),
            np.array([len(one.marks) for one in told]),
            np.full(len(told), 1 / len(told)),
        ),
        Way(start, np.sign(start), np.ones(len(names), np.bool_), PULL, STEPS, RATE),
    )
    whole = dict(zip(names, np.rint(weights * UNIT).astype(int).tolist(), strict=True))
    return Weights({name: weight for name, weight in whole.items() if weight})


def quoted_by(answers: Sequence[Marked], lexicon: Lexicon) -> int:
    """In how many answers what is quoted by the weights of some lists is what was marked."""
    parts = (
        choose.answering_part(one.document, one.reading, replace(one.asking, lexicon=lexicon))
        for one in answers
    )
    return sum(quotes((part.start, part.end), one.places) for part, one in zip(parts, answers, strict=True))


def crossed(answers: Sequence[Marked], told: Sequence[Told], lexicon: Lexicon) -> int:
    """The same by weights that were fitted without the question."""
    found = 0
    for fold in range(FOLDS):
        left = [one for one in answers if _fold(one) == fold]
        rest = [each for one, each in zip(answers, told, strict=True) if _fold(one) != fold]
        found += quoted_by(left, lexicon.quoting_by(fitted(rest))) if left and rest else 0
    return found


def _wanted(one: Told) -> Numbers:
    """How much each run is what was marked; of an answer none of whose runs is it, the nearest ones."""
    like = np.array(one.alike)
    return np.where(like >= min(LIKE, float(like.max()) * 0.9), like, 0.0)


def _fold(one: Marked) -> int:
    return zlib.crc32(one.question.encode()) % FOLDS


def made(sources: Sequence[Path]) -> tuple[str, str]:
    """How the quotations do, and the text of `sentences.yaml`."""
    lexicon = default_lexicon()
    (folder,) = sources
    answers = list(marked(Index.open(folder)))
    told = [told_by(one) for one in answers]
    in_use, by_others = quoted_by(answers, lexicon), crossed(answers, told, lexicon)
    return (
        f"{len(answers)} answers; quoted as marked {in_use}, crossed {by_others}\n",
        rewritten(TARGET.read_text("utf-8"), fitted(told)),
    )
