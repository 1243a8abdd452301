"""How well each word of a question is met by the likest word of a passage, in either language.

    starts   words     of each passage its different words, as numbers, ascending
    term_bytes  ends   the words that have numbers: the most frequent terms, in the order of their bytes
    vectors            one for each of them, as the embedder makes it

A passage's score is the sum, over the words of the question, of the word's idf times the largest inner product
of its vector with that of any word of the passage; a word is wholly like itself. Vectors of whole texts blur
what stands in them, and BM25 sees equal words only: this sees that a text speaks of each thing asked about, in
other words. All values are integers; a score has the scale of BM25
scores, 65,536 for 1.

Only passages that the search has found already are scored. A word of a question without a number gets its vector from
the embedder when it is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from pipeline.index.ahead import row_ahead
from pipeline.index.arrays import REBUILD, open_arrays, write_arrays
from pipeline.index.compiled import kernel
from schemas.errors import IndexFormatError

KIND = "isnad-alike"
VERSION = 2
ARRAYS = {
    "starts": ("<i8", 1),
    "words": ("<u2", 1),
    "term_bytes": ("|u1", 1),
    "ends": ("<i8", 1),
    "vectors": ("|i1", 2),
}
MOST_WORDS = 65_535  # so that a number has two bytes; rarer words are met by BM25 or not at all
SAME = 1 << 16  # the inner product of equal vectors of length 256
IDF_BITS = 10
_TOGETHER = 16  # vectors that are asked for while as many before them are compared


@runtime_checkable
class WordVectors(Protocol):
    """What gives words int8 vectors; a text encoder that can do it takes part, another leaves this out."""

    def word_vectors(self, tokens: Sequence[str]) -> NDArray[np.int8]:
        """One row for each token of the analyser; zeros for one that is not known."""
        ...


class Alike:
    """The words of passages, opened."""

    def __init__(self, arrays: dict[str, NDArray], encoder: WordVectors) -> None:
        self._starts, self._words = arrays["starts"], arrays["words"]
        blob = arrays["term_bytes"].tobytes()
        self._terms = [blob[start:stop].decode() for start, stop in pairwise(arrays["ends"].tolist())]
        self._numbers = {term: number for number, term in enumerate(self._terms)}
        self._vectors, self._encoder = arrays["vectors"], encoder

    @classmethod
    def open(cls, path: Path, passages: int, encoder: WordVectors) -> Self:
        """Map the words of so many passages; raises `IndexFormatError`."""
        arrays, _ = open_arrays(path, KIND, range(VERSION, VERSION + 1), ARRAYS)
        starts, ends = arrays["starts"], arrays["ends"]
        fits = len(starts) == passages + 1 and starts[0] == 0 and starts[-1] == len(arrays["words"])
        fits = fits and bool((starts[1:] >= starts[:-1]).all())
        fits = (
            fits and 0 < len(ends) <= MOST_WORDS + 1 and ends[0] == 0 and bool((ends[1:] > ends[:-1]).all())
        )
        fits = fits and len(arrays["vectors"]) == len(ends) - 1
        if not fits or ends[-1] != len(arrays["term_bytes"]):
            raise IndexFormatError(
                "the words of passages do not fit the passages",
                where=str(path),
                expected=f"{passages + 1} places",
                found=str(len(starts)),
                remedy=REBUILD,
            )
        try:
            return cls(arrays, encoder)
        except UnicodeDecodeError as error:
            raise IndexFormatError(
                "the words of passages are not text",
                where=str(path / "term_bytes.bin"),
                expected="words in UTF-8",
                found=str(error),
                remedy=REBUILD,
            ) from error

    def score(
        self, rows: NDArray[np.int64], tokens: Sequence[str], idfs: Sequence[float]
    ) -> NDArray[np.int64]:
        """The scores of passages for the words of a question, each as often as it occurs there."""
        if not tokens or not len(rows) or not self._terms:
            return np.zeros(len(rows), np.int64)
        seen = distinct_words(rows, self._starts, self._words, len(self._terms))
        own = np.array([self._numbers.get(token, -1) for token in tokens], np.int64)
        weights = np.rint(np.array(idfs, np.float64) * (1 << IDF_BITS)).astype(np.int64)
        scores: NDArray[np.int64]
        wanted = self._wanted(tokens, own)
        scores = score_words(rows, self._starts, self._words, seen, self._vectors, wanted, own, weights)
        return scores

    def near(self, tokens: Sequence[str], others: Collection[str], least: int) -> list[frozenset[str]]:
        """For each of some words those of the others that have numbers and are so like it; 65,536 for the same."""
        known = list(self._numbers.keys() & others)
        if not known or not tokens:
            return [frozenset()] * len(tokens)
        likeness = self._compared(tokens, known)
        return [frozenset(known[place] for place in np.flatnonzero(row >= least)) for row in likeness]

    def likeness(self, tokens: Sequence[str], others: Sequence[str]) -> list[list[int]]:
        """How like each of some words is to each of the others [tokens, others]; 0 for those without numbers."""
        likeness = np.zeros((len(tokens), len(others)), np.int32)
        places = [place for place, one in enumerate(others) if one in self._numbers]
        if places and tokens:
            likeness[:, places] = self._compared(tokens, [others[place] for place in places])
        found: list[list[int]] = likeness.tolist()
        return found

    def _compared(self, tokens: Sequence[str], known: Sequence[str]) -> NDArray[np.int32]:
        """Inner products of the vectors of some words and those of others that have numbers."""
        numbers = np.fromiter(map(self._numbers.__getitem__, known), np.int64, len(known))
        compared = np.empty((len(tokens), len(known)), np.int32)
        compare_words(self._vectors, numbers, self._encoded(tokens).astype(np.int16), compared)
        return compared

    def warm(self) -> None:
        """Compile, or load, the kernels."""
        if len(self._starts) > 1:
            self.score(np.zeros(1, np.int64), self._terms[:1], [1.0])
            self.likeness(self._terms[:1], self._terms[:1])

    def _wanted(self, tokens: Sequence[str], own: NDArray[np.int64]) -> NDArray[np.int16]:
        """The vectors of the words of a question."""
        wanted = self._vectors[own].astype(np.int16)
        rare = [place for place, number in enumerate(own.tolist()) if number < 0]
        if rare:
            wanted[rare] = self._encoded([tokens[place] for place in rare])
        return wanted

    def _encoded(self, tokens: Sequence[str]) -> NDArray[np.int8]:
        """The vectors of any words; raises `IndexFormatError` where the embedder is another than that of the index."""
        vectors = self._encoder.word_vectors(tokens)
        if vectors.shape[1] != self._vectors.shape[1]:
            raise IndexFormatError(
                "the vectors of words are not of the embedder of this index",
                expected=f"{self._vectors.shape[1]} components",
                found=f"{vectors.shape[1]} components",
                remedy=REBUILD,
            )
        return vectors


@kernel
def compare_words(vectors, numbers, wanted, compared):  # type: ignore[no-untyped-def]
    """The inner products [wanted, numbers] of some vectors with those of words that have numbers."""
    for i in range(len(numbers)):
        vector = vectors[numbers[i]]
        for j in range(len(wanted)):
            other = wanted[j]
            total = np.int32(0)
            for column in range(len(vector)):
                total += np.int32(other[column]) * np.int32(vector[column])
            compared[j, i] = total


@kernel
def distinct_words(rows, starts, words, count):  # type: ignore[no-untyped-def]
    """The numbers of all words of passages, each once, ascending."""
    seen = np.zeros(count, np.uint8)
    for i in range(len(rows)):
        for place in range(starts[rows[i]], starts[rows[i] + 1]):
            if words[place] < count:
                seen[words[place]] = 1
    return np.flatnonzero(seen)


@kernel
def score_words(rows, starts, words, seen, vectors, wanted, own, weights):  # type: ignore[no-untyped-def]
    """Sums over the words of a question of weight times the likeness of the likest word of a passage.

    Args:
        seen: the numbers of all words of the passages, ascending; each becomes a place in a small table.
        own: of each word of the question its number, or -1.
    """
    likeness = np.empty((len(seen), len(wanted)), np.int32)
    places = np.empty(len(vectors), np.int32)  # only those of `seen` are set and read
    for i in range(min(_TOGETHER, len(seen))):
        row_ahead(vectors[seen[i]])
    for start in range(0, len(seen), _TOGETHER):
        end = min(start + _TOGETHER, len(seen))
        for i in range(end, min(end + _TOGETHER, len(seen))):
            row_ahead(vectors[seen[i]])
        for i in range(start, end):
            places[seen[i]] = i
            vector = vectors[seen[i]]
            for j in range(len(wanted)):
                other = wanted[j]
                total = np.int32(0)
                for column in range(len(vector)):
                    total += np.int32(other[column]) * np.int32(vector[column])
                likeness[i, j] = SAME if own[j] == seen[i] else total
    scores = np.zeros(len(rows), np.int64)
    for i in range(len(rows)):
        best = np.zeros(len(wanted), np.int32)
        for place in range(starts[rows[i]], starts[rows[i] + 1]):
            if words[place] < len(vectors):
                at = places[words[place]]
                for j in range(len(wanted)):
                    best[j] = max(best[j], likeness[at, j])
        for j in range(len(wanted)):
            scores[i] += np.int64(best[j]) * weights[j] >> IDF_BITS
    return scores


@kernel
def passages_holding(tokens, starts, count):  # type: ignore[no-untyped-def]
    """How many passages hold each of `count` terms."""
    found = np.zeros(count, np.int64)
    last = np.full(count, -1, np.int64)
    for passage in range(len(starts) - 1):
        for place in range(starts[passage], starts[passage + 1]):
            if last[tokens[place]] != passage:
                last[tokens[place]] = passage
                found[tokens[place]] += 1
    return found


@kernel
def kept_words(tokens, starts, numbers, words):  # type: ignore[no-untyped-def]
    """Write the different kept words of each passage, ascending, one passage after another; returns the places."""
    places = np.zeros(len(starts), np.int64)
    last = np.full(len(numbers), -1, np.int64)
    end = 0
    for passage in range(len(starts) - 1):
        first = end
        for place in range(starts[passage], starts[passage + 1]):
            token = tokens[place]
            if numbers[token] >= 0 and last[token] != passage:
                last[token] = passage
                words[end] = numbers[token]
                end += 1
        words[first:end].sort()
        places[passage + 1] = end
    return places


def build_alike(
    tokens: NDArray[np.int32],
    starts: NDArray[np.int64],
    terms: Sequence[bytes],
    encoder: WordVectors,
    out: Path,
) -> dict[str, int]:
    """Write the words of passages, and their vectors: of all together, for one by one they take ten times as long.

    Args:
        tokens: of all passages one after another, as numbers of terms.
        starts: where each passage begins in them, and where the last ends.
        terms: in the order of their bytes.

    Returns:
        Counts: words that have numbers, and places where they occur.
    """
    frequency = passages_holding(tokens, starts, len(terms))
    frequent = np.lexsort((np.arange(len(terms)), -frequency))[:MOST_WORDS]
    kept = np.sort(frequent[frequency[frequent] > 0])
    numbers = np.full(len(terms), -1, np.int32)
    numbers[kept] = np.arange(len(kept))
    words = np.zeros(int(frequency[kept].sum()), np.uint16)
    places = kept_words(tokens, starts, numbers, words)
    names = [terms[term] for term in kept.tolist()]
    arrays = {
        "starts": places,
        "words": words,
        "term_bytes": np.frombuffer(b"".join(names), np.uint8),
        "ends": np.cumsum([0, *map(len, names)], dtype=np.int64),
        "vectors": encoder.word_vectors([name.decode() for name in names]),
    }
    counts = {"alike_words": len(names), "alike_places": len(words)}
    write_arrays(out, KIND, VERSION, arrays, counts)
    return counts
