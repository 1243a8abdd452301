"""docs/source-card.md: every key of a source card, from the JSON Schema that checks it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from docs.cells import cell
from schemas.card import card_json_schema

HEAD = """# The source card, key by key

Generated from the JSON Schema of a card by `make docs`; do not edit. The schema itself is
[schemas/source-card.schema.json](../schemas/source-card.schema.json), which a text editor can use while you write;
[sources](sources.md) says how a source is added. A key that is not listed here is refused.
"""
Schema = Mapping[str, Any]


def render_card_page() -> str:
    """The page."""
    schema = card_json_schema()
    parts: Mapping[str, Schema] = schema["$defs"]  # type: ignore[assignment]
    sections = [("The card", schema), *((name, parts[name]) for name in _reached(schema, parts))]
    lines = [HEAD]
    for name, part in sections:
        lines += ["", f"## {name}", "", str(part.get("description", "")), "", *_table(part)]
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def _table(part: Schema) -> list[str]:
    required = set(part.get("required", ()))
    return [
        "| key | value | needed | meaning |",
        "|---|---|---|---|",
        *(
            f"| `{key}` | {_type(value)} | {_needed(key in required, value)} | {_cell(_meaning(value))} |"
            for key, value in part["properties"].items()
        ),
    ]


def _meaning(value: Schema) -> str:
    """The words of a key; where it has none of its own, those of its part."""
    told = value.get("description")
    return str(
        told if told or "$ref" not in value else _part(value["$ref"].rpartition("/")[2])["description"]
    )


def _reached(schema: Schema, parts: Mapping[str, Schema]) -> list[str]:
    """The parts that have keys of their own, in the order in which a reader of the card meets them."""
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


def _type(value: Schema) -> str:
    if "$ref" in value:
        name = str(value["$ref"]).rpartition("/")[2]
        return f"[{name}](#{name.lower()})" if "properties" in _part(name) else _type(_part(name))
    if "const" in value:
        return f"`{value['const']}`"
    if "enum" in value:
        return ", ".join(f"`{one}`" for one in value["enum"])
    for way in ("anyOf", "oneOf"):
        if way in value:
            return " or ".join(dict.fromkeys(_type(one) for one in value[way] if one.get("type") != "null"))
    if value.get("type") == "array":
        return f"list of: {_type(value['items'])}" if "items" in value else "list"
    if value.get("type") == "object":
        inner = value.get("additionalProperties")
        return f"names, each with: {_type(inner)}" if isinstance(inner, Mapping) else "names with values"
    words = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}
    told = words.get(str(value.get("type")), str(value.get("type", "value")))
    return f"{told}, as `{_cell(value['pattern'])}`" if "pattern" in value else told


def _part(name: str) -> Schema:
    parts: Mapping[str, Schema] = card_json_schema()["$defs"]  # type: ignore[assignment]
    return parts[name]


def _needed(required: bool, value: Schema) -> str:
    if required:
        return "yes"
    default = value.get("default")
    if default in (None, "", [], {}):
        return "no"
    return f"no; `{str(default).lower() if isinstance(default, bool) else default}`"


def _cell(text: str) -> str:
    return cell(text).replace("<", "&lt;")
