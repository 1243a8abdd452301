"""How an Arabic question asks what somebody, or a place, is, and an Arabic text says it: what he is close behind the
name, for Arabic has no word for being, or before it as a title.

Nothing is decided here; `pipeline.answer.demands.being` puts the demand to texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.doing_arabic import CLAUSE
from pipeline.answer.demands.predicate import Claim
from pipeline.answer.words.fold import fold
from pipeline.text import analyse

REACH = 5  # words from a name to what it is
_ASKS = (
    r"^\W*[وف]?هل (?:(?:كان|كانت|يعتبر|تعتبر|يعد|تعد) )?(?:(?:ال{title}|سيدنا|جبل|بير) )*"
    r"(?P<who>[\u0621-\u064a]+(?: [\u0621-\u064a]+){0,4}?) (?:(?:كان|كانت|هو|هي|من) )*(?P<what>KINDS)"
    r"(?: (?:او|ام) (?:من )?(?P<or>KINDS)|(?: (?P<of>[\u0621-\u064a]+(?: [\u0621-\u064a]+){0,4})))?\W*$"
)
_BEFORE_ANOTHER = frozenset(("الي", "علي", "مع", "عن", "في", "بين", "عند", "ان"))
_MET = frozenset(("راي", "رايت", "لقي", "لقيت", "سمع", "سمعت", "سال", "سالت", "جاء", "جاءه"))  # he met one
_WORD = re.compile(r"[\u0621-\u064a]+")


def asked(asking: Asking) -> re.Match[str] | None:
    """Where a question asks whether somebody is something: `who`, `what`, `or` something else, and `of` whom."""
    kinds = "|".join(sorted(asking.lexicon.sorts["ar"]))
    return asking.lexicon.compiled("ar", _ASKS.replace("KINDS", kinds)).match(asking.normal)


def clauses(text: str) -> list[str]:
    """The clauses of a text."""
    return CLAUSE.split(text)


def says(said: Claim, clause: str, reach: int) -> bool:
    """Whether a clause says of somebody that he is a kind, or denies it."""
    words = _WORD.findall(fold(clause))
    tokens = [next(iter(analyse(word, keep_stop_words=True)), "") for word in words]
    return any(
        _follows(said, words, tokens, place, reach) or _leads(said, words, tokens, place)
        for place in range(len(tokens))
        if said.who.is_at(tokens, place)
    )


def _follows(said: Claim, words: Sequence[str], tokens: Sequence[str], place: int, reach: int) -> bool:
    """Whether a kind stands behind the name, and not another of that kind whom he met."""
    return any(
        _is_kind(said, words, at)
        and words[at - 1] not in _BEFORE_ANOTHER
        and _MET.isdisjoint(words[place:at])
        and said.is_of(tokens, at)
        for at in range(place + 1, min(len(words), place + 1 + reach))
    )


def _leads(said: Claim, words: Sequence[str], tokens: Sequence[str], place: int) -> bool:
    """Whether a kind stands right before the name as its title: "نبي الله إدريس", "الملك جبريل"."""
    first = place - said.who.surnamed
    return any(
        words[at].removeprefix("ال") in said.what
        and (not words[at].startswith("ال") or tokens[at] not in said.prophet)
        and (at == first - 1 or words[at + 1] == "الله" or bool(said.of))
        and said.is_of(tokens, at)
        for at in range(max(0, first - 2), first)
    )


def _is_kind(said: Claim, words: Sequence[str], place: int) -> bool:
    """Whether a word is the kind, and not the Prophet ("نبي الله")."""
    of_god = words[place + 1 : place + 2] == ["الله"] and not said.of
    word = words[place]
    return not of_god and (word in said.what or (word[0] == "ب" and word[1:] in said.what))
