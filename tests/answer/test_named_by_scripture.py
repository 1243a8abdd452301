"""What a verse names by a word that is hardly used elsewhere is told by that verse and a comment on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from made_index import index_of

from pipeline.answer.composing.choose import answering_part
from pipeline.answer.demands.asking import Asking
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.finding.scripture import naming_verse
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.look import look
from pipeline.answer.resources import resources_of
from pipeline.answer.routing.route import route
from pipeline.answer.words.reading import read_in
from pipeline.answer.words.spelling import spellings_of
from pipeline.answer.words.units import Asked, asked
from pipeline.index import Index
from schemas.document import Document

LEXICON = default_lexicon()
# Invented. "Lantern" stands in no list of common words as it is written here; "house" and "men" are common.
VERSE = Document(
    "quran:1:1",
    "quran",
    "",
    "quran",
    text_ar="وَرِجَالُ ٱلۡبَيۡتِ يَحۡمِلُونَ ٱلۡفَنۡقُوسَ وَفِيهَا غَمۡلُوطٗا",
)
COMMENT = Document(
    "tafsir:a:1:1",
    "tafsir",
    "a",
    "a",
    text_ar="ذكر هنا رجال البيت والفنقوس والغملوط معا",
    links=("quran:1:1",),
)
OTHER = Document("hadith:bukhari:1", "hadith", "bukhari", "bukhari", text_ar="الفنقوس عند رجال البيت")


def _narration(number: int, text: str) -> Document:
    return Document(
        f"hadith:bukhari:{number}", "hadith", "bukhari", "bukhari", text_ar=text, status="approved"
    )


# Of the same stem: a gift for life, and Umar.
GIFT = _narration(2, "العمرى جائزة والعمرى لأهلها")
UMAR = _narration(3, "لو كان بعدي نبي لكان عمر بن الخطاب")
KINDRED = Document("quran:1:2", "quran", "", "quran", text_ar="وَقَالَ أَهۡلُ ٱلۡبُيُوتِ إِنَّا غَمۡلُوطٞ")


@pytest.fixture(scope="module", autouse=True)
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The texts, as an index tells them."""
    Held.index = index_of((OTHER, VERSE, KINDRED, COMMENT, GIFT, UMAR), tmp_path_factory.mktemp("scripture"))
    yield
    del Held.index


class Held:
    """The index of the texts, for what asks of it."""

    index: Index

    @classmethod
    def ordinal(cls, document: Document) -> int:
        ordinal = cls.index.find(document.id)
        assert ordinal is not None
        return ordinal


def _asked(question: str) -> Asked:
    return asked(question, None, lambda _: 1.0, lambda _: True, LEXICON.frame)


def _verse_for(question: str, *, first: Document) -> str | None:
    wanted = _asked(question)
    reading = read_in(first, "ar", wanted)
    assert reading is not None
    found = [Candidate(first, reading, Held.ordinal(first), 0, meets=False)]
    spellings = spellings_of(question, wanted, None)
    told = naming_verse(Held.index, found, Asking(question, wanted, LEXICON, spellings=spellings))
    assert told is None or told.meets
    return told.document.id if told else None


@pytest.mark.parametrize("first", [VERSE, COMMENT])
@pytest.mark.parametrize(
    "question",
    [
        "ما هو الفنقوس",  # a rare word
        "ما هو الغملوط",  # without the article and in the accusative there
        "من هم رجال البيت",  # common words, one behind the other
    ],
)
def test_a_verse_tells_what_it_names(question: str, first: Document) -> None:
    assert _verse_for(question, first=first) == "quran:1:1"


@pytest.mark.parametrize(
    "question",
    [
        "ما هو البيت",  # one common word says nothing of the verse
        "من هم بيت رجال",  # not in their order
        "ما هي الفنقوسة",  # another word of the same stem
        "ما هو الطنبور",
    ],
)
def test_a_common_word_another_order_or_another_word_is_not_named(question: str) -> None:
    assert _verse_for(question, first=COMMENT) is None


def test_a_verse_with_the_very_word_goes_before_one_with_its_kin() -> None:
    assert _verse_for("ما معنى غملوط", first=VERSE) == "quran:1:2"
    assert _verse_for("ما هو غملوط", first=VERSE) == "quran:1:2"


def test_a_book_on_a_phrase_of_the_quran_leads_to_its_verse_and_one_on_a_word_does_not() -> None:
    book = Document("book:a:1", "book", "a", "a", text_ar="فصل في رجال البيت والفنقوس")
    assert _behind("من هم رجال البيت", book) == "quran:1:1"
    assert _behind("ما هو الفنقوس", book) is None
    assert _behind("من هم رجال البيت", OTHER) is None


def test_where_a_narration_was_found_first_no_verse_goes_before_it() -> None:
    assert _verse_for("ما هو الفنقوس", first=OTHER) is None


def _behind(question: str, first: Document) -> str | None:
    """The verse, where it was found behind another text."""
    wanted = _asked(question)
    readings = [read_in(one, "ar", wanted) for one in (first, VERSE)]
    found = [
        Candidate(one, reading, place, 0)
        for place, (one, reading) in enumerate(zip((first, VERSE), readings, strict=True), start=5)
        if reading is not None
    ]
    spellings = spellings_of(question, wanted, None)
    told = naming_verse(Held.index, found, Asking(question, wanted, LEXICON, spellings=spellings))
    return told.document.id if told else None


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("ما المقصود برجال البيت", True),  # the meaning of words that stand together in the verse
        ("ما معنى رجال البيت", True),
        ("ما معنى بيت الرجال", False),
        ("ما هو الفنقوس", False),  # a word: the verse must have been found first
        ("ما معنى اسم الله الفنقوس", True),  # a name of Allah is told by what calls Him by it
        ("ما معنى الله البيت", False),  # words that begin with His name and are no verse
    ],
)
def test_the_meaning_of_words_of_a_verse_is_told_by_it_whatever_was_found_first(
    question: str, named: bool
) -> None:
    assert (_behind(LEXICON.standard(question), OTHER) == "quran:1:1") is named


def test_a_mufti_who_was_asked_just_this_stays_first() -> None:
    answer = Document(
        "fatwa:a:1", "fatwa", "a", "a", title_ar="معنى رجال البيت", text_ar="رجال البيت هم أهله"
    )
    assert _behind("ما معنى رجال البيت", answer) is None


def test_a_comment_that_names_nothing_of_the_question_tells_by_its_beginning() -> None:
    text = "كان القوم يحملون السراج في كل ليلة من الليالي الطويلة. ثم ذهبوا إلى الدار. والله عليم."
    comment = Document("tafsir:a:1:1", "tafsir", "a", "a", text_ar=text)
    reading = read_in(comment, "ar", _asked("ما هو الفنقوس"))
    assert reading is not None
    part = answering_part(comment, reading, Asking("ما هو الفنقوس", _asked("ما هو الفنقوس"), LEXICON))
    assert part.text.startswith("كان القوم")


@pytest.mark.parametrize(
    ("question", "explains"),
    [
        ("ما معنى الخنس", True),
        ("ما المقصود بالخنس الكنس", True),
        ("ما المراد بالكوثر", True),
        ("ما مقصودك", False),
        ("ما هو الخنس", False),
    ],
)
def test_what_is_meant_is_asked_for_a_comment(question: str, explains: bool) -> None:
    assert route(question, LEXICON).explains is explains


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("العمرى", GIFT),
        ("عمر", UMAR),
        ("فضائل عمر", UMAR),
    ],
)
def test_a_word_of_its_own_is_no_other_of_its_stem(question: str, first: Document) -> None:
    seen = look(Held.index, question, resources_of(Held.index))
    assert seen.candidates[0].document.id == first.id


@pytest.mark.parametrize(
    ("question", "by_verse"),
    [("الفنقوس", True), ("ما هو الفنقوس", True), ("العمرى", False), ("الفنقوس في البيت", False)],
)
def test_who_writes_a_rare_word_of_a_verse_asks_what_it_is(question: str, by_verse: bool) -> None:
    seen = look(Held.index, question, resources_of(Held.index))
    assert seen.by_verse is by_verse
