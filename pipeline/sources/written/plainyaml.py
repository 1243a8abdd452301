"""YAML without its surprises: for cards and front matter.

    load_yaml(text)          the value of a text; raises `NotYaml`
    compose(text)            its nodes, for a reader that wants all mistakes with their lines:
    repeated_keys(node)      the keys that stand twice
    construct(node)          the value
    renamed(node, names)     the same with other names for some keys
    line_of(node, path)      where the value of a path stands
    remarked(text)           where a remark stands behind a value

Rules: only true, false, null and whole numbers are more than text. So `2:25` stays a verse and does not
become 145 (base 60), `no` stays a word, `007` and `1.10` stay as written, and a date stays text. A key that
stands twice, an anchor or alias (which can grow without bound) and any tag are errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from pipeline.sources.readers.limits import MAX_INTEGER_DIGITS
from pipeline.sources.written.parsing import told_plainly
from schemas.sentence import said

Path = tuple[str | int, ...]  # keys, and places in lists

_REMARK = re.compile(r"[ \t]*#")
_TEXT = "tag:yaml.org,2002:str"
_ALLOWED = {_TEXT, *(f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "seq", "map"))}


class NotYaml(ValueError):
    """A text is not YAML of this plain kind: its line (from 1, 0 where it is not known), and what would help."""

    def __init__(self, message: str, line: int, remedy: str = "") -> None:
        self.message, self.line, self.remedy = message, line, remedy
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Repeated:
    """A key that stands again on a line, and the line where it stood first."""

    key: str
    first: int
    line: int


def load_yaml(text: str) -> object:
    """The value of one YAML document; raises `NotYaml`."""
    node = compose(text)
    if node is None:
        return None
    for again in repeated_keys(node):
        raise NotYaml(said("the key “{key}” stands twice", key=again.key), again.line)
    return construct(node)


def compose(text: str) -> yaml.Node | None:
    """The nodes of one YAML document, None for an empty one; raises `NotYaml`."""
    try:
        return yaml.compose(text, Loader=_PlainLoader)
    except RecursionError:
        raise NotYaml("lists and mappings lie too deep inside one another", 1) from None
    except yaml.MarkedYAMLError as error:
        raise NotYaml(*told_plainly(error)) from error
    except yaml.YAMLError as error:
        raise NotYaml("it holds a character that YAML does not allow", 0) from error


def repeated_keys(node: yaml.Node) -> Iterator[Repeated]:
    """The keys that stand twice in one mapping, in their order."""
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from repeated_keys(item)
    if isinstance(node, yaml.MappingNode):
        lines: dict[str, int] = {}
        for key, inner in node.value:
            line = key.start_mark.line + 1
            if key.value in lines:
                yield Repeated(key.value, lines[key.value], line)
            lines.setdefault(key.value, line)
            yield from repeated_keys(inner)


def construct(node: yaml.Node) -> Any:
    """The value of nodes; of a key that stands twice, the first, which the rest was written for."""
    return _FirstOfEachKey().construct_document(node)


def renamed(node: yaml.Node, names: Mapping[Path, str], path: Path = ()) -> yaml.Node:
    """The nodes again, with other names for the keys at these paths; every key keeps its line."""
    inner: list[Any]
    if isinstance(node, yaml.MappingNode):
        inner = [
            (
                yaml.ScalarNode(key.tag, names.get((*path, key.value), key.value), key.start_mark),
                renamed(value, names, (*path, key.value)),
            )
            for key, value in node.value
        ]
    elif isinstance(node, yaml.SequenceNode):
        inner = [renamed(value, names, (*path, place)) for place, value in enumerate(node.value)]
    else:
        return node
    return type(node)(node.tag, inner, node.start_mark)


def line_of(node: yaml.Node, path: Path) -> int:
    """The line of the deepest part of a path that is there."""
    line = node.start_mark.line + 1
    for part in path:
        if isinstance(node, yaml.MappingNode):
            pair = next((pair for pair in node.value if pair[0].value == str(part)), None)
            if pair is None:
                continue
            line, node = pair[0].start_mark.line + 1, pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            line = node.start_mark.line + 1
    return line


def remarked(text: str) -> int | None:
    """The line of the first value, unless it is in quotes, behind which a remark stands, or which is nothing else; None
    where there is none. Who did not mean a remark lost the end of the value by it."""
    for token in yaml.scan(text, Loader=_PlainLoader):
        before = isinstance(token, yaml.ValueToken | yaml.BlockEntryToken)  # the colon or hyphen
        bare = isinstance(token, yaml.ScalarToken) and token.plain
        if (before or bare) and _REMARK.match(text, token.end_mark.index):
            return token.end_mark.line + 1
    return None


class _FirstOfEachKey(yaml.constructor.SafeConstructor):
    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict:
        pairs: dict[str, tuple[yaml.Node, yaml.Node]] = {}
        for key, inner in node.value:
            pairs.setdefault(key.value, (key, inner))
        return super().construct_mapping(yaml.MappingNode(node.tag, list(pairs.values())), deep=deep)


class _PlainLoader(yaml.SafeLoader):
    """SafeLoader with the few types above."""

    yaml_implicit_resolvers: dict = {}  # noqa: RUF012  (PyYAML's own protocol)

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            event: Any = self.get_event()  # type: ignore[no-untyped-call]
            raise _at(said("aliases (*name) are not allowed here: write the value out"), event.start_mark)
        node = super().compose_node(parent, index)
        if node is not None and node.tag not in _ALLOWED:
            raise _at(said("tags (!name) are not allowed here"), node.start_mark)
        if isinstance(node, yaml.MappingNode):
            for key, _ in node.value:
                if not isinstance(key, yaml.ScalarNode):
                    raise _at(said("a key must be a plain word"), key.start_mark)
        return node


def _at(message: str, mark: yaml.Mark) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=message, problem_mark=mark)


def _resolve(name: str, pattern: str, first: str) -> None:
    _PlainLoader.add_implicit_resolver(f"tag:yaml.org,2002:{name}", re.compile(pattern), list(first))


_resolve("null", r"^(?:null|~|)$", "n~")
_PlainLoader.yaml_implicit_resolvers.setdefault("", []).append(("tag:yaml.org,2002:null", re.compile(r"^$")))
_resolve("bool", r"^(?:true|false)$", "tf")
_resolve("int", rf"^-?(?:0|[1-9][0-9]{{0,{MAX_INTEGER_DIGITS - 1}}})$", "-0123456789")
