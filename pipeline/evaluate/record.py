"""What an evaluation leaves in a snapshot.

The file `evaluation.json` holds the table and the failures, numbers rounded, keys sorted; it names no snapshot,
because the snapshot's name is a digest of it. `summary` is what the manifest says of it: the figures in which a
snapshot may not fall behind another (`pipeline.snapshot.rules.behind`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

from pipeline.evaluate.outcome import ERRORS
from pipeline.evaluate.run import Evaluation
from pipeline.evaluate.table import ALL, DIGITS
from schemas.manifest import Evaluation as Summary
from schemas.manifest import Figure
from schemas.tables import canonical_json

FORMAT = 1
FEW = "mixed"  # questions in both languages: so few that one of them would be a figure that falls behind

# The figures that are watched: name in the table, and whether more is better.
WATCHED = {
    "mrr_10": True,
    "recall_100": True,
    "hit_5": True,
    "coverage": True,
    "right_of_answered": True,
    "false_answer_rate": False,
    "augrc": False,
}


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
    """What the manifest says: the watched figures of the test part, in all languages and in Arabic and English."""
    figures = [
        Figure(
            name=f"{row.language}/{name}", value=round(value, DIGITS), better="higher" if more else "lower"
        )
        for row in evaluation.table
        if (row.split, row.kind) == ("test", ALL) and row.language != FEW
        for name, more in WATCHED.items()
        if (value := getattr(row, name)) is not None
    ]
    return Summary(
        digest=hashlib.sha256(as_bytes(evaluation)).hexdigest(),
        questions=_digest_of_questions(evaluation),
        figures=tuple(sorted(figures, key=lambda figure: figure.name)),
    )


def _digest_of_questions(evaluation: Evaluation) -> str:
    # An empty `wrong` decides nothing and is left out: so is it in snapshots from before there was such a list.
    asked = [
        one.question.model_dump(mode="json", exclude=None if one.question.wrong else {"wrong"})
        for one in evaluation.outcomes
    ]
    return hashlib.sha256(canonical_json(asked)).hexdigest()
