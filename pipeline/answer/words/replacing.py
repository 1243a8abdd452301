"""Other words in the place of some words of a text; what stands between them stays as it is written."""

from __future__ import annotations

from collections.abc import Iterable


def replaced(text: str, spans: Iterable[tuple[int, int, str]]) -> str:
    """A text with something else in each of some spans, given by first character, the one behind the last, and what is
    read there. They follow one another, and none begins within another.

    >>> replaced("wat do u say", [(0, 3, "what"), (7, 8, "you")])
    'what do you say'
    """
    parts, written = list[str](), 0
    for start, end, other in spans:
        parts += text[written:start], other
        written = end
    return "".join((*parts, text[written:]))
