"""The k best of scored passages: by score, then by ordinal."""

from __future__ import annotations

import numpy as np

from pipeline.index.compiled import kernel

_BUCKETS = 1024
_FEW = 32  # sorted by insertion


@kernel
def _bucket(score, low, scale):  # type: ignore[no-untyped-def]
    """0 for the highest scores; a higher score is never in a later bucket."""
    return max(_BUCKETS - 1 - int((score - low) * scale), 0)


@kernel
def _insert(passages, scores, first, end):  # type: ignore[no-untyped-def]
    """Sort a part by falling score, by insertion; equal ones keep their order."""
    for place in range(first + 1, end):
        passage, score = passages[place], scores[place]
        while place > first and scores[place - 1] < score:
            passages[place] = passages[place - 1]
            scores[place] = scores[place - 1]
            place -= 1
        passages[place] = passage
        scores[place] = score


@kernel
def _merge(passages, scores, first, end):  # type: ignore[no-untyped-def]
    """The same for a long part: short pieces by insertion, then merged two by two."""
    for start in range(first, end, _FEW):
        _insert(passages, scores, start, min(start + _FEW, end))
    held = np.empty(end - first, passages.dtype)
    values = np.empty(end - first, scores.dtype)
    width = _FEW
    while width < end - first:
        for start in range(first, end - width, 2 * width):
            middle, stop = start + width, min(start + 2 * width, end)
            held[: middle - start] = passages[start:middle]
            values[: middle - start] = scores[start:middle]
            left, right = 0, middle
            for place in range(start, stop):
                if left == middle - start:
                    break
                if right == stop or values[left] >= scores[right]:
                    passages[place] = held[left]
                    scores[place] = values[left]
                    left += 1
                else:
                    passages[place] = passages[right]
                    scores[place] = scores[right]
                    right += 1
        width *= 2


@kernel
def best_of(passages, scores, k):  # type: ignore[no-untyped-def]
    """The k best, by falling score and then rising ordinal.

    Args:
        passages: ascending.
        scores: finite.

    Returns:
        Ordinals (int32) and scores.
    """
    count = len(scores)
    low, high = np.inf, -np.inf
    for place in range(count):
        low = min(low, scores[place])
        high = max(high, scores[place])
    scale = (_BUCKETS - 1) / (high - low) if high > low else 0.0
    if not scale < 1e300 or count <= _FEW:
        scale = 0.0
    starts = np.zeros(_BUCKETS + 1, np.int64)
    for place in range(count):
        starts[_bucket(scores[place], low, scale) + 1] += 1
    buckets = 0
    while buckets < _BUCKETS and starts[buckets] < k:  # the others hold none of the k best
        buckets += 1
        starts[buckets] += starts[buckets - 1]
    kept = starts[buckets]
    ordinals = np.empty(kept, np.int32)
    values = np.empty(kept, np.float64)
    following = starts[:buckets].copy()
    for place in range(count):
        bucket = _bucket(scores[place], low, scale)
        if bucket < buckets:
            ordinals[following[bucket]] = passages[place]
            values[following[bucket]] = scores[place]
            following[bucket] += 1
    for bucket in range(buckets):
        if starts[bucket + 1] - starts[bucket] > _FEW:
            _merge(ordinals, values, starts[bucket], starts[bucket + 1])
        else:
            _insert(ordinals, values, starts[bucket], starts[bucket + 1])
    return ordinals[:k], values[:k]
