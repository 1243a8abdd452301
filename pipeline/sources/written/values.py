"""Values written into a file of settings as a person keeps it: its words, comments and order stay as they are.

with_value(text, ("review", "status"), "approved")
"""

from __future__ import annotations

import json

import yaml

from pipeline.sources.written import plainyaml

BOM = "\ufeff"
_INDENT = "  "
Path = tuple[str, str]  # a key of the file, and one below it


def with_value(text: str, path: Path, value: str | int) -> str:
    """A text of plain YAML with a value in the place of another, or beside the keys that are there.

    >>> with_value("review: # by two\\n  status: draft # yet\\n", ("review", "status"), "approved")
    'review: # by two\\n  status: approved # yet\\n'
    >>> with_value("review: {status: draft}\\n", ("review", "by"), "A: B")
    'review: {status: draft, by: "A: B"}\\n'
    """
    bare = text.removeprefix(BOM)
    return text[: len(text) - len(bare)] + _put(bare, *path, _written(value))


def _written(value: str | int) -> str:
    """A value as YAML has it: in quotation marks, unless it is a word of plain letters, digits and hyphens that is read
    as that word."""
    bare = isinstance(value, int) or (value.isascii() and value.replace("-", "").isalnum())
    plain = bare and plainyaml.load_yaml(f"value: {value}") == {"value": value}
    return str(value) if plain else json.dumps(value, ensure_ascii=False)


def _put(text: str, outer: str, inner: str, value: str) -> str:
    end_of_line = "\r\n" if "\r\n" in text else "\n"
    root = plainyaml.compose(text)
    held = _of(root, outer)
    if not isinstance(held, yaml.MappingNode):
        start = len(text.rstrip()) if held is None else held.start_mark.index
        opened = f"{end_of_line}{outer}:" if held is None else ""
        rest = text[start:] if held is None else text[held.end_mark.index :]
        return f"{text[:start]}{opened}{end_of_line}{_INDENT}{inner}: {value}{rest or end_of_line}"
    there = _of(held, inner)
    if there is not None:
        return f"{text[: there.start_mark.index]}{value}{text[there.end_mark.index :]}"
    if held.flow_style:
        place = held.end_mark.index - 1
        return f"{text[:place].rstrip(' ,')}{', ' if held.value else ''}{inner}: {value}{text[place:]}"
    key, last = held.value[-1]
    place = text.find("\n", max(key.end_mark.index, last.end_mark.index - 1))
    place = len(text) if place < 0 else place - (text[place - 1] == "\r")
    return f"{text[:place]}{end_of_line}{' ' * key.start_mark.column}{inner}: {value}{text[place:]}"


def _of(node: yaml.Node | None, key: str) -> yaml.Node | None:
    """What a key of a mapping holds."""
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return next((value for name, value in pairs if name.value == key), None)
