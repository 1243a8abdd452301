"""The light stemmer for Arabic: a pure function of one normalised word.

It takes off at most one conjunction, one article with its prepositions, and one ending, each only while
enough letters stay. Roots are not looked for and verbs keep their prefixes, because a searcher who asks for
a writer does not ask for a book.
"""

from __future__ import annotations

import Stemmer

_ARTICLES = ("وبال", "وكال", "فبال", "فكال", "وال", "بال", "كال", "فال", "ولل", "فلل", "لل", "ال")
_ENDINGS = (
    "كموها",
    "تموهم",
    "هما",
    "كما",
    "تهم",
    "ها",
    "هم",
    "هن",
    "كم",
    "نا",
    "ان",
    "ات",
    "ون",
    "ين",
    "يه",
    "وا",
    "ه",
    "ي",
    "ك",
)
_GOD = frozenset(
    ["الله", "والله", "بالله", "تالله", "فالله", "لله", "ولله", "فلله", "اللهم", "وبالله", "فبالله", "ابالله"]
)
_SNOWBALL = Stemmer.Stemmer("arabic")


def stem_arabic(word: str) -> str:
    """The stem of a normalised Arabic word.

    >>> stem_arabic("والصلاه") == stem_arabic("صلاه")
    True
    """
    if word in _GOD:
        return "الله"
    return _SNOWBALL.stemWord(_light(word))


def _light(word: str) -> str:
    for prefix in _ARTICLES:
        if word.startswith(prefix) and len(word) - len(prefix) >= 3:
            word = word[len(prefix) :]
            break
    else:
        if word[:1] in "وف" and len(word) >= 5:
            word = word[1:]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
