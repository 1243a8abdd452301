"""A common question is answered by the very text that its editors worded it by, whatever the gate makes of it."""

from __future__ import annotations

import pickle
from types import SimpleNamespace
from typing import cast

import pytest

from pipeline.answer.common import HELD
from pipeline.answer.demands.read import Read
from pipeline.answer.finding.retrieve import headed, sought_for
from pipeline.answer.gate import Decision, GateModel, Threshold
from pipeline.answer.judge import MEANT, refused
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.look import ANSWERED, DEFINING, DEFINING_HELD, WORDED, look
from pipeline.answer.resources import Resources
from pipeline.answer.routing.route import Route, route
from pipeline.answer.seen import Seen
from pipeline.answer.words.units import ONE
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
