"""`isnad eval`: put the question sets to a snapshot, and report what it finds, answers and declines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from cli.options import HomeOption, JsonOption, SnapshotOption, StoreOption, chosen_snapshot, open_store
from cli.output import Output
from cli.tables import print_json, print_table
from schemas.printable import printable

if TYPE_CHECKING:
    from pipeline.evaluate.beside import Beside
    from pipeline.evaluate.external import ExternalResult
    from pipeline.evaluate.run import Evaluation
    from pipeline.snapshot import Store
    from schemas.manifest import Evaluation as Summary
    from schemas.question import Question

Thing = TypeVar("Thing")
# Of the reports of an earlier evaluation, as they begin.
HTML_SIGN, MARKDOWN_SIGN = "<title>Evaluation of ", "# Evaluation\n\nSnapshot `"


def evaluate(
    snapshot: SnapshotOption = None,
    store: StoreOption = None,
    home: HomeOption = None,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            help="A set of data/questions; repeatable. Default: all but those about corpora (corpora/…).",
        ),
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write the report as one HTML page, with plots.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the report as Markdown.")] = None,
    against: Annotated[
        str | None,
        typer.Option(help="Another snapshot: say in what this one falls behind it, and end with 1."),
    ] = None,
    beside: Annotated[
        str | None,
        typer.Option(help="Ask another snapshot the same, and show which answers are not the same."),
    ] = None,
    external: Annotated[
        bool, typer.Option(help="Measure on the sets of others in ISNAD_EVALSETS as well.")
    ] = False,
    worst: Annotated[
        int, typer.Option(min=0, help="How many errors are shown, and how many changed answers.")
    ] = 10,
    steady: Annotated[
        int | None,
        typer.Option(
            min=2,
            help="Ask everything in so many ways (threads, order, hash seeds) and compare verdicts; "
            "with --against, every second way asks that snapshot.",
        ),
    ] = None,
    pieces: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Ask for so many pieces of verses and narrations of each length instead, in the ways that people do, "
            "and say how many are shown.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Put the question sets to a snapshot: ranking, coverage, false answers with their bounds, worst cases."""
    report = {"--html": html, "--markdown": markdown, "--external": external, "--beside": beside}
    if steady is not None:
        _heeds("--steady", {**report, "--pieces": pieces})
    if pieces is not None:
        _heeds("--pieces", {**report, "--set": sets, "--against": against})
    pages = Output(html, "--html", HTML_SIGN), Output(markdown, "--markdown", MARKDOWN_SIGN)
    for page in pages:
        page.check()
    own, about = _questions(home, sets)
    opened = open_store(store, home)
    name = chosen_snapshot(opened, snapshot)
    if steady is not None:
        asked = [name, opened.find(against)] if against else [name]
        _steady([opened.materialise(one) for one in asked], [*own, *about], steady, as_json)
        return
    if pieces is not None:
        _pieces(opened.materialise(name), pieces, as_json)
        return
    before = _figures_of(opened, against) if against else None
    other = opened.find(beside) if beside else None
    measured, results = _measured(opened.materialise(name), own, about, external=external)
    behind = _behind(before, measured) if before is not None else None
    compared = (other, _beside(opened.materialise(other), own, about, measured)) if other else None
    if as_json:
        _print_json(measured, results, name, behind, compared)
    else:
        _print(measured, results, name, worst, behind)
        if compared is not None:
            _print_beside(*compared, name, worst)
    _write(measured, name, *pages)
    if behind:
        raise typer.Exit(1)


def _heeds(asked: str, others: Mapping[str, object]) -> None:
    """Raise `CallError` where an option that asks for something else than the report comes with one that it
    does nothing with."""
    from schemas.errors import CallError

    if given := [name for name, value in others.items() if value]:
        raise CallError(
            f"{asked} makes no report, and would do nothing with {' and '.join(given)}",
            found=f"{asked} with {', '.join(given)}",
            remedy=f"leave out {asked} or the others; --json gives what {asked} finds as JSON",
        )


def _measured(
    path: Path, own: Sequence[Question], about: Sequence[Question], *, external: bool
) -> tuple[Evaluation, list[ExternalResult]]:
    """The figures of a snapshot on our own questions and on those about the corpora that it has; and on the sets of
    others."""
    from pipeline.answer import answer
    from pipeline.evaluate import run
    from pipeline.evaluate.external import measure_external
    from pipeline.evaluate.remembering import RememberingIndex
    from pipeline.evaluate.sets import counting

    index = RememberingIndex.open(path)
    held = counting(about, lambda one: index.find(one) is not None)
    measured = run.evaluate(index, [*own, *held], answer, _shown)
    return measured, measure_external(index, answer) if external else []


def _beside(path: Path, own: Sequence[Question], about: Sequence[Question], measured: Evaluation) -> Beside:
    """What became of the same questions in another snapshot."""
    from pipeline.evaluate.beside import beside

    theirs, _ = _measured(path, own, about, external=False)
    return beside(theirs, measured)


def _steady(paths: Sequence[Path], questions: list[Question], count: int, as_json: bool) -> None:
    """Ask in processes of their own, and end with 1 when any verdict or source differs."""
    from dataclasses import asdict

    from pipeline.evaluate.steady import ask_apart, changed, ways

    told = _tracked(ways(count), "ways")
    asked = [one.question for one in questions]
    found = changed([ask_apart(paths[place % len(paths)], asked, way) for place, way in enumerate(told)])
    if as_json:
        print_json({**asdict(found), "bound": found.bound})
    else:
        typer.echo(
            f"{found.questions} questions, {found.runs} ways: {len(found.changed)} changed a verdict or a source "
            f"(at most {found.bound:.4f})"
        )
        for question in found.changed:
            typer.echo(f"  {printable(question)}")
    if found.changed:
        raise typer.Exit(1)


def _pieces(path: Path, count: int, as_json: bool) -> None:
    """Ask for pieces of the texts of a snapshot, and say what is shown for them."""
    from dataclasses import asdict

    from pipeline.answer import answer
    from pipeline.evaluate.pieces import COLUMNS, drawn, measure
    from pipeline.index import Index

    index = Index.open(path)
    rows = measure(index, answer, _tracked(drawn(index, count), "pieces"))
    if as_json:
        print_json([asdict(row) for row in rows])
    else:
        print_table([name for name, _ in COLUMNS], [[cell(row) for _, cell in COLUMNS] for row in rows])


def _questions(home: Path | None, sets: list[str] | None) -> tuple[list[Question], list[Question]]:
    """The sets of the Isnad home, those named or all; and by themselves those that are about corpora."""
    from pipeline.build.layout import Layout
    from pipeline.evaluate.sets import is_about_corpora, read_all, read_set

    folder = Layout.find(home).questions
    if not sets:
        return read_all(folder), []
    own = [one for name in sets if not is_about_corpora(name) for one in read_set(name, folder)]
    return own, [one for name in sets if is_about_corpora(name) for one in read_set(name, folder)]


def _shown(questions: Sequence[Question]) -> Iterator[Question]:
    """The questions, with a bar on the terminal."""
    yield from _tracked(questions, "questions")


def _tracked(things: Sequence[Thing], name: str) -> Iterable[Thing]:
    """Things, with a bar on the terminal."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return track(things, name, console=console, transient=True, disable=not console.is_terminal)


def _print_json(
    measured: Evaluation,
    results: Sequence[ExternalResult],
    name: str,
    behind: Sequence[str] | None,
    compared: tuple[str, Beside] | None,
) -> None:
    from pipeline.evaluate.record import as_document

    told = {"snapshot": name, **as_document(measured), "external": [one.as_dict() for one in results]}
    if behind is not None:
        told["behind"] = list(behind)
    if compared is not None:
        told["beside"] = {"snapshot": compared[0], **compared[1].as_dict()}
    print_json(told)


def _print_beside(other: str, found: Beside, name: str, shown: int) -> None:
    """How many questions had which fate in each, and the answers that are not the same, what fell deepest first."""
    from pipeline.evaluate.beside import FATES

    typer.echo(
        f"\n{other} was asked the same: {len(found.changes)} of {found.questions} answers are not the same"
    )
    if found.alone:
        typer.echo(f"{found.alone} other questions only one of the two could be asked")
    rows = [[one.language, FATES[one.fate], str(one.before), str(one.after)] for one in found.counts]
    print_table(("language", "what became of a question", other, name), rows)
    for change in found.changes[:shown]:
        question = change.after.question
        typer.echo(f"\n{question.id}: {printable(question.question)}")
        for snapshot, outcome, fate in zip(
            (other, name), (change.before, change.after), change.fates, strict=True
        ):
            sources = printable(", ".join(outcome.sources[:3]) or outcome.reason or "")
            typer.echo(f"  {snapshot}: {FATES[fate]} ({sources})")


def _print(
    measured: Evaluation,
    results: Sequence[ExternalResult],
    name: str,
    worst: int,
    behind: Sequence[str] | None,
) -> None:
    from pipeline.evaluate.report import COLUMNS, RESULT_WORDS, decided_by, evidence_line, shown_rows

    typer.echo(f"{name}, {len(measured.outcomes)} questions")
    heads = tuple(head for head, _ in COLUMNS)
    print_table(heads, [[cell(row) for _, cell in COLUMNS] for row in shown_rows(measured)])
    if results:
        print_table(*_external_table(results))
    for outcome in measured.worst(worst):
        typer.echo(f"\n{outcome.question.id}: {printable(outcome.question.question)}")
        typer.echo(f"  {RESULT_WORDS[outcome.result]} ({decided_by(outcome)})")
        typer.echo(f"  {printable(evidence_line(outcome))}")
    if behind is not None:
        typer.echo("\n".join(behind) or "it falls behind in nothing")


def _external_table(results: Iterable[ExternalResult]) -> tuple[tuple[str, ...], list[list[str]]]:
    from pipeline.evaluate.report import number

    heads = ("set", "questions", "MAP@10", "MRR@10", "R@10", "R@100", "hit@5", "false answers", "at most", "")
    rows = [
        [
            one.name,
            str(one.questions),
            *map(number, (one.map_10, one.mrr_10, one.recall_10, one.recall_100, one.hit_5)),
            number(one.false_answer_rate),
            number(one.false_answer_bound),
            one.skipped,
        ]
        for one in results
    ]
    return heads, rows


def _write(measured: Evaluation, name: str, html: Output, markdown: Output) -> None:
    from pipeline.evaluate.page import as_html
    from pipeline.evaluate.report import as_markdown

    for page, content in ((html, as_html), (markdown, as_markdown)):
        if page.path is not None:
            page.write(content(measured, name))


def _figures_of(store: Store, name: str) -> Summary:
    """What the manifest of a snapshot says of its evaluation."""
    from schemas.errors import SnapshotError

    manifest = store.manifest(store.find(name))
    if manifest.evaluation is None:
        raise SnapshotError("that snapshot was not evaluated", where=manifest.id, remedy="name another")
    return manifest.evaluation


def _behind(before: Summary, measured: Evaluation) -> list[str]:
    """What a publish would refuse for."""
    from pipeline.evaluate.record import summary
    from pipeline.snapshot.rules import behind

    return [finding.problem for finding in behind(before, summary(measured))]
