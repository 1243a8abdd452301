"""Search in a lexical index: exact BM25, ties to the smaller ordinal.

What comes back is what an exhaustive float64 BM25 would give that adds the terms of the query in the order
of their ids: the same passages, in the same order, with the same bits. A query is a list of terms with
weights; weights of a term that is given twice are added. Terms that no passage holds, and weights of 0, do
nothing.

An open index is read-only and may be searched from many threads at once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from pipeline.index.addresses import places_of
from pipeline.index.arrays import REBUILD, open_arrays
from pipeline.index.lexical.candidates import MAXIMUM_TERMS
from pipeline.index.lexical.layout import (
    ARRAYS,
    BLOCKS,
    CODES,
    DENSE,
    KIND,
    VERSIONS,
    WINDOW,
    Lists,
    Parameters,
    windows_of,
)
from pipeline.index.lexical.query import NO_LIST, score_words, search_words
from pipeline.index.lexical.vocabulary import Vocabulary, spelled
from schemas.errors import ConfigurationError, IndexFormatError, QuestionError

Scored = tuple[NDArray[np.int32], NDArray[np.float64]]
_EVERYTHING = np.frombuffer(b"", np.uint8)


class LexicalIndex:
    """An open lexical index; `count` passages with ordinals from 0."""

    def __init__(self, path: Path, arrays: dict[str, NDArray], facts: dict[str, object]) -> None:
        self.path = path
        self.count = len(arrays["lengths"])
        self.parameters, self._norm, self._width = _facts(path, facts, self.count)
        _check_shapes(path, arrays)
        self.vocabulary = Vocabulary(arrays["term_bytes"], arrays["term_ends"])
        self._frequency = arrays["frequency"]
        self._lists = Lists(*(arrays[name] for name in Lists._fields))
        self._places = places_of(self._lists)
        self._constants = np.array([*self._norm, *self._width])

    @classmethod
    def open(cls, path: Path) -> Self:
        """Map an index; raises `IndexFormatError`."""
        arrays, facts = open_arrays(path, KIND, VERSIONS, ARRAYS)
        return cls(path, arrays, facts)

    def search(
        self,
        terms: Sequence[str],
        k: int,
        mask: NDArray[np.uint8] | None = None,
        weights: Sequence[float] | None = None,
    ) -> Scored:
        """The k best passages that hold a term of the query, best first.

        Args:
            mask: 1 for each passage that may be found, 0 for the others.
            weights: one for each term, at least 0; 1 each if left out.

        Returns:
            Ordinals (int32) and scores (float64), at most k.

        Raises:
            QuestionError: the query cannot be searched.
            IndexFormatError: the index turns out to be damaged.
        """
        words, given = _spelled(terms, weights)
        room = max(0, min(int(k), self.count))
        ordinals, scores = np.empty(room, np.int32), np.empty(room, np.float64)
        found = search_words(words, given, self._places, self._constants, self._mask(mask), ordinals, scores)
        if found < 0:
            raise self._failed(found)
        return ordinals[:found], scores[:found]

    def score(
        self, terms: Sequence[str], ordinals: Sequence[int] | NDArray, weights: Sequence[float] | None = None
    ) -> NDArray[np.float64]:
        """Exact scores of given passages, in the order given; 0 for one that holds no term of the query."""
        passages = np.asarray(ordinals, np.int64)
        in_order = bool((passages[1:] > passages[:-1]).all())
        if not in_order:
            passages, inverse = np.unique(passages, return_inverse=True)
        if len(passages) and not 0 <= passages[0] <= passages[-1] < self.count:
            raise IndexError(f"ordinals are 0 to {self.count - 1}")
        words, given = _spelled(terms, weights)
        scores = np.zeros(len(passages))
        number = score_words(words, given, self._places, self._constants, passages.astype(np.uint32), scores)
        if number < 0:
            raise self._failed(number)
        return scores if in_order else scores[inverse]

    def holding(self, terms: Sequence[str], mask: NDArray[np.uint8] | None = None) -> NDArray[np.int64]:
        """The passages that hold every one of some terms, in their order.

        Args:
            mask: as for `search`.
        """
        by_number = sorted(dict.fromkeys(terms), key=self.df)
        if not by_number:
            return np.empty(0, np.int64)
        found, _ = self.search(by_number[:1], self.df(by_number[0]), mask)
        passages = np.sort(found.astype(np.int64))
        for term in by_number[1:]:
            passages = passages[self.score([term], passages) > 0]
        return passages

    def known(self, term: str) -> bool:
        """Whether any passage holds the term."""
        return bool(self.vocabulary.ids([term])[0] >= 0)

    def statistics(self, terms: Sequence[str]) -> list[tuple[int, float]]:
        """Of each term how many passages hold it, and its idf; of one that none holds, the largest that there is."""
        unknown = 0, math.log(1 + (self.count + 0.5) / 0.5)
        return [
            (int(self._frequency[number]), float(self._lists.idf[number])) if number >= 0 else unknown
            for number in self.vocabulary.ids(terms).tolist()
        ]

    def df(self, term: str) -> int:
        """How many passages hold the term."""
        return self.statistics([term])[0][0]

    def idf(self, term: str) -> float:
        """The idf of a term."""
        return self.statistics([term])[0][1]

    def warm(self) -> None:
        """Compile, or load, every kernel of a search, so that no later one waits for it."""
        self.search(["-"], 0)
        self.score(["-"], [])

    def _mask(self, mask: NDArray[np.uint8] | None) -> NDArray[np.uint8]:
        if mask is None:
            return _EVERYTHING
        if mask.shape != (self.count,) or mask.dtype != np.uint8:
            raise IndexError(
                f"a mask has {self.count} values of uint8, this one {mask.shape} of {mask.dtype}"
            )
        allowed = np.ascontiguousarray(mask).view()
        allowed.flags.writeable = False  # one type for the kernel, whoever made the mask
        return allowed

    def _failed(self, code: int) -> QuestionError | IndexFormatError:
        """What a search says that found nothing out."""
        if -code > MAXIMUM_TERMS:
            return QuestionError(
                "a question has too many different words",
                expected=f"at most {MAXIMUM_TERMS:,} that the index knows",
                found=f"{-code:,}",
                remedy="ask a shorter question",
            )
        lists = code == NO_LIST
        return IndexFormatError(
            "the lexical index is damaged",
            where=str(self.path),
            expected="terms whose lists exist" if lists else "postings in order and within their bounds",
            found="one without a list" if lists else "others",
            remedy=REBUILD,
        )


def _spelled(
    terms: Sequence[str], weights: Sequence[float] | None
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Each term once, as kernels read it, and its weights added, in the order of first occurrence."""
    given = [1.0] * len(terms)
    if weights is not None:
        given = [float(weight) for weight in weights]
        if len(given) != len(terms) or not all(0 <= weight <= 1e6 for weight in given):
            raise QuestionError(
                "the weights of a query do not fit its terms",
                expected=f"{len(terms)} weights from 0 to 1,000,000",
                found=f"{len(given)} weights" if len(given) != len(terms) else repr(given)[:80],
                remedy="give one weight for each term",
            )
    if len(set(terms)) < len(terms):
        together: dict[str, list[float]] = {}
        for term, weight in zip(terms, given, strict=True):
            together.setdefault(term, []).append(weight)
        terms, given = list(together), [math.fsum(of_term) for of_term in together.values()]
    return spelled(terms), np.array(given, np.float64)


def _facts(
    path: Path, facts: dict[str, object], count: int
) -> tuple[Parameters, tuple[float, float], tuple[float, float]]:
    """Parameters, base and slope of the norm, and the widths of the errors of impacts and classes, from the header."""
    try:
        counts, given, difference = facts["counts"], facts["parameters"], facts["difference"]
        parameters = Parameters(float(given["k1"]), float(given["b"]))  # type: ignore[index]
        lowest, highest = (float(value) for value in difference)  # type: ignore[attr-defined]
        total = int(counts["tokens"])  # type: ignore[index]
        classes = float(facts["classes"])  # type: ignore[arg-type]
    except (KeyError, TypeError, ValueError, OverflowError, ConfigurationError) as error:
        raise _header_error(path, str(error)) from error
    if not (-1 <= lowest <= 0 <= highest <= 1 and 0 <= classes <= 1 and 0 <= total <= 1 << 48):
        raise _header_error(path, repr(facts)[:200])
    return parameters, parameters.norm(count, total), (highest - lowest, classes)


def _check_shapes(path: Path, arrays: dict[str, NDArray]) -> None:
    """Arrays that are read together have sizes that fit; what they hold is checked as it is read."""
    terms, count = len(arrays["idf"]), len(arrays["lengths"])
    wanted: dict[str, tuple[int, ...]] = {
        "term_ends": (terms + 1,),
        "frequency": (terms,),
        "way": (terms,),
        "slot": (terms,),
        "codes": (windows_of(count) * WINDOW,),
        "shares": (16 * CODES,),
        "mid_windows": (len(arrays["mid_starts"]) - 1, windows_of(count) + 1),
        "mid_blocks": (len(arrays["mid_starts"]) - 1, windows_of(count) * BLOCKS),
        "mid_peaks": (len(arrays["mid_starts"]) - 1, windows_of(count) * BLOCKS),
        "dense_peaks": (len(arrays["dense"]), windows_of(count) * BLOCKS),
        "short_starts": (max(1, len(arrays["short_starts"])),),
        "mid_starts": (max(1, len(arrays["mid_starts"])),),
        "dense": (len(arrays["dense"]), windows_of(count) * WINDOW),
        "odd_counts": arrays["odd_keys"].shape,
    }
    for name, shape in wanted.items():
        if arrays[name].shape != shape:
            raise _header_error(path, f"{name} of shape {arrays[name].shape} instead of {shape}")
    if int(arrays["way"].max(initial=0)) > DENSE:
        raise _header_error(path, "a way of keeping postings that does not exist")


def _header_error(path: Path, found: str) -> IndexFormatError:
    return IndexFormatError(
        "a lexical index contradicts itself",
        where=str(path),
        expected="sizes and parameters that belong together",
        found=found,
        remedy=REBUILD,
    )
