"""The kernels of a transformer: products of whole numbers, and elementwise float32 in a written order.

exp is range reduction by Cody and Waite and a polynomial of degree six (error below 2e-7 of the value); erf is formula
7.1.26 of Abramowitz and Stegun (error below 2e-7). A library's own would differ from machine to machine.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.compiled import inlined, kernel
from pipeline.index.transformer.sums import LANES, ROWS, TAKERS, TOKENS, sum_block, weigh

_LOG2_E = np.float32(1.4426950408889634)
_LN2_HIGH, _LN2_LOW = np.float32(0.693359375), np.float32(-2.12194440e-4)  # their sum is ln 2
_LOWEST = np.float32(-86.0)  # exp of less is taken for exp of this: below 1e-37
_BIAS, _FRACTION = np.int32(127), np.int32(23)  # a float32 tells its power of two in these bits
_HALF, _ONE, _ZERO = np.float32(0.5), np.float32(1.0), np.float32(0.0)
_E3, _E4, _E5, _E6 = (np.float32(1.0 / value) for value in (6, 24, 120, 720))
_ROOT_HALF, _ERF = np.float32(0.7071067811865476), np.float32(0.3275911)
_A1, _A2, _A3 = np.float32(0.254829592), np.float32(-0.284496736), np.float32(1.421413741)
_A4, _A5 = np.float32(-1.453152027), np.float32(1.061405429)

_FINEST = 8191  # steps that the largest number of a token is worth, at most
_SUM = 2**31 - 1
_LARGEST_WEIGHT = 127


@inlined
def exponential(x):  # type: ignore[no-untyped-def]
    """exp of a float32 that is not above 0."""
    x = max(x, _LOWEST)
    power = np.rint(x * _LOG2_E)
    rest = (x - power * _LN2_HIGH) - power * _LN2_LOW
    value = _E6
    value = value * rest + _E5
    value = value * rest + _E4
    value = value * rest + _E3
    value = value * rest + _HALF
    value = value * rest + _ONE
    value = value * rest + _ONE
    return value * np.int32((np.int32(power) + _BIAS) << _FRACTION).view(np.float32)


@inlined
def gelu(x):  # type: ignore[no-untyped-def]
    """x times the share of a normal distribution that lies below x, float32."""
    far = abs(x) * _ROOT_HALF
    t = _ONE / (_ONE + _ERF * far)
    tail = ((((_A5 * t + _A4) * t + _A3) * t + _A2) * t + _A1) * t * exponential(-far * far)
    erf = _ONE - tail
    return _HALF * x * (_ONE + (erf if x >= _ZERO else -erf))


@kernel
def to_whole(values, whole, scales):  # type: ignore[no-untyped-def]
    """Each row of `values` [tokens, n] as int16 numbers times one scale, so fine that n products fit an int32."""
    steps = np.float32(min(_FINEST, _SUM // (_LARGEST_WEIGHT * values.shape[1])))
    for token in range(values.shape[0]):
        peak = _ZERO
        for column in range(values.shape[1]):
            peak = max(peak, abs(values[token, column]))
        fine = steps / peak if peak > _ZERO else _ZERO
        scales[token] = peak / steps
        for column in range(values.shape[1]):
            whole[token, column] = np.int16(np.rint(values[token, column] * fine))


@kernel
def multiply(whole, scales, products, layer, out):  # type: ignore[no-untyped-def]
    """out [tokens, rows] = the numbers of each token times each row of a layer's int8 matrix, and the bias."""
    matrix, of_row, bias = products.rows[layer], products.scales[layer], products.bias[layer]
    (tokens, rows), columns = out.shape, matrix.shape[1]
    sums = out.view(np.int32)  # each lies where what becomes of it will
    sums[:] = 0
    summed = 0  # columns
    if tokens >= TOKENS and rows >= ROWS:
        summed = columns - columns % LANES
        for first in range(0, rows, ROWS):
            row = min(first, rows - ROWS)  # the last block may sum again what the one before it did
            for token in range(0, tokens, TOKENS):
                sum_block(whole, min(token, tokens - TOKENS), matrix, row, summed, sums)
    if summed < columns:
        for row in range(rows):
            weights = matrix[row, summed:]
            for token in range(tokens):
                numbers, total = whole[token, summed:], np.int32(0)
                for column in range(len(weights)):  # the plain form is the one that becomes wide instructions
                    total = np.int32(total + np.int32(np.int32(numbers[column]) * np.int32(weights[column])))
                sums[token, row] += total
    for token in range(tokens):
        for row in range(rows):
            out[token, row] = np.float32(sums[token, row]) * (scales[token] * of_row[row]) + bias[row]


@kernel
def normalise(values, gain_bias, epsilon):  # type: ignore[no-untyped-def]
    """Each row brought to mean 0 and variance 1 (in float64), then times the gain and with the bias; in place."""
    size = values.shape[1]
    for token in range(values.shape[0]):
        mean = 0.0
        for column in range(size):
            mean += values[token, column]
        mean /= size
        variance = 0.0
        for column in range(size):
            off = values[token, column] - mean
            variance += off * off
        scale = 1.0 / np.sqrt(variance / size + epsilon)
        for column in range(size):
            value = np.float32((values[token, column] - mean) * scale)
            values[token, column] = value * gain_bias[0, column] + gain_bias[1, column]


@kernel
def add(values, more):  # type: ignore[no-untyped-def]
    """values += more."""
    for token in range(values.shape[0]):
        for column in range(values.shape[1]):
            values[token, column] += more[token, column]


@kernel
def gelu_all(values):  # type: ignore[no-untyped-def]
    """`gelu` of each value, in place."""
    for token in range(values.shape[0]):
        for column in range(values.shape[1]):
            values[token, column] = gelu(values[token, column])


@inlined
def to_shares(likeness, shares):  # type: ignore[no-untyped-def]
    """What a token takes of each other [tokens], by how alike they are [tokens and more, which are not used]."""
    tokens = len(shares)
    peak = likeness[0]
    for other in range(tokens):
        peak = max(peak, likeness[other])
    for other in range(len(likeness)):  # whole lanes are sooner done
        likeness[other] = exponential(likeness[other] - peak)
    total = _ZERO
    for other in range(tokens):
        total += likeness[other]
    for other in range(tokens):
        shares[other] = likeness[other] / total


@kernel
def attend(projected, heads, start, out):  # type: ignore[no-untyped-def]
    """What some tokens take from all, head by head.

    Args:
        projected: of all tokens: queries (divided by the root of a head's size already), keys and values beside each
            other [tokens, 3 * size].
        start: the first of those that take.
        out: one row for each of them [takers, size].
    """
    (takers, size), tokens = out.shape, len(projected)
    width = size // heads
    others, columns = (
        -(-tokens // LANES) * LANES,
        -(-width // LANES) * LANES,
    )  # what lies beyond is not used
    keys, values = np.zeros((width, others), np.float32), np.zeros((tokens, columns), np.float32)
    asked, taken = np.zeros((TAKERS, width), np.float32), np.empty((TAKERS, columns), np.float32)
    shares, of_tokens = np.empty((TAKERS, others), np.float32), np.empty((TAKERS, tokens), np.float32)
    for first in range(0, size, width):
        for token in range(tokens):
            of_head = projected[token, first:]
            for column in range(width):
                keys[column, token] = of_head[size + column]
                values[token, column] = of_head[2 * size + column]
        for begun in range(0, takers, TAKERS):
            some = min(TAKERS, takers - begun)
            for taker in range(some):
                for column in range(width):
                    asked[taker, column] = projected[start + begun + taker, first + column]
            for other in range(0, others, LANES):
                weigh(asked, keys, other, shares)
            for taker in range(some):
                to_shares(shares[taker], of_tokens[taker])
            for column in range(0, columns, LANES):
                weigh(of_tokens, values, column, taken)
            for taker in range(some):
                for column in range(width):
                    out[begun + taker, first + column] = taken[taker, column]


@kernel
def squash(values):  # type: ignore[no-untyped-def]
    """The hyperbolic tangent of each value, in place: (1 - e) / (1 + e) of e = exp(-2 |x|), with the sign of x."""
    for column in range(len(values)):
        rest = exponential(-abs(values[column]) - abs(values[column]))
        value = (_ONE - rest) / (_ONE + rest)
        values[column] = value if values[column] >= _ZERO else -value


@kernel
def to_length(values, length, out):  # type: ignore[no-untyped-def]
    """A float32 vector brought to a length and rounded half to even, in int8; zeros stay zeros."""
    squares = 0.0
    for column in range(len(values)):
        squares += np.float64(values[column]) * np.float64(values[column])
    scale = length / np.sqrt(squares) if squares > 0.0 else 0.0
    for column in range(len(values)):
        rounded = np.rint(np.float64(values[column]) * scale)
        out[column] = np.int8(min(max(rounded, -127.0), 127.0))
