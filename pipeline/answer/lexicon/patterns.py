"""Patterns of the lists, with their named parts filled in and their Arabic folded as a question is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pipeline.answer.lexicon.named import any_of, filled
from pipeline.answer.lexicon.regex import regex
from pipeline.answer.words.fold import fold, fold_pattern
from pipeline.text import analyse_query
from pipeline.text.number_words import number_words
from schemas.tables import LANGUAGES


class Patterns:
    """Lists whose patterns may name parts that they share."""

    def __init__(self, lists: Mapping[str, Any]) -> None:
        self._lists = lists
        self._compiled: dict[tuple[str, str], re.Pattern[str]] = {}
        self.parts = {language: _parts(lists, language) for language in LANGUAGES}
        self.numbers = {language: _numbers(language) for language in LANGUAGES}

    def pattern(self, language: str, alternatives: list[str] | str | None) -> re.Pattern[str] | None:
        """Some alternatives as one compiled pattern, with `{part}` filled in."""
        if not alternatives:
            return None
        listed = [alternatives] if isinstance(alternatives, str) else alternatives
        filled = [self._fill(language, one) for one in listed]
        return regex("|".join(f"(?:{one})" for one in filled))

    def compiled(self, language: str, pattern: str) -> re.Pattern[str]:
        """One pattern with `{part}` filled in; compiled when it is first asked for."""
        found = self._compiled.get((language, pattern))
        if found is None:
            found = self._compiled[language, pattern] = regex(self._fill(language, pattern))
        return found

    def each(self, entry: Mapping[str, Any], name: str) -> dict[str, re.Pattern[str] | None]:
        """What an entry writes under a name in each language (`ask_en`), if it does."""
        return {language: self.pattern(language, entry.get(f"{name}_{language}")) for language in LANGUAGES}

    def both(self, entry: Mapping[str, Any], name: str) -> dict[str, re.Pattern[str]]:
        """The same of what it writes in every language."""
        return {language: regex(self._fill(language, entry[f"{name}_{language}"])) for language in LANGUAGES}

    def listed(self, lists: Mapping[str, Iterable[str]], flags: int = 0) -> tuple[re.Pattern[str], ...]:
        """Each pattern of the lists of both languages."""
        return tuple(
            regex(self._fill(language, one), flags) for language in LANGUAGES for one in lists[language]
        )

    def _fill(self, language: str, pattern: str) -> str:
        return fold_pattern(filled(pattern, self.parts[language]))


def tokens_of(words: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """Tokens of words that are listed by language."""
    return frozenset(token for listed in words.values() for word in listed for token in analyse_query(word))


def _parts(lists: Mapping[str, Any], language: str) -> dict[str, str]:
    """What each name in the patterns of a language stands for: a pattern, or any one of some plain words."""
    words = lists["routes"]["words"][language] | lists["cases"]["languages"][language]["words"]
    called = {name: f"(?:{'|'.join(one)})" for name, one in lists["closed-lists"]["called"][language].items()}
    return called | lists["routes"]["parts"][language] | {name: any_of(one) for name, one in words.items()}


def _numbers(language: str) -> dict[str, int]:
    """Number words of a language, folded, with their values; of Arabic no ordinals, which are roots of much else."""
    kinds = ("none", "number", "order") if language == "en" else ("number",)
    return {
        fold(one.word): int(one.value)
        for one in number_words()
        if one.language == language and one.kind in kinds
    }
