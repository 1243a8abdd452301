"""The lists that the verdict rests on besides the corpus: rules, names, closed lists, fixed texts.

They are data, in `data/lexicon/*.yaml`. A build compiles them to one JSON file of the snapshot
(`compile_lexicon`), so that a snapshot answers in the same way wherever it is opened; without that file the
lists beside the code are read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from pipeline.answer.fold import fold, fold_pattern, latin_key
from pipeline.text import analyse_query, words
from schemas.answer import Intent, Reason
from schemas.errors import ConfigurationError
from schemas.tables import canonical_json

FILES = ("routes", "references", "surahs", "closed-lists", "backgrounds", "phrases")
COMPILED = "lexicon.json"
LANGUAGES = ("ar", "en")

_HOME = Path(__file__).resolve().parents[2] / "data" / "lexicon"
_ARTICLES = ("al", "an", "ar", "as", "ash", "at", "ad", "adh", "az", "ath", "el", "ul")


@dataclass(frozen=True, slots=True)
class Rule:
    """One routing rule: patterns and exceptions for each language, or the name of a score."""

    name: str
    intent: Intent
    reason: Reason | None
    patterns: Mapping[str, re.Pattern[str] | None]
    unless: Mapping[str, re.Pattern[str] | None]
    score: str


@dataclass(frozen=True, slots=True)
class Surah:
    """A surah: its number, names, and how many verses it has."""

    number: int
    ar: str
    en: str
    verses: int


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection of hadith as people name it."""

    id: str
    ar: str
    en: str


@dataclass(frozen=True, slots=True)
class Told:
    """Words that a text must hold when a question of a form is put to it."""

    name: str
    ask: Mapping[str, re.Pattern[str] | None]
    need: Mapping[str, re.Pattern[str]]
    within: str  # "near" anything asked about, or its "object" alone
    proper: bool  # whether a proper name does as well

    def asked(self, folded: str) -> re.Match[str] | None:
        """Where a folded question has this form; its group `of` is the noun that must be told of."""
        found = (pattern.search(folded) for pattern in self.ask.values() if pattern)
        return next((match for match in found if match), None)


@dataclass(frozen=True, slots=True)
class Deed:
    """A well-known deed: how it is named, and who did it."""

    name: str
    deed: re.Pattern[str]
    doer: re.Pattern[str]
    source: str
    subject: Mapping[str, str]


def read_folder(folder: Path) -> dict[str, Any]:
    """The YAML files of a folder by name; raises `ConfigurationError` for one that is absent or broken."""
    import yaml

    lists: dict[str, Any] = {}
    for name in FILES:
        path = folder / f"{name}.yaml"
        try:
            lists[name] = yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
        except (OSError, yaml.YAMLError) as error:
            raise ConfigurationError(
                "a list that answering needs cannot be read", found=str(error), where=str(path)
            ) from error
    return lists


def compile_lexicon(folder: Path = _HOME) -> bytes:
    """The lists as one canonical JSON text, for the snapshot."""
    return canonical_json(read_folder(folder))


class Lexicon:
    """The lists, with their patterns compiled and their tables of names folded."""

    def __init__(self, lists: Mapping[str, Any]) -> None:
        self._lists = lists
        self.parts = lists["routes"]["parts"]
        self.backgrounds: list[dict[str, Any]] = lists["backgrounds"]["backgrounds"]
        self.facts: list[dict[str, Any]] = lists["closed-lists"]["facts"]
        self.numbers: dict[str, dict[str, int]] = lists["closed-lists"]["numbers"]
        self.phrases: dict[str, Any] = lists["phrases"]

    @classmethod
    def load(cls, folder: Path = _HOME) -> Lexicon:
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

    def pattern(self, language: str, alternatives: list[str] | str | None) -> re.Pattern[str] | None:
        """Some alternatives as one compiled pattern, with `{part}` filled in."""
        if not alternatives:
            return None
        listed = [alternatives] if isinstance(alternatives, str) else alternatives
        filled = [self._fill(language, one) for one in listed]
        return re.compile("|".join(f"(?:{one})" for one in filled))

    def _fill(self, language: str, pattern: str) -> str:
        for name, body in self.parts[language].items():
            pattern = pattern.replace("{" + name + "}", body)
        return fold_pattern(pattern)

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

    # ---- what a text must hold --------------------------------------------------------------------------

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """Words that a text must hold, by the form of the question."""
        return self._told("told")

    @cached_property
    def plain(self) -> tuple[Told, ...]:
        """The same of a question about one thing alone."""
        return self._told("plain")

    def _told(self, part: str) -> tuple[Told, ...]:
        return tuple(
            Told(
                name=one["name"],
                ask={language: self.pattern(language, one.get(f"ask_{language}")) for language in LANGUAGES},
                need={
                    language: re.compile(self._fill(language, one[f"need_{language}"]))
                    for language in LANGUAGES
                },
                within=one.get("within", "near"),
                proper=bool(one.get("proper")),
            )
            for one in self._demands.get(part, ())
        )

    @property
    def _demands(self) -> Mapping[str, Any]:
        return self._lists["routes"].get("demands", {"told": [], "head": {}, "counted": {}, "amount": {}})

    def heads(self, folded: str) -> list[str]:
        """The nouns after "which" of a folded question."""
        return self._caught("head", folded)

    def counted(self, folded: str) -> list[str]:
        """The nouns after "how many" of a folded question."""
        return self._caught("counted", folded)

    def _caught(self, part: str, folded: str) -> list[str]:
        return [
            match[1]
            for language in LANGUAGES
            if language in self._demands[part]
            for match in re.finditer(self._fill(language, self._demands[part][language]), folded)
        ]

    @cached_property
    def classes(self) -> frozenset[str]:
        """Tokens of nouns that an instance answers: "which prophet" is answered by a name."""
        return frozenset(
            token
            for language in LANGUAGES
            for word in self._demands.get("classes", {}).get(language, ())
            for token in analyse_query(word)
        )

    def amount(self, language: str) -> re.Pattern[str]:
        """Words that say how many without a number of their own: "twice", a dual."""
        return re.compile(self._fill(language, self._demands["amount"].get(language, r"(?!)")))

    def definition(self, language: str) -> re.Pattern[str]:
        """A word with what makes the sentence say what it is."""
        return re.compile(self._fill(language, self._demands.get("definition", {}).get(language, r"(?!)")))

    def of_conduct(self, text: str) -> bool:
        """Whether a question asks what one may do, in the form in which rulings are asked for."""
        return self._formed("conduct", fold(text))

    def asks_what_it_is(self, folded: str) -> bool:
        """Whether a folded question asks what a thing is, or for all there is on it."""
        return self._formed("about", folded)

    def _formed(self, part: str, folded: str) -> bool:
        forms = self._demands.get(part, {})
        return any(re.search(self._fill(language, form), folded) for language, form in sorted(forms.items()))

    @cached_property
    def cardinals(self) -> dict[str, int]:
        """Words for numbers, of both languages, with what Arabic writes before them; no ordinals."""
        ordinals = set(self._lists["closed-lists"].get("ordinals", ()))
        found: dict[str, int] = {}
        for word, value in self.numbers["en"].items():
            if word not in ordinals:
                found[word] = value
        for word, value in self.numbers["ar"].items():
            for before in ("", "و", "ب", "ل", "ف", "ال", "وال", "بال", "لل"):
                found.setdefault(before + word, value)
        return found

    @cached_property
    def deeds(self) -> tuple[Deed, ...]:
        """Well-known deeds with their doers."""
        return tuple(
            Deed(
                one["name"],
                re.compile("|".join(fold_pattern(pattern) for pattern in one["deed"])),
                re.compile("|".join(fold_pattern(pattern) for pattern in one["doer"])),
                one.get("source", ""),
                {language: one[f"subject_{language}"] for language in LANGUAGES},
            )
            for one in self._lists["closed-lists"].get("deeds", ())
        )

    @cached_property
    def persons(self) -> re.Pattern[str]:
        """Names of well-known persons, of both languages."""
        listed = self._lists["closed-lists"].get("persons", ["(?!)"])
        return re.compile("|".join(rf"(?<!\w)(?:{fold_pattern(one)})(?!\w)" for one in listed))

    # ---- names ------------------------------------------------------------------------------------------

    @cached_property
    def surahs(self) -> dict[int, Surah]:
        """The surahs by number."""
        return {
            row["number"]: Surah(row["number"], row["ar"], row["en"], row["verses"])
            for row in self._lists["surahs"]["surahs"]
        }

    @cached_property
    def collections(self) -> dict[str, Collection]:
        """The collections of hadith by id."""
        return {
            row["id"]: Collection(row["id"], row["ar"], row["en"])
            for row in self._lists["references"]["collections"]
        }

    @cached_property
    def surah_names(self) -> dict[str, int]:
        """Folded names of surahs to their numbers; a name of two surahs keeps the first."""
        names: dict[str, int] = {}
        for row in self._lists["surahs"]["surahs"]:
            for name in (row["en"], row["ar"], *row["also"]):
                for key in name_keys(name):
                    names.setdefault(key, row["number"])
        return names

    @cached_property
    def collection_names(self) -> dict[str, str]:
        """Folded names of collections to their ids."""
        names: dict[str, str] = {}
        for row in self._lists["references"]["collections"]:
            for name in (row["en"], row["ar"], *row["names"]):
                for key in name_keys(name):
                    names.setdefault(key, row["id"])
        return names

    @cached_property
    def verse_names(self) -> dict[str, str]:
        """Folded names of verses to `surah:verse[-verse]`."""
        names: dict[str, str] = {}
        for row in self._lists["references"]["verses"]:
            for name in row["names"]:
                for key in name_keys(name):
                    names.setdefault(key, row["id"])
        return names

    @cached_property
    def filler(self) -> frozenset[str]:
        """Words that ask for nothing beyond the document they stand beside."""
        filler = self._lists["references"]["filler"]
        return frozenset(fold(word) for language in LANGUAGES for word in filler[language])

    @cached_property
    def asking(self) -> frozenset[str]:
        """Letters of words that ask for a text, and do not open one."""
        more = ("صحة", "درجة", "هل", "تخريج", "حكم", "مدى", "authentic", "graded", "there")
        opening = {
            "قال",
            "الله",
            "يقول",
            "قوله",
            "ما",
            "من",
            "هو",
            "و",
            "في",
            "the",
            "a",
            "in",
            "it",
            "this",
            "of",
        }
        letters = {word.text for one in (*self.filler, *more) for word in words(one)}
        return frozenset(letters - opening)

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


def name_keys(name: str) -> list[str]:
    """The keys that a name is found by, with and without its article."""
    folded = fold(name)
    if re.search("[\u0621-\u064a]", folded):
        bare = re.sub(r"^ال(?=\w{2})", "", folded)
        return [folded] if bare == folded else [folded, bare]
    words = re.findall(r"[a-z']+", folded)
    keys = [latin_key("".join(words))]
    if len(words) > 1 and words[0] in (*_ARTICLES, "the"):
        keys.append(latin_key("".join(words[1:])))
        keys.append(latin_key("al" + "".join(words[1:])))
    return list(dict.fromkeys(keys))


@cache
def default_lexicon() -> Lexicon:
    """The lists beside the code, read once."""
    return Lexicon.load()
