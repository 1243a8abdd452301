"""The parts that kernels of the index are made of: wide comparisons, and arrays by their places."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core.registry import CPUDispatcher
from numpy.typing import NDArray

from pipeline import index
from pipeline.index import compiled
from pipeline.index.addresses import places_of, reader_of
from pipeline.index.bits import LANES, reaching
from pipeline.index.compiled import kernel


@kernel
def _reaching(values, place, least):  # type: ignore[no-untyped-def]
    return reaching(values, place, np.uint16(least))


class _Some(NamedTuple):
    numbers: NDArray[np.uint16]
    table: NDArray[np.float64]
    nothing: NDArray[np.uint8]


_some = reader_of(_Some, {"table": ("<f8", 2), "numbers": ("<u2", 1), "nothing": ("|u1", 1)})


@kernel
def _sums(places):  # type: ignore[no-untyped-def]
    some = _some(places)
    total = 0
    for number in some.numbers:
        total += number
    return total, some.table.shape, some.table[1, 2], len(some.nothing)


@given(
    st.lists(st.sampled_from([0, 1, 7, 32_767, 32_768, 65_535]), min_size=LANES, max_size=LANES),
    st.integers(0, 9),
)
def test_which_of_64_values_reach_another(values: list[int], place: int) -> None:
    held = np.array([9] * place + values, np.uint16)
    for least in (0, 1, 7, 32_768, 65_535):
        wanted = sum(1 << lane for lane, value in enumerate(values) if value >= least)
        assert _reaching(held, place, least) == wanted


def test_arrays_are_found_by_their_places() -> None:
    some = _Some(np.arange(5, dtype=np.uint16), np.arange(6.0).reshape(2, 3), np.empty(0, np.uint8))
    assert _sums(places_of(some)) == (10, (2, 3), 5.0, 0)


def test_every_kernel_is_kept_where_the_decorator_keeps_it() -> None:
    """Another way to compile would fail where the package is read-only and there is no home."""
    if compiled._FOLDER is None:
        pytest.skip("nothing can be written here")
    names = [one.name for one in pkgutil.walk_packages(index.__path__, f"{index.__name__}.")]
    found = [
        one for name in names for one in vars(import_module(name)).values() if isinstance(one, CPUDispatcher)
    ]
    assert found
    elsewhere = {
        one.__name__ for one in found if not Path(one.stats.cache_path).is_relative_to(compiled._FOLDER)
    }
    assert elsewhere == set()
