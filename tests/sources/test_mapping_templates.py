"""Templates: what they copy, what they refuse, and the closed list of steps."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.sources.mapping import STEPS, FieldTemplate, Template, ValueProblem
from schemas.columns import FieldRule
from schemas.errors import CardError
from schemas.template import Step

ROW = {
    "text": "  a  text ",
    "number": 7,
    "none": None,
    "blank": " \u00a0",
    "english": {"narrator": "Narrated", "text": "words"},
    "list": ["a", "b"],
    "dotted.name": "dot",
    "yes": True,
}


@pytest.mark.parametrize(
    ("template", "value"),
    [
        ("{text}", "  a  text "),
        ("{number}", "7"),
        ("{none}", ""),
        ("{blank}", ""),
        ("{absent}", ""),
        ("{english.text}", "words"),
        ("{english.absent}", ""),
        ("{number.deeper}", ""),
        ("{english.narrator} {english.text}", "Narrated words"),
        ("{none} {english.text}", " words"),
        ("Book {none}", ""),
        ("Book {number}", "Book 7"),
        ("{{{number}}}", "{7}"),
        ("{list}", "a, b"),
        ("{dotted.name}", "dot"),
        ("{yes}", "true"),
        ("{text|strip}", "a  text"),
        ("constant", "constant"),
    ],
)
def test_what_a_template_gives(template: str, value: str) -> None:
    assert Template.of(template).fill(ROW) == value


def test_values_that_stand_for_nothing() -> None:
    template = Template.of("{a}{b}", ["nan", "-"])
    assert template.fill({"a": " nan ", "b": "-"}) == ""
    assert template.fill({"a": "nan", "b": "nano"}) == "nano"


def test_an_object_is_no_value() -> None:
    with pytest.raises(ValueProblem):
        Template.of("{english}").fill(ROW)


@given(st.text().filter(lambda text: bool(text.strip())))
def test_a_value_is_copied_byte_for_byte(value: str) -> None:
    assert Template.of("{x}").fill({"x": value}) == value


@given(st.text())
def test_any_text_is_a_template_or_a_card_error(text: str) -> None:
    try:
        template = Template.of(text)
    except CardError:
        return
    template.fill({})


@given(st.text(alphabet=st.characters(exclude_characters="{}")))
def test_text_without_braces_is_itself(text: str) -> None:
    assert Template.of(text).fill({}) == text


@pytest.mark.parametrize(
    ("step", "value", "result"),
    [
        ("number", "1.0", "1"),
        ("number", "٠١٢", "12"),
        ("number", "۸", "8"),
        ("number", " 007 ", "7"),
        ("number", "0", "0"),
        ("number", "8 C", "8c"),
        ("number", "622 -623", "622-623"),
        ("number", "5-5", "5"),
        ("number", "7-8-9", "7-9"),
        ("number", "7-9-8", "7-9-8"),
        ("number", f"7-8-{'9' * 5000}", f"7-8-{'9' * 5000}"),
        ("number", "8.2", "8.2"),
        ("number", "first", "first"),
        ("parts", "8.2", "8b"),
        ("parts", "8.0", "8"),
        ("first-number", "https://example.org/fatwas/983/x-12", "983"),
        ("first-number", "no number", ""),
        ("first-part", "Bukhari/Chapter1.csv", "Bukhari"),
        ("slug", " Zakat on Gold! ", "zakat-on-gold"),
        ("html", "<p>A &amp; B<br>C", "A & B C"),
        ("lower", "AbC", "abc"),
        ("question", "Question: When?\nAnswer: Tomorrow.", "Question: When?\nAnswer:"),
        ("answer", "Question: When?\nAnswer: Tomorrow.", "Tomorrow."),
        ("pages", "أول [ ص: 233 ] آخر &; 4-373 &; وبعده", "أول آخر وبعده"),
        ("pages", "{ آية } [ ص : 32 ] وأخرى [ص: 41]", "{ آية } [ ص : 32 ] وأخرى [ص: 41]"),
        ("sentences", "انتهى.وقال (30)يقول غدا. ثم 1.5 د.م", "انتهى. وقال (30) يقول غدا. ثم 1.5 د.م"),
    ],
)
def test_steps(step: str, value: str, result: str) -> None:
    assert STEPS[step](value) == result


def test_the_steps_of_the_card_and_of_the_code_are_one_list() -> None:
    assert list(get_args(Step)) == list(STEPS)


@given(st.sampled_from(sorted(STEPS)), st.text())
def test_a_step_never_fails(step: str, value: str) -> None:
    assert isinstance(STEPS[step](value), str)


def test_a_second_choice_is_taken_when_the_first_is_empty() -> None:
    rule = FieldRule.model_validate({"from": "{none}", "otherwise": "{text}", "steps": ["strip"]})
    assert FieldTemplate.of("text_en", rule).fill(ROW) == "a  text"


def test_an_unknown_step_is_answered_with_the_list() -> None:
    with pytest.raises(CardError) as caught:
        Template.of("{text|eval}")
    assert "strip, html, number" in caught.value.expected
    assert caught.value.found == "{text|eval}"


class TestListsAndAddresses:
    def test_a_value_of_a_list_is_named_by_its_place(self) -> None:
        columns = {"cells": ["7", "text"]}
        assert Template.of("{cells.1}").fill(columns) == "text"
        assert Template.of("{cells.0|number}:{cells.1}").fill(columns) == "7:text"
        assert Template.of("{cells.2}").fill(columns) == ""

    @pytest.mark.parametrize(
        ("address", "part"),
        [("https://a.org/2016/04/13590/ ", "13590"), ("https://a.org/a-question", "a-question"), ("x", "x")],
    )
    def test_the_last_part_of_an_address(self, address: str, part: str) -> None:
        assert Template.of("{url|last-part}").fill({"url": address}) == part

    def test_words_that_a_file_adds_are_taken_out(self) -> None:
        rule = FieldRule.model_validate({"from": "{text}", "without": ["Original Link"], "steps": ["strip"]})
        assert (
            FieldTemplate.of("text_en", rule).fill({"text": "An answer.\n\nOriginal Link\n"}) == "An answer."
        )
        assert FieldTemplate.of("text_en", rule).fill({"text": "\n Original Link"}) == ""
