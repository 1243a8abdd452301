"""Questions and files that nobody hoped for: a sane result, or an error that says what is wrong."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from numpy.typing import NDArray

from pipeline.index import Filters, Index
from pipeline.index.build import build_index
from schemas.document import Document
from schemas.errors import IndexFormatError
from schemas.tables import DOCUMENTS

GLOSSARY = {"concepts": [{"id": "gold", "ar": ["ذهب"], "en": ["gold"]}]}
TEXTS = (
    ("زكاة الذهب واجبة إذا بلغ النصاب", "Zakat is due on gold that reaches the threshold"),
    ("صيام رمضان فرض على كل مسلم", "Fasting in Ramadan is a duty"),
    ("المسافر يقصر الصلاة", "A traveller shortens the prayer"),
)
THIRD_SCRIPTS = (
    "什么是斋戒",
    "Что такое пост?",
    "উপবাস কী",
    "断食とは何ですか",
    "🕌🕋",
    "ⵜⵉⴼⵉⵏⴰⵖ",
    "ruling 什么 على 😀 zzz",
)
NOT_FOUND = ("xyzzyq plughh", "the of and is to", "في من على إلى", "؟!،؛", "\u200f\u200e\u0640", "0")


class Words:
    """Each word adds its own sign pattern, so texts that share words lie near each other."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
        rows = np.zeros((len(texts), 16), np.int64)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                row += 2 * np.frombuffer(hashlib.sha256(word.encode()).digest()[:16], np.uint8) // 32 - 7
        return np.clip(rows, -127, 127).astype(np.int8)


def write(path: Path, copies: int = 20) -> Path:
    documents = [
        Document(f"fatwa:house:{number}", "fatwa", "house", "house", text_ar=arabic, text_en=english)
        for number, (arabic, english) in enumerate(TEXTS * copies, start=1)
    ]
    with pa.OSFile(str(path), "wb") as stream, pa.ipc.new_file(stream, DOCUMENTS) as writer:
        writer.write_table(pa.Table.from_pylist([one.as_row() for one in documents], DOCUMENTS))
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("input")
    build_index(write(path / "in.arrow"), path / "out", glossary=GLOSSARY, embedder=Words())
    return path / "out"


@pytest.fixture(scope="module")
def index(folder: Path) -> Index:
    return Index.open(folder, Words())


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "copy"))


def ordered(index: Index, question: str, filters: Filters = Filters()) -> int:  # noqa: B008
    """How many hits; they must be in order, each document once, and the same when asked again."""
    result = index.search(question, k=30, filters=filters)
    assert result.hits == index.search(question, k=30, filters=filters).hits
    keys = [(-hit.fused, hit.ordinal) for hit in result.hits]
    assert keys == sorted(keys)
    assert len({hit.ordinal for hit in result.hits}) == len(keys) <= 30
    assert all(hit.fused > 0 for hit in result.hits)
    return len(keys)


def test_a_question_of_four_thousand_characters(index: Index) -> None:
    long = ("what is due on gold and who must fast ولماذا يصوم المسافر " * 100)[:4000]
    assert ordered(index, long) == 30
    assert ordered(index, "ب" * 4000) <= 30
    assert ordered(index, "a" * 4000) <= 30


def test_a_question_of_four_hundred_different_words(index: Index) -> None:
    unknown = " ".join(f"qz{number}x" for number in range(400))
    assert len(index.search(unknown).tokens) == 400
    ordered(index, unknown)
    assert ordered(index, unknown + " gold threshold") == 30
    hit = index.search(unknown + " gold threshold").hits[0]
    assert hit.lexical > 0
    assert hit.ordinal % len(TEXTS) == 0


@pytest.mark.parametrize("question", [*NOT_FOUND, *THIRD_SCRIPTS])
def test_words_that_no_text_has_are_no_error(index: Index, question: str) -> None:
    ordered(index, question)
    ordered(index, question, Filters(kinds=("fatwa",), languages=("en",)))
    assert all(hit.lexical == 0 for hit in index.search(question).hits)


@pytest.mark.parametrize("k", [-1, 0, 1, 1000])
def test_any_number_of_hits_may_be_asked_for(index: Index, k: int) -> None:
    assert len(index.search("gold", k=k).hits) == min(max(k, 0), len(index.search("gold", k=9999).hits))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3])


def grown(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\0")


def gone(path: Path) -> None:
    path.unlink()


def emptied(path: Path) -> None:
    path.write_bytes(b"")


FILES = (
    "dense/header.json",
    "dense/vectors.faiss",
    "columns/language.bin",
    "columns/header.json",
    "links/by_starts.bin",
    "documents.arrow",
    "passages.arrow",
    "index.json",
)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("damage", [cut, gone, emptied])
def test_a_damaged_file_is_told_when_the_index_is_opened(
    copy: Path, name: str, damage: Callable[[Path], None]
) -> None:
    damage(copy / name)
    with pytest.raises(IndexFormatError) as caught:
        Index.open(copy, Words())
    assert str(copy) in str(caught.value)


@pytest.mark.parametrize("name", ["dense/vectors.faiss", "columns/language.bin", "links/by_starts.bin"])
def test_arrays_that_are_too_long_are_told(copy: Path, name: str) -> None:
    grown(copy / name)
    with pytest.raises(IndexFormatError):
        Index.open(copy, Words())


def test_tables_in_each_others_place_are_told(copy: Path) -> None:
    one, other = copy / "documents.arrow", copy / "passages.arrow"
    one.rename(copy / "third")
    other.rename(one)
    (copy / "third").rename(other)
    with pytest.raises(IndexFormatError):
        Index.open(copy, Words())


def test_arrays_in_each_others_place_are_told(copy: Path) -> None:
    one, other = copy / "columns" / "document.bin", copy / "columns" / "language.bin"
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(content)
    with pytest.raises(IndexFormatError):
        Index.open(copy, Words())


def test_the_vectors_of_another_collection_are_told(copy: Path, tmp_path: Path) -> None:
    build_index(write(tmp_path / "in.arrow", 2), tmp_path / "other", glossary=GLOSSARY, embedder=Words())
    shutil.rmtree(copy / "dense")
    shutil.copytree(tmp_path / "other" / "dense", copy / "dense")
    with pytest.raises(IndexFormatError, match="parts of one index"):
        Index.open(copy, Words())


@pytest.mark.parametrize("part", ["dense", "columns", "links"])
def test_a_part_of_another_version_is_told(copy: Path, part: str) -> None:
    path = copy / part / "header.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "version": 99}))
    with pytest.raises(IndexFormatError, match="version"):
        Index.open(copy, Words())


def read_all(folder: Path) -> None:
    index = Index.open(folder, Words())
    for hit in index.search("gold threshold", k=60).hits:
        index.document(hit.ordinal)
        index.lookup_passage(hit.passage)
    index.documents.references()
    index.find("fatwa:house:7")


@pytest.mark.parametrize("name", ["documents.arrow", "passages.arrow"])
def test_any_flipped_byte_of_a_table_is_told_or_harmless(copy: Path, name: str) -> None:
    whole = (copy / name).read_bytes()
    told = 0
    for place in [0, 3, 8, *range(1, len(whole), len(whole) // 120), *range(len(whole) - 200, len(whole), 9)]:
        (copy / name).write_bytes(whole[:place] + bytes([whole[place] ^ 0x7F]) + whole[place + 1 :])
        try:
            read_all(copy)
        except IndexFormatError:
            told += 1
    assert told > 10


def test_an_id_that_is_none_is_told_as_damage_and_not_as_a_wrong_question(copy: Path) -> None:
    table = copy / "documents.arrow"
    whole = table.read_bytes()
    assert b"fatwa:house:31" in whole
    table.write_bytes(whole.replace(b"fatwa:house:31", b"fatwa:house 31"))
    with pytest.raises(IndexFormatError, match="damaged"):
        Index.open(copy, Words()).find("fatwa:house:31")


@pytest.mark.parametrize("name", ["links/of_starts.bin", "columns/document.bin"])
def test_any_flipped_byte_of_what_leads_elsewhere_is_told(copy: Path, name: str) -> None:
    whole = (copy / name).read_bytes()
    for place in range(0, len(whole), max(1, len(whole) // 60)):
        (copy / name).write_bytes(whole[:place] + bytes([whole[place] ^ 0x7F]) + whole[place + 1 :])
        with pytest.raises(IndexFormatError):
            Index.open(copy, Words())
