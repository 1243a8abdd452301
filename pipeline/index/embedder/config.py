"""What a training of the embedder depends on, beside its documents.

Two trainings with the same documents and the same `EmbedderConfig` give the same bytes. `FORMAT` is the
version of the saved files, `TRAINING_VERSION` that of the method: raise the latter whenever the same
inputs would give other weights, so that cached models are not taken for new ones.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from schemas.errors import ConfigurationError

FORMAT = 1
TRAINING_VERSION = 4
WORDS_PER_TEXT = 512  # what an encoder reads of a text; with three features a word, sums stay inside int32


@dataclass(frozen=True, slots=True)
class EmbedderConfig:
    """How the static bilingual embedder is trained.

    The defaults were chosen on the starter sources (docs/decisions/0035): about 90 seconds on one core.
    """

    dimensions: int = 256
    steps: int = 2200
    batch: int = 768  # pairs a step; the others of a batch are the negatives
    learning_rate: float = 0.005
    scale: float = 10.0  # cosine times this are the logits
    seed: int = 1
    max_features: int = 60_000
    min_count: int = 3  # a feature seen fewer times in the training texts is left out
    window: int = 48  # words of a text that one step sees
    words_per_text: int = 300  # words of a text that training may see

    def __post_init__(self) -> None:
        limits: tuple[tuple[str, float, float], ...] = (
            ("dimensions", 8, 1024),
            ("steps", 0, 1_000_000),
            ("batch", 2, 65_536),
            ("max_features", 1, 10_000_000),
            ("min_count", 1, 1_000_000),
            ("window", 4, 1_000),
            ("words_per_text", 8, 10_000),
            ("learning_rate", 1e-9, 1.0),
            ("scale", 1.0, 40.0),
        )
        for name, low, high in limits:
            value = getattr(self, name)
            if not low <= value <= high:
                raise ConfigurationError(
                    f"the embedder cannot be trained with this “{name}”",
                    expected=f"{low} to {high}",
                    found=str(value),
                    remedy=f"choose another value for “{name}”",
                )

    def as_dict(self) -> dict[str, object]:
        """The settings by name."""
        return asdict(self)
