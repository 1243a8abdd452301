"""The one analyser, for building and for asking.

A text becomes tokens: each written word is folded (`steps.py`), stop words fall away, and what stays is
stemmed by its script, Arabic by `arabic.py`, anything else by `latin.py`. All of it is a pure function of
the written word, worked out once a distinct word, so a compiled analyser needs one table from code point to
code points, the word rules, and the tables of this room. The one rule that looks across words drops the
blessing after the Prophet's name, which is written both as a sign and as words and says nothing of a topic.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain

from pipeline.text.arabic import stem_arabic
from pipeline.text.folding import fold
from pipeline.text.latin import stem_latin
from pipeline.text.resources import read_lines
from pipeline.text.types import Types
from pipeline.text.words import WRITTEN, searchable

_BY_LAST_LETTER = {"علي": True, "مني": False}  # whether it is a stop word where it is written with ى
LONGEST_TOKEN = 48  # letters; longer runs are noise of extraction, cut so that they stay harmless


@cache
def _stop_words() -> frozenset[str]:
    return frozenset(line.split("\t")[1] for line in read_lines("stopwords.tsv"))


def is_arabic(word: str) -> bool:
    """Whether a normalised word is written in Arabic letters."""
    return "\u0600" <= word[:1] <= "\u08ff"


def stem(word: str) -> str:
    """The token of one normalised word."""
    word = word[:LONGEST_TOKEN]
    return stem_arabic(word) if is_arabic(word) else stem_latin(word)


def is_stop(word: str, written: str) -> bool:
    """Stop words are known by their normalised form. على is told from the name علي by its last letter as it was
    written, and the valley of منى from مني, of me."""
    if word in _BY_LAST_LETTER and "ى" in written:
        return _BY_LAST_LETTER[word]
    return word in _stop_words()


def _tokens(written: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in fold(written) if not is_stop(word, written))


def _all_tokens(written: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in fold(written))


_TOKENS: Types[tuple[str, ...]] = Types(_tokens)
_ALL_TOKENS: Types[tuple[str, ...]] = Types(_all_tokens)
# of the Prophet, in full: it stands beside his name in most narrations, and is asked for by nobody
BLESSING = [stem(word) for word in ("صلي", "الله", "وسلم")]


def without_blessing(tokens: list[str]) -> list[str]:
    """The tokens without the blessing, wherever its three tokens follow one another."""
    kept: list[str] = []
    low = place = 0
    try:
        while True:
            place = tokens.index(BLESSING[0], place)
            if tokens[place : place + 3] == BLESSING:
                kept += tokens[low:place]
                low = place = place + 3
            else:
                place += 1
    except ValueError:  # there is no more
        return kept + tokens[low:]


def _analyse(text: str, types: Types[tuple[str, ...]]) -> list[str]:
    return _tokens_of(WRITTEN.findall(searchable(text)), types)


def _tokens_of(written: Iterable[str], types: Types[tuple[str, ...]]) -> list[str]:
    tokens = list(chain.from_iterable(map(types.__getitem__, written)))
    return without_blessing(tokens) if BLESSING[2] in tokens else tokens


def analyse(text: str, *, keep_stop_words: bool = False) -> list[str]:
    """The tokens of a text, in order, repeated as often as they occur.

    >>> analyse("What is the ruling on praying?")
    ['rule', 'pray']
    """
    return _analyse(text, _ALL_TOKENS if keep_stop_words else _TOKENS)


def analyse_query(text: str) -> list[str]:
    """The tokens of a question; its stop words stay only when there is nothing else."""
    return analyse(text) or analyse(text, keep_stop_words=True)


def analyse_many(texts: Iterable[str]) -> list[list[str]]:
    """The tokens of each text."""
    return [_analyse(text, _TOKENS) for text in texts]


def analyse_parts(text: str, parts: Iterable[tuple[int, int]]) -> list[list[str]]:
    """The tokens of parts of a text, each analysed by itself: half-open spans.

    >>> analyse_parts("Pray. Then fast.", [(0, 5), (6, 16)])
    [['pray'], ['fast']]
    """
    if searchable(text) == text:  # then so is every part of it
        return [_tokens_of(WRITTEN.findall(text, start, end), _TOKENS) for start, end in parts]
    return [_analyse(text[start:end], _TOKENS) for start, end in parts]


_TERMS: Types[tuple[str, ...]] = Types(lambda text: tuple(analyse_query(text)))


def term_tokens(text: str) -> tuple[str, ...]:
    """What `analyse_query` gives, remembered: for words and phrases that come again and again.

    >>> term_tokens("Friday prayers")
    ('friday', 'prayer')
    """
    return _TERMS[text]
