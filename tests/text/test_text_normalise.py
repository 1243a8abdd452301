"""Normalising: golden cases, replayable plans, and what holds for any text at all."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from text_cases import ROOT, read_jsonl

from pipeline.text import STEPS, analyse, apply_plan, explain, normalise, vowelled, words
from pipeline.text.characters import TABLES
from pipeline.text.steps import composed

CASES = read_jsonl("cases.jsonl")
SOUND = [case for case in CASES if not case.get("known_failure")]
KNOWN_FAILURES = [case for case in CASES if case.get("known_failure")]

ARABIC = st.text(
    st.sampled_from(
        [chr(code) for code in (*range(0x600, 0x700), *range(0x8A0, 0x900), 0x20, 0xFDFA, 0xFEFB)]
    )
)
MARKUP = st.text(st.sampled_from("<>/!-&;#abpx039 ampscriptdiv='\"لاء"))
ANYTHING = st.text(st.characters(codec=None), max_size=80)  # lone surrogates and NULs too
_MAPPED = sorted({chr(code) for table in TABLES.values() for code in table})
FOLDED = st.text(st.sampled_from([*"abيءئوا '’_-1&", *_MAPPED]), max_size=24)
TEXTS = st.one_of(ANYTHING, ARABIC, MARKUP, FOLDED)


@pytest.mark.parametrize("case", SOUND, ids=lambda case: case["label"])
def test_a_golden_case_gives_its_form_by_its_steps(case):
    assert normalise(case["input"]) == case["expected"]
    assert [step.name for step in explain(case["input"])] == case["steps"]


@pytest.mark.parametrize("case", KNOWN_FAILURES, ids=lambda case: case["label"])
def test_a_known_failure_still_fails(case):
    """When one of these passes, move it to the sound cases."""
    assert normalise(case["input"]) != case["expected"]


def test_a_case_that_must_not_change_does_not():
    negative = [case for case in SOUND if case.get("negative")]
    assert negative
    assert all(case["input"] == case["expected"] and not case["steps"] for case in negative)


def test_every_step_has_a_case():
    assert {name for case in SOUND for name in case["steps"]} == {step.name for step in STEPS}


@given(TEXTS)
def test_normalising_twice_changes_nothing(text):
    once = normalise(text)
    assert normalise(once) == once


def test_normalising_twice_changes_no_row_of_hamzas():
    rows = [
        "".join(letters)
        for size in range(1, 4)
        for letters in itertools.product("ءؤئأآإٱاويىةب", repeat=size)
    ]
    assert [row for row in rows if normalise(normalise(row)) != normalise(row)] == []


@pytest.mark.parametrize("letter", ["ء", "\u064e", "\u0640\u064e"])
def test_a_row_of_one_letter_takes_no_longer_than_its_length(letter):
    """In time that grows with the square of its length, this would not end."""
    assert set(normalise(letter * 400_000)) <= {"ء"}
    assert set(vowelled(letter * 400_000)) <= {"ء"}


@pytest.mark.parametrize("word", "سيئ شاطئ مسئول شئون مؤمن سَيِّئٌ يَأْتُونَ رَأْيِي إِيمَانٌ لُؤْلُؤًا علئ ئ".split())
def test_a_hamza_is_the_same_in_one_character_and_in_two(word):
    apart = unicodedata.normalize("NFD", word)
    assert apart != word
    assert (normalise(apart), vowelled(apart)) == (normalise(word), vowelled(word))
    assert analyse(f"{apart} كتاب", keep_stop_words=True) == analyse(f"{word} كتاب", keep_stop_words=True)


def test_no_verse_writes_a_hamza_behind_its_seat(verses):
    """The step looks at ordinary letters alone: what the codex hangs under a ya, or sets on a stroke, stays."""
    assert [key for key, text in verses.items() if composed(text) != text] == []


@given(TEXTS)
def test_a_plan_replayed_gives_the_same_text(text):
    assert apply_plan(text, explain(text)) == normalise(text)


@given(TEXTS)
def test_the_result_holds_letters_and_digits_parted_by_single_spaces(text):
    result = normalise(text)
    assert result == " ".join(result.split())
    assert all(character.isalnum() or character == " " for character in result)


@pytest.mark.parametrize("word", ["آمن", "مؤمن", "شيئا", "إسلام", "Fātiḥah", "é"])
def test_composed_and_decomposed_letters_meet(word):
    assert normalise(unicodedata.normalize("NFD", word)) == normalise(unicodedata.normalize("NFC", word))


def test_each_table_maps_single_code_points():
    for table in TABLES.values():
        assert all(isinstance(code, int) and isinstance(becomes, str) for code, becomes in table.items())


def test_hash_seed_and_memory_change_nothing():
    program = (
        "import json, sys; from pipeline.text import analyse, analyse_many;"
        "texts = json.load(sys.stdin); print(json.dumps(analyse_many(texts) + [analyse(text) for text in texts]))"
    )
    texts = json.dumps([case["input"] for case in SOUND])
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            input=texts,
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(found) == 1


def test_every_character_of_the_tables_comes_to_its_form_at_once():
    """Also beside a hamza, whose seat hangs on its neighbours, and in the form that a capital has."""
    for character in _MAPPED:
        for text in (character, f"a{character}b", f"ئ{character}ي", f"ء{character}و", character.upper()):
            once = normalise(text)
            assert (normalise(once), [word.text for word in words(text)]) == (once, once.split()), ascii(text)


@pytest.mark.parametrize(
    ("text", "form"),
    [("Qur'an™", "quran"), ("№ 5", "5"), ("Ǽ", "ae"), ("∂aif", "daif"), ("مسئ\u0302ول", "مسوول")],
)
def test_a_sign_parts_words_and_a_letter_of_letters_becomes_them(text, form):
    assert normalise(text) == form
    assert [word.text for word in words(text)] == form.split()
