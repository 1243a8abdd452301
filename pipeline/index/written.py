"""The words that texts write, and how often: by these it is known what a mistyped word was meant for.

    word_bytes   word_ends   the words, normalised, in the order of their bytes
    form_bytes   form_ends   each as it is written most often, without vowels and marks
    times                    how often it is written, in windows that share some words

Scripture, narrations and the answers of muftis are counted: what is asked about is told there. Books are a hundred
times as many, and some were read by machine. What is written fewer than `LEAST` times counts for nothing: who wrote it
may have mistyped it himself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import pairwise
from pathlib import Path
from typing import Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pipeline.index.analysis.characters import utf8_of
from pipeline.index.analysis.scan import WordTable
from pipeline.index.arrays import open_arrays, write_arrays
from pipeline.index.lexical.vocabulary import Vocabulary, encode
from pipeline.text import word_texts
from schemas.errors import IndexFormatError
from schemas.reference import Kind

KIND = "isnad-written"
VERSION = 1
ARRAYS = {
    "word_bytes": ("|u1", 1),
    "word_ends": ("<u4", 1),
    "form_bytes": ("|u1", 1),
    "form_ends": ("<u4", 1),
    "times": ("<u4", 1),
}
COUNTED = (Kind.QURAN, Kind.HADITH, Kind.FATWA)
LEAST = 3  # times that a word is written in one form
LONGEST = 24  # letters
TATWEEL = "\u0640"


class Written:
    """The words, opened; mapped, so that several processes share them."""

    def __init__(self, arrays: dict[str, NDArray]) -> None:
        self._times = arrays["times"]
        self._words = Vocabulary(arrays["word_bytes"], arrays["word_ends"])
        self._forms, self._form_ends = arrays["form_bytes"], arrays["form_ends"]

    @classmethod
    def open(cls, path: Path) -> Self:
        """Map the words; raises `IndexFormatError`."""
        arrays, _ = open_arrays(path, KIND, range(1, VERSION + 1), ARRAYS)
        count = len(arrays["times"])
        for name in ("word", "form"):
            ends = arrays[f"{name}_ends"]
            fits = len(ends) == count + 1 and ends[0] == 0 and ends[-1] == len(arrays[f"{name}_bytes"])
            if not fits or bool((ends[1:] <= ends[:-1]).any()):
                raise IndexFormatError(
                    "the words that texts write do not fit together",
                    where=str(path / f"{name}_ends.bin"),
                    expected=f"{count + 1} ascending places",
                    found=f"{len(ends)}",
                    remedy="pull or build the snapshot anew",
                )
        return cls(arrays)

    def times(self, words: Sequence[str]) -> list[int]:
        """How often texts write each of some normalised words; 0 where they do so too seldom to count."""
        if not words or not len(self._times):
            return [0] * len(words)
        places = self._words.ids(words)
        return np.where(places < 0, 0, self._times[places]).tolist()

    def form(self, word: str) -> str:
        """A normalised word as texts write it most often; as it is where they do not."""
        (place,) = self._words.ids([word]).tolist()
        if place < 0:
            return word
        form = self._forms[self._form_ends[place] : self._form_ends[place + 1]]
        return form.tobytes().decode(errors="replace")  # a damaged file stops no question

    def names(self) -> list[str]:
        """The words in Latin letters that begin with a capital where texts write them, the most common first."""
        forms, ends = self._forms.tobytes(), self._form_ends.tolist()
        written = (forms[start:end] for start, end in pairwise(ends))
        named = [
            (-times, form.decode())
            for form, times in zip(written, self._times.tolist(), strict=True)
            if form.isascii() and form[:1].isupper() and form[1:].islower()
        ]
        return [form for _, form in sorted(named)]


def build_written(passages: pa.Table, out: Path) -> None:
    """Write the words of a passages table into a folder."""
    told = passages["document"]
    counted = [pc.starts_with(told, f"{kind}:") for kind in COUNTED]
    wanted = reduce(pc.or_, counted)
    forms: dict[str, dict[str, int]] = {}
    for written, times in _counted(passages["text"].filter(wanted)):
        words = word_texts(written)
        if len(words) == 1 and len(words[0]) <= LONGEST:
            form = "".join(one for one in written if one.isalnum() and one != TATWEEL) or words[0]
            of_word = forms.setdefault(words[0], {})
            of_word[form] = of_word.get(form, 0) + times
    words = sorted(forms, key=encode)
    best = [min(forms[word], key=lambda form: (-forms[word][form], form)) for word in words]
    arrays = {
        **_packed("word", words),
        **_packed("form", best),
        "times": np.array([sum(forms[word].values()) for word in words], np.uint32),
    }
    write_arrays(out, KIND, VERSION, arrays, {})


def _counted(texts: pa.ChunkedArray) -> Iterable[tuple[str, int]]:
    """Each different written word of some texts, and how often it is written, at least `LEAST` times."""
    table, counts = WordTable(), np.zeros(0, np.int64)
    for chunk in texts.chunks:
        numbers, _ = table.read(*utf8_of(chunk))
        more = np.bincount(numbers, minlength=table.count)
        more[: len(counts)] += counts
        counts = more
    blob, ends = table.words()
    held = blob.tobytes()
    for number in np.flatnonzero(counts >= LEAST).tolist():
        yield held[ends[number] : ends[number + 1]].decode(), int(counts[number])


def _packed(name: str, words: Sequence[str]) -> dict[str, NDArray]:
    spelled = [encode(word) for word in words]
    ends = np.cumsum([0, *map(len, spelled)]).astype(np.uint32)
    return {f"{name}_bytes": np.frombuffer(b"".join(spelled), np.uint8), f"{name}_ends": ends}
