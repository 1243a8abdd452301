"""A story that the Qur'an tells is shown as a run of verses, not as the one verse that names it.

Where a story is asked for and a verse answers best, the run around it takes its place: all of a short surah; else the
verses of that surah from the beginning of the story to its end. It reaches, back as far as forward, through verses that
were found close together, that go on telling ("he said", "so when they came"), or that a commentary explains together;
a few follow at least, and a verse that begins to tell anew ("and mention when", "have you not seen") ends it. The
verses are those of the corpus, in their order; what else answers follows them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import read_in
from pipeline.answer.words.units import Asked
from schemas.document import Document
from schemas.reference import Kind

if TYPE_CHECKING:
    from pipeline.index.search import Index

SHORT = 11  # verses of a surah that is shown whole
FEWEST, MOST = 5, 20  # verses of a run in a longer one; fewer where something else begins
APART = 4  # verses from one of a run to the next that belongs to it
BETWEEN = 2  # verses that begin with "and", between one that tells and the next that does
GROUP = 12  # verses that a commentary explains together; more of them are no one story
_VERSE = re.compile(r"quran:(\d+):(\d+)$")
_GROUP = re.compile(r"tafsir:[^:]+:(\d+):(\d+)-(\d+)$")
# In folded text, of either spelling: how a verse goes on telling, and how one begins to tell of something else.
_SAID = r"(?:قال|قالت|قالوا|قالا|قلنا|قيل)\s"
_GOES_ON = re.compile(
    rf"(?:ف(?!ي\s)\S{{2,}}(?:\s|$)|(?:ثم|حتي|اذ|[وف]?لما)\s|[وف]?{_SAID}|يا? ?(?:بني|قوم|ابت)\s)"
)
_CALLS = r"يا? ?ا?يها "
_TELLS_OF = (
    r"(?:و?لقد|ا?لم تر\S*|ام حسبت|واذكر|واتل|واضرب|وي?سا?ل\S*|و?هل ات\S+|والي|و?ء?اتينا|او كالذي|و?ان \S+ (?:كان|لمن)"
    r"|و(?:ذا )?\S+ اذ (?:قال|نادي|ذهب)|ثم (?:انشانا|ارسلنا|بعثنا)"
    r"|[وف]اما (?!من\s|الذين\s)\S+ ف(?!كان)\S+)\s"
)
_BEGINS_ANEW = re.compile(  # or turns to who hears it, or to the Hour
    rf"{_TELLS_OF}|{_CALLS}|(?:واذ|تلك|قل|افلم|اولم|فاستفتهم|فاصبر|فذكر|فسبح|فاذا نفخ)\s"
)
_BEGINS = re.compile(rf"{_TELLS_OF}|{_CALLS}(?:الذين|الناس|النبي)\s")  # of somebody, or to all who hear it
_SPEAKS = re.compile(rf"(?:^|\s)[وف]?{_SAID}")


def in_full(
    index: Index, chosen: Sequence[Candidate], found: Sequence[Candidate], question: Asked
) -> tuple[list[Candidate], int]:
    """The texts to show with the run of a story before them, and how many verses it has; 0 where none is told.

    Args:
        chosen: the texts that an answer shows, best first.
        found: all that were read.
    """
    place = verse_at(chosen[0].document.id)
    if place is None:
        return list(chosen), 0
    surah, verse = place
    verses = _Surah(index, surah)
    shown = [one for one in _verses(chosen, surah) if 0 <= verse - one < MOST]
    telling = _verses([one for one in found if one.reading.window], surah)
    first, last = verses.bounds((min(shown), verse), _verses(found, surah), telling)
    run = verses.run(chosen[0], first, last, question)
    told = {one.document.id for one in run}
    rest = [one for one in chosen if one.document.id not in told and one.document.kind != Kind.QURAN]
    return [*run, *rest], len(run)


def _verses(texts: Sequence[Candidate], surah: int) -> list[int]:
    """The verses of a surah among some texts."""
    places = [place for one in texts if (place := verse_at(one.document.id))]
    return sorted(verse for of, verse in places if of == surah)


def verse_at(reference: str) -> tuple[int, int] | None:
    """The surah and the verse that a reference id names; None where it names no single verse."""
    place = _VERSE.match(reference)
    return (int(place[1]), int(place[2])) if place else None


class _Surah:
    """The verses of one surah of an index, in their order."""

    def __init__(self, index: Index, number: int) -> None:
        self._index, self._number = index, number

    def _held(self, first: int, last: int) -> list[tuple[int, Document]]:
        """The verses from one to another, as far as the surah goes, each with its ordinal."""
        return self._index.held(f"quran:{self._number}:{verse}" for verse in range(first, last + 1))

    def bounds(
        self, best: tuple[int, int], found: Sequence[int], telling: Collection[int]
    ) -> tuple[int, int]:
        """The first and the last verse of a run.

        Args:
            best: the first that would be shown, and the one that answers.
            telling: those of the verses found that hold something of what is asked. A run begins with no other, which a
                comment on the one that answers may have brought along.
        """
        if not self._held(SHORT + 1, SHORT + 1):
            return 1, SHORT
        first, last = best
        reached = first
        for one in reversed(found):
            if reached - APART <= one < reached:
                reached = next((begun for begun in range(reached, one, -1) if self._begins(begun)), one)
                first = reached if one in telling else first
        while first > max(1, best[1] - MOST + 1) and self._leans(first):
            first -= 1
        first = max(first, best[1] - MOST + 1)
        for one in found:
            last = one if one <= last + APART and self._is_one(last, one) else last
        for one in self._explained(best[1]):
            last = one if self._is_one(last, one) else last
        while last < first + MOST - 1 and (further := self._further(first, last)):
            last = further
        return first, min(last, first + MOST - 1)

    def _leans(self, verse: int) -> bool:
        """Whether a verse goes on from the one before it: by its first word, or since it is still what somebody says
        there ("I will surely punish him")."""
        text, before = self._folded(verse), self._folded(verse - 1)
        if _BEGINS_ANEW.match(text):
            return False
        return _GOES_ON.match(text) is not None or (
            not text.startswith("و") and _SPEAKS.search(before) is not None
        )

    def _further(self, first: int, last: int) -> int:
        """The next verse behind a run that goes on telling, with one clause or two between them; of a short run the
        very next. 0 without one, or where something else begins before it."""
        clauses = 0
        for one in range(last + 1, last + APART + 2):
            text = self._folded(one)
            if not text or _BEGINS_ANEW.match(text):
                return 0
            if one < first + FEWEST or self._leans(one) or _SPEAKS.search(text):
                return one
            clauses += text.startswith("و")
            if clauses > BETWEEN:
                return 0
        return 0

    def _is_one(self, last: int, further: int) -> bool:
        """Whether nothing begins to be told behind a verse, up to a further one."""
        return last < further and not any(self._begins(one) for one in range(last + 1, further + 1))

    def _begins(self, verse: int) -> bool:
        """Whether a verse begins to tell of somebody, or calls on all who hear it."""
        return _BEGINS.match(self._folded(verse)) is not None

    def _folded(self, verse: int) -> str:
        """The Arabic text of a verse, folded; empty where the surah has none of that number."""
        return "".join(fold(one.text_ar or "").strip() for _, one in self._held(verse, verse))

    def _explained(self, verse: int) -> list[int]:
        """The last verses of those that commentaries explain together with a verse, the nearest first."""
        linking = (one for ordinal, _ in self._held(verse, verse) for one in self._index.linking(ordinal))
        names = map(self._index.documents.reference, linking)
        groups = [match for one in names if (match := _GROUP.match(one)) and int(match[1]) == self._number]
        return sorted(int(one[3]) for one in groups if int(one[3]) - int(one[2]) < GROUP)

    def run(self, best: Candidate, first: int, last: int, question: Asked) -> list[Candidate]:
        """The verses from one to another in the place of the one that answers best."""
        run = []
        for ordinal, document in self._held(first, last):
            reading = read_in(document, best.reading.language, question)
            if reading is not None:
                run.append(replace(best, document=document, reading=reading, ordinal=ordinal, same=()))
        return run
