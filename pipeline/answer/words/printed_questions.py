"""Questions as books of fatwas print them: alone, before an answer that stands on the next page or paragraph, and at
the head of a text that answers them.
"""

from __future__ import annotations

import re

from schemas.reference import Kind

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

# At the head of a text: a letter to a mufti above his answer ("Answered by ... Question: ... Answer: ...").
_LETTER = re.compile(
    r"\W*(?:answered by\b[^\n]{3,120}\n\W*)?question\b[^\n:]{0,20}:(?:(?!\bquestion\s*:).){3,4000}?"
    r"\n\W*answer\b[^\n:]{0,20}:"
    r"|[\W\d]*(?:ال)?سؤال\s*\d*\s*[:：](?:(?!سؤال\s*\d*\s*[:：]).){3,4000}?(?<!\w)(?:ال)?جواب\s*\d*\s*[:：]",
    re.S | re.I,
)
# In books also what is asked in a line of its own, by somebody or by nobody.
_LINE = re.compile(
    r"[\W\d]*(?:(?:هذا |و)?(?:[يت]قول|سائل يقول)(?: ال?سائل\w?| أيضا)?\s*[:،]|فإن (?:قيل|قلت)\s*[:،]"
    r"|[وف]?(?:هل|ما|ماذا|متى|كم|أين|لماذا|كيف|أيهما)\s)[^\n]{3,400}[؟?][^\n\w]*\n"
)
_NUMBERED = re.compile(r"\W*س\s*\d+\s*[:：].{3,4000}?(?<!\w)(?:الجواب|ج)\s*\d*\s*[:：]", re.S)
_AT_THE_HEAD = {str(Kind.FATWA): (_LETTER,), str(Kind.BOOK): (_LETTER, _NUMBERED, _LINE)}
# On a page of a book, where it is short and tells of nobody's case.
_OWN = "أنا|إنني|إني|لدي|عندي|كنت|زوجي|زوجتي|والدي|والدتي"
_ON_A_PAGE = re.compile(
    rf"(?:^|\W)(?:ال)?(?:سؤال|س)\s*\d*\s*[:：](?:(?!(?<!\w)(?:{_OWN})(?!\w)).){{12,220}}?"
    r"(?<!\w)(?:ال)?(?:جواب|ج)\s*[:：](?=.{40})",
    re.S,
)


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


def question_end(kind: str, text: str) -> int:
    """Where the question ends that a text of a kind begins with, before its answer; 0 without one.

    >>> question_end("book", "يقول: متى يبدأ الصوم؟\\nمن طلوع الفجر."), question_end("hadith", "سؤال: متى؟ جواب: غدا")
    (22, 0)
    """
    forms = _AT_THE_HEAD.get(kind, ())
    return next((asked.end() for form in forms if (asked := form.match(text))), 0)


def answer_printed(kind: str, text: str) -> int:
    """Where the answer of a mufti begins, of which a page of a book, or the text of the answer itself, prints what he
    was asked before it; 0 without that.

    >>> answer_printed("book", "1. سؤال: متى يبدأ الصوم؟ الجواب: من طلوع الفجر الثاني إلى غروب الشمس كل يوم")
    32
    """
    if end := question_end(kind, text):
        return end
    asked = _ON_A_PAGE.search(text) if kind == Kind.BOOK else None
    return asked.end() if asked else 0
