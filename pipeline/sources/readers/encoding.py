"""Bytes to text: byte-order marks, stated encodings, and a guess for an editor when bytes do not fit.

Rules: a UTF-8 or UTF-16 byte-order mark is accepted and dropped, with a note of the file. Nothing is
decoded with an encoding that neither the card states nor a mark proves. Bytes that do not fit are never
replaced: the line is a problem, naming the byte. UTF-16 is turned into UTF-8 on the way in, so that a line
ends where a person sees it end; a damaged UTF-16 file raises `FormatError`, as its lines are lost.
"""

from __future__ import annotations

import codecs
import io
from dataclasses import dataclass
from itertools import pairwise
from typing import BinaryIO, cast

from pipeline.sources.readers.row import RowProblem
from schemas.errors import FormatError
from schemas.sentence import said

_MARKS = (  # a UTF-32 mark begins like a UTF-16 one, so it is looked for first
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class TextSource:
    """A byte stream behind its mark. `offset` is the place of its first byte in the unpacked file."""

    stream: BinaryIO
    encoding: str
    offset: int
    notes: tuple[RowProblem, ...]


def open_text(stream: BinaryIO, stated: str | None, where: str) -> TextSource:
    """Settle the encoding of a stream; raises `FormatError` when a mark contradicts the card."""
    head = _peek(stream)
    mark, marked = next(((mark, name) for mark, name in _MARKS if head.startswith(mark)), (b"", None))
    if marked and marked.startswith("utf-32"):
        raise FormatError(
            "a file is written in UTF-32", where=where, expected="UTF-8", remedy="save it as UTF-8"
        )
    encoding = _settle(stated, marked, where)
    stream.read(len(mark))
    notes = (_mark_note(encoding),) if mark else ()
    if encoding.startswith("utf-16"):
        recoded = io.BufferedReader(_FromUtf16(stream, encoding, len(mark), where), 1 << 16)
        return TextSource(cast(BinaryIO, recoded), "utf-8", 0, notes)
    return TextSource(stream, encoding, len(mark), notes)


def _peek(stream: BinaryIO) -> bytes:
    return cast(io.BufferedReader, stream).peek(4)[:4]


def _settle(stated: str | None, marked: str | None, where: str) -> str:
    if stated == "utf-16" and marked is None:
        raise FormatError(
            "a file said to be UTF-16 does not begin with a byte-order mark",
            expected="a byte-order mark, or `encoding: utf-16-le` or `utf-16-be`",
            where=where,
            remedy="state which of the two byte orders the file has",
        )
    if stated is None or (stated == "utf-16" and marked and marked.startswith("utf-16")):
        return marked or "utf-8"
    if marked is not None and marked != stated:
        raise FormatError(
            "the first bytes of a file contradict the encoding that the card states",
            expected=stated,
            found=said("the byte-order mark of {marked}", marked=marked),
            where=where,
            remedy="remove `encoding` from the card: the mark is enough",
        )
    return stated


def _mark_note(encoding: str) -> RowProblem:
    return RowProblem(
        "byte-order-mark",
        "",
        encoding,
        said(
            "the file begins with a byte-order mark ({encoding}); it was dropped and is no part of the text",
            encoding=encoding,
        ),
        "nothing needs to be done; save the file as UTF-8 without a mark to silence this note",
    )


def undecodable(data: bytes, error: UnicodeDecodeError, encoding: str, offset: int, line: int) -> RowProblem:
    """The problem of a line whose bytes do not fit; `offset` is where the line begins in the file."""
    guess = guess_encoding(data)
    remedy = (
        said("these bytes are UTF-8: remove `encoding` from the card")
        if _is_utf8(data)
        else said("the file ends amid a character: it was cut, so bring it again")
        if _cut(data, error)
        else said(
            "these bytes look like {name}: save the file as UTF-8, or write encoding: {guess} "
            "under format in the card",
            name=_COMMON[guess],
            guess=guess,
        )
        if guess
        else said("save the file as UTF-8, or write its encoding under format in the card")
    )
    return RowProblem(
        "undecodable-bytes",
        "",
        data[max(0, error.start - 20) : error.end + 20].decode(encoding, "backslashreplace"),
        said(
            "line {line} holds bytes that are not {encoding}: byte {offset} of the file is 0x{byte:02x}",
            line=line,
            encoding=encoding,
            offset=offset + error.start,
            byte=data[error.start],
        ),
        remedy,
    )


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _cut(data: bytes, error: UnicodeDecodeError) -> bool:
    """Whether all is as it should be up to a last character of which a part is not there."""
    before = data[: error.start]
    return error.reason == "unexpected end of data" and not before.isascii()


_COMMON = {
    "cp1256": "Windows-1256",
    "iso-8859-6": "ISO 8859-6",
    "cp1252": "Windows-1252",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
}


def guess_encoding(data: bytes) -> str | None:
    """The encoding that bytes which are not UTF-8 most look like, or None. A hint for a person only."""
    sample = data[:65536]
    if sample.count(0) * 5 > len(sample):
        return "utf-16-le" if sample[1::2].count(0) >= sample[0::2].count(0) else "utf-16-be"
    high = [byte for byte in sample if byte >= 0x80]
    if not high:
        return None
    arabic = {encoding: _arabic_in(bytes(high), encoding) for encoding in ("cp1256", "iso-8859-6")}
    likely = max(arabic, key=lambda encoding: arabic[encoding])  # Windows-1256, where both are as likely
    if len(high) >= 2 and arabic[likely] * 10 >= len(high) * 7 and _in_runs(sample):
        return likely
    return "cp1252" if not any(byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D) for byte in high) else None


def _arabic_in(high: bytes, encoding: str) -> int:
    """How many of these bytes are Arabic in an encoding; none where one of them is nothing there."""
    try:
        return sum("\u0600" <= letter <= "\u06ff" for letter in high.decode(encoding))
    except UnicodeDecodeError:
        return 0


def _in_runs(sample: bytes) -> bool:
    """Arabic letters stand beside one another; accented Latin letters stand alone."""
    pairs = pairwise(sample)
    neighbours = sum(first >= 0x80 and second >= 0x80 for first, second in pairs)
    return neighbours * 3 >= sum(byte >= 0x80 for byte in sample)


class _FromUtf16(io.RawIOBase):
    """UTF-16 in, UTF-8 out."""

    def __init__(self, source: BinaryIO, encoding: str, offset: int, where: str) -> None:
        self._source = source
        self._decoder = codecs.getincrementaldecoder(encoding)("strict")
        self._encoding = encoding
        self._offset = offset
        self._where = where
        self._rest = b""
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._rest and not self._ended:
            self._rest = self._decode_block().encode()
        size = min(len(buffer), len(self._rest))
        buffer[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size

    def _decode_block(self) -> str:
        block = self._source.read(1 << 16)
        self._ended = not block
        held = len(self._decoder.getstate()[0])
        try:
            text = self._decoder.decode(block, final=self._ended)
        except UnicodeDecodeError as error:
            raise FormatError(
                said("a file is not whole {encoding}", encoding=self._encoding.upper()),
                expected="pairs of bytes that form characters",
                found=said(
                    "{reason} at byte {offset}", reason=error.reason, offset=self._offset - held + error.start
                ),
                where=self._where,
                remedy="save the file again, best as UTF-8",
            ) from error
        self._offset += len(block)
        return text
