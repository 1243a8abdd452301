"""Questions among the paragraphs of a book, and the paragraphs that answer them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.sources.asked import ANSWER, ASKER, ASKS, NUMBER

LONG = 2000  # characters of a question with what follows it
BARE = 400  # characters of a question that is known by its form alone

_HEADED = re.compile(rf"^\W*(?:[0-9٠-٩]+\W+)?(?:(?:ال)?سؤال\s*{NUMBER}[:：]|س\s*[0-9٠-٩]+\s*[:/-])")
_REPORTED = re.compile(rf"^\W*(?:(?:ال)?سؤال|و?سئل|س\s*{NUMBER}[:/-])")
_ASKS = re.compile(r"[؟?][\W\d]*$")
_ANSWERS = re.compile(rf"^\W*(?:{ANSWER}|ف?أجاب|ف?قال|ج\s*{NUMBER}[:/-])(?=\W|$)")
# The head of an answer, on a line of its own or at the end of one.
_ANSWER_BEHIND = re.compile(
    rf"(?:^|[؟?.:]\s*){ANSWER}\s*[:：][-ـ\s]*$|^\W*{ANSWER}\W*$|^\W*ف?أجاب\b[^:：\n]{{0,60}}[:：]\W*$"
)
# A question that nothing is told before, unless by who asks.
_BARE = re.compile(rf"^[\W\d]*(?:{ASKER}|(?:{ASKS}|[وف]?أي)\s(?:(?![.؛]\s).)*$)", re.S)


def goes_with_question(before: Sequence[str], words: str) -> bool:
    """Whether a paragraph belongs to the question that the paragraphs of a text before it ask: it answers it, stands
    under the head of its answer, or anywhere behind a question that has a head itself.

    >>> goes_with_question(["سئل عن كتابة المثال ليلا"], "فأجاب: يكتب."), goes_with_question(["السؤال:", "متى؟"], "غدا")
    (True, True)
    >>> goes_with_question(["يقول: هل يكتب؟"], "كل يوم"), goes_with_question(["يقول: هل يكتب؟"], "ويقول: متى؟")
    (True, False)
    """
    last, length = before[-1], sum(map(len, before))
    if _ANSWER_BEHIND.search(last):
        return True
    if length >= LONG or _HEADED.match(words):
        return False
    if _HEADED.match(before[0]):
        return True
    if _ANSWERS.match(words):
        return (_REPORTED.match(last) or _ASKS.search(last)) is not None
    return length < BARE and _is_bare(" ".join(before)) and not _ASKS.search(words)


def _is_bare(words: str) -> bool:
    """Whether words are nothing but a question."""
    return _ASKS.search(words) is not None and _BARE.match(words) is not None
