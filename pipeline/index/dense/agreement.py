"""The loops over signs: bits are added 64 vectors at a time, as a circuit of full adders would.

A number for each vector is kept as planes: plane p holds bit p of all of them. Fifteen components are added to a number
of four bits a vector, without a loop over vectors in sight, and these to the planes.
"""

from __future__ import annotations

import numpy as np

from pipeline.index.ahead import ahead
from pipeline.index.bits import lowest, ones
from pipeline.index.compiled import inlined, kernel

GROUP = 15  # components that are added up before they meet the planes
_BEGUN = 4  # lines of a component that are asked for ahead; what follows them memory brings by itself
_LINE = 8  # words


@kernel
def pack(vectors, signs):  # type: ignore[no-untyped-def]
    """Put the signs of vectors in their places; those behind the last vector stay as they are."""
    words, dimensions = signs.shape[2], vectors.shape[1]
    word = np.empty(dimensions, np.uint64)
    for start in range(0, len(vectors), 64):
        word[:] = np.uint64(0)
        for bit in range(min(64, len(vectors) - start)):
            row = vectors[start + bit]
            for component in range(dimensions):
                word[component] |= np.uint64(row[component] >= 0) << np.uint64(bit)
        window, place = start // (64 * words), start // 64 % words
        for component in range(dimensions):
            signs[window, component, place] = word[component]


@inlined
def _full(a, b, c):  # type: ignore[no-untyped-def]
    """A full adder: the bit that stays, and the one that is carried."""
    return a ^ b ^ c, (a & b) | (c & (a | b))


@kernel
def _add_group(signs, of, flip, ones_, twos, fours, eights, carried):  # type: ignore[no-untyped-def]
    """Add the agreements in fifteen components to four planes; what they cannot hold goes to `carried`."""
    s0, s1, s2, s3, s4 = signs[of[0]], signs[of[1]], signs[of[2]], signs[of[3]], signs[of[4]]
    s5, s6, s7, s8, s9 = signs[of[5]], signs[of[6]], signs[of[7]], signs[of[8]], signs[of[9]]
    s10, s11, s12, s13, s14 = signs[of[10]], signs[of[11]], signs[of[12]], signs[of[13]], signs[of[14]]
    f0, f1, f2, f3, f4 = flip[0], flip[1], flip[2], flip[3], flip[4]
    f5, f6, f7, f8, f9 = flip[5], flip[6], flip[7], flip[8], flip[9]
    f10, f11, f12, f13, f14 = flip[10], flip[11], flip[12], flip[13], flip[14]
    for i in range(len(carried)):
        a, p = _full(s0[i] ^ f0, s1[i] ^ f1, s2[i] ^ f2)
        b, q = _full(s3[i] ^ f3, s4[i] ^ f4, s5[i] ^ f5)
        c, r = _full(s6[i] ^ f6, s7[i] ^ f7, s8[i] ^ f8)
        d, s = _full(s9[i] ^ f9, s10[i] ^ f10, s11[i] ^ f11)
        e, t = _full(s12[i] ^ f12, s13[i] ^ f13, s14[i] ^ f14)
        a, u = _full(a, b, c)
        one, v = _full(a, d, e)
        p, b = _full(p, q, r)
        s, c = _full(s, t, u)
        two, d = _full(p, s, v)
        four, eight = _full(b, c, d)
        held = ones_[i]
        ones_[i] = held ^ one
        twos[i], carry = _full(twos[i], two, held & one)
        fours[i], carry = _full(fours[i], four, carry)
        eights[i], carry = _full(eights[i], eight, carry)
        carried[i] = carry


@kernel
def _carry(plane, carried):  # type: ignore[no-untyped-def]
    """Add what is carried to the next plane, and keep what goes on from there."""
    for i in range(len(carried)):
        held, more = plane[i], carried[i]
        plane[i] = held ^ more
        carried[i] = held & more


@inlined
def _ahead(signs, components):  # type: ignore[no-untyped-def]
    """Ask for the beginnings of the components that are read next."""
    for place in range(_BEGUN):
        for component in components:
            ahead(signs[component], place * _LINE)


@kernel
def add_agreements(signs, components, turned, doubled, planes):  # type: ignore[no-untyped-def]
    """Set the planes to the agreements of all vectors in some components.

    Args:
        signs: [windows, all components, words].
        components: [groups, GROUP].
        turned: of each of them, all bits where the question is negative, else none.
        doubled: how many groups, the first ones, count twice.
        planes: [enough for the largest number, windows, words].
    """
    carried = np.empty(signs.shape[2], np.uint64)
    for window in range(len(signs)):
        planes[:, window] = np.uint64(0)
        most = 0
        for group in range(len(components)):
            if group + 1 < len(components):
                _ahead(signs[window], components[group + 1])
            elif window + 1 < len(signs):
                _ahead(signs[window + 1], components[0])
            low = 1 if group < doubled else 0
            _add_group(
                signs[window], components[group], turned[group], planes[low, window],
                planes[low + 1, window], planes[low + 2, window], planes[low + 3, window], carried,
            )  # fmt: skip
            most += GROUP << low
            plane = low + 4
            while most >> plane:
                _carry(planes[plane, window], carried)
                plane += 1


@kernel
def chosen(planes, allowed, wanted):  # type: ignore[no-untyped-def]
    """The places of the `wanted` largest numbers, and of all that equal the last of them, ascending.

    The last one's number is found bit by bit from the highest, by counting those that tie with it so far.

    Args:
        planes: [planes, words].
        allowed: a bit for each number that may be found.
    """
    larger = np.zeros(len(allowed), np.uint64)
    tied = allowed.copy()
    left = np.uint64(wanted)
    for place in range(len(planes) - 1, -1, -1):
        plane = planes[place]
        found = np.uint64(0)
        for i in range(len(tied)):
            found += ones(tied[i] & plane[i])
        if found >= left:
            for i in range(len(tied)):
                tied[i] &= plane[i]
        else:
            left -= found
            for i in range(len(tied)):
                bits = tied[i] & plane[i]
                larger[i] |= bits
                tied[i] ^= bits
    number = np.uint64(0)
    for i in range(len(tied)):
        tied[i] |= larger[i]
        number += ones(tied[i])
    places = np.empty(np.int64(number), np.int64)
    used = 0
    for i in range(len(tied)):
        bits = tied[i]
        while bits:
            places[used] = 64 * i + np.int64(lowest(bits))
            used += 1
            bits &= bits - np.uint64(1)
    return places
