"""A bounded memory of what a function makes of each distinct word.

A corpus of 111 M words has fewer than a million distinct ones, so folding and stemming types rather than
tokens is what makes the analyser fast. Forgetting never changes a result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")

LIMIT = 1 << 19  # distinct words kept; about 100 MB at worst
LONGEST = 64  # a longer word is worked out each time


class Types(dict[str, Value], Generic[Value]):
    """`types[word]` is `function(word)`, worked out once while it is remembered."""

    def __init__(self, function: Callable[[str], Value]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, word: str) -> Value:
        value = self._function(word)
        if len(word) <= LONGEST:
            if len(self) >= LIMIT:
                self.clear()
            self[word] = value
        return value
