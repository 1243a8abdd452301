"""What an index is built with and searched with; kept inside it, in `index.json`.

Weights are whole numbers, in hundredths, so that fused scores are integers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Self

from schemas.errors import ConfigurationError

MOST_VOICES = 32


@dataclass(frozen=True, slots=True)
class IndexConfig:
    """Parameters of an index. `heading_weight` counts when it is built, the weights below it when searched."""

    k1: float = 0.9
    b: float = 0.4
    heading_weight: int = 1  # times that the tokens of a heading count beside those of the text
    expansion_weight: int = 50  # of a token that the glossary added; a token of the question has 100
    depth: int = 200  # passages that each component brings into the fusion
    lexical_weight: int = 75
    dense_weight: int = 100
    alike_weight: int = 100  # of the likeness of single words (`alike`)
    compared: int = 200  # passages whose words are compared, the best by words and meaning
    about: int = 100  # documents that are nearest by what is said of them, and that are so looked for
    about_passages: int = 800  # passages that speak of these, the nearest ones
    linked_weight: int = 50  # of the voice of a collection that speaks of a document
    voices: int = 3  # collections whose voice counts for a document, the strongest ones

    def __post_init__(self) -> None:
        for item in fields(self):
            if item.type == "int" and not _within(getattr(self, item.name), 0, 1000):
                raise _wrong(item.name, "a whole number from 0 to 1000", getattr(self, item.name))
        if self.depth < 1:
            raise _wrong("depth", "at least 1", self.depth)
        if self.voices > MOST_VOICES:
            raise _wrong("voices", f"at most {MOST_VOICES}", self.voices)

    @classmethod
    def from_dict(cls, raw: Mapping[str, object]) -> Self:
        """From what `as_dict` gave; what is left out has its default."""
        unknown = sorted(set(raw) - {item.name for item in fields(cls)})
        if unknown:
            raise _wrong(", ".join(unknown), "settings of an index", "unknown names")
        return cls(**raw)  # type: ignore[arg-type]

    def as_dict(self) -> dict[str, float]:
        """The settings by name."""
        return asdict(self)


def _within(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _wrong(name: str, expected: str, found: object) -> ConfigurationError:
    return ConfigurationError(
        "a setting of the index cannot be used", where=name, expected=expected, found=repr(found)
    )
