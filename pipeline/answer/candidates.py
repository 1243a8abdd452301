"""What the search found, read against the question and put in the order in which it answers.

The fused score of the search counts most: it sees words, meaning and commentary. How much of the question stands
together in the text then parts texts that the search found nearly as good. A fatwa is asked in words of its own, so
its meaning counts once more, against the fatwa that is nearest (docs/decisions/0150).
Ties go to the smaller reference id. Texts that say the same words are kept once, with the ids of the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING

from pipeline.answer.demands import is_plain
from pipeline.answer.features import holds_type
from pipeline.answer.reading import Reading, is_heading, read
from pipeline.answer.spelling import Spellings, spelled
from pipeline.answer.standing import precise, standing
from pipeline.answer.units import ONE, Asked
from pipeline.answer.wordings import Form
from schemas.answer import Intent
from schemas.document import Document
from schemas.reference import ReferenceId

if TYPE_CHECKING:
    from pipeline.index.search import Index
    from pipeline.index.types import Hit

READ = 20  # documents read closely
FUSED_WEIGHT = 44
MEANING_WEIGHT = 16  # of a fatwa, for what it lacks of the meaning of the nearest one
LEXICAL_WEIGHT = 2
SAME = 7  # tenths of their words that two texts share when they are one
PREFERRED: dict[Intent, tuple[str, ...]] = {
    Intent.TAFSIR: ("quran", "tafsir"),
    Intent.RULING: ("fatwa", "hadith", "quran"),
    Intent.SUPPLICATION: ("hadith", "quran", "fatwa"),
    Intent.GRADE: ("hadith",),
    Intent.HISTORY: ("hadith", "quran", "fatwa"),
    Intent.CREED: ("quran", "hadith", "fatwa"),
}
PREFERENCE = ONE // 4
ANSWERED = 2 * ONE  # of a fatwa, where the question is neither of creed, history nor a verse
PRACTICAL = (Intent.GENERAL, Intent.RULING)
TITLED = ONE // 4
SUBJECT = 3 * ONE  # of an answer whose title or question is the one thing asked about
TYPED = ONE
LONG_WORDS = 400
LEAST_WORDS = 5
BESIDE = 2  # words apart, of those that carry meaning
PHRASE = 3  # of a name of several words, whose words mean nothing apart
INEXACT = 2 * ONE  # of an Arabic text that holds other words of the same stems


@dataclass(frozen=True, slots=True)
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


def candidates(
    index: Index,
    hits: tuple[Hit, ...],
    question: Asked,
    intent: Intent,
    wanted: dict[str, re.Pattern[str]] | None = None,
    meets: Callable[[str, Reading], bool] = lambda kind, reading: True,
    form: Form | None = None,
    spellings: Spellings = MappingProxyType({}),
) -> list[Candidate]:
    """The documents found, best answer first, each text once. `wanted`: the type of answer that is asked for;
    `meets`: whether a text holds what the question demands; `form`: what a text that answers holds."""
    plain = is_plain(question)
    lexical = max((hit.lexical for hit in hits), default=1) or 1
    most = max((hit.fused for hit in hits), default=1) or 1
    nearest = max((hit.dense for hit in hits if is_fatwa(hit.reference)), default=1) or 1
    found: list[Candidate] = []
    for hit in hits[:READ]:
        document = index.document(hit.ordinal)
        passage = index.lookup_passage(hit.passage)
        reading = read(document, question, (passage.language, passage.start, passage.end))
        if reading is None or is_heading(document.kind, reading.text):
            continue
        merit = reading.strength + FUSED_WEIGHT * (hit.fused * ONE // most)
        merit += standing(document, question)
        if document.kind == "fatwa":
            merit -= MEANING_WEIGHT * (ONE - hit.dense * ONE // nearest)
            merit += ANSWERED * (intent in PRACTICAL) + precise(document, question)
        preference = ONE if intent is Intent.TAFSIR else PREFERENCE
        merit += preference * (document.kind in PREFERRED.get(intent, ()))
        merit += (
            (SUBJECT if plain else TITLED)
            * (reading.titled * 5 >= ONE * 4)
            * (document.kind == "fatwa" or not plain)
        )
        if wanted is not None:
            merit += TYPED * holds_type(reading, wanted, question)
        merit += (PHRASE if plain else 1) * adjacent(reading, question)
        if form is not None:
            merit += TYPED * form.found(reading.around, reading.language)
        exact = spelled(reading, spellings)
        if reading.language == "ar" and spellings:
            merit -= INEXACT * (len(spellings) - len(exact)) // len(spellings)
        merit += LEXICAL_WEIGHT * (hit.lexical * ONE // lexical)
        merit -= _length_penalty(reading)
        found.append(
            Candidate(
                document,
                reading,
                hit.ordinal,
                merit,
                meets=meets(document.kind, reading),
                spelled=exact,
                fused=hit.fused,
                linked=hit.linked,
            )
        )
    found.sort(key=lambda one: (not one.meets, -one.merit, ReferenceId.parse(one.document.id).key()))
    return without_repeats(found)


def is_fatwa(reference: str) -> bool:
    """Whether a reference id is that of a fatwa."""
    return reference.startswith("fatwa:")


def _length_penalty(reading: Reading) -> int:
    """A long text touches on much and answers little."""
    return min(ONE, max(0, len(reading.text) - 1200) * ONE // 6000)


def adjacent(reading: Reading, question: Asked) -> int:
    """The share of neighbouring things of the question that stand side by side in a text; 1024 without any."""
    places = question.places()
    pairs = list(pairwise(place for place, unit in enumerate(question.units) if not unit.frame))
    if not pairs:
        return ONE
    spots: dict[int, list[int]] = {}
    for place, token in enumerate(token for line in reading.lines for token in line.tokens):
        for unit in places.get(token, ()):
            spots.setdefault(unit, []).append(place)
    together = sum(
        any(abs(a - b) <= BESIDE for a in spots.get(left, ()) for b in spots.get(right, ()))
        for left, right in pairs
    )
    return together * ONE // len(pairs)


def without_repeats(found: list[Candidate]) -> list[Candidate]:
    """Each text once, in order; the ids of its repetitions stand beside it."""
    kept: list[Candidate] = []
    words: list[frozenset[str]] = []
    for one in found:
        own = _words(one.reading)
        for place, other in enumerate(kept):
            if other.document.kind == one.document.kind and _same(own, words[place]):
                kept[place] = replace(other, same=(*other.same, one.document.id))
                break
        else:
            kept.append(one)
            words.append(own)
    return kept


def _words(reading: Reading) -> frozenset[str]:
    """The words of what a text says: of a narration, without its chain."""
    return frozenset([token for line in reading.lines for token in line.tokens][:LONG_WORDS])


def _same(left: frozenset[str], right: frozenset[str]) -> bool:
    larger = max(len(left), len(right))
    return min(len(left), len(right)) >= LEAST_WORDS and len(left & right) * 10 >= SAME * larger
