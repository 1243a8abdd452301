"""Stages hand files on by hard links, and by copies where a file system has none."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from pipeline.build.stage import link_tree


def _built(folder: Path) -> Path:
    (folder / "lexical").mkdir(parents=True)
    (folder / "lexical" / "arrays.bin").write_bytes(b"\x00\x01")
    (folder / "stage.json").write_bytes(b"{}")
    return folder


def test_files_are_linked_without_the_record_of_the_stage(tmp_path: Path) -> None:
    built = _built(tmp_path / "built")
    link_tree(built, tmp_path / "view")
    assert (tmp_path / "view/lexical/arrays.bin").samefile(built / "lexical/arrays.bin")
    assert not (tmp_path / "view/stage.json").exists()


def test_files_are_copied_where_nothing_can_be_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

    built = _built(tmp_path / "built")
    monkeypatch.setattr(os, "link", refuse)
    link_tree(built, tmp_path / "view")
    copy = tmp_path / "view/lexical/arrays.bin"
    assert copy.read_bytes() == b"\x00\x01"
    assert not copy.samefile(built / "lexical/arrays.bin")


def test_another_fault_of_the_disk_is_not_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "link", refuse)
    with pytest.raises(OSError, match="No space"):
        link_tree(_built(tmp_path / "built"), tmp_path / "view")
