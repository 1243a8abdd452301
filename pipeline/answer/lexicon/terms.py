"""Arabic terms in Latin letters, by the English words that texts and lists have for them.

    arkan al-islam      nawaqid of wudu         husnul khuluq
    pillars of islam    nullifiers of wudu      good character

Texts say them in English, and no translator writes the plurals of scholars in Latin letters. They are listed in
`data/lexicon/terms.yaml`, without articles: between two words of a term, and behind one that is of something, an
article may stand by itself, be drawn to the word before it or take on the letter of the word behind it (adab as-salah),
or stand as the Persian -e-. Of two terms that begin alike, the one of more words counts. What may be copied stays: what
is quoted, a name or a title, and words among which none is English, as those of a verse.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from pipeline.answer.words.mistyped import may_be_copied

_MARKS = "'’‘ʿʾ`"
_UNMARKED = dict.fromkeys(map(ord, _MARKS))
SHORT = 4  # words that may all be Arabic, and yet ask for something
_APART = "[ -]"
_DRAWN_TO = "sh|dh|th|[sdtrnz]"  # letters that an article before them takes on
_BETWEEN = rf"(?:{_APART}?[aeiu](?:l|{_DRAWN_TO})?)?{_APART}"  # two words of a term
_OF = rf"{_APART}?[aeiu](?:l|(?P<letter>{_DRAWN_TO})(?={_APART}(?P=letter)))|{_APART}e"
_TITLED = re.compile(r"\b(?:names?|named|called|books?|kitab|titled?)\b", re.IGNORECASE)
_ENGLISH = re.compile(
    r"\b(?:of|the|is|are|was|were|what|which|who|whom|how|why|when|where|in|on|and|or|to|for|from|about|with|can|do|does|did)\b",
    re.IGNORECASE,
)
_RECITED = re.compile(r"\b(?:wa|bis|fi|min|ila|la|inna|huwa|ya)\b", re.IGNORECASE)


class Terms:
    """The terms, compiled when a question first says what may be one."""

    def __init__(self, lists: Mapping[str, Any]) -> None:
        self._lists = lists
        written = (
            one for kind in ("of", "of_these", "whole") for some in lists[kind].values() for one in some
        )
        self._beginnings = frozenset(one.split()[0].replace("'", "") for one in written)

    @cached_property
    def _read(self) -> list[_Row]:
        lists = self._lists
        title = rf"(?!(?:{_any(lists['titles'])})\b)"
        deed = rf"(?:{_OF}|{_APART}of(?:{_APART}the)?)?{_APART}(?=(?:{_any(lists['deeds'])})\b)"
        rows = [
            *_rows(lists["of_these"], "{} of ", deed),
            *_rows(lists["of"], "{} of ", rf"(?:{_OF}){_APART}(?=\w){title}"),
            *_rows(lists["of"], "{}", rf"\b(?!(?:{_OF}){_APART}\w)"),
            *_rows(lists["whole"], "{}", r"\b"),
        ]
        return sorted(rows, key=lambda row: -row.words)

    def in_english(self, text: str) -> str:
        """A text with the terms in English.

        >>> from pipeline.answer.lexicon import default_lexicon
        >>> default_lexicon().terms.in_english("what are the arkan al-islam and the adab of eating")
        'what are the pillars of islam and the etiquette of eating'
        """
        plain = text.translate(_UNMARKED).casefold()
        if not any(one in plain for one in self._beginnings) or may_be_copied(text) or _TITLED.search(text):
            return text
        if not _ENGLISH.search(text) and (len(text.split()) > SHORT or _RECITED.search(text)):
            return text
        for row in self._read:
            text = row.written.sub(row.meant, text)
        return text


class _Row(NamedTuple):
    """Terms of so many words with what follows them, and what is read in their place."""

    words: int
    written: re.Pattern[str]
    meant: str


def _rows(terms: Mapping[str, Sequence[str]], meant: str, behind: str) -> Iterator[_Row]:
    for english, written in sorted(terms.items()):
        for words in sorted({len(one.split()) for one in written}):
            some = _any(one for one in written if len(one.split()) == words)
            yield _Row(words, re.compile(rf"\b(?:{some})(?:{behind})", re.IGNORECASE), meant.format(english))


def _any(written: Iterable[str]) -> str:
    """Any of some terms, each with what may stand between its words, and with or without its marks."""
    words = ([re.escape(word).replace("'", f"[{_MARKS}]?") for word in one.split()] for one in written)
    return "|".join(_BETWEEN.join(one) for one in words)
