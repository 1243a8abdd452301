"""The light stemmer for Arabic: a pure function of one normalised word.

It takes off at most one conjunction, one article with its prepositions, and one ending, each only while
enough letters stay; Snowball's Arabic stemmer then works on what is left. Words that this would spoil
(إيمان loses no -ān, وضوء no wa-) or throw together with others (عمرة is no عمر, بعيد no عيد, مالك no مال), and common
broken plurals stand in `tables/arabic_words.tsv`. Roots are not looked for: a searcher who asks for a writer does not
ask for a book (decision 0464 tells what families of words would gain and cost).
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
_SHORTEST_WITH_TANWIN = 5
_CONJUNCTIONS = ("و", "ف")
_ALLAH = "الله"
_FORMS_OF_ALLAH = frozenset(("الله", "والله", "بالله", "تالله", "فالله", "لله", "ولله", "فلله", "اللهم"))
_SNOWBALL = Stemmer.Stemmer("arabic", 0)  # no memory of its own: words are remembered by `types.Types`


def _by_length(affixes: tuple[str, ...], shortest: int) -> tuple[tuple[int, int, frozenset[str]], ...]:
    """Affixes that are looked up by what a word begins or ends with, the longest first.

    Each entry: how long they are, how long a word must be that may lose one, and the affixes.
    """
    lengths = sorted({len(one) for one in affixes}, reverse=True)
    return tuple(
        (size, size + shortest, frozenset(one for one in affixes if len(one) == size)) for size in lengths
    )


_ARTICLES_BY_LENGTH = _by_length(_ARTICLES, _SHORTEST_WITH_ARTICLE)
_ENDINGS_BY_LENGTH = _by_length(_ENDINGS, _SHORTEST)


@cache
def _listed() -> dict[str, str]:
    return read_pairs("arabic_words.tsv")


def stem_arabic(word: str) -> str:
    """The stem of a normalised Arabic word.

    >>> stem_arabic("والصلاه") == stem_arabic("صلاه"), stem_arabic("بالايمان")
    (True, 'ايمان')
    >>> stem_arabic("فبكي") == stem_arabic("البكاء"), stem_arabic("بعيدا") == stem_arabic("العيد")
    (True, False)
    """
    if word in _FORMS_OF_ALLAH:
        return _ALLAH
    bare = _without_prefix(word)
    # A listed word is known behind a conjunction, too, however short it is.
    for one in dict.fromkeys((word, bare, word[1:] if word.startswith(_CONJUNCTIONS) else word)):
        if (stem := _listed_stem(one)) is not None:
            return stem
    return _SNOWBALL.stemWord(_without_ending(bare))


def _listed_stem(word: str) -> str | None:
    """The token of a word that is listed as it is, without its ending, or without the alef of its tanwin."""
    listed = _listed()
    target = listed.get(word) or listed.get(_without_ending(word))
    if target is None and len(word) >= _SHORTEST_WITH_TANWIN:
        target = listed.get(word.removesuffix("ا"))
    if target is None:
        return None
    return target if listed.get(target) == target else _SNOWBALL.stemWord(_without_ending(target))


def _without_prefix(word: str) -> str:
    for size, least, prefixes in _ARTICLES_BY_LENGTH:
        if word[:size] in prefixes and len(word) >= least:
            return word[size:]
    shortest = _SHORTEST_WITH_CONJUNCTION - word.startswith(
        "وا"
    )  # words that begin so by their root are listed
    if word.startswith(_CONJUNCTIONS) and len(word) >= shortest:
        return word[1:]
    return word


def _without_ending(word: str) -> str:
    for size, least, endings in _ENDINGS_BY_LENGTH:
        if word[-size:] in endings and len(word) >= least:
            return word[:-size]
    return word
