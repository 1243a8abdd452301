"""Whose words a question asks for, which titles tell of one person, and which sentences of an answer answer."""

from __future__ import annotations

import pytest

from pipeline.answer.demands.asking import Asking
from pipeline.answer.finding.features import features
from pipeline.answer.finding.retrieve import Sought, sought_for
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.route import route
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import ONE, asked
from pipeline.index.types import SearchResult
from schemas.document import Document

LEXICON = default_lexicon()


def sought_of(question: str) -> Sought:
    routed = route(question, LEXICON)
    return sought_for(routed, LEXICON)


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("What did the Prophet say about neighbours?", ("hadith",)),
        ("How did the Messenger of Allah treat children?", ("hadith",)),
        ("Give me a hadith about smiling", ("hadith",)),
        ("What does Allah say about patience?", ("quran", "tafsir")),
        ("What does the Qur'an say about orphans?", ("quran", "tafsir")),
        ("What does Islam teach about neighbours?", ("quran", "hadith")),
        ("ماذا قال النبي عن الجار؟", ("hadith",)),
        ("Why did the Prophet Moses leave Egypt?", ()),
        ("Is Muhammad the last of the prophets?", ()),
        ("Can I keep a dog?", ()),
    ],
)
def test_a_question_that_names_who_speaks_is_sought_among_his_words(
    question: str, kinds: tuple[str, ...]
) -> None:
    assert sought_of(question).kinds == kinds


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("He divorced his wife in anger", True),
        ("Should she cut off ties with her family?", True),
        ("Ruling on divorce in anger", False),
        ("The rights of the neighbour", False),
        ("تسأل عن طلاق الغضبان", True),
        ("حكم طلاق الغضبان", False),
    ],
)
def test_a_title_tells_of_one_person_or_treats_of_a_matter(title: str, told: bool) -> None:
    assert LEXICON.tells_of_one(fold(title)) is told


@pytest.mark.parametrize(
    ("sentence", "aside", "verdict"),
    [
        ("It is not permissible to deal in riba.", False, True),
        ("See the answer to question no. 1048.", True, False),
        ("In the case in question he may lead the prayer.", True, False),
        ('The Prophet said: "Tie your camel."', False, False),
    ],
)
def test_a_sentence_speaks_to_the_asker_or_gives_a_verdict(sentence: str, aside: bool, verdict: bool) -> None:
    folded = fold(sentence)
    assert (LEXICON.is_aside(folded, "en"), LEXICON.is_verdict(folded, "en")) == (aside, verdict)


def test_a_common_question_is_also_known_by_the_title_of_answers_to_the_whole_of_it() -> None:
    assert sought_of("What breaks the fast?").title == "things that invalidate the fast"
    # What narrations tell keeps their words, an invocation is given and not treated of, and a question without a
    # wording is searched as it stands.
    assert sought_of("Who was the first caliph?").title == ""
    assert sought_of("What is the dua for travelling?").title == ""
    assert sought_of("Can I keep a tiger?").title == ""


@pytest.mark.parametrize(
    ("question", "of_matters"),
    [
        ("How should a wife be treated?", True),
        ("Is organ donation allowed?", True),
        ("How is the dead body washed?", True),
        ("Can a man hit his wife?", True),
        ("Can a man outrun a horse?", False),
        ("Where is the Dead Sea?", False),
        ("What were pharmacists forbidden to do?", False),
    ],
)
def test_what_muftis_are_asked_need_name_nothing_of_the_faith(question: str, of_matters: bool) -> None:
    assert LEXICON.of_matters(question) is of_matters


def test_a_share_that_is_enough_counts_as_all() -> None:
    question = asked(
        "journey glory subject greatest", None, lambda token: 5.0, lambda token: True, frozenset()
    )
    document = Document(
        "hadith:x:1",
        "hadith",
        "x",
        "x",
        text_en="Glory to Him on a journey, the greatest.",
        status="approved",
    )
    reading = read(document, question)
    assert reading is not None

    def window(*, common: bool) -> int:
        result = SearchResult(hits=(), tokens=(), expanded=(), unknown=(), timings={})
        return features(Asking("x", question, LEXICON), result, [reading], ONE, common=common)["window"]

    assert window(common=False) == ONE * 3 // 4
    assert window(common=True) == ONE
