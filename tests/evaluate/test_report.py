"""The report and the page: complete, self-contained, and safe with any text."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from small_world import FakeIndex, answer_of, asking

from pipeline.answer.bounds import lower_bound, upper_bound
from pipeline.evaluate.breakdown import Share, groups_of
from pipeline.evaluate.page import CONFIDENCE, RISK, as_html, confidence_plot, risk_plot
from pipeline.evaluate.report import (
    COLUMNS,
    GROUP_COLUMNS,
    NO_TEST,
    as_markdown,
    counted,
    group_rows,
    number,
)
from pipeline.evaluate.run import LONGEST, Evaluation, _cut, evaluate, put
from schemas.answer import Evidence


@pytest.fixture
def evaluation(small) -> Evaluation:  # type: ignore[no-untyped-def]
    index, questions, answer = small
    return evaluate(index, questions, answer)


def test_the_report_names_the_snapshot_and_the_errors_with_their_evidence(evaluation: Evaluation) -> None:
    text = as_markdown(evaluation, "s-abc")
    assert "Snapshot `s-abc`, 7 questions." in text
    assert "`miss-false`" in text
    assert "shown: quran:9:1; expected: quran:2:1" in text
    tables = re.findall(r"(?:^\|.*\n)+", text, re.M)
    assert len(tables) == 2
    assert all(len({line.count("|") for line in table.splitlines()}) == 1 for table in tables)


def test_an_evaluation_without_errors_says_so() -> None:
    question = asking(id="a", references=("quran:1:1",))
    good = evaluate(FakeIndex({}), [question], lambda *_: answer_of(("quran:1:1",), 1.0))
    assert "There are none." in as_markdown(good, "s-abc")
    assert "There are none." in as_html(good, "s-abc")


def test_the_worst_of_each_kind_are_shown_with_the_passages_that_were_seen(evaluation: Evaluation) -> None:
    (false,) = (one for one in evaluation.outcomes if one.result == "false-answer")
    shown = replace(false, shown=("نص طويل <b>", "A passage."))
    many = Evaluation.of(
        replace(shown, question=false.question.model_copy(update={"id": f"false-{place}"}))
        for place in range(25)
    )
    text, page = as_markdown(many, "s"), as_html(many, "s")
    assert "## Answered, though it must be declined: 20 of 25" in text
    assert text.count("    > A passage.") == 20
    assert page.count("<blockquote dir=auto>نص طويل &lt;b&gt;</blockquote>") == 20
    assert [one.result for one in evaluation.worst(9, "missed")] == ["missed"] * len(
        evaluation.worst(9, "missed")
    )


def test_groups_have_exact_bounds(evaluation: Evaluation) -> None:
    rows = groups_of(evaluation.outcomes)
    assert [(row.kind, row.language, row.intent) for row in rows] == sorted(
        (row.kind, row.language, row.intent) for row in rows
    )
    assert sum(row.answered.whole + row.false_answers.whole for row in rows) == len(evaluation.outcomes)
    assert (Share(0, 300).at_most, Share(300, 300).at_least) == (upper_bound(0, 300), lower_bound(300, 300))
    assert (Share(0, 0).at_least, Share(0, 0).at_most) == (None, None)
    assert len(group_rows(evaluation)) == len(
        groups_of(one for one in evaluation.outcomes if one.question.split == "test")
    )


def test_what_a_reader_meets_first_is_kept_of_an_answer_and_of_a_decline() -> None:
    evidence = (Evidence("Hadith", "A narration."), Evidence("Tafsir", "A comment."))
    given = replace(answer_of(("quran:1:1",)), summary="The sentence.", evidence=evidence)
    assert put(FakeIndex({}), asking(id="a"), lambda *_: given).shown == ("The sentence.", "A narration.")
    declined = replace(answer_of(), summary="Nothing was found.", evidence=evidence)
    assert put(FakeIndex({}), asking(id="a"), lambda *_: declined).shown == ("A narration.",)


def test_a_long_passage_is_cut_at_a_space() -> None:
    assert _cut("one\n two") == "one two"
    cut = _cut("word " * 100)
    assert len(cut) <= LONGEST + 2
    assert cut.endswith("word …")


def test_numbers_that_were_not_measured_are_dashes() -> None:
    assert (number(None), counted(0, 0)) == ("–", "–")
    assert (number(0.12345), counted(1, 3)) == ("0.123", "1/3 (33.3 %)")


def test_the_page_loads_nothing_and_lets_text_choose_its_direction(evaluation: Evaluation) -> None:
    page = as_html(evaluation, "s-abc")
    assert not re.search(r"<script|<link|src=|@import|url\(", page)
    assert 'dir="auto"' in page
    assert page == as_html(evaluation, "s-abc")


def test_tables_and_plots_of_the_page_say_what_they_are(evaluation: Evaluation) -> None:
    page = as_html(evaluation, "s-abc")
    assert "<th>" not in page
    assert page.count('<th scope="col">') == len(COLUMNS) + len(GROUP_COLUMNS)
    titles = re.findall(r"<figcaption>(.*?)</figcaption>", page)
    assert titles == re.findall(r'aria-label="(.*?)"', page) == [RISK, CONFIDENCE]


def test_a_question_in_two_languages_is_called_neither() -> None:
    asked = [asking(id=name, language=name, references=("quran:1:1",)) for name in ("ar", "en", "mixed")]
    page = as_html(evaluate(FakeIndex({}), asked, lambda *_: answer_of()), "s")
    assert sorted(re.findall(r'<div dir="auto"(.*?)>', page)) == ["", ' lang="ar"', ' lang="en"']


def test_a_language_that_was_not_asked_has_no_line() -> None:
    asked = [asking(id="a", language="en", references=("quran:1:1",))]
    plot = risk_plot(evaluate(FakeIndex({}), asked, lambda *_: answer_of()).outcomes)
    assert ">English<" in plot
    assert ">Arabic<" not in plot


def test_without_the_test_part_its_table_is_a_sentence() -> None:
    asked = [asking(id="a", split="fit", references=("quran:1:1",))]
    fitted = evaluate(FakeIndex({}), asked, lambda *_: answer_of())
    assert NO_TEST in as_markdown(fitted, "s")
    page = as_html(fitted, "s")
    assert NO_TEST in page
    assert page.count("<table>") == 1


def test_the_plot_of_confidence_shows_where_the_gate_begins_to_answer(evaluation: Evaluation) -> None:
    sure = next(one for one in evaluation.outcomes if one.answered and one.confidence is not None)
    unsure = replace(sure, answered=False, confidence=-3.0)
    both, one = confidence_plot([replace(sure, confidence=1.0), unsure]), confidence_plot([unsure])
    assert 'd="M349.00 14V256"' in both  # three quarters of the way from -3 to 1
    assert '<text x="349.00" y="272.00" text-anchor="middle">0</text>' in both
    assert 'V256" stroke' not in one


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
        assert ElementTree.fromstring(plot).tag.endswith("svg")
        assert "NaN" not in plot


def test_a_gate_that_was_overruled_has_no_place_on_the_plot_of_confidence(evaluation: Evaluation) -> None:
    sure = next(one for one in evaluation.outcomes if one.answered and one.confidence is not None)
    overruled = replace(sure, answered=False, confidence=1.0)
    assert overruled.willingness == float("-inf")
    assert confidence_plot([sure, overruled]) == confidence_plot([sure])
