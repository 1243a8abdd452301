"""The kernel that finds the written words of texts, and numbers the different ones.

Texts are UTF-8, one after another. A word is a run of characters of one class; it is looked up in an open-addressing
table by its hash, and its bytes are compared, because a hash alone merges words. Numbers are given in the order of
first occurrence. Kernels call only what stands in this file, so that a change here is all that outdates their cache.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pipeline.index.analysis.characters import read_only, written_bits
from pipeline.index.compiled import kernel

_FIRST_ROOM = 1 << 12


@kernel
def _hash(data, start, stop):  # type: ignore[no-untyped-def]
    """FNV-1a with its high bits folded in."""
    value = np.uint64(14695981039346656037)
    for place in range(start, stop):
        value = (value ^ np.uint64(data[place])) * np.uint64(1099511628211)
    return value ^ (value >> np.uint64(32))


@kernel
def fill_slots(slots, hashes, count):  # type: ignore[no-untyped-def]
    """Put words into an empty slot table; a slot holds a number plus one."""
    mask = np.int64(len(slots) - 1)
    for number in range(count):
        slot = np.int64(hashes[number] & np.uint64(mask))
        while slots[slot] != 0:
            slot = (slot + 1) & mask
        slots[slot] = number + 1


@kernel
def _number(data, start, stop, count, slots, hashes, blob, ends):  # type: ignore[no-untyped-def]
    """The number of a word; a new one gets the number `count`, and -1 says that there is no room for it."""
    value = _hash(data, start, stop)
    mask = np.int64(len(slots) - 1)
    slot = np.int64(value & np.uint64(mask))
    length = stop - start
    while slots[slot] != 0:
        number = np.int64(slots[slot]) - 1
        if hashes[number] == value and ends[number + 1] - ends[number] == length:
            at = ends[number]
            same = 0
            while same < length and blob[at + same] == data[start + same]:
                same += 1
            if same == length:
                return number
        slot = (slot + 1) & mask
    used = ends[count]
    full = count >= len(hashes) or count + 1 >= len(ends) or 2 * (count + 1) > len(slots)
    if full or used + length > len(blob):
        return -1
    for place in range(length):
        blob[used + place] = data[start + place]
    ends[count + 1] = used + length
    hashes[count] = value
    slots[slot] = count + 1
    return count


@kernel
def number_rows(data, bounds, numbers, at, slots, hashes, blob, ends):  # type: ignore[no-untyped-def]
    """Number whole rows of bytes, each as one word, until all are done or a table is full.

    Args:
        at: the row to go on with, and the count of different words; both are moved on.
    """
    count = at[1]
    for row in range(at[0], len(bounds) - 1):
        number = _number(
            data, np.int64(bounds[row]), np.int64(bounds[row + 1]), count, slots, hashes, blob, ends
        )
        if number < 0:
            at[0], at[1] = row, count
            return False
        numbers[row] = number
        count = max(count, number + 1)
    at[1] = count
    return True


@kernel
def number_words(data, bounds, letters, words, row_ends, at, slots, hashes, blob, ends):  # type: ignore[no-untyped-def]
    """Number the words of each row until all are done, or until a table or `words` is full.

    Args:
        letters: the class of characters of words, one bit a code point.
        at: the row to go on with, the count of different words, the byte to go on with, and the words so far;
            all are moved on.
    """
    row, count, place, used = at[0], at[1], at[2], at[3]
    while row < len(bounds) - 1:
        stop = np.int64(bounds[row + 1])
        place = max(place, np.int64(bounds[row]))
        start = np.int64(-1)
        while place <= stop:
            inside = False
            size = np.int64(1)
            if place < stop:
                code = np.int64(data[place])
                if code >= 0x80:
                    size = np.int64(2) if code < 0xE0 else np.int64(3) if code < 0xF0 else np.int64(4)
                    if place + size > stop:
                        size = stop - place
                    code = code & (0x1F if size == 2 else 0x0F if size == 3 else 0x07)
                    for more in range(1, size):
                        code = (code << 6) | np.int64(data[place + more] & 0x3F)
                inside = (letters[code >> 3] >> (code & 7)) & 1 == 1
            if inside and start < 0:
                start = place
            elif not inside and start >= 0:
                number = np.int64(-1)
                if used < len(words):
                    number = _number(data, start, place, count, slots, hashes, blob, ends)
                if number < 0:
                    at[0], at[1], at[2], at[3] = row, count, start, used
                    return False
                count = max(count, number + 1)
                words[used] = number
                used += 1
                start = np.int64(-1)
            place += size
        row_ends[row] = used
        place = np.int64(0)
        row += 1
    at[0], at[1], at[2], at[3] = row, count, place, used
    return True


@dataclass(slots=True)
class WordTable:
    """Different words by number, in the order of first occurrence."""

    count: int = 0
    _slots: NDArray[np.int32] = field(default_factory=lambda: np.zeros(1 << 13, np.int32))
    _hashes: NDArray[np.uint64] = field(default_factory=lambda: np.empty(_FIRST_ROOM, np.uint64))
    _blob: NDArray[np.uint8] = field(default_factory=lambda: np.empty(_FIRST_ROOM * 8, np.uint8))
    _ends: NDArray[np.int64] = field(default_factory=lambda: np.zeros(_FIRST_ROOM + 1, np.int64))

    def read(self, data: NDArray[np.uint8], bounds: NDArray) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The numbers of the words of texts, given as UTF-8 and the places where they begin and end.

        Returns:
            The numbers of all words in order, and where each text ends among them.
        """
        data, bounds, letters = read_only(data), read_only(bounds), written_bits()
        words = np.empty(len(data) // 8 + _FIRST_ROOM, np.int32)
        row_ends = np.empty(len(bounds) - 1, np.int64)
        at = np.array([0, self.count, 0, 0], np.int64)
        while not number_words(data, bounds, letters, words, row_ends, at, *self._arrays()):
            self.count = int(at[1])
            if at[3] == len(words):
                words = _larger(words)
            self._make_room(len(data))
        self.count = int(at[1])
        return words[: at[3]], row_ends

    def number(self, data: NDArray[np.uint8], bounds: NDArray) -> NDArray[np.int32]:
        """The number of each word, given one after another with the places where they begin and end."""
        data, bounds = read_only(data), read_only(bounds)
        numbers = np.empty(len(bounds) - 1, np.int32)
        at = np.array([0, self.count], np.int64)
        while not number_rows(data, bounds, numbers, at, *self._arrays()):
            self.count = int(at[1])
            self._make_room(len(data))
        self.count = int(at[1])
        return numbers

    def words(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The bytes of all words one after another, and the `count + 1` places where they begin and end."""
        ends = self._ends[: self.count + 1]
        return self._blob[: ends[-1]], ends

    def _arrays(self) -> tuple[NDArray, ...]:
        return self._slots, self._hashes, self._blob, self._ends

    def _make_room(self, most: int) -> None:
        """Make every table that is half full larger; `most`: bytes that a new word may have."""
        if 2 * (self.count + 1) >= len(self._hashes):
            self._ends, self._hashes = _larger(self._ends), _larger(self._hashes)
        if 4 * (self.count + 1) >= len(self._slots):
            self._slots = np.zeros(4 * len(self._slots), np.int32)
            fill_slots(self._slots, self._hashes, self.count)
        if 2 * self._ends[self.count] >= len(self._blob):
            self._blob = _larger(self._blob)
        elif self._ends[self.count] + most > len(self._blob):
            self._blob = np.concatenate([self._blob, np.empty(most, np.uint8)])


def _larger(array: NDArray) -> NDArray:
    return np.concatenate([array, np.empty_like(array)])
