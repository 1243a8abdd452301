"""An evaluation as one HTML page that needs nothing beside it: tables, plots, and the worst of each kind of error.

Texts take their direction from themselves (`dir="auto"`), so that Arabic questions read from the right. No script, no
font, no image is loaded. The same evaluation gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from math import isfinite
from typing import TypeVar

from pipeline.evaluate.outcome import ERRORS, Outcome, Result
from pipeline.evaluate.report import (
    COLUMNS,
    GROUP_COLUMNS,
    NO_TEST,
    RESULT_WORDS,
    WORST,
    decided_by,
    errors_of,
    evidence_line,
    group_rows,
    shown_rows,
    title_of,
)
from pipeline.evaluate.run import Evaluation
from pipeline.evaluate.selective import Trial, risk_coverage
from pipeline.evaluate.svg import Bars, Line, histogram, line_plot

BINS = 20
RISK, CONFIDENCE = "Generalised risk and coverage", "Confidence of the gate"
Row = TypeVar("Row")
_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; font-size: .85rem; }
th, td { border-bottom: 1px solid #8886; padding: .25rem .5rem; text-align: start; }
td.n { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
.plots { display: flex; flex-wrap: wrap; gap: 1.5rem; }
figure { margin: 0; flex: 1 1 26rem; }
svg { width: 100%; height: auto; }
code { font-size: .85em; }
li { margin-bottom: .6rem; }
blockquote { margin: .2rem 0; padding-inline-start: .6rem; border-inline-start: 3px solid #8886; }
"""


def as_html(evaluation: Evaluation, snapshot: str) -> str:
    """The page. `snapshot` is the id of what was measured."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Evaluation of {escape(snapshot)}</title><style>{_STYLE}</style></head><body>"
        f"<h1>Evaluation</h1><p>Snapshot <code>{escape(snapshot)}</code>, "
        f"{len(evaluation.outcomes)} questions.</p>"
        f'<div class="plots">{_plots(evaluation.outcomes)}</div>'
        f"<h2>Figures</h2>{_table(COLUMNS, shown_rows(evaluation))}"
        f"<h2>The test part by kind, language and intent</h2>{_groups(evaluation)}"
        "<p>Bounds, “at least” and “at most”, are exact, one-sided, at 95 % (Clopper and Pearson). AUGRC is the "
        "area under the generalised risk-coverage curve; a wrong passage counts as an error, and lower is "
        f"better.</p>{''.join(_errors(evaluation, kind) for kind in ERRORS)}</body></html>\n"
    )


def _table(columns: Sequence[tuple[str, Callable[[Row], str]]], rows: Iterable[Row]) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name, _ in columns)
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{'' if place < 3 else ' class=n'}>{escape(cell(row))}</td>"
            for place, (_, cell) in enumerate(columns)
        )
        + "</tr>"
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _groups(evaluation: Evaluation) -> str:
    rows = group_rows(evaluation)
    return _table(GROUP_COLUMNS, rows) if rows else f"<p>{NO_TEST}</p>"


def _errors(evaluation: Evaluation, kind: Result) -> str:
    shown = evaluation.worst(WORST, kind)
    listed = "".join(_error(outcome) for outcome in shown) or "<li>There are none.</li>"
    return (
        f"<h2>{escape(title_of(kind))}: {len(shown)} of {errors_of(evaluation, kind)}</h2><ol>{listed}</ol>"
    )


def _error(outcome: Outcome) -> str:
    asked = outcome.question
    tongue = "" if asked.language == "mixed" else f' lang="{asked.language}"'
    return (
        f'<li><div dir="auto"{tongue}>{escape(asked.question)}</div>'
        f"<div>{escape(RESULT_WORDS[outcome.result])} ({escape(decided_by(outcome))}); "
        f"<code>{escape(asked.id)}</code></div>"
        f"<div><code>{escape(evidence_line(outcome))}</code></div>"
        f"{''.join(f'<blockquote dir=auto>{escape(passage)}</blockquote>' for passage in outcome.shown)}"
        f"<div>{escape(asked.why)}</div></li>"
    )


def _plots(outcomes: Sequence[Outcome]) -> str:
    plots = ((RISK, risk_plot(outcomes)), (CONFIDENCE, confidence_plot(outcomes)))
    return "".join(
        f"<figure><figcaption>{escape(title)}</figcaption>{plot}</figure>" for title, plot in plots
    )


def risk_plot(outcomes: Sequence[Outcome]) -> str:
    """Generalised risk against coverage, one line for each language and one for all."""
    languages = [("all", None), ("English", "en"), ("Arabic", "ar")]
    lines = [
        Line(name, _curve(one for one in outcomes if code is None or one.question.language == code))
        for name, code in languages
    ]
    lines = [line for line in lines if line.name == "all" or len(line.points) > 1]
    top = max((y for line in lines for _, y in line.points), default=0.0) or 1.0
    return line_plot(RISK, "share of questions answered", "share answered wrongly", lines, top)


def _curve(outcomes: Iterable[Outcome]) -> tuple[tuple[float, float], ...]:
    points = risk_coverage(Trial(one.willingness, one.would_be_error) for one in outcomes if one.known)
    return ((0.0, 0.0), *((point.coverage, point.generalised_risk) for point in points))


def confidence_plot(outcomes: Sequence[Outcome]) -> str:
    """How the gate's confidence falls, for questions to be answered and questions to be declined."""
    # A gate that was overruled leaves an endless willingness, which has no place on an axis.
    sure = [one for one in outcomes if isfinite(one.willingness)]
    values = [one.willingness for one in sure]
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    high = high if high > low else low + 1.0
    edges = [low + (high - low) * number / BINS for number in range(BINS + 1)]
    bars = [
        Bars(name, _counts([one.willingness for one in sure if one.question.expect == expect], low, high))
        for name, expect in (("to be answered", "answer"), ("to be declined", "decline"))
    ]
    return histogram(CONFIDENCE, "confidence; the gate answers from 0 on", edges, bars)


def _counts(values: Iterable[float], low: float, high: float) -> tuple[int, ...]:
    counts = [0] * BINS
    for value in values:
        counts[min(int((value - low) / (high - low) * BINS), BINS - 1)] += 1
    return tuple(counts)
