"""A comment in English is quoted where it explains the verse, and not by what it begins with."""

from __future__ import annotations

from typing import cast

import pytest

from pipeline.answer.composing.compose import answering, detail_of, summary_of
from pipeline.answer.composing.explaining import explaining_part, explains, opening_part
from pipeline.answer.composing.replies import explaining_first
from pipeline.answer.demands.asking import Asking
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.reading import Reading, read_in
from pipeline.answer.words.units import Asked, asked
from pipeline.index import Index
from schemas.document import Document

LEXICON = default_lexicon()
NOTHING = Asked((), ())
# invented; the comment writes the words of the verses in another spelling, as comments do
LAMP = Document(
    "quran:1:1",
    "quran",
    "",
    "quran",
    title_en="One",
    text_ar="وَٱلۡفَانُوسِ عَلَى ٱلۡبَابِ",
    text_en="By the lamp at the door",
)
ROAD = Document(
    "quran:1:2",
    "quran",
    "",
    "quran",
    title_en="Two",
    text_ar="وَٱلطَّرِيقِ إِلَى ٱلسُّوقِ",
    text_en="And the road to the market",
)
COMMENT = """Where it was written
It was written in a town. A story tells that somebody recited,
وَالْفَانُوسِ عَلَى الْبَابِ - وَالطَّرِيقِ إِلَى السُّوقِ
(By the lamp at the door. And the road to the market.) So they were silent, and went home as the evening came.
وَالْفَانُوسِ
(By the lamp (of oil)) meaning, the light by which somebody finds his way home in the night. Its oil is new. He said,
وَالطَّرِيقِ إِلَى السُّوقِ
(And the road to the market.) This refers to the way on which people carry what they sell, early in the day.
"""


def _comment(number: str, text: str, collection: str = "a") -> Document:
    return Document(
        f"tafsir:{collection}:{number}",
        "tafsir",
        collection,
        collection,
        title_en=f"On {number}",
        text_en=text,
        status="draft",
    )


def _reading(document: Document) -> Reading:
    reading = read_in(document, "en", NOTHING)
    assert reading is not None
    return reading


def _told(*verses: Document, question: str = "") -> str:
    wanted = asked(question, None, lambda _: 1.0, lambda _: True, LEXICON.frame) if question else NOTHING
    part = explaining_part(_reading(_comment("1:1-2", COMMENT)), verses, wanted)
    return part.text if part else ""


@pytest.mark.parametrize(
    ("verses", "begins"),
    [
        ((LAMP,), "(By the lamp (of oil)) meaning"),
        ((ROAD,), "(And the road"),
        ((LAMP, ROAD), "(By the lamp ("),
    ],
)
def test_what_a_comment_says_of_a_verse_follows_the_verses_words(
    verses: tuple[Document, ...], begins: str
) -> None:
    assert _told(*verses).startswith(begins)


def test_what_is_asked_about_goes_before_the_first_verse() -> None:
    assert _told(LAMP, ROAD, question="what does the road mean").startswith("(And the road")


def test_what_leads_to_the_next_quotation_is_left_out() -> None:
    assert _told(LAMP).endswith("Its oil is new.")


def test_a_comment_that_quotes_no_verse_of_its_own_explains_none() -> None:
    other = Document("quran:1:3", "quran", "", "quran", text_ar="وَٱلنَّهۡرِ إِذَا جَرَىٰ", text_en="And the river")
    assert _told(other) == ""
    assert not explains(_comment("1:1-3", COMMENT), _reading(_comment("1:1-3", COMMENT)), other)
    assert explains(
        _comment("1:3", "A river that runs."), _reading(_comment("1:3", "A river that runs.")), other
    )


def test_a_comment_without_the_words_is_quoted_by_its_beginning() -> None:
    assert (
        opening_part(_reading(_comment("1:3", "A river that runs. It runs fast."))).text
        == "A river that runs. It runs fast."
    )


class Held:
    """One verse that a longer comment, first by the letters of its id, leaves out."""

    documents = (
        Document(
            "quran:1:3",
            "quran",
            "",
            "quran",
            title_en="Three",
            text_ar="وَٱلنَّهۡرِ إِذَا جَرَىٰ",
            text_en="And the river",
        ),
        _comment("1:1-3", COMMENT),
        _comment("1:3", "A river that runs.", "b"),
    )

    def document(self, ordinal: int) -> Document:
        return self.documents[ordinal]

    def linking(self, ordinal: int) -> tuple[int, ...]:
        return (1, 2)


def test_a_comment_that_says_something_of_the_verse_goes_before_others() -> None:
    found = explaining_first(cast(Index, Held()), 0, "en", LEXICON)
    assert [one.id for _, one in found] == ["tafsir:b:1:3", "tafsir:a:1:1-3"]


@pytest.mark.parametrize("explained", [True, False])
def test_summary_and_detail_quote_the_comment_where_it_explains(explained: bool) -> None:
    text = f"{'Many lamps were carried in the town. ' * 20}{COMMENT}"
    question = asked("what does the lamp mean", None, lambda _: 1.0, lambda _: True, LEXICON.frame)
    best = [
        Candidate(one, reading, place, 0)
        for place, one in enumerate((LAMP, _comment("1:1-2", text)))
        if (reading := read_in(one, "en", question))
    ]
    told = answering(best, Asking("what does the lamp mean", question, LEXICON), "en", explains=explained)
    summary, detail = summary_of(told, "en", LEXICON), detail_of({"": told}, "en", LEXICON)
    assert ("“(By the lamp (of oil)) meaning" in summary) is explained
    assert "finds his way home" in detail
