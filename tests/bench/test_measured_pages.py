"""The measured pages say what was measured, from measurements that are invented here; no clock is read."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from math import gcd
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bench import homes, run, starter
from bench.charts import Bar, bar_chart
from bench.machine import machine
from bench.milliseconds import Milliseconds
from bench.questions import mixed
from cli.output import Output
from cli.progress import StageProgress
from cli.run import TIMINGS_SIGN
from pipeline.evaluate.external import ExternalResult
from pipeline.evaluate.pieces import PieceRow
from pipeline.evaluate.table import MeasureRow
from schemas.manifest import Counts, Manifest

STEPS = (
    run.Step("hybrid", Milliseconds(4.0, 9.0), 100),
    run.Step("question to verdict and answer", Milliseconds(12.0, 40.0), 100),
)
SPEED = run.Measured(
    snapshot="s-1",
    documents=46_693,
    passages=91_404,
    machine="A Processor, 2 cores; load average 0.1; Python 3.11; 2026-11-21",
    lexical="| queries | engine |",
    encode=(("Arabic", 15_000.0),),
    asked=STEPS,
    opening_ms=20.0,
    start=run.Start(1.0, 0.4, 0.02, 0.3),
)


def row(split: str, language: str, false_answers: int) -> MeasureRow:
    numbers = dict.fromkeys(MeasureRow.__slots__)
    told = {
        "split": split,
        "language": language,
        "kind": "all",
        "questions": 30,
        "ranked": 10,
        "answerable": 20,
    }
    counts = {"answered": 15, "right": 14, "declinable": 10, "false_answers": false_answers, "twins": 0}
    shares = {"coverage": 0.75, "false_answer_rate": false_answers / 10, "false_answer_bound": 0.4}
    return MeasureRow(**{**numbers, **told, **counts, **shares})  # type: ignore[arg-type]


def manifest() -> Manifest:
    counts = Counts.model_construct(documents=46_693, passages=91_404)
    return Manifest.model_construct(counts=counts, sources=(), files=())


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> starter.Measured:
    monkeypatch.setattr(Manifest, "id", "s-1")
    stages = (homes.Stage("fetch", 4.3, "9 sources"), homes.Stage("embedder", 117.0, "steps 1,500"))
    return starter.Measured(
        machine=SPEED.machine,
        manifest=manifest(),
        evaluated=592,
        table=(row("test", "all", 1), row("test", "en", 0), row("test", "ar", 1)),
        external=(
            ExternalResult("quran-qa-2023", questions=144, left_out=30, map_10=0.3, recall_100=0.7),
            ExternalResult(
                "strangers-clinc150-en",
                questions=100,
                false_answers=2,
                false_answer_rate=0.02,
                false_answer_bound=0.062,
            ),
            ExternalResult(
                "strangers-xquad-ar",
                questions=50,
                false_answers=0,
                false_answer_rate=0.0,
                false_answer_bound=0.058,
            ),
            ExternalResult("haqa", skipped="there is no folder /somewhere/private"),
        ),
        pieces=(PieceRow("quran", "ar", 2, 10, 9, 1, 0, 0),),
        timings=homes.Timings("s-1", 140.0, stages, 1.5),
    )


def test_the_machine_is_stated_with_cores_pace_load_versions_and_day() -> None:
    told = machine("numpy")
    pace = r"\d+ cores, a million steps of a Python loop in \d+ ms"
    assert re.search(
        pace + r"; load average \d+\.\d; Python 3\.\d+\.\d+, numpy \d\S*; \d{4}-\d\d-\d\d$", told
    )


def test_the_page_of_performance_states_what_its_figures_rest_on() -> None:
    page = run.page(SPEED)
    assert SPEED.machine in page
    assert "`s-1`: 46,693 documents, 91,404 passages" in page
    assert "| question to verdict and answer | 100 | 12.00 | 40.00 |" in page


@pytest.mark.parametrize(("p50", "said"), [(30.0, "at the median: met."), (30.1, "at the median: missed.")])
def test_the_target_is_met_or_missed_in_words(p50: float, said: str) -> None:
    assert said in run.page(replace(SPEED, asked=(replace(STEPS[1], took=Milliseconds(p50, 40.0)),)))


def test_questions_are_mixed_and_none_is_lost_or_repeated() -> None:
    for count in (5, 77, 91, 143, 652):
        questions = [str(number) for number in range(count)]
        assert sorted(mixed(questions)) == sorted(questions)
    assert gcd(7, 652) == 1


def test_a_store_without_a_snapshot_says_what_to_run_first(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="make run"):
        homes.opened_store(tmp_path, "development")


def test_the_page_of_the_starter_tells_stages_figures_and_what_is_missing(measured: starter.Measured) -> None:
    page = starter.page(measured)
    assert "| embedder | 117.0 | steps 1,500 |" in page
    assert "140 s" in page
    assert "held 1.5 GB" in page
    assert "| quran-qa-2023 | 144 | 30 | 0.300 |" in page
    assert "| strangers-clinc150-en | 2/100 (2.0 %) | 0.062 |" in page
    assert "Their mean is 1.0 %, the worst 2.0 %." in page
    assert "the fusion (12, 30, 34, 35, 111) |" in page
    assert "| verse | Arabic | 2 | 10 | 9 (90.0 %) | 1 | 0 | 0 |" in page
    assert "there is no held-out figure" in page
    assert "`haqa`: the set was not there" in page
    assert "private" not in page, "a path of the machine"


def test_without_timings_the_page_says_so_and_shows_no_stages(measured: starter.Measured) -> None:
    page = starter.page(replace(measured, timings=None))
    assert "## Stages" not in page
    assert "no build of this very snapshot was timed" in page


def test_charts_are_small_and_well_formed_and_the_same_each_time(measured: starter.Measured) -> None:
    assert measured.timings is not None
    for draw in (
        lambda: starter.stages_chart(measured.timings),
        lambda: starter.answers_chart(measured.table),
        lambda: run.chart(SPEED),
    ):
        chart = draw()
        assert chart == draw()
        assert len(chart) < 60_000
        assert ElementTree.fromstring(chart).tag.endswith("svg")


def test_labels_of_a_chart_are_escaped_and_an_empty_chart_is_drawn() -> None:
    assert "a &lt; b &amp; c" in bar_chart("t", [Bar("a < b & c", 1.0, "1")])
    assert ElementTree.fromstring(bar_chart("nothing", [])).tag.endswith("svg")


def test_timings_of_a_run_are_written_and_read_again(tmp_path: Path) -> None:
    from rich.console import Console

    progress = StageProgress(Console(quiet=True))
    for name, seconds, note in (("fetch", 1.25, "9 sources"), ("corpus", 0.5, "documents 3")):
        progress.begin(name)
        progress.end(name, seconds, note)
    file = Output(tmp_path / "timings.json", "--timings", TIMINGS_SIGN)
    for _ in range(2):  # the later takes the place of the earlier
        file.write(progress.timings("s-1"))
    timings = homes.read_timings(tmp_path / "timings.json")
    assert timings.snapshot == "s-1"
    assert [(one.name, one.seconds) for one in timings.stages] == [("fetch", 1.25), ("corpus", 0.5)]
    assert json.loads((tmp_path / "timings.json").read_text())["seconds"] >= 0


def test_every_set_of_others_says_what_it_was_used_for(tmp_path: Path) -> None:
    from pipeline.evaluate.external import measure_external

    results = measure_external(None, lambda *_: None, tmp_path)  # type: ignore[arg-type, return-value]
    assert {one.name for one in results} == set(starter.USED)
    decisions = {path.name[:4] for path in (starter.ROOT / "docs/decisions").glob("*.md")}
    named = re.findall(r"\d+", " ".join(words.split("(")[-1] for words in starter.USED.values()))
    assert {number.zfill(4) for number in named} <= decisions


def test_a_fresh_build_wants_a_new_folder(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="there already"):
        homes.fresh_build(tmp_path)


def test_no_label_of_a_chart_is_cut_and_short_ones_move_nothing() -> None:
    def left(label: str) -> float:
        drawn = ElementTree.fromstring(bar_chart("t", [Bar(label, 1.0, "1")]))
        return next(float(one.attrib["x"]) for one in drawn.iter() if one.get("text-anchor") == "end")

    assert left("short") == left("as short")
    long = "hybrid search: text in, 20 documents out"
    assert left(long) > 6.7 * len(long)  # 268 units in DejaVu Serif
