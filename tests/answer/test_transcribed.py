"""One word of the Qur'an in Latin letters: the verses that have it, and nothing else taken for one."""

from __future__ import annotations

import pytest

from pipeline.answer import answer
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.quotations.transcribed import transcriptions, verses_of_word
from pipeline.answer.words.fold import latin_key
from pipeline.index import Index

LEXICON = default_lexicon()


@pytest.mark.parametrize(
    ("question", "verses"),
    [
        ("What is as-Samad?", ["quran:112:2"]),
        ("meaning of samad", ["quran:112:2"]),
        ("what does kufuwan mean in the Quran", ["quran:112:4"]),
        ("define kufuwan", ["quran:112:4"]),
        ("who is samad", []),
        ("What is the ruling on samad", []),
        ("What is prayer?", []),  # a word of English
        ("What is dogecoin?", []),
        ("what is Allah", []),  # English knows it
        ("", []),
    ],
)
def test_a_word_is_found_however_it_is_transcribed(index: Index, question: str, verses: list[str]) -> None:
    assert [index.document(one).id for one in verses_of_word(index, question, LEXICON)] == verses


@pytest.mark.parametrize(
    ("written", "latin"),
    [
        ("ٱلۡحُطَمَةِ", "hutamah"), ("قَسۡوَرَةِۭ", "qaswara"), ("وَغَسَّاقٗا", "ghassaq"), ("كَٱلۡعِهۡنِ", "'ihn"),
        ("سِجِّيلٖ", "sijjeel"), ("لَكَنُودٞ", "kanood"), ("ٱلصَّآخَّةُ", "sakhkhah"), ("مُدۡهَآمَّتَانِ", "mudhaammataan"),
    ],
)  # fmt: skip
def test_what_transcriptions_have_in_common(written: str, latin: str) -> None:
    keys = {key for key, _ in transcriptions(written)}
    assert latin_key(latin.replace("khkh", "kh")) in keys


def test_the_reader_is_shown_the_verse_and_told_how_it_was_found(index: Index) -> None:
    shown = answer(index, "What does kufuwan mean?")
    assert shown.verdict.sources[0] == "quran:112:4"
    assert "Latin letters" in (shown.note or "")
