"""A question that a text prints above its answer, and where it ends.

Books of fatwas, lectures and some web sites have a letter and its answer in one text, under heads or on lines of their
own. A search weighs what was asked as the subject of a text, and nobody is told the words of who asks as if they were
an answer; so a card gives each its own field, by the steps `question` and `answer`.
"""

from __future__ import annotations

import re
from functools import lru_cache

LONGEST = 4000  # characters of a question
LINE = 400  # characters of one that has no head

NUMBER = r"[0-9٠-٩]*\s*"
ANSWER = r"(?:ال)?(?:جواب|[إا]جابة)"
# Who asks, and the words that ask, where no head stands before them.
ASKER = r"(?:و?[يت]?قول(?: ال?سائل\w?| أيضا)?\s*[:،]|هذا (?:ال?سائل|يقول)|سائل يقول|فإن (?:قيل|قلت))"
ASKS = r"[وف]?(?:هل|ما|ماذا|متى|كم|أين|لماذا|كيف|أيهما)"
_ANSWERED = rf"(?:ف?[أا]جاب|{ANSWER})"

_ENGLISH = (
    r"\W*(?:answered by\b[^\n]{3,120}\n\W*)?question\b[^\n:]{0,20}:(?:(?!\bquestion\s*:).)"
    rf"{{3,{LONGEST}}}?\n\W*answer\b[^\n:]{{0,20}}:"
)
_HEADED = (
    rf"[\W\d]*(?:ال)?سؤال\s*{NUMBER}[:：](?:(?!سؤال\s*{NUMBER}[:：]).)"
    rf"{{3,{LONGEST}}}?(?<!\w){ANSWER}\s*{NUMBER}[:：]"
)
_NUMBERED = rf"\W*س\s*[0-9٠-٩]+\s*[:：].{{3,{LONGEST}}}?(?<!\w)(?:{ANSWER}|ج)\s*{NUMBER}[:：]"
_REPORTED = (
    rf"[\W\d]*(?:[وف]?سئل|مس[أا]لة)\b.{{3,{LONGEST}}}?"
    rf"(?:(?:\n|[؟?.:]\s*)\W*{_ANSWERED}\b[^:\n]{{0,40}}[:：]|\(\s*{_ANSWERED}\s*\))"
)
_FORMS = tuple(re.compile(form, re.S | re.I) for form in (_ENGLISH, _HEADED, _NUMBERED, _REPORTED))
_LINE = re.compile(rf"[\W\d]*(?:{ASKER}|{ASKS}\s)[^\n]{{3,{LINE}}}[؟?][^\n\w]*\n")
_BELOW_LINES = re.compile(rf"\W*{_ANSWERED}\b[^:\n]{{0,40}}(?:[:：]|\n)")
_BETWEEN = re.compile(r"[\s:：ـ-]+")


@lru_cache(maxsize=1)  # both steps are asked of one text, in turn
def _parted(text: str) -> tuple[str, str]:
    """The question at the head of a text with all that stands above its answer, and the answer."""
    end = next((asked.end() for form in _FORMS if (asked := form.match(text))), 0) or _lines_end(text)
    between = _BETWEEN.match(text, end) if end else None
    start = between.end() if between else end
    return (text[:end].rstrip(), text[start:]) if any(map(str.isalnum, text[start:])) else ("", text)


def _lines_end(text: str) -> int:
    """Where lines end that ask without a head, with that of their answer; 0 where a text begins with none."""
    end = 0
    while asked := _LINE.match(text, end):
        end = asked.end()
    below = _BELOW_LINES.match(text, end) if end else None
    return below.end() if below else end


def question(text: str) -> str:
    """What a text prints as asked above its answer, heads and all; "" where it does not, or has no answer.

    >>> question("السؤال: متى يبدأ الصوم؟\\nالجواب: من طلوع الفجر."), question("السؤال: متى يبدأ الصوم؟ الجواب:")
    ('السؤال: متى يبدأ الصوم؟\\nالجواب:', '')
    """
    return _parted(text)[0]


def answer(text: str) -> str:
    """A text without what it prints as asked above its answer.

    >>> answer("يقول: متى يبدأ الصوم؟\\nمن طلوع الفجر."), answer("من طلوع الفجر.")
    ('من طلوع الفجر.', 'من طلوع الفجر.')
    """
    return _parted(text)[1]
