"""What texts say to a question is kept from build to build, and used where nothing that it hangs on has changed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
from local_runner import LocalRunner
from tiny_home import CHANNEL, ROOT, layout_of, make_home, profile_of, store_of

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.demand import Demand
from pipeline.answer.demands.naming import Naming
from pipeline.answer.demands.read import Read
from pipeline.answer.finding.considering import Anew, Considered, Demanded, Text
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.look import look
from pipeline.answer.resources import resources_of
from pipeline.answer.routing.joined import parts_of
from pipeline.answer.routing.route import route
from pipeline.answer.words.reading import Focus
from pipeline.answer.words.units import Asked, asked
from pipeline.build import readings as kept
from pipeline.build import run
from pipeline.build.asking import looked
from pipeline.build.readings import Readings, readings_folder
from pipeline.index import Index
from pipeline.index.build import build_index
from schemas.answer import Intent
from schemas.document import Document
from schemas.tables import DOCUMENTS

FATWA = Document("fatwa:binbaz:1", "fatwa", "binbaz", "binbaz", status="approved", text_en="Charity is good.")
FOCUS: Focus = ("en", 0, 16)


def _asked(text: str, weight: float = 5.0) -> Asked:
    return asked(text, None, lambda token: weight, lambda token: True, frozenset())


CHARITY = Asking("", _asked("Is charity good?"), default_lexicon(), intent=Intent.RULING)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the documents that were read."""
    seen: list[str] = []

    class Counted(Anew):
        @staticmethod
        def considered(document: Document, asking: Asking, focus: Focus) -> Considered | None:
            seen.append(document.id)
            return Anew.considered(document, asking, focus)

    monkeypatch.setattr(kept, "Anew", Counted)
    return seen


def _look(path: Path, document: Document = FATWA, asking: Asking = CHARITY, focus: Focus = FOCUS) -> None:
    """One build's look at a question: what it makes of a text is what is there."""
    texts = Readings(path)
    assert (
        texts.considered(document, asking, focus)
        == texts.considered(document, asking, focus)
        == Anew.considered(document, asking, focus)
    )
    texts.keep()


def test_a_text_is_read_once_by_all_builds(tmp_path: Path, read: list[str]) -> None:
    _look(tmp_path / "one")
    _look(tmp_path / "one")
    assert read == [FATWA.id]


@pytest.mark.parametrize(
    "other",
    [
        {"document": replace(FATWA, text_en="Charity is good. Corrected.")},
        {"document": replace(FATWA, status="draft")},
        {"asking": replace(CHARITY, question=_asked("Is charity good?", weight=5.1))},
        {"asking": replace(CHARITY, intent=Intent.CREED)},
        {"asking": replace(CHARITY, spellings={"charity": frozenset({"صدقه"})})},
        {"focus": ("en", 0, 8)},
    ],
)
def test_it_is_read_again_where_anything_has_changed(
    other: dict[str, object], tmp_path: Path, read: list[str]
) -> None:
    _look(tmp_path / "one")
    _look(tmp_path / "one", **other)  # type: ignore[arg-type]
    assert read == [FATWA.id] * 2


def test_a_word_that_is_hardly_rarer_than_before_has_nothing_read_again(
    tmp_path: Path, read: list[str]
) -> None:
    _look(tmp_path / "one")
    _look(tmp_path / "one", asking=replace(CHARITY, question=_asked("Is charity good?", weight=5.001)))
    assert read == [FATWA.id]


def test_for_one_new_text_among_many_not_all_are_written_again(tmp_path: Path, read: list[str]) -> None:
    """It is read in each build then, until there are more."""
    texts = [replace(FATWA, id=f"fatwa:binbaz:{number}") for number in range(20)]
    for changed in (0, 2, 2, 3, 3):
        fatwas = [replace(one, text_en="Charity is better.") for one in texts[:changed]] + texts[changed:]
        one_look = Readings(tmp_path / "one")
        assert [one_look.considered(one, CHARITY, FOCUS) for one in fatwas] == [
            Anew.considered(one, CHARITY, FOCUS) for one in fatwas
        ]
        one_look.keep()
    assert len(read) == 20 + 2 + 2 + 3


@pytest.mark.parametrize("place", [0, 40, -1])
def test_a_damaged_file_is_as_none(place: int, tmp_path: Path, read: list[str]) -> None:
    _look(tmp_path / "one")
    content = bytearray((tmp_path / "one").read_bytes())
    content[place] ^= 1
    (tmp_path / "one").write_bytes(content)
    _look(tmp_path / "one")
    assert read == [FATWA.id] * 2


def test_what_is_found_no_more_is_kept_no_more(tmp_path: Path, read: list[str]) -> None:
    """A file holds the texts of the last look alone, so that it does not grow."""
    other = replace(FATWA, id="fatwa:binbaz:2")
    _look(tmp_path / "one")
    _look(tmp_path / "one", document=other)
    _look(tmp_path / "one")
    assert read == [FATWA.id, other.id, FATWA.id]


def test_a_question_that_was_looked_at_in_another_build_is_seen_the_same(
    built: Path, tmp_path: Path, read: list[str]
) -> None:
    _, folder = store_of(built).current(CHANNEL)
    index = Index.open(folder)
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    first = looked(index, "May a traveller break his fast?", tmp_path / "first", tmp_path / "readings")
    times = len(read)
    second = looked(index, "May a traveller break his fast?", tmp_path / "second", tmp_path / "readings")
    assert len(read) == times > 0
    assert second.seen.candidates == first.seen.candidates
    assert second.seen.explanation() == first.seen.explanation()


def test_a_build_leaves_them_to_the_next_and_removes_those_of_other_lists(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home")
    layout = layout_of(home)
    other = layout.build / kept.AREA / "of-other-lists"
    other.mkdir(parents=True)
    run.evaluate(layout, profile_of(home), LocalRunner())
    assert not other.exists()
    assert list(readings_folder(layout).iterdir())
    (layout.lexicon / "glossary.yaml").write_text("# other lists\n", "utf-8")
    assert not readings_folder(layout).exists()


@pytest.mark.parametrize(
    "other",
    [
        replace(CHARITY, question=_asked("Is fasting good?")),
        replace(CHARITY, text="When is charity good?"),
        replace(CHARITY, worded=True),
        replace(CHARITY, text="What is charity without an intention?"),
        replace(CHARITY, kinds=("quran",)),
    ],
)
def test_a_question_that_is_asked_in_two_ways_is_read_for_each(
    tmp_path: Path, read: list[str], other: Asking
) -> None:
    for _ in range(2):  # the second build finds both
        texts = Readings(tmp_path / "one")
        for asking in (CHARITY, other, CHARITY):
            assert texts.considered(FATWA, asking, FOCUS) == Anew.considered(FATWA, asking, FOCUS)
        texts.keep()
    assert len(read) == 2


CALLED = Naming({"charity": frozenset(("charity",)), "good": frozenset(("good",))})


class Judge:
    """Demands that a text say "good", and counts how often it is asked."""

    def __init__(self, name: str = "good", of: Asked = CHARITY.question) -> None:
        self.times = 0
        self.demanded = Demanded([Demand(name, self._says)], of, "en")

    def _says(self, text: Read) -> bool:
        self.times += 1
        return "good" in text.reading.text


def _judge(path: Path, judge: Judge, *texts: str, naming: Naming = CALLED, asking: Asking = CHARITY) -> None:
    """One build's judgement of some texts is what it is without any that was kept."""
    documents = [replace(FATWA, id=f"fatwa:binbaz:{n}", text_en=text) for n, text in enumerate(texts)]
    one_look = Readings(path)
    found = [one_look.considered(one, asking, FOCUS) for one in documents]
    read_now = [Text(one, FOCUS, text) for one, text in zip(documents, found, strict=True) if text]
    assert one_look.judged(read_now, asking, judge.demanded, naming) == ["good" in one for one in texts]
    one_look.keep()


GOOD, BAD = "Charity is good.", "Charity is a duty."


def test_a_text_is_judged_once_by_all_builds(tmp_path: Path) -> None:
    judge = Judge()
    for _ in range(2):
        _judge(tmp_path / "one", judge, GOOD, BAD)
    assert judge.times == 2


def test_a_text_that_has_changed_is_judged_again(tmp_path: Path) -> None:
    judge = Judge()
    _judge(tmp_path / "one", judge, GOOD, BAD)
    _judge(tmp_path / "one", judge, GOOD, GOOD)
    assert judge.times == 2 + 1


@pytest.mark.parametrize(
    ("other", "more"),
    [
        (Judge(name="better"), {}),
        (Judge(), {"asking": replace(CHARITY, text="Is charity as good as prayer?")}),
        (Judge(of=_asked("Is charity good?", weight=7.0)), {}),
        (Judge(), {"naming": Naming({**CALLED.words, "charity": frozenset(("charity", "alms"))})}),
        (
            Judge(),
            {
                "asking": replace(
                    CHARITY, families=replace(CHARITY.question, units=CHARITY.question.things[:1])
                )
            },
        ),
    ],
)
def test_it_is_judged_again_where_anything_else_is_demanded(
    tmp_path: Path, other: Judge, more: dict[str, object]
) -> None:
    """Or other words name what is asked about, among all that was found."""
    _judge(tmp_path / "one", Judge(), GOOD, BAD)
    _judge(tmp_path / "one", other, GOOD, BAD, **more)  # type: ignore[arg-type]
    assert other.times == 2


def _joined() -> list[str]:
    """Every question that is several in one and no case of one's own, and one whose parts differ in what they ask of
    the same thing alone."""
    files = sorted((ROOT / "data" / "questions").rglob("*.jsonl"))
    asked = [json.loads(line)["question"] for file in files for line in file.read_text("utf-8").splitlines()]
    both = "Where was the Prophet born and when was the Prophet born?"
    lexicon = default_lexicon()
    several = (one for one in dict.fromkeys(asked) if parts_of(one, lexicon))
    return [both, *(one for one in several if route(one, lexicon).reason is None)]


@pytest.fixture(scope="module")
def retelling(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """An index of texts that say again what each part asks, with a place, a year and a number."""
    home = tmp_path_factory.mktemp("retelling")
    parts = [part.asked for one in _joined() for part in parts_of(one, default_lexicon())]
    texts = [f"{part}. It was in the city of Makkah in the year 570, 7 times." for part in parts]
    held = [
        Document(
            f"hadith:trial:{n}", "hadith", "trial", "trial", status="approved", text_en=text, text_ar=text
        )
        for n, text in enumerate(texts, start=1)
    ]
    table = pa.Table.from_pylist([one.as_row() for one in held], schema=DOCUMENTS)
    with pa.OSFile(str(home / "documents.arrow"), "wb") as file, pa.ipc.new_file(file, DOCUMENTS) as writer:
        writer.write_table(table)
    build_index(home / "documents.arrow", home / "index", glossary={"concepts": []})
    return Index.open(home / "index")


def test_parts_of_one_question_are_seen_as_without_any_kept(retelling: Index, tmp_path: Path) -> None:
    """In the build that keeps them, and in the next."""
    resources = resources_of(retelling)
    for number, question in enumerate(_joined()):
        anew = look(retelling, question, resources)
        for _ in range(2):
            texts = Readings(tmp_path / str(number))
            seen = look(retelling, question, resources, texts)
            texts.keep()
            assert len(seen.parts) > 1
            for one, other in zip([seen, *seen.parts], [anew, *anew.parts], strict=True):
                assert one.candidates == other.candidates, question
                assert one.explanation() == other.explanation(), question
