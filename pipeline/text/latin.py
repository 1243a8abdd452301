"""English stems, and one spelling for words that have several: a pure function of one normalised word.

Snowball stems English by its endings. What is written in two ways is written as in America first, by
`tables/british.tsv` (colour, judgement, recognise), and a form that no ending makes becomes its word, by
`tables/irregular.tsv` (wives, ate, forbade): "what did he eat" holds the word, and the text its past. A noun or an
adjective that Snowball leaves apart from its word comes to it by `tables/derived.tsv` (marriage, permissible), and what
it cuts down to another word is kept from that by `tables/apart.tsv` (lawful is no law, a relative nothing related). A
word of Arabic in Latin letters is brought to one spelling as well: listed words through `tables/spellings.tsv` (salaah,
salat, salah), any other through changes that no English word suffers (a doubled a, iyy, a final -ah).
"""

from __future__ import annotations

import re
from functools import cache

import Stemmer

from pipeline.text.resources import read_lines, read_pairs

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


@cache
def _british() -> tuple[dict[str, str], re.Pattern[str]]:
    """What is written in Britain to what is written in America; and where a word holds it, behind which beginning."""
    table, beginnings = {}, []
    for american, british in read_pairs("british.tsv").items():
        table[british.removesuffix("-")] = american.removesuffix("-")
        if british.endswith("is-"):
            beginnings.append(british[:-1] + "(?=[eia])")
        else:
            beginnings.append(british[:-1] if british.endswith("-") else british + "(?=s?$)")
    return table, re.compile(f"^((?:dis|mis|multi|over|re|un)?)({'|'.join(beginnings)})")


def _american(word: str) -> str:
    """The word as it is written in America.

    >>> _american("neighbours"), _american("unrecognised"), _american("centred"), _american("central")
    ('neighbors', 'unrecognized', 'centered', 'central')
    """
    table, beginnings = _british()
    return beginnings.sub(lambda match: match[1] + table[match[2]], word)


@cache
def _by_form(table: str) -> dict[str, str]:
    """Each form that a table lists to the word at the head of its row."""
    return {form: word for word, forms in read_pairs(table).items() for form in forms.split()}


@cache
def _derived() -> dict[str, str]:
    """The stem of each derived word to the stem of the word it comes of."""
    rows = _by_form("derived.tsv").items()
    return {_SNOWBALL.stemWord(form): _SNOWBALL.stemWord(word) for form, word in rows}


def stem_latin(word: str) -> str:
    """The stem of a normalised word in Latin letters or digits.

    >>> stem_latin("salaah") == stem_latin("salat"), stem_latin("prayers"), stem_latin("colour"), stem_latin("wives")
    (True, 'prayer', 'color', 'wife')
    >>> stem_latin("marriages") == stem_latin("marry"), stem_latin("lawful") == stem_latin("law")
    (True, False)
    """
    spellings = _spellings()
    spelled = spellings.get(word) or (spellings.get(word[:-1]) if word.endswith("s") else None)
    if spelled is not None:
        return spelled
    if len(word) > 4:
        for letters, pattern, becomes in _GENERAL:
            if letters in word:
                word = pattern.sub(becomes, word)
    own = _by_form("apart.tsv").get(word)
    if own is not None:
        return own
    stem = _SNOWBALL.stemWord(_by_form("irregular.tsv").get(word) or _american(word))
    return _derived().get(stem, stem)
