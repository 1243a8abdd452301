"""Sums of products, for kernels: many at once, each kept in a register until it is whole.

Left alone, a compiler reads every number anew for each of its products. `sum_block` reads the numbers of `TOKENS`
tokens and the weights of `ROWS` rows once for all their products; neighbours are multiplied and added to one another,
which is one instruction where the processor has it. Its sums are int32 and exact, so they have no order to keep. Those
of `weigh` are float32: each is added up in the order of the rows, `LANES` of each of `TAKERS` beside one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

TOKENS, ROWS = 2, 4  # more of them do not fit the registers of most processors
TAKERS = 4  # their sums are added to by turns: each waits for its last addition
LANES = 16  # numbers read at once

_INT = ir.IntType(32)
_tools: Any = cgutils


def _address(context: Any, builder: Any, kind: Any, array: Any, place: Sequence[Any], count: int) -> Any:
    """Where so many numbers of an array begin, from a place on."""
    plain = context.make_array(kind)(context, builder, array)
    first = _tools.get_item_pointer(context, builder, kind, plain, place)
    return builder.bitcast(first, ir.VectorType(context.get_data_type(kind.dtype), count).as_pointer())


def _picked(builder: Any, left: Any, right: Any, lanes: Sequence[int]) -> Any:
    """Some numbers of two vectors that lie behind each other."""
    return builder.shuffle_vector(left, right, ir.Constant(ir.VectorType(_INT, len(lanes)), list(lanes)))


def _neighbours(builder: Any, left: Any, right: Any, count: int) -> Any:
    """The first numbers of two vectors that lie behind each other, every two of them added."""
    even, odd = (_picked(builder, left, right, range(first, count, 2)) for first in (0, 1))
    return builder.add(even, odd)


def _halves(builder: Any, sums: Any) -> Any:
    """The lower half of a vector and the upper one, added."""
    half = sums.type.count // 2
    lower, upper = (_picked(builder, sums, sums, range(first, first + half)) for first in (0, half))
    return builder.add(lower, upper)


def _sum_block(typing, whole, token, matrix, row, end, sums):  # type: ignore[no-untyped-def]
    """Into sums [tokens, rows], int32: those of `TOKENS` tokens and `ROWS` rows from one on.

    Over the columns before an end, a multiple of `LANES`, of whole [tokens, columns], int16, and of matrix [rows,
    columns], int8.
    """

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        tokens = [builder.add(arguments[1], arguments[1].type(more)) for more in range(TOKENS)]
        rows = [builder.add(arguments[3], arguments[3].type(more)) for more in range(ROWS)]
        last, into, zeros = arguments[4], arguments[5], ir.VectorType(_INT, LANES // 2)([0] * (LANES // 2))

        def read(kind: Any, array: Any, place: Sequence[Any]) -> Any:
            numbers = builder.load(_address(context, builder, kind, array, place, LANES), align=1)
            return builder.sext(numbers, ir.VectorType(_INT, LANES))

        totals = [[_tools.alloca_once_value(builder, zeros) for _ in rows] for _ in tokens]
        with _tools.for_range_slice(builder, last.type(0), last, last.type(LANES)) as (column, _):
            numbers = [read(whole, arguments[0], [each, column]) for each in tokens]
            for lane, one in enumerate(rows):
                weights = read(matrix, arguments[2], [one, column])
                for number, of_token in zip(numbers, totals, strict=True):
                    product = builder.mul(number, weights)
                    added = _neighbours(builder, product, product, LANES)
                    builder.store(builder.add(builder.load(of_token[lane]), added), of_token[lane])
        for each, of_token in zip(tokens, totals, strict=True):
            left = [_halves(builder, builder.load(total)) for total in of_token]
            while len(left) > 1:  # until each lane is the sum of one row
                pairs = zip(left[::2], left[1::2], strict=True)
                left = [_neighbours(builder, *pair, LANES // 2) for pair in pairs]
            builder.store(left[0], _address(context, builder, sums, into, [each, rows[0]], ROWS), align=1)
        return context.get_dummy_value()

    return types.void(whole, token, matrix, row, end, sums), generate


def _weigh(typing, shares, rows, place, out):  # type: ignore[no-untyped-def]
    """Into `LANES` numbers of each row of out [TAKERS, ...], from a place on: the sum of all rows [n, ...] there, each
    times its share, of shares [TAKERS, n]."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        parts, table, first, into = arguments
        takers = [first.type(taker) for taker in range(TAKERS)]
        zeros = ir.VectorType(ir.FloatType(), LANES)([0.0] * LANES)
        totals = [_tools.alloca_once_value(builder, zeros) for _ in takers]
        count = builder.extract_value(context.make_array(rows)(context, builder, table).shape, 0)
        with _tools.for_range(builder, count) as loop:
            row = builder.load(_address(context, builder, rows, table, [loop.index, first], LANES), align=1)
            for taker, total in zip(takers, totals, strict=True):
                part = _address(context, builder, shares, parts, [taker, loop.index], 1)
                share = builder.load(part, align=1)
                product = builder.fmul(_picked(builder, share, share, [0] * LANES), row)
                builder.store(builder.fadd(builder.load(total), product), total)
        for taker, total in zip(takers, totals, strict=True):
            at = _address(context, builder, out, into, [taker, first], LANES)
            builder.store(builder.load(total), at, align=1)
        return context.get_dummy_value()

    return types.void(shares, rows, place, out), generate


sum_block: Any = intrinsic(_sum_block)
weigh: Any = intrinsic(_weigh)
