"""The classes of characters that the kernels go by, read off the definitions of `pipeline.text`.

A class is a set of bits, one for each code point; it is made by asking the regular expressions that define it, so
there is no second definition to fall behind.
"""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from pipeline.text.words import WRITTEN

_CODES = 0x110000
_FIRST_SURROGATE, _LAST_SURROGATE = 0xD800, 0xDFFF
_UTF32 = "utf-32-le"


@cache
def _every_character() -> str:
    codes = np.arange(_CODES, dtype="<u4")
    return codes[(codes < _FIRST_SURROGATE) | (codes > _LAST_SURROGATE)].tobytes().decode(_UTF32)


def character_bits(characters: str) -> NDArray[np.uint8]:
    """A class of listed characters."""
    flags = np.zeros(_CODES, np.uint8)
    flags[np.frombuffer(characters.encode(_UTF32), "<u4")] = 1
    return read_only(np.packbits(flags, bitorder="little"))


@cache
def written_bits() -> NDArray[np.uint8]:
    """The characters of written words: bit `code & 7` of byte `code >> 3`."""
    return character_bits("".join(WRITTEN.findall(_every_character())))


@cache
def space_bits() -> NDArray[np.uint8]:
    """White space, as `str.split` and `re` see it."""
    return character_bits("".join(re.findall(r"\s", _every_character())))


def read_only(array: NDArray) -> NDArray:
    """A read-only view: arrays of both kinds would make numba compile everything twice."""
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view


def utf8_of(texts: pa.Array) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """The UTF-8 of an array of texts without nulls, and the places where its texts begin and end; read-only."""
    _, offsets, values = texts.buffers()
    bounds = np.frombuffer(offsets, np.int32, len(texts) + 1, texts.offset * 4)
    return read_only(np.frombuffer(values or b"", np.uint8)), read_only(bounds)


def texts_of(data: NDArray[np.uint8], bounds: NDArray[np.int32]) -> pa.Array:
    """The opposite: an array of texts over their UTF-8."""
    return pa.Array.from_buffers(
        pa.string(), len(bounds) - 1, [None, pa.py_buffer(bounds), pa.py_buffer(data)]
    )
