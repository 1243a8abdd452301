"""What models make of questions, kept from one build to the next: each is encoded once, and read once with a text.

It hangs on the model, whose digest names its folder, and on the code that computes it, which names the folder that
this one is in (`readings`). Each stands behind its sha256: one that was damaged is as none.
"""

from __future__ import annotations

import hashlib
import shutil
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.build.cache import keep, read_kept
from pipeline.index import Index
from pipeline.index.inquiries import FOLDER, MODEL
from pipeline.index.transformer.reader import FOLDER as READER
from pipeline.index.types import Encodes, Reads
from pipeline.sources.origins.digest import folder_digest

_VECTORS, _READ = "vectors-", "read-"  # what the folders' names begin with
_LOGIT = struct.Struct("<i")


@dataclass(frozen=True, slots=True)
class KeptVectors:
    """An encoder that encodes what its folder does not hold, and leaves it there."""

    encoder: Encodes
    folder: Path

    def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
        """One row of int8 for each text."""
        return np.stack([self._vector(one) for one in texts]) if texts else self.encoder.encode(texts)

    def _vector(self, text: str) -> NDArray[np.int8]:
        path = _place(self.folder, text)
        kept = read_kept(path)
        if kept is not None:
            return np.frombuffer(kept, np.int8)
        vector: NDArray[np.int8] = self.encoder.encode([text])[0]
        keep(path, vector.tobytes())
        return vector


@dataclass(frozen=True, slots=True)
class KeptReader:
    """A reader that reads what its folder does not hold, and leaves there what it comes to."""

    reader: Reads
    folder: Path

    @property
    def texts(self) -> int:
        """How many texts of a question are read."""
        return self.reader.texts

    def answers(self, question: str, text: str) -> int:
        """As the reader tells."""
        path = _place(self.folder, f"{len(question)}\0{question}\0{text}")
        kept = read_kept(path)
        if kept is not None and len(kept) == _LOGIT.size:
            return int(_LOGIT.unpack(kept)[0])
        logit = self.reader.answers(question, text)
        keep(path, _LOGIT.pack(logit))
        return logit

    def warm(self) -> None:
        """Compile, or load, what the reader computes with."""
        self.reader.warm()


def keep_models(opened: Index, index: Path, area: Path) -> None:
    """Have what the models of an index make of questions kept in an area; that of other models is removed."""
    if opened.inquiries is not None:
        folder = _own(area, _VECTORS, index / FOLDER / MODEL)
        opened.inquiries.encoder = KeptVectors(opened.inquiries.encoder, folder)
    if opened.reader is not None:
        opened.reader = KeptReader(opened.reader, _own(area, _READ, index / READER))


def _place(folder: Path, read: str) -> Path:
    """Where what a model makes of a text is kept."""
    return folder / hashlib.sha256(read.encode("utf-8", "surrogatepass")).hexdigest()


def _own(area: Path, begins: str, model: Path) -> Path:
    """The folder of a model in an area; those of others of its kind are removed."""
    own = begins + folder_digest(model)[:32]
    for folder in sorted(area.glob(f"{begins}*")):
        if folder.name != own:
            shutil.rmtree(folder, ignore_errors=True)
    return area / own
