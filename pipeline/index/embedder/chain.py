"""Where a narration begins to speak: after the chain of those who handed it down.

The chain is part of the text and is always shown with it. It is left out only when the embedder learns from a
narration, when one is measured against a question, since the names of narrators answer nothing ("Abd al-Samad" is no
answer to what al-Samad means), and when a sentence of it is quoted. Where no end of the chain can be seen, nothing is
left out.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

from pipeline.text import word_texts
from pipeline.text.words import each_word

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
        r"(?:as saying|said|saying|says|observed|told)\b[^:\"“]{0,60}?\s*+(?::|(?:,\s*+)?(?=[\"“]))\s*",
        re.I,
    ),
    re.compile(r"^[^:\"“.?!]{0,120}\b(?:reported|narrated)\s*:\s*", re.I),
)
# What a chain may go on with after its first name.
_FURTHER = re.compile(
    r"[\"“'‘\s]*(?:(?:i|we) heard [^:\"“.?!]{1,80}? (?:say|saying|relate)\b[^:\"“.?!]{0,20}:\s*"
    r"|(?:from (?:his|her|my) \w+,? )+(?:that |who )?(?:he|she)? ?(?:said|narrated)\s*:?\s*"
    r"|that (?=the (?:messenger|prophet|apostle)|allah's (?:messenger|apostle)|(?:he|she|they) heard))",
    re.I,
)
_GOES_ON = (["قرات", "علي"],)
_COLLECTORS = (["ابو", "عيسي"], ["ابو", "داود"])
FURTHEST = 60  # words from the last who handed down to what was said


@lru_cache(maxsize=REMEMBERED)
def speech_start(text: str, language: str, until: int | None = None) -> int:
    """Where the chain of a narration ends, in characters; 0 when that cannot be seen.

    Args:
        until: from where nothing hands it down any more.
    """
    start = _arabic(text, len(text) if until is None else until) if language == "ar" else _english(text)
    return start if len(text) - start > LEAST else 0


def _arabic(text: str, until: int) -> int:
    written = word_texts(text)
    before = len(written) if until >= len(text) else len(word_texts(text[:until]))
    links = written[: min(before, len(written) * 7 // 10)]
    last = max((place for place, word in enumerate(links) if word in _HANDED), default=-1)
    if last < 0:
        return 0
    for place in range(last + 1, min(len(written), last + FURTHEST)):
        follows = written[place + 1 : place + 3]
        if written[place] in _SPOKE and follows not in _GOES_ON and follows[:1] != ["سمع"]:
            # "Abu Isa said" begins what the collector remarks: the narration had no words of its own.
            return 0 if follows in _COLLECTORS else next(islice(each_word(text), place, None)).start
    return 0


def _english(text: str) -> int:
    start = next((match.end() for match in (one.match(text) for one in _NARRATORS) if match), 0)
    while start and (match := _FURTHER.match(text, start)) and match.end() > start:
        start = match.end()
    return start
