"""The four stages of the training, each a number of steps (`settings`).

    1 reading       words masked in Arabic, in English and in pairs of both are guessed, and Arabic texts are brought
                    to where the English model puts their translations
    2 answering     a question's vector is nearest to that of its text; of texts read together with it, its own is first
    3 judging       of texts that were read for questions: does it answer? The vectors of words stand still
    4 verifying     of questions that were written on one text: does it say this, or only speak of it?

In the first three the English model is copied: what it makes of English texts and questions stays, and Arabic comes to
it. The vectors of texts are of no use after them: the reader is asked for its logit alone.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from training.batches import Draw, Rows, double, single
from training.model import NEW, Reader
from training.packed import LESSON, TEACHING, Packed
from training.settings import (
    CLS,
    MASK,
    PAD,
    PAIR_PIECES,
    QUESTION_PIECES,
    READ_PIECES,
    SEP,
    SPECIAL,
    TEXT_PIECES,
    Answering,
    Judging,
    Reading,
    Verifying,
)

MASKED, SHOWN, RANDOM = 0.2, 0.1, 0.1  # of pieces guessed; of those, left as they are, and made another
ALONE_PIECES, BESIDE_PIECES, COPIED_PIECES = 126, 62, 72  # of a text: by itself, in a pair of both, copied
WARMING = 0.06  # of the steps, in which the rate rises
LEAST_RATE = 0.02  # of its height, to which it falls
DECAY = 0.01
COPIED_SCALE, COPIED_APART = 20.0, 0.3
NEAREST = 0.05  # temperature of cosines
TOLD_EVERY = 100

Say = Callable[[str], None]
Loss = Callable[[], Tensor]


class Lessons:
    """All that a stage draws from, on one device; one generator draws all of it."""

    def __init__(self, packed: Packed, texts: Rows, questions: Rows, generator: np.random.Generator) -> None:
        self.packed, self.texts, self.questions, self.generator = packed, texts, questions, generator
        languages = packed["texts_languages"][: packed.facts.taught_texts]
        asked_in = packed["questions_languages"][: packed.facts.taught_questions]
        self.arabic = Draw(np.flatnonzero(languages == 0), generator)
        self.english = Draw(np.flatnonzero(languages == 1), generator)
        self.english_questions = Draw(np.flatnonzero(asked_in == 1), generator)
        self.parallel, self.near = Draw(packed["parallel"], generator), Draw(packed["near"], generator)
        weights = packed["lesson_weights"].astype(np.float64)
        self.lessons = Draw(np.arange(len(weights)), generator, weights)
        parts = packed["judged"][:, 3]
        self.judged, self.closely = (
            Draw(np.flatnonzero(parts == part), generator) for part in range(TEACHING)
        )

    def text(self, which: NDArray[np.integer], most: int) -> Tensor:
        """Texts by themselves."""
        return single(*self.texts.cut(which, most))

    def question(self, which: NDArray[np.integer]) -> Tensor:
        """Questions by themselves."""
        return single(*self.questions.cut(which, QUESTION_PIECES))

    def together(
        self, questions: NDArray[np.integer], texts: NDArray[np.integer], most: int = PAIR_PIECES
    ) -> tuple[Tensor, Tensor]:
        """Questions with texts, one to one."""
        asked = self.questions.cut(questions, QUESTION_PIECES)
        return double(*asked, *self.texts.cut(texts, PAIR_PIECES), most)

    def lists(self, count: int, contrasts: int, most: int = PAIR_PIECES) -> tuple[Tensor, Tensor]:
        """Questions, each with its text and behind it so many that do not answer; rows of one question in a row."""
        rows = self.packed["lessons"][self.lessons(count)]
        others = np.stack([self._contrasts(row, contrasts) for row in rows])
        texts = np.concatenate([rows[:, 1:LESSON], others], axis=1).reshape(-1)
        return self.together(np.repeat(rows[:, 0], contrasts + 1), texts, most)

    def _contrasts(self, row: NDArray[np.integer], count: int) -> NDArray[np.integer]:
        """Those of a lesson, drawn; any texts but its own where it has too few."""
        own = row[LESSON:][row[LESSON:] >= 0]
        if len(own) >= count:
            return self.generator.permutation(own)[:count]
        drawn = self.generator.integers(0, self.packed.facts.taught_texts, count)
        return np.where(drawn == row[1], (drawn + 1) % self.packed.facts.taught_texts, drawn)


class Copying:
    """The English model, and how far the reader is from it."""

    def __init__(self, model: Reader, teacher: Reader, lessons: Lessons) -> None:
        self._model, self._teacher, self._lessons = model, teacher, lessons

    def __call__(self, pairs: int, questions: int) -> Tensor:
        """1 - cosine of Arabic texts and of English ones with the teacher's English, the same of English questions,
        and which translation is whose."""
        lessons, both = self._lessons, self._lessons.parallel(pairs)
        arabic, english = (lessons.text(both[:, side], COPIED_PIECES) for side in (0, 1))
        asked = lessons.question(lessons.english_questions(questions))
        with torch.no_grad():
            meant, meant_questions = self._teacher.vectors(english), self._teacher.vectors(asked)
        ours = self._model.vectors(arabic)
        loss = _apart(ours, meant) + _apart(self._model.vectors(english), meant)
        loss = loss + _apart(self._model.vectors(asked), meant_questions)
        return loss + COPIED_APART * F.cross_entropy(ours @ meant.T * COPIED_SCALE, _own(ours))


def _apart(ours: Tensor, theirs: Tensor) -> Tensor:
    return (1 - (ours * theirs).sum(1)).mean()


def _own(rows: Tensor) -> Tensor:
    """That each row belongs to the column of its own number."""
    return torch.arange(len(rows), device=rows.device)


def read(model: Reader, lessons: Lessons, copying: Copying, settings: Reading, say: Say) -> None:
    """Stage 1."""

    def loss() -> Tensor:
        arabic = guessing(model, lessons.text(lessons.arabic(settings.arabic), ALONE_PIECES))
        english = guessing(model, lessons.text(lessons.english(settings.english), ALONE_PIECES))
        both = lessons.parallel(settings.pairs)
        sides = (0, 1) if lessons.generator.random() >= 0.5 else (1, 0)
        cut = [lessons.texts.cut(both[:, side], BESIDE_PIECES) for side in sides]
        pairs = guessing(model, *double(*cut[0], *cut[1], PAIR_PIECES))
        copied = copying(settings.copied_pairs, settings.copied_questions)
        return arabic + 0.3 * english + 0.6 * pairs + 4 * copied

    optimiser = _of_two_rates(model, settings.learning_rate, settings.new_learning_rate)
    _steps(model, optimiser, settings.steps, loss, say, "stage 1")


def answer(model: Reader, lessons: Lessons, copying: Copying, settings: Answering, say: Say) -> None:
    """Stage 2."""

    def loss() -> Tensor:
        rows = lessons.packed["lessons"][lessons.lessons(settings.lessons)]
        asked = model.vectors(lessons.question(rows[:, 0]))
        nearest = _nearest(asked, model.vectors(lessons.text(rows[:, 1], TEXT_PIECES)))
        near = lessons.near(settings.near)
        if len(near):
            sides = (model.vectors(lessons.question(near[:, side])) for side in (0, 1))
            nearest = nearest + 0.5 * _nearest(*sides)
        scores = model.answers(*lessons.lists(settings.lists, settings.contrasts))
        scores = scores.view(-1, settings.contrasts + 1)
        right = torch.zeros_like(scores)
        right[:, 0] = 1
        told = _first(scores) + 0.5 * F.binary_cross_entropy_with_logits(scores, right)
        return nearest + told + 2 * copying(settings.copied_pairs, settings.copied_questions)

    optimiser = _of_two_rates(model, settings.learning_rate, settings.new_learning_rate)
    _steps(model, optimiser, settings.steps, loss, say, "stage 2")


def judge(model: Reader, lessons: Lessons, copying: Copying, settings: Judging, say: Say) -> None:
    """Stage 3; nothing where no text was judged."""

    def loss() -> Tensor:
        told = _told(model, lessons, lessons.judged(settings.batch), PAIR_PIECES)
        told = told + 0.2 * _listed(model, lessons, settings, PAIR_PIECES)
        return told + copying(settings.copied_pairs, settings.copied_questions)

    if count := len(lessons.judged):
        _late(model, settings, settings.steps(count), loss, say, "stage 3")


def verify(model: Reader, lessons: Lessons, settings: Verifying, say: Say) -> None:
    """Stage 4; nothing where no question was written on one text.

    What comes of it is a mean of the weights from before and after it (Wortsman et al. 2022, “Robust fine-tuning of
    zero-shot models”): it keeps what the one knew of texts that a search finds, and most of what the other learnt.
    """

    def loss() -> Tensor:
        rows = np.concatenate([lessons.closely(settings.batch), lessons.judged(settings.judged)])
        told = _told(model, lessons, rows, READ_PIECES)
        return told + 0.2 * _listed(model, lessons, settings, READ_PIECES)

    if count := len(lessons.closely):
        before = [one.detach().clone() for one in model.parameters()]
        _late(model, settings, settings.steps(count), loss, say, "stage 4")
        with torch.no_grad():
            for after, one in zip(model.parameters(), before, strict=True):
                after.lerp_(one, settings.kept)


def _told(model: Reader, lessons: Lessons, which: NDArray[np.integer], most: int) -> Tensor:
    """How badly the reader tells of judged texts whether they answer."""
    rows = lessons.packed["judged"][which]
    scores = model.answers(*lessons.together(rows[:, 0], rows[:, 1], most))
    right = torch.as_tensor(rows[:, 2], device=scores.device).float()
    return F.binary_cross_entropy_with_logits(scores, right)


def _listed(model: Reader, lessons: Lessons, settings: Judging | Verifying, most: int) -> Tensor:
    """How badly the own texts of some lessons come first."""
    scores = model.answers(*lessons.lists(settings.lists, settings.contrasts, most))
    return _first(scores.view(-1, settings.contrasts + 1))


def _late(model: Reader, settings: Judging | Verifying, steps: int, loss: Loss, say: Say, name: str) -> None:
    """The steps of a stage in which the vectors of words stand still."""
    model.words.weight.requires_grad_(False)
    model.dropout = settings.dropout
    rates = [
        {"params": [one for one in model.parameters() if one.requires_grad], "peak": settings.learning_rate}
    ]
    fused = model.words.weight.is_cuda
    optimiser = torch.optim.AdamW(rates, lr=settings.learning_rate, weight_decay=DECAY, fused=fused)
    _steps(model, optimiser, steps, loss, say, name)
    model.dropout = 0.0
    model.words.weight.requires_grad_(True)


def guessing(model: Reader, pieces: Tensor, kinds: Tensor | None = None) -> Tensor:
    """How badly masked pieces are guessed: cross entropy, of those alone."""
    special = (pieces == PAD) | (pieces == CLS) | (pieces == SEP)
    chosen = (torch.rand(pieces.shape, device=pieces.device) < MASKED) & ~special
    if not chosen.any():  # in a handful of short texts
        chosen = ~special
    fate = torch.rand(pieces.shape, device=pieces.device)
    other = torch.randint(len(SPECIAL), model.sizes.pieces, pieces.shape, device=pieces.device)
    shown = torch.where(chosen & (fate < 1 - SHOWN - RANDOM), MASK, pieces)
    shown = torch.where(chosen & (fate > 1 - RANDOM), other, shown)
    states, _ = model(shown, kinds)
    return F.cross_entropy(model.guesses(states[chosen]), pieces[chosen])


def _nearest(ones: Tensor, others: Tensor) -> Tensor:
    """How badly the nearest of the others is each one's own, both ways."""
    alike = ones @ others.T / NEAREST
    return 0.5 * (F.cross_entropy(alike, _own(alike)) + F.cross_entropy(alike.T, _own(alike)))


def _first(scores: Tensor) -> Tensor:
    """How badly the first of each row has the highest score."""
    return F.cross_entropy(scores, torch.zeros(len(scores), dtype=torch.long, device=scores.device))


def _of_two_rates(model: Reader, rate: float, new: float) -> torch.optim.Optimizer:
    """One rate for the layers, another for what they did not bring along."""
    groups: dict[bool, list[Tensor]] = {False: [], True: []}
    for name, one in model.named_parameters():
        groups[name.startswith(NEW)].append(one)
    rates = [{"params": groups[False], "peak": rate}, {"params": groups[True], "peak": new}]
    fused = model.words.weight.is_cuda
    return torch.optim.AdamW(rates, lr=rate, weight_decay=DECAY, betas=(0.9, 0.98), fused=fused)


def _steps(
    model: Reader, optimiser: torch.optim.Optimizer, steps: int, loss: Loss, say: Say, name: str
) -> None:
    device = model.words.weight.device
    for step in range(steps):
        pace = paced((step + 1) / steps)
        for group in optimiser.param_groups:
            group["lr"] = group["peak"] * pace
        with computing(device):
            told = loss()
        told.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        if step % TOLD_EVERY == 0:
            say(f"{name}: step {step + 1} of {steps}, loss {told.item():.3f}")


def paced(share: float) -> float:
    """What the rate is times, at a share of the steps: up at first, then down in a straight line.

    >>> paced(0.03), paced(0.5), paced(1.0)
    (0.485, 0.5, 0.02)
    """
    return min(1.0, share / WARMING) * max(LEAST_RATE, 1 - share)


def computing(device: torch.device) -> AbstractContextManager[None]:
    """In half precision: on two processors that know it, steps are taken two thirds faster, too."""
    return torch.autocast(device.type, torch.bfloat16)
