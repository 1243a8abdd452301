"""Training: documents in, a saved static embedder out.

Each step draws pairs (`pairs.py`), sums the feature vectors of a window of each text (`kernels.py`), and
moves those vectors by the gradient of the loss (`loss.py`). One seeded generator, sums in a fixed order, and
threads that never write the same thing: the same documents and settings give the same bytes on any number of
cores with the same instruction set. It needs no deep-learning library and no model from elsewhere.

A feature starts as a random direction, shorter the more frequent it is (a / (a + p), as in Arora et al. 2017).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from pipeline.index.embedder import kernels
from pipeline.index.embedder.config import TRAINING_VERSION, EmbedderConfig
from pipeline.index.embedder.features import read_words
from pipeline.index.embedder.loss import normalise, symmetric_loss, through_normalise
from pipeline.index.embedder.pairs import Pairs, Terms, TextPool, collect_pairs
from pipeline.index.embedder.parallel import Run, one_by_one, side_by_side
from pipeline.index.embedder.storage import save_model
from pipeline.index.embedder.vocabulary import MISSING, Vocabulary, build_vocabulary
from schemas.errors import BuildError

RARE = 1e-3  # the `a` of a / (a + p)
START_LENGTH = 0.3
WORD_DROPOUT = 0.3  # share of word features that a step does not see, so that stems learn to carry meaning
STEM_DROPOUT = 0.1
SHORT_LEFT = 0.5  # share of left texts cut to the length of a question
SHORT_RIGHT = 0.1
FROM_START = 0.4  # share of windows that open the text
SHORT_WORDS = (4, 12)
WARM_UP = 0.05
LOWEST_RATE = 0.02
BETAS = (0.9, 0.98)
THREADS = 2

Progress = Callable[[int, int], None]
Window = tuple[NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """What a training saw and made."""

    pairs: dict[str, int]  # by kind
    texts: int
    words: int  # different ones
    features: int
    steps: int
    first_loss: float  # mean of the first tenth of the steps
    last_loss: float  # mean of the last tenth
    digest: str  # sha256 of the weights before rounding


def _rows(documents: Path) -> Iterator[Mapping[str, object]]:
    try:
        with pa.memory_map(str(documents)) as source, pa.ipc.open_file(source) as reader:
            for number in range(reader.num_record_batches):
                batch = reader.get_batch(number)
                for start in range(0, batch.num_rows, 4096):
                    yield from batch.slice(start, 4096).to_pylist()
    except (OSError, ValueError, pa.ArrowException) as error:
        raise BuildError(
            "the documents to train the embedder on cannot be read",
            found=str(error),
            where=str(documents),
            remedy="remove the table, and run the same command again: it is made anew",
        ) from error


@dataclass(slots=True)
class _Texts:
    """Every text end to end, and the features of every word."""

    flat: NDArray[np.int32]
    offsets: NDArray[np.int64]
    vocabulary: Vocabulary


class _Trainer:
    """The state of one training: vectors, their moments, and the generator that draws."""

    def __init__(
        self, texts: _Texts, pairs: list[Pairs], config: EmbedderConfig, run: Run = one_by_one
    ) -> None:
        self.texts, self.pairs, self.config, self.run = texts, pairs, config, run
        self.generator = np.random.default_rng(config.seed)
        weights = np.array([found.weight for found in pairs])
        self.shares = weights / weights.sum()
        self.table = self._start()
        self.moments = np.zeros_like(self.table), np.zeros_like(self.table)
        self.gradient = np.zeros_like(self.table)
        self.features = texts.vocabulary.of_word
        whole_words = [name.startswith("w:") for name in texts.vocabulary.features]
        self.dropout = np.where(whole_words, WORD_DROPOUT, STEM_DROPOUT)
        self.seen = np.zeros(len(self.table), dtype=np.uint8)
        self.touched = np.zeros(len(self.table), dtype=np.int32)

    def _start(self) -> NDArray[np.float32]:
        counts = self.texts.vocabulary.counts
        shape = (len(counts), self.config.dimensions)
        directions = self.generator.standard_normal(shape, dtype=np.float32)
        share = counts / max(1, self.texts.flat.size)
        lengths = START_LENGTH * RARE / (RARE + share) / np.sqrt(self.config.dimensions)
        return directions * lengths.astype(np.float32)[:, None]

    def draw(self) -> NDArray[np.int64]:
        """Pairs of one step, of all kinds: no key, left text or right text twice."""
        counts = self.generator.multinomial(self.config.batch, self.shares)
        rows = np.concatenate(
            [
                found.rows[self.generator.integers(0, len(found.rows), count)]
                for found, count in zip(self.pairs, counts, strict=True)
            ]
        )
        for column in (2, 0, 1):
            rows = rows[np.sort(np.unique(rows[:, column], return_index=True)[1])]
        return rows

    def window(self, texts: NDArray[np.int64], short_share: float) -> Window:
        """Where to read each text: a window of it, or a few words as in a question."""
        start = self.texts.offsets[texts]
        size = self.texts.offsets[texts + 1] - start
        count = len(texts)
        short = (self.generator.random(count) < short_share) & (size > SHORT_WORDS[0] * 2)
        few = self.generator.integers(SHORT_WORDS[0], SHORT_WORDS[1] + 1, count)
        length = np.minimum(size, np.where(short, few, self.config.window))
        shift = (self.generator.random(count) * (size - length + 1)).astype(np.int64)
        shift[~short & (self.generator.random(count) < FROM_START)] = 0
        return start + shift, start + shift + length

    def _features(self) -> NDArray[np.int32]:
        """The features of each word that this step sees."""
        dropped = self.generator.random(len(self.dropout)) < self.dropout
        of_word = self.texts.vocabulary.of_word
        return np.where(np.append(dropped, False)[of_word], np.int32(MISSING), of_word)

    def _sum(self, window: Window) -> NDArray[np.float32]:
        sums = np.empty((window[0].size, self.config.dimensions), dtype=np.float32)
        kernels.sum_features(self.texts.flat, *window, self.features, self.table, sums)
        return sums

    def _collect(self, windows: Sequence[Window]) -> NDArray[np.int32]:
        """The features that the windows hold, each once."""
        count = 0
        for window in windows:
            count = kernels.collect_features(
                self.texts.flat, *window, self.features, self.seen, self.touched, count
            )
        return self.touched[:count]

    def _scatter(self, windows: Sequence[Window], slopes: Sequence[NDArray[np.float32]], part: slice) -> None:
        """Add the slopes of both sides to the rows of their features, in some columns."""
        for window, slope in zip(windows, slopes, strict=True):
            kernels.scatter_gradient(
                self.texts.flat,
                *window,
                self.features,
                slope,
                self.gradient,
                part.start,
                part.stop,
            )

    def _move(self, features: NDArray[np.int32], number: int) -> None:
        """One step of Adam on the rows of some features."""
        corrections = (np.float32(1 / (1 - beta ** (number + 1))) for beta in BETAS)
        kernels.adam_rows(
            self.table,
            *self.moments,
            self.gradient,
            self.seen,
            features,
            np.float32(self._rate(number)),
            *map(np.float32, BETAS),
            *corrections,
        )

    def _rate(self, step: int) -> float:
        part = (step + 1) / max(1, self.config.steps)
        return self.config.learning_rate * min(1.0, part / WARM_UP) * max(LOWEST_RATE, 1 - part)

    def step(self, number: int) -> float:
        """One step; returns its loss."""
        rows = self.draw()
        self.features = self._features()
        windows = self.window(rows[:, 0], SHORT_LEFT), self.window(rows[:, 1], SHORT_RIGHT)
        sums = self.run([partial(self._sum, window) for window in windows])
        (left, left_lengths), (right, right_lengths) = map(normalise, sums)
        loss, by_left, by_right = symmetric_loss(left, right, self.config.scale, self.run)
        slopes = (
            through_normalise(by_left, left, left_lengths),
            through_normalise(by_right, right, right_lengths),
        )
        features = self._collect(windows)
        middle = self.config.dimensions // 2
        columns = slice(0, middle), slice(middle, self.config.dimensions)
        self.run([partial(self._scatter, windows, slopes, part) for part in columns])
        halves = features[: len(features) // 2], features[len(features) // 2 :]
        self.run([partial(self._move, half, number) for half in halves])
        return loss


def _prepare(documents: Path, config: EmbedderConfig, terms: Terms = ()) -> tuple[_Texts, list[Pairs], int]:
    pool = TextPool(lambda text: read_words(text, config.words_per_text))
    pairs = collect_pairs(_rows(documents), pool, terms)
    if not pairs:
        raise BuildError(
            "the embedder has nothing to learn from",
            expected="documents with texts in two languages, links, chapters, questions, or long texts",
            found="none",
            where=str(documents),
            remedy="add such a source, or configure a ready-made model",
        )
    flat, offsets = pool.runs()
    words = pool.vocabulary
    counts = np.bincount(flat, minlength=len(words))
    vocabulary = build_vocabulary(words, counts, config.max_features, config.min_count)
    if not vocabulary.features:
        raise BuildError(
            "no feature occurs often enough to train the embedder",
            expected=f"features seen at least {config.min_count} times",
            where=str(documents),
            remedy="add sources, or lower “min_count”",
        )
    return _Texts(flat, offsets, vocabulary), pairs, len(words)


def _ignore(step: int, steps: int) -> None:
    """No one watches."""


def train_embedder(
    documents: Path,
    out: Path,
    config: EmbedderConfig,
    progress: Progress = _ignore,
    terms: Terms = (),
) -> TrainingReport:
    """Train on a documents table (Arrow file) and write the embedder into the folder `out`.

    `progress` is called with (steps done, steps). `terms` are groups of ways to say one thing, such as
    `[concept.forms for concept in glossary.concepts.values()]`; their order counts, as that of documents
    does. Raises `BuildError` when there is nothing to learn from.
    """
    from pipeline.text import ANALYSER_VERSION

    texts, pairs, words = _prepare(documents, config, terms)
    losses: list[float] = []
    with threadpool_limits(limits=1, user_api="blas"), ThreadPoolExecutor(THREADS) as pool:
        trainer = _Trainer(texts, pairs, config, side_by_side(pool))
        for number in range(config.steps):
            losses.append(trainer.step(number))
            progress(number + 1, config.steps)
    fields: dict[str, object] = {
        "analyser": ANALYSER_VERSION,
        "config": config.as_dict(),
        "training": TRAINING_VERSION,
    }
    save_model(out, texts.vocabulary.features, trainer.table, fields)
    tenth = max(1, len(losses) // 10)
    return TrainingReport(
        pairs={found.name: len(found.rows) for found in pairs},
        texts=len(texts.offsets) - 1,
        words=words,
        features=len(texts.vocabulary.features),
        steps=config.steps,
        first_loss=float(np.mean(losses[:tenth])) if losses else 0.0,
        last_loss=float(np.mean(losses[-tenth:])) if losses else 0.0,
        digest=hashlib.sha256(trainer.table.tobytes()).hexdigest(),
    )
