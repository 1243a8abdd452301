"""`isnad run`, `isnad build`, `isnad ui`: the main job, under Prefect."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import AllowOption, HomeOption, ProfileOption
from cli.output import Output

if TYPE_CHECKING:
    from rich.console import Console

    from pipeline.build.layout import Layout
    from pipeline.build.profile import Profile

TIMINGS_SIGN = '"begun": '  # of the seconds of an earlier run
TimingsOption = Annotated[
    Path | None, typer.Option(help="Write the seconds of each stage to this file, as JSON.")
]


def run(
    profile: ProfileOption = "starter",
    home: HomeOption = None,
    allow: AllowOption = None,
    timings: TimingsOption = None,
) -> None:
    """Fetch, build, publish, open the snapshot, and ask it five questions."""
    from rich.console import Console

    from pipeline.build.layout import Layout

    file = Output(timings, "--timings", TIMINGS_SIGN)
    file.check()
    console = Console(highlight=False)
    layout = Layout.find(home)
    settings = _build(console, layout, profile, allow or [], file)
    _ask_demo(console, layout, settings.channel)


def build(profile: ProfileOption = "starter", home: HomeOption = None, allow: AllowOption = None) -> None:
    """Fetch, build and publish a profile; the questions are left out."""
    from rich.console import Console

    from pipeline.build.layout import Layout

    _build(Console(highlight=False), Layout.find(home), profile, allow or [])


def ui(
    home: HomeOption = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the page.")] = 4200,
) -> None:
    """Prefect's server and page, with the flow runs of this home."""
    import os
    import signal

    from cli.stopping import stop
    from flows.server import serve_page
    from flows.settings import configure
    from pipeline.build.layout import Layout

    layout = Layout.find(home)
    configure(layout.root, quiet=False)
    os.environ["PREFECT_SERVER_API_PORT"] = str(port)
    os.environ["PREFECT_UI_API_URL"] = f"http://127.0.0.1:{port}/api"
    typer.echo(f"Prefect's page: http://127.0.0.1:{port}  (stop it with Ctrl-C)")
    typer.echo(
        f"To have runs report to it while it is up: export PREFECT_API_URL=http://127.0.0.1:{port}/api"
    )
    signal.signal(signal.SIGTERM, stop)
    serve_page()


def _build(
    console: Console, layout: Layout, profile: str, allow: list[str], timings: Output | None = None
) -> Profile:
    """Build and publish a profile; gives its settings. Prefect's server starts while all else is loaded."""
    import signal

    from rich.markup import escape

    from cli.progress import StageProgress
    from cli.stopping import stop
    from flows.server import start_server
    from flows.settings import configure
    from pipeline.snapshot.rules import parse_words

    progress = StageProgress(console)  # its clock begins here
    # Prefect passes a SIGTERM on to whoever had it before, who would end this process without a word.
    signal.signal(signal.SIGTERM, stop)
    parse_words(allow)  # a mistyped word is told now, and not behind all stages
    configure(layout.root)
    serving = start_server()

    from pipeline.build.plan import published_inputs
    from pipeline.build.profile import read_profile
    from pipeline.build.runner import watched_by

    settings = read_profile(layout.profiles, profile)
    current = published_inputs(layout, settings)
    if current is not None:
        console.print(
            f"Nothing has changed since [bold]{current}[/] was published on “{settings.channel}”.",
            soft_wrap=True,
        )
        if timings is not None and timings.path is not None:
            console.print(
                f"No stage ran, so that {timings.path} was not written.", markup=False, soft_wrap=True
            )
        return settings
    console.print("Starting Prefect …")
    from flows.rebuild import rebuild

    _begin_loading()  # while Prefect's server starts
    with serving(), progress, watched_by(progress):
        snapshot = rebuild(settings.name, str(layout.root), None, allow)
    console.print(progress.table())
    if timings is not None:
        timings.write(progress.timings(snapshot))
    console.print(
        f"Published [bold]{snapshot}[/] on “{settings.channel}” in {escape(str(layout.store))}",
        soft_wrap=True,
    )
    return settings


def _ask_demo(console: Console, layout: Layout, channel: str) -> None:
    """Ask the snapshot of a channel the questions of `demo`."""
    from rich.text import Text

    from cli.ask import show
    from cli.paragraphs import isolated
    from pipeline.answer import answer
    from pipeline.evaluate.sets import read_set
    from pipeline.index import Index
    from pipeline.snapshot import Store

    snapshot, path = Store(layout.store).current(channel)
    index = Index.open(path)
    questions = read_set("demo", layout.questions)
    console.print(f"\nThe snapshot [bold]{snapshot}[/] is open. {len(questions)} questions:")
    for number, question in enumerate(questions, start=1):
        console.print()
        console.rule(Text(f"{number}. {isolated(question.question)}", "bold"), align="left")
        show(answer(index, question.question), explain=False)
    console.print('Ask more: make ask Q="..."   Look at the flows: make ui   Serve it: make serve')


def _begin_loading() -> Thread:
    """Load what kernels need, beside the main thread: LLVM calls Python meanwhile, and what a signal raises in there is
    swallowed."""
    from pipeline.index.loading import load

    loading = Thread(target=load)
    loading.start()
    return loading
