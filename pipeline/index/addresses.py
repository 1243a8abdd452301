"""Arrays that kernels find by their places in memory: one small table of these is handed over, not an object for each.

A call from Python to compiled code looks at every array it is given, some .3 us each, and several times that where
the caches hold something else; a search reads some twenty arrays. Whoever makes a table keeps its arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array
from numba.np.numpy_support import from_dtype
from numpy.typing import NDArray

_STEPS = 3  # numbers of the table for each array


def places_of(arrays: Iterable[NDArray]) -> NDArray[np.int64]:
    """For each array its address, the length of its first dimension, and that of its second, or 1."""
    return np.array([(one.ctypes.data, *one.shape, 1)[:_STEPS] for one in arrays], np.int64)


def reader_of(kind: type[tuple[Any, ...]], arrays: Mapping[str, tuple[str, int]]) -> Any:
    """What gives kernels the arrays of a named tuple by the table of their places, which the caller answers for.

    Args:
        arrays: dtype and number of dimensions of each field.
    """
    described = [arrays[name] for name in kind._fields]  # type: ignore[attr-defined]
    # read-only, as arrays of a mapped file are
    held = [types.Array(from_dtype(np.dtype(dtype)), dims, "C", readonly=True) for dtype, dims in described]
    together = types.NamedTuple(held, kind)  # type: ignore[no-untyped-call]

    def read(typing, places):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            table = context.make_array(signature.args[0])(context, builder, arguments[0])
            values = []
            for field, one in enumerate(held):
                row = [field * _STEPS + step for step in range(1 + one.ndim)]
                cells = [cgutils.gep(builder, table.data, place) for place in row]  # type: ignore[no-untyped-call]
                address, *shape = map(builder.load, cells)
                array = context.make_array(one)(context, builder)
                size = context.get_constant(
                    types.intp, context.get_abi_sizeof(context.get_data_type(one.dtype))
                )
                strides = [builder.mul(size, shape[1]), size] if one.ndim > 1 else [size]
                data = builder.inttoptr(address, array.data.type)
                populate_array(array, data, shape, strides, size, None)  # type: ignore[no-untyped-call]
                values.append(array._getvalue())
            return context.make_tuple(builder, together, values)

        return together(places), generate

    return intrinsic(read)
