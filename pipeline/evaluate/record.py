"""What an evaluation leaves in a snapshot, and in what a new one falls behind another.

The file `evaluation.json` holds the table and the failures, numbers rounded, keys sorted; it names no snapshot,
because the snapshot's name is a digest of it. `summary` is what the manifest says of it, by which a publish is
judged; `behind` says the same of two files to a person.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from typing import Any

from pipeline.evaluate.outcome import ERRORS
from pipeline.evaluate.run import Evaluation
from pipeline.evaluate.table import ALL, DIGITS
from schemas.errors import SnapshotError
from schemas.manifest import TOLERATED_LOSS, Figure
from schemas.manifest import Evaluation as Summary
from schemas.tables import canonical_json

FORMAT = 1

# name in the table, how it is called, and whether more is better
WATCHED = (
    ("mrr_10", "reciprocal rank in the first ten", True),
    ("recall_100", "recall in the first hundred", True),
    ("hit_5", "share with a right text in the first five", True),
    ("coverage", "share of answerable questions answered", True),
    ("right_of_answered", "share of answers from a right text", True),
    ("false_answer_rate", "share of unanswerable questions answered", False),
    ("augrc", "area under the generalised risk-coverage curve", False),
)


def as_document(evaluation: Evaluation) -> dict[str, Any]:
    """The content of `evaluation.json`."""
    results = Counter(outcome.result for outcome in evaluation.outcomes)
    return {
        "format": FORMAT,
        "questions": {
            "count": len(evaluation.outcomes),
            "sha256": _digest_of_questions(evaluation),
        },
        "results": {name: results[name] for name in sorted(results)},
        "table": [row.as_dict() for row in evaluation.table],
        "failures": {
            kind: sorted(one.question.id for one in evaluation.outcomes if one.result == kind)
            for kind in ERRORS
        },
    }


def as_bytes(evaluation: Evaluation) -> bytes:
    """`evaluation.json`, one spelling."""
    return canonical_json(as_document(evaluation)) + b"\n"


def summary(evaluation: Evaluation) -> Summary:
    """What the manifest says: the watched figures of the test part, in all languages and in each."""
    figures = [
        Figure(
            name=f"{row.language}/{name}", value=round(value, DIGITS), better="higher" if more else "lower"
        )
        for row in evaluation.table
        if (row.split, row.kind) == ("test", ALL)
        for name, _, more in WATCHED
        if (value := getattr(row, name)) is not None
    ]
    return Summary(
        digest=hashlib.sha256(as_bytes(evaluation)).hexdigest(),
        questions=_digest_of_questions(evaluation),
        figures=tuple(sorted(figures, key=lambda figure: figure.name)),
    )


def _digest_of_questions(evaluation: Evaluation) -> str:
    asked = [one.question.model_dump(mode="json") for one in evaluation.outcomes]
    return hashlib.sha256(canonical_json(asked)).hexdigest()


def behind(parent: Mapping[str, Any], new: Mapping[str, Any], tolerance: float = TOLERATED_LOSS) -> list[str]:
    """In plain sentences, every measure in which `new` is worse than `parent` by more than `tolerance`.

    Compared are all questions of a language, and of both, in the test part. An empty list means that
    nothing fell behind. When the questions themselves differ, figures do not compare, and that is said instead.
    """
    old_rows, new_rows = _rows(parent), _rows(new)
    if parent["questions"] != new["questions"]:
        return [
            "the question sets differ, so the figures do not compare: evaluate the parent again with the new sets"
        ]
    return [
        sentence
        for key in sorted(old_rows, key=lambda key: (key[1] != "all", key))
        if key[0] == "test" and key[2] == "all"
        for sentence in _compare(key[1], old_rows[key], new_rows.get(key), tolerance)
    ]


def _compare(
    language: str, old: Mapping[str, Any], new: Mapping[str, Any] | None, tolerance: float
) -> list[str]:
    said = []
    for name, words, more_is_better in WATCHED:
        before, after = old.get(name), (new or {}).get(name)
        if before is None:
            continue
        if after is None:
            said.append(f"{_language(language)}: {words} was {before:.3f} and is not measured any more")
            continue
        loss = before - after if more_is_better else after - before
        if loss > tolerance + 1e-9:
            verb = "fell" if more_is_better else "rose"
            said.append(f"{_language(language)}: {words} {verb} from {before:.3f} to {after:.3f}")
    return said


def _language(code: str) -> str:
    return {"all": "all languages", "ar": "Arabic", "en": "English", "mixed": "mixed language"}.get(
        code, code
    )


def _rows(document: Mapping[str, Any]) -> dict[tuple[str, str, str], Mapping[str, Any]]:
    if document.get("format") != FORMAT:
        raise SnapshotError(
            "an evaluation has a format that this version does not read",
            expected=str(FORMAT),
            found=str(document.get("format")),
            remedy="evaluate that snapshot again",
        )
    return {(row["split"], row["language"], row["kind"]): row for row in document["table"]}
