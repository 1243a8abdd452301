"""Documents and texts full of what an analyser stumbles over, and the plain path that every analysis must equal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from hypothesis import strategies as st

from pipeline.index.analysis.plain import vectors_of
from pipeline.index.analysis.store import Analysis
from pipeline.index.embedder import Encoder
from pipeline.index.embedder.features import text_features
from pipeline.index.embedder.storage import save_model
from pipeline.text import analyse, cut
from schemas.document import Document
from schemas.tables import DOCUMENTS, LANGUAGES

PIECES = (
    "صلاة", "الصَّلَوٰةَ", "يَٰٓأَيُّهَا", "على", "علي", "ﷺ", "صلى", "الله", "عليه", "وسلم", "صلى_الله_عليه_وسلم", "ﷲ",
    "۝", "والصلاة", "إيمان", "ـ", "بـسم", "١٢٣", "ك.م", "ه", "ﻻ", "prayer", "Prayers", "the", "Qurʾān", "it's", "U.S",
    "Mr", "mrs", "p.b.u.h", "approx", "Sh", "x", "no", "ſt", "Kk", "İ", "ı", "e.g", "I.e", "b" * 60, "\u200f", "\u00ad",
    "𝔘", "🕌", "été", "café\u0301", "<b>", "</b>", "<p", ">", "&amp;", "&lt;", "&#39;", "&", "<", "<!--", "-->",
    "<script", "\x00", "\x1c", "\x85", "\u2028", "\u3000", "\ufffd",
)  # fmt: skip
MARKS = (*" \t\n.!?؟۔…؛،,:;()[]\"'“”‘’»﴾", " ", " ", " ", "\n\n", "\n \n", ". ", ".\n", '."')

pieces = st.one_of(st.sampled_from(PIECES), st.sampled_from(MARKS), st.text(max_size=3))
texts = st.lists(st.one_of(pieces, st.just(" ")), max_size=60).map("".join)
long_texts = st.tuples(texts, st.integers(1, 40), texts).map(lambda parts: parts[0] * parts[1] + parts[2])

WORDS = [
    "mercy",
    "prayer",
    "prayers",
    "fasting",
    "الصلاة",
    "رحمة",
    "على",
    "علي",
    "ﷺ",
    "يَٰٓأَيُّهَا",
    "quran",
    "U.S",
]
FEATURES = tuple(sorted({name for word in WORDS for name in text_features(word)}, key=str.encode))


def make_encoder(folder: Path, dimensions: int = 24) -> Encoder:
    """An embedder with chance for weights."""
    vectors = np.random.default_rng(5).standard_normal((len(FEATURES), dimensions)).astype(np.float32)
    save_model(folder, FEATURES, vectors * np.linspace(0.1, 3, len(FEATURES), dtype=np.float32)[:, None], {})
    return Encoder.open(folder)


def make_documents(seed: int, count: int) -> list[Document]:
    """Documents of all sorts, in the order of their ids."""
    chance = np.random.default_rng(seed)

    def some(most: int) -> str | None:
        words = chance.choice(np.array([*PIECES, *WORDS, " ", " ", ". "], object), chance.integers(0, most))
        return " ".join(words) or None

    return [
        Document(
            f"fatwa:trial:{number}", "fatwa", "trial", "trial",
            title_ar=some(4), title_en=some(4), question_en=some(6), text_ar=some(300), text_en=some(60),
            markup=str(chance.choice(["plain", "plain", "html", "markdown"])),
        )
        for number in range(1, count + 1)
    ]  # fmt: skip


def write_table(path: Path, documents: Sequence[Document], rows: int = 7) -> Path:
    """A table of documents, in batches of some rows."""
    table = pa.Table.from_pylist([document.as_row() for document in documents], DOCUMENTS)
    with pa.OSFile(str(path), "wb") as stream, pa.ipc.new_file(stream, DOCUMENTS) as writer:
        writer.write_table(table, max_chunksize=rows)
    return path


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def check_plain(folder: Path, documents: Sequence[Document], weight: int, encoder: Encoder | None) -> None:
    """Compare an analysis with what the analyser and the embedder say, passage by passage."""
    found = Analysis.open(folder)
    passages = [passage for document in documents for passage in cut(document)]
    assert found.passages.to_pylist() == [passage.as_row() for passage in passages]
    tokens = [analyse(passage.heading) * weight + analyse(passage.text) for passage in passages]
    names = [term.decode() for term in found.terms()]
    assert names == sorted({token for row in tokens for token in row}, key=str.encode)
    assert [names[number] for number in found.array("tokens")] == [token for row in tokens for token in row]
    assert found.array("lengths").tolist() == [len(row) for row in tokens]
    assert found.array("language").tolist() == [LANGUAGES.index(passage.language) for passage in passages]
    ids = [passage.document for passage in passages]
    assert found.array("counts").tolist() == [ids.count(document.id) for document in documents]
    if encoder is not None and passages:
        assert np.array_equal(found.array("vectors"), vectors_of(passages, encoder))
