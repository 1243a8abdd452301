"""Whose view a question asks, the text that is shown names. All texts are invented."""

from __future__ import annotations

import pytest
from demanded import demands

from pipeline.answer.composing.choose import answering_part
from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.read import Read
from pipeline.answer.demands.schools import view_in
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import Asked, asked
from schemas.document import Document

LEXICON = default_lexicon()
SCHOOLS = LEXICON.schools


@pytest.mark.parametrize(
    ("question", "whose"),
    [
        ("What is the Hanafi ruling on gumleaf?", {"hanafi"}),
        ("how do Maalikis chew gumleaf", {"maliki"}),
        ("In the Shāfiʿī school, is gumleaf pure?", {"shafii"}),
        ("What did Imam Ahmad say about gumleaf?", {"hanbali"}),
        ("Shi'ah view on gumleaf", {"jafari"}),
        ("Ibn Taymiyah on gumleaf", {"ibn-taymiyyah"}),
        ("ما حكم العلكة عند الشافعية؟", {"shafii"}),
        ("حكم العلكة في المذهب الحنفي", {"hanafi"}),
        ("هل العلكة طاهرة عند مالك", {"maliki"}),
        ("ما رأي ابن باز في العلكة", {"ibn-baz"}),
        ("الفرق بين الحنفية والشافعية في العلكة", {"hanafi", "shafii"}),
        ("هل يجوز الوضوء من ماء الحنفية", set()),
        ("ما صحة حديث رواه الإمام أحمد في العلكة", set()),
        ("Is the gumleaf narration reported by Imam Malik sound?", set()),
        ("ما وظيفة الحمض النووي", set()),
        ("Is shea butter lawful?", set()),
        ("What is said of the people of Malik?", set()),
        ("Which of the four schools forbids gumleaf?", set()),
    ],
)
def test_a_question_names_a_school_or_a_scholar(question: str, whose: set[str]) -> None:
    assert SCHOOLS.asked_in(question) == whose


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("وبه قال أبو حنيفة ومالك والشافعي", {"hanafi", "maliki", "shafii"}),
        ("عن مالك عن نافع", set()),
        ("وهو من كبار الآخذين عن الإمام مالك، قال: حدثنا الإمام مالك بن أنس", set()),
        ("هو المشهور عن الإمام مالك في هذا", {"maliki"}),
        ("حدثنا فلان بن فلان الحنفي قال", set()),
        ("This is the view of Ahmad and of the Shaafa'is", {"hanbali", "shafii"}),
        ("Narrated by Imam Ahmad, 5/3", set()),
    ],
)
def test_a_text_names_them_by_more(text: str, whose: set[str]) -> None:
    known = frozenset({"hanafi", "maliki", "shafii", "hanbali"})
    assert {one.whom for one in SCHOOLS.told_in(text, known)} == whose


def _asked(question: str) -> Asked:
    return asked(question, None, lambda _: 5.0, lambda _: True, LEXICON.frame)


def _told(question: str, text: str, kind: str = "fatwa", **where: str) -> bool:
    wanted = _asked(question)
    language = "ar" if "\u0621" <= text[-2] <= "\u064a" else "en"
    held = {"collection": "a", **where, f"text_{language}": text}
    reading = read(Document(f"{kind}:a:1", kind, source="a", **held), wanted)
    view = view_in(Asking(question, wanted, LEXICON))
    assert reading is not None
    assert view is not None
    return view.told_by(Read(kind, reading, wanted, LEXICON))


HANAFI, ARABIC = "What is the Hanafi ruling on chewing gumleaf?", "ما حكم مضغ العلكة عند الحنفية؟"


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        (HANAFI, "The Hanafis dislike that one should chew gumleaf.", True),
        (HANAFI, "To chew gumleaf is allowed, and Abu Haneefah disliked it.", True),
        (HANAFI, "To chew gumleaf is allowed, as the Malikis say.", False),
        (HANAFI, "To chew gumleaf is allowed.", False),
        (HANAFI, "Chewing is told of. " + "It is so in every house. " * 40 + "The Hanafis said it.", False),
        (ARABIC, "كره الحنفية مضغ العلكة للصائم.", True),
        (ARABIC, "كره المالكية مضغ العلكة للصائم.", False),
        (ARABIC, "مضغ العلكة مكروه للصائم.", False),
        ("ما رأي ابن تيمية في مضغ العلكة", "مضغ العلكة مباح واختاره شيخ الإسلام.", True),
    ],
)
def test_the_view_is_told_by_a_text_that_names_whose_it_is(question: str, text: str, told: bool) -> None:
    assert _told(question, text) is told


def test_a_name_beside_other_things_tells_no_view() -> None:
    text = "The Hanafis say that a lantern breaks. "
    assert not _told(HANAFI, text + "It is so in every house. " * 30 + "Gumleaf is for who may chew it.")
    assert not _told(HANAFI, text)


def test_a_text_of_their_own_need_not_name_them() -> None:
    said = "To chew gumleaf is allowed."
    assert _told(HANAFI, said, collection="duz-zakariyya")
    assert not _told(HANAFI, said, collection="islamqa-org-maliki")
    mufti = "عبد العزيز بن عبد الله بن باز"
    assert _told("ما رأي ابن باز في مضغ العلكة", "مضغ العلكة مباح.", author=mufti)
    assert not _told(ARABIC, "مضغ العلكة مباح.", author="قاسم الحنفي")  # of a school, and not its voice


def test_a_letter_that_names_a_school_is_not_what_it_was_told() -> None:
    said = "To chew gumleaf is allowed."
    assert not _told(HANAFI, said, title_en="Gumleaf", question_en="I am a Hanafi. May I chew it?")
    assert not _told(HANAFI, said, title_en="May one chew gumleaf? I heard that the Hanafis forbid it.")
    assert _told(HANAFI, said, title_en="Chewing gumleaf in the Hanafi school")


def test_a_narration_is_shown_to_others_without_what_its_collector_says() -> None:
    said = "مضغ العلكة مكروه وهو قول الشافعي في هذا الباب."
    assert _told("ما قول الشافعي في مضغ العلكة", said, "hadith")
    assert not _told("What do the Shafi'is say about gumleaf?", said, "hadith")


def test_of_several_each_is_named() -> None:
    question = "What is the difference between Hanafi and Shafi'i gumleaf?"
    assert _told(question, "The Hanafis chew in the morning, and the Shafi'is in the evening.")
    assert not _told(question, "The Hanafis chew gumleaf in the morning.")


@pytest.mark.parametrize(
    ("question", "demanded"),
    [(HANAFI, True), (ARABIC, True), ("May one chew gumleaf?", False), ("ما حكم مضغ العلكة؟", False)],
)
def test_it_is_demanded_where_one_is_named(question: str, demanded: bool) -> None:
    assert ("view" in demands(question)) is demanded


@pytest.mark.parametrize("kind", ["fatwa", "book"])
def test_the_sentence_that_names_them_is_quoted(kind: str) -> None:
    text = (
        "To chew gumleaf is not permissible for a man who chews gumleaf in his house. "
        "The Hanafis are of the view that he may. It is told of many others that they left it for good."
    )
    document = Document(f"{kind}:a:1", kind, "a", "a", text_en=text)
    for question, begins in (("Is chewing gumleaf permissible?", "To chew"), (HANAFI, "The Hanafis")):
        reading = read(document, _asked(question))
        assert reading is not None
        part = answering_part(document, reading, Asking(question, _asked(question), LEXICON))
        assert begins in part.text.split(".")[0]
