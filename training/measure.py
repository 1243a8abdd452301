"""How well a reader tells texts that answer from those that do not: the area under the curve, by part and language."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch
from numpy.typing import NDArray

from training.model import Reader
from training.stages import Lessons, computing

AT_ONCE = 512
LEAST = 21  # texts, for a share to be told
LANGUAGES = ("ar", "en")


def area(scores: NDArray[np.floating], answers: NDArray[np.integer]) -> float:
    """How often a text that answers has the higher score, a tie being a half; nan where all are of one kind.

    >>> area(np.array([0.1, 0.9, 0.4]), np.array([0, 1, 1]))
    1.0
    >>> area(np.array([0.5, 0.5]), np.array([0, 1]))
    0.5
    """
    right = int(answers.sum())
    wrong = len(answers) - right
    if not right or not wrong:
        return float("nan")
    _, places, times = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(times) - (times - 1) / 2)[places]
    return float((ranks[answers == 1].sum() - right * (right + 1) / 2) / (right * wrong))


@torch.no_grad()
def scores_of(model: Reader, lessons: Lessons) -> NDArray[np.float32]:
    """The logit of every judged text."""
    judged, found = lessons.packed["judged"], [np.empty(0, np.float32)]
    model.eval()
    for at in range(0, len(judged), AT_ONCE):
        rows = judged[at : at + AT_ONCE]
        with computing(model.words.weight.device):
            found.append(model.answers(*lessons.together(rows[:, 0], rows[:, 1])).cpu().numpy())
    model.train()
    return np.concatenate(found)


def told(model: Reader, lessons: Lessons) -> Iterator[str]:
    """A line for each part, language, and whether all texts are meant or the first ones."""
    judged, scores = lessons.packed["judged"], scores_of(model, lessons)
    for number, part in enumerate(lessons.packed.facts.parts):
        for language, code in enumerate(LANGUAGES):
            for first in (False, True):
                rows = (judged[:, 3] == number) & (judged[:, 4] == language) & (judged[:, 5] >= first)
                if rows.sum() >= LEAST:
                    share = area(scores[rows], judged[rows, 2])
                    yield f"{part} {code} {'first' if first else 'all'} {rows.sum()}: {share:.3f}"
