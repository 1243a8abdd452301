"""What was made last is kept, and no more of it than was agreed."""

from __future__ import annotations

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor

from pipeline.index.memory import Memory


def test_the_one_not_asked_for_longest_is_forgotten() -> None:
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key.upper()

    memory: Memory[str, str] = Memory(2)
    assert [memory.of(key, make) for key in "abacab"] == list("ABACAB")
    assert made == ["a", "b", "c", "b"]


def test_none_is_a_value_too() -> None:
    made: list[int] = []
    memory: Memory[int, None] = Memory(1)
    assert [memory.of(1, made.append) for _ in range(2)] == [None, None]
    assert made == [1]


def test_it_stays_within_its_bounds_in_many_threads() -> None:
    memory: Memory[int, int] = Memory(3)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda n: memory.of(n % 7, lambda key: key * 2), range(5000)))
    assert found == [n % 7 * 2 for n in range(5000)]
    assert len(memory._held) == 3


def test_who_keeps_what_a_method_made_is_let_go_at_once() -> None:
    class Owner:
        def __init__(self) -> None:
            self._kept: Memory[int, int] = Memory(4)

        def doubled(self, number: int) -> int:
            return self._kept.of(number, self._double)

        def _double(self, number: int) -> int:
            return number * 2

    gc.disable()
    try:
        owner = Owner()
        assert owner.doubled(2) == owner.doubled(2) == 4
        gone = weakref.ref(owner)
        del owner
        assert gone() is None
    finally:
        gc.enable()
