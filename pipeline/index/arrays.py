"""Folders of plain arrays: little-endian values, nothing else in a file, and one JSON header that names them.

    header.json     {"kind": ..., "version": ..., "arrays": {name: {"dtype", "shape"}}, "facts": {...}}
    <name>.bin      the values of one array, in C order

Rules: every file appears whole, and the header comes last, so a folder without one is not an index. Opening maps the
files and checks kind, version, dtypes, dimensions and exact sizes; arrays that come back are read-only. The same arrays
give the same bytes.

Not done here: checksums (the manifest's job) and the meaning of the values.
"""

from __future__ import annotations

import json
import math
import mmap
import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.disk.writing import write_whole
from schemas.errors import IndexFormatError
from schemas.tables import canonical_json

HEADER = "header.json"
MAXIMUM_HEADER = 1 << 20  # bytes
REBUILD = "bring the snapshot again, or build the index anew"


def write_arrays(
    folder: Path, kind: str, version: int, arrays: Mapping[str, NDArray], facts: Mapping[str, object]
) -> None:
    """Write arrays and their header into a folder, which is made if it does not exist."""
    folder.mkdir(parents=True, exist_ok=True)
    described: dict[str, object] = {}
    for name, array in sorted(arrays.items()):
        plain = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        write_whole(folder / f"{name}.bin", plain.reshape(-1).view(np.uint8).data)
        described[name] = {"dtype": plain.dtype.str, "shape": list(plain.shape)}
    header = {"kind": kind, "version": version, "arrays": described, "facts": dict(facts)}
    write_whole(folder / HEADER, canonical_json(header))


def open_arrays(
    folder: Path, kind: str, versions: range, expected: Mapping[str, tuple[str, int]]
) -> tuple[dict[str, NDArray], dict[str, object]]:
    """Map the arrays of a folder.

    Args:
        expected: name -> (dtype as in `<u4`, number of dimensions) of every array that must be there.

    Returns:
        The arrays, read-only, and the facts of the header.

    Raises:
        IndexFormatError: the folder is not of this kind, of an unknown version, or a file has a wrong size.
    """
    header = _read_header(folder, kind, versions)
    described = header["arrays"]
    if not isinstance(described, dict) or set(described) != set(expected):
        raise _unusable(folder, ", ".join(sorted(expected)), repr(described)[:200])
    arrays = {}
    for name, (dtype, dimensions) in expected.items():
        shape = _shape(folder, name, described[name], dtype, dimensions)
        arrays[name] = map_array(folder / f"{name}.bin", np.dtype(dtype), shape)
    facts = header["facts"]
    if not isinstance(facts, dict):
        raise _unusable(folder, "an object named facts", repr(facts)[:80])
    return arrays, facts


def map_array(path: Path, dtype: np.dtype, shape: tuple[int, ...], head: int = 0) -> NDArray:
    """Map a file as one read-only array of exactly this shape, behind so many bytes of something else."""
    wanted = head + math.prod(shape) * dtype.itemsize
    try:
        with path.open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            if size != wanted:
                raise _unusable(path, f"{wanted} bytes", f"{size} bytes")
            content: bytes | mmap.mmap = b""
            if size:
                content = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise _unusable(path, "a file that can be read", str(error)) from error
    return np.frombuffer(content, dtype=dtype, offset=head).reshape(shape)


def _read_header(folder: Path, kind: str, versions: range) -> dict[str, object]:
    path = folder / HEADER
    try:
        with path.open("rb") as stream:
            content = stream.read(MAXIMUM_HEADER + 1)
        header = json.loads(content)
    except (OSError, ValueError, RecursionError) as error:
        raise _unusable(path, "the header of an index", str(error)) from error
    if not isinstance(header, dict) or header.get("kind") != kind:
        raise _unusable(path, f"an index of the kind {kind}", repr(header)[:80])
    if header.get("version") not in versions:
        raise IndexFormatError(
            "this index is of a format version that this reader does not know",
            where=str(path),
            expected=" or ".join(map(str, versions)),
            found=repr(header.get("version"))[:80],
            remedy="use the version of Isnad that wrote it, or build the index anew",
        )
    if set(header) != {"kind", "version", "arrays", "facts"}:
        raise _unusable(path, "kind, version, arrays, facts", ", ".join(sorted(header)))
    return header


def _shape(folder: Path, name: str, said: object, dtype: str, dimensions: int) -> tuple[int, ...]:
    shape = said.get("shape") if isinstance(said, dict) else None
    if (
        not isinstance(said, dict)
        or said.get("dtype") != dtype
        or not isinstance(shape, list)
        or len(shape) != dimensions
        or not all(type(step) is int and 0 <= step < 1 << 40 for step in shape)
    ):
        raise _unusable(folder, f"{name}: {dtype} in {dimensions} dimensions", repr(said)[:120])
    return tuple(shape)


def _unusable(path: Path, expected: str, found: str) -> IndexFormatError:
    return IndexFormatError(
        "a part of the index cannot be used",
        where=str(path),
        expected=expected,
        found=found,
        remedy=REBUILD,
    )
