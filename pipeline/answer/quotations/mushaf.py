"""The verses of an index in a row, to find pasted words in (`pipeline.sources.mushaf`).

A build compiles them to one file of the snapshot; an index without it makes them from its documents on first use, which
takes a second.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.answer.words.reading import shown_text
from pipeline.index.kept import kept
from pipeline.index.types import Filters
from pipeline.sources.mushaf import Line, Mushaf
from schemas.errors import IndexFormatError
from schemas.tables import canonical_json

if TYPE_CHECKING:
    from pipeline.index.search import Index

FILE = "mushaf.json"
VERSES = Filters(kinds=("quran",))


@kept
def mushaf_of(index: Index) -> Mushaf:
    """The verses that an index holds."""
    path = index.path / FILE
    return (_read(path, index.documents.count) if path.exists() else None) or _make(index)


def compile_mushaf(index: Index) -> bytes:
    """The file of a snapshot that holds the verses of its index."""
    made = _make(index)
    spelt = [_told(line) for line in made.spelt]
    by_words = {language: _told(line) for language, line in made.words.items()}
    return canonical_json({"ordinals": made.ordinals, "spelt": spelt, "words": by_words})


def _told(line: Line) -> dict[str, object]:
    return {"letters": line.letters, "starts": line.starts}


def _read(path: Path, documents: int) -> Mushaf | None:
    """The verses of a file; None for one of before, which has them by their consonants alone."""
    try:
        told = json.loads(path.read_bytes())
        if "lines" in told:
            return None
        modern, bare = map(_line_of, told["spelt"])
        english = _line_of(told["words"]["en"])
        ordinals = tuple(map(int, told["ordinals"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _damaged(path, str(error)) from error
    if any(len(line.starts) != len(ordinals) for line in (modern, bare, english)) or not all(
        0 <= one < documents for one in ordinals
    ):
        raise _damaged(path, "places outside of them")
    return Mushaf(ordinals, (modern, bare), {"en": english})


def _line_of(told: Mapping[str, Any]) -> Line:
    return Line(str(told["letters"]), tuple(map(int, told["starts"])))


def _damaged(path: Path, found: str) -> IndexFormatError:
    return IndexFormatError(
        "the verses of a snapshot cannot be read",
        where=str(path),
        expected="the verses of its index in a row",
        found=found[:200],
        remedy="pull or build the snapshot anew",
    )


def _make(index: Index) -> Mushaf:
    verses = ((one, index.document(one)) for one in index.columns.documents_of(VERSES).tolist())
    return Mushaf.of(
        (
            (ordinal, verse.text_ar, {"en": shown_text(verse, "en")})
            for ordinal, verse in verses
            if verse.text_ar
        ),
        ("en",),
    )
