"""Which of two things is the better: taken for granted by a question, or asked.

"Why did he say that the lower hand is better than the upper hand?" is not answered by what he said of the upper hand,
though it has the same words. Whoever asks whether he said so is shown what he said. And "is Ali better than Abu Bakr?"
is answered by a text that says of both which is the better, whichever it is, and not by any that speaks of both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.read import Read
from pipeline.answer.words.units import Unit
from pipeline.text import analyse, analyse_query

REACH = 6  # tokens from the word that prefers to what it prefers, and to what it prefers it to
WITHIN = 24  # tokens among which both stand with a word that prefers, where it is asked which it is
BESIDE = 600  # characters beside what is read, in which it may be told
_PREFERRED = r"(?P<how>better|worse|greater|dearer|heavier|closer|superior|more \w+)"
_CLAIMS = (
    re.compile(
        r"^\W*(?:why|when|where|to whom)\b.* (?:say|said|teach|taught) (?:that )?(?P<first>[\w' -]{2,40}?)"
        rf" (?:is|are|was|were) (?:far |much )?{_PREFERRED} (?:than|to) (?P<second>[\w' -]{{2,40}})"
    ),
    re.compile(
        r"^\W*(?:لماذا|لم|متي|اين)\s.*?\sان (?P<first>\S+(?: \S+){0,3}?) (?P<how>خير|افضل|اعظم|احب|اشد|اكبر|شر)"
        r"(?: الي الله| عند الله| اجرا| اثما)? من (?P<second>\S+(?: \S+){0,3})"
    ),
)
_BETTER_EN = r"(?:better|best|superior|greater|greatest|holier|more (?:virtuous|excellent|beloved|important))"
_BETTER_AR = r"(?:افضل|خير|اعظم|احب)"
_ASKS = (
    re.compile(
        r"^\W*(?:is|are|was|were) (?!it\b|there\b)(?P<first>[\w' -]{2,40}?) (?:really |actually |considered )?"
        rf"(?:any |far |much )?{_BETTER_EN} (?:than|to) (?P<second>[\w' -]{{2,40}}?)\W*$"
    ),
    re.compile(
        rf"^\W*(?:who|which)(?: one)?(?: of (?:them|the two))? (?:is|are|was|were) {_BETTER_EN}[,:]? "
        r"(?P<first>[\w' -]{2,40}?),? or (?P<second>[\w' -]{2,40}?)\W*$"
    ),
    re.compile(
        rf"^\W*هل (?:كان |كانت )?(?P<first>\S+(?: \S+){{0,3}}?) {_BETTER_AR} من (?P<second>\S+(?: \S+){{0,3}}?)\W*$"
    ),
    re.compile(
        rf"^\W*(?:من|ايهما|ايهم|ما) (?:هو |هي )?{_BETTER_AR}[،,:]? (?P<first>\S+(?: \S+){{0,3}}?)[،,]? (?:ام|او) "
        r"(?P<second>\S+(?: \S+){0,3}?)\W*$"
    ),
)
# What says of two which is the better, in either language, as tokens.
PREFERS = frozenset(
    analyse(
        "better best superior superiority greater greatest prefer preferred preferable excellent excellence"
        " excel virtuous dearer dearest rank"
        " أفضل خير أعظم أحب فضل فضّل يفضل تفضيل مفضل أفضلية",
        keep_stop_words=True,
    )
)


@dataclass(frozen=True, slots=True)
class Preferred:
    """What is claimed: words by which each side alone is known, and the word between them, as tokens."""

    first: frozenset[str]
    how: frozenset[str]
    second: frozenset[str]

    def told_by(self, text: Read) -> bool:
        """Whether a text says it, in this order."""
        tokens = analyse_query(text.around)
        return any(
            token in self.how
            and not self.first.isdisjoint(tokens[max(0, place - REACH) : place])
            and not self.second.isdisjoint(tokens[place + 1 : place + 1 + REACH])
            for place, token in enumerate(tokens)
        )


@dataclass(frozen=True, slots=True)
class Ranked:
    """Two sides of which the better is asked for: what each alone names."""

    sides: tuple[tuple[Unit, ...], tuple[Unit, ...]]

    def told_by(self, text: Read) -> bool:
        """Whether a text, or what a mufti was asked, says of both which is the better."""
        if text.is_titled and self._ranks(text.reading.heading):
            return True
        tokens = analyse(text.within(BESIDE, BESIDE), keep_stop_words=True)
        words = PREFERS.union(*(unit.words for side in self.sides for unit in side))
        begins = (place for place, token in enumerate(tokens) if token in words)
        return any(self._ranks(tokens[place : place + WITHIN]) for place in begins)

    def _ranks(self, tokens: Iterable[str]) -> bool:
        """Whether some words name both, and prefer."""
        said = frozenset(tokens)
        return not said.isdisjoint(PREFERS) and all(
            any(unit.is_in(said) for unit in side) for side in self.sides
        )


def _match(forms: Iterable[re.Pattern[str]], asking: Asking) -> re.Match[str] | None:
    """Where a question has the first of some forms that it has."""
    return next((found for form in forms if (found := form.search(asking.normal))), None)


def preferred_in(asking: Asking) -> Preferred | None:
    """What a question says that somebody preferred; None where it says no such thing."""
    match = _match(_CLAIMS, asking)
    if match is None:
        return None
    first, how, second = (frozenset(analyse_query(match[name])) for name in ("first", "how", "second"))
    one, other = first - second, second - first
    return Preferred(one, how, other) if one and how and other else None


def ranked_in(asking: Asking) -> Ranked | None:
    """The two sides of which a question asks which is the better; None where it asks no such thing."""
    match = _match(_ASKS, asking)
    if match is None:
        return None
    first, second = (asking.by(match[side]) for side in ("first", "second"))
    one, other = (
        tuple(unit for unit in side if not _among(unit, rest))
        for side, rest in ((first, second), (second, first))
    )
    return Ranked((one, other)) if one and other else None


def _among(unit: Unit, others: Iterable[Unit]) -> bool:
    """Whether one of some things is named by the same words."""
    return any(not unit.words.isdisjoint(other.words) for other in others)
