"""What an index is built with and searched with; kept inside it, in `index.json`, and stated by a profile.

Weights are whole numbers, in hundredths, so that fused scores are integers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from schemas.errors import ConfigurationError

MOST_VOICES = 32
DEEPEST = 1000
LOOKED_THROUGH = "depth", "compared", "about", "about_passages"
Count = Annotated[int, Field(strict=True, ge=0, le=1000)]


class IndexConfig(BaseModel):
    """Parameters of an index. `heading_weight` counts when it is built, the weights below it when searched."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    k1: float = Field(
        default=0.9, ge=0.01, le=100, description="BM25: how soon a frequent word counts no more."
    )
    b: float = Field(default=0.4, ge=0, le=1, description="BM25: how much the length of a passage counts.")
    heading_weight: Count = Field(
        default=1, description="Times that the tokens of a heading count beside those of the text."
    )
    expansion_weight: Count = Field(
        default=50, description="Of a token that the glossary added; a token of the question has 100."
    )
    depth: int = Field(
        default=200,
        strict=True,
        ge=1,
        le=DEEPEST,
        description="Passages that each component brings into the fusion; more where more documents are wanted.",
    )
    lexical_weight: Count = Field(default=75, description="Of the score by words.")
    dense_weight: Count = Field(default=100, description="Of the score by meaning.")
    alike_weight: Count = Field(default=100, description="Of the likeness of single words.")
    compared: Count = Field(
        default=200, description="Passages whose words are compared, the best by words and meaning."
    )
    about: Count = Field(
        default=100,
        description="Documents that are nearest by what is said of them, and that are so looked for.",
    )
    about_passages: Count = Field(default=800, description="Passages that speak of these, the nearest ones.")
    linked_weight: Count = Field(
        default=50, description="Of the voice of a collection that speaks of a document."
    )
    voices: int = Field(
        default=3,
        strict=True,
        ge=0,
        le=MOST_VOICES,
        description="Collections whose voice counts for a document, the strongest ones.",
    )

    def reaching(self, wanted: int) -> Self:
        """These for a search of so many documents: beyond `depth`, all that is looked through grows with them."""
        depth = min(wanted, DEEPEST)
        if depth <= self.depth:
            return self
        grown = {name: getattr(self, name) * depth // self.depth for name in LOOKED_THROUGH}
        return self.model_copy(update=grown)

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any]) -> Self:
        """From what `as_dict` gave; what is left out has its default. Raises `ConfigurationError`."""
        try:
            return cls.model_validate(raw)
        except ValidationError as error:
            told = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
            raise ConfigurationError(
                "settings of an index cannot be used",
                expected=", ".join(cls.model_fields),
                found=told,
                remedy="correct them, or leave them out for the defaults",
            ) from error

    def as_dict(self) -> dict[str, Any]:
        """The settings by name."""
        return self.model_dump()
