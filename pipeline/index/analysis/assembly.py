"""Pieces to one analysis: runs of documents, each from a range that was read now or from an earlier analysis.

The terms of the whole are the ones that its tokens use, in the order of their bytes; the numbers of every piece are
translated. Tables are written in batches of one size. So nothing of the result shows what came from where.

The table of passages needs no terms: it is written on a thread of its own, beside the arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.index.analysis.store import PASSAGES_FILE, Analysis, ArrayWriter, array_writer
from pipeline.index.tables import rows_writer
from schemas.tables import PASSAGES

_TOKENS = 1 << 24  # translated at a time


@dataclass(frozen=True, slots=True)
class Run:
    """Documents in a row of one piece, from `first` up to `last`; `terms` says whose numbers its tokens are."""

    piece: Callable[[], Analysis]
    first: int
    last: int
    terms: int


def assemble(
    runs: Sequence[Run],
    vocabularies: Sequence[list[bytes]],
    keys: NDArray[np.uint8],
    dimensions: int,
    out: Path,
    advance: Callable[[float], None],
) -> None:
    """Write the analysis of runs, in their order.

    Args:
        vocabularies: the terms by number, for each value of `Run.terms`.
        keys: those of all documents.
    """
    with ThreadPoolExecutor(1) as beside:
        written = beside.submit(_write_passages, runs, out)
        terms, translations = _vocabulary(runs, vocabularies)
        done, total = 0, max(1, len(keys))
        with array_writer(out, dimensions) as arrays:
            arrays.add("keys", keys)
            _add_terms(arrays, terms)
            for run in runs:
                piece = run.piece()
                first, last = _passages_of(run, piece)
                arrays.add("counts", piece.array("counts")[run.first : run.last])
                for name in ("language", "lengths", "vectors"):
                    arrays.add(name, piece.array(name)[first:last])
                for tokens in _tokens(piece, first, last):
                    arrays.add("tokens", translations[run.terms][tokens])
                done += run.last - run.first
                advance(done / total)
        written.result()


def _write_passages(runs: Sequence[Run], out: Path) -> None:
    with rows_writer(out / PASSAGES_FILE, PASSAGES) as passages:
        for run in runs:
            piece = run.piece()
            first, last = _passages_of(run, piece)
            passages.add(piece.passages.slice(first, last - first))


def _passages_of(run: Run, piece: Analysis) -> tuple[int, int]:
    """The first passage of a run in its piece, and the one after the last."""
    return int(piece.first_passages[run.first]), int(piece.first_passages[run.last])


def _tokens(piece: Analysis, first: int, last: int) -> Iterator[NDArray[np.int32]]:
    start, stop = (int(piece.first_tokens[passage]) for passage in (first, last))
    tokens = piece.array("tokens")
    for begin in range(start, stop, _TOKENS):
        yield tokens[begin : min(begin + _TOKENS, stop)]


def _vocabulary(
    runs: Iterable[Run], vocabularies: Sequence[list[bytes]]
) -> tuple[list[bytes], list[NDArray[np.int32]]]:
    """The terms that are used, sorted, and for each vocabulary the new numbers of its terms."""
    used = [np.zeros(len(names), np.bool_) for names in vocabularies]
    for run in runs:
        piece = run.piece()
        first, last = _passages_of(run, piece)
        for tokens in _tokens(piece, first, last):
            used[run.terms][tokens] = True
    kept = [
        [names[number] for number in np.flatnonzero(flags).tolist()]
        for names, flags in zip(vocabularies, used, strict=True)
    ]
    terms = sorted(set().union(*kept))
    place = {term: number for number, term in enumerate(terms)}
    translations = []
    for names, flags in zip(kept, used, strict=True):
        translation = np.full(len(flags), -1, np.int32)
        translation[flags] = [place[name] for name in names]
        translations.append(translation)
    return terms, translations


def _add_terms(arrays: ArrayWriter, terms: Sequence[bytes]) -> None:
    arrays.add("term_bytes", np.frombuffer(b"".join(terms), np.uint8))
    arrays.add("term_ends", np.cumsum([0, *map(len, terms)]))
