"""The kernel that cuts texts into passages, as `pipeline.text.passages` defines them.

A window opens and closes on words; whether a word ends a sentence is a matter of its last characters, of an
abbreviation before a full stop, and of an empty line behind it. The few texts in which the definition looks further
(a full stop alone on its line, letters that become ASCII when capitals are ignored) are left to the definition itself.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.index.analysis.characters import character_bits, read_only, space_bits, utf8_of
from pipeline.index.compiled import kernel
from pipeline.text import passages as defined

# What the kernel below was written for. A test compares them with the expressions of the definition.
ENDS = ".!?؟۔…"
CLOSERS = "\"'”’»)]﴾\u200e\u200f"
ALONE = "؛"
PAUSES = "،,:;"
OPENERS = "([\"'“‘"
ABBREVIATIONS = (
    "Mr|Mrs|Ms|Dr|St|no|nos|vol|pp|ch|cf|eg|ie|i.e|e.g|viz|etc|ibid|a.s|r.a|p.b.u.h|s.a.w|s.w.t|swt|Sh|Prof|ed|trans|"
    "approx"
).split("|")
STRANGE = "ıİſK"  # what IGNORECASE takes for i, s and k

_WORD_END, _WORD_PAUSE = 1, 2
_ENDS, _CLOSERS, _PAUSES, _OPENERS = (
    read_only(np.array(sorted(map(ord, signs)), np.int64)) for signs in (ENDS, CLOSERS, PAUSES, OPENERS)
)
_STRANGE_BITS = character_bits(STRANGE)
_SIGN_BITS = character_bits(ENDS + CLOSERS + PAUSES + ALONE)
_ALONE = ord(ALONE)
_LONGEST = max(map(len, ABBREVIATIONS))
_SHORT = np.zeros((len(ABBREVIATIONS), _LONGEST), np.uint8)
for _row, _name in zip(_SHORT, ABBREVIATIONS, strict=True):
    _row[: len(_name)] = np.frombuffer(_name.lower().encode(), np.uint8)
_SHORT = read_only(_SHORT)


@kernel
def _code(data, place, stop):  # type: ignore[no-untyped-def]
    """The code point at a place, and its length in bytes."""
    code = np.int64(data[place])
    if code < 0x80:
        return code, np.int64(1)
    size = np.int64(2) if code < 0xE0 else np.int64(3) if code < 0xF0 else np.int64(4)
    if place + size > stop:
        size = stop - place
    code = code & (0x1F if size == 2 else 0x0F if size == 3 else 0x07)
    for more in range(1, size):
        code = (code << 6) | np.int64(data[place + more] & 0x3F)
    return code, size


@kernel
def _before(data, place, start):  # type: ignore[no-untyped-def]
    """Where the character that ends at a place begins."""
    place -= 1
    while place > start and data[place] & 0xC0 == 0x80:
        place -= 1
    return place


@kernel
def _among(code, codes):  # type: ignore[no-untyped-def]
    found = False
    for one in codes:
        found |= one == code
    return found


@kernel
def _arabic_letter(data, place):  # type: ignore[no-untyped-def]
    """Whether two bytes are a letter from U+0621 to U+064A."""
    code = (np.int64(data[place] & 0x1F) << 6) | np.int64(data[place + 1] & 0x3F)
    return data[place] >= 0xC0 and data[place] < 0xE0 and 0x621 <= code <= 0x64A


@kernel
def _abbreviation(data, start, stop, short):  # type: ignore[no-untyped-def]
    """Whether some bytes are an abbreviation: one letter, two Arabic ones with a dot, or a listed one."""
    size = stop - start
    if size == 2 and _arabic_letter(data, start):
        return True
    if (
        size == 5
        and _arabic_letter(data, start)
        and data[start + 2] == 46
        and _arabic_letter(data, start + 3)
    ):
        return True
    if size == 0 or size > short.shape[1]:
        return False
    if size == 1:
        lower = data[start] | 0x20
        return 97 <= lower <= 122
    for row in range(short.shape[0]):
        same = 0
        while same < size:
            byte = data[start + same]
            if 65 <= byte <= 90:
                byte = byte | 0x20
            if byte != short[row, same]:
                break
            same += 1
        if same == size and (size == short.shape[1] or short[row, size] == 0):
            return True
    return False


@kernel
def _ends_sentence(data, text, start, stop, signs, short):  # type: ignore[no-untyped-def]
    """1 if a word ends a sentence by its last characters, 0 if not, -1 if the definition is to say.

    Args:
        text: where the text begins; the word is data[start:stop].
    """
    ends, closers, openers = signs
    at = _before(data, stop, start)
    code, _ = _code(data, at, stop)
    if code == _ALONE:
        return 1
    mark = stop
    while mark > start:
        at = _before(data, mark, start)
        code, _ = _code(data, at, mark)
        if not _among(code, closers):
            break
        mark = at
    first = mark
    opening = np.int64(0)
    while first > start:
        at = _before(data, first, start)
        code, _ = _code(data, at, first)
        if not _among(code, ends):
            break
        first, opening = at, code
    if first == mark:
        return 0
    if opening != 46:
        return 1
    if first == start:
        return -1 if start > text and data[start - 1] == 10 else 1
    begin = first
    while begin > start:
        at = _before(data, begin, start)
        code, _ = _code(data, at, begin)
        if _among(code, openers):
            break
        begin = at
    return 0 if _abbreviation(data, begin, first, short) else 1


@kernel
def _flag_words(data, text, spans, count, marks, special, signs, pauses, short):  # type: ignore[no-untyped-def]
    """Say of each word whether it ends a sentence or pauses; False if the definition is to say."""
    marks[count - 1] = _WORD_END
    for word in range(count):
        start, stop = spans[word, 0], spans[word, 1]
        code, _ = _code(data, _before(data, stop, start), stop)
        if (special[code >> 3] >> (code & 7)) & 1 == 0:
            continue
        ends = _ends_sentence(data, text, start, stop, signs, short)
        if ends < 0:
            return False
        marks[word] = (
            marks[word] | (_WORD_END if ends == 1 else 0) | (_WORD_PAUSE if _among(code, pauses) else 0)
        )
    return True


@kernel
def _last(count, first, marks, window, slack):  # type: ignore[no-untyped-def]
    if count - first <= window + slack:
        return count - 1
    for last in range(first + window + slack // 2, first + window - slack, -1):
        if marks[last] & _WORD_END:
            return last
    for last in range(first + window + slack // 2, first + window - slack // 2, -1):
        if marks[last] & _WORD_PAUSE:
            return last
    return first + window - 1


@kernel
def _next(first, last, marks, overlap):  # type: ignore[no-untyped-def]
    for word in range(last - overlap - overlap // 2, last - overlap // 3):
        if word > first and marks[word] & _WORD_END:
            return word + 1
    return max(first + 1, last + 1 - overlap)


@kernel
def _find_words(data, start, stop, space, strange, spans, marks):  # type: ignore[no-untyped-def]
    """The words of a text: bytes from and to, characters from and to; marked where an empty line follows.

    Returns:
        Their number, and whether a strange character stands among them.
    """
    odd = np.uint8(0)
    place, character, count, lines = start, np.int64(0), 0, 0
    inside = False
    while place < stop:
        code, size = _code(data, place, stop)
        if (space[code >> 3] >> (code & 7)) & 1 == 1:
            if inside:
                spans[count, 1], spans[count, 3] = place, character
                count += 1
                inside, lines = False, 0
            lines += code == 10
            if lines == 2 and count:
                marks[count - 1] = _WORD_END
        elif not inside:
            spans[count, 0], spans[count, 2] = place, character
            marks[count] = 0
            inside = True
        if size > 1:
            odd |= (strange[code >> 3] >> (code & 7)) & 1
        place += size
        character += 1
    if inside:
        spans[count, 1], spans[count, 3] = place, character
        count += 1
    return count, odd


@kernel
def cut_texts(data, bounds, space, strange, special, signs, pauses, short, window, overlap, slack):  # type: ignore[no-untyped-def]
    """The windows of texts.

    Returns:
        Rows of (text, number, byte from, byte to, character from, character to), in the order of texts, and
        the texts that were left to the definition, as flags.
    """
    longest = np.int64(0)
    for text in range(len(bounds) - 1):
        longest = max(longest, np.int64(bounds[text + 1]) - np.int64(bounds[text]))
    spans = np.empty((longest // 2 + 1, 4), np.int64)
    marks = np.zeros(longest // 2 + 1, np.uint8)
    odd = np.zeros(len(bounds) - 1, np.uint8)
    found = np.empty((len(bounds) + 16, 6), np.int64)
    used = 0
    for text in range(len(bounds) - 1):
        start, stop = np.int64(bounds[text]), np.int64(bounds[text + 1])
        count, odd[text] = _find_words(data, start, stop, space, strange, spans, marks)
        whole = count <= window + slack
        if whole:
            odd[text] = 0
        elif odd[text] or not _flag_words(data, start, spans, count, marks, special, signs, pauses, short):
            odd[text] = 1
            continue
        first, number = 0, 1
        while first < count:
            last = count - 1 if whole else _last(count, first, marks, window, slack)
            if used == len(found):
                larger = np.empty((2 * used, 6), np.int64)
                larger[:used] = found
                found = larger
            found[used, 0], found[used, 1] = text, number
            found[used, 2], found[used, 3] = spans[first, 0], spans[last, 1]
            found[used, 4], found[used, 5] = spans[first, 2], spans[last, 3]
            used += 1
            number += 1
            if last + 1 >= count:
                break
            first = _next(first, last, marks, overlap)
    return found[:used].copy(), odd


def windows_of(texts: pa.Array) -> NDArray[np.int64]:
    """The windows of shown texts: rows of (text, number, byte from, byte to, character from, character to).

    Bytes count in the buffer of the array, characters in the text.
    """
    data, bounds = utf8_of(texts)
    rows, odd = cut_texts(
        data, bounds, space_bits(), _STRANGE_BITS, _SIGN_BITS, (_ENDS, _CLOSERS, _OPENERS), _PAUSES, _SHORT,
        defined.WINDOW, defined.OVERLAP, defined.SLACK,
    )  # fmt: skip
    strange = np.flatnonzero(odd).tolist()
    if not strange:
        return rows
    kept = rows[~np.isin(rows[:, 0], strange)]
    more = [row for text in strange for row in _by_definition(text, texts[text].as_py(), int(bounds[text]))]
    together = np.concatenate([kept, np.array(more, np.int64).reshape(-1, 6)])
    return together[np.lexsort((together[:, 1], together[:, 0]))]


def _by_definition(number: int, text: str, base: int) -> list[tuple[int, ...]]:
    rows: list[tuple[int, ...]] = []
    for place, (start, end) in enumerate(defined.windows_of_text(text), start=1):
        first = base + len(text[:start].encode())
        rows.append((number, place, first, first + len(text[start:end].encode()), start, end))
    return rows
