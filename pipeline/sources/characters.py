"""Characters that an editor should know of: they are kept, and a word is said.

Rules: nothing is changed here. What is ordinary in Arabic or English print (marks, tatweel, no-break
spaces, the honorific ligatures) is not mentioned. A card silences what it knows with `known_characters`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cache

from schemas.sentence import Sentence, said

_CLASSES = (
    ("replacement-character", r"\ufffd", said("a character was lost before the text came to us")),
    ("private-use-character", r"\ue000-\uf8ff", said("a character that only one font knows how to draw")),
    (
        "bidi-control",
        r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069",
        said("an invisible character that turns the direction of writing"),
    ),
    (
        "control-character",
        r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff",
        said("a character that is no letter"),
    ),
    (
        "invisible-character",
        r"\u00ad\u180e\u200b\u2060-\u2064\ufeff\ufff9-\ufffb",
        said("a character that cannot be seen"),
    ),
    (
        "unexpected-space",
        r"\u2000-\u200a\u2028\u2029\u202f\u205f\u3000",
        said("a space that is no ordinary space"),
    ),
)
# What turns or steers all that stands behind it, and not only its neighbours as a mark of direction does; and half of a
# surrogate pair, which no page can hold.
_STEERING = re.compile(r"[\u202a-\u202e\u2066-\u2069\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_ALL = re.compile("[" + "".join(signs for _, signs, _ in _CLASSES) + "]")
_MARKS = r"\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_EDGES = re.compile(rf"^[{_MARKS}]+|[{_MARKS}]+\Z")
_EACH = tuple((code, re.compile(f"[{signs}]"), words) for code, signs, words in _CLASSES)


@dataclass(frozen=True, slots=True)
class Oddity:
    """One unusual character in one text."""

    code: str
    sign: str
    times: int
    around: str
    words: str

    @property
    def name(self) -> Sentence:
        """As in U+200F RIGHT-TO-LEFT MARK."""
        return _name_of(self.sign)


def oddities(text: str, known: frozenset[str] = frozenset()) -> tuple[Oddity, ...]:
    """The unusual characters of a text, in order of first occurrence."""
    pattern = _unknown(known)
    if pattern.search(text) is None:
        return ()
    found = []
    for sign, times in Counter(pattern.findall(text)).items():
        code, words = _class_of(sign)
        at = text.index(sign)
        found.append(Oddity(code, sign, times, visible(text[max(0, at - 15) : at + 16]), words))
    return tuple(found)


@cache
def _unknown(known: frozenset[str]) -> re.Pattern[str]:
    """The unusual characters without those that are known: looked at behind a match, as matches are rare."""
    but = "".join(map(re.escape, sorted(known)))
    return re.compile(_ALL.pattern + (f"(?<![{but}])" if but else ""))


def _name_of(sign: str) -> Sentence:
    number = f"U+{ord(sign):04X}"
    if name := unicodedata.name(sign, ""):  # the same in every language
        return Sentence(f"{number} {name}")
    return said("{number} (a character without a name)", number=number)


@cache
def _class_of(sign: str) -> tuple[str, str]:
    return next((code, words) for code, pattern, words in _EACH if pattern.match(sign))


def steering(text: str) -> Sentence | None:
    """The first character by which a text could turn, or steer, what is shown behind it; with its name."""
    found = _STEERING.search(text)
    return _name_of(found[0]) if found else None


def tamed(text: str) -> str:
    """A text in which such characters are written out, and all others are as they were."""
    return _STEERING.sub(_written_out, text)


def visible(text: str) -> str:
    """A text with its unusual characters written out, so that a person sees them."""
    return _ALL.sub(_written_out, text)


def blanks_visible(name: str) -> str:
    """A name with its blanks written out, but for ordinary ones: a line break, or one that keeps words together."""
    return re.sub(r"[^\S ]", _written_out, name)


def trimmed(text: str) -> str:
    """A text without the blanks and invisible marks at its ends, which programs leave there and nobody means.

    >>> trimmed("\u200f12 \u200b")
    '12'
    """
    return _EDGES.sub("", text)


def unseen(text: str) -> str:
    """The invisible characters of a text by their names, "" where there is none."""
    names = tuple(_name_of(sign) for sign in dict.fromkeys(_ALL.findall(text)))
    return said("{names:,}", names=names) if names else ""


def _written_out(match: re.Match[str]) -> str:
    return f"⟨U+{ord(match[0]):04X}⟩"
