"""A small index to answer from: a few verses, and narrations and answers in the project's own words."""

# ruff: noqa: E501  (tables of questions read better with one to a line)
from __future__ import annotations

import sys
from pathlib import Path

import pyarrow as pa
import pytest

from pipeline.answer.lexicon import Lexicon, default_lexicon
from pipeline.index import Index
from pipeline.index.build import build_index
from schemas.document import Document
from schemas.tables import DOCUMENTS

sys.path.insert(0, str(Path(__file__).parent))  # for ikhlas

from ikhlas import IKHLAS


def _verse(surah: int, number: int, ar: str, en: str) -> Document:
    return Document(
        f"quran:{surah}:{number}",
        "quran",
        "",
        "quran",
        title_ar=f"سورة {surah}:{number}",
        title_en=f"Surah {surah}:{number}",
        text_ar=ar,
        text_en=en,
        author="A Translator",
        status="approved",
    )


def _narration(
    number: int, en: str, ar: str = "", grade: str | None = None, collection: str = "bukhari"
) -> Document:
    return Document(
        f"hadith:{collection}:{number}",
        "hadith",
        collection,
        collection,
        title_ar=f"مثال {collection} {number}",
        title_en=f"Sample {collection} {number}",
        text_ar=ar or None,
        text_en=en or None,
        grade=grade,
        status="approved",
    )


def _answer(number: int, question: str, text: str, author: str) -> Document:
    return Document(
        f"fatwa:sample:{number}",
        "fatwa",
        "sample",
        "sample",
        title_en=question.rstrip("?"),
        question_en=question,
        text_en=text,
        author=author,
        status="sample",
    )


def documents() -> list[Document]:
    """What the small index holds. Nothing here but the four verses is a text of any source."""
    held = [_verse(112, place, ar, en) for place, (ar, en) in enumerate(IKHLAS, start=1)]
    held.append(_verse(9, 36, "مثال عن الشهور", "A stand-in that speaks of the months"))
    held += [
        _narration(1, "Narrated a teller: It was said, \"The traveller may break his fast and make it up later.\"",
                   "حدثنا راو قال \"المسافر له أن يفطر ثم يقضي\""),
        _narration(2, "Narrated a teller: It was said, \"Whoever feeds a fasting person has his reward.\""),
        _narration(3, "Narrated a teller: It was said, \"Lighthouses *guide* <b>ships</b> & [sailors] at night.\"",
                   grade="Da'if (weak)"),
        _narration(7, "Narrated another: It was said, \"The traveller may break his fast and make it up later.\"",
                   collection="muslim"),
        _narration(8, "", "حدثنا راو قال \"للمسجد خمسة أبواب في هذا المثال\""),
        _answer(1, "What must someone do who eats forgetfully while fasting?",
                "He completes his fast, and nothing more is due from him. This is a sample.", "First author"),
        _answer(2, "How should someone who eats forgetfully while fasting complete the fast?",
                "He goes on fasting; some would have him make the day up. This is a sample too.", "Second author"),
        Document("tafsir:sample:112:1", "tafsir", "sample", "sample", title_en="Comment on 112:1",
                 text_en="A comment in the project's own words on the oneness of Allah.", status="draft",
                 links=("quran:112:1",)),
    ]  # fmt: skip
    words = ("water", "camel", "market", "journey", "garden", "neighbour", "guest", "orphan", "debt", "prayer",
             "charity", "patience", "mercy", "truth", "promise", "parents", "knowledge", "night", "rain", "harvest")  # fmt: skip
    for place, word in enumerate(words, start=100):
        held.append(
            _narration(place, f'Narrated a teller: It was said, "The {word} is spoken of in sample {place}."')
        )
    return held


@pytest.fixture(scope="session")
def index_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the small index."""
    home = tmp_path_factory.mktemp("answering")
    table = pa.Table.from_pylist([one.as_row() for one in documents()], schema=DOCUMENTS)
    with pa.OSFile(str(home / "documents.arrow"), "wb") as file, pa.ipc.new_file(file, DOCUMENTS) as writer:
        writer.write_table(table)
    glossary = {
        "concepts": [
            {"id": "fasting", "ar": ["الصيام", "الصوم"], "en": ["fasting", "fast"], "translit": ["sawm"]}
        ]
    }
    build_index(home / "documents.arrow", home / "index", glossary=glossary)
    return home / "index"


@pytest.fixture(scope="session")
def index(index_path: Path) -> Index:
    """The small index, open."""
    return Index.open(index_path)


@pytest.fixture(scope="session")
def lexicon() -> Lexicon:
    """The lists beside the code."""
    return default_lexicon()
