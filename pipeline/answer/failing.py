"""The validators of a searched question: a thing that no text knows, and a demand that no text meets.

They look at texts in the order in which a search puts them; a reader, which may put them in another, comes later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from pipeline.answer.finding.candidates import CLOSE_TENTHS
from pipeline.answer.validate import unheard

if TYPE_CHECKING:
    from pipeline.answer.seen import Seen

READ_FOR_DEMANDS = 5  # texts of which one must hold what a question demands


class Failed(NamedTuple):
    """A validator that a searched question fails, and what of it: the words, or the names of the demands."""

    check: Literal["unheard", "untold"]
    told: Sequence[str]


def failing(seen: Seen) -> Failed | None:
    """The first validator that a searched question fails; None where it may pass the gate, or was asked just so of a
    mufti, who knew what he was asked."""
    if seen.asked_before:
        return None
    if seen.asked is not None and (missing := unheard(seen.asked)):
        return Failed("unheard", list(missing))
    if _untold(seen):
        return Failed("untold", [one.name for one in seen.demands])
    return None


def _untold(seen: Seen) -> bool:
    """Whether the question demands what no text holds that speaks of its subject as much as those without it do."""
    if not seen.demands:
        return False
    # An Arabic text that only has other words of the same stems speaks of something else; and what is asked of a verse
    # itself, no comment on it tells.
    # Windows of two languages are not alike: one counts words that texts write, the other those of a glossary.
    itself = min((len(one.spelled) for one in seen.candidates if one.meets), default=0)
    kinds = {one.kind for one in seen.demands if one.kind}
    most = dict.fromkeys(("ar", "en"), 0)
    for one in seen.candidates:
        language = one.reading.language
        other = language == "ar" and len(one.spelled) < itself
        if not (one.meets or other) and (not kinds or one.document.kind in kinds):
            most[language] = max(most[language], one.reading.window)
    return not any(
        one.meets and one.reading.window * 10 >= most[one.reading.language] * CLOSE_TENTHS
        for one in seen.candidates[:READ_FOR_DEMANDS]
    )
