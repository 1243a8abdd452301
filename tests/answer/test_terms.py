"""A question that says Arabic terms in Latin letters asks what it asks in English."""

from __future__ import annotations

import pytest

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.route import route

LEXICON = default_lexicon()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        # An article by itself, drawn to the term, with the letter behind it, and the Persian one.
        ("arkan al islam", "pillars of islam"),
        ("Arkan al-Islam", "pillars of Islam"),
        ("arkanul iman", "pillars of iman"),
        ("what are the adab as-salah", "what are the etiquette of salah"),
        ("arkan-e-islam", "pillars of islam"),
        ("arkan e islam", "pillars of islam"),
        ("the arkan of the prayer", "the pillars of the prayer"),
        ("Islam: arkan?", "Islam: pillars?"),
        # Two words.
        ("husnul khuluq", "good character"),
        ("husn al-khuluq", "good character"),
        ("asma ul husna", "beautiful names of Allah"),
        ("what is silat ar-rahim", "what is ties of kinship"),
        ("tawbatan nasuha", "sincere repentance"),
        ("huquq al-walidain", "rights of parents"),
        ("iman bil ghayb", "belief in the unseen"),
        # Marks.
        ("masa'il of zakat", "rulings of zakat"),
        ("masail of zakat", "rulings of zakat"),
        ("ashrat as-sa’ah", "signs of Hour"),
        # Of some deeds alone: faraid are also shares of inheritance, and Sunan are books.
        ("faraid of wudu", "obligatory acts of wudu"),
        ("sunan al-wudu", "sunnah acts of wudu"),
        ("faraid of a daughter", "faraid of a daughter"),
        ("Sunan Abi Dawud 5", "Sunan Abi Dawud 5"),
        ("fadl of siyam", "virtue of siyam"),
        ("who was Umm al-Fadl", "who was Umm al-Fadl"),
        # English words that look like an article.
        ("adab at home", "etiquette at home"),
        ("ahkam as they are taught", "rulings as they are taught"),
        # Titles, names, quotations, and words that may be copied.
        ("al-Adab al-Mufrad 5", "al-Adab al-Mufrad 5"),
        ("fazail-e-amal", "fazail-e-amal"),
        ("may one read Dalail al-Khayrat", "may one read Dalail al-Khayrat"),
        ("Kitab al-Adab", "Kitab al-Adab"),
        ("is Arkan a good name", "is Arkan a good name"),
        ('what does "sabr" mean', 'what does "sabr" mean'),
        ("wa tawasaw bil haqqi wa tawasaw bis sabr", "wa tawasaw bil haqqi wa tawasaw bis sabr"),
        ("أركان الإسلام", "أركان الإسلام"),
    ],
)
def test_terms_are_read_in_english(written: str, meant: str) -> None:
    assert LEXICON.terms.in_english(written) == meant


@pytest.mark.parametrize(
    ("written", "wording"),
    [
        ("nawaqid al-wudu", "what-breaks-wudu"),
        ("faraid of wudu", "obligatory-acts-of-wudu"),
        ("shurut of salah", "conditions-of-prayer"),
        ("wajibat of salah", "pillars-of-prayer"),
        ("tazkiyatun nafs", "purification-of-the-soul"),
    ],
)
def test_a_common_question_is_known_by_them(written: str, wording: str) -> None:
    found = route(written, LEXICON).wording
    assert found is not None
    assert found.name == wording
