"""What would help an editor whose source was read, beyond what is wrong with single rows.

Which columns number the rows, where the numbering that was named does not; that texts are HTML, where the card does
not say so, of the other language than their field, or begin with a question; and what is left to be written into the
card when all is well: the counts, and the checksum of the table.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations
from pathlib import Path

from pipeline.sources import asked
from pipeline.sources.accounts import Accounts
from pipeline.sources.mapping import ValueProblem, as_text, find
from pipeline.sources.new_card import unfilled
from pipeline.sources.plan import Plan, column_names
from pipeline.sources.problems import QUARANTINED
from pipeline.sources.readers import Row, read_rows
from pipeline.text import shown
from pipeline.text.markup import mask
from schemas.document import Document
from schemas.errors import IsnadError
from schemas.reference import Kind
from schemas.sentence import Sentence, said, together
from schemas.template import Placeholder

SHOWN = 30  # characters of a text in a note
EXAMPLES = 5  # documents that a note names
LEAST = 10  # letters, by which a third language is told
_NOT_ARABIC = re.compile(r"[\u0679\u067e\u0686\u0688\u0691\u0698\u06af\u06ba\u06be\u06c1\u06d2]")
_WORD = re.compile(r"[^\W\d_]+")
_ELSEWHERE = frozenset(  # French, Spanish, German, Turkish, Malay and Dutch are full of these words, and English is not
    "le la les des est et une dans pour que qui il el los las del una por con der das und ist nicht ein eine mit "
    "zu den bir ve bu için olarak yang dan dengan untuk tidak ini itu het een niet van voor au du pas sur en ce".split()
)
_TEXTS = ("title_ar", "title_en", "question_ar", "question_en", "text_ar", "text_en")
_LETTERS = {"ar": re.compile(r"[\u0620-\u064a]"), "en": re.compile(r"[A-Za-z]")}
_NUMBERED = re.compile(r"\s*[\d./-]{1,20}[a-z]?\s*")


def advice(path: Path, sha256: str, accounts: Accounts, *, well: bool, compared: bool) -> Iterator[str]:
    """What would help, beyond the single problems; `sha256` is that of what was checked, `well` where there are none,
    `compared` unless quotations in texts were not held against the Qur'an."""
    card = accounts.plan.card
    if (card.quotes and accounts.quran is None) or not compared:
        yield (
            "Quotations were not compared with the Qur'an: its own source is not at hand until a build has fetched it."
        )
    unread = any(accounts.reasons[reason, QUARANTINED] for reason in ("not-json", "not-an-object"))
    if card.format.type == "jsonl" and unread and _is_one_document(path):
        yield "This looks like one JSON document over the whole file: write type: json under format."
    if accounts.reasons["id-not-unique", QUARANTINED]:
        yield from _numbering(accounts.plan, path)
    if card.review.day is not None and card.review.day > date.today():
        yield said("The day of its review has not come yet: {day}.", day=card.review.day)
    if left := unfilled(card.model_dump()):
        yield said("Write your own words in the place of those of a new card: {left}", left=", ".join(left))
    if well and card.expected is None:
        counts = ", ".join(f"{name}: {count}" for name, count in accounts.counts.as_dict().items())
        yield said("Now write these counts into the card: expected: {{{counts}}}", counts=counts)
    if well and card.origin.sha256 is None:
        yield said("An approved source pins its table: write sha256: {digest} under origin", digest=sha256)


def _is_one_document(path: Path) -> bool:
    """Whether a file begins as a list of objects, or an object of several lines, does."""
    with path.open("rb") as file:
        first = file.readline(1 << 16).strip().removeprefix(codecs.BOM_UTF8)
    return first.startswith(b"[") or first == b"{"


@dataclass(slots=True)
class Scripts:
    """Which fields hold texts of the other language than their name says, counted over documents."""

    texts: Counter[str] = field(default_factory=Counter)
    strange: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[Sentence]] = field(default_factory=dict)

    def count(self, document: Document) -> None:
        """Look at the texts of a document, as they are shown: one of another script than its field, or of a third
        language, is strange."""
        for name in _TEXTS:
            if text := shown(getattr(document, name) or "", document.markup):
                ar, en = (len(_LETTERS[language].findall(text)) for language in ("ar", "en"))
                own, other = (ar, en) if name.endswith("_ar") else (en, ar)
                self.texts[name] += 1
                if other > own or (own + other > LEAST and _is_third(text, name)):
                    self.strange[name] += 1
                    examples = self.examples.setdefault(name, [])
                    if len(examples) < EXAMPLES:
                        examples.append(said("{id}: “{text}”", id=document.id, text=text[:SHOWN]))

    def advice(self) -> Iterator[str]:
        """The fields that hold strange texts: of more than half the card is asked, of fewer the rows."""
        for name, count in sorted(self.strange.items()):
            language = said("Arabic") if name.endswith("_ar") else said("English")
            total, examples = self.texts[name], said("{examples:;}", examples=self.examples[name])
            if 2 * count > total:
                yield said(
                    "{name} is {language} in {right} of {total} documents alone, as in {example}. Does the card name "
                    "the column of the other language?",
                    name=name,
                    language=language,
                    right=total - count,
                    total=total,
                    example=self.examples[name][0],
                )
                continue
            if count > EXAMPLES:
                examples = said("{examples}, and others", examples=examples)
            yield said(
                "{name} is not {language} in {count:,} of {total:,} documents: {examples}. Were two columns swapped in "
                "these rows?",
                name=name,
                language=language,
                count=count,
                total=total,
                examples=examples,
            )


def _is_third(text: str, name: str) -> bool:
    """Whether a text is of a language that shares the script: Persian or Urdu, or French, by its common letters and
    words."""
    if name.endswith("_ar"):
        return 50 * len(_NOT_ARABIC.findall(text)) > len(text)
    words = _WORD.findall(text.casefold())
    return 4 * sum(word in _ELSEWHERE for word in words) > len(words) > 3


def unsaid_markup(document: Document) -> str | None:
    """What to do where a text that its card calls plain holds HTML; readers would be shown the tags."""
    if document.markup != "plain":
        return None
    for name in _TEXTS:
        text = getattr(document, name) or ""
        read = mask(text)
        if read != text:
            at = next(place for place, sign in enumerate(text) if read[place] != sign)
            return said(
                "{name} of {id} holds HTML, as in “{text}”, and readers are shown it as it stands: "
                "write markup: html in the card, or take it out",
                name=name,
                id=document.id,
                text=text[at : at + SHOWN],
            )
    return None


def unparted_question(document: Document) -> str | None:
    """What to do where a fatwa has no question, and its text prints one above the answer."""
    if document.kind != Kind.FATWA or document.markup != "plain":
        return None
    for language in document.languages:
        text = document.text(language) or ""
        if not document.question(language) and asked.question(text):
            return said(
                "text_{language} of {id} prints what was asked above its answer, as in “{text}”: give each its own "
                "field in the card, by the steps question and answer",
                language=language,
                id=document.id,
                text=text[:SHOWN],
            )
    return None


def _numbering(plan: Plan, path: Path) -> Iterator[str]:
    """Which columns, or pairs of columns, are a numbering of all rows."""
    try:
        rows = [row for row in read_rows(path, plan.card.format) if not row.problem and plan.selects(row)]
    except IsnadError:
        return
    card = plan.card
    names = [name for name in _short_columns(rows) if name not in card.canonical]
    unique = [name for name in names if _is_unique(rows, (name,))]
    if unique:
        yield said("These columns are different in every row: {names}.", names=", ".join(unique))
        return
    pairs = [
        pair
        for pair in combinations([*card.canonical, *names], 2)
        if set(pair) & set(card.canonical) and _is_unique(rows, pair)
    ]
    if pairs:
        told = tuple(map(together, pairs[:5]))
        yield said("Together, these columns are different in every row: {told:;}.", told=told)
    else:
        yield "No column, and no pair with the numbering, is different in every row."


def _short_columns(rows: list[Row]) -> list[str]:
    """Columns that hold a number in every row."""
    names = list(dict.fromkeys(name for row in rows[:100] for name in column_names(row.fields)))
    return [name for name in names if all(_NUMBERED.fullmatch(_value(row, name)) for row in rows)]


def _is_unique(rows: list[Row], names: tuple[str, ...]) -> bool:
    seen: set[tuple[str, ...]] = set()
    for row in rows:
        key = tuple(_value(row, name) for name in names)
        if key in seen:
            return False
        seen.add(key)
    return True


def _value(row: Row, name: str) -> str:
    try:
        return as_text(find(Placeholder.of(name), row.fields), name)
    except ValueProblem:
        return ""
