"""The light stemmer for Arabic: a pure function of one normalised word.

It takes off at most one conjunction, one article with its prepositions or a lam ("for", "to", "let"), and one ending,
each only while enough letters stay; a ba ("with") where a listed word stands behind it; Snowball's Arabic stemmer then
works on what is left. Words with a lam of their own stand in `tables/own_lam.tsv`; words that this would spoil
(إيمان loses no -ān, وضوء no wa-) or throw together with others (عمرة is no عمر, بعيد no عيد, مالك no مال), and common
broken plurals stand in `tables/arabic_words.tsv`. Roots are not looked for: a searcher who asks for a writer does not
ask for a book (decision 0464 tells what families of words would gain and cost).
"""

from __future__ import annotations

import re
from functools import cache

import Stemmer

from pipeline.text.resources import read_lines, read_pairs

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
_LAM, _BA = "ل", "ب"
_SHORTEST_WITH_LAM = 4
_SHORTEST_BEHIND_BA = 4
_BEHIND_OWN_LAM = (
    "(?:ت|تا|تم|تما|تن|تمو|نا|وا)?"
    "(?:ه|ها|هم|هما|هن|ك|كم|كما|كن|نا|ي|ني|ا|ات|اتهم|ان|ين|ون|ته|تها|تهم|تهما|تك|تكم|تنا|تي|تين|تان|يه|يات)?"
)
_ALSO_PRONOUNS = ("ه", "ي", "ك")  # a word that ends so may be another with a pronoun
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


@cache
def _with_own_lam() -> re.Pattern[str]:
    """A word whose lam is no preposition, with whatever may stand behind it."""
    words = sorted(read_lines("own_lam.tsv"), key=lambda word: (-len(word), word))
    return re.compile(f"(?:{'|'.join(words)}){_BEHIND_OWN_LAM}")


def stem_arabic(word: str) -> str:
    """The stem of a normalised Arabic word.

    >>> stem_arabic("والصلاه") == stem_arabic("صلاه"), stem_arabic("بالايمان")
    (True, 'ايمان')
    >>> stem_arabic("فبكي") == stem_arabic("البكاء"), stem_arabic("بعيدا") == stem_arabic("العيد")
    (True, False)
    >>> stem_arabic("لجبريل") == stem_arabic("جبريل"), stem_arabic("لسانه") == stem_arabic("اللسان")
    (True, True)
    """
    if word in _FORMS_OF_ALLAH:
        return _ALLAH
    bare = _without_prefix(word)
    # A listed word is known behind a conjunction, too, however short it is.
    for one in dict.fromkeys((word, word[1:] if word.startswith(_CONJUNCTIONS) else word, bare)):
        if (stem := _listed_stem(one)) is not None:
            return stem
    behind = bare[1:] if bare.startswith(_BA) and not bare.endswith(_ALSO_PRONOUNS) else ""
    stem = _listed_stem(behind) if len(behind) >= _SHORTEST_BEHIND_BA else None
    return stem or _SNOWBALL.stemWord(_without_ending(bare))


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
    # Words that begin with "وا" by their root are listed.
    shortest = _SHORTEST_WITH_CONJUNCTION - word.startswith("وا")
    joined = word.startswith(_CONJUNCTIONS) and len(word) >= shortest
    bare = word[1:] if joined else word
    # Behind a conjunction one letter more: فليح is a name, and وليد.
    if (
        bare.startswith(_LAM)
        and len(bare) >= _SHORTEST_WITH_LAM + joined
        and not _with_own_lam().fullmatch(bare)
    ):
        return bare[1:]
    return bare


def _without_ending(word: str) -> str:
    for size, least, endings in _ENDINGS_BY_LENGTH:
        if word[-size:] in endings and len(word) >= least:
            return word[:-size]
    return word
