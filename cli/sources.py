"""`isnad sources`: what the editorial team works with.

    new      begin a source from a card and a table that work
    check    everything that is wrong with a card and its table, in plain words
    read     all texts as pages, for those who approve them
    approve  write into a card that its source was read and approved
    list     all sources, with their status and counts
    show     one card
    schema   the JSON Schema of a card, for text editors
    report   what became of every row of every source (docs/quarantine.md)

`check` leaves with 0 when the source can be built, and with 1 when something must be mended first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import output
from cli.options import HomeOption, LanguageOption, ProfileOption, speaking
from schemas.printable import printable_lines
from schemas.sentence import Language, Sentence, said

if TYPE_CHECKING:
    from pipeline.build.layout import Layout
    from pipeline.sources.check import CheckReport, Keep
    from pipeline.sources.linked import Others
    from pipeline.sources.scripture import PinnedQuran
    from schemas.card import SourceCard

app = typer.Typer(help="Add, check and look at sources.", no_args_is_help=True)


def _layout(home: Path | None) -> Layout:
    from pipeline.build.layout import Layout

    return Layout.find(home)


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="Name of the source: a-z, digits and hyphens.")],
    home: HomeOption = None,
    language: LanguageOption = None,
) -> None:
    """Begin a source: writes a folder with a commented card and a small table, or the card beside a table of yours."""
    from pipeline.sources.new import new_source

    with speaking(language) as spoken:
        folder = new_source(_layout(home).sources, name, spoken)
        _tell(said("wrote {folder}", folder=folder), spoken)
        _tell(said("edit it, then run: isnad sources check {folder}", folder=folder), spoken)


@app.command()
def check(
    folder: Annotated[Path, typer.Argument(help="Folder of the source, or its id.")],
    html: Annotated[Path | None, typer.Option("--html", help="Write the whole report to this page.")] = None,
    lines: Annotated[int, typer.Option("--lines", min=1, help="Problems of one kind to show here.")] = 5,
    home: HomeOption = None,
    language: LanguageOption = None,
) -> None:
    """Tell everything that is wrong with a source. Nothing is changed."""
    from rich.console import Console

    from cli.source_report import print_report
    from pipeline.sources.linked import Others
    from pipeline.sources.report import render_html

    with speaking(language) as spoken:
        output.check(html, "--html")
        layout = _layout(home)
        place = _folder(folder, layout.sources)
        with _progress(spoken) as progress:
            others = Others(layout.sources, layout.raw, layout.mirror)
            report = _checked(place, layout, _quran(place, layout), progress, others=others)
        print_report(report, Console(highlight=False, emoji=False), lines, spoken)
        if html is not None:
            output.write(html, render_html(report, spoken))
            typer.echo()
            _tell(said("the whole report: {page}", page=html), spoken)
        if not report.ok:
            raise typer.Exit(1)


@app.command()
def read(
    folder: Annotated[Path, typer.Argument(help="Folder of the source, or its id.")],
    to: Annotated[Path, typer.Option("--to", help="A new folder for the pages, or that of earlier ones.")],
    home: HomeOption = None,
    language: LanguageOption = None,
) -> None:
    """Write all texts of a source as pages, to be read before it is approved. Nothing of the source is changed."""
    from pipeline.sources.pages import INDEX, Pages
    from pipeline.sources.report import headline

    with speaking(language) as spoken:
        layout = _layout(home)
        place = _folder(folder, layout.sources)
        quran = _quran(place, layout)
        with _progress(spoken) as progress, Pages.writing(to, quran, spoken) as pages:
            report = _checked(place, layout, quran, progress, keep=pages.add)
            if report.samples:
                pages.close(report)
        _tell(headline(report), spoken)
        if report.samples:
            _tell(said("the texts: {page}", page=to / INDEX), spoken)
        else:
            _tell(
                said("there is no text to read yet: isnad sources check {folder} tells why", folder=folder),
                spoken,
            )
        if not report.ok:
            raise typer.Exit(1)


@app.command()
def approve(
    folder: Annotated[Path, typer.Argument(help="Folder of the source, or its id.")],
    by: Annotated[str, typer.Option("--by", help="Who read it and approves it.")],
    home: HomeOption = None,
    language: LanguageOption = None,
) -> None:
    """Write into a card that its source was read and approved today, with its counts and the checksum of its table."""
    from datetime import date

    from pipeline.sources.approval import approve as write_approval
    from pipeline.sources.report import headline

    with speaking(language) as spoken:
        layout = _layout(home)
        place = _folder(folder, layout.sources)
        with _progress(spoken) as progress:
            report = _checked(place, layout, _quran(place, layout), progress)
        write_approval(place, report, by=by, day=date.today())
        _tell(headline(report), spoken)
        _tell(said("approved by {name}: {folder}", name=by.strip(), folder=place.name), spoken)


@app.command("list")
def list_(home: HomeOption = None) -> None:
    """All sources: what they are, their status and their counts."""
    from cli.tables import print_table
    from pipeline.sources.card import load_cards

    layout = _layout(home)
    profiles = _profiles(layout)
    rows = []
    for card in load_cards(layout.sources).values():
        counts = card.expected
        rows.append(
            (
                card.id,
                card.kind.value,
                card.titles.en,
                ", ".join(profile for profile, names in profiles.items() if card.id in names) or "-",
                card.review.status,
                f"{counts.rows:,}" if counts else "?",
                f"{counts.documents:,}" if counts else "?",
                card.licence.name,
            )
        )
    print_table(("id", "kind", "title", "profiles", "status", "rows", "documents", "licence"), rows)


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="Id of the source.")],
    home: HomeOption = None,
    language: LanguageOption = None,
) -> None:
    """One card: what the source is, where it comes from, under what terms."""
    from rich.console import Console
    from rich.table import Table

    from cli.source_report import print_labelled
    from pipeline.sources.card import load_card

    with speaking(language) as spoken:
        card = load_card(_folder(Path(name), _layout(home).sources))
        if spoken == "ar":
            print_labelled(_facts(card), Console(highlight=False, emoji=False), "ar")
            return
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(style="dim", no_wrap=True)
        table.add_column(overflow="fold")
        for label, text in _facts(card):
            if text:
                table.add_row(label, printable_lines(text))
        Console(highlight=False, markup=False, emoji=False).print(table)


@app.command()
def schema() -> None:
    """The JSON Schema of a card (also in schemas/source-card.schema.json)."""
    from schemas.card import card_json_schema_text

    typer.echo(card_json_schema_text(), nl=False)


@app.command()
def report(
    profile: ProfileOption = "starter",
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the page here; else it is printed.")
    ] = None,
    home: HomeOption = None,
) -> None:
    """Read every source of a profile, and tell what became of every row."""
    from pipeline.build.profile import read_profile
    from pipeline.build.quarantine import quarantine_page

    output.check(out, "--out")
    layout = _layout(home)
    settings = read_profile(layout.profiles, profile)
    with _progress() as progress:
        page = quarantine_page(layout, settings, progress)
    if out is None:
        typer.echo(page, nl=False)
    else:
        output.write(out, page)


def _tell(sentence: Sentence, language: Language) -> None:
    """One line that may be copied from, in a language."""
    from pipeline.sources.languages import in_language

    typer.echo(in_language(sentence, language))


def _folder(given: Path, sources: Path) -> Path:
    """A folder, the folder of a file in it (its card, its table), or the folder of an id."""
    from schemas.errors import CardError

    for place in (given, sources / given):
        if place.exists():
            return place if place.is_dir() else place.absolute().parent
    known = sorted(path.parent.name for path in sources.glob("*/source.yaml"))
    raise CardError(
        said("there is no source “{given}”", given=given),
        expected=said("a folder, or one of: {names}", names=", ".join(known)),
        found=str(given),
        remedy="`isnad sources new <id>` begins a source",
    )


def _profiles(layout: Layout) -> dict[str, tuple[str, ...]]:
    from pipeline.build.profile import profile_names, read_profile

    folder = layout.profiles
    return {name: read_profile(folder, name).sources for name in profile_names(folder)}


def _quran(place: Path, layout: Layout) -> PinnedQuran | None:
    """The Qur'an to compare quotations with; it is fetched for a card that states some."""
    from pipeline.build.sources import pinned_quran
    from pipeline.sources.card import card_path, read_card

    card, _ = read_card(card_path(place))
    return pinned_quran(layout, fetching=card is not None and bool(card.quotes))


def _checked(
    place: Path,
    layout: Layout,
    quran: PinnedQuran | None,
    progress: Callable[[int], None] | None,
    *,
    others: Others | None = None,
    keep: Keep | None = None,
) -> CheckReport:
    """What a check finds in the source of a home."""
    from pipeline.sources.check import check as check_source

    return check_source(
        place,
        raw_dir=layout.raw,
        mirror=layout.mirror,
        quran=quran,
        others=others,
        progress=progress,
        keep=keep,
    )


def _facts(card: SourceCard) -> list[tuple[str, str]]:
    origin = card.origin.model_dump(exclude_none=True)
    counts = card.expected.model_dump() if card.expected else {}
    review = card.review.model_dump(exclude_none=True)
    return [
        ("id", card.id),
        ("kind", card.kind.value),
        ("title", f"{card.titles.en}  {card.titles.ar}"),
        ("edition", card.edition.strip()),
        ("author", card.author or ""),
        ("translator", card.translator or ""),
        ("languages", ", ".join(card.languages)),
        (
            "licence",
            said(
                "{name}; redistribution {redistribution}",
                name=card.licence.name,
                redistribution=card.licence.redistribution,
            ),
        ),
        ("statement", card.licence.statement.strip()),
        ("attribution", card.attribution.strip()),
        ("homepage", card.homepage or ""),
        ("origin", ", ".join(f"{key} {value}" for key, value in origin.items())),
        ("reference", card.reference),
        ("expected", ", ".join(f"{value:,} {key}" for key, value in counts.items())),
        ("review", ", ".join(f"{key}: {value}" for key, value in review.items())),
        ("notes", (card.notes or "").strip()),
    ]


@contextmanager
def _progress(language: Language = "en") -> Iterator[Callable[[int], None] | None]:
    """A function that takes the number of rows read; on a terminal only."""
    from rich.console import Console

    from pipeline.sources.languages import in_language

    def reading(rows: int) -> str:
        return in_language(said("reading … {rows:,} rows", rows=rows), language)

    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with console.status(in_language(said("reading …"), language)) as status:
        yield lambda rows: status.update(reading(rows))
