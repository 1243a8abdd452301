"""Teach the reader: `docs/reader.md`.

    python -m training pack SNAPSHOT OUT --start MODEL [--also SNAPSHOT]
    python -m training learn PACK OUT
    python -m training export OUT data/reader

SNAPSHOT is an opened snapshot (a folder of `data/store/open`) of the profile full; `--also` names another, as of the
starter, in which texts that were judged are looked for too. MODEL is the folder of the English model, unpacked from
the package that data/profiles/full.yaml pins. Each step reads what the one before it wrote.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from schemas.errors import IsnadError

Say = Callable[[str], None]


def main(given: Sequence[str] | None = None) -> int:
    """Run one step; returns 1, saying why on stderr, where it cannot be done."""
    options = _parser().parse_args(given)
    began = time.monotonic()

    def say(line: str) -> None:
        print(f"[{time.monotonic() - began:7.1f}] {line}", flush=True)

    try:
        _STEPS[options.step](options, say)
    except IsnadError as error:
        print(error.render(), file=sys.stderr)
        return 1
    return 0


def _pack(options: argparse.Namespace, say: Say) -> None:
    from training.pack import pack  # it needs what a build needs, `learn` does not

    pack([options.snapshot, *options.also], options.start, options.out, say)


def _learn(options: argparse.Namespace, say: Say) -> None:
    from training.learn import learn

    learn(options.pack, options.out, say)


def _export(options: argparse.Namespace, _: Say) -> None:
    from training.export import export

    export(options.learnt, options.out)


_STEPS = {"pack": _pack, "learn": _learn, "export": _export}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description="Teach the reader.")
    steps = parser.add_subparsers(dest="step", required=True)
    packing = steps.add_parser("pack", help="write what is learnt from")
    packing.add_argument("snapshot", type=Path, help="an opened snapshot")
    packing.add_argument("out", type=Path)
    packing.add_argument("--start", type=Path, required=True, help="the folder of the English model")
    packing.add_argument("--also", type=Path, action="append", default=[], help="another opened snapshot")
    learning = steps.add_parser("learn", help="train on a pack")
    learning.add_argument("pack", type=Path)
    learning.add_argument("out", type=Path)
    exporting = steps.add_parser("export", help="write the reader for snapshots")
    exporting.add_argument("learnt", type=Path)
    exporting.add_argument("out", type=Path)
    return parser


if __name__ == "__main__":
    sys.exit(main())
