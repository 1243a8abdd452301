"""What is remembered of searches is what a search would find."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from local_runner import LocalRunner
from tiny_home import CHANNEL, layout_of, make_home, profile_of, store_of

from pipeline.answer import answer, verdict
from pipeline.build import asking, run
from pipeline.build.asking import Looked, askers, looked
from pipeline.evaluate.remembering import RememberingIndex
from pipeline.index import Index
from pipeline.index.config import IndexConfig
from pipeline.index.search import Searching
from pipeline.index.types import Filters
from schemas.question import Question

QUESTIONS = ("Who is the Eternal Refuge?", "May a traveller break his fast?", "charity", "zzz")


def test_what_is_remembered_is_what_would_be_found(built: Path) -> None:
    _, folder = store_of(built).current(CHANNEL)
    fresh, remembering = Index.open(folder), RememberingIndex.open(folder)
    for question in QUESTIONS:
        for filters in (Filters(), Filters(kinds=("quran",))):
            for k in (10, 3, 0, 20, 5):
                found = remembering.search(question, k=k, filters=filters)
                assert found == fresh.search(question, k=k, filters=filters), (question, k)


def test_of_one_search_asked_twice_at_once_each_goes_as_far_as_it_was_asked(built: Path) -> None:
    _, folder = store_of(built).current(CHANNEL)
    verses = Filters(kinds=("quran",))
    for asked in ([(5, verses), (2, verses)], [(2, verses), (5, verses)]):
        found = RememberingIndex.open(folder).searches(QUESTIONS[0], asked)
        assert found == Index.open(folder).searches(QUESTIONS[0], asked)


def test_what_is_remembered_was_looked_for_as_deep(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, folder = store_of(built).current(CHANNEL)
    fresh, remembering = Index.open(folder), RememberingIndex.open(folder)
    for index in (fresh, remembering):
        monkeypatch.setattr(index, "config", IndexConfig(depth=2, compared=1))
    for question in QUESTIONS:
        for k in (30, 2, 1, 9, 30):
            assert remembering.search(question, k=k) == fresh.search(question, k=k), (question, k)
        asked = [(9, Filters()), (2, Filters()), (1, Filters())]
        assert remembering.searches(question, asked) == fresh.searches(question, asked)


def test_a_question_is_searched_once_however_often_it_is_asked(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, folder = store_of(built).current(CHANNEL)
    index = RememberingIndex.open(folder)
    asked: list[list[int]] = []
    real = Searching.searches

    def counted(self: Searching, wanted: Sequence[tuple[int, Filters]]) -> object:
        asked.append([k for k, _ in wanted])
        return real(self, wanted)

    monkeypatch.setattr(Searching, "searches", counted)
    verses, told = Filters(kinds=("quran",)), Filters(kinds=("fatwa",))
    index.searches(QUESTIONS[0], [(20, Filters()), (8, verses)])
    for k in (100, 20, 8):
        index.search(QUESTIONS[0], k=k)
    index.searches(QUESTIONS[0], [(20, Filters()), (8, verses), (8, told)])
    index.search(QUESTIONS[1], k=8)
    index.search(QUESTIONS[1], k=9)
    assert [one for one in asked if one] == [[100, 8], [8], [100]]


def test_an_answer_from_notes_is_the_answer(built: Path, tmp_path: Path) -> None:
    """Also when it is made twice: an answer changes what it was given to see."""
    _, folder = store_of(built).current(CHANNEL)
    index = Index.open(folder)
    for question in QUESTIONS:
        told = answer(index, question, explain=True)
        for _ in range(2):
            noted = looked(index, question, tmp_path, tmp_path / "readings")
            assert answer(index, question, explain=True, seen=noted.seen) == told
        assert noted.ranking == tuple(hit.reference for hit in index.search(question, k=100).hits)


def test_workers_look_ahead_at_what_is_asked_next(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what they give and note is what one process gives and notes."""
    monkeypatch.setattr(asking, "WORTH_A_WORKER", 1)
    monkeypatch.setattr(asking, "cores", lambda: 2)
    _, folder = store_of(built).current(CHANNEL)
    first, later = [question_of(one) for one in QUESTIONS[:2]], [question_of(one) for one in QUESTIONS]
    (tmp_path / "together").mkdir()
    with askers(tmp_path / "together", tmp_path / "readings") as asked:
        told = [*asked.ask(folder, first, _ranking, _nobody, later=later)]
        told += asked.ask(folder, later, _ranking, _nobody)
        assert len(list(asked.notes.iterdir())) == len(QUESTIONS)
    (tmp_path / "alone").mkdir()
    with askers(tmp_path / "alone", tmp_path / "none") as asked:
        monkeypatch.setattr(asking, "WORTH_A_WORKER", 1000)
        assert told == [one for some in (first, later) for one in asked.ask(folder, some, _ranking, _nobody)]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_asked_only_now_is_neither_ranked_nor_noted(
    workers: int, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is that ranked of which no measure asks for a ranking."""
    monkeypatch.setattr(asking, "WORTH_A_WORKER", 1)
    monkeypatch.setattr(asking, "cores", lambda: workers)
    _, folder = store_of(built).current(CHANNEL)
    questions = [question_of(one) for one in QUESTIONS[:3]]
    declined = questions[1].model_copy(update={"expect": "decline", "references": ()})
    (tmp_path / "notes").mkdir()
    with askers(tmp_path / "notes", tmp_path / "readings") as asked:
        now = asked.ask(folder, questions, _ranking, _nobody, later=[questions[0], declined])
        assert [bool(ranking) for ranking in now] == [True, False, False]
        assert len(list(asked.notes.iterdir())) == 2
        later = asked.ask(folder, [questions[0], declined, questions[2]], _ranking, _nobody)
    assert later[0] == now[0]
    assert [bool(ranking) for ranking in later] == [True, False, True]


def test_what_is_asked_once_is_looked_at_as_a_whole(built: Path, tmp_path: Path) -> None:
    """A gate is fitted to that; an answer goes by each of several questions, too."""
    two = "Who is the Eternal Refuge? And what is the reward of feeding the poor?"
    notes, none = tmp_path / "notes", tmp_path / "readings"
    notes.mkdir()
    index = Index.open(store_of(built).current(CHANNEL)[1])
    once = looked(index, two, notes, none, again=False)
    whole = looked(index, two, notes, none)
    assert (len(once.seen.parts), len(whole.seen.parts)) == (0, 2)
    assert once.seen.features == whole.seen.features


def test_workers_look_at_a_question_each_before_they_are_asked(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "WORTH_A_WORKER", 1)
    monkeypatch.setattr(asking, "cores", lambda: 2)
    _, folder = store_of(built).current(CHANNEL)
    questions = [question_of(one) for one in QUESTIONS]
    (tmp_path / "notes").mkdir()
    with askers(tmp_path / "notes", tmp_path / "readings") as asked:
        asked.begin(len(questions))
        asked.prepare(folder, questions)
        asked.ask(folder, questions[:1], _ranking, _nobody)
        assert len(list(asked.notes.iterdir())) == 2


def test_what_a_question_quotes_is_looked_for_once(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it is noted, so that the evaluation finds it there."""
    _, folder = store_of(built).current(CHANNEL)
    index = Index.open(folder)
    sought: list[str] = []
    real = verdict.find_quotation

    def counted(index: Index, question: str, *others: Any, **named: Any) -> object:
        sought.append(question)
        return real(index, question, *others, **named)

    monkeypatch.setattr(verdict, "find_quotation", counted)
    for _ in range(2):
        noted = looked(index, QUESTIONS[1], tmp_path, tmp_path / "readings")
        answer(index, QUESTIONS[1], seen=noted.seen)
    assert len(sought) == 1


def question_of(text: str) -> Question:
    return Question(
        id=f"q-{QUESTIONS.index(text)}",
        question=text,
        language="en",
        kind="answerable",
        expect="answer",
        references=("quran:112:2",),
        split="test",
        author="test",
        why="made for a test",
    )


def _ranking(index: Index, question: Question, noted: Looked) -> tuple[str, ...]:
    return noted.ranking


def _nobody(done: int, total: int) -> None:
    return


def test_a_build_looks_at_a_question_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the gate, the evaluation and the golden questions ask it."""
    seen: list[str] = []
    real = asking.look

    def counted(index: Index, question: str, *others: Any, **how: Any) -> object:
        seen.append(question)
        return real(index, question, *others, **how)

    monkeypatch.setattr(asking, "look", counted)
    home = make_home(tmp_path / "home")
    run.evaluate(layout_of(home), profile_of(home), LocalRunner())
    assert len(seen) == len(set(seen)) == 8, "eight questions of the tiny home were evaluated"
