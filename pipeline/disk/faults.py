"""What the system refuses of a disk, told as an error of ours that says what was being done and what to do now."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from schemas.errors import IsnadError
from schemas.sentence import said

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


@contextmanager
def disk_errors(error: type[IsnadError], doing: str, where: object = "") -> Iterator[None]:
    """Turn an `OSError` into an error of ours.

    Args:
        error: its kind, by whose work it was.
        doing: what was being done, as in “writing the manifest”.
        where: the place that is told where the system names none.
    """
    try:
        yield
    except OSError as refused:
        full = refused.errno in FULL
        raise error(
            said("the disk is full: {doing} was not possible", doing=doing)
            if full
            else said("{doing} was not possible", doing=doing),
            found=refused.strerror or str(refused),
            where=str(refused.filename or where),
            remedy="free some space, and give the same command again; what was there before is unharmed, and nothing "
            "half-written was kept"
            if full
            else "look at free space and permissions; what was there before is unharmed, so the same command can be "
            "given again",
        ) from refused
