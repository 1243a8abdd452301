"""Texts have one order: demands, then texts that an Arabic question can be read in, then merit."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.questions import demands_of, meets
from pipeline.answer.demands.read import Read
from pipeline.answer.finding.candidates import candidates
from pipeline.answer.finding.considering import Demanded
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.lexicon.weights import UNIT, Weights
from pipeline.answer.words.reading import read
from pipeline.answer.words.spelling import spellings_of
from pipeline.answer.words.units import Asked, asked
from pipeline.index import Index
from pipeline.index.types import Hit
from schemas.answer import Intent
from schemas.document import Document

LEXICON = default_lexicon()


def _asked(text: str) -> Asked:
    return asked(text, None, lambda _: 5.0, lambda _: True, LEXICON.frame)


def _order(question: str, *texts: Document) -> list[str]:
    """The ids of some texts in their order; the search finds the first one best, and its score alone counts."""
    index = SimpleNamespace(
        document=lambda ordinal: texts[ordinal],
        span_of_passage=lambda _: ("ar", 0, 9),
        alike=None,
    )
    hits = tuple(Hit(n, one.id, 0, 900 - n, 0, 0, 0) for n, one in enumerate(texts))
    asking = Asking(question, _asked(question), LEXICON, intent=Intent.RULING)
    wanted = demands_of(asking)
    found = candidates(
        cast(Index, index),
        hits,
        asking,
        Weights({"fused": UNIT}),
        Demanded(wanted, asking.question, asking.language),
    )
    return [one.document.id for one in found]


def _text(number: int, kind: str = "hadith", **values: str) -> Document:
    return Document(f"{kind}:x:{number}", kind, "x", "x", status="approved", **values)


def test_an_arabic_question_is_answered_from_arabic_texts_first() -> None:
    texts = (
        _text(1, text_en="honey"),
        _text(2, text_ar="عسل"),
        _text(3, text_en="more honey", text_ar="عسل النحل"),
    )
    assert _order("عسل النحل وشرابه", *texts) == ["hadith:x:2", "hadith:x:3", "hadith:x:1"]
    assert _order("honey of the bee and its drink", *texts)[0] == "hadith:x:1"


def test_a_text_without_what_is_demanded_stands_behind() -> None:
    question = "Does touching a lantern break wudu?"
    kettle, lantern = "Touching a kettle does not break wudu.", "Touching a lantern does not break wudu."
    assert _order(question, _text(1, text_en=kettle), _text(2, text_en=lantern)) == [
        "hadith:x:2",
        "hadith:x:1",
    ]


def test_a_title_names_what_is_listed_in_whatever_order() -> None:
    wanted = _asked("ما شروط التوبة؟")
    demands = demands_of(Asking("ما شروط التوبة؟", wanted, LEXICON))
    assert [one.name for one in demands if one.name == "follows"]
    for title, text, met in (
        ("قبول التوبة وشروطها", "الندم والإقلاع والعزم", True),
        ("حكم من تاب", "الندم والإقلاع والعزم على التوبة", False),
    ):
        reading = read(_text(1, "fatwa", title_ar=title, text_ar=text), wanted)
        assert reading is not None
        assert meets(Read("fatwa", reading, wanted, LEXICON), demands) is met


def test_an_answer_that_names_a_neighbour_of_the_noun_alone_is_on_something_else() -> None:
    question = "ما حكم العملات الرقمية؟"
    wanted = _asked(question)
    spellings = spellings_of(question, wanted, None)
    demands = [
        one
        for one in demands_of(Asking(question, wanted, LEXICON, spellings=spellings))
        if one.name == "spelled"
    ]
    assert demands
    for title, met in (
        ("ما المقصود بالرقم في الثوب", False),
        ("حكم العملات الرقمية", True),
        ("حكم تداول العملات", True),
    ):
        reading = read(_text(1, "fatwa", title_ar=title, text_ar="عمل به وترقيم الثوب جائز"), wanted)
        assert reading is not None
        assert meets(Read("fatwa", reading, wanted, LEXICON), demands) is met


def test_words_for_without_are_no_thing_that_is_asked_about() -> None:
    assert [unit.tokens[0] for unit in _asked("سفر المرأة بلا محرم").things] == [
        unit.tokens[0] for unit in _asked("سفر المرأة محرم").things
    ]
