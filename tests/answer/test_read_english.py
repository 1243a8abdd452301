"""What reading answers to questions in English taught: what defines a thing, who somebody was, what is a quotation."""

from __future__ import annotations

import pytest

from pipeline.answer.composing.choose import answering_part
from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.checks import holds_all
from pipeline.answer.demands.english import asks_of_person
from pipeline.answer.demands.questions import demands_of, meets
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import Asked, Unit, asked
from pipeline.text import Glossary
from schemas.document import Document

LEXICON = default_lexicon()


def _question(text: str, glossary: Glossary | None = None) -> Asked:
    return asked(text, glossary, lambda _: 1.0, lambda _: True, LEXICON.frame)


def _hadith(en: str = "", ar: str = "", number: int = 1) -> Document:
    return Document(
        f"hadith:bukhari:{number}", "hadith", "bukhari", "bukhari", title_ar=f"مثال {number}",
        title_en=f"Sample {number}", text_ar=ar or None, text_en=en or None, status="approved",
    )  # fmt: skip


def test_a_text_is_read_in_the_language_of_the_question() -> None:
    document = _hadith("There is a 7.", "فيه 7.")
    for text, language in (("seven lamps 7", "en"), ("سبعة مصابيح 7", "ar")):
        found = read(document, _question(text))
        assert (found.language if found else None) == language


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("They asked, and he said: Foobar is a river of clear water.", True),
        ("By this the good that was given is meant: it is called Foobar.", True),
        ("We sent him and gave him the Foobar, in which was guidance.", True),
        ("He asked: Do you know what Foobar is? They said: No.", True),
        ("If only they upheld the Foobar, they would have had their provision.", False),
        ("We have given you the Foobar", False),
        ("The men of Foobar went with him to the well.", False),
    ],
)
def test_what_a_thing_is_is_told_by_a_text_that_says_it(text: str, tells: bool) -> None:
    question = _question("What is Foobar?")
    demands = demands_of(Asking("What is Foobar?", question, LEXICON))
    verse = Document("quran:1:1", "quran", "", "quran", title_en="Sample", text_en=text, status="approved")
    for document in (_hadith(text), verse):
        found = read(document, question)
        assert found is not None
        assert meets(Read(document.kind, found, question, LEXICON), demands) is tells


def test_what_islam_says_of_a_thing_is_told_by_what_judges_it() -> None:
    question = _question("What does Islam say about lanterns?")
    demands = demands_of(Asking("What does Islam say about lanterns?", question, LEXICON))
    for text, tells in (("Do not break the lanterns.", True), ("The lanterns stood in a row.", False)):
        found = read(_hadith(text), question)
        assert found is not None
        assert meets(Read("hadith", found, question, LEXICON), demands) is tells


def _meets(question: str, text: str, glossary: Glossary | None = None) -> bool:
    wanted = _question(question, glossary)
    found = read(_hadith(ar=text) if wanted.language == "ar" else _hadith(text), wanted)
    assert found is not None
    return meets(Read("hadith", found, wanted, LEXICON), demands_of(Asking(question, wanted, LEXICON)))


def test_an_ordinal_stands_before_the_noun_that_it_counts() -> None:
    question = "Who was the first lamplighter in Foobar?"
    assert _meets(question, "Zayd was the first lamplighter of Foobar, and he kept the lamps there.")
    assert not _meets(question, "The first boat came to Foobar, and with it came a lamplighter.")


@pytest.mark.parametrize(
    ("question", "person"),
    [
        ("Who was Abu Foo?", True),
        ("who was zayd ibn foo", True),
        ("Who is Foo Bar?", True),
        ("Who is the best of people?", False),
        ("who was foolish there", False),
        ("Who was Foo?", False),
    ],
)
def test_one_person_may_have_several_names(question: str, person: bool) -> None:
    assert asks_of_person(question, default_lexicon()) is person


def test_who_somebody_was_is_told_of_himself_and_not_of_his_kin() -> None:
    question = "Who was Foo ibn Bar?"
    assert _meets(question, "We called Foo ibn Bar the freed slave of the teller.")
    assert not _meets(
        question, "The wife of Foo came in. Then the teller wept a long while, and went on to the market."
    )


@pytest.mark.parametrize(
    ("question", "text", "tells"),
    [
        ("What is a broken lamp?", "He said: A broken lamp is one without its glass.", True),
        ("What is a broken lamp?", "He forbade the lamp. This lamp is broken, and it was sold.", False),
        ("What is a broken lamp?", "A broken lamp stood by the door of the teller.", False),
        ("ما هو المصباح المكسور؟", "المصباح المكسور هو الذي ذهب زجاجه", True),
        ("ما المصباح المكسور؟", "نهى عن بيع المصباح المكسور في السوق", False),
    ],
)
def test_a_term_of_two_words_is_told_by_what_stands_behind_both(
    question: str, text: str, tells: bool
) -> None:
    assert _meets(question, text) is tells


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("Foo ibn Bar (may Allah be pleased with him) was one of the judges of the town.", True),
        ("Foo ibn Bar (may Allah be pleased with him) was the judge of the town.", True),
        ("Foo b. Bar, the uncle of the teller, kept the lamps.", True),
        ("Foo ibn Bar said that the uncle of the teller kept the lamps.", False),
        ("The wife of Foo ibn Bar was the daughter of the teller.", False),
        ("Foo came with the teller, and ibn Bar was the judge of the town.", False),
        ("Those who follow Foo ibn Bar hold that the prophet kept the lamps.", False),
    ],
)  # fmt: skip
def test_who_somebody_was_stands_right_behind_his_name(text: str, tells: bool) -> None:
    assert _meets("Who was Foo ibn Bar?", text) is tells


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("كان خالد بن فلان البصري من قضاة المدينة", True),
        ("خالد بن فلان البصري قاضي المدينة", True),
        ("خالد بن فلان رضي الله عنه كان صحابيا", True),
        ("خالد بن فلان رضي الله عنه صاحب الدار", False),
        ("خالد بن فلان هو مولى زيد", True),
        ("زوجة خالد بن فلان هي أخت زيد", False),
        ("زَوْجَةُ خَالِدِ بْنِ فُلَانٍ هِيَ أُخْتُ زَيْدٍ", False),
        ("خَالِدُ بْنُ فُلَانٍ هُوَ أَخُو زَيْدٍ", True),
        ("حدثنا خالد بن فلان عن زيد أن رسول الدار جاء", False),
    ],
)  # fmt: skip
def test_the_same_in_arabic(text: str, tells: bool) -> None:
    assert _meets("من هو خالد بن فلان؟", text) is tells


def test_an_answer_to_the_very_question_tells_who_somebody_was() -> None:
    question = _question("Who was Foo ibn Bar?")
    demands = demands_of(Asking("Who was Foo ibn Bar?", question, LEXICON))
    for title, tells in (("Who was Foo ibn Bar?", True), ("Following Foo ibn Bar in prayer", False)):
        text = "He kept lamps. They spoke of Foo ibn Bar."
        found = read(Document("fatwa:x:1", "fatwa", "x", "x", title_en=title, text_en=text), question)
        assert found is not None
        assert meets(Read("fatwa", found, question, LEXICON), demands) is tells


def test_an_event_is_dated() -> None:
    question = "When did the lampfeast take place?"
    assert _meets(question, "The lampfeast was in the second year.")
    assert not _meets(question, "I asked her of the lampfeast. She said: There is no lampfeast today.")


def test_a_text_names_the_duty_that_is_asked_about() -> None:
    unit = Unit(("lamp",), (frozenset(("lamp",)),), 9, concept="lamps")
    for text, held in (("A lamp was lit.", True), ("The conditions are valid.", False)):
        question = Asked(("lamp", "valid"), (unit, *_question("valid").units))
        found = read(_hadith(text), question)
        assert found is not None
        assert holds_all((unit,), Read("hadith", found, question, LEXICON)) is held


def test_a_few_last_words_bring_what_stands_before_them() -> None:
    text = "The lamp is a cure for every ache but one of them. The lamp is Foobar."
    wanted = _question("Foobar")
    found = read(_hadith(text), wanted)
    assert found is not None
    assert answering_part(_hadith(text), found, Asking("Foobar", wanted, LEXICON)).text == text


def test_a_story_is_not_asked_for_as_a_definition() -> None:
    found = demands_of(
        Asking("What is the story of Foobar?", _question("What is the story of Foobar?"), LEXICON)
    )
    assert [one.name for one in found] == ["proper"]


def test_where_a_surah_was_revealed_is_told_of_that_surah() -> None:
    asked_of = "Was Surah Foobar revealed in Makkah or Madinah?"
    assert not _meets(asked_of, "That verse was revealed in Makkah, and another in Madinah, he said.")
    assert _meets(asked_of, "The surah of Foobar was revealed in Makkah, they said.")


def test_what_is_taken_to_be_the_better_is_said_to_be_so() -> None:
    said = "He said: The red lantern is better than the blue lantern, for it is seen from afar."
    assert _meets("Why did he say that the red lantern is better than the blue lantern?", said)
    assert not _meets("Why did he say that the blue lantern is better than the red lantern?", said)
    assert _meets("Did he say that the blue lantern is better than the red lantern?", said)
    told = "قال الفانوس الأحمر خير من الفانوس الأزرق"
    assert _meets_arabic("لماذا قال إن الفانوس الأحمر خير من الفانوس الأزرق؟", told)
    assert not _meets_arabic("لماذا قال إن الفانوس الأزرق خير من الفانوس الأحمر؟", told)


def _meets_arabic(question: str, text: str) -> bool:
    wanted = _question(question)
    found = read(_hadith(ar=text), wanted)
    assert found is not None
    return meets(Read("hadith", found, wanted, LEXICON), demands_of(Asking(question, wanted, LEXICON)))
