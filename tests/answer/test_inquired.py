"""What a mufti was asked decides what is demanded of his answer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.questions import demands_of, meets
from pipeline.answer.demands.read import Read
from pipeline.answer.finding.candidates import Candidate, candidates
from pipeline.answer.finding.considering import Demanded
from pipeline.answer.finding.inquired import THE_SAME
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.lexicon.weights import UNIT, Weights
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import Asked, asked
from pipeline.index import Index
from pipeline.index.inquiries import Likeness
from pipeline.index.types import Hit
from pipeline.text import Glossary
from schemas.answer import Intent
from schemas.document import Document

LEXICON = default_lexicon()
FAR = " The lamps were lit and the people went home until the morning came." * 8
KNOWN = {"witr": "وتر", "duha": "ضحى", "qunut": "قنوت", "prayer": "صلاة"}
PRAYERS = Glossary.from_dict(
    {"concepts": [{"id": en, "ar": [ar], "en": [en], "translit": []} for en, ar in KNOWN.items()]}
)


def _asked(text: str, glossary: Glossary | None = PRAYERS) -> Asked:
    return asked(text, glossary, lambda _: 5.0, lambda _: True, LEXICON.frame)


def _answer(title: str, text: str, kind: str = "fatwa") -> Document:
    return Document(f"{kind}:x:1", kind, "x", "x", title_en=title, text_en=text, status="approved")


def _found(question: str, document: Document, alike: int | None) -> Candidate:
    """The one text that a search finds, whose mufti was asked something so like the question."""
    index = SimpleNamespace(
        document=lambda _: document,
        span_of_passage=lambda _: ("en", 0, 9),
        alike=None,
        lexical=SimpleNamespace(idf=lambda _: 5.0, statistics=lambda terms: [(1, 5.0)] * len(terms)),
    )
    wanted = _asked(question)
    likeness = None if alike is None else Likeness(np.array([0], np.int32), np.array([alike], np.int32))
    asking = Asking(question, wanted, LEXICON, intent=Intent.RULING)
    (found,) = candidates(
        cast(Index, index),
        (Hit(0, document.id, 0, 900, 0, 0, 0),),
        asking,
        Weights({"fused": UNIT}),
        Demanded(demands_of(asking), wanted, "en"),
        likeness=likeness,
    )
    return found


@pytest.mark.parametrize(
    ("kind", "text", "met"),
    [
        ("fatwa", "If the qunut is forgotten, the prayer is sound.", False),
        ("hadith", "If the qunut is forgotten, the prayer is sound.", False),
        ("fatwa", "If the qunut of duha is forgotten, the prayer is sound.", True),
        ("quran", "If the qunut is forgotten, the prayer is sound.", True),
    ],
)
def test_a_text_names_every_word_of_the_faith_that_is_asked_about(kind: str, text: str, met: bool) -> None:
    question = "What if somebody forgets the qunut in the duha prayer?"
    wanted = _asked(question)
    reading = read(_answer("Forgetting the qunut", text, kind), wanted)
    assert reading is not None
    assert meets(Read(kind, reading, wanted, LEXICON), demands_of(Asking(question, wanted, LEXICON))) == met


def test_everyday_things_go_by_other_words_where_a_mufti_was_asked_the_same() -> None:
    question, answer = (
        "May a bedridden man pray witr?",
        _answer("A sick man's witr", "A sick man may pray witr."),
    )
    assert _found(question, answer, THE_SAME).meets
    assert not _found(question, answer, THE_SAME - 1).meets
    assert not _found(question, answer, None).meets, "nothing is known of what he was asked"


def test_a_word_of_the_faith_goes_by_no_other_however_alike_the_questions_are() -> None:
    question = "May a sick man pray witr?"
    answer = _answer("A sick man's duha", f"A sick man may pray duha.{FAR} Of witr nothing is said.")
    assert not _found(question, answer, THE_SAME).meets
