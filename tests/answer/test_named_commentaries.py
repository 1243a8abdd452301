"""A commentary that is named: its comment goes before all others, and the verse beside its name is looked up."""

from __future__ import annotations

from typing import cast

import pytest

from pipeline.answer.composing.notes import other_comment
from pipeline.answer.composing.replies import comments_on, explaining_first
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.mentions import find_mentions
from pipeline.answer.routing.route import route
from pipeline.index import Index
from schemas.answer import Intent
from schemas.document import Document

LEXICON = default_lexicon()


@pytest.mark.parametrize(
    ("question", "verses", "commentaries"),
    [
        ("tafsir ibn kathir of 2:255", ("quran:2:255",), ("ibn-kathir", "ibn-kathir-en")),
        ("What does Tafsir al-Jalalayn say about 36:12?", ("quran:36:12",), ("jalalayn-en",)),
        ("Ma'ariful Quran tafsir of surah al-Mulk verse 2", ("quran:67:2",), ("maarif-en",)),
        ("تفسير ابن كثير لآية الكرسي", ("quran:2:255",), ("ibn-kathir", "ibn-kathir-en")),
        ("تفسير الطبري للآية 2:256", ("quran:2:256",), ("tabari",)),
        ("What did al-Qurtubi say about lamps?", (), ("qurtubi",)),
        ("Who was Ibn Kathir?", (), ()),  # no comment is asked for
        ("ما تفسير آية الخمر والميسر؟", (), ()),  # a game, and no commentary
    ],
)
def test_a_commentary_is_known_by_its_name(
    question: str, verses: tuple[str, ...], commentaries: tuple[str, ...]
) -> None:
    found = find_mentions(question, LEXICON)
    assert (found.references, found.commentaries) == (verses, commentaries)


def test_what_a_commentator_says_of_a_verse_explains_it() -> None:
    routed = route("What did Ibn Kathir say about 2:255?", LEXICON)
    assert (routed.intent, routed.explains) == (Intent.LOOKUP, True)


@pytest.mark.parametrize(
    "question", ["What is meant by the night of decree?", "What does 97:3 mean?", "ما معنى ليلة القدر؟"]
)
def test_what_something_means_is_explained(question: str) -> None:
    assert route(question, LEXICON).explains


def _comment(collection: str, text: str, language: str = "en") -> Document:
    return Document(
        f"tafsir:{collection}:1:1",
        "tafsir",
        collection,
        collection,
        status="approved",
        **{f"text_{language}": text},
    )


class Held:
    """A verse and comments on it."""

    documents = (
        Document("quran:1:1", "quran", "", "quran", text_ar="سراج", text_en="A lamp"),
        _comment("ibn-kathir-en", "A lamp that is carried."),
        _comment("jalalayn-en", "A lamp."),
        _comment("qurtubi", "سراج يحمل", "ar"),
    )

    def document(self, ordinal: int) -> Document:
        return self.documents[ordinal]

    def linking(self, ordinal: int) -> tuple[int, ...]:
        return (1, 2, 3)


@pytest.mark.parametrize(
    ("named", "first"),
    [
        ((), "ibn-kathir-en"),
        (("jalalayn-en",), "jalalayn-en"),
        (("qurtubi",), "qurtubi"),
        (("tabari",), "ibn-kathir-en"),
    ],
)
def test_its_comment_goes_before_others(named: tuple[str, ...], first: str) -> None:
    for order in (comments_on, explaining_first):
        assert order(cast(Index, Held()), 0, "en", LEXICON, named)[0][1].collection == first


@pytest.mark.parametrize(("named", "told"), [((), False), (("jalalayn-en",), False), (("tabari",), True)])
def test_that_comments_of_others_are_shown_is_told(named: tuple[str, ...], told: bool) -> None:
    assert bool(other_comment(Held.documents[:3], named, "en", LEXICON)) is told
