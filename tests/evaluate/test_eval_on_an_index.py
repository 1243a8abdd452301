"""Evaluation of a real index, small: the project's own sample answers, and the command over it."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from types import SimpleNamespace

import pyarrow as pa
import pytest
from small_world import asking
from typer.testing import CliRunner

from cli import eval as command
from cli.main import app
from pipeline.answer import answer
from pipeline.evaluate.external import (
    NEGATIVES,
    measure_external,
    narrations,
    negatives,
    passages_of_verses,
    quran_passages,
    verses,
)
from pipeline.evaluate.record import as_bytes, summary
from pipeline.evaluate.run import evaluate
from pipeline.index import Index
from pipeline.index.build import build_index
from schemas.answer import Answer
from schemas.document import Document
from schemas.errors import QuestionError, SnapshotError
from schemas.manifest import Evaluation as Summary
from schemas.question import Question
from schemas.tables import DOCUMENTS

ANSWERS = Path(__file__).parents[2] / "data" / "sources" / "sample-fatwas" / "answers.csv"

VERSES = [
    Document(
        "quran:100:1",
        "quran",
        "",
        "made-up",
        text_ar="زرع الفلاح القمح في الوادي",
        text_en="The farmer sowed.",
    ),
    Document(
        "quran:100:2", "quran", "", "made-up", text_ar="صنع النجار بابا من الخشب", text_en="The joiner built."
    ),
]
NARRATION = Document(
    "hadith:made-up:1",
    "hadith",
    "made-up",
    "made-up",
    text_ar="حدثنا فلان عن فلان قال كان الراعي يسوق غنمه إلى الجبل كل صباح",
    text_en="The shepherd drove his sheep to the hill every morning.",
)


def _sample() -> list[Document]:
    with ANSWERS.open(encoding="utf-8", newline="") as file:
        return [
            Document(
                id=f"fatwa:sample:{row['number']}",
                kind="fatwa",
                collection="sample",
                source="sample-fatwas",
                title_ar=row["title_ar"],
                title_en=row["title_en"],
                question_ar=row["question_ar"],
                question_en=row["question_en"],
                text_ar=row["answer_ar"],
                text_en=row["answer_en"],
                status="sample",
            )
            for row in csv.DictReader(file)
        ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _indexed(tmp_path_factory.mktemp("evaluated"), [*VERSES, NARRATION, *_sample()])


def _indexed(out: Path, documents: list[Document]) -> Path:
    table = pa.Table.from_pylist([document.as_row() for document in documents], schema=DOCUMENTS)
    with pa.OSFile(str(out / "in.arrow"), "wb") as file, pa.ipc.new_file(file, DOCUMENTS) as writer:
        writer.write_table(table)
    build_index(out / "in.arrow", out / "index", glossary={"concepts": []})
    return out / "index"


@pytest.fixture(scope="module")
def index(folder: Path) -> Index:
    return Index.open(folder)


def _questions() -> list[Question]:
    return [
        asking(id="orphans", question="What does Islam say about orphans?", references=("fatwa:sample:33",)),
        asking(id="bribe", question="ما حكم الرشوة؟", language="ar", references=("fatwa:sample:32",)),
        asking(
            id="lasagne", question="What is a good recipe for lasagne?", kind="out-of-scope", expect="decline"
        ),
    ]


def test_a_real_index_gives_the_same_evaluation_twice(folder: Path, index: Index) -> None:
    first = evaluate(index, _questions(), answer)
    again = evaluate(Index.open(folder), _questions(), answer)
    row = first.row("test")
    assert row is not None
    assert row.mrr_10 == 1.0
    assert row.false_answers == 0
    assert as_bytes(first) == as_bytes(again)


def _lines(path: Path, *rows: dict[str, object]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def test_verses_are_mapped_to_the_passages_that_are_judged(index: Index, tmp_path: Path) -> None:
    _lines(tmp_path / "passages.jsonl", {"id": "100:1-2", "text": ""}, {"id": "101:1-1", "text": ""})
    _lines(
        tmp_path / "queries.jsonl",
        {"id": "1", "text": "من صنع الباب من الخشب؟"},
        {"id": "2", "text": "سؤال لا حكم له"},
    )
    (tmp_path / "qrels.tsv").write_text(
        "qid\tdocid\trelevance\tsplit\n1\t100:1-2\t1\ttrain\n2\t101:1-1\t0\ttrain\n"
    )
    result = quran_passages(index, tmp_path)
    assert (result.questions, result.left_out, result.mrr_10, result.hit_5) == (1, 1, 1.0, 1.0)


def test_a_verse_counts_for_every_passage_that_it_is_part_of() -> None:
    assert passages_of_verses(["4:11-12", "4:12-13", "114:6"]) == {
        "quran:4:11": ["4:11-12"],
        "quran:4:12": ["4:11-12", "4:12-13"],
        "quran:4:13": ["4:12-13"],
        "quran:114:6": ["114:6"],
    }


@pytest.mark.parametrize("name", ["", "2", "2:", "2:x", "2:3-", "2:3-5-7", "al-baqara:3"])
def test_a_passage_that_is_not_named_by_its_verses_is_refused(name: str) -> None:
    with pytest.raises(QuestionError, match="not named by its verses"):
        passages_of_verses([name])


QUERY, QREL = '{"id": "1", "text": "?"}', "1\t100:1\t1"


@pytest.mark.parametrize(
    ("query", "qrel", "where"),
    [
        ('{"id": "1", "text": "?"', QREL, "queries.jsonl, line 3"),
        ('{"id": "1"}', QREL, "queries.jsonl, line 3"),
        ('{"id": "1", "text": null}', QREL, "queries.jsonl, line 3"),
        ('["1", "?"]', QREL, "queries.jsonl, line 3"),
        (QUERY, "1\t100:1", "qrels.tsv, line 2"),
        (QUERY, "1\t100:1\tyes", "qrels.tsv, line 2"),
    ],
)
def test_a_broken_line_of_a_set_is_told_by_its_file_and_number(
    query: str, qrel: str, where: str, index: Index, tmp_path: Path
) -> None:
    (tmp_path / "queries.jsonl").write_text(f"{QUERY}\n\n{query}\n")
    (tmp_path / "qrels.tsv").write_text(f"qid\tdocid\trelevance\n{qrel}\n")
    with pytest.raises(QuestionError) as told:
        verses(index, tmp_path)
    assert told.value.where.endswith(where)


def test_judged_verses_are_found_as_they_are(index: Index, tmp_path: Path) -> None:
    _lines(tmp_path / "queries.jsonl", {"id": "1", "text": "ماذا زرع الفلاح\u2028في الوادي؟"})
    (tmp_path / "qrels.tsv").write_text(
        "qid\tdocid\trelevance\tsplit\n1\t100:1\t1\tother\n1\t100:2\t0\tother\n"
    )
    assert verses(index, tmp_path).mrr_10 == 1.0


def test_a_narration_is_told_by_its_words(index: Index, tmp_path: Path) -> None:
    _lines(
        tmp_path / "passages.jsonl",
        {"id": "m1", "text": "كانَ الراعي يسوقُ غنمَهُ إلى الجبلِ"},
        {"id": "m2", "text": "نص لا يوجد هنا أبدا"},
    )
    _lines(
        tmp_path / "queries.jsonl",
        {"id": "1", "text": "إلى أين كان الراعي يسوق غنمه؟"},
        {"id": "2", "text": "ما هو؟"},
    )
    (tmp_path / "qrels.tsv").write_text("qid\tdocid\trelevance\tsplit\n1\tm1\t1\tall\n2\tm2\t1\tall\n")
    result = narrations(index, tmp_path)
    assert (result.questions, result.left_out, result.mrr_10) == (1, 1, 1.0)


def test_strangers_are_counted_by_source_with_their_bound(index: Index, tmp_path: Path) -> None:
    folder = tmp_path / "negatives"
    folder.mkdir()
    _lines(
        folder / "queries_en.jsonl",
        {"id": "1", "text": "how do i tune a guitar", "source": "CLINC150", "maybe_on_topic": False},
        {"id": "2", "text": "who was a prophet", "source": "CLINC150", "maybe_on_topic": True},
        {"id": "3", "text": "what did the farmer sow", "source": "SelfAware"},
    )
    _lines(folder / "queries_ar.jsonl", {"id": "1", "text": "كم نقطة سجل الفريق؟", "source": "TyDiQA-GoldP"})
    asked: list[str] = []

    def told(_: Index, question: str) -> Answer:
        asked.append(question)
        return answer(index, question)

    by_name = {result.name: result for result in measure_external(index, told, tmp_path)}
    assert asked == ["how do i tune a guitar", "what did the farmer sow", "كم نقطة سجل الفريق؟"]
    clinc, xquad = by_name["strangers-clinc150-en"], by_name["strangers-xquad-ar"]
    assert (clinc.questions, clinc.false_answers) == (1, 0)
    assert clinc.false_answer_bound == pytest.approx(0.95)
    assert (xquad.questions, xquad.false_answers, xquad.false_answer_rate) == (0, 0, None)
    assert "there is no folder" in by_name["quqa"].skipped


def test_of_many_strangers_some_are_asked_from_the_first_to_the_last(index: Index, tmp_path: Path) -> None:
    rows = [
        {"id": str(place), "text": f"question {place}", "source": "XQuAD"} for place in range(NEGATIVES + 7)
    ]
    _lines(tmp_path / "queries_en.jsonl", *rows)
    asked: list[str] = []

    def told(_: Index, question: str) -> Answer:
        asked.append(question)
        return answer(index, "how do i tune a guitar")

    result = negatives(index, told, "XQuAD", "en", tmp_path)
    assert (result.questions, len(set(asked))) == (NEGATIVES, NEGATIVES)
    assert asked[0] == "question 0"
    assert asked[-1] == f"question {NEGATIVES + 5}"


class OneSnapshot:
    """A store that holds one open snapshot."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.others: dict[str, Path] = {}
        self.evaluation: Summary | None = None

    def find(self, name: str) -> str:
        return f"s-{name}"

    def materialise(self, name: str) -> Path:
        return self.others.get(name, self.folder)

    def manifest(self, name: str) -> SimpleNamespace:
        return SimpleNamespace(id=name, evaluation=self.evaluation)


@pytest.fixture
def store(folder: Path, monkeypatch: pytest.MonkeyPatch) -> OneSnapshot:
    opened = OneSnapshot(folder)
    monkeypatch.setattr(command, "open_store", lambda *_: opened)
    monkeypatch.setattr(command, "_questions", lambda *_: (_questions(), []))
    return opened


def test_the_command_prints_figures_and_writes_reports(store: OneSnapshot, tmp_path: Path) -> None:
    page, text = tmp_path / "report.html", tmp_path / "report.md"
    for _ in range(2):  # the later reports take the place of the earlier
        result = CliRunner().invoke(
            app, ["eval", "--snapshot", "production", "--html", str(page), "--markdown", str(text)]
        )
        assert result.exit_code == 0, result.output
    assert "s-production, 3 questions" in result.output
    assert "s-production" in page.read_text("utf-8")
    assert text.read_text("utf-8").startswith("# Evaluation")


def test_of_a_set_about_corpora_that_is_asked_for_which_a_text_was_read(
    store: OneSnapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = next(one for one in _questions() if one.references)
    far = held.model_copy(update={"id": "far", "references": ("fatwa:nowhere:1",)})
    read_in_vain = held.model_copy(update={"id": "vain", "references": (), "wrong": held.references[:1]})
    monkeypatch.setattr(command, "_questions", lambda *_: ([], [held, far, read_in_vain]))
    result = CliRunner().invoke(app, ["eval", "--snapshot", "production"], catch_exceptions=False)
    assert "s-production, 2 questions" in result.output


def test_no_question_steers_the_terminal(store: OneSnapshot, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"expect": "answer", "references": ("quran:114:6",)}  # which no text here is
    steering = [
        one.model_copy(update={**wrong, "question": f"{one.question} \u202e"}) for one in _questions()
    ]
    monkeypatch.setattr(command, "_questions", lambda *_: (steering, []))
    words = ["eval", "--snapshot", "production", "--worst", "3"]
    printed = CliRunner().invoke(app, words, catch_exceptions=False).output
    assert "�" in printed
    assert "\u202e" not in printed


def test_the_command_speaks_json(store: OneSnapshot) -> None:
    result = CliRunner().invoke(app, ["eval", "--snapshot", "production", "--json"])
    document = json.loads(result.output)
    assert document["snapshot"] == "s-production"
    assert document["questions"]["count"] == 3


def test_the_command_says_what_a_publish_would_refuse_for(store: OneSnapshot, folder: Path) -> None:
    words = ["eval", "--snapshot", "production", "--against", "older"]
    same = store.evaluation = summary(evaluate(Index.open(folder), _questions(), answer))
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert "it falls behind in nothing" in result.output
    better = [one.model_copy(update={"value": -1.0}) if "augrc" in one.name else one for one in same.figures]
    store.evaluation = same.model_copy(update={"figures": tuple(better)})
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 1
    assert "augrc goes from -1 to" in result.output
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 1
    assert "augrc goes from -1 to" in "".join(json.loads(result.output)["behind"])


def test_a_snapshot_that_was_not_evaluated_is_no_measure(store: OneSnapshot) -> None:
    with pytest.raises(SnapshotError, match="was not evaluated"):
        CliRunner().invoke(
            app, ["eval", "--snapshot", "production", "--against", "older"], catch_exceptions=False
        )


def test_the_command_shows_which_answers_another_snapshot_does_not_give(
    store: OneSnapshot, tmp_path: Path
) -> None:
    words = ["eval", "--snapshot", "production", "--beside", "older"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert "s-older was asked the same: 0 of 3 answers are not the same" in result.output
    assert "declined, where nothing is known that answers\t1\t1" in result.output

    store.others["s-older"] = _indexed(tmp_path, [*VERSES, NARRATION])
    result = CliRunner().invoke(app, words)
    assert "2 of 3 answers are not the same" in result.output
    assert "s-older: declined, though an answer was expected (nothing_found)" in result.output
    document = json.loads(CliRunner().invoke(app, [*words, "--json"]).output)
    assert document["beside"]["snapshot"] == "s-older"
    assert {one["id"] for one in document["beside"]["changes"]} == {"orphans", "bribe"}
