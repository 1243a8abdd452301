"""The very things that a question asks a judgement on, which a text must name.

    named     a question of judgement ("Does touching a dog break wudu?", "the ruling on X", "what is said about X",
              "X and wudu") that names few things is answered by a text that names the rarest of them: a ruling on its
              neighbour is another; what is named beside it may go by other words (an adult, ladies, one's hand)
    most      in English one sentence, with the heading, names seven tenths of what a judgement is asked on, by weight;
              where the deed itself is judged ("is it allowed to eat meat on Friday"), all of it

Nothing is decided here; `pipeline.answer.demands.questions` puts the demands to texts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.units import ONE, Asked, Unit
from pipeline.text import analyse_query

RARE_EIGHTHS = 7  # of the weight of the heaviest thing, from which another must be named, too
MOST = ONE * 7 // 10  # of the weight of what a judgement is asked on
SEVERAL = 5  # things, of which most must be named
FEW = 3  # things; a longer question is told in many words, and its answer in others
_PRESENT = frozenset("يت")
# What an English participle tells of a thing ("a divorce pronounced by a court"), and what measures it out ("plots of
# land"), a text may tell in other words.
_BESIDE = re.compile(
    r"\b([a-z]{3,}ed|made|done|taken|given|bought|sold|written|held|worn) "
    r"(?:by|in|on|at|from|with|for|to|during|through|outside|inside)\b"
    r"|\b(plots?|pieces?|bits?|lumps?|sums?|amounts?|cups?|pairs?|sets?|kinds?|sorts?|types?|forms?) of\b"
)
# An English question whose deed is judged: "is it allowed to eat meat", "does eating meat break".
_DEED_JUDGED = re.compile(r"^\W*(?:is it (?:\w+ ){1,5}?to |does (?!\w*thing)\w+ing )")
_DEFINITE = re.compile(r"(?:^|\s)[وف]?(?:[بك]?ال|لل)[\u0621-\u064a]+")
# The verb of a relative clause is what is judged: "the ruling on one who fasts and lies".
_WHO_DOES = re.compile(r"(?:^|\s)(?:الذي|التي|الذين|اللاتي|حكم من|كفاره من|عقوبه من|جزاء من) ([يت]\S+)")
# What an Arabic deed is done to stands behind it with its article: "touching the dog".
_ANNEXED = re.compile(r"(?<![\u0621-\u064a])(?!ال)([\u0621-\u064a]+) (?=(ال[\u0621-\u064a]+))")


def judged_things(folded: str, question: Asked, lexicon: Lexicon) -> tuple[Unit, ...]:
    """The rarest things that a folded question of judgement names, beside words of judgement; none where it names much.

    A verb says what is done; where something else is named, a text may say it in other words. The verb of a relative
    clause ("one who lies") is what is judged, and must be named as well. So must what the rarest is done to, where it
    stands right behind it in Arabic ("touching the dog", where touching is rarer).
    """
    named = named_things(question, lexicon)
    if len(named) > FEW:
        return ()
    deeds = {token for verb in _WHO_DOES.findall(folded) for token in analyse_query(verb)}
    rare = (*rarest(_nouns(named, folded)), *rarest([unit for unit in named if unit.concept]))
    also = deeds | _done_to(rare, folded)
    return tuple(unit for unit in named if unit in rare or not also.isdisjoint(unit.tokens))


def named_things(question: Asked, lexicon: Lexicon, but: frozenset[str] = frozenset()) -> tuple[Unit, ...]:
    """What a question names beside words of judgement, classes, what is generic, and some tokens more (`but`)."""
    aside = lexicon.judging | lexicon.classes | but
    return tuple(
        unit
        for unit in question.things
        if aside.isdisjoint(unit.tokens) and unit.concept not in lexicon.generic
    )


def judged_most(question: Asked, lexicon: Lexicon) -> tuple[Unit, ...]:
    """All things that a question of judgement names; none where it names very much."""
    named = named_things(question, lexicon)
    return named if len(named) <= SEVERAL else ()


def share_of_judged(folded: str, things: Sequence[Unit]) -> int:
    """How much of some things one sentence must name, by weight; 1024 for all."""
    return ONE if len(things) <= FEW and _DEED_JUDGED.search(folded) else MOST


def _done_to(deeds: Iterable[Unit], folded: str) -> set[str]:
    """The words of what some deeds of an Arabic question are done to."""
    tokens = {token for unit in deeds for token in unit.tokens}
    pairs = ((analyse_query(deed), analyse_query(thing)) for deed, thing in _ANNEXED.findall(folded))
    return {token for deed, thing in pairs if not tokens.isdisjoint(deed) for token in thing}


def rarest(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """The heaviest of some things, and those that are nearly as heavy."""
    heaviest = max((unit.weight for unit in units), default=0)
    return tuple(unit for unit in units if unit.weight * 8 >= heaviest * RARE_EIGHTHS)


def _nouns(named: Sequence[Unit], folded: str) -> Sequence[Unit]:
    """Some things without those that a verb or a participle names, or that measure others; all of them where nothing
    else is named."""
    definite = {token for match in _DEFINITE.findall(folded) for token in analyse_query(match)}
    beside = {token for match in _BESIDE.findall(folded) for token in analyse_query(" ".join(match))}
    aside = [unit for unit in named if _is_verb(unit, definite) or not beside.isdisjoint(unit.tokens)]
    return [unit for unit in named if unit not in aside] or named


def _is_verb(unit: Unit, definite: Collection[str]) -> bool:
    """Whether a thing is named by an Arabic verb of the present: a letter before another word of its root."""
    token = unit.tokens[0]
    return token[0] in _PRESENT and token not in definite and frozenset((token[1:],)) in unit.forms
