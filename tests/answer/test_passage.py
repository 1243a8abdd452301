"""A story is shown as a run of verses: the whole of a short surah, else what was found close together and follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pipeline.answer.composing.compose import summary_of_verses
from pipeline.answer.composing.passage import FEWEST, MOST, SHORT, in_full
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import Asked, asked
from pipeline.index import Index
from schemas.document import Document

LEXICON = default_lexicon()
LENGTHS = {1: 5, 2: 40}  # invented surahs, with how many verses they have


def _verse(surah: int, number: int) -> Document:
    text = f"the traveller of the hill, part {number}"
    return Document(
        f"quran:{surah}:{number}",
        "quran",
        "",
        "quran",
        text_ar="وجاء المسافر إلى المدينة",
        text_en=text,
        title_en=f"Surah {surah}:{number}",
        status="approved",
    )


class Held:
    """The verses, and commentary on some of them, as an index tells them."""

    def __init__(self, groups: Sequence[str] = (), written: Mapping[int, str] | None = None) -> None:
        self.verses = [_verse(surah, one) for surah, last in LENGTHS.items() for one in range(1, last + 1)]
        for number, text in (written or {}).items():
            place = self.find(f"quran:2:{number}")
            assert place is not None
            self.verses[place] = replace(self.verses[place], text_ar=text)
        self.documents = SimpleNamespace(reference=lambda ordinal: groups[ordinal])
        self.groups = groups

    def held(self, references: Iterable[str]) -> list[tuple[int, Document]]:
        return Index.held(cast(Index, self), references)

    def find(self, reference: str) -> int | None:
        return next((place for place, one in enumerate(self.verses) if one.id == reference), None)

    def document(self, ordinal: int) -> Document:
        return self.verses[ordinal]

    def linking(self, ordinal: int) -> Sequence[int]:
        return range(len(self.groups))


def _question() -> Asked:
    return asked("story of the traveller", None, lambda _: 1.0, lambda _: True, LEXICON.frame)


def _candidate(document: Document) -> Candidate:
    reading = read(document, _question())
    assert reading is not None
    return Candidate(document, reading, 0, 0)


def _told(
    chosen: Sequence[tuple[int, int]],
    found: Sequence[tuple[int, int]] = (),
    groups: Sequence[str] = (),
    written: Mapping[int, str] | None = None,
) -> list[str]:
    shown = [_candidate(_verse(*one)) for one in chosen]
    held = cast(Index, Held(groups, written))
    texts, verses = in_full(held, shown, [*shown, *(_candidate(_verse(*one)) for one in found)], _question())
    assert verses == len(texts)
    return [one.document.id for one in texts]


def _run(surah: int, first: int, last: int) -> list[str]:
    return [f"quran:{surah}:{number}" for number in range(first, last + 1)]


def test_a_short_surah_is_shown_whole() -> None:
    assert max(LENGTHS[1], SHORT) == SHORT
    assert _told([(1, 3)]) == _run(1, 1, 5)


def test_a_few_verses_follow_one_that_was_found_alone() -> None:
    assert _told([(2, 10)]) == _run(2, 10, 10 + FEWEST - 1)
    assert _told([(2, 39)]) == _run(2, 39, 40)


@pytest.mark.parametrize(
    ("written", "first", "last"),
    [
        ({11: "فقال إني عائد", 12: "ثم رجع"}, 10, 14),
        ({18: "قالوا ما عندنا ماء"}, 10, 14),  # nothing leads there
        ({14: "قال ارجعوا", 17: "فرجعوا", 19: "فلما جاءوا"}, 10, 19),
        ({10: "فلما جاء", 9: "قال اخرج", 8: "وإذ قال لقومه", 7: "قال لا"}, 8, 12),
        ({10: "فلما جاء", 9: "ولقد أرسلنا رسولا", 8: "فهلكوا"}, 9, 13),
        ({10: "لأرجعن إليه", 9: "وجاء فقال أين هو"}, 9, 13),  # what is said goes on
        ({10: "وأرجع إليه", 9: "وجاء فقال أين هو"}, 10, 14),
        ({11: "ولقد أرسلنا رسولا", 12: "فقال"}, 10, 10),
        ({12: "تلك آيات الكتاب", 13: "قال"}, 10, 11),
        ({11: "يا أيها الناس"}, 10, 10),
        ({11: "يَـٰٓأَيُّهَا ٱلنَّاسُ"}, 10, 10),  # as the codex spells it
        ({12: "لقد كان لقوم آية", 13: "فقالوا"}, 10, 11),
    ],
)
def test_a_story_begins_where_it_begins_and_goes_on_while_it_is_told(
    written: Mapping[int, str], first: int, last: int
) -> None:
    assert _told([(2, 10)], written=written) == _run(2, first, last)


def test_verses_found_before_it_belong_to_it_unless_something_else_begins_between_them() -> None:
    found = [(2, 9), (2, 11), (2, 14), (2, 4)]
    assert _told([(2, 15)], found) == _run(2, 9, 15)
    assert _told([(2, 15)], found, written={12: "واضرب لهم مثلا"}) == _run(2, 12, 16)
    assert _told([(2, 15)], found, written={12: "أم حسبت أن أصحاب الوادي"}) == _run(2, 12, 16)


def test_a_run_begins_with_no_verse_that_holds_nothing_of_what_is_asked() -> None:
    found = [_candidate(_verse(2, one)) for one in (12, 15, 18, 20)]
    silent = [
        replace(one, reading=replace(one.reading, window=0)) if one.document.id in _run(2, 12, 15) else one
        for one in found
    ]
    told = {
        name: in_full(cast(Index, Held()), [some[-1]], some, _question())[0][0].document.id
        for name, some in {"telling": found, "silent": silent}.items()
    }
    assert told == {"telling": "quran:2:12", "silent": "quran:2:18"}


def test_a_story_that_goes_far_back_still_shows_the_verse_that_was_found() -> None:
    told = _told([(2, 30)], written=dict.fromkeys(range(1, 41), "قال ارجع"))
    assert (len(told), told[-1]) == (MOST, "quran:2:30")


def test_verses_found_close_together_are_one_run() -> None:
    assert _told([(2, 10)], [(2, 12), (2, 15), (2, 17), (2, 25), (1, 2), (2, 4)]) == _run(2, 10, 17)


def test_it_begins_with_the_first_verse_that_would_be_shown() -> None:
    assert _told([(2, 20), (2, 8)])[0] == "quran:2:8"
    assert _told([(2, 35), (2, 8)]) == _run(2, 35, 39)


def test_verses_that_a_commentary_explains_together_belong_to_it() -> None:
    assert _told([(2, 10)], groups=["tafsir:x:2:10-18", "tafsir:y:2:1-40", "tafsir:z:2:10"]) == _run(
        2, 10, 18
    )


def test_neither_a_comment_nor_what_was_found_leads_past_a_call_to_all_who_hear() -> None:
    called = {13: "يَـٰٓأَيُّهَا ٱلَّذِينَ ءَامَنُوٓاْ"}
    assert _told([(2, 10)], [(2, 14)], ["tafsir:x:2:10-18"], called) == _run(2, 10, 12)


def test_a_run_has_an_end() -> None:
    assert len(_told([(2, 1)], [(2, number) for number in range(2, 40)])) == MOST


def test_other_kinds_stand_behind_it_and_lead_to_no_story() -> None:
    narration = _candidate(
        Document("hadith:x:1", "hadith", "x", "x", text_en="the traveller", status="approved")
    )
    verse = _candidate(_verse(1, 1))
    held = cast(Index, Held())
    texts, verses = in_full(held, [verse, narration], [], _question())
    assert [one.document.id for one in texts] == [*_run(1, 1, 5), "hadith:x:1"]
    assert verses == 5
    assert in_full(held, [narration, verse], [], _question()) == ([narration, verse], 0)


@pytest.mark.parametrize("count", [1, 2, 30])
def test_the_summary_quotes_what_it_has_room_for_and_tells_how_many_are_shown(count: int) -> None:
    text = summary_of_verses([_verse(2, number) for number in range(1, count + 1)], "en", LEXICON)
    assert text.startswith("“the traveller of the hill, part 1")
    assert ("in all" in text) is (count == 30)
    assert ("2:1-2)" in text) is (count == 2)


def test_a_run_of_which_one_verse_lacks_the_language_is_quoted_in_arabic() -> None:
    run = [replace(_verse(2, number), text_ar=f"آية رقم {number}") for number in (1, 2, 3)]
    lacking = [run[0], replace(run[1], text_en=None), run[2]]
    text = summary_of_verses(lacking, "en", LEXICON)
    assert text.startswith("The text that answers is held in Arabic")
    assert all(one.text_ar in text for one in run if one.text_ar)
    assert "2:1-3)" in text
    assert "traveller" not in text


@pytest.mark.parametrize(
    ("question", "story"),
    [
        ("What is the story of the people of the elephant?", True),
        ("Who were the people of the cave?", True),
        ("What happened to the people of Lot?", True),
        ("ما قصة أصحاب الفيل؟", True),
        ("من هم أصحاب الأخدود؟", True),
        ("ماذا حدث في غزوة حنين؟", True),
        ("ماذا يحدث في القبر؟", False),
        ("What happens after death?", False),
        ("Who are the People of the Book?", False),
        ("من هم أهل الكتاب؟", False),
        ("What is the ruling on love stories?", False),
    ],
)
def test_which_questions_ask_for_a_story(question: str, story: bool) -> None:
    assert LEXICON.asks_for_story(question) is story


def test_lists_from_before_know_of_no_stories() -> None:
    lists: Any = {**LEXICON._lists, "routes": {**LEXICON._lists["routes"], "sentences": {}}}
    assert not type(LEXICON)(lists).asks_for_story("What is the story of the elephant?")


@pytest.mark.parametrize(
    ("verse", "language", "follows"),
    [
        ('And they ask you about the traveller. Say, "I will recite to you about him a report"', "en", True),
        ("And mention, [O Muhammad], in the Book [the story of] the traveller", "en", True),
        ("واتل عليهم نبأ المسافر", "ar", True),
        ("Has there not reached you the news of those before you", "en", False),
        ("They ask you about wine. Say, In it is great sin", "en", False),
    ],
)
def test_a_verse_that_only_announces_a_story_takes_it_along(verse: str, language: str, follows: bool) -> None:
    assert LEXICON.tells_next(verse, language) is follows
