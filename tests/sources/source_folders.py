"""Folders of sources as an editor would have them, made for one test."""

from __future__ import annotations

import csv
import errno
import io
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.sources.check import CheckReport
from pipeline.sources.languages import in_language
from schemas.card import SourceCard

BROKEN = Path(__file__).parent / "broken"

CARD: Mapping[str, Any] = {
    "kind": "fatwa",
    "collection": "trial",
    "titles": {"ar": "للتجربة", "en": "For trial"},
    "languages": ["en"],
    "edition": "Written for the tests.",
    "licence": {"name": "CC0-1.0", "statement": "Written for the tests.", "redistribution": "allowed"},
    "attribution": "Isnad",
    "origin": {"type": "file", "path": "table.csv"},
    "format": {"type": "csv"},
    "reference": "fatwa:trial:{number}",
    "canonical": ["number"],
    "fields": {"text_en": "{text}"},
    "review": {"status": "draft"},
}


def card(**changes: Any) -> SourceCard:
    """A card; keys of the dictionary are replaced, and left out when None."""
    keys = {**CARD, "id": "trial", **changes}
    return SourceCard.model_validate({key: value for key, value in keys.items() if value is not None})


def source_folder(root: Path, rows: Sequence[Sequence[object]], name: str = "trial", **changes: Any) -> Path:
    """A folder with a card and a CSV; the first row holds the names of the columns."""
    folder = root / name
    folder.mkdir(parents=True, exist_ok=True)
    write_table(folder / "table.csv", rows)
    write_card(folder, **changes)
    return folder


def write_card(folder: Path, **changes: Any) -> None:
    keys = {"id": folder.name, **CARD, **changes}
    kept = {key: value for key, value in keys.items() if value is not None}
    text = yaml.safe_dump(kept, allow_unicode=True, sort_keys=False)
    (folder / "source.yaml").write_text(text, "utf-8")


def write_table(path: Path, rows: Sequence[Sequence[object]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    return path


def unreadable(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that nobody may open; permissions would not keep out whoever runs the tests as root."""
    opened = io.open

    def refuse(file: Any, *args: Any, **options: Any) -> Any:
        if file == path or file == str(path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opened(file, *args, **options)

    monkeypatch.setattr(io, "open", refuse)


def untold_in_arabic(report: CheckReport) -> list[str]:
    """The sentences of a report that have no Arabic."""
    found = [report.advice]
    found += [(one.problem, one.remedy) for one in (*report.card_problems, *report.file_problems)]
    found += [(one.message, one.remedy) for kind in report.kinds for one in kind.shown]
    sentences = [sentence for several in found for sentence in several if sentence]
    return [one for one in sentences if not re.search("[\u0621-\u064a]", in_language(one, "ar"))]
