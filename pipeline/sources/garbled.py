"""Arabic in UTF-8 that a program read as a Windows code page and saved again: `Ø§Ù„Ù„Ù‡` or `ط§ظ„ظ„ظ‡` for one word.

It is how a table comes out of a spreadsheet that was opened without saying its encoding. No rule of a character
finds it, for each letter is an ordinary one. It is found by its bytes: three letters or more, one after another, each
of which would be a lead byte of Arabic in UTF-8 and a following byte. No Arabic or English is written so: of the two,
the second is always a sign such as §, „ or ±.
"""

from __future__ import annotations

import re
from functools import cache

CODE_PAGES = {"cp1252": "Windows-1252", "cp1256": "Windows-1256"}
_FREQUENT = ("§", "„")  # what alif and lam end in, in both: a text of Arabic without either has hardly a word
_LEAST = 3


def garbled(text: str) -> tuple[str, str, str] | None:
    """What was found first, what it was meant to be, and the name of the code page; None when the text is in order."""
    if not any(sign in text for sign in _FREQUENT):
        return None
    for code_page, name in CODE_PAGES.items():
        found = _pattern(code_page).search(text)
        if found is not None:
            return found[0], _restored(found[0], code_page), name
    return None


def _restored(text: str, code_page: str) -> str:
    return bytes(_bytes_of(code_page)[sign] for sign in text).decode("utf-8")


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
