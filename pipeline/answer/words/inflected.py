"""An Arabic word that no text has, by the forms of it that texts have: another person of a verb (تتعاقب، يتعاقبون), or
the word behind a preposition (بإعانة، إعانة).

The light stems of the analyser leave these apart. A word that texts have is left as it stands: rare forms are what
tells near misses from questions that are answered. A noun with its article is no verb (الأشاعرة are no poets).
"""

from __future__ import annotations

from collections.abc import Callable

from pipeline.answer.words.spelling import bare
from pipeline.text import analyse_query, words

VERB_REST, NOUN_REST = 3, 4  # letters behind the one that is changed
_PERSONS = "يتنا"  # letters before a verb of the present
_OTHERS = frozenset("يتن")  # those that seldom belong to a word itself
_PREPOSITIONS = frozenset("بل")  # which nothing but a noun stands behind


def inflected(text: str, known: Callable[[str], bool]) -> dict[str, tuple[str, ...]]:
    """For the Arabic tokens of a text that no text has, the tokens that texts have of the same word.

    Args:
        known: whether texts have a token.

    >>> inflected("الملائكة التي تتعاقب", {"ملايكه", "يتعاقب"}.__contains__)
    {'تتعاقب': ('يتعاقب',)}
    """
    found = {}
    for word in dict.fromkeys(one.text for one in words(text)):
        token = next(iter(analyse_query(word)), "")
        if not token.isascii() and bare(word) == word and not known(token):
            others = (one for one in dict.fromkeys(_forms(token)) if one != token and known(one))
            if forms := tuple(others):
                found[token] = forms
    return found


def _forms(token: str) -> list[str]:
    """What a token without its article may be otherwise."""
    first, rest = token[0], token[1:]
    if first in _PREPOSITIONS and len(rest) >= NOUN_REST:
        return analyse_query(rest)[:1]
    if first in _OTHERS and len(rest) >= VERB_REST:
        return [one + rest for one in _PERSONS]
    return []
