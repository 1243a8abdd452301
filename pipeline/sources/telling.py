"""What is wrong with one row, told as it is converted: by its own checks, or where a template finds no text."""

from __future__ import annotations

from pipeline.sources.mapping import Columns, Template, ValueProblem
from pipeline.sources.problems import QUARANTINED, Problem
from pipeline.sources.readers import Row
from schemas.sentence import said


class Teller:
    """Writes problems of one row."""

    def __init__(self, row: Row, problems: list[Problem]) -> None:
        self._row, self._problems = row, problems

    def __call__(
        self, reason: str, field: str, value: object, message: str, remedy: str, severity: str = QUARANTINED
    ) -> None:
        place, found = (
            self._row.where,
            value if isinstance(value, str) else str(value),
        )  # it may be a sentence
        self._problems.append(
            Problem(self._row.number, place, field, found, reason, message, remedy, severity)
        )


def filled(template: Template, field: str, columns: Columns, say: Teller) -> str:
    """What a template makes of a row; "" where a column of it is no text."""
    try:
        return template.fill(columns)
    except ValueProblem as problem:
        say_not_a_value(problem, field, say)
        return ""


def say_not_a_value(problem: ValueProblem, field: str, say: Teller) -> None:
    """Tell that a column is an object with columns of its own."""
    names = [f"{problem.path}.{name}" for name in problem.found]  # type: ignore[attr-defined]
    inside = ", ".join(names) or said("nothing")
    say(
        "not-a-value",
        field,
        problem.found,
        said("the column “{path}” holds several columns inside it, not a text", path=problem.path),
        said("name one of them in the card: {inside}", inside=inside),
    )
