"""docs/sources.md: the sources there are, and everything that a card may say. Generated from cards and code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pipeline.sources.mapping import STEPS
from pipeline.sources.problems import reasons
from schemas.card import SourceCard, card_json_schema

_INTRO = """# Sources

A source is a folder in `data/sources/` with a card (`source.yaml`) and, where the text may lie here, a table. No
source needs a line of code. This page is generated from the cards and the code; do not edit it.

```
isnad sources new my-fatwas        a folder with a commented card and a small table that works
isnad sources check my-fatwas      everything that is wrong, in plain words (--html FILE for a page)
isnad sources list                 the sources there are
isnad sources show my-fatwas       one of them
isnad sources schema               the JSON Schema of a card, for a text editor
```

## The sources there are

"""

_LANGUAGE = """
## Templates

A value of `fields`, `reference`, `links`, `quotes`, `join` and `duplicates` is a template: text with columns in braces.

| template | gives |
|---|---|
| `"{text}"` | the column text, byte for byte |
| `"{english.narrator} {english.text}"` | columns inside a column, with a blank between |
| `"{cells.0}"` | the first value of a list |
| `"{parent.id}"` | a value of the object around the list of rows (JSON) |
| `"{chapter.name}"` | a column of the look-up table that `join` calls chapter |
| `"{number\\|number}"` | a column, put through a step |
| `"{{"` and `"}}"` | the braces themselves |

A template in which every column is empty is empty as a whole; a reference in which any column is empty is none.
Columns that no row has are an error that lists the columns there are. Steps, inside the braces for one value or under
`steps` for a whole field:

| step | example | gives |
|---|---|---|
"""

_EXAMPLES = (
    ("strip", "  a text "),
    ("html", "<p>A &amp; B"),
    ("number", "٠١٢"),
    ("number", "1.0"),
    ("number", "622 -623"),
    ("parts", "8.2"),
    ("first-number", "https://example.org/fatwas/983/x"),
    ("first-part", "Bukhari/Chapter1.csv"),
    ("last-part", "https://example.org/a-question/"),
    ("lower", "AbC"),
    ("slug", "Zakat on Gold"),
    ("letters", "الْكِتَابُ"),
)

_ROWS = """
## Rows

Every row that belongs to a card (after `where`) is counted once: rows = documents + set aside + duplicates + merged.
A row that cannot be read is counted by every card of its file, since nobody can say whose it is. With `group`, rows
whose verses follow each other and whose text is one become one document on a range of verses, wherever they stand in
the file; the others are counted as merged. With
`duplicates`, a row that repeats an earlier one as declared is counted as such, and no longer shown. With `copies`, a
document that has the same words as one of another source of the profile is shown once, and both references lead to it.
The format `openiti` joins rows that are one text, and counts them as merged. Anything else that
keeps a row out is told with its row, column, value and remedy in quarantine.parquet, under one of these reasons:

| reason | what | to mend it |
|---|---|---|
"""


def render_sources_page(cards: Mapping[str, SourceCard], profiles: Mapping[str, Iterable[str]]) -> str:
    """The page, from all cards and the profiles that name them."""
    examples = "".join(f"| {step} | `{value}` | `{STEPS[step](value)}` |\n" for step, value in _EXAMPLES)
    told = "".join(
        f"| `{code}` | {each.what} | {each.remedy} |\n" for code, each in sorted(reasons().items())
    )
    return (
        _INTRO + _sources(cards, profiles) + _LANGUAGE + examples + _ROWS + told + "\n" + "\n".join(_keys())
    ) + "\n"


def _sources(cards: Mapping[str, SourceCard], profiles: Mapping[str, Iterable[str]]) -> str:
    lines = ["| id | kind | what | rows | documents | licence, as stated | status | profiles |"]
    lines.append("|---|---|---|--:|--:|---|---|---|")
    for name, card in sorted(cards.items()):
        counts = card.expected
        within = ", ".join(sorted(profile for profile, names in profiles.items() if name in tuple(names)))
        figures = f"{counts.rows:,} | {counts.documents:,}" if counts else "? | ?"
        lines.append(
            f"| {name} | {card.kind.value} | {card.titles.en} | {figures} | {card.licence.name} | "
            f"{card.review.status} | {within} |"
        )
    return "\n".join(lines) + "\n"


def _keys() -> Iterable[str]:
    """Every key of a card with its description, part by part."""
    schema: Any = card_json_schema()
    yield "## Keys of a card\n"
    yield from _table(schema)
    for name, part in schema["$defs"].items():
        if "properties" in part:
            yield f"\n### {name}\n\n{part.get('description', '')}\n"
            yield from _table(part)


def _table(part: Mapping[str, Any]) -> Iterable[str]:
    yield "| key | needed | what it says |"
    yield "|---|---|---|"
    for name, about in part["properties"].items():
        needed = "yes" if name in part.get("required", ()) else ""
        said = about.get("description") or f"See {about.get('$ref', '').rsplit('/', 1)[-1]}."
        yield f"| `{name}` | {needed} | {said} |"
