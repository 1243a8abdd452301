"""What is compared when a text claims to quote scripture.

`skeleton` keeps letters alone: a quotation in modern spelling and the verse in the spelling of the codex
come out equal. `vowelled` keeps consonants with their vowels, and `vowels_agree` compares them where the
quotation carries any, so that a changed vowel shows. Neither stems, and neither forgives a changed, missing
or added consonant.

Vowels are compared on strong consonants and on hamzas. Letters of length (alef, waw, ya) are left to the
skeleton, since the two spellings write them differently.
"""

from __future__ import annotations

import re

from pipeline.text.characters import LETTERS, PRESENTATION
from pipeline.text.steps import composed, normalise

_STRONG = "بتثجحخدذرزسشصضطظعغفقكلمنهة"
_HAMZAS = "ءأإؤئآ"
_UNIT = re.compile(rf"([{_STRONG}{_HAMZAS}])([\u064b-\u0652\u0670]*)")
_CANONICAL: dict[int, str | None] = {
    **dict.fromkeys([*range(0x06D6, 0x06E2), 0x06E3, 0x06E4, *range(0x06E7, 0x06ED), 0x0640, 0x0653]),
    0x0657: "\u064b",
    0x065E: "\u064c",
    0x0656: "\u064d",
    0x08F0: "\u064b",
    0x08F1: "\u064c",
    0x08F2: "\u064d",
    0x06E1: None,
    0x0652: None,
}
# a vowel with the small meem of assimilation is a tanwin
_SMALL_MEEM = tuple((f"{vowel}{meem}", tanwin) for vowel, tanwin in ("\u064e\u064b", "\u064f\u064c", "\u0650\u064d")
                    for meem in "\u06e2\u06ed")  # fmt: skip
_ARABIC_RUN = re.compile(r"[\u0621-\u0652\u0654\u0655\u0670\u0671]+")
_SEAT_VOWELS = {"إ": "\u0650", "آ": "\u064e"}
_DOUBLE_LAM = re.compile("ل(?=ل)")  # the codex writes اليل for الليل
_VOWELS = "\u064b\u064c\u064d\u064e\u064f\u0650"
_HAMZA_ABOVE = re.compile("(?:\u0640|(?<![\u064b-\u0652]))([\u064b-\u0652]*+)[\u0654\u0655]")


def skeleton(text: str) -> str:
    """The letters of a text, folded, words parted by single spaces.

    >>> skeleton("ٱلۡكِتَٰبُ") == skeleton("الكتاب")
    True
    """
    return normalise(text)


def _canonical(text: str) -> str:
    text = composed(text.translate(PRESENTATION).translate(LETTERS))
    for signs, tanwin in _SMALL_MEEM:
        text = text.replace(signs, tanwin)
    text = _HAMZA_ABOVE.sub("ء\\1", text.replace("أ\u0653", "آ"))
    return text.translate(_CANONICAL)


def vowelled(text: str) -> str:
    """Consonants with their vowels, words parted by single spaces; sukun counts as no vowel.

    >>> vowelled("ٱلۡكِتَٰبُ") == vowelled("الْكِتَابُ")
    True
    """
    shown = []
    for word in _ARABIC_RUN.findall(_canonical(text)):
        units = "".join(_consonant(letter) + _vowel(letter, marks) for letter, marks in _UNIT.findall(word))
        if units:
            shown.append(_DOUBLE_LAM.sub("", units))
    return " ".join(shown)


def _consonant(letter: str) -> str:
    return "ء" if letter in _HAMZAS else letter


def _vowel(letter: str, marks: str) -> str:
    if letter in _SEAT_VOWELS:
        return _SEAT_VOWELS[letter]
    return next((mark for mark in marks if mark in _VOWELS), "")


def vowels_agree(quotation: str, scripture: str) -> bool:
    """Whether no vowel that the quotation carries differs from the scripture with the same skeleton."""
    quoted, source = _units(quotation), _units(scripture)
    if len(quoted) != len(source):
        quoted, source = _strong(quoted), _strong(source)
    if len(quoted) != len(source):
        return False
    return all(
        not vowel or not other or vowel == other
        for (_, vowel), (_, other) in zip(quoted, source, strict=True)
    )


def _units(text: str) -> list[tuple[str, str]]:
    return re.findall(rf"([{_STRONG}{_HAMZAS}])([{_VOWELS}]?)", vowelled(text))


def _strong(units: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [unit for unit in units if unit[0] in _STRONG]
