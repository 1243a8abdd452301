"""The vectors of questions by a ready-made model, kept from one build to the next: a question is encoded once.

They hang on the model, whose digest names their folder, and on the code that reads it, which names the folder that
theirs is in (`readings`). Each stands behind its sha256: one that was damaged is as none.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.build.cache import keep, read_kept
from pipeline.index.inquiries import FOLDER, MODEL, Inquiries
from pipeline.index.types import Encodes
from pipeline.sources.origins.digest import folder_digest

_OWN = "vectors-"


@dataclass(frozen=True, slots=True)
class KeptVectors:
    """An encoder that encodes what its folder does not hold, and leaves it there."""

    encoder: Encodes
    folder: Path

    def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
        """One row of int8 for each text."""
        return np.stack([self._vector(one) for one in texts]) if texts else self.encoder.encode(texts)

    def _vector(self, text: str) -> NDArray[np.int8]:
        path = self.folder / hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        kept = read_kept(path)
        if kept is not None:
            return np.frombuffer(kept, np.int8)
        vector: NDArray[np.int8] = self.encoder.encode([text])[0]
        keep(path, vector.tobytes())
        return vector


def keep_vectors(inquiries: Inquiries, index: Path, area: Path) -> None:
    """Have the vectors of questions kept in a folder for the model of an index; those of other models are removed."""
    own = _OWN + folder_digest(index / FOLDER / MODEL)[:32]
    for folder in sorted(area.glob(f"{_OWN}*")):
        if folder.name != own:
            shutil.rmtree(folder, ignore_errors=True)
    inquiries.encoder = KeptVectors(inquiries.encoder, area / own)
