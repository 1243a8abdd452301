"""docs/sources.md and, in Arabic, docs/sources.ar.md: how a source is added, which there are, and what becomes of rows.

Generated from cards and code. The tables are the same in both; the words of the Arabic page are in `sources_prose_ar`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from docs import sources_prose_ar as arabic
from docs.cells import cell
from pipeline.sources.mapping import STEPS
from pipeline.sources.problems import reasons
from schemas.card import SourceCard
from schemas.sentence import Language

# A text in a folder of Markdown; stands as `<file>` in the words of both pages.
_FILE = """```
---
number: 12
title: "السفر: آدابه"
---
نص الجواب، في سطر أو أسطر.
```"""

_INTRO = """# Sources

[بالعربية](sources.ar.md)

A source is a folder in `data/sources/` with a card (`source.yaml`) and, where the text may lie here, a table. No
source needs a line of code. This page is generated from the cards and the code; do not edit it.

```
isnad sources new my-fatwas        a folder with a commented card and a small table that works
isnad sources check my-fatwas      everything that is wrong, in plain words (--html FILE for a page)
isnad sources read my-fatwas --to pages    all texts as pages, for those who approve them
isnad sources approve my-fatwas --by "…"   written into the card: who read it, today, what it gives
isnad sources list                 the sources there are
isnad sources show my-fatwas       one of them
isnad sources schema               the JSON Schema of a card, for a text editor
```

`--language ar` makes all of these but `schema` speak Arabic, with the pages of `check` and `read`; without it they do
where the environment's locale is Arabic (`LC_ALL`, else `LC_MESSAGES`, else `LANG`). Digits are 0-9 in both languages,
as in the table.

1. `new` writes the folder. Fill in the card, and put your table in the place of the small one; every key of a card is
   explained in [the source card](source-card.md). Where the folder is there and holds your table, `new` writes the card
   beside it.
2. `check` as often as you like, until all is well.
   Verses that a text quotes between ﴿ ﴾ or { } are held against the Qur'an letter by letter, whatever their spelling:
   a slip is told with its row, and so is another reading, which you may leave as it is. Not told: vowels, a quotation
   of fewer than four words, one that leaves much out, and a word at either end that is nothing like the verse's, for
   many a narrator goes on before he closes the bracket. These are for the eye of who reads the pages (4).
3. To have it built, write its id into a profile, as in `data/profiles/starter.yaml`, and run `isnad build`. Its
   documents are shown as drafts, and you may edit their texts and build again. Where the new snapshot falls behind
   the one that is served, it is [refused](snapshots.md#publishing): the message tells why, and with which words to
   say that this is meant.
4. `read` writes every text as a reader will see it into pages, Arabic and English side by side, and leads to those
   that want a look; open `index.html` in a browser. They take the place of earlier pages, but of no folder that holds
   anything else: keep your remarks beside it. When all was read, `approve` writes into the card who approved it and
   when, the counts, and the checksum of the table; its own words stay. It refuses where card or table were changed
   while it checked them, and where an approval stands, unless `--again` says that the new one takes its place. Where
   you change the table of an approved source, make the card a draft again (`status: draft`) with the new checksum, have
   what was changed read, and approve it anew. From then on an id keeps its text: to publish another one under it needs
   a word, which the refusal names.
5. To withdraw it, take its id out of the profiles and build again, with the words that the refusal names. Its reference
   ids stay in the ledger, and are not given to other texts.

## Tables, and folders of texts

A new card reads `table.csv`. For other files change `path` and `type`, name their columns under `fields`, and
the languages of these texts under `languages`:

| your texts | `path` under `origin` | `type` under `format` |
|---|---|---|
| a table of text: commas, semicolons or tabs part its columns | `table.csv` | `csv` |
| a sheet of Excel, or of LibreOffice saved as .xlsx | `table.xlsx` | `xlsx` |
| a list of JSON objects | `table.json` | `json` |
| a JSON object on each line | `table.jsonl` | `jsonl` |
| Parquet | `table.parquet` | `parquet` |
| a folder of Markdown, one text in each file | `texts` | `markdown` |

The names are examples. Save text as UTF-8. The name of a file of such a folder ends in `.md` or `.markdown`, and begins
with no dot, which would hide it; the file begins with its columns between two lines of three hyphens; a value with a
colon or a # in it, or with a bracket at its beginning, stands in double quotes: without them brackets make a list, and
a file in which # cuts off a value is set aside. What follows is the column `body`, as in `text_ar: "{body}"`, and
`_stem` is the file's name without its ending. The checksum of a folder is that of its texts; what a system leaves
beside them changes nothing.

<file>

## The sources there are

"""

_TEMPLATES = """
## Templates

A value of `fields`, `reference`, `links`, `quotes`, `join`, `duplicates` and `set_aside` is a template: text with
columns in braces.

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
    ("question", "السؤال: متى؟ الجواب: غدا."),
    ("answer", "السؤال: متى؟ الجواب: غدا."),
    ("pages", "أول [ ص: 233 ] آخر"),
    ("sentences", "انتهى.وقال"),
)

_ROWS = """
## Rows

Every row that belongs to a card (after `where`) is counted once: rows = documents + set aside + duplicates + merged.
A row that cannot be read is counted by every card of its file, since nobody can say whose it is. With `group`, rows
whose verses follow each other and whose text is one become one document on a range of verses, wherever they stand in
the file; the others are counted as merged. With
`duplicates`, a row that repeats an earlier one as declared is counted as such, and no longer shown. With `copies`, a
document that has the same words as one of another source of the profile is shown once, and both references lead to it.
With `set_aside`, a row that is told by a value is counted as set aside.
The format `openiti` joins rows that are one text, and counts them as merged. Anything else that
keeps a row out is told with its row, column, value and remedy in quarantine.parquet, under one of these reasons:

| reason | what | to mend it |
|---|---|---|
"""


_SOURCES = "| id | kind | what | rows | documents | licence, as stated | status | profiles |"


def render_sources_page(
    cards: Mapping[str, SourceCard], profiles: Mapping[str, Iterable[str]], language: Language = "en"
) -> str:
    """The page, from all cards and the profiles that name them."""
    examples = "".join(f"| {step} | `{value}` | `{STEPS[step](value)}` |\n" for step, value in _EXAMPLES)
    told = "".join(
        f"| `{code}` | {each.what} | {each.remedy} |\n" for code, each in sorted(reasons(language).items())
    )
    sources = _sources(cards, profiles, language)
    if language == "ar":
        intro = arabic.INTRO.replace("<file>", _FILE)
        return intro + sources + arabic.TEMPLATES + examples + arabic.ROWS + told + arabic.END
    return _INTRO.replace("<file>", _FILE) + sources + _TEMPLATES + examples + _ROWS + told


def _sources(
    cards: Mapping[str, SourceCard], profiles: Mapping[str, Iterable[str]], language: Language
) -> str:
    lines = [arabic.SOURCES if language == "ar" else _SOURCES]
    lines.append("|---|---|---|--:|--:|---|---|---|")
    for name, card in sorted(cards.items()):
        counts = card.expected
        within = ", ".join(sorted(profile for profile, names in profiles.items() if name in tuple(names)))
        figures = f"{counts.rows:,} | {counts.documents:,}" if counts else "? | ?"
        title = card.titles.ar if language == "ar" else card.titles.en
        what, licence = map(cell, (title, card.licence.name))
        lines.append(
            f"| {name} | {card.kind.value} | {what} | {figures} | {licence} | {card.review.status} | {within} |"
        )
    return "\n".join(lines) + "\n"
