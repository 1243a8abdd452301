"""A narration that is asked for by a name, and names of real words that no narration has."""

# ruff: noqa: E501  (tables of questions read better with many to a line)

from __future__ import annotations

import pytest
from demanded import LEXICON, read_for

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.narrated import narrated_in
from pipeline.answer.finding.retrieve import sought_for
from pipeline.answer.routing.route import route
from pipeline.answer.words.units import Asked


def _told(question: str, text: str, kind: str = "hadith") -> bool:
    """Whether a text tells of the narration that a question names."""
    narrated = narrated_in(Asking(question, Asked((), ()), LEXICON))
    assert narrated is not None
    about = sought_for(route(question, LEXICON), LEXICON).about
    return narrated.told_by(read_for(about, text, kind=kind))


FAR = "Then they went on their way over hills, rivers, valleys, deserts and roads until the evening came. "
FAR_AR = "ثم ساروا بين الجبال والأنهار والأودية والصحاري والطرق حتى جاء المساء ودخلوا القرية ليلا ونزلوا بها وباتوا . "


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("the hadith of the golden camel", f"He had a golden sword. {FAR}Then he rode a camel.", False),
        ("the hadith of the golden camel", "He saw a camel with golden reins.", True),
        ("hadith of the lamp and the well", "He carried a lamp at night.", False),
        ("hadith of the lamp and the well", f"He carried a lamp. {FAR}The lamp fell into the well.", True),
        ("Tell me the hadith of the lantern", "He lit a lantern.", True),
        ("حديث الجمل الذهبي", f"ركب الجمل . {FAR_AR}فأعطاه الذهبي .", False),
        ("حديث الجمل الذهبي", "رأى الجمل الذهبي .", True),
        ("حديث القنديل والبئر", "أوقد القنديل .", False),
    ],
)  # fmt: skip
def test_what_a_name_says_is_told_together(question: str, text: str, told: bool) -> None:
    assert _told(question, text) is told


def test_a_verse_is_no_narration() -> None:
    assert not _told("حديث القنديل", "أوقد القنديل", kind="quran")
    assert _told("حديث القنديل", "أوقد القنديل", kind="hadith")


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is the hadith of the two lanterns?", "the two lanterns?"), ("explain the hadith of the lantern", "the lantern"), ("حديث القنديل", "القنديل"), ("ما نص حديث القنديل؟", "القنديل؟"),
        ("hadith about the lantern", ""), ("hadith of the prophet about lanterns", ""), ("what is a hadith", ""), ("is the hadith of the lantern authentic", ""),
        ("حديث عن القنديل", ""), ("حديث النفس", ""), ("حديث قدسي", ""), ("ما هو الحديث المرسل؟", ""), ("حديث", ""), ("tell me the hadith of", ""),
    ],
)  # fmt: skip
def test_how_a_narration_is_named(question: str, name: str) -> None:
    assert LEXICON.kinds.named_narration(question) == name
    wanted = LEXICON.kind_wanted(question)
    assert not name or (wanted.kinds, wanted.alone, wanted.on) == (("hadith",), True, name)
