"""The words that answer: which sentence of a text.

A summary shows the part of the best text that covers most of the question and holds the type of answer that
is asked for, never its opening by default (`worth`), with what it needs around it (`widening`). Every part is cut from
the shown text at its own boundaries (`pieces`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from pipeline.answer.composing import forms
from pipeline.answer.composing.beginning import with_what_it_hangs_on
from pipeline.answer.composing.pieces import (
    EDGE,
    SHORT,
    Part,
    body_of,
    further_clauses,
    pieces_of,
    told_until,
    trimmed,
)
from pipeline.answer.composing.retold import is_retold, retold
from pipeline.answer.composing.scripture import bible_passages, is_bible
from pipeline.answer.composing.widening import BARE, FULL, OPEN, SAID, widened
from pipeline.answer.composing.worth import Worth
from pipeline.answer.demands.asking import Asking
from pipeline.answer.words.narration import behind_chain
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.voweled import any_of, voweled
from pipeline.text import analyse
from schemas.document import Document
from schemas.reference import Kind

MOST = 4  # pieces of a quotation
_REPLY = re.compile(
    r"(?:(?:all )?praise be to all?aa?h\.\s*|(?:answer|الجواب|جواب)\s*[:：]\s*)"
    r"(?:(?:yes|no|نعم|لا|بلى)\s*[.,،:؛]\s*)?|(?:yes|no|نعم|لا|بلى)\s*[.,،:؛]\s*",
    re.I,
)

# Words that tie an English sentence to the one before it, of which it says enough without them.
_TIED = re.compile(
    r"\s*(?:hence|thus|therefore|accordingly|consequently|moreover|furthermore|in addition|so|but|and|however"
    r"|firstly|secondly|"
    r"thirdly|fourthly|based on (?:that|this|the above))(?:\s*[,:]\s*|\s+)(?=\S)(?!that\b|as\b|long\b|if\b"
    r"|many\b|much\b|far\b|few\b|little\b|small\b|great\b|often\b|for\b)",
    re.I,
)
_NUMBERED = re.compile(r"\W*(?:\(?(?:\d{1,2}|[ivx]{1,4}|[a-h])[).]|\d{1,2} ?[-–])\s+")
# "Do you know what a bankrupt is?" "They said: with us the bankrupt is ..."
_TESTED = re.compile(
    rf"\s{any_of('أتدرون', 'تدرون')}\s+{voweled('ما')}\s+[^.؟\"]{{1,80}}[.؟\"\s\u200f]+{voweled('قالوا')}\s"
    r"|\bdo you know (?:what|who)\b[^?]{1,80}\?[\"”’'\s]*(?:they|the people|we|the companions)\b[^:]{0,60}\bsaid:?",
    re.I,
)
_ENDED = re.compile(r"[.!?؟][\"'”’»)]*\s")
_NOTE = re.compile(r"\s*(?:\[\d{1,2}\]|<o>)[\s.]*\Z")


def answering_part(document: Document, reading: Reading, asking: Asking) -> Part:
    """The sentence, or the clauses of a long one, that answer."""
    if document.kind == Kind.QURAN and len(reading.text) <= OPEN:
        # What a verse rules may stand in its end.
        return trimmed(reading.text, 0, len(reading.text), whole=True)
    names = _naming(document, asking)
    body = _telling(document, reading, asking, names)
    pieces = pieces_of(reading.text, *body)
    worth = Worth(document, reading, asking, body[0], pieces)
    # A comment that names nothing of the question tells what the verse says from its beginning. Of equals the first.
    explains = document.kind == Kind.TAFSIR and not reading.window
    asks = _retold(document, reading, pieces)
    told = _answered(document, reading, pieces, _told(pieces, asks))
    told = _named(reading.text, pieces, told, names)
    told = _sectioned(worth, told)
    first, last = (0, 0) if explains else _best(reading, worth, pieces, told)
    if not (explains or names):
        first, last = _of_author(worth, told, first, last)
    first, last = widened(worth, body[0], first, last)
    while last > first and asks[last] and not asks[first]:
        last -= 1  # what follows a ruling may be what another asked about
    more = worth.asks_for_list and last + 1 < len(pieces) and worth.is_item(last + 1)
    more = more or worth.has_more_cases(first, last)
    start, end = pieces[first][0], pieces[last][1]
    if worth.one_voice and end - start < BARE and last + 1 < len(pieces) and not worth.is_other(last + 1):
        end = further_clauses(reading.text, end, min(start + FULL, pieces[last + 1][1]))
    end = _before_note(reading.text, start, end)
    chained = forms.NARRATOR.search(asking.folded) is not None
    if chained and document.kind == Kind.HADITH and end <= OPEN:
        start = 0
    if worth.one_voice and reading.language == "ar":
        start = with_what_it_hangs_on(reading.text, body[0], start)
    whole = not reading.text[body[0] : start].strip(EDGE)
    if reading.language == "ar" and not chained:
        start += behind_chain(reading.text[start:end])
    replies = document.kind == Kind.FATWA or (document.kind == Kind.BOOK and reading.language == "ar")
    if replies and (match := _REPLY.match(reading.text, start, end)):
        # "Answer:" is a heading; "yes" and "no" reply to the question of the fatwa, not to this one.
        return trimmed(reading.text, match.end(), end, whole=True)
    if document.kind == Kind.FATWA and reading.language == "en":
        start = _past_opening(reading.text, start, end, one=not worth.asks_for_list)
        whole = not reading.text[body[0] : start].strip(EDGE)
    part = trimmed(reading.text, start, end, whole=whole)
    return replace(part, more=more)


def _telling(
    document: Document, reading: Reading, asking: Asking, names: Callable[[str], bool] | None
) -> tuple[int, int]:
    """The part of a text that speaks. What its collector says of a narration is none of it, and no transcript of a talk
    that was written down, unless what is asked stands there, and not a quarter of it in what speaks, or it alone names
    those whose view is asked."""
    start, end = body_of(document, reading, named=forms.WHO.match(asking.folded) is not None)
    talk = document.kind == Kind.FATWA and reading.language == "en"
    if not (talk or document.kind == Kind.HADITH) or reading.span[0] < end:
        return start, end
    last = len(reading.text) if talk else told_until(document, reading)
    parts = reading.text[start:end], reading.text[end:last]
    if names and names(parts[1]):
        return (start, end) if names(parts[0]) else (end, last)
    told, remarked = (asking.question.covered(frozenset(analyse(part))) for part in parts)
    return (end, last) if 4 * told < remarked else (start, end)


def _before_note(text: str, start: int, end: int) -> int:
    """Where a quotation ends before the mark of a footnote or of a printed page."""
    match = _NOTE.search(text, start, end)
    return match.start() if match else end


def _past_opening(text: str, start: int, end: int, *, one: bool) -> int:
    """Where a sentence says something, behind a word that ties it to what is not quoted, and behind the number that one
    part of a list has."""
    match = _NUMBERED.match(text, start, end) if one else None
    start = match.end() if match else start
    tied = _TIED.match(text, start, end)
    return tied.end() if tied else start


def _retold(document: Document, reading: Reading, pieces: list[tuple[int, int]]) -> list[bool]:
    """Of each piece, whether it is what others say: a part of a question that the text retells, or of the Bible."""
    if document.kind not in (Kind.FATWA, Kind.BOOK):
        return [False] * len(pieces)
    spans, passages = retold(reading.text), bible_passages(reading.text)
    return [is_retold(spans, *piece) or is_bible(passages, *piece) for piece in pieces]


def _told(pieces: list[tuple[int, int]], asks: list[bool]) -> list[tuple[int, int]]:
    """The runs that may answer: none with a question that the text retells or of the Bible, where it says more."""
    every = list(runs(pieces))
    return [(first, last) for first, last in every if not any(asks[first : last + 1])] or every


def _naming(document: Document, asking: Asking) -> Callable[[str], bool] | None:
    """Whether a part of a text names those whose view is asked, a school or a scholar; None where none is, or the text
    is theirs."""
    schools = asking.lexicon.schools
    asked_of = schools.asked_in(asking.text)
    whose = asked_of - schools.of_text(document.collection, document.author or "", asked_of)
    return (lambda said: any(schools.told_in(said, whose))) if whose else None


def _named(
    text: str,
    pieces: list[tuple[int, int]],
    told: list[tuple[int, int]],
    names: Callable[[str], bool] | None,
) -> list[tuple[int, int]]:
    """The runs that may answer, where a view is asked: those whose first sentence names whose it is, if any does."""
    places = [place for place, piece in enumerate(pieces) if names and names(text[slice(*piece)])]
    return [
        (first, last)
        for first, last in told
        if any(
            first <= place <= last and not _ENDED.search(text, pieces[first][0], pieces[place][0])
            for place in places
        )
    ] or told


def _sectioned(worth: Worth, told: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The runs that may answer, where an answer has several parts, each under a numbered heading, and one of these
    names more of what is asked about than the others: those of that part."""
    heads = worth.heads()
    best = worth.best_head(heads)
    if best is None:
        return told
    after = next((one for one in heads if one > best), len(worth.pieces))
    return [(first, last) for first, last in told if best <= first and last < after] or told


def _answered(
    document: Document, reading: Reading, pieces: list[tuple[int, int]], told: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The runs that may answer, of a narration in which the Prophet asks "do you know what ... is?": none that ends
    with what he is told, since he asks in order to say something else."""
    asked = _TESTED.search(reading.text) if document.kind == Kind.HADITH else None
    if asked is None:
        return told
    ends = {
        place
        for place, one in enumerate(pieces)
        if one[0] < asked.end() <= one[1] < len(reading.text.rstrip())
    }
    return [(first, last) for first, last in told if last not in ends] or told


def _best(
    reading: Reading, worth: Worth, pieces: list[tuple[int, int]], told: list[tuple[int, int]]
) -> tuple[int, int]:
    """The run that is worth most; where it gives no judgement though one is asked for, the best of those that do, on
    the thing asked about, within the best window of the text."""
    best = max(told, key=lambda run: worth.of(*run))
    if "verdict" in worth.marks(*best):
        return best
    start, end = reading.span
    judging = {
        place
        for place, (low, high) in enumerate(pieces)
        if low < end and start < high and worth.judges(place)
    }
    ruling = [(first, last) for first, last in told if not judging.isdisjoint(range(first, last + 1))]
    return max(ruling, key=lambda run: worth.of(*run), default=best)


def _of_author(worth: Worth, told: list[tuple[int, int]], first: int, last: int) -> tuple[int, int]:
    """The best run without what others hold behind the right view. One that tells what others hold alone gives way to
    those that say which view is right, else to those that do not begin with another's view: to what holds most of what
    is asked about, half as much at least, or three quarters. If there is none, it takes what stands before it."""
    while last > first and worth.turns_to_others(first, last - 1):
        last -= 1
    while first and worth.is_of_some(first) and worth.span(first - 1, last) <= SAID:
        first -= 1  # of what, and what others hold
    if not worth.reports(first, last):
        return first, last
    held = worth.covered(first, last)
    for fits, quarters in ((worth.decides, 2), (worth.is_own, 3)):
        own = [run for run in told if fits(*run) and 4 * worth.covered(*run) >= quarters * held]
        if own:
            return max(own, key=lambda run: (worth.covered(*run), worth.of(*run)))
    return first - (first > 0 and not worth.is_own(first, first)), last


def runs(pieces: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The runs of pieces that may be quoted: single ones, and several that are short together."""
    for first in range(len(pieces)):
        for last in range(first, min(first + MOST, len(pieces))):
            if last > first and pieces[last][1] - pieces[first][0] > SHORT:
                break
            yield first, last
