"""References in every common spelling name exactly one document."""

# ruff: noqa: E501  (tables of questions read better with one to a line)
from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.answer import answer
from pipeline.answer.lexicon import Lexicon, default_lexicon
from pipeline.answer.lexicon.names import name_keys
from pipeline.answer.routing.mentions import find_mentions
from pipeline.answer.routing.route import route
from pipeline.answer.routing.verses import verses_named
from pipeline.answer.validate import confirmed, false_premise
from pipeline.answer.words.fold import fold
from pipeline.index import Index
from schemas.answer import Intent, Reason

LEXICON = default_lexicon()
DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")


def named(question: str) -> tuple[str, ...]:
    found = find_mentions(question, LEXICON)
    assert not found.missing, (question, found)
    return found.references


def spellings(surah: int, verse: int) -> list[str]:
    entry = LEXICON.surahs[surah]
    bare = (
        entry.en.split("-", 1)[-1]
        if "-" in entry.en and entry.en[:2] in ("Al", "An", "Ar", "As", "At", "Ad", "Az")
        else entry.en
    )
    return [
        f"{surah}:{verse}",
        f"{surah}:{verse}".translate(DIGITS),
        f"Quran {surah}:{verse}",
        f"Surah {surah} verse {verse}",
        f"{entry.en} {verse}",
        f"Surah {entry.en}, verse {verse}",
        f"surah {entry.en.lower().replace('-', ' ')} ayah {verse}",
        f"verse {verse} of Surah {entry.en}",
        f"Surat {bare} {verse}",
        f"What does surah {entry.en} verse {verse} say?",
        f"سورة {entry.ar} آية {verse}",
        f"سورة {entry.ar} آية {verse}".translate(DIGITS),
        f"{entry.ar} {verse}",
        f"[{entry.ar}: {verse}]",
        f"الآية {verse} من سورة {entry.ar}",
        f"ما تفسير الآية رقم {verse} من سورة {entry.ar}؟",
    ]


@pytest.mark.parametrize("surah", range(1, 115))
def test_a_verse_of_each_surah_is_found_in_every_spelling(surah: int) -> None:
    verse = (surah * 7) % LEXICON.surahs[surah].verses + 1
    for question in spellings(surah, verse):
        assert named(question) == (f"quran:{surah}:{verse}",), question


@pytest.mark.parametrize(
    ("name", "surah"),
    [
        ("Fateha", 1), ("Aali Imran", 3), ("Nisaa", 4), ("Maida", 5), ("Tauba", 9), ("Yoonus", 10), ("Yousuf", 12),
        ("Ibraheem", 14), ("Ta-Ha", 20), ("Mu'minoon", 23), ("Nour", 24), ("Ankaboot", 29), ("Sajda", 32),
        ("Yaseen", 36), ("Ghaafir", 40), ("Hujuraat", 49), ("Zaariyat", 51), ("Vaqia", 56), ("Mumtahana", 60),
        ("Jumma", 62), ("Ma'aarij", 70), ("Muzzamil", 73), ("Mudaththir", 74), ("Nazi'aat", 79), ("Aala", 87),
        ("Layl", 92), ("Teen", 95), ("Zalzala", 99), ("Humazah", 104), ("Quraysh", 106), ("Kaafiroon", 109),
        ("Nass", 114),
    ],
)  # fmt: skip
def test_a_name_is_found_however_its_sounds_are_spelled(name: str, surah: int) -> None:
    assert named(f"Surah {name} verse 1") == (f"quran:{surah}:1",)


def test_no_name_is_listed_that_another_one_brings_along() -> None:
    lists = LEXICON._lists
    tables = [
        *(((row["en"], row["ar"]), row["also"]) for row in lists["surahs"]["surahs"]),
        *(((row["en"], row["ar"]), row["alone"]) for row in lists["surahs"]["surahs"] if "alone" in row),
        *(((row["en"], row["ar"]), row["names"]) for row in lists["references"]["collections"]),
        *(((), row["names"]) for part in ("verses", "narrations") for row in lists["references"][part]),
    ]
    for first, others in tables:
        known = {key for name in first for key in name_keys(name)}
        for name in others:
            assert not known.issuperset(name_keys(name)), name
            known.update(name_keys(name))


@pytest.mark.parametrize("surah", range(1, 115))
def test_every_other_name_of_a_surah_leads_to_it_alone(surah: int) -> None:
    row = next(row for row in LEXICON._lists["surahs"]["surahs"] if row["number"] == surah)
    for name in row["also"]:
        prefix = "سورة" if any("\u0621" <= letter <= "\u064a" for letter in name) else "Surah"
        found = named(f"{prefix} {name} 1" if name != "ن والقلم" else "سورة ن والقلم 1")
        assert found == (f"quran:{surah}:1",), name


def test_no_two_surahs_share_a_key() -> None:
    owners: dict[str, set[int]] = {}
    for row in LEXICON._lists["surahs"]["surahs"]:
        for name in (row["en"], row["ar"], *row["also"]):
            for key in name_keys(name):
                owners.setdefault(key, set()).add(row["number"])
    shared = {key: numbers for key, numbers in owners.items() if len(numbers) > 1}
    assert not shared


@pytest.mark.parametrize(
    ("collection", "names"),
    [
        (
            "bukhari",
            ["bukhari", "Sahih al-Bukhari", "sahih bukhari", "Bukhaari", "البخاري", "صحيح البخاري", "بخاري"],
        ),
        ("muslim", ["muslim", "Sahih Muslim", "saheeh muslim", "مسلم", "صحيح مسلم"]),
        ("abu-dawud", ["Abu Dawud", "abu dawood", "Sunan Abi Dawud", "أبو داود", "سنن أبي داود"]),
        ("tirmidhi", ["Tirmidhi", "al-Tirmidhi", "Jami at-Tirmidhi", "tirmizi", "الترمذي", "سنن الترمذي"]),
        ("nasai", ["Nasai", "an-Nasa'i", "Sunan al-Nasa'i", "النسائي", "سنن النسائي"]),
        ("ibn-majah", ["Ibn Majah", "ibn maja", "Sunan Ibn Majah", "ابن ماجه", "سنن ابن ماجة"]),
    ],
)
def test_a_narration_is_found_in_every_spelling(collection: str, names: list[str]) -> None:
    for name in names:
        arabic = any("\u0621" <= letter <= "\u064a" for letter in name)
        templates = (
            ["{name} 15", "{name} ١٥", "{name} حديث رقم 15", "حديث رقم 15 في {name}"]
            if arabic
            else [
                "{name} 15",
                "{name} #15",
                "{name} hadith 15",
                "{name}, no. 15",
                "hadith number 15 in {name}",
                "Show me {name} 15",
            ]
        )
        for template in templates:
            question = template.format(name=name)
            assert named(question) == (f"hadith:{collection}:15",), question


@pytest.mark.parametrize(
    ("question", "references"),
    [
        ("Ayat al-Kursi", ("quran:2:255",)),
        ("ayatul kursi", ("quran:2:255",)),
        ("ayatul dain", ("quran:2:282",)),
        ("ayat ul birr", ("quran:2:177",)),
        ("tirmizi 1987 hadees", ("hadith:tirmidhi:1987",)),
        ('"actions are judged by intentions" is it sahih', ("hadith:bukhari:1",)),
        ("is the hadith about actions being judged by intentions sahih", ("hadith:bukhari:1",)),
        ("آية الكرسي", ("quran:2:255",)),
        ("ما هي آية الدين؟", ("quran:2:282",)),
        ("the last two verses of surah al-Baqarah", ("quran:2:285", "quran:2:286")),
        ("آخر آيتين من سورة البقرة", ("quran:2:285", "quran:2:286")),
        ("2:255-257", ("quran:2:255", "quran:2:256", "quran:2:257")),
        ("البقرة آية 1 إلى 3", ("quran:2:1", "quran:2:2", "quran:2:3")),
        ("Surah al-Kawthar", ("quran:108:1", "quran:108:2", "quran:108:3")),
        ("quran:2:255", ("quran:2:255",)),
        ("hadith:muslim:8c", ("hadith:muslim:8c",)),
        ("Bukhari 1 and 2", ("hadith:bukhari:1", "hadith:bukhari:2")),
        ("Q. 49:13", ("quran:49:13",)),
        ("Al-Imran 3:7", ("quran:3:7",)),
        ("Quran 2 255", ("quran:2:255",)),
        ("the holy Quran, 2/255", ("quran:2:255",)),
        ("القرآن ٢ ٢٥٥", ("quran:2:255",)),
        ("2/255", ("quran:2:255",)),
        ("Quran 108", ("quran:108:1", "quran:108:2", "quran:108:3")),
        ("surat al mulk first verse", ("quran:67:1",)),
        ("سورة الملك الآية الأولى", ("quran:67:1",)),
        ("Surah al-Baqarah, the last two verses", ("quran:2:285", "quran:2:286")),
        ("first ten verses of surah kahf", tuple(f"quran:18:{verse}" for verse in range(1, 11))),
        (
            "المعوذتان",
            tuple(f"quran:113:{n}" for n in range(1, 6)) + tuple(f"quran:114:{n}" for n in range(1, 7)),
        ),
        ("Bukhari 1-3", ("hadith:bukhari:1", "hadith:bukhari:2", "hadith:bukhari:3")),
        ("صحيح البخاري ١ - ٢", ("hadith:bukhari:1", "hadith:bukhari:2")),
        ("hadith of Jibril", ("hadith:muslim:1", "hadith:bukhari:50")),
        ("اشرح حديث جبريل", ("hadith:muslim:1", "hadith:bukhari:50")),
        ("حديث الإفك", ("hadith:bukhari:3969", "hadith:muslim:6846")),
        ("tafsir muyassar 2:255", ("quran:2:255",)),
        ("تفسير ابن كثير 2:255", ("quran:2:255",)),
        ("2:255 3:18", ("quran:2:255", "quran:3:18")),
        ("quran 2:255 3:18", ("quran:2:255", "quran:3:18")),
        ("surah 2:255 and 3:18", ("quran:2:255", "quran:3:18")),
        ("24:30,31", ("quran:24:30", "quran:24:31")),
        ("24:30-31,33", ("quran:24:30", "quran:24:31", "quran:24:33")),
        ("24:30,33-34", ("quran:24:30", "quran:24:33", "quran:24:34")),
        ("العشر الأواخر من سورة الكهف", tuple(f"quran:18:{verse}" for verse in range(101, 111))),
        ("الآيات الثلاث الأولى من سورة الحشر", ("quran:59:1", "quran:59:2", "quran:59:3")),
        ("عشر آيات من أول سورة الكهف", tuple(f"quran:18:{verse}" for verse in range(1, 11))),
        ("surah baqarah 185 month of ramadan", ("quran:2:185",)),
        ("surah about hypocrites", tuple(f"quran:63:{verse}" for verse in range(1, 12))),
        ("the 3 quls", named("three quls")),
        ("the 4 quls", tuple(f"quran:109:{n}" for n in range(1, 7)) + named("three quls")),
        ("https://sunnah.com/nawawi40:5", ("hadith:nawawi-forty:5",)),
    ],
)
def test_names_ranges_and_ids(question: str, references: tuple[str, ...]) -> None:
    assert named(question) == references


@pytest.mark.parametrize(
    ("question", "surah"),
    [
        ("last surah of quran", 114), ("what is the first surah of the Quran", 1), ("third surah of the quran", 3), ("which surah is number 36", 36),
        ("which surah is the last in the Quran", 114), ("what is the 36th surah", 36), ("the 18th chapter of the Quran", 18), ("tafsir of the last surah", 114),
        ("آخر سورة في القرآن", 114), ("أول سورة في المصحف", 1), ("ثالث سورة في القرآن", 3), ("السورة الأخيرة", 114), ("السورة السادسة والثلاثون", 36),
        ("أي سورة رقمها 36", 36),
    ],
)  # fmt: skip
def test_a_surah_is_named_by_its_place(question: str, surah: int) -> None:
    assert named(question)[0] == f"quran:{surah}:1"


@pytest.mark.parametrize(
    "question",
    [
        "last surah revealed", "the first surah to be revealed", "آخر سورة نزلت", "ما هي أول سورة نزلت في القرآن", "which surah was revealed first", "the last chapter", "quran has 114 surah",
        "the last surah that the Prophet recited", "العشر الأواخر من رمضان", "https://sunnah.com/muslim:2564",
    ],
)  # fmt: skip
def test_what_is_last_in_another_order_is_no_place(question: str) -> None:
    assert not named(question)


def test_the_end_of_a_surah_is_not_the_last_surah() -> None:
    assert named("آخر سورة البقرة") != named("آخر سورة")


def test_the_sign_of_a_number_makes_a_collection_clear() -> None:
    assert find_mentions("What did Muslim #8 mean by ihsan?", LEXICON).clear
    assert not find_mentions("What did Muslim 8 mean by ihsan?", LEXICON).clear


@pytest.mark.parametrize(
    "question",
    ["what did Muhammad do at 40", "meet at 2:30 pm", "muslim 5 pillars", "virtue of surah al-kahf on friday",
     "فضل آية الكرسي", "who wrote surah yasin", "the story of Yusuf", "فصل 5 من الكتاب", "reward of surah ikhlas 3 times", "surah yasin forty-one times",
     "reading surah waqiah 40 days", "سورة يس 41 مرة", "قراءة سورة الواقعة ثلاث مرات"],
)  # fmt: skip
def test_what_only_looks_like_a_reference_is_not_one(question: str) -> None:
    found = find_mentions(question, LEXICON)
    assert not (found.references and (found.only or found.clear)), found


@pytest.mark.parametrize(
    ("question", "kind"),
    [("2:300", "verse"), ("البقرة 300", "verse"), ("verse 287 of al-Baqarah", "verse"), ("surah 115", "surah"),
     ("سورة ١١٥", "surah"), ("115:1", "surah"), ("2:0", "verse"), ("sahih bukhari book 2 hadith 9", "in-book"), ("Bukhari 1:1:3", "in-book")],
)  # fmt: skip
def test_what_cannot_exist_is_missing(question: str, kind: str) -> None:
    found = find_mentions(question, LEXICON)
    assert [one.kind for one in found.missing][:1] == [kind]
    assert not found.references


@pytest.mark.parametrize(
    "surah", [row["number"] for row in LEXICON._lists["surahs"]["surahs"] if "alone" in row]
)
def test_a_surah_whose_name_means_nothing_else_needs_no_word(surah: int) -> None:
    row = LEXICON._lists["surahs"]["surahs"][surah - 1]
    wanted = named(f"surah {surah}")
    for name in (row["en"], row["ar"], *row["alone"]):
        assert named(name) == wanted, name
        assert not find_mentions(f"who loved {name} most", LEXICON).references


@pytest.mark.parametrize(
    "name", ["maryam", "ar-rahman", "النساء", "الحج", "tawbah", "al-Qadr", "Friday", "the cow", "محمد"]
)
def test_a_name_that_others_bear_needs_its_word(name: str) -> None:
    assert not find_mentions(name, LEXICON).references


def test_a_long_run_of_narrations_is_cut_and_said_so() -> None:
    found = find_mentions("Bukhari 5 to 400", LEXICON)
    assert found.references == tuple(f"hadith:bukhari:{number}" for number in range(5, 15))
    assert found.shortened


def test_a_long_surah_is_shown_in_part(lexicon: Lexicon) -> None:
    found = find_mentions("Surah al-Baqarah", lexicon)
    assert found.references == tuple(f"quran:2:{number}" for number in range(1, 6))
    assert found.shortened


@given(st.integers(1, 114), st.integers(-5, 400))
def test_a_verse_exists_exactly_when_its_surah_has_so_many(surah: int, verse: int) -> None:
    if verse < 0:
        return
    found = find_mentions(f"{surah}:{verse}", LEXICON)
    assert bool(found.references) == (1 <= verse <= LEXICON.surahs[surah].verses)
    assert bool(found.missing) != bool(found.references)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("الحديث السبعون ألفا من البخاري", ("hadith:bukhari:70000",)),
        ("الحديث العاشر بعد المئة من صحيح البخاري", ("hadith:bukhari:110",)),
        ("الحديث المائة والخامس والعشرون في صحيح مسلم", ("hadith:muslim:125",)),
        ("hadith number three hundred and twelve of Bukhari", ("hadith:bukhari:312",)),
        ("verse number two hundred and fifty five of Surah al-Baqarah", ("quran:2:255",)),
        ("الآية المائتان والخامسة والخمسون من سورة البقرة", ("quran:2:255",)),
        ("ما صحة حديث السبعين ألفا الذين يدخلون الجنة", ()),
        ("حديث الأربعين في البخاري", ()),
        ("two hadiths of Bukhari", ()),
        ("الآية الثانية والثالثة معا", ()),
    ],
)
def test_the_number_of_a_text_is_read_in_words(question: str, named: tuple[str, ...]) -> None:
    assert find_mentions(question, LEXICON).references == named


@given(st.text(max_size=120))
def test_no_text_breaks_the_reader(text: str) -> None:
    find_mentions(text, LEXICON)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("ما معنى سورة الرحيق", "الرحيق"),
        ("سبب نزول سورة الفضاء", "الفضاء"),
        ("كم آية في سورة الرحيق", "الرحيق"),
        ("ما فضل سورة الكرسي", None),  # people say it of the verse
        ("ما فضل سورة التبارك", None),  # a name with an article that it does not have
        ("تفسير سورة الولاية", "الولاية"),
        ("كم آية في سورة آدم؟", "آدم"),
        ("ماذا في سورة أبي بكر؟", "ابي بكر"),
        ("What does Surah al-Mahdi say?", "al-Mahdi"),
        ("virtue of surah khadija", "khadija"),
        ("the chapter called al-Sabirin in the Quran", "al-Sabirin"),
        ("ما أطول سورة القرآن", None),
        ("ما معنى سورة البقرة", None),
        ("أي سورة ذكر فيها موسى؟", None),
        ("سورة طويلة تقرأ في الفجر", None),
        ("سورة نزلت في أبي لهب", None),
        ("حفظ سورة المجادلة", None),
        ("which surah musa is told of in", None),
        ("surah memorization for children", None),
        ("surah for protection at night", None),
        ("a surah I haven't finished", None),
        ("Surah Bani Israel meaning", None),
        ("the chapter of marriage in Bukhari", None),
        ("chapter al-Mahdi of a book", None),
    ],
)
def test_a_surah_that_does_not_exist_is_told_by_its_name(question: str, name: str | None) -> None:
    missing = [one.name for one in find_mentions(question, LEXICON).missing if one.kind == "name"]
    assert missing == ([name] if name else [])


def test_nothing_is_told_of_a_surah_that_does_not_exist(index: Index) -> None:
    told = answer(index, "ما معنى سورة الرحيق")
    assert told.verdict.reason is Reason.NO_SUCH_REFERENCE
    assert "«الرحيق»" in told.summary


@pytest.mark.parametrize(
    ("question", "offered"),
    [
        ("تفسير سورة الواقعا", "لعلك تريد سورة الواقعة (56)"),
        ("ما تفسير سورة الجنة؟", "لعلك تريد سورة الجن (72)"),
        ("virtue of surah Kahaf", "Did you mean Surah Al-Kahf (18)?"),
    ],
)
def test_the_surah_that_is_written_most_alike_is_offered_and_not_shown(
    index: Index, question: str, offered: str
) -> None:
    told = answer(index, question)
    assert told.verdict.reason is Reason.NO_SUCH_REFERENCE
    assert offered in told.summary
    assert not told.sources


@pytest.mark.parametrize(
    ("question", "verses"),
    [
        ("Surah an-Nisa 11, 12 and 176", (11, 12, 176)),
        ("an-Nisa verses 1 and 176", (1, 176)),
        ("verses 1 and 176 of Surah an-Nisa", (1, 176)),
        ("4:1 and 176", (1, 176)),
        ("سورة النساء ١١ و ١٧٦", (11, 176)),
        ("Surah an-Nisa 11 to 13 and 176", (11, 12, 13, 176)),
        ("quran:4:11-13", (11, 12, 13)),
        ("quran:4:11", (11,)),
    ],
)
def test_what_is_listed_is_no_run(question: str, verses: tuple[int, ...]) -> None:
    found = find_mentions(question, LEXICON)
    assert sorted(found.references) == sorted(f"quran:4:{number}" for number in verses)
    assert not found.missing


@pytest.mark.parametrize("sign", ["❺", "➄", "፭", "①"])
def test_a_sign_for_a_number_is_read_or_left(sign: str) -> None:
    for asked in (
        f"What are the {sign} pillars of Islam?",
        f"surah {sign}",
        f"Quran 2:{sign}",
        f"bukhari {sign}",
    ):
        find_mentions(asked, LEXICON)
        false_premise(asked, LEXICON, "en")


def test_a_grade_is_that_of_a_narration_about_a_verse() -> None:
    about = route("Is the hadith about the virtue of verse 2:255 authentic?", LEXICON)
    assert (about.intent, about.rule == "lookup.reference") == (Intent.GRADE, False)
    named = route("Is the hadith Tirmidhi 2 authentic?", LEXICON)
    assert (named.intent, named.rule) == (Intent.GRADE, "lookup.reference")


@pytest.mark.parametrize("digit", ["7", "٧", "७", "７", "⑩"])
def test_no_number_is_too_long_to_be_read(digit: str) -> None:
    """Python reads no more than 4,300 digits."""
    for asked in (
        "quran 2:{}", "quran {}:2", "surah {}", "2:{}-{}", "quran:2:{}", "bukhari {}-{}", "hadith number {} of bukhari",
        "surah 2 verses 1 to {}", "what is said of surah number {}", "why was verse 2:{} revealed", "verse {} of surah al-baqarah",
        "the last {} verses of surah al-baqarah", "the surah is number {}", "the {} pillars of Islam", "من قرأ {} آيات من أول سورة الكهف",
    ):  # fmt: skip
        question = asked.replace("{}", digit * 4400)
        find_mentions(question, LEXICON)
        verses_named(fold(question), LEXICON)
        false_premise(question, LEXICON, "en")
        confirmed(question, LEXICON)


@pytest.mark.parametrize("question", ["quran 2:{}", "surah al-baqarah verse {}", "سورة البقرة آية {}"])
@pytest.mark.parametrize("number", ["⑩" * 2300, "9" * 19, "٩" * 5000])
def test_a_verse_of_a_number_that_is_too_long_does_not_exist(question: str, number: str) -> None:
    found = find_mentions(question.format(number), LEXICON)
    assert (found.references, [(one.kind, one.surah) for one in found.missing]) == ((), [("verse", 2)])


@given(
    st.integers(1, 6000),
    st.characters(categories=["Nd", "No"]),
    st.sampled_from(["2:", "surah ", "bukhari "]),
)
@settings(deadline=None, max_examples=50)
def test_any_run_of_digits_is_read(times: int, digit: str, before: str) -> None:
    find_mentions(f"{before}{digit * times}", LEXICON)
    false_premise(f"{digit * times} surahs of the quran", LEXICON, "en")
