"""Which questions there are, and in which set each stands.

A set is a JSON Lines file in `data/questions/`; its name is the file's. `demo` and `golden` repeat
questions of the others for another purpose, so they are left out of “all”.

The form of a question and its errors are in `schemas.question`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from schemas.errors import QuestionError
from schemas.question import Question, read_questions

REPEATED = frozenset({"demo", "golden"})


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


def in_split(questions: list[Question], split: str) -> list[Question]:
    """Those of one part: fit, calibrate or test."""
    return [question for question in questions if question.split == split]
