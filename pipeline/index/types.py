"""What a search takes and gives.

Scores are integers, so that no tie is settled by the last bit of a float: `fused` is the order, the
components explain it. Ties go to the smaller reference id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Filters:
    """Which documents may be found. An empty tuple allows all."""

    kinds: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()


@dataclass(frozen=True)  # without slots it is packed and unpacked in half the time
class Hit:
    """One document, with the passage of it that was found and the raw scores behind its place."""

    ordinal: int  # row of documents.arrow
    reference: str  # reference id of the document
    passage: int  # row of passages.arrow: the best passage of this document
    fused: int  # fixed point: larger is better; comparable within one result only
    lexical: int  # BM25 of the best passage, times 2**16, rounded to nearest; 0 when not found by words
    dense: int  # int8 inner product of question and passage; 0 when not found by meaning
    linked: int  # what reached it through documents that speak of it, fixed point as `fused`
    # How well its words meet those of the question, times 2**16; 0 when they were not compared.
    alike: int = 0

    @property
    def kind(self) -> str:
        """The kind of the document, by its reference."""
        return self.reference.partition(":")[0]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Documents in order, and what was looked for."""

    hits: tuple[Hit, ...]
    tokens: tuple[str, ...]  # what the analyser made of the question
    expanded: tuple[str, ...]  # tokens that the glossary added
    unknown: tuple[str, ...]  # tokens that no passage holds
    timings: dict[str, float] = field(default_factory=dict, compare=False)  # seconds, by step


class Encodes(Protocol):
    """What turns texts into vectors whose int8 inner product is their nearness in meaning."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
        """One row of int8 for each text."""
        ...


class Reads(Protocol):
    """What tells of a question and a text, read together, how likely the text answers."""

    @property
    def texts(self) -> int:
        """How many texts of a question are read."""
        ...

    def answers(self, question: str, text: str) -> int:
        """The logit of it, 1,024 for 1."""
        ...

    def warm(self) -> None:
        """Compile, or load, what it computes with."""
        ...


@dataclass(frozen=True, slots=True)
class TermUse:
    """One word of a question, as the lexical search used it."""

    token: str
    weight: float  # 1 each time that the question has it, less if the glossary added it
    df: int  # passages that hold it
    idf: float
    added: bool  # by the glossary
