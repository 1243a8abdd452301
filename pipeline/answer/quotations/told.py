"""Words that a question says the Prophet said, or that are a narration: "the Prophet said: ...", "... is this a
hadith?", "whoever recites ... is given ...".

What a search finds for them is kindred, and may be another narration with a word of it altered. A reader who sees it
below his own words takes these for what stands there; so he is told where no text that is shown has them. What a
narration is on ("hadith about ...") is not told so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.quotations.around import between_marks
from pipeline.answer.quotations.letters import language_of, letters_of, within
from pipeline.answer.quotations.pasted import letters_in, without_formulas
from pipeline.answer.quotations.placed import as_written, words_placed
from pipeline.answer.words.fold import fold
from schemas.document import Document
from schemas.reference import Kind

LEAST = {"ar": 2, "en": 3}  # words
MOST = 40
QUOTED = 4  # words between marks that are a quotation, and no name
_PROPHET = r"(?:the )?(?:holy |noble )?(?:prophet|messenger)(?: muhammad| of (?:allah|god))?"
_BLESSED = r"(?: ?(?:ﷺ|\(.{0,30}?\)|pbuh|saw|peace be upon him|صلي الله عليه وسلم|عليه (?:الصلاه و)?السلام))?"
_BOOK = (
    r"(?:sahih )?(?:al-)?(?:bukhari|muslim|tirmidhi|abu dawud|nasai|ibn majah)"
    r"|(?:ال)?(?:بخاري|ترمذي|نسايي)|مسلم|احمد"
)
_SOUND = r"(?: authentic| sahih| sound)?"
_OPENING = r"(?:hadith|hadeeth|narration)"
_FORMS = tuple(
    map(
        re.compile,
        (
            rf"^\W*(?:is it true (?:that )?)?(?:did )?{_PROPHET}{_BLESSED}(?: really| ever)? (?:said|says?)"
            r"(?: that)?[ :,]+(?P<words>.+)$",
            rf"^\W*is (?:this|it|the following)(?: an?)?{_SOUND} {_OPENING}{_SOUND}[ :,]+(?P<words>.+)$",
            rf'^\W*(?:the |is the )?{_OPENING} ?"(?P<words>[^"]+)"',
            rf"^\W*{_OPENING} ?:(?P<words>.+)$",
            rf'^\W*is "(?P<words>[^"]+)"(?: an?| really)*{_SOUND} {_OPENING}',
            r"^(?P<words>.+?)[ .,;:!?\"'-]+(?:is (?:this|it|that)(?: an?)?"
            rf"{_SOUND} {_OPENING}|(?:in )?(?:{_BOOK}))\W*$",
            r"^.{0,40}?\b(?:says?|said|told (?:me|us)|claims?|heard|read)(?: that)?[ :,]*"
            rf"[\"'](?P<words>.+?)[\"'] (?:is|was) an?(?: \w+)? ?{_OPENING}\b.*$",
            r"^\W*(?:is it true (?:that )?)?(?P<words>(?:whoever|he who|if (?:you|someone|one|anyone))"
            r" (?:reads?|recites?|says?|prays?|fasts?)\b.+)$",
            r"^\W*(?:هل )?(?:قال|يقول|قول) (?:رسول الله|النبي|الرسول|نبينا)(?: محمد)?"
            rf"{_BLESSED}[ :]+(?P<words>.+)$",
            r"^\W*هل (?:هذا|هو|يصح|صح) (?:ال)?حديث[ :]+(?P<words>.+)$",
            r"^\W*(?:ال)?حديث ?(?::|(?=\"))(?P<words>.+)$",
            rf"^\W*(?:هل )?(?:روي|رواه|اخرج|اخرجه) (?:{_BOOK})[ :]+(?P<words>.+)$",
            r"^(?P<words>.+?)[\s.،,؛:؟\"-]+هل (?:هو|هذا) حديث(?: صحيح| نبوي)?\W*$",
            r"^\W*(?:هل )?(?:صحيح ان )?(?P<words>من (?:قرا|صلي|صام|استغفر|سبح|قال) .+)$",
        ),
    )
)
# What is told of it is in the asker's words, or asks.
_RETOLD = re.compile(
    r"^\W*(?:about|on|of|how|what|who|why|if|whether|anything|something|we|you|i|one|which"
    r"|عن|في|كيف|ماذا|هل|ما|لماذا|اين|متي)\b"
)


def words_told(question: str) -> str:
    """The words of which a question says, or asks, that they are a narration; empty where it does not.

    >>> words_told("The Prophet said: the lamp is half of the oil")
    'the lamp is half of the oil'
    >>> words_told("What did the Prophet say about lamps?")
    ''
    """
    folded = fold(question)
    said = next(filter(None, (form.match(folded) for form in _FORMS)), None)
    if said is None or _RETOLD.match(said["words"]):
        return ""
    letters = letters_of(said["words"])
    if not LEAST[language_of(question)] <= len(letters) <= MOST:
        return ""
    return as_written(question, said["words"]).strip(" \"'")


def unheld_words(question: str, texts: Sequence[Document]) -> str:
    """The words that a question says are scripture, or a narration, or puts between marks where scripture is shown,
    where no text that is shown has them just so."""
    placed = words_placed(question)
    words = placed.words if placed else words_told(question) or _marked(question, texts)
    if not words:
        return ""
    language = language_of(words)
    said = without_formulas(letters_of(words))
    held = any(within(said, without_formulas(letters_in(one, language))) for one in texts)
    return "" if held or not said else words


def _marked(question: str, texts: Sequence[Document]) -> str:
    """Words between marks, too many for a name, in a question to which scripture is shown."""
    shown = any(one.kind in (Kind.QURAN, Kind.HADITH) for one in texts)
    every = between_marks(question) if shown else []
    return next((one for one in every if len(letters_of(one)) >= QUOTED), "")
