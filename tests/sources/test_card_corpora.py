"""Cards of the corpora on the real bytes. Skipped where the mirror folder is absent."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pipeline.sources.card import load_card
from pipeline.sources.compression import open_unpacked
from pipeline.sources.fetch import fetch
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
    path = fetch(card.origin, tmp_path / "raw", beside=folder, mirror=MIRROR).path
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
    _, documents = read("tafsir-en", tmp_path)
    one = documents["tafsir:ibn-kathir-en:17:18-19"]
    assert one.links == ("quran:17:18", "quran:17:19")
    assert "tafsir:kashani-en:103:1-2" not in documents  # al-Maybudi's


def test_answers_that_are_only_a_video_are_set_aside(tmp_path: Path) -> None:
    result, documents = read("islamqa-org-maliki", tmp_path)
    assert [(one.reason, one.lines) for one in result.reasons] == [("empty-text", 6), ("set-aside", 9)]
    assert not any("Original Source Link" in (one.text_en or "") for one in documents.values())
    assert documents["fatwa:islamqa-org-maliki:13590"].url == (
        "https://seekersguidance.org/ans-blog/2016/04/08/13590/"
    )


def test_lectures_are_named_by_their_slugs(tmp_path: Path) -> None:
    _, documents = read("askyq", tmp_path)
    one = documents["fatwa:askyq:abortion-outside-of-marriage"]
    assert (one.markup, one.author) == ("markdown", "Yasir Qadhi")


def test_cells_of_a_list_are_columns(tmp_path: Path) -> None:
    _, documents = read("open-hadith-vocalised", tmp_path)
    assert documents["hadith:open-darimi-vocalised:1"].title_en == "Sunan ad-Darimi 1"


@pytest.mark.parametrize(
    ("name", "kind"),
    [("openiti-fatwa", "book"), ("openiti-tafsir-verses", "tafsir")],
)
def test_a_sample_of_the_openiti_shows_no_marks(name: str, kind: str, tmp_path: Path) -> None:
    card = load_card(ROOT / "data/sources" / name)
    books = card.where.get("book") or ("0734IbnQaddahHawari.MasailFiqhiyya.Shamela0006255-ara1",)
    lines = sample(MIRROR / str(getattr(card.origin, "path", "")), str(books[0]), 1500)
    (tmp_path / "rows.jsonl").write_bytes(b"".join(lines))
    result = ingest(card.model_copy(update={"expected": None}), tmp_path / "rows.jsonl", tmp_path / name)
    assert result.counts.rows == len(lines)
    rows = pq.read_table(result.documents).to_pylist()
    assert len(rows) > 100
    for row in rows:
        assert row["kind"] == kind
        shown = "".join(row[field] or "" for field in ("title_ar", "chapter_ar", "text_ar"))
        assert not re.search(r"PageV|~~|@Q|\bms[0-9]|%~%|###", shown), row["id"]
    if kind == "tafsir":
        assert sum(bool(row["links"]) for row in rows) * 10 > len(rows) * 9


def sample(path: Path, book: str, most: int) -> list[bytes]:
    """The first rows of one book."""
    wanted = f'"book": "{book}"'.encode()
    lines: list[bytes] = []
    with open_unpacked(path) as stream:
        for line in stream:
            if wanted in line:
                lines.append(line)
            if len(lines) == most or (lines and wanted not in line):
                break
    return lines
