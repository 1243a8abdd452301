"""What speaks for a text as the answer to a question, and what against it: named integers, 1024 for all there can be.

A merit is the sum of the signals, each times its weight (`order`); a signal without a weight counts nothing. Signals
of the search are shares of the best that was found for the same question, so they order its texts and say nothing about
whether any of them answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.answer.demands.asking import LACKING, Asking, is_plain
from pipeline.answer.demands.naming import Naming
from pipeline.answer.demands.places import says_of
from pipeline.answer.finding.features import holds_type
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.fold import fold
from pipeline.answer.words.fragments import HEADED
from pipeline.answer.words.narration import told_end
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import ONE, Asked, Unit
from pipeline.index.types import Hit
from pipeline.text import analyse_query
from schemas.answer import Intent
from schemas.document import Document
from schemas.reference import Kind

SIGNALS: dict[str, int] = {  # every signal, and the sign that its weight must have; 0 for either
    "fused": 1,
    "own": 1,
    "dense": 1,
    "alike": 1,
    "window": 1,
    "aim": 1,
    "wanting": -1,
    "unlike": -1,
    "scattered": -1,
    "told": -1,
    "apart": -1,
    "without": -1,
    "draft": -1,
    "sound": 1,
    "minor": -1,
    "beside": 1,
    "beside_name": 1,
    "typed": 1,
    "formed": 1,
    "of_it": 1,
    "fatwa": 1,
    "practice": 1,
    "preferred": 1,
    "quran": 0,
    "hadith": 0,
    "tafsir": 0,
    "book": -1,
    "aside": -1,
    "inexact": -1,
    "foreign": -1,
    "sample": -1,
    "stand_in": -1,
    "weak": -1,
    "refers": -1,
    "spoken": 1,
    "late": -1,
    "long": -1,
}
PREFERRED: dict[Intent, tuple[str, ...]] = {
    Intent.RULING: ("fatwa", "hadith", "quran"),
    Intent.SUPPLICATION: ("hadith", "quran", "fatwa"),
    Intent.GRADE: ("hadith",),
    Intent.HISTORY: ("hadith", "quran", "fatwa"),
    Intent.CREED: ("quran", "hadith", "fatwa"),
}
PRACTICAL = (Intent.GENERAL, Intent.RULING)
SAMPLES = "fatwa:sample:"  # of ids; a sample stands in for published answers where there are none
_WEAK = re.compile(
    r"da['`’]?if|daeef|\bweak\b|ضعيف|موضوع|ma[uw]du|fabricated|منكر|munkar|شاذ|\bshadh\b|باطل", re.I
)
LITTLE = 24  # words that carry meaning, of a narration that refers to another
LONG, LONGEST = 1200, 7200  # characters from and at which a text is too long to be an answer


@dataclass(frozen=True, slots=True)
class Best:
    """The largest scores of a search; 1 where there are none."""

    fused: int
    own: int
    dense: int
    alike: int
    fatwa: int  # in meaning, of a fatwa
    published: bool  # whether a fatwa that is no sample was found

    @classmethod
    def of(cls, hits: Sequence[Hit]) -> Best:
        """The largest scores among some hits."""
        fatwas = [hit for hit in hits if hit.kind == Kind.FATWA]
        return cls(
            _largest([hit.fused for hit in hits]),
            _largest([hit.fused - hit.linked for hit in hits]),
            _largest([hit.dense for hit in hits]),
            _largest([hit.alike for hit in hits]),
            _largest([hit.dense for hit in fatwas]),
            not all(hit.reference.startswith(SAMPLES) for hit in fatwas),
        )


def signals_among(
    hit: Hit,
    best: Best,
    document: Document,
    reading: Reading,
    inside: Sequence[frozenset[str]],
    things: Sequence[Unit],
    naming: Naming,
    aim: int,
    unlike: int,
) -> dict[str, int]:
    """The signals of one text that hang on what else was found.

    Args:
        inside: the tokens of each sentence in or beside its best window (`Reading.inside`).
        things: what is asked about.
        naming: what names it in the texts that were found.
        aim: how far its title is just what is asked.
        unlike: how much less what a mufti was asked is like the question than the likest such question is; 0 for a
            text of which that is not known.
    """
    scattered = document.kind in HEADED and len(inside) > 0
    return {
        "fused": hit.fused * ONE // best.fused,
        "own": (hit.fused - hit.linked) * ONE // best.own,
        "dense": hit.dense * ONE // best.dense,
        "alike": hit.alike * ONE // best.alike,
        "aside": max(0, ONE - hit.dense * ONE // best.fatwa) if document.kind == Kind.FATWA else 0,
        "aim": aim,
        "unlike": unlike,
        "stand_in": ONE * (document.status == "sample" and best.published),
        "wanting": ONE - naming.share(reading.heading.union(*inside), things),
        "scattered": ONE - max(naming.share(one, things) for one in inside) if scattered else 0,
    }


def signals_of_text(
    asking: Asking, document: Document, reading: Reading, exact: frozenset[str]
) -> dict[str, int]:
    """The signals of one text by itself. `exact`: the Arabic things asked about whose very word it holds."""
    question, intent, kind = asking.question, asking.intent, document.kind
    printed = kind == Kind.BOOK and bool(document.question_ar or document.question_en)
    plain, fatwa = is_plain(question), kind == Kind.FATWA or printed
    lexicon = asking.lexicon
    title = title_of_answer(document, question.language)
    inexact = reading.language == "ar" and len(asking.spellings) > 0
    return {
        "window": reading.window,
        "beside": reading.beside * (not plain),
        "beside_name": reading.beside * plain,
        "typed": ONE * (asking.wanted is not None and holds_type(reading, asking.wanted, question)),
        "formed": ONE * (asking.form is not None and asking.form.found(reading.around, reading.language)),
        "of_it": ONE * says_of(asking.form, reading.around, reading.language, question.things),
        "inexact": ONE * (len(asking.spellings) - len(exact)) // len(asking.spellings) if inexact else 0,
        "foreign": ONE * (not document.text(question.language)),
        "sample": ONE * (document.status == "sample"),
        "weak": ONE * graded_weak(document),
        "refers": ONE * (kind == Kind.HADITH and _refers(reading, lexicon)),
        "spoken": ONE * (kind in asking.kinds),
        "draft": ONE * (document.status == "draft"),
        "sound": ONE * (document.collection in lexicon.sound),
        "minor": ONE * (document.collection in lexicon.minor),
        "without": 0 if asking.lacking else lacking(title, question),
        "told": ONE * (title != "" and lexicon.tells_of_one(fold(title))),
        "apart": ONE * (title != "" and lexicon.contrasts.sets_apart(title, asking.text, question.language)),
        "fatwa": ONE * fatwa,
        "practice": ONE * (fatwa and intent in PRACTICAL and not asking.taught),
        "preferred": ONE * (kind in PREFERRED.get(intent, ())),
        "quran": ONE * (kind == Kind.QURAN),
        "hadith": ONE * (kind == Kind.HADITH),
        "book": ONE * (kind == Kind.BOOK and not printed),
        "tafsir": ONE * (kind == Kind.TAFSIR),
        "late": min(ONE, reading.span[0] * ONE // LONGEST),
        "long": min(ONE, max(0, len(reading.text) - LONG) * ONE // (LONGEST - LONG)),
    }


def _refers(reading: Reading, lexicon: Lexicon) -> bool:
    """Whether a narration tells hardly more than that another tells it."""
    return len(reading.tokens) <= LITTLE and lexicon.kinds.refers(reading.text[: told_end(reading.text)])


def lacking(title: str, question: Asked) -> int:
    """The share of what is asked that a title says is lacking, by weight."""
    without = {token for words in LACKING.findall(fold(title)) for token in analyse_query(words)}
    named = [unit for unit in question.things if not without.isdisjoint(unit.tokens)]
    return sum(unit.weight for unit in named) * ONE // max(1, sum(unit.weight for unit in question.things))


def graded_weak(document: Document) -> bool:
    """Whether the source of a narration grades it as weak or worse."""
    return document.grade is not None and _WEAK.search(document.grade) is not None


def title_of_answer(document: Document, language: str) -> str:
    """The title of a published answer in a language; empty for a sample, another text or without one."""
    published = document.kind == Kind.FATWA and document.status != "sample"
    return document.own_title(language) if published else ""


def _largest(scores: Sequence[int]) -> int:
    return max(scores, default=1) or 1
