"""Question sets of others: measured on where they lie, and never passed on.

They are looked for in the folder that ISNAD_EVALSETS names, else in `shared/evalsets` beside the project. What is
not there is skipped, and the result says so. A set is told by its name:

    quran-qa-2023   174 questions (train), judged on 1,266 passages of the Qur'an; verses found are mapped to them
    quqa            questions judged on verses
    haqa            questions judged on narrations; a narration counts when it holds the judged words
    negatives       questions about other things, which must be declined; each of the sources that they are from is told
                    by itself (`STRANGERS`), for the worst of them says more than their mean

Questions that a set marks as having no answer in it are left out of ranking measures: the corpus may answer them.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pipeline.answer.bounds import upper_bound
from pipeline.evaluate.ranking import average_precision, hit, mean, recall, reciprocal_rank
from pipeline.evaluate.run import AnswerFunction
from pipeline.evaluate.table import rounded
from pipeline.index.types import Filters, SearchResult
from pipeline.text import skeleton
from schemas.document import Document
from schemas.errors import QuestionError
from schemas.reference import Kind

VARIABLE = "ISNAD_EVALSETS"
VERSES, HADITH = Filters(kinds=("quran",)), Filters(kinds=("hadith",))
VERSES_DEEP = 800  # verses fetched so that a hundred passages come together
SHINGLE = 3  # words in a row that are compared
HELD = 0.7  # share of a narration's shingles that a document must hold
NEGATIVES = 500  # asked of each source
STRANGERS = (("CLINC150", "en"), ("SelfAware", "en"), ("TyDiQA", "ar"), ("XQuAD", "ar"), ("XQuAD", "en"))
SHOWN = 80  # characters of a line that cannot be read
Read = TypeVar("Read")


class Opened(Protocol):
    """What is needed of an index here."""

    @property
    def counts(self) -> Mapping[str, int]:
        """Documents, by name."""

    def search(self, question: str, *, k: int = 20, filters: Filters = ...) -> SearchResult:
        """The best k documents."""

    def document(self, ordinal: int) -> Document:
        """The document of an ordinal."""


@dataclass(frozen=True, slots=True)
class ExternalResult:
    """What one set measured; `skipped` says why when it did not."""

    name: str
    questions: int = 0
    left_out: int = 0  # without anything relevant in this index
    map_10: float | None = None
    mrr_10: float | None = None
    recall_10: float | None = None
    recall_100: float | None = None
    hit_5: float | None = None
    false_answers: int | None = None
    false_answer_rate: float | None = None
    false_answer_bound: float | None = None
    skipped: str = ""

    def as_dict(self) -> dict[str, object]:
        """By name, numbers rounded."""
        return rounded(asdict(self))


def evalsets_folder() -> Path:
    """Where the sets are looked for; it need not exist."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else Path(__file__).parents[3] / "shared" / "evalsets"


def measure_external(
    index: Opened, answer: AnswerFunction, folder: Path | None = None
) -> list[ExternalResult]:
    """Every set that is there."""
    folder = folder or evalsets_folder()
    measures: list[tuple[str, str, Callable[[Path], ExternalResult]]] = [
        ("quran-qa-2023", "quranqa2023_taskA", partial(quran_passages, index)),
        ("quqa", "quqa", partial(verses, index)),
        ("haqa", "haqa", partial(narrations, index)),
        *((strangers_name(*one), "negatives", partial(negatives, index, answer, *one)) for one in STRANGERS),
    ]
    return [
        measure(folder / place)
        if (folder / place).is_dir()
        else ExternalResult(name, skipped=f"there is no folder {folder / place}; name it with {VARIABLE}")
        for name, place, measure in measures
    ]


def quran_passages(index: Opened, folder: Path) -> ExternalResult:
    """Qur'an QA 2023, task A: a passage stands where its best verse stands."""
    of_verse = passages_of_verses([row["id"] for row in rows_of(folder / "passages.jsonl")])

    def find(question: str) -> list[str]:
        hits = index.search(question, k=VERSES_DEEP, filters=VERSES).hits
        return list(dict.fromkeys(passage for one in hits for passage in of_verse.get(one.reference, ())))

    return _ranked("quran-qa-2023", _questions(folder), judged_in(folder / "qrels.tsv"), find)


def verses(index: Opened, folder: Path) -> ExternalResult:
    """QUQA: the judged verses themselves."""
    judged = {
        question: {f"quran:{verse}" for verse in found}
        for question, found in judged_in(folder / "qrels.tsv").items()
    }
    return _ranked("quqa", _questions(folder), judged, lambda question: _found(index, question, VERSES))


def narrations(index: Opened, folder: Path) -> ExternalResult:
    """HAQA: every narration that holds the judged words is relevant, in whichever collection."""
    words = {row["id"]: row["text"] for row in rows_of(folder / "passages.jsonl")}
    holding = _documents_holding(index, words)
    judged = {
        question: {reference for one in found for reference in holding.get(one, ())}
        for question, found in judged_in(folder / "qrels.tsv").items()
    }
    return _ranked("haqa", _questions(folder), judged, lambda question: _found(index, question, HADITH))


def strangers_name(source: str, language: str) -> str:
    """What the questions of a source, in a language, are called."""
    return f"strangers-{source.lower()}-{language}"


def negatives(
    index: Opened, answer: AnswerFunction, source: str, language: str, folder: Path
) -> ExternalResult:
    """Questions about other things from one source, evenly picked; those flagged as perhaps on topic are left out."""
    rows = [
        row
        for row in rows_of(folder / f"queries_{language}.jsonl", "source")
        if row["source"].startswith(source) and not row.get("maybe_on_topic")
    ]
    count = min(NEGATIVES, len(rows))
    chosen = [rows[place * len(rows) // count] for place in range(count)]
    wrong = sum(answer(index, row["text"]).verdict.answered for row in chosen)
    return ExternalResult(
        strangers_name(source, language),
        questions=count,
        false_answers=wrong,
        false_answer_rate=wrong / count if count else None,
        false_answer_bound=upper_bound(wrong, count),
    )


def _found(index: Opened, question: str, filters: Filters) -> list[str]:
    return [one.reference for one in index.search(question, k=100, filters=filters).hits]


def _ranked(
    name: str,
    questions: Mapping[str, str],
    judged: Mapping[str, set[str]],
    find: Callable[[str], Sequence[str]],
) -> ExternalResult:
    usable = [(text, judged[one]) for one, text in sorted(questions.items()) if judged.get(one)]
    runs = [(find(text), relevant) for text, relevant in usable]
    return ExternalResult(
        name,
        questions=len(runs),
        left_out=len(questions) - len(runs),
        map_10=mean(average_precision(found, relevant) for found, relevant in runs),
        mrr_10=mean(reciprocal_rank(found, relevant) for found, relevant in runs),
        recall_10=mean(recall(found, relevant, 10) for found, relevant in runs),
        recall_100=mean(recall(found, relevant, 100) for found, relevant in runs),
        hit_5=mean(hit(found, relevant, 5) for found, relevant in runs),
    )


def _documents_holding(index: Opened, words: Mapping[str, str]) -> dict[str, set[str]]:
    """For each narration of the set, the documents that hold most of its shingles."""
    wanted: dict[tuple[str, ...], list[str]] = defaultdict(list)
    totals: dict[str, int] = {}
    for name, text in words.items():
        own = set(_shingles(text))
        totals[name] = len(own)
        for shingle in own:
            wanted[shingle].append(name)
    holding: dict[str, set[str]] = defaultdict(set)
    for ordinal in range(index.counts["documents"]):
        document = index.document(ordinal)
        if document.kind != Kind.HADITH or not document.text_ar:
            continue
        shared = Counter(
            name for shingle in set(_shingles(document.text_ar)) for name in wanted.get(shingle, ())
        )
        for name, count in shared.items():
            if count >= HELD * totals[name]:
                holding[name].add(document.id)
    return holding


def _shingles(text: str) -> Iterator[tuple[str, ...]]:
    words = skeleton(text).split()
    return (tuple(words[place : place + SHINGLE]) for place in range(len(words) - SHINGLE + 1))


def passages_of_verses(passages: Iterable[str]) -> dict[str, list[str]]:
    """The passages that each verse is part of, in their order; they are named as in `2:3-5`."""
    of_verse: dict[str, list[str]] = defaultdict(list)
    for passage in passages:
        for verse in _verses_of(passage):
            of_verse[verse].append(passage)
    return of_verse


def _verses_of(passage: str) -> list[str]:
    """`2:3-5` to the ids of its verses."""
    named = re.fullmatch(r"([0-9]+):([0-9]+)(?:-([0-9]+))?", passage)
    if named is None:
        raise QuestionError(
            "a passage of an external set is not named by its verses",
            expected="a name as 2:3-5",
            found=passage,
            remedy="bring the set again",
        )
    surah, first, last = named.groups(default=named[2])
    return [f"quran:{surah}:{ayah}" for ayah in range(int(first), int(last) + 1)]


def _questions(folder: Path) -> dict[str, str]:
    return {row["id"]: row["text"] for row in rows_of(folder / "queries.jsonl")}


def judged_in(path: Path) -> dict[str, set[str]]:
    """Relevant ids by question, from a table of question, document, relevance; raises `QuestionError`."""
    judged: dict[str, set[str]] = defaultdict(set)
    expected = "a question, a document and a whole number, with tabs between them"
    for question, document, relevance in _read(path, _judgement, expected, headings=1):
        if relevance > 0:
            judged[question].add(document)
    return judged


def _judgement(line: str) -> tuple[str, str, int]:
    question, document, relevance, *_ = line.split("\t")
    return question, document, int(relevance)


def rows_of(path: Path, *more: str) -> list[dict[str, Any]]:
    """The rows of a file of JSON Lines, each with texts in `id`, `text` and `more`; raises `QuestionError`."""
    fields = ("id", "text", *more)

    def row(line: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(line)
        if not all(isinstance(found[name], str) for name in fields):
            raise TypeError
        return found

    return _read(path, row, f"JSON with texts in {', '.join(fields)}")


def _read(path: Path, one: Callable[[str], Read], expected: str, headings: int = 0) -> list[Read]:
    """What `one` reads in each line that is not empty; raises `QuestionError` where it cannot."""
    found = []
    for number, line in enumerate(_text(path).split("\n"), start=1):  # a question may hold U+2028
        if number <= headings or not line.strip():
            continue
        try:
            found.append(one(line))
        except (KeyError, TypeError, ValueError) as error:
            raise QuestionError(
                "a line of an external set cannot be read",
                expected=expected,
                found=line[:SHOWN],
                where=f"{path}, line {number}",
                remedy="bring the set again",
            ) from error
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionError(
            "a file of an external set cannot be read",
            found=str(error),
            where=str(path),
            remedy=f"bring the set again, or name another folder with {VARIABLE}",
        ) from error
