"""What a question says that the Prophet did, though it is unworthy of him: "Why did the Prophet drink wine?".

No sound text tells it, and those that are near it ("wine is forbidden") would answer as if the question were a sound
one. So none tells it but an answer whose title speaks of him and of the deed. Such deeds are a list (`unworthy` in
`data/lexicon/routes.yaml`).
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.doing import told_as
from pipeline.answer.demands.read import Read
from pipeline.text import analyse_query


@dataclass(frozen=True, slots=True)
class Unworthy:
    """The deed that is said of the Prophet, and what he is called, as tokens."""

    deed: frozenset[str]
    prophet: frozenset[str]

    def told_by(self, text: Read) -> bool:
        """Whether a text is an answer to it."""
        heading = text.reading.heading
        return text.is_titled and not self.prophet.isdisjoint(heading) and not self.deed.isdisjoint(heading)


def unworthy_in(asking: Asking) -> Unworthy | None:
    """What a question says of the Prophet though it is unworthy of him; None where it says no such thing."""
    lexicon = asking.lexicon
    said = lexicon.unworthy(asking.normal)
    if not said:
        return None
    verb, _, rest = said.partition(" ")
    deed = frozenset(analyse_query(rest)[:1] if verb in lexicon.light else analyse_query(verb))
    return Unworthy(told_as(deed, asking), lexicon.prophet)
