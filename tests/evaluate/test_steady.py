"""The same questions asked in other ways: other processes, hash seeds, orders, threads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.evaluate.steady import Way, ask_apart, changed, verdicts_of, ways
from pipeline.index.build import build_index
from schemas.document import Document
from schemas.errors import SnapshotError

QUESTIONS = [
    "What did the farmer sow?",
    "ماذا زرع الفلاح؟",
    "2:255",
    "Who are you?",
    "Is my marriage valid?",
    "xyzzy",
]


@pytest.fixture(scope="module")
def small_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import pyarrow as pa

    from schemas.tables import DOCUMENTS

    texts = [
        ("زرع الفلاح القمح في الوادي", "The farmer sowed wheat."),
        ("صنع النجار بابا", "The joiner built a door."),
    ]
    documents = [
        Document(f"quran:100:{number}", "quran", "", "made-up", text_ar=ar, text_en=en)
        for number, (ar, en) in enumerate(texts, start=1)
    ]
    folder = tmp_path_factory.mktemp("steady")
    table = pa.Table.from_pylist([one.as_row() for one in documents], schema=DOCUMENTS)
    with pa.OSFile(str(folder / "in.arrow"), "wb") as sink, pa.ipc.new_file(sink, DOCUMENTS) as writer:
        writer.write_table(table)
    build_index(folder / "in.arrow", folder / "index", glossary={"concepts": []})
    return folder / "index"


def test_ways_differ_in_everything_and_the_first_is_plain() -> None:
    listed = ways(20)
    assert len({way.seed for way in listed}) == 20
    assert {way.threads for way in listed} == {1, 2, 4, 8}
    assert len({way.batch for way in listed}) == 5
    assert (listed[0].threads, listed[0].compiled_threads) == (1, 1)


def test_nothing_changes_between_processes_orders_and_threads(small_index: Path) -> None:
    runs = [verdicts_of(small_index, QUESTIONS, way) for way in (Way(1, 1, 100, 1), Way(2, 4, 2, 1))]
    runs.append(ask_apart(small_index, QUESTIONS, Way(3, 2, 3, 2)))
    found = changed(runs)
    assert (found.questions, found.runs, found.changed) == (len(QUESTIONS), 3, ())


def test_what_changes_is_named() -> None:
    same: list[object] = [True, "general", "", ["quran:1:1"]]
    other: list[object] = [True, "general", "", ["quran:1:2"]]
    found = changed([{"a": same, "b": same}, {"a": same, "b": other}, {"a": same}])
    assert found.changed == ("b",)
    assert 0.9 < found.bound < 1


def test_a_run_that_ends_early_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="ended early"):
        ask_apart(tmp_path / "nothing", ["What?"], Way(0, 1, 10, 1))


def test_with_another_snapshot_every_second_way_asks_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from typer import Exit

    from cli.eval import _steady
    from pipeline.evaluate import steady
    from schemas.question import Question

    asked: list[Path] = []

    def ask(path: Path, questions: list[str], way: Way) -> dict[str, list[object]]:
        asked.append(path)
        return {one: [path == Path("a"), "general", "", []] for one in questions}

    monkeypatch.setattr(steady, "ask_apart", ask)
    question = Question(id="q", question="What?", language="en", kind="answerable", expect="answer",
                        references=("quran:1:1",), split="fit", author="x", why="invented")  # fmt: skip
    _steady([Path("a")], [question], 3, as_json=False)
    assert "1 questions, 3 ways: 0 changed" in capsys.readouterr().out
    with pytest.raises(Exit):
        _steady([Path("a"), Path("b")], [question], 4, as_json=False)
    assert asked[3:] == [Path("a"), Path("b"), Path("a"), Path("b")]
    assert "What?" in capsys.readouterr().out
    with pytest.raises(Exit):
        _steady([Path("a"), Path("b")], [question], 4, as_json=True)
    assert json.loads(capsys.readouterr().out)["changed"] == ["What?"]
