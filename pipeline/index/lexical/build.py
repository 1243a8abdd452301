"""Tokens to a lexical index.

Two passes. The first turns passages, in the order of their ordinals, into postings (term, count) and learns
the vocabulary; the second, when N, the lengths and all document frequencies are known, puts each posting
into the list of its term. Memory: 6 bytes a posting for the first pass, about 4 more for the second, and
the vocabulary.

The index depends on the tokens and parameters alone: ids that terms had on the way are replaced by their
place in the sorted vocabulary.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.index.arrays import write_arrays
from pipeline.index.lexical.classes import norm_classes
from pipeline.index.lexical.layout import (
    BLOCKS,
    DENSE,
    KIND,
    MAXIMUM_PASSAGES,
    MID,
    SHORT,
    VERSION,
    WINDOW,
    Parameters,
    ways,
    windows_of,
)
from pipeline.index.lexical.posting import count_terms, place_postings, start_blocks
from pipeline.index.lexical.vocabulary import encode
from schemas.errors import BuildError

Progress = Callable[[int], None]  # called with the number of passages done so far
BATCH = 1 << 19  # tokens handled at once


@dataclass(slots=True)
class _Batch:
    """Postings of some passages in a row; `ends` are places in `terms` and `counts`."""

    first: int
    terms: NDArray[np.uint32]
    counts: NDArray[np.uint16]
    ends: NDArray[np.int64]


@dataclass(slots=True)
class PostingCounter:
    """The first pass. Term ids are the caller's, dense from 0, in any order."""

    passages: int = 0
    batches: list[_Batch] = field(default_factory=list)
    lengths: list[NDArray[np.uint32]] = field(default_factory=list)
    frequency: NDArray[np.uint32] = field(default_factory=lambda: np.zeros(1024, np.uint32))
    _last_seen: NDArray[np.int64] = field(default_factory=lambda: np.full(1024, -1, np.int64))
    _place: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1024, np.int64))

    def add(self, tokens: NDArray[np.int32], ends: NDArray[np.int64], terms: int) -> None:
        """Add passages: their tokens one after another, and where each passage ends.

        Args:
            terms: how many term ids exist by now; every token is below it.
        """
        self._make_room(terms)
        if len(tokens) and not 0 <= int(tokens.min()) <= int(tokens.max()) < terms:
            raise BuildError(
                "a token has no term id",
                expected=f"0 to {terms - 1}",
                found=f"{int(tokens.min())} to {int(tokens.max())}",
                remedy="count as many terms as there are ids",
            )
        found = np.empty(len(tokens), np.uint32)
        counts = np.empty(len(tokens), np.uint16)
        posting_ends = np.empty(len(ends), np.int64)
        used = count_terms(
            tokens, ends, self.passages, self._last_seen, self._place, self.frequency,
            found, counts, posting_ends,
        )  # fmt: skip
        self.batches.append(_Batch(self.passages, found[:used].copy(), counts[:used].copy(), posting_ends))
        self.lengths.append(np.diff(ends, prepend=0).astype(np.uint32))
        self.passages += len(ends)

    def _make_room(self, terms: int) -> None:
        if terms <= len(self.frequency):
            return
        more = max(terms, 2 * len(self.frequency)) - len(self.frequency)
        self.frequency = np.concatenate([self.frequency, np.zeros(more, np.uint32)])
        self._last_seen = np.concatenate([self._last_seen, np.full(more, -1, np.int64)])
        self._place = np.concatenate([self._place, np.zeros(more, np.int64)])


def build_lexical(
    token_lists: Iterable[Sequence[str]],
    out: Path,
    *,
    k1: float = 0.9,
    b: float = 0.4,
    progress: Progress | None = None,
) -> dict[str, int]:
    """Write a lexical index of passages given as lists of tokens, in the order of their ordinals.

    Returns:
        Counts: passages, terms, tokens, postings.

    Raises:
        BuildError: there are too many passages for one index.
    """
    parameters = Parameters(k1, b)
    counter = PostingCounter()
    vocabulary: defaultdict[str, int] = defaultdict(count().__next__)  # ids in the order of first occurrence
    tokens: list[int] = []
    ends: list[int] = []

    def flush() -> None:
        counter.add(np.array(tokens, np.int32), np.array(ends, np.int64), len(vocabulary))
        tokens.clear()
        ends.clear()
        if progress:
            progress(counter.passages)

    for passage in token_lists:
        tokens.extend(map(vocabulary.__getitem__, passage))
        ends.append(len(tokens))
        if len(tokens) >= BATCH:
            flush()
    flush()
    return write_lexical(counter, [encode(term) for term in vocabulary], parameters, out)


def write_lexical(
    counter: PostingCounter, terms: list[bytes], parameters: Parameters, out: Path
) -> dict[str, int]:
    """The second pass: sort the vocabulary, place the postings, write. The counter's batches are used up.

    Args:
        terms: the UTF-8 of every term, by the counter's ids, each different.
    """
    order = sorted(range(len(terms)), key=terms.__getitem__)
    rank = np.empty(len(terms), np.uint32)
    rank[order] = np.arange(len(terms), dtype=np.uint32)
    frequency = counter.frequency[: len(terms)][np.array(order, np.int64)]
    lengths = np.concatenate(counter.lengths) if counter.lengths else np.zeros(0, np.uint32)
    _check_room(len(lengths), int(frequency.sum(dtype=np.int64)))
    total = int(lengths.sum(dtype=np.int64))
    base, slope = parameters.norm(len(lengths), total)
    codes, shares, difference = norm_classes(lengths, base, slope)
    arrays, width = _place(counter, rank, frequency, lengths, (base, slope), codes, shares)
    term_ends = np.zeros(len(terms) + 1, np.uint32)
    np.cumsum([len(terms[place]) for place in order], out=term_ends[1:])
    arrays |= {
        "term_bytes": np.frombuffer(b"".join(terms[place] for place in order) or b"", np.uint8),
        "term_ends": term_ends,
        "idf": inverse_frequency(frequency, len(lengths)),
        "frequency": frequency,
        "lengths": lengths,
        "codes": codes,
        "shares": shares,
    }
    counts = {
        "passages": len(lengths),
        "terms": len(terms),
        "tokens": total,
        "postings": int(frequency.sum(dtype=np.int64)),
    }
    facts = {"counts": counts, "parameters": parameters.as_dict(), "difference": width, "classes": difference}
    write_arrays(out, KIND, VERSION, arrays, facts)
    return counts


def _check_room(passages: int, postings: int) -> None:
    if passages > MAXIMUM_PASSAGES or postings >= 1 << 32:
        raise BuildError(
            "the collection is too large for one index",
            expected=f"at most {MAXIMUM_PASSAGES:,} passages and {(1 << 32) - 1:,} postings",
            found=f"{passages:,} passages, {postings:,} postings",
            remedy="build two snapshots, each of some of the sources",
        )


def inverse_frequency(frequency: NDArray[np.uint32], passages: int) -> NDArray[np.float64]:
    """idf of each term. It is kept in the index, so that every machine ranks with the same bits."""
    known, inverse = np.unique(frequency, return_inverse=True)
    values = [math.log(1 + (passages - df + 0.5) / (df + 0.5)) for df in known.tolist()]
    return np.array(values, np.float64)[inverse]


def _place(
    counter: PostingCounter,
    rank: NDArray[np.uint32],
    frequency: NDArray[np.uint32],
    lengths: NDArray[np.uint32],
    norm: tuple[float, float],
    codes: NDArray[np.uint8],
    shares: NDArray[np.uint16],
) -> tuple[dict[str, NDArray], list[float]]:
    """The lists of all terms, and the lowest and highest difference of an impact from what it stands for."""
    passages, windows = len(lengths), windows_of(len(lengths))
    way = ways(frequency, passages)
    slot = np.zeros(len(frequency), np.uint32)
    for kept in (SHORT, MID, DENSE):
        slot[way == kept] = np.arange(np.count_nonzero(way == kept), dtype=np.uint32)
    short_starts = _starts(frequency[way == SHORT])
    mid_starts = _starts(frequency[way == MID])
    arrays: dict[str, NDArray] = {
        "way": way,
        "slot": slot,
        "short_starts": short_starts,
        "short_postings": np.empty(short_starts[-1], np.uint32),
        "mid_starts": mid_starts,
        "mid_windows": np.zeros((len(mid_starts) - 1, windows + 1), np.uint32),
        "mid_blocks": np.zeros((len(mid_starts) - 1, windows * BLOCKS), np.uint16),
        "mid_peaks": np.zeros((len(mid_starts) - 1, windows * BLOCKS), np.uint8),
        "mid_postings": np.empty(mid_starts[-1], np.uint16),
        "dense": np.zeros((np.count_nonzero(way == DENSE), windows * WINDOW), np.uint8),
        "dense_peaks": np.zeros((np.count_nonzero(way == DENSE), windows * BLOCKS), np.uint8),
    }
    next_short, next_mid = short_starts.copy(), mid_starts.copy()
    width = np.zeros(2)
    odd_keys, odd_counts = [], []
    for batch in counter.batches:
        keys = np.empty(len(batch.terms), np.uint64)
        key_counts = np.empty(len(batch.terms), np.uint16)
        odd = place_postings(
            batch.terms, batch.counts, batch.ends, batch.first, rank, lengths, norm[0], norm[1],
            codes, shares, way, slot, next_short, next_mid,
            arrays["short_postings"], arrays["mid_blocks"], arrays["mid_peaks"], arrays["mid_postings"],
            arrays["dense"], arrays["dense_peaks"],
            keys, key_counts, 0, width,
        )  # fmt: skip
        odd_keys.append(keys[:odd].copy())
        odd_counts.append(key_counts[:odd].copy())
    counter.batches.clear()
    start_blocks(arrays["mid_blocks"], arrays["mid_windows"])
    keys = np.concatenate(odd_keys) if odd_keys else np.zeros(0, np.uint64)
    order = np.argsort(keys, kind="stable")
    arrays["odd_keys"] = keys[order]
    arrays["odd_counts"] = (np.concatenate(odd_counts) if odd_counts else np.zeros(0, np.uint16))[order]
    return arrays, [float(value) for value in width]


def _starts(frequency: NDArray[np.uint32]) -> NDArray[np.uint32]:
    starts = np.zeros(len(frequency) + 1, np.uint32)
    np.cumsum(frequency, out=starts[1:])
    return starts
