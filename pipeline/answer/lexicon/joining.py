"""The words by which it is told where a further question begins, and what "it" in it stands for.

They are compiled here and read by `pipeline.answer.routing.joined`; nothing is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.answer.lexicon.named import filled
from pipeline.answer.lexicon.regex import regex
from pipeline.answer.words.fold import fold, fold_pattern
from pipeline.text import analyse_query
from schemas.tables import LANGUAGES


@dataclass(frozen=True, slots=True)
class Joining:
    """The words of one language, folded; the head of `data/lexicon/joined.yaml` says what each list is."""

    joins: frozenset[str]
    asks: frozenset[str]
    whether: frozenset[str]
    next: frozenset[str]
    subjects: frozenset[str]
    names: frozenset[str]
    amounts: frozenset[str]
    before: frozenset[str]
    refers: frozenset[str]
    owns: frozenset[str]
    generic: frozenset[str]  # tokens
    compared: frozenset[str]
    subject: tuple[re.Pattern[str], ...]

    def subject_of(self, words: Sequence[str]) -> slice:
        """Which words of a question, folded, say what it is about; none of them where that is not plain."""
        told = " ".join(words)
        found = next((match for form in self.subject if (match := form.fullmatch(told))), None)
        if found is None:
            return slice(0)
        start = told.count(" ", 0, found.start("of"))
        return slice(start, start + len(found["of"].split()))


def joining_of(lists: Mapping[str, Any]) -> dict[str, Joining]:
    """The words of each language, from the lists."""
    return {language: _joining(lists["joined"][language]) for language in LANGUAGES}


def _joining(listed: Mapping[str, Any]) -> Joining:
    words = {name: frozenset(fold(words).split()) for name, words in listed.items() if name != "subject"}
    judged = "|".join(sorted(words.pop("judged")))
    words["generic"] = frozenset(analyse_query(f"{listed['generic']} {listed['judged']}"))
    forms = (filled(form, {"judged": judged}) for form in listed["subject"])
    return Joining(**words, subject=tuple(regex(fold_pattern(form)) for form in forms))
