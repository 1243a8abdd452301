"""What is wrong with one row, told as it is converted: by its own checks, or where a template finds no text."""

from __future__ import annotations

from pipeline.sources.mapping import Columns, Template, ValueProblem
from pipeline.sources.problems import QUARANTINED, Problem
from pipeline.sources.readers import Row


class Teller:
    """Writes problems of one row."""

    def __init__(self, row: Row, problems: list[Problem]) -> None:
        self._row, self._problems = row, problems

    def __call__(
        self, reason: str, field: str, value: object, message: str, remedy: str, severity: str = QUARANTINED
    ) -> None:
        place = self._row.where
        self._problems.append(
            Problem(self._row.number, place, field, str(value), reason, message, remedy, severity)
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
    inside = ", ".join(f"{problem.path}.{name}" for name in problem.found) if problem.found else "nothing"  # type: ignore[attr-defined]
    say(
        "not-a-value",
        field,
        problem.found,
        f"the column “{problem.path}” holds several columns inside it, not a text",
        f"name one of them in the card: {inside}",
    )
