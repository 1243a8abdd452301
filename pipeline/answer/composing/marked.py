"""The pieces of a text for one question, and what each holds.

A piece holds the type of answer that is asked for, a verdict, what a thing is, a list; it is a chain, a question, a
citation, words to somebody: these are its marks. What a piece does among the others, `among` says; what it does in a
ruling, `ruling`; what runs of pieces are worth, `worth`; and which are quoted together, `widening`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.answer.composing import forms
from pipeline.answer.demands.asking import Asking, is_plain
from pipeline.answer.demands.checks import defines
from pipeline.answer.demands.places import says_of
from pipeline.answer.lexicon.contrasts import Cases, is_at_odds
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.tongue import ARABIC
from pipeline.text import analyse, analyse_query
from schemas.document import Document
from schemas.reference import Kind

_MARKS = " \n\t\u200f\u200e\"“”«»')]"
CHAIN = 60  # characters at the beginning of a sentence of an answer, in which it tells who narrated


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of one piece that a run of several has where one of them does, and the tokens that it holds."""

    tokens: frozenset[str]
    folded: str
    has: frozenset[str]
    cases: Cases


class MarkedPieces:
    """The pieces of one text for one question."""

    def __init__(
        self,
        document: Document,
        reading: Reading,
        asking: Asking,
        pieces: Sequence[tuple[int, int]],
    ) -> None:
        """Args: pieces: characters from and to, in order."""
        folded, lexicon = asking.folded, asking.lexicon
        self.reading, self.text = reading, reading.text
        self._question, self._lexicon = asking.question, lexicon
        self.pieces, self._kind = pieces, document.kind
        self.narrates = document.kind == Kind.HADITH
        self._arabic, self._fatwa = reading.language == "ar", document.kind == Kind.FATWA
        self._wanted = lexicon.wanted(folded, reading.language)
        self._form = asking.form
        asks_for_verdict = lexicon.asks_for_verdict(asking.text, reading.language)
        self._judged = asks_for_verdict or self._is_ruled_on(document, folded)
        self._tells_views = self.one_voice and self._arabic and self._judged
        self._what = is_plain(asking.question) and lexicon.asks_what_it_is(folded)
        self._counts = lexicon.answer_types["list"][f"need_{reading.language}"]
        self._why_not = forms.WHY_NOT.search(folded) is not None
        self._how = forms.HOW.match(folded) is not None
        self._list = forms.ASKS_LIST.search(folded) is not None
        self._words = frozenset(analyse_query(asking.text))
        self._cases = lexicon.contrasts.asked_in(asking.text, asking.language)
        # What one voice says of one case is no answer where a question sets none.
        self.any_case = self.one_voice and forms.CASES.search(folded) is None
        # A story has no one sentence that tells it.
        self.tells_story = self.narrates and lexicon.asks_for_story(asking.text)
        self._marks = [self._of_piece(*piece) for piece in pieces]

    def _is_ruled_on(self, document: Document, folded: str) -> bool:
        """Whether a question that has no form of asking ("cheese with rennet") finds a mufti who was asked for a
        ruling, by the title of his answer: he is looked up for it."""
        if (
            not self._fatwa
            or self._wanted is not None
            or self._form is not None
            or forms.ASKS_ELSE.search(folded)
        ):
            return False
        title, language = document.title(self.reading.language), self.reading.language
        return self._lexicon.asks_for_verdict(title, language) or self._lexicon.is_verdict(
            fold(title), language
        )

    def is_item(self, piece: int) -> bool:
        """Whether a piece is one part of a list, by how it begins."""
        return forms.ITEMS.match(self._marks[piece].folded) is not None

    def is_other(self, piece: int) -> bool:
        """Whether a piece of one voice says nothing more on what was said before it, or says it of another case."""
        has, cases = self._marks[piece].has, self._marks[piece].cases
        if any(is_at_odds(asked, cases.get(name, ())) for name, asked in self._cases.items()):
            return True
        if self._list and self.is_item(piece):
            return False
        if self._is_title(piece):
            return True
        if self.narrates:
            return forms.QUESTION.search(self._marks[piece].folded) is not None
        return forms.introduces(self._marks[piece].folded) or not has.isdisjoint(
            ("closing", "cites", "aside")
        )

    def asks(self, piece: int) -> bool:
        """Whether a piece ends with a question that somebody puts in it."""
        folded, asked = self._marks[piece].folded, forms.ASKED if self._arabic else forms.ASKED_OF
        return (
            folded.endswith(('?"', '؟"'))
            or (self.narrates and folded.endswith(("?", "؟")))
            or (self.narrates and asked.search(folded) is not None)
        )

    def leads_to_words(self, piece: int) -> bool:
        """Whether a piece of a narration ends by leading to the words of another."""
        return self.narrates and forms.introduces(self._marks[piece].folded)

    def sentence(self, piece: int) -> tuple[int, int]:
        """The pieces of the sentence that a piece is one of, from one to another."""
        first = last = piece
        while first and not self.ends_sentence(first - 1):
            first -= 1
        while last + 1 < len(self.pieces) and not self.ends_sentence(last):
            last += 1
        return first, last

    @property
    def rules(self) -> bool:
        """Whether a ruling is asked for, of a mufti's answer."""
        return self._fatwa and self._judged and not self._list

    @property
    def instructs(self) -> bool:
        """Whether a ruling is asked for, or how something is done, of a text of one voice."""
        return self.one_voice and (self._judged or self._how)

    def tells_what_was_held(self, piece: int) -> bool:
        """Whether a piece of a narration tells what people held ("they used to say")."""
        return self.narrates and forms.HELD.search(self._marks[piece].folded) is not None

    def rules_in(self, piece: int) -> bool:
        """Whether a piece of a mufti's answer gives a judgement."""
        return "verdict" in self._marks[piece].has

    def cites(self, piece: int) -> bool:
        """Whether a piece only says where something is found."""
        return "cites" in self._marks[piece].has

    def gives_grounds(self, piece: int) -> bool:
        """Whether a piece begins with why something is so, or is in another script than the text."""
        return (
            "foreign" in self._marks[piece].has or forms.GROUNDS.match(self._marks[piece].folded) is not None
        )

    def begins_with_condition(self, piece: int) -> bool:
        """Whether a piece of one voice begins with a case in which what follows it holds."""
        return self.one_voice and forms.IF.search(self._marks[piece].folded) is not None

    def excepts(self, piece: int) -> bool:
        """Whether a piece begins with a case of which what was said before it does not hold."""
        return forms.EXCEPTS.match(self._marks[piece].folded) is not None

    def ends_sentence(self, piece: int) -> bool:
        """Whether a sentence ends with a piece."""
        return self.text[: self.pieces[piece][1]].rstrip(_MARKS).endswith((".", "!", "?", "؟"))

    def _is_title(self, piece: int) -> bool:
        """Whether a piece of an English answer is the heading of what follows."""
        answers = self._fatwa and not self._arabic
        return answers and forms.is_line_of_title(self.text, *self.pieces[piece])

    def judges(self, piece: int) -> bool:
        """Whether a piece of a mufti's answer gives the judgement that is asked for, on half of what is asked about."""
        one = self._marks[piece]
        judges = "verdict" in one.has and one.has.isdisjoint(
            ("side", "aside", "closing", "cites", "reports_asking")
        )
        return judges and 2 * self._question.covered(one.tokens) >= self._question.total

    def covered(self, first: int, last: int) -> int:
        """How much of what is asked about a run holds, by weight."""
        held = frozenset().union(*(one.tokens for one in self._marks[first : last + 1]))
        return self._question.covered(held)

    def counts(self, piece: int) -> bool:
        """Whether a piece only tells how many parts a list has."""
        has = self._marks[piece].has
        return "counted" in has and "listed" not in has

    def span(self, first: int, last: int) -> int:
        """How many characters the pieces from one to another have."""
        return self.pieces[last][1] - self.pieces[first][0]

    @property
    def one_voice(self) -> bool:
        """Whether one person speaks in the text, from its beginning to its end."""
        return self._kind in (Kind.FATWA, Kind.TAFSIR, Kind.BOOK)

    @property
    def gives_words(self) -> bool:
        """Whether words to be said are asked for."""
        return self._form is not None and self._form.name == "invocation"

    @property
    def asks_nothing(self) -> bool:
        """Whether nothing is asked: a text is looked up, and tells as much as there is room for."""
        return not self._words

    @property
    def asks_for_list(self) -> bool:
        """Whether what is asked for has several parts: conditions, kinds, steps."""
        return self._list

    def _of_piece(self, start: int, end: int) -> Marks:
        said = self.text[start:end]
        folded = fold(said).strip()
        tokens = frozenset(analyse(said))
        cases = self._lexicon.contrasts.named_in(said, self.reading.language) if self._cases else {}
        return Marks(tokens, folded, frozenset(self._holds(said, folded)), cases)

    def _holds(self, said: str, folded: str) -> list[str]:
        """Marks of one piece."""
        language = self.reading.language
        found = []
        if self._wanted is not None and self._wanted.search(folded):
            found.append("typed")
        if self._form is not None and self._form.found(folded, language):
            found.append("formed")
        if says_of(self._form, said, language, self._question.things):
            found.append("of_it")
        if forms.CHAIN.search(folded, 0, CHAIN if self._fatwa else len(folded)):
            found.append("chain_answer" if self._fatwa else "chain")
        if self._what and defines(said, language, self._question, self._lexicon):
            found.append("defines")
        if self._list and (len(forms.ITEMS.findall(folded)) > 1 or self._parted(said)):
            found.append("listed")
        if self._how and forms.STEPS.search(folded):
            found.append("steps")
        if self._list and self._counts.search(folded):
            found.append("counted")
        if language == "en" and len(ARABIC.findall(folded)) * 4 > len(folded):
            found.append("foreign")
        if self._why_not and forms.PERMITS.search(folded):
            found.append("opposite")
        if forms.CITES.search(folded):
            found.append("cites")
        return found + self._of_answer(folded, language) if self._fatwa else found

    def _parted(self, said: str) -> bool:
        """Whether a piece names several things, one after another; how something is done is no such list."""
        return not self._how and len(forms.COMMAS.findall(said)) > 2

    def _of_answer(self, folded: str, language: str) -> list[str]:
        """Marks of a piece of a mufti's answer."""
        found = []
        if self._judged and self._lexicon.is_verdict(folded, language) and not forms.EITHER.search(folded):
            found.append("verdict")
            if forms.YES.search(folded):
                found.append("affirms")
        if self._judged and forms.SIDE.search(folded):
            found.append("side")
        if self._judged and forms.CONCLUDES.search(folded):
            found.append("concludes")
        if self._lexicon.is_aside(folded, language) and not (self._list and forms.ITEMS.match(folded)):
            found.append("aside")
        if self._lexicon.is_closing(folded, language):
            found.append("closing")
        if forms.REPORTS_ASKING.search(folded):
            found.append("reports_asking")
        if forms.QUOTED.search(folded):
            found.append("quoted")
        return found
