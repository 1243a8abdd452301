"""What a sentence of an answer does (it rules, it closes, it speaks to the one who asked), and which of them a question
wants: a ruling, a story, an answer of a type.

Nothing is decided here: `pipeline.answer.composing` weighs sentences by it, and a gate the texts.
"""

from __future__ import annotations

import re
from functools import cached_property

from pipeline.answer.lexicon.regex import regex
from pipeline.answer.lexicon.telling import DemandLists
from pipeline.answer.words.fold import fold, fold_pattern
from schemas.tables import LANGUAGES

_NOTHING = re.compile("(?!)")
_QUOTED = re.compile('"[^"]*"')


class SentenceLists(DemandLists):
    """The forms of sentences, and the types of answers with what each must hold."""

    @cached_property
    def _tells(self) -> re.Pattern[str]:
        forms = self._lists["routes"]["told_titles"]
        return regex("|".join(self._fill(language, forms[language]) for language in sorted(forms)) or "(?!)")

    def tells_of_one(self, folded: str) -> bool:
        """Whether a folded title tells of a person's case."""
        return self._tells.search(folded) is not None

    @cached_property
    def _sentences(self) -> dict[str, re.Pattern[str]]:
        listed = self._lists["routes"]["sentences"]
        return {name: regex(self._fill(name[-2:], form)) for name, form in sorted(listed.items())}

    def _sentence(self, name: str, language: str) -> re.Pattern[str]:
        return self._sentences.get(f"{name}_{language}", _NOTHING)

    def asks_for_verdict(self, text: str, language: str) -> bool:
        """Whether a question asks if something is allowed, valid or owed."""
        return self._sentence("judged", language).search(fold(text)) is not None

    def asks_for_story(self, text: str) -> bool:
        """Whether a question asks for a story, in either language."""
        folded = fold(text)
        return any(self._sentence("story", language).search(folded) for language in LANGUAGES)

    def tells_next(self, text: str, language: str) -> bool:
        """Whether a verse says no more than that a story follows."""
        return self._sentence("tells_next", language).search(fold(text)) is not None

    def is_aside(self, folded: str, language: str) -> bool:
        """Whether a folded sentence of an answer speaks to the one who asked, or of his case, outside quotations."""
        return self._sentence("aside", language).search(_QUOTED.sub(" ", folded)) is not None

    def is_closing(self, folded: str, language: str) -> bool:
        """Whether a folded sentence of an answer ends it, and says nothing more on what was asked."""
        return self._sentence("closing", language).search(folded) is not None

    def is_verdict(self, folded: str, language: str) -> bool:
        """Whether a folded sentence of an answer says whether something is allowed."""
        return self._sentence("verdict", language).search(folded) is not None

    @cached_property
    def answer_types(self) -> dict[str, dict[str, re.Pattern[str]]]:
        """What each type of answer is asked by, and what it must hold."""
        return {
            name: {part: regex(fold_pattern(pattern)) for part, pattern in kind.items()}
            for name, kind in self._lists["routes"]["answer_types"].items()
        }

    def wanted_type(self, folded: str) -> dict[str, re.Pattern[str]] | None:
        """The type of answer that a folded question asks for."""
        for kind in self.answer_types.values():
            if kind["ask_en"].search(folded) or kind["ask_ar"].search(folded):
                return kind
        return None

    def wanted(self, folded: str, language: str) -> re.Pattern[str] | None:
        """By what a sentence in a language tells what a folded question asks: its type, else what is demanded."""
        kind = self.wanted_type(folded)
        if kind is not None:
            return kind[f"need_{language}"]
        told = (one for one in (*self.told, *self.plain) if one.name != "whether" and one.asked(folded))
        return next((one.need[language] for one in told), None)
