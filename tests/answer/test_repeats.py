"""Texts that say the same words are shown once, and no text hides another that says something else."""

from __future__ import annotations

import pytest

from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.finding.repeats import without_repeats
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import asked
from schemas.document import Document

RULING = (
    "So long as nobody of the house has bought the lantern for show, there is no sin upon him in lighting it at night, "
    "and the oil that is left in the morning may be given to a neighbour who has none."
)
FRAMED = f"Praise be to Allaah. {RULING} And Allaah knows best. Source: Lanterns and Letters, Sheikh Fulan of Basrah."
OTHERS = " ".join(f"House {n} has window {n} and door {n} beside garden {n}." for n in range(9))
ARABIC = "لا بأس بإيقاد المصباح في الليل لمن كان في بيته مريض يحتاج إليه حتى يصبح، وما بقي من الزيت أعطاه جاره الفقير"


def _found(number: int, kind: str, text: str) -> Candidate:
    """A text as it was found by words of its own, English or Arabic by its letters."""
    language = "en" if text.isascii() else "ar"
    wanted = asked(text, None, lambda _: 3.0, lambda _: True, frozenset())
    document = Document(f"{kind}:a:{number}", kind, "a", "a", **{f"text_{language}": text})
    reading = read(document, wanted)
    assert reading is not None
    return Candidate(document, reading, number, 0)


def _kept(*texts: tuple[str, str]) -> list[tuple[int, list[str]]]:
    """Of some texts, each with its kind, the numbers of those kept, with the ids of their repetitions."""
    found = [_found(number, kind, text) for number, (kind, text) in enumerate(texts, 1)]
    return [(one.ordinal, list(one.same)) for one in without_repeats(found)]


def test_the_same_words_behind_other_chains_are_one_text() -> None:
    words = "The traveller may break his fast and make the days up later, when he is home again."
    first = f'Narrated one teller: He said, "{words}"'
    second = f"It was narrated that another person, far away, said: {words}"
    assert _kept(("hadith", first), ("hadith", second)) == [(1, ["hadith:a:2"])]


@pytest.mark.parametrize(
    ("first", "second", "one"),
    [
        (("fatwa", FRAMED), ("fatwa", RULING), True),  # the same answer, as two sources print it
        (("fatwa", RULING), ("fatwa", FRAMED), True),
        (("fatwa", RULING), ("fatwa", RULING.replace("there is no sin", "there is sin")), False),
        (("fatwa", RULING), ("fatwa", f"{RULING} {OTHERS}"), False),
        (("fatwa", RULING), ("fatwa", "The lantern of the house is lit by him who bought it, and he sleeps."), False),
        (("hadith", RULING), ("book", f"{RULING} It is sound."), True),  # a narration in a printed book
        (("hadith", RULING), ("fatwa", f"{RULING} It is sound."), False),  # a mufti quotes it
    ],
)  # fmt: skip
def test_a_text_that_holds_the_words_of_another_is_no_second_witness(
    first: tuple[str, str], second: tuple[str, str], one: bool
) -> None:
    assert _kept(first, second) == ([(1, [f"{second[0]}:a:2"])] if one else [(1, []), (2, [])])


def test_an_arabic_answer_is_told_once_too() -> None:
    framed = f"الحمد لله رب العالمين، {ARABIC}، والله أعلم وصلى الله على نبينا محمد"
    assert _kept(("fatwa", ARABIC), ("fatwa", framed)) == [(1, ["fatwa:a:2"])]


def test_verses_of_the_same_words_in_another_order_are_both_shown() -> None:
    words = "اتقوا يوما يجزي شفاعة عدل ينصرون نفس"
    turned = "اتقوا يوما يجزي عدل شفاعة ينصرون نفس"
    assert _kept(("quran", words), ("quran", turned), ("quran", words)) == [(1, ["quran:a:3"]), (2, [])]


@pytest.mark.parametrize(("kind", "kept"), [("fatwa", [1, 3]), ("book", [1, 3]), ("hadith", [1])])
def test_a_ruling_is_not_hidden_by_one_that_says_the_contrary_in_the_same_words(
    kind: str, kept: list[int]
) -> None:
    allows = "The sailor may shorten the prayer on a lamp boat in the harbour where his family lives."
    texts = (allows, f"Question 12: {allows}", allows.replace("may", "may not"))
    found = _kept(*((kind, text) for text in texts))
    assert [number for number, _ in found] == kept
    assert len(found[0][1]) == 3 - len(kept)
