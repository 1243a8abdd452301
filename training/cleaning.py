"""Texts as the reader is taught them: without markup and formulas of opening, in windows, and what they share.

Not done here: folding letters and marks, which the tokenizer does to every text (`vocabulary`).
"""

from __future__ import annotations

import html
import re

_MARKUP = re.compile(r"<[^>]+>|\[\d+\]|https?://\S+|[*_#>`|]+")
_SPACE = re.compile(r"\s+")
# What an answer opens with, whatever was asked.
_OPENING = re.compile(
    r"^(?:&nbsp;|Praise be to All?aah?\.?|All praise is due to Allah\.?|Al-?[Hh]amdu lillah\.?"
    r"|In the [Nn]ame of All?ah[^.]*\.|الجواب\s*:|\s)+"
)
_ASKING = re.compile(r"[^.?؟!]{20,240}[?؟]")
_SENTENCE = re.compile(r"^(.{25,}?[?؟.])\s")
_LONGEST = 260  # characters of a first sentence
_REST = 12  # words that a window behind the first must have more than
_MARKS = re.compile("[\u064b-\u0652\u0670\u0640]")
_BEFORE = re.compile("^(و|ف)?(ب|ل|ك)?(ال)?")
_FOLDED = str.maketrans("أإآىة", "ااايه")


def cleaned(text: str | None) -> str:
    """A text on one line, without markup and without the formula that it opens with."""
    plain = _SPACE.sub(" ", _MARKUP.sub(" ", html.unescape(text or ""))).strip()
    return _OPENING.sub("", plain)


def first_words(text: str, most: int) -> str:
    """The first words of a text, one space between two."""
    return " ".join(text.split()[:most])


def windows(text: str, size: int, most: int) -> list[str]:
    """Pieces of `size` words, one behind the other; a rest of a few words is none, unless it is all."""
    words = text.split()
    starts = range(0, min(len(words), size * most), size)
    return [" ".join(words[at : at + size]) for at in starts if at == 0 or len(words) - at > _REST]


def question_in(letter: str) -> str:
    """What a letter to a mufti asks: its last sentence with a mark of question, else its first sentence."""
    if asked := _ASKING.findall(letter):
        return str(asked[-1]).strip()
    first = _SENTENCE.search(letter[: 2 * _LONGEST])
    return (first.group(1) if first else letter)[:_LONGEST]


def _begins(word: str) -> str:
    """How a word begins, so that its forms are one."""
    if word.isascii():
        return word[:4]
    return _BEFORE.sub("", _MARKS.sub("", word)).translate(_FOLDED)[:3]


_EMPTY = frozenset(
    map(
        _begins,
        "what is the a an of to in on for and or does do did if it he she his her ruling with are be can was by "
        "that this from ما من في على هل عن حكم هو هي التي الذي أن إلى ذلك و".split(),
    )
)


def stems(text: str) -> frozenset[str]:
    """How the words of a text begin, without those that ask or join."""
    return frozenset(map(_begins, re.findall(r"\w+", text.lower()))) - _EMPTY
