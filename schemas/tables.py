"""The tables that stages hand to each other, as Arrow schemas.

A column's meaning is stated once, here. Texts are the original ones, byte for byte; what a search sees
is derived from them later and never replaces them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import pyarrow as pa

from schemas.errors import AccountingError
from schemas.sentence import said

LANGUAGES = ("ar", "en")

DOCUMENTS = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),  # reference id, without passage and language
        pa.field("kind", pa.string(), nullable=False),  # schemas.reference.Kind
        pa.field("collection", pa.string(), nullable=False),  # "" for the Qur'an
        pa.field("source", pa.string(), nullable=False),  # id of the card
        pa.field("title_ar", pa.string()),
        pa.field("title_en", pa.string()),
        pa.field("chapter_ar", pa.string()),
        pa.field("chapter_en", pa.string()),
        pa.field("question_ar", pa.string()),  # what a fatwa was asked
        pa.field("question_en", pa.string()),
        pa.field("text_ar", pa.string()),  # the original text, byte for byte
        pa.field("text_en", pa.string()),
        pa.field("markup", pa.string(), nullable=False),  # plain | html | markdown: how the texts are written
        pa.field("author", pa.string()),  # narrator, commentator, mufti; of a verse, its translator
        pa.field("grade", pa.string()),  # of a narration, in the source's words
        pa.field("url", pa.string()),
        pa.field("status", pa.string(), nullable=False),  # approved | draft | sample
        pa.field("links", pa.list_(pa.string()), nullable=False),  # documents that this one speaks of, sorted
        pa.field("digest", pa.string(), nullable=False),  # sha256 of the content, see `content_digest`
    ]
)

CONTENT_FIELDS = (
    "title_ar",
    "title_en",
    "chapter_ar",
    "chapter_en",
    "question_ar",
    "question_en",
    "text_ar",
    "text_en",
    "markup",
    "author",
    "grade",
    "links",
)

QUARANTINE = pa.schema(
    [
        pa.field("source", pa.string(), nullable=False),
        pa.field("row", pa.int64(), nullable=False),  # 1-based, as a person counts records; 0: the whole file
        pa.field("where", pa.string(), nullable=False),  # member, sheet, or file, with the line where known
        pa.field("field", pa.string(), nullable=False),  # "" when the whole row is meant
        pa.field("value", pa.string(), nullable=False),  # at most 300 characters of what was found
        pa.field("severity", pa.string(), nullable=False),  # quarantined | warning (kept, with a word)
        pa.field("reason", pa.string(), nullable=False),  # a stable code, as in `empty-text`
        pa.field("message", pa.string(), nullable=False),  # plain language, for an editor
        pa.field("remedy", pa.string(), nullable=False),  # how to mend it
    ]
)

PASSAGES = pa.schema(
    [
        pa.field("document", pa.string(), nullable=False),  # reference id of the document
        pa.field("language", pa.string(), nullable=False),  # ar | en
        pa.field("number", pa.int32(), nullable=False),  # 1-based within document and language
        pa.field("start", pa.int32(), nullable=False),  # code points into the shown text, half open
        pa.field("end", pa.int32(), nullable=False),
        pa.field("heading", pa.string(), nullable=False),  # title, chapter and question: searched, not shown
        pa.field("text", pa.string(), nullable=False),  # the window itself, as shown
    ]
)

COPIES = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),  # what the source calls it; no document has this id
        pa.field("of", pa.string(), nullable=False),  # the document with the same words
        pa.field("source", pa.string(), nullable=False),
        pa.field("of_source", pa.string(), nullable=False),
        pa.field("title_ar", pa.string()),
        pa.field("title_en", pa.string()),
        pa.field("author", pa.string()),
        pa.field("grade", pa.string()),
        pa.field("url", pa.string()),
        pa.field("digest", pa.string(), nullable=False),  # of the copy's own content
    ]
)

LEDGER = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),
        pa.field("digest", pa.string(), nullable=False),
        pa.field("first_seen", pa.int32(), nullable=False),  # number of the release that published the id
        pa.field("status", pa.string(), nullable=False),  # live | retired | merged
        pa.field("merged_into", pa.string()),  # the id that took its place, when merged
        pa.field(
            "approved", pa.bool_(), nullable=False
        ),  # a text was once published as approved under the id
    ]
)


@dataclass(frozen=True, slots=True)
class IngestCounts:
    """What became of the rows of one source. `rows` equals the sum of the other four."""

    rows: int
    documents: int
    quarantined: int
    duplicates: int = 0  # declared duplicates of another row or source
    merged: int = 0  # rows joined to a document that another row opened (a grouped comment, a heading)

    def check(self, source: str) -> None:
        """Raise `AccountingError` unless every row is accounted for."""
        told = self.documents + self.quarantined + self.duplicates + self.merged
        if self.rows != told:
            raise AccountingError(
                said("rows of “{source}” are not all accounted for", source=source),
                expected=said("{rows} = documents + quarantined + duplicates + merged", rows=self.rows),
                found=f"{self.documents} + {self.quarantined} + {self.duplicates} + {self.merged} = {told}",
                where=source,
                remedy="this is a defect of the reader, not of the source: please report it with the card",
            )

    def as_dict(self) -> dict[str, int]:
        """The counts by name."""
        return asdict(self)


def canonical_json(value: object) -> bytes:
    """JSON with one spelling: sorted keys, no spaces, UTF-8, no NaN. The form that digests are taken of."""
    return json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    ).encode()


def content_digest(document: Mapping[str, object]) -> str:
    """sha256 (hex) of what a document says; its id, url, source and review status do not count."""
    return hashlib.sha256(
        canonical_json({field: document.get(field) for field in CONTENT_FIELDS})
    ).hexdigest()
