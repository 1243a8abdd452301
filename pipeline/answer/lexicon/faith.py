"""Words of the faith: how many of them a question says, which marks it as one of the subject.

English words are compared by their stems. Arabic ones are compared as they are written, without what is joined to them:
the stems of unlike words fall together (سنة is a year, السنة the way of the Prophet).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from pipeline.answer.lexicon.names import ARTICLES
from pipeline.answer.lexicon.said import SOUND
from pipeline.answer.lexicon.ways import Row, stemmed
from pipeline.answer.words.fold import fold, latin_key
from pipeline.answer.words.spelling import bare
from schemas.errors import ConfigurationError

_WORD = re.compile(r"~?[^\W_]+(?:'(?!s\b)[^\W_]+)*")
# A name in Latin letters with the Arabic article.
_WITH_ARTICLE = re.compile(rf"\b(?:{'|'.join(sorted(ARTICLES))})-[a-z]{{3,}}")
_ARTICLE = "ال"
_PARTICLES = ("و", "ف", "ب", "ك", "ل", "وب", "وك", "ول", "فب", "فك", "فل")
# Behind one: endings of the dual and plural, pronouns, and the ending of an object.
_BEHIND = ("ين", "ون", "ات", "ان", "ها", "هم", "هن", "كم", "نا", "ك", "ي", "ا")
_PRONOUNS = ("ه", "ها", "هم", "هن", "كم", "نا", "ك", "ي")
_LEAST = 3  # letters, more than which stay of a word that something is taken from


class Faith:
    """The words of the faith, in both languages."""

    def __init__(self, lists: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
        """Entries by language and matter; each is some words that stand side by side.

        Raises:
            ConfigurationError: an entry holds no word.
        """
        self._rows: dict[str, set[Row]] = {}
        for language, matters in lists.items():
            for matter, entries in matters.items():
                for entry in entries:
                    row = _row(entry, f"faith: {language}, {matter}")
                    self._rows.setdefault(row[0], set()).add(row)

    def said_in(self, text: str) -> int:
        """How many of them a text says; the words of a longer one do not count again."""
        folded = fold(text)
        words = [_keys(word) for word in _WORD.findall(folded)]
        said = place = 0
        while place < len(words):
            length = self._longest(words[place:])
            said += length > 0
            place += length or 1
        return max(said, len(_WITH_ARTICLE.findall(folded)))

    def _longest(self, words: Sequence[frozenset[str]]) -> int:
        """The words of the longest entry that some words begin with; 0 for none."""
        return max(
            (
                len(row)
                for key in words[0]
                for row in self._rows.get(key, ())
                if len(row) <= len(words) and all(one in keys for one, keys in zip(row, words, strict=False))
            ),
            default=0,
        )


def _row(entry: str, where: str) -> Row:
    words = _WORD.findall(fold(entry)) if isinstance(entry, str) else []
    if not words:
        raise ConfigurationError(
            "an entry of the words of the faith holds no word",
            where=where,
            expected="words, parted by spaces",
            found=repr(entry),
            remedy="write it as the head of data/lexicon/faith.yaml says",
        )
    return tuple(
        SOUND + latin_key(word) if word.startswith(SOUND) else stemmed(word) if word.isascii() else word
        for word in words
    )


@lru_cache(maxsize=1 << 12)
def _keys(word: str) -> frozenset[str]:
    """What a word of a question may be in the lists."""
    if word.isascii():
        return frozenset((stemmed(word), SOUND + latin_key(word)))
    short = bare(word)
    parted = {word[len(one) :] for one in _PARTICLES if word.startswith(one)}
    found = {word, short, *(one for one in parted if len(one) > _LEAST)}
    if short != word:
        found.add(_ARTICLE + short)
    ended = {one.removesuffix(end) for one in found for end in _BEHIND if one.endswith(end)}
    # With a pronoun behind it, the ending of a feminine word is written as another letter.
    ended |= {one[: -len(end) - 1] + "ه" for one in found for end in _PRONOUNS if one.endswith("ت" + end)}
    return frozenset(found | {one for one in ended if len(one.removeprefix(_ARTICLE)) > _LEAST})
