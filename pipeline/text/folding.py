"""One written word as the words that it stands for: all steps of `steps.py` from "honorifics" on, in fewer moves.

Most written words are letters of one alphabet, of which few steps change anything; what a word is made of decides
which of them are left out. Tables that follow one another are one table here. The steps say what is right:
tests compare the two on every kind of character, and a change of a step changes this module with it.
"""

from __future__ import annotations

import re

from pipeline.text import uthmani
from pipeline.text.characters import TABLES, Table
from pipeline.text.steps import (
    apostrophes,
    composed,
    hamza_seated,
    parted_at_dashes,
    parted_by_script,
    spelled_today,
)

_OTHER = re.compile(r"[\W_]+")
# Arabic letters as they are typed, without and with vowel signs; and what of them some step still changes.
_TYPED = re.compile("[\u0621-\u063a\u0641-\u064a]+")
_VOWELLED = re.compile("[\u0621-\u063a\u0641-\u0652]+")
_LEFT_ALONE = re.compile("[ابت-غف-هوي]+")


def _one_table(*names: str) -> Table:
    """Tables one after another as one: each maps code points alone."""
    whole: Table = {}
    for code in {code for name in names for code in TABLES[name]}:
        text = chr(code)
        for name in names:
            text = text.translate(TABLES[name])
        if text != chr(code):
            whole[code] = text
    return whole


_SHAPES = _one_table("honorifics", "invisible", "presentation", "letters")
_LETTERS = _one_table("marks", "alef", "maqsura", "ta-marbuta", "digits")
_TYPED_LETTERS = _one_table("marks", "hamza", "alef", "maqsura", "ta-marbuta")


def fold(written: str) -> tuple[str, ...]:
    """One written word, already without markup, as the words that it stands for: none, one, or several.

    >>> fold("Prayers"), fold("بِسْمِ"), fold("يٰٓأيها")
    (('prayers',), ('بسم',), ('يا', 'ايها'))
    """
    if written.isascii():
        return (written.lower(),) if written.isalnum() else _parted(apostrophes(written.casefold()))
    if _LEFT_ALONE.fullmatch(written):
        return (written,)
    if _VOWELLED.fullmatch(written):
        return _fold_arabic(written)
    word = spelled_today(parted_at_dashes(composed(written.translate(_SHAPES))))
    word = apostrophes(word.translate(_LETTERS).casefold().translate(TABLES["latin"]))
    return _parted(parted_by_script(hamza_seated(word)))


def _fold_arabic(word: str) -> tuple[str, ...]:
    """A word of typed Arabic letters and vowel signs alone."""
    if _TYPED.fullmatch(word) is None or "ء" in word:
        word = uthmani.modern(word)
    if "ء" not in word and "ئ" not in word:
        return tuple(word.translate(_TYPED_LETTERS).split())
    return tuple(hamza_seated(word.translate(_LETTERS)).split())


def _parted(word: str) -> tuple[str, ...]:
    """The step "punctuation"."""
    if word.isalnum():
        return (word,)
    return tuple(_OTHER.sub(" ", word).split())
