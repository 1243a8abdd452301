"""What is asked about a surah by its name is told by a text that speaks of that surah, and not of what bears the name
too: the virtue of Surah al-Fajr is not that of the dawn prayer.

A text speaks of it that has the name beside a word for a surah, or a name that is the surah's alone: the words with
which it opens, or in Latin letters one with its article. A verse and a comment on one speak of the surah that they
stand in, but not of its virtue or of where it came down. Nor does a verse tell of the virtue of verses. Which surah
something is told in, a verse tells, a comment on one, or a text that names a surah.
"""

from __future__ import annotations

import re

from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.routing.around_reference import (
    LEADING,
    SURAH_WORD,
    Name,
    before_any,
    names_in,
    tokens_in,
)
from pipeline.answer.routing.verses import LONGEST_NAME
from pipeline.answer.words.fold import fold
from schemas.reference import Kind

_SIGNS = {*'()[]"“”«»:,'}  # between the word and the name, in a text
LATIN, LONG = 3, 6  # tokens of a name in Latin letters with its article, or letters of one without
OPENING = 5  # tokens of one that is the words with which a surah opens
_IN = frozenset("in from within inside في من ضمن داخل".split())  # then the surah is where something stands
_SURAHS = frozenset(("سورتي", "سورتا", "سور"))  # of several; a question is about one
# Of a surah as a whole, which no verse of it tells.
_OF_THE_WHOLE = re.compile(
    r"\b(?:virtues?|rewards?|benefits?|merits?|reveal\w*|should|can|may|must|allowed|sunnah|recit\w*|read\w*|memori\w*)\b"
    r"|(?:^|\s)(?:فضل|فضايل|ثواب|اجر|فايده|فوايد|نزلت|نزول|قرا\w*|حكم|حفظ|مكيه|مدنيه)(?=\s|$)"
)

_VIRTUE_OF_VERSES = re.compile(
    r"\b(?:virtues?|rewards?|merits?|excellence|benefits?) (?:of|for|in) (?:\w+ ){0,3}(?:ayat?|ayahs?|ayatul|verses?)\b"
    r"|(?:^|\s)(?:فضل|فضايل|ثواب|اجر|فايده|فوايد) (?:(?:قراء[هة]|تلاو[هة]|اخر|اواخر|خواتيم) )?اي(?:[هة]|تين|ات)\s"
)

_WHICH = re.compile(
    r"^\W*(?:in )?(?:which|what) (?:surahs?|suras?|chapters?)\b(?! number)"
    r"|^\W*(?:في |ب)?(?:اي|ما هي) (?:ال)?سور[هة]\s"
)


def asks_virtue_of_verses(folded: str) -> bool:
    """Whether a folded question asks for the virtue of some verses, which no verse tells."""
    return _VIRTUE_OF_VERSES.search(folded) is not None


def asks_of_the_whole(folded: str) -> bool:
    """Whether a folded question asks of a surah what no verse of it tells: its virtue, where it came down."""
    return _OF_THE_WHOLE.search(folded) is not None


def surah_asked_about(folded: str, lexicon: Lexicon) -> int:
    """The surah that a folded question is about, by the word and a name; 0 where it is about none.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> [surah_asked_about(one, default_lexicon()) for one in ("virtue of surah al-fajr", "musa in surah taha")]
    [89, 0]
    """
    tokens = tokens_in(folded)
    for name in names_in(tokens, lexicon.surah_names, LONGEST_NAME):
        place = before_any(tokens, name.start, LEADING)
        if place and tokens[place - 1] in SURAH_WORD and tokens[max(0, place - 2)] not in _IN:
            return name.value
    return 0


def asks_which_surah(folded: str) -> bool:
    """Whether a folded question asks in which surah something is told."""
    return _WHICH.search(folded) is not None


def names_surah(text: Read) -> bool:
    """Whether a text is of a surah, or names one with the word for it."""
    if text.kind in (Kind.QURAN, Kind.TAFSIR):
        return True
    tokens = tokens_in(fold(f"{text.reading.chapter} {text.reading.title} {text.reading.text}"))
    return any(_is_marked(tokens, one) for one in names_in(tokens, text.lexicon.surah_names, LONGEST_NAME))


def speaks_of_surah(surah: int, text: Read, *, whole: bool) -> bool:
    """Whether a text speaks of a surah. `whole`: and not only stands in it."""
    reading = text.reading
    if reading.surah:
        return reading.surah == surah and not whole
    tokens = tokens_in(fold(f"{reading.chapter} {reading.title} {reading.text}"))
    return any(
        name.value == surah and (_is_marked(tokens, name) or _is_its_own(tokens, name, text.lexicon))
        for name in names_in(tokens, text.lexicon.surah_names, LONGEST_NAME)
    )


def says_itself(surah: int, text: Read) -> bool:
    """Whether a text tells what a surah says: a verse of it, or a comment on one. To an English question no verse tells
    it by its Arabic alone, where one word may have two senses (خمر, wine and veils)."""
    by_glossary = text.kind == Kind.QURAN and (text.question.language, text.language) == ("en", "ar")
    return text.reading.surah == surah and not by_glossary


def _is_marked(tokens: list[str], name: Name[int]) -> bool:
    """Whether a word for a surah, or for several, leads a name, or another name that it leads."""
    place = before_any(tokens, name.start, LEADING, _SIGNS)
    return place > 0 and tokens[place - 1] in SURAH_WORD | _SURAHS


def _is_its_own(tokens: list[str], name: Name[int], lexicon: Lexicon) -> bool:
    """Whether a name is a surah's alone."""
    spelled = tokens[name.start : name.end]
    if not spelled[0].isascii():
        return len(spelled) > 1
    long = len(spelled) >= LATIN or len(spelled[0]) >= LONG
    return len(spelled) >= OPENING or (long and name.value in lexicon.surahs_alone.values())
