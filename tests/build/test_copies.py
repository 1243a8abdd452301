"""Documents that two sources have are shown once, and the other's id goes on naming the words."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml

from pipeline.build.copies import find_copies, grades, ids_by_source, write_copies
from pipeline.build.corpus import merge
from pipeline.index.documents import DocumentStore
from pipeline.sources.tables import order_key
from schemas.card import SourceCard
from schemas.document import Document
from schemas.reference import ReferenceId
from schemas.tables import DOCUMENTS

WORDS = "إنما الأعمال بالنيات وإنما لكل امرئ ما نوى"
VOWELLED = "إِنَّمَا الأَعْمَالُ بِالنِّيَّاتِ، وَإِنَّمَا لِكُلِّ امْرِئٍ مَا نَوَى."
CARD = """
id: {id}
kind: {kind}
{collection}
titles: {{ar: كتاب, en: Book of {id}}}
languages: [ar, en]
edition: made for a test
licence: {{name: none, statement: made for a test, redistribution: allowed}}
attribution: a test
origin: {{type: file, path: x.jsonl}}
format: {{type: jsonl}}
reference: "{reference}"
canonical: [n]
fields: {{text_ar: "{{a}}", text_en: "{{b}}"}}
review: {{status: draft}}
"""


def card(name: str, kind: str = "hadith", of: tuple[str, ...] = ()) -> SourceCard:
    quran = kind == "quran"
    written = CARD.format(
        id=name,
        kind=kind,
        collection="" if quran else f"collection: {name}",
        reference="quran:{n}:{m}" if quran else f"{kind}:{name}:{{n}}",
    )
    value = yaml.safe_load(written)
    if of:
        value["copies"] = {"of": of, "why": "made for a test"}
    return SourceCard.model_validate(value)


def write(path: Path, *documents: Document) -> Path:
    rows = [one.as_row() for one in sorted(documents, key=lambda each: order_key(ReferenceId.parse(each.id)))]
    pq.write_table(pa.Table.from_pylist(rows, schema=DOCUMENTS), path)
    return path


def hadith(source: str, number: int, ar: str | None = None, en: str | None = None, **more: str) -> Document:
    return Document(f"hadith:{source}:{number}", "hadith", source, source, text_ar=ar, text_en=en, **more)


def found(tmp_path: Path, documents: dict[str, list[Document]], of: dict[str, tuple[str, ...]]) -> pa.Table:
    tables = {name: write(tmp_path / f"{name}.parquet", *each) for name, each in documents.items()}
    cards = {name: card(name, of=of.get(name, ())) for name in documents}
    return find_copies(tables, cards, tuple(documents))


def pairs(copies: pa.Table) -> list[tuple[str, str]]:
    return list(zip(copies["id"].to_pylist(), copies["of"].to_pylist(), strict=True))


def test_the_same_letters_are_a_copy_whatever_the_vowels(tmp_path: Path) -> None:
    documents = {"one": [hadith("one", 1, VOWELLED, "Deeds")], "two": [hadith("two", 9, WORDS)]}
    copies = found(tmp_path, documents, {"two": ("one",)})
    assert pairs(copies) == [("hadith:two:9", "hadith:one:1")]
    assert copies["of_source"].to_pylist() == ["one"]


@pytest.mark.parametrize(
    ("kept", "other"),
    [
        (hadith("one", 1, WORDS), hadith("two", 1, WORDS + " فحسب")),  # another word
        (hadith("one", 1, WORDS), hadith("two", 1, WORDS, "Deeds are by intentions")),  # a further language
        (hadith("one", 1, "قال نعم"), hadith("two", 1, "قال نعم")),  # too few letters
        (hadith("one", 1, None, "The same words in English"), hadith("two", 1, WORDS)),
    ],
)
def test_what_says_more_or_less_is_no_copy(tmp_path: Path, kept: Document, other: Document) -> None:
    assert found(tmp_path, {"one": [kept], "two": [other]}, {"two": ("one",)}).num_rows == 0


def test_only_declared_sources_are_compared_and_the_first_has_the_document(tmp_path: Path) -> None:
    documents = {name: [hadith(name, 1, WORDS)] for name in ("one", "two", "three")}
    assert pairs(found(tmp_path, documents, {"three": ("two",)})) == [("hadith:three:1", "hadith:two:1")]
    both = found(tmp_path, documents, {"two": ("one",), "three": ("one", "two")})
    assert pairs(both) == [("hadith:three:1", "hadith:one:1"), ("hadith:two:1", "hadith:one:1")]
    assert found(tmp_path, documents, {"one": ("two", "three")}).num_rows == 0, "the first is nobody's copy"


def test_words_that_a_source_has_twice_are_known_by_the_document_with_most_languages(tmp_path: Path) -> None:
    one = [hadith("one", 1, WORDS), hadith("one", 2, VOWELLED, "Deeds"), hadith("one", 3, WORDS)]
    two = [hadith("two", 1, WORDS, "Deeds"), hadith("two", 2, WORDS)]
    copies = found(tmp_path, {"one": one, "two": two}, {"two": ("one",)})
    assert pairs(copies) == [("hadith:two:1", "hadith:one:2"), ("hadith:two:2", "hadith:one:2")]


def test_the_copy_of_a_copy_is_the_first_ones(tmp_path: Path) -> None:
    documents = {name: [hadith(name, 1, WORDS)] for name in ("one", "two", "three")}
    copies = found(tmp_path, documents, {"two": ("one",), "three": ("two",)})
    assert pairs(copies) == [("hadith:three:1", "hadith:one:1"), ("hadith:two:1", "hadith:one:1")]


def test_a_verse_is_a_copy_byte_for_byte_only(tmp_path: Path) -> None:
    def verses(name: str, *texts: str) -> Path:
        each = [
            Document(f"quran:1:{place}", "quran", "", name, text_ar=text, text_en="words")
            for place, text in enumerate(texts, start=1)
        ]
        return write(tmp_path / f"{name}.parquet", *each)

    tables = {"quran": verses("quran", VOWELLED, VOWELLED), "other": verses("other", VOWELLED, WORDS)}
    cards = {"quran": card("quran", "quran"), "other": card("other", "quran", ("quran",))}
    assert pairs(find_copies(tables, cards, ("quran", "other"))) == [("quran:1:1", "quran:1:1")]


def test_a_copy_is_left_out_its_grade_told_and_its_id_found(tmp_path: Path) -> None:
    documents = {
        "one": [hadith("one", 1, WORDS, "Deeds"), hadith("one", 2, WORDS + " ثم", grade="Weak")],
        "two": [
            hadith("two", 5, WORDS, grade="Sahih", title_en="Two 5"),
            hadith("two", 6, WORDS + " ثم", grade="Sahih"),
            hadith("two", 7, "كلام ليس في الكتاب الأول من شيء", grade="Hasan"),
        ],
    }
    copies = found(tmp_path, documents, {"two": ("one",)})
    cards = {name: card(name) for name in documents}
    told = grades(copies, cards)
    assert told["hadith:one:1"] == "Sahih (Book of two)"
    tables = {name: tmp_path / f"{name}.parquet" for name in documents}
    out = tmp_path / "documents.arrow"
    count = merge(tables, out, lambda *_: None, without=ids_by_source(copies), grades=told)
    write_copies(copies, tmp_path / "copies.arrow")
    store = DocumentStore.open(out)
    assert count == store.count == 3
    assert [one.grade for one in store] == ["Sahih (Book of two)", "Weak", "Hasan"]
    assert store.ordinal("hadith:two:5") == store.ordinal("hadith:one:1") == 0
    assert store.ordinal("hadith:two:7") == 2
    assert store.ordinal("hadith:two:8") is None
    assert [copy.title("ar") for copy in store.copies.of("hadith:one:1")] == ["Two 5"]
    assert store.copies.of("hadith:two:7") == []


def test_the_digest_of_a_graded_document_is_that_of_its_content(tmp_path: Path) -> None:
    path = write(tmp_path / "one.parquet", hadith("one", 1, WORDS))
    merge({"one": path}, tmp_path / "out.arrow", lambda *_: None, grades={"hadith:one:1": "Sahih (Two)"})
    with pa.memory_map(str(tmp_path / "out.arrow")) as file:
        row = pa.ipc.open_file(file).read_all().to_pylist()[0]
    assert row == Document.from_row(row).as_row()
