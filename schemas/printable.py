"""Text of a stranger, a manifest or a server's reply, as a terminal may show it."""

from __future__ import annotations


def printable(text: str) -> str:
    """Text without control characters: each is shown as one that cannot be shown.

    >>> printable("a\\x1b[2Jb")
    'a�[2Jb'
    """
    return "".join(letter if letter.isprintable() else "�" for letter in text)
