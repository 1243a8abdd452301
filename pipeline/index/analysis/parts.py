"""Finished parts of an analysis, kept by name in a folder until the whole is done.

A part is one file of arrays, and perhaps tables written before it. It gets its name when it is whole, so a build that
was killed goes on with the parts that it finds. The folder belongs to one analysis alone: the same inputs, the same
parts.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from pipeline.disk.writing import whole_file

# NumPy reads the head of an array as a Python literal, and in Python 3.11 two threads that do so at once may find that
# the interpreter has lost count of its own depth (a SystemError, CPython's issue 106905).
_ONE_AT_A_TIME = Lock()


def part(folder: Path, name: str) -> Path:
    """Where a part is kept."""
    return folder / f"{name}.npz"


def save_part(path: Path, arrays: Mapping[str, NDArray]) -> None:
    """Keep a part, whole or not at all."""
    with whole_file(path) as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]


def read_part(path: Path) -> dict[str, NDArray]:
    """The arrays of a part."""
    with _ONE_AT_A_TIME, np.load(path, allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}


def finished(path: Path) -> bool:
    """Whether a part is there; one that the disk lost a piece of is not."""
    try:
        with zipfile.ZipFile(path) as stored:
            return stored.testzip() is None
    except (OSError, zipfile.BadZipFile):
        return False
