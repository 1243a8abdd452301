"""What stands around words that may be pasted: who said them, what asks for a text, how sound it is and where it is
held, and quotation marks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.letters import letters_of
from pipeline.answer.words.fold import fold
from pipeline.answer.words.quoted import MARK

_NUMBER = re.compile("[0-9٠-٩]+")
_QUOTED = re.compile('«(.{12,}?)»|“(.{12,}?)”|[﴿﴾](.{12,}?)[﴾﴿]|"(.{12,}?)"', re.S)
_BETWEEN = re.compile(r'[«“"﴿﴾]([^«»“”"﴿﴾]{8,})[»”"﴾﴿]')
_IN_BRACKETS = re.compile(r"\(([^()0-9٠-٩]{8,})\)")
_OUTERMOST = re.compile('["“«﴿﴾](.{12,})["”»﴾﴿]', re.S)
# As questions write him whose words may be copied: unfolded, and with no plain name yet.
_PROPHET = (
    r"(?:(?:the )?(?:holy |noble )?(?:prophet|messenger)(?: muhammad| of (?:allah|god))?"
    r"|(?:رسول الله|النبي|الرسول))"
)
_BLESSED = r"(?:\s*(?:ﷺ|\(.{0,30}?\)|صل[يى] الله عليه وسلم|pbuh|peace be upon him))?"
# Who said it, that the Prophet did, or whether.
_WHO_SAID = re.compile(
    r"^\W*(?:من (?:هو )?(?:الذي )?(?:قال|القائل|قائل|روى|رواه|راوي)(?! (?:رسول|النبي|حديث|الحديث))"
    r"|who (?:said|narrated|reported)(?: that)?"
    rf"|did {_PROPHET}{_BLESSED}(?: ever| really| actually)* say(?: that)?"
    rf"|(?:هل )?(?:قال|يقول|قول|حديث)(?: {_PROPHET}{_BLESSED}|{_BLESSED[:-1]})"
    rf"|(?:is it true that |i (?:heard|read) that )?{_PROPHET}{_BLESSED} (?:said|says|قال|يقول)(?: that)?)\s*[:,]?\s",
    re.IGNORECASE,
)
# Searched in folded text.
_WITH_ALLAH = re.compile(
    r"(?<!\w)(?:اللهم|(?:يا )?رب(?:ي|نا)?|(?:يا )?(?:عبدي|عبادي)|يا (?:ابن|بني) ادم)(?!\w)"
    r"|\b(?:o allah|(?:o |my |our )lord|my (?:servant|slave)s?|(?:son|child|children) of adam)\b"
)
_OF_HADITH = re.compile("حديث|hadith", re.IGNORECASE)
_TEXT = frozenset("hadith hadeeth narration حديث الحديث قران".split())
# Words that, besides those that ask, lead to a word for a text, or ask behind it how sound it is and where it stands.
_AROUND = frozenset(
    "the a an of in it this that is for from to which book has have there i heard who where complete source found true"
    " following these read correct or and full"
    " قال من في اي هذا هو التي الذي اكمل نص راوي روي رواه تخريج مصدر كامل كاملا ام او كتاب صحيح ضعيف قران".split()
)
_SAYS_THAT = (("الذي", "يقول"), ("الذي", "فيه"), ("that", "says"), ("which", "says"))
_TELLING_TAIL = frozenset(
    "hadith authentic sahih sound weak true found correct حديث صحيح ضعيف كامل كاملا كتاب".split()
)
_OF_GRADE = frozenset(
    "ما مدي صحه درجه سند اسناد حديث الحديث هل صح يصح ثبت يثبت صحيح ضعيف ثابت موضوع مكذوب حسن صحيحا ام او"
    " is the of what how a this that hadith narration saying grade grading authenticity authentic sahih saheeh weak"
    " fabricated daif true real sound reliable or not".split()
)


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a question, by their letters, without those that ask for a text.

    `led`: some stood before them; `tailed`: and some behind.
    """

    letters: list[str]
    led: bool
    tailed: bool


def between_marks(question: str) -> list[str]:
    """What stands between quotation marks."""
    return [one[1].strip() for one in _BETWEEN.finditer(question)]


def in_brackets(question: str) -> list[str]:
    """What stands in brackets, but for numbers."""
    return [one[1].strip() for one in _IN_BRACKETS.finditer(question)]


def is_attributed(question: str) -> bool:
    """Whether it is said of words that the Prophet said them, or that they are a narration."""
    return bool(_OF_HADITH.search(question) or _WHO_SAID.match(question))


def speaks_with_allah(question: str) -> bool:
    """Whether words are spoken to Allah, or by Him: so nobody tells what befell himself."""
    return bool(_WITH_ALLAH.search(fold(question)))


def ways_to_read_marks(question: str) -> list[str]:
    """A question with its quotation marks read in one way after another: what the outermost enclose, though marks stand
    inside of it; what the first enclose, unless it is a lesser part of that, as "he said" is; as if there were none.

    >>> ways_to_read_marks('is "he said: "light the lamps" to us" sound')[0]
    'is «he said:  light the lamps  to us» sound'
    """
    outer = _OUTERMOST.search(question)
    ways = [question, MARK.sub(" ", question)]
    if outer and MARK.search(outer[1]):
        first = next(filter(None, (_QUOTED.search(question) or outer).groups()))
        whole = f"{question[: outer.start()]}«{MARK.sub(' ', outer[1])}»{question[outer.end() :]}"
        ways[: 1 if len(first) * 2 < len(outer[1]) else 0] = [whole]
    return list(dict.fromkeys(ways))


def asked_off(question: str, lexicon: Lexicon, least: int) -> Said:
    """The words of a question without those that ask for a text; so many are left at least."""
    quoted = _QUOTED.search(question)
    said = _NUMBER.sub(" ", next(filter(None, quoted.groups())) if quoted else question)
    whole, letters = len(letters_of(said)), letters_of(_WHO_SAID.sub(" ", said))
    asking = lexicon.asking | _AROUND
    headed = _behind_text_word(letters, asking, least)
    letters = _before_tail(headed, asking, least)
    tailed = len(letters) < len(headed)
    while len(letters) > least and letters[0] in lexicon.asking:
        letters = letters[1:]
    return Said(letters, len(letters) < whole, tailed)


def _behind_text_word(letters: list[str], asking: frozenset[str], least: int) -> list[str]:
    """What stands behind a word for a text and "that says", where only words that ask stand before it."""
    leading = list(takewhile(asking.__contains__, letters))
    ends = [place + 1 for place, one in enumerate(leading) if one in _TEXT and len(letters) - place > least]
    rest = letters[ends[-1] :] if ends else letters
    says = next((one for one in _SAYS_THAT if tuple(rest[: len(one)]) == one), ()) if ends else ()
    return rest[len(says) :]


def _before_tail(letters: list[str], asking: frozenset[str], least: int) -> list[str]:
    """What stands before words that ask how sound a text is, or where it stands."""
    trailing = list(takewhile(asking.__contains__, reversed(letters[least:])))
    return letters if _TELLING_TAIL.isdisjoint(trailing) else letters[: len(letters) - len(trailing)]


def graded_words(letters: list[str], lexicon: Lexicon) -> list[str]:
    """The words of a narration whose grade is asked for, without those that ask."""
    asking = lexicon.asking | _OF_GRADE
    while letters and letters[0] in asking:
        letters = letters[1:]
    while letters and letters[-1] in _OF_GRADE:
        letters = letters[:-1]
    return letters
