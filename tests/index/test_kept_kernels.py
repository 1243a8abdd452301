"""Compiled code that is kept between processes: used where it may be trusted, and nothing fails without it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from numba.core import caching

from pipeline.index import compiled

NOBODY = 65534


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where kernels of this test are kept: the folder of these kernels in one that the operator names."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "named"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    chosen = compiled.choose_folder()
    assert chosen is not None
    monkeypatch.setattr(compiled, "_FOLDER", chosen)
    return chosen


def doubled(number: int) -> int:
    return 2 * number


def asked() -> tuple[int, int]:
    """How often a new process that asks the kernel finds it kept, and how often it is compiled."""
    kernel: Any = compiled.kernel(doubled)
    assert kernel(21) == 42
    return sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values())


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_kernel_is_compiled_once(folder: Path) -> None:
    assert [asked(), asked()] == [(0, 1), (1, 0)]
    assert list(folder.rglob("*.nbc"))


def test_a_kernel_runs_where_it_cannot_be_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching.IndexDataCacheFile, "save", full)
    assert [asked(), asked()] == [(0, 1), (0, 1)]


@pytest.mark.parametrize("name", ["*.nbi", "*.nbc"])
@pytest.mark.parametrize(
    "damage", [lambda content: b"", lambda content: bytes(len(content))], ids=["cut", "zeros"]
)
def test_a_kept_kernel_that_lost_its_bytes_is_compiled_anew(
    folder: Path, name: str, damage: Callable[[bytes], bytes]
) -> None:
    asked()
    (path,) = folder.rglob(name)
    path.write_bytes(damage(path.read_bytes()))
    assert [asked(), asked()] == [(0, 1), (1, 0)]


def test_a_filled_folder_is_used_where_nothing_can_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked()
    for name in ("mkdir", "open"):
        monkeypatch.setattr(os, name, full)
    assert compiled.choose_folder() == folder
    assert asked() == (1, 0)


def test_code_that_others_may_write_is_passed_over(folder: Path) -> None:
    folder.chmod(0o777)
    assert compiled.choose_folder() != folder


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root may give a folder away")
def test_code_of_another_user_is_passed_over(folder: Path) -> None:
    os.chown(folder, NOBODY, NOBODY)
    assert compiled.choose_folder() != folder
