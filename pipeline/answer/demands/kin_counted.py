"""How many kin somebody has: "how many children did the Prophet have".

A number beside children is told of the children of many. So it stands beside the kin, and the one whose they are right
beside both. One and two count no kin: a text that says "two daughters" speaks of these, and may leave out others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.kin import owner_of
from pipeline.answer.demands.places import IN_PRINT, blanked, named_in
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.routing.numbers import numbers_in
from pipeline.answer.words.fold import fold
from pipeline.answer.words.tongue import tongue_of
from pipeline.text import analyse

FEW = 2  # a number up to this one counts no kin
WORDS = 3  # words between a number and the kin
TOLD = 16  # words behind "the number of his children" in which it is told
# Characters between the kin and whose they are; in Arabic these stand right behind them, or before.
BESIDE = 40
OF_IT, TO = 12, 4
_STOP = re.compile(r"[.;!?؟؛]")
_PLACE = re.compile(rf"{IN_PRINT}|\d+\s?[:-]\s?\d+")  # of a chapter and verses too
_WERE = re.compile(r"(?:\W*of(?: [\w']+){1,4}?)?\W*(?:were|are|was|is|numbered)\b")
_NUMBER_OF = re.compile(r"(?:\bnumber of|(?<!\w)[وف]?عد[ةد])\s*(?:the\s*)?$")
# What may stand before an Arabic noun, and behind it; "to" before a name.
_BEFORE = re.compile(r"^[وف]?(?:ال|بال|لل|[بلك])?")
_BEHIND = re.compile(r"(?<=..)(?:هما?|هن|ها?)$")
_LEADS = frozenset(("ابن", "بنت"))  # to a name, in texts


@dataclass(frozen=True, slots=True)
class KinCounted:
    """Which kin are counted, in words, and whose they are, as tokens."""

    kin: frozenset[str]
    owner: frozenset[str]

    def told_by(self, text: Read) -> bool:
        """Whether a text counts the kin of that very one."""
        window = blanked(text.around, _PLACE)
        owners = list(named_in(window, self.owner))
        return any(
            _owned(window, place, owners, text.language) and _counted(window, *place, text.lexicon)
            for place in named_in(window, frozenset(analyse(" ".join(self.kin))))
            if not (self.kin - _LEADS).isdisjoint(_nouns(window[slice(*place)], text.language))
        )


def kin_counted_in(asking: Asking) -> KinCounted | None:
    """Whose kin a question counts; None where it counts none, or nobody's whom one knows."""
    lexicon = asking.lexicon
    kin = frozenset[str]().union(
        *(lexicon.counted_kin.get(word, ()) for word in lexicon.counted(asking.normal))
    )
    owner = owner_of(asking)
    return KinCounted(kin, owner) if kin and owner else None


def _nouns(written: str, language: str) -> frozenset[str]:
    """What noun a word may be, without what may stand before and behind it."""
    word = fold(written)
    if language != "ar":
        return frozenset((word,))
    bare = _BEFORE.sub("", word)
    return frozenset((word, bare, _BEHIND.sub("", word), _BEHIND.sub("", bare)))


def _owned(window: str, place: tuple[int, int], owners: list[tuple[int, int]], language: str) -> bool:
    """Whether somebody named at one of some places is told to have the kin at another: near it in English, in Arabic
    right behind it, or before it behind "to"."""
    start, end = place
    if language != "ar":
        return any(0 <= first - end <= BESIDE or 0 <= start - last <= BESIDE for first, last in owners)
    return any(
        0 <= first - end <= OF_IT
        or (0 <= start - last <= BESIDE and fold(window[max(0, first - TO) : first]).endswith("ل"))
        for first, last in owners
    )


def _counted(window: str, start: int, end: int, lexicon: Lexicon) -> bool:
    """Whether a number stands beside the kin at a place: in English before them, or behind "were"."""
    before, behind = _STOP.split(fold(window[:start]))[-1], fold(window[end:])
    told = TOLD if _NUMBER_OF.search(before) else WORDS
    behind = behind if told == TOLD else _STOP.split(behind)[0]  # an answer stands behind its question
    if be := _WERE.match(behind):
        behind = behind[be.end() :]
    elif told == WORDS and tongue_of(behind) == "en":
        behind = ""
    near = " ".join((*before.split()[-WORDS:], ";", *behind.split()[:told]))
    return any(number > FEW for number in numbers_in(near, lexicon))
