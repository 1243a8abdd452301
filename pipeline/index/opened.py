"""An index, opened: its parts, that they fit together, and what can be looked up in them without a search.

An open index is read-only, and safe to use from many threads.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from pipeline.index.alike import Alike, WordVectors
from pipeline.index.columns import Columns
from pipeline.index.config import IndexConfig
from pipeline.index.dense import Allowed, DenseIndex
from pipeline.index.documents import FILE, DocumentStore
from pipeline.index.encoders import open_encoder
from pipeline.index.header import HEADER, read_header, unusable
from pipeline.index.inquiries import FOLDER as INQUIRIES
from pipeline.index.inquiries import Inquiries
from pipeline.index.lexical import LexicalIndex
from pipeline.index.links import Links
from pipeline.index.memory import Memory
from pipeline.index.rows import Rows
from pipeline.index.spoken_of import About
from pipeline.index.tables import open_table
from pipeline.index.transformer.reader import FOLDER as READER
from pipeline.index.transformer.reader import Reader
from pipeline.index.types import Encodes, Filters, Reads
from pipeline.index.written import Written
from pipeline.text import Glossary, Passage
from schemas.document import Document
from schemas.errors import ConfigurationError
from schemas.tables import PASSAGES


class Opened:
    """The parts of an open index."""

    def __init__(self, path: Path, header: dict[str, Any], encoder: Encodes | None) -> None:
        self.path = path
        self.config = self._settings(header["config"])
        self.counts: dict[str, int] = header["counts"]
        self.documents = DocumentStore.open(path / FILE)
        self.columns = Columns.open(path / "columns")
        self.links = Links.open(path / "links", self.documents.count)
        self.lexical = LexicalIndex.open(path / "lexical")
        self.written = Written.open(path / "written")
        passages = open_table(path / "passages.arrow", PASSAGES)
        self._passages, self._spans = Rows(passages), Rows(passages.select(["language", "start", "end"]))
        self.encoder = encoder
        self.dense = DenseIndex.open(path / "dense") if encoder and (path / "dense").is_dir() else None
        self.about = self._open_about()
        self.alike = self._open_alike()
        self.inquiries = self._open_inquiries()
        self.reader: Reads | None = self._open_reader()
        sizes = {self.columns.passages, self.lexical.count, self._passages.count}
        sizes |= {len(self.dense)} if self.dense is not None else set()
        if len(sizes) != 1 or self.columns.documents != self.documents.count:
            raise unusable(path, "parts of one index", f"{sorted(sizes)} passages")
        self._filtered: Memory[Filters, Allowed | None] = Memory(16)
        self._speakers: Memory[tuple[str, ...], NDArray[np.uint8]] = Memory(8)

    @classmethod
    def open(cls, path: Path, encoder: Encodes | None = None) -> Self:
        """Map an index.

        Args:
            encoder: what encodes questions; left out, the one in the index's folder `embedder/`. Where there is
                none, the search goes by words alone, and `dense` is 0.

        Raises:
            IndexFormatError: the index is damaged, or of another version, or made by another analyser.
        """
        header = read_header(path)
        if encoder is None and (path / "embedder").is_dir():
            encoder = open_encoder(path / "embedder")
        return cls(path, header, encoder)

    def document(self, ordinal: int) -> Document:
        """The document of an ordinal."""
        return self.documents.document(ordinal)

    def find(self, reference: str) -> int | None:
        """The ordinal of a reference id, if there is such a document."""
        return self.documents.ordinal(reference)

    def held(self, references: Iterable[str]) -> list[tuple[int, Document]]:
        """The documents of some reference ids, each with its ordinal, without those that there are not."""
        ordinals = (ordinal for ordinal in map(self.find, references) if ordinal is not None)
        return [(ordinal, self.document(ordinal)) for ordinal in ordinals]

    def linking(self, ordinal: int) -> list[int]:
        """Ordinals of the documents that speak of this one."""
        return [int(source) for source in self.links.by(ordinal)]

    def lookup_passage(self, place: int) -> Passage:
        """The passage of a row of passages.arrow."""
        return Passage(**self._passages[place])  # type: ignore[arg-type]

    def span_of_passage(self, place: int) -> tuple[str, int, int]:
        """Language of the passage of a row, and where it begins and ends in the shown text; its text is left alone."""
        return self._spans.values(place)  # type: ignore[return-value]

    @cached_property
    def glossary(self) -> Glossary:
        """The glossary that the index was built with."""
        path = self.path / "glossary.json"
        try:
            return Glossary.from_dict(json.loads(path.read_bytes()), where=str(path))
        except (OSError, ValueError, ConfigurationError) as error:
            raise unusable(path, "a glossary", str(error)) from error

    @property
    def carry(self) -> bool:
        """Whether documents are also found through those that speak of them."""
        return bool(len(self.links) and self.config.linked_weight)

    def allowed(self, filters: Filters) -> Allowed | None:
        """The passages that a filter lets through; None if it lets all through. Made once for a filter, and kept."""
        return self._filtered.of(filters, self._allowed)

    def speaking(self, statuses: tuple[str, ...]) -> NDArray[np.uint8]:
        """1 for each passage of a document that speaks of another, of these statuses. Made once, and kept."""
        return self._speakers.of(statuses, self._speaking)

    def _allowed(self, filters: Filters) -> Allowed | None:
        mask = self.columns.mask(filters)
        return None if mask is None else Allowed(mask)

    def _speaking(self, statuses: tuple[str, ...]) -> NDArray[np.uint8]:
        speaking = self.links.speaking().astype(np.uint8)[self.columns.codes("document")]
        mask = self.columns.mask(Filters(statuses=statuses))
        return speaking if mask is None else speaking & mask

    def _settings(self, raw: dict[str, Any]) -> IndexConfig:
        try:
            return IndexConfig.from_dict(raw)
        except ConfigurationError as error:
            raise unusable(self.path / HEADER, f"settings: {error.expected}", error.found) from error

    def _open_about(self) -> About | None:
        """What is said of documents; an index that was made without it goes without."""
        if self.dense is None or not (self.path / "about").is_dir():
            return None
        return About.open(self.path / "about", self.dense.codes)

    def _open_inquiries(self) -> Inquiries | None:
        """What muftis were asked, where a profile names a model that compares questions with it."""
        path = self.path / INQUIRIES
        return Inquiries.open(path, self.documents.count) if path.is_dir() else None

    def _open_reader(self) -> Reads | None:
        """What reads a question and a text together, where a profile has it read."""
        path = self.path / READER
        return Reader.open(path) if path.is_dir() else None

    def _open_alike(self) -> Alike | None:
        """The words of passages, where the index has them and the encoder knows vectors of words."""
        if not (self.path / "alike").is_dir() or not isinstance(self.encoder, WordVectors):
            return None
        return Alike.open(self.path / "alike", self.columns.passages, self.encoder)
