"""Single members out of zip (wheels) and tar archives (npm packages), safely.

Rules: the whole archive is judged before anything is taken from it. It is refused with `ArchiveError` when
any member climbs out of its folder (an absolute path, .., a backslash, a drive letter), is a link, a device
or encrypted, or shares its name with another; when it unpacks beyond `Bounds`; and when it ends early or
its checksums fail. A member is streamed to a staging file, then renamed; one that is small enough may be had as
bytes. What it does not do: unpack whole trees.
"""

from __future__ import annotations

import io
import lzma
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Self, cast

from pipeline.disk.faults import disk_errors
from pipeline.disk.writing import whole_file
from pipeline.sources.compression import DEFAULT_BOUNDS, Bounds, open_unpacked
from schemas.errors import ArchiveError, FetchError, FormatError
from schemas.sentence import Sentence, said

IN_MEMORY = Bounds(max_bytes=1 << 30)  # of an archive that a member is read from, not written
_BLOCK = 1 << 16
_DRIVE = re.compile(r"^[A-Za-z]:")
_ENCRYPTED = 0x1
_LONGEST_HEADER = 1 << 20  # bytes, of what says more of the next member; held in memory
_OF_THE_NEXT = (
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
)


# All that the libraries raise at bytes that make no sense (found by changing bytes at random).
_DAMAGED = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    IndexError,
    OverflowError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Member:
    """A regular file in an archive; `size` is its unpacked size in bytes."""

    name: str
    size: int


def list_members(archive: Path, bounds: Bounds = DEFAULT_BOUNDS) -> tuple[Member, ...]:
    """All regular files of an archive, in its order; raises `ArchiveError` when it is not safe."""
    with _translated(archive):
        if _is_zip(archive):
            with zipfile.ZipFile(archive) as opened:
                return _judge_zip(opened, archive, bounds)
        with _open_tar(archive, bounds) as tar:
            return _judge((_tar_member(entry, archive) for entry in _entries(tar)), archive, bounds)


def extract_member(archive: Path, member: str, destination: Path, bounds: Bounds = DEFAULT_BOUNDS) -> int:
    """Write one member to a file, whole or not at all; returns its size in bytes.

    Raises `ArchiveError` when the archive is not safe or has no such member.
    """
    wanted = _find(archive, member, bounds)
    with (
        _translated(archive),
        disk_errors(FetchError, said("writing {path}", path=member)),
        whole_file(destination) as target,
        _open_member(archive, member, bounds) as source,
    ):
        return _copy(source, target, wanted, archive)


def read_member(archive: Path, member: str, bounds: Bounds = IN_MEMORY) -> bytes:
    """One member, held in memory; raises `ArchiveError` as `extract_member` does."""
    wanted, held = _find(archive, member, bounds), io.BytesIO()
    with _translated(archive), _open_member(archive, member, bounds) as source:
        _copy(source, held, wanted, archive)
    return held.getvalue()


def _find(archive: Path, member: str, bounds: Bounds) -> Member:
    members = list_members(archive, bounds)
    wanted = next((found for found in members if found.name == member), None)
    if wanted is None:
        raise _no_member(archive, member, members)
    return wanted


@contextmanager
def _open_member(archive: Path, member: str, bounds: Bounds) -> Iterator[BinaryIO]:
    if _is_zip(archive):
        with zipfile.ZipFile(archive) as opened, _open_zipped(opened, member, archive) as source:
            yield source
        return
    with _open_tar(archive, bounds) as tar:
        for entry in _entries(tar):
            found = tar.extractfile(entry) if entry.name == member else None
            if found is not None:
                yield cast(BinaryIO, found)
                return


def _copy(source: BinaryIO, target: BinaryIO, wanted: Member, archive: Path) -> int:
    size = 0
    for block in _blocks(source, archive):
        size += len(block)
        if size > wanted.size:
            break
        target.write(block)
    if size != wanted.size:
        raise ArchiveError(
            said("the member “{name}” is not of the size that its archive states", name=wanted.name),
            expected=said("{count:,} bytes", count=wanted.size),
            found=said("{count:,} bytes", count=size),
            where=archive.name,
            remedy="bring the archive again",
        )
    return size


def _blocks(source: BinaryIO, archive: Path) -> Iterator[bytes]:
    """Blocks of a member; an error here is the archive's, one of writing them is the disk's."""
    while True:
        try:
            block = source.read(_BLOCK)
        except OSError as error:
            raise _damaged(archive, error.strerror or str(error)) from error
        if not block:
            return
        yield block


def _open_zipped(opened: zipfile.ZipFile, member: str, archive: Path) -> BinaryIO:
    try:
        return cast(BinaryIO, opened.open(member))
    except OSError as error:  # a member that claims to lie before the file's beginning
        raise _damaged(archive, error.strerror or str(error)) from error


def _is_zip(archive: Path) -> bool:
    with archive.open("rb") as file:
        return file.read(2) == b"PK"


def _judge_zip(opened: zipfile.ZipFile, archive: Path, bounds: Bounds) -> tuple[Member, ...]:
    entries = opened.infolist()
    packed = sum(entry.compress_size for entry in entries)
    if packed > archive.stat().st_size:
        raise _refuse(said("members of the archive overlap: it looks like a decompression bomb"), "", archive)
    return _judge((_zip_member(entry, archive) for entry in entries), archive, bounds)


def _zip_member(entry: zipfile.ZipInfo, archive: Path) -> Member | None:
    # zipfile cuts a name at its NUL and turns other separators: judge the name that the archive states
    mode = entry.external_attr >> 16
    kind = stat.S_IFMT(mode)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise _refuse(said("a member is a link or a device"), entry.filename, archive)
    if entry.flag_bits & _ENCRYPTED:
        raise _refuse(said("the archive is encrypted"), entry.filename, archive)
    _check_name(entry.orig_filename, archive)
    return None if entry.is_dir() else Member(entry.filename, entry.file_size)


def _tar_member(entry: tarfile.TarInfo, archive: Path) -> Member | None:
    _check_name(entry.name, archive)
    if entry.isdir():
        return None
    if not entry.isreg() or entry.issparse():
        raise _refuse(said("a member is a link, a device or a sparse file"), entry.name, archive)
    return Member(entry.name, entry.size)


def _check_name(name: str, archive: Path) -> None:
    climbs = name.startswith("/") or "\\" in name or _DRIVE.match(name) or ".." in name.split("/")
    if climbs or "\0" in name or not name:
        raise _refuse(said("a member climbs out of the archive's folder"), name, archive)


def _judge(found: Iterable[Member | None], archive: Path, bounds: Bounds) -> tuple[Member, ...]:
    members: dict[str, Member] = {}
    size = 0
    for number, member in enumerate(found, start=1):
        if number > bounds.max_members:
            raise _refuse(
                said("the archive has more than {most:,} members", most=bounds.max_members),
                "",
                archive,
            )
        if member is None:
            continue
        size += member.size
        bounds.check(size, archive.stat().st_size, archive.name)
        if member.name in members:
            raise _refuse(said("two members of the archive have the same name"), member.name, archive)
        members[member.name] = member
    return tuple(members.values())


def _entries(tar: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    """The headers of an archive one after the other, none of which is kept."""
    while (entry := tar.next()) is not None:
        yield entry
        tar.members.clear()  # type: ignore[attr-defined]


class _StrictHeader(tarfile.TarInfo):
    """tarfile takes a header that it cannot read, or none at all, for the end of the archive; this does not. Nor does
    it read a name, or what else a header says of the next one, that is as long as a member."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        header = super().frombuf(buf, encoding, errors)
        if header.type in _OF_THE_NEXT and header.size > _LONGEST_HEADER:
            raise tarfile.ReadError(said("a header of {size:byte}", size=header.size))
        return header

    @classmethod
    def fromtarfile(cls, tar: tarfile.TarFile) -> Self:
        try:
            return super().fromtarfile(tar)
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]
            raise
        except tarfile.HeaderError as error:
            raise tarfile.ReadError(str(error) or said("the archive has no end")) from error


@contextmanager
def _open_tar(archive: Path, bounds: Bounds) -> Iterator[tarfile.TarFile]:
    with (
        open_unpacked(archive, "auto", bounds) as stream,
        tarfile.open(fileobj=stream, mode="r|", tarinfo=_StrictHeader) as tar,
    ):
        yield tar


@contextmanager
def _translated(archive: Path) -> Iterator[None]:
    """Every way in which the libraries say "damaged", as one error."""
    try:
        yield
    except FormatError as error:
        raise _damaged(archive, error.problem) from error
    except _DAMAGED as error:
        ours = error.args[0] if error.args and isinstance(error.args[0], Sentence) else str(error)
        raise _damaged(archive, ours) from error
    except (NotImplementedError, RuntimeError) as error:  # a packing method, or a password
        raise _refuse(
            said("the archive is packed in a way that cannot be read"), str(error), archive
        ) from error


def _damaged(archive: Path, found: str) -> ArchiveError:
    return ArchiveError(
        "an archive is truncated or damaged",
        expected="a whole zip or (gzipped) tar archive",
        found=found,
        where=archive.name,
        remedy="bring it again; if it stays so, pin another version",
    )


def _refuse(problem: str, found: str, archive: Path) -> ArchiveError:
    return ArchiveError(
        problem,
        found=repr(found) if found else "",
        where=archive.name,
        remedy="do not use this archive; ask where it comes from",
    )


def _no_member(archive: Path, member: str, members: Sequence[Member]) -> ArchiveError:
    tail = member.rsplit("/", 1)[-1]
    near = [found.name for found in members if found.name.rsplit("/", 1)[-1] == tail]
    near = near or [found.name for found in members if found.name.endswith(Path(tail).suffix or "/")]
    return ArchiveError(
        said("the archive has no member “{member}”", member=member),
        found=said(
            "it has {names}",
            names=", ".join(near[:8]) or ", ".join(found.name for found in members[:8]) or said("none"),
        ),
        where=archive.name,
        remedy="correct `member` in the card",
    )
