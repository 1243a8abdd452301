"""Many questions put to an index, on all cores: what comes back is in their order, whatever finishes first.

A question is looked at once for a build, however many stages ask it: its ranking and what was seen on the way to a
verdict are noted in a folder that lives as long as the build (docs/decisions/0190). Neither knows of a gate, so a gate
is fitted to the very notes that its answers are made from, and while it is fitted the workers look at the questions
that are asked next (docs/decisions/0270). Of all this the next build is left what texts say to a question and its
vector, and no ranking (`readings`, `vectors`).

Each worker opens the index once, as one that remembers its last searches. A few questions are asked in this process,
where a worker's start would cost more.
"""

from __future__ import annotations

import gc
import hashlib
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeVar

from pipeline.answer.look import look
from pipeline.answer.resources import resources_of
from pipeline.answer.seen import Seen
from pipeline.answer.verdict import reaches_gate
from pipeline.build.readings import Readings
from pipeline.build.runner import Advance
from pipeline.build.vectors import keep_models
from pipeline.disk.writing import whole_file
from pipeline.evaluate.remembering import RememberingIndex
from pipeline.evaluate.run import ranking
from pipeline.index import Index
from pipeline.index.beside import work_alone
from pipeline.index.loading import load
from pipeline.index.workers import Team, cores, team
from schemas.question import Question

Item = TypeVar("Item")
Result = TypeVar("Result")
WORTH_A_WORKER = 100  # questions
CHUNK = 4  # questions that a worker is given at a time
GARBAGE = 100_000  # objects after which a worker looks for rings: it keeps many, and makes hardly any rings


@dataclass(frozen=True, slots=True)
class Looked:
    """What an index holds about a question, whatever the gate: its ranking, and what was seen for an answer."""

    ranking: tuple[str, ...]  # none where no measure asks for it
    seen: Seen


Ask = Callable[[Index, Question, Looked], Result]


@dataclass(slots=True)
class Askers:
    """Who asks the questions of a build, and where what was seen of them is noted."""

    notes: Path  # a folder for one index and its lists
    readings: Path  # a folder that the next build finds
    workers: int
    each: Team
    _together: bool = False  # whether the workers are at work
    _ahead: Iterator[None] = field(default_factory=lambda: iter(()))

    def begin(self, questions: int) -> None:
        """Have the workers start, where so many questions are worth it."""
        if not self._together and min(self.workers, questions // WORTH_A_WORKER) > 1:
            self._together = True
            self._ahead = self.each(_ready, range(self.workers))

    def prepare(self, index: Path, questions: Sequence[Question]) -> None:
        """Have each worker open an index that will be asked, and look at one of the questions: the first takes longest,
        for lists are compiled and kernels are loaded with it."""
        if self._together:
            self._settle()
            look_at = partial(_look_at, index, (self.notes, self.readings))
            self._ahead = self.each(look_at, [[one] for one in questions[: self.workers]])

    def ask(
        self,
        index: Path,
        questions: Sequence[Question],
        ask: Ask[Result],
        advance: Advance,
        *,
        later: Iterable[Question] | None = None,
    ) -> list[Result]:
        """What `ask`, a function of a module, makes of each question with the index in a folder.

        Args:
            later: all that will be asked next; workers look at what is new of it once these are done. What is asked
                only now is for a gate: it is not noted, nor looked at part by part. None where it is not known.
        """
        self.begin(len(questions))
        results: list[Result] = []
        folders = (self.notes, self.readings)
        work = partial(_ask, index, ask, folders, self._together)
        coming = _each_once(questions if later is None else later)
        chunks = _chunks([(one, coming.get(one.question)) for one in questions])
        if not self._together:
            told_of_each: Iterator[list[Result]] = map(work, chunks)
        else:
            self._settle()
            told_of_each = self.each(work, chunks)
            look_at = partial(_look_at, index, folders)
            known = {one.question for one in questions}
            rest = [one for text, one in coming.items() if text not in known]
            self._ahead = self.each(look_at, _chunks(rest))
        for told in told_of_each:
            results += told
            advance(len(results), len(questions))
        return results

    def _settle(self) -> None:
        """Wait until what was begun ahead is done."""
        for _ in self._ahead:
            pass


def _each_once(questions: Iterable[Question]) -> dict[str, Question]:
    """Questions by their texts: of those that ask the same, one whose ranking is measured."""
    found: dict[str, Question] = {}
    for one in questions:
        if one.references or one.question not in found:
            found[one.question] = one
    return found


def _chunks(items: Sequence[Item]) -> list[Sequence[Item]]:
    return [items[start : start + CHUNK] for start in range(0, len(items), CHUNK)]


@contextmanager
def askers(notes: Path, readings: Path) -> Iterator[Askers]:
    """Workers who stay until a build has asked everything, and know by then most words; started when first needed."""
    workers = cores()
    try:
        with team(workers) as each:
            yield Askers(notes, readings, workers, each)
    finally:
        _opened.cache_clear()


def _ready(number: int) -> None:
    """What a worker does first: to come here it has loaded all that it works with, but for this."""
    load()


def _ask(
    index: Path,
    ask: Ask[Result],
    folders: tuple[Path, Path],
    among_others: bool,
    questions: Sequence[tuple[Question, Question | None]],
) -> list[Result]:
    """`questions`: each with the one that will ask the same again, if any."""
    opened = _opened(index, folders[1], among_others)
    return [
        ask(
            opened,
            one,
            looked(opened, one.question, *folders, again=again is not None, ranked=_is_ranked(again)),
        )
        for one, again in questions
    ]


def _look_at(index: Path, folders: tuple[Path, Path], questions: Sequence[Question]) -> None:
    """Note what is seen of questions, for whoever asks them next."""
    opened = _opened(index, folders[1], True)
    for question in questions:
        looked(opened, question.question, *folders, ranked=_is_ranked(question))


def _is_ranked(question: Question | None) -> bool:
    """Whether the ranking of a question is measured: against what answers it."""
    return question is not None and bool(question.references)


@lru_cache(maxsize=1)
def _opened(index: Path, readings: Path, among_others: bool) -> Index:
    """The index of this process, which is one of several at the same work or the only one."""
    if among_others:
        work_alone()
        gc.set_threshold(GARBAGE)
    opened = RememberingIndex.open(index)
    keep_models(opened, index, readings)
    return opened


def looked(
    index: Index, question: str, notes: Path, readings: Path, *, again: bool = True, ranked: bool = True
) -> Looked:
    """A question looked at: as it was noted, or now and noted. What comes back is the caller's to change.

    Args:
        again: it will be asked again, and answered; else it is for a gate alone, and not noted.
        ranked: it needs a ranking.
    """
    name = hashlib.sha256(question.encode()).hexdigest()
    note = notes / name
    if note.exists():
        found: Looked = pickle.loads(note.read_bytes())  # noqa: S301 - this build wrote it
        return found
    texts = Readings(readings / name)
    resources = resources_of(index)
    # First: its searches are made in one go. What is asked once is for the gate, which goes by the whole.
    seen = look(index, question, resources, texts, in_parts=again)
    reaches_gate(index, seen, resources)  # finds what the question quotes, which is noted with what was seen
    texts.keep()
    made = Looked(ranking(index, question) if ranked else (), seen)
    if not again:
        return made
    with whole_file(note, lasting=False) as file:
        pickle.dump(made, file, pickle.HIGHEST_PROTOCOL)
    return made
