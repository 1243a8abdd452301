"""Texts, and parts of texts, that tell nothing by themselves: a heading, a question whose answer stands on the next
page, lines of an index, a note that only names where something is found, lines of a poem, an answer that knows none,
what some hold of a matter that was named before.

Books are cut where their pages and paragraphs end, so that each of these is a text of its own, and holds more of a
question's words than an answer does. They are known by their form alone.
"""

from __future__ import annotations

import re

from pipeline.answer.words.fold import fold
from pipeline.answer.words.narration import is_chain
from pipeline.answer.words.printed_questions import asks_alone, is_headed
from schemas.reference import Kind

HEADED = (Kind.BOOK, Kind.TAFSIR)  # kinds of which some print their headings as text
HEADING = 140  # characters; a longer text says something, whatever it begins with
SHORT = 400  # characters; what is longer tells something besides
NOTE = 120  # characters of a note
READ = 2000  # characters that are read of a text to see whether it is an index
LINE = 200  # characters of an index that lead to a number at least once

_HEADS = re.compile(
    r"(?:\W|\d)*(?:كتاب|باب|ابواب|أبواب|فصل|الباب|الفصل|المبحث|المطلب|chapter|section)\b", re.I
)
# The number of a narration, and those that editions print in brackets.
_NUMBERS_OF_IT = re.compile(r"\A[\W\d]{1,16}|\[[^\[\]]*\d[^\[\]]*\]")
_LEADERS = re.compile(r"(?:\.\s?){4,}\s*\d|…\s*\d|\.{3}\s*\d+\W*$", re.M)
# The heading of an index, or of a list of sources, that an edition appends to a book.
_OF_INDEX = re.compile(
    r"\W*(?:[0-9]+\W+)?(?:(?:أولا|ثانيا|ثالثا|رابعا|خامسا|سادسا|سابعا|ثامنا|تاسعا|عاشرا)\W+)?(?:"
    r"(?:ال)?(?:فهرست?|فهارس)(?![\u0621-\u064a]).{0,60}"
    r"|(?:(?:أهم|ثبت|قائمة)\s)?(?:ال)?مصادر?\s?و(?:ال)?مراجع\W*"
    r"|(?:ال)?مصادر\s(?:ال)?(?:تحقيق|مطبوعة|مخطوطة)\W*"
    r"|(?:ال)?محتويات(?:\sالكتاب)?\W*)"
)
# Folded, as all that follows.
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
# "And some of them said": of what, and what others hold, the part before it tells.
_SOME_HOLD = re.compile(r"\W*و(?:منهم من|(?:قال|ذهب) (?:بعضهم|اخرون))(?=\W)(?!.*(?:الصواب|الصحيح|الراجح))")
_NAMES_SUBJECT = re.compile(
    r"[\W\d]*(?:احكام|حكم|بيان|تعريف|اداب|صفه|مسال[هة]|مسايل|فرع|فايده|خاتمه|مقدمه|تنبيه)(?:\s\w+){1,3}\W*\Z"
)
_JUDGED = re.compile(r"\s(?:واجب|سنه|حرام|مستحب|مكروه|مباح|جايز|فرض|مندوب)\w*\W*\Z")


def is_heading(kind: str, text: str) -> bool:
    """Whether a text of a kind, or a part of one, only names or asks what follows it, or is a chain for what stands
    before it.

    >>> is_heading("book", "(كتاب الصيام) 1 - باب في الصوم.")
    True
    >>> is_heading("book", "السؤال: متى يبدأ الصوم؟ الجواب:")
    True
    """
    if kind == Kind.HADITH:
        return is_chain(text)
    named = len(text) <= HEADING and _HEADS.match(text) is not None
    return kind in HEADED and (named or is_headed(text))


def tells_nothing(kind: str, text: str) -> bool:
    """Whether a whole text of a kind answers nothing, whatever is asked.

    >>> tells_nothing("book", "فما حكم كتابة المثال؟"), tells_nothing("book", "قال: لا أدري.")
    (True, True)
    >>> tells_nothing("book", "ومنهم من فصل فقال: يكتب المثال في الليل ولا يكتب في النهار.")
    True
    >>> tells_nothing("tafsir", "(3) المثال 3 / 45، 61"), tells_nothing("fatwa", "فما حكم كتابة المثال؟")
    (True, False)
    """
    if is_heading(kind, text) or (kind in HEADED and is_index(text)):
        return True
    # A comment on a verse asks as the verse does, and is short where its verse is.
    if kind != Kind.BOOK or len(text) > SHORT:
        return False
    folded = fold(text)
    return (
        asks_alone(folded)
        or _KNOWS_NOT.search(folded) is not None
        or _SOME_HOLD.match(folded) is not None
        or (len(text) <= NOTE and _is_note(folded))
        or _is_poem(folded)
    )


def is_under_index(chapter: str) -> bool:
    """Whether what stands under a heading is lines of an index.

    >>> is_under_index("13 - فهرس مراجع الشرح"), is_under_index("المصادر والمراجع"), is_under_index("باب المصادر")
    (True, True, False)
    """
    return _OF_INDEX.fullmatch(chapter) is not None


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


def _is_note(folded: str) -> bool:
    """Whether a folded text names where something is told, or only names a subject."""
    if _NAMES_PLACE.match(folded) or _STANDS_ELSEWHERE.match(folded):
        return True
    return _NAMES_SUBJECT.match(folded) is not None and _JUDGED.search(folded) is None


def _is_poem(folded: str) -> bool:
    lines = [line for line in folded.split("\n") if line.strip()]
    return len(lines) > 0 and all(map(_is_line_of_poem, lines))


def _is_line_of_poem(folded: str) -> bool:
    halves = _HALVES.fullmatch(folded)
    return halves is not None and len(halves[1]) < 2 * len(halves[2]) and len(halves[2]) < 2 * len(halves[1])
