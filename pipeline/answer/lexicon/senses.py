"""English words of two senses: a text that has the stem of one in another sense speaks of something else.

    cupping, and a cup     roses, and what rose     a well, and "well"

The rows are phrases of `data/lexicon/senses.yaml`, each with those by which texts tell of the same. Arabic words of one
stem are told apart by their spelling (`pipeline.answer.words.spelling`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pipeline.answer.lexicon.said import Phrases, Words


class Senses:
    """The rows, compiled."""

    def __init__(self, lists: Mapping[str, Any]) -> None:
        self._rows = [
            (_phrases(row["asked"]), _phrases(row.get("told", row["asked"]))) for row in lists["senses"]
        ]

    def asked_in(self, question: str) -> tuple[Phrases, ...]:
        """What a text says that tells of the senses in which a question uses words, for each of them.

        >>> from pipeline.answer.lexicon import default_lexicon
        >>> len(default_lexicon().senses.asked_in("cupping and wudu"))
        1
        """
        said = Words.of(question)
        return tuple(told for asked, told in self._rows if any(said.all(asked)))


def _phrases(written: str) -> Phrases:
    return Phrases.of(["".join(written.split())], {})
