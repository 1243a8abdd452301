"""The folder that `pack` writes and `learn` reads: arrays and one header. Needs numpy alone.

    texts_pieces, texts_lengths, texts_languages          all texts end to end [pieces] uint16; [texts] uint8
    questions_pieces, questions_lengths, questions_languages      the same of questions
    parallel [n, 2] int32         Arabic text, English text
    near [n, 2] int32             two questions that ask the same
    lessons [n, 2 + 8] int32      question, text that answers, texts that do not; -1 where there are fewer
    lesson_weights [n] float32
    judged [n, 6] int32           question, text, whether it answers, part, language asked in, whether it is the first
    start_<name>                  the start model (`start`)
    pack.json                     kind, version, and what `Facts` holds; written last
    tokenizer.json                what cut the texts

Languages are 0 (Arabic) and 1 (English). The first `taught_questions` questions and `taught_texts` texts may teach;
those behind them are measured by, and no step may draw one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.errors import BuildError
from training.settings import CONTRASTS

KIND, VERSION = "isnad-reader-pack", 2  # 1: only the first part taught
HEADER, TOKENIZER = "pack.json", "tokenizer.json"
LESSON = 2  # numbers of a lesson before its contrasts
TEACHING = 2  # so many of the parts of what was judged teach, the first ones; all others are measured
_REMEDY = "write the folder anew with `python -m training pack`"
_DIMENSIONS = {
    **{f"{of}_{what}": 1 for of in ("texts", "questions") for what in ("pieces", "lengths", "languages")},
    "parallel": 2,
    "near": 2,
    "lessons": 2,
    "lesson_weights": 1,
    "judged": 2,
}
_COLUMNS = {"parallel": 2, "near": 2, "lessons": LESSON + CONTRASTS, "judged": 6}


@dataclass(frozen=True, slots=True)
class Facts:
    """What the arrays do not tell."""

    english: int  # pieces before the Arabic ones, the special ones among them
    arabic: int
    heads: int  # of the start model
    parts: tuple[str, ...]  # names of what was judged, by number; the first `TEACHING` teach
    taught_questions: int
    taught_texts: int


@dataclass(frozen=True, slots=True)
class Packed:
    """An open pack."""

    arrays: Mapping[str, NDArray[Any]]
    start: Mapping[str, NDArray[Any]]
    facts: Facts
    tokenizer: bytes

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.arrays[name]


def write_packed(folder: Path, packed: Packed) -> None:
    """Write a pack; the header comes last, so a folder without one is none."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / HEADER).unlink(missing_ok=True)
    for name, array in packed.arrays.items():
        np.save(folder / f"{name}.npy", array)
    for name, array in packed.start.items():
        np.save(folder / f"start_{name}.npy", array)
    (folder / TOKENIZER).write_bytes(packed.tokenizer)
    header = {"kind": KIND, "version": VERSION, "start": sorted(packed.start), **asdict(packed.facts)}
    (folder / HEADER).write_text(json.dumps(header, indent=1) + "\n", "utf-8")


def open_packed(folder: Path) -> Packed:
    """Read a pack; raises `BuildError` where it is none, or its arrays do not fit one another."""
    header = _header(folder)
    facts = Facts(
        **{name: header[name] for name in Facts.__dataclass_fields__} | {"parts": (*header["parts"],)}
    )
    arrays = {name: _array(folder, name, dimensions) for name, dimensions in _DIMENSIONS.items()}
    start = {name: _array(folder, f"start_{name}") for name in header["start"]}
    packed = Packed(arrays, start, facts, (folder / TOKENIZER).read_bytes())
    _check(folder, packed)
    return packed


def _header(folder: Path) -> dict[str, Any]:
    path = folder / HEADER
    try:
        header = json.loads(path.read_text("utf-8"))
        known = (header["kind"], header["version"]) == (KIND, VERSION)
        missing = {*Facts.__dataclass_fields__, "start"} - {*header}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _unusable(path, "a header of kind and version", str(error)) from error
    if not known or missing:
        found = f"{header['kind']} {header['version']}, without {', '.join(sorted(missing)) or 'nothing'}"
        raise _unusable(path, f"{KIND} {VERSION}", found)
    return dict(header)


def _array(folder: Path, name: str, dimensions: int | None = None) -> NDArray[Any]:
    path = folder / f"{name}.npy"
    try:
        array: NDArray[Any] = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise _unusable(path, "an array", str(error)) from error
    columns = _COLUMNS.get(name)
    if dimensions not in (None, array.ndim) or (columns and array.shape[1] != columns):
        raise _unusable(path, f"{dimensions} dimensions, {columns or 'any'} columns", str(array.shape))
    return array


def _check(folder: Path, packed: Packed) -> None:
    """Raise where a number names what is not there, or a lesson what is measured by."""
    texts, questions = len(packed["texts_lengths"]), len(packed["questions_lengths"])
    facts, judged, lessons = packed.facts, packed["judged"], packed["lessons"]
    taught = judged[judged[:, 3] < TEACHING]
    for what, numbers, least, below in (
        ("pieces of texts", packed["texts_pieces"], 0, facts.english + facts.arabic),
        ("pieces of questions", packed["questions_pieces"], 0, facts.english + facts.arabic),
        ("parallel", packed["parallel"], 0, facts.taught_texts),
        ("near", packed["near"], 0, facts.taught_questions),
        ("questions of lessons", lessons[:, 0], 0, facts.taught_questions),
        ("texts of lessons", lessons[:, 1], 0, facts.taught_texts),
        ("contrasts of lessons", lessons[:, 2:], -1, facts.taught_texts),
        ("taught questions", taught[:, 0], 0, facts.taught_questions),
        ("taught texts", taught[:, 1], 0, facts.taught_texts),
        ("judged questions", judged[:, 0], 0, questions),
        ("judged texts", judged[:, 1], 0, texts),
        ("parts", judged[:, 3], 0, len(facts.parts)),
        ("texts that may teach", np.array([facts.taught_texts]), 0, texts + 1),
        ("questions that may teach", np.array([facts.taught_questions]), 0, questions + 1),
    ):
        if numbers.size and not (numbers.min() >= least and numbers.max() < below):
            raise _unusable(
                folder, f"{what} from {least} to below {below}", f"{numbers.min()} to {numbers.max()}"
            )
    for of in ("texts", "questions"):
        said, held = int(packed[f"{of}_lengths"].sum()), len(packed[f"{of}_pieces"])
        if said != held:
            raise _unusable(folder, f"{said} pieces of {of}", str(held))


def _unusable(where: Path, expected: str, found: str) -> BuildError:
    return BuildError(
        "the pack of the reader's lessons cannot be used",
        expected=expected,
        found=found[:200],
        where=str(where),
        remedy=_REMEDY,
    )
