"""A reader tells how likely a text answers a question: one number everywhere, of what it may read alone."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from embedder_documents import toy_documents, write_documents
from tiny_model import WORDS, known_to, save_reader, tiny_tokenizer

from pipeline.index import Index, beside
from pipeline.index.beside import Helpers, spare, work_alone
from pipeline.index.build import build_index
from pipeline.index.transformer.reader import FOLDER, HEADER, LARGEST, LOGIT, SHARED, Reader, place_reader
from schemas.errors import IndexFormatError

OURS = Path(__file__).parents[2] / "data" / "reader"
ASKED, TOKENS = 12, 40  # that the tiny reader reads, of a question and together
MARKS = 3
PAIRS = [
    ("", ""),
    ("mercy?", ""),
    ("", "prayer of the night"),
    ("is mercy in the night?", "mercy is in a prayer of the night."),
    ("صلاه ليل", "رحمه ليل. صيام سفر"),
    *(("is prayer", "gold " * count) for count in range(SHARED - MARKS - 4, SHARED)),
    ("is fasting of a journey alms", "journey, gold. " * 7),
    ("mercy " * 50, "night of prayer " * 50),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_reader(tmp_path_factory.mktemp("tiny") / "reader")


@pytest.fixture(scope="module")
def reader(folder: Path) -> Reader:
    return Reader.open(folder)


def plain(folder: Path, question: str, text: str) -> float:
    """The logit in float64, by what the files hold: Devlin et al. 2019, and the mean of all tokens."""
    held = {}
    for part in ("weights", "head"):
        header = json.loads((folder / part / "header.json").read_bytes())["arrays"]
        for name, one in header.items():
            values = np.frombuffer((folder / part / f"{name}.bin").read_bytes(), one["dtype"])
            held[name] = values.reshape(one["shape"]).astype(np.float64)

    def times(name: str, layer: int, values: np.ndarray) -> np.ndarray:
        rows = held[name][layer] * held[f"{name}_scales"][layer][:, None]
        return values @ rows.T + held[f"{name}_bias"][layer]

    def normal(values: np.ndarray, gain_bias: np.ndarray) -> np.ndarray:
        off = values - values.mean(axis=1, keepdims=True)
        return off / np.sqrt((off**2).mean(axis=1, keepdims=True)) * gain_bias[0] + gain_bias[1]

    cut, heads = tiny_tokenizer(), 4
    asked = cut.encode(question).ids[:ASKED]
    tokens = [2, *asked, 3, *cut.encode(text).ids[: TOKENS - MARKS - len(asked)], 3]
    state = held["words"][tokens] * held["word_scales"][tokens][:, None] + held["positions"][: len(tokens)]
    state[len(asked) + 2 :] += held["second"][0]
    state = normal(state, held["first_norm"])
    for layer in range(len(held["asked"])):
        queries, keys, values = np.split(times("asked", layer, state), 3, axis=1)
        taken = []
        for head in np.split(np.arange(queries.shape[1]), heads):
            shares = np.exp(queries[:, head] @ keys[:, head].T)
            taken.append(shares / shares.sum(axis=1, keepdims=True) @ values[:, head])
        joined = times("joined", layer, np.concatenate(taken, axis=1))
        state = normal(state + joined, held["joined_norm"][layer])
        wide = times("widened", layer, state)
        wide *= (1 + np.vectorize(math.erf)(wide / np.sqrt(2))) / 2
        state = normal(state + times("narrowed", layer, wide), held["narrowed_norm"][layer])
    dense = np.tanh(times("dense", 0, state.mean(axis=0, keepdims=True)))[0]
    return float(dense @ held["out"][0, :-1] + held["out"][0, -1])


def test_a_logit_is_that_of_a_plain_transformer(folder: Path, reader: Reader) -> None:
    ours = [reader.answers(*pair) for pair in PAIRS]
    wanted = [plain(folder, *pair) * LOGIT for pair in PAIRS]
    assert ours == pytest.approx(wanted, abs=6)
    assert max(ours) - min(ours) > 200, "numbers that are all alike would show nothing"


def test_which_is_the_question_and_which_the_text_counts(reader: Reader) -> None:
    assert reader.answers("mercy", "prayer") != reader.answers("prayer", "mercy")


@pytest.mark.parametrize("count", [0, 1, 3])
def test_how_many_threads_help_changes_nothing(
    count: int, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beside, "_helpers", Helpers(0))
    alone = [reader.answers(*pair) for pair in PAIRS]
    monkeypatch.setattr(beside, "_helpers", Helpers(count))
    assert [reader.answers(*pair) for pair in PAIRS] == alone
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(lambda pair: reader.answers(*pair), PAIRS * 10)) == alone * 10


def test_a_process_that_works_alone_comes_to_the_same(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beside, "_helpers", Helpers(max(1, spare())))
    together = [reader.answers(*pair) for pair in PAIRS]
    work_alone()
    assert [reader.answers(*pair) for pair in PAIRS] == together


def test_a_long_pair_is_shared_and_a_short_one_is_not(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []

    class Listening(Helpers):
        def begin(self, work: Callable[[], object]) -> Callable[[], object]:  # type: ignore[override]
            begun.append("a part")
            return super().begin(work)

    monkeypatch.setattr(beside, "_helpers", Listening(1))
    reader.answers("gold", "gold " * (SHARED - MARKS - 2))
    assert begun == []
    reader.answers("gold", "gold " * (SHARED - MARKS - 1))
    assert len(begun) == 3, "once for each of two layers, and once to end the last"


def test_what_follows_of_a_question_is_not_read(reader: Reader) -> None:
    text, read = "mercy of the night", "prayer " * (ASKED - 1)
    told = {
        reader.answers(f"{read}gold{more}", text) for more in ("", " alms", " ليل ليل ليل", " is " * 3000)
    }
    assert len(told) == 1
    assert reader.answers(f"{read}alms", text) not in told, "the last of them is read"


@pytest.mark.parametrize("question", ["", "is mercy", "journey " * ASKED], ids=["none", "short", "longest"])
def test_what_follows_of_a_text_is_not_read(question: str, reader: Reader) -> None:
    read = "prayer " * (TOKENS - MARKS - len(question.split()) - 1)
    told = {
        reader.answers(question, f"{read}gold{more}") for more in ("", " alms", " ليل" * 9, " is " * 3000)
    }
    assert len(told) == 1
    assert reader.answers(question, f"{read}alms") not in told, "the last of them is read"


def test_the_longest_question_leaves_room_for_a_text(reader: Reader) -> None:
    assert reader.answers("journey " * 99, "gold") != reader.answers("journey " * 99, "mercy")


@pytest.mark.parametrize(
    "text",
    ["", " ", "\ud800", "is \udc00\ud83d mercy", "\x00", "漢字かな", "हिन्दी", "🕋🕋", "[CLS] [SEP]"],
    ids=range(9),
)
def test_any_text_and_any_question_has_a_logit(text: str, reader: Reader) -> None:
    for pair in ((text, "mercy of the night"), ("is mercy", text), (text, text)):
        told = reader.answers(*pair)
        assert type(told) is int
        assert abs(told) < LARGEST
        assert reader.answers(*pair) == told


def test_half_a_pair_of_code_units_is_read_as_a_question_mark(reader: Reader) -> None:
    assert reader.answers("is \ud800", "mercy \udfff gold") == reader.answers("is ?", "mercy ? gold")


def test_a_text_of_five_megabytes_is_as_its_beginning(reader: Reader) -> None:
    text = "prayer of the night " * 250_000
    assert len(text) == 5_000_000
    assert reader.answers("is mercy", text) == reader.answers("is mercy", text[:2000])


@pytest.mark.parametrize(("bias", "told"), [(1000.0, LARGEST), (-1000.0, -LARGEST)])
def test_no_text_is_surer_than_the_surest(bias: float, told: int, tmp_path: Path) -> None:
    reader = Reader.open(save_reader(tmp_path, bias=bias))
    assert {reader.answers(*pair) for pair in PAIRS} == {told}


def test_the_same_reader_is_written_in_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    again = save_reader(tmp_path / "again")
    assert contents(again) == contents(folder)
    assert json.loads((folder / HEADER).read_bytes()) == {
        "format": 1, "kind": "isnad-reader",
        "heads": 4, "epsilon": 1e-12, "most_tokens": TOKENS, "most_asked": ASKED, "texts": 2,
    }  # fmt: skip


def contents(folder: Path) -> dict[str, bytes]:
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def test_a_placed_reader_is_told_how_many_texts_it_reads(folder: Path, tmp_path: Path) -> None:
    before = contents(folder)
    place_reader(folder, tmp_path / "placed", 5)
    after = contents(tmp_path / "placed")
    assert contents(folder) == before, "the original is left alone"
    assert json.loads(after.pop(HEADER)) == {**json.loads(before.pop(HEADER)), "texts": 5}
    assert after == before
    placed, first = Reader.open(tmp_path / "placed"), Reader.open(folder)
    assert (placed.texts, first.texts) == (5, 2)
    assert [placed.answers(*pair) for pair in PAIRS[:4]] == [first.answers(*pair) for pair in PAIRS[:4]]


@pytest.mark.parametrize("held", ["nothing", "another kind"])
def test_what_is_no_reader_is_not_placed(held: str, tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.mkdir()
    if held == "another kind":
        (given / HEADER).write_text('{"kind": "isnad-transformer", "format": 1}')
    with pytest.raises(IndexFormatError, match="header does not tell") as caught:
        place_reader(given, tmp_path / "placed", 2)
    assert str(given) in caught.value.where
    assert not (tmp_path / "placed").exists()


def test_it_reads_without_the_library_that_taught_it(
    folder: Path, reader: Reader, without_library: Callable[[str], None]
) -> None:
    for name in ("torch", "transformers", "sentence_transformers"):
        without_library(name)
    assert Reader.open(folder).answers(*PAIRS[3]) == reader.answers(*PAIRS[3])


@pytest.mark.parametrize(
    "change",
    [
        None,
        b"",
        b"{",
        b"[" * 100_000,
        b"\xff",
        b"[]",
        b"7",
        {"kind": "isnad-transformer"},
        {"kind": None},
        {"format": 2},
        {"format": "1"},
        {"heads": "four"},
        {"heads": 0},
        {"heads": 5},
        {"epsilon": 0.0},
        {"most_tokens": 4},
        {"most_tokens": TOKENS + 1},
        {"most_tokens": None},
        {"most_asked": 0},
        {"most_asked": TOKENS - MARKS},  # what is asked would be read beyond the last place
        {"texts": 0},
        {"texts": 1.5},
    ],
    ids=lambda change: repr(change)[:40],
)
def test_a_header_that_tells_of_no_such_reader_is_refused(
    change: bytes | dict[str, object] | None, folder: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(folder, tmp_path / "reader")
    header = copy / HEADER
    if isinstance(change, dict):
        header.write_text(json.dumps(json.loads(header.read_bytes()) | change))
    elif change is None:
        header.unlink()
    else:
        header.write_bytes(change)
    refused(copy)


def refused(folder: Path) -> IndexFormatError:
    """Why a folder is not opened; the message names it."""
    with pytest.raises(IndexFormatError) as caught:
        Reader.open(folder)
    assert str(folder) in str(caught.value.where)
    assert caught.value.remedy
    return caught.value


ARRAYS = [
    "head/second", "head/dense", "head/dense_scales", "head/dense_bias", "head/out",
    "weights/words", "weights/positions", "weights/asked", "weights/narrowed_norm",
]  # fmt: skip


@pytest.mark.parametrize("array", ARRAYS)
@pytest.mark.parametrize("damage", ["missing", "cut", "longer", "another shape", "another dtype", "untold"])
def test_a_damaged_array_is_refused(array: str, damage: str, folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "reader")
    path, header = copy / f"{array}.bin", copy / Path(array).parent / "header.json"
    content, told = path.read_bytes(), json.loads(header.read_bytes())
    one = told["arrays"][path.stem]
    if damage == "missing":
        path.unlink()
    elif damage == "cut":
        path.write_bytes(content[:-1])
    elif damage == "longer":
        path.write_bytes(content + b"\0")
    elif damage == "another shape":  # of as many numbers
        one["shape"][-2:] = [one["shape"][-2] * one["shape"][-1], 1]
    elif damage == "another dtype":
        one["dtype"] = "<f8"
    else:
        del told["arrays"][path.stem]
    header.write_text(json.dumps(told))
    refused(copy)


def test_a_head_of_another_size_is_refused(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "reader")
    path, header = copy / "head/out.bin", copy / "head/header.json"
    path.write_bytes(path.read_bytes()[4:])
    told = json.loads(header.read_bytes())
    told["arrays"]["out"]["shape"] = [1, 64]
    header.write_text(json.dumps(told))
    error = refused(copy)
    assert "do not fit one another" in str(error)
    assert "out [1, 64]" in error.found


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_a_head_without_numbers_is_told(number: float, folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "reader")
    held = np.frombuffer((copy / "head/out.bin").read_bytes(), np.float32)
    (copy / "head/out.bin").write_bytes(np.append(held[:-1], np.float32(number)).tobytes())
    reader = Reader.open(copy)
    with pytest.raises(IndexFormatError, match="damaged"):
        reader.warm()


@pytest.mark.parametrize("part", ["weights", "head"])
@pytest.mark.parametrize("change", [{"kind": "isnad-oracle"}, {"version": 9}], ids=repr)
def test_a_part_of_another_kind_is_refused(
    part: str, change: dict[str, object], folder: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(folder, tmp_path / "reader")
    header = copy / part / "header.json"
    header.write_text(json.dumps(json.loads(header.read_bytes()) | change))
    refused(copy)
    shutil.rmtree(copy / part)
    refused(copy)


@pytest.mark.parametrize("damage", ["missing", "cut", "beyond the table", "[CLS]", "[SEP]"])
def test_tokens_that_do_not_fit_are_refused(damage: str, folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "reader")
    path = copy / "tokenizer.json"
    told = json.loads(path.read_bytes())
    vocab = told["model"]["vocab"]
    if damage == "missing":
        path.unlink()
    elif damage == "cut":
        path.write_bytes(path.read_bytes()[:-9])
    else:
        name = damage if damage in vocab else WORDS[0]
        del vocab[name]
        vocab["beyond"] = known_to(tiny_tokenizer()) if damage == "beyond the table" else 2
        path.write_text(json.dumps(told))
    refused(copy)


def test_an_index_opens_the_reader_in_its_folder(folder: Path, tmp_path: Path) -> None:
    documents = write_documents(tmp_path / "documents.arrow", toy_documents(3))
    build_index(documents, tmp_path / "index", glossary={"concepts": []})
    assert Index.open(tmp_path / "index").reader is None
    place_reader(folder, tmp_path / "index" / FOLDER, 4)
    index = Index.open(tmp_path / "index")
    index.warm()
    assert index.reader is not None
    assert index.reader.texts == 4
    assert index.reader.answers(*PAIRS[3]) == Reader.open(folder).answers(*PAIRS[3])
    (tmp_path / "index" / FOLDER / HEADER).unlink()
    with pytest.raises(IndexFormatError, match="header does not tell"):
        Index.open(tmp_path / "index")


@pytest.fixture(scope="module")
def ours() -> Reader:
    return Reader.open(OURS)


@pytest.mark.parametrize(
    ("question", "answering", "other"),
    [
        (
            "Does sleeping break the wudu?",
            "Sleeping deeply breaks the wudu, so he must make it again before he prays.",
            "The market of the town was moved to the north side in the spring.",
        ),
        (
            "May a traveller break his fast?",
            "A traveller may break his fast, and makes up the days later.",
            "The caravan left before dawn and rested by the well.",
        ),
        (
            "هل النوم ينقض الوضوء؟",
            "النوم العميق ينقض الوضوء، فمن نام وجب عليه أن يتوضأ.",
            "بيعت الدار لرجل من أهل القرية وسافر صاحبها.",
        ),
    ],
)
def test_our_own_reader_tells_an_answer_from_what_is_none(
    question: str, answering: str, other: str, ours: Reader
) -> None:
    assert ours.answers(question, answering) > ours.answers(question, other) + 2 * LOGIT
