"""All sources of a profile, read one after another, for the report on quarantine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from pipeline.sources.card import load_card
from pipeline.sources.fetch import fetch
from pipeline.sources.ingest import IngestResult, ingest
from pipeline.sources.scripture import PinnedQuran
from schemas.reference import Kind


def survey(
    names: Iterable[str],
    sources: Path,
    raw_dir: Path,
    out_dir: Path,
    mirror: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[IngestResult]:
    """Fetch and read each source into its folder of `out_dir`; the Qur'an first, for the quotations."""
    cards = [load_card(sources / name) for name in names]
    cards.sort(key=lambda card: (card.kind is not Kind.QURAN, card.id))
    results: list[IngestResult] = []
    quran: PinnedQuran | None = None
    for card in cards:
        path = fetch(card.origin, raw_dir, beside=sources / card.id, mirror=mirror).path
        result = ingest(card, path, out_dir / card.id, quran=quran, progress=progress)
        results.append(result)
        if card.kind is Kind.QURAN and quran is None:
            quran = PinnedQuran.read(result.documents)
    return results
