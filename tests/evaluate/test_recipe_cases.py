"""The weights of told cases are fitted from labelled letters, the same each time, and written in place."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
import zstandard

from pipeline.answer.lexicon import Lexicon, default_lexicon
from pipeline.answer.routing.route import settled_before_cases
from pipeline.evaluate.letters import Letter, labelled
from pipeline.evaluate.recipes.__main__ import main
from pipeline.evaluate.recipes.cases import Sample, fit, fit_all, rewritten, samples, threshold
from schemas.errors import QuestionError
from schemas.question import Question

CASES = Path(__file__).parents[2] / "data" / "lexicon" / "cases.yaml"
STORY = "I quarrelled with my husband {n} years ago and he left us. What should I do now?"
RULE = "What is the ruling on giving zakat to {n} schools, and what is the evidence of the scholars?"
STORY_AR = "طلقت زوجتي قبل {n} سنوات ثم ندمت، فماذا علي أن أفعل؟"
RULE_AR = "ما حكم دفع الزكاة إلى {n} مدارس، وما الدليل من القرآن؟"


def invented(count: int = 24) -> list[Letter]:
    """Letters in both languages, every second one a case."""
    return [
        Letter("invented", f"{language}{n}", language, part, personal, text.format(n=n))
        for language, texts in (("en", (STORY, RULE)), ("ar", (STORY_AR, RULE_AR)))
        for n in range(count)
        for part in ["near" if n % 4 > 1 else "fit"]
        for personal, text in [(n % 2 == 0, texts[n % 2])]
    ]


def test_cases_and_rules_are_told_apart_and_the_same_numbers_come_each_time() -> None:
    lexicon = default_lexicon()
    first = fit_all(lexicon, invented(), [])
    assert first == fit_all(lexicon, list(reversed(invented())), [])
    assert list(first) == list(lexicon.case_models)
    for language, one in first.items():
        assert (one.crossed.recall, one.crossed.precision) == (1.0, 1.0), language
        assert {value % 16 for value in (*one.weights.values(), one.bias, one.least)} == {0}
    assert first["en"].weights["my"] > 0 > first["en"].weights["what"]
    assert first["ar"].weights["past1"] > 0 > first["ar"].weights["begins"]


def test_numbers_are_written_in_place_and_patterns_stay() -> None:
    fitted = fit_all(default_lexicon(), invented(), [])
    before, text = CASES.read_text("utf-8"), rewritten(CASES.read_text("utf-8"), fitted)
    old, new = yaml.safe_load(before), yaml.safe_load(text)
    for language, one in fitted.items():
        block = new["languages"][language]
        assert (block["bias"], block["least"], block["sum"]) == (one.bias, one.least, one.weights["sum"])
        assert {cue["name"]: cue["weight"] for cue in block["cues"]} == {
            name: weight for name, weight in one.weights.items() if name not in ("length", "sentences", "sum")
        }
        patterns = [cue["pattern"] for cue in old["languages"][language]["cues"]]
        assert [cue["pattern"] for cue in block["cues"]] == patterns
        assert block["overruled"] == old["languages"][language]["overruled"]
    assert text.splitlines()[:8] == before.splitlines()[:8]
    assert rewritten(text, fitted) == text


def test_letters_of_other_parts_and_questions_of_the_test_part_are_not_fitted_to() -> None:
    lexicon = default_lexicon()
    letters = [replace(one, part="test3") for one in invented(4)]
    assert samples(lexicon, "en", letters, []) == []
    own = Question(id="q-1", question="Did my vow bind me?", language="en", kind="personal", expect="decline",
                   split="fit", author="x", why="invented", intent="personal")  # fmt: skip
    chosen = samples(lexicon, "en", [], [own, own.model_copy(update={"split": "test"})])
    assert [(one.name, one.personal, one.drawn) for one in chosen] == [("q-1", True, False)]


def scored(*rows: tuple[int, bool]) -> list[tuple[int, Sample]]:
    return [(score, Sample(str(place), (), personal, True)) for place, (score, personal) in enumerate(rows)]


def test_the_threshold_is_where_the_worse_of_both_aims_is_best() -> None:
    assert threshold(scored((100, True), (50, True), (20, False), (0, False)))[0] == 48
    least, found = threshold(scored((160, True), (96, False), (64, True), (0, False)))
    assert (least, found.recall, found.taken) == (64, 1.0, 3)


def test_the_threshold_knows_what_other_rules_decide() -> None:
    rows = scored((160, True), (96, False), (64, True), (0, False))
    settled = [(score, replace(one, settled=False) if score == 96 else one) for score, one in rows]
    assert threshold(settled)[1].precision == 1.0
    low = [*scored((160, True), (150, False)), (0, Sample("short", (), True, True, lowered=200))]
    least, found = threshold(low)
    assert (least, found.recall, found.precision) == (160, 1.0, 1.0)


def test_rules_before_that_of_cases_settle_a_question_and_others_leave_it_open() -> None:
    lexicon = default_lexicon()
    assert settled_before_cases("My husband divorced me three times. Are we still married?", lexicon) is True
    assert settled_before_cases("I want to end my life", lexicon) is False
    assert settled_before_cases("Narrated Fulan: I quarrelled with my wife", lexicon) is False
    assert settled_before_cases("What is the ruling on giving zakat to schools?", lexicon) is None


def test_without_letters_it_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(QuestionError, match="no letters to fit"):
        fit(["a"], [Sample("x", (1,), True, drawn=True)], 1.0)
    with pytest.raises(QuestionError):
        fit_all(default_lexicon(), [], [])


def test_the_command_writes_the_file_that_the_lexicon_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pipeline.evaluate.recipes import cases as recipe

    rows = [
        {"_path": "a/letters.json", "id": one.row, "question": one.text} for one in invented()
    ]  # the file's name and the id name a letter
    with zstandard.open(tmp_path / "invented.jsonl.zst", "wt", encoding="utf-8") as file:
        file.write("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    table = tmp_path / "labels.tsv"
    lines = [
        f"invented\tletters.json#{one.row}\t{one.language}\t{one.part}\t{'personal' if one.personal else 'general'}"
        for one in invented()
    ]
    table.write_text("source\trow\tlanguage\tpart\tlabel\n" + "\n".join(lines) + "\n", "utf-8")
    assert len(list(labelled(table, tmp_path))) == 48
    cases = tmp_path / "cases.yaml"
    cases.write_text(CASES.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(recipe, "read_all", list)
    monkeypatch.setattr(recipe, "TARGET", cases)
    told: list[str] = []
    main(["cases", str(table), str(tmp_path)], told.append)
    assert "recall 1.000, precision 1.000" in told[0]
    assert cases.read_text("utf-8") == CASES.read_text("utf-8")
    main(["cases", str(table), str(tmp_path), "--write"], told.append)
    lists = {**default_lexicon()._lists, "cases": yaml.safe_load(cases.read_text("utf-8"))}
    assert Lexicon(lists).case_models["en"].weights["my"] > 0
