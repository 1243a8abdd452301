"""A converted model, opened: texts to int8 vectors of length 256, as the trained embedder gives them."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from tokenizers import Tokenizer

from pipeline.index.arrays import REBUILD
from pipeline.index.embedder.encoder import VECTOR_LENGTH
from pipeline.index.embedder.storage import read_header
from pipeline.index.transformer.layers import vector_of
from pipeline.index.transformer.weights import Weights, open_weights
from pipeline.index.workers import cores
from schemas.errors import IndexFormatError

TOKENIZER = "tokenizer.json"


class Shape(BaseModel):
    """What a model is beyond its weights; as `embedder.json` tells it."""

    model_config = ConfigDict(frozen=True, strict=True)

    heads: int = Field(gt=0)
    epsilon: float = Field(gt=0)  # of its norms
    of_first: bool  # the first token stands for a text, in place of the mean of all
    most_tokens: int = Field(gt=0)  # of a text; what follows is not read


class TransformerEncoder:
    """A ready-made model of BERT's shape. Safe to share between threads."""

    def __init__(self, weights: Weights, shape: Shape, tokenizer: Tokenizer) -> None:
        self._weights, self._shape, self._tokenizer = weights, shape, tokenizer

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Map a folder that `convert` wrote; raises `IndexFormatError`."""
        shape = _shape(folder)
        weights = open_weights(folder, shape.heads)
        tokenizer = open_tokenizer(folder / TOKENIZER)
        marks = tokenizer.encode("").ids  # stand around each text, and need not be of the vocabulary
        known, places = max([*tokenizer.get_vocab().values(), *marks], default=-1) + 1, len(weights.positions)
        if known > len(weights.words) or not len(marks) <= shape.most_tokens <= places:
            raise IndexFormatError(
                "the tokens of the embedder do not fit its weights",
                expected=f"at most {len(weights.words)} tokens, {len(marks)} to {places} of a text",
                found=f"{known}, {shape.most_tokens}",
                where=str(folder),
                remedy=REBUILD,
            )
        tokenizer.enable_truncation(shape.most_tokens)
        return cls(weights, shape, tokenizer)

    def encode(self, texts: Iterable[str]) -> NDArray[np.int8]:
        """Vectors [texts, dimensions], in the order of the texts; cosine = inner product / 65,536."""
        todo = list(texts)
        if len(todo) == 1:  # a question: no thread is worth while
            return self._vector(todo[0])[None, :]
        with ThreadPoolExecutor(cores()) as threads:  # the kernels run outside of the interpreter's lock
            rows = list(threads.map(self._vector, todo))
        return np.stack(rows) if rows else np.empty((0, self._weights.words.shape[1]), np.int8)

    def _vector(self, text: str) -> NDArray[np.int8]:
        # Half of a pair of code units is no character, and no library of tokens takes one.
        tokens = np.array(self._tokenizer.encode(text.encode("utf-8", "replace").decode()).ids, np.int32)
        if not len(tokens):
            return np.zeros(self._weights.words.shape[1], np.int8)
        shape = self._shape
        vector: NDArray[np.int8] = vector_of(
            tokens, self._weights, shape.heads, shape.epsilon, shape.of_first, float(VECTOR_LENGTH)
        )
        return vector


def _shape(folder: Path) -> Shape:
    try:
        return Shape.model_validate(read_header(folder))
    except ValidationError as error:
        raise IndexFormatError(
            "the embedder's header does not tell what its model is",
            expected=", ".join(Shape.model_fields),
            found="; ".join(f"{fault['loc'][0]}: {fault['msg']}" for fault in error.errors())[:200],
            where=str(folder),
            remedy=REBUILD,
        ) from error


def open_tokenizer(path: Path) -> Tokenizer:
    """What cuts texts into tokens; raises `IndexFormatError`."""
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises nothing narrower
        raise IndexFormatError(
            "the tokens of the embedder cannot be read",
            found=str(error)[:200],
            where=str(path),
            remedy=REBUILD,
        ) from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
