"""Where a narration begins to speak: after the chain of those who handed it down.

The chain is part of the text and is always shown with it. It is left out only when a narration is measured against a
question, since the names of narrators answer nothing ("Abd al-Samad" is no answer to what al-Samad means), and
when a sentence of it is quoted. Where no end of the chain can be seen, nothing is left out.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.text import words

LEAST = 20  # characters that a narration must have after its chain
_HANDED = frozenset(
    (
        "حدثنا",
        "حدثني",
        "حدثناه",
        "حدثه",
        "حدثهم",
        "اخبرنا",
        "اخبرني",
        "اخبرناه",
        "اخبره",
        "انبانا",
        "نبانا",
        "سمعت",
    )
)
REMEMBERED = 4096
_SPOKE = frozenset(("قال", "قالت", "ان", "انه", "انها", "يقول", "تقول", "قالا", "قالوا", "انهم"))
_NARRATORS = (
    re.compile(
        r"^(?:narrated|it (?:was|is|has been) (?:narrated|reported|related|transmitted))[^:\"“]{0,240}:\s*",
        re.I,
    ),
    re.compile(
        r"^(?=[^:\"“]{0,240}(?:narrat|report|authority|heard|transmit|told|relat))[^:\"“]{0,240}?"
        r"(?:as saying|said|saying|says|observed|told)\b[^:\"“]{0,60}?\s*(?::|,?\s*(?=[\"“]))\s*",
        re.I,
    ),
    re.compile(r"^[^:\"“.?!]{0,120}\b(?:reported|narrated)\s*:\s*", re.I),
)


@lru_cache(maxsize=REMEMBERED)
def speech_start(text: str, language: str) -> int:
    """Where the chain of a narration ends, in characters; 0 when that cannot be seen."""
    start = _arabic(text) if language == "ar" else _english(text)
    return start if len(text) - start > LEAST else 0


def _arabic(text: str) -> int:
    written = words(text)
    limit = len(written) * 7 // 10
    last = max((place for place in range(limit) if written[place].text in _HANDED), default=-1)
    if last < 0:
        return 0
    for place in range(last + 1, min(len(written), last + 30)):
        if written[place].text in _SPOKE:
            return written[place].start
    return 0


def _english(text: str) -> int:
    return next((match.end() for match in (one.match(text) for one in _NARRATORS) if match), 0)
