"""Snapshots: write, verify, publish, pull, compare. Bytes and files only.

    write     a folder of built files -> its manifest
    publish   a folder -> the snapshot that a channel serves, unless it falls behind the one before
    store     published snapshots on a disk; one pointer for each channel (`layout`: under which names)
    pull      a snapshot of another store -> this one (`push` is the other way)
    verify    whether a directory is the snapshot that its manifest says
    diff      what changed between two snapshots
    gc        remove what nothing names

This room knows the documents table and the ledger, not what an index file means; what a build put into
its folder is listed, hashed and carried as it is.
"""

from pipeline.snapshot.publish import Published, publish, use
from pipeline.snapshot.rules import PRODUCTION, Word
from pipeline.snapshot.store import Store
from pipeline.snapshot.verify import verify_directory
from pipeline.snapshot.write import Measured, SnapshotMeta

__all__ = [
    "PRODUCTION",
    "Measured",
    "Published",
    "SnapshotMeta",
    "Store",
    "Word",
    "publish",
    "use",
    "verify_directory",
]
