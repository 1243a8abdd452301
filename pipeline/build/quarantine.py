"""What became of every row of every source of a profile, as a page: each source is read anew."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from pipeline.build.copies import counted, find_copies
from pipeline.build.layout import Layout
from pipeline.build.profile import Profile
from pipeline.sources.card import load_cards, mirror_files
from pipeline.sources.quarantine_report import render_quarantine_report
from pipeline.sources.survey import survey


def quarantine_page(layout: Layout, profile: Profile, progress: Callable[[int], None] | None = None) -> str:
    """The page docs/quarantine.md, for any profile. `progress` is told how many rows of a source were read."""
    with tempfile.TemporaryDirectory(prefix="isnad-report-") as scratch:
        results = survey(profile.sources, layout.sources, layout.raw, Path(scratch), layout.mirror, progress)
        tables = {result.source: result.documents for result in results}
        cards = {name: card for name, card in load_cards(layout.sources).items() if name in tables}
        copies = counted(find_copies(tables, cards, profile.sources))
    files = mirror_files(cards, layout.sources)
    return render_quarantine_report(results, copies, profile=profile.name, files=files)
