"""What a transformer of BERT's shape computes of one text: its tokens to one vector.

Devlin et al. 2019: words and places added and normalised; in each layer attention, then a wide layer with `gelu`, each
added to what went in and normalised behind it. The vector of the text is the mean of its tokens', or that of the first.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.compiled import kernel
from pipeline.index.transformer.arithmetic import (
    add,
    attend,
    gelu_all,
    multiply,
    normalise,
    to_length,
    to_whole,
)


@kernel
def vector_of(tokens, weights, heads, epsilon, of_first, length):  # type: ignore[no-untyped-def]
    """The int8 vector of the tokens of one text (int32), brought to `length`.

    Args:
        weights: `Weights`.
        of_first: whether the first token stands for the text, in place of the mean of all.
    """
    count, size, wide = len(tokens), weights.words.shape[1], weights.widened.rows.shape[1]
    state = np.empty((count, size), np.float32)
    for place in range(count):
        scale = weights.word_scales[tokens[place]]
        for column in range(size):
            word = np.float32(weights.words[tokens[place], column]) * scale
            state[place, column] = word + weights.positions[place, column]
    normalise(state, weights.first_norm, epsilon)

    whole, scales = np.empty((count, size), np.int16), np.empty(count, np.float32)
    whole_wide, widened = np.empty((count, wide), np.int16), np.empty((count, wide), np.float32)
    projected, taken = np.empty((count, 3 * size), np.float32), np.empty((count, size), np.float32)
    more = np.empty((count, size), np.float32)
    for layer in range(weights.asked.rows.shape[0]):
        to_whole(state, whole, scales)
        multiply(whole, scales, weights.asked, layer, projected)
        attend(projected, heads, taken)
        to_whole(taken, whole, scales)
        multiply(whole, scales, weights.joined, layer, more)
        add(state, more)
        normalise(state, weights.joined_norm[layer], epsilon)
        to_whole(state, whole, scales)
        multiply(whole, scales, weights.widened, layer, widened)
        gelu_all(widened)
        to_whole(widened, whole_wide, scales)
        multiply(whole_wide, scales, weights.narrowed, layer, more)
        add(state, more)
        normalise(state, weights.narrowed_norm[layer], epsilon)

    pooled = np.zeros(size, np.float32)
    for place in range(1 if of_first else count):
        for column in range(size):
            pooled[column] += state[place, column]
    out = np.empty(size, np.int8)
    to_length(pooled, length, out)
    return out
