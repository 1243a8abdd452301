"""What is said of a document, as one vector: where to look for those that speak of it.

    targets             ordinals of the documents that others speak of, ascending
    vectors             codes as in dense/: the direction that the texts of all who speak of one have in common
    starts   passages   of each target the passages that speak of it, ascending

A passage that speaks of a verse is easily missed: a million others may be nearer to the question. What twenty
commentaries have in common is nearer to a question about their verse than most of them, and there are few verses. So
the documents whose vectors here are nearest to the question are taken, and of the passages that speak of
them the nearest. They are candidates only: what they are worth the search decides as for any other.

Vectors are whole numbers and sums of them, so the same passages give the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from pipeline.index.arrays import REBUILD, open_arrays, write_arrays
from pipeline.index.compiled import kernel
from pipeline.index.dense.scores import best, scores_of
from pipeline.index.dense.vectors import BIAS, Codes
from pipeline.index.fusion import distinct
from pipeline.index.links import Links
from pipeline.index.stretches import places_between
from schemas.errors import IndexFormatError

KIND = "isnad-about"
VERSION = 1
ARRAYS = {
    "targets": ("<i4", 1),
    "vectors": ("|u1", 2),
    "starts": ("<i8", 1),
    "passages": ("<i4", 1),
}
LENGTH = 256  # of a vector, as the encoder's
FINE = 1 << 12  # length of a speaker's vector in the sum, so that rounding it does not matter
_AT_ONCE = 1 << 14  # documents summed at a time

Vector = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Speaking:
    """Passages that speak of what is near to a question, ascending, and how near each of them is to it itself."""

    rows: NDArray[np.int64]  # one that speaks of several stands here for each
    scores: NDArray[np.int32]

    def nearest(self, count: int, allowed: NDArray[np.uint8]) -> NDArray[np.int64]:
        """So many of them at most, ascending. `allowed`: 1 for each passage that may be taken."""
        may = allowed[self.rows] > 0
        taken, scores = best(self.rows[may], self.scores[may], count)
        return distinct(taken[scores > 0].astype(np.int64))


class About:
    """Open vectors of what is said of documents."""

    def __init__(self, arrays: dict[str, NDArray], codes: Codes) -> None:
        self._arrays = arrays
        self._passages = codes
        self._all = np.arange(len(arrays["targets"]))

    @classmethod
    def open(cls, path: Path, codes: Codes) -> Self:
        """Map them; `codes` are the vectors of all passages. Raises `IndexFormatError`."""
        arrays, _ = open_arrays(path, KIND, range(1, VERSION + 1), ARRAYS)
        targets, starts, passages = arrays["targets"], arrays["starts"], arrays["passages"]
        fits = len(starts) == len(targets) + 1 and starts[0] == 0 and starts[-1] == len(passages)
        fits = fits and bool((starts[1:] >= starts[:-1]).all())
        fits = fits and arrays["vectors"].shape == (len(targets), codes.shape[1])
        if not fits or not 0 <= passages.min(initial=0) <= passages.max(initial=0) < max(1, len(codes)):
            raise IndexFormatError(
                "what is said of documents does not fit the passages",
                where=str(path),
                expected=f"places among {len(codes)} passages",
                found=f"{len(targets)} documents, {len(starts)} places",
                remedy=REBUILD,
            )
        return cls(arrays, codes)

    def __len__(self) -> int:
        return len(self._all)

    def speaking(self, vector: Vector, documents: int) -> Speaking:
        """The passages that speak of the documents nearest to a question.

        Args:
            vector: of the question.
            documents: how many are taken.
        """
        if not len(self) or not vector.any():
            return Speaking(np.empty(0, np.int64), np.empty(0, np.int32))
        nearest, _ = best(self._all, scores_of(self._arrays["vectors"], self._all, vector), documents)
        starts = self._arrays["starts"]
        _, places = places_between(starts[nearest], starts[nearest + 1])
        rows = np.sort(self._arrays["passages"][places].astype(np.int64))
        return Speaking(rows, scores_of(self._passages, rows, vector))

    def warm(self) -> None:
        """Compile, or load, the kernel."""
        found = self.speaking(np.ones(self._passages.shape[1], np.int8), 1)
        found.nearest(1, np.ones(len(self._passages), np.uint8))


def _of_length(sums: NDArray[np.int64], length: int) -> NDArray[np.int64]:
    """Rows of whole numbers brought to one length and rounded; what is zero stays zero."""
    squares = np.einsum("ij,ij->i", sums, sums)  # whole numbers: exact in any order
    return np.rint(sums * (length / np.sqrt(np.maximum(squares, 1)))[:, None]).astype(np.int64)


def _of_documents(
    vectors: Vector, firsts: NDArray[np.int64], documents: NDArray[np.int64]
) -> NDArray[np.int16]:
    """The direction of each document: the sum of the vectors of its passages, of the length FINE."""
    found = np.empty((len(documents), vectors.shape[1]), np.int16)
    for start in range(0, len(documents), _AT_ONCE):
        some = documents[start : start + _AT_ONCE]
        sums = np.zeros((len(some), vectors.shape[1]), np.int64)
        add_passages(sums, vectors, firsts[some], firsts[some + 1])
        found[start : start + _AT_ONCE] = _of_length(sums, FINE)
    return found


@kernel
def add_passages(sums, vectors, firsts, lasts):  # type: ignore[no-untyped-def]
    """Add to each row the vectors from its first up to its last."""
    for row in range(len(sums)):
        for passage in range(firsts[row], lasts[row]):
            for column in range(vectors.shape[1]):
                sums[row, column] += vectors[passage, column]


@kernel
def add_rows(sums, rows, vectors, places):  # type: ignore[no-untyped-def]
    """Add to each of some rows, which may repeat, the vector of a place."""
    for i in range(len(rows)):
        for column in range(vectors.shape[1]):
            sums[rows[i], column] += vectors[places[i], column]


def build_about(vectors: Vector, firsts: NDArray[np.int64], links: Links, out: Path) -> dict[str, int]:
    """Write what is said of documents.

    Args:
        vectors: of all passages.
        firsts: where the passages of each document begin among them, and where the last end.
        links: who speaks of whom.

    Returns:
        Counts: documents that others speak of.
    """
    speakers = np.flatnonzero(links.speaking())
    places, spoken_of = links.of_all(speakers)
    order = np.lexsort((speakers[places], spoken_of))
    places, spoken_of = places[order], spoken_of[order]
    targets, starts = np.unique(spoken_of, return_index=True)
    said = _of_documents(vectors, firsts, speakers)
    sums = np.zeros((len(targets), vectors.shape[1]), np.int64)
    add_rows(sums, np.searchsorted(targets, spoken_of), said, places)
    lengths = (firsts[speakers + 1] - firsts[speakers])[places]
    ends = np.concatenate([[0], np.cumsum(lengths)])
    arrays: dict[str, NDArray] = {
        "targets": targets.astype(np.int32),
        "vectors": np.clip(_of_length(sums, LENGTH), -127, 127).astype(np.int8).view(np.uint8) ^ BIAS,
        "starts": ends[np.append(starts, len(places)).astype(np.int64)].astype(np.int64),
        "passages": places_between(firsts[speakers[places]], firsts[speakers[places] + 1])[1].astype(
            np.int32
        ),
    }
    counts = {"spoken_of": len(targets)}
    write_arrays(out, KIND, VERSION, arrays, counts)
    return counts
