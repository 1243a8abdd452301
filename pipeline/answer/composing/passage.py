"""A story that the Qur'an tells is shown as a run of verses, not as the one verse that names it.

Where a story is asked for and a verse answers best, the run around it takes its place: all of a short surah; else the
verses of that surah from the first that would be shown, as far as verses were found close together or a commentary
explains them together with it, and a few at least. The verses are those of the corpus, in their order; what else
answers follows them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.words.reading import read_in
from pipeline.answer.words.units import Asked
from schemas.reference import Kind

if TYPE_CHECKING:
    from pipeline.index.search import Index

SHORT = 11  # verses of a surah that is shown whole
FEWEST, MOST = 5, 20  # verses of a run in a longer one
APART = 3  # verses from one that was found to the next of the same run
GROUP = 12  # verses that a commentary explains together; more of them are no one story
_VERSE = re.compile(r"quran:(\d+):(\d+)$")
_GROUP = re.compile(r"tafsir:[^:]+:(\d+):(\d+)-(\d+)$")


def in_full(
    index: Index, chosen: Sequence[Candidate], found: Sequence[Candidate], question: Asked
) -> tuple[list[Candidate], int]:
    """The texts to show with the run of a story before them, and how many verses it has; 0 where none is told.

    Args:
        chosen: the texts that an answer shows, best first.
        found: all that were read.
    """
    place = _VERSE.match(chosen[0].document.id)
    if place is None:
        return list(chosen), 0
    surah, verse = int(place[1]), int(place[2])
    first = min(one for one in _verses(chosen, surah) if verse - one < MOST)
    bounds = _first_last(index, surah, (first, verse), _verses(found, surah))
    run = _run(index, chosen[0], surah, bounds, question)
    shown = {one.document.id for one in run}
    rest = [one for one in chosen if one.document.id not in shown and one.document.kind != Kind.QURAN]
    return [*run, *rest], len(run)


def _verses(texts: Sequence[Candidate], surah: int) -> list[int]:
    """The verses of a surah among some texts."""
    places = [match for one in texts if (match := _VERSE.match(one.document.id))]
    return sorted(int(one[2]) for one in places if int(one[1]) == surah)


def _first_last(index: Index, surah: int, best: tuple[int, int], found: Sequence[int]) -> tuple[int, int]:
    """The first and the last verse of a run. `best`: its first verse, and the one that answers best."""
    if index.find(f"quran:{surah}:{SHORT + 1}") is None:
        return 1, SHORT
    first, last = best
    for one in found:
        last = one if last < one <= last + APART else last
    last = max(last, first + FEWEST - 1, *_explained(index, surah, first))
    return first, min(last, first + MOST - 1)


def _explained(index: Index, surah: int, first: int) -> list[int]:
    """The last verses of those that commentaries explain together with a verse."""
    ordinal = index.find(f"quran:{surah}:{first}")
    linking = [] if ordinal is None else [index.documents.reference(one) for one in index.linking(ordinal)]
    groups = [match for one in linking if (match := _GROUP.match(one)) and int(match[1]) == surah]
    return [0, *(int(one[3]) for one in groups if int(one[3]) - int(one[2]) < GROUP)]


def _run(
    index: Index, best: Candidate, surah: int, bounds: tuple[int, int], question: Asked
) -> list[Candidate]:
    """The verses from one to another, as far as the surah goes."""
    run = []
    for verse in range(bounds[0], bounds[1] + 1):
        ordinal = index.find(f"quran:{surah}:{verse}")
        document = None if ordinal is None else index.document(ordinal)
        reading = read_in(document, best.reading.language, question) if document else None
        if ordinal is not None and document is not None and reading is not None:
            run.append(replace(best, document=document, reading=reading, ordinal=ordinal, same=()))
    return run
