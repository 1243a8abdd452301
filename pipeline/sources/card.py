"""Source cards from disk: read, checked, and every mistake told with its line.

    load_card(folder)        the card, or `CardError` with all that is wrong
    read_card(path)          the card or None, and what is wrong, for a report
    load_cards(root)         all cards below data/sources, by id

What holds for every file that a person writes is in `written`; what only a card can get wrong is here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from pipeline.sources.characters import steering, visible
from pipeline.sources.new_card import CARD_WORDS, unfilled
from pipeline.sources.origins.local import find_inside
from pipeline.sources.written import in_order, plainyaml, read_written, refused
from pipeline.sources.written.findings import Mistake
from schemas.card import SourceCard
from schemas.errors import CardError
from schemas.origin import FileOrigin
from schemas.sentence import said

CARD_FILE = "source.yaml"
CALLED, AS_IN = said("card"), "id: my-source"


def card_path(folder: Path) -> Path:
    """The card of a folder, or the path itself when it is a file."""
    return folder if folder.suffix in (".yaml", ".yml") else folder / CARD_FILE


def load_card(folder: Path) -> SourceCard:
    """The card of a source's folder; raises `CardError` with everything that is wrong with it."""
    path = card_path(folder)
    card, mistakes = read_card(path)
    if card is not None:
        return card
    look = said("mend them from the top; `isnad sources check` shows them with the rows")
    raise refused(mistakes, str(path), CALLED, CardError, look=look)


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
        if isinstance(origin, FileOrigin) and find_inside(sources / name, origin.path) is None
    }


def read_card(path: Path) -> tuple[SourceCard | None, tuple[Mistake, ...]]:
    """The card of a file, or None and everything that is wrong with it."""
    try:
        written = read_written(path, SourceCard, called=CALLED, as_in=AS_IN)
    except FileNotFoundError:
        return None, (_no_card(path),)
    if written.node is None:
        return None, written.mistakes
    mistakes = list(written.mistakes)
    if path.name == CARD_FILE:
        mistakes += _foreign_id(written.node, path.parent.resolve().name)
    mistakes += _unfilled(written.node)
    mistakes += _steering(written.node, ())
    return (None if mistakes else written.value), in_order(mistakes)


def _no_card(path: Path) -> Mistake:
    """A card that is not there, or has another name: editors of text like to write .txt behind it, unseen."""
    other = next(iter(sorted(path.parent.glob(f"{path.stem}.*"))), None)
    if other is not None:
        remedy = said("name it {name}", name=path.name)
        return Mistake(0, "", "there is no card", path.name, other.name, remedy)
    remedy = said(
        "make one with `isnad sources new {name}`: what stands in the folder stays",
        name=path.parent.resolve().name,
    )
    return Mistake(0, "", "there is no card", path.name, said("nothing at {path}", path=path), remedy)


def line_of_key(folder: Path, key: str) -> int:
    """The line of a key such as `fields.text_en` in a card that can be read."""
    node = read_written(card_path(folder), SourceCard, called=CALLED, as_in=AS_IN).node
    assert node is not None
    return plainyaml.line_of(node, tuple(key.split(".")))


def _foreign_id(node: yaml.MappingNode, folder: str) -> Iterator[Mistake]:
    """The id of a card that is not the name of its folder."""
    stated = plainyaml.construct(node).get("id")
    if isinstance(stated, str) and stated != folder:
        yield Mistake(
            plainyaml.line_of(node, ("id",)),
            "id",
            "the id differs from the name of the folder",
            folder,
            stated,
            "rename the folder, or correct the id",
        )


def _steering(node: yaml.Node, path: tuple[str, ...]) -> Iterator[Mistake]:
    """Texts that could turn or steer the pages on which they are shown."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _steering(value, (*path, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _steering(value, path)
    elif isinstance(node, yaml.ScalarNode) and (name := steering(node.value)):
        yield Mistake(
            node.start_mark.line + 1,
            ".".join(path),
            "the text holds an invisible character that would turn or steer what is shown behind it",
            "letters and ordinary marks",
            said("{name} in “{value}”", name=name, value=visible(node.value)[:80]),
            "write the text anew, or delete the character",
        )


def _unfilled(node: yaml.MappingNode) -> Iterator[Mistake]:
    """What an approved card still holds of the words of a new one."""
    value = plainyaml.construct(node)
    review = value.get("review")
    if not isinstance(review, Mapping) or review.get("status") != "approved":
        return
    for key in unfilled(value):
        yield Mistake(
            plainyaml.line_of(node, tuple(key.split("."))),
            key,
            "an approved card still holds the words of a new one",
            "the editors' own words",
            CARD_WORDS[key],
            "write them, or set status: draft until then",
        )
