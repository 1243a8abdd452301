"""Terms to term ids: binary search in the sorted bytes of the vocabulary, without loading it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.index.compiled import kernel

PARTING = 0xFF  # in no UTF-8
_PARTED = bytes([PARTING])


def encode(term: str) -> bytes:
    """The bytes that a term is ordered and found by; lone surrogates have some, so that nothing fails."""
    return term.encode("utf-8", "surrogatepass")


@kernel
def find_terms(blob, term_ends, words, number):  # type: ignore[no-untyped-def]
    """The id of each wanted term, -1 if it has none.

    The terms of the vocabulary lie one after another, with the places where they end (from 0). Places are clamped to
    the blob, so that a damaged file gives a wrong id rather than a read outside of it.

    Args:
        words: the bytes of so many words, as `spelled` gives them.
    """
    found = np.full(number, -1, np.int64)
    size = np.int64(len(blob))
    following = 0
    for place in range(number):
        start = following
        while following < len(words) and words[following] != PARTING:
            following += 1
        length = following - start
        following += 1
        low = np.int64(0)
        high = np.int64(len(term_ends) - 1)
        while low < high:
            middle = (low + high) >> 1
            term = min(np.int64(term_ends[middle]), size)
            room = min(max(np.int64(term_ends[middle + 1]), term), size) - term
            same = 0
            while same < length and same < room and blob[term + same] == words[start + same]:
                same += 1
            if same == length and same == room:
                found[place] = middle
                break
            # the term in the vocabulary is smaller: it ended first, or its next byte is smaller
            if same < length and (same == room or blob[term + same] < words[start + same]):
                low = middle + 1
            else:
                high = middle
    return found


def spelled(terms: Sequence[str]) -> NDArray[np.uint8]:
    """The bytes of terms, one after another, parted by one that no term has."""
    return np.frombuffer(_PARTED.join([encode(term) for term in terms]), np.uint8)


class Vocabulary:
    """The terms of an index, by id and by name."""

    def __init__(self, blob: NDArray[np.uint8], term_ends: NDArray[np.uint32]) -> None:
        self.arrays = blob, term_ends

    def __len__(self) -> int:
        return len(self.arrays[1]) - 1

    def ids(self, terms: Sequence[str]) -> NDArray[np.int64]:
        """The id of each term, -1 where no passage holds it."""
        return find_terms(*self.arrays, spelled(terms), len(terms))

    def term(self, number: int) -> str:
        """The term of an id."""
        blob, ends = self.arrays
        return bytes(blob[ends[number] : ends[number + 1]]).decode("utf-8", "surrogatepass")
