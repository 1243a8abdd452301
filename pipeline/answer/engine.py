"""A question to a verdict, and the answer that shows it: route -> retrieve -> gate -> compose.

    answer(index, "What breaks the fast?")

The verdict (answered or not, why, which sources in which order) is decided by code from the index alone, before
any prose. The same index, question and mode give the same answer. Limits: at most 4,000 characters, no control
characters; a question beyond them raises `QuestionError`, one without words in English or Arabic is declined.
"""

from __future__ import annotations

import re
from typing import Any
from weakref import WeakKeyDictionary

from pipeline.answer import declines, lookup
from pipeline.answer.candidates import Candidate, candidates
from pipeline.answer.compose import (
    Composed,
    Shown,
    detail_of,
    display_title,
    evidence_of,
    notes_for,
    scholars_differ,
    source_of,
    summary_of,
    told_notes,
)
from pipeline.answer.dawah import opening
from pipeline.answer.demands import demands_of, is_plain, meets
from pipeline.answer.evidence import CLOSE_TENTHS, chosen_of
from pipeline.answer.features import features
from pipeline.answer.fold import fold
from pipeline.answer.gate import FILE, Decision, GateModel
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.mushaf import mushaf_of
from pipeline.answer.quotes import Quoted, copied_verses, find_quotation
from pipeline.answer.replies import leading, with_replies
from pipeline.answer.retrieve import Sought, of_quran, retrieve, sought_for
from pipeline.answer.route import route
from pipeline.answer.seen import Resources, Seen
from pipeline.answer.spelling import spellings_of
from pipeline.answer.units import asked, to_fixed
from pipeline.answer.validate import apart, confirmed, false_premise, unheard
from pipeline.index import Index
from pipeline.index.types import Hit
from pipeline.text import analyse
from pipeline.text import language_of as script_of
from schemas.answer import Answer, Intent, Mode, Reason, Verdict
from schemas.errors import QuestionError

LONGEST = 4000
NEAR_SHOWN = 3
SPOKEN_OF = 800  # share of a question in one window from which the corpus speaks of its subject
NEAR_WINDOW = 450
IN_DETAIL = 4
READ_FOR_DEMANDS = 5  # texts of which one must hold what a question demands
OF_FAITH = (Intent.CREED, Intent.TAFSIR, Intent.SUPPLICATION)

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_RESOURCES: WeakKeyDictionary[Index, Resources] = WeakKeyDictionary()


def answer(
    index: Index,
    question: str,
    mode: Mode = Mode.MUSLIM,
    background: str | None = None,
    explain: bool = False,
    seen: Seen | None = None,
) -> Answer:
    """The answer to a question, or a decline.

    Args:
        background: the reader's tradition in free text; used in `dawah` mode alone.
        explain: fill `verdict.explanation` with everything that the outcome rests on.
        seen: what `look` made of this question with this index; it is looked at now when None.

    Raises:
        QuestionError: the question breaks a limit.
    """
    check_limits(question)
    resources = resources_of(index)
    seen = seen or look(index, question, resources)
    given = _decide(index, question, seen, resources, mode, background)
    if explain:
        given.verdict.explanation.update(seen.explanation())
    return given


def check_limits(question: str) -> None:
    """Raise `QuestionError` for a question that is too long, empty, or holds control characters."""
    if len(question) > LONGEST:
        raise QuestionError(
            "the question is too long",
            expected=f"at most {LONGEST} characters",
            found=f"{len(question)} characters",
            remedy="ask about one thing at a time",
        )
    match = _CONTROL.search(question)
    if match:
        raise QuestionError(
            "the question holds a control character",
            expected="text",
            found=f"U+{ord(match[0]):04X} at character {match.start() + 1}",
            remedy="send the question as plain text in UTF-8",
        )
    if not question.strip():
        raise QuestionError("the question is empty", expected="a question in English or Arabic")


def resources_of(index: Index) -> Resources:
    """The lists and the gate of an index, read once."""
    found = _RESOURCES.get(index)
    if found is None:
        found = Resources(Lexicon.of_snapshot(index.path), GateModel.load(index.path / FILE))
        _RESOURCES[index] = found
    return found


def warm(index: Index) -> None:
    """Do what the first questions would do: kernels, lists, gate, and the verses in a row."""
    index.warm()
    resources_of(index)
    mushaf_of(index)


def look(index: Index, question: str, resources: Resources) -> Seen:
    """Route a question and, where the route searches, read what the search finds."""
    lexicon = resources.lexicon
    routed = route(question, lexicon)
    seen = Seen(routed)
    if routed.reason not in (None, Reason.NEW_RULING) or routed.intent is Intent.LOOKUP:
        return seen
    if not analyse(routed.text):
        return seen
    sought = sought_for(routed, lexicon)
    if sought.wording:
        seen.notice("wording", sought.wording.name)
    lexical = index.lexical
    seen.asked = asked(sought.about, index.glossary, lexical.idf, lexical.known, lexicon.frame)
    retrieved = retrieve(index, sought, routed, is_plain(seen.asked))
    seen.result = retrieved.result
    _read(index, seen, sought, retrieved.hits, lexicon)
    seen.features = features(
        routed.text,
        seen.asked,
        seen.result,
        [one.reading for one in seen.candidates],
        lexicon,
        to_fixed(lexical.idf("\u0000")),
        of_faith=routed.intent in OF_FAITH or sought.wording is not None,
    )
    if of_quran(routed):
        seen.candidates = _verses_first(seen.candidates)
    return seen


def _read(index: Index, seen: Seen, sought: Sought, hits: tuple[Hit, ...], lexicon: Lexicon) -> None:
    """Read the texts that were found against what the question asks and demands."""
    routed, question = seen.route, seen.asked
    assert question is not None
    if not sought.wording:  # the words of the texts are what a text must tell
        seen.demands = demands_of(routed.text, question, lexicon, confirmed(routed.text, lexicon))
    seen.candidates = candidates(
        index,
        hits,
        question,
        routed.intent,
        lexicon.wanted_type(fold(routed.text)),
        lambda kind, reading: meets(kind, reading, seen.demands, question, lexicon),
        lexicon.wordings.form(routed.text),
        spellings_of(sought.about, question, index.glossary),
    )


def _verses_first(found: list[Candidate]) -> list[Candidate]:
    """Verses and commentary that cover nearly as much as the best text before it: what the Quran says is quoted."""
    least = max((one.reading.window for one in found), default=0) * CLOSE_TENTHS // 10
    return sorted(
        found,
        key=lambda one: (
            not (one.meets and one.document.kind in ("quran", "tafsir") and one.reading.window >= least)
        ),
    )


def _decide(
    index: Index, question: str, seen: Seen, resources: Resources, mode: Mode, background: str | None
) -> Answer:
    routed, lexicon = seen.route, resources.lexicon
    if routed.reason in (Reason.NEW_RULING, Reason.OUT_OF_SCOPE):
        copied = copied_verses(index, routed.text)
        if copied is not None:
            seen.notice("quotation", list(copied.references))
            return lookup.by_words(index, routed, lexicon, mode, copied)
    if routed.reason is Reason.NEW_RULING:
        return declines.personal(routed, lexicon, mode, _near(seen))
    if routed.reason is not None:
        return declines.fixed(routed, lexicon, mode, routed.reason)
    if routed.mentions.missing and not routed.mentions.references:
        return declines.missing(index, routed, lexicon, mode)
    if script_of(question) == "none" and not routed.mentions.references:
        return declines.unreadable(question, routed, lexicon, mode)
    if routed.mentions.references and (routed.mentions.only or routed.mentions.clear):
        return lookup.by_reference(index, routed, lexicon, mode)
    quoted = _quotation(index, seen, lexicon)
    if quoted is not None:
        seen.notice("quotation", list(quoted.references))
        return lookup.by_words(index, routed, lexicon, mode, quoted)
    if seen.asked is None or not analyse(routed.text):
        return declines.unreadable(question, routed, lexicon, mode)
    premise = false_premise(routed.text, lexicon, routed.language)
    if premise is not None:
        seen.notice("false_premise", premise.name)
        return declines.premise(index, routed, lexicon, mode, premise)
    return _by_gate(index, seen, resources, mode, background)


def _quotation(index: Index, seen: Seen, lexicon: Lexicon) -> Quoted | None:
    """Pasted words of scripture; searched for by themselves only where the question gives a sign of them."""
    if "wording" in seen.noticed:
        return None  # a common question, whatever texts hold the words in which it is asked
    read = [one.document for one in seen.candidates]
    grade = seen.route.intent is Intent.GRADE
    return find_quotation(index, seen.route.text, lexicon, read, thorough=grade, grade=grade)


def _by_gate(index: Index, seen: Seen, resources: Resources, mode: Mode, background: str | None) -> Answer:
    routed, lexicon = seen.route, resources.lexicon
    decision = resources.gate.decide(seen.features, routed.intent, routed.language)
    seen.decision, seen.gate = decision, resources.gate
    confidence = {"confidence": _confidence(decision)}
    missing = unheard(seen.asked) if seen.asked else ()
    if missing:
        seen.notice("unheard", list(missing))
        of_faith = decision.in_scope or seen.features["domain"] > 0 or routed.intent in OF_FAITH
        of_faith = of_faith or lexicon.of_conduct(routed.text)
        intent = routed.intent if of_faith else Intent.OUT_OF_SCOPE
        reason = Reason.NOTHING_FOUND if of_faith else Reason.OUT_OF_SCOPE
        return declines.nothing(routed, lexicon, mode, reason, intent, [], missing, confidence)
    if parted(seen):
        seen.notice("apart", True)
        strange = not decision.in_scope and _foreign(seen, lexicon)
        reason = Reason.OUT_OF_SCOPE if strange else Reason.NOTHING_FOUND
        intent = Intent.OUT_OF_SCOPE if strange else routed.intent
        return declines.nothing(routed, lexicon, mode, reason, intent, [], (), confidence)
    if untold(seen):
        seen.notice("untold", [one.name for one in seen.demands])
        return declines.nothing(
            routed, lexicon, mode, Reason.NOTHING_FOUND, routed.intent, _near(seen), (), confidence
        )
    if not seen.candidates or (not decision.in_scope and _foreign(seen, lexicon)):
        return declines.nothing(
            routed, lexicon, mode, Reason.OUT_OF_SCOPE, Intent.OUT_OF_SCOPE, [], (), confidence
        )
    if not decision.in_scope:
        return declines.nothing(
            routed, lexicon, mode, Reason.NOTHING_FOUND, routed.intent, [], (), confidence
        )
    if routed.intent is Intent.GRADE or not decision.supported:
        return declines.nothing(
            routed, lexicon, mode, Reason.NOTHING_FOUND, routed.intent, _near(seen), (), confidence
        )
    return _compose(index, seen, lexicon, mode, background, confidence)


def parted(seen: Seen) -> bool:
    """Whether a thing of two words is asked about whose words stand apart in every text."""
    first = [one.reading for one in seen.candidates[:READ_FOR_DEMANDS]]
    return (
        seen.asked is not None and "wording" not in seen.noticed and apart(seen.route.text, seen.asked, first)
    )


def untold(seen: Seen) -> bool:
    """Whether the question demands what no text holds that speaks of its subject as much as the best one does."""
    if not seen.demands:
        return False
    least = max((one.reading.window for one in seen.candidates), default=0) * CLOSE_TENTHS // 10
    return not any(one.meets and one.reading.window >= least for one in seen.candidates[:READ_FOR_DEMANDS])


def _foreign(seen: Seen, lexicon: Lexicon) -> bool:
    """Whether nothing in a question that falls out of scope has to do with the faith, so that it may be told so."""
    of_faith = seen.features["domain"] > 0 or seen.features["window"] >= SPOKEN_OF
    return not of_faith and not lexicon.of_conduct(seen.route.text)


def _confidence(decision: Decision) -> float:
    """How far the weaker of the two scores lies above its threshold, in logits."""
    return (
        min(decision.scope - decision.threshold.scope, decision.support - decision.threshold.support) / 1024
    )


def _near(seen: Seen) -> list[Candidate]:
    """Texts near the subject, to offer beside a decline."""
    return [one for one in seen.candidates if one.reading.window >= NEAR_WINDOW][:NEAR_SHOWN]


def _compose(
    index: Index,
    seen: Seen,
    lexicon: Lexicon,
    mode: Mode,
    background: str | None,
    explanation: dict[str, Any],
) -> Answer:
    routed, question = seen.route, seen.asked
    assert question is not None
    language = routed.language
    chosen = with_replies(index, chosen_of(seen.candidates, question), question)
    documents = [one.document for one in chosen]
    shown = [_shown(index, one, language) for one in chosen]
    notes = notes_for(documents, language, lexicon)
    if scholars_differ(documents):
        notes.append(lexicon.phrases[language]["note_differ"])
    notes += told_notes(shown, language, lexicon)
    made = Composed(
        summary=summary_of(leading(chosen), question, routed.text, language, lexicon),
        detail=detail_of(chosen[:IN_DETAIL], question, routed.text, language, lexicon),
        evidence=evidence_of(shown, language, lexicon),
        note=" ".join(notes) or None,
        sources=tuple(source_of(one, language) for one in documents),
    )
    if mode is Mode.DAWAH:
        made = opening(index, made, background, language, lexicon)
    verdict = Verdict(
        True, routed.intent, None, tuple(source.reference for source in made.sources), explanation
    )
    return Answer(verdict, mode, language, made.summary, made.detail, made.evidence, made.note, made.sources)


def _shown(index: Index, one: Candidate, language: str) -> Shown:
    same = []
    for reference in one.same:
        ordinal = index.find(reference)
        if ordinal is not None:
            same.append(display_title(index.document(ordinal), language))
    same += [copy.title(language) for copy in index.documents.copies.of(one.document.id)]
    return Shown(one.document, {one.reading.language: one.reading.span}, tuple(same))


def reaches_gate(index: Index, question: str, seen: Seen, resources: Resources) -> bool:
    """Whether nothing before the gate decides a question: no rule, reference, quotation or validator."""
    routed = seen.route
    if routed.reason is not None or routed.intent in (Intent.LOOKUP, Intent.GRADE) or seen.asked is None:
        return False
    if not seen.features or unheard(seen.asked) or parted(seen) or untold(seen):
        return False
    if _quotation(index, seen, resources.lexicon) is not None:
        return False
    return false_premise(routed.text, resources.lexicon, routed.language) is None
