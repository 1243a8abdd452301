"""`isnad ask`: one question to a snapshot, and the answer with its sources, or a clear decline.

Lines are at most a hundred columns long, and Arabic stands as `paragraphs` has it. `--json` prints what the service
would send; `--explain` says which rule, scores and thresholds the outcome rests on.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import SnapshotOption, StoreOption, chosen_snapshot, open_store
from cli.paragraphs import WIDEST, clean, is_arabic, isolated, paragraphs
from cli.tables import print_json
from schemas.answer import Mode
from schemas.printable import printable

if TYPE_CHECKING:
    from rich.console import Console

    from schemas.answer import Answer

# What of an explanation has many rows: the best texts and the gate are told by themselves, the rest by `--json` alone.
_TABLES = frozenset("asked hits read features gate parts".split())
# A line of a printed page ends anywhere; what goes on behind a comma, or with a small letter, is one paragraph.
_SOFT = re.compile(r"(?<=[,;])[ \t]*\n(?=\S)|(?<=\S)[ \t]*\n(?=[(“\"]?[a-z])")
COMPILING = "compiling search for this machine, which is done once: about half a minute …"


def ask(
    question: Annotated[str, typer.Argument(help="The question, in English or Arabic.")],
    mode: Annotated[Mode, typer.Option(help="dawah is for a reader who explores Islam.")] = Mode.MUSLIM,
    background: Annotated[
        str | None, typer.Option(help="With --mode dawah: the reader's tradition, in your words.")
    ] = None,
    snapshot: SnapshotOption = None,
    store: StoreOption = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say what the outcome rests on.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the service's JSON.")] = False,
) -> None:
    """Answer a question from a snapshot, or decline it."""
    _check_background(background, mode)
    opened = open_store(store)
    wanted = chosen_snapshot(opened, snapshot)  # before what takes long to load: there may be none yet

    from pipeline.answer import answer
    from pipeline.index import Index
    from pipeline.index.compiling import compiling_heard

    path = opened.materialise(wanted)
    opened.check_texts(wanted)  # nothing is shown that is not as it was published
    index = Index.open(path)
    begun = time.perf_counter()
    with compiling_heard(lambda: typer.echo(COMPILING, err=True)):
        given = answer(index, question, mode, background, explain)
    spent = round((time.perf_counter() - begun) * 1000)
    if as_json:
        print_json(as_response(given, spent, explain))
    else:
        show(given, explain)


def _check_background(background: str | None, mode: Mode) -> None:
    """Say that it would not be read, or not whole; the service takes as much of it."""
    from schemas.api import MAX_BACKGROUND
    from schemas.errors import CallError

    if background is None:
        return
    if mode is not Mode.DAWAH:
        raise CallError(
            "a reader's tradition is read in the mode dawah alone",
            found=f"--mode {mode}",
            where="--background",
            remedy="write --mode dawah as well, or leave --background out",
        )
    if not background.strip() or len(background) > MAX_BACKGROUND:
        raise CallError(
            "this is no name of a tradition",
            expected=f"from 1 to {MAX_BACKGROUND} characters, as in Christian",
            found=f"{len(background)} characters",
            where="--background",
            remedy="write its name alone, or leave --background out",
        )


def as_response(given: Answer, spent: int, explain: bool) -> dict[str, Any]:
    """The chat response of the service, with the explanation where it was asked for."""
    from schemas.api import ChatResponse

    body = ChatResponse.of(given, spent).model_dump(mode="json", exclude_none=True)
    if explain:
        reason = given.verdict.reason
        body["explanation"] = {"reason": str(reason) if reason else None, **given.verdict.explanation}
    return body


def show(given: Answer, explain: bool) -> None:
    """The answer on a terminal."""
    from rich.console import Console
    from rich.rule import Rule

    from pipeline.answer.composing.markdown import unescape

    console = Console(highlight=False, emoji=False, markup=False)
    console.width = min(console.width, WIDEST)
    paragraphs(console, given.summary, "bold" if given.verdict.answered else "yellow")
    if opening := _opening(given):
        console.print()
        paragraphs(console, opening)
    for one in given.evidence:
        console.print()
        console.print(Rule(clean(one.heading), align="right" if is_arabic(one.heading) else "left"))
        paragraphs(console, _SOFT.sub(" ", one.content))
    if not given.verdict.answered and given.detail:
        console.print()
        paragraphs(console, unescape(given.detail))
    if given.note:
        console.print()
        paragraphs(console, given.note, "italic")
    if given.sources:
        console.print()
        for place, source in enumerate(given.sources, start=1):
            line = f"{place}. {clean(source.reference)}  {isolated(source.title)}  {clean(source.url)}"
            console.print(line.rstrip(), soft_wrap=True)
    if explain:
        _explain(console, given)


def _opening(given: Answer) -> str:
    """The words for a reader's tradition, which only `detail` holds, at its head; the verses are evidence too."""
    from pipeline.answer.composing.markdown import unescape

    first = given.detail.partition("\n\n")[0]
    of_ours = not first.startswith(("**", ">"))
    return unescape(first) if given.verdict.answered and given.mode is Mode.DAWAH and of_ours else ""


def _explain(console: Console, given: Answer) -> None:
    """The rule, the words, the best texts, and both scores of the gate with their parts."""
    told = given.verdict.explanation
    reason = given.verdict.reason
    console.print()
    console.print(f"why: {'answered' if given.verdict.answered else f'declined ({reason})'}", style="bold")
    # Of several questions that were answered one by one, each rests on something of its own.
    parts: list[dict[str, Any]] = told.get("parts", []) if "answered" in told else []  # type: ignore[assignment]
    for one in parts:
        console.print(f"one by one: {_plain(one['searched'])}", soft_wrap=True)
        _basis(console, {name: value for name, value in one.items() if name != "searched"})
    if not parts:
        _basis(console, told)


def _basis(console: Console, told: Mapping[str, Any]) -> None:
    """What one question rests on, line by line."""
    for name, value in told.items():
        if value and name not in _TABLES:
            console.print(f"  {name}: {_plain(value)}", soft_wrap=True)
    for one in told.get("read", [])[:5]:
        parts = " ".join(f"{key} {one[key]}" for key in ("merit", "window", "cover", "near", "missed"))
        console.print(f"  read {one['id']}: {parts}", soft_wrap=True)
    gate = told.get("gate")
    if isinstance(gate, dict):
        for name in ("scope", "support"):
            _score(console, gate, name)


def _score(console: Console, gate: Mapping[str, Any], name: str) -> None:
    """One score of the gate, whether it passes, and what it is the sum of."""
    verdict = "passed" if gate[name] >= gate[f"{name}_needed"] else "not passed"
    if gate.get(f"{name}_made_up_for"):
        verdict = "passed, since the support makes up for it"
    needed = gate[f"{name}_needed"] / 1024
    console.print(f"  {name} {gate[name] / 1024:.2f}, needs {needed:.2f} ({gate['thresholds']}): {verdict}")
    for part, value in gate[f"{name}_parts"].items():
        console.print(f"    {value / 1024:+.2f}  {part}")


def _plain(value: object, between: str = ", ") -> str:
    """A value on one line; of a row, what it names."""
    if isinstance(value, list):
        return between.join(_plain(one, " ") for one in value)
    if isinstance(value, dict):
        return " ".join(f"{name} {_plain(one)}" for name, one in value.items() if one)
    return printable(str(value))
