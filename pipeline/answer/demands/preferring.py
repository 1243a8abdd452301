"""Which of two things is said to be the better, where a question takes it for granted.

"Why did he say that the lower hand is better than the upper hand?" is not answered by what he said of the upper hand,
though it has the same words. Whoever asks whether he said so is shown what he said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.read import Read
from pipeline.text import analyse_query

REACH = 6  # tokens from the word that prefers to what it prefers, and to what it prefers it to
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


@dataclass(frozen=True, slots=True)
class Preferred:
    """What is claimed: words by which each side alone is known, and the word between them, as tokens."""

    first: frozenset[str]
    how: frozenset[str]
    second: frozenset[str]

    def said_by(self, text: Read) -> bool:
        """Whether a text says it, in this order."""
        tokens = analyse_query(text.around)
        return any(
            token in self.how
            and not self.first.isdisjoint(tokens[max(0, place - REACH) : place])
            and not self.second.isdisjoint(tokens[place + 1 : place + 1 + REACH])
            for place, token in enumerate(tokens)
        )


def preferred_in(asking: Asking) -> Preferred | None:
    """What a question says that somebody preferred; None where it says no such thing."""
    match = next((found for claim in _CLAIMS if (found := claim.search(asking.normal))), None)
    if match is None:
        return None
    first, how, second = (frozenset(analyse_query(match[name])) for name in ("first", "how", "second"))
    one, other = first - second, second - first
    return Preferred(one, how, other) if one and how and other else None
