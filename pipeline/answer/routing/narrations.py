"""Narrations in a question: a collection of hadith and a number, in either order, or the name a narration goes by.

A number inside a book or volume is told as such, because editions divide collections differently.
"""

from __future__ import annotations

import re

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.routing.around_reference import (
    AND,
    BOOK_WORD,
    HADITH_WORD,
    LEADING,
    NUMBER_WORD,
    OF,
    TO,
    Found,
    Missing,
    after_any,
    before_any,
    names_in,
)

MAX_NARRATIONS = 10
_NUMBER = re.compile(r"[1-9]\d{0,8}")
_MARKED_NUMBER = re.compile(r"(?:0|[1-9]\d{0,8})[a-z]?")  # there is no narration 0, and that is told


def read_named_narrations(tokens: list[str], lexicon: Lexicon, found: Found) -> None:
    """`the hadith of Jibril`, `حديث الإفك`: a name counts beside the word for a narration, or as all that is quoted."""
    for name in names_in(tokens, lexicon.narration_names, 5):
        led = before_any(tokens, name.start, OF, LEADING, {"about"})
        if led and tokens[led - 1] in HADITH_WORD:
            start, end = led - 1, name.end
        elif name.end < len(tokens) and tokens[name.end] in HADITH_WORD:
            start, end = name.start, name.end + 1
        elif tokens[max(0, name.start - 1)] == '"' and tokens[name.end : name.end + 1] == ['"']:
            start, end = name.start - 1, name.end + 1
        else:
            continue
        found.references.extend(f"hadith:{one}" for one in name.value)
        found.used.update(range(start, end))
        found.needs_only = True


def read_narrations(tokens: list[str], lexicon: Lexicon, found: Found) -> None:
    """A collection and a number, in either order."""
    for name in names_in(tokens, lexicon.collection_names, 5):
        if found.used & set(range(name.start, name.end)):
            continue
        after = after_any(tokens, name.end, HADITH_WORD, NUMBER_WORD, {"-", "في", "in", "the"})
        opening = before_any(tokens, name.start, OF, LEADING)
        if after < len(tokens) and tokens[after] in BOOK_WORD and any(t.isdecimal() for t in tokens[after:]):
            found.missing.append(Missing("in-book", name=name.value))
            found.used.update(range(opening, len(tokens)))
            found.clear = True
            continue
        if after < len(tokens) and _MARKED_NUMBER.fullmatch(tokens[after]):
            start, (numbers, stop) = opening, _numbers(tokens, after, found)
            if stop + 1 < len(tokens) and tokens[stop] in {":", "/"} and tokens[stop + 1].isdecimal():
                found.missing.append(Missing("in-book", name=name.value))
                while stop + 1 < len(tokens) and tokens[stop] in {":", "/"}:
                    stop += 2
                found.used.update(range(start, stop))
                found.clear = True
                continue
        elif (before := _number_before(tokens, opening)) is not None:
            numbers, start, stop = [tokens[before]], before, name.end
        else:
            continue
        led = before_any(tokens, start, HADITH_WORD, NUMBER_WORD, OF)
        around = tokens[led:stop]
        long_name = name.end - name.start > 1 or any(
            t in OF - {"of", "in", "the", "من", "في"} for t in around
        )
        found.clear |= long_name or any(t in HADITH_WORD or t == "#" for t in around)
        found.needs_only = True
        found.references.extend(f"hadith:{name.value}:{number}" for number in numbers)
        found.used.update(range(led, stop))


def _numbers(tokens: list[str], place: int, found: Found) -> tuple[list[str], int]:
    """`8`, `8 and 9`, `8-12` at a place: the numbers, the first ten of a longer run, and the place after."""
    numbers, stop = [tokens[place]], place + 1
    while stop + 1 < len(tokens) and _NUMBER.fullmatch(tokens[stop + 1]):
        if tokens[stop] in AND:
            numbers.append(tokens[stop + 1])
        elif tokens[stop] in TO and numbers[-1].isdecimal() and int(numbers[-1]) < int(tokens[stop + 1]):
            first, last = int(numbers.pop()), int(tokens[stop + 1])
            found.shortened |= last - first >= MAX_NARRATIONS
            numbers += map(str, range(first, min(last + 1, first + MAX_NARRATIONS)))
        else:
            break
        stop += 2
    return numbers, stop


def _number_before(tokens: list[str], opening: int) -> int | None:
    """The place of `hadith number 8` that ends at a place."""
    if opening == 0 or not _MARKED_NUMBER.fullmatch(tokens[opening - 1]):
        return None
    led = before_any(tokens, opening - 1, NUMBER_WORD)
    return opening - 1 if led > 0 and tokens[led - 1] in HADITH_WORD else None
