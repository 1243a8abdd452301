"""Which questions there are, and in which set each stands.

A set is a JSON Lines file in `data/questions/`; its name is the file's. `demo` and `golden` repeat
questions of the others for another purpose, so they are left out of “all”.

The form of a question and its errors are in `schemas.question`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from schemas.errors import QuestionError
from schemas.question import Question, read_questions

REPEATED = frozenset({"demo", "golden"})
CORPORA = "corpora"  # questions about sources beyond the starter
ORDER = "order"  # questions whose texts were read one by one, which only the order of texts is fitted to


def questions_folder() -> Path:
    """`data/questions` of this checkout."""
    return Path(__file__).parents[2] / "data" / "questions"


def set_names(folder: Path | None = None) -> tuple[str, ...]:
    """The names of all sets, sorted."""
    return tuple(sorted(path.stem for path in (folder or questions_folder()).glob("*.jsonl")))


def read_set(name: str, folder: Path | None = None) -> list[Question]:
    """The questions of one set; raises `QuestionError` when there is none of that name."""
    folder = folder or questions_folder()
    if name not in set_names(folder):
        raise QuestionError(
            f"there is no question set “{name}”",
            expected=", ".join(set_names(folder)) or "a .jsonl file",
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


def fitting_questions(held: Callable[[str], bool], folder: Path | None = None) -> list[Question]:
    """What a gate is fitted on: the questions of `fit` and `calibrate`, with those about corpora that an index holds.

    Of `corpora/` a question counts where the index holds a text that was read for it, whether that answers it or not; a
    near miss where its twin counts, and one out of scope always. A question of the sets beside it that such a corpus
    answers gives way to the one that says so.

    Args:
        held: whether the index has a document of a reference id.
    """
    folder = folder or questions_folder()
    about = [one for path in sorted((folder / CORPORA).glob("*.jsonl")) for one in read_questions(path)]
    read = {one.id for one in about if any(map(held, (*one.references, *one.wrong)))}
    counted = [
        one for one in about if {one.id, one.twin} & read or (one.expect == "decline" and not one.twin)
    ]
    given_way = {one.question for one in counted}
    own = [one for one in read_all(folder) if one.question not in given_way]
    return sorted((one for one in (*own, *counted) if one.split != "test"), key=lambda one: one.id)


def ordering_questions(held: Callable[[str], bool]) -> list[Question]:
    """What the order of texts is fitted on: the questions of a gate, and those whose texts were read for it."""
    read = [
        one for path in sorted((questions_folder() / ORDER).glob("*.jsonl")) for one in read_questions(path)
    ]
    return [*fitting_questions(held), *read]
