"""Whether what was found supports an answer: the validators of a searched question, then the gate.

In this order: a thing that no text knows, a demand that no text meets, a subject that is not of the faith, and the
gate's two thresholds. What falls at one of them is declined, with the texts near its subject beside it where there are
any.
"""

from __future__ import annotations

from pipeline.answer import declines
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.finding.graded import ruled_on
from pipeline.answer.gate import Decision
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.resources import Resources
from pipeline.answer.seen import OF_FAITH, Seen
from pipeline.answer.subject import told_of
from pipeline.answer.words.units import ONE
from schemas.answer import Answer, Intent, Reason
from schemas.reference import Kind

MEANT = ONE * 3 // 4  # share of the words of a common question that its text has
TOPIC = 2  # things at most, of which a text is asked for; of more, one must say just what the question does
IN_PASSING = 1024  # below the threshold of support, in 1/1024 of a logit
NEAR_SHOWN = 3
NEAR_WINDOW = 450
FAR_OUTSIDE = 2048  # the same below that of scope, from where a question is told to be outside
# How much less likely an answer is where a check declines, in 1/1024 of a logit: of questions with as high scores, as
# fitted to `fit` and `calibrate` (decision 0350). Few questions are told apart alone; they count as unheard ones.
UNHEARD, UNTOLD = 3072, 6144


def refused(seen: Seen, resources: Resources) -> Answer | None:
    """The decline of a question that was searched; None when an answer is supported. Keeps the gate's decision."""
    routed, lexicon = seen.route, resources.lexicon
    seen.features |= told_of(resources.gate.subject, seen.meaning)
    decision = resources.gate.decide(seen.features, routed.intent, routed.language)
    seen.decision, seen.gate = decision, resources.gate
    less = 0
    missing: tuple[str, ...] = ()
    strange = _foreign(seen, decision, lexicon)
    near: list[Candidate] = []
    if failed := seen.failed:
        seen.notice(*failed)
        less = UNHEARD
        if failed.check == "unheard":
            missing = tuple(failed.told)
        elif failed.check == "untold":
            near, strange, less = near_texts(seen), False, UNTOLD
    elif settled := _settled(seen):
        seen.notice("settled", settled)
        return None
    elif _is_of_no_kind_wanted(seen):
        near = near_texts(seen)
    elif decision.in_scope:
        if routed.intent is Intent.GRADE:
            ruled = ruled_on(seen.candidates, seen.asked, routed.language) if seen.asked else None
            if ruled:
                seen.notice("settled", "ruled")
                seen.candidates = [ruled]
                return None
        elif seen.candidates and decision.supported:
            return None
        elif _is_wanted(seen, decision):
            seen.notice("settled", "wanted")
            return None
        near = near_texts(seen)
    reason = Reason.OUT_OF_SCOPE if strange else Reason.NOTHING_FOUND
    intent = Intent.OUT_OF_SCOPE if strange else routed.intent
    told = {"confidence": confidence(decision, less)}
    return declines.nothing(routed, lexicon, reason, intent, near, missing, told)


def _settled(seen: Seen) -> str:
    """By what a question is answered, whatever the gate says; empty where the gate decides."""
    if seen.asked_before:
        return "asked_before"
    if seen.by_verse:
        return "by_verse"
    if seen.by_occasion:
        return "by_occasion"
    return "meant" if _is_meant(seen) else ""


def _is_meant(seen: Seen) -> bool:
    """Whether the first text is scripture that has most of the words by which editors say that texts tell of a common
    question: that is of the faith, and answered by it."""
    first = seen.first
    if not seen.common or first is None:
        return False
    primary = first.document.kind in (Kind.QURAN, Kind.HADITH) and first.document.status == "approved"
    return primary and first.meets and first.reading.window >= MEANT


def _is_wanted(seen: Seen, decision: Decision) -> bool:
    """Whether a verse or a narration on a topic is the thing asked for, and the first text is one that names it; a long
    narration may name it in passing, so that the gate must be nearly of that mind."""
    question, first = seen.asked, seen.first
    if not seen.wanted or question is None or first is None:
        return False
    topic = len(question.things) <= TOPIC
    named = first.meets and first.reading.window == first.reading.near == ONE
    nearly = first.document.kind == Kind.QURAN or decision.support >= decision.threshold.support - IN_PASSING
    published = first.document.kind in seen.wanted and first.document.status != "sample"
    return topic and named and nearly and published


def _is_of_no_kind_wanted(seen: Seen) -> bool:
    """Whether a narration or a verse is the thing asked for, and the first text is no scripture at all."""
    if not seen.wanted or seen.first is None:
        return False
    return seen.first.document.kind not in (*seen.wanted, Kind.QURAN, Kind.HADITH)


def near_texts(seen: Seen) -> list[Candidate]:
    """Texts near the subject, to offer beside a decline."""
    return [one for one in seen.candidates if one.reading.window >= NEAR_WINDOW][:NEAR_SHOWN]


def confidence(decision: Decision, less: int = 0) -> float:
    """How far the weaker of the two scores lies above its threshold, in logits.

    Args:
        less: what a check that declines takes from it; such a question never has a confidence to answer.
    """
    held = decision.threshold
    above = min(decision.scope - held.scope, decision.support - held.support)
    return (min(above - less, -1) if less else above) / 1024


def _foreign(seen: Seen, decision: Decision, lexicon: Lexicon) -> bool:
    """Whether a question lies so far out of scope, and names nothing of the faith, that it may be told so."""
    of_faith = seen.features["domain"] > 0 or seen.route.intent in OF_FAITH
    far = decision.scope < decision.threshold.scope - FAR_OUTSIDE
    return far and not of_faith and not lexicon.of_conduct(seen.route.plain)
