"""Patterns of the lists, each compiled when it is first looked for, and once in a process, whichever snapshot it comes
with.

A question meets half of them: those of its own language, up to the rule that it falls under. And the snapshot that
takes the place of another holds nearly the same lists; Python itself remembers fewer patterns than they have, so that
it compiled all of them anew: half of the work of opening.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import Any, cast


class Late:
    """What a compiled pattern does, which is compiled by the first call."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what copies and packs a thing looks for these before it is made
            raise AttributeError(name)
        found = getattr(self._compiled, name)
        setattr(self, name, found)  # the next call finds it without asking here
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return regex, (self.pattern, self._flags)


_made = lru_cache(maxsize=4096)(Late)  # the lists of one snapshot have about a thousand


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern of a list; `re.error` is told by the first call."""
    return cast("re.Pattern[str]", _made(pattern, flags))
