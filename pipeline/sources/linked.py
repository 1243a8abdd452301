"""Links of a source that lead nowhere, found when it is checked: ids that no document has.

    others = Others(sources, raw, mirror)
    dead_links(accounts, others)

A link goes to a document of the same source, or to one of another card of the same home, whose rows are read for it.
What cannot be told is not told: of a card whose collections are named by its rows, or whose bytes were not fetched
yet; nothing is fetched for this. Whether the profile that is built holds the other source is told by
`isnad sources report`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pipeline.sources.accounts import Accounts
from pipeline.sources.card import CARD_FILE, read_card
from pipeline.sources.fetch import cached, fetch, readable
from pipeline.sources.plan import make_plan
from pipeline.sources.problems import WARNING, Problem
from pipeline.sources.readers import read_rows
from schemas.card import SourceCard
from schemas.errors import IsnadError
from schemas.origin import FileOrigin, Origin
from schemas.reference import ReferenceId
from schemas.sentence import said

REASON = "dead-link"


@dataclass
class Others:
    """The documents of the other sources of a home, read when they are asked for."""

    sources: Path
    raw: Path
    mirror: Path | None = None
    _ids: dict[str, frozenset[str] | None] = field(default_factory=dict)

    def ids(self, collection: str) -> frozenset[str] | None:
        """The ids of a collection, named as in hadith:bukhari; None where that cannot be told."""
        if collection not in self._ids:
            self._ids[collection] = self._read(collection)
        return self._ids[collection]

    @cached_property
    def _cards(self) -> list[tuple[Path, SourceCard | None]]:
        return [(path.parent, read_card(path)[0]) for path in sorted(self.sources.glob(f"*/{CARD_FILE}"))]

    def _read(self, collection: str) -> frozenset[str] | None:
        cards = [(folder, card) for folder, card in self._cards if card is not None]
        ids = [
            _ids_of(card, folder, self.raw, self.mirror)
            for folder, card in cards
            if _collection_of(card) == collection
        ]
        if not ids:  # then it may be one that the rows of a card name
            kind = collection.partition(":")[0]
            named = (card for _, card in cards if card.kind == kind and "{" in _collection_of(card))
            return None if len(cards) < len(self._cards) or any(named) else frozenset()
        return None if None in ids else frozenset().union(*filter(None, ids))

    def sharing(self, card: SourceCard) -> Iterator[str]:
        """The other cards whose reference ids are of the same collection, and of which neither expects copies."""
        collection = _collection_of(card)
        for _, other in self._cards if "{" not in collection else ():
            if other is None or other.id == card.id or _collection_of(other) != collection:
                continue
            if not any(one.copies and two.id in one.copies.of for one, two in ((card, other), (other, card))):
                yield other.id

    def unknown(self, card: SourceCard) -> list[str]:
        """The sources that a card expects copies of, and that are not here."""
        here = {folder.name for folder, _ in self._cards}
        return [name for name in card.copies.of if name not in here] if card.copies else []


def _collection_of(card: SourceCard) -> str:
    """Kind and collection as the card's reference states them: hadith:bukhari, or with a template in it."""
    return ":".join(card.reference.split(":")[:2])


def _ids_of(card: SourceCard, folder: Path, raw: Path, mirror: Path | None) -> frozenset[str] | None:
    found: set[str] = set()
    with tempfile.TemporaryDirectory(prefix="isnad-linked-") as temporary:
        try:
            path = _bytes_of(card.origin, folder, raw, mirror, Path(temporary))
            if path is None:
                return None
            accounts = Accounts(make_plan(card, path), lambda name, _: found.add(str(name)), lambda _: None)
            accounts.run(read_rows(path, card.format))
        except (IsnadError, OSError):
            return None
    return frozenset(found)


def _bytes_of(origin: Origin, folder: Path, raw: Path, mirror: Path | None, temporary: Path) -> Path | None:
    """The file of a card, as far as it is on this machine."""
    if isinstance(origin, FileOrigin):
        return fetch(origin, temporary, beside=folder, mirror=mirror).path
    artifact = cached(origin, raw)
    return artifact and readable(artifact, origin, raw)


def dead_links(accounts: Accounts, others: Others) -> Iterator[Problem]:
    """A warning for each row that links to what is not there."""
    columns = ", ".join(dict.fromkeys(template.columns for template in accounts.plan.links))
    for link, rows in sorted(accounts.links.items()):
        if accounts.has_given(link):
            continue
        reference = ReferenceId.parse(link)
        collection = f"{reference.kind.value}:{reference.collection}"
        ids = others.ids(collection)
        if ids is None or link in ids:
            continue
        told = (
            said("no document has the reference id {link}", link=link)
            if ids
            else said(
                "no document has the reference id {link}, and no source here has any of {collection}",
                link=link,
                collection=collection,
            )
        )
        for number, where in rows:
            yield Problem(
                number,
                where,
                columns,
                link,
                REASON,
                told,
                "correct the id, or leave it out: a link that leads nowhere is not followed",
                WARNING,
            )
