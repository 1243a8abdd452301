"""Memory asked for before it is needed, for kernels that read rows here and there.

A processor waits for what it reads; of what it is only told that it will be read it waits for nothing, and brings it
meanwhile. Nothing that is computed hangs on it, and no place is wrong: one outside of memory is passed over.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from pipeline.index.compiled import inlined

LINE = 64  # bytes that memory brings at once
_TO_READ, _TO_KEEP, _DATA = 0, 3, 1  # what `llvm.prefetch` is told


def _ahead(typing, values, place):  # type: ignore[no-untyped-def]
    """Ask for a place of an array of one dimension."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        within = builder.mul(arguments[1], builder.extract_value(array.strides, 0))
        address = builder.gep(builder.bitcast(array.data, cgutils.voidptr_t), [within])
        number = ir.IntType(32)
        told = [number(_TO_READ), number(_TO_KEEP), number(_DATA)]
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        builder.call(
            builder.module.declare_intrinsic("llvm.prefetch", [address.type], kind), [address, *told]
        )
        return context.get_dummy_value()

    return types.void(values, types.intp), generate


ahead: Any = intrinsic(_ahead)


@inlined
def row_ahead(row):  # type: ignore[no-untyped-def]
    """Ask for a row of bytes."""
    for place in range(0, len(row), LINE):
        ahead(row, place)
    ahead(row, len(row) - 1)  # a row need not begin where a line does
