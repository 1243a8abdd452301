"""The part of docs/evaluation.md that is derived: which questions there are, and what each column means.

It stands between two markers; `renewed` gives a page with that part written anew. A test fails when the page
that is kept differs.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from pipeline.evaluate.report import COLUMNS, markdown_table
from pipeline.evaluate.sets import read_set, set_names
from schemas.errors import ConfigurationError

BEGIN, END = "<!-- derived: begin -->", "<!-- derived: end -->"

MEANINGS = {
    "part": "`fit`, `calibrate` or `test`; “all” takes them together",
    "language": "of the question",
    "kind": "of the question; “all” takes them together",
    "questions": "how many are counted in the row",
    "MAP@10": "mean of average precision in the first ten, divided by *all* relevant documents",
    "MRR@10": "mean of 1 / rank of the first relevant document, 0 beyond the tenth",
    "R@10": "mean share of the relevant documents that are among the first ten",
    "R@100": "mean share of the relevant documents that are among the first hundred",
    "hit@5": "share of questions with a relevant document among the first five",
    "answered": "answered, of the questions that have an answer (coverage)",
    "from a right text": "answers with an expected reference among their sources, of the answers to those",
    "false answers": "answered, of the questions that must be declined",
    "at most (95 %)": "exact upper bound of the share before it, one-sided (Clopper and Pearson)",
    "AUGRC": "area under the generalised risk-coverage curve; a wrong text is an error too; lower is better",
    "twins won": "pairs in which the answerable twin has more confidence than its near miss; a tie is a half",
}


def described(folder: Path | None) -> str:
    """The derived part, without its markers."""
    lines = [
        "## The questions",
        "",
        *markdown_table(
            ["set", "questions", "English", "Arabic", "mixed", "to decline", "fit", "calibrate", "test"],
            (_set_row(name, folder) for name in set_names(folder)),
        ),
        "",
        "## The columns",
        "",
        *markdown_table(["column", "meaning"], ([name, MEANINGS[name]] for name, _ in COLUMNS)),
    ]
    return "\n".join(lines)


def renewed(page: str, folder: Path | None = None) -> str:
    """The page with its derived part written anew; raises when the markers are not there once each, in order."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end or BEGIN in rest or END in after:
        raise ConfigurationError(
            "a page has no place for its derived part",
            expected=f"{BEGIN} and {END}, once each",
            remedy="put both markers back, each on a line of its own",
        )
    return f"{before}{BEGIN}\n{described(folder)}\n{END}{after}"


def _set_row(name: str, folder: Path | None) -> list[str]:
    questions = read_set(name, folder)
    languages = Counter(question.language for question in questions)
    parts = Counter(question.split for question in questions)
    declined = sum(question.expect == "decline" for question in questions)
    counts = [len(questions), *(languages[code] for code in ("en", "ar", "mixed")), declined]
    return [f"`{name}`", *map(str, (*counts, *(parts[part] for part in ("fit", "calibrate", "test"))))]
