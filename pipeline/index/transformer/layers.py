"""What a transformer of BERT's shape computes of one text, or of two read together.

Devlin et al. 2019: words and places added and normalised; in each layer attention, then a wide layer with `gelu`, each
added to what went in and normalised behind it. The vector of the text is the mean of its tokens', or that of the first;
of two texts that are read together, their mean is brought to one number.

All but attention is done token by token: two threads may each bring a part of them through a layer, when both have
`project`ed it.
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
    squash,
    to_length,
    to_whole,
)


@kernel
def begin(tokens, second, of_second, weights, epsilon, state):  # type: ignore[no-untyped-def]
    """What the layers begin with, into state [tokens, size]: words and places, normalised.

    Args:
        second: from which token on it is the second of two texts.
        of_second: what is added to each of its tokens [size].
    """
    for place in range(len(tokens)):
        scale = weights.word_scales[tokens[place]]
        for column in range(state.shape[1]):
            word = np.float32(weights.words[tokens[place], column]) * scale
            state[place, column] = word + weights.positions[place, column]
        if place >= second:
            for column in range(state.shape[1]):
                state[place, column] += of_second[column]
    normalise(state, weights.first_norm, epsilon)


@kernel
def project(state, weights, layer, projected):  # type: ignore[no-untyped-def]
    """Queries, keys and values of some tokens in a layer, into projected [the same tokens, 3 * size]."""
    whole, scales = np.empty(state.shape, np.int16), np.empty(len(state), np.float32)
    to_whole(state, whole, scales)
    multiply(whole, scales, weights.asked, layer, projected)


@kernel
def settle(state, start, projected, weights, layer, heads, epsilon):  # type: ignore[no-untyped-def]
    """Some tokens brought through a layer, in place, by what all tokens have in it.

    Args:
        state: those from `start` on [some, size].
        projected: of all tokens (`project`).
    """
    (count, size), wide = state.shape, weights.widened.rows.shape[1]
    whole, scales = np.empty((count, size), np.int16), np.empty(count, np.float32)
    whole_wide, widened = np.empty((count, wide), np.int16), np.empty((count, wide), np.float32)
    taken, more = np.empty((count, size), np.float32), np.empty((count, size), np.float32)
    attend(projected, heads, start, taken)
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


@kernel
def vector_of(tokens, weights, heads, epsilon, of_first, length):  # type: ignore[no-untyped-def]
    """The int8 vector of the tokens of one text (int32), brought to `length`.

    Args:
        weights: `Weights`.
        of_first: whether the first token stands for the text, in place of the mean of all.
    """
    count, size = len(tokens), weights.words.shape[1]
    state, projected = np.empty((count, size), np.float32), np.empty((count, 3 * size), np.float32)
    begin(tokens, count, weights.first_norm[0], weights, epsilon, state)
    for layer in range(weights.asked.rows.shape[0]):
        project(state, weights, layer, projected)
        settle(state, 0, projected, weights, layer, heads, epsilon)
    pooled = np.zeros(size, np.float32)
    for place in range(1 if of_first else count):
        for column in range(size):
            pooled[column] += state[place, column]
    out = np.empty(size, np.int8)
    to_length(pooled, length, out)
    return out


@kernel
def leave(state, dense, out, bias):  # type: ignore[no-untyped-def]
    """The logit that the tokens of two texts come to: their mean, brought through a dense layer and tanh to one number.

    Args:
        dense: `Products` of one layer.
        out: what each of its numbers counts [size]; `bias` is added.
    """
    count, size = state.shape
    mean = np.zeros((1, size), np.float32)
    for place in range(count):
        for column in range(size):
            mean[0, column] += state[place, column]
    for column in range(size):
        mean[0, column] /= np.float32(count)
    whole, scales = np.empty((1, size), np.int16), np.empty(1, np.float32)
    values = np.empty((1, dense.rows.shape[1]), np.float32)
    to_whole(mean, whole, scales)
    multiply(whole, scales, dense, 0, values)
    squash(values[0])
    logit = np.float32(bias)
    for column in range(len(out)):
        logit += values[0, column] * out[column]
    return logit
