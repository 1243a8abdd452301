"""Verses and narrations by every name that the tables know, in every form that people give numbers in."""

# ruff: noqa: E501  (forms read better with many to a line)
from __future__ import annotations

import re

import pytest

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.mentions import find_mentions

LEXICON = default_lexicon()
ROWS = {row["number"]: row for row in LEXICON._lists["surahs"]["surahs"]}
ARABIC_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
ALSO_VERSES = {
    "Qul Huwallahu Ahad",
    "قل هو الله أحد",
}  # a surah's name that also names verses: not before "of"

VERSE_AR = ["{n} {v}", "{n} {V}", "{n} آية {v}", "{n}: {v}", "{n}:{V}", "({n}: {v})", "[{n}:{v}]", "﴿{n}: {V}﴾", "آية {v} من سورة {n}",
            "آية رقم {v} من سورة {n}", "الآية {V} من سورة {n}", "الآية ({v}) من سورة {n}", "الآية رقم ({V}) سورة {n}", "الآية {v} سورة {n}",
            "سورة {n} الآية رقم {v}", "سورة {n} آيه {v}", "سورة {n}/{v}", "سورة {n} - آية {V}", "سورة {n} اية رقم {v}", "ما هي الآية {v} من سورة {n}؟",
            "اقرأ لي الآية {V} من سورة {n}", "الآية {v} في سورة {n}", "قوله تعالى في سورة {n} الآية {v}", "سورة {n} رقم الآية {v}"]  # fmt: skip
RANGE_AR = ["سورة {n} الآيات من {a} إلى {b}", "سورة {n} من الآية {a} إلى الآية {b}", "سورة {n} من آية {A} إلى {B}", "الآيات {a}-{b} من سورة {n}",
            "الآيات من {a} إلى {b} من سورة {n}", "سورة {n} {a}-{b}", "سورة {n} الآيات {A} - {B}", "سورة {n} الآيات {a} إلى {b}", "سورة {n} ({a}-{b})",
            "سورة {n}: {a}-{b}", "{n}: {A}-{B}", "سورة {n} الآية {a} حتى {b}", "من الآية {a} إلى الآية {b} من سورة {n}", "الآيتان {a} و{b} من سورة {n}",
            "سورة {n} الآيتين {a} و {b}", "سورة {n} من {a} إلى {b}"]  # fmt: skip
VERSE_EN = ["{n} {v}", "{n} {V}", "{n}:{v}", "{n} verse {v}", "({n} {v})", "[{n}: {v}]", "{n}, {v}", "Surah {n} {v}", "surah {n} ayah {v}", "Surah {n}, Verse {v}",
            "surah {n} ayat no {v}", "Surah {n} [{v}]", "Surah {n} ({v})", "Surah {n}: {v}", "Surah {n} v. {v}", "Surah {n} v{v}", "Sura {n} aya {v}",
            "Surat {n} ayah #{v}", "Surah {n} ayah number {v}", "verse {v} from surah {n}", "ayah {v} of {n}", "verse no. {v} of Surah {n}", "the {v}th verse of surah {n}",
            "What is verse {v} of Surah {n}?", "tafsir of surah {n} verse {v}", "quote {n} {v}", "Quran, {n}, {v}", "Qur'an: {n}: {v}"]  # fmt: skip
RANGE_EN = ["Surah {n} {a}-{b}", "Surah {n} verses {a}-{b}", "Surah {n} verses {a} to {b}", "surah {n} from verse {a} to {b}", "surah {n} ayah {a} to {b}",
            "verses {a}-{b} of surah {n}", "verses {a} to {b} of {n}", "verses {a} through {b} of surah {n}", "Surah {n} ayat {a} – {b}", "Surah {n}, verses {a} and {b}",
            "Surah {n} verse {a} until {b}", "{n} {a}-{b}", "{n}: {a}-{b}", "Surah {n} from {a} to {b}", "ayahs {a} and {b} of surah {n}",
            "from verse {a} to verse {b} of surah {n}"]  # fmt: skip
BY_NUMBER = ["surah {s} ayah {v}", "Surah {s}:{v}", "Surah {s}, verse {v}", "chapter {s} verse {v}", "surah no {s} ayah no {v}", "surah number {s} verse number {v}",
             "{s}:{v}", "Q{s}:{v}", "Q {s}:{v}", "Quran {s}:{v}", "Qur'an ({s}:{v})", "({s}:{v})", "{s} : {v}", "سورة {s} آية {v}", "سورة رقم {s} آية رقم {v}",
             "القرآن {s}:{v}", "السورة {s} الآية {v}", "verse {s}:{v}", "ayah {s}:{v}", "الآية {s}:{v}", "quran.com/{s}/{v}", "https://quran.com/{s}/{v}",
             "https://quran.com/{s}:{v}", "verse {v} of chapter {s}", "verse {v} of surah {s}", "Quran chapter {s} verse {v}"]  # fmt: skip
COLLECTIONS = {
    "bukhari": ["bukhari", "Bukhari", "al-Bukhari", "Sahih al-Bukhari", "Saheeh Al-Bukhaari", "بخاري", "البخاري", "صحيح البخاري"],
    "muslim": ["muslim", "Sahih Muslim", "Saheeh Muslim", "مسلم", "صحيح مسلم"],
    "abu-dawud": ["abu dawud", "Abu Dawood", "Sunan Abi Dawud", "Sunan Abu Dawood", "أبو داود", "أبي داود", "سنن أبي داود"],
    "tirmidhi": ["tirmidhi", "at-Tirmidhi", "Jami at-Tirmidhi", "Jami' at-Tirmidhi", "Sunan at-Tirmidhi", "الترمذي", "جامع الترمذي", "سنن الترمذي"],
    "nasai": ["nasai", "an-Nasa'i", "Sunan an-Nasai", "Sunan an-Nasa'i", "sunan al-nasai", "النسائي", "سنن النسائي"],
    "ibn-majah": ["ibn majah", "Sunan Ibn Majah", "Sunan Ibn Maja", "ابن ماجه", "ابن ماجة", "سنن ابن ماجه"],
}  # fmt: skip
HADITH_AR = ["{n} {v}", "{n} {V}", "{n} رقم {v}", "{n} حديث رقم {V}", "{n} حديث {v}", "{n} ({v})", "{n}: {v}", "رواه {n} {v}", "رواه {n} ({V})", "رواه {n} برقم {v}",
             "أخرجه {n} ({v})", "أخرجه {n} برقم {v}", "حديث {v} في {n}", "حديث رقم {v} من {n}", "الحديث رقم {V} من {n}", "حديث {n} رقم {v}", "{n}، حديث رقم {v}",
             "{n} (رقم {v})", "{n} ح {v}", "{n} - {v}", "رواه {n} رقم {v}"]  # fmt: skip
HADITH_EN = ["{n} {v}", "{n} {V}", "{n} no. {v}", "{n} No. {v}", "{n} number {v}", "{n} #{v}", "{n}: {v}", "{n}:{v}", "{n}, {v}", "{n} ({v})", "{n} [{v}]", "{n} hadith {v}",
             "{n} Hadith No. {v}", "{n}, Hadith {v}", "{n} hadith number {v}", "{n} - hadith {v}", "hadith {v} of {n}", "hadith no. {v} from {n}", "Narrated in {n} {v}",
             "narrated by {n} ({v})", "reported by {n}, {v}", "[{n} {v}]", "what is {n} {v}", "show me hadith {v} from {n}"]  # fmt: skip


def is_arabic(name: str) -> bool:
    return bool(re.search("[\u0621-\u064a]", name))


def wrong(question: str, wanted: list[str]) -> list[str]:
    found = find_mentions(question, LEXICON)
    clear = (found.only or found.clear) and not found.missing
    return [] if clear and found.references == tuple(wanted) else [question]


@pytest.mark.parametrize("surah", range(1, 115))
def test_every_name_with_a_verse_in_every_form(surah: int) -> None:
    entry, missed = LEXICON.surahs[surah], []
    for place, name in enumerate((entry.en, entry.ar, *ROWS[surah]["also"])):
        for form in VERSE_AR if is_arabic(name) else VERSE_EN:
            if name in ALSO_VERSES and re.search(r"\b(of|من|Quran|Qur'an)\b", form):
                continue
            verse = (entry.verses, 1, (surah * 7) % entry.verses + 1)[place % 3]
            text = form.format(n=name, v=verse, V=str(verse).translate(ARABIC_DIGITS))
            missed += wrong(text, [f"quran:{surah}:{verse}"])
    assert not missed


@pytest.mark.parametrize("surah", range(1, 115))
def test_every_name_with_two_verses_in_every_form(surah: int) -> None:
    entry, missed = LEXICON.surahs[surah], []
    first, last = entry.verses - 1, entry.verses
    for name in (entry.en, entry.ar, *ROWS[surah]["also"]):
        for form in RANGE_AR if is_arabic(name) else RANGE_EN:
            if name in ALSO_VERSES and re.search(r"\b(of|من)\b", form):
                continue
            digits = {key: str(n).translate(ARABIC_DIGITS) for key, n in (("A", first), ("B", last))}
            text = form.format(n=name, a=first, b=last, **digits)
            missed += wrong(text, [f"quran:{surah}:{first}", f"quran:{surah}:{last}"])
    assert not missed


@pytest.mark.parametrize("surah", range(1, 115))
def test_every_number_of_a_surah_in_every_form(surah: int) -> None:
    verse, missed = LEXICON.surahs[surah].verses, []
    for form in BY_NUMBER:
        text = form.format(s=surah, v=verse)
        for asked in (text, text.translate(ARABIC_DIGITS)) if "quran.com" not in form else (text,):
            missed += wrong(asked, [f"quran:{surah}:{verse}"])
    assert not missed


@pytest.mark.parametrize("collection", COLLECTIONS)
def test_every_name_of_a_collection_in_every_form(collection: str) -> None:
    missed = []
    for name in COLLECTIONS[collection]:
        for form in HADITH_AR if is_arabic(name) else HADITH_EN:
            for number in (1, 5, 12, 1569):
                text = form.format(n=name, v=number, V=str(number).translate(ARABIC_DIGITS))
                missed += wrong(text, [f"hadith:{collection}:{number}"])
    assert not missed


@pytest.mark.parametrize(
    ("question", "references"),
    [
        ("سورة البقرة الآيات من 1 إلى 5", [f"quran:2:{number}" for number in range(1, 6)]),
        ("الآية الأولى من سورة البقرة", ["quran:2:1"]),
        ("الآية الأخيرة من سورة البقرة", ["quran:2:286"]),
        ("the third verse of surah al-Mulk", ["quran:67:3"]),
        ("the 1st verse of surah al-Kahf", ["quran:18:1"]),
        ("quran.com/2/255-257", ["quran:2:255", "quran:2:256", "quran:2:257"]),
        ("Ayat al-Kursi 2:255", ["quran:2:255"]),
        ("Ayat al-Kursi (2:255)", ["quran:2:255"]),
        ("verse of light", ["quran:24:35"]),
        ("Surah The Light verse 1", ["quran:24:1"]),
        ("s.18 v.109", ["quran:18:109"]),
        ("q20v5", ["quran:20:5"]),
        ("3;26", ["quran:3:26"]),
        ("5 vs 32", ["quran:5:32"]),
        ("surat ul qadr", [f"quran:97:{number}" for number in range(1, 6)]),
        ("deuteronomy 18:15 and quran 3:81", ["quran:3:81"]),
    ],
)
def test_single_forms(question: str, references: list[str]) -> None:
    assert not wrong(question, references)


@pytest.mark.parametrize(
    "question",
    ["7 verses of surah baqarah", "meet on the 5th", "the 7th year after the hijra", "a second verse of poetry",
     "who narrated by heart 100 verses", "is luke 2:7 told in the quran", "John 1:1", "مزمور 23:1", "إنجيل متى 5:3", "we won 4 vs 3",
     "الآية الأولى نزولا"],
)  # fmt: skip
def test_what_counts_or_dates_is_no_reference(question: str) -> None:
    found = find_mentions(question, LEXICON)
    assert not (found.references and (found.only or found.clear))
