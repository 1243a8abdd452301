"""How an English question asks what somebody, or a place, is, and an English text says it: the name, a word for being,
and what he is, or that as a title before his name.

Nothing is decided here; `pipeline.answer.demands.being` puts the demand to texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.doing_english import CLAUSE, tokens_of
from pipeline.answer.demands.predicate import Claim
from pipeline.text import analyse

REACH = 8  # words from a name to what it is
LED = 4  # words from a name to the word for being
NAMED_BEHIND = 12  # words from a kind of somebody to the name ("of the wives of the Prophet … as of Khadija")
_ASKS = (
    r"^\W*(?:is|was) (?:(?:the|mount|{title}) )*(?P<who>[a-z'-]+(?: [a-z'-]+){0,4}?)"
    r"(?: (?:really|actually|also|not|ever))* (?:an?|the|one of the|considered an?) (?P<what>[a-z' -]+?)"
    r"(?: of (?:the )?(?P<of>[a-z' -]+?))?(?: or (?:an? |the )?(?P<or>[a-z' -]+))?\W*$"
)
_BLESSING = re.compile(r"\(?\b(?:peace|blessings?)\b[^,.)]{0,40}\bupon (?:him|her|them)\b\)?", re.I)
_BEING = frozenset(("is", "was", "were", "be", "been", "became", "becom", "as", "call", "made", "neither"))
_ARTICLES = frozenset(("a", "an", "one", "of"))
_BEFORE_ANOTHER = frozenset(("by", "with", "to", "from", "for", "upon", "against", "at", "about", "like"))
_SAID = frozenset(analyse("said say told asked who whom that came saw", keep_stop_words=True))


def asked(asking: Asking) -> re.Match[str] | None:
    """Where a question asks whether somebody is something: `who`, `what`, `or` something else, and `of` whom."""
    return asking.lexicon.compiled("en", _ASKS).match(asking.normal)


def clauses(text: str) -> list[str]:
    """The clauses of a text."""
    return CLAUSE.split(text)


def says(said: Claim, clause: str, reach: int) -> bool:
    """Whether a clause says of somebody that he is a kind, or denies it."""
    tokens = tokens_of(_BLESSING.sub(" ", clause))
    return any(
        _follows(said, tokens, place, reach) or _leads(said, tokens[: place - said.who.surnamed])
        for place in range(len(tokens))
        if said.who.is_at(tokens, place)
    )


def _follows(said: Claim, tokens: Sequence[str], place: int, reach: int) -> bool:
    """Whether a kind stands behind the name."""
    behind = tokens[place + 1 : place + 1 + reach]
    return any(
        _is_it(said, behind[:at]) and said.is_of(tokens, place + 1 + at)
        for at, token in enumerate(behind)
        if token in said.what
    )


def _is_it(said: Claim, between: Sequence[str]) -> bool:
    """Whether what stands between a name and a kind makes the one the other."""
    if not between or not _SAID.isdisjoint(between) or not _BEFORE_ANOTHER.isdisjoint(between[-3:]):
        return False
    definite = between[-1] == "the" and not said.of
    if _ARTICLES.issuperset(between[:-1]) and (between[-1] in _ARTICLES or between[-1] == "the"):
        return not definite
    of_prophet = definite and not said.what.isdisjoint(said.prophet) and "of" not in between
    return not _BEING.isdisjoint(between[:LED]) and not of_prophet


def _leads(said: Claim, tokens: Sequence[str]) -> bool:
    """Whether a kind stands right before the name, behind these words, as its title."""
    before = tokens[-NAMED_BEHIND - 1 :]
    *_, other, kind = ("", "", *before)
    if kind in said.what:
        return not said.of and not (other == "the" and not said.what.isdisjoint(said.prophet))
    for at, token in enumerate(before):
        if said.of and token in said.what and _SAID.isdisjoint(before[at:]):
            if before[at + 1 : at + 2] == ["of"] and not said.of.isdisjoint(before[at + 2 : at + 4]):
                return len(before) - at <= NAMED_BEHIND
            between = frozenset(before[at + 1 :]) - said.of
            if between <= {"of", "the", "s"} and said.is_of(before, at):
                return True
    return False
