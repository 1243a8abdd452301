"""What a question says of the Prophet, or of Allah, though it is unworthy of him: "Why did the Prophet drink wine?".

No sound text tells it, and those that are near it ("wine is forbidden") would answer as if the question were a sound
one. So none tells it but, of the Prophet, an answer whose title speaks of him and of the deed; of Allah most titles
speak, and what texts say to such questions of Him ("does Allah sleep?") they are led to as common ones. The deeds are a
list (`unworthy` in `data/lexicon/routes.yaml`).
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.doing import told_as
from pipeline.answer.demands.read import Read
from pipeline.text import analyse_query


@dataclass(frozen=True, slots=True)
class Unworthy:
    """The deed that is said of somebody, and by which tokens a title speaks of him."""

    deed: frozenset[str]
    named: frozenset[str]

    def told_by(self, text: Read) -> bool:
        """Whether a text is an answer to it."""
        heading = text.reading.heading
        return text.is_titled and not self.named.isdisjoint(heading) and not self.deed.isdisjoint(heading)


def unworthy_in(asking: Asking) -> Unworthy | None:
    """What a question says of the Prophet, or of Allah, though it is unworthy; None where it says no such thing."""
    lexicon = asking.lexicon
    for of, named in (("prophet", lexicon.prophet), ("god", frozenset[str]())):
        if said := lexicon.unworthy(asking.normal, of):
            verb, _, rest = said.partition(" ")
            deed = frozenset(analyse_query(rest)[:1] if verb in lexicon.light else analyse_query(verb))
            return Unworthy(told_as(deed, asking), named)
    return None
