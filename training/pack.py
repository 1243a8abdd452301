"""A snapshot, the question sets and the start model -> the folder that `learn` reads.

What teaches is numbered first, and what is only measured by behind it: no step draws from there. Not told: ids of
documents or sources; the pack holds pieces of words and numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from pipeline.answer.resources import resources_of
from pipeline.index import Index
from pipeline.index.documents import FILE as DOCUMENTS_FILE
from schemas.errors import BuildError
from schemas.question import Question
from training.contrasts import Listed, find, searched, with_contrasts
from training.judged import PARTS, TAUGHT, Judged, add_judged, judged_in, questions_of
from training.packed import TEACHING, Facts, Packed, write_packed
from training.settings import CONTRASTS, RECIPE, SPECIAL, Cutting, Recipe
from training.start import start_of
from training.texts import CODES, ENGLISH, Corpus, Numbered, corpus_of
from training.vocabulary import tokenizer_of, vocabulary_of

_AT_ONCE = 20_000  # texts that are cut into pieces together
_MOST_PIECES = 1 << 16  # a number of a piece is a uint16

Say = Callable[[str], None]


def pack(
    snapshots: Sequence[Path],
    start: Path,
    out: Path,
    say: Say,
    recipe: Recipe = RECIPE,
) -> None:
    """Write the pack.

    Args:
        snapshots: folders of opened snapshots. The first one's documents teach; texts for the questions whose texts
            were judged are looked for in each.
        start: the folder of the English model.

    Raises:
        IsnadError: a snapshot, the model or a question set cannot be used.
    """
    indexes = [Index.open(folder) for folder in snapshots]
    for index in indexes:
        resources_of(index)  # what cannot be read is told now, and not when all else is done
        index.reader = None  # a reader that is taught learns from no order that another made
    corpus = corpus_of(snapshots[0] / DOCUMENTS_FILE, recipe.cutting)
    say(f"{len(corpus.texts)} texts, {len(corpus.questions)} questions, {len(corpus.lessons)} lessons")
    vocabulary = vocabulary_of(corpus, start, recipe.pieces)
    say(f"{vocabulary.english} English pieces, {vocabulary.arabic} Arabic ones")
    todo = searched(corpus.lessons, recipe.searched)
    found = {number: find(indexes[0], corpus.questions.texts[number], recipe.searched) for number in todo}
    lessons = with_contrasts(corpus, found)
    say(f"{len(lessons)} lessons with what the search finds beside their texts")
    judged = [one for index in indexes for one in judged_in(index)]
    tokenizer = tokenizer_of(vocabulary.pieces)
    packed = packed_of(corpus, lessons, judged, tokenizer, recipe.cutting)
    arrays, heads = start_of(start, vocabulary.of_start)
    facts = Facts(vocabulary.english, vocabulary.arabic, heads, PARTS, *packed.taught)
    write_packed(out, Packed(packed.arrays, arrays, facts, tokenizer.to_str(pretty=True).encode()))
    say(f"{len(judged)} judged texts; written to {out}")


@dataclass(frozen=True, slots=True)
class Numbers:
    """The arrays of lessons, and how many questions and texts may teach."""

    arrays: dict[str, NDArray[np.generic]]
    taught: tuple[int, int]


def packed_of(
    corpus: Corpus,
    lessons: Sequence[Listed],
    judged: Sequence[Judged],
    tokenizer: Tokenizer,
    cutting: Cutting,
) -> Numbers:
    """Everything by number, what teaches before what is measured by. The corpus is added to."""
    if not lessons:
        raise BuildError(
            "the documents teach nothing: no question was found with a text that answers it",
            expected="fatwas, narrations under chapters, or books with headings",
            remedy="build the profile full, or name another snapshot",
        )
    teaching = [one for one in judged if one.part < TEACHING]
    rows = add_judged(corpus, teaching)
    add_near(corpus, [one for one, _ in questions_of(TAUGHT)])
    taught = len(corpus.questions), len(corpus.texts)
    rows += add_judged(corpus, [one for one in judged if one.part >= TEACHING])
    arrays: dict[str, NDArray[np.generic]] = {
        "parallel": _rows(corpus.parallel, 2),
        "near": _rows(corpus.near, 2),
        "lessons": _rows([_lesson(one) for one in lessons], 2 + CONTRASTS),
        "lesson_weights": np.array([one.weight for one in lessons], np.float32),
        "judged": _rows(_each_once(rows), 6),
        **_numbered(corpus.texts, "texts", tokenizer, cutting.text_pieces),
        **_numbered(corpus.questions, "questions", tokenizer, cutting.question_pieces),
    }
    return Numbers(arrays, taught)


def _each_once(rows: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Of rows with the same question and text the first: two snapshots may show one place."""
    first: dict[tuple[int, ...], tuple[int, ...]] = {}
    for row in rows:
        first.setdefault(row[:2], row)
    return list(first.values())


def add_near(corpus: Corpus, questions: Sequence[Question]) -> None:
    """Questions of one template ask the same, each as the one before it."""
    templates: dict[str, list[int | None]] = defaultdict(list)
    for one in questions:
        number = corpus.questions.add(one.question, CODES.get(one.language, ENGLISH))
        templates[one.template].append(number)
    for numbers in templates.values():
        for first, second in pairwise(numbers):
            corpus.alike(first, second)


def _lesson(one: Listed) -> tuple[int, ...]:
    kept = one.contrasts[:CONTRASTS]
    return one.question, one.text, *kept, *[-1] * (CONTRASTS - len(kept))


def _rows(rows: Sequence[Sequence[int]], columns: int) -> NDArray[np.int32]:
    return np.array(rows, np.int32).reshape(-1, columns)


def _numbered(texts: Numbered, name: str, tokenizer: Tokenizer, most: int) -> dict[str, NDArray[np.generic]]:
    """The pieces of texts, end to end, no more than `most` of each; how many each has; and its language."""
    if tokenizer.get_vocab_size() > _MOST_PIECES:
        raise BuildError(
            "the tokenizer knows more pieces than a pack can number",
            expected=f"at most {_MOST_PIECES}, {len(SPECIAL)} special ones among them",
            found=str(tokenizer.get_vocab_size()),
            remedy="ask for fewer Arabic pieces, or keep fewer English ones",
        )
    cut: list[NDArray[np.uint16]] = [np.empty(0, np.uint16)]
    for at in range(0, len(texts), _AT_ONCE):
        for encoded in tokenizer.encode_batch(texts.texts[at : at + _AT_ONCE], add_special_tokens=False):
            cut.append(np.array(encoded.ids[:most], np.uint16))
    return {
        f"{name}_pieces": np.concatenate(cut),
        f"{name}_lengths": np.array([len(one) for one in cut[1:]], np.uint8),
        f"{name}_languages": np.array(texts.languages, np.uint8),
    }
