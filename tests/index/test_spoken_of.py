"""What is said of documents: an oracle in plain Python, damage, equal bytes, and a verse that only this finds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from pipeline.index import Filters, Index
from pipeline.index.build import build_index
from pipeline.index.config import IndexConfig
from pipeline.index.dense.vectors import BIAS
from pipeline.index.links import Links, build_links
from pipeline.index.spoken_of import LENGTH, About, build_about
from schemas.document import Document
from schemas.errors import IndexFormatError
from schemas.tables import DOCUMENTS

DIMENSIONS = 4
VERSES = Filters(kinds=("quran",))


def written(passages: Sequence[Sequence[list[int]]], links: Sequence[Sequence[int]], out: Path) -> About:
    """Documents given as the vectors of their passages, and whom each speaks of."""
    flat = [vector for document in passages for vector in document]
    vectors = np.array(flat, np.int8).reshape(-1, DIMENSIONS)
    firsts = np.cumsum([0, *map(len, passages)], dtype=np.int64)
    names = [str(place) for place in range(len(passages))]
    out.mkdir(parents=True, exist_ok=True)
    linked = [[names[one] for one in found] for found in links]
    build_links(pa.chunked_array([linked], pa.list_(pa.string())), pa.chunked_array([names]), out / "links")
    build_about(vectors, firsts, Links.open(out / "links", len(names)), out / "about")
    return About.open(out / "about", vectors.view(np.uint8) ^ BIAS)


vector = st.lists(st.integers(-100, 100), min_size=DIMENSIONS, max_size=DIMENSIONS)
document = st.tuples(st.lists(vector, min_size=1, max_size=3), st.lists(st.integers(0, 5), max_size=3))


@settings(max_examples=60)
@given(st.lists(document, min_size=6, max_size=6), vector, st.integers(1, 6))
def test_the_nearest_that_speak_are_those_of_an_oracle(
    tmp_path_factory: pytest.TempPathFactory,
    documents: list[tuple[list[list[int]], list[int]]],
    asked: list[int],
    count: int,
) -> None:
    passages = [found for found, _ in documents]
    links = [sorted({one for one in named if one != place}) for place, (_, named) in enumerate(documents)]
    about = written(passages, links, tmp_path_factory.mktemp("about"))
    rows = [(owner, np.array(one)) for owner, found in enumerate(passages) for one in found]
    allowed = np.ones(len(rows), np.uint8)
    allowed[0] = 0
    question = np.array(asked, np.int8)
    scores = {
        row: int(one @ question.astype(int))
        for row, (owner, one) in enumerate(rows)
        if links[owner] and allowed[row]
    }
    times = [row for row, (owner, _) in enumerate(rows) if row in scores for _ in links[owner]]
    nearest = sorted(times, key=lambda row: (-scores[row], row))[:count]
    found = about.speaking(question, len(documents)).nearest(count, allowed).tolist()
    assert found == sorted({row for row in nearest if scores[row] > 0 and any(asked)})
    assert len(about) == len({target for named in links for target in named})


def test_what_is_said_is_one_direction_whatever_the_length(tmp_path: Path) -> None:
    about = written([[[0, 0, 0, 9]], [[90, 0, 0, 0]], [[0, 3, 0, 0], [0, 2, 0, 0]]], [[], [0], [0]], tmp_path)
    said = np.fromfile(tmp_path / "about" / "vectors.bin", np.uint8).astype(int) - BIAS
    assert said[0] == said[1] == min(127, round(LENGTH / 2**0.5))
    assert said[2] == said[3] == 0
    assert about.speaking(np.array([1, 0, 0, 0], np.int8), 1).nearest(9, np.ones(4, np.uint8)).tolist() == [1]
    assert about.speaking(np.zeros(4, np.int8), 1).nearest(9, np.ones(4, np.uint8)).tolist() == []


def test_equal_vectors_give_equal_bytes_and_damage_is_told(tmp_path: Path) -> None:
    passages, links = [[[1, 2, 3, 4]], [[4, 3, 2, 1]], [[-5, 0, 0, 1]]], [[], [0], [0, 1]]
    for name in ("one", "two"):
        written(passages, links, tmp_path / name)
    for file in sorted((tmp_path / "one" / "about").iterdir()):
        assert file.read_bytes() == (tmp_path / "two" / "about" / file.name).read_bytes()
    with pytest.raises(IndexFormatError, match="does not fit the passages"):
        About.open(tmp_path / "one" / "about", np.zeros((1, DIMENSIONS), np.uint8))
    (tmp_path / "one" / "about" / "starts.bin").write_bytes(b"")
    with pytest.raises(IndexFormatError):
        About.open(tmp_path / "one" / "about", np.zeros((3, DIMENSIONS), np.uint8))


def test_nothing_that_speaks_is_no_error(tmp_path: Path) -> None:
    about = written([[[1, 2, 3, 4]]], [[]], tmp_path)
    assert len(about) == 0
    assert about.speaking(np.ones(4, np.int8), 5).nearest(5, np.ones(1, np.uint8)).tolist() == []


class Topics:
    """Two topics, and how strongly a text speaks of the first."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
        rows = [[20 * text.count("rain"), 90 * ("gold" in text), 1, 0] for text in texts]
        return np.array(rows, np.int64).clip(-127, 127).astype(np.int8).reshape(-1, 4)


def test_a_verse_is_found_though_nearer_passages_hide_its_commentary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one(name: str, kind: str, text: str, links: tuple[str, ...] = ()) -> Document:
        return Document(name, kind, "set", "set", text_en=text, links=links)  # type: ignore[arg-type]

    documents = [one("quran:1:1", "quran", "alpha"), one("quran:1:2", "quran", "beta")]
    documents += [one("tafsir:set:1", "tafsir", "rain above", ("quran:1:1",))]
    documents += [one("tafsir:set:2", "tafsir", "gold", ("quran:1:2",))]
    documents += [one(f"hadith:set:{place}", "hadith", "rain rain rain") for place in range(9)]
    rows = pa.Table.from_pylist([found.as_row() for found in documents], DOCUMENTS)
    with pa.OSFile(str(tmp_path / "in.arrow"), "wb") as stream, pa.ipc.new_file(stream, DOCUMENTS) as writer:
        writer.write_table(rows)
    build_index(tmp_path / "in.arrow", tmp_path / "out", glossary={"concepts": []}, embedder=Topics())
    index = Index.open(tmp_path / "out", Topics())
    found = {}
    for about in (0, 1):
        monkeypatch.setattr(index, "config", IndexConfig(depth=1, about=about))
        hits = index.search("drains", k=1, filters=VERSES).hits
        found[about] = [hit.reference for hit in hits if hit.linked]
    assert found == {0: [], 1: ["quran:1:1"]}
