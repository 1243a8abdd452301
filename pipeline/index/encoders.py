"""Whichever encoder a folder holds: the trained static embedder, or a ready-made model that was converted."""

from __future__ import annotations

from pathlib import Path

from pipeline.index.embedder.encoder import Encoder
from pipeline.index.embedder.storage import STATIC, TRANSFORMER, read_header
from pipeline.index.types import Encodes
from schemas.errors import IndexFormatError


def open_encoder(folder: Path) -> Encodes:
    """Open what a folder holds; raises `IndexFormatError`."""
    kind = read_header(folder).get("kind")
    if kind == STATIC:
        return Encoder.open(folder)
    if kind == TRANSFORMER:
        from pipeline.index.transformer.encoder import TransformerEncoder  # its kernels are for few snapshots

        return TransformerEncoder.open(folder)
    raise IndexFormatError(
        "the embedder is of a kind that this reader does not know",
        expected=f"{STATIC} or {TRANSFORMER}",
        found=str(kind),
        where=str(folder),
        remedy="build the snapshot again with this version",
    )
