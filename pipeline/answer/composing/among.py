"""What a piece of a text does among the others: it leads to a list or to words, is ended by the next one alone, is
limited or taken back by what follows, or is answered.
"""

from __future__ import annotations

from pipeline.answer.composing import forms, talk
from pipeline.answer.composing.marked import MarkedPieces


class AmongOthers(MarkedPieces):
    """The pieces of one text for one question, each among the others."""

    def leads_to_list(self, piece: int) -> bool:
        """Whether a piece says that a list follows, and one does."""
        folded = self._marks[piece].folded
        following = range(piece + 1, min(piece + 3, len(self.pieces)))
        return forms.ANNOUNCES.search(folded) is not None and (
            self._counts.search(folded) is not None or any(self.is_item(one) for one in following)
        )

    def is_open(self, piece: int) -> bool:
        """Whether what a piece says is ended by the next one alone: it leads to a quotation, calls on somebody, only
        begins a sentence ("when he came,"), is a question that is answered, is asked on ("they said: and what are
        they?"), is told the reason of, or is limited ("so long as")."""
        folded = self._marks[piece].folded
        return (
            self.asks(piece)
            or forms.introduces(folded)
            or forms.CALLS.search(folded) is not None
            or forms.BEGUN.search(folded) is not None
            or self._goes_on(piece)
            or self._asked_on(piece)
            or self._reasoned(piece)
            or self.is_cut_short(piece)
        )

    def leads_on(self, piece: int) -> bool:
        """Whether a piece of one voice ends by leading to what the next one says: with a colon, to a quotation, or, in
        a mufti's answer, by asking; a comment tells a story in which others ask."""
        folded = self._marks[piece].folded
        asks = self._fatwa and forms.QUESTION.search(folded) is not None
        return self.one_voice and (asks or folded.endswith(":") or forms.introduces(folded))

    def is_cut_short(self, piece: int) -> bool:
        """Whether a piece means another thing without what follows it: what is said so far is limited or taken back, or
        is a condition."""
        folded = self._marks[piece].folded
        return (
            self._is_limited(piece)
            or self._is_set_against(piece)
            or forms.BARE_NUMBER.match(folded) is not None
            or (self.one_voice and (self._is_turned(piece) or forms.BEGUN.search(folded) is not None))
        )

    def is_answered(self, piece: int) -> bool:
        """Whether what somebody says in a piece of a narration is answered by the next one."""
        if not self.narrates or piece + 1 >= len(self.pieces):
            return False
        if self._arabic:
            said, following = self._marks[piece].folded, self._marks[piece + 1].folded
            return talk.is_answered_in_arabic(said, following) or forms.REPLIES.match(following) is not None
        return talk.is_answered(self.text, self.pieces[piece][1], self.pieces[piece + 1][0])

    def is_asked_for(self, piece: int) -> bool:
        """Whether a piece of an English narration tells what is said on a short reply ("She said: Yes.")."""
        if not self.narrates or self._arabic or piece < 2 or not self.asks(piece - 2):
            return False
        return talk.is_brief(self.text, self.pieces[piece - 1][1])

    def _is_limited(self, piece: int) -> bool:
        """Whether the next piece, or one that ends the same sentence, limits what is said ("so long as", "but if"); of
        one voice, also whether the next one is its condition ("if he is poor")."""
        for one in range(piece + 1, len(self.pieces)):
            if forms.LIMITS.match(self._marks[one].folded):
                return True
            if self.ends_sentence(one - 1):
                return False
            if one == piece + 1 and self.one_voice and forms.CONDITIONS.match(self._marks[one].folded):
                return True
        return False

    def _is_set_against(self, piece: int) -> bool:
        """Whether a mufti's next sentence sets another ruling against the one that is given."""
        if piece + 1 >= len(self.pieces) or not (self.rules_in(piece) and self.rules_in(piece + 1)):
            return False
        return forms.SET_AGAINST.match(self._marks[piece + 1].folded) is not None

    def _is_turned(self, piece: int) -> bool:
        """Whether the next piece goes on in the same sentence by taking back what was said."""
        if piece + 1 >= len(self.pieces) or forms.TURNS.match(self._marks[piece + 1].folded) is None:
            return False
        begins = next(filter(str.isalpha, self.text[self.pieces[piece + 1][0] :]), "")
        quotes = self.text[self.pieces[piece][1] :].lstrip('”"’ ').startswith("[")
        return not self.ends_sentence(piece) or (not self._arabic and (begins.islower() or quotes))

    def _asked_on(self, piece: int) -> bool:
        """Whether those who hear what a piece of an Arabic narration says ask on."""
        following = self._marks[piece + 1].folded if piece + 1 < len(self._marks) else ""
        return self.narrates and self._arabic and forms.ASKS_ON.match(following) is not None

    def _reasoned(self, piece: int) -> bool:
        """Whether an Arabic narration goes on with why a piece says what it says."""
        following = self._marks[piece + 1].folded if piece + 1 < len(self._marks) else ""
        return self.narrates and self._arabic and forms.REASON.match(following) is not None

    def lacks_form(self, first: int, last: int) -> bool:
        """Whether a run has nothing of what is asked for (a reward, an invocation), and the next piece does."""
        if self._form is None or last + 1 >= len(self._marks):
            return False
        held = ["formed" in one.has for one in self._marks[first : last + 2]]
        return held[-1] and not any(held[:-1])

    def _goes_on(self, last: int) -> bool:
        """Whether what a run says is ended by the next piece alone: after a colon, or behind a condition."""
        mark = self._marks[last].folded.removesuffix("<o>")[-1:]
        following = self._marks[last + 1].folded if last + 1 < len(self._marks) else ""
        return mark == ":" or (mark in ("؛", ";") and self._arabic and forms.SINCE.match(following) is None)
