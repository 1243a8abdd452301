"""What the search found, read against the question and put in the order in which it answers.

One order, in this one place: a text that holds what the question demands stands before one that does not; of an Arabic
question's texts one that it can be read in stands before another; where a narration or a verse is the thing wanted, one
that covers nearly as much as any text stands before those of other kinds; then the merit of its signals decides
(`signals`, `order`). Ties go to the smaller reference id. Texts that say the same words are kept once, with the ids of
the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING

from pipeline.answer.demands.naming import naming_of, nothing_near
from pipeline.answer.finding.aiming import aims, weighing
from pipeline.answer.finding.considering import Anew, Considering, Demanded, Text
from pipeline.answer.finding.inquired import judged_by_inquiry, likenesses
from pipeline.answer.finding.signals import Asking, Best, signals_among, title_of_answer
from pipeline.answer.lexicon.weights import Weights
from pipeline.answer.words.family import Near
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import ONE
from pipeline.index.inquiries import SAME as LIKENESS
from pipeline.text import word_texts
from schemas.document import Document
from schemas.reference import Kind

if TYPE_CHECKING:
    from pipeline.index.inquiries import Likeness
    from pipeline.index.search import Index
    from pipeline.index.types import Hit

SAME = 7  # tenths of their words that two texts share when they are one
RUN = 4  # words, of which the runs of two texts are compared
HELD = 8  # tenths of its runs that a text holds of one that it repeats, where it is half as long at least
CLOSE_TENTHS = 8  # of what the best text covers
LONG_WORDS = 400
LEAST_WORDS = 5
SHORT = 100  # different words of a text in which one more or less that denies may turn the ruling

_DENIES = re.compile(r"\b(?:not|cannot|\w+n['’]t|no|nor|never|without|[وف]?(?:لا|لم|لن|ليس|ليست|بلا|غير))\b")

_REPRINTED = {Kind.HADITH, Kind.BOOK}


@dataclass(frozen=True)  # without slots it is packed and unpacked in half the time
class Candidate:
    """A document with its reading; `same` are ids of others that say the same words."""

    document: Document
    reading: Reading
    ordinal: int
    merit: int
    same: tuple[str, ...] = ()
    meets: bool = True  # what the question demands of a text
    spelled: frozenset[str] = frozenset()  # Arabic things asked about whose very word it holds
    fused: int = 0  # the score of the search, of which `linked` came through texts that speak of it
    linked: int = 0
    signals: Mapping[str, int] = field(default_factory=dict)  # what its merit is made of, before weights


def candidates(
    index: Index,
    hits: tuple[Hit, ...],
    asking: Asking,
    order: Weights,
    demanded: Demanded,
    considering: Considering = Anew,
    likeness: Likeness | None = None,
) -> list[Candidate]:
    """The documents found, best answer first, each text once.

    Args:
        considering: who considers them; each is considered anew unless an earlier build is remembered.
        likeness: of the question with what muftis were asked, where that is known.
    """
    best = Best.of(hits)
    read = list(_read(index, hits, asking, considering))
    texts = [text for _, text in read]
    things = asking.things or asking.question.things or asking.question.units
    readings = [one.considered.reading for one in texts]
    insides = [one.inside for one in readings]
    held = set[str]().union(*(one.heading for one in readings), *chain.from_iterable(insides))
    naming = naming_of(things, held, near_in(index))
    inquired = likenesses(likeness, [hit.ordinal for hit, _ in read])
    judged = judged_by_inquiry(texts, inquired, asking, demanded, naming, considering)
    titles = [title_of_answer(one.document, asking.question.language) for one in texts]
    of_words = index.alike.likeness if index.alike else None
    aimed = aims(titles, asking.question, asking.lexicon.frame, weighing(index), of_words)
    found: list[Candidate] = []
    rows = zip(read, readings, insides, aimed, judged, strict=True)
    for (hit, text), reading, inside, aim, met in rows:
        document, unlike = text.document, behind(likeness, hit.ordinal)
        among = signals_among(hit, best, document, reading, inside, things, naming, aim, unlike)
        seen = {**among, **text.considered.signals}
        found.append(
            Candidate(
                document,
                reading,
                hit.ordinal,
                order.total(seen),
                meets=met,
                spelled=text.considered.spelled,
                fused=hit.fused,
                linked=hit.linked,
                signals=seen,
            )
        )
    arabic = asking.question.language == "ar"
    telling = max((one.reading.window for one in found), default=0) * CLOSE_TENTHS // 10
    found.sort(
        key=lambda one: (
            not one.meets,
            arabic and not one.document.text_ar,
            asking.alone and not (one.document.kind == asking.kinds[0] and one.reading.window >= telling),
            -one.merit,
            one.ordinal,  # which go as the ids do
        )
    )
    return without_repeats(found)


def behind(likeness: Likeness | None, ordinal: int) -> int:
    """How much less than the likest what a document was asked is like the question, 1024 for all; 0 where not known."""
    own = likeness.of(ordinal) if likeness is not None else None
    return 0 if likeness is None or own is None else min(ONE, (likeness.most - own) * ONE // LIKENESS)


def near_in(index: Index) -> Near:
    """What an index knows of words that are like others."""
    return index.alike.near if index.alike else nothing_near


def _read(
    index: Index, hits: tuple[Hit, ...], asking: Asking, considering: Considering
) -> Iterator[tuple[Hit, Text]]:
    """The documents of some hits that say something, read against the question."""
    for hit in hits:
        document = index.document(hit.ordinal)
        focus = index.span_of_passage(hit.passage)
        considered = considering.considered(document, asking, focus)
        if considered is not None:
            yield hit, Text(document, focus, considered)


def without_repeats(found: list[Candidate]) -> list[Candidate]:
    """Each text once, in order; the ids of its repetitions stand beside it."""
    kept: list[Candidate] = []
    told: list[_Told] = []
    for one in found:
        own = _Told(one.reading)
        for place, other in enumerate(kept):
            if (
                _may_be_one(one, other)
                and own.repeats(told[place])
                and _may_stand_for(one, other, len(own.words))
            ):
                kept[place] = replace(other, same=(*other.same, one.document.id))
                break
        else:
            kept.append(one)
            told.append(own)
    return kept


def _may_be_one(one: Candidate, other: Candidate) -> bool:
    """Whether texts are of one kind, or one may be the book that prints the other."""
    kinds = {one.document.kind, other.document.kind}
    return len(kinds) == 1 or kinds == _REPRINTED


def _may_stand_for(one: Candidate, other: Candidate, words: int) -> bool:
    """Whether texts that share most of their words may stand for each other.

    Verses may only where each word of theirs stands in its place; short texts of scholars only where both deny as
    often: a mufti may take over another's words and rule the contrary by one more. Of narrations the wordings vary, and
    books print them.
    """
    kind = one.document.kind
    if kind != other.document.kind:
        return True
    if kind == Kind.QURAN:
        return word_texts(one.document.text_ar or "") == word_texts(other.document.text_ar or "")
    return kind == Kind.HADITH or words > SHORT or _denials(one) == _denials(other)


def _denials(one: Candidate) -> int:
    return len(_DENIES.findall(fold(one.reading.text)))


class _Told:
    """What a text says: of a narration, without its chain."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        tokens = chain.from_iterable(tokens for _, _, tokens in reading.lines)
        self.words = frozenset(islice(tokens, LONG_WORDS))

    @cached_property
    def _runs(self) -> frozenset[str]:
        """All that stands in so many words, one after the other."""
        tokens = self._reading.tokens
        return frozenset(" ".join(tokens[place : place + RUN]) for place in range(len(tokens) - RUN + 1))

    def repeats(self, other: _Told) -> bool:
        """Whether two texts have most of their words in common, or one holds nearly all of the other, in its order, and
        little else."""
        less, more = sorted((len(self.words), len(other.words)))
        if less < LEAST_WORDS or less * 2 < more:
            return False
        common = len(self.words & other.words) * 10
        if common >= SAME * more:
            return True
        return common >= SAME * less and _hold(self._runs, other._runs)


def _hold(left: frozenset[str], right: frozenset[str]) -> bool:
    less, more = sorted((len(left), len(right)))
    return less >= LEAST_WORDS and less * 2 >= more and len(left & right) * 10 >= HELD * less
