"""What is remembered of searches is what a search would find."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiny_home import CHANNEL, store_of

from pipeline.build.asking import RememberingIndex
from pipeline.index import Index
from pipeline.index.types import Filters

QUESTIONS = ("Who is the Eternal Refuge?", "May a traveller break his fast?", "charity", "zzz")


def test_what_is_remembered_is_what_would_be_found(built: Path) -> None:
    _, folder = store_of(built).current(CHANNEL)
    fresh, remembering = Index.open(folder), RememberingIndex.open(folder)
    for question in QUESTIONS:
        for filters in (Filters(), Filters(kinds=("quran",))):
            for k in (10, 3, 0, 20, 5):
                found = remembering.search(question, k=k, filters=filters)
                assert found == fresh.search(question, k=k, filters=filters), (question, k)


def test_a_question_is_searched_once_however_often_it_is_asked(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, folder = store_of(built).current(CHANNEL)
    index = RememberingIndex.open(folder)
    asked: list[int] = []
    real = Index.search

    def counted(self: Index, question: str, *, k: int, filters: Filters) -> object:
        asked.append(k)
        return real(self, question, k=k, filters=filters)

    monkeypatch.setattr(Index, "search", counted)
    for k in (100, 20, 100, 8):
        index.search(QUESTIONS[0], k=k)
    index.search(QUESTIONS[0], k=8, filters=Filters(kinds=("quran",)))
    index.search(QUESTIONS[1], k=8)
    index.search(QUESTIONS[1], k=9)
    assert asked == [100, 8, 8, 9]
