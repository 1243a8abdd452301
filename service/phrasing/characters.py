"""Which characters a phrased sentence may hold: letters of the answer's language, digits, and plain punctuation.

So no tag, link, image, code, heading, placeholder, bidi control, look-alike letter or lone surrogate can stand in it.
"""

from __future__ import annotations

import re

from service.phrasing.rejection import Outcome, refuse_if

_PUNCTUATION = re.escape(" .,;!?%()-–—'’‘ʿʾ“”\"«»،؛؟٪…")
_LETTERS = {
    "en": "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff",
    "ar": "\u0620-\u063f\u0641-\u0652\u0670",
}
_ALLOWED = {
    language: re.compile(rf"[{letters}0-9\u0660-\u0669{_PUNCTUATION}]*")
    for language, letters in _LETTERS.items()
}
_FOREIGN = {
    "en": re.compile("[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]"),
    "ar": re.compile("[A-Za-z\u00c0-\u024f]"),
}
_LINK = re.compile(r"https?|www\b|://|\]\(|[^\W\d]\.[^\W\d]|\S@\S", re.IGNORECASE)
_SINGLE = re.compile(r"(?<!\w)['‘][^'‘’]*\s[^'‘’]*['’](?!\w)")
_VOWELS = re.compile("[\u064b-\u0650\u0652\u0670]")


def check_characters(text: str, language: str) -> None:
    """Raise `Rejected` for a sentence with a character, link or quotation mark that may not stand in it."""
    refuse_if(_LINK.search(text) is not None, Outcome.LINK)
    refuse_if(_FOREIGN[language].search(text) is not None, Outcome.LANGUAGE)
    refuse_if(_ALLOWED[language].fullmatch(text) is None, Outcome.CHARACTERS)
    refuse_if(_SINGLE.search(text) is not None, Outcome.QUOTATION)
    refuse_if(text.strip() != text or "  " in text, Outcome.CHARACTERS)


def fully_vowelled(text: str) -> bool:
    """Whether a text is written with the vowels of scripture rather than those of prose."""
    letters = len(re.findall("[\u0620-\u064a]", text))
    return len(_VOWELS.findall(text)) * 4 > max(letters, 8)
