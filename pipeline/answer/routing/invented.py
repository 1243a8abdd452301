"""A surah that is named and does not exist: `سورة الرحيق`, `Surah al-Mahdi`, `the chapter of Musa in the Quran`.

Behind the word for a surah stands a name, unless it is an ordinary word there: one that everybody says, one of the
list, in Arabic one that agrees with the word and so qualifies it (a long surah, a surah that came down), or any behind
"which" and its like. The surah whose name is written most alike is offered, and nothing is searched by it.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.lexicon.names import ARTICLES
from pipeline.answer.routing.around_reference import (
    NTH,
    NUMBER_WORD,
    QURAN_WORD,
    SMALL,
    SURAH_WORD,
    VERSE_WORD,
    Found,
    Missing,
    after_any,
    names_in,
)
from pipeline.answer.routing.verses import LONGEST_NAME
from pipeline.answer.words.fold import fold, latin_key
from pipeline.text import analyse_query

OFFERED, MISSPELT = 0.7, 0.85  # of the letters of an official name, and of any, that one which is offered has
COMMON = 55  # quarters: a word of general language that is no rarer names nothing
_BOOK = frozenset(("chapter", "ch"))  # of any book, unless the Qur'an is named
_SURELY = {"al", "el", "ul"}  # articles that are no English words
_CALLED = {"called", "named", "titled"}
_OF_KIN = frozenset("abu abi ibn umm ابو ابي ابا ابن ام".split())  # names of two words
_PLURAL = frozenset(("surahs", "السوره"))
_ARABIC = re.compile(r"[\u0621-\u064a]{3,}$")
_AGREES = re.compile(r"[يتن]|.*[هت]$")  # a verb, or an adjective in the feminine
_SPLIT = re.compile(r"[^\w'\u2019\u02bf-]+")


def read_invented(question: str, tokens: list[str], lexicon: Lexicon, found: Found) -> None:
    """Behind the word for a surah, a name that none bears; for questions that name nothing so far."""
    quran = not QURAN_WORD.isdisjoint(tokens)
    for place, word in enumerate(tokens[:-1]):
        if word not in SURAH_WORD or word in _PLURAL or (word in _BOOK and not quran):
            continue
        start = after_any(tokens, place + 1, _CALLED)
        name = after_any(tokens, start, {"-", "'"}, ARTICLES) if _has_article(tokens, start) else start
        if name >= len(tokens) or names_in(
            tokens[start : name + LONGEST_NAME], lexicon.surah_names, LONGEST_NAME
        ):
            continue
        led = tokens[place - 1] if place else ""
        if not _is_name(tokens[name], led, lexicon, article=name > start):
            continue
        end = name + 1 + (tokens[name] in _OF_KIN)
        said = [one for one in tokens[start:end] if one not in ("-", "'")]
        spelled = ("-" if name > start else " ").join(said)
        found.missing.append(
            Missing("name", _as_written(question, spelled), surah=_alike(tokens[name], lexicon))
        )
        found.clear = True
        return


def _has_article(tokens: list[str], place: int) -> bool:
    """Whether an article in Latin letters stands at a place; one that is an English word, too, behind a hyphen."""
    first, second = (*tokens[place : place + 2], "", "")[:2]
    return first in _SURELY or (first in ARTICLES and second == "-")


def _is_name(word: str, led: str, lexicon: Lexicon, *, article: bool) -> bool:
    """Whether a word behind the word for a surah, before which another stands, is meant for a name."""
    if word in lexicon.no_surah or word in SURAH_WORD | VERSE_WORD | QURAN_WORD | NUMBER_WORD:
        return False
    if word.isascii():
        tokens = analyse_query(word)
        if not word.isalpha() or not tokens or word in SMALL or word in NTH:
            return False
        ordinary = not lexicon.no_surah.isdisjoint(tokens) or lexicon.rarity(tokens[0]) < COMMON
        return article or not (ordinary or led in lexicon.choosing)
    if not _ARABIC.match(word):
        return False
    return word.startswith("ال") or not (_AGREES.match(word) or led in lexicon.choosing)


def _alike(word: str, lexicon: Lexicon) -> int:
    """The surah whose name is written most like a word; 0 where none is."""
    key = latin_key(word) if word.isascii() else word
    for names, share in ((lexicon.surah_names, MISSPELT), (lexicon.official_names, OFFERED)):
        if near := get_close_matches(key, names, n=1, cutoff=share):
            return names[near[0]]
    return 0


def _as_written(question: str, folded: str) -> str:
    """A name as the question writes it, else folded."""
    bare = re.sub(r"[-']", "", folded)
    return next((one for one in _SPLIT.split(question) if re.sub(r"\W", "", fold(one)) == bare), folded)
