"""docs/source-card.md and docs/source-card.ar.md: every key of a source card, from the JSON Schema that checks it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from docs import card_prose_ar as arabic
from pipeline.evaluate.report import markdown_table
from pipeline.sources.languages import in_language
from schemas.card import card_json_schema
from schemas.sentence import Language, Sentence

_HEAD = """# The source card, key by key

Generated from the JSON Schema of a card by `make docs`; do not edit. The schema itself is
[schemas/source-card.schema.json](../schemas/source-card.schema.json), which a text editor can use while you write;
[sources](sources.md) says how a source is added. A key that is not listed here is refused.
"""
_COLUMNS = ("key", "value", "needed", "meaning")
_VALUES = {
    "comma": ",",
    "semicolon": ";",
    "string": "text",
    "integer": "whole number",
    "boolean": "true or false",
}
CARD = "The card"
Schema = Mapping[str, Any]


def render_card_page(language: Language = "en") -> str:
    """The page."""
    page = _Page(card_json_schema(), language)
    if language == "ar":
        return f"{arabic.HEAD}{page.sections()}{arabic.END}"
    return f"{_HEAD}{page.sections()}"


@dataclass(frozen=True, slots=True)
class _Page:
    """A page in one language."""

    schema: Schema
    language: Language

    def sections(self) -> str:
        """All parts of a card, each with its keys."""
        lines = []
        for name in (CARD, *_reached(self.schema)):
            title, meaning = self._told(name)
            lines += ["", f"## {title}", "", meaning, "", *self._table(self._part(name))]
        return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"

    def _part(self, name: str) -> Schema:
        part: Schema = self.schema if name == CARD else self.schema["$defs"][name]
        return part

    def _told(self, name: str) -> tuple[str, str]:
        """What a part is called, and what it is."""
        if self.language == "ar":
            return arabic.PARTS[name]
        return name, str(self._part(name).get("description", ""))

    def _table(self, part: Schema) -> list[str]:
        required = set(part.get("required", ()))
        rows = (
            (f"`{key}`", self._type(value), self._needed(key in required, value), _html(self._meaning(value)))
            for key, value in part["properties"].items()
        )
        return markdown_table(arabic.COLUMNS if self.language == "ar" else _COLUMNS, rows)

    def _meaning(self, value: Schema) -> str:
        """The words of a key; where it has none of its own, those of its part."""
        told = value.get("description")
        if told or "$ref" not in value:
            return in_language(Sentence(str(told)), self.language)
        return self._told(_name(value))[1]

    def _type(self, value: Schema) -> str:
        say = self._say
        if "$ref" in value:
            part = self._part(_name(value))
            return self._link(_name(value)) if "properties" in part else self._type(part)
        if "const" in value:
            return f"`{value['const']}`"
        if "enum" in value:
            return f"{say('comma')} ".join(f"`{one}`" for one in value["enum"])
        for way in ("anyOf", "oneOf"):
            if way in value:
                types = (self._type(one) for one in value[way] if one.get("type") != "null")
                return f" {say('or')} ".join(dict.fromkeys(types))
        if value.get("type") == "array":
            return f"{say('list of')}: {self._type(value['items'])}" if "items" in value else say("list")
        if value.get("type") == "object":
            inner = value.get("additionalProperties")
            of_each = isinstance(inner, Mapping)
            return f"{say('names, each with')}: {self._type(inner)}" if of_each else say("names with values")
        told = say(str(value.get("type", "value")))
        return f"{told}{say('comma')} {say('as')} `{_html(value['pattern'])}`" if "pattern" in value else told

    def _link(self, name: str) -> str:
        title = self._told(name)[0]
        return f"[{title}](#{title.lower().replace(' ', '-')})"

    def _needed(self, required: bool, value: Schema) -> str:
        if required:
            return self._say("yes")
        default = value.get("default")
        if default in (None, "", [], {}):
            return self._say("no")
        shown = str(default).lower() if isinstance(default, bool) else default
        return f"{self._say('no')}{self._say('semicolon')} `{shown}`"

    def _say(self, word: str) -> str:
        """A word of the tables."""
        return arabic.VALUES[word] if self.language == "ar" else _VALUES.get(word, word)


def _name(value: Schema) -> str:
    """The part that a reference leads to."""
    return str(value["$ref"]).rpartition("/")[2]


def _reached(schema: Schema) -> list[str]:
    """The parts that have keys of their own, in the order in which a reader of the card meets them."""
    parts: Mapping[str, Schema] = schema["$defs"]
    met: list[str] = []
    waiting = list(_references(schema["properties"]))
    while waiting:
        name = waiting.pop(0)
        if name not in met and "properties" in parts[name]:
            met.append(name)
            waiting += _references(parts[name]["properties"])
    return met


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key == "$ref":
                yield str(inner).rpartition("/")[2]
            elif key != "discriminator":
                yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


def _html(text: str) -> str:
    """A text in which nothing is taken for a tag."""
    return text.replace("<", "&lt;")
