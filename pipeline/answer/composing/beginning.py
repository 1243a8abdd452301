"""Where a quotation of an Arabic text begins, with what its ruling hangs on.

A long sentence is cut at its marks, and what rules may stand behind one: "if it is for sale; zakat is due on it",
"this is disputed: first, it is eaten". Without what stands before it, such a ruling is told of every case, a reason
says what it is not the reason of, and one view of several stands for all. The place is found in the shown text; which
words answer, `choose` says.
"""

from __future__ import annotations

import re

from pipeline.answer.words.fold import fold

BACK = 480  # characters that a quotation may begin earlier
LED = 200  # the same where it is the first of several views
_BLANK = " \n\t\u200f\u200e"
_STOP = re.compile(r"[.؟!؛\n](?=[\s\u200f]|$)")
# A condition that begins a clause, and a reply to it within the same words.
_IF = re.compile(
    r"(?:(?<=[،,:])\s*|\A\s*)(?:[وف]|أما )?(?:(?:إذا|لو|متى|كلما|مهما)\s|إن\s(?:كان\S{0,2}|كنت|لم|شاء\S?|أمكن\S{0,2}"
    r"|تيسر|احتاج\S?|خاف\S?|وجد\S?|فعل\S?|قال\S?|نوى|حصل|خرج\S?|مات\S?|أراد\S?|ترك\S?|نسي\S?)\s)"
)
_REPLIED = re.compile(r"[،,]\s*(?:ف(?!ي\s)|[وف]?(?:لا|ما|ليس)\s+(?:بأس|حرج|مانع|يجوز|شيء|عليه))")
# What says nothing by itself behind a semicolon: a reason, a purpose, a bare judgement.
_HANGS = re.compile(
    r"\W*(?:لان\S{0,3}|لكون\S{0,2}|حتي|لعدم|لقول\S{0,2}|لحديث|بل|"
    r"[وف]?(?:لا (?:باس|حرج|مانع|شيء|يجوز|يصح|يقع)|ما (?:يجوز|يصح|يقع)|جاز|صح|اجزا\S{0,2}|كفي))(?=\W)"
)
_TURN = re.compile(r"[،,]\s*(?=و?أما\s)")  # within such a clause, to what the reason is told of
_FIRST = re.compile(r"\W*(?:احدها|احدهما|(?:القول )?الاول)\s?:")
_VIEWS = re.compile(
    r"(?:^|\s)(?:ال)?(?:اقوال|قولين|قولان|مذاهب|اوجه|وجهان|وجهين|اراء|روايتان|روايتين)(?=\W|$)"
)


def with_what_it_hangs_on(text: str, begins: int, start: int) -> int:
    """Where a quotation begins, with the condition, the cause or the dispute that stands right before it.

    Args:
        begins: where the text begins to speak.

    >>> text = "إذا كانت للبيع؛ فيها الزكاة كل عام."
    >>> with_what_it_hangs_on(text, 0, text.index("فيها"))
    0
    >>> text = "الوضوء شرط للصلاة؛ وأما النية فواجبة."
    >>> with_what_it_hangs_on(text, 0, text.index("وأما")) == text.index("وأما")
    True
    """
    found = start
    while (earlier := _earlier(text, begins, found)) < found and start - earlier <= BACK:
        found = earlier
    return found


def _earlier(text: str, begins: int, start: int) -> int:
    """The same, one clause earlier; the same place where nothing is left out."""
    before = text[begins:start].rstrip(_BLANK)
    if not before.endswith(("؛", "،", ",", ":")):
        return start
    stop = max((match.end() for match in _STOP.finditer(before[:-1])), default=0)
    clause = before[stop:]
    condition = max((match.start() for match in _IF.finditer(clause)), default=None)
    if condition is not None and not before.endswith(":") and not _REPLIED.search(clause, condition):
        return begins + stop + condition
    following = fold(text[start : start + LED])
    if before.endswith("؛") and _HANGS.match(following):
        return begins + stop + max((turn.end() for turn in _TURN.finditer(clause)), default=0)
    if before.endswith(":") and _FIRST.match(following) and _VIEWS.search(fold(clause[-LED:])):
        return begins + stop if len(clause) <= LED else start
    return start
