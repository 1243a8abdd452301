"""Unpacked bytes of a plain, gzip or Zstandard file, streamed and bounded.

Rules: the packing is told from the first bytes. A stream that ends early or is damaged raises
`FormatError`; one that unpacks beyond `Bounds` raises `ArchiveError` before the memory is spent. Several
gzip members or zstd frames behind one another are one stream, as their own tools read them.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from schemas.errors import ArchiveError, FormatError
from schemas.sentence import said

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"

# One KiB of zstd can grow to about 32 MiB, so no more than that is handed over at a time.
_ZSTD_CHUNK = 1024
_ZSTD_WINDOW = 1 << 27


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far something may unpack. The ratio counts only above `ratio_floor` bytes."""

    max_bytes: int = 8 * 1024**3
    max_ratio: int = 250
    ratio_floor: int = 64 * 1024**2
    max_members: int = 100_000

    def check(self, unpacked: int, packed: int, where: str) -> None:
        """Raise `ArchiveError` when so many bytes came out of so few."""
        if unpacked > self.max_bytes:
            raise ArchiveError(
                "a file unpacks to more than is allowed",
                expected=said("at most {most:,} bytes", most=self.max_bytes),
                found=said("{unpacked:,} bytes and more to come", unpacked=unpacked),
                where=where,
                remedy="check that this is the file that was meant; split it if it is really so large",
            )
        if unpacked > self.ratio_floor and unpacked > self.max_ratio * max(packed, 1):
            raise ArchiveError(
                "a file unpacks to suspiciously much: it looks like a decompression bomb",
                expected=said("at most {most} times its packed size", most=self.max_ratio),
                found=said("{unpacked:,} bytes out of {packed:,}", unpacked=unpacked, packed=packed),
                where=where,
                remedy="do not use this file; ask where it comes from",
            )


DEFAULT_BOUNDS = Bounds()


def packing_of(head: bytes) -> str:
    """`gz`, `zst` or `none`, from the first four bytes."""
    if head.startswith(GZIP_MAGIC):
        return "gz"
    return "zst" if head.startswith(ZSTD_MAGIC) else "none"


@contextmanager
def open_unpacked(
    path: Path, compression: str = "auto", bounds: Bounds = DEFAULT_BOUNDS
) -> Iterator[BinaryIO]:
    """A buffered stream of the unpacked bytes of a file.

    Raises `FormatError` when the file is not packed as stated, is damaged or ends early, and `ArchiveError`
    when it unpacks without bound; both may come while reading.
    """
    with path.open("rb") as source:
        found = packing_of(source.read(4))
        source.seek(0)
        stated = found if compression == "auto" else compression
        if stated not in ("none", found):
            raise FormatError(
                "a file is not packed as the card states",
                expected=stated,
                found={"none": said("no packing that is known"), "gz": "gzip", "zst": "Zstandard"}[found],
                where=path.name,
                remedy=said("state `compression: {found}`, or leave it out", found=found),
            )
        if stated == "none":
            yield io.BufferedReader(_Plain(source), 1 << 16)
            return
        with io.BufferedReader(_Bounded(source, stated, path, bounds), 1 << 16) as unpacked:
            yield unpacked


class _Plain(io.RawIOBase):
    """The file itself; leaves closing to its owner."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._source.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


class _Bounded(io.RawIOBase):
    """Unpacks while counting."""

    def __init__(self, source: BinaryIO, packing: str, path: Path, bounds: Bounds) -> None:
        self._source = source
        self._bounds = bounds
        self._where = path.name
        self._total = 0
        self._rest = b""
        self._blocks = _gzip_blocks(source) if packing == "gz" else _zstd_blocks(source)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._rest:
            block = self._next_block()
            if block is None:
                return 0
            self._total += len(block)
            self._bounds.check(self._total, self._source.tell(), self._where)
            self._rest = block
        size = min(len(buffer), len(self._rest))
        buffer[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size

    def _next_block(self) -> bytes | None:
        try:
            return next(self._blocks, None)
        except EOFError:
            problem = said("a packed file ends early: it is truncated")
        except (gzip.BadGzipFile, zlib.error) as error:
            problem = said("a packed file is damaged ({error})", error=error)
        except Exception as error:  # zstandard's own error type, without importing it here
            if type(error).__name__ != "ZstdError":
                raise
            problem = said("a packed file is damaged ({error})", error=error)
        raise FormatError(
            problem,
            expected="a whole gzip or Zstandard stream",
            found=said("readable up to byte {total:,} of the unpacked text", total=self._total),
            where=self._where,
            remedy="bring the file again, or pack it again from its original",
        )


def _gzip_blocks(source: BinaryIO) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=source, mode="rb") as unpacked:
        while block := unpacked.read(1 << 16):
            yield block


def _zstd_blocks(source: BinaryIO) -> Iterator[bytes]:
    """zstandard's own reader takes a truncated frame for a whole one; this asks each frame for its end."""
    import zstandard

    factory = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW)
    frame = factory.decompressobj()
    begun = False
    while chunk := source.read(_ZSTD_CHUNK):
        while chunk:
            if frame.eof:
                frame, begun = factory.decompressobj(), False
            begun = True
            block = frame.decompress(chunk)
            if block:
                yield block
            chunk = frame.unused_data if frame.eof else b""
    if begun and not frame.eof:
        raise EOFError
