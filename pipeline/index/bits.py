"""Machine instructions on 64 bits at once, for kernels: how many are set, which is the lowest, what 64 comparisons say.

They are those of LLVM, so a loop over many numbers becomes wide instructions where the processor has them.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

LANES = 64  # values compared at once


def _ones(typing, number):  # type: ignore[no-untyped-def]
    """How many bits of a number are set, as a number of the same type."""
    return number(number), lambda context, builder, signature, values: builder.ctpop(values[0])


def _lowest(typing, number):  # type: ignore[no-untyped-def]
    """The place of the lowest bit of a number that is not 0, as a number of the same type."""
    never_zero = ir.Constant(ir.IntType(1), 1)
    return number(number), lambda context, builder, signature, values: builder.cttz(values[0], never_zero)


def _reaching(typing, values, place, least):  # type: ignore[no-untyped-def]
    """Which of `LANES` unsigned numbers of a plain array, from a place on, are not below another: a bit each."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        array = context.make_array(values)(context, builder, arguments[0])
        number = context.get_data_type(values.dtype)
        wide = ir.VectorType(number, LANES)
        first = builder.gep(array.data, [arguments[1]])
        read = builder.load(builder.bitcast(first, wide.as_pointer()), align=number.width // 8)
        one = builder.insert_element(ir.Constant(wide, ir.Undefined), arguments[2], ir.IntType(32)(0))
        all_alike = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        wanted = builder.shuffle_vector(one, ir.Constant(wide, ir.Undefined), all_alike)
        return builder.bitcast(builder.icmp_unsigned(">=", read, wanted), ir.IntType(64))

    return types.uint64(values, types.intp, values.dtype), generate


ones: Any = intrinsic(_ones)
lowest: Any = intrinsic(_lowest)
reaching: Any = intrinsic(_reaching)
