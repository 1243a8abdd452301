"""Which rows of a source are one comment on several verses.

Rules: rows belong together when their reference ids follow each other by the last number, and their fields
named in `group.same` are equal, wherever the rows stand in the file: upstream files are often sorted by
the spelling of numbers (1, 10, 100, 2). A row that gives no document belongs to no group. Needs a reading
of the file of its own, and holds a few words for each row.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise

from pipeline.sources.convert import Converted, convert
from pipeline.sources.plan import Plan
from pipeline.sources.readers import Row
from pipeline.sources.scripture import PinnedQuran
from pipeline.sources.tables import order_key

MERGED = 0


def find_groups(plan: Plan, rows: Iterable[Row], quran: PinnedQuran | None = None) -> Mapping[int, int]:
    """Row numbers to the last number of their range for a row that opens a group, and to `MERGED` for the
    others of it. Rows that stand alone are absent."""
    if plan.card.group is None:
        return {}
    members: dict[tuple[str, int], tuple[bytes, int]] = {}
    for row in rows:
        if row.problem is None and plan.selects(row):
            converted = convert(plan, row, quran)
            place = _place(converted)
            if place is not None:  # the first row with an id keeps it
                members.setdefault(place, (_digest(converted, plan.card.group.same), row.number))
    groups: dict[int, int] = {}
    leader = 0
    for (one, (text, row_number)), (two, (next_text, next_row)) in pairwise(sorted(members.items())):
        if one[0] == two[0] and two[1] == one[1] + 1 and text == next_text:
            leader = leader or row_number
            groups[leader] = two[1]
            groups[next_row] = MERGED
        else:
            leader = 0
    return groups


def as_range(plan: Plan, first: Converted, last: int, quran: PinnedQuran | None = None) -> Converted:
    """The document of a group: that of its first row, with a range in place of its last number."""
    assert first.reference is not None
    span = f"{first.reference.locators[-1].first}-{last}"
    fields = {**first.row.fields, plan.range_path: span}
    return convert(plan, replace(first.row, fields=fields, notes=()), quran)


def _place(converted: Converted) -> tuple[str, int] | None:
    """What stands before the last number, and that number; None for rows that cannot be grouped."""
    reference = converted.reference
    if converted.document is None or reference is None:
        return None
    last = reference.locators[-1]
    if last.word or last.letter or last.last is not None:
        return None
    return order_key(replace(reference, locators=reference.locators[:-1])), last.first


def _digest(converted: Converted, names: tuple[str, ...]) -> bytes:
    texts = (getattr(converted.document, name) or "" for name in names)
    return hashlib.blake2b("\0".join(texts).encode(), digest_size=16).digest()
