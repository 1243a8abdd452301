"""Source cards from disk: read, checked, and every mistake told with its line.

    load_card(folder)        the card, or `CardError` with all that is wrong
    read_card(path)          the card or None, and what is wrong, for a report
    load_cards(root)         all cards below data/sources, by id

Rules: YAML is read without tags or code; a key that stands twice is an error; only `true` and `false` are
booleans and a date is text, so that `on`, `no` and `12:30` mean what an editor wrote. An unknown key is
answered with the nearest known one.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import yaml
from pydantic import BaseModel, ValidationError

from pipeline.sources.plan import make_plan
from pipeline.sources.template import CARD_WORDS, unfilled
from schemas.card import FileOrigin, SourceCard
from schemas.errors import CardError

CARD_FILE = "source.yaml"
MAX_CARD_BYTES = 1 << 20
CARDS = 256  # that are remembered


@dataclass(frozen=True, slots=True)
class CardProblem:
    """One mistake in a card. `line` is 1-based, 0 where it is not known."""

    line: int
    key: str
    problem: str
    expected: str = ""
    found: str = ""
    remedy: str = ""

    def as_error(self, where: str) -> CardError:
        """The same as an exception."""
        place = f"{where}, line {self.line}" if self.line else where
        place += f", {self.key}" if self.key else ""
        return CardError(
            self.problem, expected=self.expected, found=self.found, where=place, remedy=self.remedy
        )


def card_path(folder: Path) -> Path:
    """The card of a folder, or the path itself when it is a file."""
    return folder if folder.suffix in (".yaml", ".yml") else folder / CARD_FILE


def load_card(folder: Path) -> SourceCard:
    """The card of a source's folder; raises `CardError` with everything that is wrong with it."""
    path = card_path(folder)
    card, problems = read_card(path)
    if card is not None:
        return card
    if len(problems) == 1:
        raise problems[0].as_error(str(path))
    told = [problem.as_error(str(path)) for problem in problems]
    raise CardError(
        f"the card has {len(problems)} mistakes",
        where=str(path),
        found="".join(_numbered(number, error) for number, error in enumerate(told, start=1)),
        remedy="mend them from the top; `isnad sources check` shows them with the rows",
    )


def _numbered(number: int, error: CardError) -> str:
    return f"\n  {number}. " + error.render().replace("\n", "\n   ")


def load_cards(root: Path) -> dict[str, SourceCard]:
    """All cards of a folder of sources, by id, in the order of their ids."""
    folders = sorted(path.parent for path in root.glob(f"*/{CARD_FILE}"))
    return {folder.name: load_card(folder) for folder in folders}


def mirror_files(cards: Mapping[str, SourceCard], sources: Path) -> dict[str, str]:
    """The cards whose rows are in the mirror folder, not beside the card: the file of each."""
    origins = {name: card.origin for name, card in cards.items()}
    return {
        name: origin.path
        for name, origin in sorted(origins.items())
        if isinstance(origin, FileOrigin) and not (sources / name / origin.path).exists()
    }


def read_card(path: Path) -> tuple[SourceCard | None, tuple[CardProblem, ...]]:
    """The card of a file, or None and what is wrong with it."""
    node, problems = _parse(path)
    if node is None or problems:
        return None, problems
    try:
        value = _plain(node)
    except yaml.MarkedYAMLError as error:
        return None, (_yaml_problem(error),)
    if not isinstance(value, dict):
        return None, (
            CardProblem(1, "", "the card holds no keys", "lines such as id: my-source", str(value)),
        )
    try:
        card = SourceCard.model_validate(value)
    except ValidationError as error:
        return None, tuple(sorted(_translated(error, node, value), key=lambda found: found.line))
    named = path.parent.resolve().name
    if path.name == CARD_FILE and card.id != named:
        return None, (
            CardProblem(
                _line(node, ("id",)),
                "id",
                "the id differs from the name of the folder",
                named,
                card.id,
                "rename the folder, or correct the id",
            ),
        )
    try:
        make_plan(card)
    except CardError as error:
        key = error.where.split(",")[0]
        line = _line(node, tuple(key.split(".")))
        return None, (CardProblem(line, key, error.problem, error.expected, error.found, error.remedy),)
    left = unfilled(value) if card.review.status == "approved" else ()
    return (None, tuple(_unfilled(node, key) for key in left)) if left else (card, ())


def _unfilled(node: yaml.Node, key: str) -> CardProblem:
    return CardProblem(
        _line(node, tuple(key.split("."))),
        key,
        "an approved card still holds the words of a new one",
        "the editors' own words",
        CARD_WORDS[key],
        "write them, or set status: draft until then",
    )


# -- YAML ------------------------------------------------------------------------------------------------


class _Alias(yaml.YAMLError):
    """A card refers to another part of itself."""


class _Loader(yaml.SafeLoader):
    """YAML in which only true and false are booleans, dates and clock times are text; without references."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise _Alias
        return super().compose_node(parent, index)


_Loader.yaml_implicit_resolvers = {
    sign: [
        (tag, pattern)
        for tag, pattern in resolvers
        if tag.rsplit(":", 1)[1] not in ("bool", "timestamp", "int", "float", "merge")
    ]
    for sign, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
for _tag, _pattern, _signs in (
    ("bool", r"true|false", "tf"),
    ("int", r"-?(?:0|[1-9][0-9]*)", "-0123456789"),
    ("float", r"-?(?:0|[1-9][0-9]*)\.[0-9]+", "-0123456789"),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_pattern})$"), list(_signs))


def _parse(path: Path) -> tuple[yaml.Node | None, tuple[CardProblem, ...]]:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None, (
            CardProblem(
                0,
                "",
                "there is no card",
                CARD_FILE,
                f"nothing at {path}",
                "make one with `isnad sources new <id>`",
            ),
        )
    if len(data) > MAX_CARD_BYTES:
        return None, (CardProblem(0, "", "the card is too large", "at most 1 MiB", f"{len(data):,} bytes"),)
    return _composed(data)


@lru_cache(maxsize=CARDS)
def _composed(data: bytes) -> tuple[yaml.Node | None, tuple[CardProblem, ...]]:
    """The nodes of a card's bytes, which nobody changes: a build reads each card three times."""
    try:
        node = yaml.compose(data.decode("utf-8-sig"), Loader=_Loader)
    except _Alias:
        return None, (
            CardProblem(0, "", "the card refers to another part of itself (*name)", "plain values"),
        )
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return None, (CardProblem(line, "", "the card is not written in UTF-8", remedy="save it as UTF-8"),)
    except yaml.MarkedYAMLError as error:
        return None, (_yaml_problem(error),)
    except yaml.YAMLError as error:
        return None, (CardProblem(0, "", f"the card cannot be read: {error}"),)
    if node is None:
        return None, (CardProblem(1, "", "the card is empty", remedy="`isnad sources new <id>` writes one"),)
    return node, tuple(_repeated_keys(node))


def _yaml_problem(error: yaml.MarkedYAMLError) -> CardProblem:
    line = error.problem_mark.line + 1 if error.problem_mark else 0
    problem = error.problem or "it is not YAML"
    if "tab" in problem or "\\t" in problem:
        problem, remedy = "a line begins with a tab", "indent with blanks"
    elif "mapping values are not allowed" in problem:
        problem, remedy = "a colon stands where none is expected", 'put the value in quotes: "…: …"'
    elif "found undefined alias" in problem or "unhashable" in problem or "flow" in str(error.context):
        remedy = 'a value that begins with { [ * & or ! needs quotes, as in "{text}"'
    else:
        remedy = "look at this line and the one above: indentation, colons and quotes"
    return CardProblem(line, "", f"the card cannot be read: {problem}", remedy=remedy)


def _repeated_keys(node: yaml.Node) -> Iterator[CardProblem]:
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _repeated_keys(item)
    if not isinstance(node, yaml.MappingNode):
        return
    lines: dict[str, int] = {}
    for key, value in node.value:
        line = key.start_mark.line + 1
        if str(key.value) in lines:
            yield CardProblem(
                line,
                str(key.value),
                f"the key “{key.value}” stands twice",
                "each key once",
                f"lines {lines[str(key.value)]} and {line}",
                "remove one of them",
            )
        lines.setdefault(str(key.value), line)
        yield from _repeated_keys(value)


def _plain(node: yaml.Node) -> Any:
    return _Constructor().construct_document(node)


class _Constructor(yaml.constructor.SafeConstructor):
    """Values from nodes."""


def _line(node: yaml.Node, path: Sequence[str | int]) -> int:
    """The line of the deepest part of a path that stands in the card."""
    line = node.start_mark.line + 1
    for part in path:
        if isinstance(node, yaml.MappingNode):
            pair = next((pair for pair in node.value if str(pair[0].value) == str(part)), None)
            if pair is None:
                continue
            line, node = pair[0].start_mark.line + 1, pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            line = node.start_mark.line + 1
    return line


# -- pydantic's findings in plain words --------------------------------------------------------------------


def _translated(error: ValidationError, node: yaml.Node, value: Mapping[str, Any]) -> Iterator[CardProblem]:
    findings = error.errors(include_url=False)
    misspelt = set(_misspelt(findings, value))
    told: set[tuple[str, ...]] = set()
    for finding in findings:
        path = _real_path(finding["loc"], value)
        if finding["type"] == "missing" and tuple(map(str, path)) in misspelt:
            continue
        if finding["loc"][2:3] in (("str",), ("FieldRule",)) and _other_side(finding, value):
            continue
        if unquoted := _unquoted(path, value):
            path, finding = unquoted
        once = (*map(str, path), finding["type"] if finding["type"] == "extra_forbidden" else "")
        if once not in told:
            told.add(once)
            yield _problem(finding, path, _line(node, path), value)


def _misspelt(findings: Sequence[Any], value: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """The missing keys that stand in the card under a name almost right."""
    for finding in findings:
        if finding["type"] == "extra_forbidden":
            path = _real_path(finding["loc"], value)
            near = _near(str(path[-1]), _known_keys(path[:-1], value))
            if near:
                yield (*map(str, path[:-1]), near)


def _unquoted(path: tuple[str | int, ...], value: Any) -> tuple[tuple[str | int, ...], Any] | None:
    """A template without quotes: YAML takes {text} for an object with the key text and no value."""
    for depth, part in enumerate(path):
        value = value.get(part) if isinstance(value, Mapping) else None
        if isinstance(value, Mapping) and len(value) == 1 and list(value.values()) == [None]:
            written = "{" + str(next(iter(value))) + "}"
            return path[: depth + 1], {"type": "unquoted", "input": written, "loc": path[: depth + 1]}
    return None


def _real_path(loc: Sequence[str | int], value: Any) -> tuple[str | int, ...]:
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


def _other_side(finding: Any, value: Mapping[str, Any]) -> bool:
    """Whether a finding is about the form of a field (text or object) that the editor did not choose."""
    fields = value.get("fields")
    written = fields.get(finding["loc"][1]) if isinstance(fields, Mapping) else None
    return isinstance(written, Mapping) == (finding["loc"][2] == "str")


def _near(wrong: str, known: Sequence[str]) -> str:
    return next(iter(difflib.get_close_matches(wrong, known, n=1, cutoff=0.6)), "")


def _problem(finding: Any, path: tuple[str | int, ...], line: int, value: Mapping[str, Any]) -> CardProblem:
    key = ".".join(map(str, path))
    kind, context = finding["type"], finding.get("ctx", {})
    found = "" if isinstance(finding["input"], Mapping) else str(finding["input"])[:200]
    if kind == "unquoted":
        return CardProblem(
            line,
            key,
            "a template needs quotes around it",
            f'"{found}"',
            found,
            f'write {path[-1]}: "{found}"',
        )
    if kind == "missing":
        about = _description(path)
        inside = _required_keys(path)
        about += f" It needs: {', '.join(inside)}." if inside else ""
        line = line if len(path) > 1 else 0
        return CardProblem(line, key, f"“{path[-1]}” is missing", about, "", f"add a line “{path[-1]}:”")
    if kind == "extra_forbidden":
        known = _known_keys(path[:-1], value)
        near = _near(str(path[-1]), known)
        remedy = f"did you mean “{near}”?" if near else "remove it, or take one of the known keys"
        expected = near or ", ".join(known)
        return CardProblem(line, key, f"“{path[-1]}” is no key that is known here", expected, "", remedy)
    if kind == "value_error":
        text = str(context.get("error", finding["msg"]))
        return CardProblem(line, key, text, _description(path) if path else "")
    if kind == "string_type":
        number = isinstance(finding["input"], int | float)
        remedy = f'put it in quotes: "{found}"' if number else "write a text"
        return CardProblem(line, key, f"“{key}” must be a text", _description(path), found, remedy)
    if kind in ("literal_error", "enum"):
        near = _near(found, re.findall(r"'([^']+)'", str(context.get("expected"))))
        remedy = f"did you mean “{near}”?" if near else "take one of these words"
        return CardProblem(
            line, key, f"“{found}” is not a value of “{key}”", str(context.get("expected")), found, remedy
        )
    if kind in ("string_too_short", "too_short"):
        return CardProblem(
            line, key, f"“{key}” is empty or too short", _description(path), found, "fill it in"
        )
    if kind == "string_pattern_mismatch":
        return CardProblem(
            line, key, f"“{found}” cannot be the value of “{key}”", _description(path), found, ""
        )
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        expected = str(context.get("expected_tags", "'pypi', 'npm', 'hf', 'https', 'file'"))
        return CardProblem(
            line, f"{key}.type", "the kind of origin is missing or not known", expected, found, ""
        )
    return CardProblem(line, key, f"“{key}” has a form that cannot be used", _description(path), found)


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models(inner)


def _models_at(path: Sequence[str | int]) -> list[type[BaseModel]]:
    """The models that may stand at a path of a card."""
    models: list[type[BaseModel]] = [SourceCard]
    for part in path:
        found = [field.annotation for model in models for field in [_field(model, str(part))] if field]
        inner = [each for annotation in found for each in _models(annotation)]
        models = inner or models  # a name of the editor's own (a look-up table) or a place in a list
    return models


def _field(model: type[BaseModel], name: str) -> Any:
    return next(
        (field for own, field in model.model_fields.items() if name in (own, field.alias)),
        None,
    )


def _known_keys(path: Sequence[str | int], value: Mapping[str, Any]) -> list[str]:
    models = _models_at(path)
    if list(path) == ["origin"]:
        origin = value.get("origin")
        kind = origin.get("type") if isinstance(origin, Mapping) else None
        models = [
            each for each in models if get_args(each.model_fields["type"].annotation) == (kind,)
        ] or models
    names = [field.alias or name for model in models for name, field in model.model_fields.items()]
    return list(dict.fromkeys(names))


def _required_keys(path: Sequence[str | int]) -> list[str]:
    """The keys that the value of a key must have, where it has keys of its own."""
    found = [_field(model, str(path[-1])) for model in _models_at(path[:-1])]
    models = [model for field in found if field for model in _models(field.annotation)]
    return [
        field.alias or name
        for model in models[:1]
        for name, field in model.model_fields.items()
        if field.is_required()
    ]


def _description(path: Sequence[str | int]) -> str:
    found = [_field(model, str(path[-1])) for model in _models_at(path[:-1])] if path else []
    return next((field.description or "" for field in found if field), "")
