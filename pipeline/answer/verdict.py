"""The verdict on a question that was looked at: rules in order, each of which may end it, and at last the gate.

    copied texts            what was sent is a verse or a narration, or said to be, whatever a rule makes of its words
    personal, out of scope  declined by what is asked
    missing, unreadable     a text that no collection has; no words in English or Arabic
    revelation              why a verse was revealed, where a text says so; else it is shown as one that is named
    reference, quotation    the text that is named or pasted; words whose place is asked for, though no verse has them
    false premise           a question that supposes what is not so
    several questions       each by itself; what is answered is shown one after another
    gate                    everything else: declined or answered by what was found (`judge`, `present`)

The order is part of the contract: an earlier rule is surer of what it sees than a later one.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pipeline.answer import declines, lookup
from pipeline.answer.finding.graded import graded_on
from pipeline.answer.finding.retrieve import REVELATION
from pipeline.answer.judge import near_texts, refused
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.present import supported
from pipeline.answer.quotations.found import Quoted
from pipeline.answer.quotations.in_verses import altered_verse, cited_verse, placed_verse, verbatim, verses_of
from pipeline.answer.quotations.letters import language_of, letters_of
from pipeline.answer.quotations.placed import Placed, is_held, words_placed
from pipeline.answer.quotations.quotes import copied_texts, find_narrations, find_quotation
from pipeline.answer.quotations.sounded import find_sounded
from pipeline.answer.quotations.told import words_told
from pipeline.answer.quotations.transcribed import verses_of_word
from pipeline.answer.resources import Resources
from pipeline.answer.routing.mentions import Mentions
from pipeline.answer.routing.neighbours import beside_in, verse_beside
from pipeline.answer.seen import Seen
from pipeline.answer.validate import false_premise
from pipeline.answer.words.fold import fold
from pipeline.answer.words.units import ONE
from pipeline.index import Index
from pipeline.text import analyse
from pipeline.text import language_of as script_of
from schemas.answer import Answer, Intent, Reason
from schemas.reference import Kind

_MARKS = re.compile("[\"'“”‘’«»﴿﴾]")  # what stands between them is none of the asker's own words
NEIGHBOURS = 8  # verses that are shown beside those whose words are cited
TOGETHER = ONE * 9 // 10  # share of the words of several questions that a mufti was asked together


def decide(index: Index, question: str, seen: Seen, resources: Resources, background: str | None) -> Answer:
    """The answer or the decline that the rules and the gate come to."""
    routed, lexicon = seen.route, resources.lexicon
    if routed.reason in (Reason.NEW_RULING, Reason.OUT_OF_SCOPE, Reason.ABUSE):
        copied = copied_texts(index, routed.text, lexicon)
        if copied is not None:
            seen.notice("quotation", list(copied.references))
            return lookup.by_words(index, routed, lexicon, copied)
    if routed.reason in (Reason.NEW_RULING, Reason.OUT_OF_SCOPE) and (told := _told(index, seen, lexicon)):
        return told
    if routed.reason is Reason.NEW_RULING:
        return declines.personal(routed, lexicon, near_texts(seen))
    if routed.reason is not None:
        return declines.fixed(routed, lexicon, routed.reason)
    if routed.mentions.missing and not routed.mentions.references:
        return declines.missing(routed, lexicon)
    if script_of(question) == "none" and not routed.mentions.references:
        return declines.unreadable(question, routed, lexicon)
    if seen.common == REVELATION and not refused(seen, resources):
        return supported(index, [seen], lexicon, background)
    if seen.of_verse:
        verse = replace(routed, mentions=Mentions((seen.of_verse,), clear=True))
        return lookup.by_reference(index, verse, lexicon, ["note_no_occasion"])
    if routed.mentions.references and (routed.mentions.only or routed.mentions.clear):
        return lookup.by_reference(index, routed, lexicon)
    if beside := _beside_words(index, routed.text, lexicon):
        return lookup.by_reference(index, replace(routed, mentions=Mentions(beside, clear=True)), lexicon)
    if told := _of_words(index, seen, verbatim(index, question) or _quotation(index, seen, lexicon), lexicon):
        return told
    if seen.asked is None or not analyse(routed.text):
        return declines.unreadable(question, routed, lexicon)
    premise = false_premise(routed.text, lexicon, routed.language)
    if premise is not None:
        seen.notice("false_premise", premise.name)
        return declines.premise(index, routed, lexicon, premise)
    if answered := _one_by_one(index, seen, resources, background):
        return answered
    declined = refused(seen, resources)
    if declined and (verses := _transcribed(index, seen, lexicon)):
        seen.notice("quotation", list(verses.references))
        return lookup.by_words(index, routed, lexicon, verses)
    if declined and (narrations := _graded(index, seen, lexicon)):
        seen.notice("graded", list(narrations.references))
        return lookup.by_words(index, routed, lexicon, narrations)
    return declined or supported(index, [seen], lexicon, background)


def _beside_words(index: Index, question: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The verses that stand before or behind those whose words a question cites, where it asks for these."""
    beside = beside_in(fold(question))
    if beside is None or beside.surahs:
        return ()
    near = (
        verse_beside(one, beside.step, lexicon.surahs) for one in verses_of(index, beside.of)[:NEIGHBOURS]
    )
    references = (f"{Kind.QURAN}:{surah}:{number}" for surah, number in near)
    return tuple(one for one in references if index.find(one) is not None)


def _told(index: Index, seen: Seen, lexicon: Lexicon) -> Answer | None:
    """What is told of words between marks that somebody says are a verse or a narration, which makes no case of his;
    None where nobody does."""
    routed = seen.route
    if not _MARKS.search(routed.text):
        return None
    if words_placed(routed.text):
        return _of_words(index, seen, _quotation(index, seen, lexicon), lexicon)
    if not (words := words_told(routed.text)):
        return None
    narrations = find_narrations(index, Placed(words, language_of(words), marked=True), lexicon)
    if narrations is None:
        return declines.no_narration(routed, lexicon, words)
    seen.notice("quotation", list(narrations.references))
    return lookup.by_words(index, routed, lexicon, narrations)


def _of_words(index: Index, seen: Seen, quoted: Quoted | None, lexicon: Lexicon) -> Answer | None:
    """What is told of the words that a question quotes, or that no verse has of which it asks where they stand; None
    without either."""
    routed = seen.route
    if quoted is not None:
        seen.notice("quotation", list(quoted.references))
        return lookup.by_words(index, routed, lexicon, quoted, as_verse=words_placed(routed.text) is not None)
    if seen.unheld:
        seen.notice("no_verse", seen.unheld)
        return declines.no_verse(routed, lexicon, seen.unheld)
    return None


def _one_by_one(index: Index, seen: Seen, resources: Resources, background: str | None) -> Answer | None:
    """The answer to several questions in one, each from its own texts, with a note on those that none answers; None
    where each is declined by itself, or one of them and the whole is a common question or was asked of a mufti."""
    if not seen.parts:
        return None
    told = [one for one in seen.parts if reaches_gate(index, one, resources) and not refused(one, resources)]
    left = [one.written for one in seen.parts if one not in told]
    if not told or (left and (seen.common or _asked_together(seen))):
        return None
    seen.notice("answered", [one.written for one in told])
    return supported(index, told, resources.lexicon, background, left)


def _asked_together(seen: Seen) -> bool:
    """Whether the first text is of a mufti who was asked nearly all that several questions ask."""
    first = seen.first
    return first is not None and first.document.kind == Kind.FATWA and first.reading.titled >= TOGETHER


def reaches_gate(index: Index, seen: Seen, resources: Resources) -> bool:
    """Whether nothing before the gate decides a question: no rule, reference, quotation or validator, and no mufti who
    was asked just so."""
    routed = seen.route
    if routed.reason is not None or routed.intent in (Intent.LOOKUP, Intent.GRADE) or seen.asked is None:
        return False
    if seen.asked_before or seen.of_verse or not seen.features or seen.failed:
        return False
    if _quotation(index, seen, resources.lexicon) or seen.unheld:
        return False
    return false_premise(routed.text, resources.lexicon, routed.language) is None


def _quotation(index: Index, seen: Seen, lexicon: Lexicon) -> Quoted | None:
    """Pasted words of scripture, looked for once."""
    if not seen.compared:
        seen.quoted, seen.unheld = _quoted(index, seen, lexicon)
        seen.compared = True
    return seen.quoted


def _quoted(index: Index, seen: Seen, lexicon: Lexicon) -> tuple[Quoted | None, str]:
    """Pasted words of scripture, searched for by themselves only where the question gives a sign of them; else words of
    which it is asked where in the Qur'an they stand, though no verse has them."""
    text, graded = seen.route.text, seen.route.intent is Intent.GRADE
    cited = None if graded else cited_verse(index, text, few=not seen.common)
    if cited or seen.common:
        return cited, ""  # a common question quotes nothing else, whatever texts hold its words
    read = [one.document for one in seen.candidates]
    placed = words_placed(text)
    if placed and (verse := placed_verse(index, placed)):
        return verse, ""
    found = find_quotation(index, text, lexicon, read, graded=graded) or find_sounded(index, text, lexicon)
    if placed is None or _is_of(found, placed):
        return found, ""
    narrations = find_narrations(index, placed, lexicon)
    whole = narrations is not None and not (narrations.lacking or narrations.apart)
    if not whole and (altered := altered_verse(index, placed, lexicon)):
        return altered, ""
    if is_held(index, placed, read, lexicon, by_names=not whole):
        return None, ""  # by a verse, whose translation words it otherwise
    told = narrations or found
    return told, "" if told else placed.words


def _is_of(found: Quoted | None, placed: Placed) -> bool:
    """Whether verses were found by all of the words that are asked about, or with those that they lack."""
    if found is None or not any(one.startswith(Kind.QURAN) for one in found.references):
        return False
    return (
        found.sounded or bool(found.lacking) or found.apart or found.words == tuple(letters_of(placed.words))
    )


def _graded(index: Index, seen: Seen, lexicon: Lexicon) -> Quoted | None:
    """The narrations on what a question names that asks for the grade of one."""
    subject = lexicon.kinds.graded_on(seen.route.plain) if seen.route.intent is Intent.GRADE else ""
    return Quoted.of(index, graded_on(index, subject, lexicon), on=True) if subject else None


def _transcribed(index: Index, seen: Seen, lexicon: Lexicon) -> Quoted | None:
    """The verses that have the Arabic word whose meaning is asked in English."""
    if seen.route.language != "en":
        return None
    return Quoted.of(index, verses_of_word(index, seen.route.text, lexicon), sounded=True)
