"""The compiled steps give what the definitions in `pipeline.text` and the embedder give."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from analysis_world import FEATURES, PIECES, long_texts, make_encoder, texts
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline.index.analysis import windows
from pipeline.index.analysis.characters import read_only, texts_of, utf8_of
from pipeline.index.analysis.scan import WordTable
from pipeline.index.analysis.sums import tokens_of_passages
from pipeline.index.analysis.words import blessing, joined, meaning_of, read_words
from pipeline.index.embedder import VECTOR_LENGTH, Encoder
from pipeline.index.embedder.encoder import to_int8
from pipeline.index.embedder.features import text_features
from pipeline.text import analyse, analyser, passages
from pipeline.text.words import WRITTEN


def names_of(table: WordTable) -> list[str]:
    blob, bounds = table.words()
    return [blob[start:stop].tobytes().decode() for start, stop in pairwise(bounds)]


@settings(max_examples=300)
@given(st.lists(texts, max_size=6))
def test_the_words_of_a_text_are_those_of_the_expression(given_texts: list[str]) -> None:
    table = WordTable()
    words, ends = table.read(*utf8_of(pa.array(given_texts, pa.string())))
    names = names_of(table)
    wanted = [WRITTEN.findall(text) for text in given_texts]
    assert [names[word] for word in words] == [word for row in wanted for word in row]
    assert ends.tolist() == np.cumsum([len(row) for row in wanted]).tolist()
    assert len(set(names)) == len(names)


def test_tables_grow_and_words_keep_their_numbers() -> None:
    rows = [" ".join(f"w{number}" for number in range(first, first + 977)) for first in range(0, 40_000, 500)]
    table = WordTable()
    first, _ = table.read(*utf8_of(pa.array(rows)))
    again, _ = table.read(*utf8_of(pa.array(rows)))
    names = names_of(table)
    assert [names[word] for word in first] == " ".join(rows).split()
    assert np.array_equal(first, again)
    blob, bounds = table.words()
    other = WordTable()
    assert other.number(blob, bounds).tolist() == list(range(table.count))
    assert names_of(other) == names


def test_a_word_as_long_as_a_book_has_room() -> None:
    table = WordTable()
    words, _ = table.read(*utf8_of(pa.array(["a" * 300_000 + " b " + "ا" * 200_000])))
    assert words.tolist() == [0, 1, 2]
    assert [len(name) for name in names_of(table)] == [300_000, 1, 200_000]


@pytest.fixture
def short_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("WINDOW", 9), ("OVERLAP", 4), ("SLACK", 6)):
        monkeypatch.setattr(passages, name, value)


def spans(given_texts: list[str]) -> list[tuple[int, int, int, int]]:
    rows = windows.windows_of(pa.array(given_texts, pa.string()))
    data = utf8_of(pa.array(given_texts, pa.string()))[0].tobytes()
    for text, _, first, last, start, end in rows.tolist():
        assert data[first:last].decode() == given_texts[text][start:end]
    return [tuple(row) for row in rows[:, [0, 1, 4, 5]].tolist()]


def defined(given_texts: list[str]) -> list[tuple[int, int, int, int]]:
    return [
        (row, number, *span)
        for row, text in enumerate(given_texts)
        for number, span in enumerate(passages.windows_of_text(text), start=1)
    ]


@pytest.mark.usefixtures("short_windows")
@settings(max_examples=500)
@given(st.lists(st.one_of(texts, long_texts), max_size=4))
@example(
    ["He met Mr\n. Then he went on to say what he had to say and went home at last. Then more of it came."]
)
@example(["a b c d e f g h i j k ſt. l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p q"])
def test_windows_are_those_of_the_definition(given_texts: list[str]) -> None:
    assert spans(given_texts) == defined(given_texts)


@settings(max_examples=60)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(PIECES),
            st.sampled_from(["a.", "b?", "،", "\n\n", "\u200f.\u200f", 'ص.\u200f"\u200f']),
        ),
        min_size=60,
    )
)
def test_windows_of_the_usual_size_too(words: list[str]) -> None:
    text = " ".join(words * (1 + 900 // len(words)))
    assert spans([text]) == defined([text])


@pytest.mark.usefixtures("short_windows")
@pytest.mark.parametrize("name", windows.ABBREVIATIONS)
def test_an_abbreviation_ends_no_sentence(name: str) -> None:
    rows = [
        f"{'one two three ' * 4}{form}. {'four five six ' * 6}" for form in (name, name.upper(), f"({name}")
    ]
    assert spans(rows) == defined(rows)


def _in_class(signs: str) -> str:
    """Signs as the definition writes them in a class: what nobody sees by its number."""
    written = {'"': '\\"', "]": "\\]", "\u200e": "\\u200e", "\u200f": "\\u200f"}
    return "".join(written.get(sign, sign) for sign in signs)


def test_the_kernel_was_written_for_these_expressions() -> None:
    """Whoever changes one of them has to change `analysis/windows.py` too."""
    ends, closers = (f"[{signs}]" for signs in (windows.ENDS, _in_class(windows.CLOSERS)))
    assert (
        passages._END.pattern
        == rf"(?<!{ends}){ends}++{closers}*+(?=\s|\Z)|{windows.ALONE}(?=\s|\Z)|\n[^\S\n]*\n"
    )
    opening, _, inner = passages._ABBREVIATION.pattern.partition(")(?:")
    assert opening == "(?:^|[\\s(\\[\\\"'“‘]"
    letters = ["[A-Za-z]", "[\\u0621-\\u064a]", "[\\u0621-\\u064a]\\.[\\u0621-\\u064a]"]
    listed = inner.removesuffix(")$").split("|")
    assert sorted(listed) == sorted([*letters, *(name.replace(".", "\\.") for name in windows.ABBREVIATIONS)])


@settings(max_examples=300)
@given(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)))
def test_tokens_and_features_of_a_word_are_those_of_the_definitions(written: str) -> None:
    for word in WRITTEN.findall(written):
        tokens, features = meaning_of(word)
        assert tuple(features) == text_features(word)
        assert tuple(tokens) == analyser._tokens(word)


@settings(max_examples=200)
@given(st.lists(texts, min_size=1, max_size=5), texts, st.integers(0, 3))
def test_tokens_are_those_of_the_analyser(rows: list[str], heading: str, weight: int) -> None:
    plain = [text.replace("<", "").replace("&", "") for text in [*rows, heading]]
    table = WordTable()
    words, ends = table.read(*utf8_of(pa.array(plain, pa.string())))
    read = read_words(names_of(table), {})
    known = [read.terms.index(token) if token in read.terms else -1 for token in blessing()]
    headings = np.full(len(rows), len(rows), np.int64)
    starts, tokens, row_starts = map(read_only, (*read.tokens, np.concatenate([[0], ends])))
    found, lengths = tokens_of_passages(
        read_only(words), row_starts, read_only(headings), weight, starts, tokens,
        read_only(np.array(known, np.int32)),
    )  # fmt: skip
    wanted = [analyse(plain[-1]) * weight + analyse(text) for text in plain[:-1]]
    assert [read.terms[token].decode() for token in found] == [token for row in wanted for token in row]
    assert lengths.tolist() == [len(row) for row in wanted]


@settings(max_examples=200)
@given(st.lists(st.integers(-(2**31) + 1, 2**31 - 1), min_size=1, max_size=40))
def test_a_row_of_sums_is_brought_to_one_length(row: list[int]) -> None:
    wide = np.array(row, np.int64)
    wide >>= max(0, int(np.abs(wide).max()).bit_length() - 26)
    scaled = np.rint(wide * float(VECTOR_LENGTH) / np.sqrt(max(int((wide * wide).sum()), 1)))
    expected = np.clip(scaled, -127, 127).astype(np.int8)
    assert np.array_equal(to_int8(np.array([row], np.int32)), expected[None])


def test_runs_are_joined_in_order() -> None:
    parts = [(np.array([0, 2, 2]), np.array([5, 6], np.int32)), (np.array([0, 1]), np.array([7], np.int32))]
    starts, values = joined(parts)
    assert starts.tolist() == [0, 2, 2, 3]
    assert values.tolist() == [5, 6, 7]


def test_an_array_of_texts_goes_both_ways(tmp_path: Path) -> None:
    array = pa.array(["ab", "", "جيم"]).slice(1)
    data, bounds = utf8_of(array)
    assert texts_of(data[bounds[0] :], bounds - bounds[0]).to_pylist() == ["", "جيم"]
    encoder = make_encoder(tmp_path / "embedder")
    assert isinstance(encoder, Encoder)
    assert len(encoder.model.features) == len(FEATURES)
