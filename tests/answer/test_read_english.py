"""What reading answers to questions in English taught: what defines a thing, who somebody was, what is a quotation."""

from __future__ import annotations

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
