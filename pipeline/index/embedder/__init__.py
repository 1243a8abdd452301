"""The embedder: texts of two languages to vectors that lie close when they mean the same.

    EmbedderConfig, train_embedder                 documents -> a trained static embedder (build)
    Encoder                                        a trained static embedder, for building and asking

Training is imported when it is called, since a reader of snapshots does not need what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.index.embedder.config import EmbedderConfig
from pipeline.index.embedder.encoder import VECTOR_LENGTH, Encoder

if TYPE_CHECKING:
    from pipeline.index.embedder.training import TrainingReport, train_embedder


def __getattr__(name: str) -> Any:
    """The training side, imported when first asked for."""
    if name in ("TrainingReport", "train_embedder"):
        from pipeline.index.embedder import training

        return getattr(training, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "VECTOR_LENGTH",
    "EmbedderConfig",
    "Encoder",
    "TrainingReport",
    "train_embedder",
]
