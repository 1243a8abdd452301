"""What is made from something open once, and kept as long as it stays open."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

Open = TypeVar("Open")
Made = TypeVar("Made")


def kept(make: Callable[[Open], Made]) -> Callable[[Open], Made]:
    """A function of an open index, or of a part of one, that is computed once for each and forgotten with it.
    Two threads at once may both compute it: it must come out the same.

    >>> class Opened: ...
    >>> numbered = kept(lambda opened, numbers=iter(range(9)): next(numbers))
    >>> one, other = Opened(), Opened()
    >>> numbered(one), numbered(other), numbered(one)
    (0, 1, 0)
    """
    made: WeakKeyDictionary[Open, Made] = WeakKeyDictionary()

    @wraps(make)
    def of(opened: Open) -> Made:
        if opened not in made:
            made[opened] = make(opened)
        return made[opened]

    return of
