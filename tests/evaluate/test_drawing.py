"""Letters to label are drawn by their names: none that is held, none like it, and most in the first person."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import zstandard

from pipeline.evaluate.drawing import FIRST_PERSON, MOST_WORDS, drawn, main

OWN, RULE = (
    "My debt of year {n} is number {n} and I forgot it",
    "What is the rule {n} of debts in year {n} of trade",
)
LETTERS = {f"f#{n}": (OWN if n % 4 else RULE).format(n=n) for n in range(400)}


def test_most_letters_drawn_speak_in_the_first_person_and_each_run_is_as_mixed() -> None:
    rows = drawn("site", LETTERS, [], [], 100)
    own = ["My" in LETTERS[row] for row in rows]
    assert len(set(rows)) == 100
    assert sum(own) == 100 * FIRST_PERSON
    assert 25 < sum(own[:50]) < 45
    assert drawn("site", dict(reversed(LETTERS.items())), [], [], 100) == rows
    assert drawn("other", LETTERS, [], [], 100) != rows


def test_where_few_letters_speak_so_others_are_drawn() -> None:
    assert len(drawn("site", LETTERS, [], [], 395)) == 395
    assert len(drawn("site", LETTERS, [], [], 1000)) == 400


def test_held_letters_near_copies_and_very_long_ones_are_passed_over() -> None:
    letters = {
        "a": "I lent my brother a sum of money and he has not paid it back to me",
        "b": "I lent my brother a sum of money and he has not paid it back to us",
        "c": "هل يجوز لي أن أبيع بيتي الآن؟",
        "d": "word " * (MOST_WORDS + 1),
        "e": "too short",
    }
    assert len({"a", "b"} & set(drawn("site", letters, [], [], 9))) == 1
    assert drawn("site", letters, ["a"], [letters["a"]], 9) == ["c"]


def test_the_command_prints_rows_and_texts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"_path": "a/l.json", "id": n, "question": OWN.format(n=n)} for n in range(3)]
    with zstandard.open(tmp_path / "site.jsonl.zst", "wt", encoding="utf-8") as file:
        file.write("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "t.tsv").write_text(
        "source\trow\tlanguage\tpart\tlabel\nsite\tl.json#1\ten\tfit\teither\n", "utf-8"
    )
    main(str(tmp_path / "t.tsv"), str(tmp_path), "site", "5")
    printed = sorted(line.split("\t") for line in capsys.readouterr().out.splitlines())
    assert printed == [[f"l.json#{n}", OWN.format(n=n)] for n in (0, 2)]
