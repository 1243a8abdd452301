"""What reading answers to questions in English taught: what defines a thing, who somebody was, what is a quotation."""

from __future__ import annotations

import pytest

from pipeline.answer.demands import demands_of, meets
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.reading import read
from pipeline.answer.units import Asked, asked
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
    demands = demands_of("What is Foobar?", question, LEXICON)
    verse = Document("quran:1:1", "quran", "", "quran", title_en="Sample", text_en=text, status="approved")
    for document in (_hadith(text), verse):
        found = read(document, question)
        assert found is not None
        assert meets(document.kind, found, demands, question, LEXICON) is tells


def test_what_islam_says_of_a_thing_is_told_by_what_judges_it() -> None:
    question = _question("What does Islam say about lanterns?")
    demands = demands_of("What does Islam say about lanterns?", question, LEXICON)
    for text, tells in (("Do not break the lanterns.", True), ("The lanterns stood in a row.", False)):
        found = read(_hadith(text), question)
        assert found is not None
        assert meets("hadith", found, demands, question, LEXICON) is tells
