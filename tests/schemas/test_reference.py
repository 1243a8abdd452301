"""Reference ids: the grammar, the order, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.errors import ReferenceIdError
from schemas.reference import Kind, Locator, ReferenceId

words = st.from_regex(r"[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,8}){0,2}", fullmatch=True)
numbers = st.integers(0, 999_999_999)
locators = st.one_of(
    st.builds(Locator, first=numbers, letter=st.sampled_from(["", "a", "z"])),
    numbers.flatmap(
        lambda n: (
            st.builds(Locator, first=st.just(n), last=st.integers(n + 1, 999_999_999))
            if n < 999_999_999
            else st.just(Locator(first=n))
        )
    ),
    st.builds(Locator, word=words),
)
passages = st.one_of(st.none(), st.integers(1, 999))
languages = st.sampled_from([None, "ar", "en"])
ids = st.one_of(
    st.builds(
        ReferenceId, st.just(Kind.QURAN), st.just(""), st.tuples(locators, locators), passages, languages
    ),
    st.builds(
        ReferenceId,
        st.sampled_from([kind for kind in Kind if kind is not Kind.QURAN]),
        words,
        st.lists(locators, min_size=1, max_size=3).map(tuple),
        passages,
        languages,
    ),
)


@given(ids)
def test_parse_undoes_format(reference: ReferenceId) -> None:
    assert ReferenceId.parse(str(reference)) == reference


@given(st.text(max_size=40))
def test_format_undoes_parse_or_the_text_is_refused(text: str) -> None:
    try:
        reference = ReferenceId.parse(text)
    except ReferenceIdError:
        return
    assert str(reference) == text


@given(ids, ids, ids)
def test_the_order_is_total(a: ReferenceId, b: ReferenceId, c: ReferenceId) -> None:
    assert sorted([a, b, c]) == sorted([c, a, b])
    assert (a < b) + (b < a) + (a == b) == 1


def test_numbers_order_as_numbers_and_kinds_as_shown() -> None:
    texts = [
        "fatwa:sample:1",
        "hadith:muslim:10",
        "hadith:muslim:9",
        "hadith:muslim:8c",
        "quran:2:3",
        "quran:10:1",
    ]
    ordered = [str(reference) for reference in sorted(map(ReferenceId.parse, texts))]
    assert ordered == [
        "quran:2:3",
        "quran:10:1",
        "hadith:muslim:8c",
        "hadith:muslim:9",
        "hadith:muslim:10",
        "fatwa:sample:1",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "quran",
        "quran:2",
        "quran:2:255:1",
        "Quran:2:255",
        "quran:02:255",
        "quran:2:5-3",
        "quran:2:5-5",
        "quran:٢:٢٥٥",
        "hadith:1",
        "hadith:bukhari",
        "hadith:bukhari:1:2:3:4",
        "hadith:al--bukhari:1",
        "hadith:bukhari:1#0",
        "hadith:bukhari:1@fr",
        "hadith:bukhari:1@ar#2",
        "sira:ibn-hisham:1",
        "fatwa:x:" + "a" * 300,
        "quran:2:255\n",
    ],
)
def test_what_is_refused_says_what_was_expected(text: str) -> None:
    with pytest.raises(ReferenceIdError) as caught:
        ReferenceId.parse(text)
    assert caught.value.expected


def test_a_range_covers_its_verses() -> None:
    comment = ReferenceId.parse("tafsir:ibn-kathir-en:2:1-5")
    assert [n for n in range(8) if comment.locators[-1].covers(n)] == [1, 2, 3, 4, 5]


def test_the_document_of_a_passage() -> None:
    assert str(ReferenceId.parse("hadith:muslim:8c#2@ar").document) == "hadith:muslim:8c"
