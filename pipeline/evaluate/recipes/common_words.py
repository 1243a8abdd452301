"""How common words are in general language: the recipe behind `data/lexicon/common-words.tsv`.

    python -m pipeline.evaluate.recipes common_words WORDFREQ-WHEEL [--write]

The wheel is wordfreq 3.1.1 from PyPI; of it the short lists of English and Arabic are read (words of at least one in a
million). Words that the analyser makes one token are added up. A row is a token and how rare it is: minus the
logarithm to base 2 of its share of running words, in quarters. Words in the letters of another language are left out.

The table is made from data under CC BY-SA 4.0, and is itself under that licence.
"""

from __future__ import annotations

import gzip
import math
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pipeline.answer.lexicon.files import COMMON, COMMON_HEAD, HOME
from pipeline.sources.archives import read_member
from pipeline.text import analyse_query
from schemas.errors import QuestionError

TARGET = HOME / f"{COMMON}.tsv"
SOURCES = {"WHEEL": "the wheel of wordfreq"}
QUARTER = 4
CENTI = 100  # a list's n-th group holds words of 10 ** (-n / CENTI)


def groups(packed: bytes) -> list[Any]:
    """The lists of a MessagePack array of arrays of strings, and the map before them.

    >>> groups(bytes([0x92, 0x80, 0x91, 0xA1, 0x61]))
    [{}, ['a']]
    """
    value, end = _value(packed, 0)
    if end != len(packed) or not isinstance(value, list):
        raise _other("no array by itself")
    return value


def _value(packed: bytes, at: int) -> tuple[Any, int]:
    kind = packed[at]
    at += 1
    if kind < 0x80:
        return kind, at
    if kind < 0x90:
        return _mapping(packed, at, kind & 0x0F)
    if kind < 0xA0:
        return _array(packed, at, kind & 0x0F)
    if kind < 0xC0:
        return _text(packed, at, kind & 0x1F)
    sizes = {0xD9: 1, 0xDA: 2, 0xDC: 2, 0xDD: 4}
    if kind not in sizes:
        raise _other(f"the byte {kind:#x}")
    size = int.from_bytes(packed[at : at + sizes[kind]], "big")
    return (_array if kind >= 0xDC else _text)(packed, at + sizes[kind], size)


def _other(found: str) -> QuestionError:
    return QuestionError(
        "a list of common words is not what it was",
        expected="one MessagePack array, of arrays of strings behind a map",
        found=found,
        remedy="name the wheel of wordfreq 3.1.1",
    )


def _text(packed: bytes, at: int, size: int) -> tuple[Any, int]:
    return packed[at : at + size].decode(), at + size


def _array(packed: bytes, at: int, size: int) -> tuple[Any, int]:
    found = []
    for _ in range(size):
        value, at = _value(packed, at)
        found.append(value)
    return found, at


def _mapping(packed: bytes, at: int, size: int) -> tuple[Any, int]:
    pairs, at = _array(packed, at, 2 * size)
    return dict(zip(pairs[::2], pairs[1::2], strict=True)), at


def table_of(wheel: Path) -> str:
    """The table, sorted by token."""
    share: dict[str, float] = defaultdict(float)
    for language in ("ar", "en"):
        packed = gzip.decompress(read_member(wheel, f"wordfreq/data/small_{language}.msgpack.gz"))
        for place, words in enumerate(groups(packed)[1:]):
            for token in (token for word in words for token in set(analyse_query(word))):
                if token.isalpha() and token.isascii() == (language == "en"):
                    share[token] += 10 ** (-place / CENTI)
    rows = [f"{token}\t{round(-math.log2(share[token]) * QUARTER)}\n" for token in sorted(share)]
    return COMMON_HEAD + "".join(rows)


def made(sources: Sequence[Path]) -> tuple[str, str]:
    """How many tokens there are, and the text of the table."""
    table = table_of(*sources)
    return f"{table.count(chr(10)) - COMMON_HEAD.count(chr(10))} tokens\n", table
