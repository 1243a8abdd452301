"""What the search found, read against the question and put in the order in which it answers.

One order, in this one place: a text that holds what the question demands stands before one that does not; of an Arabic
question's texts one that it can be read in stands before another; where a narration or a verse is the thing wanted, one
that covers nearly as much as any text stands before those of other kinds; then the merit of its signals decides
(`signals`, by the weights of `data/lexicon/order.yaml`). Ties go to the smaller reference id. Texts that say the same
words are kept once (`repeats`), with the ids of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.naming import naming_of, nothing_near
from pipeline.answer.finding.aiming import aims, weighing
from pipeline.answer.finding.considering import Anew, Considering, Demanded, Text
from pipeline.answer.finding.inquired import behind, judged_by_inquiry, likenesses
from pipeline.answer.finding.repeats import without_repeats
from pipeline.answer.finding.signals import Best, signals_among, title_of_answer
from pipeline.answer.lexicon.weights import Weights
from pipeline.answer.words.family import Near
from pipeline.answer.words.reading import Reading
from schemas.document import Document

if TYPE_CHECKING:
    from pipeline.index.inquiries import Likeness
    from pipeline.index.search import Index
    from pipeline.index.types import Hit

CLOSE_TENTHS = 8  # of what the best text covers


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
    answers: int | None = None  # how likely it answers, where a reader has read it, in 1/1024 of a logit


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
    read = list(_read(index, hits, asking, considering))
    texts = [text for _, text in read]
    things = asking.things or asking.question.units
    insides = [one.considered.reading.inside for one in texts]
    held = chain.from_iterable(
        (one.considered.reading.heading, *inside) for one, inside in zip(texts, insides, strict=True)
    )
    naming = naming_of(things, set[str]().union(*held), near_in(index))
    inquired = likenesses(likeness, [hit.ordinal for hit, _ in read])
    judged = judged_by_inquiry(texts, inquired, asking, demanded, naming, considering)
    titles = [title_of_answer(one.document, asking.question.language) for one in texts]
    of_words = index.alike.likeness if index.alike else None
    aimed = aims(titles, asking.question, asking.lexicon.frame, weighing(index), of_words)
    best = Best.of(hits)
    found: list[Candidate] = []
    for (hit, text), inside, aim, met in zip(read, insides, aimed, judged, strict=True):
        reading, unlike = text.considered.reading, behind(likeness, hit.ordinal)
        among = signals_among(hit, best, text.document, reading, inside, things, naming, aim, unlike)
        seen = {**among, **text.considered.signals}
        found.append(
            Candidate(
                text.document,
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
    return without_repeats(_ordered(found, asking))


def _ordered(found: list[Candidate], asking: Asking) -> list[Candidate]:
    """Texts, the best answer first."""
    standing = standing_among(found, asking)
    return sorted(found, key=lambda one: (standing(one), -one.merit, one.ordinal))  # which go as the ids do


class Standing(NamedTuple):
    """What puts a text behind others whatever its merit."""

    unmet: bool  # it does not hold what the question demands
    of_other_language: bool
    of_other_kind: bool  # than the kind of text that is the thing asked for


def standing_among(found: Sequence[Candidate], asking: Asking) -> Callable[[Candidate], Standing]:
    """How each of some texts stands; the lesser stands first."""
    arabic = asking.question.language == "ar"
    telling = max((one.reading.window for one in found), default=0) * CLOSE_TENTHS // 10
    return lambda one: Standing(
        not one.meets,
        arabic and not one.document.text_ar,
        asking.alone and not (one.document.kind == asking.kinds[0] and one.reading.window >= telling),
    )


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
