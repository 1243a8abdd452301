"""The first stages: the pinned bytes of each source, and their documents and quarantine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path

from pipeline.build.layout import Layout
from pipeline.build.profile import Profile
from pipeline.build.runner import Runner, advance_of
from pipeline.build.stage import StageResult, found_stage, run_stage
from pipeline.build.versions import SOURCES, code_version
from pipeline.index.workers import cores, team
from pipeline.sources.card import load_card
from pipeline.sources.fetch import cached, fetch, readable
from pipeline.sources.ingest import IngestResult, ingest, read_result
from pipeline.sources.origins.digest import digest_of
from pipeline.sources.origins.local import find_inside
from pipeline.sources.scripture import PinnedQuran
from schemas.card import SourceCard
from schemas.errors import CardError, ConfigurationError, IsnadError, SourceError
from schemas.manifest import SourceEntry, digest
from schemas.origin import FileOrigin
from schemas.reference import Kind

VERSION = 1
LARGE = 30_000  # rows of a source that is read in a process of its own, beside others


@dataclass(frozen=True, slots=True)
class Source:
    """A card of a profile, and where its bytes lie once they are fetched."""

    card: SourceCard
    folder: Path
    bytes_digest: str = ""
    artifact: Path | None = None  # the verified bytes; a member of them is taken out when it is read

    @property
    def id(self) -> str:
        """The card's id."""
        return self.card.id


@dataclass(frozen=True, slots=True)
class Ingested:
    """A source as documents and quarantine."""

    card: SourceCard
    stage: StageResult

    @property
    def result(self) -> IngestResult:
        """Counts, reasons, and where the tables are."""
        return read_result(self.stage.path)

    def entry(self, copies: int = 0) -> SourceEntry:
        """What a manifest says of the source, so many of whose documents are copies of other sources'."""
        card, result = self.card, self.result
        counts = result.counts
        counts = replace(counts, documents=counts.documents - copies, duplicates=counts.duplicates + copies)
        return SourceEntry(
            id=card.id,
            digest=digest({"documents": result.digest, "card": card_digest(card)}),
            licence=card.licence.name,
            redistribution=card.licence.redistribution,
            attribution=card.attribution,
            status=card.review.status,
            **counts.as_dict(),
        )


def card_digest(card: SourceCard) -> str:
    """What a card says, as a digest."""
    return digest(card.model_dump(mode="json", by_alias=True))


def sources_of(layout: Layout, profile: Profile) -> list[Source]:
    """The cards of a profile, the Qur'an first: others may be compared with it."""
    # By its name among the folders, so that a path to one ("./quran", "quran/") is not a second source.
    folders = {path.name for path in layout.sources.iterdir() if path.is_dir()}
    missing = [name for name in profile.sources if name not in folders]
    if missing:
        raise ConfigurationError(
            "a profile lists sources that have no folder",
            expected=f"a folder with a card for each, in {layout.sources}",
            found=", ".join(missing),
            where=f"profile {profile.name}",
            remedy="correct the id, with “,” between two of a line; `isnad sources list` shows all, and "
            "`isnad sources new` begins one",
        )
    found = [Source(load_card(layout.sources / name), layout.sources / name) for name in profile.sources]
    return sorted(found, key=lambda source: (source.card.kind is not Kind.QURAN, source.id))


def pinned_digest(source: Source, mirror: Path | None) -> str:
    """The digest of the bytes that a card stands for, without the network: the pin, or the file's own. That of a table
    beside the card is its own in any case: fetching it says that it is not the pinned one."""
    origin = source.card.origin
    if not isinstance(origin, FileOrigin):
        return str(origin.sha256)
    for base in (source.folder, mirror if origin.sha256 is None else None):
        if base is not None and (path := find_inside(base, origin.path)) is not None:
            return digest_of(path)
    return origin.sha256 or "missing"  # fetching it says where it was looked for


def fetch_all(layout: Layout, sources: list[Source], runner: Runner) -> list[Source]:
    """Bring and verify the bytes of every source."""
    advance = advance_of("fetch")
    brought = count(1)  # what several threads may count with

    def one(source: Source) -> Source:
        fetched = _fetched(layout, source)
        advance(next(brought), len(sources))
        return fetched

    near = [source for source in sources if isinstance(source.card.origin, FileOrigin)]
    far = [source for source in sources if not isinstance(source.card.origin, FileOrigin)]
    fetched = runner.each("fetch", one, near) + runner.each("fetch", one, far, network=True)
    order = [source.id for source in sources]
    return sorted(fetched, key=lambda source: order.index(source.id))


def pinned_quran(layout: Layout, *, fetching: bool = True) -> PinnedQuran | None:
    """The Qur'an of the source `quran`, to compare quotations with; None where it cannot be had, or would have to be
    fetched first and is not wanted so much (`fetching`).

    It is read as a build reads it, and found where a build, or a check, has read it.
    """
    folder = layout.sources / "quran"
    try:
        card = load_card(folder)
        at_hand = isinstance(card.origin, FileOrigin) or cached(card.origin, layout.raw) is not None
        if not (fetching or at_hand):
            return None
        fetched = _fetched(layout, Source(card, folder))
        return PinnedQuran.read(_ingest(layout, fetched, None).result.documents)
    except (IsnadError, OSError):
        return None


@contextmanager
def _named(source: Source) -> Iterator[None]:
    """Have what is wrong with a source name it, where the tables of many are called `table.csv`."""
    try:
        yield
    except (SourceError, CardError) as error:
        if not re.search(rf"(?:^|/){re.escape(source.id)}(?:$|[/,:])", error.where):
            error.where = f"{source.id}: {error.where}" if error.where else source.id
            error.args = (error.render(),)
        raise


def _fetched(layout: Layout, source: Source) -> Source:
    with _named(source):
        fetched = fetch(
            source.card.origin, layout.raw, beside=source.folder, mirror=layout.mirror, whole=True
        )
    return Source(source.card, source.folder, fetched.sha256, fetched.path)


def ingest_all(layout: Layout, fetched: list[Source], runner: Runner) -> dict[str, Ingested]:
    """Documents and quarantine of every source, by id. What is finished is found first, and takes no step."""
    quran = [source for source in fetched if source.card.kind is Kind.QURAN]
    others = [source for source in fetched if source.card.kind is not Kind.QURAN]
    done = _each(layout, runner, quran, None)
    key = done[0].stage.key if done else ""
    waiting = [source for source in others if _found(layout, source, key) is None]
    compared = bool(done) and any(source.card.quotes for source in waiting)
    pinned = PinnedQuran.read(done[0].result.documents) if compared else None
    large = [source for source in waiting if _is_large(source)]
    if len(large) > 1 and cores() > 1:
        runner.once("ingest large sources", lambda: _ingest_large(layout, large))
    done += _each(layout, runner, others, (key, pinned))
    return {ingested.card.id: ingested for ingested in sorted(done, key=lambda each: each.card.id)}


def _each(
    layout: Layout, runner: Runner, sources: list[Source], quran: tuple[str, PinnedQuran | None] | None
) -> list[Ingested]:
    """Sources, of which those that are not finished are read, each in a step of its own."""
    key = quran[0] if quran else None
    found = [(source, _found(layout, source, key)) for source in sources]
    read = runner.each(
        "ingest",
        lambda source: _ingest(layout, source, quran),
        [source for source, stage in found if stage is None],
    )
    return [Ingested(source.card, stage) for source, stage in found if stage is not None] + read


def _found(layout: Layout, source: Source, quran: str | None) -> StageResult | None:
    return found_stage(layout.build, "ingest", VERSION, _inputs(source, quran))


def _inputs(source: Source, quran: str | None) -> dict[str, object]:
    """What the documents of a source depend on. `quran`: the key of the Qur'an that it may be compared with."""
    return {
        "card": card_digest(source.card),
        "bytes": source.bytes_digest,
        "quran": quran if source.card.quotes else None,
        "code": code_version(*SOURCES),
    }


def _is_large(source: Source) -> bool:
    expected = source.card.expected
    return expected is not None and expected.rows >= LARGE and not source.card.quotes


def _ingest_large(layout: Layout, sources: list[Source]) -> int:
    """Read large sources on all cores, the largest first; their outputs are then found by their keys."""
    sources = sorted(sources, key=lambda source: (-_rows(source), source.id))
    advance = advance_of("ingest")
    with team(min(cores(), len(sources))) as each:
        for rows in each(partial(_ingest_one, layout), sources):
            advance(rows, rows)
    return len(sources)


def _ingest_one(layout: Layout, source: Source) -> int:
    _ingest(layout, source, None)
    return _rows(source)


def _rows(source: Source) -> int:
    return source.card.expected.rows if source.card.expected else 0


def _ingest(layout: Layout, source: Source, quran: tuple[str, PinnedQuran | None] | None) -> Ingested:
    card = source.card
    compared = quran if card.quotes else None
    advance = advance_of("ingest")
    artifact = source.artifact
    assert artifact is not None, "a source is fetched before it is ingested"

    def work(folder: Path) -> dict[str, object]:
        result = ingest(
            card,
            readable(artifact, card.origin, layout.raw),
            folder,
            quran=compared[1] if compared else None,
            progress=lambda done: advance(done, card.expected.rows if card.expected else 0),
        )
        return {"digest": result.digest, "counts": result.counts.as_dict()}

    inputs = _inputs(source, quran[0] if quran else None)
    with _named(source):
        return Ingested(card, run_stage(layout.build, "ingest", VERSION, inputs, work))
