"""The verses in a row: read from a snapshot as they were compiled, and refused when the file is damaged."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_index import index_of

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.quotations.mushaf import FILE, compile_mushaf, mushaf_of
from pipeline.answer.quotations.quotes import find_quotation
from pipeline.index import Index
from pipeline.sources.mushaf import MOST, Mushaf
from pipeline.text import word_texts as words_of
from schemas.document import Document
from schemas.errors import IndexFormatError


@pytest.fixture
def snapshot(index_path: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(index_path, tmp_path / "snapshot"))


def test_compiled_verses_are_those_that_the_index_would_make(index: Index, snapshot: Path) -> None:
    (snapshot / FILE).write_bytes(compile_mushaf(index))
    read, made = mushaf_of(Index.open(snapshot)), mushaf_of(index)
    assert made.ordinals
    assert read == made
    assert compile_mushaf(index) == compile_mushaf(Index.open(snapshot))


@pytest.mark.parametrize("damage", ["cut", "foreign", "place", "starts", "words"])
def test_a_damaged_file_is_refused(index: Index, snapshot: Path, damage: str) -> None:
    told = json.loads(compile_mushaf(index))
    if damage == "place":
        told["ordinals"][0] = 10**6
    if damage == "starts":
        told["spelt"][0]["starts"].pop()
    if damage == "words":
        del told["words"]["en"]
    data = {"cut": compile_mushaf(index)[:-9], "foreign": b"[1, 2]"}.get(damage, json.dumps(told).encode())
    (snapshot / FILE).write_bytes(data)
    with pytest.raises(IndexFormatError, match="verses of a snapshot"):
        mushaf_of(Index.open(snapshot))


VERSES = (
    "تبت يدا ابي لهب وتب",
    "ما اغني عنه ماله وما كسب",
    "سيصلي نارا ذات لهب",
    "وامراته حماله الحطب",
    "في جيدها حبل من مسد",
)


def row(*verses: str) -> Mushaf:
    """Verses in a row."""
    return Mushaf.of((place, verse, {}) for place, verse in enumerate(verses or VERSES))


def test_words_of_many_verses_in_one_place_are_found_and_those_of_many_places_are_not() -> None:
    long = [f"{one}{other}{third}ق" for one in "بتث" for other in "جحخدذ" for third in "رزسشص"]
    assert len(long) > MOST
    assert row(*long).find(long) == tuple(range(len(long)))
    same = row(*["بت ثج حخ دذر"] * 70)
    assert same.find(["بت", "ثج", "حخ", "دذر"]) == ()


@given(st.integers(0, 30), st.sampled_from(["missing", "wrong", "extra", "swapped"]), st.sampled_from("ثظذغ"))
def test_one_mistaken_letter_does_not_hide_a_verse_nor_reach_another(
    place: int, mistake: str, other: str
) -> None:
    verse = VERSES[1]
    place = min(place, len(verse) - 2)
    letter, after = verse[place], verse[place + 1]
    if " " in (letter, after):
        return
    mistaken = {
        "missing": verse[:place] + verse[place + 1 :],
        "wrong": verse[:place] + other + verse[place + 1 :],
        "extra": verse[:place] + other + verse[place:],
        "swapped": verse[:place] + after + letter + verse[place + 2 :],
    }[mistake]
    found = row().find(mistaken.split()) or row().find_mistaken(mistaken.split())
    assert found in {(1,), ()}
    if mistake != "swapped":
        assert found == (1,)


def test_two_mistakes_are_another_text_and_few_words_are_no_quotation() -> None:
    assert row().find_mistaken("ما اغني عثه ماله وما كثب".split()) == ()
    assert row().find_mistaken("سيصلي ناثا ذات".split()) == ()
    assert row().find_mistaken("في جيدها حبل من مسد وامراته".split()) == ()
    both = f"{VERSES[2]} {VERSES[3]}".replace("حماله", "حمله").replace("ذات", "ذاث")
    assert row().find_mistaken(both.split()) == (2, 3)


@pytest.mark.parametrize(
    ("words", "found"),
    [(VERSES[3], (3,)), ("حماله الحطب", ()), ("تبت", ()), (f"{VERSES[0]} {VERSES[1]}", ())],
)
def test_a_whole_verse_is_just_its_words_however_few(words: str, found: tuple[int, ...]) -> None:
    assert row().whole(words.split()) == found


def test_a_verse_that_asks_itself_is_quoted_though_no_search_finds_it(tmp_path: Path) -> None:
    """Copied without its marks, too; a question that holds more than the verse quotes nothing."""
    texts = ("هَلۡ أَتَىٰكَ خَبَرُ ٱلۡمِصۡبَاحِ", "مثال آخر في هذا السطر")
    verses = [
        Document(f"quran:112:{place}", "quran", "", "quran", text_ar=text, status="approved")
        for place, text in enumerate(texts, start=1)
    ]
    index, lexicon = index_of(verses, tmp_path), default_lexicon()
    for question in ("هل أتاك خبر المصباح", "هل أتىك خبر المصباح", "هل أتاك خبر المصباح؟"):
        found = find_quotation(index, question, lexicon)
        assert found is not None
        assert found.references == ("quran:112:1",)
    assert find_quotation(index, "هل أتاك خبر المصباح في السوق", lexicon) is None


def test_words_of_one_verse_are_found_and_those_of_two_are_not() -> None:
    texts = ("He is with you wherever you are", "And He sees what you do", "He is with you")
    made = Mushaf.of(
        ((ordinal, "مثال", {"en": text}) for ordinal, text in zip((4, 5, 9), texts, strict=True)), ("en",)
    )
    assert made.find_words("with you wherever".split(), "en") == (4,)
    assert made.find_words("he is with you".split(), "en") == (4, 9)
    assert made.find_words("you are and he".split(), "en") == ()
    assert made.find_words(["her"], "en") == ()
    assert made.find_words([], "en") == ()


def test_an_english_verse_of_everyday_words_is_quoted_though_no_search_finds_it(tmp_path: Path) -> None:
    texts = ("And they are where we were before you [came]", "The lamp is in a niche")
    verses = [
        Document(f"quran:112:{place}", "quran", "", "quran", text_ar="مثال", text_en=text, status="approved")
        for place, text in enumerate(texts, start=1)
    ]
    index, lexicon = index_of(verses, tmp_path), default_lexicon()
    for question in (
        'verse "they are where we were before you"',
        "and they are where we were before you came",
    ):
        found = find_quotation(index, question, lexicon)
        assert found is not None
        assert found.references == ("quran:112:1",)
    assert find_quotation(index, "they are where we were before the lamp", lexicon) is None


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (VERSES[4], (4,)),
        ("امراته حماله الحطب في جيدها", (3, 4)),  # without the "and" before it
        ("في جيدها حبل من مس", ()),  # the last word is cut
        ("يدها حبل من مسد", ()),  # and the first
        ("في جيدها حبال من مسد", ()),  # an alif makes another word
        ("سيصلي نرا ذات لهب", ()),
    ],
)
def test_words_are_those_of_a_verse_from_the_first_to_the_last(words: str, found: tuple[int, ...]) -> None:
    assert row().find(words.split()) == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("قال هذا مثال العالمين في سطر واحد", (0,)),
        ("قال هذا مثال العلمين في سطر وحد", (0,)),  # as the script has it without marks
        ("قال هذا مثال العالمين في سطر وحد", (0,)),
        ("قال هذا مثال العالمين في سطار واحد", ()),
        ("قل هذا مثال العالمين في سطر واحد", ()),
    ],
)
def test_alifs_are_those_of_either_spelling(words: str, found: tuple[int, ...]) -> None:
    script = row("قَالَ هَٰذَا مِثَالُ ٱلْعَٰلَمِينَ فِى سَطْرٍ وَٰحِدٍ")
    run = words_of(words)
    assert script.find(run) == found
    assert script.find(run) or script.find_mistaken(run) == (0,)
    assert script.not_in((0,), run) == (() if found else tuple({"سطار", "قل"} & set(run)))


@pytest.mark.parametrize("cut", ["ما اغني عنه ماله وما كس", "ا اغني عنه ماله وما كسب"])
def test_a_letter_that_is_missing_at_an_end_is_a_mistake(cut: str) -> None:
    assert row().find(cut.split()) == ()
    assert row().find_mistaken(cut.split()) == (1,)


def test_words_that_are_cut_by_more_than_a_letter_are_no_verse() -> None:
    assert row().find_mistaken("ما اغني عنه ماله وما ك".split()) == ()


def test_a_file_of_before_is_made_anew(index: Index, snapshot: Path) -> None:
    (snapshot / FILE).write_bytes(b'{"lines": [], "ordinals": [], "words": {}}')
    assert mushaf_of(Index.open(snapshot)) == mushaf_of(index)
