"""A file of settings as a person writes it, a card or a profile: read by a model, and every mistake told with its line.

Rules: YAML is of the plain kind (`plainyaml`), so that `on`, `no` and `12:30` mean what was written. Mistakes are told
together, in the order of their lines; where the text is no YAML, the first is all that can be told. A misspelt key is
told, and then read as what it was meant to be, so that what is wrong inside it is told too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Generic, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from pipeline.sources.written import plainyaml
from pipeline.sources.written.findings import Findings, Kind, Mistake
from schemas.sentence import said

MAX_BYTES = 1 << 20
FILES = 256  # that are remembered
_OF_WORD_PROCESSORS = (b"{\\rtf", b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # RTF; .docx and .odt; .doc
Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Written(Generic[Model]):
    """What a file says: the value, or None and what is wrong with it; and the nodes, which know the lines."""

    value: Model | None
    mistakes: tuple[Mistake, ...]
    node: yaml.MappingNode | None


def read_written(path: Path, model: type[Model], *, called: str, as_in: str) -> Written[Model]:
    """Read a file by a model; raises `FileNotFoundError` alone.

    Args:
        called: what a reader calls such a file, as in card.
        as_in: a line that may stand in it.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise
    except OSError as error:
        told = said("the {called} cannot be read", called=called)
        closed = Mistake(
            0, "", told, "a file of text", str(error.strerror or error), said("look at {path}", path=path)
        )
        return Written(None, (closed,), None)
    if len(data) > MAX_BYTES:
        large = Mistake(
            0, "", said("the {called} is too large", called=called), "at most 1 MiB", said("more")
        )
        return Written(None, (large,), None)
    node, mistake = _composed(data, called, as_in)
    if node is None:
        assert mistake is not None
        return Written(None, (mistake,), None)
    value, mistakes = _valued(node, model)
    mistakes = in_order((*mistakes, *_repeated(node)))
    return Written(None if mistakes else value, mistakes, node)


def in_order(mistakes: Iterable[Mistake]) -> tuple[Mistake, ...]:
    """Mistakes in the order of their lines."""
    return tuple(sorted(mistakes, key=lambda one: one.line))


def refused(
    mistakes: Sequence[Mistake], where: str, called: str, kind: type[Kind], *, look: str = ""
) -> Kind:
    """All mistakes of a file as one error. `look`: the remedy, where something shows more of them."""
    told = [one.as_error(where, kind) for one in mistakes]
    if len(told) == 1:
        return told[0]
    return kind(
        said("the {called} has {told} mistakes", called=called, told=len(told)),
        where=where,
        each=told,
        remedy=look or said("mend them from the top"),
    )


@lru_cache(maxsize=FILES)
def _composed(data: bytes, called: str, as_in: str) -> tuple[yaml.MappingNode | None, Mistake | None]:
    """The nodes of a file's bytes, which nobody changes: a build reads each card three times."""
    if data.startswith(_OF_WORD_PROCESSORS):
        told = said("the {called} is a file of a word processor, and no plain text", called=called)
        return None, Mistake(
            1, "", told, said("lines such as {as_in}", as_in=as_in), remedy="save it as plain text in UTF-8"
        )
    try:
        node = plainyaml.compose(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return None, Mistake(
            line, "", said("the {called} is not written in UTF-8", called=called), remedy="save it as UTF-8"
        )
    except plainyaml.NotYaml as error:
        return None, Mistake(
            error.line,
            "",
            said("the {called} cannot be read: {why}", called=called, why=error.message),
            remedy=error.remedy,
        )
    if node is None:
        return None, Mistake(
            1, "", said("the {called} is empty", called=called), said("lines such as {as_in}", as_in=as_in)
        )
    if not isinstance(node, yaml.MappingNode):
        found = str(plainyaml.construct(node))
        return None, Mistake(
            1,
            "",
            said("the {called} holds no keys", called=called),
            said("lines such as {as_in}", as_in=as_in),
            found,
        )
    return node, None


def _repeated(node: yaml.MappingNode) -> Iterator[Mistake]:
    for again in plainyaml.repeated_keys(node):
        yield Mistake(
            again.line,
            again.key,
            said("the key “{key}” stands twice", key=again.key),
            "each key once",
            said("lines {first} and {line}", first=again.first, line=again.line),
            "remove one of them",
        )


def _valued(node: yaml.Node, model: type[Model]) -> tuple[Model | None, tuple[Mistake, ...]]:
    """The value, or what is wrong with it: a misspelt key is told, and then read as what it was meant to be."""
    value = plainyaml.construct(node)
    try:
        return model.model_validate(value), ()
    except ValidationError as error:
        findings = Findings(model, value, error)
        mistakes, meant = tuple(findings.mistakes(node)), findings.misspelt()
    if not meant:
        return None, mistakes
    names = {".".join(map(str, path)) for path in meant}
    _, others = _valued(plainyaml.renamed(node, meant), model)
    return None, (*(one for one in mistakes if one.key in names), *others)
