"""Lookups in every spelling: generated over all surahs and name forms, all collections, and verses of the built starter."""

# ruff: noqa: E501  (tables of questions read better with one to a line)
from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from pipeline.answer import answer
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.mentions import find_mentions
from pipeline.answer.words.fold import fold
from pipeline.index import Index
from pipeline.snapshot import Store
from pipeline.text import words
from schemas.answer import Reason
from schemas.errors import IsnadError

LEXICON = default_lexicon()
ROWS = {row["number"]: row for row in LEXICON._lists["surahs"]["surahs"]}
ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
VERSES, SPELLINGS, SEED = 300, 4, 20261121


def named(question: str) -> tuple[str, ...]:
    found = find_mentions(question, LEXICON)
    if not (found.only or found.clear):
        return ("unclear",)
    return found.references if not found.missing else ("missing",)


def is_arabic(name: str) -> bool:
    return bool(re.search("[\u0621-\u064a]", name))


def forms_of(name: str, verse: int) -> list[str]:
    """A surah's name with a verse, as people write it."""
    if is_arabic(name):
        return [
            f"سورة {name} {verse}",
            f"سورة {name} آية {verse}",
            f"سورة {name} الآية {verse}".translate(ARABIC),
            f"سورة {name}، الآية رقم {verse}".translate(PERSIAN),
            f"الآية {verse} من سورة {name}",
            f"سورة {name}: {verse}",
            f"سورة {name} ({verse})",
            f"اعرض سورة {name} الآية {verse}",
        ]
    return [
        f"Surah {name} {verse}",
        f"surah {name.lower()} verse {verse}",
        f"SURAH {name.upper()}, AYAH {verse}",
        f"verse {verse} of Surah {name}",
        f"ayah no. {verse} from surah {name}",
        f"Surat {name}: {verse}",
        f"Sura {name} - verse no {verse}",
        f"Please show me surah {name} verse {verse}",
    ]


@pytest.mark.parametrize("surah", range(1, 115))
def test_each_name_of_a_surah_in_each_form_names_its_verse(surah: int) -> None:
    entry, row = LEXICON.surahs[surah], ROWS[surah]
    wrong = []
    for name in (entry.en, entry.ar, *row["also"]):
        for verse in sorted({1, entry.verses, (surah * 13) % entry.verses + 1}):
            wrong += [form for form in forms_of(name, verse) if named(form) != (f"quran:{surah}:{verse}",)]
    assert not wrong


@pytest.mark.parametrize("surah", range(1, 115))
def test_numbers_ranges_and_ends_of_a_surah(surah: int) -> None:
    entry = LEXICON.surahs[surah]
    last = entry.verses
    assert named(f"{surah}:{last}".translate(PERSIAN)) == (f"quran:{surah}:{last}",)
    assert named(f"[{surah}:{last}]") == (f"quran:{surah}:{last}",)
    assert named(f"Qur'an {surah}:{last}") == (f"quran:{surah}:{last}",)
    both = (f"quran:{surah}:{last - 1}", f"quran:{surah}:{last}")
    for question in (f"{surah}:{last - 1}-{last}", f"{surah}:{last - 1}–{last}".translate(ARABIC), f"surah {surah} verses {last - 1} to {last}",
                     f"last two verses of {entry.en}", f"the last 2 ayahs of surah {entry.en}", f"آخر آيتين من سورة {entry.ar}"):  # fmt: skip
        assert named(question) == both, question


@pytest.mark.parametrize("surah", range(1, 115))
def test_a_verse_beyond_its_surah_is_missing_in_every_form(surah: int) -> None:
    entry = LEXICON.surahs[surah]
    for name in (entry.en, entry.ar):
        for form in forms_of(name, entry.verses + 1):
            assert named(form) == ("missing",), form


COLLECTIONS = {
    "bukhari": ["bukhari", "Bukhari", "al-Bukhari", "Sahih Bukhari", "Sahih al-Bukhari", "Sahih al Bukhari", "saheeh bukhari", "Imam Bukhari", "بخاري", "البخاري", "صحيح البخاري", "صحيح الإمام البخاري"],
    "muslim": ["muslim", "Muslim", "Sahih Muslim", "saheeh muslim", "Imam Muslim", "مسلم", "صحيح مسلم", "صحيح الإمام مسلم"],
    "abu-dawud": ["abu dawud", "Abu Dawood", "Abu Daud", "Abi Dawud", "Sunan Abi Dawud", "Sunan Abu Dawood", "أبو داود", "أبي داود", "سنن أبي داود", "ابو داوود"],
    "tirmidhi": ["tirmidhi", "Tirmizi", "at-Tirmidhi", "al-Tirmidhi", "Jami at-Tirmidhi", "Jami` at-Tirmidhi", "Sunan al-Tirmidhi", "الترمذي", "ترمذي", "جامع الترمذي", "سنن الترمذي"],
    "nasai": ["nasai", "Nasa'i", "an-Nasa'i", "Sunan an-Nasa'i", "Sunan al-Nasai", "Nasaa'i", "النسائي", "سنن النسائي", "نسائي"],
    "ibn-majah": ["ibn majah", "Ibn Maja", "Ibn Mājah", "Sunan Ibn Majah", "ابن ماجه", "ابن ماجة", "سنن ابن ماجه", "سنن ابن ماجة"],
}  # fmt: skip
NUMBERS = ("1", "8", "52", "1569", "2664")


@pytest.mark.parametrize("collection", COLLECTIONS)
@pytest.mark.parametrize("number", NUMBERS)
def test_each_name_of_a_collection_in_each_form_names_its_narration(collection: str, number: str) -> None:
    wrong = []
    for name in COLLECTIONS[collection]:
        if is_arabic(name):
            forms = [f"{name} {number}", f"{name} {number}".translate(ARABIC), f"{name} رقم {number}".translate(PERSIAN), f"{name} حديث {number}",
                     f"حديث رقم {number} في {name}", f"الحديث {number} من {name}", f"رواه {name} ({number})", f"{name}: {number}"]  # fmt: skip
        else:
            forms = [f"{name} {number}", f"{name} no. {number}", f"{name} #{number}", f"{name} hadith {number}", f"{name}, hadith no. {number}", f"{name} hadith number {number}",
                     f"hadith {number} of {name}", f"hadith number {number} in {name}", f"{name}: {number}", f"{name} ({number})", f"show me {name} {number}"]  # fmt: skip
        wrong += [form for form in forms if named(form) != (f"hadith:{collection}:{number}",)]
    assert not wrong


@pytest.mark.parametrize(
    ("question", "references"),
    [
        ("muslim 8c", ("hadith:muslim:8c",)),
        ("Sahih Muslim 1218a", ("hadith:muslim:1218a",)),
        ("Bukhari 1, 2 and 3", ("hadith:bukhari:1", "hadith:bukhari:2", "hadith:bukhari:3")),
        ("surah yasin verse 12", ("quran:36:12",)),
        ("al-Baqarah 255", ("quran:2:255",)),
        ("البقرة ٢٥٥", ("quran:2:255",)),
        ("surah bakara 255", ("quran:2:255",)),
        ("sorah al bakarah ayat 255", ("quran:2:255",)),
        ("2:255-257", ("quran:2:255", "quran:2:256", "quran:2:257")),
        ("2.255", ("quran:2:255",)),
        ("the throne verse", ("quran:2:255",)),
    ],
)
def test_single_forms(question: str, references: tuple[str, ...]) -> None:
    assert named(question) == references


# ---- pasted verses, from the built starter -------------------------------------------------------------------


@pytest.fixture(scope="module")
def starter() -> Index:
    """The starter snapshot that this checkout has published, where today's code opens it."""
    try:
        _, path = Store(Path(__file__).parents[2] / "data" / "store").current("development")
        index = Index.open(path)
    except IsnadError as error:
        pytest.skip(f"no starter snapshot that this code opens, `make run` publishes one: {error.problem}")
    if index.find("quran:114:6") is None:
        pytest.skip("the published snapshot does not hold the starter sources")
    return index


MARKS = re.compile("[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640۞]")


def spellings_of(text: str) -> list[str]:
    """A verse as it stands, copied without its marks, in modern letters, and in part of these."""
    modern = [word.text for word in words(text)]
    part = modern[: max(5, len(modern) * 2 // 3)] if len(modern) > 7 else modern
    return [text, MARKS.sub("", text).strip(), " ".join(modern), " ".join(part)]


@pytest.mark.parametrize("spelling", range(SPELLINGS))
def test_pasted_verses_are_found(starter: Index, spelling: int) -> None:
    chosen = random.Random(SEED)
    surahs = [chosen.randint(1, 114) for _ in range(VERSES // SPELLINGS)]
    wrong = []
    for surah in surahs:
        verse = chosen.randint(1, LEXICON.surahs[surah].verses)
        reference = f"quran:{surah}:{verse}"
        document = starter.document(starter.find(reference) or 0)
        text = spellings_of(document.text_ar or "")[spelling]
        if len(text.split()) < 4:
            continue
        given = answer(starter, text)
        if not given.verdict.answered or reference not in given.verdict.sources:
            wrong.append((reference, given.verdict.sources[:2]))
    assert not wrong


NAMED = {
    "hadith of Jibril": "جبريل",
    "hadith of intentions": "نيات",
    "حديث الإفك": "الافك",
    "حديث أم زرع": "زرع",
    "hadith of istikhara": "استخاره",
    "حديث سيد الاستغفار": "سيد الاستغفار",
    "hadith of the branches of faith": "شعبه",
    "حديث السبعة": "سبعه",
    "hadith al-thaqalayn": "ثقلين",
    "hadith of the cloak": "مرط",
    "hadith of the bankrupt": "المفلس",
    "hadith of Jabir on Hajj": "القصواء",
    "hadith of the man who killed ninety-nine": "تسعه وتسعين",
    "hadith of the three men in the cave": "غار",
    "hadith of the great intercession": "اشفع",
    "hadith of the three who were left behind": "تبوك",
    "hadith of the man who prayed badly": "ارجع فصل",
    "hadith of the wali": "وليا",
    "hadith of the people of the ship": "سفينه",
    "hadith of the weeping palm trunk": "منبر",
    "حديث الغلام والساحر": "غلام",
    "hadith of the two graves": "قبر",
    "حديث الجارية": "جاريه",
    "حديث الجساسة": "الجساسه",
    "hadith of Dhul Yadayn": "ذو اليدين",
    "حديث العرنيين": "عرينه",
}


def test_every_named_narration_says_what_it_is_named_for(starter: Index) -> None:
    asked = {find_mentions(question, LEXICON).references: said for question, said in NAMED.items()}
    rows = {
        tuple(f"hadith:{one}" for one in row["id"].split())
        for row in LEXICON._lists["references"]["narrations"]
    }
    assert set(asked) == rows
    for references, said in asked.items():
        for reference in references:
            ordinal = starter.find(reference)
            assert ordinal is not None, reference
            assert said in fold(starter.document(ordinal).text_ar or ""), reference


def test_what_does_not_exist_is_declined_exactly(starter: Index) -> None:
    for question in ("quran 115:1", "Bukhari 999999", "صحيح البخاري ٩٩٩٩٩٩", "surah al-Kawthar verse 4"):
        given = answer(starter, question)
        assert (given.verdict.answered, given.verdict.reason) == (False, Reason.NO_SUCH_REFERENCE), question
        assert not given.sources
