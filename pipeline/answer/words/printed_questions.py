"""Questions as books of fatwas print them alone, before an answer that stands on the next page or paragraph."""

from __future__ import annotations

import re

LONG = 400  # characters; what is longer answers itself, whatever it begins or ends with
FURTHER = 120  # characters of a question behind another one
OPENING = 60  # characters in which a question has begun, unless somebody tells first what he asks of

# Headed as a question, or as what somebody says who asks.
_HEADED = re.compile(
    r"[\W\d]*(?:(?:ال)?سؤال\b(?:(?!الجواب).)*(?:[?؟]|الجواب)|[يت]قول(?: السائل\w?)?\s*[:：][^?؟]*[?؟])\W*\Z",
    re.S,
)
# The same without its mark, which is cut off or was never set.
_UNANSWERED = re.compile(r"[\W\d]*السؤال\s*\d*\s*[:：](?!.*(?:جواب|أجاب|[\s.]ج\s*[:：]))", re.S)

# Without a head, folded.
_WORDS = r"(?:[وف]?(?:هل|ما(?! من\s)|ماذا|متي|كم|اين|لماذا|كيف)|ايهما|ايجوز|من ه[ويم]ا?)"
# "What" and "how" stand inside statements as well.
_ASKS = re.compile(rf"(?:^|[:،.؛(\"]\s*){_WORDS}\s|\s[وف]?(?:هل|ماذا|متي|اين|لماذا)\s")
_ASKS_ON = re.compile(rf"\W*(?:(?:او|ام|ثم|و?ايضا|و?كذلك|(?:ال)?سوال|س)\s*[:،]?\s*)?{_WORDS}\s")
_ASKER = re.compile(
    r"[\W\d]*(?:هذا|هذه|يقول|تقول|السايل|و?(?:ال)?سوال|س|مساله|فان (?:قيل|قلت)|قيل|اذا|لو|رجل|امراه|شخص|احسن الله|طالب"
    r"|ارجو|انا|اني|انني|لدي|عندي|لي|زوجي|زوجتي|والدي|والدتي)\b"
)
# What an asker adds behind his question.
_ADDS = re.compile(
    r"(?<=[؟?])[\s.]*(?:افيدو\w*|افتو\w*|و?جزا\w* الله|بارك الله|وفقكم|احسن الله|وشكرا|نرجو|ارجو|مع العلم|علما)\s"
    r"[^؟?]{0,150}\Z"
)
# What is left of a question that was cut before that.
_LEFT = re.compile(r"[\W\d]*(?:مع العلم|علما ب?ان\w*)\s[^.]{1,120}")
# Who answers, reports a view, or argues by what he asks.
_TELLS = re.compile(
    r"(?:^|[\s:،.؛])(?:(?:ال)?جواب\w*|[وف]?اجاب\w*|[وف]?قلت|قلنا|نقول|[وف]?قالوا?|[وف]?قال\w* \w+|قيل له|نعم|بلي|ج)"
    r"\s*[:،.]"
    r"|(?:^|[\s،.؛])(?:[وف]?ذهب|[وف]?مذهب|[وف]?الصحيح|[وف]?الراجح|[وف]?الصواب|لان\w{0,3}|[وف]?لا يجوز|[وف]?حرام)\s"
    r"|[{\"]"
)
_STATED = re.compile(r"[^.؛]{25,}[.؛]\s")


def is_headed(text: str) -> bool:
    """Whether a text is a question under its own head, without an answer.

    >>> is_headed("السؤال: متى يكتب المثال؟ الجواب:"), is_headed("السؤال: متى يكتب؟ الجواب: كل يوم.")
    (True, False)
    """
    return _HEADED.match(text) is not None or (len(text) <= LONG and _UNANSWERED.match(text) is not None)


def asks_alone(folded: str) -> bool:
    """Whether a short folded text without a head is nothing but a question, with what its asker tells and adds.

    >>> asks_alone("فما حكم كتابه المثال؟"), asks_alone("هل يكتب المثال؟ نعم، في كل يوم.")
    (True, False)
    """
    asked = re.split("[؟?]+", _ADDS.sub("", folded).rstrip(' .")*'))
    if len(asked) < 2 or asked[-1].strip():
        return False
    first, *others = asked[:-1]
    if _LEFT.fullmatch(first):
        return not others
    opens = _ASKS.search(first)
    return (
        opens is not None
        and (_ASKER.match(first) is not None or (opens.start() <= OPENING and not _STATED.match(first)))
        and _TELLS.search(first) is None
        and all(len(one) <= FURTHER and _ASKS_ON.match(one) for one in others)
    )
