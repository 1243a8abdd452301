"""Arabic that a program read in a wrong code page and saved again: `Ø§Ù„Ù„Ù‡`, `ط§ظ„ظ„ظ‡` or `Çááå` for one word.

It is how a table comes out of a spreadsheet that was opened without saying its encoding. No rule of a character
finds it, for each letter is an ordinary one. It is found by its bytes.

Of UTF-8: three letters or more, one after another, each of which would be a lead byte of Arabic in UTF-8 and a
following byte. No Arabic or English is written so: of the two, the second is always a sign such as §, „ or ±.

Of Windows-1256: a word of five letters or more, all of them Latin ones with an accent whose bytes are Arabic letters
there. No language is written so: of its words, most letters have no accent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

CODE_PAGES = {"cp1252": "Windows-1252", "cp1256": "Windows-1256"}
_FREQUENT = ("§", "„")  # what alif and lam end in, in both: a text of Arabic without either has hardly a word
_ALIF_AND_LAM = ("Ç", "á")  # likewise, where Windows-1256 was read as Windows-1252
_LEAST = 3
_WORD = 5  # letters, as of most words with the article


@dataclass(frozen=True, slots=True)
class Garbled:
    """What was found first, and what it was meant to be; the encodings that it was read in, and is in."""

    found: str
    meant: str
    read_as: str
    written_in: str


def garbled(text: str) -> Garbled | None:
    """The first letters of a text that were read in a wrong encoding; None when it is in order."""
    if any(sign in text for sign in _FREQUENT):
        for code_page in CODE_PAGES:
            if found := _pattern(code_page).search(text):
                return Garbled(found[0], _bytes(found[0], code_page).decode("utf-8"), code_page, "utf-8")
    if any(sign in text for sign in _ALIF_AND_LAM) and (found := _accented().search(text)):
        return Garbled(found[0], _bytes(found[0], "cp1252").decode("cp1256"), "cp1252", "cp1256")
    return None


def _bytes(text: str, code_page: str) -> bytes:
    return bytes(_bytes_of(code_page)[sign] for sign in text)


@cache
def _bytes_of(code_page: str) -> dict[str, int]:
    """Characters to bytes from 0x80 on; a byte that the code page leaves open stands for itself, as on the web."""
    return {_sign(byte, code_page): byte for byte in range(0x80, 0x100)}


def _sign(byte: int, code_page: str) -> str:
    try:
        return bytes([byte]).decode(code_page)
    except UnicodeDecodeError:
        return chr(byte)


@cache
def _pattern(code_page: str) -> re.Pattern[str]:
    """Letters of U+0600 to U+06FF as UTF-8 has them: D8 to DB, and a byte below C0."""
    signs = _bytes_of(code_page)
    first = "".join(sign for sign, byte in signs.items() if 0xD8 <= byte <= 0xDB)
    second = "".join(re.escape(sign) for sign, byte in signs.items() if byte < 0xC0)
    return re.compile(f"(?:[{first}][{second}]){{{_LEAST},}}")


@cache
def _accented() -> re.Pattern[str]:
    """Words of Windows-1256 as Windows-1252 has them: with alif or lam, and no other letter beside them."""
    signs = _bytes_of("cp1252")
    letters = "".join(
        sign for sign, byte in signs.items() if byte >= 0xC0 and "\u0620" <= _sign(byte, "cp1256") <= "\u064a"
    )
    return re.compile(
        rf"(?<![^\W\d_])(?=[{letters}]*[{''.join(_ALIF_AND_LAM)}])[{letters}]{{{_WORD},}}(?![^\W\d_])"
    )
