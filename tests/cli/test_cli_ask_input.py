"""`isnad ask` with questions that nobody hoped for: an answer, a decline, or one plain error."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pyarrow as pa
import pytest
from typer.testing import CliRunner

import cli.ask
from cli.main import app
from pipeline.index.build import build_index
from schemas.document import Document
from schemas.errors import ConfigurationError, IndexFormatError, QuestionError
from schemas.tables import DOCUMENTS

RUN = CliRunner()


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An index with one verse, as every channel's snapshot."""
    verse = Document("quran:112:2", "quran", "", "quran", title_en="Surah Al-Ikhlas 112:2",
                     text_ar="ٱللَّهُ ٱلصَّمَدُ", text_en="Allah, the Eternal Refuge", status="approved")  # fmt: skip
    table = pa.Table.from_pylist([verse.as_row()], schema=DOCUMENTS)
    with pa.OSFile(str(tmp_path / "in.arrow"), "wb") as file, pa.ipc.new_file(file, DOCUMENTS) as writer:
        writer.write_table(table)
    build_index(tmp_path / "in.arrow", tmp_path / "index", glossary={"concepts": []})
    opened = SimpleNamespace(materialise=lambda name: tmp_path / "index", check_texts=lambda name: None)
    monkeypatch.setattr(cli.ask, "open_store", lambda path: opened)
    monkeypatch.setattr(cli.ask, "chosen_snapshot", lambda store, name: "s-1")
    return tmp_path / "index"


@pytest.mark.parametrize(
    "question",
    [
        "qz xyzzyq plughh",
        "the of and is to",
        "في من على إلى",
        "什么是斋戒",
        "Что такое пост?",
        "🕌🕋",
        "?",
        " ".join(f"q{number}" for number in range(400)),
        "a" * 2000,
    ],
)
@pytest.mark.usefixtures("built")
def test_what_no_text_answers_is_declined_or_too_long(question: str) -> None:
    result = RUN.invoke(app, ["ask", question, "--json"])
    if result.exception is not None:
        assert isinstance(result.exception, QuestionError)
        return
    body = json.loads(result.stdout)
    assert body["answered"] is False
    assert body["sources"] == []


@pytest.mark.usefixtures("built")
def test_four_thousand_characters_are_answered_or_told_plainly() -> None:
    result = RUN.invoke(app, ["ask", ("Who is the Eternal Refuge? " * 200)[:4000], "--json"])
    if result.exception is None:
        assert isinstance(json.loads(result.stdout)["answered"], bool)
    else:
        assert isinstance(result.exception, QuestionError)
        assert "too long" in str(result.exception)


def test_a_damaged_snapshot_is_told_in_one_error(built: Path) -> None:
    path = built / "documents.arrow"
    path.write_bytes(path.read_bytes()[:-20])
    result = RUN.invoke(app, ["ask", "112:2"])
    assert isinstance(result.exception, IndexFormatError)
    assert "documents.arrow" in str(result.exception)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--background", "Christian"], "--mode dawah"),
        (["--background", "Christian", "--mode", "muslim"], "--mode dawah"),
        (["--mode", "dawah", "--background", " "], "from 1 to 200"),
        (["--mode", "dawah", "--background", "x" * 201], "201 characters"),
    ],
)
def test_a_background_that_would_not_be_read_is_told(options: list[str], told: str) -> None:
    result = RUN.invoke(app, ["ask", "What is zakat?", *options])
    assert isinstance(result.exception, ConfigurationError)
    assert told in result.exception.render()
