"""Cards of the corpora on the real bytes. Skipped where the mirror folder is absent."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pipeline.sources.bring import bring_source
from pipeline.sources.card import load_card
from pipeline.sources.ingest import IngestResult, ingest
from schemas.document import Document

ROOT = Path(__file__).parents[2]
MIRROR = Path(os.environ.get("ISNAD_MIRROR", ROOT.parent / "shared" / "corpora"))

pytestmark = [
    pytest.mark.corpora,
    pytest.mark.skipif(not MIRROR.is_dir(), reason=f"no mirror folder at {MIRROR}"),
]


def read(name: str, tmp_path: Path) -> tuple[IngestResult, dict[str, Document]]:
    folder = ROOT / "data/sources" / name
    card = load_card(folder)
    path = bring_source(card, folder, tmp_path / "raw", mirror=MIRROR).path
    result = ingest(card, path, tmp_path / name)  # asserts the expected counts
    rows = pq.read_table(result.documents).to_pylist()
    return result, {row["id"]: Document.from_row(row) for row in rows}


def test_binbaz_is_numbered_by_its_links_and_its_copies_are_duplicates(tmp_path: Path) -> None:
    result, documents = read("binbaz", tmp_path)
    assert (len(documents), result.counts.duplicates) == (2547, 2085)
    first = documents["fatwa:binbaz:983"]
    assert first.url is not None
    assert first.url.startswith("https://binbaz.org.sa/fatwas/983/")
    assert next(iter(documents)) == "fatwa:binbaz:6"


def test_islamqa_keeps_html_and_sets_lost_answers_aside(tmp_path: Path) -> None:
    _, documents = read("islamqa-2025", tmp_path)
    one = documents["fatwa:islamqa-2025:22885"]
    assert one.markup == "html"
    assert (one.text_en or "").startswith("<p>")


def test_forties_are_told_apart_in_one_file(tmp_path: Path) -> None:
    _, documents = read("hadith-json-forties", tmp_path)
    assert sorted({name.rsplit(":", 1)[0] for name in documents}) == [
        "hadith:nawawi-forty",
        "hadith:qudsi-forty",
        "hadith:shah-waliullah-forty",
    ]
    assert documents["hadith:nawawi-forty:1"].chapter_en == "Forty Hadith of an-Nawawi"


@pytest.mark.slow
def test_grouped_comments_become_ranges_with_all_their_verses(tmp_path: Path) -> None:
    result, documents = read("tafsir-en", tmp_path)
    assert result.counts.merged == 12_239
    one = documents["tafsir:ibn-kathir-en:17:18-19"]
    assert one.links == ("quran:17:18", "quran:17:19")
