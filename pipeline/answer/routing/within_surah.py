"""What one surah says of something: the surah, and the question as one on the Qur'an.

By its own words such a question would be told by no verse, for none names its surah. So its topic is asked of the
Qur'an, and the surah says where it is looked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.routing.verses import surah_named
from pipeline.answer.words.fold import fold

_SURAH_EN = r"(?:the )?(?:surah?|surat|soorah?|chapter) (?P<surah>.{2,30}?)"
_SURAH_AR = r"سور[ةه] (?P<surah>.{2,20}?)"
_ABOUT_EN = r"(?:about|of|on|regarding|concerning)"
_ASKED = tuple(
    re.compile(rf"^\W*{one}\W*$", re.IGNORECASE)
    for one in (
        rf"what (?:does|did) {_SURAH_EN} (?:say|tell|tell us|teach|teach us|mention) {_ABOUT_EN} (?P<topic>.+?)",
        rf"what (?:is|was) (?:said|told|mentioned|stated) {_ABOUT_EN} (?P<topic>.+?) in {_SURAH_EN}",
        rf"(?:ماذا|ما الذي) (?:تقول|قالت|تذكر|ذكرت|تخبرنا) {_SURAH_AR} عن (?P<topic>.+?)",
        rf"(?:ماذا|ما الذي) (?:ورد|جاء|ذكر|قيل) عن (?P<topic>.+?) في {_SURAH_AR}",
        rf"(?:ماذا|ما الذي) (?:ورد|جاء|ذكر|قيل) في {_SURAH_AR} عن (?P<topic>.+?)",
    )
)
_OF_QURAN = {"en": "what does the quran say about {topic}", "ar": "ماذا يقول القرآن عن {topic}"}


@dataclass(frozen=True, slots=True)
class WithinSurah:
    """A question on what a surah says of something, asked of the whole Qur'an."""

    surah: int
    question: str


def within_surah(question: str, language: str, lexicon: Lexicon) -> WithinSurah | None:
    """The surah of which it is asked what it says of something; None for any other question.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> within_surah("What does Surah al-Fil say about birds?", "en", default_lexicon())
    WithinSurah(surah=105, question='what does the quran say about birds')
    """
    for match in filter(None, (one.match(question) for one in _ASKED)):
        if surah := surah_named(fold(match["surah"]), lexicon):
            return WithinSurah(surah, _OF_QURAN[language].format(topic=match["topic"]))
    return None
