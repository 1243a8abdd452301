"""Parts of printed books that tell nothing by themselves: a question whose answer stands on the next page, lines of an
index, a note that only names where something is found, a heading, lines of a poem, an answer that knows none.

Books are cut where their pages and paragraphs end, so that each of these is a text of its own, and holds more of a
question's words than an answer does. They are known by their form alone.
"""

from __future__ import annotations

import re

from pipeline.answer.words.fold import fold

QUESTION = 400  # characters; what is longer answers itself, however it ends
FURTHER = 120  # characters of a question behind another one
NOTE = 120  # characters of a note
READ = 2000  # characters that are read of a text to see whether it is an index
LINE = 200  # characters of an index that lead to a number at least once
# Folded, as all that follows but what is said of numbers.
_ASKS = r"(?:[وف]?(?:هل|ما(?! من\s)|ماذا|متي|كم|اين|لماذا|كيف)|ايهما|ايجوز|من ه[ويم]ا?)"
# "What" and "how" stand inside statements as well.
_ASKED = re.compile(rf"(?:^|[:،.؛(\"]\s*){_ASKS}\s|\s[وف]?(?:هل|ماذا|متي|اين|لماذا)\s")
_ASKS_ON = re.compile(rf"\W*(?:(?:او|ام|ثم|و?ايضا|و?كذلك|(?:ال)?سوال|س)\s*[:،]?\s*)?{_ASKS}\s")
_OPENING = 60  # characters in which a question has begun, unless somebody tells first what he asks of
_ASKER = re.compile(
    r"[\W\d]*(?:هذا|هذه|يقول|تقول|السايل|و?(?:ال)?سوال|س|مساله|فان (?:قيل|قلت)|قيل|اذا|لو|رجل|امراه|شخص|احسن الله|طالب"
    r"|ارجو|انا|اني|انني|لدي|عندي|لي|زوجي|زوجتي|والدي|والدتي)\b"
)
# What an asker adds behind his question.
_ADDS = re.compile(
    r"(?<=[؟?])[\s.]*(?:افيدو\w*|افتو\w*|و?جزا\w* الله|بارك الله|وفقكم|احسن الله|وشكرا|نرجو|ارجو|مع العلم|علما)\s"
    r"[^؟?]{0,150}\Z"
)
# Who answers, reports a view, or argues by what he asks.
_TELLS = re.compile(
    r"(?:^|[\s:،.؛])(?:(?:ال)?جواب\w*|[وف]?اجاب\w*|[وف]?قلت|قلنا|نقول|[وف]?قالوا?|[وف]?قال\w* \w+|قيل له|نعم|بلي|ج)"
    r"\s*[:،.]"
    r"|(?:^|[\s،.؛])(?:[وف]?ذهب|[وف]?مذهب|[وف]?الصحيح|[وف]?الراجح|[وف]?الصواب|لان\w{0,3}|[وف]?لا يجوز|[وف]?حرام)\s"
    r"|[{\"]"
)
_STATED = re.compile(r"[^.؛]{25,}[.؛]\s")
# The number of a narration, and those that editions print in brackets.
_NUMBERS_OF_IT = re.compile(r"\A[\W\d]{1,16}|\[[^\[\]]*\d[^\[\]]*\]")
_LEADERS = re.compile(r"(?:\.\s?){4,}\s*\d|…\s*\d|\.{3}\s*\d+\W*$", re.M)
_NAMES_PLACE = re.compile(
    r"[\W\d]*(?:و?انظر|و?راجع|و?يراجع|و?ينظر|نفس المصدر|المصدر نفسه|(?:المصدر|المرجع) السابق|[وف]?اخرجه|[وف]?رواه"
    r"|متفق عليه)\s(?!.*\s(?:ان|انه|قال|يقول|بلفظ|فيه)[\s:])"
)
_OF_ELSEWHERE = (
    r"ذلك هذا هذه بيان\w* ذكر\w* الكلام (?:ال|بال)?جواب شرح\w* تفسير\w* تخريج\w* حكم\w* معناه نظير\w* مثله قريبا برقم"
    r" في علي\w* عن ان شاء الله ايضا (?:ال)?موضع\w* المساله السوال الباب الفصل المقدمه مرارا غير مره اول اخر الكتاب"
    r" سوره \d+"
)
_STANDS_ELSEWHERE = re.compile(
    r"[\W\d]*(?:\w+ ){0,6}?[وف]?(?:قد )?(?:سبقت?|تقدمت?|س?ياتي|مر|مضي)(?! ان)(?:\s(?:"
    + "|".join(_OF_ELSEWHERE.split())
    + r"))*\W*\Z"
)
# A line of a poem: two halves of which neither is much longer.
_PARTS = re.compile(r"\s*(?:\.{3}|%\s*%|\*\s*\*+|=)\s*")
_HALVES = re.compile(rf"[\W\d]*([^.:؟?؛%*=]{{12,60}}?){_PARTS.pattern}([^.:؟?؛%*=]{{12,60}})[\W\d]*")
_KNOWS_NOT = re.compile(
    r"(?:\A|قال|اجاب\w*|جواب)\W*"
    r"(?:(?:لا|ما) (?:ادري|اعلم|اعرف|ندري)(?: (?:هذا|ذلك|عنه|شييا))?|و?الله (?:تعالي )?اعلم)\W*\Z"
)
_NAMES_SUBJECT = re.compile(
    r"[\W\d]*(?:احكام|حكم|بيان|تعريف|اداب|صفه|مسال[هة]|مسايل|فرع|فايده|خاتمه|مقدمه|تنبيه)(?:\s\w+){1,3}\W*\Z"
)
_JUDGED = re.compile(r"\s(?:واجب|سنه|حرام|مستحب|مكروه|مباح|جايز|فرض|مندوب)\w*\W*\Z")


def is_fragment(text: str) -> bool:
    """Whether a text of a book tells nothing by itself.

    >>> is_fragment("فما حكم كتابة المثال؟"), is_fragment("(3) المثال 3 / 45، 61"), is_fragment("قال: لا أدري.")
    (True, True, True)
    >>> is_fragment("يكتب المثال كل يوم.")
    False
    """
    if is_index(text):
        return True
    if len(text) > QUESTION:
        return False
    folded = fold(text).strip()
    if _asks_alone(folded) or _KNOWS_NOT.search(folded) or (len(text) <= NOTE and _is_note(folded)):
        return True
    return _PARTS.search(folded) is not None and all(
        map(_is_line_of_poem, filter(str.strip, text.split("\n")))
    )


def is_index(text: str) -> bool:
    """Whether a text is lines that lead to pages: a quarter of what is written is numbers, but for its own, or dots
    stand before them.

    >>> is_index("باب المثال ........ 45"), is_index("3 - المثال يكتب في كل يوم [ب 12، د 34]")
    (True, False)
    """
    told = _NUMBERS_OF_IT.sub("", text[:READ])
    digits = sum(map(str.isdigit, told))
    if 3 * digits >= max(1, sum(map(str.isalpha, told))):
        return True
    return digits > 0 and len(_LEADERS.findall(told)) > len(told) // LINE


def _is_line_of_poem(line: str) -> bool:
    halves = _HALVES.fullmatch(fold(line))
    return halves is not None and len(halves[1]) < 2 * len(halves[2]) and len(halves[2]) < 2 * len(halves[1])


def _asks_alone(folded: str) -> bool:
    asked = re.split("[؟?]+", _ADDS.sub("", folded).rstrip(' .")*'))
    if len(asked) < 2 or asked[-1].strip():
        return False
    first, *others = asked[:-1]
    opens = _ASKED.search(first)
    return (
        opens is not None
        and (_ASKER.match(first) is not None or (opens.start() <= _OPENING and not _STATED.match(first)))
        and _TELLS.search(first) is None
        and all(len(one) <= FURTHER and _ASKS_ON.match(one) for one in others)
    )


def _is_note(folded: str) -> bool:
    if _NAMES_PLACE.match(folded) or _STANDS_ELSEWHERE.match(folded):
        return True
    return _NAMES_SUBJECT.match(folded) is not None and _JUDGED.search(folded) is None
