"""What of a text is shown: never more than there is room for, nobody's words as another's, and each text once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.answer.composing.beside import each_once
from pipeline.answer.composing.choose import answering_part
from pipeline.answer.composing.compose import as_sentence
from pipeline.answer.composing.pieces import EXCERPT, excerpt, speeches
from pipeline.answer.composing.retold import retold
from pipeline.answer.composing.shown import source_of
from pipeline.answer.declines import _offer
from pipeline.answer.demands.asking import Asking
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import asked
from schemas.document import Document

LEXICON = default_lexicon()


def quoted(question: str, document: Document) -> str:
    """What a summary quotes of a text."""
    wanted = asked(question, None, lambda _: 3.0, lambda _: True, LEXICON.frame, LEXICON.kindred(question))
    reading = read(document, wanted)
    assert reading is not None
    return as_sentence(reading.text, answering_part(document, reading, Asking(question, wanted, LEXICON)))


def narration(arabic: str = "", english: str = "") -> Document:
    return Document(
        "hadith:x:1", "hadith", "x", "x", text_ar=arabic or None, text_en=english or None, status="approved"
    )


def fatwa(text: str, language: str = "en", title: str = "A title") -> Document:
    held = {f"text_{language}": text, f"title_{language}": title}
    return Document("fatwa:a:1", "fatwa", "a", "a", status="draft", **held)  # type: ignore[arg-type]


@given(
    st.text(alphabet="ab قا.،؛\n ", max_size=6000) | st.text(max_size=300).map(lambda one: one * 40),
    st.integers(0, 12000),
)
def test_an_excerpt_has_a_bound_whatever_marks_a_text_has(text: str, place: int) -> None:
    part = excerpt(text, (place, place + 10), whole=300, length=200)
    assert text[part.start : part.end] == part.text
    assert len(part.text) <= EXCERPT


def test_an_excerpt_of_a_text_without_marks_lies_around_its_place() -> None:
    text = "word " * 3000 + "here " + "word " * 3000
    part = excerpt(text, (text.index("here"), text.index("here") + 4))
    assert "here" in part.text
    assert len(part.text) <= EXCERPT * 5 // 4


def test_a_question_that_an_answer_prints_of_another_is_retold() -> None:
    text = "The Collection says:\n\nQuestion: Is gumleaf lawful?\n\nAnswer: It is not."
    assert [text[start:end] for start, end in retold(text)] == ["Question: Is gumleaf lawful?\n\nAnswer:"]
    assert retold("A question: is it lawful? That is known.") == []


SAID = 'حدثنا زيد عن عمرو أن النبي قال " لا يبيع الحمل إلا صاحبه الذي اشتراه من السوق في النهار " .'


@pytest.mark.parametrize(
    "remark",
    [
        " قال عمرو فقلت لزيد إنك تبيع الحمل كل يوم في السوق",
        " وقال بعض الناس إن باع الحمل غير صاحبه من السوق فهو بيع صحيح في النهار",
        " فذكر الحديث بطوله في بيع الحمل من صاحبه",
        " وكان زيد إذا ذكر عمرا أثنى على بيع الحمل",
    ],
)
def test_an_arabic_narration_is_quoted_to_the_end_of_its_own_words(remark: str) -> None:
    told = quoted("هل يبيع الحمل إلا صاحبه؟", narration(SAID + remark + " ."))
    assert told == "لا يبيع الحمل إلا صاحبه الذي اشتراه من السوق في النهار"


def test_what_a_hearer_says_of_it_is_not_quoted_behind_a_short_saying() -> None:
    text = (
        'حدثنا زيد عن عمرو أن النبي قال " لا يبيع حملا إلا راع في النهار " . '
        "فقلت لزيد إنك تبيع . قال كان عمرو يبيع ."
    )
    assert quoted("ما حكم من يبيع حملا", narration(text)) == "لا يبيع حملا إلا راع في النهار"


def test_a_talk_in_a_narration_is_quoted_to_its_end() -> None:
    text = (
        'حدثنا زيد عن عمرو أن النبي مر على حمل في السوق فقال " ما هذا يا صاحب الحمل " . قال باعه لي جاري . '
        'قال " من باع حملا ليس له فليس منا " .'
    )
    assert quoted("ما حكم من مر على حمل في السوق", narration(text)).endswith('فليس منا " .')


ASKING = (
    'A gardener said, "While he stood at the gate of the town, somebody asked him how to water the palms.'
)
REPLY = (
    "\nHe replied, 'Walk from the first to the last of the rows with a small vessel in the left hand, pour twice at\n"
    'the root of each, and wait until it has sunk in, and that will be enough for all that you planted." A gardener '
    'said, "The last of the palms should be watered twice.'
)


def test_what_somebody_asks_in_a_narration_is_quoted_with_the_reply() -> None:
    told = quoted("water palms", narration(english=f"{ASKING} {REPLY}"))
    assert told.startswith("A gardener said")
    assert told.endswith('all that you planted."')
    asked_for = ASKING.replace("asked him how to water the palms", "asked him for the water of the palms")
    assert "He replied" not in quoted("water palms", narration(english=f"{asked_for} {REPLY}"))


@pytest.mark.parametrize(
    "note",
    [
        " (See Hadith No. 12, Vol. 3).",
        " (The selling of lambs and the like of it is forbidden, but it was allowed at the time.) (Fath-ul-Bari, p. 1)",
    ],
)
def test_a_note_of_a_translator_is_not_quoted(note: str) -> None:
    text = (
        "Narrated Zaid: The Prophet saw a lamb which its owner had sold by night, and he did not forbid it."
    )
    told = quoted("Is selling lambs forbidden?", narration(english=text + note))
    assert "Hadith No" not in told
    assert "Fath" not in told
    assert "did not forbid it." in told
    assert "(by night)" in quoted(
        "Is selling lambs forbidden?", narration(english=text.replace("by night", "(by night)"))
    )


def test_the_view_that_a_collector_answers_is_not_quoted_in_english_either() -> None:
    english = (
        'Narrated Zaid: The Prophet said, "Nobody sells a lamb but its owner." '
        "Some people said that who sells it is right."
    )
    arabic = SAID + " وقال بعض الناس إن باع الحمل فهو بيع صحيح"
    assert "Some people" not in quoted("Who sells a lamb rightly?", narration(arabic, english))
    assert "Some people" in quoted("Who says that who sells it is right?", narration("", english))


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ('He said, "One" and "two".', [(9, 13), (19, 23)]),
        ("“One” and “two”", [(0, 4), (10, 14)]),
        ('He said, "One', []),
        ("“One “two”", []),
        ("", []),
    ],
)
def test_words_in_quotation_marks(text: str, places: list[tuple[int, int]]) -> None:
    assert speeches(text) == places


@pytest.mark.parametrize(
    ("asks", "text"),
    [
        (
            "What is said of lambs?",
            'Narrated Zaid: He said, "A lamb is sold by its owner. It is told at night by all."',
        ),
        ("ماذا قيل في الحمل", SAID),
    ],
)
def test_each_mark_that_is_opened_is_closed(asks: str, text: str) -> None:
    held = narration(text) if asks.startswith("م") else narration(english=text)
    assert quoted(asks, held).count('"') % 2 == 0


def test_where_an_answer_was_printed_and_its_footnotes_are_no_part_of_it() -> None:
    text = "الصلاة في المقبرة لا تصح لقول النبي فيها ما قال وهو متفق عليه [1] . برنامج نور على الدرب شريط رقم 20."
    told = quoted("ما حكم الصلاة في المقبرة", fatwa(text, "ar", "الصلاة في المقبرة"))
    assert told.startswith("الصلاة في المقبرة لا تصح")
    assert "[1]" not in told
    assert "شريط" not in told


def test_the_written_summary_of_a_talk_is_quoted_and_not_its_transcript() -> None:
    written = "Gumleaf is not lawful by the word of most who wrote of it. " * 6
    talk = "so gumleaf you know is lawful or not lawful as we shall see in a moment " * 20
    text = f"{written}\n\nFull Lecture Transcript (Cleaned)\n\n{talk}"
    assert quoted("Is gumleaf lawful or not lawful?", fatwa(text)).startswith("Gumleaf is not lawful")
    only = f"{written}\n\nFull Lecture Transcript (Cleaned)\n\n{talk} the harbour stones are sold by the mason at noon"
    assert "mason" in quoted("Are harbour stones sold by a mason?", fatwa(only))


def test_a_comment_on_several_verses_is_shown_once_with_its_range() -> None:
    def comment(verse: int, text: str, collection: str = "muyassar") -> Document:
        return Document(
            f"tafsir:{collection}:93:{verse}", "tafsir", collection, "a", text_ar=text, title_ar=f"سورة 93:{verse}"
        )  # fmt: skip

    held = [comment(1, "أ"), comment(2, "أ"), comment(3, "ب"), comment(2, "أ", "saadi"), comment(1, "أ")]
    shown = each_once(held)
    assert [(one.id, one.title_ar) for one in shown] == [
        ("tafsir:muyassar:93:1", "سورة 93:1-2"),
        ("tafsir:muyassar:93:3", "سورة 93:3"),
        ("tafsir:saadi:93:2", "سورة 93:2"),
    ]
    assert all(one.title_en is None for one in shown)


def test_the_title_of_a_source_is_the_one_that_is_shown() -> None:
    assert source_of(fatwa("text", title="The ruling on\ngumleaf."), "en").title == "The ruling on gumleaf"


def test_a_judgement_that_is_asked_for_is_quoted_where_what_was_read_holds_one() -> None:
    text = (
        "Praise be to Allah. Gumleaf, gumleaf chewers and the gumleaf trade came to honour the people of this land. "
        "To chew gumleaf is not permissible by day or by night in this land. Its story is long and told by many."
    )
    assert "not permissible" in quoted("Is it permissible to chew gumleaf?", fatwa(text, title="Gumleaf"))


def test_texts_near_a_question_that_share_a_title_are_listed_under_it_once() -> None:
    wanted = asked("gumleaf", None, lambda _: 3.0, lambda _: True, LEXICON.frame)
    near = []
    for one, title in (("1", "A page"), ("2", "A page"), ("3", "Another")):
        document = Document(f"book:a:{one}", "book", "a", "a", text_en="gumleaf", title_en=title)
        reading = read(document, wanted)
        assert reading is not None
        near.append(Candidate(document, reading, 0, 0))
    detail, sources, _ = _offer(near, "en", LEXICON)
    assert detail.splitlines()[2:] == ["- A page [book:a:1] [book:a:2]", "- Another [book:a:3]"]
    assert [one.reference for one in sources] == ["book:a:1", "book:a:2", "book:a:3"]
