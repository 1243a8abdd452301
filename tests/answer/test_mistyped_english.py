"""English words that nothing knows are read as those that were meant; names, and words that texts hold, stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.mistyped_english import SHORTEST, Speller, meant_in
from pipeline.text.glossary import Concept, Glossary
from tests.answer.written_texts import Texts

LEXICON = default_lexicon()
GLOSSARY = Glossary([Concept("qiyas", ("القياس",), ("analogy",), ("qiyas",))])
# As many texts as hold a word: all words that are looked for are common, some names are rare, the rest is nowhere.
HELD = {"zubayd": 3, "freind": 2}


TEXTS = Texts({"procession": 73, "slapped": 40, "zubayr": 400}, {"zubayr": "Zubayr"})


def _held(token: str) -> int:
    return HELD.get(token, 0 if LEXICON.rarity(token) == 80 and token not in LEXICON._asked_in else 500)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("who is eligible to recieve zakat", "who is eligible to receive zakat"),
        ("is love marriage alowed in islam", "is love marriage allowed in islam"),
        ("can muslims be freinds with non muslims", "can muslims be friends with non muslims"),
        ("what is the dua for leaving the mosqe", "what is the dua for leaving the mosque"),
        ("reward for looking after an orfan", "reward for looking after an orphan"),
        ("Alowed or Forbiden?", "allowed or Forbiden?"),
        ("what happend at uhud", "what happened at uhud"),  # "happens" is as near, and is the same word
        (
            "standing for a funeral procesion",
            "standing for a funeral procession",
        ),  # a word of the texts alone
        ("who slaped the angel", "who slapped the angel"),
    ],
)
def test_a_misspelt_word_is_read_as_the_one_that_was_meant(written: str, meant: str) -> None:
    text, changed = LEXICON.respelt(written, _held, GLOSSARY, TEXTS)
    assert text == meant
    assert len(changed) == 1


@pytest.mark.parametrize(
    "question",
    [
        "what did the companion zarbun say about charity",  # a name that nobody bears
        "who was zubayd",  # a name that texts hold, though few
        "who was zubayyr",  # what is near is a name
        "who was umar ibn alowed",  # whatever is near, it is a name
        "is it allowed to pray in shoes",
        "who is haman",  # a common question is asked on him; "human" is near
        "what is tasnim",
        "what is qiyas",  # the glossary writes it so, though no text does and "qiyam" is near
        "what makes one person nobler",  # a form of "noble", which is near
        "wat is teh ruling",  # of so short words too many are near
        'where is "no one is alowed"',  # what is quoted may be misspelt in its source
        "it is alowed " * 15,  # so may a long text
        "ما حكم الصلاه",
        "",
    ],
)
def test_what_may_be_meant_stays(question: str) -> None:
    assert LEXICON.respelt(question, _held, GLOSSARY, TEXTS) == (question, ())


def test_what_no_text_holds_is_not_meant() -> None:
    assert LEXICON.respelt("is cryptocurency halal", lambda token: 0, GLOSSARY, TEXTS)[1] == ()


def test_a_word_that_texts_hold_as_often_as_the_other_is_no_mistake() -> None:
    assert LEXICON.respelt("on alowed things", lambda token: 500, GLOSSARY, TEXTS)[1] == ()


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("procesion", "procession"),
        ("proccession", "procession"),
        ("porcession", "procession"),
        ("zubayyr", None),
        ("slapping", None),
        ("noblet", None),
    ],
)
def test_which_word_of_texts_was_meant(written: str, wanted: str | None) -> None:
    texts = Texts(
        {"procession": 73, "zubayr": 400, "noble": 90, "slipping": 5, "slopping": 5}, {"zubayr": "Zubayr"}
    )
    assert meant_in(texts, written) == wanted


@given(st.sampled_from(sorted(LEXICON.wordings.spelled)), st.data())
def test_a_word_with_two_letters_in_each_other_s_place_leads_back_or_nowhere_else_that_is_farther(word, data):
    if len(word) < SHORTEST:
        return
    speller = Speller(dict.fromkeys(LEXICON.wordings.spelled, 40) | {word: 0})
    at = data.draw(st.integers(1, len(word) - 2))
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if swapped != word and swapped not in LEXICON.wordings.spelled and "f" not in word:
        assert speller.meant(swapped) == word


@given(st.text(max_size=60))
def test_no_text_stops_the_speller_and_nothing_is_lost(text: str) -> None:
    mended, changed = LEXICON.respelt(text, _held, GLOSSARY, TEXTS)
    assert (mended == text) == (not changed)
