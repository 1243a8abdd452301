"""Places of stretches, and asking memory ahead: what kernels of several parts share."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pipeline.index.ahead import ahead, row_ahead
from pipeline.index.compiled import kernel
from pipeline.index.stretches import places_between


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(-3, 9)), max_size=12))
def test_all_places_of_stretches_come_one_stretch_after_another(told: list[tuple[int, int]]) -> None:
    first = np.array([start for start, _ in told], np.int64)
    last = first + np.array([length for _, length in told], np.int64)
    owners, places = places_between(first, last)
    expected = [
        (owner, start + step) for owner, (start, length) in enumerate(told) for step in range(max(0, length))
    ]
    assert list(zip(owners.tolist(), places.tolist(), strict=True)) == expected


@kernel
def _total_ahead(values, far):  # type: ignore[no-untyped-def]
    total = 0
    for row in range(len(values)):
        row_ahead(values[row])
        ahead(values[row], far)
        for value in values[row]:
            total += value
    return total


def test_asking_ahead_changes_nothing_wherever_it_points() -> None:
    values = np.arange(300, dtype=np.uint8).reshape(3, 100)
    for far in (0, 99, -1, 1 << 40, -(1 << 40)):
        assert _total_ahead(values, far) == int(values.sum())
        assert _total_ahead(values[:, ::3], far) == int(values[:, ::3].sum())
