"""The layout of a lexical index, and its parameters.

Passages have ordinals 0..N-1, terms have ids 0..T-1 in the byte order of their UTF-8. A window is 4,096
passages, a block 128 of them.
The postings of a term are kept in one of three ways, by its document frequency:

    SHORT   one 32-bit number a posting: ordinal << 8 | count
    MID     one 16-bit number a posting: place within its window << 4 | count, with tables of where windows and blocks
            begin
    DENSE   one impact for every passage, 0 where the term is absent; rows are padded to whole windows

A count is how often the term stands in the passage (tf), and 65,535 where it stands there more often: no text that is
written to be read repeats a word so, and a row that does must not end a build. Counts that do not fit (15 and more in
MID, 255 and more in SHORT) are kept in `odd_keys` (term << 32 | ordinal, ascending) and `odd_counts`; the list holds 15
or 255 there.

The impact of a posting of a DENSE term is its BM25 weight without the idf, tf / (tf + norm), in 255ths, rounded, and at
least 1. With the length of the passage it gives back tf exactly, but for a few postings, which are odd too.

    norm = k1 * (1 - b) + (k1 * b / average length) * length
    idf  = ln(1 + (N - df + 0.5) / (df + 0.5))          S. Robertson & H. Zaragoza 2009, in Lucene's form
    score of a passage = sum over the terms, in the order of their ids, of (weight * idf) * (tf / (tf + norm))

`codes` gives each passage one of at most 256 classes of norms, and `shares` tf / (tf + norm) of each class, for each
count that MID holds, in 65,535ths: what the first pass of a search adds up. The second takes the length itself.

Peaks say what a term can add at most to a passage of a block; 0 where no passage of the block holds it. Those of DENSE
are impacts. Those of MID are shares in 255ths, rounded up: for counts that the list holds, the share of the class.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from schemas.errors import ConfigurationError

KIND = "isnad-lexical"
VERSION = 3
VERSIONS = range(3, 4)

WINDOW_BITS = 12
WINDOW = 1 << WINDOW_BITS
BLOCK_BITS = 7
BLOCK = 1 << BLOCK_BITS
BLOCKS = WINDOW // BLOCK  # of a window

SHORT, MID, DENSE = 0, 1, 2
MAXIMUM_PASSAGES = 1 << 24  # ordinals have 24 bits in a short list
MID_ODD, SHORT_ODD = 15, 255  # counts from here on are kept as odd
MOST_COUNTED = (1 << 16) - 1
CODES = 256
MAXIMUM_DENSE = 96  # rows
DENSE_SHARE = 16  # a term in one of 16 passages or more has a row: below, its list is smaller and as fast
MID_PER_WINDOW = 16  # postings a window, one in two blocks, that repay a term's tables

ARRAYS: dict[str, tuple[str, int]] = {
    "term_bytes": ("|u1", 1),  # the terms, one after another
    "term_ends": ("<u4", 1),  # T + 1 places in term_bytes, from 0
    "idf": ("<f8", 1),  # T
    "frequency": ("<u4", 1),  # T: passages that hold the term
    "way": ("|u1", 1),  # T: SHORT, MID or DENSE
    "slot": ("<u4", 1),  # T: place among the terms kept that way
    "lengths": ("<u4", 1),  # N: tokens of each passage
    "codes": ("|u1", 1),  # in whole windows: class of each passage's norm
    "shares": ("<u2", 1),  # 16 * 256: by count and class
    "short_starts": ("<u4", 1),
    "short_postings": ("<u4", 1),
    "mid_starts": ("<u4", 1),
    "mid_windows": ("<u4", 2),  # per term, windows + 1 places relative to its start
    "mid_blocks": ("<u2", 2),  # per term, places relative to the start of the window
    "mid_peaks": ("|u1", 2),  # per term and block
    "mid_postings": ("<u2", 1),
    "dense": ("|u1", 2),
    "dense_peaks": ("|u1", 2),  # per row and block
    "odd_keys": ("<u8", 1),
    "odd_counts": ("<u2", 1),
}


class Lists(NamedTuple):
    """The arrays that kernels read, together."""

    term_bytes: NDArray[np.uint8]
    term_ends: NDArray[np.uint32]
    idf: NDArray[np.float64]
    way: NDArray[np.uint8]
    slot: NDArray[np.uint32]
    lengths: NDArray[np.uint32]
    codes: NDArray[np.uint8]
    shares: NDArray[np.uint16]
    short_starts: NDArray[np.uint32]
    short_postings: NDArray[np.uint32]
    mid_starts: NDArray[np.uint32]
    mid_windows: NDArray[np.uint32]
    mid_blocks: NDArray[np.uint16]
    mid_peaks: NDArray[np.uint8]
    mid_postings: NDArray[np.uint16]
    dense: NDArray[np.uint8]
    dense_peaks: NDArray[np.uint8]
    odd_keys: NDArray[np.uint64]
    odd_counts: NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Parameters:
    """Parameters of BM25: `k1` bends the curve of term frequency, `b` weighs the length of a passage."""

    k1: float = 0.9
    b: float = 0.4

    def __post_init__(self) -> None:
        if not (0.01 <= self.k1 <= 100 and 0 <= self.b <= 1):
            raise ConfigurationError(
                "the parameters of BM25 are outside their limits",
                expected="k1 from 0.01 to 100, b from 0 to 1",
                found=f"k1={self.k1}, b={self.b}",
                remedy="correct them, or leave them out for the defaults",
            )

    def norm(self, count: int, total: int) -> tuple[float, float]:
        """Base and slope of the norm as a function of a passage's length."""
        average = total / count if total else 1.0
        return self.k1 * (1 - self.b), self.k1 * self.b / average

    def as_dict(self) -> dict[str, float]:
        """The parameters by name."""
        return asdict(self)


def windows_of(count: int) -> int:
    """How many windows hold so many passages."""
    return (count + WINDOW - 1) >> WINDOW_BITS


def ways(frequency: NDArray[np.uint32], count: int) -> NDArray[np.uint8]:
    """How to keep the postings of each term. Ties between frequent terms go to the smaller term id."""
    chosen = np.where(frequency >= MID_PER_WINDOW * windows_of(count), MID, SHORT).astype(np.uint8)
    if count >= WINDOW:
        order = np.argsort(-frequency.astype(np.int64), kind="stable")[:MAXIMUM_DENSE]
        chosen[order[frequency[order] >= count / DENSE_SHARE]] = DENSE
    return chosen
