"""Arrays that kernels find by their places in memory: one small table of these is handed over, not an object for each.

A call from Python to compiled code looks at every array it is given, some .3 us each, and several times that where
the caches hold something else; a search reads some twenty arrays. Whoever makes a table keeps its arrays.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numba.core import types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array
from numpy.typing import NDArray

from pipeline.index.compiled import kernel


def places_of(arrays: Iterable[NDArray]) -> NDArray[np.int64]:
    """For each array its address, the length of its first dimension, and that of its second, or 1."""
    return np.array([(one.ctypes.data, *one.shape, 1)[:3] for one in arrays], np.int64)


def _at(typing, kind, address, length):  # type: ignore[no-untyped-def]
    result = types.Array(kind.dtype, 1, "C", readonly=True)  # as arrays of a mapped file are

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        array = context.make_array(result)(context, builder)
        size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(result.dtype)))
        data = builder.inttoptr(arguments[1], array.data.type)
        populate_array(array, data, [arguments[2]], [size], size, None)  # type: ignore[no-untyped-call]
        return array._getvalue()

    return result(kind, types.intp, types.intp), generate


_array_at: Any = intrinsic(_at)


@kernel
def flat(kind, places, which):  # type: ignore[no-untyped-def]
    """An array of one dimension, and of this type, which the caller answers for."""
    return _array_at(kind, places[which, 0], places[which, 1])


@kernel
def rows(kind, places, which):  # type: ignore[no-untyped-def]
    """An array of two dimensions."""
    return _array_at(kind, places[which, 0], places[which, 1] * places[which, 2]).reshape(
        places[which, 1], places[which, 2]
    )
