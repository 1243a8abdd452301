"""What a training of the embedder depends on, beside its documents; a profile states what differs from the defaults.

Two trainings with the same documents and the same `EmbedderConfig` give the same bytes. `FORMAT` is the version of the
saved files, `TRAINING_VERSION` that of the method, which a saved embedder tells.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

FORMAT = 1
TRAINING_VERSION = 4
WORDS_PER_TEXT = 512  # what an encoder reads of a text; with three features a word, sums stay inside int32


class EmbedderConfig(BaseModel):
    """How the static bilingual embedder is trained.

    The defaults were chosen on the starter sources (docs/decisions/0035): about 90 seconds on one core.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    dimensions: int = Field(default=256, ge=8, le=1024, description="Components of a vector.")
    steps: int = Field(default=2200, ge=0, le=1_000_000, description="Steps of the training.")
    batch: int = Field(
        default=768, ge=2, le=65_536, description="Pairs a step; the others of a batch are the negatives."
    )
    learning_rate: float = Field(default=0.005, ge=1e-9, le=1.0, description="Of the largest step.")
    scale: float = Field(default=10.0, ge=1.0, le=40.0, description="Cosine times this are the logits.")
    seed: int = Field(default=1, ge=0, description="Of what is drawn.")
    max_features: int = Field(default=60_000, ge=1, le=10_000_000, description="Features that are kept.")
    min_count: int = Field(
        default=3,
        ge=1,
        le=1_000_000,
        description="A feature seen fewer times in the training texts is left out.",
    )
    window: int = Field(default=48, ge=4, le=1_000, description="Words of a text that one step sees.")
    words_per_text: int = Field(
        default=300, ge=8, le=10_000, description="Words of a text that training may see."
    )

    def as_dict(self) -> dict[str, Any]:
        """The settings by name."""
        return self.model_dump(include=set(EmbedderConfig.model_fields))
