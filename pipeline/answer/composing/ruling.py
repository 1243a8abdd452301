"""What pieces of a text do in a ruling: they are headings of its parts, lead to cases, rule on the case that is asked
of behind the rule, or tell whose view it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.answer.composing import forms, views
from pipeline.answer.composing.among import AmongOthers

LEAST_HEAD = 12  # characters of a heading that says of what its part is


class RulingPieces(AmongOthers):
    """The pieces of one text for one question, as parts of a ruling."""

    def has_more_cases(self, first: int, last: int) -> bool:
        """Whether the cases to which a run leads go on behind it."""
        behind = range(last + 1, min(last + 4, len(self.pieces)))
        return any(self.is_item(one) for one in behind) and any(
            self.leads_to_cases(one) for one in range(first, last + 1)
        )

    def leads_to_cases(self, piece: int) -> bool:
        """Whether the parts of a list follow a piece of a ruling, each a case or a condition of it, and no evidence."""
        return (
            self.rules
            and piece + 1 < len(self.pieces)
            and self.is_item(piece + 1)
            and forms.ANNOUNCES.search(self._marks[piece].folded) is not None
            and forms.EVIDENCE.search(self._marks[piece].folded) is None
        )

    def heads(self) -> list[int]:
        """The pieces of a mufti's answer that are numbered headings of its parts, where a ruling is asked for; none
        where there is only one."""
        found = [
            piece
            for piece, (start, end) in enumerate(self.pieces)
            if self.rules
            and self.is_item(piece)
            and LEAST_HEAD <= end - start <= forms.TITLE
            and forms.SAYS.search(self._marks[piece].folded) is None
            and piece + 1 < len(self.pieces)
            and not self.is_item(piece + 1)
        ]
        return found if len(found) > 1 else []

    def best_head(self, heads: Sequence[int]) -> int | None:
        """The heading that names more of what is asked about than all the others, and most of it."""
        held = {piece: self._question.covered(self._marks[piece].tokens) for piece in heads}
        best = max(held, key=lambda piece: held[piece], default=None)
        if best is None or 4 * held[best] < 3 * self._question.total:
            return None
        return best if list(held.values()).count(held[best]) == 1 else None

    def rules_on_the_rest(self, first: int, last: int) -> bool:
        """Whether the sentence behind a run sets a case, rules on it or sets it against the run's, and names something
        that is asked about and that the run does not name: the case that is asked of, behind the rule."""
        if last + 1 >= len(self.pieces) or not self.ends_sentence(last) or self.is_other(last + 1):
            return False
        following = self._marks[last + 1]
        rules = self.rules_in(last + 1) or forms.SET_AGAINST.match(following.folded) is not None
        if not rules or forms.OF_A_CASE.match(following.folded) is None:
            return False
        lacking = [
            unit
            for unit in self._question.things
            if not any(unit.is_in(one.tokens) for one in self._marks[first : last + 1])
        ]
        return any(unit.is_in(following.tokens) for unit in lacking)

    def differs(self, first: int, found: int, last: int) -> bool:
        """Whether a run tells up to what was found that there are several views, and to its end not which is right: the
        next pieces may tell them."""
        return (
            self.one_voice
            and any(forms.DIFFERS.search(one.folded) for one in self._marks[first : found + 1])
            and not any("concludes" in one.has for one in self._marks[first : last + 1])
        )

    def reports(self, first: int, last: int) -> bool:
        """Whether a run of an Arabic text of one voice tells what others hold, and not which view is right."""
        said = [one.folded for one in self._marks[first : last + 1]]
        return self._tells_views and any(map(views.reports, said)) and not any(map(views.decides, said))

    def decides(self, first: int, last: int) -> bool:
        """Whether a run says which view is right."""
        return any(views.decides(one.folded) for one in self._marks[first : last + 1])

    def is_own(self, first: int, last: int) -> bool:
        """Whether no piece of a run begins with what somebody else holds."""
        return not any(views.begins_with_another(one.folded) for one in self._marks[first : last + 1])

    def is_of_some(self, piece: int) -> bool:
        """Whether a piece of an Arabic narration is one view of several, of which its collector tells."""
        return self.narrates and self._arabic and views.begins_with_some(self._marks[piece].folded)

    def turns_to_others(self, first: int, last: int) -> bool:
        """Whether a run says which view is right, and the next piece what others hold."""
        return self.decides(first, last) and self.reports(last + 1, last + 1)
