"""Real letters to muftis, read and labelled one by one: does one ask about a case of the asker's own?

The labels lie in `tests/data/personal-labels.tsv` without a word of the text; the text is read in place from the
corpora that `ISNAD_MIRROR` names, and passed on nowhere. A letter is *personal* when it tells of something that
happened to, or holds of, the asker or one particular person, and asks what follows for them; *general* when it asks
for a rule, a meaning, a text or a reason, in whatever person. Letters that could be read either way are labelled
`either`, or were left out of the table before decision 0260, and are not yielded.

Parts: `fit` to `fit7` were drawn by digest (`pipeline.evaluate.drawing`) and `near` picked because the rules were in
doubt; weights are fitted to all of them (the recipe `cases`). `fit2` were the test parts of decisions 0120 to 0220,
`fit7` the part `test4` of 0320 to 0370. `test3`, `test5` and `test6` were drawn by digest and no weight has seen them;
they were measured on for decisions 0260 to 0531.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_TAG, _SPACE = re.compile(r"<[^>]+>"), re.compile(r"\s+")
_ASKED = re.compile(r"Question:(.*?)Answer:", re.S)
_BOOK_MARK = re.compile(r"/?~~|^# |(?<!\w)ms\d+|Page(?:Beg|End)?V\d+P\d+\S*|\([^()]*صفحة \d+ \)")
_BOOK_QUESTION = re.compile(r"\s*(?:\d+ ?\. ?)?(?:س ?\d*|السؤال|سؤال)\s*:-?")
_BOOK_ANSWER = re.compile(r"\s*(?:ج ?\d*|الجواب|جواب|الفتوى)\s*:")
MOST_PARAGRAPHS = 15
UNDECIDED = "either"


@dataclass(frozen=True, slots=True)
class Letter:
    """One labelled letter."""

    source: str
    row: str
    language: str
    part: str  # `fit` to `fit7`, `near`, or `test3`, `test5` and `test6`
    personal: bool
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """How a router did on some letters: of the personal ones how many it took for such, and how many it took in all."""

    personal: int
    found: int
    taken: int

    @property
    def recall(self) -> float:
        """Share of personal letters that were found."""
        return self.found / self.personal if self.personal else 0.0

    @property
    def precision(self) -> float:
        """Share of personal letters among those taken for personal."""
        return self.found / self.taken if self.taken else 0.0


def labelled(table: Path, corpora: Path) -> Iterator[Letter]:
    """The labelled letters whose corpus is in a folder, in the order of the table."""
    rows = [line.split("\t") for line in table.read_text("utf-8").splitlines()[1:]]
    texts = {source: all_letters(corpora, source) for source in sorted({row[0] for row in rows})}
    for source, row, language, part, label in rows:
        if row in texts[source] and label != UNDECIDED:
            yield Letter(source, row, language, part, label == "personal", texts[source][row])


def all_letters(corpora: Path, source: str) -> dict[str, str]:
    """What was asked in a source, by row; nothing where the folder lacks the source."""
    path = corpora / f"{source}.jsonl.zst"
    if not path.exists():
        return {}
    texts: dict[str, str] = {}
    rows = _rows(path)
    for key, asked in _from_books(rows) if path.name.startswith("openiti") else map(_asked, rows):
        if asked and key and key not in texts:
            texts[key] = _SPACE.sub(" ", html.unescape(_TAG.sub(" ", asked))).strip()
    return texts


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    import zstandard

    with zstandard.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _from_books(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Questions in books of answers: from a paragraph headed as a question to the one headed as its answer."""
    key, said = "", list[str]()
    for row in rows:
        text, book = _BOOK_MARK.sub(" ", str(row["text"])), str(row["book"])
        if opens := _BOOK_QUESTION.match(text):
            key, said = f"{book}#{row['n']}", [text[opens.end() :]]
        elif _BOOK_ANSWER.match(text):
            if key.startswith(f"{book}#") and len(said) <= MOST_PARAGRAPHS:
                yield key, " ".join(said)
            key = ""
        elif key:
            said.append(text)


def _asked(row: Mapping[str, Any]) -> tuple[str, str]:
    """A row's name among its fellows, as file#id, and what was asked."""
    file = str(row["_path"]).split("/")[-1]
    if "Answer" in row:
        match = _ASKED.search(str(row["Answer"]))
        return f"{file}#{row['_row']}", match[1] if match else ""
    asked = row.get("question_full") or row.get("question") or ""
    return (f"{file}#{row['id']}" if "id" in row else ""), str(asked)
