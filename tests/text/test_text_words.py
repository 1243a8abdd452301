"""Words with their places, tokens, languages and scripts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_text_normalise import TEXTS
from text_cases import read_jsonl

import pipeline.text
from pipeline.text import (
    analyse,
    analyse_many,
    analyse_query,
    analyser,
    arabic,
    language_of,
    normalise,
    skeleton,
    vowelled,
    words,
)
from pipeline.text.arabic import stem_arabic
from pipeline.text.latin import _SNOWBALL, stem_latin
from pipeline.text.number_words import number_words
from pipeline.text.resources import read_lines, read_pairs
from pipeline.text.types import ASKED, CORPUS, Types


@given(TEXTS)
def test_words_are_those_of_the_normalised_text(text):
    assert [word.text for word in words(text)] == normalise(text).split()


@given(TEXTS)
def test_spans_lie_in_the_original_in_order(text):
    before = 0
    for word in words(text):
        assert before <= word.start < word.end <= len(text)
        before = word.start


@given(TEXTS)
def test_a_span_holds_the_word_that_was_read_from_it(text):
    if "<" not in text and "&" not in text:
        for word in words(text):
            assert word.text in normalise(text[word.start : word.end]).split()


@given(TEXTS)
def test_no_text_stops_the_analyser(text):
    tokens = analyse(text)
    assert all(isinstance(token, str) and token for token in tokens)
    assert analyse_many([text, text]) == [tokens, tokens]
    assert language_of(text) in ("ar", "en", "mixed", "none")
    skeleton(text)
    vowelled(text)


def test_spans_survive_markup_and_entities():
    text = "<p>The Qur&#39;an &amp; <b>الصَّلاة</b>"
    assert [text[word.start : word.end] for word in words(text)] == ["The", "Qur&#39;an", "الصَّلاة"]


def test_words_of_one_ligature_share_its_span():
    assert {(word.start, word.end) for word in words("قال ﷺ")[1:]} == {(4, 5)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("والصلاة", "صلاة"),
        ("بالزكاة", "الزكاة"),
        ("للمسلمين", "المسلمون"),
        ("المسلمات", "مسلم"),
        ("الوضوء", "وضوء"),
        ("والحج", "حج"),
        ("الدم", "دم"),
        ("والدته", "الوالد"),
        ("بالإيمان", "إيمانهم"),
        ("وأحل", "أحل"),
        ("فتاوى", "فتوى"),
        ("الأحاديث", "حديث"),
        ("الزنى", "الزنا"),
        ("سنة الرسول ﷺ", "سنة الرسول صلى الله عليه وسلم"),
        ("salaah", "Salat"),
        ("wudhu'", "Wuḍūʾ"),
        ("the Qur’an", "Koran"),
        ("Hurairah", "Huraira"),
        ("prayers", "prayer"),
        ("neighbours", "neighbor"),
        ("the day of judgement", "the day of judgment"),
        ("recognised", "recognizing"),
        ("worshippers", "worshiper"),
        ("unfavourable", "unfavorable"),
        ("wives", "wife"),
        ("What did he eat?", "he ate"),
        ("forbidden", "forbade"),
        ("Women", "a woman"),
        ("Allah’s Messenger", "Allah messenger"),
        ("Khadījah's", "Khadija"),
        ("ahadith", "hadiths"),
        ("Anas b. Malik", "Anas bin Maalik"),
        ("أبو هريرة", "أبي هريرة"),
        ("Ramaḍān", "ramazan"),
        ("Mohammed", "Muḥammad"),
    ],
)
def test_two_spellings_meet_in_one_token(one, other):
    assert analyse(one) == analyse(other) != []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("عمرة", "عمر"),
        ("إيمان", "أيام"),
        ("ماء", "ما"),
        ("علي", "على"),
        ("كاتب", "كتاب"),
        ("وضوء", "ضوء"),
        ("فقراء", "قراء"),
        ("الصدقة", "الصدق"),
        ("لبيب", "بيب"),  # the first letter is no preposition
        ("لقمان", "قمان"),
        ("لطائف", "الطائف"),
        ("بصله", "صلة"),
        ("الباهلي", "الأهل"),
        ("soon", "sun"),
        ("mood", "mud"),
        ("zakat", "salat"),
    ],
)
def test_two_matters_stay_apart(one, other):
    assert analyse(one) != analyse(other)


@pytest.mark.parametrize("word", ["الله", "والله", "بالله", "لله", "اللهم"])
def test_the_name_of_god_is_one_token(word):
    assert stem_arabic(word) == "الله"


@pytest.mark.parametrize(
    ("one", "other"), [("paradise", "paradize"), ("central", "centeral"), ("hour", "hor"), ("left", "leave")]
)
def test_a_spelling_gives_way_only_where_both_are_one_word(one, other):
    assert analyse(one) != analyse(other)


@pytest.mark.parametrize(
    "pair",
    [*read_jsonl("arabic_pairs.jsonl"), *read_jsonl("english_pairs.jsonl")],
    ids=lambda pair: f"{pair['one']}-{pair['other']}",
)
def test_words_meet_or_stay_apart(pair):
    assert (analyse(pair["one"]) == analyse(pair["other"])) == pair["meet"]


def test_every_listed_arabic_word_would_be_spoiled_in_some_form_or_takes_in_another():
    def alone(word):
        return arabic._SNOWBALL.stemWord(arabic._without_ending(arabic._without_prefix(word)))

    listed = read_pairs("arabic_words.tsv")
    taken_in = {token for word, token in listed.items() if word != token}
    before, behind = ("", "ال", "و", "ف", "ب"), ("", "ا", "ه", "ي", "ك", "ين", "ات", "هم", "نا", "ها")
    for word in listed:
        forms = [first + word + last for first in before for last in behind]
        assert word in taken_in or any(alone(form) != stem_arabic(form) for form in forms), word


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("لجبريل", "جبريل"),
        ("ولرسوله", "الرسول"),
        ("فليفعل", "يفعل"),
        ("لرجل", "الرجل"),
        ("لسانه", "اللسان"),
        ("لحومها", "اللحوم"),
        ("بلسان", "اللسان"),
        ("بإيمانهم", "الإيمان"),
        ("بأهله", "الأهل"),
        ("بصلاة", "الصلاة"),
    ],
)
def test_a_word_is_found_behind_a_preposition(one, other):
    assert analyse(one) == analyse(other) != []


def test_every_word_with_a_lam_of_its_own_would_lose_it_in_some_form(monkeypatch):
    forms = ("", "ت", "ه", "ها", "هم", "ين", "ات", "يه", "ا")
    words = read_lines("own_lam.tsv")
    kept = {word: {stem_arabic(word + last) for last in forms} for word in words}
    monkeypatch.setattr(arabic, "_with_own_lam", lambda: re.compile("(?!)"))
    assert [word for word in words if kept[word] == {stem_arabic(word + last) for last in forms}] == []
    assert words == sorted(set(words))


def test_no_listed_arabic_word_leads_to_one_that_leads_on():
    listed = read_pairs("arabic_words.tsv")
    for token in listed.values():
        assert listed.get(token, token) == token


def test_every_derived_word_would_stand_apart_and_every_kept_one_would_not():
    for line in read_lines("derived.tsv"):
        word, forms = line.split("\t")
        for form in forms.split():
            assert _SNOWBALL.stemWord(form) != _SNOWBALL.stemWord(word)
            assert analyse(form) == analyse(word) != []
    for line in read_lines("apart.tsv"):
        own, forms = line.split("\t")
        assert {stem_latin(form) for form in forms.split()} == {own}
        assert any(_SNOWBALL.stemWord(form) != own for form in forms.split())


@pytest.mark.parametrize("table", ["british.tsv", "derived.tsv", "irregular.tsv", "spellings.tsv"])
def test_no_table_of_english_words_leads_from_one_to_the_next(table):
    rows = [line.split("\t") for line in read_lines(table)]
    forms = [form for _, written in rows for form in written.split()]
    assert len(forms) == len(set(forms))
    assert set(forms).isdisjoint(word for word, _ in rows)


def test_a_stem_is_never_empty():
    for word in ("ال", "و", "ه", "ات", "والا", "بال"):
        assert stem_arabic(word)
    assert stem_latin("s")


def test_a_question_of_stop_words_keeps_them():
    assert analyse("من هو؟") == []
    assert analyse_query("من هو؟")
    assert analyse_query("who is he") == analyse("who is he", keep_stop_words=True)
    assert analyse_query("ما حكم الصلاة") == analyse("ما حكم الصلاة")
    assert analyse_query("؟!") == []


def test_the_blessing_says_nothing_of_a_topic():
    assert analyse("the Prophet ﷺ prayed") == analyse("the Prophet prayed")
    assert analyse("صلى الله على إبراهيم") != analyse("على إبراهيم")


def test_forgetting_changes_nothing(monkeypatch):
    texts = ["الصلاة والزكاة والصيام والحج", "prayer and fasting and pilgrimage", "ٱلصَّلَوٰةَ"]
    usual = analyse_many(texts)
    monkeypatch.setattr(analyser, "_TOKENS", Types(analyser._tokens, 2))
    assert analyse_many(texts * 3) == usual * 3


def test_a_memory_is_bounded_and_keeps_what_is_asked_for_again():
    asked = []

    def length(word):
        asked.append(word)
        return len(word)

    lengths = Types(length, 4)
    for number in range(100):
        assert (lengths["often"], lengths[f"{number:03}"]) == (5, 3)
        assert len(lengths) + len(lengths._older) <= 8
    assert asked.count("often") == 1


def test_what_a_service_remembers_is_less_than_what_a_build_does():
    for number in range(2 * ASKED, 5 * ASKED):
        analyser._TOKENS[f"{number}"]
    assert len(analyser._TOKENS) + len(analyser._TOKENS._older) <= 2 * ASKED < CORPUS


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("ما حكم الصلاة؟", "ar"),
        ("What is zakat?", "en"),
        ("ما معنى tawhid في الإسلام", "mixed"),
        ("The Prophet ﷺ said that deeds are by intentions", "en"),
        ("2:255", "none"),
        ("", "none"),
    ],
)
def test_the_language_is_read_from_the_letters(text, language):
    assert language_of(text) == language


def test_the_public_names_are_sorted_and_there():
    names = pipeline.text.__all__
    assert list(names) == sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    assert all(getattr(pipeline.text, name) is not None for name in names)


@given(st.text(alphabet="ابتثجحخدذرزسشصضطظعغفقكلمنهوي", min_size=1, max_size=12))
def test_a_stem_is_no_longer_than_its_word_unless_listed(word):
    stem = stem_arabic(word)
    assert stem
    assert len(stem) <= max(len(word), 6)


def test_a_number_word_is_listed_once_and_its_value_is_a_number_or_a_share():
    listed = list(number_words())
    assert len({one.word for one in listed}) == len(listed)
    assert {one.kind for one in listed} == {"number", "order", "share", "also", "none"}
    assert all(("/" in one.value) == (one.kind == "share") for one in listed)
    assert all(part.isdecimal() for one in listed for part in one.value.split("/"))
