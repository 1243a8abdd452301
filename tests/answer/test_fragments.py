"""Parts of printed books that tell nothing by themselves are read for no question."""

from __future__ import annotations

import pytest

from pipeline.answer.words.fragments import is_index, tells_nothing

LONG = "والمثال يكتب في كل يوم كتابة تامة "


@pytest.mark.parametrize(
    "text",
    [
        "ما حكم كتابة المثال؟",
        "يقول: كنت أكتب المثال في كل يوم ثم تركته، فهل علي شيء؟",
        "ما حكم المثال؟ وهل يكتب في كل يوم؟",
        "فإن قيل: متى يكتب المثال؟ .",
        "إذا ترك المثال في يومه هل يكتب في غده؟",
        "متى يكتب المثال؟ مع العلم أن زيدا يكتبه كل يوم.",
        "مع العلم بأن المثال يكتب في كل يوم؟",
    ],
)
def test_a_question_without_an_answer_tells_nothing(text: str) -> None:
    assert tells_nothing("book", text)


def test_a_comment_may_ask_as_its_verse_does() -> None:
    assert not tells_nothing("tafsir", "فهل يكتب المثال في كل يوم؟")


@pytest.mark.parametrize(
    "text",
    [
        "هل يكتب المثال؟ نعم، في كل يوم.",
        "هل يكتب المثال؟ قال: في كل يوم. قلت: ومتى يترك؟",
        "لا يكتب المثال في الليل على ما قلناه. وهل يكتب في السفر؟",
        "8 - ما من مثال إلا وهو يكتب في كل يوم، وينادي من كتبه: يا كاتب، هل فرغت؟",
        "المثال الذي يكتب في كل يوم خير مما يترك، وهو ما قاله عمرو لزيد وقد سأله عنه، فهل تركه؟",
        "هل يكتب المثال " + LONG * 15 + "؟",
    ],
)
def test_what_tells_something_beside_a_question_is_read(text: str) -> None:
    assert not tells_nothing("book", text)


@pytest.mark.parametrize(
    "text",
    [
        "باب كتابة المثال ........ 45",
        "حكم كتابة المثال … 161",
        "كتاب المثال لزيد ... 1004",
        '"كتاب المثال" 2/ 292، "الأمثلة" 13/ 12 - 13',
        "عمرو: 27، 30، 42، 50",
        "[ب 292، د 295، ع 287] إتحاف 13130.",
    ],
)
def test_lines_that_lead_to_pages_are_an_index(text: str) -> None:
    assert is_index(text)
    assert tells_nothing("book", text)
    assert tells_nothing("tafsir", text)
    assert not tells_nothing("fatwa", text)


@pytest.mark.parametrize(
    "text",
    [
        "في كل 40 مثالا مثال، وفي كل 120 مثالان.",
        "3197 - (15) المثال يكتب في كل يوم (1). [ب 3040، د 3198، ع 3154، ف 3396، م 3156].",
        "1. Alif-Lam-Mim.",
        "أمثلة زيد … وأمثلة عمرو",
        "يكتب المثال ... 3 مرات في كل يوم",
        "",
    ],
)
def test_numbers_alone_make_no_index(text: str) -> None:
    assert not is_index(text)


@pytest.mark.parametrize(
    ("text", "tells_none"),
    [
        ("(3) انظر كتاب الأمثلة لزيد: الباب الأول.", True),
        ("أخرجه زيد في كتاب الأمثلة عن عمرو.", True),
        ("أخرجه زيد عن عمرو أن المثال يكتب كل يوم.", False),
        ("وقد تقدم الكلام على هذه المسألة.", True),
        ("تقدم أن المثال يكتب كل يوم.", False),
        ("أحكام كتابة المثال", True),
        ("حكم كتابة المثال مستحب", False),
        ("سئل زيد عن كتابة المثال، فقال: لا أدري.", True),
        ("قلت: متى يكتب المثال؟ قال: «ما أعرف».", True),
        ("يكتب المثال كل يوم، والله أعلم.", False),
    ],
)
def test_a_note_a_heading_and_who_does_not_know_tell_nothing(text: str, tells_none: bool) -> None:
    assert tells_nothing("book", text) is tells_none


@pytest.mark.parametrize(
    ("text", "is_poem"),
    [
        ("كتبت مثالا في صباح مبارك ... ولم أر في الأمثال أحسن منه", True),
        ("12 - كَتَبْتُ مِثَالًا فِي صَبَاحٍ مُبَارَكٍ … وَلَمْ أَرَ فِي الأَمْثَالِ أَحْسَنَ مِنْهُ (1)", True),
        (
            "كتبت مثالا في صباح مبارك % % ولم أر في الأمثال أحسن منه\nكتبت مثالا في مساء طيب % % ولم أر في ذاك مثله",
            True,
        ),
        ("كتبت مثالا في صباح مبارك ... ولم أر في الأمثال أحسن منه\nيكتب المثال في كل يوم.", False),
        ("كتبت مثالا في صباح مبارك ... أي: كل يوم من أيام السنة", False),
        ("يكتب المثال في كل يوم ... نعم", False),
    ],
)
def test_lines_of_a_poem_rule_on_nothing(text: str, is_poem: bool) -> None:
    assert tells_nothing("book", text) is is_poem
