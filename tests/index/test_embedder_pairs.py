"""Pairs for training, read off documents."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pipeline.index.embedder.chain import speech_start
from pipeline.index.embedder.features import read_words
from pipeline.index.embedder.pairs import HALVED_WORDS, Pairs, TextPool, collect_pairs
from schemas.document import Document


def paired(*documents: Document) -> dict[str, set[tuple[str, str]]]:
    """Pairs by kind, as texts of normalised words."""
    pool = TextPool(lambda text: read_words(text, 100))
    found = collect_pairs((document.as_row() for document in documents), pool)
    flat, offsets = pool.runs()
    words = pool.vocabulary

    def text(number: int) -> str:
        return " ".join(words[word] for word in flat[offsets[number] : offsets[number + 1]])

    def rows(pairs: Pairs) -> Iterator[tuple[str, str]]:
        return ((text(left), text(right)) for left, right, _ in pairs.rows.tolist())

    return {pairs.name: set(rows(pairs)) for pairs in found}


def document(reference: str, **fields: object) -> Document:
    kind, _, rest = reference.partition(":")
    values = {"kind": kind, "collection": rest.partition(":")[0], "source": "toy", **fields}
    return Document(id=reference, **values)  # type: ignore[arg-type]


def test_two_languages_of_one_text() -> None:
    assert paired(
        document("hadith:a:1", text_ar="الأعمال بالنيات", text_en="The deeds are by intentions")
    ) == {"parallel": {("deeds intentions", "الاعمال بالنيات")}}


def test_a_comment_and_its_verse_in_either_language() -> None:
    verse = document("quran:1:1", text_ar="الحمد", text_en="Praise")
    comment = document("tafsir:b:1:1", text_ar="الثناء", links=("quran:1:1", "quran:9:99"))
    found = paired(verse, comment)
    assert found["linked"] == {("الحمد", "الثناء")}
    assert found["linked-across"] == {("praise", "الثناء")}


def test_the_chapter_and_what_stands_in_it() -> None:
    found = paired(
        document("hadith:a:1", chapter_en="Book of Faith", chapter_ar="كتاب الإيمان", text_en="Deeds")
    )
    assert found == {"chapter": {("book faith", "deeds"), ("كتاب الايمان", "deeds")}}


def test_titles_questions_and_answers_of_a_fatwa() -> None:
    found = paired(
        document(
            "fatwa:c:1",
            title_en="Fasting",
            question_en="May travellers eat?",
            text_en="Permitted, scholars agreed",
        )
    )
    assert found == {
        "asked": {
            ("fasting", "permitted scholars agreed"),
            ("travellers eat", "permitted scholars agreed"),
            ("fasting", "travellers eat"),
        }
    }


def test_a_title_that_only_says_where_a_text_stands_is_no_question() -> None:
    assert paired(document("hadith:a:1", title_en="Bukhari 1", text_en="Deeds")) == {}


def test_a_narration_is_learnt_from_without_its_chain() -> None:
    told = {
        "text_ar": "حدثنا قتيبة، عن مالك، عن نافع، قال: كان يغتسل يوم الجمعة قبل الصلاة",
        "text_en": "Narrated Nafi: He used to bathe on Friday before the prayer",
    }
    bare = {("used bathe friday before prayer", "قال يغتسل يوم الجمعه الصلاه")}
    whole = {
        ("narrated nafi used bathe friday before prayer", "حدثنا قتيبه مالك نافع قال يغتسل يوم الجمعه الصلاه")
    }
    assert paired(document("hadith:a:1", **told)) == {"parallel": bare}
    assert paired(document("book:a:1", **told)) == {"parallel": whole}


def test_white_space_in_a_chain_takes_no_longer_than_its_length() -> None:
    """In time that grows with the square of its length, this would not end."""
    assert speech_start(f"I heard that Nafi said{' ' * 200_000}that he used to bathe on Friday", "en") == 0


def test_halves_of_long_texts_alone() -> None:
    words = [f"w{place}" for place in range(HALVED_WORDS)]
    middle = HALVED_WORDS // 2
    assert paired(document("hadith:a:1", text_en=" ".join(words))) == {
        "halves": {(" ".join(words[:middle]), " ".join(words[middle:]))}
    }
    assert paired(document("hadith:a:1", text_en=" ".join(words[1:]))) == {}


def test_neighbours_within_one_chapter() -> None:
    found = paired(
        document("hadith:a:1", chapter_en="One", text_en="first"),
        document("hadith:a:2", chapter_en="One", text_en="second"),
        document("hadith:a:3", chapter_en="Two", text_en="third"),
    )
    assert found["next"] == {("first", "second")}


@pytest.mark.parametrize("text", [None, "", "...", "<br>", "of the"])
def test_texts_without_words_make_no_pairs(text: str | None) -> None:
    assert paired(document("hadith:a:1", text_ar=text, text_en="Deeds")) == {}


def test_ways_to_say_one_thing() -> None:
    pool = TextPool(lambda text: read_words(text, 100))
    (found,) = collect_pairs(iter(()), pool, [("الزكاة", "alms", "zakat", "..."), ("alone",)])
    words = pool.vocabulary  # every form is one word, so texts and words count alike
    assert [(words[left], words[right], key) for left, right, key in found.rows.tolist()] == [
        ("الزكاه", "alms", -1),
        ("الزكاه", "zakat", -1),
        ("alms", "zakat", -1),
    ]
