"""Write the generated pages of docs/ anew, or say which of them are not what the code gives.

    python -m docs.generate                 write them
    python -m docs.generate --check         write nothing; name the pages that differ, and end with 1
    python -m docs.generate --quarantine    read every source again too, for docs/quarantine.md (minutes)

A page here needs nothing but the checkout, so a test runs the check. It does not measure: docs/starter.md and the
pages of performance are written by `bench`, and docs/quarantine.md needs the sources themselves. The tables of
docs/verdict.md, docs/snapshots.md and docs/api.md are held to the code by tests beside that code.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from docs.card_page import render_card_page
from docs.cli_page import render_cli_page
from docs.decisions_page import render_decisions_page
from docs.evaluation_page import renewed
from docs.reference_page import render_reference_page
from docs.sources_page import render_sources_page
from docs.text_page import render_text_page
from pipeline.build.layout import Layout
from pipeline.build.profile import profile_names, read_profile
from pipeline.disk.writing import write_whole
from pipeline.sources.card import load_cards
from schemas.card import card_json_schema_text
from schemas.errors import IsnadError
from schemas.sentence import Language

ROOT = Path(__file__).parents[1]


def _sources(language: Language = "en") -> str:
    folder = ROOT / "data/profiles"
    profiles = {name: read_profile(folder, name).sources for name in profile_names(folder)}
    return render_sources_page(load_cards(ROOT / "data/sources"), profiles, language)


def _evaluation() -> str:
    return renewed((ROOT / "docs/evaluation.md").read_text("utf-8"), ROOT / "data/questions")


PAGES: Mapping[str, Callable[[], str]] = {
    "docs/cli.md": render_cli_page,
    "docs/decisions/README.md": lambda: render_decisions_page(ROOT / "docs/decisions"),
    "docs/evaluation.md": _evaluation,
    "docs/reference-ids.md": lambda: render_reference_page(load_cards(ROOT / "data/sources")),
    "docs/source-card.ar.md": lambda: render_card_page("ar"),
    "docs/source-card.md": render_card_page,
    "docs/sources.ar.md": lambda: _sources("ar"),
    "docs/sources.md": _sources,
    "docs/text.md": render_text_page,
    "schemas/source-card.schema.json": card_json_schema_text,
}


def stale(root: Path = ROOT) -> list[str]:
    """The pages that differ from what the code gives, or are not there."""
    return [name for name, render in PAGES.items() if _kept(root / name) != render()]


def write(root: Path = ROOT) -> list[str]:
    """Write the pages that differ; returns their names."""
    changed = stale(root)
    for name in changed:
        _put(root / name, PAGES[name]())
    return changed


def _kept(path: Path) -> str | None:
    return path.read_text("utf-8") if path.is_file() else None


def _put(path: Path, page: str) -> None:
    write_whole(path, page.encode())


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.generate", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--check", action="store_true", help="write nothing; end with 1 where a page differs")
    parser.add_argument("--quarantine", action="store_true", help="read every source for docs/quarantine.md")
    given = parser.parse_args(arguments)
    if given.check:
        differing = stale()
        for name in differing:
            sys.stdout.write(f"{name} is not what the code gives; write it anew: make docs\n")
        return 1 if differing else 0
    changed = write()
    if given.quarantine:
        from pipeline.build.quarantine import quarantine_page

        layout = Layout.find(ROOT)
        _put(ROOT / "docs/quarantine.md", quarantine_page(layout, read_profile(layout.profiles, "full")))
        changed.append("docs/quarantine.md")
    sys.stdout.write("".join(f"wrote {name}\n" for name in changed) or "every generated page is current\n")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except IsnadError as error:
        sys.exit(f"error: {error.render()}")
