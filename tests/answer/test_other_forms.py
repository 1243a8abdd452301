"""Words that texts write otherwise than a question: names in Latin letters, persons of a verb, plurals, numbers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pipeline.answer.finding.retrieve import sought_for
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.routing.route import route
from pipeline.answer.words.inflected import inflected
from pipeline.answer.words.romanised import Spellings, spelled_otherwise
from pipeline.text import analyse_query, term_tokens

LEXICON = default_lexicon()
NAMES: Spellings = {
    "safiya ": ("safiya", "safiyya"),
    "sauda ": ("sauda", "sawdah"),
    "hasan ": ("hasan",),
    "israil ": ("israil",),
}


def _is_name(word: str) -> bool:
    return LEXICON.rarity(term_tokens(word)[0]) >= 64


@pytest.mark.parametrize(
    ("question", "others"),
    [
        ("Who was Safiyyah?", ("safiya", "safiyya")),
        ("when did sawdah give her day to aisha", ("sauda",)),
        ("Who was Hassan ibn Thabit?", ()),  # another than Hasan
        ("Who led the Children of Israel?", ()),  # English says it much: it stands as it is
        ("Who was Zarbun?", ()),  # a name that nobody bears
        ("من هي صفية؟", ()),
    ],
)
def test_a_name_is_sought_in_each_spelling(question: str, others: Sequence[str]) -> None:
    told = spelled_otherwise(question, lambda: NAMES, _is_name)
    assert [one for forms in told.values() for one in forms] == list(others)


@pytest.mark.parametrize(
    ("question", "held", "others"),
    [
        ("الملائكة التي تتعاقب", "يتعاقب", ["يتعاقب"]),
        ("من وعد الله بإعانتهم", "اعان", ["اعان"]),
        ("الملائكة التي يتعاقب", "يتعاقب", []),  # texts have it as it stands
        ("من هم الأشاعرة", "شاعر", []),
        ("كم وزنه بالكيلو", "يلو", []),
    ],
)
def test_an_arabic_word_that_no_text_has_is_sought_as_texts_have_it(
    question: str, held: str, others: Sequence[str]
) -> None:
    told = inflected(question, {held}.__contains__)
    assert [one for forms in told.values() for one in forms] == others


@pytest.mark.parametrize(
    ("question", "word", "others"),
    [
        ("على كم حرف نزل القرآن؟", "حرف", ("أحرف", "حروف")),
        ("كم بابا للجنة؟", "بابا", ("أبواب",)),
        ("ما معنى حرف النون؟", "حرف", None),  # it is not counted
        ("3 signs of a hypocrite", "3", ("three",)),
        ("ما هي 7 الموبقات", "7", ("سبع", "سبعة", "سبعا")),
        ("1 sign of a hypocrite", "1", None),  # every text has one
        ("Who built the ark?", "ark", ("ship",)),
    ],
)
def test_a_counted_noun_and_a_number_are_known_in_the_words_of_texts(
    question: str, word: str, others: Sequence[str] | None
) -> None:
    assert LEXICON.kindred(question).get(analyse_query(word)[0]) == others


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("بماذا شبه الله نوره؟", "شبه الله نوره؟"),
        ("How can one protect oneself from the Fire?", "How can one protect from the Fire?"),
        ("بماذا", "بماذا"),
        ("Who built the ship?", "Who built the ship?"),
    ],
)
def test_words_that_only_ask_are_not_searched(question: str, left: str) -> None:
    assert LEXICON.without_empty(question) == left
    assert sought_for(route(question, LEXICON), LEXICON).about == left
