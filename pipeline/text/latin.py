"""English stems, and one spelling for transliterated words: a pure function of one normalised word.

Snowball stems English. A word of Arabic in Latin letters is first brought to one spelling: listed words
through `tables/spellings.tsv` (salaah, salat, salah), any other through changes that no English word
suffers (a doubled a, iyy, a final -ah).
"""

from __future__ import annotations

import re
from functools import cache

import Stemmer

from pipeline.text.resources import read_lines

_SNOWBALL = Stemmer.Stemmer("english", 0)  # no memory of its own: words are remembered by `types.Types`
# letters without which there is nothing to change, what is looked for, and what it becomes
_GENERAL: tuple[tuple[str, re.Pattern[str], str], ...] = tuple(
    (letters, re.compile(pattern), becomes)
    for letters, pattern, becomes in (
        ("aa", "aa+", "a"),
        ("iyy", "iyy", "iy"),
        ("uww", "uww", "uw"),
        ("ah", "(?<=[b-df-hj-np-tv-z])ah$", "a"),
    )
)


@cache
def _spellings() -> dict[str, str]:
    """Each variant to its one spelling."""
    table = {}
    for line in read_lines("spellings.tsv"):
        spelling, variants = line.split("\t")[:2]
        for variant in (spelling, *variants.split()):
            table[variant] = spelling
    return table


def stem_latin(word: str) -> str:
    """The stem of a normalised word in Latin letters or digits.

    >>> stem_latin("salaah") == stem_latin("salat"), stem_latin("prayers")
    (True, 'prayer')
    """
    spellings = _spellings()
    spelled = spellings.get(word) or (spellings.get(word[:-1]) if word.endswith("s") else None)
    if spelled is not None:
        return spelled
    if len(word) > 4:
        for letters, pattern, becomes in _GENERAL:
            if letters in word:
                word = pattern.sub(becomes, word)
    return _SNOWBALL.stemWord(word)
