"""Documents that another source has too: found before the sources are put together, and shown once.

A card says which sources may hold the same texts (`copies`). A document is a copy of one in such a source when it is
of the same kind, has the same words, and has them in no language that the other lacks. The words are those of the
Arabic where there is any, else of the English; they are the same when their letters and digits are, whatever the
vowels, marks and blanks. Fewer than 20 letters are never taken for a copy. A verse must be the same verse, byte for
byte in both languages.

Of several sources the first in the profile has the document, of its documents with the same words the first that has
them in most languages; a copy of a copy is that document's. The copies are left out of the table and kept beside it
(`schemas.tables.COPIES`), each with the id that its source gives it, so that the id goes on naming these words. What
only a copy says of them, its grade, is told with the document, and whose grade it is (`grades`).

What it does not do: look for likeness. Texts that differ by a word are two documents.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from schemas.card import SourceCard
from schemas.reference import Kind
from schemas.tables import COPIES

FEWEST = 20  # letters
BATCH = 8192
_TEXTS = ("question_ar", "text_ar", "question_en", "text_en")
_TOLD = ("id", "title_ar", "title_en", "author", "grade", "url", "digest")
_FOLDED = (("[أإآٱ]", "ا"), ("ى", "ي"), ("ة", "ه"), ("ؤ", "و"), ("ئ", "ي"))
_NOT_WORDS = r"[^\p{L}\p{N}]+|ـ"


@dataclass(frozen=True, slots=True)
class _Original:
    """A document that others may be copies of."""

    id: str
    source: str
    languages: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Row:
    """A document as far as it is compared. `key` names its words."""

    key: bytes
    languages: frozenset[str]
    told: Mapping[str, str | None]


def find_copies(
    tables: Mapping[str, Path], cards: Mapping[str, SourceCard], order: Sequence[str]
) -> pa.Table:
    """The copies among the documents of a profile, in the order of their ids as text.

    `tables`: documents.parquet by source. `order`: the sources, the preferred ones first.
    """
    wanted = {name for card in cards.values() if card.copies for name in card.copies.of}
    originals: dict[str, dict[bytes, _Original]] = {}
    found: list[dict[str, str | None]] = []
    for source in order:
        copies = cards[source].copies
        earlier = [originals[name] for name in order if copies and name in copies.of and name in originals]
        if not earlier and source not in wanted:
            continue
        mine: dict[bytes, _Original] = {}
        for row in _rows(tables[source]):
            same = (held.get(row.key) for held in earlier)
            original = next((one for one in same if one and row.languages <= one.languages), None)
            if original is not None:
                found.append({**row.told, "source": source, "of": original.id, "of_source": original.source})
            else:
                original = _Original(str(row.told["id"]), source, row.languages)
            before = mine.get(row.key)
            if before is None or before.languages < original.languages:
                mine[row.key] = original
        originals[source] = mine
    return pa.Table.from_pylist(sorted(found, key=lambda copy: str(copy["id"])), schema=COPIES)


def grades(copies: pa.Table, cards: Mapping[str, SourceCard]) -> dict[str, str]:
    """What copies say of the soundness of documents, by the documents' ids, each with the name of its source."""
    told: dict[str, dict[str, None]] = {}
    for original, source, grade in zip(
        *(copies[name].to_pylist() for name in ("of", "source", "grade")), strict=True
    ):
        if grade:
            told.setdefault(original, {})[f"{grade} ({cards[source].titles.en})"] = None
    return {original: "; ".join(found) for original, found in told.items()}


def counted(copies: pa.Table) -> dict[tuple[str, str], int]:
    """How many documents of one source are copies of another's."""
    pairs = zip(copies["source"].to_pylist(), copies["of_source"].to_pylist(), strict=True)
    return dict(sorted(Counter(pairs).items()))


def write_copies(copies: pa.Table, path: Path) -> None:
    """Write the table as an Arrow file, in one batch."""
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, COPIES) as writer:
        writer.write_table(copies.combine_chunks())


def ids_by_source(copies: pa.Table) -> dict[str, pa.Array]:
    """The ids of copies, by the source that gives them."""
    names = sorted(set(copies["source"].to_pylist()))
    return {name: copies.filter(pc.equal(copies["source"], name))["id"].combine_chunks() for name in names}


def _rows(path: Path) -> Iterator[_Row]:
    """The documents of a source that have words enough to be compared."""
    names = [*_TOLD, "kind", *_TEXTS]
    for batch in pq.ParquetFile(path).iter_batches(batch_size=BATCH, columns=names):
        columns = {name: batch.column(name).to_pylist() for name in (*_TOLD, "kind")}
        raw = {name: batch.column(name).to_pylist() for name in _TEXTS}
        words = {name: _words(batch.column(name)) for name in _TEXTS}
        for place, kind in enumerate(columns["kind"]):
            told = {name: columns[name][place] for name in _TOLD}
            languages = frozenset(language for language in ("ar", "en") if raw[f"text_{language}"][place])
            if kind == Kind.QURAN:
                said = (str(told["id"]), raw["text_ar"][place], raw["text_en"][place])
            else:
                tongue = "ar" if "ar" in languages else "en"
                said = (tongue, words[f"question_{tongue}"][place], words[f"text_{tongue}"][place])
                if len(said[1]) + len(said[2]) < FEWEST:
                    continue
            yield _Row(_digest(kind, said), languages, told)


def _words(column: pa.Array) -> list[str]:
    """The letters and digits of texts, folded; "" where there is none."""
    folded = pc.replace_substring_regex(pc.utf8_lower(column.fill_null("")), _NOT_WORDS, "")
    for pattern, letter in _FOLDED:
        folded = pc.replace_substring_regex(folded, pattern, letter)
    words: list[str] = folded.to_pylist()
    return words


def _digest(kind: str, said: tuple[str | None, ...]) -> bytes:
    return hashlib.blake2b(
        "\0".join((kind, *(text or "" for text in said))).encode(), digest_size=16
    ).digest()
