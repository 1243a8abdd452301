"""Fitting the gate to a snapshot: two logistic models whose weights keep a stated sign, and their thresholds.

Few questions are at hand, so the `fit` and `calibrate` parts are used whole by cross-fitting: they are dealt into
folds, a topic and its near misses in one, and each is scored by models fitted on the other folds. The thresholds let
`SCOPE_FALSE` of strangers pass for in scope, keep false answers on the subject to `NEAR_FALSE`, and give no answer that
is sooner wrong than right. The models are then fitted on everything (`regression`). Error bounds are those of Clopper
and Pearson (one-sided, 95%).
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from pipeline.answer.bounds import upper_bound
from pipeline.answer.gate import SCOPE_SIGNS, SUPPORT_SIGNS, GateModel, Linear, Threshold, threshold_of
from pipeline.answer.look import look
from pipeline.answer.regression import fitted
from pipeline.answer.resources import resources_of
from pipeline.answer.seen import Seen
from pipeline.answer.subject import Meaning, Subject, subject_of, told_of
from pipeline.answer.verdict import reaches_gate
from pipeline.index import Index
from schemas.question import Question

NEAR_FALSE = 0.08  # share of questions on the subject to decline that may be answered (decision 0485)
SCOPE_FALSE = 0.01  # the same of those out of scope, that may pass for questions in scope (decision 0558)
# Answerable questions of a language from which it has thresholds of its own; for an intent within it, questions of each
# outcome (decision 0161).
ENOUGH = 30
HELD = 32  # questions that the language's thresholds weigh as much as, against those of the intent
FOLDS = 8
# Of the most by which right answers lead wrong ones, from which the lead is as good; the middle of them, since a few
# questions more or less would move the place of each by itself far (decision 0489).
NEARLY = (0.85, 0.9, 0.95)


@dataclass(frozen=True, slots=True)
class Sample:
    """One question as the gate meets it.

    `supported` is None where it cannot be told; a first text that was read and does not answer supports nothing,
    whatever stands behind it, for an answer speaks by its first text. `group` keeps a topic and its near misses in one
    fold. `declined`: a check before the gate declines it, so it counts among the questions and is fitted to nothing.
    `answerable`: some text answers it; where a wrong one was found, an answer is wrong, but none of the false ones that
    have a share.
    """

    id: str
    features: Mapping[str, int]
    intent: str
    language: str
    in_scope: bool
    supported: bool | None
    split: str
    group: str = ""
    declined: bool = False
    answerable: bool = False
    meaning: Meaning = b""

    def told(self, subject: Subject | None) -> Mapping[str, int]:
        """Its features, with what its meaning tells."""
        return {**self.features, **told_of(subject, self.meaning)}

    @property
    def to_decline(self) -> bool:
        """Whether no text answers it, so that any answer is false."""
        return self.supported is False and not self.answerable


Scored = tuple[Sample, int, int]  # with its scores for scope and support


def _sample(index: Index, question: Question, seen: Seen) -> Sample | None:
    """What was seen of a question, as the gate meets it; None where a rule decides."""
    reaches = reaches_gate(index, seen, resources_of(index))
    if not reaches and (not seen.features or question.kind not in ("near-miss", "out-of-scope")):
        return None
    found = {one.document.id for one in seen.candidates[:5]}
    found |= {same for one in seen.candidates[:5] for same in one.same}
    answerable = question.expect == "answer"
    right = bool(found & set(question.references))
    wrong = any(one.document.id in question.wrong for one in seen.candidates[:1])
    return Sample(
        question.id,
        dict(seen.features),
        str(seen.route.intent),
        seen.route.language,
        in_scope=question.kind != "out-of-scope",
        supported=(False if wrong else True if right else None) if answerable else False,
        split=question.split,
        declined=not reaches,
        answerable=answerable,
        meaning=seen.meaning,
    )


def samples_of(index: Index, question: Question, seen: Seen) -> list[Sample]:
    """A question as the gate meets it, in no group yet, and a common one also as if it stood in no list; none where a
    rule decides.

    What the lists know is easily told. By that alone a gate would learn to answer nothing else, the more so the longer
    they are (decision 0555).
    """
    sample = _sample(index, question, seen)
    if sample is None:
        return []
    if seen.route.wording is None:
        return [sample]
    asked_so = look(index, question.question, resources_of(index), in_parts=False, in_own_words=True)
    in_own_words = _sample(index, question, asked_so)
    return [sample] if in_own_words is None else [sample, in_own_words]


def grouped(samples: Iterable[Sequence[Sample]], questions: Sequence[Question]) -> list[Sample]:
    """The samples of some questions, each in the group of its topic: that of its twin where it has one."""
    topics = {one.id: one.template or one.id for one in questions}
    return [
        replace(sample, group=topics.get(question.twin or "", topics[question.id]))
        for some, question in zip(samples, questions, strict=True)
        for sample in some
    ]


def fit_gate(samples: Sequence[Sample], prior: GateModel | None = None) -> GateModel:
    """A gate for these questions; the prior where there are too few of a kind to fit."""
    prior = prior or GateModel.default()
    reaching = [one for one in samples if not one.declined]
    scope, support, subject = _models(reaching, prior)
    scored = _cross_fitted(reaching, prior)
    judged = [one for one, _, _ in scored if one.supported is not None]
    if not any(one.supported for one in judged) or all(one.supported for one in judged):
        return GateModel(scope, support, dict(prior.thresholds), {}, "prior", subject)
    declined = [one for one in samples if one.declined]
    thresholds = {"default": _thresholds(scored, declined)}
    for language in ("ar", "en"):
        rows = [row for row in scored if row[0].language == language]
        if sum(bool(one.supported) for one, _, _ in rows) >= ENOUGH:
            before = [one for one in declined if one.language == language]
            thresholds[language] = _thresholds(rows, before)
            thresholds |= _by_intent(rows, before, language, thresholds[language])
    measured = {
        name: _measure([row for row in scored if row[0].split == name], declined, thresholds)
        for name in ("fit", "calibrate")
    }
    return GateModel(scope, support, thresholds, measured, "fitted", subject)


def _models(samples: Sequence[Sample], prior: GateModel) -> tuple[Linear, Linear, Subject | None]:
    """Both models, and what meanings tell of the subject, fitted on some questions.

    To fit what a meaning tells, each question is held against those of the other folds, as a new one will be.
    """
    lines = [_subject(one for one in samples if _fold(one) != fold) for fold in range(FOLDS)]
    scope = fitted([(one.told(lines[_fold(one)]), one.in_scope) for one in samples], SCOPE_SIGNS, prior.scope)
    judged = [
        (one.features, bool(one.supported)) for one in samples if one.in_scope and one.supported is not None
    ]
    return scope, fitted(judged, SUPPORT_SIGNS, prior.support), _subject(samples)


def _subject(samples: Iterable[Sample]) -> Subject | None:
    """What the meanings of some questions tell of the subject."""
    known = list(samples)
    return subject_of(
        (one.meaning for one in known if one.in_scope), (one.meaning for one in known if not one.in_scope)
    )


def _cross_fitted(samples: Sequence[Sample], prior: GateModel) -> list[Scored]:
    """Every question with the scores of models that were fitted without its topic."""
    scored: list[Scored] = []
    for fold in range(FOLDS):
        inside = [one for one in samples if _fold(one) == fold]
        if inside:
            scope, support, line = _models([one for one in samples if _fold(one) != fold], prior)
            scored += [(one, scope.score(one.told(line)), support.score(one.features)) for one in inside]
    return sorted(scored, key=lambda row: row[0].id)


def _fold(one: Sample) -> int:
    """The fold of a topic, the same on every machine."""
    return zlib.crc32((one.group or one.id).encode()) % FOLDS


def _thresholds(scored: Sequence[Scored], declined: Sequence[Sample]) -> Threshold:
    """The thresholds for some questions: scope first, then support.

    Scope lets `SCOPE_FALSE` of the questions of the world pass; support is the least that keeps false answers on the
    subject within their share, and from which answers are right rather than not. A pair that was chosen to answer most
    followed the questions at hand too closely.
    """
    strangers = sorted((row[1] for row in scored if not row[0].in_scope), reverse=True)
    passing = SCOPE_FALSE * (len(strangers) + sum(not one.in_scope for one in declined))
    scope = _between(
        first_kept(strangers, passing, min(row[1] for row in scored)),
        [row[1] for row in scored if row[0].in_scope],
    )
    near = [row for row in scored if row[0].to_decline and row[0].in_scope]
    answered = NEAR_FALSE * (len(near) + sum(one.in_scope for one in declined))
    told = [(row[2], bool(row[0].supported)) for row in scored if row[1] >= scope]
    least = max(
        first_kept(
            sorted((row[2] for row in near if row[1] >= scope), reverse=True),
            answered,
            min(row[2] for row in scored),
        ),
        first_likely(told),
    )
    return Threshold(scope, _between(least, [score for score, right in told if right]))


def _by_intent(
    scored: Sequence[Scored], declined: Sequence[Sample], language: str, base: Threshold
) -> dict[str, Threshold]:
    """Thresholds of the intents of one language, drawn to the language's the more the fewer their questions are."""
    found: dict[str, Threshold] = {}
    for intent in sorted({one.intent for one, _, _ in scored}):
        rows = [row for row in scored if row[0].intent == intent]
        before = [one for one in declined if one.intent == intent]
        count = min(
            sum(bool(one.supported) for one, _, _ in rows),
            sum(one.supported is False and one.in_scope for one, _, _ in rows),
            sum(not one.in_scope for one in (*(row[0] for row in rows), *before)),
        )
        if count >= ENOUGH:
            own = _thresholds(rows, before)
            found[f"{intent}/{language}"] = Threshold(
                _drawn(base.scope, own.scope, count), _drawn(base.support, own.support, count)
            )
    return found


def _drawn(base: int, own: int, count: int) -> int:
    """A threshold between a language's and the one that so many questions of an intent ask for."""
    return base + (own - base) * count // (count + HELD)


def _between(least: int, scores: Sequence[int]) -> int:
    """The middle of the gap between what must not pass and the first score that does."""
    return (least + min((score for score in scores if score >= least), default=least)) // 2


def first_kept(scores: Sequence[int], allowed: float, lowest: int) -> int:
    """The least threshold at which no more than the allowed number of scores, largest first, pass.

    A share of so many questions is seldom whole: its rest lies between the first score that is kept out and the next,
    so that a question more or less among them does not move the threshold by a whole gap. Behind the last one lies
    `lowest`, from which nothing is kept out: one stranger alone, of whom half may pass, sets no threshold by himself.
    """
    whole = int(allowed)
    if whole >= len(scores):
        return lowest
    below = scores[whole + 1] if whole + 1 < len(scores) else min(lowest, scores[whole] - 1)
    return scores[whole] + 1 - int((allowed - whole) * (scores[whole] - below))


def first_likely(scores: Sequence[tuple[int, bool]]) -> int:
    """The score from which right answers lead wrong ones by nearly the most; above all where they never do.

    Isotonic regression of what is right on the score crosses one half where they lead by the most. Around it the two
    are as many, so that a build which learns a little otherwise would move that place far, and many answers with it:
    `NEARLY` the most is as good, and of the least scores from which each of these holds the mean is taken. A wrong text
    that is shown for a question with an answer counts as one for a question without: who asks cannot tell them apart.
    """
    leads, lead = {max((score for score, _ in scores), default=-1) + 1: 0}, 0
    for score, rows in groupby(sorted(scores, reverse=True), key=lambda row: row[0]):
        lead += sum(1 if right else -1 for _, right in rows)
        leads[score] = lead
    most = max(leads.values())
    least = [min(score for score, lead in leads.items() if lead >= near * most) for near in NEARLY]
    return sum(least) // len(least)


def _passes(row: Scored, thresholds: Mapping[str, Threshold]) -> bool:
    sample, scope, support = row
    _, held = threshold_of(thresholds, sample.intent, sample.language)
    return held.lets_in(scope, support) and support >= held.support


def _measure(
    scored: Sequence[Scored], declined: Sequence[Sample], thresholds: Mapping[str, Threshold]
) -> dict[str, Any]:
    """Coverage and false answers by scores that no model was fitted to, with the bound on the false-answer rate."""
    told: dict[str, Any] = {}
    for language in ("all", "ar", "en"):
        group = [row for row in scored if language in ("all", row[0].language)]
        if not group:
            continue
        split = group[0][0].split
        before = sum(one.split == split and language in ("all", one.language) for one in declined)
        passed = [_passes(row, thresholds) for row in group]
        wanted = [ok for row, ok in zip(group, passed, strict=True) if row[0].supported]
        unwanted = [ok for row, ok in zip(group, passed, strict=True) if row[0].to_decline]
        told[language] = {
            "answerable": len(wanted),
            "answered": sum(wanted),
            "to_decline": len(unwanted) + before,
            "false_answers": sum(unwanted),
            "false_answer_bound_permille": math.ceil(
                1000 * upper_bound(sum(unwanted), len(unwanted) + before)
            ),
        }
    return told
