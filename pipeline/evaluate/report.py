"""An evaluation as Markdown: figures by part, language, kind and intent, and the worst errors with their evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pipeline.evaluate.breakdown import GroupRow, groups_of
from pipeline.evaluate.outcome import ERRORS, Outcome, Result
from pipeline.evaluate.run import Evaluation
from pipeline.evaluate.table import ALL, MeasureRow

COLUMNS: tuple[tuple[str, Callable[[MeasureRow], str]], ...] = (
    ("part", lambda row: row.split),
    ("language", lambda row: row.language),
    ("kind", lambda row: row.kind),
    ("questions", lambda row: str(row.questions)),
    ("MAP@10", lambda row: number(row.map_10)),
    ("MRR@10", lambda row: number(row.mrr_10)),
    ("R@10", lambda row: number(row.recall_10)),
    ("R@100", lambda row: number(row.recall_100)),
    ("hit@5", lambda row: number(row.hit_5)),
    ("answered", lambda row: counted(row.answered, row.answerable)),
    ("from a right text", lambda row: counted(row.right, row.answered)),
    ("false answers", lambda row: counted(row.false_answers, row.declinable)),
    ("at most (95 %)", lambda row: number(row.false_answer_bound)),
    ("AUGRC", lambda row: number(row.augrc)),
    ("twins won", lambda row: number(row.twins_won)),
)

GROUP_COLUMNS: tuple[tuple[str, Callable[[GroupRow], str]], ...] = (
    ("kind", lambda row: row.kind),
    ("language", lambda row: row.language),
    ("intent", lambda row: row.intent),
    ("answered", lambda row: counted(row.answered.part, row.answered.whole)),
    ("at least", lambda row: number(row.answered.at_least)),
    ("from a right text", lambda row: counted(row.right.part, row.right.whole)),
    ("at least", lambda row: number(row.right.at_least)),
    ("false answers", lambda row: counted(row.false_answers.part, row.false_answers.whole)),
    ("at most", lambda row: number(row.false_answers.at_most)),
)
NO_TEST = "No question of the test part was put."
WORST = 20  # errors of each kind that are shown

RESULT_WORDS: dict[Result, str] = {
    "right": "answered from an expected text",
    "wrong-passage": "answered from another text",
    "missed": "declined, though an expected text is there",
    "declined": "declined, as it should be",
    "false-answer": "answered, though it must be declined",
    "unjudged": "no text is known that answers it",
}


def number(value: float | None) -> str:
    """Three digits, or a dash for what was not measured."""
    return "–" if value is None else f"{value:.3f}"


def counted(part: int, whole: int) -> str:
    """A share with what it was counted from."""
    return f"{part}/{whole} ({100 * part / whole:.1f} %)" if whole else "–"


def shown_rows(evaluation: Evaluation) -> list[MeasureRow]:
    """The rows a reader needs: each part by language, and the test part by kind."""
    return [
        row
        for row in evaluation.table
        if (row.kind == ALL) or (row.language == ALL and row.split in (ALL, "test"))
    ]


def evidence_line(outcome: Outcome) -> str:
    """What was shown and what was expected, as reference ids."""
    shown = ", ".join(outcome.sources[:5]) or "nothing"
    expected = ", ".join(outcome.question.references[:5]) or "a decline"
    more = len(outcome.question.references) - 5
    return f"shown: {shown}; expected: {expected}" + (f" and {more} more" if more > 0 else "")


def decided_by(outcome: Outcome) -> str:
    """The intent, and the confidence or the reason that decided."""
    parts = [outcome.intent]
    if outcome.confidence is not None:
        parts.append(f"confidence {outcome.confidence:.3f}")
    if outcome.reason:
        parts.append(outcome.reason)
    return ", ".join(parts)


def group_rows(evaluation: Evaluation) -> tuple[GroupRow, ...]:
    """The test part by kind, language and intent."""
    return groups_of(one for one in evaluation.outcomes if one.question.split == "test")


def as_markdown(evaluation: Evaluation, snapshot: str) -> str:
    """The whole report. `snapshot` is the id of what was measured."""
    lines = [
        "# Evaluation",
        "",
        f"Snapshot `{snapshot}`, {len(evaluation.outcomes)} questions.",
        "",
        *markdown_table([name for name, _ in COLUMNS], (_cells(row) for row in shown_rows(evaluation))),
        "",
        "## The test part by kind, language and intent",
        "",
        *_groups(evaluation),
        "",
        "Bounds are exact, one-sided, at 95 % (Clopper and Pearson).",
        "",
    ]
    for kind in ERRORS:
        shown = evaluation.worst(WORST, kind)
        lines += [f"## {title_of(kind)}: {len(shown)} of {errors_of(evaluation, kind)}", ""]
        lines += [line for one in shown for line in _item(one)] or ["There are none."]
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def _groups(evaluation: Evaluation) -> list[str]:
    rows = [[cell(row) for _, cell in GROUP_COLUMNS] for row in group_rows(evaluation)]
    return markdown_table([name for name, _ in GROUP_COLUMNS], rows) if rows else [NO_TEST]


def title_of(kind: Result) -> str:
    """What a kind of error is called above a list of them."""
    words = RESULT_WORDS[kind]
    return words[0].upper() + words[1:]


def errors_of(evaluation: Evaluation, kind: Result) -> int:
    """How many errors of a kind there are."""
    return sum(one.result == kind for one in evaluation.outcomes)


def _cells(row: MeasureRow) -> list[str]:
    return [cell(row) for _, cell in COLUMNS]


def markdown_table(names: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table in Markdown; bars inside a cell are escaped."""
    return [
        "| " + " | ".join(names) + " |",
        "|" + "---|" * len(names),
        *("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows),
    ]


def _item(outcome: Outcome) -> list[str]:
    asked = " ".join(outcome.question.question.split())
    return [
        f"- `{outcome.question.id}` “{asked}”: {RESULT_WORDS[outcome.result]} ({decided_by(outcome)}); "
        f"{evidence_line(outcome)}",
        *(f"    > {passage}" for passage in outcome.shown),
    ]
