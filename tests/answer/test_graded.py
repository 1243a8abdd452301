"""The soundness of a narration that no collection holds is told by who ruled on that very narration, or not at all."""

# ruff: noqa: E501  (tables of questions read better with many to a line)

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from pipeline.answer import answer
from pipeline.answer.lexicon import default_lexicon
from pipeline.index import Index
from pipeline.index.build import build_index
from schemas.answer import Intent
from schemas.document import Document
from schemas.tables import DOCUMENTS

QUESTION = "Is the hadith “Light the lanterns even in the harbour” authentic?"


def _fatwa(number: int, title: str, text: str, status: str = "approved") -> Document:
    return Document(
        f"fatwa:muftis:{number}", "fatwa", "muftis", "muftis",
        title_en=title, question_en=title, text_en=text, status=status,
    )  # fmt: skip


RULED = _fatwa(
    1,
    "“Light the lanterns even in the harbour” is a false hadith",
    "This hadith is fabricated; the Prophet did not say it.",
)
ASKED = _fatwa(
    2,
    "Lighting lanterns in the harbour",
    "It is good to light lanterns even in the harbour.",
)
SAMPLE = _fatwa(3, RULED.title_en or "", RULED.text_en or "", status="sample")


def _open(folder: Path, *held: Document) -> Index:
    words = ("prayer", "fast", "pilgrimage", "charity", "guest", "market", "orphan", "debt", "authentic")
    others = [
        Document(
            f"hadith:bukhari:{place}", "hadith", "bukhari", "bukhari", title_en=f"Sample {place}",
            text_en=f'It was said, "The {word} is spoken of in a hadith."', status="approved",
        )
        for place, word in enumerate(words, start=1)
    ]  # fmt: skip
    table = pa.Table.from_pylist([one.as_row() for one in (*held, *others)], schema=DOCUMENTS)
    with pa.OSFile(str(folder / "documents.arrow"), "wb") as file, pa.ipc.new_file(file, DOCUMENTS) as writer:
        writer.write_table(table)
    build_index(folder / "documents.arrow", folder / "index", glossary={"concepts": []})
    return Index.open(folder / "index")


def test_who_ruled_on_the_narration_is_quoted(tmp_path: Path) -> None:
    given = answer(_open(tmp_path, RULED, ASKED), QUESTION)
    assert given.verdict.answered
    assert given.verdict.intent is Intent.GRADE
    assert given.verdict.sources == (RULED.id,)
    assert "fabricated" in given.detail


@pytest.mark.parametrize("held", [[ASKED], [SAMPLE], []])
def test_without_such_a_ruling_nothing_is_said_of_it(tmp_path: Path, held: list[Document]) -> None:
    assert not answer(_open(tmp_path, *held), QUESTION).verdict.answered


def test_a_ruling_on_another_narration_says_nothing_of_it(tmp_path: Path) -> None:
    given = answer(_open(tmp_path, RULED), "Is the hadith about feeding camels in the harbour authentic?")
    assert not given.verdict.answered


def _narration(number: int, text: str, grade: str | None) -> Document:
    return Document(
        f"hadith:muslim:{number}", "hadith", "muslim", "muslim", title_en=f"Number {number}", text_en=text,
        grade=grade, status="approved",
    )  # fmt: skip


BLACK, APART, BARE = (
    _narration(1, 'The Prophet said, "Light the black lantern at night."', "Hasan"),
    _narration(2, 'The Prophet said, "A black horse ran past the house of the man, and he lit the lantern."', "Da'if"),
    _narration(3, 'The Prophet said, "There is good in the black lantern."', None),
)  # fmt: skip


def test_a_narration_is_known_by_what_it_is_on(tmp_path: Path) -> None:
    index = _open(tmp_path, BLACK, APART, BARE)
    given = answer(index, "Is the hadith about the black lantern authentic?")
    assert (given.verdict.intent, given.verdict.sources) == (Intent.GRADE, (BLACK.id,))
    assert "Hasan" in given.summary
    assert "each has its own grade" in (given.note or "")
    # No narration says all of it, or it is more than a subject.
    for question in (
        "Is the hadith about the golden lantern authentic?",
        "Is the hadith about the black lantern being half of the night authentic?",
    ):
        assert not answer(index, question).verdict.answered


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("is the hadith about black seed authentic", "black seed"), ("What is the grade of the hadith on honey?", "honey?"), ("how authentic is the hadith of the fly", "the fly"),
        ("هل حديث الحبة السوداء صحيح؟", "الحبة السوداء"), ("ما صحة الحديث عن ماء زمزم", "ماء زمزم"),
        ("ما صحة حديث النظافة من الإيمان", ""), ("هل الحديث صحيح؟", ""), ("hadith about honey", ""), ("is it authentic", ""),
    ],
)  # fmt: skip
def test_on_what_a_narration_is_whose_grade_is_asked(question: str, subject: str) -> None:
    assert default_lexicon().kinds.graded_on(question) == subject
