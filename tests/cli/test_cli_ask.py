"""`isnad ask`: the service's JSON, a readable terminal, an explanation, and errors without stack traces."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from numba import njit
from numba.core import event
from typer.testing import CliRunner

import cli.ask
from cli.console import EXIT_USAGE
from cli.main import app
from cli.paragraphs import ISOLATE, POP, WIDEST, clean, isolated, paragraphs
from pipeline.answer.composing.markdown import escape
from pipeline.index.build import build_index
from schemas.answer import Answer, Evidence, Intent, Mode, Reason, Verdict
from schemas.document import Document
from schemas.errors import QuestionError
from schemas.tables import DOCUMENTS

RUN = CliRunner()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index with one verse."""
    home = tmp_path_factory.mktemp("ask")
    verse = Document("quran:112:2", "quran", "", "quran", title_ar="سورة الإخلاص 112:2",
                     title_en="Surah Al-Ikhlas 112:2",
                     text_ar="ٱللَّهُ ٱلصَّمَدُ", text_en="Allah, the Eternal Refuge", status="approved")  # fmt: skip
    table = pa.Table.from_pylist([verse.as_row()], schema=DOCUMENTS)
    with pa.OSFile(str(home / "documents.arrow"), "wb") as file, pa.ipc.new_file(file, DOCUMENTS) as writer:
        writer.write_table(table)
    build_index(home / "documents.arrow", home / "index", glossary={"concepts": []})
    return home / "index"


@pytest.fixture(autouse=True)
def store(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that holds that index on every channel."""
    opened = SimpleNamespace(materialise=lambda name: built, check_texts=lambda name: None)
    monkeypatch.setattr(cli.ask, "open_store", lambda path: opened)
    monkeypatch.setattr(cli.ask, "chosen_snapshot", lambda store, name: "s-1")


def test_the_answer_and_its_source_are_printed() -> None:
    result = RUN.invoke(app, ["ask", "112:2"])
    assert result.exit_code == 0
    assert "Allah, the Eternal Refuge" in result.output
    assert "1. quran:112:2" in result.output


def test_no_line_is_wider_than_is_read_with_ease(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "220")
    lines = RUN.invoke(app, ["ask", "112:2"]).output.splitlines()
    assert {len(line) for line in lines if "─" in line} == {WIDEST}


def test_json_has_the_shape_of_the_service() -> None:
    body = json.loads(RUN.invoke(app, ["ask", "112:2", "--json"]).output)
    assert set(body) == {"answered", "mode", "intent", "answer", "sources", "usage"}
    assert body["answered"] is True
    assert body["sources"] == [{"referenceId": "quran:112:2", "title": "Surah Al-Ikhlas 112:2", "url": ""}]
    assert {"summary", "detail", "evidence"} <= set(body["answer"])
    assert isinstance(body["usage"]["ms"], int)


def test_a_decline_ends_with_zero_and_says_why() -> None:
    result = RUN.invoke(app, ["ask", "112:9", "--json", "--explain"])
    body = json.loads(result.output)
    assert result.exit_code == 0
    assert body["answered"] is False
    assert body["explanation"]["reason"] == "no_such_reference"
    assert body["explanation"]["rule"] == "lookup.reference"


def test_arabic_lines_stand_in_isolates() -> None:
    output = RUN.invoke(app, ["ask", "الإخلاص ٢"]).output
    lines = [line.strip() for line in output.splitlines() if "ٱلصَّمَدُ" in line]
    assert lines
    assert all(line.count("\u2067") == line.count("\u2069") for line in lines)


def test_the_explanation_names_rule_and_scores() -> None:
    output = RUN.invoke(app, ["ask", "Who is the Eternal Refuge?", "--explain"]).output
    assert "rule:" in output
    assert "scope" in output
    assert "support" in output


def test_the_explanation_names_the_demand_that_no_text_meets() -> None:
    output = RUN.invoke(app, ["ask", "How many eternal refuges are there?", "--explain"]).output
    assert "untold: counted" in output


def test_the_explanation_tells_several_questions_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    parts = [
        {"searched": one, "rule": rule}
        for one, rule in (("what is it", "general"), ("who pays it", "ruling"))
    ]
    whole = {"rule": "history", "answered": ["Who pays it?"], "parts": parts}
    verdict = Verdict(True, Intent.GENERAL, None, (), whole)
    cli.ask.show(Answer(verdict, "en", "Yes.", "", (), None, ()), explain=True)
    told = [line for line in capsys.readouterr().out.splitlines() if ": " in line]
    assert told[1:] == [
        "one by one: what is it",
        "  rule: general",
        "one by one: who pays it",
        "  rule: ruling",
    ]


def explained(told: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What is shown of an explanation, line by line, behind the outcome."""
    verdict = Verdict(True, Intent.GENERAL, None, (), told)
    cli.ask.show(Answer(verdict, "en", "Yes.", "", (), None, ()), explain=True)
    return capsys.readouterr().out.split("why: answered\n")[1].splitlines()


def test_whatever_is_noted_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    told = {
        "rule": "general",
        "removed": [],
        "missing": [{"kind": "verse", "name": "", "surah": 2, "number": 300}],
        "respelt": [["zakt", "zakat"], ["fsating", "fasting"]],
        "noted since": "a\x1b[31m",
        "features": {"window": 3},
    }
    assert explained(told, capsys) == [
        "  rule: general",
        "  missing: kind verse surah 2 number 300",
        "  respelt: zakt zakat, fsating fasting",
        "  noted since: a\ufffd[31m",
    ]


@pytest.mark.parametrize(
    ("scope", "made_up_for", "verdict"),
    [
        (2048, False, "passed"),
        (512, False, "not passed"),
        (512, True, "passed, since the support makes up for it"),
    ],
)
def test_a_score_is_told_as_it_was_judged(
    scope: int, made_up_for: bool, verdict: str, capsys: pytest.CaptureFixture[str]
) -> None:
    gate = {
        "scope": scope,
        "scope_needed": 1024,
        "scope_made_up_for": made_up_for,
        "scope_parts": {"bias": scope},
    }
    gate |= {
        "support": 4096,
        "support_needed": 1024,
        "support_parts": {"bias": 4096},
        "thresholds": "default",
    }
    first, bias, *_ = explained({"gate": gate}, capsys)
    assert first == f"  scope {scope / 1024:.2f}, needs 1.00 (default): {verdict}"
    assert bias == f"    {scope / 1024:+.2f}  bias"


def test_wrong_mode_and_wrong_question_are_told_plainly() -> None:
    assert RUN.invoke(app, ["ask", "x", "--mode", "other"]).exit_code == EXIT_USAGE
    assert isinstance(RUN.invoke(app, ["ask", ""]).exception, QuestionError)


def test_no_control_character_reaches_the_terminal() -> None:
    assert clean("a\x1b[31mb\u202ec\u06dd") == "a�[31mbc\u06dd"


def test_no_space_and_no_unseen_letter_becomes_a_sign() -> None:
    """Verse 2:72 holds U+2009; texts of others hold the rest."""
    assert clean("ا\u2009ب\u00a0ج\u202fد") == "ا\u2009ب\u00a0ج\u202fد"
    assert clean("so\u00adft\u061c\tend\r") == "soft end"


def test_a_decline_is_shown_as_its_sources_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    text = "1) Umar & Ali <both> said: 2*3\n- so"
    verdict = Verdict(False, Intent.GENERAL, Reason.NOTHING_FOUND, ())
    cli.ask.show(Answer(verdict, "en", "No.", escape(text), (), None, ()), explain=False)
    assert text in capsys.readouterr().out


@pytest.mark.parametrize(("mode", "shown"), [(Mode.DAWAH, True), (Mode.MUSLIM, False)])
def test_the_words_for_a_tradition_come_before_the_evidence(
    mode: Mode, shown: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    detail = "\n\n".join(
        ("You come from a R\\*D background.", "**Title** [quran:112:1]", "> Words", "Sources:")
    )
    verdict = Verdict(True, Intent.GENERAL, None, ("quran:112:1",))
    evidence = (Evidence("To begin with", "Words"),)
    cli.ask.show(Answer(verdict, "en", "Yes.", detail, evidence, None, (), mode=mode), explain=False)
    printed = capsys.readouterr().out
    assert ("You come from a R*D background." in printed) is shown
    assert "**" not in printed


def test_a_line_that_a_printed_page_broke_is_joined_and_others_stand(
    capsys: pytest.CaptureFixture[str],
) -> None:
    content = "It was\nnarrated, that\nAli came:\n1) by night\nHe sat\n\n(and slept)."
    verdict = Verdict(True, Intent.GENERAL, None, ("hadith:bukhari:1",))
    evidence = (Evidence("Hadith", content),)
    cli.ask.show(Answer(verdict, "en", "Yes.", "", evidence, None, ()), explain=False)
    told = "It was narrated, that\nAli came:\n1) by night\nHe sat\n\n(and slept).\n"
    assert capsys.readouterr().out.endswith(told)


def test_every_verse_of_a_built_starter_is_shown_whole() -> None:
    store = Path(__file__).parents[2] / "data" / "store"
    built = sorted((store / "open").glob("*/documents.arrow"))
    if not built:
        pytest.skip("no starter snapshot is built: run `make run`")
    table = pa.ipc.open_file(pa.memory_map(str(built[-1]))).read_all()
    texts = table.filter(pc.equal(table["kind"], "quran"))["text_ar"].to_pylist()
    assert [text for text in texts if "�" in clean(text)] == []


def test_each_wrapped_line_of_arabic_has_a_pair_of_isolates(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.cells import cell_len
    from rich.console import Console

    long = " ".join(["كلمة"] * 60)
    paragraphs(Console(width=40), f"{long}\n\nPlain words.")
    lines = capsys.readouterr().out.splitlines()
    arabic = [line.strip() for line in lines if "كلمة" in line]
    assert len(arabic) > 5
    assert all(line.startswith(ISOLATE) and line.endswith(POP) for line in arabic)
    assert sum(line.count("كلمة") for line in arabic) == 60
    assert {cell_len(line) for line in lines if "كلمة" in line} == {40}, "Arabic stands at the right"
    assert lines[-2:] == ["", "Plain words."]


def test_an_arabic_title_among_latin_letters_is_isolated() -> None:
    assert isolated("سورة الفاتحة") == f"{ISOLATE}سورة الفاتحة{POP}"
    assert isolated("The Opening") == "The Opening"


@pytest.mark.parametrize("compiles", [True, False])
def test_a_wait_for_the_compiler_is_told_beside_the_answer(
    compiles: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answered(*_: object) -> Answer:
        for _ in range(2 if compiles else 0):
            with event.trigger_event("numba:compile", {"dispatcher": njit(lambda: None)}):
                pass
        return cast(Answer, None)

    monkeypatch.setattr("pipeline.answer.answer", answered)
    monkeypatch.setattr(cli.ask, "show", lambda *_: None)
    result = RUN.invoke(app, ["ask", "112:2"])
    assert result.exit_code == 0
    assert result.stderr.count("about half a minute") == compiles
    assert "minute" not in result.stdout
