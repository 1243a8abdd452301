"""Several searches of one question at once, and two halves of a search on two threads: nothing found may change."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from pipeline.index import Filters, Index, beside
from pipeline.index.beside import Helpers
from pipeline.index.build import build_index
from pipeline.index.config import DEEPEST, IndexConfig
from schemas.document import Document
from schemas.errors import IndexFormatError
from schemas.tables import DOCUMENTS

WORDS = ("fast", "gold", "prayer", "journey", "صيام", "ذهب", "صلاة", "سفر", "mercy", "رحمة")
QUESTIONS = (
    "gold and fasting",
    "prayer on a journey",
    "رحمة الله في السفر",
    "mercy",
    "gold gold",
    "zzzz",
    "?",
)
FILTERS = (
    Filters(),
    Filters(kinds=("quran",)),
    Filters(kinds=("quran", "fatwa"), statuses=("approved",)),
    Filters(languages=("ar",)),
    Filters(statuses=("draft",)),
    Filters(kinds=("none",)),
)


class Letters:
    """Texts and words as counts of a few letters: near where they are spelt alike."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
        rows = [[min(100, 9 * text.lower().count(letter)) for letter in "aegorسصذر"] for text in texts]
        return np.array(rows, np.int8).reshape(-1, 9)

    def word_vectors(self, tokens: Sequence[str]) -> NDArray[np.int8]:
        return self.encode(tokens)


def documents() -> list[Document]:
    generator = np.random.default_rng(4)

    def text() -> str:
        return " ".join(generator.choice(WORDS, 6).tolist())

    verses = [
        Document(f"quran:2:{n}", "quran", "", "m", text_ar=text(), status="approved") for n in range(1, 31)
    ]
    status = ("draft", "approved")
    told = [
        Document(
            f"tafsir:{house}:2:{n}",
            "tafsir",
            house,
            house,
            text_en=text(),
            status=status[n % 2],
            links=(f"quran:2:{n}",),
        )
        for house in ("one", "two")
        for n in range(1, 31)
    ]
    asked = [
        Document(f"fatwa:house:{n}", "fatwa", "house", "house", text_en=text(), status=status[n % 2])
        for n in range(20)
    ]
    return [*verses, *told, *asked]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    path = tmp_path_factory.mktemp("together")
    rows = pa.Table.from_pylist([document.as_row() for document in documents()], DOCUMENTS)
    with pa.OSFile(str(path / "in.arrow"), "wb") as stream, pa.ipc.new_file(stream, DOCUMENTS) as writer:
        writer.write_table(rows)
    build_index(path / "in.arrow", path / "out", glossary={"concepts": []}, embedder=Letters())
    return Index.open(path / "out", Letters())


@given(
    question=st.sampled_from(QUESTIONS),
    asked=st.lists(st.tuples(st.integers(0, 30), st.sampled_from(FILTERS)), max_size=4),
)
@settings(max_examples=40)
def test_searches_together_give_what_each_gives_alone(
    question: str, asked: list[tuple[int, Filters]], index: Index
) -> None:
    alone = [index.search(question, k=k, filters=filters) for k, filters in asked]
    assert index.searches(question, asked) == alone


@given(
    question=st.sampled_from(QUESTIONS),
    turns=st.lists(st.lists(st.tuples(st.integers(0, 30), st.sampled_from(FILTERS)), max_size=3), max_size=3),
)
@settings(max_examples=40)
def test_searches_that_follow_from_one_another_give_the_same(
    question: str, turns: list[list[tuple[int, Filters]]], index: Index
) -> None:
    searching = index.searching(question)
    for asked in turns:
        assert searching.searches(asked) == index.searches(question, asked)


def test_settings_reach_as_far_as_documents_are_wanted() -> None:
    settings = IndexConfig(depth=50, compared=0, about=100, about_passages=800)
    assert settings.reaching(50) is settings
    far = settings.reaching(125)
    assert (far.depth, far.compared, far.about, far.about_passages) == (125, 0, 250, 2000)
    assert far.voices == settings.voices
    assert settings.reaching(10**9).depth == DEEPEST


@pytest.mark.parametrize("filters", FILTERS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_who_wants_more_than_the_depth_is_looked_for_deeper(
    question: str, filters: Filters, index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    shallow = IndexConfig(depth=4, compared=4, about=2, about_passages=6)
    deeper = IndexConfig(depth=40, compared=40, about=20, about_passages=60)
    monkeypatch.setattr(index, "config", deeper)
    expected = index.search(question, k=40, filters=filters)
    monkeypatch.setattr(index, "config", shallow)
    assert index.search(question, k=40, filters=filters) == expected
    of_four, of_three = (index.search(question, k=k, filters=filters).hits for k in (4, 3))
    assert of_three == of_four[:3]
    searching = index.searching(question)
    assert [len(one.hits) for one in searching.searches([(4, filters), (40, filters)])] == [
        len(of_four),
        len(expected.hits),
    ]
    assert searching.searches([(40, filters), (3, filters)]) == [
        expected,
        index.search(question, k=3, filters=filters),
    ]


def test_all_documents_that_a_filter_allows_may_be_wanted(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "config", IndexConfig(depth=4, linked_weight=0))
    assert len(index.search("gold and mercy", k=4).hits) == 4
    assert len(index.search("gold and mercy", k=60).hits) == 60


def test_what_searches_share_is_worked_out_once(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[list[str]] = []
    real = Letters.encode

    def counted(self: Letters, texts: list[str]) -> object:
        encoded.append(texts)
        return real(self, texts)

    monkeypatch.setattr(Letters, "encode", counted)
    searching = index.searching("gold")
    for filters in FILTERS:
        searching.searches([(5, filters)])
    assert encoded == [["gold"]]


def test_the_first_tells_of_the_steps_that_all_share(index: Index) -> None:
    first, second = index.searches("gold", [(5, Filters()), (5, FILTERS[1])])
    assert first.hits
    assert second.hits
    assert list(first.timings) == ["encode", "analyse", "candidates", "score", "fuse"]
    assert list(second.timings) == ["score", "fuse"]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_how_many_threads_help_changes_nothing(
    count: int, index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [(20, filters) for filters in FILTERS]
    monkeypatch.setattr(beside, "_helpers", Helpers(0))
    alone = [index.searches(question, asked) for question in QUESTIONS]
    monkeypatch.setattr(beside, "_helpers", Helpers(count))
    assert [index.searches(question, asked) for question in QUESTIONS] == alone
    with ThreadPoolExecutor(6) as pool:
        many = list(pool.map(lambda question: index.searches(question, asked), QUESTIONS * 5))
    assert many == alone * 5


def test_an_error_on_the_other_thread_reaches_who_asked(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Wide(Letters):
        def encode(self, texts: Sequence[str]) -> NDArray[np.int8]:
            return np.ones((len(texts), 7), np.int8)

    monkeypatch.setattr(beside, "_helpers", Helpers(1))
    monkeypatch.setattr(index, "encoder", Wide())
    with pytest.raises(IndexFormatError, match="vector"):
        index.search("gold")


def test_work_is_done_beside_only_while_a_thread_is_free() -> None:
    helpers, go = Helpers(1), threading.Event()

    def slow() -> str:
        go.wait(10)
        return threading.current_thread().name

    first = helpers.begin(slow)
    second = helpers.begin(lambda: threading.current_thread().name)
    assert second() == threading.current_thread().name
    go.set()
    assert first().startswith("isnad-beside")
    while not (name := helpers.begin(lambda: threading.current_thread().name)()).startswith("isnad-beside"):
        pass  # the thread is free a moment after its result is there
    assert name


def test_without_a_spare_processor_who_asks_does_the_work() -> None:
    assert Helpers(0).begin(lambda: threading.current_thread().name)() == threading.current_thread().name
    assert beside.spare() >= 0


def test_a_process_that_was_forked_has_threads_of_its_own(index: Index) -> None:
    expected = index.search("gold").hits
    child = os.fork()
    if child == 0:  # pragma: no cover
        signal.alarm(20)  # a search that waits for a thread which is not there would never end
        os._exit(0 if index.search("gold").hits == expected else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
