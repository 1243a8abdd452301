"""What the Qur'an says of a thing is told by a verse on that thing, and not by a narration that a comment quotes."""

from __future__ import annotations

import pyarrow as pa
import pytest

from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.look import look
from pipeline.answer.resources import resources_of
from pipeline.answer.routing.mentions import find_mentions
from pipeline.index import Index
from pipeline.index.build import build_index
from schemas.document import Document
from schemas.tables import DOCUMENTS

LEXICON = default_lexicon()
KILLING = "The killing of four creatures was prohibited: ants, bees, hoopoes and sparrow hawks."


def _text(kind: str, name: str, text: str) -> Document:
    collection = name.split(":")[0] if kind != "quran" else ""
    return Document(f"{kind}:{name}", kind, collection, kind, title_en="A", text_en=text, status="approved")


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """Invented verses, and a comment and a narration with the words by which texts tell of killing ants."""
    home = tmp_path_factory.mktemp("says")
    held = [
        _text("hadith", "bukhari:1", KILLING),
        _text("quran", "1:1", "Frail is the house of spiders, frailer than a reed."),
        _text("tafsir", "a:1:2", f"Spiders and ants are spoken of here. {KILLING}"),
        _text("hadith", "bukhari:2", "A word on rain."),
        _text("hadith", "bukhari:3", "A word on debts and guests."),
    ]
    held.sort(key=lambda one: one.id)
    table = pa.Table.from_pylist([one.as_row() for one in held], schema=DOCUMENTS)
    with pa.OSFile(str(home / "documents.arrow"), "wb") as file, pa.ipc.new_file(file, DOCUMENTS) as writer:
        writer.write_table(table)
    build_index(home / "documents.arrow", home / "index", glossary={"concepts": []})
    return Index.open(home / "index")


def test_it_is_asked_as_it_stands_where_no_verse_tells_of_the_common_question(index: Index) -> None:
    seen = look(index, "What does the Quran say about spiders?", resources_of(index))
    assert seen.route.wording is None
    assert seen.candidates[0].document.id == "quran:1:1"


def test_what_the_prophet_said_is_told_by_his_words(index: Index) -> None:
    asked = "What did the Prophet say about {}?"
    assert look(index, asked.format("ants"), resources_of(index)).common == "ants-and-bees"
    assert look(index, asked.format("honey"), resources_of(index)).route.wording is None  # worded by a verse


def test_a_ruling_on_the_same_thing_is_told_by_a_narration(index: Index) -> None:
    seen = look(index, "Is it allowed to kill ants?", resources_of(index))
    assert seen.common == "ants-and-bees"


@pytest.mark.parametrize("question", ["ماذا يقول القرآن عن النحل؟", "ماذا قال الله تعالى عن العنكبوت؟"])
def test_a_thing_that_the_quran_is_asked_about_is_not_its_surah(question: str) -> None:
    assert find_mentions(question, LEXICON).references == ()


@pytest.mark.parametrize(
    ("question", "surah"),
    [("النحل", 16), ("سورة النحل", 16), ("ماذا تقول سورة النحل؟", 16), ("ماذا قال ابن كثير عن الصافات؟", 37)],
)
def test_a_surah_is_named_by_its_word_or_by_its_name_alone(question: str, surah: int) -> None:
    first, *_ = references = find_mentions(question, LEXICON).references
    assert first == f"quran:{surah}:1"
    assert all(one.startswith(f"quran:{surah}:") for one in references)
