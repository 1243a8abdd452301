"""Texts that are no words: letters that a program lost, errors of a spreadsheet, and signs that keep a place free.

`?????? ?? ???` is how Arabic comes out of a spreadsheet that saved it in a code page without Arabic letters: each
letter became a question mark, and no program brings it back. It is told from a question by marks that stand in words
of their own, `Really???` has them behind its letters, and by there being more of them than letters of the language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from schemas.sentence import said

_LOST = re.compile(r"(?<![^\W\d_?])\?{2,}")
_LEAST = 3
_OWN = {"ar": re.compile(r"[\u0620-\u064a]"), "en": re.compile(r"[A-Za-z]")}
_LETTER = re.compile(r"[^\W\d_]")
_ERROR = re.compile(r"#(?:#+|[A-Z][A-Z/0]*[!?]|N/A)")
_LATER = frozenset(
    {"tbd", "tba", "tbc", "todo", "to do", "fixme", "n/a", "n.a", "nan", "null", "none", "nil", "undefined"}
    | {"true", "false"}
    | {"to be done", "to be added", "to be translated", "translation pending", "lorem ipsum"}
    | {"سيضاف لاحقا", "سيضاف لاحقًا", "لم يترجم بعد", "قيد الترجمة", "قيد الإعداد"}
)
DATE = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?)?")  # as a workbook is read
SHORT = 40  # characters; what is longer says something, or is lost


@dataclass(frozen=True, slots=True)
class Wordless:
    """Why a value is no text: the code, what happened, and what to do."""

    code: str
    what: str
    remedy: str


LOST = Wordless(
    "lost-letters",
    "its letters were saved as question marks, by a program whose “CSV” knows no Arabic, and are lost",
    "open the table in which they are still right, and save it as “CSV UTF-8”, or as .xlsx",
)
ERROR = Wordless(
    "error-value",
    "this is what a spreadsheet shows in the place of a value",
    "write the value that was meant into the cell (of ####: make the column wider), and save it again",
)
UNSAID = Wordless(
    "no-words",
    "this is no text, but keeps the place of one",
    "write the text, or leave the cell empty; where it stands for nothing in many rows, add it to empty_values",
)

NOT_DATE = said("format the cells as text, and write there what was meant: the spreadsheet made a date of it")
A_DATE = Wordless("no-words", "this is a date, which stands in the place of a text", NOT_DATE)


def spoilt(text: str, language: str | None = None) -> Wordless | None:
    """Whether a value came to nothing on its way: letters that were lost, or an error of a spreadsheet."""
    if "?" in text and _is_lost(text, language):
        return LOST
    return ERROR if "#" in text[:SHORT] and _ERROR.fullmatch(text.strip()) else None


def wordless(text: str, language: str | None = None) -> Wordless | None:
    """Why a text that a reader would be shown says nothing; None when it is words, or empty."""
    found = spoilt(text, language)
    if found is not None or len(text) > SHORT:
        return found
    plain = text.strip()
    if DATE.fullmatch(plain):
        return A_DATE
    if plain and (plain.strip(" .…-–—[]()").casefold() in _LATER or not _LETTER.search(plain)):
        return UNSAID
    return None


def _is_lost(text: str, language: str | None) -> bool:
    marks = sum(map(len, _LOST.findall(text)))
    letters = _OWN.get(language or "", _LETTER)
    return marks >= _LEAST and marks > len(letters.findall(text))
