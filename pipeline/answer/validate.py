"""What can be checked exactly, before and beside the gate.

`false_premise` compares a number in the question with a closed list, a fact that everybody counts the same, the
person named in it with the one of whom the texts tell a well-known deed, and the month or place in which it sets a
well-known event with its own.
`unheard` names the things asked about that no text holds: an answer could only be about something else.
Nothing is stated from here: a decline points to a document of the corpus, or says that it does not answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.routing.numbers import in_digits
from pipeline.answer.words.fold import fold
from pipeline.answer.words.units import ONE, Asked

_WORD = re.compile(r"[\w']+")
# The first digits of one that is far too great tell that it is.
_CLAIMED = re.compile(r"-*(?:ال)?(\d{1,18})\d*-*")
# How or why something is as it is; "how many" asks for the number.
_WHOLE = re.compile(r"\W*(?:how (?!many|much|often)|why|كيف|لماذا|لم|ما (?:هي? |هو )?(?:ال)?(?:سبب|حكمه))\b")
TOLERATED = ONE * 12 // 100  # share of a long question that may be unheard of


@dataclass(frozen=True, slots=True)
class Premise:
    """A closed list that a question contradicts; `phrase` is the sentence that says so."""

    name: str
    subject: str
    source: str
    phrase: str = "false_premise"


def false_premise(question: str, lexicon: Lexicon, language: str) -> Premise | None:
    """The closed list that a number, or the doer of a deed, in the question contradicts.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> false_premise("What are the six pillars of Islam?", default_lexicon(), "en").subject
    'the pillars of Islam'
    """
    folded = fold(question)
    counted = in_digits(folded, lexicon)
    for pattern, fact in lexicon.claims:
        for match in pattern.finditer(counted):
            claimed = _claimed(match)
            if claimed is not None and _contradicts(claimed, fact, counted, match.start("n"), lexicon):
                return Premise(fact["name"], fact[f"subject_{language}"], fact.get("source", ""))
    return _false_deed(folded, lexicon, language)


def _false_deed(folded: str, lexicon: Lexicon, language: str) -> Premise | None:
    """A well-known deed that the question tells of somebody else, or what was not so, whoever is named."""
    named = lexicon.persons.search(folded) is not None
    for one in lexicon.deeds:
        if (named or one.false) and one.deed.search(folded) and not one.doer.search(folded):
            return Premise(one.name, one.subject[language], one.source, "false_deed")
    return None


def confirmed(question: str, lexicon: Lexicon) -> frozenset[int]:
    """The numbers of a question that a closed list settles and a document tells, so that no text need repeat them."""
    counted = in_digits(fold(question), lexicon)
    found = {
        _claimed(match)
        for pattern, fact in lexicon.claims
        if "source" in fact or "whole" in fact
        for match in pattern.finditer(counted)
    }
    return frozenset(number for number in found if number is not None)


def _claimed(match: re.Match[str]) -> int | None:
    """The number that a question in digits says; a noun in the dual says two, and "7-8" is no number."""
    if "two" in match.re.groupindex:
        return 2
    said = _CLAIMED.fullmatch(match["n"])
    return int(said[1]) if said else None


def _contradicts(claimed: int, fact: dict[str, Any], folded: str, place: int, lexicon: Lexicon) -> bool:
    """Whether a number, at a place of a folded question, contradicts a fact."""
    if "at_most" in fact:
        return claimed > fact["at_most"]
    if claimed == fact["value"]:
        return False
    words = _WORD.findall(folded)
    partly = not lexicon.partly["anywhere"].isdisjoint(words)
    if claimed in fact.get("allowed", ()) and (partly or not (fact.get("whole") and _WHOLE.match(folded))):
        return False
    led = _WORD.findall(folded[:place])[-1:]
    return claimed > fact["value"] or not (partly or lexicon.partly["led"].intersection(led))


def unheard(question: Asked) -> tuple[str, ...]:
    """Words of the question that no text holds, when they weigh too much to answer without them."""
    unknown = [unit for unit in question.units if unit.unknown and not unit.frame]
    weight = sum(unit.weight for unit in unknown)
    if weight * ONE // question.total <= TOLERATED:
        return ()
    return tuple(token for unit in unknown for token in unit.tokens)
