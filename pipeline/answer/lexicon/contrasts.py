"""Cases of which one turns a ruling into another (`data/lexicon/contrasts.yaml`): men and women, a traveller and a
resident, with intent and by mistake.

A text names cases in an order, and says who does it and to whom by that: "a woman leads men", "a man leads women". What
it says is at odds with a question where neither names what the other does, in its order: it says less, or more, but
not the same case.

    asked            said                    at odds
    women            men                     yes
    women            men, women              no
    women, women     women, men              yes
    women, men       men, women              yes
    women, men       women, again women      no
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from pipeline.answer.lexicon.regex import regex
from pipeline.answer.words.fold import fold
from pipeline.text import analyse_query
from schemas.tables import LANGUAGES

Cases = Mapping[str, Sequence[str]]  # of each contrast those that are named, in their order

_BEHIND = r"(?:هم|ها|هن)?(?!\w)"  # "his" is written as an ending of its own is
_BEFORE = r"(?<!\w)[وف]?(?:لل|[بلك]?(?:ال)?)"


class Contrasts:
    """The contrasts, their words compiled."""

    def __init__(self, lists: Mapping[str, Any]) -> None:
        self._usual = {name: one["usual"] for name, one in lists.items() if "usual" in one}
        self.needed = frozenset(name for name, one in lists.items() if "asked" in one)
        asked = {name: one.get("asked", one["cases"]) for name, one in lists.items()}
        told = {name: one["cases"] for name, one in lists.items()}
        self._asked = {language: _Words(asked, language) for language in LANGUAGES}
        self._told = {language: _Words(told, language) for language in LANGUAGES}
        self._apart = {(name, one["apart"]["case"]) for name, one in lists.items() if "apart" in one}
        apart = {name: {"": one["apart"]["said"]} for name, one in lists.items() if "apart" in one}
        self._spoken_of = {language: _Words(apart, language) for language in LANGUAGES}

    def asked_in(self, question: str, language: str) -> Cases:
        """The cases that a question names, without a usual one that stands alone."""
        cases = self._asked[language].named_in(question)
        return {name: said for name, said in cases.items() if set(said) != {self._usual.get(name)}}

    def words_in(self, question: str, language: str) -> frozenset[str]:
        """The tokens of the words by which a question names cases."""
        return frozenset(analyse_query(" ".join(self._asked[language].found_in(question))))

    def named_in(self, text: str, language: str) -> Cases:
        """The cases that a text names, by contrast."""
        return self._told[language].named_in(text)

    def sets_apart(self, title: str, question: str, language: str) -> bool:
        """Whether a title names a case that stands apart and of which a question in its language does not speak.

        >>> from pipeline.answer.lexicon import default_lexicon
        >>> default_lexicon().contrasts.sets_apart("Women visiting graves", "May one visit graves?", "en")
        True
        """
        named = _each(self.named_in(title, language)) & self._apart
        if not named:
            return False
        spoken_of = self._spoken_of[language].named_in(question)
        return any(name not in spoken_of for name, _ in named - _each(self.named_in(question, language)))


class _Words:
    """The words of one language by which cases are named."""

    def __init__(self, contrasts: Mapping[str, Mapping[str, Mapping[str, str]]], language: str) -> None:
        self._of: dict[str, list[tuple[str, str]]] = {}
        for name, cases in contrasts.items():
            for case, words in cases.items():
                for word in words[language].split():
                    self._of.setdefault(fold(word.replace("_", " ")), []).append((name, case))
        self._any = _any_of(self._of, language)

    def found_in(self, text: str) -> list[str]:
        """Those of a text, in their order."""
        return [match[1] for match in self._any.finditer(fold(text))]

    def named_in(self, text: str) -> Cases:
        """The cases that a text names, by contrast."""
        found: dict[str, list[str]] = {}
        for word in self.found_in(text):
            for name, case in self._of[word]:
                found.setdefault(name, []).append(case)
        return found


def _each(cases: Cases) -> set[tuple[str, str]]:
    """Each case that is named, with its contrast."""
    return {(name, case) for name, named in cases.items() for case in named}


def is_at_odds(asked: Sequence[str], said: Sequence[str]) -> bool:
    """Whether something is said of another case of a contrast than the one that is asked about."""
    return len(said) > 0 and not (_holds(said, asked) or _holds(asked, _once(said)))


def is_named(asked: Sequence[str], said: Sequence[str]) -> bool:
    """Whether the cases that are asked about are named, in their order."""
    return _holds(said, asked)


def together(said: Sequence[Cases]) -> Cases:
    """The cases that several parts of a text name, in their order."""
    found: dict[str, list[str]] = {}
    for cases in said:
        for name, named in cases.items():
            found.setdefault(name, []).extend(named)
    return found


def _holds(cases: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether some cases stand among others, in their order."""
    rest: Iterator[str] = iter(cases)
    return all(one in rest for one in wanted)


def _once(cases: Sequence[str]) -> list[str]:
    """Some cases, each that is named again and again once."""
    return [case for case, _ in groupby(cases)]


def _any_of(words: Iterable[str], language: str) -> re.Pattern[str]:
    """Any of some words, the longest at each place; Arabic ones with what is written to them."""
    listed = "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
    return regex(rf"{_BEFORE}({listed}){_BEHIND}" if language == "ar" else rf"\b({listed})\b")
