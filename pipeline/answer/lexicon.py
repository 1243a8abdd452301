"""The lists that the verdict rests on besides the corpus: rules, names, closed lists, fixed texts.

They are data, in `data/lexicon/*.yaml`. A build compiles them to one JSON file of the snapshot
(`compile_lexicon`), so that a snapshot answers in the same way wherever it is opened; without that file the
lists beside the code are read.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from pipeline.answer.cases import CaseModel, Cue, case_models
from pipeline.answer.fold import fold, fold_pattern
from pipeline.answer.lexicon_demands import Deed, DemandLists, Told
from pipeline.answer.lexicon_files import (
    COMMON,
    COMPILED,
    FILES,
    HOME,
    LANGUAGES,
    compile_lexicon,
    read_folder,
)
from pipeline.answer.names import Collection, Names, Surah, name_keys
from pipeline.answer.order import Order, order_of
from pipeline.answer.spelling import bare, stems
from pipeline.answer.wordings import Wordings, compile_wordings
from pipeline.text import analyse_query, words
from schemas.answer import Intent, Reason
from schemas.errors import ConfigurationError

__all__ = [
    "COMPILED",
    "FILES",
    "LANGUAGES",
    "Collection",
    "Deed",
    "Lexicon",
    "Rule",
    "Surah",
    "Told",
    "compile_lexicon",
    "default_lexicon",
    "name_keys",
    "read_folder",
]


RAREST = 80  # quarters: one in a million, where the table ends
_NOTHING = re.compile("(?!)")
_QUOTED = re.compile('"[^"]*"')


@dataclass(frozen=True, slots=True)
class Rule:
    """One routing rule: patterns and exceptions for each language, or the name of a score."""

    name: str
    intent: Intent
    reason: Reason | None
    patterns: Mapping[str, re.Pattern[str] | None]
    unless: Mapping[str, re.Pattern[str] | None]
    score: str
    short: bool = False  # for short questions alone


class Lexicon(Names, DemandLists):
    """The lists, with their patterns compiled and their tables of names folded."""

    def __init__(self, lists: Mapping[str, Any]) -> None:
        super().__init__(lists)
        self.backgrounds: list[dict[str, Any]] = lists["backgrounds"]["backgrounds"]
        self.facts: list[dict[str, Any]] = lists["closed-lists"]["facts"]
        self.phrases: dict[str, Any] = lists["phrases"]
        self._rarity: Mapping[str, int] = lists.get(COMMON, {})

    def rarity(self, token: str) -> int:
        """How rare a token is in general language: minus the base-2 logarithm of its share, in quarters."""
        return self._rarity.get(token, RAREST)

    @classmethod
    def load(cls, folder: Path = HOME) -> Lexicon:
        """From the YAML files of a folder."""
        return cls(read_folder(folder))

    @classmethod
    def of_snapshot(cls, path: Path) -> Lexicon:
        """The lists that a snapshot carries, else those beside the code."""
        compiled = path / COMPILED
        if not compiled.exists():
            return default_lexicon()
        try:
            return cls(json.loads(compiled.read_bytes()))
        except (ValueError, KeyError, re.error) as error:
            raise ConfigurationError(
                "the answering lists of a snapshot cannot be read", found=str(error), where=str(compiled)
            ) from error

    @cached_property
    def dialect(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """Words of the dialects that give a question its form, with the written word for each."""
        listed = self._lists["routes"].get("dialect", ())
        return tuple((re.compile(rf"(?<!\w)(?:{one})(?!\w)"), word) for one, word in listed)

    def standard(self, question: str) -> str:
        """A question with the written word for each of those; one that quotes is left as it stands."""
        if any(mark in question for mark in '"«“'):
            return question
        for pattern, word in self.dialect:
            question = pattern.sub(word, question)
        return question

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The routing rules in their order."""
        return tuple(
            Rule(
                name=rule["name"],
                intent=Intent(rule["intent"]),
                reason=Reason(rule["reason"]) if rule.get("reason") else None,
                patterns={language: self.pattern(language, rule.get(language)) for language in LANGUAGES},
                unless={
                    language: self.pattern(language, rule.get(f"unless_{language}")) for language in LANGUAGES
                },
                score=rule.get("score", ""),
                short=bool(rule.get("short")),
            )
            for rule in self._lists["routes"]["rules"]
        )

    @cached_property
    def case(self) -> dict[str, dict[str, list[re.Pattern[str]]]]:
        """The parts of a personal case, by language and part."""
        case = self._lists["routes"]["case"]
        return {
            language: {
                part: [re.compile(self._fill(language, one)) for one in patterns]
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
        """The cues of a told case, by language; none in a snapshot from before there were any."""
        lists = self._lists.get("cases")
        if lists is None:
            return {}
        cues = {
            language: [
                Cue(cue["name"], cue["weight"], re.compile(self._fill(language, cue["pattern"])))
                for cue in one["cues"]
            ]
            for language, one in lists["languages"].items()
        }
        return case_models(lists, cues)

    @property
    def short_case(self) -> int:
        """The words up to which the sums alone make a case; a longer question is weighed by its cues."""
        lists = self._lists.get("cases")
        return int(lists["short"]) if lists else sys.maxsize

    @cached_property
    def injection(self) -> tuple[re.Pattern[str], ...]:
        """Patterns of text that speaks to the machine, of both languages."""
        injection = self._lists["routes"]["injection"]
        return tuple(
            re.compile(self._fill(language, one), re.MULTILINE)
            for language in LANGUAGES
            for one in injection[language]
        )

    @cached_property
    def faith(self) -> dict[str, re.Pattern[str]]:
        """Words of the subject, by language."""
        return {
            "en": re.compile(self._fill("en", r"\b{faith}\b")),
            "ar": re.compile(self._fill("ar", r"(?:(?<=\s)|^)[وفبلك]?{faith}(?=\s|$|[؟?.،])")),
        }

    @cached_property
    def frame(self) -> frozenset[str]:
        """Tokens that give a question its form and not its subject."""
        frame = self._lists["routes"]["frame"]
        return frozenset(
            token for language in LANGUAGES for word in frame[language] for token in analyse_query(word)
        )

    @cached_property
    def _attribution(self) -> tuple[re.Pattern[str], ...]:
        phrases = self._lists["routes"].get("attribution", {})
        return tuple(
            re.compile(self._fill(language, one))
            for language in LANGUAGES
            for one in phrases.get(language, ())
        )

    def without_attribution(self, text: str) -> str:
        """A question without the phrases that say whose words are asked for; as it is, when nothing would be left."""
        folded = fold(text)
        rest = folded
        for pattern in self._attribution:
            rest = pattern.sub(" ", rest)
        tokens = set(analyse_query(rest)) - self.frame
        return text if rest == folded or not tokens else rest

    @cached_property
    def _kindred(self) -> dict[str, tuple[str, ...]]:
        listed = self._lists["routes"].get("kindred", {})
        return {bare(words(word)[0].text): tuple(others) for word, others in listed.items()}

    def kindred(self, text: str) -> dict[str, tuple[str, ...]]:
        """For the tokens of the words of a text whose stem hides those of other forms (the boys, the boy), those."""
        found = {word.text: self._others(word.text) for word in words(text)}
        return {analyse_query(word)[0]: others for word, others in found.items() if others}

    def _others(self, word: str) -> tuple[str, ...]:
        """The other forms of a word, itself or behind a preposition and before a pronoun (بأعيادهم)."""
        listed = self._kindred
        own = listed.get(bare(word))
        return own if own is not None else next((listed[one] for one in stems(word) if one in listed), ())

    def with_kindred(self, text: str) -> str:
        """A text with the other forms of its words behind it."""
        return " ".join((text, *(word for others in self.kindred(text).values() for word in others)))

    @cached_property
    def minor(self) -> frozenset[str]:
        """Collections that go behind the others where both answer."""
        return frozenset(self._lists["routes"].get("minor", ()))

    @cached_property
    def _tells(self) -> re.Pattern[str]:
        forms = self._lists["routes"].get("told_titles", {})
        return re.compile(
            "|".join(self._fill(language, forms[language]) for language in sorted(forms)) or "(?!)"
        )

    def tells_of_one(self, folded: str) -> bool:
        """Whether a folded title tells of a person's case."""
        return self._tells.search(folded) is not None

    @cached_property
    def _sentences(self) -> dict[str, re.Pattern[str]]:
        listed = self._lists["routes"].get("sentences", {})
        return {name: re.compile(self._fill(name[-2:], form)) for name, form in sorted(listed.items())}

    def _sentence(self, name: str, language: str) -> re.Pattern[str]:
        return self._sentences.get(f"{name}_{language}", _NOTHING)

    def asks_for_verdict(self, text: str, language: str) -> bool:
        """Whether a question asks if something is allowed, valid or owed."""
        return self._sentence("judged", language).search(fold(text)) is not None

    def asks_for_story(self, text: str) -> bool:
        """Whether a question asks for a story, in either language."""
        folded = fold(text)
        return any(self._sentence("story", language).search(folded) for language in LANGUAGES)

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
    def _speakers(self) -> tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]:
        return tuple(
            (
                tuple(one["kinds"]),
                re.compile("|".join(self._fill(language, one[language]) for language in LANGUAGES)),
            )
            for one in self._lists["routes"].get("speakers", ())
        )

    def spoken_by(self, text: str) -> tuple[str, ...]:
        """The kinds of text that hold the words of the one whom a question names as speaker; none without one."""
        folded = fold(text)
        return next((kinds for kinds, asked in self._speakers if asked.search(folded)), ())

    @cached_property
    def answer_types(self) -> dict[str, dict[str, re.Pattern[str]]]:
        """What each type of answer is asked by, and what it must hold."""
        return {
            name: {part: re.compile(fold_pattern(pattern)) for part, pattern in kind.items()}
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

    @cached_property
    def wordings(self) -> Wordings:
        """Common questions in the words of the texts."""
        return compile_wordings(self._lists)

    @cached_property
    def order(self) -> Order:
        """The weights by which texts are put in order."""
        return order_of(self._lists)

    def background(self, text: str | None) -> dict[str, Any] | None:
        """The entry for a reader's tradition in free text; None when nothing is known of it."""
        words = fold(text or "")
        if not words:
            return None
        for entry in self.backgrounds:
            for name in entry["names"]:
                if re.search(rf"(?<!\w){re.escape(fold(name))}(?!\w)", words):
                    return entry
        return None


@cache
def default_lexicon() -> Lexicon:
    """The lists beside the code, read once."""
    return Lexicon.load()
