"""Pieces of texts: which are drawn, and what is counted as shown. All texts are invented."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pyarrow as pa
import pytest
from small_world import answer_of
from typer.testing import CliRunner

from cli import eval as command
from pipeline.evaluate.pieces import FEW, WAYS, Piece, drawn, measure
from pipeline.index import Index
from pipeline.index.build import build_index
from schemas.answer import Answer
from schemas.document import Document
from schemas.errors import ConfigurationError
from schemas.tables import DOCUMENTS

WORDS = "harbour lantern anchor beacon captain voyage compass rudder sailor mast rope tide wave shore island".split()
ARABIC = "ميناء قنديل مرساة منارة ربان سفرة بوصلة دفة ملاح سارية حبال مدود أمواج شاطئ جزيرة".split()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight verses and eight narrations, each with the words from another place on; one sentence is in all."""
    documents = [
        Document(
            name,
            kind,
            "" if kind == "quran" else "made-up",
            "made-up",
            text_ar=" ".join([*ARABIC[place:], *ARABIC[:place], "وهذا في كل النصوص"]),
            text_en=" ".join([*WORDS[place:], *WORDS[:place], "and this is said in every one of them"]),
        )
        for place in range(8)
        for name, kind in ((f"hadith:made-up:{place + 1}", "hadith"), (f"quran:100:{place + 1}", "quran"))
    ]
    folder = tmp_path_factory.mktemp("pieces")
    rows = [one.as_row() for one in sorted(documents, key=lambda one: one.kind)]
    with pa.OSFile(str(folder / "in.arrow"), "wb") as sink, pa.ipc.new_file(sink, DOCUMENTS) as writer:
        writer.write_table(pa.Table.from_pylist(rows, schema=DOCUMENTS))
    build_index(folder / "in.arrow", folder / "index", glossary={"concepts": []})
    return folder / "index"


def test_a_piece_is_a_run_of_words_that_few_texts_hold(path: Path) -> None:
    index = Index.open(path)
    pieces = drawn(index, 3)
    assert pieces == drawn(Index.open(path), 3)
    assert {one.way for one in pieces} <= set(WAYS)
    for piece in pieces:
        assert len(piece.words) in piece.way.lengths
        assert 0 < len(piece.held_by) <= FEW
        run = " ".join(piece.words)
        for reference in piece.held_by:
            ordinal = index.find(reference)
            assert ordinal is not None
            if piece.way.language == "en":
                assert run in (index.document(ordinal).text_en or "")
        assert all(reference.startswith(f"{piece.way.kind}:") for reference in piece.held_by)


def test_what_is_shown_is_counted_by_its_place(path: Path) -> None:
    way = WAYS[0]
    shown = iter([("quran:1:1", "a"), ("a", "quran:1:1"), ("a", "b"), (), ("quran:1:2",)])
    asked: list[str] = []

    def ask(_: Index, question: str) -> Answer:
        asked.append(question)
        return answer_of(next(shown))

    piece = Piece(way, ("word",), frozenset(("quran:1:1", "quran:1:2")))
    (row,) = measure(Index.open(path), ask, [piece])
    assert asked == [form.format("word") for form in way.forms]
    assert (row.questions, row.first, row.behind, row.others, row.declined) == (5, 2, 1, 1, 1)
    assert (row.kind, row.language, row.words) == ("quran", "ar", 1)


def test_the_command_shows_a_row_for_each_kind_language_and_length(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command._pieces(path, 1, as_json=True)
    rows = json.loads(capsys.readouterr().out)
    assert {(row["kind"], row["language"]) for row in rows} == {
        (kind, language) for kind in ("quran", "hadith") for language in ("ar", "en")
    }
    assert all(
        row["questions"] == row["first"] + row["behind"] + row["others"] + row["declined"] for row in rows
    )
    command._pieces(path, 1, as_json=False)
    assert "shown first" in capsys.readouterr().out


def test_no_fewer_than_one_piece_is_asked_for(tmp_path: Path) -> None:
    from cli.main import app

    told = CliRunner().invoke(app, ["eval", "--home", str(tmp_path), "--pieces", "0"])
    assert told.exit_code == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--steady", "2", "--html", "a.html"), "nothing with --html$"),
        (("--steady", "2", "--pieces", "3"), "nothing with --pieces$"),
        (("--pieces", "3", "--html", "a.html", "--markdown", "a.md"), "nothing with --html and --markdown$"),
        (("--pieces", "3", "--against", "s-older"), "nothing with --against$"),
        (("--pieces", "3", "--set", "golden"), "nothing with --set$"),
    ],
)
def test_what_would_do_nothing_is_refused(words: tuple[str, ...], told: str) -> None:
    from cli.main import app

    with pytest.raises(ConfigurationError) as refused:
        CliRunner().invoke(app, ["eval", *words], catch_exceptions=False)
    assert re.search(told, refused.value.problem)
