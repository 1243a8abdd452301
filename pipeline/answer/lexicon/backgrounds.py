"""Which tradition a reader says that he comes from, in free text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pipeline.answer.words.fold import fold, fold_pattern

# A tradition that somebody denies to be theirs; of “not a Christian or a Jew” both.
_DENIED = re.compile(
    fold_pattern(
        r"(?:\b(?:not|never|neither|non|isn['’]?t|aren['’]?t)(?:[ -](?:an?|of|any|been|really|at all))*"
        r"(?:[ -]\w+ (?:or|nor|and)(?: an?)?)*[ -]"
        r"|(?<!\w)(?:لست|ليس|ليست|غير|ما كنت|لم اكن)(?: من)?(?: \w+ (?:او|ولا|و))* )$"
    )
)


def background_in(text: str, entries: Iterable[dict[str, Any]]) -> dict[str, Any] | None:
    """The first entry whose tradition a text names and does not deny; None where there is none."""
    words = fold(text)
    for entry in entries:
        for name in entry["names"]:
            # also of several people (“Hindus”), and in the accusative (كنت مسيحيا)
            for found in re.finditer(rf"(?<!\w){re.escape(fold(name))}[sا]?(?!\w)", words):
                if not _DENIED.search(words[: found.start()]):
                    return entry
    return None
