"""Where the words that are asked about stand in a text, and what stands around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from pipeline.answer.demands.asking import NAMES_NOTHING
from pipeline.answer.lexicon.wordings import THING, Form
from pipeline.answer.words.fold import fold
from pipeline.answer.words.spelling import REMEMBERED
from pipeline.answer.words.units import Unit
from pipeline.text import words
from pipeline.text.analyser import stem
from pipeline.text.words import WRITTEN, searchable

NEAR = {"en": 40, "ar": 80}  # characters; Arabic is counted with its vowels
JOINT = 12  # characters between one name of a person and the next ("ibn al-")
FOLLOWING = 40  # characters after a word, which say what it is
# What makes a name that of somebody's kin: 'the wife of ...'.
_KIN_OF = re.compile(
    r"\b(?:wife|husband|sons?|daughters?|mother|father|sister|brother|uncle|aunt|cousin|freed \w+) of\s*$"
    r"|(?<!\w)(?:زوجه?|امراه|بنت|ابنه|اخت|اخو|اخي|والده?|مولي|صاحب)(?:\s+ال)?$"
)
# Digits in brackets tell a place in print: of a verse, a page, a note.
IN_PRINT = r"[\[({﴿][^\[\](){}﴿﴾]{0,40}?\d[^\[\](){}﴿﴾]{0,12}[\])}﴾]"
SENTENCE = re.compile(r"[!?؟;؛\"“”«»]|\.(?=\s|$)")
_CLAUSE = re.compile(r"[.!?؟;:؛\"“”«»()]|(?<!\w)[وف]?(?:قال|قالت|قالوا)(?!\w)")


def blanked(window: str, pattern: re.Pattern[str]) -> str:
    """A window with blanks for all that a pattern matches, so that the rest keeps its place."""
    return pattern.sub(lambda match: " " * len(match[0]), window)


def following(window: str, units: Sequence[Unit]) -> list[str]:
    """What follows each word that is asked about, with the word."""
    return [window[start : end + FOLLOWING] for start, end in spots(window, units)]


def spots(
    window: str, units: Sequence[Unit], of: Callable[[str], str] | None = None
) -> list[tuple[int, int]]:
    """Where the words that are asked about stand, but for those that name nothing."""
    tokens = frozenset().union(*(unit.words for unit in units)) - NAMES_NOTHING
    return list(named_in(window, tokens, of))


def named_in(
    window: str, tokens: frozenset[str], of: Callable[[str], str] | None = None
) -> Iterator[tuple[int, int]]:
    """Where the words with some tokens stand; `of` makes one token of those of a word's forms."""
    alike = frozenset(map(of, tokens)) if of else tokens
    for match in WRITTEN.finditer(searchable(window)):
        for start, end, named in _named_by(match[0]):
            if (of(named) if of else named) in alike:
                yield match.start() + start, match.start() + end


@lru_cache(maxsize=REMEMBERED)
def _named_by(written: str) -> tuple[tuple[int, int, str], ...]:
    """What one written word names: the place of each of its words in it, and its token."""
    return tuple((word.start, word.end, stem(word.text)) for word in words(written))


def clauses(window: str, units: Sequence[Unit]) -> list[str]:
    """What stands around each Arabic word that is asked about, folded, of its own clause: who reports it is no name."""
    reach = NEAR["ar"]
    return [
        _CLAUSE.split(fold(window[max(0, start - reach) : start]))[-1]
        + _CLAUSE.split(fold(window[start : end + reach]))[0]
        for start, end in spots(window, units)
    ]


def surroundings(window: str, language: str, units: Sequence[Unit]) -> list[str]:
    """What stands around each word that is asked about."""
    reach = NEAR[language]
    return [
        window[max(0, start - reach) : end + reach]
        for start, end in spots(window, units)
        if not is_kin(window, start)
    ]


def behind_name(window: str, language: str, names: Sequence[frozenset[str]]) -> list[str]:
    """What stands in its sentence behind each place that holds all of some names one behind the other; of a place that
    tells of his kin ("the wife of") nothing.

    Args:
        names: each as the tokens that stand for it.
    """
    *others, last = [list(named_in(window, tokens)) for tokens in names]
    found = []
    for begin, end in last:
        first = begin
        for other in reversed(others):
            first = max((start for start, stop in other if 0 <= first - stop <= JOINT), default=-1)
        if first >= 0 and not is_kin(window, first):
            found.append(SENTENCE.split(window[end : end + 2 * NEAR[language]])[0])
    return found


def is_kin(window: str, start: int) -> bool:
    """Whether the name that begins at a place is told of somebody's kin alone."""
    return _KIN_OF.search(fold(window[max(0, start - NEAR["en"]) : start])) is not None


def says_of(form: Form | None, window: str, language: str, units: Sequence[Unit]) -> bool:
    """Whether a text says what a form of question asks right beside a word that is asked about: a reward of whoever
    does the deed, and not another one."""
    pattern, reach = form.of_it.get(language) if form else None, NEAR[language]
    return pattern is not None and any(
        pattern.search(
            f"{fold(window[max(0, start - reach) : start])} {THING} {fold(window[end : end + reach])}"
        )
        for start, end in spots(window, units)
    )
