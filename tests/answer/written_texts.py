"""Words that texts write, as a table of a test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Texts:
    """How often words are written, and in what form those that are not written as they are normalised."""

    written: Mapping[str, int]
    forms: Mapping[str, str] = field(default_factory=dict)

    def times(self, words: Sequence[str]) -> list[int]:
        """As `Written.times`."""
        return [self.written.get(word, 0) for word in words]

    def form(self, word: str) -> str:
        """As `Written.form`."""
        return self.forms.get(word, word)
