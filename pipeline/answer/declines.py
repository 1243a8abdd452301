"""Declines: one fixed wording for each reason and language, with texts near the subject where there are any.

A decline states nothing of its own. Texts that are offered beside one are named as near the subject, never as an
answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pipeline.answer.composing.markdown import cite, escape
from pipeline.answer.composing.notes import notes_for
from pipeline.answer.composing.shown import Shown, display_title, evidence_of, source_of
from pipeline.answer.finding.candidates import Candidate
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.lacking import in_marks
from pipeline.answer.routing.around_reference import Missing
from pipeline.answer.routing.route import Route
from pipeline.text import analyse_query, words
from schemas.answer import Answer, Intent, Reason, Source, Verdict

if TYPE_CHECKING:
    from pipeline.answer.validate import Premise
    from pipeline.index.search import Index

_LETTERS = re.compile(r"[^\W\d_]")


def decline(
    routed: Route,
    reason: Reason,
    intent: Intent,
    summary: str,
    detail: str = "",
    sources: Sequence[Source] = (),
    note: str | None = None,
    explanation: dict[str, Any] | None = None,
) -> Answer:
    """A decline with its words."""
    verdict = Verdict(False, intent, reason, tuple(source.reference for source in sources), explanation or {})
    return Answer(verdict, routed.language, summary, detail, (), note, tuple(sources))


def fixed(routed: Route, lexicon: Lexicon, reason: Reason) -> Answer:
    """A decline whose route says everything: in words of its rule, where it has any, else of the reason."""
    phrases = lexicon.phrases[routed.language]
    return decline(routed, reason, routed.intent, phrases.get(routed.rule) or phrases[reason])


def with_help(given: Answer, routed: Route, lexicon: Lexicon) -> Answer:
    """An outcome with where to find help above it; help alone in place of words that the question is none of this
    service."""
    if given.verdict.reason is Reason.OUT_OF_SCOPE:
        words, told = lexicon.phrases[routed.language][Reason.CRISIS], given.verdict.explanation
        return decline(routed, Reason.CRISIS, Intent.CRISIS, words, explanation=told)
    summary = f"{lexicon.phrases[given.language]['help']} {given.summary}"
    return replace(given, summary=summary, help_first=True)


def personal(routed: Route, lexicon: Lexicon, near: Sequence[Candidate]) -> Answer:
    """A ruling for one person's case: general texts may be offered."""
    phrases = lexicon.phrases[routed.language]
    summary = phrases["new_ruling"]
    if near:
        summary = f"{summary} {phrases['new_ruling_near']}"
    detail, sources, note = _offer(near, routed.language, lexicon)
    return decline(routed, Reason.NEW_RULING, routed.intent, summary, detail, sources, note)


def nothing(
    routed: Route,
    lexicon: Lexicon,
    reason: Reason,
    intent: Intent,
    near: Sequence[Candidate],
    absent: Sequence[str],
    explanation: dict[str, Any],
) -> Answer:
    """Nothing answers; `absent` are tokens that no text holds."""
    phrases = lexicon.phrases[routed.language]
    asks_grade = intent is Intent.GRADE and reason is Reason.NOTHING_FOUND
    parts = [phrases["nothing_grade" if asks_grade else reason]]
    spelled = _as_written(routed.text, absent)
    if spelled and reason is Reason.NOTHING_FOUND:
        separator = "، " if routed.language == "ar" else ", "
        parts.append(phrases["nothing_words"].format(words=separator.join(spelled)))
    if near:
        parts.append(phrases["nothing_near"])
    detail, sources, note = _offer(near, routed.language, lexicon)
    return decline(routed, reason, intent, " ".join(parts), detail, sources, note, explanation)


def _as_written(text: str, tokens: Sequence[str]) -> list[str]:
    """The words of a question that its tokens came from, as they were written."""
    wanted = set(tokens)
    spelled = [text[word.start : word.end] for word in words(text) if wanted & set(analyse_query(word.text))]
    return [word[:40] for word in dict.fromkeys(spelled)][:5]


def _offer(
    near: Sequence[Candidate], language: str, lexicon: Lexicon
) -> tuple[str, tuple[Source, ...], str | None]:
    """Markdown and sources for texts near the subject."""
    if not near:
        return "", (), None
    documents = [one.document for one in near]
    lines = [lexicon.phrases[language]["detail_related"], ""]
    cited: dict[str, list[str]] = {}  # parts of a page have one title
    for one in documents:
        cited.setdefault(escape(display_title(one, language)), []).append(cite(one.id))
    lines += [f"- {title} {' '.join(cites)}" for title, cites in cited.items()]
    note = " ".join(notes_for(documents, language, lexicon)) or None
    return "\n".join(lines), tuple(source_of(one, language) for one in documents), note


def unreadable(question: str, routed: Route, lexicon: Lexicon) -> Answer:
    """No word that can be searched: another script, signs alone, or only words that carry nothing."""
    phrases = lexicon.phrases[routed.language]
    foreign = any(
        not re.match(r"[a-zA-Z\u00c0-\u024f\u0600-\u06ff]", letter) for letter in _LETTERS.findall(question)
    )
    phrase = "unreadable_script" if foreign else "unreadable_words"
    return decline(routed, Reason.UNREADABLE, Intent.GENERAL, phrases[phrase])


def missing(routed: Route, lexicon: Lexicon) -> Answer:
    """A verse, surah or narration that does not exist."""
    summary = " ".join(missing_words(one, routed.language, lexicon) for one in routed.mentions.missing)
    return decline(routed, Reason.NO_SUCH_REFERENCE, Intent.LOOKUP, summary)


def no_verse(routed: Route, lexicon: Lexicon, words: str) -> Answer:
    """Words that the question takes for a verse, and that none has."""
    language = routed.language
    told = lexicon.phrases[language]["no_verse"].format(words=in_marks([words], language))
    return decline(routed, Reason.NOTHING_FOUND, Intent.LOOKUP, told)


def no_narration(routed: Route, lexicon: Lexicon, words: str) -> Answer:
    """Words that somebody takes for a narration, and that none has that was found."""
    language = routed.language
    told = lexicon.phrases[language]["no_narration"].format(words=in_marks([words], language))
    return decline(routed, Reason.NOTHING_FOUND, Intent.LOOKUP, told)


def missing_words(one: Missing, language: str, lexicon: Lexicon) -> str:
    """The sentence for something that does not exist."""
    phrases = lexicon.phrases[language]
    if one.kind == "surah":
        return phrases["no_such_surah"].format(surah=one.surah)
    if one.kind == "verse":
        surah = lexicon.surahs[one.surah]
        return phrases["no_such_verse"].format(
            surah=one.surah, number=one.number, name=surah.name(language), verses=surah.verses
        )
    if one.kind == "name":
        told = phrases["no_surah_named"].format(name=one.name)
        near = lexicon.surahs.get(one.surah)
        if near is None:
            return told
        offered = phrases["did_you_mean"].format(name=near.name(language), surah=one.surah)
        return f"{told} {offered}"
    return phrases["in_book"].format(collection=lexicon.collections[one.name].name(language))


def premise(index: Index, routed: Route, lexicon: Lexicon, found: Premise) -> Answer:
    """A question that contradicts a closed list: the reader is pointed to a text, and nothing is stated."""
    phrases = lexicon.phrases[routed.language]
    summary = phrases[found.phrase].format(subject=found.subject)
    ordinal = index.find(found.source) if found.source else None
    if ordinal is None:
        return decline(routed, Reason.FALSE_PREMISE, routed.intent, summary)
    document = index.document(ordinal)
    answer = decline(
        routed,
        Reason.FALSE_PREMISE,
        routed.intent,
        f"{summary} {phrases['false_premise_source']}",
        f"{escape(display_title(document, routed.language))} {cite(document.id)}",
        (source_of(document, routed.language),),
        " ".join(notes_for([document], routed.language, lexicon)) or None,
    )
    evidence = evidence_of([Shown(document, {})], routed.language, lexicon, phrases["heading_near"])
    return replace(answer, evidence=evidence)
