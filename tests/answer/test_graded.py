"""The soundness of a narration that no collection holds is told by who ruled on that very narration, or not at all."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from pipeline.answer import answer
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
