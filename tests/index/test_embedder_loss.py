"""The written-out gradient of the training loss against finite differences."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.index.embedder.loss import normalise, symmetric_loss, through_normalise


def slow_loss(left: np.ndarray, right: np.ndarray, scale: float) -> float:
    """The same loss by its definition, in float64, one pair at a time."""
    left = left / np.linalg.norm(left, axis=1, keepdims=True)
    right = right / np.linalg.norm(right, axis=1, keepdims=True)
    total = 0.0
    for i in range(len(left)):
        for one, same, other in ((left[i], left, right), (right[i], right, left)):
            logits = [scale * one @ candidate for candidate in other]
            logits += [scale * one @ same[j] for j in range(len(same)) if j != i]
            total += np.log(np.exp(np.array(logits) - scale).sum()) + scale - logits[i]
    return total / len(left)


@pytest.fixture
def batch() -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(2)
    return tuple(generator.standard_normal((6, 5)).astype(np.float32) for _ in range(2))  # type: ignore[return-value]


def test_the_loss_is_its_definition(batch: tuple[np.ndarray, np.ndarray]) -> None:
    left, right = (normalise(sums)[0] for sums in batch)
    assert symmetric_loss(left, right, 7.0)[0] == pytest.approx(slow_loss(*batch, 7.0), rel=1e-5)


@pytest.mark.parametrize("side", [0, 1])
def test_the_gradient_is_that_of_the_loss(batch: tuple[np.ndarray, np.ndarray], side: int) -> None:
    units = [normalise(sums) for sums in batch]
    _, *slopes = symmetric_loss(units[0][0], units[1][0], 7.0)
    slope = through_normalise(slopes[side], *units[side])
    for row, column in ((0, 0), (2, 3), (5, 4)):
        moved = [sums.astype(np.float64) for sums in batch]
        moved[side][row, column] += 1e-5
        higher = slow_loss(*moved, 7.0)
        moved[side][row, column] -= 2e-5
        assert slope[row, column] == pytest.approx((higher - slow_loss(*moved, 7.0)) / 2e-5, abs=2e-3)


def test_right_pairs_cost_less_than_wrong_ones() -> None:
    axes = np.eye(8, dtype=np.float32)
    assert symmetric_loss(axes, axes, 20.0)[0] < 0.01
    assert symmetric_loss(axes, np.roll(axes, 1, axis=0), 20.0)[0] > 20
