"""Candidates by signs: one bit a component, and of a question only its strongest components.

A third of a vector's components hold most of it (of a question's length, squared, more than eight tenths), but other
components in each question. So signs are kept component by component, and a search reads those of the question's
strongest third alone. A vector agrees with the question in a component where the signs are the same; agreements in the
strongest of these count twice. All of it are whole numbers and bits, the same on every machine.

    signs [windows, components, WORDS] uint64: bit j of word i of a window is set where the component of its vector
    64 * i + j is not negative; vectors behind the last have no bit set

`agreement` has the loops. Not done here: exact scores, which decide among candidates.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.index.dense.agreement import GROUP, add_agreements, chosen, pack
from pipeline.index.dense.layout import DenseConfig

WORDS = 512  # of a component in a window: 4,096 bytes, which memory brings in a row
WINDOW = 64 * WORDS  # vectors
_READ = 3  # one of so many components is read
_DOUBLED = 4  # one of so many groups of these counts twice
_EVERY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)

Signs = NDArray[np.uint64]
Bits = NDArray[np.uint64]


def windows_of(count: int) -> int:
    """How many windows hold so many vectors."""
    return -(-count // WINDOW)


def new_signs(vectors: NDArray[np.int8], config: DenseConfig) -> Signs:
    """The signs of vectors [n, d]; of no window where a collection is scored whole."""
    count, dimensions = vectors.shape
    picked = count >= config.signs_from and dimensions >= GROUP
    signs = np.zeros((windows_of(count) if picked else 0, dimensions, WORDS), np.uint64)
    if picked:
        pack(np.ascontiguousarray(vectors), signs)
    return signs


def bits_of(mask: NDArray[np.uint8]) -> Bits:
    """A mask over vectors as one bit a vector, in whole windows."""
    bits = np.zeros(windows_of(len(mask)) * WORDS, np.uint64)
    packed = np.packbits(mask, bitorder="little")
    bits.view(np.uint8)[: len(packed)] = packed
    return bits


@dataclass(frozen=True, slots=True)
class Agreements:
    """How far each vector agrees with a question: bit p of all numbers stands in `planes[p]`, a bit a vector."""

    planes: NDArray[np.uint64]

    def best(self, wanted: int, allowed: Bits) -> NDArray[np.int64]:
        """The `wanted` vectors that agree most, of those allowed, and all that tie with the last; ascending."""
        return chosen(self.planes, allowed, wanted)  # type: ignore[no-any-return]


def agreements(signs: Signs, vector: NDArray[np.int8]) -> Agreements:
    """The agreements of all vectors with a question."""
    strength = np.abs(vector.astype(np.int16))
    groups = -(-len(vector) // (_READ * GROUP))
    doubled = groups // _DOUBLED
    strongest = np.argsort(-strength, kind="stable")[: groups * GROUP]
    strongest[: doubled * GROUP].sort()  # read in the order in which they are kept
    strongest[doubled * GROUP :].sort()
    components = strongest.reshape(groups, GROUP)
    turned = np.where(vector[components] >= 0, np.uint64(0), _EVERY)
    most = GROUP * (groups + doubled)
    planes = np.empty((max(most.bit_length(), 5), signs.shape[0], WORDS), np.uint64)
    add_agreements(signs, components, turned, doubled, planes)
    return Agreements(planes.reshape(len(planes), -1))
