"""Text of a stranger, a manifest, a server's reply or an error, as a terminal may show it."""

from __future__ import annotations

import unicodedata


def printable(text: str) -> str:
    """One line without control characters: each is shown as one that cannot be shown.

    A space of any width stays as it is; a tab is a space, and a carriage return nothing.

    >>> printable("a\\x1b[2Jb\\tc\\r")
    'a�[2Jb c'
    """
    return "".join(map(_shown, text.replace("\r", "").replace("\t", " ")))


def printable_lines(text: str) -> str:
    """Text of several lines, each as `printable` shows it.

    >>> printable_lines("one\\n\\x1btwo")
    'one\\n�two'
    """
    return "\n".join(map(printable, text.split("\n")))


def first_line(error: BaseException) -> str:
    """What an error of a library says first, without what repeats statements and frames; its kind where it is mute.

    >>> first_line(ValueError("no such file\\nat line 3")), first_line(ValueError())
    ('no such file', 'ValueError')
    """
    return next(iter(str(error).splitlines()), type(error).__name__)


def _shown(letter: str) -> str:
    return letter if letter.isprintable() or unicodedata.category(letter) == "Zs" else "�"
