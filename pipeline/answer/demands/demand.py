"""One demand of a question: its name, and what it asks of a text; and how a table of them is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.read import Read

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Demand:
    """One demand, by the name that explanations give it, and the check that it puts to a text.

    kind: of texts that alone may meet it; None for all.
    of_the_same: what it demands of a mufti who was asked the same; None for no less.
    """

    name: str
    met_by: Callable[[Read], bool]
    kind: str | None = None
    of_the_same: Demand | None = None


Demanding = Callable[[Asking], Sequence[Demand]]  # what a question demands of one sort


def where_found(
    name: str,
    find: Callable[[Asking], Found | None],
    told: Callable[[Found, Read], bool],
    of_the_same: Callable[[Found], Found] | None = None,
) -> Demanding:
    """A demand of a question in which something is found: that a text tells it.

    Args:
        find: None, or anything empty, where a question has no such thing.
        of_the_same: how much of it a mufti tells who was asked the same; None for all.
    """

    def demanded(asking: Asking) -> list[Demand]:
        found = find(asking)
        if not found:
            return []
        known = Demand("known", partial(told, of_the_same(found))) if of_the_same else None
        return [Demand(name, partial(told, found), of_the_same=known)]

    return demanded


class Tellable(Protocol):
    """What a question says or asks, which knows the texts that tell it."""

    def told_by(self, text: Read) -> bool:
        """Whether a text tells it."""


def where_told(name: str, find: Callable[[Asking], Tellable | None]) -> Demanding:
    """The same of something that knows itself what tells it."""
    return where_found(name, find, _tells)


def _tells(found: Tellable, text: Read) -> bool:
    """By name: what a question demands is noted by a build, which a function without one cannot be."""
    return found.told_by(text)


def where_asked(
    name: str, asks: Callable[[Asking], bool], met_by: Callable[[Read], bool], kind: str | None = None
) -> Demanding:
    """A demand of a question that asks something; `kind`: of texts that alone may meet it."""
    demand = Demand(name, met_by, kind)
    return lambda asking: [demand] if asks(asking) else []
