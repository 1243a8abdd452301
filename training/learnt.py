"""The folder that `learn` writes and `export` reads. Needs numpy alone.

words.npy [pieces, size] int8, word_scales.npy [pieces, 1] float32
body.npz          every other weight, float16, by the names of `model`; what guesses masked words is left out
learnt.json       kind, version, heads; written last
tokenizer.json    what cuts texts into the pieces
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from schemas.errors import BuildError
from training.start import rows_as_int8

KIND, VERSION = "isnad-reader-learnt", 1
HEADER, WORDS, SCALES, BODY, TOKENIZER = (
    "learnt.json",
    "words.npy",
    "word_scales.npy",
    "body.npz",
    "tokenizer.json",
)
_LEFT_OUT = ("words", "guess", "bias")  # how names begin of what `body` lacks


@dataclass(frozen=True, slots=True)
class Learnt:
    """A reader as it is kept."""

    words: NDArray[np.int8]
    word_scales: NDArray[np.float32]
    body: Mapping[str, NDArray[np.float16]]
    heads: int
    tokenizer: bytes

    @classmethod
    def of(cls, weights: Mapping[str, NDArray[np.float32]], heads: int, tokenizer: bytes) -> Self:
        """What is kept of a model's weights."""
        words, scales = rows_as_int8(weights["words.weight"])
        body = {
            name: array.astype(np.float16)
            for name, array in weights.items()
            if not name.startswith(_LEFT_OUT)
        }
        return cls(words, scales, body, heads, tokenizer)


def write_learnt(folder: Path, learnt: Learnt) -> None:
    """Write a reader's weights; the header comes last."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / HEADER).unlink(missing_ok=True)
    np.save(folder / WORDS, learnt.words)
    np.save(folder / SCALES, learnt.word_scales)
    np.savez(folder / BODY, **learnt.body)  # type: ignore[arg-type]
    (folder / TOKENIZER).write_bytes(learnt.tokenizer)
    header = {"kind": KIND, "version": VERSION, "heads": learnt.heads}
    (folder / HEADER).write_text(json.dumps(header) + "\n", "utf-8")


def open_learnt(folder: Path) -> Learnt:
    """Read them; raises `BuildError` where the folder holds none."""
    try:
        header: dict[str, Any] = json.loads((folder / HEADER).read_text("utf-8"))
        with np.load(folder / BODY, allow_pickle=False) as held:
            body = {name: held[name] for name in held.files}
        words = np.load(folder / WORDS, allow_pickle=False)
        scales = np.load(folder / SCALES, allow_pickle=False)
        tokenizer = (folder / TOKENIZER).read_bytes()
        if (header["kind"], header["version"]) != (KIND, VERSION):
            raise ValueError(f"{header['kind']} {header['version']}")
        return Learnt(words, scales, body, int(header["heads"]), tokenizer)
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        raise BuildError(
            "the folder holds no weights of a reader",
            expected=f"{KIND} {VERSION}",
            found=str(error)[:200],
            where=str(folder),
            remedy="write it with `python -m training learn`",
        ) from error
