"""Quotations of the Qur'an in running text: those that are not the verse are told, in whatever spelling others are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.sources.quoted import differing, quotations_in
from pipeline.sources.scripture import PinnedQuran

# Made-up lines in the letters and signs of the codex; of verses themselves a few words.
VERSES = (
    "وَقَالَ ٱلۡكَاتِبُ إِنَّ ٱلۡكِتَٰبَ ٱلۡكَبِيرَ عَلَى ٱلۡجِدَارِ ٱلۡأَبۡيَضِ فِي ٱلدَّارِ",
    "فَخُذُوا۟ ٱلصَّلَوٰةَ وَٱلزَّكَوٰةَ مِنَ ٱلرِّجَالِ أَلَّا تَكُونَ بَيۡنَكُمۡ خُصُومَةٌ أَبَدٗا",
    "عَسَىٰٓ أَن يَبۡعَثَكَ رَبُّكَ مَقَامٗا مَّحۡمُودٗا",
    "وَإِذۡ قَالَ إِبۡرَٰهِـۧمُ لِأَهۡلِهِۦ وَدَاوُۥدُ يَسۡمَعُ رَحۡمَتَ ٱلَّذِي خَلَقَ",
    "وَسَمَتۡ رَحۡمَتُ رَبِّي عَلَى ٱلنَّاسِ يَٰحَسۡرَتَىٰ عَلَى ٱلنَّاسِ كُلِّهِمۡ",
)
QURAN = PinnedQuran({f"quran:1:{place}": verse for place, verse in enumerate(VERSES)})


def told(text: str) -> list[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    return [(one.verse, one.written, one.stands) for one in differing(text, QURAN)]


@pytest.mark.parametrize(
    ("text", "verse", "written", "stands"),
    [
        ("قال تعالى: ﴿عسى أن يبعثك ربك مقاماً محمداً﴾ الآية", 2, "محمداً", "مَّحۡمُودٗا"),
        ("قال: {إن الكتاب الكبير على الجدار الأسود في الدار}", 0, "الأسود", "ٱلۡأَبۡيَضِ"),
        ("﴾إن الكتاب الكبير على الجدار في الدار﴿", 0, "", "ٱلۡأَبۡيَضِ"),
        ("﴿إن الكتاب الكبير على هذا الجدار الأبيض﴾", 0, "هذا", ""),
        ("{فخذ الصلاة والزكاة من الرجال}", 1, "فخذ", "فَخُذُوا۟"),
        ("{خذوا الصلاة والزكاة من النساء ألا تكون بينكم خصومة}", 1, "النساء", "ٱلرِّجَالِ"),
        ("{إن الكتاب الكبير على الجدر الأبيض}", 0, "الجدر", "ٱلۡجِدَارِ"),  # an alif is left out
        ("{إن الكتاب الكبير على الجدار الأبي}", 0, "الأبي", "ٱلۡأَبۡيَضِ"),  # it ends within a word
    ],
)
def test_other_words_are_told_with_those_of_the_verse(
    text: str, verse: int, written: str, stands: str
) -> None:
    assert told(text) == [(verse, (written,), (stands,))]


@pytest.mark.parametrize(
    "text",
    [
        "﴿إن الكتاب الكبير على الجدار الابيض﴾",  # modern spelling, an alef without its hamza
        "﴿خذوا الصلوة والزكوة من الرجال﴾",  # the codex's spelling without marks, and the "so" before it left out
        "﴿وخذوا الصلاة والزكاة من الرجال﴾",  # another one before it
        "﴿من الرجال أن لا تكون بينكم خصومة أبدا﴾",  # two words that are written as one
        "﴿قال إبراهيم لأهله وداوود يسمع رحمة الذي﴾",
        "﴿رحمة الذي خلق وما بعدها﴾",
        "﴿سمت رحمة ربي على الناس﴾",  # "and", and a taa of the codex behind it
        "﴿يا حسرتا على الناس كلهم﴾",
        "﴿علىالجدار الأبيض في الدار﴾",  # a space was lost
        "﴿بسم الله الرحمن الرحيم عسى أن يبعثك ربك مقاما محمودا﴾",
        "﴿عسى أن يبعثك ربك ... محمودا﴾",
        "﴿إن الكتاب الكبير إلى قوله في الدار﴾",
        "﴿إن الكتاب الكبير على الجدار الأبيض الآية﴾",
        "﴿إن الكتاب الكبير على الجدار الأبيض فقرأ﴾",  # who tells it goes on before the bracket
        "﴿ٱلۡجِدَارِ ٱلۡأَبۡيَضِ فِي ٱلدَّارِ (١) فَخُذُوا۟ ٱلصَّلَوٰةَ وَٱلزَّكَوٰةَ﴾",  # from one verse into the next
        "﴿في الدار فخذوا الصلاة﴾",
    ],
)
def test_another_spelling_a_cut_and_what_stands_around_are_right(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "إن الكتاب الكبير على الجدار الأسود في الدار",  # nothing says that it is quoted
        "{الكتاب الأسود}",  # a few words
        "{the big book on the black wall of the house}",
        "{ما هذا الكتاب الذي وضعته على الطاولة في غرفتي أمس}",  # no verse is like it
        "{إن الكتاب الكبير ملك لرجل من أهل القرية في الدار}",  # too much is another
        "{إن الكتاب الكبير",  # never closed
    ],
)
def test_what_is_no_quotation_or_cannot_be_told_is_left(text: str) -> None:
    assert told(text) == []


def test_each_quotation_has_its_place_and_parts_are_apart() -> None:
    text = "يقول {خذوا الصلاة. عسى أن يبعثك ربك مقاما محمدا} و﴿الكتاب﴾"
    assert [text[start:end].strip() for start, end in quotations_in(text)] == [
        "خذوا الصلاة",
        "عسى أن يبعثك ربك مقاما محمدا",
        "الكتاب",
    ]
    [one] = differing(text, QURAN)
    assert text[slice(*one.place)].strip() == one.quotation == "عسى أن يبعثك ربك مقاما محمدا"


@given(st.text(alphabet="﴿﴾{}() وابتكلم ۝.", max_size=80))
def test_rubbish_between_brackets_is_read_to_its_end(text: str) -> None:
    for start, end in quotations_in(text):
        assert 0 <= start < end <= len(text)
    assert all(one.written for one in differing(text, QURAN))


@given(st.integers(0, len(VERSES) - 1), st.data())
def test_what_is_copied_from_a_verse_is_never_told(verse: int, data: st.DataObject) -> None:
    words = VERSES[verse].split()
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    assert told(f"﴿{' '.join(words[start:end])}﴾") == []
