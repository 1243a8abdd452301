"""Words between quotation marks of any kind are read as they are written; the same words without marks are not."""

from __future__ import annotations

import pytest

from pipeline.answer.lexicon import default_lexicon
from pipeline.text.glossary import Glossary
from tests.answer.written_texts import Texts

LEXICON = default_lexicon()
MARKS = ["﴿{}﴾", "﴾{}﴿", "«{}»", '"{}"', "“{}”"]


def respelt(text: str) -> str:
    """As misspelt words are read where texts hold none of the rest."""
    texts = Texts({"الانصار": 9000})
    return LEXICON.respelt(
        text, lambda token: 0 if LEXICON.rarity(token) == 80 else 500, Glossary([]), texts
    )[0]


READERS = {
    "misspelling": (respelt, "who may recieve zakat", "who may receive zakat"),
    "misspelling, Arabic": (respelt, "ما هو الاخصار", "ما هو الانصار"),
    "texting": (LEXICON.texting.in_full, "wat do ppl say", "what do people say"),
    "terms": (LEXICON.terms.in_english, "the arkan al-islam are what", "the pillars of islam are what"),
    "dialect": (LEXICON.standard, "ايش الصمد", "ما الصمد"),
    "strokes": (LEXICON.standard, "الصـــمد", "الصمد"),
}


def courteous(text: str) -> str:
    return LEXICON.without_courtesies(text).text


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("marks", MARKS)
def test_what_is_quoted_is_read_as_it_is_written(name: str, marks: str) -> None:
    reader, written, meant = READERS[name]
    assert reader(written) == meant
    quoted = marks.format(written)
    assert reader(quoted) == quoted


@pytest.mark.parametrize("marks", MARKS)
def test_no_courtesy_is_taken_from_what_is_quoted(marks: str) -> None:
    assert courteous("please tell me what is zakat, thank you") == "what is zakat"
    for quoted in ("please tell me what is zakat", "what is zakat, thank you"):
        assert courteous(marks.format(quoted)) == marks.format(quoted)
