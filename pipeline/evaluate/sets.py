"""Which questions there are, and in which set each stands.

A set is a JSON Lines file in `data/questions/`; its name is the file's. `demo` and `golden` repeat
questions of the others for another purpose, so they are left out of “all”.

The form of a question and its errors are in `schemas.question`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from schemas.errors import QuestionError
from schemas.question import Question, read_questions

REPEATED = frozenset({"demo", "golden"})
CORPORA = "corpora"  # questions about sources beyond the starter
ORDER = "order"  # questions whose texts were read one by one: for the order of texts, and for the reader
READER = "reader"  # questions whose texts taught the reader, and nothing else


def questions_folder() -> Path:
    """`data/questions` of this checkout."""
    return Path(__file__).parents[2] / "data" / "questions"


def set_names(folder: Path | None = None) -> tuple[str, ...]:
    """The names of all sets, sorted."""
    return tuple(sorted(path.stem for path in (folder or questions_folder()).glob("*.jsonl")))


def is_about_corpora(name: str) -> bool:
    """Whether a set, by its name, is about corpora, so that not every index can be asked its questions."""
    return name.startswith(f"{CORPORA}/")


def read_set(name: str, folder: Path | None = None) -> list[Question]:
    """The questions of one set, `corpora/…` for one about corpora; raises `QuestionError` when there is none such."""
    folder = folder or questions_folder()
    names = (*set_names(folder), *(f"{CORPORA}/{one}" for one in set_names(folder / CORPORA)))
    if name not in names:
        raise QuestionError(
            f"there is no question set “{name}”",
            expected=", ".join(names) or "a .jsonl file",
            where=str(folder),
            remedy="name one of them, or add a file of that name",
        )
    return read_questions(folder / f"{name}.jsonl")


def read_all(folder: Path | None = None) -> list[Question]:
    """The questions of every set but the repeated ones, in order of id; ids are unique among them all."""
    questions = [
        question for name in set_names(folder) if name not in REPEATED for question in read_set(name, folder)
    ]
    twice = sorted(name for name, times in Counter(one.id for one in questions).items() if times > 1)
    if twice:
        raise QuestionError(
            "two question sets use the same id",
            found=", ".join(twice),
            where=str(folder or questions_folder()),
            remedy="give one of them another id",
        )
    return sorted(questions, key=lambda question: question.id)


def counting(about: Sequence[Question], held: Callable[[str], bool]) -> list[Question]:
    """Of questions about corpora those that an index can be asked, each with those of its references that are there.

    A question counts where the index holds a text that was read for it, whether that answers or not, and a near miss
    where its twin counts; one that no text at all answers counts always: out of scope, or a near miss without a twin.
    Where no text that answers is held, a question is left without references: what becomes of it there can be wrong,
    and cannot be missed.

    Args:
        held: whether the index has a document of a reference id.
    """
    read = {one.id for one in about if any(map(held, (*one.references, *one.wrong)))}
    counted = (
        one for one in about if {one.id, one.twin} & read or (one.expect == "decline" and not one.twin)
    )
    return [one.model_copy(update={"references": tuple(filter(held, one.references))}) for one in counted]


def fitting_questions(held: Callable[[str], bool], folder: Path | None = None) -> list[Question]:
    """What a gate is fitted on: the questions of `fit` and `calibrate`, and of those about corpora what counts.

    A question of the sets beside these that a corpus answers gives way to the one that says so.

    Args:
        held: whether the index has a document of a reference id.
    """
    folder = folder or questions_folder()
    about = [one for name in set_names(folder / CORPORA) for one in read_set(f"{CORPORA}/{name}", folder)]
    counted = counting(about, held)
    given_way = {one.question for one in counted}
    own = [one for one in read_all(folder) if one.question not in given_way]
    return sorted((one for one in (*own, *counted) if one.split != "test"), key=lambda one: one.id)


def ordering_questions(held: Callable[[str], bool]) -> list[Question]:
    """What the order of texts is fitted on: the questions of a gate, and those whose texts were read for it."""
    return [*fitting_questions(held), *read_folder(ORDER)]


def read_folder(name: str) -> list[Question]:
    """The questions of a folder beside the sets, which no figure is quoted from; none where it is not there."""
    inside = questions_folder() / name
    return [one for path in sorted(inside.glob("*.jsonl")) for one in read_questions(path)]
