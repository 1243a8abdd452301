"""Building an index of documents, and searching it."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from pipeline.index import Filters, Index
from pipeline.index.build import build_index
from pipeline.index.config import IndexConfig
from pipeline.index.fusion import ONE
from schemas.document import Document
from schemas.errors import BuildError, ConfigurationError, IndexFormatError
from schemas.tables import DOCUMENTS

ROOT = Path(__file__).parents[2]
GLOSSARY = {
    "concepts": [
        {"id": "fasting", "ar": ["صيام"], "en": ["fasting"]},
        {"id": "gold", "ar": ["ذهب"], "en": ["gold"]},
    ]
}


def verse(number: int, arabic: str, english: str) -> Document:
    return Document(
        f"quran:2:{number}", "quran", "", "mushaf", text_ar=arabic, text_en=english, status="approved"
    )


def comment(collection: str, number: int, text: str, status: str = "approved") -> Document:
    return Document(
        f"tafsir:{collection}:2:{number}",
        "tafsir",
        collection,
        collection,
        text_ar=text,
        status=status,
        links=(f"quran:2:{number}",),
    )


DOCUMENTS_HERE = [
    Document(
        "hadith:bukhari:10", "hadith", "bukhari", "bukhari", text_en="Fasting is a shield.", status="draft"
    ),
    Document("hadith:bukhari:9", "hadith", "bukhari", "bukhari", text_ar="الصيام جنة", text_en="A shield."),
    verse(1, "كتب عليكم الصيام", "Fasting is decreed upon you"),
    verse(2, "وأتموا الحج والعمرة لله", "And complete the pilgrimage"),
    verse(3, "الحمد لله رب العالمين", "All praise is due to the Lord of the worlds"),
    comment("one", 1, "فرض الله الصوم على المؤمنين"),
    comment("one", 3, "الشكر على النعمة وعلى العافية"),
    comment("two", 3, "الشكر الكامل على النعمة", status="draft"),
    Document(
        "fatwa:house:1",
        "fatwa",
        "house",
        "house",
        question_en="Is zakat due on jewellery?",
        text_en=" ".join(f"Sentence number {number} speaks of gold." for number in range(120)),
        status="approved",
        links=("quran:2:3", "hadith:nowhere:1", "fatwa:house:1"),
    ),
]


def table(path: Path, documents: Sequence[Document]) -> Path:
    rows = pa.Table.from_pylist([document.as_row() for document in documents], DOCUMENTS)
    with pa.OSFile(str(path), "wb") as stream, pa.ipc.new_file(stream, DOCUMENTS) as writer:
        writer.write_table(rows, max_chunksize=4)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("index")
    build_index(table(path / "in.arrow", DOCUMENTS_HERE), path / "out", glossary=GLOSSARY)
    return path / "out"


@pytest.fixture(scope="module")
def index(folder: Path) -> Index:
    return Index.open(folder)


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "copy"))


def found(index: Index, question: str, filters: Filters = Filters(), k: int = 20) -> list[str]:  # noqa: B008
    return [hit.reference for hit in index.search(question, k=k, filters=filters).hits]


def test_documents_are_ordered_by_reference_and_found_by_it(index: Index) -> None:
    references = index.documents.references()
    assert references[0] == "quran:2:1"
    assert references.index("hadith:bukhari:9") < references.index("hadith:bukhari:10")
    for ordinal, reference in enumerate(references):
        assert index.find(reference) == ordinal
        assert index.document(ordinal).id == reference
    assert index.find("quran:2:1#1@ar") == 0
    assert [index.find(other) for other in ("quran:2:4", "fatwa:zzz:9", "quran:1:1", "not an id", "")] == [
        None
    ] * 5


def test_counts(index: Index) -> None:
    assert index.counts["documents"] == len(DOCUMENTS_HERE)
    assert index.counts["passages"] == index.lexical.count == index.columns.passages
    assert (index.counts["links"], index.counts["links_left_out"]) == (4, 1)
    assert index.counts["vectors"] == 0


def test_passages_are_pieces_of_what_is_shown(index: Index) -> None:
    ordinal = index.find("fatwa:house:1")
    assert ordinal is not None
    rows = index.columns.passages_of([ordinal])
    assert len(rows) > 2
    text = index.document(ordinal).text_en or ""
    for number, place in enumerate(rows.tolist(), start=1):
        passage = index.lookup_passage(place)
        assert (passage.document, passage.number) == ("fatwa:house:1", number)
        assert text[passage.start : passage.end] == passage.text
        assert index.span_of_passage(place) == (passage.language, passage.start, passage.end)
    with pytest.raises(IndexError):
        index.lookup_passage(index.columns.passages)


def test_a_document_is_found_once_with_its_best_passage(index: Index) -> None:
    hits = index.search("sentence number 119 gold").hits
    assert [hit.reference for hit in hits].count("fatwa:house:1") == 1
    assert "119" in index.lookup_passage(hits[0].passage).text


def test_the_heading_is_searched(index: Index) -> None:
    assert found(index, "jewellery") == ["fatwa:house:1", "quran:2:3"]  # the verse that the fatwa cites


def test_the_glossary_crosses_the_languages(index: Index) -> None:
    result = index.search("gold")
    assert result.tokens == ("gold",)
    assert result.expanded
    assert index.search("ذهب").hits[0].reference == "fatwa:house:1"
    assert index.search("ذهب").unknown


def test_commentary_carries_to_the_verse(index: Index) -> None:
    hits = {hit.reference: hit for hit in index.search("الشكر على النعمة").hits}
    assert hits["quran:2:3"].linked > 0
    assert hits["quran:2:3"].lexical == 0
    assert hits["tafsir:one:2:3"].linked == 0
    cubes = [(hits[f"tafsir:{name}:2:3"].fused / 4) ** 3 for name in ("one", "two")]
    told = (sum(cubes) * index.config.linked_weight / 100) ** (1 / 3) * 4
    assert abs(hits["quran:2:3"].fused - told) <= 8
    assert hits["tafsir:two:2:3"].fused <= ONE


def test_a_filter_is_exact_and_still_hears_the_commentary(index: Index) -> None:
    verses = Filters(kinds=("quran",))
    assert found(index, "الشكر على النعمة", verses) == ["quran:2:3"]
    approved = index.search("الشكر على النعمة", filters=replace(verses, statuses=("approved",))).hits[0]
    assert 0 < approved.linked < index.search("الشكر على النعمة", filters=verses).hits[0].linked
    assert found(index, "fasting shield صيام", Filters(collections=("bukhari",))) == [
        "hadith:bukhari:10",
        "hadith:bukhari:9",
    ]
    for hit in index.search("fasting shield صيام", filters=Filters(languages=("ar",))).hits:
        assert index.lookup_passage(hit.passage).language == "ar"
    assert found(index, "fasting", Filters(kinds=("nothing",))) == []


def test_ties_go_to_the_smaller_reference(tmp_path: Path) -> None:
    same = [
        Document(f"fatwa:house:{number}", "fatwa", "house", "house", text_en="the same words")
        for number in (11, 9, 10, 2)
    ]
    build_index(table(tmp_path / "in.arrow", same), tmp_path / "out", glossary=GLOSSARY)
    assert found(Index.open(tmp_path / "out"), "same words", k=3) == [
        "fatwa:house:2",
        "fatwa:house:9",
        "fatwa:house:10",
    ]


@pytest.mark.parametrize("question", ["", "?", "   ", "xyzzy", "\x00", "😀", "و" * 500, "the of and"])
def test_questions_that_find_nothing_or_little_are_no_error(index: Index, question: str) -> None:
    assert isinstance(index.search(question).hits, tuple)


def test_a_result_tells_what_was_looked_for(index: Index) -> None:
    result = index.search("fasting qqqq", k=2)
    assert "qqqq" in result.unknown
    assert len(result.hits) == 2
    assert set(result.timings) == {"analyse", "encode", "candidates", "score", "fuse"}
    assert index.terms("fasting qqqq")[0].df > 0


def test_raw_scores_are_those_of_the_lexical_index(index: Index) -> None:
    question = "fasting is a shield"
    for hit in index.search(question).hits:
        uses = index.terms(question)
        score = index.lexical.score([use.token for use in uses], [hit.passage], [use.weight for use in uses])
        assert hit.lexical == round(float(score[0]) * 2**16)


def test_same_documents_give_the_same_bytes_in_any_order(folder: Path, tmp_path: Path) -> None:
    shuffled = DOCUMENTS_HERE.copy()
    random.Random(4).shuffle(shuffled)
    source = table(tmp_path / "in.arrow", shuffled)
    program = (
        "import sys, json; from pathlib import Path; from pipeline.index.build import build_index;"
        "build_index(Path(sys.argv[1]), Path(sys.argv[2]), glossary=json.loads(sys.argv[3]))"
    )
    for seed in ("0", "7"):
        out = tmp_path / seed
        subprocess.run(
            [sys.executable, "-c", program, source, out, json.dumps(GLOSSARY)],
            check=True,
            cwd=ROOT,
            env=dict(os.environ, PYTHONHASHSEED=seed, OMP_NUM_THREADS="1" if seed == "0" else "4"),
        )
        assert contents(out) == contents(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_two_documents_of_one_id_are_refused(tmp_path: Path) -> None:
    source = table(tmp_path / "in.arrow", [DOCUMENTS_HERE[0], DOCUMENTS_HERE[0]])
    with pytest.raises(BuildError, match="one reference id"):
        build_index(source, tmp_path / "out", glossary=GLOSSARY)


def test_an_empty_collection(tmp_path: Path) -> None:
    counts = build_index(table(tmp_path / "in.arrow", []), tmp_path / "out", glossary=GLOSSARY)
    assert counts["passages"] == 0
    index = Index.open(tmp_path / "out")
    index.warm()
    assert index.search("fasting").hits == ()


@pytest.mark.parametrize(
    "wrong",
    [{"depth": 0}, {"dense_weight": 1.5}, {"linked_weight": -1}, {"voices": 33}, {"nonsense": 1}],
)
def test_settings_beyond_their_limits_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ConfigurationError):
        IndexConfig.from_dict(wrong)


def test_without_a_weight_for_links_nobody_is_heard(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    question = "الشكر على النعمة"
    assert any(hit.linked for hit in index.search(question).hits)
    monkeypatch.setattr(index, "config", IndexConfig(linked_weight=0))
    assert all(hit.linked == 0 for hit in index.search(question).hits)


@pytest.mark.parametrize(
    "name",
    ["documents.arrow", "passages.arrow", "index.json", "links/header.json", "columns/document.bin"],
)
def test_a_part_that_is_cut_short_or_missing(copy: Path, name: str) -> None:
    path = copy / name
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(IndexFormatError):
        Index.open(copy)
    path.unlink()
    with pytest.raises(IndexFormatError):
        Index.open(copy)


def test_parts_that_do_not_belong_together(copy: Path, tmp_path: Path) -> None:
    build_index(table(tmp_path / "in.arrow", DOCUMENTS_HERE[:3]), tmp_path / "other", glossary=GLOSSARY)
    for name in ("lexical", "columns", "links"):
        mixed = Path(shutil.copytree(copy, tmp_path / f"mixed-{name}"))
        shutil.rmtree(mixed / name)
        shutil.copytree(tmp_path / "other" / name, mixed / name)
        with pytest.raises(IndexFormatError):
            Index.open(mixed)


def test_codes_and_links_that_lead_nowhere(copy: Path) -> None:
    for name, width in (("columns/kind.bin", 1), ("columns/document.bin", 4), ("links/of_targets.bin", 4)):
        whole = (copy / name).read_bytes()
        (copy / name).write_bytes(b"\x77" * width + whole[width:])
        with pytest.raises(IndexFormatError):
            Index.open(copy)
        (copy / name).write_bytes(whole)


def test_an_index_of_another_analyser_or_version(copy: Path) -> None:
    header = json.loads((copy / "index.json").read_text())
    for key, value, message in (("analyser", "x", "another analyser"), ("version", 99, "cannot be used")):
        (copy / "index.json").write_text(json.dumps(header | {key: value}))
        with pytest.raises(IndexFormatError, match=message):
            Index.open(copy)


def test_an_index_whose_settings_are_no_settings(copy: Path) -> None:
    header = json.loads((copy / "index.json").read_text())
    for wrong in ({"depth": 0}, {"nonsense": 1}):
        (copy / "index.json").write_text(json.dumps(header | {"config": header["config"] | wrong}))
        with pytest.raises(IndexFormatError, match=f"found: {next(iter(wrong))}"):
            Index.open(copy)


def test_progress_reaches_the_end(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    build_index(
        table(tmp_path / "in.arrow", DOCUMENTS_HERE),
        tmp_path / "out",
        glossary=GLOSSARY,
        progress=lambda *step: told.append(step),
    )
    assert told[-1] == ("index", len(DOCUMENTS_HERE), len(DOCUMENTS_HERE))


def test_masks_are_what_filters_say(index: Index) -> None:
    filters = Filters(kinds=("quran", "fatwa"), languages=("en",), statuses=("approved",))
    mask = index.columns.mask(filters)
    assert mask is not None
    for place in range(index.columns.passages):
        passage = index.lookup_passage(place)
        document = index.document(int(index.columns.document_of(np.array([place]))[0]))
        wanted = document.kind in filters.kinds and passage.language == "en" and document.status == "approved"
        assert bool(mask[place]) == wanted
    assert index.columns.mask(Filters()) is None


def test_many_threads_give_what_one_gives(index: Index) -> None:
    questions = ["fasting is a shield", "الشكر على النعمة", "sentence number 7 gold", "qqqq"] * 25
    alone = [index.search(question) for question in questions]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(index.search, questions)) == alone


def test_a_whole_book_as_a_question(index: Index) -> None:
    question = " ".join(f"word{number} gold" for number in range(20_000))
    assert index.search(question).hits[0].reference == "fatwa:house:1"
