"""The starter build and what it finds, measured: docs/starter.md.

    python -m bench.starter --fresh FOLDER [--write]     build in an empty home first, and measure that snapshot
    python -m bench.starter [--store FOLDER] [--channel NAME] [--timings FILE] [--write]

`--fresh` runs `isnad run` in a new folder, with nothing fetched or built, so that every stage is run and none is found;
it needs the network, and leaves the folder for other measurements. Without it the snapshot that a channel serves is
measured, and stage times are shown where `isnad run --timings FILE` wrote them for that very snapshot.

Figures of the project's questions are those that the build put into the snapshot. Question sets of others are measured
where they lie (`ISNAD_EVALSETS`, or ../shared/evalsets); figures of them are shown and no text. What is not there is
named as not measured, and what a set was used for while the system was made stands beside its figures (`USED`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from bench.charts import Bar, bar_chart
from bench.homes import Timings, fresh_build, opened_store, read_timings
from bench.machine import machine
from pipeline.answer import answer
from pipeline.disk.writing import write_whole
from pipeline.evaluate.external import STRANGERS, ExternalResult, measure_external, strangers_name
from pipeline.evaluate.pieces import COLUMNS as PIECE_COLUMNS
from pipeline.evaluate.pieces import FEW, PieceRow, drawn
from pipeline.evaluate.pieces import measure as measure_pieces
from pipeline.evaluate.report import COLUMNS, counted, markdown_table, number, shown_rows
from pipeline.evaluate.run import Evaluation
from pipeline.evaluate.table import ALL, MeasureRow
from pipeline.index import Index
from pipeline.snapshot import Store
from schemas.manifest import EVALUATION_NAME, Manifest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "starter.md"
IMAGES = ROOT / "docs" / "images"
STAGES_CHART, ANSWERS_CHART = "starter-stages.svg", "starter-answers.svg"
# What a set was used for while the system was made, and the decision that says so. None of them is held out.
USED = {
    "quran-qa-2023": "chosen on it: stems, k1 and b, the embedder's recipe, the fusion (12, 30, 34, 35, 111)",
    "quqa": "chosen on it: stems, the embedder's recipe, the fusion (12, 31, 35, 111, 112)",
    "haqa": "chosen on it: stems, the embedder's recipe, the likeness of words (12, 35, 112)",
    **{
        strangers_name(*one): "the gate's prior for scope was fitted on questions of its source (52)"
        for one in STRANGERS
    },
}
PIECES = 40  # of each kind of text, language and length
LANGUAGES = {"all": "all", "en": "English", "ar": "Arabic"}


@dataclass(frozen=True, slots=True)
class Measured:
    """Everything that the page tells."""

    machine: str
    manifest: Manifest
    evaluated: int  # questions behind the figures
    table: tuple[MeasureRow, ...]
    external: tuple[ExternalResult, ...]
    pieces: tuple[PieceRow, ...]
    timings: Timings | None


def measure(store: Store, channel: str, timings: Timings | None, told: str) -> Measured:
    """The snapshot that a channel serves; `told` says on which machine."""
    snapshot, path = store.current(channel)
    evaluation = json.loads((path / EVALUATION_NAME).read_bytes())
    index = Index.open(path)
    return Measured(
        machine=told,
        manifest=store.manifest(snapshot),
        evaluated=evaluation["questions"]["count"],
        table=tuple(MeasureRow(**row) for row in evaluation["table"]),
        external=tuple(measure_external(index, answer)),
        pieces=measure_pieces(index, answer, drawn(index, PIECES)),
        timings=timings if timings is not None and timings.snapshot == snapshot else None,
    )


def page(measured: Measured) -> str:
    """docs/starter.md."""
    manifest = measured.manifest
    size = sum(entry.size for entry in manifest.files) / 1e6
    lines = [
        "# The starter, measured",
        "",
        "Written by `make figures`; do not edit. What `make run` builds, how long it takes, and what it finds "
        "and declines.",
        "",
        f"{measured.machine}.",
        f"Snapshot `{manifest.id}`: {manifest.counts.documents:,} documents, {manifest.counts.passages:,} passages, "
        f"{size:.0f} MB.",
        "",
        *_stages(measured.timings),
        *_sources(manifest),
        *_figures(measured),
        *_pieces(measured.pieces),
        *_external(measured.external),
        *_unmeasured(measured),
    ]
    return "\n".join(lines) + "\n"


def _stages(timings: Timings | None) -> list[str]:
    if timings is None:
        return []
    peak = f" The largest process held {timings.peak_gb:.1f} GB." if timings.peak_gb is not None else ""
    return [
        "## Stages",
        "",
        f"From an empty home to a published snapshot: {timings.seconds:.0f} s, besides the environment; Prefect's own "
        f"start is in the sum.{peak} How fast the sources arrive depends on the network.",
        "",
        f"![Seconds of each stage](images/{STAGES_CHART})",
        "",
        *markdown_table(
            ["stage", "seconds", "result"],
            [[one.name, f"{one.seconds:.1f}", one.result] for one in timings.stages],
        ),
        "",
    ]


def _sources(manifest: Manifest) -> list[str]:
    rows = [
        [one.id, f"{one.rows:,}", f"{one.documents:,}", f"{one.quarantined:,}", one.licence, one.status]
        for one in manifest.sources
    ]
    heads = ["source", "rows", "documents", "quarantined", "licence, as stated", "status"]
    return ["## Sources", "", *markdown_table(heads, rows), ""]


def _figures(measured: Measured) -> list[str]:
    rows = shown_rows(Evaluation((), measured.table))
    return [
        "## The project's questions",
        "",
        f"{measured.evaluated:,} questions of `data/questions`, as the build measured them. Read each share "
        "beside its bound. What the columns mean: [evaluation](evaluation.md).",
        "",
        "No question of the part `test` was fitted on, but its totals were looked at again and again while rules and "
        "thresholds were chosen ([decision 57](decisions/0057-what-a-text-must-tell.md)). It is no untouched part: "
        "expect less on questions that nobody has seen, and more false answers than the bounds say.",
        "",
        f"![Answered, and answered falsely, by language](images/{ANSWERS_CHART})",
        "",
        *markdown_table([name for name, _ in COLUMNS], ([cell(row) for _, cell in COLUMNS] for row in rows)),
        "",
    ]


def _pieces(rows: Sequence[PieceRow]) -> list[str]:
    return [
        "## Pieces of the texts",
        "",
        f"{PIECES} pieces of each kind, drawn by a checksum from the texts of the snapshot, each asked for in five or "
        "six ways (“tafsir of …”, “is the hadith … authentic”, “قال رسول الله …”). Right is every text that holds the "
        f"words; no more than {FEW} do. Pieces of narrations are of their second half; some are names of a chain, or "
        "words that every narration has.",
        "",
        *markdown_table(
            [name for name, _ in PIECE_COLUMNS], ([cell(row) for _, cell in PIECE_COLUMNS] for row in rows)
        ),
        "",
    ]


def _external(results: Sequence[ExternalResult]) -> list[str]:
    ranked = [one for one in results if one.map_10 is not None]
    declined = [one for one in results if one.false_answers is not None]
    lines = ["## Question sets of others", ""]
    if not ranked and not declined:
        return [*lines, "None was there to be measured.", ""]
    lines += [
        "Read where they lie; they are no part of the project, and no figure here was part of a build.",
        "",
    ]
    if ranked:
        lines += markdown_table(
            ["set", "questions", "left out", "MAP@10", "MRR@10", "R@10", "R@100", "hit@5", "used for"],
            (
                [
                    one.name,
                    str(one.questions),
                    str(one.left_out),
                    *map(number, (one.map_10, one.mrr_10, one.recall_10, one.recall_100, one.hit_5)),
                    USED[one.name],
                ]
                for one in ranked
            ),
        )
        lines += ["", "Left out: questions without anything in this index that is judged right.", ""]
    if declined:
        lines += markdown_table(
            ["set, to be declined", "false answers", "at most (95 %)", "used for"],
            (
                [
                    one.name,
                    counted(one.false_answers or 0, one.questions),
                    number(one.false_answer_bound),
                    USED[one.name],
                ]
                for one in declined
            ),
        )
        rates = [one.false_answer_rate or 0.0 for one in declined]
        lines += ["", f"Their mean is {100 * fmean(rates):.1f} %, the worst {100 * max(rates):.1f} %.", ""]
    return lines


def _unmeasured(measured: Measured) -> list[str]:
    lines = ["## Not measured", ""]
    if measured.timings is None:
        lines.append("* How long the stages take: no build of this very snapshot was timed.")
    lines += [f"* `{one.name}`: the set was not there." for one in measured.external if one.skipped]
    lines += [
        "* Any question set that nothing was chosen on: there is no held-out figure on this page.",
        "* Installing the environment.",
        "* How good the prose of an answer is: a listed reference proves a text, not its wording.",
        "* Questions as people ask them of a running service.",
        "* Speed of search and service: [performance](performance.md), [the service](performance-service.md).",
    ]
    return lines


def stages_chart(timings: Timings) -> str:
    """Seconds of each stage."""
    return bar_chart(
        "Seconds of each stage of make run",
        [Bar(one.name, one.seconds, f"{one.seconds:.1f} s") for one in timings.stages],
    )


def answers_chart(table: Sequence[MeasureRow]) -> str:
    """Coverage and false answers of the test part, by language; a thin line goes on to the bound."""
    rows: Mapping[str, MeasureRow] = {
        row.language: row for row in table if row.split == "test" and row.kind == ALL
    }
    bars = []
    for code, name in LANGUAGES.items():
        row = rows.get(code)
        if row is None:
            continue
        if row.coverage is not None:
            told = f"{row.answered} of {row.answerable}"
            bars.append(Bar(f"answered, {name}", row.coverage, told))
        if row.false_answer_rate is not None:
            told = f"{row.false_answers} of {row.declinable}"
            bound = row.false_answer_bound
            bars.append(Bar(f"false answers, {name}", row.false_answer_rate, told, "second", bound))
    return bar_chart("Test questions: answered, and answered falsely with the 95 % bound", bars, most=1.0)


def write(measured: Measured) -> None:
    """The page and its charts."""
    IMAGES.mkdir(exist_ok=True)
    if measured.timings is not None:
        write_whole(IMAGES / STAGES_CHART, stages_chart(measured.timings).encode())
    write_whole(IMAGES / ANSWERS_CHART, answers_chart(measured.table).encode())
    write_whole(PAGE, page(measured).encode())


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, and write where asked."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.starter", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--fresh", type=Path, help="build in this new folder first (minutes, network)")
    parser.add_argument("--store", type=Path, default=ROOT / "data" / "store")
    parser.add_argument("--channel", default="development")
    parser.add_argument("--timings", type=Path, help="what `isnad run --timings` wrote")
    parser.add_argument("--write", action="store_true", help="write docs/starter.md")
    given = parser.parse_args(arguments)
    told = machine("prefect", "numba", "numpy", "pyarrow")  # the load before, not our own
    if given.fresh:
        timings = fresh_build(given.fresh.resolve())
        measured = measure(Store(given.fresh / "data" / "store"), given.channel, timings, told)
    else:
        timed = read_timings(given.timings) if given.timings else None
        measured = measure(opened_store(given.store, given.channel), given.channel, timed, told)
    print(page(measured))
    if given.write:
        write(measured)


if __name__ == "__main__":
    main()
