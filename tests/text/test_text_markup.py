"""What a person is shown, and how markup is hidden from the search."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_text_normalise import TEXTS

from pipeline.text import normalise, shown
from pipeline.text.markup import mask


@given(TEXTS)
def test_plain_text_comes_back_untouched(text):
    assert shown(text, "plain") == text


@given(TEXTS)
def test_a_mask_keeps_the_length(text):
    assert len(mask(text)) == len(text)


@given(TEXTS, st.sampled_from(["html", "markdown"]))
def test_no_text_stops_the_reading(text, markup):
    assert isinstance(shown(text, markup), str)


@pytest.mark.parametrize(
    ("html", "read"),
    [
        ("<p>One</p><p>Two", "One\n\nTwo"),
        ("One<br>Two<BR/>Three", "One\nTwo\nThree"),
        ("<ul><li>a<li>b</ul>c", "- a\n- b\n\nc"),
        ("a<script>x<y</script><style>p{}</style>b", "a b"),
        ("a<!-- hidden -->b", "a b"),
        ("peace &amp; mercy&nbsp;&#1575;", "peace & mercy ا"),
        ("<div><b>unclosed <i>tags", "unclosed tags"),
        ("a  \n\n b", "a b"),
        ("x < y and y > z", "x < y and y > z"),
        ("<p>قُلۡ هُوَ ٱللَّهُ أَحَدٌ</p>", "قُلۡ هُوَ ٱللَّهُ أَحَدٌ"),
        ("", ""),
    ],
)
def test_html_becomes_text(html, read):
    assert shown(html, "html") == read


@pytest.mark.parametrize(
    ("markdown", "read"),
    [
        ("## Heading\n\n**bold** and _slanted_", "Heading\n\nbold and slanted"),
        ("see [this](https://example.org/a) now", "see this now"),
        ("* one\n* two", "- one\n- two"),
        ("> quoted", "quoted"),
        ("snake_case_word 2*3*4", "snake_case_word 2*3*4"),
    ],
)
def test_markdown_loses_its_signs(markdown, read):
    assert shown(markdown, "markdown") == read


@pytest.mark.parametrize(
    "piece", ["<!--", "<!-- -->", "<script", "<p ", "&amp;", "<", "[", "*a", "](", "</style"]
)
def test_hostile_markup_is_read_in_one_pass(piece):
    """At quadratic cost this would not end within the hour."""
    text = piece * 100_000
    assert isinstance(normalise(text), str)
    assert isinstance(shown(text, "html"), str)
    assert isinstance(shown(text, "markdown"), str)
