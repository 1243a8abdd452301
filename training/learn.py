"""A pack -> a reader's weights, on an accelerator if there is one.

Draws are the same each time. Sums on an accelerator have no order, so two runs differ in their last bits and, after
thousands of steps, in more: what is published is pinned by its digest.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from training.alignment import align
from training.batches import Rows
from training.learnt import Learnt, write_learnt
from training.measure import told
from training.model import Reader, begin, sizes_of
from training.packed import open_packed
from training.settings import RECIPE, Recipe
from training.stages import Copying, Lessons, answer, judge, read, verify

Say = Callable[[str], None]


def learn(pack: Path, out: Path, say: Say, recipe: Recipe = RECIPE) -> Learnt:
    """Train a reader and write it; raises `BuildError` where the pack cannot be used."""
    packed = open_packed(pack)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(recipe.seed)
    torch.set_float32_matmul_precision("high")
    sizes = sizes_of(packed.start, packed.facts.english + packed.facts.arabic, packed.facts.heads)
    teacher = begin(Reader(sizes).to(device), packed.start).eval().requires_grad_(requires_grad=False)
    model = begin(Reader(sizes).to(device), packed.start)
    texts, questions = (Rows(packed, name, device) for name in ("texts", "questions"))
    lessons = Lessons(packed, texts, questions, np.random.default_rng(recipe.seed))
    say(f"{align(model, packed, texts)} of {packed.facts.arabic} Arabic pieces begin beside English ones")
    copying = Copying(model.train(), teacher, lessons)
    read(model, lessons, copying, recipe.reading, say)
    _tell(model, lessons, say)
    answer(model, lessons, copying, recipe.answering, say)
    _tell(model, lessons, say)
    judge(model, lessons, copying, recipe.judging, say)
    _tell(model, lessons, say)
    verify(model, lessons, recipe.verifying, say)
    _tell(model, lessons, say)
    learnt = Learnt.of(
        {name: one.detach().float().cpu().numpy() for name, one in model.state_dict().items()},
        packed.facts.heads,
        packed.tokenizer,
    )
    write_learnt(out, learnt)
    return learnt


def _tell(model: Reader, lessons: Lessons, say: Say) -> None:
    """Say how well it tells what was judged."""
    for line in told(model, lessons):
        say(line)
