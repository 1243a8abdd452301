"""The Arabic-English glossary: a question in one language finds texts in the other.

A concept has forms in Arabic, in English, and in Latin letters for the Arabic word; all of them are brought
to tokens by the one analyser, and a form of several words is met as several tokens in a row. Where a form
belongs to several concepts, all of them count, in the order of their ids. Expansion only adds: it never
returns a token that is there already. Tokens of stop words never come out of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import yaml

from pipeline.text.analyser import analyse_query, is_arabic, term_tokens
from pipeline.text.words import Word
from schemas.errors import ConfigurationError


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing, and how people write it. The first form of each language is the usual one."""

    id: str
    ar: tuple[str, ...]
    en: tuple[str, ...]
    translit: tuple[str, ...] = ()
    note: str = ""

    @property
    def forms(self) -> tuple[str, ...]:
        """Every form, Arabic before English before transliterations."""
        return (*self.ar, *self.en, *self.translit)


class Glossary:
    """Concepts by their id, and their forms by their tokens."""

    def __init__(self, concepts: Iterable[Concept]) -> None:
        self.concepts: dict[str, Concept] = {
            concept.id: concept for concept in sorted(concepts, key=lambda concept: concept.id)
        }
        self._forms: dict[tuple[str, ...], tuple[str, ...]] = {}
        for concept in self.concepts.values():
            for form in concept.forms:
                tokens = tuple(analyse_query(form))
                if tokens and concept.id not in self._forms.get(tokens, ()):
                    self._forms[tokens] = (*self._forms.get(tokens, ()), concept.id)
        self._longest = max(map(len, self._forms), default=0)

    @classmethod
    def load(cls, path: Path) -> Self:
        """From `glossary.yaml`; raises `ConfigurationError` naming the concept that is wrong."""
        try:
            raw = yaml.load(path.read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
        except (OSError, yaml.YAMLError) as error:
            raise ConfigurationError(
                "the glossary cannot be read", found=str(error), where=str(path), remedy="mend the YAML"
            ) from error
        return cls.from_dict(raw, where=str(path))

    @classmethod
    def from_dict(cls, raw: object, *, where: str = "glossary") -> Self:
        """From what `to_dict` gives."""
        rows = raw.get("concepts") if isinstance(raw, Mapping) else None
        if not isinstance(rows, list):
            raise ConfigurationError(
                "the glossary has no list of concepts",
                expected="a mapping with `concepts`",
                where=where,
                remedy="begin it with the line concepts:",
            )
        concepts = [_concept(row, where) for row in rows]
        ids = [concept.id for concept in concepts]
        if len(set(ids)) != len(ids):
            twice = sorted({name for name in ids if ids.count(name) > 1})
            raise ConfigurationError(
                "concepts occur twice",
                found=", ".join(twice),
                where=where,
                remedy="join the two, or give one its own id",
            )
        return cls(concepts)

    def to_dict(self) -> dict[str, Any]:
        """Plain lists and strings, the same for the same concepts."""
        return {
            "concepts": [
                {
                    "id": concept.id,
                    "ar": list(concept.ar),
                    "en": list(concept.en),
                    **({"translit": list(concept.translit)} if concept.translit else {}),
                    **({"note": concept.note} if concept.note else {}),
                }
                for concept in self.concepts.values()
            ]
        }

    def find(self, words: Sequence[str | Word]) -> list[str]:
        """Ids of the concepts that occur, in the order in which they do; the longest form wins."""
        tokens = _as_tokens(words)
        found: dict[str, None] = {}
        place = 0
        while place < len(tokens):
            for length in range(min(self._longest, len(tokens) - place), 0, -1):
                ids = self._forms.get(tuple(tokens[place : place + length]))
                if ids:
                    found.update(dict.fromkeys(ids))
                    place += length
                    break
            else:
                place += 1
        return list(found)

    def expand(self, words: Sequence[str | Word]) -> list[tuple[str, str]]:
        """Tokens to add to a question, each with its concept: other forms of what occurs in it."""
        present = set(_as_tokens(words))
        added: dict[str, str] = {}
        for concept_id in self.find(words):
            for token in _telling(self.concepts[concept_id]):
                if token not in present:
                    added.setdefault(token, concept_id)
        return list(added.items())


def _telling(concept: Concept) -> list[str]:
    """The tokens that stand for a concept: its one-word forms, or where a language has none, its first form.

    The words of a longer form would bring in texts on other matters (holy book, ritual bath).
    """
    tokens: dict[str, None] = {}
    for forms in (concept.ar, (*concept.en, *concept.translit)):
        analysed = [term_tokens(form) for form in forms]
        single = [form for form in analysed if len(form) == 1]
        for form in single or analysed[:1]:
            tokens.update(dict.fromkeys(form))
    return list(tokens)


def _as_tokens(words: Sequence[str | Word]) -> list[str]:
    """Tokens as they are; `Word`s through the analyser."""
    tokens: list[str] = []
    for word in words:
        tokens += analyse_query(word.text) if isinstance(word, Word) else [word]
    return tokens


def _concept(row: object, where: str) -> Concept:
    if not isinstance(row, Mapping) or not isinstance(row.get("id"), str):
        raise ConfigurationError(
            "a concept has no id",
            found=repr(row)[:200],
            where=where,
            remedy="begin it with - id: and a word of its own",
        )
    place = f"{where}, concept {row['id']}"
    unknown = sorted(set(row) - {"id", "ar", "en", "translit", "note"}, key=str)
    if unknown:
        raise ConfigurationError(
            "a concept has unknown keys",
            found=", ".join(map(str, unknown)),
            where=place,
            remedy="remove them: a concept has id, ar, en, translit and note",
        )
    forms = {name: _forms(row.get(name, []), name, place) for name in ("ar", "en", "translit")}
    if not forms["ar"] or not forms["en"]:
        raise ConfigurationError(
            "a concept lacks a language",
            expected="forms under `ar` and `en`",
            where=place,
            remedy="write its forms in both languages",
        )
    if not all(is_arabic(form) for form in forms["ar"]):
        raise ConfigurationError(
            "a form under `ar` is not Arabic",
            found=", ".join(forms["ar"]),
            where=place,
            remedy="write it under en or translit, or in Arabic letters",
        )
    return Concept(row["id"], forms["ar"], forms["en"], forms["translit"], str(row.get("note", "")))


def _forms(value: object, name: str, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(form, str) and form.strip() for form in value):
        raise ConfigurationError(
            f"`{name}` of a concept is not a list of words",
            expected="a list of text",
            found=repr(value),
            where=where,
            remedy="write it as in [zakat, alms]",
        )
    return tuple(value)
