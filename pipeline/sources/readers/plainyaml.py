"""YAML without its surprises: for front matter and cards.

Rules: only true, false, null and whole numbers are more than text. So `2:25` stays a verse and does not
become 145 (base 60), `no` stays a word, `007` and `1.10` stay as written, and a date stays text. A key that
stands twice, an anchor or alias (which can grow without bound) and any tag are errors. Raises `NotYaml`.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from pipeline.sources.readers.spec import MAX_INTEGER_DIGITS

_TEXT = "tag:yaml.org,2002:str"
_ALLOWED = {_TEXT, *(f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "seq", "map"))}


class NotYaml(ValueError):
    """A text is not YAML of this plain kind; `line` counts from 1."""

    def __init__(self, message: str, line: int) -> None:
        self.line = line
        super().__init__(message)


def load_yaml(text: str) -> object:
    """The value of one YAML document; raises `NotYaml`."""
    try:
        return yaml.load(text, Loader=_PlainLoader)  # noqa: S506  (derived from SafeLoader)
    except RecursionError:
        raise NotYaml("lists and mappings lie too deep inside one another", 1) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise NotYaml(error.problem or "it cannot be parsed", mark.line + 1 if mark else 1) from error
    except yaml.YAMLError as error:
        raise NotYaml("it holds a character that YAML does not allow", 1) from error


class _PlainLoader(yaml.SafeLoader):
    """SafeLoader with the few types above."""

    yaml_implicit_resolvers: dict = {}  # noqa: RUF012  (PyYAML's own protocol)

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            event: Any = self.get_event()  # type: ignore[no-untyped-call]
            raise _at("aliases (*name) are not allowed here: write the value out", event.start_mark)
        node = super().compose_node(parent, index)
        if node is not None and node.tag not in _ALLOWED:
            raise _at("tags (!name) are not allowed here", node.start_mark)
        return node

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict:
        seen = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise _at("a key must be a plain word", key.start_mark)
            if key.value in seen:
                raise _at(f"the key “{key.value}” stands twice", key.start_mark)
            seen.add(key.value)
        return super().construct_mapping(node, deep=deep)


def _at(message: str, mark: yaml.Mark) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=message, problem_mark=mark)


def _resolve(name: str, pattern: str, first: str) -> None:
    _PlainLoader.add_implicit_resolver(f"tag:yaml.org,2002:{name}", re.compile(pattern), list(first))


_resolve("null", r"^(?:null|~|)$", "n~")
_PlainLoader.yaml_implicit_resolvers.setdefault("", []).append(("tag:yaml.org,2002:null", re.compile(r"^$")))
_resolve("bool", r"^(?:true|false)$", "tf")
_resolve("int", rf"^-?(?:0|[1-9][0-9]{{0,{MAX_INTEGER_DIGITS - 1}}})$", "-0123456789")
