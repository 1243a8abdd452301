"""Machine instructions on 64 bits at once, for kernels: how many are set, and which is the lowest.

They are those of LLVM, so a loop over many numbers becomes wide instructions where the processor has them.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.extending import intrinsic


def _ones(typing, number):  # type: ignore[no-untyped-def]
    """How many bits of a number are set, as a number of the same type."""
    return number(number), lambda context, builder, signature, values: builder.ctpop(values[0])


def _lowest(typing, number):  # type: ignore[no-untyped-def]
    """The place of the lowest bit of a number that is not 0, as a number of the same type."""
    never_zero = ir.Constant(ir.IntType(1), 1)
    return number(number), lambda context, builder, signature, values: builder.cttz(values[0], never_zero)


ones: Any = intrinsic(_ones)
lowest: Any = intrinsic(_lowest)
