"""Training: the same documents give the same bytes, and what belongs together comes to lie together."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from embedder_documents import sentences, toy_documents, write_documents
from pydantic import ValidationError

from pipeline.index.embedder import EmbedderConfig, Encoder, train_embedder
from schemas.document import Document
from schemas.errors import BuildError

CONFIG = EmbedderConfig(dimensions=32, steps=60, batch=48, learning_rate=0.02, max_features=500, min_count=2)

_SCRIPT = """
import json, sys
from pathlib import Path
from pipeline.index.embedder import EmbedderConfig, train_embedder
train_embedder(Path(sys.argv[1]), Path(sys.argv[2]), EmbedderConfig(**json.loads(sys.argv[3])))
"""


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_documents(tmp_path_factory.mktemp("toy") / "documents.arrow", toy_documents())


@pytest.fixture(scope="module")
def trained(documents: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    train_embedder(documents, folder, CONFIG)
    return folder


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def test_a_question_finds_its_translation_among_unseen_texts(trained: Path) -> None:
    encoder = Encoder.open(trained)
    unseen = sentences(40, seed=99)
    english = encoder.encode([pair[0] for pair in unseen]).astype(np.int32)
    arabic = encoder.encode([pair[1] for pair in unseen]).astype(np.int32)
    assert np.mean((english @ arabic.T).argmax(axis=1) == np.arange(40)) > 0.9
    assert np.mean((arabic @ english.T).argmax(axis=1) == np.arange(40)) > 0.9


def test_training_reports_what_it_saw(documents: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    report = train_embedder(documents, tmp_path, CONFIG, lambda step, steps: seen.append((step, steps)))
    assert seen == [(step, 60) for step in range(1, 61)]
    assert report.pairs == {
        "chapter": 80, "halves": 72, "linked": 240, "linked-across": 240, "parallel": 240
    }  # fmt: skip
    assert report.words == 60
    assert report.last_loss < report.first_loss / 2
    header = json.loads((tmp_path / "embedder.json").read_text())
    assert (header["kind"], header["dimensions"], header["features"]) == ("static", 32, report.features)
    assert header["config"] == CONFIG.as_dict()


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_another_process_and_hash_seed_give_the_same_bytes(
    documents: Path, trained: Path, tmp_path: Path, hash_seed: str
) -> None:
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "OPENBLAS_NUM_THREADS": hash_seed[-1:].replace("0", "1"),
    }
    arguments = [str(documents), str(tmp_path), json.dumps(CONFIG.as_dict())]
    subprocess.run([sys.executable, "-c", _SCRIPT, *arguments], check=True, env=environment)
    assert digests(tmp_path) == digests(trained)


def test_another_seed_gives_other_bytes(documents: Path, trained: Path, tmp_path: Path) -> None:
    train_embedder(documents, tmp_path, CONFIG.model_copy(update={"seed": 2}))
    assert digests(tmp_path)["features.txt"] == digests(trained)["features.txt"]
    assert digests(tmp_path)["table.i8"] != digests(trained)["table.i8"]


def test_documents_without_pairs_are_a_build_error(tmp_path: Path) -> None:
    lonely = Document(id="fatwa:x:1", kind="fatwa", collection="x", source="x", text_en="One short text")
    path = write_documents(tmp_path / "documents.arrow", [lonely])
    with pytest.raises(BuildError, match="nothing to learn from"):
        train_embedder(path, tmp_path / "out", CONFIG)
    assert not (tmp_path / "out").exists()


def test_too_rare_features_are_a_build_error(documents: Path, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="often enough"):
        train_embedder(documents, tmp_path / "out", CONFIG.model_copy(update={"min_count": 100_000}))


@pytest.mark.parametrize("content", [b"", b"no table at all"])
def test_a_file_that_is_no_table_is_a_build_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "documents.arrow").write_bytes(content)
    with pytest.raises(BuildError, match="cannot be read"):
        train_embedder(tmp_path / "documents.arrow", tmp_path / "out", CONFIG)


@pytest.mark.parametrize("change", [{"dimensions": 4}, {"batch": 1}, {"scale": 0.5}, {"learning_rate": 0.0}])
def test_settings_out_of_range_are_refused(change: dict[str, float]) -> None:
    with pytest.raises(ValidationError, match=next(iter(change))):
        EmbedderConfig(**change)  # type: ignore[arg-type]


def test_reading_needs_none_of_what_training_needs() -> None:
    code = (
        "import sys; import pipeline.index.embedder, pipeline.index.dense; "
        "bad = {'torch', 'sentence_transformers', 'polars', 'threadpoolctl'} & set(sys.modules); "
        "sys.exit(', '.join(sorted(bad)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
