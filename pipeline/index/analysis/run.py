"""From a table of documents to an analysis: the order of the steps, and nothing else.

    order     the documents in the order of their ids, each with the key it is known again by
    reuse     what an earlier analysis has already
    cut       the rest: passages and numbers of words, range by range, on all cores
    read      every different word, once, on all cores
    encode    tokens and vectors, range by range, on all cores
    assemble  the runs of all, one after another

The number of workers, an earlier analysis and a build that was killed on the way change no byte.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from pipeline.index.analysis.assembly import Run, assemble
from pipeline.index.analysis.cutting import Range, cut_range
from pipeline.index.analysis.encoding import Encoding, encode_range
from pipeline.index.analysis.meanings import number_together, read_meanings
from pipeline.index.analysis.parts import finished, part, read_part, save_part
from pipeline.index.analysis.plain import vectors_of
from pipeline.index.analysis.ranges import ranges_of, stretches_of, workers_for
from pipeline.index.analysis.reuse import (
    KEY_BYTES,
    found_again,
    in_order,
    keys_again,
    keys_of,
    runs_of,
)
from pipeline.index.analysis.store import Analysis
from pipeline.index.documents import FILE, copy_documents, sorted_documents, take_documents
from pipeline.index.embedder.encoder import Encoder
from pipeline.index.tables import open_table
from pipeline.index.types import Encodes
from pipeline.index.workers import Team, cores, team
from pipeline.text import Passage
from schemas.errors import BuildError
from schemas.reference import ReferenceId
from schemas.tables import DOCUMENTS, PASSAGES

Progress = Callable[[str, int, int], None]  # step, documents done, documents in all
_SHARES = {"cut": 0.2, "read": 0.5, "encode": 0.2, "assemble": 0.1}  # of the time that each step takes


@dataclass(frozen=True, slots=True)
class Settings:
    """What an analysis depends on, beside documents and code."""

    heading_weight: int = 1
    embedder: Encodes | None = None


def analyse_documents(
    documents: Path,
    out: Path,
    settings: Settings,
    *,
    earlier: Path | None = None,
    scratch: Path | None = None,
    workers: int | None = None,
    linked: bool = False,
    progress: Progress | None = None,
) -> dict[str, int]:
    """Write the analysis of a documents table into a folder.

    Args:
        earlier: a finished analysis by the same code, settings and embedder; what it has is not read again.
        scratch: a folder for this very analysis, where finished parts are kept until it is deleted; without
            one, a build that is killed begins anew.
        workers: at most; all cores when None.
        linked: the documents are a finished file that nobody writes to again, and may have a second name.
        progress: called now and then with a step, the documents done, and their number.

    Returns:
        Counts: documents, passages, tokens, reused.

    Raises:
        BuildError: the documents cannot be analysed, or a worker was killed.
    """
    out.mkdir(parents=True, exist_ok=True)
    most = workers or cores()
    with _scratch(scratch, out) as folder, ExitStack() as stack:
        if earlier is None:
            run = stack.enter_context(team(workers_for(documents, most)))
            table, keys, rows = _ordered(documents, folder, None, run)
        else:  # mostly, what is left to read then is not worth a worker's start
            table, keys, rows = _ordered(documents, folder, earlier, stack.enter_context(team(1)))
        told = _Told(progress, len(keys))
        new = _new_rows(table, rows, folder)
        if earlier is not None:
            run = stack.enter_context(team(workers_for(new, most)))
        dimensions = _dimensions(settings.embedder)
        ranges, terms = _read(new, folder, settings, run, told)
        if sum(given.count for given in ranges) != np.count_nonzero(rows < 0):
            raise BuildError(
                "the documents changed while they were read",
                where=str(documents),
                remedy="run the same command again when nothing else writes to them",
            )
        old = Analysis.open(earlier) if earlier is not None else None
        runs = list(_runs(rows, ranges, old, dimensions))
        vocabularies = [terms, old.terms() if old is not None else []]
        assemble(runs, vocabularies, keys, dimensions, out, partial(told, "assemble"))
        copy_documents(table, out / FILE, linked=linked and table == documents)
    made = Analysis.open(out)
    return {
        "documents": len(keys),
        "passages": made.passages.num_rows,
        "tokens": int(made.first_tokens[-1]),
        "reused": int(np.count_nonzero(rows >= 0)),
    }


@contextmanager
def _scratch(kept: Path | None, out: Path) -> Iterator[Path]:
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept
        return
    with TemporaryDirectory(dir=out, prefix="parts-") as folder:
        yield Path(folder)


class _Told:
    """Turns the progress of steps into documents done."""

    def __init__(self, progress: Progress | None, documents: int) -> None:
        self._progress, self._documents = progress, documents

    def __call__(self, step: str, share: float) -> None:
        if self._progress is not None:
            before = sum(_SHARES[name] for name in list(_SHARES)[: list(_SHARES).index(step)])
            self._progress(step, round(self._documents * (before + _SHARES[step] * share)), self._documents)


def _ordered(
    documents: Path, folder: Path, earlier: Path | None, run: Team
) -> tuple[Path, NDArray[np.uint8], NDArray[np.int64]]:
    """The documents in order, their keys, and the row of each in the earlier analysis or -1."""
    count = open_table(documents, DOCUMENTS).num_rows
    keys, rows = _keys(documents, count, earlier, run)
    if earlier is not None:
        ordered = _new_in_order(documents, rows)
    else:
        ordered = all(run(in_order, list(stretches_of(documents, count, 1))))
    if ordered:
        return documents, keys, rows
    documents = sorted_documents(documents, folder / FILE)
    return documents, *_keys(documents, count, earlier, run)


def _keys(
    documents: Path, count: int, earlier: Path | None, run: Team
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    if earlier is None:
        joined = b"".join(run(keys_of, list(stretches_of(documents, count, 0))))
        return np.frombuffer(joined, np.uint8).reshape(-1, KEY_BYTES), np.full(count, -1, np.int64)
    rows = found_again(documents, earlier / FILE)
    return keys_again(documents, rows, Analysis.open(earlier).array("keys")), rows


def _new_in_order(documents: Path, rows: NDArray[np.int64]) -> bool:
    """Whether the documents are in order, when those that were found again are among themselves."""
    ids = open_table(documents, DOCUMENTS).column("id")
    doubtful = np.flatnonzero((rows[1:] < 0) | (rows[:-1] < 0)).tolist()
    return all(_key(ids, row) < _key(ids, row + 1) for row in doubtful)


def _key(ids: object, row: int) -> tuple[object, ...]:
    return ReferenceId.parse(ids[row].as_py()).key()  # type: ignore[index]


def _new_rows(documents: Path, rows: NDArray[np.int64], folder: Path) -> Path:
    """A table of the documents that no earlier analysis has."""
    wanted = np.flatnonzero(rows < 0)
    return documents if len(wanted) == len(rows) else take_documents(documents, wanted, folder / "new.arrow")


def _read(
    documents: Path, folder: Path, settings: Settings, run: Team, told: _Told
) -> tuple[list[Range], list[bytes]]:
    """Cut, read and encode all of a table; returns its ranges, and the terms by number."""
    ranges = ranges_of(documents, folder)
    total, done = max(1, sum(given.count for given in ranges)), 0
    for count in run(cut_range, ranges):
        done += count
        told("cut", done / total)
    words = number_together(ranges)
    model = settings.embedder.model.folder if isinstance(settings.embedder, Encoder) else None
    meanings, terms = read_meanings(words, folder, model, run, partial(told, "read"))
    del words
    work = [Encoding(given, meanings, settings.heading_weight, model) for given in ranges]
    done = 0
    for count in run(encode_range, work):
        done += count
        told("encode", done / total)
    if settings.embedder is not None and model is None:
        for given in ranges:
            _embed(given, settings.embedder)
    return ranges, terms


def _embed(given: Range, embedder: Encodes) -> None:
    """Vectors of a range by an embedder that works on texts."""
    path = part(given.folder, f"vectors-{given.number:05}")
    if finished(path):
        return
    passages = [Passage(**row) for row in open_table(given.passages, PASSAGES).to_pylist()]
    save_part(path, {"vectors": vectors_of(passages, embedder)} if passages else {})


def _dimensions(embedder: Encodes | None) -> int:
    return 0 if embedder is None else int(embedder.encode([""]).shape[1])


def _runs(
    rows: NDArray[np.int64], ranges: list[Range], old: Analysis | None, dimensions: int
) -> Iterator[Run]:
    """The documents in their order, as runs of new ranges and of the earlier analysis."""
    at = 0  # of the new documents
    # One range is many runs, and two threads read them.
    pieces = lru_cache(maxsize=2)(partial(_piece, dimensions=dimensions))
    starts = np.cumsum([0, *(given.count for given in ranges)])
    for found, first, last in runs_of(rows):
        if found:
            assert old is not None, "rows are found in an earlier analysis"
            yield Run(lambda: old, int(rows[first]), int(rows[last - 1]) + 1, 1)
            continue
        end = at + last - first
        while at < end:
            number = int(np.searchsorted(starts, at, "right")) - 1
            stop = min(end, int(starts[number + 1]))
            yield Run(
                partial(pieces, ranges[number]),
                at - int(starts[number]),
                stop - int(starts[number]),
                0,
            )
            at = stop


def _piece(given: Range, dimensions: int) -> Analysis:
    """What was read of a range."""
    table = open_table(given.passages, PASSAGES)
    kept = [given.words, part(given.folder, f"encoded-{given.number:05}")]
    more = part(given.folder, f"vectors-{given.number:05}")
    read = (read_part(path) for path in (*kept, *([more] if more.exists() else [])))
    arrays: ChainMap[str, NDArray] = ChainMap(*read)
    return Analysis(
        table, arrays if "vectors" in arrays else arrays.new_child(_none(table.num_rows, dimensions))
    )


def _none(count: int, dimensions: int) -> dict[str, NDArray]:
    return {"vectors": np.zeros((count, dimensions), np.int8)}
