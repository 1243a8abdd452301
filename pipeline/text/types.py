"""A bounded memory of what a function makes of each distinct word.

A corpus of 111 M words has fewer than a million distinct ones, so folding and stemming types rather than
tokens is what makes the analyser fast. Forgetting never changes a result.

A memory has two halves, a newer and an older. A word of the older half that is asked for comes into the newer one; when
that is full it becomes the older one, and what had not been asked for since is forgotten. So frequent words stay.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")

# Words of a half. A service runs for weeks; a build passes once over all words of a corpus, and ends.
ASKED = 1 << 16  # of questions, and of the texts that are read for them; both halves are about 30 MB
CORPUS = 1 << 18  # of a corpus; about 120 MB
LONGEST = 64  # a longer word is worked out each time


class Types(dict[str, Value], Generic[Value]):
    """`types[word]` is `function(word)`, worked out once while it is remembered."""

    def __init__(self, function: Callable[[str], Value], half: int = ASKED) -> None:
        super().__init__()
        self._function, self._half = function, half
        self._older: dict[str, Value] = {}

    def __missing__(self, word: str) -> Value:
        older = self._older
        value = older[word] if word in older else self._function(word)
        if len(word) <= LONGEST:
            if len(self) >= self._half:
                self._older = dict(self)
                self.clear()
            self[word] = value
        return value
