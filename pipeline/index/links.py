"""Which documents speak of which: a comment of its verses, a fatwa of what it cites.

Both directions are kept, each as the targets of all documents one after another (ascending) with the places
where each document's begin. A link to a document that is not in the collection is left out, and counted.
"""

from __future__ import annotations

from pathlib import Path
from typing import Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pipeline.index.arrays import REBUILD, open_arrays, write_arrays
from pipeline.index.stretches import places_between
from schemas.errors import IndexFormatError

KIND = "isnad-links"
VERSION = 1
ARRAYS = {
    "of_starts": ("<i8", 1),  # what a document speaks of
    "of_targets": ("<i4", 1),
    "by_starts": ("<i8", 1),  # which documents speak of it
    "by_targets": ("<i4", 1),
}


class Links:
    """Open links between ordinals."""

    def __init__(self, arrays: dict[str, NDArray]) -> None:
        self._arrays = arrays

    @classmethod
    def open(cls, path: Path, count: int) -> Self:
        """Map the links of so many documents; raises `IndexFormatError`."""
        arrays, _ = open_arrays(path, KIND, range(1, VERSION + 1), ARRAYS)
        for way in ("of", "by"):
            starts, targets = arrays[f"{way}_starts"], arrays[f"{way}_targets"]
            fits = len(starts) == count + 1 and starts[0] == 0 and starts[-1] == len(targets)
            fits = fits and bool((starts[1:] >= starts[:-1]).all())
            if not fits or not 0 <= int(targets.min(initial=0)) <= int(targets.max(initial=0)) < max(
                1, count
            ):
                raise IndexFormatError(
                    "the links do not fit the documents",
                    where=str(path),
                    expected=f"{count + 1} places",
                    found=f"{len(starts)}",
                    remedy=REBUILD,
                )
        return cls(arrays)

    def of(self, ordinal: int) -> NDArray[np.int32]:
        """Ordinals of the documents that this one speaks of."""
        return self._targets("of", ordinal)

    def of_all(self, ordinals: NDArray[np.integer]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What several documents speak of, document by document: places in `ordinals`, and targets."""
        starts, ends = self._arrays["of_starts"][ordinals], self._arrays["of_starts"][ordinals + 1]
        places, links = places_between(starts, ends)
        return places, self._arrays["of_targets"][links].astype(np.int64)

    def by(self, ordinal: int) -> NDArray[np.int32]:
        """Ordinals of the documents that speak of this one."""
        return self._targets("by", ordinal)

    def speaking(self) -> NDArray[np.bool_]:
        """For each document, whether it speaks of another."""
        return np.diff(self._arrays["of_starts"]) > 0

    def __len__(self) -> int:
        return len(self._arrays["of_targets"])

    def _targets(self, way: str, ordinal: int) -> NDArray[np.int32]:
        starts = self._arrays[f"{way}_starts"]
        return self._arrays[f"{way}_targets"][starts[ordinal] : starts[ordinal + 1]]


def build_links(links: pa.ChunkedArray, ids: pa.ChunkedArray, out: Path) -> dict[str, int]:
    """Write the links of all documents.

    Args:
        links: of each document, the reference ids that it speaks of.
        ids: the reference id of each document, in their order.

    Returns:
        Counts: links, links_left_out.
    """
    lists = links.combine_chunks()
    sources = pc.list_parent_indices(lists).to_numpy().astype(np.int64)
    targets = _ordinals(pc.list_flatten(lists), ids.combine_chunks())
    kept = (targets >= 0) & (targets != sources)
    different = np.unique(sources[kept] * len(ids) + targets[kept])  # by source, then by target
    pairs = np.array(np.divmod(different, max(1, len(ids))), np.int32).reshape(2, -1)
    back = pairs[:, np.lexsort((pairs[0], pairs[1]))]
    arrays = {
        "of_starts": _starts(pairs[0], len(ids)),
        "of_targets": pairs[1],
        "by_starts": _starts(back[1], len(ids)),
        "by_targets": back[0],
    }
    counts = {"links": pairs.shape[1], "links_left_out": int(np.count_nonzero(targets < 0))}
    write_arrays(out, KIND, VERSION, arrays, counts)
    return counts


def _ordinals(names: pa.StringArray, ids: pa.StringArray) -> NDArray[np.int64]:
    """The place among the ids of each name, -1 for one that is not there."""
    coded = names.dictionary_encode()
    places = pc.index_in(ids, value_set=coded.dictionary)  # names are few, ids are many
    rows = np.flatnonzero(places.is_valid().to_numpy(zero_copy_only=False))
    ordinals = np.full(len(coded.dictionary), -1, np.int64)
    ordinals[places.drop_null().to_numpy()] = rows
    return ordinals[coded.indices.to_numpy()]


def _starts(sources: NDArray[np.int32], count: int) -> NDArray[np.int64]:
    starts = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(sources, minlength=count), out=starts[1:])
    return starts
