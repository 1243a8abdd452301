"""The lists by which a question is routed: rules, cases of one's own, dialect, and the words that give it its form.

They are compiled here and read by `pipeline.answer.routing.route`; nothing is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pipeline.answer.lexicon.cases import CaseModel, Cue, case_models
from pipeline.answer.lexicon.faith import Faith
from pipeline.answer.lexicon.patterns import Patterns, tokens_of
from pipeline.answer.lexicon.regex import regex
from pipeline.answer.words.quoted import is_marked
from schemas.answer import Intent, Reason
from schemas.tables import LANGUAGES

_WORD = re.compile(r"\w")
# A stroke that draws a word out; a codex writes marks upon one.
_DRAWN_OUT = re.compile("(?<=[\u0621-\u064a])\u0640+(?=[\u0621-\u064a])")


@dataclass(frozen=True, slots=True)
class Rule:
    """One routing rule: patterns and exceptions for each language, or `signs`, the name of those of `crisis.yaml` that
    tell it, or what else finds it: `score`."""

    name: str
    intent: Intent
    reason: Reason | None
    patterns: Mapping[str, re.Pattern[str] | None]
    unless: Mapping[str, re.Pattern[str] | None]
    signs: str
    score: Literal["", "case", "remark"]  # a case of one's own; what is said to the one who answers
    short: bool = False  # for short questions alone
    unless_faith: bool = False  # not for a question that says a word of the faith


class RouteLists(Patterns):
    """What routes a question."""

    @cached_property
    def dialect(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """Words of the dialects that give a question its form, with the written word for each."""
        listed = self._lists["routes"]["dialect"]
        return tuple((regex(rf"(?<!\w)(?:{one})(?!\w)"), word) for one, word in listed)

    def standard(self, question: str) -> str:
        """A question with the written word for each of those, no word drawn out; one that quotes, or says nothing else,
        is left as it stands."""
        if is_marked(question):
            return question
        standard = _DRAWN_OUT.sub("", question)
        for pattern, word in self.dialect:
            standard = pattern.sub(word, standard)
        return standard if _WORD.search(standard) else question

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The routing rules in their order."""
        return tuple(
            Rule(
                name=rule["name"],
                intent=Intent(rule["intent"]),
                reason=Reason(rule["reason"]) if rule.get("reason") else None,
                patterns={language: self.pattern(language, rule.get(language)) for language in LANGUAGES},
                unless=self.each(rule, "unless"),
                signs=rule.get("signs", ""),
                score=rule.get("score", ""),
                short=bool(rule.get("short")),
                unless_faith=bool(rule.get("unless_faith")),
            )
            for rule in self._lists["routes"]["rules"]
        )

    @cached_property
    def case(self) -> dict[str, dict[str, list[re.Pattern[str]]]]:
        """The parts of a personal case, by language and part."""
        case = self._lists["routes"]["case"]
        return {
            language: {
                part: [regex(self._fill(language, one)) for one in patterns]
                for part, patterns in case[language].items()
            }
            for language in LANGUAGES
        }

    @property
    def case_sums(self) -> list[list[str]]:
        """The sums of parts that make a case."""
        return self._lists["routes"]["case"]["sums"]

    @cached_property
    def case_models(self) -> dict[str, CaseModel]:
        """The cues of a told case, by language."""
        lists = self._lists["cases"]
        cues = {
            language: [
                Cue(cue["name"], cue["weight"], regex(self._fill(language, cue["pattern"])))
                for cue in one["cues"]
            ]
            for language, one in lists["languages"].items()
        }
        never = {
            language: self.pattern(language, one["never"]) for language, one in lists["languages"].items()
        }
        return case_models(lists, cues, never)

    @property
    def short_case(self) -> int:
        """The words up to which the sums alone make a case; a longer question is weighed by its cues."""
        return int(self._lists["cases"]["short"])

    @cached_property
    def injection(self) -> tuple[re.Pattern[str], ...]:
        """Patterns of text that speaks to the machine, of both languages."""
        return self.listed(self._lists["routes"]["injection"], re.MULTILINE)

    @cached_property
    def faith(self) -> Faith:
        """Words of the subject."""
        return Faith(self._lists["faith"])

    @cached_property
    def frame(self) -> frozenset[str]:
        """Tokens that give a question its form and not its subject."""
        return tokens_of(self._lists["routes"]["frame"])

    @cached_property
    def invocation(self) -> tuple[re.Pattern[str], ...]:
        """Patterns that say that an invocation is asked for, of both languages."""
        return self.listed(self._lists["routes"]["invocation"])
