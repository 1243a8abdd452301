"""Small made-up documents in two languages, for the tests of the embedder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa

from schemas.document import Document
from schemas.reference import ReferenceId
from schemas.tables import DOCUMENTS

ENGLISH = [
    "water", "fire", "stone", "river", "garden", "horse", "camel", "light", "night", "road",
    "market", "bread", "house", "garment", "patience", "mercy", "knowledge", "travel", "neighbour", "mother",
    "father", "child", "ship", "rain", "mountain", "star", "moon", "sun", "gold", "silver",
]  # fmt: skip
ARABIC = [
    "ماء", "نار", "حجر", "نهر", "بستان", "فرس", "جمل", "ضوء", "ليل", "طريق",
    "سوق", "خبز", "بيت", "ثوب", "صبر", "رحمة", "علم", "سفر", "جار", "والدة",
    "والد", "طفل", "سفينة", "مطر", "جبل", "نجم", "قمر", "شمس", "ذهب", "فضة",
]  # fmt: skip


def sentences(count: int, seed: int, words: int = 5) -> list[tuple[str, str]]:
    """The same things said in English and in Arabic, in another order."""
    generator = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        chosen = generator.choice(len(ENGLISH), words, replace=False)
        other = generator.permutation(chosen)
        made.append((" ".join(ENGLISH[i] for i in chosen), " ".join(ARABIC[i] for i in other)))
    return made


def toy_documents(count: int = 240) -> list[Document]:
    """Verses, none beside another, with a comment each; every sixth has a chapter, every tenth text is long."""
    documents = []
    for place, (english, arabic) in enumerate(sentences(count, seed=4), start=1):
        if place % 10 == 0:
            english, arabic = " ".join([english] * 6), " ".join([arabic] * 6)
        chapter = ENGLISH[place % len(ENGLISH)] if place % 6 == 0 else None
        verse = Document(
            id=f"quran:{place}:1",
            kind="quran",
            collection="",
            source="toy",
            chapter_en=chapter,
            text_ar=arabic,
            text_en=english,
        )
        comment = Document(
            id=f"tafsir:toy:{place}:1",
            kind="tafsir",
            collection="toy",
            source="toy",
            text_ar=f"{arabic} {ARABIC[place % len(ARABIC)]}",
            links=(verse.id,),
        )
        documents += [verse, comment]
    return sorted(documents, key=lambda document: ReferenceId.parse(document.id))


def write_documents(path: Path, documents: list[Document]) -> Path:
    """The documents table as an Arrow file."""
    table = pa.Table.from_pylist([document.as_row() for document in documents], schema=DOCUMENTS)
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, DOCUMENTS) as writer:
        writer.write_table(table)
    return path
