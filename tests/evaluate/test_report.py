"""The report and the page: complete, self-contained, and safe with any text."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from small_world import FakeIndex, answer_of, asking

from pipeline.evaluate.page import as_html, confidence_plot, risk_plot
from pipeline.evaluate.report import as_markdown, counted, number
from pipeline.evaluate.run import Evaluation, evaluate


@pytest.fixture
def evaluation(small) -> Evaluation:  # type: ignore[no-untyped-def]
    index, questions, answer = small
    return evaluate(index, questions, answer)


def test_the_report_names_the_snapshot_and_the_errors_with_their_evidence(evaluation: Evaluation) -> None:
    text = as_markdown(evaluation, "s-abc")
    assert "Snapshot `s-abc`, 7 questions." in text
    assert "`miss-false`" in text
    assert "shown: quran:9:1; expected: quran:2:1" in text
    widths = {line.count("|") for line in text.splitlines() if line.startswith("|")}
    assert len(widths) == 1


def test_an_evaluation_without_errors_says_so() -> None:
    question = asking(id="a", references=("quran:1:1",))
    good = evaluate(FakeIndex({}), [question], lambda *_: answer_of(("quran:1:1",), 1.0))
    assert "There are none." in as_markdown(good, "s-abc")
    assert "There are none." in as_html(good, "s-abc")


def test_numbers_that_were_not_measured_are_dashes() -> None:
    assert (number(None), counted(0, 0)) == ("–", "–")
    assert (number(0.12345), counted(1, 3)) == ("0.123", "1/3 (33.3 %)")


def test_the_page_loads_nothing_and_lets_text_choose_its_direction(evaluation: Evaluation) -> None:
    page = as_html(evaluation, "s-abc")
    assert not re.search(r"<script|<link|src=|@import|url\(", page)
    assert 'dir="auto"' in page
    assert page == as_html(evaluation, "s-abc")


def test_hostile_text_is_escaped() -> None:
    question = asking(id="a", question="<script>alert(1)</script> | x", references=("quran:1:1",))
    bad = evaluate(FakeIndex({}), [question], lambda *_: answer_of())
    assert "<script>" not in as_html(bad, "<b>")
    assert "\\|" not in as_html(bad, "s")


def test_plots_are_well_formed_and_tell_lines_apart(evaluation: Evaluation) -> None:
    for plot in (risk_plot(evaluation.outcomes), confidence_plot(evaluation.outcomes)):
        root = ElementTree.fromstring(plot)
        assert root.tag.endswith("svg")
        assert root.get("aria-label")
    dashes = re.findall(r'<polyline[^>]*stroke-dasharray="([^"]*)"', risk_plot(evaluation.outcomes))
    assert len(set(dashes)) == 3


def test_plots_of_nothing_are_still_plots() -> None:
    for plot in (risk_plot([]), confidence_plot([])):
        assert ElementTree.fromstring(plot) is not None


def test_a_gate_that_was_overruled_has_no_place_on_the_plot_of_confidence(evaluation: Evaluation) -> None:
    sure = next(one for one in evaluation.outcomes if one.answered and one.confidence is not None)
    overruled = replace(sure, answered=False, confidence=1.0)
    assert overruled.willingness == float("-inf")
    assert confidence_plot([sure, overruled]) == confidence_plot([sure])
