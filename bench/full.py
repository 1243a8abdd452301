"""The large benchmark: every part of the system at full size, beside its peers, to docs/performance-full.md.

    python -m bench.full [--documents documents.arrow | --store FOLDER --channel NAME]
                         [--part NAME ...] [--scratch FOLDER] [--peers FOLDER] [--write]

A part is a module of this folder with `measure(context) -> Section`; `bench.sections` has the contract, PARTS the list.
Each runs in a process of its own, one after another. A part that cannot run says why on the page, and the others go on.
What is measured is the table or the snapshot that is named; else the snapshot that the part `building` left in the
scratch folder; else the one that this checkout serves.

Peers that the environment cannot hold beside the rest are looked for in `--peers`; one that is not there is named as
not installed. Not measured here: how good what is found is (`isnad eval`).
"""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from bench import building
from bench.homes import opened_store
from bench.machine import machine
from bench.sections import Chart, Context, Section, gaps, read, rendered, written
from pipeline.disk.writing import write_whole
from pipeline.index.documents import FILE
from schemas.errors import IsnadError

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "performance-full.md"
IMAGES = ROOT / "docs" / "images"
# name -> module; the page has them in this order
PARTS: dict[str, str] = {
    "building": "bench.building",
    "lexical": "bench.large",
    "dense": "bench.dense",
    "hybrid": "bench.hybrid",
    "cold": "bench.cold",
}
PACKAGES = ("numba", "numpy", "pyarrow", "faiss-cpu")
SERVED = "development"
PASSAGES = 1_200_000
QUERIES = 400


def measure_part(name: str, context: Context) -> Section:
    """One part in this process."""
    try:
        return importlib.import_module(PARTS[name]).measure(context)
    except IsnadError as error:
        return Section(name, (f"Not measured: {error}",), left_out=(f"{name}: {error}",))


def measure_all(names: Sequence[str], arguments: Sequence[str], scratch: Path) -> list[Section]:
    """Each part in a process of its own; its section, or a sentence that it failed."""
    sections = []
    for name in names:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        begun, told = time.perf_counter(), scratch / f"{name}.section.json"
        told.unlink(missing_ok=True)
        command = [sys.executable, "-m", "bench.full", *arguments, "--scratch", str(scratch), "--only", name]
        with (scratch / f"{name}.log").open("wb") as log:  # some peers tell a lot
            ended = subprocess.run(command, cwd=ROOT, stdout=log, stderr=log, check=False).returncode
        if ended or not told.exists():
            print(f"  failed: see {log.name}", file=sys.stderr)
            failed = f"{name}: its process ended with {ended}"
            sections.append(Section(name, ("Not measured: the part failed.",), left_out=(failed,)))
            continue
        sections.append(read(told.read_text("utf-8")))
        print(f"  {time.perf_counter() - begun:.0f} s", file=sys.stderr, flush=True)
    return sections


def page(sections: Sequence[Section], told: str, data: str, minutes: float) -> str:
    """docs/performance-full.md."""
    lines = [
        "# Performance at full size",
        "",
        "Written by `make bench-full WRITE=1`; do not edit. Each figure holds for this machine, this load, this data "
        "and this day alone; peers ran in the same run.",
        "",
        f"{told}.",
        f"{data} The whole run took {minutes:.0f} minutes.",
        "",
    ]
    for section in sections:
        lines += rendered(section)
    unmeasured = gaps(sections)
    if unmeasured:
        lines += ["## Not measured here", "", *unmeasured, ""]
    return "\n".join(lines)


def charts(sections: Sequence[Section]) -> list[Chart]:
    """The charts of all sections."""
    return [chart for section in sections for chart in section.charts]


def write(text: str, sections: Sequence[Section]) -> None:
    """The page and its plots."""
    from bench.plots import drawn

    IMAGES.mkdir(exist_ok=True)
    for chart in charts(sections):
        write_whole(IMAGES / f"{chart.file}.svg", drawn(chart))
    write_whole(PAGE, text.encode())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.full", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=Path, help="a documents table (Arrow); else a store's snapshot")
    parser.add_argument("--store", type=Path, help="else that of the part building, else data/store")
    parser.add_argument("--channel", default=SERVED, help="of that store")
    parser.add_argument(
        "--part", action="append", choices=list(PARTS), help="measure this part; may be repeated"
    )
    parser.add_argument("--passages", type=int, default=PASSAGES, help="of the largest collection")
    parser.add_argument("--queries", type=int, default=QUERIES, help="ordinary ones, of each comparison")
    parser.add_argument("--scratch", type=Path, help="where tokens and indexes are kept from run to run")
    parser.add_argument("--peers", type=Path, help="a folder with packages that are measured beside ours")
    parser.add_argument("--write", action="store_true", help="write docs/performance-full.md and its plots")
    parser.add_argument("--only", choices=list(PARTS), help=argparse.SUPPRESS)  # in this process, to JSON
    return parser


def _context(given: argparse.Namespace, scratch: Path) -> Context:
    snapshot = None
    # The part `building` makes the first table itself.
    documents = scratch if given.only == "building" else given.documents
    if documents is None:
        snapshot = _snapshot(given, scratch)
        documents = snapshot / FILE
    peers = given.peers.resolve() if given.peers and given.peers.is_dir() else None
    return Context(documents.resolve(), snapshot, scratch, given.passages, given.queries, peers)


def _snapshot(given: argparse.Namespace, scratch: Path) -> Path:
    """The folder of the snapshot that is measured."""
    store, channel = given.store or ROOT / "data" / "store", given.channel
    if given.store is None and building.built_store(scratch).exists():
        store, channel = building.built_store(scratch), building.CHANNEL
    return opened_store(store, channel).current(channel)[1]


def _data(context: Context) -> str:
    from pipeline.index.documents import DocumentStore

    count = DocumentStore.open(context.documents).count
    source = f"Snapshot `{context.snapshot.name}`" if context.snapshot else "A documents table"
    return f"{source}: {count:,} documents."


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, and write where asked."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    given = _parser().parse_args(arguments)
    with ExitStack() as stack:
        scratch = given.scratch or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        scratch.mkdir(parents=True, exist_ok=True)
        if given.only:
            told = written(measure_part(given.only, _context(given, scratch.resolve())))
            (scratch / f"{given.only}.section.json").write_text(told, "utf-8")
            return
        stated, begun = machine(*PACKAGES), time.perf_counter()
        passed = [one for one in arguments if one != "--write"]
        sections = measure_all(given.part or list(PARTS), passed, scratch.resolve())
        data = _data(_context(given, scratch.resolve()))
        text = page(sections, stated, data, (time.perf_counter() - begun) / 60)
    print(text)
    if given.write:
        write(text, sections)


if __name__ == "__main__":
    main()
