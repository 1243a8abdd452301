"""Reading sets by name, and what is said when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_world import asking

from pipeline.evaluate.sets import is_about_corpora, read_all, read_set, set_names
from schemas.errors import QuestionError


def _write(folder: Path, name: str, *ids: str) -> None:
    lines = [asking(id=one, references=("quran:1:1",)).model_dump_json() for one in ids]
    (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")


def test_sets_are_named_by_their_files(tmp_path: Path) -> None:
    _write(tmp_path, "b", "two", "one")
    _write(tmp_path, "demo", "three")
    assert set_names(tmp_path) == ("b", "demo")
    assert [question.id for question in read_set("b", tmp_path)] == ["two", "one"]
    assert [question.id for question in read_all(tmp_path)] == ["one", "two"]


def test_an_unknown_set_is_named_with_those_there_are(tmp_path: Path) -> None:
    _write(tmp_path, "b", "one")
    with pytest.raises(QuestionError, match="there is no question set “c”") as caught:
        read_set("c", tmp_path)
    assert caught.value.expected == "b"


def test_a_set_about_corpora_is_named_by_its_folder_and_is_in_no_other(tmp_path: Path) -> None:
    (tmp_path / "corpora").mkdir()
    _write(tmp_path, "b", "one")
    _write(tmp_path / "corpora", "far", "two")
    assert [question.id for question in read_set("corpora/far", tmp_path)] == ["two"]
    assert [question.id for question in read_all(tmp_path)] == ["one"]
    assert is_about_corpora("corpora/far")
    assert not is_about_corpora("b")
    for name in ("far", "corpora/near", "corpora/../b"):
        with pytest.raises(QuestionError, match="there is no question set") as caught:
            read_set(name, tmp_path)
        assert caught.value.expected == "b, corpora/far"


def test_an_id_in_two_sets_is_refused(tmp_path: Path) -> None:
    _write(tmp_path, "a", "one")
    _write(tmp_path, "b", "one")
    with pytest.raises(QuestionError, match="same id"):
        read_all(tmp_path)


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\u0085"])
def test_a_question_may_hold_what_unicode_calls_the_end_of_a_line(tmp_path: Path, separator: str) -> None:
    one = asking(id="one", references=("quran:1:1",), question=f"May one{separator}fast?")
    (tmp_path / "a.jsonl").write_text(one.model_dump_json() + "\r\n", "utf-8", newline="")
    assert read_set("a", tmp_path) == [one]


def test_a_set_that_is_not_utf_8_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes("{'é".encode("latin-1"))
    with pytest.raises(QuestionError, match="not text in UTF-8") as caught:
        read_set("a", tmp_path)
    assert caught.value.where == str(tmp_path / "a.jsonl")
    assert "byte 3" in caught.value.found
