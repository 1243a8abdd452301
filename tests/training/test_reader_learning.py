"""The whole way in miniature: a pack, a few steps of each stage, weights that load back, a reader that reads."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import made_texts
import numpy as np
import pytest
import torch

from pipeline.index.transformer.reader import LOGIT, Reader
from schemas.errors import BuildError
from training import model as models
from training.__main__ import main
from training.batches import Draw, Rows, double, single
from training.export import export
from training.judged import PARTS
from training.learn import learn
from training.learnt import Learnt, open_learnt, write_learnt
from training.measure import area
from training.packed import Packed, open_packed, write_packed
from training.settings import CLS, MASK, PAD, SEP
from training.stages import Lessons

ROOT = Path(__file__).parents[2]
CPU = torch.device("cpu")


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    """What is so small is sooner done by one thread than shared among some."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def told() -> list[str]:
    return []


@pytest.fixture(scope="module")
def learnt(pack_folder: Path, told: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("learnt")
    learn(pack_folder, folder, told.append, made_texts.SMALL)
    return folder


def loaded(packed: Packed, kept: Learnt) -> models.Reader:
    """The model with the weights that were kept."""
    sizes = models.sizes_of(packed.start, len(kept.words), kept.heads)
    model = models.Reader(sizes).eval()
    weights = {name: torch.from_numpy(array.astype(np.float32)) for name, array in kept.body.items()}
    weights["words.weight"] = torch.from_numpy(kept.words * kept.word_scales)
    missing = model.load_state_dict(weights, strict=False)
    assert not missing.unexpected_keys
    assert all(name.startswith(("guess", "bias")) for name in missing.missing_keys)
    return model


def test_every_stage_runs_and_says_how_far_it_is(learnt: Path, told: list[str]) -> None:
    for stage in (1, 2, 3, 4):
        assert any(line.startswith(f"stage {stage}: step 1 of ") for line in told)
    assert "nan" not in " ".join(line for line in told if "loss" in line)
    assert (learnt / "learnt.json").is_file()


def test_weights_load_back_and_the_exported_reader_tells_what_they_tell(
    packed: Packed, learnt: Path, tmp_path: Path
) -> None:
    kept = open_learnt(learnt)
    model = loaded(packed, kept)
    export(learnt, tmp_path / "reader")
    reader = Reader.open(tmp_path / "reader")
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(kept.tokenizer.decode())
    for question, text in (
        ("the prayer of a traveller", "a traveller prays two units"),
        ("صلاة الليل", "صلاة الليل مثنى مثنى حتى يطلع الفجر"),
    ):
        ids = [tokenizer.encode(one, add_special_tokens=False).ids for one in (question, text)]
        rows = [(torch.tensor([one]), torch.tensor([len(one)])) for one in ids]
        with torch.no_grad():
            logit = float(model.answers(*double(*rows[0], *rows[1], 96))[0])
        assert reader.answers(question, text) / LOGIT == pytest.approx(logit, abs=0.05)


def test_stages_change_the_weights(packed: Packed, learnt: Path) -> None:
    begun = packed.start["asked"][0].astype(np.float32)
    assert np.abs(open_learnt(learnt).body["layers.0.asked.weight"].astype(np.float32) - begun).max() > 1e-4


def test_on_a_processor_two_runs_are_one(pack_folder: Path, learnt: Path, tmp_path: Path) -> None:
    again = learn(pack_folder, tmp_path, lambda _: None, made_texts.SMALL)
    first = open_learnt(learnt)
    assert (first.words == again.words).all()
    assert all((first.body[name] == again.body[name]).all() for name in first.body)


def test_a_model_begins_as_the_start_model(packed: Packed) -> None:
    sizes = models.sizes_of(packed.start, packed.facts.english + packed.facts.arabic, packed.facts.heads)
    model = models.begin(models.Reader(sizes), packed.start)
    assert np.allclose(model.layers[1].widened.weight.detach(), packed.start["widened"][1], atol=1e-3)
    words = packed.start["words"] * packed.start["word_scales"]
    assert np.allclose(model.words.weight.detach()[: packed.facts.english], words, atol=1e-6)


def test_a_pair_is_question_and_text_between_marks() -> None:
    question, text = torch.tensor([[7, 8, PAD]]), torch.tensor([[9, 10, 11, 12]])
    pieces, kinds = double(question, torch.tensor([2]), text, torch.tensor([4]), 16)
    assert pieces[0, :9].tolist() == [CLS, 7, 8, SEP, 9, 10, 11, 12, SEP]
    assert kinds[0, :10].tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 1, 0]
    short, _ = double(question, torch.tensor([2]), text, torch.tensor([4]), 7)
    assert short[0].tolist() == [CLS, 7, 8, SEP, 9, 10, SEP]
    assert single(question, torch.tensor([2]))[0].tolist() == [CLS, 7, 8, SEP, PAD]


def test_padding_changes_nothing(packed: Packed) -> None:
    sizes = models.sizes_of(packed.start, packed.facts.english + packed.facts.arabic, packed.facts.heads)
    model = models.begin(models.Reader(sizes), packed.start).eval()
    short = torch.tensor([[CLS, 6, 7, SEP]])
    long = torch.nn.functional.pad(short, (0, 5), value=PAD)
    with torch.no_grad():
        assert torch.allclose(model.vectors(short), model.vectors(long), atol=1e-5)


def test_no_step_draws_what_is_measured_by(packed: Packed) -> None:
    rows = [Rows(packed, name, CPU) for name in ("texts", "questions")]
    lessons = Lessons(packed, *rows, np.random.default_rng(1))
    for draw, border in (
        (lessons.arabic, packed.facts.taught_texts),
        (lessons.english, packed.facts.taught_texts),
        (lessons.english_questions, packed.facts.taught_questions),
    ):
        assert max(int(draw(50).max()) for _ in range(5)) < border
    assert set(packed["judged"][lessons.judged(100), 3]) == {PARTS.index("taught")}
    assert set(packed["judged"][lessons.closely(100), 3]) == {PARTS.index("closely")}


def test_rows_are_drawn_each_once_before_any_is_drawn_again() -> None:
    draw = Draw(np.arange(10), np.random.default_rng(2))
    assert sorted([*draw(5), *draw(5)]) == list(range(10))
    weighed = Draw(np.arange(3), np.random.default_rng(2), np.array([0.0, 1.0, 0.0]))
    assert set(weighed(3)) == {1}


def test_the_area_counts_ties_as_halves() -> None:
    assert area(np.array([0.2, 0.2, 0.9, 0.1]), np.array([0, 1, 1, 0])) == pytest.approx(0.875)
    assert np.isnan(area(np.array([0.2]), np.array([1])))


def test_learning_needs_torch_and_numpy_alone() -> None:
    code = (
        "import sys, training.learn; "
        "print([one for one in ('polars', 'pyarrow', 'tokenizers', 'numba', 'pipeline') if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_pack_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", str(tmp_path), str(tmp_path / "out")]) == 1
    assert "cannot be used" in capsys.readouterr().err


def test_a_pack_of_before_is_refused(packed: Packed, tmp_path: Path) -> None:
    """Its second part is measured by, and would teach."""
    write_packed(tmp_path, packed)
    header = tmp_path / "pack.json"
    header.write_text(json.dumps(json.loads(header.read_text("utf-8")) | {"version": 1}), "utf-8")
    with pytest.raises(BuildError, match="cannot be used"):
        open_packed(tmp_path)


@pytest.mark.parametrize(
    ("name", "place", "number"),
    [
        ("near", (0, 0), 10_000),
        ("lessons", (0, 1), 10_000),
        ("lessons", (0, 0), -1),
        ("judged", (0, 3), 9),
        ("judged", (0, 1), -2),
        ("texts_pieces", (0,), 60_000),
        ("texts_lengths", (0,), 250),
    ],
)
def test_a_pack_whose_numbers_name_what_is_not_there_is_refused(
    packed: Packed, tmp_path: Path, name: str, place: tuple[int, ...], number: int
) -> None:
    changed = packed[name].copy()
    changed[place] = number
    write_packed(tmp_path, replace(packed, arrays={**packed.arrays, name: changed}))
    with pytest.raises(BuildError, match="cannot be used") as caught:
        open_packed(tmp_path)
    assert caught.value.remedy


def test_a_lesson_may_not_teach_by_what_is_measured_by(packed: Packed, tmp_path: Path) -> None:
    facts = replace(packed.facts, taught_questions=1)
    write_packed(tmp_path, replace(packed, facts=facts))
    with pytest.raises(BuildError, match="cannot be used"):
        open_packed(tmp_path)


def test_a_start_model_with_too_few_places_is_refused(packed: Packed) -> None:
    start = {**packed.start, "places": packed.start["places"][:20]}
    with pytest.raises(BuildError, match="do not fit"):
        models.sizes_of(start, 100, packed.facts.heads)


def test_weights_that_are_not_whole_are_refused(learnt: Path, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="no weights"):
        export(tmp_path, tmp_path / "reader")
    kept = open_learnt(learnt)
    body = {name: array for name, array in kept.body.items() if not name.startswith("answer_out")}
    write_learnt(tmp_path, replace(kept, body=body))
    with pytest.raises(BuildError, match="not whole"):
        export(tmp_path, tmp_path / "reader")
    assert not (tmp_path / "reader" / "reader.json").exists()


def test_masks_are_no_marks() -> None:
    assert len({PAD, CLS, SEP, MASK}) == 4
