"""The spelling of the codex meets modern spelling."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest
from text_cases import ROOT, read_jsonl

from pipeline.text import analyse, normalise, skeleton, vowels_agree, words

PAIRS = read_jsonl("uthmani_pairs.jsonl")
QUESTIONS = read_jsonl("verse_questions.jsonl")
PHRASE = re.compile("«([^»]+)»")


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["modern"])
def test_a_word_of_the_codex_is_the_modern_word(pair):
    assert normalise(pair["uthmani"]) == normalise(pair["modern"])
    assert analyse(pair["uthmani"]) == analyse(pair["modern"])


def test_there_are_enough_pairs_and_questions():
    assert len(PAIRS) >= 25
    assert len(QUESTIONS) >= 60
    assert all(PHRASE.search(question["question"]) for question in QUESTIONS)


@pytest.mark.corpora
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["verse"])
def test_a_phrase_in_modern_spelling_stands_in_its_verse(question, verses):
    verse = verses[question["verse"]]
    for phrase in PHRASE.findall(question["question"]):
        assert skeleton(phrase) in skeleton(verse)
        assert set(analyse(phrase)) <= set(analyse(verse))
        assert analyse(phrase)


@pytest.mark.corpora
def test_every_verse_has_words_and_tokens(verses):
    assert len(verses) == 6236
    for key, verse in verses.items():
        assert words(verse), key
        assert normalise(normalise(verse)) == normalise(verse), key
        assert vowels_agree(verse, verse), key


def test_a_changed_vowel_shows_only_where_it_is_written():
    verse = "إِنَّ ٱللَّهَ عَلِيمٞ"
    assert vowels_agree("إن الله عليم", verse)
    assert vowels_agree("إِنَّ اللَّهَ عَلِيمٌ", verse)
    assert not vowels_agree("إِنَّ اللَّهُ عَلِيمٌ", verse)
    assert not vowels_agree("أَنَّ اللَّهَ عَلِيمٌ", verse)
    assert not vowels_agree("إن الله", verse)


def test_a_changed_letter_shows_in_the_skeleton():
    assert skeleton("مالك يوم الدين") == skeleton("مَٰلِكِ يَوۡمِ ٱلدِّينِ")
    assert skeleton("مالك يوم اليقين") != skeleton("مَٰلِكِ يَوۡمِ ٱلدِّينِ")


@pytest.mark.corpora
def test_the_two_spellings_of_the_whole_codex_agree(verses):
    """Against a text of the Qur'an in modern spelling that ships with a question set, where it is at hand."""
    path = (
        Path(os.environ.get("ISNAD_EVALSETS", ROOT.parent / "shared" / "evalsets"))
        / "quqa"
        / "passages.jsonl"
    )
    if not path.exists():
        pytest.skip(f"no Qur'an in modern spelling at hand: {path} (set ISNAD_EVALSETS)")
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    tokens = agreed = letters = vowels = 0
    for row in rows:
        modern, codex = row["text"], verses[row["id"]]
        wanted = Counter(analyse(modern))
        tokens += wanted.total()
        agreed += (wanted & Counter(analyse(codex))).total()
        letters += skeleton(modern) == skeleton(codex)
        vowels += vowels_agree(modern, codex)
    assert len(rows) == 6236
    assert agreed / tokens > 0.9995
    assert letters >= 6220
    assert vowels >= 6230
