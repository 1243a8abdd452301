"""Text on a terminal, in either direction.

Arabic stands in its logical order, each line inside isolates and at the right, so that a terminal that knows
bidirectional text draws it and none is confused by it. What a line of Arabic quotes in «» has a direction of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from schemas.printable import printable

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.measure import Measurement
    from rich.text import Text

# Right-to-left isolate, first strong isolate, pop isolate.
ISOLATE, ITS_OWN, POP = "\u2067", "\u2068", "\u2069"
WIDEST = 100  # columns of text, however wide the terminal is
_ARABIC = re.compile("[\u0600-\u06ff]")
_LATIN = re.compile("[A-Za-z]")
# Marks of direction, and letters that are not seen: a terminal shows none of them, or another thing in their place.
_DIRECTION = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_KEPT = "\u06dd\u06de\u06e9\u0600\u0601\u0602\u0603"  # drawn, though Unicode counts some among controls
_QUOTED = re.compile("(?<=«)[^«»]+(?=»)")


def is_arabic(text: str) -> bool:
    """Whether most letters of a text are Arabic."""
    return len(_ARABIC.findall(text)) > len(_LATIN.findall(text))


def clean(text: str) -> str:
    """Text for a terminal: no control character, and no direction mark but our own; signs of the Qur'an stay."""
    return "".join(one if one in _KEPT else printable(one) for one in _DIRECTION.sub("", text))


def isolated(text: str) -> str:
    """A text for a terminal; Arabic stands in a pair of isolates of its own, whatever is beside it."""
    plain = clean(text)
    return f"{ISOLATE}{plain}{POP}" if is_arabic(plain) else plain


def paragraphs(console: Console, text: str, style: str = "") -> None:
    """Paragraphs, wrapped before they are isolated: a pair of isolates ends with its line."""
    from rich.text import Text

    for line in text.split("\n"):
        justify: Literal["right"] | None = "right" if is_arabic(clean(line)) else None
        for piece in Text(clean(line)).wrap(console, console.width) or [Text()]:
            console.print(Text(isolated(piece.plain.rstrip()), style=style), justify=justify)


def arabic_lines(console: Console, text: Text) -> None:
    """Lines of an Arabic page, with their styles. One without an Arabic letter is to be copied: it stands as it is."""
    for line in text.split("\n"):
        if _ARABIC.search(line.plain) is None:
            console.print(line, soft_wrap=True)
            continue
        for piece in line.wrap(console, min(console.width, WIDEST)):
            piece.rstrip()
            console.print(_isolated(piece), justify="right", width=min(console.width, WIDEST))


class Cell:
    """A cell of a table: its lines, each isolated by itself."""

    def __init__(self, text: str) -> None:
        from rich.text import Text

        self._text = Text(clean(text))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return self._text.__rich_measure__(console, options)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        from rich.text import Text

        for line in self._text.wrap(console, options.max_width) or [Text()]:
            yield Text(isolated(line.plain.rstrip()))


def _isolated(piece: Text) -> Text:
    """A line between isolates, and what it quotes between isolates of its own."""
    from rich.text import Text

    ends = [end for match in _QUOTED.finditer(piece.plain) for end in match.span()]
    line = Text(ISOLATE)
    for place, part in enumerate(piece.divide(ends)):
        quoted = place % 2 == 1
        line.append_text(Text.assemble(ITS_OWN, part, POP) if quoted else part)
    return line.append(POP)
