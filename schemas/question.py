"""Question sets in one plain form: JSON Lines, one question a line.

A question says what a right outcome is: answered with one of some references among its evidence, or
declined, with the reason. `why` tells a reader what the question is there to show.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from schemas.api import MAX_MESSAGE
from schemas.errors import QuestionError
from schemas.reference import ReferenceId

QuestionKind = Literal[
    "answerable",
    "near-miss",
    "personal",
    "out-of-scope",
    "crisis",
    "lookup",
    "injection",
    "greeting",
    "abuse",
]


class Question(BaseModel):
    """One question and what a right outcome is.

    `references` lists acceptable evidence: any one of them in the sources counts as right; a question that must be
    declined has none. `wrong` lists texts near it that were read and do not answer. `twin` names the answerable
    question that a near miss resembles. `split` keeps templates apart: no template of the `test` part occurs in `fit`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    question: str = Field(min_length=1, max_length=MAX_MESSAGE)
    language: Literal["ar", "en", "mixed"]
    kind: QuestionKind
    expect: Literal["answer", "decline"]
    references: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    intent: str | None = None
    twin: str | None = None
    split: Literal["fit", "calibrate", "test"]
    template: str = ""
    author: str
    why: str = Field(min_length=3)

    @model_validator(mode="after")
    def _consistent(self) -> Question:
        for text in (*self.references, *self.wrong):
            ReferenceId.parse(text)
        if self.expect == "decline" and self.references:
            raise ValueError("a question that must be declined lists no references")
        if both := sorted({*self.references} & {*self.wrong}):
            raise ValueError(f"texts that answer and do not answer: {', '.join(both)}")
        return self


def read_questions(path: Path) -> list[Question]:
    """All questions of one file, in file order; raises `QuestionError` with the line."""
    questions = []
    for number, line in enumerate(_text(path).split("\n"), start=1):  # a question may hold U+2028
        if not line.strip():
            continue
        try:
            questions.append(Question.model_validate(json.loads(line)))
        except (ValueError, ValidationError) as error:
            raise QuestionError(
                "a line of a question set is not a question",
                found=str(error),
                where=f"{path}, line {number}",
                remedy="mend the line as the others of the file are",
            ) from error
    twice = [name for name, times in Counter(question.id for question in questions).items() if times > 1]
    if twice:
        raise QuestionError(
            "question ids are used twice",
            found=", ".join(sorted(twice)),
            where=str(path),
            remedy="give each question an id of its own",
        )
    return questions


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise QuestionError(
            "a question set is not text in UTF-8",
            found=f"{error.object[error.start : error.start + 4]!r} at byte {error.start + 1:,}",
            where=str(path),
            remedy="save the file as UTF-8",
        ) from error
