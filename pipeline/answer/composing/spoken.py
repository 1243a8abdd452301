"""Where an Arabic answer that was spoken or written to one person begins to answer, and where it ends.

Such an answer opens with a greeting, praise, "to proceed" or the question read out, and is followed by the next one, a
farewell or where it was printed. A piece of it may go on from what stands before it, so that it says little alone.
Texts are read as they are shown; nothing is chosen here.
"""

from __future__ import annotations

import re

from pipeline.answer.words.fold import fold
from pipeline.text import analyse

LEAST = 20  # characters of an answer before anything may end it
LEFT = 60  # characters that must be left behind its opening
# What stands after the answer: the next question, a farewell, where it was printed.
_FURTHER = re.compile(
    r"\s(?:ال)?سؤال\s*[:：]|والله (?:ولي التوفيق|أعلم|الموفق)|والسلام عليكم"
    r"|\s\(?(?:من )?مجموع فتاوى|\s\(?(?:نشرت?|صدرت?) (?:في|من|هذه|بتاريخ)\s|\s\(?(?:من )?برنامج نور على الدرب"
)
# What an answer may begin with before it answers: a greeting, praise, "to proceed", the question read out.
_FORMULAS = re.compile(
    r"[\s\W]*(?:الجواب|جواب|ج)\s*[:：]"
    r"|[\s\W]*بسم الله الرحمن الرحيم"
    r"|[\s\W]*وعليكم السلام(?: ورحمة الله)?(?: وبركاته)?"
    r"|[\s\W]*(?:إن )?(?:و?الحمد لله|والصلاة والسلام|اللهم صل)[^؟]{0,400}?\s(?:أما بعد|وبعد)\s*[:؛،.]"
    r"|[\s\W]*(?:الحمد لله(?: وحده| رب العالمين)?|والصلاة والسلام على (?:رسول الله|نبينا محمد)|أما بعد|وبعد)\s*[:؛،.]"
    r"|[\s\W]*(?:سؤال|س)\s*\d*\s*[:：][^؟]{0,600}؟\s*(?=(?:الجواب|جواب|ج)\s*[:：])"
)
_GOES_ON = re.compile(
    r"(?:وهو|وهي|وهم|فهو|فهي)\s"
    r"|[وف]?(?:جاز|صح|أجزأه?|كفاه?|لزمه|حصل) (?:ذلك|المقصود)"
    r"|(?:[وف]?(?:لأن(?!فس)|لكن|كذلك|ذلك|لهذا|لقول|لحديث|بل|إنما|منها|منهم)\S{0,3}|[وف]هذ[ها]|لما|أيض[اً]+)\s"
)
_ASKS_FOR = re.compile(r"(?:^|\s)[وف]?(?:ما|عن)(?: هو| هي)? [\u0621-\u064a]+[^\u0621-\u064a]*$")


def spoken(text: str) -> tuple[int, int]:
    """The part of an answer that answers, in characters."""
    start = 0
    while match := _FORMULAS.match(text, start):
        start = match.end()
    start = start if len(text) - start > LEFT else 0
    further = _FURTHER.search(text, start + LEAST)
    return start, further.start() if further else len(text)


def goes_on(text: str, start: int) -> bool:
    """Whether a piece begins with a word that leans on what stands before it."""
    return _GOES_ON.match(text, start) is not None


def depends(text: str, start: int) -> bool:
    """Whether a piece leans on what stands before it, by its first word or since no full stop parts them."""
    return goes_on(text, start) or text[:start].rstrip().endswith(("،", ",", ":"))


def asks_for(text: str, asked: frozenset[str]) -> bool:
    """Whether an Arabic text ends by asking what a thing is that is asked about: "tell me of faith"."""
    return _ASKS_FOR.search(fold(text)) is not None and not asked.isdisjoint(analyse(text)[-1:])
