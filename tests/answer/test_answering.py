"""Which of the first texts answers, as a reader tells that has read them with the question."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from made_index import index_of

from pipeline.answer.demands.asking import Asking
from pipeline.answer.failing import failing
from pipeline.answer.finding.answering import BEHIND, READ, place_of, read_first, told_of_first
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.look import look
from pipeline.answer.resources import resources_of
from pipeline.answer.seen import Seen
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import Asked, asked
from pipeline.index import Index
from schemas.document import Document
from schemas.reference import ReferenceId

LEXICON = default_lexicon()
QUESTION = "May lamps be lit in the night?"


class Fake:
    """A reader that tells of a text what its list says; it knows what it was asked."""

    def __init__(self, told: Mapping[str, int] | None = None, texts: int = 3) -> None:
        self.told, self.texts = told or {}, texts
        self.asked: list[tuple[str, str]] = []

    def answers(self, question: str, text: str) -> int:
        self.asked.append((question, text))
        return next((logit for words, logit in self.told.items() if words in text), 0)

    def warm(self) -> None: ...


class Refusing(Fake):
    """A reader that must not be asked."""

    def answers(self, question: str, text: str) -> int:
        raise AssertionError(f"it is asked {question!r} of {text!r}")


def _asked(text: str = QUESTION) -> Asked:
    return asked(text, None, lambda _: 5.0, lambda _: True, LEXICON.frame)


def _text(
    kind: str,
    number: int,
    text: str,
    title: str | None = None,
    language: str = "en",
    status: str = "approved",
) -> Document:
    reference, collection = (f"quran:1:{number}", "") if kind == "quran" else (f"{kind}:x:{number}", "x")
    words = {f"title_{language}": title, f"text_{language}": text}
    return Document(reference, kind, collection, "x", status=status, **words)


def _candidate(number: int, merit: int = 0, *, meets: bool = True, **given: str) -> Candidate:
    document = _text(given.get("kind", "hadith"), number, f"Lamps were lit in night {number}.")
    if given.get("language") == "ar":
        document = replace(document, text_ar="أوقدت المصابيح في الليل")
    reading = read(document, _asked())
    assert reading is not None
    return Candidate(document, reading, number, merit, meets=meets)


def _order(
    reader: Fake, found: Sequence[Candidate], asking: Asking | None = None, alike: Collection[int] = ()
) -> list[tuple[int, int | None]]:
    ordered = read_first(reader, QUESTION, found, asking or Asking(QUESTION, _asked(), LEXICON), alike)
    assert sorted(one.ordinal for one in ordered) == sorted(one.ordinal for one in found), "none is lost"
    return [(one.ordinal, one.answers) for one in ordered]


@pytest.mark.parametrize("texts", [1, 2, 3, 8])
def test_as_many_texts_are_read_as_the_reader_says(texts: int) -> None:
    reader = Fake({"night 4": 900}, texts)
    found = [_candidate(number, 100 - number) for number in (1, 2, 3, 4)]
    told = _order(reader, found)
    assert reader.asked == [
        (QUESTION, f"Lamps were lit in night {number}.") for number in (1, 2, 3, 4)[:texts]
    ]
    assert [logit is not None for _, logit in told] == [place < texts for place in range(4)]
    assert told[0] == ((4, 900) if texts == 8 else (1, 0))


def test_a_text_that_was_not_read_stays_behind_those_that_were() -> None:
    found = [_candidate(1, 50), _candidate(2, 40), _candidate(3, 30)]
    reader = Fake({"night 1": -9000, "night 2": -9500}, texts=2)
    assert _order(reader, found) == [(1, -9000), (2, -9500), (3, None)]


@pytest.mark.parametrize(
    ("logit", "first"),
    [(99, 1), (100, 1), (101, 2)],  # of two that count the same, the one of the smaller reference
)
def test_a_logit_counts_as_much_as_merit(logit: int, first: int) -> None:
    found = [_candidate(1, 700), _candidate(2, 600)]
    assert _order(Fake({"night 2": logit}), found)[0][0] == first


def test_of_equals_the_one_of_the_smaller_reference_stands_first() -> None:
    found = [_candidate(3, 70), _candidate(1, 60), _candidate(2, 50)]
    reader = Fake({"night 3": 10, "night 1": 20, "night 2": 30})
    assert _order(reader, found) == [(1, 20), (2, 30), (3, 10)]


@pytest.mark.parametrize(("sure", "first"), [(BEHIND, 1), (BEHIND + 1, 2)])
@pytest.mark.parametrize("lacking", [{"meets": False, "kind": "fatwa"}, {"kind": "quran"}])
def test_a_text_without_what_is_demanded_and_a_verse_must_be_surer(
    lacking: dict[str, Any], sure: int, first: int
) -> None:
    found = [_candidate(1), _candidate(2, **lacking)]
    assert _order(Fake({"night 2": sure}), found)[0][0] == first


def test_to_an_arabic_question_no_text_comes_first_without_what_is_demanded() -> None:
    question = "هل توقد المصابيح في الليل؟"
    found = [_candidate(1, language="ar"), _candidate(2, language="ar", meets=False)]
    told = _order(Fake({"night 2": 9 * BEHIND}), found, Asking(question, _asked(question), LEXICON))
    assert told == [(1, 0), (2, None)]


@pytest.mark.parametrize("kind", ["quran", "hadith", "tafsir", "book"])
def test_nothing_but_an_answer_of_a_mufti_comes_first_without_what_is_demanded(kind: str) -> None:
    found = [_candidate(1), _candidate(2, kind=kind, meets=False)]
    assert _order(Fake({"night 2": 9 * BEHIND}), found) == [(1, 0), (2, None)]


def test_answers_to_the_questions_most_alike_are_read_wherever_they_stand() -> None:
    found = [_candidate(1, 50), _candidate(2, 40), _candidate(3, 30), _candidate(4, 20)]
    reader = Fake({"night 4": 900}, texts=1)
    assert _order(reader, found, alike=(4, 99)) == [(4, 900), (1, 0), (2, None), (3, None)]
    assert [text for _, text in reader.asked] == ["Lamps were lit in night 1.", "Lamps were lit in night 4."]


def test_where_none_has_what_is_demanded_they_stand_alike() -> None:
    found = [_candidate(number, meets=False) for number in (1, 2)]
    assert _order(Fake({"night 2": 5}), found) == [(2, 5), (1, 0)]


@pytest.mark.parametrize("kind", ["quran", "hadith"])
def test_a_verse_that_stands_first_is_as_any_other_text(kind: str) -> None:
    verse_first = [_candidate(1, kind="quran"), _candidate(2, kind=kind)]
    assert _order(Fake({"night 2": 5}), verse_first) == [(2, 5), (1, 0)]
    assert _order(Fake({"night 1": 5}), verse_first) == [(1, 5), (2, 0)]


def test_the_gate_is_told_of_a_text_that_was_read_and_whether_it_is_a_verse() -> None:
    verse, narration = (_candidate(1, kind=kind) for kind in ("quran", "hadith"))
    assert told_of_first(narration) == {}
    assert told_of_first(replace(narration, answers=0)) == {"answers": 0, "verse": 0}
    assert told_of_first(replace(verse, answers=-7)) == {"answers": -7, "verse": 1024}


def test_an_arabic_question_has_its_arabic_texts_first() -> None:
    found = [_candidate(1, language="ar"), _candidate(2, language="ar"), _candidate(3, 500)]
    reader = Fake({"night 2": 5, "night 3": 9000})
    in_arabic = Asking(QUESTION, replace(_asked(), language="ar"), LEXICON)
    assert _order(reader, found, in_arabic) == [(2, 5), (1, 0), (3, None)]
    assert _order(reader, found)[0] == (3, 9000), "to an English question it is all one"


def test_the_kind_that_is_wanted_stays_before_others() -> None:
    found = [_candidate(1), _candidate(2), _candidate(3, 500, kind="tafsir")]
    reader = Fake({"night 2": 5, "night 3": 9000})
    narrations = Asking(QUESTION, _asked(), LEXICON, kinds=("hadith",), alone=True)
    assert _order(reader, found, narrations) == [(2, 5), (1, 0), (3, None)]
    assert _order(reader, found, replace(narrations, alone=False))[0] == (3, 9000)


def test_nothing_is_left_of_a_logit_that_was_told_before() -> None:
    found = [replace(_candidate(1), answers=7), replace(_candidate(2), answers=8)]
    assert _order(Fake({"night 1": -3}, texts=2), found) == [(2, 0), (1, -3)]


@pytest.mark.parametrize(
    ("kind", "title", "status", "begins"),
    [
        ("fatwa", "On lamps", "approved", "On lamps. Lamps"),
        ("fatwa", "On lamps", "draft", "On lamps. Lamps"),
        ("fatwa", "On lamps", "sample", "Lamps"),
        ("fatwa", None, "approved", "Lamps"),
        ("hadith", "On lamps", "approved", "Lamps"),
    ],
)
def test_a_place_is_read_behind_the_title_of_a_mufti(
    kind: str, title: str | None, status: str, begins: str
) -> None:
    place = place_of(_read(_text(kind, 1, "Lamps are lit in the night.", title, status=status)))
    assert place == begins.removesuffix("Lamps") + "Lamps are lit in the night."


def _read(document: Document, question: str = "lamps lit in the night") -> Candidate:
    reading = read(document, _asked(question))
    assert reading is not None
    return Candidate(document, reading, 0, 0)


FAR = "They went home and slept until the morning came to the people of the town. "


@pytest.mark.parametrize("title", ["On lamps", None])
def test_so_much_of_a_place_is_read_and_no_more(title: str | None) -> None:
    one = _read(
        _text("fatwa", 1, f"Lamps are lit in the night{' of rain and of wind' * 60}. {FAR * 9}", title)
    )
    place = place_of(one)
    start, end = one.reading.span
    assert end - start > READ, "a place that is longer"
    assert place == (f"{title}. " if title else "") + one.reading.text[start : start + READ]


def test_what_is_read_is_the_best_window_and_not_the_beginning() -> None:
    one = _read(_text("hadith", 1, f"{FAR * 9}Lamps are lit in the night. {FAR * 9}"))
    start, end = one.reading.span
    place = place_of(one)
    assert "Lamps are lit in the night." in place
    assert place == one.reading.text[start : min(end, start + READ)]
    assert len(place) <= READ < len(one.reading.text)


def test_an_arabic_place_is_read_behind_an_arabic_title() -> None:
    document = _text("fatwa", 1, "توقد المصابيح في الليل", "المصابيح", "ar")
    assert place_of(_read(document, "هل توقد المصابيح في الليل")) == "المصابيح. توقد المصابيح في الليل"


ANTS = "The killing of four creatures was prohibited: ants, bees, hoopoes and sparrow hawks."
HELD = [
    _text("quran", 1, "وفي البيت الفنقوس والسراج", language="ar"),
    _text("hadith", 1, ANTS),
    _text("hadith", 2, "Narrated a teller: lamps may be lit in the night of a journey."),
    _text("hadith", 3, "Narrated a teller: lamps may be lit in the market by night."),
    _text("fatwa", 4, "Lamps may be lit in the garden of a neighbour.", "May lamps be lit in a garden?"),
    *(_text("hadith", number, f"A word on rain, debts and guests, told {number}.") for number in range(5, 9)),
    _text("tafsir", 9, "تفسير الفنقوس: هو السراج", language="ar"),
]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Index:
    held = sorted(HELD, key=lambda one: ReferenceId.parse(one.id).key())
    return index_of(held, tmp_path_factory.mktemp("answering"))


def _look(world: Index, question: str, reader: Fake | None, monkeypatch: pytest.MonkeyPatch) -> Seen:
    monkeypatch.setattr(world, "reader", reader)
    return look(world, question, resources_of(world))


def test_the_first_texts_are_read_and_the_gate_is_told_of_the_first(
    world: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _look(world, QUESTION, None, monkeypatch)
    assert before.first is not None
    assert before.features["first_answers"] == 0
    assert all(one.answers is None for one in before.candidates)
    second = before.candidates[1]
    reader = Fake({place_of(second): 9000}, texts=2)
    seen = _look(world, QUESTION, reader, monkeypatch)
    assert [asked for asked, _ in reader.asked] == [seen.route.text] * 2
    assert seen.first == replace(second, answers=9000)
    assert seen.features["first_answers"] == 9000
    assert seen.features["first_merit"] == max(0, second.merit), "all that is told is told of that text"
    assert before.first.document.id == seen.candidates[1].document.id


def test_a_text_that_does_not_answer_is_told_too(world: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = _look(world, QUESTION, Fake({"": -3000}, texts=8), monkeypatch)
    assert seen.features["first_answers"] == -3000


def test_the_explanation_tells_what_the_reader_did(world: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = _look(world, QUESTION, Fake({"": 77}, texts=1), monkeypatch)
    first, *others = seen.explanation()["read"]
    assert first["answers"] == 77
    assert others
    assert all("answers" not in one for one in others)


@pytest.mark.parametrize(
    ("question", "settled"),
    [
        ("Is it allowed to kill ants?", "common"),
        ("May lamps be lit in a garden?", "asked_before"),
        ("ما هو الفنقوس", "by_verse"),
        ("May zorblats be lit in the night?", "unheard"),
        ("How many lamps may be lit in the night?", "untold"),
        ("1:1", "lookup"),
        ("Hello!", "greeting"),
        ("xyzzy", "nothing"),
    ],
)
def test_what_is_settled_is_not_read(
    question: str, settled: str, world: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = _look(world, question, Refusing(), monkeypatch)
    failed = failing(seen)
    reasons = {
        "common": bool(seen.common),
        "asked_before": seen.asked_before,
        "by_verse": seen.by_verse,
        "unheard": failed is not None and failed.check == "unheard" and bool(seen.candidates),
        "untold": failed is not None and failed.check == "untold" and bool(seen.candidates),
        "lookup": seen.asked is None,
        "greeting": seen.asked is None,
        "nothing": not seen.candidates,
    }
    assert reasons[settled]
    assert seen.features.get("first_answers", 0) == 0
    assert all(one.answers is None for one in seen.candidates)
    assert all("answers" not in one for one in seen.explanation().get("read", []))


def test_a_question_that_is_not_settled_is_read(world: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AssertionError, match="it is asked"):
        _look(world, QUESTION, Refusing(), monkeypatch)
