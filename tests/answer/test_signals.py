"""What a text is counts beside what it says, and a merit is the sum of signals by their weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.naming import naming_of
from pipeline.answer.finding.aiming import SAME, aims
from pipeline.answer.finding.considering import Anew
from pipeline.answer.finding.features import EVEN, features
from pipeline.answer.finding.inquired import behind
from pipeline.answer.finding.signals import (
    Best,
    graded_weak,
    signals_among,
    signals_of_text,
    title_of_answer,
)
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.lexicon.weights import UNIT, Weights
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import ONE, Asked, asked
from pipeline.index.inquiries import SAME as LIKENESS
from pipeline.index.inquiries import Likeness
from pipeline.index.types import Hit, SearchResult
from schemas.answer import Intent
from schemas.document import Document
from schemas.reference import Kind


def _asked(text: str) -> Asked:
    return asked(text, None, lambda token: 5.0, lambda token: True, frozenset())


def _document(**values: str) -> Document:
    kind = values.pop("kind", "fatwa")
    return Document(f"{kind}:binbaz:1", kind, "binbaz", "binbaz", **{"status": "approved"} | values)


QUESTION = _asked("ما حكم صوم الجمعة؟")


def _signals(document: Document, *beside: Hit) -> dict[str, int]:
    hit = Hit(0, document.id, 0, 900, 900, 900, 0)
    reading = read(document, QUESTION)
    assert reading is not None
    naming = naming_of(QUESTION.things, reading.held)
    asking = Asking("", QUESTION, default_lexicon(), intent=Intent.RULING, kinds=("hadith",))
    best = Best.of([hit, *beside])
    own = signals_of_text(asking, document, reading, frozenset())
    (aim,) = _aims([title_of_answer(document, "ar")], QUESTION)
    among = signals_among(hit, best, document, reading, reading.inside, QUESTION.things, naming, aim, 0)
    return among | own


def _aims(titles: list[str], question: Asked) -> list[int]:
    return aims(titles, question, frozenset(), lambda tokens: [5 * ONE] * len(tokens))


def test_of_narrations_alike_that_of_a_sound_collection_goes_before() -> None:
    order = default_lexicon().order
    sound, other = (
        Document(f"hadith:{name}:1", "hadith", name, name, text_ar="نص", status="approved")
        for name in ("muslim", "nasai")
    )
    assert order.total(_signals(sound)) > order.total(_signals(other))


@pytest.mark.parametrize(
    "behind",
    [
        _document(text_ar="نص", status="sample"),
        _document(text_ar="نص", kind="book"),
        _document(text_en="A text."),
    ],
)
def test_what_is_no_published_source_in_the_language_asked_stands_behind(behind: Document) -> None:
    order = default_lexicon().order
    assert order.total(_signals(behind)) < order.total(_signals(_document(text_ar="نص")))


def test_a_page_with_what_a_mufti_was_asked_counts_as_an_answer_of_his() -> None:
    page = _document(text_ar="نص", kind="book")
    asked = replace(page, question_ar="ما حكم النص؟")
    assert [_signals(one)["fatwa"] for one in (page, asked)] == [0, ONE]
    assert [_signals(one)["book"] for one in (page, asked)] == [ONE, 0]


@pytest.mark.parametrize(("chapter", "read"), [("3 - فهرس الأعلام", False), ("باب صوم الجمعة", True)])
def test_the_lines_of_an_index_are_not_considered(chapter: str, read: bool) -> None:
    page = _document(text_ar="يكره صوم الجمعة وحدها لمن لا عادة له.", kind="book", chapter_ar=chapter)
    asking = Asking("", QUESTION, default_lexicon(), intent=Intent.RULING)
    assert (Anew.considered(page, asking, ("ar", 0, 8)) is not None) is read


def test_a_title_that_says_the_question_alone_gains_more_than_a_narrower_one() -> None:
    exact, narrower, other = _aims(
        ["حكم صوم الجمعة", "حكم صوم الجمعة قضاء لمن أفطر في السفر", "Fasting on Friday"], QUESTION
    )
    assert exact > narrower > other == 0


def test_a_title_that_names_half_of_what_is_asked_gains_less_than_one_that_names_all() -> None:
    whole, half = _aims(["Credit cards and interest", "Credit cards"], _asked("credit cards interest"))
    assert whole > half


def test_a_rare_word_beside_makes_a_title_narrower_than_a_common_one() -> None:
    question = _asked("buy shares")
    rare, common = aims(
        ["Buying shares in Chemanol", "Buying shares in companies"],
        question,
        frozenset(),
        lambda tokens: [12 * ONE if one == "chemanol" else 5 * ONE for one in tokens],
    )
    assert rare < common


def test_a_title_may_name_what_is_asked_by_a_word_that_is_like_it() -> None:
    def likeness(tokens: Sequence[str], others: Sequence[str]) -> list[list[int]]:
        return [
            [SAME * 3 // 4 if (one, other) == ("share", "stock") else 0 for other in others] for one in tokens
        ]

    question = _asked("buy shares")
    alike, unlike = aims(
        ["Buying stocks", "Buying cattle"],
        question,
        frozenset(),
        lambda tokens: [ONE] * len(tokens),
        likeness,
    )
    assert alike > unlike


def test_an_answer_to_a_case_stands_behind_a_general_one() -> None:
    order = default_lexicon().order
    general, case = (
        _document(text_ar="نص", title_ar="حكم الدين"),
        _document(text_ar="نص", title_ar="تسأل عن الدين"),
    )
    assert order.total(_signals(case)) < order.total(_signals(general))


def test_what_a_text_leaves_out_of_the_question_counts_against_it() -> None:
    whole, half = _document(text_ar="حكم صوم الجمعة"), _document(text_ar="حكم صوم الخميس")
    assert _signals(whole)["wanting"] == 0 < _signals(half)["wanting"] < ONE
    assert _signals(_document(text_ar="نص آخر"))["wanting"] == ONE
    assert _signals(_document(text_ar="نص آخر", title_ar="حكم صوم الجمعة"))["wanting"] == 0


def test_words_far_apart_in_a_book_are_no_sentence_on_the_matter() -> None:
    together, apart = "في حكم صوم الجمعة وحده قولان.", "تكلم على حكم الصوم. ثم خطب الناس في الجمعة."
    assert _signals(_document(text_ar=together, kind="book"))["scattered"] == 0
    assert _signals(_document(text_ar=apart, kind="book"))["scattered"] == ONE - 682
    assert _signals(_document(text_ar=apart))["scattered"] == 0


@pytest.mark.parametrize("kind", ["hadith", "fatwa"])
def test_a_narration_that_its_source_calls_weak_stands_behind_an_equal_one(kind: str) -> None:
    order = default_lexicon().order
    sound, weak = (
        _document(text_ar="صوم الجمعة", kind=kind, grade=grade)
        for grade in ("Sahih - Authentic", "Daif - Weak")
    )
    assert order.total(_signals(weak)) < order.total(_signals(sound))


def test_a_sample_stands_in_for_published_answers_where_there_are_none() -> None:
    sample = _document(text_ar="صوم الجمعة", status="sample")
    published = Hit(1, "fatwa:binbaz:2", 0, 900, 900, 900, 0)
    other = Hit(2, "fatwa:sample:2", 0, 900, 900, 900, 0)
    own = Hit(0, "fatwa:sample:1", 0, 900, 900, 900, 0)
    assert (_signals(sample, published)["stand_in"], Best.of([own, other]).published) == (ONE, False)


def test_the_texts_of_the_one_who_is_named_as_speaker_gain() -> None:
    order = default_lexicon().order
    assert _signals(_document(text_ar="نص", kind="hadith"))["spoken"] == ONE
    assert _signals(_document(text_ar="نص", kind="quran"))["spoken"] == 0
    assert order.values["spoken"] > 0


def test_every_weight_is_of_a_signal_that_there_is() -> None:
    assert set(default_lexicon().order.values) <= set(_signals(_document(text_ar="نص")))


def test_signals_lie_between_nothing_and_all() -> None:
    found = _signals(_document(title_ar="حكم صوم الجمعة", text_ar="صوم الجمعة وحده. " * 600))
    assert all(0 <= value <= ONE for value in found.values())
    assert found["long"] == ONE


def test_the_parts_that_are_told_make_up_the_merit() -> None:
    order = Weights({"fused": 44 * UNIT, "long": -UNIT, "lexical": 0})
    told = order.parts({"fused": ONE, "long": 512, "near": 7})
    assert told == {"fused": 44 * ONE, "long": -512}
    assert sum(told.values()) == order.total({"fused": ONE, "long": 512, "near": 7})


def test_the_search_decides_the_order_and_words_part_what_it_finds_alike() -> None:
    weights = default_lexicon().order.values
    fitted = weights.keys() - {
        "sample",
        "refers",
        "unlike",
    }  # held; of how alike questions are a third is much
    assert max(fitted, key=lambda name: abs(weights[name])) in ("fused", "own")
    assert Hit(0, "fatwa:sample:1", 0, 0, 0, 0, 0).kind == Kind.FATWA
    assert Hit(0, "book:fatwa:1", 0, 0, 0, 0, 0).kind == Kind.BOOK


@given(st.dictionaries(st.sampled_from(sorted(default_lexicon().order.values)), st.integers(0, ONE)))
def test_a_merit_depends_on_the_signals_alone(found: dict[str, int]) -> None:
    order = default_lexicon().order
    assert order.total(found) == order.total(dict(reversed(list(found.items()))))


@pytest.mark.parametrize(
    ("text", "doer"),
    [
        ("Whoever visits the sick walks among the palms of Paradise.", True),
        ("No Muslim visits the sick but angels pray for him.", True),
        ("We came to Khabbab to visit him when he was sick, and he spoke of a reward.", False),
        ("He who is patient is rewarded. We visited the sick.", False),
    ],
)
def test_a_virtue_is_told_of_whoever_does_the_deed(text: str, doer: bool) -> None:
    lexicon, question = default_lexicon(), _asked("visiting the sick")
    document = _document(kind="hadith", text_en=text)
    reading = read(document, question)
    assert reading is not None
    for asks, told in (("What is the reward for visiting the sick?", doer), ("visiting the sick", False)):
        asking = Asking(asks, question, lexicon)
        assert signals_of_text(asking, document, reading, frozenset())["of_it"] == ONE * told


@pytest.mark.parametrize(
    ("text", "defined"),
    [
        ("Zakaah in Arabic means growth, blessing and purification.", True),
        ("The definition of zakaah in Islam is known.", True),
        ("Zakaah is not due on platinum.", False),
        ("Whoever pays zakaah is known to mean well.", False),
    ],
)
def test_a_term_is_told_by_what_it_means(text: str, defined: bool) -> None:
    question, document = _asked("zakaah"), _document(kind="fatwa", text_en=text)
    reading = read(document, question)
    assert reading is not None
    asking = Asking("What is zakaah?", question, default_lexicon())
    assert asking.form is not None
    assert asking.form.name == "definition"
    assert signals_of_text(asking, document, reading, frozenset())["of_it"] == ONE * defined


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("So its expiation is the feeding of ten needy people.", True),
        ("Kafaarat yameen (expiation for breaking an oath) means freeing a slave.", True),
        ("He has to offer one expiation for each oath.", False),
    ],
)
def test_an_expiation_is_told_by_what_it_consists_of(text: str, told: bool) -> None:
    asks = "What is the expiation for breaking an oath?"
    question, document = _asked("expiation for breaking an oath"), _document(text_en=text)
    reading = read(document, question)
    assert reading is not None
    asking = Asking(asks, question, default_lexicon(), intent=Intent.RULING)
    assert signals_of_text(asking, document, reading, frozenset())["of_it"] == ONE * told


def test_what_scripture_promises_is_no_matter_of_practice() -> None:
    document = _document(text_en="Visiting the sick is recommended.")
    question = _asked("visiting the sick")
    reading = read(document, question)
    assert reading is not None
    for asked_for, practice in (
        ("What is the reward for visiting the sick?", 0),
        ("May I visit the sick?", ONE),
    ):
        asking = Asking(asked_for, question, default_lexicon())
        assert signals_of_text(asking, document, reading, frozenset())["practice"] == practice


@pytest.mark.parametrize(("worded", "practice"), [(True, 0), (False, ONE)])
def test_what_is_asked_in_the_words_of_scripture_is_no_matter_of_practice(
    worded: bool, practice: int
) -> None:
    document = _document(text_en="Women may gather the gold of the house.")
    question = _asked("gold forbidden to males and permitted to females")
    reading = read(document, question)
    assert reading is not None
    asking = Asking("", question, default_lexicon(), intent=Intent.RULING, worded=worded)
    assert signals_of_text(asking, document, reading, frozenset())["practice"] == practice


def test_an_answer_is_behind_by_how_much_less_alike_its_question_is() -> None:
    likeness = Likeness(
        np.array([2, 5, 6], np.int32), np.array([LIKENESS // 2, LIKENESS, -LIKENESS // 2], np.int32)
    )
    assert [behind(likeness, one) for one in (2, 5, 6)] == [ONE // 2, 0, ONE]
    assert behind(likeness, 3) == behind(None, 2) == 0, "nothing is lost where nothing is known"


def test_how_alike_questions_are_tells_the_gate_only_where_it_is_known() -> None:
    likeness = Likeness(np.array([2, 5], np.int32), np.array([LIKENESS // 2, LIKENESS], np.int32))
    nothing = SearchResult((), (), (), ())

    def told(first: int | None, known: Likeness | None = likeness) -> tuple[int, int]:
        found = features(
            Asking("x", QUESTION, default_lexicon()), nothing, [], ONE, likeness=known, first_likeness=first
        )
        return found["inquiry_best"], found["inquiry_first"]

    assert told(LIKENESS // 2) == (ONE - EVEN, ONE // 2 - EVEN)
    assert told(None) == (ONE - EVEN, 0)
    assert told(None, None) == (0, 0)


@pytest.mark.parametrize(
    ("grade", "weak"),
    [
        ("Da'if", True),
        ("Daif - Weak", True),
        ("Maudu", True),
        ("Mawdu' (Fabricated)", True),
        ("Munkar", True),
        ("Shadh", True),
        ("شاذ", True),
        ("Sahih", False),
        ("Hasan li ghairih", False),
        ("Mauquf", False),
    ],
)
def test_a_grade_of_weakness_is_known_in_every_spelling(grade: str, weak: bool) -> None:
    document = Document("hadith:a:1", "hadith", "a", "a", status="approved", text_en="x", grade=grade)
    assert graded_weak(document) is weak
