"""docs/text.md: how a text is normalised, from the steps and the golden cases of `tests/text`."""

from __future__ import annotations

import json
from pathlib import Path

from pipeline.evaluate.report import markdown_table
from pipeline.text import STEPS, analyse, explain, normalise

CASES = Path(__file__).parents[1] / "tests" / "text"


def _read(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines() if line.strip()]


def _visible(text: str) -> str:
    """A text for a table cell: what cannot be seen is named by its code point."""
    shown = "".join(
        character
        if character.isprintable() and not "\ue000" <= character <= "\uf8ff"
        else f"[U+{ord(character):04X}]"
        for character in text
    )
    return shown.replace("<", "&lt;") or "(nothing)"


def _tokens(one: str, other: str) -> str:
    """The tokens that both have, or those of each."""
    left, right = (" ".join(analyse(text)) or "(a stop word)" for text in (one, other))
    return left if left == right else f"{left} / {right}"


def _pairs(name: str) -> list[str]:
    """A table of pairs of words that meet or stay apart."""
    rows: list[tuple[str, ...]] = [
        (pair["one"], pair["other"], _tokens(pair["one"], pair["other"]), pair["reason"])
        for pair in _read(f"{name}.jsonl")
    ]
    return markdown_table(("one", "other", "tokens", "why"), rows)


def _case_rows(cases: list[dict[str, str]]) -> list[tuple[str, ...]]:
    return [
        (
            _visible(case["input"]),
            _visible(normalise(case["input"])),
            ", ".join(step.name for step in explain(case["input"])) or "none",
            case["reason"],
        )
        for case in cases
    ]


def render_text_page() -> str:
    """The whole of `docs/text.md`."""
    cases, pairs = (_read(f"{name}.jsonl") for name in ("cases", "uthmani_pairs"))
    sound = [case for case in cases if not case.get("known_failure")]
    failing = [case for case in cases if case.get("known_failure")]
    head = ("written", "searched", "steps", "why")
    lines = [
        "# From characters to tokens",
        "",
        "Generated from `pipeline/text` and the golden cases in `tests/text`. Originals are never changed: this is how",
        "the form that is searched is derived from them, for building and for asking alike.",
        "",
        "## Steps, in order",
        "",
        *markdown_table(("step", "what it does"), [(f"`{step.name}`", step.does) for step in STEPS]),
        "",
        "## Cases",
        "",
        *markdown_table(head, _case_rows(sound)),
        "",
        "## Spelling of the codex",
        "",
        *markdown_table(
            ("codex", "modern", "searched", "tokens", "rule"),
            [
                (
                    pair["uthmani"],
                    pair["modern"],
                    normalise(pair["uthmani"]),
                    ", ".join(analyse(pair["uthmani"])) or "(a stop word)",
                    pair["reason"],
                )
                for pair in pairs
            ],
        ),
        "",
        "## Arabic words",
        "",
        "Which words are found by one another, and which are not.",
        "",
        *_pairs("arabic_pairs"),
        "",
        "## English words",
        "",
        "The same.",
        "",
        *_pairs("english_pairs"),
        "",
        "## Known failures",
        "",
        "Each is a test that must fail; the day one passes, it moves up.",
        "",
        *markdown_table(
            ("written", "wanted", "found", "why it stays"),
            [
                (_visible(case["input"]), case["expected"], normalise(case["input"]), case["reason"])
                for case in failing
            ],
        ),
        "",
    ]
    return "\n".join(lines)
