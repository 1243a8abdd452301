"""Arabic names in Latin letters, which every translator spells in his own way: Safiyyah, Safiya; Sawdah, Sauda.

A question that writes one spelling means the texts that write another, too. Spellings of one name are those that
`latin_key` does not tell apart, with the same consonants doubled, for these make another name (Hasan, Hassan). Names
are words that texts write with a capital letter; a word that English uses as one of its own is none, and what the
glossary knows goes by the spellings that it lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pipeline.answer.words.fold import latin_key
from pipeline.index.kept import kept
from pipeline.index.written import Written
from pipeline.text import analyse_query, words

SHORTEST = 4  # letters
MOST = 4  # spellings of a name that are looked for, the most common ones

# A doubled y only joins two vowels in Latin letters (Safiyya, Safiya).
_DOUBLED = re.compile(r"([bcdfghjklmnpqrstvxz])\1")

Spellings = dict[str, tuple[str, ...]]


@kept
def spellings_in(written: Written) -> Spellings:
    """The names that texts write, by their keys, those written most often first."""
    by_key: dict[str, list[str]] = {}
    for name in written.names():
        if len(name) >= SHORTEST:
            by_key.setdefault(_key(name.lower()), []).append(name.lower())
    return {key: tuple(names) for key, names in by_key.items()}


def spelled_otherwise(
    text: str, spellings: Callable[[], Spellings], is_name: Callable[[str], bool]
) -> Spellings:
    """For the tokens of the names of a text, their other spellings in texts.

    Args:
        spellings: those that texts have, read for a text with a name alone.
        is_name: whether a word may be a name.

    >>> spelled_otherwise("Who was Safiyyah?", lambda: {"safiya ": ("safiya", "safiyya")}, lambda word: True)
    {'safiyyah': ('safiya', 'safiyya')}
    """
    found = {}
    for word in dict.fromkeys(one.text for one in words(text)):
        if word.isascii() and len(word) >= SHORTEST and is_name(word):
            others = tuple(one for one in spellings().get(_key(word), ()) if one != word and is_name(one))
            if others and (token := analyse_query(word)[:1]):
                found[token[0]] = others[:MOST]
    return found


def _key(name: str) -> str:
    return f"{latin_key(name)} {''.join(_DOUBLED.findall(name))}"
