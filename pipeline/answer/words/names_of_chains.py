"""Where a narration begins to speak whose chain does not show its end: what hands down stands in what is told as well
("we told him of it"), or no "he said" follows the last name ("from Anas, he forbade it").

Such a chain is known by its names. It is one part after another, each with a mark or a blessing behind it; most begin
with a word that hands down. The narration is what follows the last of them, unless that goes on naming, or only says
that another narration is like it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from pipeline.answer.words.voweled import VOWELS, any_of
from pipeline.index.embedder import chain
from pipeline.text import Word, words

LED = any_of("حدثنا", "حدثني", "أخبرنا", "أخبرني", "أنبأنا", "ثنا")
# How a text begins with a chain: behind a number, or whose narration it is.
BEGUN = re.compile(
    rf"[\W\d]*(?:{any_of('وبه')}\W*)?(?:و?{VOWELS}{any_of('قال')} [^:،.\n]{{2,40}}[:،]\s*)?(?=و?{VOWELS}{LED}\s)"
)
# All other words as they are searched.
_HANDED = frozenset("حدثنا حدثني حدثه حدثته اخبرنا اخبرني اخبره انبانا ثنا".split())
_LINKS = _HANDED | frozenset("سمعت عن ح كلاهما جميعا كلهم قالا قالوا يعني وهو".split())
_LEADING = frozenset(("عن", "سمعت"))  # to a name behind which a narration may be told without "he said"
_PROPHET = frozenset(("النبي", "رسول"))
_SON = frozenset(("بن", "ابن", "بنت"))
_BLESSED = (["رضي", "الله"], ["عليه", "السلام"], ["عليه", "وسلم"])
_MARKS = ('"', "«", "“", "{")
_PARTED = re.compile(f"[،,:{''.join(_MARKS)}]")
# What tells that a narration goes back to the Prophet, in place of "he said".
_RAISED = frozenset("روايه يرفعه رفعه يبلغ".split())
_ASKED = frozenset("سيل وسيل سالته وسالته وسالناه".split())
# What goes on naming, or tells of another narration.
_NOT_TOLD = re.compile(
    r"و?(?:زوج|زوجه|مولي|مولاه|بن|ابن|بنت|ابنه|ابي|صاحب|رجل|امراه|اخي|اخت|خادم|عمن|في|الي|او|[بك]?(?:مثل|نحو|معن)\w*"
    r"|بهذ\w*|ب?(?:ال)?اسناد\w*|ببعض|كروايه|مرسل|زاد\w*|لم|بقص\w*|بحديث\w*|ف?ذكر\w*|الا|انتهي|تعني)$"
)
NAME = 8  # words of the longest last name, with what leads to it
ASIDE = 6  # words of a part that hands nothing down, and says more of the one before it
ALSO = 2  # words of a part that begins with "and", and names another narrator
NEXT = 8  # words behind "he said" that must not hand down
RAISED = 60  # characters from a word of `_RAISED` to what the Prophet said


@lru_cache(maxsize=chain.REMEMBERED)
def behind_names(text: str) -> int:
    """Where a narration that begins with a chain speaks, by the names of that; 0 where it cannot be seen.

    >>> text = "حدثنا زيد، عن عمرو، عن بكر، نهى عن صيام يومين متتابعين"
    >>> text[behind_names(text):]
    'نهى عن صيام يومين متتابعين'
    """
    if BEGUN.match(text) is None:
        return 0
    written = words(text)
    return _behind_last(text, written) or _behind_earlier(text, written)


def _behind_last(text: str, written: list[Word]) -> int:
    """Behind the last name, where no "he said" follows it."""
    parts = _parts(text, written)
    names = _names(parts)
    last = next((part for part in reversed(parts[:names]) if any(map(_is_link, part[:4]))), None)
    if last is None or names == len(parts) or not _is_name(last):
        return 0
    if any(word.text in _ASKED for part in parts[:names] for word in part):
        return 0
    told = parts[names]
    if told[0].text in _RAISED:
        return max(text.find('"', told[0].start, told[0].start + RAISED), 0)
    goes_on = len(told) > 1 and told[1].text in _SON
    goes_on |= told[0].text.startswith("و") and len(told) <= ALSO
    if goes_on or _NOT_TOLD.match(told[0].text):
        return 0
    before = text[: told[0].start].rstrip(" \n\u200e\u200f")
    return len(before) - 1 if before.endswith(_MARKS) else told[0].start


def _parts(text: str, written: list[Word]) -> list[list[Word]]:
    """The words of a text in parts, each with a mark or a blessing behind it."""
    begins = [place for place in range(1, len(written)) if _is_parted(text, written, place)]
    return [written[first:last] for first, last in pairwise([0, *begins, len(written)])]


def _names(parts: list[list[Word]]) -> int:
    """How many parts are of the chain."""
    names = 0
    for place, part in enumerate(parts):
        handed_on = part[0].text == "قال" and any(word.text in _HANDED for word in part[1:4])
        if _is_link(part[0]) or handed_on or part[0].text == _BLESSED[0][0]:
            names = place + 1
        elif len(part) > ASIDE or place > names:
            break
    return names


def _is_name(part: list[Word]) -> bool:
    """Whether the last part of a chain ends with the name of somebody who may have told without "he said"."""
    name = part[max(place for place, word in enumerate(part) if _is_link(word)) :]
    heard = name[0].text == "سمعت" and not _PROPHET.isdisjoint(word.text for word in name)
    return name[0].text in _LEADING and not heard and len(name) <= NAME


def _behind_earlier(text: str, written: list[Word]) -> int:
    """Behind what hands down further above, where what hands down last stands in what is told."""
    for place in range(len(written) - 1, 0, -1):
        if not _is_link(written[place]):
            continue
        start = chain.speech_start(text, "ar", written[place].start)
        following = [word for word in written if word.start >= start][1:NEXT] if start else []
        further = any(_is_link(one) and two.text not in _PROPHET for one, two in pairwise(following))
        if following and not further:
            return start
    return 0


def _is_link(word: Word) -> bool:
    return word.text in _LINKS or (word.text.startswith("و") and word.text[1:] in _LINKS)


def _is_parted(text: str, written: list[Word], place: int) -> bool:
    """Whether a part of a chain ends before a word: by a mark, or behind a blessing of whom it names."""
    before = [word.text for word in written[max(0, place - 3) : place]]
    if before[-2:] in _BLESSED[1:] or before[:2] == _BLESSED[0]:
        return True
    return _PARTED.search(text, written[place - 1].end, written[place].start) is not None
