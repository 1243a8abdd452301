"""What stands beside something that is named: the verse after it, the surah before it; and the word that a surah begins
or ends with, which its first or last verse shows.

The verse that is named is none of what is asked for, so that showing it would answer with another. The row of verses
goes on from one surah to the next.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.answer.lexicon.names import Surah
from schemas.reference import ReferenceId

_EN_UNIT = r"(?P<unit>verse|ayah|aya|ayat|surah?|surat|chapter)"
_EN_SIDE = r"(?P<side>after|before|following|follows|precedes|preceding)"
_AR_UNIT = r"(?P<unit>(?:ال)?(?:ايه|سوره))"
_AR_SIDE = r"(?P<side>بعد|قبل|تلي|تسبق|التاليه ل|السابقه ل)"
_JUST = r"(?: right| directly| immediately| just)?"
_FORMS = tuple(
    map(
        re.compile,
        (
            r"^\W*(?:(?:what|which)(?: is|'s| are)?|show(?: me)?|give(?: me)?|tell me)? ?(?:the )?(?:next |previous )?"
            rf"{_EN_UNIT}(?: that| which)?(?: is| comes?| stands?)?{_JUST} {_EN_SIDE}(?: the)?[ :]+(?P<of>.+?)\W*$",
            rf"^\W*what (?:is|comes?|stands?){_JUST} {_EN_SIDE}[ :]+"
            r"(?P<of>(?:the )?(?:verse|ayah|ayat|aya|surah?|surat) .+?)\W*$",
            rf"^\W*(?:(?:و?ما|اذكر|اي|اعطني)(?: هي)?)? ?{_AR_UNIT} (?:التي )?(?:هي )?(?:تاتي |جاءت |تقع |مباشره )*"
            rf"{_AR_SIDE}(?: مباشره)?(?: قوله تعالي| قول الله تعالي)?[ :]*(?P<of>.+?)\W*$",
        ),
    )
)
_BEFORE = frozenset(("before", "precedes", "preceding", "قبل", "تسبق", "السابقه ل"))
_SURAH = re.compile(r"^(?:ال)?(?:sur|chapter|سور)")
_QURAN_EN = r"(?:the )?(?:holy |noble )?(?:quran|qur'an|koran)"
_WORD = tuple(
    map(
        re.compile,
        (
            r"^\W*(?:what(?: is|'s)?|which is)? ?(?:the )?(?P<end>first|last|final|opening) words? (?:of|in) "
            rf"(?P<of>(?:the )?(?:surah?|surat|chapter) .+?|{_QURAN_EN})\W*$",
            r"^\W*(?:و?ما)? ?(?:هي )?(?P<end>اول|اخر) كلمه (?:في|من) (?P<of>سوره .+?|القران(?: الكريم)?)\W*$",
        ),
    )
)
_LAST = frozenset(("last", "final", "اخر"))


@dataclass(frozen=True, slots=True)
class Beside:
    """What is asked for beside `of`: `step` verses behind it, or surahs; before it where `step` is negative."""

    of: str
    step: int
    surahs: bool


@dataclass(frozen=True, slots=True)
class EndWord:
    """A word at the end of a surah, or of the Qur'an, which `of` names; at the beginning unless `last`."""

    of: str
    last: bool


def beside_in(folded: str) -> Beside | None:
    """What a folded question asks for beside something else.

    >>> beside_in("what is the verse after 2:286?")
    Beside(of='2:286', step=1, surahs=False)
    """
    match = next(filter(None, (form.match(folded) for form in _FORMS)), None)
    if match is None:
        return None
    of = match["of"]
    unit = match.groupdict().get("unit") or of.removeprefix("the ")
    return Beside(of, -1 if match["side"] in _BEFORE else 1, bool(_SURAH.match(unit)))


def end_word_in(folded: str) -> EndWord | None:
    """The surah of which a folded question asks with what word it begins or ends.

    >>> end_word_in("ما اخر كلمه في سوره الناس")
    EndWord(of='سوره الناس', last=True)
    """
    match = next(filter(None, (form.match(folded) for form in _WORD)), None)
    return EndWord(match["of"], match["end"] in _LAST) if match else None


def verse_beside(reference: str, step: int, surahs: Mapping[int, Surah]) -> tuple[int, int]:
    """The surah and the number of the verse beside another; one that does not exist beside the first and the last."""
    surah, number = (one.first for one in ReferenceId.parse(reference).locators)
    if number + step > surahs[surah].verses and surah + 1 in surahs:
        return surah + 1, 1
    if number + step < 1 and surah > 1:
        return surah - 1, surahs[surah - 1].verses
    return surah, number + step
