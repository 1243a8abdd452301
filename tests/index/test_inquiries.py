"""What muftis were asked: which answers are held, how alike questions are, and what a second build takes over."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from analysis_world import make_encoder
from embedder_documents import write_documents

from pipeline.answer.look import look
from pipeline.answer.resources import resources_of
from pipeline.index import Index
from pipeline.index.build import build_index
from pipeline.index.embedder import VECTOR_LENGTH
from pipeline.index.encoders import open_encoder
from pipeline.index.inquiries import (
    FOLDER,
    MODEL,
    READ,
    SAME,
    Inquiries,
    Likeness,
    build_inquiries,
    inquiries_of,
)
from pipeline.index.tables import open_table
from schemas.document import Document
from schemas.errors import IndexFormatError
from schemas.reference import ReferenceId
from schemas.tables import DOCUMENTS


def fatwa(number: int, title: str | None, question: str = "", **changes: Any) -> Document:
    told: dict[str, Any] = {
        "id": f"fatwa:toy:{number}",
        "kind": "fatwa",
        "collection": "toy",
        "source": "toy",
        "title_en": title,
        "question_en": question,
        "text_en": f"An answer of the tests to {title}.",
        "status": "approved",
    }
    return Document(**{**told, **changes})


WORLD = [
    fatwa(1, "mercy of the night"),
    fatwa(2, "prayer in a journey", "Someone travels by ship."),
    fatwa(3, "mercy of the night", status="draft"),
    fatwa(4, None, "A question without a title."),
    fatwa(5, " ", "A question with an empty title."),
    fatwa(6, "gold and alms", status="sample"),
    fatwa(7, None, title_ar="زكاة الذهب", text_ar="جواب"),
    fatwa(8, "fasting"),
    Document("hadith:toy:1", "hadith", "toy", "toy", title_en="mercy", text_en="mercy of the night"),
]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    make_encoder(folder)
    return folder


def table_of(folder: Path, documents: list[Document]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return write_documents(
        folder / "documents.arrow", sorted(documents, key=lambda one: ReferenceId.parse(one.id).key())
    )


def made(folder: Path, model: Path, documents: list[Document], earlier: Path | None = None) -> dict[str, int]:
    counts = build_inquiries(table_of(folder, documents), model, folder, "en", earlier=earlier)
    shutil.copytree(model, folder / FOLDER / MODEL)
    return counts


def ids(folder: Path, ordinals: list[int]) -> list[str]:
    column = open_table(folder / "documents.arrow", DOCUMENTS)["id"].to_pylist()
    return [column[one] for one in ordinals]


def test_published_answers_with_a_title_are_held(tmp_path: Path) -> None:
    documents = open_table(table_of(tmp_path, WORLD), DOCUMENTS)
    ordinals, texts = inquiries_of(documents, "en")
    held = dict(zip(ids(tmp_path, ordinals), texts, strict=True))
    assert held == {
        "fatwa:toy:1": "mercy of the night",
        "fatwa:toy:2": "prayer in a journey. Someone travels by ship",
        "fatwa:toy:3": "mercy of the night",
        "fatwa:toy:8": "fasting",
    }
    ordinals, texts = inquiries_of(documents, "ar")
    assert ids(tmp_path, ordinals) == ["fatwa:toy:7"]
    assert texts == ["زكاة الذهب"]


def test_a_question_is_read_from_its_beginning_in_whole_words(tmp_path: Path) -> None:
    words = "word " * 50
    documents = [
        fatwa(1, "title\n of two lines", f"  {words}"),
        fatwa(2, "a", "x" * 500),
        fatwa(3, "b", "y" * READ),
    ]
    _, texts = inquiries_of(open_table(table_of(tmp_path, documents), DOCUMENTS), "en")
    assert texts[0] == "title of two lines. " + " ".join(["word"] * (READ // 5))
    assert texts[1] == "a", "a word that does not end is left out"
    assert texts[2] == f"b. {'y' * READ}"


def test_likeness_is_the_cosine_and_the_nearest_stand_in_order(tmp_path: Path, model: Path) -> None:
    made(tmp_path, model, WORLD)
    opened = Inquiries.open(tmp_path / FOLDER, len(WORLD))
    assert (len(opened), opened.language) == (4, "en")
    likeness = opened.likeness("mercy of the night")
    first, second, *others = likeness.nearest(10)
    assert ids(tmp_path, [first, second]) == ["fatwa:toy:1", "fatwa:toy:3"], "equals by their ids"
    assert likeness.of(first) == likeness.of(second) == likeness.most
    assert likeness.most == pytest.approx(SAME, rel=0.02)
    vectors = open_encoder(model).encode(["mercy of the night", "fasting"]).astype(int)
    fasting = others[ids(tmp_path, others).index("fatwa:toy:8")]
    assert likeness.of(fasting) == int(vectors[0] @ vectors[1])
    assert likeness.of(fasting) == pytest.approx(SAME * _cosine(*vectors), abs=SAME * 0.02)
    held = {first, second, *others}
    assert [likeness.of(one) for one in range(-1, len(WORLD) + 1) if one not in held] == [None] * 7
    assert likeness.nearest(0) == []
    assert likeness.meaning == open_encoder(model).encode(["mercy of the night"])[0].tobytes()


def _cosine(left: np.ndarray, right: np.ndarray) -> float:
    return float(left @ right / np.linalg.norm(left) / np.linalg.norm(right))


def test_a_question_of_no_known_word_is_like_none(tmp_path: Path, model: Path) -> None:
    made(tmp_path, model, WORLD)
    likeness = Inquiries.open(tmp_path / FOLDER, len(WORLD)).likeness("qqq")
    assert likeness.most == 0
    assert len(likeness.nearest(2)) == 2


def test_what_an_earlier_build_read_is_taken_over_and_gives_the_same_bytes(
    tmp_path: Path, model: Path
) -> None:
    first, again, anew = tmp_path / "first", tmp_path / "again", tmp_path / "anew"
    assert made(first, model, WORLD) == {"inquiries": 4, "taken": 0}
    changed = [fatwa(0, "rain and ship"), *WORLD[1:], fatwa(9, "fasting and mercy")]
    assert made(again, model, changed, earlier=first) == {"inquiries": 5, "taken": 3}
    assert made(anew, model, changed) == {"inquiries": 5, "taken": 0}
    for path in sorted((anew / FOLDER).rglob("*")):
        if path.is_file():
            assert path.read_bytes() == (again / path.relative_to(anew)).read_bytes(), path.name


def test_progress_counts_the_texts_that_are_read(tmp_path: Path, model: Path) -> None:
    told: list[tuple[int, int]] = []
    table = table_of(tmp_path, WORLD)
    build_inquiries(table, model, tmp_path, "en", progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 3), (3, 3)], "equal texts are read once"


def test_a_corpus_without_such_answers_has_none(tmp_path: Path, model: Path) -> None:
    assert made(tmp_path, model, WORLD[-1:]) == {"inquiries": 0, "taken": 0}
    opened = Inquiries.open(tmp_path / FOLDER, 1)
    likeness = opened.likeness("mercy")
    assert (len(opened), likeness.most, likeness.nearest(5), likeness.of(0)) == (0, 0, [], None)


@pytest.mark.parametrize(
    "damage",
    ["documents", "order", "dimensions", "language"],
)
def test_what_does_not_fit_the_index_is_refused(tmp_path: Path, model: Path, damage: str) -> None:
    made(tmp_path, model, WORLD)
    count, header = len(WORLD), tmp_path / FOLDER / "header.json"
    told = json.loads(header.read_bytes())
    if damage == "documents":
        count = 3
    elif damage == "order":
        path = tmp_path / FOLDER / "documents.bin"
        path.write_bytes(np.frombuffer(path.read_bytes(), "<i4")[::-1].tobytes())
    elif damage == "dimensions":
        told["arrays"]["vectors"]["shape"] = [8, told["arrays"]["vectors"]["shape"][1] // 2]
    else:
        told["facts"]["language"] = "fr"
    header.write_text(json.dumps(told))
    with pytest.raises(IndexFormatError) as caught:
        Inquiries.open(tmp_path / FOLDER, count)
    assert FOLDER in str(caught.value.where)


def test_a_file_that_was_cut_is_refused(tmp_path: Path, model: Path) -> None:
    made(tmp_path, model, WORLD)
    path = tmp_path / FOLDER / "vectors.bin"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(IndexFormatError):
        Inquiries.open(tmp_path / FOLDER, len(WORLD))


def test_documents_found_otherwise_have_the_scores_of_a_search(tmp_path: Path, model: Path) -> None:
    glossary = {"version": 1, "concepts": []}
    build_index(
        table_of(tmp_path / "table", WORLD),
        tmp_path / "index",
        glossary=glossary,
        embedder=open_encoder(model),
    )
    index = Index.open(tmp_path / "index", open_encoder(model))
    assert index.inquiries is None
    found = {hit.ordinal: hit for hit in index.search("mercy of the night", k=20).hits}
    searching = index.searching("mercy of the night")
    among = searching.among(sorted(found, reverse=True))
    assert {hit.ordinal for hit in among} == set(found)
    assert [hit.fused for hit in among] == sorted((hit.fused for hit in among), reverse=True)
    for hit in among:
        other = found[hit.ordinal]
        assert (hit.passage, hit.lexical, hit.dense) == (other.passage, other.lexical, other.dense)
    assert searching.among([]) == ()


def test_an_index_opens_what_lies_in_its_folder(tmp_path: Path, model: Path) -> None:
    glossary = {"version": 1, "concepts": []}
    table = table_of(tmp_path / "table", WORLD)
    build_index(table, tmp_path / "index", glossary=glossary, embedder=open_encoder(model))
    build_inquiries(table, model, tmp_path / "index", "en")
    shutil.copytree(model, tmp_path / "index" / FOLDER / MODEL)
    index = Index.open(tmp_path / "index", open_encoder(model))
    index.warm()
    assert index.inquiries is not None
    assert len(index.inquiries) == 4
    english, arabic = (look(index, one, resources_of(index)) for one in ("What is mercy?", "ما الرحمة؟"))
    assert english.meaning == index.inquiries.likeness(english.route.text).meaning
    assert any(english.meaning)
    assert arabic.meaning == b"", "the model reads one language"


def test_nothing_is_known_of_documents_beyond_the_last() -> None:
    likeness = Likeness(np.array([2, 5], np.int32), np.array([7, 9], np.int32))
    assert [likeness.of(one) for one in range(8)] == [None, None, 7, None, None, 9, None, None]
    assert (likeness.most, likeness.nearest(1)) == (9, [5])


def test_vectors_have_one_length() -> None:
    assert VECTOR_LENGTH**2 == SAME
