"""Source cards from disk: read, checked, and every mistake told with its line.

    load_card(folder)        the card, or `CardError` with all that is wrong
    read_card(path)          the card or None, and what is wrong, for a report
    load_cards(root)         all cards below data/sources, by id

Rules: YAML is of the plain kind (`plainyaml`), so that `on`, `no` and `12:30` mean what an editor wrote. Mistakes
are told together, in the order of their lines; where the text is no YAML, the first is all that can be told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import yaml
from pydantic import ValidationError

from pipeline.sources import plainyaml
from pipeline.sources.findings import CardProblem, misspelt, problems_of
from pipeline.sources.new_card import CARD_WORDS, unfilled
from schemas.card import SourceCard
from schemas.errors import CardError
from schemas.origin import FileOrigin

CARD_FILE = "source.yaml"
MAX_CARD_BYTES = 1 << 20
CARDS = 256  # that are remembered


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
    """The card of a file, or None and everything that is wrong with it."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        remedy = "make one with `isnad sources new <id>`"
        return None, (CardProblem(0, "", "there is no card", CARD_FILE, f"nothing at {path}", remedy),)
    if len(data) > MAX_CARD_BYTES:
        return None, (CardProblem(0, "", "the card is too large", "at most 1 MiB", f"{len(data):,} bytes"),)
    node, problem = _composed(data)
    if node is None:
        assert problem is not None
        return None, (problem,)
    card, problems = _card_of(node)
    problems += tuple(_repeated(node))
    if path.name == CARD_FILE:
        problems += tuple(_foreign_id(node, path.parent.resolve().name))
    problems += tuple(_unfilled(node))
    return (None if problems else card), tuple(sorted(problems, key=lambda found: found.line))


def line_of_key(folder: Path, key: str) -> int:
    """The line of a key such as `fields.text_en` in a card that can be read."""
    node, _ = _composed(card_path(folder).read_bytes())
    assert node is not None
    return plainyaml.line_of(node, tuple(key.split(".")))


@lru_cache(maxsize=CARDS)
def _composed(data: bytes) -> tuple[yaml.MappingNode | None, CardProblem | None]:
    """The nodes of a card's bytes, which nobody changes: a build reads each card three times."""
    try:
        node = plainyaml.compose(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return None, CardProblem(line, "", "the card is not written in UTF-8", remedy="save it as UTF-8")
    except plainyaml.NotYaml as error:
        return None, CardProblem(error.line, "", f"the card cannot be read: {error}", remedy=error.remedy)
    if node is None:
        return None, CardProblem(1, "", "the card is empty", remedy="`isnad sources new <id>` writes one")
    if not isinstance(node, yaml.MappingNode):
        found = str(plainyaml.construct(node))
        return None, CardProblem(1, "", "the card holds no keys", "lines such as id: my-source", found)
    return node, None


def _repeated(node: yaml.MappingNode) -> Iterator[CardProblem]:
    for again in plainyaml.repeated_keys(node):
        yield CardProblem(
            again.line,
            again.key,
            f"the key “{again.key}” stands twice",
            "each key once",
            f"lines {again.first} and {again.line}",
            "remove one of them",
        )


def _card_of(node: yaml.Node) -> tuple[SourceCard | None, tuple[CardProblem, ...]]:
    """The card, or what is wrong with it: a misspelt key is told, and then read as what it was meant to be."""
    value = plainyaml.construct(node)
    try:
        return SourceCard.model_validate(value), ()
    except ValidationError as error:
        problems = tuple(problems_of(error, node, value))
        meant = misspelt(error, value)
    if not meant:
        return None, problems
    names = {".".join(map(str, path)) for path in meant}
    _, others = _card_of(plainyaml.renamed(node, meant))
    return None, (*(problem for problem in problems if problem.key in names), *others)


def _foreign_id(node: yaml.MappingNode, folder: str) -> Iterator[CardProblem]:
    """The id of a card that is not the name of its folder."""
    stated = plainyaml.construct(node).get("id")
    if isinstance(stated, str) and stated != folder:
        yield CardProblem(
            plainyaml.line_of(node, ("id",)),
            "id",
            "the id differs from the name of the folder",
            folder,
            stated,
            "rename the folder, or correct the id",
        )


def _unfilled(node: yaml.MappingNode) -> Iterator[CardProblem]:
    """What an approved card still holds of the words of a new one."""
    value = plainyaml.construct(node)
    review = value.get("review")
    if not isinstance(review, Mapping) or review.get("status") != "approved":
        return
    for key in unfilled(value):
        yield CardProblem(
            plainyaml.line_of(node, tuple(key.split("."))),
            key,
            "an approved card still holds the words of a new one",
            "the editors' own words",
            CARD_WORDS[key],
            "write them, or set status: draft until then",
        )
