"""A question as it was routed, read once for all that it demands and by which its texts are ordered.

It is read in three writings, which are not the same:

    text      as it was routed: English names have their capitals
    folded    as the lists write it, whole: what kind of question it is hangs on this
    normal    folded, with the word that asks before its topic, and without numbers that say a place in a book: what it
              demands is found in this

What follows from these is worked out once, where it is first asked for. Nothing is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pipeline.answer.demands.judging import judged_most, judged_things
from pipeline.answer.lexicon import Lexicon, Told
from pipeline.answer.lexicon.wordings import Form
from pipeline.answer.words.fold import fold
from pipeline.answer.words.spelling import Spellings
from pipeline.answer.words.units import Asked, Unit
from pipeline.text import analyse, analyse_query
from schemas.answer import Intent

# Words of many a form in the glossary ("fear of Allah"), by which alone nothing is named.
NAMES_NOTHING = frozenset(analyse("الله النبي الرسول Allah God Prophet"))
# What is said to be lacking: a ruling on a thing without which another is done is none on the thing.
LACKING = re.compile(r"(?:^|\s)(?:بدون|دون|بلا|بغير|من غير|without)\s+(\S+(?:\s+\S+)?)")
# A number that says a place in a book is no claim.
_PLACE = re.compile(
    r"(?:surah?|chapter|verses?|ayah?|juz'?|سوره|السوره|ايه|الايه|جزء) (?:no\.? |number |رقم )?\d+"
)
# A topic of at most three words before the word that asks: "the people of Lot, how were they punished?"
_ASKING = (
    r"كيف|لماذا|متي|اين|ماذا|بماذا|بم|كم|من(?= (?:هو|هي|هم|الذي|التي)\s|\s[\u0621-\u064a]{2,}(?:هم|ها|ه)\W*$)"
)
_FRONTED = re.compile(
    rf"^\W*(?!(?:هل|ما|من|لا|{_ASKING})\s)"
    r"((?:[\u0621-\u064a]+ ){0,2}?(?!(?:في|الي|من|منذ|علي|حتي|عن)\s)[\u0621-\u064a]+) "
    rf"((?:{_ASKING})\s.*?)\W*$"
)


@dataclass(frozen=True)  # without slots: what follows from it is kept
class Asking:
    """What is asked.

    text: as it was routed.
    question: what it asks about, by the words by which it is sought.
    families: the same, its words by all of their roots: by these a judgement's things are known, and texts ordered.
    spellings: the words by which a text may name each Arabic thing that is asked about.
    taken: numbers that a closed list confirms; a text need not repeat them.
    kinds: of the texts whose words are asked for; `alone`: one of the first is the thing wanted.
    worded: it is sought by the words by which texts tell of a common question.
    """

    text: str
    question: Asked
    lexicon: Lexicon
    families: Asked | None = None
    spellings: Spellings = field(default_factory=dict)
    taken: frozenset[int] = frozenset()
    intent: Intent = Intent.GENERAL
    kinds: tuple[str, ...] = ()
    alone: bool = False
    worded: bool = False

    @property
    def language(self) -> str:
        """The language that its things are asked in."""
        return self.question.language

    @cached_property
    def folded(self) -> str:
        """As the lists write it, whole."""
        return fold(self.text)

    @cached_property
    def normal(self) -> str:
        """Folded, the word that asks before its topic, without numbers that say a place in a book."""
        return fronted(_PLACE.sub(" ", self.folded))

    @cached_property
    def things(self) -> tuple[Unit, ...]:
        """What is asked about, each by all words of its root."""
        return self._rooted.things

    @property
    def _rooted(self) -> Asked:
        return self.families or self.question

    @cached_property
    def is_judged(self) -> bool:
        """Whether it asks for a judgement on what it names, or for what is said about it."""
        return self.lexicon.is_judged(self.normal)

    @cached_property
    def judged(self) -> tuple[Unit, ...]:
        """The rarest things that a judgement is asked on."""
        return self.judged_among(self._rooted)

    def judged_among(self, question: Asked) -> tuple[Unit, ...]:
        """The same of the question's things as they are written, or by their roots."""
        return judged_things(self.normal, question, self.lexicon) if self.is_judged else ()

    @cached_property
    def judged_most(self) -> tuple[Unit, ...]:
        """All things that a judgement is asked on in English, where they are few enough to be named."""
        english = self.is_judged and self.language == "en"
        return judged_most(self._rooted, self.lexicon) if english else ()

    @cached_property
    def told(self) -> tuple[tuple[Told, re.Match[str]], ...]:
        """Each form of question that it has of which a text must hold certain words, and where it has it."""
        return tuple((one, match) for one in self.lexicon.told if (match := one.asked(self.normal)))

    @cached_property
    def required(self) -> Form | None:
        """What a text must give: an invocation, or a virtue."""
        return self.lexicon.wordings.required(self.text)

    @cached_property
    def form(self) -> Form | None:
        """What a text that answers holds, and may leave out."""
        return self.lexicon.wordings.form(self.text)

    @cached_property
    def wanted(self) -> Mapping[str, re.Pattern[str]] | None:
        """The type of answer that is asked for."""
        return self.lexicon.wanted_type(self.folded)

    @cached_property
    def lacking(self) -> bool:
        """Whether it asks of something without another thing."""
        return LACKING.search(self.folded) is not None

    @property
    def taught(self) -> bool:
        """Whether scripture tells it rather than rulings: by the form of the question, or by its words."""
        return self.worded or (self.form is not None and self.form.taught)

    def by(self, words: str) -> tuple[Unit, ...]:
        """What it asks about by some of its words."""
        return self.question.by(analyse_query(words))

    def pair(self, match: re.Match[str] | None) -> tuple[Unit, ...]:
        """The units of the two words that a pattern caught; none unless both are asked about, as two things."""
        found = [self.by(word)[:1] for word in match.groups()] if match else []
        units = tuple(dict.fromkeys(unit for one in found for unit in one))
        one_concept = (
            len({unit.concept for unit in units}) == 1 and units[0].concept != "" if units else False
        )
        return units if len(units) == 2 and not one_concept else ()


def fronted(folded: str) -> str:
    """A folded question with the word that asks before its topic.

    >>> fronted("قوم لوط كيف عذبوا")
    'كيف عذبوا قوم لوط'
    """
    match = _FRONTED.match(folded)
    return f"{match[2]} {match[1]}" if match else folded


def is_plain(question: Asked) -> bool:
    """Whether a question asks about one thing alone, in one word or as one concept."""
    named = [unit for unit in question.things if not set(unit.tokens) <= NAMES_NOTHING] or question.things
    return len({unit.concept or unit.tokens for unit in named}) == 1
