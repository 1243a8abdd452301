"""A sentence for people: told in English, and remembered as a template with its values, so that it can be told anew.

    said("the row has {found} columns, but the header has {expected}", found=3, expected=2)

It is a plain `str` to all who only show or store it. Who speaks another language fills that language's template with
the same values (`pipeline.sources.languages`). A sentence without values needs no more than its text.

Beside what `str.format` knows, a placeholder may count: `{rows:row}` is “1 row” or “2 rows”; and quote several
names: `{names:“”}` is “a”, “b”; and `{ways:;}` is a; b.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, Literal

Language = Literal["en", "ar"]


class Sentence(str):
    """A sentence in English that knows what it was made of."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]

    def __new__(
        cls, text: str, template: str | None = None, values: Mapping[str, object] | None = None
    ) -> Sentence:
        sentence = super().__new__(cls, text)
        sentence.template = literally(text) if template is None else template
        sentence.values = values or {}
        return sentence

    def __getnewargs__(self) -> tuple[str, str, Mapping[str, object]]:  # type: ignore[override]
        return str(self), self.template, self.values


def literally(text: str) -> str:
    """The template of a text in which nothing is filled in."""
    return text.replace("{", "{{").replace("}", "}}")


class Filling(Formatter):
    """Fills templates; how things are counted differs between languages, and the comma."""

    comma = ","

    def counted(self, number: int, noun: str) -> str:
        """A number of things, as in “2 rows”."""
        return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"

    def format_field(self, value: Any, format_spec: str) -> str:
        """One value: counted, quoted, or as `str.format` has it."""
        if isinstance(value, tuple | list):
            first, last = (format_spec[0], format_spec[1]) if len(format_spec) == 2 else ("", "")
            between = format_spec if len(format_spec) == 1 else self.comma
            return f"{between} ".join(f"{first}{one}{last}" for one in value)
        if isinstance(value, int) and len(format_spec) > 1 and format_spec[0].isalpha():
            return self.counted(value, format_spec)
        return format(value, format_spec)


_ENGLISH = Filling()
_SPECIAL = re.compile(r"\{\w+:")  # a placeholder that says more than its name


def said(template: str, **values: object) -> Sentence:
    """A sentence, by its English template and the values in it."""
    text = _ENGLISH.vformat(template, (), values) if _SPECIAL.search(template) else template.format(**values)
    return Sentence(text, template, values)


def together(names: Sequence[str]) -> str:
    """Names with “and” between them, as many as there are."""
    told = names[0] if names else ""
    for name in names[1:]:
        told = said("{first} and {second}", first=told, second=name)
    return told
