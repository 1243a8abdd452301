"""What is searched for a question, and which texts are read: a rule for each search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pipeline.answer.finding.retrieve import (
    ANSWER_PLACES,
    ANSWERS,
    FORM_PLACES,
    INQUIRED_PLACES,
    PLACES,
    PRIMARY,
    PRIMARY_PLACES,
    TOLD,
    TOLD_PLACES,
    VERSE_PLACES,
    VERSES,
    Sought,
    of_quran,
    retrieve,
    sought_for,
)
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.route import Route, route
from pipeline.index.inquiries import Likeness
from pipeline.index.search import ALL
from pipeline.index.types import Filters, Hit, SearchResult
from schemas.answer import Intent


class Shelf:
    """Narrations before everything, then answers, then verses; every search is kept."""

    def __init__(self) -> None:
        names = [f"hadith:bukhari:{place}" for place in range(1, 31)]
        names += [f"fatwa:binbaz:{place}" for place in range(1, 21)] + [
            f"quran:2:{place}" for place in range(1, 21)
        ]
        self.hits = [Hit(place, name, place, 100 - place, 0, 0, 0) for place, name in enumerate(names)]
        self.asked: list[tuple[str, Filters]] = []
        self.columns = self
        self.inquiries: Any = None
        self.status = {"hadith": "approved", "quran": "approved", "fatwa": "draft"}

    def value(self, column: str, ordinal: int) -> str:
        assert column == "status"
        return self.status[self.hits[ordinal].reference.split(":")[0]]

    def search(self, question: str, *, k: int = 20, filters: Filters = ALL) -> SearchResult:
        self.asked.append((question, filters))
        found = [
            hit for hit in self.hits if not filters.kinds or hit.reference.split(":")[0] in filters.kinds
        ]
        return SearchResult(tuple(found[:k]), (), (), ())

    def searching(self, question: str) -> Shelf:
        self.question = question
        return self

    def searches(self, asked: Sequence[tuple[int, Filters]]) -> list[SearchResult]:
        return [self.search(self.question, k=k, filters=filters) for k, filters in asked]

    def among(self, documents: Sequence[int]) -> tuple[Hit, ...]:
        return tuple(self.hits[one] for one in documents)


class Compared:
    """What muftis were asked in English: the last answers are the ones to the questions most alike."""

    language = "en"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def likeness(self, question: str) -> Likeness:
        self.asked.append(question)
        return Likeness(np.arange(30, 50, dtype=np.int32), np.arange(20, dtype=np.int32))


def sought_of(routed: Route) -> Sought:
    return sought_for(routed, default_lexicon())


def read_of(question: str, plain: bool) -> tuple[Shelf, list[str], Route]:
    shelf: Any = Shelf()
    routed = route(question, default_lexicon())
    found = retrieve(shelf, sought_of(routed), routed, plain)
    assert len(found.result.hits) == PLACES
    return shelf, [hit.reference for hit in found.hits], routed


def test_a_question_of_several_things_reads_more_answers_after_what_is_found() -> None:
    question = "What must a man do who eats forgetfully while fasting?"
    shelf, read, _ = read_of(question, plain=False)
    assert shelf.asked == [(question, ALL), (question, ANSWERS)]
    assert read[:PLACES] == [hit.reference for hit in shelf.hits[:PLACES]]
    assert read[PLACES:] == [f"fatwa:binbaz:{place}" for place in range(1, ANSWER_PLACES + 1)]


def test_where_what_is_written_about_them_comes_first_verses_and_narrations_are_searched_alone() -> None:
    shelf: Any = Shelf()
    shelf.status["hadith"] = "draft"
    routed = route("What must someone do who eats forgetfully while fasting?", default_lexicon())
    found = retrieve(shelf, sought_of(routed), routed, plain=False)
    assert [filters for _, filters in shelf.asked] == [ALL, ANSWERS, *PRIMARY]
    verses = [f"quran:2:{place}" for place in range(1, PRIMARY_PLACES[0] + 1)]
    assert [hit.reference for hit in found.hits[PLACES + ANSWER_PLACES :]] == verses
    assert found.result.hits == found.hits[:PLACES]


def test_samples_are_not_read_beyond_what_is_found() -> None:
    shelf: Any = Shelf()
    shelf.status["fatwa"] = "sample"
    routed = route("What must someone do who eats forgetfully while fasting?", default_lexicon())
    found = retrieve(shelf, sought_of(routed), routed, plain=False)
    assert found.hits == found.result.hits


def test_a_question_of_one_thing_reads_answers_and_verses_in_the_last_places() -> None:
    shelf, read, _ = read_of("Tell me about patience", plain=True)
    assert [filters for _, filters in shelf.asked] == [ALL, TOLD]
    assert all(one.startswith("hadith:") for one in read[: PLACES - TOLD_PLACES])
    assert read[PLACES - TOLD_PLACES :] == [f"fatwa:binbaz:{place}" for place in range(1, TOLD_PLACES + 1)]


def test_what_a_term_is_is_searched_by_the_words_of_definitions() -> None:
    shelf, read, _ = read_of("What is contentment?", plain=True)
    assert shelf.asked[-1] == ("definition meaning of contentment?", Filters(kinds=("fatwa", "tafsir")))
    assert read[:FORM_PLACES] == [f"fatwa:binbaz:{place}" for place in range(1, FORM_PLACES + 1)]


@pytest.mark.parametrize(
    "question", ["What does the Quran say about orphans?", "ماذا يقول القرآن عن اليتامى؟"]
)
def test_what_the_quran_says_is_read_from_verses_alone(question: str) -> None:
    shelf, read, routed = read_of(question, plain=False)
    assert routed.intent == "tafsir"
    assert [filters for _, filters in shelf.asked] == [ALL, VERSES]
    assert read == [f"quran:2:{place}" for place in range(1, VERSE_PLACES + 1)]


@pytest.mark.parametrize(
    ("question", "by_verses"),
    [
        ("Which verse was revealed about orphans?", True),
        ("What was the last verse revealed?", False),
        ("سبب آية الحجاب", False),
        ("آية الحجاب", True),
        ("What are the last verses of al-Baqarah about?", True),
        ("ما آخر آية نزلت؟", False),
        ("ما أول ما نزل من القرآن؟", False),
    ],
)
def test_what_came_first_or_last_is_told_by_narrations_too(question: str, by_verses: bool) -> None:
    routed = replace(route(question, default_lexicon()), intent=Intent.TAFSIR)
    assert of_quran(routed, default_lexicon()) is by_verses


def test_answers_to_the_questions_most_alike_are_read_after_all_others() -> None:
    shelf: Any = Shelf()
    shelf.inquiries = Compared()
    question = "What must someone do who eats forgetfully while fasting?"
    routed = route(question, default_lexicon())
    found = retrieve(shelf, sought_of(routed), routed, plain=False)
    assert shelf.inquiries.asked == [question]
    likest = [f"fatwa:binbaz:{place}" for place in range(20, 20 - INQUIRED_PLACES, -1)]
    assert [hit.reference for hit in found.hits[PLACES + ANSWER_PLACES :]] == likest
    assert found.likeness is not None
    assert found.result.hits == found.hits[:PLACES]


@pytest.mark.parametrize(
    ("question", "compared"),
    [
        ("What did the Prophet say about anger?", True),
        ("What does the Quran say about orphans?", True),
        ("ماذا يفعل من أكل ناسيا وهو صائم؟", False),
    ],
)
def test_the_words_of_one_who_is_named_and_another_language_gain_no_answers(
    question: str, compared: bool
) -> None:
    shelf: Any = Shelf()
    shelf.inquiries = Compared()
    routed = route(question, default_lexicon())
    found = retrieve(shelf, sought_of(routed), routed, plain=False)
    assert "fatwa:binbaz:20" not in [hit.reference for hit in found.hits]
    assert (found.likeness is not None) == compared


def test_nothing_is_read_twice() -> None:
    _, read, _ = read_of("Which verse of the Quran and which hadith speak of orphans?", plain=True)
    assert len(read) == len(set(read))
    assert any(one.startswith("hadith:") for one in read)


def test_a_common_question_is_searched_in_the_words_of_the_texts() -> None:
    routed = route("What breaks the fast?", default_lexicon())
    sought = sought_of(routed)
    assert sought.wording is not None
    assert sought.searched == sought.about == sought.wording.words["en"]


def test_the_virtue_of_a_deed_is_searched_by_whoever_does_it() -> None:
    question = "What is the reward for clothing a stranger?"
    shelf, read, _ = read_of(question, plain=False)
    assert shelf.asked == [
        (question, ALL),
        (question, ANSWERS),
        ("whoever clothing a stranger?", Filters(kinds=("hadith",), statuses=("approved",))),
    ]
    assert read[:FORM_PLACES] == [f"hadith:bukhari:{place}" for place in range(1, FORM_PLACES + 1)]
    shelf, _, _ = read_of("Is visiting the sick obligatory?", plain=False)
    assert [filters for _, filters in shelf.asked] == [ALL, ANSWERS]


def test_what_only_the_words_of_a_form_bring_is_told_apart() -> None:
    shelf: Any = Shelf()
    routed = route("What is patience?", default_lexicon())
    found = retrieve(shelf, sought_of(routed), routed, plain=False)
    assert not found.by_form  # each of these answers is found by the question's own words, too
    shelf.hits = shelf.hits[:40]
    routed = route("What is the virtue of patience?", default_lexicon())
    shelf.hits = [*shelf.hits[30:], *shelf.hits[:30]]
    found = retrieve(shelf, sought_of(routed), routed, plain=False)
    own = {hit.ordinal for hit in found.result.hits}
    assert found.by_form == {hit.ordinal for hit in found.hits[:FORM_PLACES]} - own
