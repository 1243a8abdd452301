"""The words around a reference, and how names and numbers are found among the tokens of a question.

Everything is folded: lower case, ASCII digits, Arabic letters without their marks. Nothing is decided here about
which documents are named.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Generic, TypeVar

from pipeline.answer.words.fold import latin_key
from pipeline.answer.words.tongue import ARABIC, LATIN

Value = TypeVar("Value")

LONG_SURAH = 50

_LONG_NUMBER = re.compile(r"(\d{18})\d+")
_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)*|\d+[a-z]?(?![a-z\d])|[\u0621-\u064a]+|[^\w\s]|\w+")
SURAH_WORD = {
    "surah", "surat", "sura", "soorah", "soora", "surahs", "suratul", "suratu", "chapter", "ch",
    "سوره", "السوره", "بسوره", "لسوره", "وسوره", "سورت",
}  # fmt: skip
VERSE_WORD = {
    "verse", "verses", "ayah", "ayahs", "ayat", "aya", "ayaat", "aayah", "aayat", "v", "vv", "vs", "ayats",
    "ايه", "الايه", "ايات", "الايات", "ايتان", "الايتان", "الايتين", "بالايه", "للايه",
}  # fmt: skip
NUMBER_WORD = frozenset("number no num nr # رقم رقمها برقم الرقم ح . , ، : ( ) [ ]".split())
HADITH_WORD = {
    "hadith", "hadeeth", "ahadith", "hadiths", "narration", "hadees", "حديث", "الحديث", "احاديث", "الاحاديث", "بحديث",
}  # fmt: skip
COMMENT_WORD = {
    "tafsir", "tafseer", "commentary", "commentaries", "exegesis", "interpretation", "interpret", "explain",
    "explanation", "explained", "say", "says", "said", "according", "comment", "comments",
    "تفسير", "التفسير", "بتفسير", "شرح", "فسر", "يفسر", "قال", "يقول", "عند", "ذكر", "راي",
}  # fmt: skip
QURAN_WORD = {"quran", "qur'an", "koran", "qs", "q", "القران", "قران"}
# Books of the Bible, whose numbers are none of the Qur'an. What is "Matthew" in Arabic also asks when: see `of_bible`.
BIBLE_EN = (
    "john", "luke", "mark", "matthew", "acts", "genesis", "exodus", "leviticus", "deuteronomy", "isaiah", "jeremiah",
    "ezekiel", "psalm", "psalms", "proverbs", "romans", "corinthians", "galatians", "ephesians", "philippians",
    "timothy", "revelation",
)  # fmt: skip
_BIBLE_AR = (
    "يوحنا", "لوقا", "مرقس", "تكوين", "التكوين", "الخروج", "تثنيه", "التثنيه", "اشعياء", "مزمور", "المزمور", "مزامير",
    "المزامير", "كورنثوس", "روميه",
)  # fmt: skip
BIBLE_BOOK = frozenset((*BIBLE_EN, *_BIBLE_AR))
GOSPEL = ["انجيل", "متي"]
TO = {"-", "to", "until", "till", "through", "الي", "حتي", "ل"}
AND = {",", "،", "and", "و", "&"}
OF = frozenset("of from in من في the ال صحيح sahih saheeh imam سنن sunan jami الامام".split())
LEADING = {"al", "ul", "an", "at", "the", "-", "'"}  # articles before a name, with what joins them to it
BOOK_WORD = {"book", "volume", "vol", "كتاب", "مجلد", "الجزء"}
CLOCK = {"am", "pm", "o'clock", "a.m", "p.m", "صباحا", "مساء", "oclock"}
# Behind a number these say how often, or how long, something is recited. What verses speak of is left out: "2:185, the
# month of Ramadan".
OFTEN = frozenset(
    "times x days nights weeks months minutes hours مره مرات ايام يوما ليال ليالي اسابيع اشهر دقايق".split()
)
LAST = {"last", "final", "اخر", "خواتيم"}
FIRST = {"first", "opening", "اول"}
LAST_AFTER, FIRST_AFTER = {"الاواخر", "الاخيره"}, {"الاوايل", "الاول", "الاولي"}  # behind the number of some
NTH = {
    "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip
ORDINALS = {  # before a ten, and of the first ten the stems of those in `NTH_AFTER`
    "حادي": 1, "ثاني": 2, "ثالث": 3, "رابع": 4, "خامس": 5, "سادس": 6, "سابع": 7, "ثامن": 8, "تاسع": 9,
}  # fmt: skip
NTH_AFTER = {  # 0 for the last
    "الاولي": 1, "الثانيه": 2, "الثالثه": 3, "الرابعه": 4, "الخامسه": 5, "السادسه": 6, "السابعه": 7, "الثامنه": 8,
    "التاسعه": 9, "العاشره": 10, "الاخيره": 0,
}  # fmt: skip
SMALL = {"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10, "ايتين": 2, "ثلاث": 3, "عشر": 10, "خمس": 5}


LONGEST = 8  # tokens of any name
JOINING = 2  # tokens more that a name in Latin letters may have


def tokens_in(folded: str) -> list[str]:
    """The words, numbers and marks of a folded text. Of a number that is far greater than any that exists, the first
    digits are left, which tell as well that there is no such thing.

    >>> tokens_in("quran 2:255b")
    ['quran', '2', ':', '255b']
    """
    return _TOKEN.findall(_LONG_NUMBER.sub(r"\1", folded))


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that was named and does not exist, or cannot be found by what was given.

    `kind` is `surah`, `verse`, `name` (of a surah), `hadith` or `in-book`; `surah`, `number` and `name` say which.
    """

    kind: str
    name: str = ""
    surah: int = 0
    number: int = 0


@dataclass(slots=True)
class Found:
    references: list[str] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    clear: bool = False
    needs_only: bool = False
    shortened: bool = False
    commentaries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Name(Generic[Value]):
    """A name among the tokens, from one place to another, and what a table has for it."""

    start: int
    end: int
    value: Value


@lru_cache(maxsize=1)  # one question is looked through for the names of several tables
def _spans(tokens: tuple[str, ...]) -> list[list[tuple[int, int, str]]]:
    """For each token the spans that begin with it, longest first: the length by which a table has them, end and key."""
    return [
        [span for span in reversed(_spans_from(tokens, start)) if span[2]] for start in range(len(tokens))
    ]


def _spans_from(tokens: tuple[str, ...], start: int) -> list[tuple[int, int, str]]:
    said: list[str] = []
    spans: list[tuple[int, int, str]] = []
    if ARABIC.match(tokens[start]):
        for end in range(start, min(len(tokens), start + LONGEST)):
            if not ARABIC.match(tokens[end]):
                break
            said.append(tokens[end])
            spans.append((end + 1 - start, end + 1, " ".join(said)))
    elif LATIN.match(tokens[start]):
        for end in range(start, min(len(tokens), start + LONGEST + JOINING)):
            number = tokens[end].isdecimal()
            if tokens[end] in ("-", "'"):
                continue
            if not LATIN.match(tokens[end]) and not number:
                break
            said.append(tokens[end])
            spans.append((end + 1 - start - JOINING, end + 1, "" if number else latin_key("".join(said))))
    return spans


def names_in(tokens: list[str], table: Mapping[str, Value], longest: int) -> list[Name[Value]]:
    """All names of a table in the tokens, longest first at each place, without overlap.

    Args:
        longest: how many tokens a name may have, up to `LONGEST`; in Latin letters two more, that join them.
    """
    names: list[Name[Value]] = []
    spans = _spans(tuple(tokens))
    place = 0
    while place < len(tokens):
        for length, end, key in spans[place]:
            if length > longest:
                continue
            value = table.get(key)
            if value is None and key.startswith("ال"):
                value = table.get(key[2:])
            if value is None and key[:1] in "لبو" and place and len(key) > 5:
                value = table.get(key[1:])
            if value is not None:
                names.append(Name(place, end, value))
                place = end
                break
        else:
            place += 1
    return names


def of_bible(tokens: list[str], place: int) -> bool:
    """Whether a number stands right behind the name of a book of the Bible.

    >>> of_bible(["john", "3", ":", "16"], 1)
    True
    """
    return place > 0 and (tokens[place - 1] in BIBLE_BOOK or tokens[max(0, place - 2) : place] == GOSPEL)


def after_any(tokens: list[str], place: int, *kinds: Collection[str]) -> int:
    """The place after any tokens of some kinds."""
    allowed = set[str]().union(*kinds)
    while place < len(tokens) and tokens[place] in allowed:
        place += 1
    return place


def before_any(tokens: list[str], place: int, *kinds: Collection[str]) -> int:
    """The place before which only tokens of some kinds stand between it and `place`."""
    allowed = set[str]().union(*kinds)
    while place > 0 and tokens[place - 1] in allowed:
        place -= 1
    return place


def listed_at(tokens: list[str], place: int) -> tuple[list[tuple[int, int]], int]:
    """`5`, `5 to 7`, `5, 6 and 9-12` at a place: first and last of each, and the place after; none where there is no
    number. A further number that begins a pair (`2:255, 3:18`) is none of them."""
    found: list[tuple[int, int]] = []
    after = place
    while numbers := numbers_at(tokens, place):
        if found and tokens[numbers[2] : numbers[2] + 1] == [":"] and numbers_at(tokens, numbers[2] + 1):
            break
        found.append(numbers[:2])
        after = numbers[2]
        if after >= len(tokens) or tokens[after] not in AND:
            break
        place = after_any(tokens, after + 1, VERSE_WORD)
    return found, after


def numbers_at(tokens: list[str], place: int) -> tuple[int, int, int] | None:
    """`5`, `5-7`, `5 to 7` at a place: first, last and the place after."""
    if place >= len(tokens) or not tokens[place].isdecimal():
        return None
    first = last = int(tokens[place])
    after = place + 1
    joined = after_any(tokens, after, VERSE_WORD)
    if joined < len(tokens) and tokens[joined] in TO:
        second = after_any(tokens, joined + 1, VERSE_WORD, NUMBER_WORD)
        if second < len(tokens) and tokens[second].isdecimal() and int(tokens[second]) > first:
            last, after = int(tokens[second]), second + 1
    return first, last, after
