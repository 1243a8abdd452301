"""The light stemmer for Arabic: a pure function of one normalised word.

It takes off at most one conjunction, one article with its prepositions, and one ending, each only while
enough letters stay; Snowball's Arabic stemmer then works on what is left. Words that this would spoil
(إيمان loses no -ān, وضوء no wa-, عمرة does not become عمر) and common broken plurals stand in
`tables/arabic_words.tsv`. Roots are not looked for: a searcher who asks for a writer does not ask for a book.
"""

from __future__ import annotations

from functools import cache

import Stemmer

from pipeline.text.resources import read_pairs

_ARTICLES = ("وبال", "وكال", "فبال", "فكال", "وال", "بال", "كال", "فال", "ولل", "فلل", "لل", "ال")
_ENDINGS = (
    *("هما", "كما", "تهم", "ها", "هم", "هن", "كم", "نا"),
    *("ان", "ات", "ون", "ين", "يه", "وا", "ه", "ي", "ك"),
)
_SHORTEST = 3  # letters that stay after an ending is taken off
_SHORTEST_WITH_ARTICLE = 2  # letters that stay after an article: الحج is حج
_SHORTEST_WITH_CONJUNCTION = 5
_ALLAH = "الله"
_FORMS_OF_ALLAH = frozenset(("الله", "والله", "بالله", "تالله", "فالله", "لله", "ولله", "فلله", "اللهم"))
_SNOWBALL = Stemmer.Stemmer("arabic")


@cache
def _listed() -> dict[str, str]:
    return read_pairs("arabic_words.tsv")


def stem_arabic(word: str) -> str:
    """The stem of a normalised Arabic word.

    >>> stem_arabic("والصلاه") == stem_arabic("صلاه"), stem_arabic("بالايمان")
    (True, 'ايمان')
    """
    if word in _FORMS_OF_ALLAH:
        return _ALLAH
    return (
        _listed_stem(word)
        or _listed_stem(bare := _without_prefix(word))
        or _SNOWBALL.stemWord(_without_ending(bare))
    )


def _listed_stem(word: str) -> str | None:
    """The token of a word that is listed, with or without an ending."""
    listed = _listed()
    for form in (word, _without_ending(word)):
        target = listed.get(form)
        if target is not None:
            return target if listed.get(target) == target else _SNOWBALL.stemWord(_without_ending(target))
    return None


def _without_prefix(word: str) -> str:
    for prefix in _ARTICLES:
        if word.startswith(prefix) and len(word) - len(prefix) >= _SHORTEST_WITH_ARTICLE:
            return word[len(prefix) :]
    shortest = _SHORTEST_WITH_CONJUNCTION - word.startswith(
        "وا"
    )  # words that begin so by their root are listed
    if word[:1] in ("و", "ف") and len(word) >= shortest:
        return word[1:]
    return word


def _without_ending(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word[: -len(ending)]
    return word
