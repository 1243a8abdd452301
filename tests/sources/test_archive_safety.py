"""Archives: single members come out whole, and nothing comes out of a hostile or broken one."""

from __future__ import annotations

import errno
import gzip
import io
import os
import stat
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from pipeline.sources.archives import Member, extract_member, list_members, read_member
from pipeline.sources.compression import Bounds
from schemas.errors import ArchiveError, FetchError

GOOD = ("data/a.json", b"[1]")


def zip_of(path: Path, *members: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


def tar_of(path: Path, members: Iterable[tuple[tarfile.TarInfo, bytes]]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for entry, data in members:
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return path


def entry(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.linkname = kind, target
    return made


def refused(archive: Path, tmp_path: Path, bounds: Bounds = Bounds()) -> ArchiveError:  # noqa: B008
    """The error; and nothing was written."""
    out = tmp_path / "out"
    with pytest.raises(ArchiveError):
        read_member(archive, GOOD[0], bounds)
    with pytest.raises(ArchiveError) as caught:
        extract_member(archive, GOOD[0], out / "a.json", bounds)
    assert [path for path in out.rglob("*") if path.is_file()] == []
    assert caught.value.where == archive.name
    assert caught.value.remedy
    return caught.value


@pytest.mark.parametrize("kind", ["zip", "tgz"])
def test_one_member_comes_out_whole(tmp_path: Path, kind: str) -> None:
    big = os.urandom(300_000)
    if kind == "zip":
        archive = zip_of(tmp_path / "a.whl", GOOD, ("big", big))
    else:
        archive = tar_of(tmp_path / "a.tgz", [(entry(GOOD[0]), GOOD[1]), (entry("big"), big)])
    assert list_members(archive) == (Member(GOOD[0], 3), Member("big", 300_000))
    assert extract_member(archive, "big", tmp_path / "deep" / "b") == 300_000
    assert (tmp_path / "deep" / "b").read_bytes() == big
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["b"]
    assert read_member(archive, "big") == big


CLIMBING = ["../x", "a/../../x", "/etc/x", "..", "a\\..\\x", "C:/x", "c:x", "\\\\host\\x"]


@pytest.mark.parametrize("name", CLIMBING)
def test_a_member_that_climbs_out_refuses_the_zip(tmp_path: Path, name: str) -> None:
    info = zipfile.ZipInfo("x")
    info.filename = name
    error = refused(zip_of(tmp_path / "a.zip", GOOD, (info, b"x")), tmp_path)
    assert "climbs out" in error.problem


@pytest.mark.parametrize("name", CLIMBING)
def test_a_member_that_climbs_out_refuses_the_tar(tmp_path: Path, name: str) -> None:
    archive = tar_of(tmp_path / "a.tgz", [(entry(GOOD[0]), GOOD[1]), (entry(name), b"x")])
    assert "climbs out" in refused(archive, tmp_path).problem


@pytest.mark.parametrize(
    "kind",
    [
        tarfile.SYMTYPE,
        tarfile.LNKTYPE,
        tarfile.CHRTYPE,
        tarfile.BLKTYPE,
        tarfile.FIFOTYPE,
        tarfile.GNUTYPE_SPARSE,
    ],
)
def test_links_and_devices_refuse_the_tar(tmp_path: Path, kind: bytes) -> None:
    archive = tar_of(tmp_path / "a.tgz", [(entry(GOOD[0]), GOOD[1]), (entry("x", kind, "/etc/passwd"), b"")])
    refused(archive, tmp_path)


@pytest.mark.parametrize("mode", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO])
def test_links_and_devices_refuse_the_zip(tmp_path: Path, mode: int) -> None:
    info = zipfile.ZipInfo("x")
    info.external_attr = (mode | 0o777) << 16
    assert "link" in refused(zip_of(tmp_path / "a.zip", GOOD, (info, b"/etc/passwd")), tmp_path).problem


def test_an_encrypted_zip_is_refused(tmp_path: Path) -> None:
    archive = zip_of(tmp_path / "a.zip", GOOD)
    data = bytearray(archive.read_bytes())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    archive.write_bytes(data)
    assert "encrypted" in refused(archive, tmp_path).problem


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_members_of_one_name_refuse_the_archive(tmp_path: Path) -> None:
    assert "same name" in refused(zip_of(tmp_path / "a.zip", GOOD, (GOOD[0], b"other")), tmp_path).problem
    archive = tar_of(tmp_path / "a.tgz", [(entry(GOOD[0]), b"one"), (entry(GOOD[0]), b"other")])
    assert "same name" in refused(archive, tmp_path).problem


def test_bombs_are_refused(tmp_path: Path) -> None:
    zeros = b"\0" * 80_000_000
    assert "bomb" in refused(zip_of(tmp_path / "a.zip", GOOD, ("z", zeros)), tmp_path).problem
    archive = tar_of(tmp_path / "a.tgz", [(entry(GOOD[0]), GOOD[1]), (entry("z"), zeros)])
    assert "bomb" in refused(archive, tmp_path).problem


def test_the_bounds_hold_for_size_and_count(tmp_path: Path) -> None:
    many = [(f"m{number}", b"x" * 100) for number in range(50)]
    small = zip_of(tmp_path / "a.zip", GOOD, *many)
    assert "more than is allowed" in refused(small, tmp_path, Bounds(max_bytes=1000)).problem
    assert "more than 50 members" in refused(small, tmp_path, Bounds(max_members=50)).problem
    tar = tar_of(tmp_path / "a.tgz", [(entry(name), data) for name, data in [GOOD, *many]])
    assert "more than is allowed" in refused(tar, tmp_path, Bounds(max_bytes=1000)).problem
    assert "more than 50 members" in refused(tar, tmp_path, Bounds(max_members=50)).problem


def test_a_tar_of_too_many_members_is_refused_before_all_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tar = tar_of(tmp_path / "a.tgz", [(entry(f"m{number}"), b"x") for number in range(200)])
    held: list[int] = []
    read_next = tarfile.TarFile.next

    def counted(archive: tarfile.TarFile) -> tarfile.TarInfo | None:
        held.append(len(archive.members))
        return read_next(archive)

    monkeypatch.setattr(tarfile.TarFile, "next", counted)
    with pytest.raises(ArchiveError, match="more than 50 members"):
        list_members(tar, Bounds(max_members=50))
    assert len(held) <= 52
    assert max(held) <= 1


@pytest.mark.parametrize("kind", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_a_name_that_is_as_long_as_a_member_refuses_the_tar(tmp_path: Path, kind: int) -> None:
    with tarfile.open(tmp_path / "a.tgz", "w:gz", format=kind) as archive:
        archive.addfile(entry("a/" * 1_000_000 + "é"), io.BytesIO())
    assert "truncated or damaged" in refused(tmp_path / "a.tgz", tmp_path).problem


def test_overlapping_members_refuse_the_zip(tmp_path: Path) -> None:
    archive = zip_of(tmp_path / "a.zip", (GOOD[0], os.urandom(1000)), ("b", os.urandom(10)))
    data = archive.read_bytes()
    start = data.index(b"PK\x01\x02")
    second = data.index(b"PK\x01\x02", start + 4)
    end = data.index(b"PK\x05\x06")
    first_entry = data[start:second]
    again = first_entry.replace(GOOD[0].encode(), b"data/b.json")
    tail = bytearray(data[end:])
    tail[8:12] = (2).to_bytes(2, "little") * 2
    tail[12:16] = (len(first_entry) + len(again)).to_bytes(4, "little")
    archive.write_bytes(data[:start] + first_entry + again + bytes(tail))
    assert "overlap" in refused(archive, tmp_path).problem


@pytest.mark.parametrize("kind", ["zip", "tgz"])
@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_truncated_archive_is_refused(tmp_path: Path, kind: str, share: float) -> None:
    noise = os.urandom(100_000)
    archive = (
        zip_of(tmp_path / "a.zip", GOOD, ("n", noise))
        if kind == "zip"
        else tar_of(tmp_path / "a.tgz", [(entry(GOOD[0]), GOOD[1]), (entry("n"), noise)])
    )
    data = archive.read_bytes()
    archive.write_bytes(data[: int(len(data) * share)])
    assert "truncated" in refused(archive, tmp_path).problem


@pytest.mark.parametrize("damage", ["cut", "no-end", "garbage"])
def test_a_tar_that_ends_early_inside_a_whole_gzip_is_refused(tmp_path: Path, damage: str) -> None:
    archive = tar_of(tmp_path / "a.tgz", [(entry(GOOD[0]), GOOD[1]), (entry("b"), b"x" * 512)])
    plain = gzip.decompress(archive.read_bytes())
    second = 1024  # header and data of the first member take a block each
    changed = {
        "cut": plain[: second + 100],
        "no-end": plain[: second + 1024],
        "garbage": plain[:second] + b"\x01" * 512 + plain[second + 512 :],
    }[damage]
    archive.write_bytes(gzip.compress(changed))
    assert "truncated or damaged" in refused(archive, tmp_path).problem


def test_a_flipped_bit_is_found(tmp_path: Path) -> None:
    archive = tmp_path / "a.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as opened:
        opened.writestr(GOOD[0], b"0123456789")
    data = archive.read_bytes()
    archive.write_bytes(data.replace(b"0123456789", b"0123456788"))
    assert "damaged" in refused(archive, tmp_path).problem


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    for data in (b"", b"hello", gzip.compress(b"hello")):
        (tmp_path / "a.tgz").write_bytes(data)
        refused(tmp_path / "a.tgz", tmp_path)


def test_a_missing_member_names_the_ones_that_are_there(tmp_path: Path) -> None:
    archive = zip_of(tmp_path / "a.zip", ("package/data/a.json", b"[]"), ("b.txt", b""))
    assert "package/data/a.json" in refused(archive, tmp_path).found


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = zip_of(tmp_path / "a.zip", GOOD)
    target = tmp_path / "out" / "a.json"
    extract_member(archive, GOOD[0], target)

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FetchError, match="disk is full"):
        extract_member(archive, GOOD[0], target)
    assert target.read_bytes() == GOOD[1]
    assert [path.name for path in target.parent.iterdir()] == ["a.json"]
