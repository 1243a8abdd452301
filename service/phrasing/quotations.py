"""Quotation marks: what stands between them is a passage's wording, letter for letter, or the sentence is rejected.

The words are compared by their letters, and by their vowels where they carry any. What is then shown is the passage's
own text, not the typed one. Verses and narrations are never quoted this way: they have their placeholder. A sentence
without quotation marks that repeats a run of scripture is one that types it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from pipeline.text import vowels_agree, words
from service.phrasing.characters import fully_vowelled
from service.phrasing.passages import Passage
from service.phrasing.rejection import Outcome, Rejected, refuse_if

SCRIPTURE = ("quran", "hadith")
FEW = 3  # words of scripture that may be named in a sentence
TYPED = {"en": 7, "ar": 5}  # words of scripture, nearly in a row, that are scripture being typed
_PAIRS = {"“": "”", "«": "»", '"': '"'}
_MARKS = re.compile('[“”«»"]')
_SPACES = re.compile(r"\s+")
_BLESSING = re.compile("صلى الله عليه (?:وآله )?وسلم")


def pinned_quotations(text: str, cited: Sequence[Passage]) -> str:
    """The sentence with the passages' own characters between its quotation marks; raises `Rejected`."""
    out, place = [], 0
    while (mark := _MARKS.search(text, place)) is not None:
        closing = _PAIRS.get(mark[0])
        end = text.find(closing, mark.end()) if closing else -1
        refuse_if(end < 0, Outcome.QUOTATION)
        inner = text[mark.end() : end]
        refuse_if(_MARKS.search(inner) is not None, Outcome.QUOTATION)
        out += [text[place : mark.start()], mark[0], _pinned(inner, cited), closing or ""]
        place = end + 1
    return "".join([*out, text[place:]])


def _pinned(inner: str, cited: Sequence[Passage]) -> str:
    wanted = [word.text for word in words(inner)]
    refuse_if(not wanted, Outcome.QUOTATION)
    in_scripture = False
    for passage in cited:
        span = _find(wanted, inner, passage.text)
        if span is None:
            continue
        if passage.kind in SCRIPTURE and len(wanted) > FEW:
            in_scripture = True
            continue
        return _SPACES.sub(" ", span)
    raise Rejected(Outcome.SCRIPTURE if in_scripture else Outcome.QUOTATION)


def _find(wanted: list[str], inner: str, text: str) -> str | None:
    """The stretch of a text with the same letters, and no other vowel."""
    held = words(text)
    spelled = [word.text for word in held]
    for place in range(len(spelled) - len(wanted) + 1):
        if spelled[place : place + len(wanted)] == wanted:
            span = text[held[place].start : held[place + len(wanted) - 1].end]
            if vowels_agree(inner, span) and not re.search('[“”«»"]', span):
                return span
    return None


def check_not_typed(text: str, language: str, passages: Sequence[Passage]) -> None:
    """Raise `Rejected` for a sentence that writes out scripture, exactly or nearly."""
    refuse_if(language == "ar" and fully_vowelled(text), Outcome.SCRIPTURE)
    written = [word.text for word in words(_BLESSING.sub(" ", text))]
    for passage in passages:
        if passage.kind in SCRIPTURE:
            held = [word.text for word in words(_BLESSING.sub(" ", passage.text))]
            refuse_if(_longest_run(written, held) >= TYPED[language], Outcome.SCRIPTURE)


def _longest_run(written: list[str], held: list[str]) -> int:
    """Words in common that follow each other on both sides, with at most one other word between stretches."""
    best = run = 0
    ends = (-9, -9)
    for block in SequenceMatcher(None, written, held, autojunk=False).get_matching_blocks():
        near = block.a - ends[0] <= 1 and block.b - ends[1] <= 1
        run = (run if near else 0) + block.size
        ends = (block.a + block.size, block.b + block.size)
        best = max(best, run)
    return best
