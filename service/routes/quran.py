"""GET /v1/quran/{surah}/{ayah}: a verse, or a range of verses, byte for byte as pinned."""

from __future__ import annotations

import re

from fastapi import APIRouter, Depends, Path, Request
from starlette.responses import Response

from pipeline.sources.scripture import verse_counts
from schemas.api import MAX_VERSES, Verse, VerseLookup
from service.core import not_held, served_of
from service.examples import VERSES
from service.faults import invalid
from service.problems import Problem, ProblemKind
from service.replies import DAY_S, kept
from service.served import Served
from service.strict import none, number

router = APIRouter()
NUMBER = "(?:0|[1-9][0-9]*)"
_NUMBER = re.compile(NUMBER, re.ASCII)
_RANGE = re.compile(f"({NUMBER})(?:-({NUMBER}))?", re.ASCII)


@router.get(
    "/v1/quran/{surah}/{ayah}",
    operation_id="verses",
    summary="Read verses",
    response_model=VerseLookup,
    responses={200: {"content": {"application/json": {"example": VERSES}}}},
    dependencies=[Depends(none)],
)
async def verses(
    request: Request,
    surah: str = Path(
        description="Chapter number.", json_schema_extra={"type": "integer", "minimum": 0}, examples=[1]
    ),
    ayah: str = Path(
        description=f"A verse number, or `<first>-<last>` covering at most {MAX_VERSES} verses.",
        json_schema_extra={"pattern": f"^{NUMBER}(-{NUMBER})?$"},
        examples=["2", "1-7"],
    ),
) -> Response:
    """The Arabic text in the Uthmani script; deterministic."""
    served = served_of(request)
    chapter, first, last = wanted(surah, ayah)
    return kept(request, look_up(served, chapter, first, last), DAY_S)


def wanted(surah: str, ayah: str) -> tuple[int, int, int]:
    """Chapter, first and last verse; raises a 422 problem for what is not of the form."""
    faults = []
    span = _RANGE.fullmatch(ayah)
    start, end = (number(span[1]), number(span[2] or span[1])) if span else (0, 0)
    if not _NUMBER.fullmatch(surah):
        faults.append(("surah", "a chapter number in ASCII digits, without leading zeros"))
    if span is None:
        faults.append(
            ("ayah", "a verse number, or a range <first>-<last>, in ASCII digits without leading zeros")
        )
    elif end < start:
        faults.append(("ayah", "a range whose last verse is not before its first"))
    elif end - start >= MAX_VERSES:
        faults.append(("ayah", f"a range of at most {MAX_VERSES} verses"))
    if faults:
        raise invalid({"type": "form", "loc": ("path", name), "msg": f"is {words}"} for name, words in faults)
    return number(surah), start, end


def look_up(served: Served, surah: int, first: int, last: int) -> VerseLookup:
    """The verses; raises a 404 problem that says what there is, and a 503 one for a verse that is not held."""
    counts = verse_counts()
    if not 1 <= surah <= len(counts):
        raise Problem(
            ProblemKind.NO_SUCH_VERSE,
            f"There are {len(counts)} surahs, numbered from 1.",
            {"surahs": len(counts)},
        )
    length = counts[surah - 1]
    if first < 1 or last > length:
        raise Problem(
            ProblemKind.NO_SUCH_VERSE,
            f"Surah {surah} has {length} verses, numbered from 1.",
            {"surah": surah, "ayahs": length},
        )
    numbers = range(first, last + 1)
    for ayah in numbers:
        if (surah, ayah) not in served.verses:
            raise not_held(f"verse {surah}:{ayah}")
    return VerseLookup(
        surah=surah,
        verses=[
            Verse(key=f"{surah}:{ayah}", surah=surah, ayah=ayah, arabic=served.verses[surah, ayah])
            for ayah in numbers
        ],
    )
