"""The ledger: a published reference id is never given to another text.

`next_ledger` sets the documents of a build against the ledger of the newest published snapshot:

* an id that was never seen is entered, live, with this release as its first;
* a known id stays, with the digest of its text today; where that differs from the published one, the id
  is reported as changed, and so is one that returns from retirement with another text; but not one under which nothing
  was ever published as approved: drafts and samples are there to be worked on;
* an id that is gone becomes `merged` when the build says which id took its place, else `retired`; either
  way it stays in the ledger for ever, with its last digest;
* an id under which a text was published as approved stays approved for ever, whatever its card says later.

Pure: Arrow tables in, an Arrow table and a report out. Whether a report stands in the way of publishing
is decided in `rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from pipeline.snapshot.tables import sorted_by_id
from schemas.errors import LedgerError
from schemas.tables import LEDGER

EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class IdSet:
    """How many ids, and the first of them."""

    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LedgerChanges:
    """What a release does to the ids that were published before it."""

    added: IdSet
    changed: IdSet  # same id, other text, and approved at some time
    retired: IdSet  # live before, gone now
    merged: IdSet  # live before, now under another id
    returned: IdSet  # gone before, live again
    live_before: int

    def told(self) -> str:
        """How many ids of each sort, without those that there are none of: `2 added, 1 merged`."""
        sorts = ("added", "changed", "retired", "merged", "returned")
        return ", ".join(f"{count:,} {name}" for name in sorts if (count := getattr(self, name).count))


def next_ledger(
    parent: pa.Table | None,
    documents: pa.Table,
    release: int,
    merged: Mapping[str, str] | None = None,
) -> tuple[pa.Table, LedgerChanges]:
    """The ledger of a release, in order of id, and what it changes.

    Args:
        parent: ledger of the newest published snapshot of the line, or None for the first.
        documents: a table with `id`, `digest` and `status`.
        release: number of the release.
        merged: for ids that are gone, the id that took their place.
    """
    rows = sorted_by_id(documents.select(["id", "digest", "status"]))
    before = sorted_by_id(parent if parent is not None else LEDGER.empty_table())
    moves = dict(sorted((merged or {}).items()))
    _check_moves(moves, before, rows)
    known, gone = _matched(rows, before)
    ledger = _present(rows, known, release)
    if len(gone):  # else they are in order already
        ledger = sorted_by_id(pa.concat_tables([ledger, _absent(gone, moves)]))
    return ledger, _report(rows, known, before, gone, moves)


def with_approvals(ledger: pa.Table, documents: pa.Table) -> pa.Table:
    """A ledger of format 1, which does not tell approvals, as one that does.

    An id counts as approved unless the release's own documents (`id` and `status`) have it as a draft or a sample: of
    one that is gone nobody knows.
    """
    drafts = documents.filter(pc.not_equal(documents["status"], "approved"))["id"]
    approved = pc.invert(pc.is_in(ledger["id"], value_set=_flat(drafts)))
    return _entries([*ledger.columns, approved])


def _matched(rows: pa.Table, before: pa.Table) -> tuple[pa.Table, pa.Table]:
    """Of each document what was published under its id (null where that is new), and the entries without a document."""
    lives = pc.equal(before["status"], "live")
    live = before.filter(lives)
    if rows["id"].equals(live["id"]):  # texts alone changed: of a million ids none is looked for
        return live, before.filter(pc.invert(lives))
    place = pc.index_in(rows["id"], value_set=_flat(before["id"]))
    gone = before.filter(pc.invert(pc.is_in(before["id"], value_set=_flat(rows["id"]))))
    return before.take(place), gone


def _present(rows: pa.Table, known: pa.Table, release: int) -> pa.Table:
    """Entries of the documents that a build holds."""
    first_seen = pc.fill_null(known["first_seen"], pa.scalar(release, pa.int32()))
    live = pa.repeat(pa.scalar("live"), len(rows))
    nothing = pa.nulls(len(rows), pa.string())
    approved = pc.or_(_was_approved(known), pc.equal(rows["status"], "approved"))
    return _entries([rows["id"], rows["digest"], first_seen, live, nothing, approved])


def _was_approved(known: pa.Table) -> pa.ChunkedArray:
    """Of each document whether anything was published as approved under its id."""
    return pc.fill_null(known["approved"], False)


def _absent(gone: pa.Table, moves: Mapping[str, str]) -> pa.Table:
    """Entries of the published ids that a build no longer holds."""
    target = _targets(gone, moves)
    moved_before = pc.equal(gone["status"], "merged")
    target = pc.if_else(pc.and_(pc.is_null(target), moved_before), gone["merged_into"], target)
    status = pc.if_else(pc.is_valid(target), "merged", "retired")
    return _entries([gone["id"], gone["digest"], gone["first_seen"], status, target, gone["approved"]])


def _targets(gone: pa.Table, moves: Mapping[str, str]) -> pa.Array:
    keys, values = pa.array(list(moves), pa.string()), pa.array(list(moves.values()), pa.string())
    return values.take(_flat(pc.index_in(gone["id"], value_set=keys)))


def _report(
    rows: pa.Table,
    known: pa.Table,
    before: pa.Table,
    gone: pa.Table,
    moves: Mapping[str, str],
) -> LedgerChanges:
    differs = pc.fill_null(pc.not_equal(rows["digest"], known["digest"]), False)
    returned = pc.fill_null(pc.not_equal(known["status"], "live"), False)
    vanished = gone.filter(pc.equal(gone["status"], "live"))["id"]
    moved = pc.is_in(vanished, value_set=pa.array(list(moves), pa.string()))
    return LedgerChanges(
        added=_ids(rows["id"].filter(pc.is_null(known["id"]))),
        changed=_ids(rows["id"].filter(pc.and_(differs, _was_approved(known)))),
        retired=_ids(vanished.filter(pc.invert(moved))),
        merged=_ids(vanished.filter(moved)),
        returned=_ids(rows["id"].filter(returned)),
        live_before=pc.sum(pc.equal(before["status"], "live")).as_py() or 0,
    )


def _check_moves(moves: Mapping[str, str], before: pa.Table, rows: pa.Table) -> None:
    """A merge goes from a published id that is gone to an id that is live."""
    if not moves:
        return
    published, live = set(before["id"].to_pylist()), set(rows["id"].to_pylist())
    for old, new in moves.items():
        fault = (
            f"“{old}” was never published"
            if old not in published
            else f"“{old}” is still there"
            if old in live
            else f"“{new}” is not in this build"
            if new not in live
            else ""
        )
        if fault:
            raise LedgerError(
                "a merge of two reference ids cannot be entered",
                expected="from a published id that is gone to one that this build holds",
                found=fault,
                where=f"{old} -> {new}",
                remedy="correct the pair",
            )


def _entries(columns: list[pa.ChunkedArray | pa.Array]) -> pa.Table:
    return pa.table([pa.array(_flat(column)) for column in columns], names=LEDGER.names).cast(LEDGER)


def _flat(column: pa.ChunkedArray | pa.Array) -> pa.Array:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _ids(column: pa.ChunkedArray) -> IdSet:
    return IdSet(len(column), tuple(column.slice(0, EXAMPLES).to_pylist()))
