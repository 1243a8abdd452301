"""What pydantic finds wrong with a file of settings, in the words of an editor who never heard of pydantic.

Rules: each mistake is told once, with its line, what the key is for, what was found and what to do. An unknown key is
answered with the nearest known one that is not there.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, get_args

import yaml
from pydantic import BaseModel, ValidationError

from pipeline.sources.written.plainyaml import Path, line_of
from schemas.errors import CardError, IsnadError
from schemas.sentence import said

Kind = TypeVar("Kind", bound=IsnadError)
Told = tuple[str, str, str, str]  # the problem, what was expected, what was found, the remedy


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake in a file. `line` is 1-based, 0 where it is not known."""

    line: int
    key: str
    problem: str
    expected: str = ""
    found: str = ""
    remedy: str = ""

    def as_error(self, where: str, kind: type[Kind]) -> Kind:
        """The same as an exception."""
        place = f"{where}, line {self.line}" if self.line else where
        place += f", {self.key}" if self.key else ""
        return kind(self.problem, expected=self.expected, found=self.found, where=place, remedy=self.remedy)


@dataclass(frozen=True, slots=True)
class Findings:
    """What pydantic found when it read a value by a model."""

    model: type[BaseModel]
    value: Mapping[str, Any]
    error: ValidationError

    def mistakes(self, node: yaml.Node) -> Iterator[Mistake]:
        """Each of them once; the nodes of the value know the lines."""
        told: set[tuple[str, ...]] = set()
        for finding in self.error.errors(include_url=False):
            if finding["type"] == "too_short" and finding["input"]:
                continue  # it has values, of which each that is wrong is told by itself
            path = _real_path(finding["loc"], self.value)
            if unquoted := _unquoted(path, self.value):
                path, finding = unquoted
            once = (*map(str, path), finding["type"] if finding["type"] == "extra_forbidden" else "")
            if once not in told:
                told.add(once)
                line = line_of(node, path) if path[0] in self.value else 0
                yield Mistake(line, ".".join(map(str, path)), *self._told(finding, path))

    def misspelt(self) -> dict[Path, str]:
        """The unknown keys that are almost a known one which is not there, by their paths: what they were meant to
        be."""
        meant: dict[Path, Path] = {}  # by the right key: of two that are near it, the first
        for finding in self.error.errors():
            path = _real_path(finding["loc"], self.value)
            if finding["type"] == "extra_forbidden" and not _unquoted(path, self.value):
                near = self._meant(path)
                if near:
                    meant.setdefault((*path[:-1], near), path)
        return {path: str(right[-1]) for right, path in meant.items()}

    def _meant(self, path: Path) -> str:
        """The key that an unknown one was meant to be, of those that are not there; "" where none is near."""
        known, beside = self._known_keys(path[:-1]), self._at(path[:-1])
        return _near(str(path[-1]), [key for key in known if key not in beside])

    def _at(self, path: Path) -> Any:
        value: Any = self.value
        for part in path:
            value = value[part]
        return value

    def _told(self, finding: Any, path: Path) -> Told:
        """Of a finding: the problem, what was expected, what was found, and the remedy."""
        key, about, found = ".".join(map(str, path)), self._description(path), _written(finding)
        match finding["type"]:
            case "unquoted":
                remedy = said('write {key}: "{found}"', key=path[-1], found=found)
                return said("a template needs quotes around it"), f'"{found}"', found, remedy
            case "missing":
                return self._missing(path, about)
            case "extra_forbidden":
                return self._unknown(path)
            case "value_error":
                wrong: CardError = finding["ctx"]["error"]
                return wrong.problem, wrong.expected or about, wrong.found, wrong.remedy
            case "string_type":
                number = isinstance(finding["input"], int) and not isinstance(finding["input"], bool)
                remedy = said('put it in quotes: "{found}"', found=found) if number else said("write a text")
                return said("“{key}” must be a text", key=key), about, found, remedy
            case "literal_error" | "enum":
                return _no_such_word(key, found, str(finding["ctx"]["expected"]))
            case "union_tag_invalid" | "union_tag_not_found":
                context = finding["ctx"]
                types = context.get("expected_tags") or self._description((*path, "type"))
                return _no_such_word(f"{key}.type", str(context.get("tag", "")), str(types))
            case "string_too_short" if found.strip():
                remedy = said("write at least {least} characters", least=finding["ctx"]["min_length"])
                return said("“{key}” is too short", key=key), about, found, remedy
            case "string_too_short" | "too_short":
                return said("“{key}” is empty", key=key), about, found, said("fill it in")
            case "greater_than_equal":
                remedy = said("write a number that is not below {least}", least=finding["ctx"]["ge"])
                return said("“{key}” is too small", key=key), about, found, remedy
            case "less_than_equal":
                remedy = said("write a number that is not above {most}", most=finding["ctx"]["le"])
                return said("“{key}” is too large", key=key), about, found, remedy
            case "string_pattern_mismatch":
                remedy = _PATTERNS.get(
                    finding["ctx"]["pattern"], said("write it in the form that is expected")
                )
                return (
                    said("“{found}” cannot be the value of “{key}”", found=found, key=key),
                    about,
                    found,
                    remedy,
                )
            case kind:
                form = _FORMS.get(kind.partition("_")[0], "")
                return said("“{key}” has a form that cannot be used", key=key), about, found, form

    def _missing(self, path: Path, about: str) -> Told:
        """Of a key that is not there: with the keys that it needs in turn."""
        inside = self._required_keys(path)
        if inside:
            about = said("{about} It needs: {keys}.", about=about, keys=", ".join(inside))
        return (
            said("“{key}” is missing", key=path[-1]),
            about,
            "",
            said("add a line “{key}:”", key=path[-1]),
        )

    def _unknown(self, path: Path) -> Told:
        """Of a key that is not known: with the nearest that is, or all."""
        near = self._meant(path)
        known = near or ", ".join(self._known_keys(path[:-1]))
        remedy = (
            said("did you mean “{near}”?", near=near)
            if near
            else said("remove it, or take one of the known keys")
        )
        return said("“{key}” is no key that is known here", key=path[-1]), known, "", remedy

    def _models_at(self, path: Sequence[str | int]) -> list[type[BaseModel]]:
        """The models that may stand at a path."""
        models = [self.model]
        for part in path:
            found = [field.annotation for model in models for field in [_field(model, str(part))] if field]
            inner = [each for annotation in found for each in _models(annotation)]
            models = inner or models  # a name of the editor's own (a look-up table) or a place in a list
        return models

    def _known_keys(self, path: Path) -> list[str]:
        models, value = self._models_at(path), self._at(path)
        if len(models) > 1:  # of several models the one of the stated type
            stated = (value.get("type"),) if isinstance(value, Mapping) else ()
            models = [
                each for each in models if get_args(each.model_fields["type"].annotation) == stated
            ] or models
        names = [field.alias or name for model in models for name, field in model.model_fields.items()]
        return list(dict.fromkeys(names))

    def _required_keys(self, path: Path) -> list[str]:
        """The keys that the value of a key must have, where it has keys of its own."""
        found = [_field(model, str(path[-1])) for model in self._models_at(path[:-1])]
        models = [model for field in found if field for model in _models(field.annotation)]
        needed = [
            [field.alias or name for name, field in model.model_fields.items() if field.is_required()]
            for model in models
        ]
        return [name for name in needed[0] if all(name in others for others in needed)] if needed else []

    def _description(self, path: Path) -> str:
        found = [_field(model, str(path[-1])) for model in self._models_at(path[:-1])] if path else []
        return next((field.description or "" for field in found if field), "")


# What a value must be, by the first word of pydantic's name for its being something else.
_FORMS = {
    "int": said("write a whole number, with the digits 0-9"),
    "float": said("write a number, as in 0.5"),
    "bool": said("write true or false"),
    "date": said("write a day, as in 2026-11-21"),
    "tuple": said("write a list, as in [one, two]"),
    "dict": said("give it keys of its own, each on a line"),
    "model": said("give it keys of its own, each on a line"),
}

# The same by the pattern of a text, where what the key is for does not say it.
_PATTERNS = {
    "^https?://": said("write the whole address, with https://"),
    "^https://": said("write the whole address, with https://"),
    "^[0-9a-f]{64}$": said("write all 64 digits of it, of 0-9 and a-f"),
    "^[0-9a-f]{40}$": said("write all 40 digits of it, of 0-9 and a-f"),
}


def _written(finding: Any) -> str:
    """The value that was found, where it is no object with keys; nothing is shown as such."""
    found = finding["input"]
    return "" if found is None or isinstance(found, Mapping) else str(found)[:200]


def _no_such_word(key: str, found: str, allowed: str) -> Told:
    """Of a word that is none of those that a key may have."""
    words = re.findall(r"'([^']+)'", allowed)
    near = _near(found, words)
    remedy = said("did you mean “{near}”?", near=near) if near else said("take one of these words")
    if "،" in found:
        remedy = said("part them by “,”: the Arabic comma is a letter like others here")
    return (
        said("“{found}” is not a value of “{key}”", found=found, key=key),
        said("{words:,}", words=words) if words else allowed,
        found,
        remedy,
    )


def _unquoted(path: Path, value: Any) -> tuple[Path, Any] | None:
    """A template without quotes: YAML takes {text} for an object with the key text and no value."""
    for depth, part in enumerate(path):
        value = value.get(part) if isinstance(value, Mapping) else None
        if isinstance(value, Mapping) and len(value) == 1 and list(value.values()) == [None]:
            written = "{" + str(next(iter(value))) + "}"
            return path[: depth + 1], {"type": "unquoted", "input": written, "loc": path[: depth + 1]}
    return None


def _real_path(loc: Sequence[str | int], value: Any) -> Path:
    """The keys of a location without the names of types that pydantic puts between them."""
    path: list[str | int] = []
    for place, part in enumerate(loc):
        last = place == len(loc) - 1
        if isinstance(value, Mapping) and (part in value or last):
            path.append(part)
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int):
            path.append(part)
            value = value[part] if part < len(value) else None
    return tuple(path)


def _near(wrong: str, known: Sequence[str]) -> str:
    return next(iter(difflib.get_close_matches(wrong, known, n=1, cutoff=0.6)), "")


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models(inner)


def _field(model: type[BaseModel], name: str) -> Any:
    return next(
        (field for own, field in model.model_fields.items() if name in (own, field.alias)),
        None,
    )
