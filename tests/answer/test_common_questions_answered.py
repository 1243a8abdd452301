"""A common question is answered by the very text that its editors worded it by, whatever the gate makes of it."""

from __future__ import annotations

import pickle
from types import SimpleNamespace
from typing import cast

import pytest

from pipeline.answer.common import HELD, told_best
from pipeline.answer.demands.read import Read
from pipeline.answer.finding.retrieve import Sought, headed, sought_for
from pipeline.answer.gate import Decision, GateModel, Threshold
from pipeline.answer.judge import MEANT, refused
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.look import ANSWERED, DEFINING, DEFINING_HELD, WORDED, look
from pipeline.answer.resources import Resources
from pipeline.answer.routing.route import Route, route
from pipeline.answer.seen import Seen
from pipeline.answer.words.units import ONE, Asked, Unit
from pipeline.index import Index
from schemas.answer import Intent

LOW = Decision(False, False, -900, -900, Threshold(0, 0), "all")
LEXICON = default_lexicon()


def _answered(common: str, window: int, kind: str = "hadith", status: str = "approved") -> bool:
    reading = SimpleNamespace(window=window, language="en")
    document = SimpleNamespace(
        kind=kind,
        status=status,
        id="hadith:x:1",
        title=lambda _: "X",
        url="",
        grade=None,
        languages=("en",),
        author=None,
    )
    text = SimpleNamespace(document=document, reading=reading, meets=True, spelled=frozenset())
    seen = Seen(Route(Intent.GENERAL, "general", None, "en", "who lit the lamp"), common=common)
    seen.candidates, seen.features = cast(list, [text]), {"domain": 0}
    gate = cast(GateModel, SimpleNamespace(decide=lambda *_: LOW, subject=None))
    return refused(seen, Resources(LEXICON, gate)) is None


@pytest.mark.parametrize(
    ("common", "window", "kind", "status", "answered"),
    [
        ("lamp", ONE, "hadith", "approved", True),
        ("lamp", MEANT, "hadith", "approved", True),
        ("lamp", MEANT - 1, "hadith", "approved", False),  # not most of its words
        ("", ONE, "hadith", "approved", False),  # not worded
        ("lamp", ONE, "hadith", "draft", False),
        ("lamp", ONE, "fatwa", "approved", False),
    ],
)
def test_scripture_with_most_words_of_a_common_question_answers_it(
    common: str, window: int, kind: str, status: str, answered: bool
) -> None:
    assert _answered(common, window, kind, status) is answered


@pytest.mark.parametrize(
    ("kind", "window", "held"),
    [
        ("hadith", HELD, True),
        ("hadith", HELD - 1, False),
        ("quran", HELD, True),
        ("quran", HELD - 1, False),
        ("fatwa", 1, True),
    ],
)
def test_scripture_holds_half_of_the_words_of_a_common_question(kind: str, window: int, held: bool) -> None:
    text = cast(Read, SimpleNamespace(kind=kind, reading=SimpleNamespace(window=window)))
    # A build keeps what was seen of a question in a file, with its demands.
    assert pickle.loads(pickle.dumps(WORDED)).met_by(text) is held


@pytest.mark.parametrize(("kind", "answers"), [("fatwa", True), ("hadith", False), ("tafsir", False)])
def test_what_a_title_of_answers_seeks_is_told_by_an_answer(kind: str, answers: bool) -> None:
    assert pickle.loads(pickle.dumps(ANSWERED)).met_by(cast(Read, SimpleNamespace(kind=kind))) is answers


@pytest.mark.parametrize(
    ("question", "about"),
    [
        (
            "Can I chew gum while fasting?",
            "",
        ),  # no text here tells of tasting food: it is declined, and read no further
        (
            "What does the Quran say about chewing gum while fasting?",
            "chewing gum",
        ),  # a verse may, in other words
    ],
)
def test_a_common_question_whose_words_no_text_holds_is_read_no_further(
    index: Index, question: str, about: str
) -> None:
    seen = look(index, question, Resources(LEXICON, cast(GateModel, None)))
    assert seen.common == ("" if about else "tasting-and-fast")


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Is chewing gum while fasting allowed?", "Is chewing gum while fasting allowed?"),
        ("what breaks the fast", "things that invalidate the fast"),
    ],
)
def test_only_a_judgement_is_itself_a_title_of_answers(question: str, title: str) -> None:
    """Of "what breaks the fast" an answer on breaking it early has all words."""
    looked: list[str] = []

    def search(words: str, **_: object) -> SimpleNamespace:
        looked.append(words)
        return SimpleNamespace(hits=())

    lexical = SimpleNamespace(idf=lambda _: 1.0, known=lambda _: True)
    index = cast(Index, SimpleNamespace(search=search, lexical=lexical, glossary=None))
    routed = route(question, LEXICON)
    headed(index, sought_for(routed, LEXICON), routed, LEXICON)
    assert looked[0] == title


@pytest.mark.parametrize(
    ("window", "titled", "told"),
    [(DEFINING_HELD, False, True), (DEFINING_HELD - 1, False, False), (0, True, True)],
)
def test_what_a_thing_is_may_be_told_in_the_words_of_the_texts(window: int, titled: bool, told: bool) -> None:
    text = SimpleNamespace(
        kind="hadith",
        reading=SimpleNamespace(window=window),
        is_titled=titled,
        around="A lamp stood in the house of the traveller.",
        language="en",
        question=SimpleNamespace(language="en", things=()),
        lexicon=LEXICON,
    )
    assert pickle.loads(pickle.dumps(DEFINING)).met_by(cast(Read, text)) is told


CAR = "zakat on a car"


def _seen(kind: str, held: str, titled: int = 0, language: str = "en") -> Seen:
    """What a search found: one text of a kind, with some words, and so much of the question in its title."""
    reading = SimpleNamespace(window=ONE, language=language, held=frozenset(held.split()), titled=titled)
    text = SimpleNamespace(document=SimpleNamespace(kind=kind), reading=reading, meets=True)
    seen = Seen(Route(Intent.GENERAL, "general", None, "en", CAR), common="zakat-on-property")
    seen.candidates = cast(list, [text])
    return seen


@pytest.mark.parametrize(
    ("found", "as_asked", "own_words"),
    [
        (_seen("fatwa", "zakat hous rent"), _seen("fatwa", "zakat car", ONE), True),
        (_seen("book", "zakat hous rent"), _seen("fatwa", "zakat car", ONE), True),
        (_seen("fatwa", "zakat hous rent"), _seen("fatwa", "zakat car", ONE - 1), False),  # on more or else
        (_seen("fatwa", "zakat hous rent"), _seen("hadith", "zakat car", ONE), False),
        (_seen("fatwa", "zakat hous car"), _seen("fatwa", "zakat car", ONE), False),  # it names the car
        (
            _seen("hadith", "zakat hors slave"),
            _seen("fatwa", "zakat car", ONE),
            False,
        ),  # scripture rules on kinds
        (_seen("fatwa", "زكا بيت", language="ar"), _seen("fatwa", "zakat car", ONE), False),
    ],
)
@pytest.mark.parametrize("by_title", [True, False])
def test_a_ruling_on_another_thing_of_a_common_question_gives_way_to_one_on_just_it(
    found: Seen, as_asked: Seen, own_words: bool, by_title: bool
) -> None:
    asked = Asked(
        ("zakat", "car"),
        tuple(Unit((one,), (frozenset((one,)),), weight) for one, weight in (("zakat", 500), ("car", 700))),
        "en",
    )
    sought = Sought(CAR, CAR, None, by_title=by_title)
    kept = told_best(found, sought, lambda: asked, lambda: as_asked)
    assert kept is (as_asked if own_words else found)
