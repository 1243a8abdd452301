"""A reader: tells of a question and a text, read together, how likely the text answers the question.

    reader.json      what the model is beyond its arrays
    tokenizer.json   how it cuts texts, as its own library writes it
    weights/         `weights`
    head/            second [1, size]: what the tokens of the second text have more than those of the first; what brings
                     the mean of all tokens to one number: dense [1, size, size] with scales and bias, out [1, size + 1]

It is a transformer as `TransformerEncoder` computes it, so that a question and a text have the same number on every
machine; the number does not hang on how many threads share the work. How it is taught: `training`.
"""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from tokenizers import Tokenizer

from pipeline.disk.writing import write_whole
from pipeline.index.arrays import REBUILD, open_arrays, write_arrays
from pipeline.index.beside import beside
from pipeline.index.transformer.encoder import TOKENIZER, open_tokenizer
from pipeline.index.transformer.layers import begin, leave, project, settle
from pipeline.index.transformer.sums import TOKENS
from pipeline.index.transformer.weights import (
    Floats,
    Products,
    Weights,
    open_weights,
    rows_to_int8,
    write_weights,
)
from schemas.errors import IndexFormatError
from schemas.tables import canonical_json

FOLDER = "reader"
HEADER, HEAD = "reader.json", "head"
KIND, VERSION = "isnad-reader", 1
LOGIT = 1024  # what a logit counts
LARGEST = 16 * LOGIT  # no text is surer than this, nor less sure than minus this
SHARED = 24  # tokens from which two threads are sooner done than one
_FIRST, _LAST = "[CLS]", "[SEP]"
_MARKS = 3  # one before both, and one behind each
_ARRAYS = {
    "second": ("<f4", 2),
    "dense": ("|i1", 3),
    "dense_scales": ("<f4", 2),
    "dense_bias": ("<f4", 2),
    "out": ("<f4", 2),
}


class Shape(BaseModel):
    """What a reader is beyond its arrays."""

    model_config = ConfigDict(frozen=True, strict=True)

    heads: int = Field(gt=0)
    epsilon: float = Field(gt=0)  # of its norms
    most_tokens: int = Field(ge=8)  # of a question and a text together; what follows of the text is not read
    most_asked: int = Field(gt=0)  # of them, of a question
    texts: int = Field(default=1, gt=0)  # of a question, that are read

    @model_validator(mode="after")
    def _with_room(self) -> Self:
        if self.most_asked + _MARKS >= self.most_tokens:
            raise ValueError(f"{self.most_asked} tokens of a question leave no room for a text")
        return self


class Head(NamedTuple):
    """What is beyond the layers; float32, `size` numbers but where it says otherwise."""

    second: Floats  # what a token of the second text has more than one of the first
    dense: Floats  # [size, size]
    dense_bias: Floats
    out: Floats
    out_bias: float


class Reader:
    """An open reader. Safe to share between threads."""

    def __init__(
        self, weights: Weights, head: dict[str, NDArray[Any]], shape: Shape, tokenizer: Tokenizer
    ) -> None:
        self._weights, self._shape, self._tokenizer = weights, shape, tokenizer
        self._second: Floats = head["second"][0]
        self._dense = Products(head["dense"], head["dense_scales"], head["dense_bias"])
        self._out: Floats = head["out"][0, :-1]
        self._bias = np.float32(head["out"][0, -1])
        self.texts = shape.texts
        self._marks = [tokenizer.token_to_id(mark) for mark in (_FIRST, _LAST)]

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Map a folder that `write_reader` wrote; raises `IndexFormatError`."""
        shape = _shape(folder)
        weights = open_weights(folder, shape.heads)
        head, _ = open_arrays(folder / HEAD, KIND, range(1, VERSION + 1), _ARRAYS)
        tokenizer = open_tokenizer(folder / TOKENIZER)
        size, known = weights.words.shape[1], max(tokenizer.get_vocab().values(), default=-1) + 1
        shapes = {
            "second": (1, size),
            "dense": (1, size, size),
            "dense_scales": (1, size),
            "dense_bias": (1, size),
            "out": (1, size + 1),
        }
        marked = all(tokenizer.token_to_id(mark) is not None for mark in (_FIRST, _LAST))
        fits = shapes == {name: array.shape for name, array in head.items()}
        if not fits or not marked or known > len(weights.words) or shape.most_tokens > len(weights.positions):
            raise IndexFormatError(
                "the parts of the reader do not fit one another",
                expected=f"{size} numbers a token, at most {len(weights.words)} tokens with {_FIRST} and {_LAST}, "
                f"{len(weights.positions)} of a text",
                found=f"{known} tokens, {shape.most_tokens} of a text, "
                + ", ".join(f"{name} {list(array.shape)}" for name, array in sorted(head.items())),
                where=str(folder),
                remedy=REBUILD,
            )
        return cls(weights, head, shape, tokenizer)

    def answers(self, question: str, text: str) -> int:
        """How likely a text answers a question: the logit of it, 1,024 for 1, at most `LARGEST` either way.

        Raises:
            IndexFormatError: the reader turns out to be damaged.
        """
        tokens, second = self._tokens(question, text)
        logit = float(leave(self._through(tokens, second), self._dense, self._out, self._bias))
        if not math.isfinite(logit):
            raise IndexFormatError(
                "the reader's numbers are damaged",
                expected="a number of each text",
                found=str(logit),
                remedy=REBUILD,
            )
        return max(-LARGEST, min(LARGEST, round(logit * LOGIT)))

    def warm(self) -> None:
        """Compile, or load, the kernels."""
        self.answers("?", ".")

    def _tokens(self, question: str, text: str) -> tuple[NDArray[np.int32], int]:
        """The tokens of both, with marks around them, and from which on it is the text."""
        first, last = self._marks
        asked = self._cut(question)[: self._shape.most_asked]
        room = self._shape.most_tokens - len(asked) - _MARKS
        tokens = [first, *asked, last, *self._cut(text)[:room], last]
        return np.array(tokens, np.int32), len(asked) + 2

    def _cut(self, text: str) -> list[int]:
        # Half of a pair of code units is no character, and no library of tokens takes one.
        told = text.encode("utf-8", "replace").decode()
        ids: list[int] = self._tokenizer.encode(told, add_special_tokens=False).ids
        return ids

    def _through(self, tokens: NDArray[np.int32], second: int) -> Floats:
        """The tokens brought through all layers, in two parts beside each other where a processor is spare."""
        weights, heads, epsilon = self._weights, self._shape.heads, self._shape.epsilon
        count, size = len(tokens), weights.words.shape[1]
        state = np.empty((count, size), np.float32)
        begin(tokens, second, self._second, weights, epsilon, state)
        layers = weights.asked.rows.shape[0]
        # Of two layers in turn: a part may be projected for the next while the other still reads the last.
        projected = [np.empty((count, 3 * size), np.float32) for _ in range(2)]
        half = count // 2 // TOKENS * TOKENS
        parts = [slice(0, half), slice(half, count)] if count >= SHARED else [slice(0, count)]

        def step(part: slice, layer: int) -> None:
            """A part out of the layer before, and into this one."""
            own = state[part]
            if layer > 0:
                settle(own, part.start, projected[(layer - 1) % 2], weights, layer - 1, heads, epsilon)
            if layer < layers:
                project(own, weights, layer, projected[layer % 2][part])

        for layer in range(layers + 1):
            others = [beside(lambda part=part, layer=layer: step(part, layer)) for part in parts[1:]]  # type: ignore[misc]
            step(parts[0], layer)
            for wait in others:
                wait()
        return state


def write_reader(folder: Path, weights: Weights, head: Head, shape: Shape, tokenizer: bytes) -> None:
    """Write a reader; the header comes last, so a folder with one is whole.

    Args:
        weights: of the layers; `positions` with what each token of a first text has more.
        tokenizer: a `tokenizer.json` whose pieces have `[CLS]` and `[SEP]`.
    """
    rows, scales = rows_to_int8(head.dense)
    folder.mkdir(parents=True, exist_ok=True)
    write_weights(folder, weights)
    arrays: dict[str, NDArray[Any]] = {
        "second": head.second[None].astype(np.float32),
        "dense": rows[None],
        "dense_scales": scales[None],
        "dense_bias": head.dense_bias[None].astype(np.float32),
        "out": np.append(head.out, head.out_bias)[None].astype(np.float32),
    }
    write_arrays(folder / HEAD, KIND, VERSION, arrays, {})
    write_whole(folder / TOKENIZER, tokenizer)
    _write_shape(folder, shape)


def place_reader(reader: Path, folder: Path, texts: int) -> None:
    """Copy a reader, told how many texts of a question it is to read; raises `IndexFormatError` where it is none."""
    shape = _shape(reader)
    shutil.copytree(reader, folder, ignore=shutil.ignore_patterns(HEADER), dirs_exist_ok=True)
    _write_shape(folder, shape.model_copy(update={"texts": texts}))


def _write_shape(folder: Path, shape: Shape) -> None:
    header = {"format": VERSION, "kind": KIND, **shape.model_dump()}
    write_whole(folder / HEADER, canonical_json(header) + b"\n")


def _shape(folder: Path) -> Shape:
    path = folder / HEADER
    try:
        header = json.loads(path.read_bytes())
        if header.get("kind") == KIND and header.get("format") == VERSION:
            return Shape.model_validate(header)
        found = f"kind {header.get('kind')}, format {header.get('format')}"
    except (OSError, ValueError, AttributeError, RecursionError, ValidationError) as error:
        found = str(error)[:200]
    raise IndexFormatError(
        "the reader's header does not tell what it is",
        expected=f"{KIND} of format {VERSION} with {', '.join(Shape.model_fields)}",
        found=found,
        where=str(path),
        remedy=REBUILD,
    )
