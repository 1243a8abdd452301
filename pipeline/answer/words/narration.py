"""Where a narration begins to speak, for those who read it: behind its chain, and behind what is remarked inside that.

"- Abu Dawud said: he is Sawwar, son of Dawud -" is said of a narrator. It speaks no sooner than the chain around it, so
that it is passed over; and so is a second chain, by which a collector hands it down again behind his own words. The
embedder learns from narrations by the chain alone (`pipeline.index.embedder.chain`); where that shows no end of it, its
names do (`names_of_chains`).
"""

from __future__ import annotations

import re

from pipeline.answer.words.names_of_chains import BEGUN, LED, behind_names
from pipeline.answer.words.voweled import VOWELS, any_of
from pipeline.index.embedder import chain

# "Said" and a name. A remark that hands down, or tells, is part of the chain or of what it hands down.
_TELLS = any_of(*"كان كانت كنت بينما يا وهو إن إنه لا قلت قال قالت جاء يعني".split())
_HANDS = any_of("حدثنا", "حدثني", "حدثت", "أخبرنا", "أخبرني", "سمعت", "سمع")
_REMARK = re.compile(
    rf"(?<=\s)[-–]\s?و?{VOWELS}{any_of('قال')}\s(?!{_TELLS}\s)"
    rf"(?:(?!{_HANDS}\s)[^-–\"«\n]){{1,160}}?\s?[-–](?=\s)"
)
# The "and" with which a collector goes on to a further chain.
_AND = re.compile(rf"\A\W*و{VOWELS}(?={_HANDS}\s)")
# What al-Tirmidhi says of a narration, behind which he may hand it down once more.
_OF_COLLECTOR = re.compile(r"\s".join(map(any_of, ("قال", "أبو", "عيسى"))))
# A scroll of many narrations: one chain stands before all, and each is told of its own behind "among them".
_OF_MANY = re.compile(
    r"\s".join(map(any_of, ("فذكر", "أحاديث", "منها"))) + rf"\s(?=و?{VOWELS}{any_of('قال')}\s)"
)
# A further chain behind words in quotation marks, by which nothing else is handed down: "the like of it".
_LIKEWISE = re.compile(
    rf"(?<=[\"»])[^\"«\n]{{0,12}}\n\s*و?{_HANDS}\s[^\"«\n]{{1,400}}?\s{any_of('نحوه', 'مثله', 'بمعناه')}[\s.\u200f]"
)


# A narration that is nothing but another chain: "the like of it", whatever its collector says of that; or "by this
# chain", "like the narration of Zaid", and little more.
_LIKE_THAT_OF = (
    rf"(?:{any_of('بمثله', 'بنحوه', 'بمعناه')}|{any_of('بهذا')}\s{any_of('الإسناد', 'الحديث')}"
    rf"|{any_of('بمثل', 'بنحو', 'بمعنى', 'نحو')}\s{any_of('حديث', 'رواية', 'حديثهم', 'حديثهما')})(?![\u0621-\u064a])"
)
_CHAIN_ALONE = re.compile(
    rf"\W*و?{VOWELS}{_HANDS}\s[^\"«\n]{{1,600}}?\s{any_of('نحوه', 'مثله', 'بنحوه', 'بمثله', 'بمعناه')}"
    rf"[\s.\u200f]*(?:$|{_OF_COLLECTOR.pattern})"
    rf"|\W*و?{VOWELS}{_HANDS}ه?{VOWELS}\s(?:(?!{_OF_COLLECTOR.pattern})[^\"«]){{1,400}}?\s{_LIKE_THAT_OF}[^\"«]{{0,80}}$"
)


# The same in English.
_ENGLISH_CHAIN_ALONE = re.compile(
    r"\W*(?:this|the (?:above|same|previous)|an?(?: similar)?|another) (?:mentioned )?"
    r"(?:hadith|tradition|report|narration|chain)\b(?=[^:\"“]*(?:chain|narrat|transmi|authority|handed down|report))"
    # A version that says something of its own, if only what differs, is one.
    r"(?![^:\"“]*\b(?:that (?:allah|the (?:prophet|messenger|apostle|holy)|he|gabriel)|adds?|addition|difference)\b)"
    r"[^:\"“]{0,180}$",
    re.I,
)


# "To" before a verb, which no narration begins with: "I heard him forbid | to build on graves". What leads to it stands
# behind the mark before it.
_TO_DO = re.compile(r"\W*أَنْ\s+(?:[يتنأآ]|ل[اَ]*ا?\s)")
_MARKS = re.compile(r"[،,.؛:\"«({ـ–-]\s")
_HANDED_ON = re.compile(rf"{any_of('قال')}\W+(?={LED}\s)")

# "Nafi reported on the authority of Ibn Umar that": behind it the Prophet acts or speaks.
_NAMED = r"(?:(?!\b(?:that|who|said|asked|used|when|whereupon)\b)(?:[^:\"“.?!]|\bb\.))"
_REPORTED = re.compile(
    rf"(?!(?:this|the|an?|another|similar)\s)(?:{_NAMED}{{2,120}}?\b(?:narrated|reported|related|transmitted)\s|from\s)"
    rf"{_NAMED}{{0,160}}that:?\s+"
    r"(?:(?=(?:the|allah['’`]s)\s(?:messenger|prophet|apostle|holy\sprophet)\b)"
    rf"|s?he\sheard\s{_NAMED}{{2,80}}?\ssay(?:ing)?:\s+)",
    re.I,
)

TOLD = 40  # characters of the shortest narration that is told before a remark
# Where a collector begins to remark on what he told, or sets a further chain behind its last quotation mark.
_REMARKED = re.compile(
    r"\bAbu (?:Dawud|Dawood|['‘’]?[EI]isa) said\b|\((?:Another|A different|Other) chain"
    r"|(?<=[\"”.]) +(?:An)?[Oo]ther chains?\b"
    rf"|{any_of('قال')}\s{any_of('أبو')}\s{any_of('عيسى', 'داود', 'عبد')}|(?<=[\"»])[^\"«\n]{{0,12}}\n\s*و?{_HANDS}\s"
)


def is_chain(text: str) -> bool:
    """Whether a narration hands down by another chain what stands before it, and says nothing itself.

    >>> is_chain("حدثنا زيد عن عمرو عن النبي نحوه .")
    True
    >>> is_chain('حدثنا زيد عن عمرو قال " الدين النصيحة "')
    False
    >>> is_chain("This hadith has been narrated on the authority of Zaid through another chain of transmitters.")
    True
    >>> is_chain("This hadith has been narrated by Zaid that the Messenger forbade it.")
    False
    """
    return _CHAIN_ALONE.match(text) is not None or _ENGLISH_CHAIN_ALONE.match(text) is not None


def speech_start(text: str, language: str) -> int:
    """Where the chain of a narration ends, in characters; 0 when that cannot be seen.

    >>> text = "وحدثنا زيد قال قرأت على عمرو عن سعيد أن النبي نهى عن صيام يومين"
    >>> text[speech_start(text, "ar"):]
    'أن النبي نهى عن صيام يومين'
    """
    if language != "ar":
        return chain.speech_start(text, language)
    text = _AND.sub(_blank, without_remarks(text))
    if many := _OF_MANY.search(text):
        return many.end()
    ends = [match.start() for pattern in (_OF_COLLECTOR, _LIKEWISE) if (match := pattern.search(text))]
    start = chain.speech_start(text, language, min(ends, default=None)) or behind_names(text)
    return _with_verb(text, start)


def _with_verb(text: str, start: int) -> int:
    """The same with what leads to it, where a narration would begin with what somebody forbade or bade to do.

    >>> text = "سَمِعْتُ زَيْدًا، يَنْهَى أَنْ يُبَاعَ الْمَاءُ"
    >>> text[_with_verb(text, text.index("أَنْ")):]
    'يَنْهَى أَنْ يُبَاعَ الْمَاءُ'
    """
    if not start or _TO_DO.match(text, start) is None:
        return start
    return max((mark.end() for mark in _MARKS.finditer(text, 0, start)), default=0)


def reported_until(text: str) -> int:
    """Where an English narration tells of the Prophet, behind who reported it of him; 0 where it begins otherwise.

    >>> text = "Zaid narrated from his father that the Prophet wrote it each day."
    >>> text[reported_until(text):]
    'the Prophet wrote it each day.'
    """
    reported = _REPORTED.match(text)
    return reported.end() if reported and len(text) - reported.end() > chain.LEAST else 0


def behind_chain(text: str) -> int:
    """Where a quotation of any text that begins with a chain begins to speak; 0 where it begins with none.

    >>> text = "434 - حدثنا زيد، عن عمرو، عن بكر قال: كنا نكتب المثال كل يوم"
    >>> text[behind_chain(text):]
    'قال: كنا نكتب المثال كل يوم'
    """
    opening = BEGUN.match(text)
    if opening is None:
        return 0
    start = opening.end()
    told = start + speech_start(text[start:], "ar")
    while told > start and (further := _HANDED_ON.match(text, told)):
        start = further.end()
        told = start + behind_names(text[start:])
    return told if told > start else 0


def told_end(text: str) -> int:
    """Where what a narration tells ends, and its collector remarks on it or hands it down once more.

    >>> text = "The Prophet said: Religion is sincerity, and said it thrice. Abu Dawud said: Zaid told the like."
    >>> text[:told_end(text)]
    'The Prophet said: Religion is sincerity, and said it thrice. '
    """
    return next((match.start() for match in _REMARKED.finditer(text) if match.start() >= TOLD), len(text))


def without_remarks(text: str) -> str:
    """An Arabic narration with blanks in place of what is remarked between dashes, each letter in its place.

    >>> without_remarks("عن سوار - قال أبو داود وهو ابن داود - عن عمرو").split()
    ['عن', 'سوار', 'عن', 'عمرو']
    """
    return _REMARK.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
