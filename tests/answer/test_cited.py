"""Few words of a verse behind a word for it are found just as they are written; a narration that holds all of the
words is found however far a search puts it. All texts are invented."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_index import index_of

from pipeline.answer import answer
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.quotations.in_verses import cited_verse
from pipeline.answer.quotations.letters import letters_of
from pipeline.answer.quotations.pasted import Pasted, pasted_in
from pipeline.answer.quotations.quotes import copied_texts, find_quotation
from pipeline.index import Index
from schemas.answer import Intent
from schemas.document import Document

LEXICON = default_lexicon()
VERSES = (
    ("وَٱلۡفَنۡقُوسَ رَفَعۡنَا", "And the lantern We have raised above you"),
    ("قَالُواْ فَنۡقُوسُنَا خَيۡرٌ", "They said, Our lamps are better than the lantern"),
    ("رَفَعۡنَا ٱلۡبُيُوتَ كُلَّهَا", "the lantern We have raised"),
    *((f"ذَكَرۡنَا ٱلسِّرَاجَ لَفۡظَ{letter}", "The lamp is told of here") for letter in "اتثجح"),
)
NARRATIONS = (
    "He said that whoever comes to us with oil and goes on his way is one of us",
    *(
        f"The oil of this house and the way of us comes, {word} oil, oil of us, on the way"
        for word in "one two three".split()
    ),
    "My mother kept the lamp and I asked him of the oil that she had left there",
    "He said: O my servants, I have kept the oil, so keep the lamp",
)
ARABIC = "أنه قال يا عبادي إني أوقدت السراج على الباب فلا تطفئوه"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Index:
    verses = [
        Document(f"quran:81:{place}", "quran", "", "quran", text_ar=ar, text_en=en, status="approved")
        for place, (ar, en) in enumerate(VERSES, start=1)
    ]
    narrations = [
        Document(f"hadith:bukhari:{place}", "hadith", "bukhari", "b", text_en=text, status="approved")
        for place, text in enumerate(NARRATIONS, start=1)
    ]
    arabic = Document("hadith:bukhari:7", "hadith", "bukhari", "b", text_ar=ARABIC, status="approved")
    return index_of([*narrations, arabic, *verses], tmp_path_factory.mktemp("cited"))


@pytest.mark.parametrize(
    ("question", "cited"),
    [
        ("ما تفسير قوله تعالى والفنقوس", ("quran:81:1",)),
        ("تفسير آية فنقوسنا", ("quran:81:2",)),
        ("آية فنقوسنا", ("quran:81:2",)),
        ("ما معنى الفنقوس في القرآن؟", ("quran:81:1",)),  # "and" stands before it there
        ("ما المقصود بالفنقوس رفعنا", ("quran:81:1",)),
        ("معنى رفعنا البيوت", ("quran:81:3",)),
        ("ما معنى كلمة فنقوسنا في سورة التكوير", ("quran:81:2",)),
        ("معنى فنقوسنا", None),  # one word, and nothing says that it is of the Qur'an
        ("آية الفنقوس", None),  # known by its topic, or not
        ("آية مصباحنا", None),
        ("ما معنى السراج في القرآن", None),  # in more verses than few
        ("هل ذكر الفنقوس في القرآن", ("quran:81:1",)),
        ("اكمل الآية والفنقوس", ("quran:81:1",)),
        ("في أي سورة فنقوسنا خير", ("quran:81:2",)),
        ("هل الفنقوس رفعنا عاليا من القرآن", None),  # a word that is not there
        ("هل هذه آية في القرآن: رفعنا البيوت كلها", ("quran:81:3",)),
        ("هل هذه آية في القرآن: من فنقوسنا", None),  # all that stands behind the colon, and no less
        ("هذه آية في القرآن ولا لا: رفعنا السقوف كلها", None),  # not the word for "this"
        ("explain the verse we have raised above", ("quran:81:1",)),
        ("Where in the Quran does it say “our lamps are better”?", ("quran:81:2",)),
        ("what does we have raised mean in the Quran", ("quran:81:1", "quran:81:3")),
        (
            "Allah says: the lantern we have raised",
            ("quran:81:3", "quran:81:1"),
        ),  # all of one, part of another
        ("tafsir of the lantern", None),  # two words of every day
        ("is our lamps are better true", None),
        ("what surah is our lamps are better from", ("quran:81:2",)),
        ("what is our lamps are better than the lantern about", ("quran:81:2",)),  # so many are a quotation
        ("which verse says the lamp is told", None),
        (f"{'ما ' * 40}تفسير آية فنقوسنا", None),  # so long a question cites nothing by a word
    ],
)
def test_few_words_cite_the_verses_that_have_them(
    small: Index, question: str, cited: tuple[str, ...] | None
) -> None:
    found = cited_verse(small, question, few=True)
    assert (found.references if found else None) == cited


@pytest.mark.parametrize(
    ("question", "cited"),
    [
        ("what does the verse “the lantern we have raised” mean", ("quran:81:3",)),
        ("what does they said our lamps are better than the lantern mean", ("quran:81:2",)),
        ("what is the meaning of our lamps are better than the lantern", None),  # a part of it
        ("what is the reward of the lantern we have raised", None),  # of which something else is asked
        ("ما معنى «قالوا فنقوسنا خير»", ("quran:81:2",)),
        ("ما معنى رفعنا البيوت", None),
        ("ما فضل رفعنا البيوت كلها", None),
    ],
)
def test_all_of_a_verse_is_cited_though_the_question_is_a_common_one(
    small: Index, question: str, cited: tuple[str, ...] | None
) -> None:
    found = cited_verse(small, question, few=False)
    assert (found.references if found else None) == cited


def test_what_few_words_cite_is_shown(small: Index) -> None:
    given = answer(small, "تفسير آية فنقوسنا")
    assert given.verdict.intent is Intent.LOOKUP
    assert given.verdict.sources == ("quran:81:2",)


@pytest.mark.parametrize(
    "question",
    [
        "The Prophet said: whoever comes to us with oil and goes on his way",
        "did the Prophet say that whoever comes to us with oil and goes on his way",
        "explain the hadith whoever comes to us with oil and goes on his way",
        "whoever comes to us with oil and goes on his way",
        'Is this hadith authentic? “He said that "whoever comes to us with oil" and goes on his way”',
        'Is this sound: "he said that "whoever comes to us with oil" and goes on his way"',
        "I read that whoever comes to us with oil and goes on his way, is it true?",
        "Is the following hadith sahih: whoever comes to us with oil and goes on his way",
    ],
)
def test_a_narration_is_quoted_though_no_search_finds_it(small: Index, question: str) -> None:
    found = find_quotation(small, question, LEXICON)
    assert found is not None
    assert found.references == ("hadith:bukhari:1",)


def test_a_narration_may_have_and_before_the_first_word() -> None:
    lit = Document("hadith:bukhari:8", "hadith", "bukhari", "b", text_ar="ومن أوقد السراج", status="approved")
    pasted = Pasted("من اوقد السراج", "ar", letters_of("من اوقد السراج"))
    assert pasted.whole_in(lit)
    assert pasted.held_by(lit)
    assert not Pasted("ن اوقد السراج", "ar", letters_of("ن اوقد السراج")).whole_in(lit)


def test_what_asks_whether_it_is_the_quran_is_not_quoted() -> None:
    pasted = pasted_in("هل هذا قران: رفعنا البيوت كلها", LEXICON)
    assert pasted is not None
    assert pasted.letters == letters_of("رفعنا البيوت كلها")


def test_what_only_resembles_it_is_no_quotation(small: Index) -> None:
    assert find_quotation(small, "hadith whoever comes to him with oil and goes on his way", LEXICON) is None
    assert find_quotation(small, "does he who comes to us with oil go on his way?", LEXICON) is None


def test_a_copied_narration_is_no_case_of_ones_own(small: Index) -> None:
    text = "my mother kept the lamp and i asked him"
    found = copied_texts(small, f"hadith {text}", LEXICON)
    assert found is not None
    assert found.references == ("hadith:bukhari:5",)
    assert copied_texts(small, text, LEXICON) is None  # so few words may be anybody's
    whole = copied_texts(small, f"{text} of the oil that she had left there", LEXICON)
    assert whole is not None
    assert whole.references == ("hadith:bukhari:5",)
    assert copied_texts(small, "hadith my mother kept the oil and i asked him", LEXICON) is None


def test_what_is_spoken_to_allah_or_by_him_is_no_case_of_ones_own(small: Index) -> None:
    """Where a narration holds all of it."""
    found = copied_texts(small, "O my servants, I have kept the oil", LEXICON)
    assert found is not None
    assert found.references == ("hadith:bukhari:6",)
    assert copied_texts(small, "O Allah, I have kept the oil of my mother", LEXICON) is None
    assert copied_texts(small, "O my servants, may I have kept the oil?", LEXICON) is None


def test_a_narration_holds_words_as_they_are_written(small: Index) -> None:
    """By its letters alone على ("on") is the name علي."""
    found = copied_texts(small, "يا عبادي اني اوقدت السراج على الباب", LEXICON)
    assert found is not None
    assert found.references == ("hadith:bukhari:7",)


def test_a_translated_verse_is_no_case_of_ones_own(small: Index) -> None:
    found = copied_texts(small, "our lamps are better than the lantern", LEXICON)
    assert found is not None
    assert found.references == ("quran:81:2",)


def test_an_index_without_narrations_quotes_none(tmp_path: Path) -> None:
    verse = Document("quran:81:1", "quran", "", "quran", text_ar="رفعنا الفنقوس", text_en="We raised it")
    assert find_quotation(index_of([verse], tmp_path), "hadith whoever comes to us with oil", LEXICON) is None
