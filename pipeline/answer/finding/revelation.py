"""Why a surah was revealed: told by comments on it and by narrations that recite it, of which few name it.

Such a question is searched by the verses with which the surah opens, and read by them and the word for revealing; only
comments on that surah and narrations answer it, and only where they say that something was revealed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.answer.asking.verses import surah_named
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.fold import fold
from pipeline.index.types import Filters, Hit
from pipeline.text import analyse, shown
from schemas.reference import Kind

if TYPE_CHECKING:
    from pipeline.index.search import Index

OPENING = 2  # verses by which a surah is recited: the first one may be letters alone
TELLING = Filters(kinds=("tafsir", "hadith"))
PLACES = 16
REVEALED = {"en": "revealed", "ar": "نزلت"}
_ASKED = re.compile(
    r"^\W*(?:why (?:was|were|did)|(?:(?:what|tell me)\b.{0,20}\b|the )?(?:reasons?|causes?|occasions?|circumstances)\b"
    r"|about whom|for whom)\b(?:(?!surah?\b|chapter).){0,40}\b(?:surah?|surat|chapter) (.{2,30}?)"
    r"(?: (?:is|was|were|been|come down|sent down|revealed|in the quran))*[ ?.!]*$"
    r"|(?:سبب|اسباب|مناسبه) نزول سوره (.{2,30}?)[ ؟?.!]*$|(?:لماذا|لم|فيمن|فيم) (?:ا?نزلت) سوره (.{2,30}?)[ ؟?.!]*$"
)
_REVEALING = re.compile(
    r"(?P<so>\b(?:so|then|thereupon|hence)\b[^.:]{0,40})?(?:\breveal\w*|\brevelation|\bsent down\b)"
    r"|(?P<fa>(?<!\w)ف)?(?:انزل|نزل)"
)
NEAR = 120  # characters in which what was revealed stands beside the word for revealing
RECITED = 2  # words of the opening that are named there
_OF_REVEALING = re.compile(r"\breveal|\brevelation\b|\b(?:sent|come) down\b|نزول|نزلت")


def surah_asked(question: str, lexicon: Lexicon) -> int:
    """The surah whose revelation a question asks the reason of; 0 for any other question.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> surah_asked("Why was Surah al-Masad revealed?", default_lexicon())
    111
    """
    folded = fold(question)
    match = _ASKED.search(folded)
    name = next((one for one in match.groups() if one), "") if match else ""
    if not name or not _OF_REVEALING.search(folded):
        return 0
    return surah_named(name, lexicon)


def recited(index: Index, surah: int, language: str) -> str:
    """The verses with which a surah opens, and the word for revealing; empty where the index has it not."""
    ordinals = [index.find(f"quran:{surah}:{verse}") for verse in range(1, OPENING + 1)]
    verses = [index.document(ordinal) for ordinal in ordinals if ordinal is not None]
    opening = " ".join(shown(one.text(language) or "", one.markup) for one in verses)
    return f"{opening} {REVEALED[language]}" if opening else ""


def telling(index: Index, surah: int, words: str) -> tuple[Hit, ...]:
    """Comments on a surah, and narrations, by the verses with which it opens."""
    found = index.search(words, k=PLACES, filters=TELLING).hits
    of_surah = re.compile(rf"tafsir:[^:]+:{surah}:|hadith:")
    return tuple(hit for hit in found if of_surah.match(hit.reference))


def tells_of_revealing(text: Read) -> bool:
    """Whether a text says that something was revealed; a narration, that it was the words which are asked about: behind
    "so Allah revealed" stands what He revealed, and before it what was recited for another reason."""
    said = fold(text.around)
    found = _REVEALING.finditer(said)
    return any(text.kind != Kind.HADITH or _of_words(said, match, text) for match in found)


def _of_words(said: str, match: re.Match[str], text: Read) -> bool:
    """Whether the words that are asked about stand where a narration says that something was revealed."""
    behind, before = (
        said[match.end() : match.end() + NEAR],
        said[max(0, match.start() - NEAR) : match.start()],
    )
    follows = match["so"] or match["fa"]
    tokens = {token for unit in text.question.units for token in unit.tokens}
    least = min(RECITED, len(tokens))
    return any(
        len(tokens & set(analyse(part))) >= least for part in ((behind,) if follows else (behind, before))
    )
