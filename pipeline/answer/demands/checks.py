"""The checks that demands put to one text: what it must hold, tell or be about.

Each takes what a question wants (words, things, a number) and a text as it was read, and says whether the text has it.
Which of them a question makes, `pipeline.answer.demands.questions` decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pipeline.answer.asking.numbers import numbers_in
from pipeline.answer.demands import arabic, english, shares
from pipeline.answer.demands.naming import Naming, names_each, naming_of, rarest, tells_apart
from pipeline.answer.lexicon import Lexicon, Told
from pipeline.answer.lexicon.wordings import Form
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.spelling import REMEMBERED, spelled, titled
from pipeline.answer.words.units import ONE, Asked, Unit
from pipeline.text import analyse, analyse_query, term_tokens, words
from pipeline.text.words import WRITTEN, searchable

NEAR = {"en": 40, "ar": 80}  # characters; Arabic is counted with its vowels
BESIDE = 36  # characters of Arabic, about three words with their vowels
FOLLOWING = 40  # characters after a word, which say what it is
_OF_ANOTHER = re.compile(r"^\W*of (?:the |these |those )?\w+")  # "the wings of two angels" counts no wings
_STOP = re.compile(r"[.!?;:\"“”()]")
_PROPHET = re.compile(
    r"\b(?:prophet|messenger|apostle|muhammad|hadee?ths?|narrat\w+|sunnah)\b|ﷺ|(?<!\w)[وفبلك]?(?:النبي|الرسول|رسول|نبينا|حديث|الحديث|السنه)(?!\w)"
)
_CLAUSE = re.compile(r"[.!?؟;:؛\"“”«»()]|(?<!\w)[وف]?(?:قال|قالت|قالوا)(?!\w)")
# Words of many a form in the glossary ("fear of Allah"), by which alone nothing is named.
NAMES_NOTHING = frozenset(analyse("الله النبي الرسول Allah God Prophet"))
_NAME = re.compile(r"[A-Z][a-z'’-]{2,}")
_NO_NAME = frozenset(
    "Allah God Lord Prophet Messenger Apostle Hell Fire Paradise Day Muslim Muslims Islam The And But Then When"
    " They She His Her Who This That You Jew Jews Christian Companions Book House Hour Believers Ka Verily".split()
)


@dataclass(frozen=True, slots=True)
class Read:
    """A text of a kind as it was read for a question. `naming`: what names its things, where other texts were read."""

    kind: str
    reading: Reading
    question: Asked
    lexicon: Lexicon
    naming: Naming | None = None

    @property
    def around(self) -> str:
        """What stands around the words of the question."""
        return self.reading.around

    @property
    def language(self) -> str:
        """The language that it was read in."""
        return self.reading.language

    @property
    def is_titled(self) -> bool:
        """Whether it is an answer whose title names what is asked about."""
        return self.kind == "fatwa" and is_titled(self.reading)


def is_titled(reading: Reading) -> bool:
    """Whether a title, or what was asked, names three fifths of what is asked about."""
    return reading.titled * 5 >= ONE * 3


def is_plain(question: Asked) -> bool:
    """Whether a question asks about one thing alone, in one word or as one concept."""
    named = [unit for unit in question.things if not set(unit.tokens) <= NAMES_NOTHING] or question.things
    return len({unit.concept or unit.tokens for unit in named}) == 1


# ---- what a text is about


def is_about(text: Read) -> bool:
    """It is about the one thing asked about: by its title, or by saying what the thing is."""
    return text.is_titled or defines(text.around, text.language, text.question, text.lexicon)


def gives_meaning(text: Read) -> bool:
    """The same; a verse that holds the word does, for it is shown with what is said of it."""
    if text.kind == "quran" and not text.is_titled:
        return _speaks(text)
    return is_about(text)


def tells_of_one(told: Told, text: Read) -> bool:
    """It tells of the one thing asked about what a question of a form wants told."""
    if told.name == "how" and text.question.language == text.language == "ar":
        # A title with the word alone may head any question on it.
        told_in = text.reading.text if text.kind == "fatwa" else text.around
        return told.need["ar"].search(fold(told_in)) is not None
    if text.is_titled:
        return True
    if text.kind == "tafsir" and defines(text.around, text.language, text.question, text.lexicon):
        return True
    return tells(told, None, text)


# ---- what a text tells


def tells(told: Told, of: Unit | None, text: Read) -> bool:
    """It holds the words that a question of a form wants, near a thing, or near anything asked about."""
    need, question = told.need[text.language], text.question
    units = [of] if of else list(question.things or question.units)
    if told.within == "object" and of is None:
        # Beside the heaviest thing asked about that is not the word itself: "wine", not "permit".
        others = [unit for unit in units if not need.search(" ".join(unit.tokens))]
        units = [max(others or units, key=lambda unit: unit.weight)]
    if told.within == "after":
        heaviest = [max(units, key=lambda unit: unit.weight)]
        return any(
            need.search(fold(text.around[end : end + NEAR[text.language]]))
            for _, end in _spots(text.around, heaviest)
        )
    if told.within == "clause" and text.language == "ar":
        return any(need.search(near) for near in _clauses(text.around, units))
    return any(need.search(fold(near)) for near in _near(text.around, text.language, units)) or (
        told.proper and text.language == "en" and _named(text.around, units, question)
    )


def has_form(form: Form, text: Read) -> bool:
    """It gives what is asked for, an invocation or a virtue, and speaks of the thing; a virtue, of the rarest thing
    that the glossary knows by a name."""
    told = form.name != "virtue" or names_judged(rarest(_known(text)), text)
    return told and form.found(text.around, text.language) and _speaks(text)


def _known(text: Read) -> list[Unit]:
    """The things asked about that the glossary knows, beside those that any text may leave out."""
    generic = text.lexicon.generic
    return [unit for unit in text.question.things if unit.concept and unit.concept not in generic]


def speaks_of(unit: Unit, text: Read) -> bool:
    """It holds a thing where it speaks of the question."""
    return unit.is_in(frozenset(analyse(text.around)))


def differs(sides: Sequence[Sequence[Unit]], text: Read) -> bool:
    """It says of two things that they differ, or what each of them is."""
    return tells_apart(text.reading, sides, text.lexicon.differing) or all(
        _says_what(text.reading.text, text.language, side, text.lexicon) for side in sides
    )


def is_of_prophet(text: Read) -> bool:
    """It is a narration, or speaks of the Prophet where it speaks of the question."""
    return text.kind == "hadith" or _PROPHET.search(fold(text.around)) is not None


# ---- numbers and order


def counts(unit: Unit, text: Read) -> bool:
    """A number stands beside the thing that is counted."""
    amount, window, reach = text.lexicon.amount(text.language), text.around, NEAR[text.language]
    # Where an Arabic text is read for an English question, forms of a word do not tell where a plural stands.
    own = text.language == "en" or text.question.language == "ar"
    of = arabic.bare if own and text.language == "ar" else None
    sides = (
        f"{window[max(0, start - reach) : end]} {_OF_ANOTHER.sub(' ', window[end : end + reach])}"
        for start, end in _spots(window, [unit] if own else text.question.units, of)
        if not english.of_another(window[max(0, start - NEAR["en"]) : start])
    )
    return any(numbers_in(fold(near), text.lexicon) - {1} or amount.search(fold(near)) for near in sides)


def tells_share(share: tuple[str, str], text: Read) -> bool:
    """It tells of a share of a whole where it speaks of the question."""
    return shares.tells_share(fold(text.around), text.language, share)


def counts_each(unit: Unit, text: Read) -> bool:
    """A number stands right beside the thing whose parts are counted, in Arabic."""
    window = text.around
    return text.language == "ar" and any(
        arabic.counts_each(window[max(0, start - BESIDE) : start], window[end : end + BESIDE], text.lexicon)
        for start, end in _spots(window, [unit])
    )


def holds_number(number: int, subject: Sequence[Unit], text: Read) -> bool:
    """It holds a number, beside something asked about."""
    whole = text.reading.text
    return number in numbers_in(fold(whole), text.lexicon) and any(
        number in numbers_in(fold(near), text.lexicon)
        for near in _near(whole, text.language, subject or text.question.units)
    )


def in_order(ordinal: str, counted: Sequence[frozenset[str]], text: Read) -> bool:
    """An ordinal stands before the words that it counts."""
    if text.question.language == "en":
        return text.language != "en" or english.in_order(text.reading, ordinal, counted)
    return text.language == "ar" and all(arabic.in_order(text.reading, ordinal, words) for words in counted)


# ---- things that a text must name


def names_judged(units: Sequence[Unit], text: Read) -> bool:
    """It names each thing that a judgement is asked on."""
    naming = text.naming or naming_of(text.question.things, text.reading.held)
    return names_each(text.reading, units, naming)


def holds_all(units: Sequence[Unit], text: Read) -> bool:
    """It names each of some things, anywhere."""
    return english.names_all(text.reading, units)


def holds_subject(units: Sequence[Unit], text: Read) -> bool:
    """The same; in English a verse says "it" of what went before."""
    return (text.kind == "quran" and text.question.language == "en") or holds_all(units, text)


def holds_names(units: Sequence[Unit], text: Read) -> bool:
    """It holds some English names as names; an Arabic text by what is like them."""
    if text.language != "en":
        return names_judged(units, text)
    return english.named_with_capital(text.reading, units)


def holds_in_verse(units: Sequence[Unit], text: Read) -> bool:
    """It is a verse that names each of some things."""
    return text.kind == "quran" and holds_all(units, text)


def holds_spelled(nouns: Mapping[str, frozenset[str]], text: Read) -> bool:
    """It holds one of some Arabic nouns itself; a mufti may name it in the title or question alone."""
    return text.language != "ar" or bool(spelled(text.reading, nouns) or titled(text.reading, nouns))


def holds_together(units: Sequence[Unit], text: Read) -> bool:
    """It holds the words of an English name or term side by side."""
    return english.together(text.reading, units)


def holds_joined(units: Sequence[Unit], text: Read) -> bool:
    """It holds an Arabic deed beside what it is of."""
    return text.language != "ar" or arabic.joined(text.reading, units)


def holds_listed(units: Sequence[Unit], text: Read) -> bool:
    """It holds what is listed or dated right behind its head, in the language of the question."""
    in_words = english.follows if text.question.language == "en" else arabic.follows
    return text.language == text.question.language and in_words(text.reading, units)


# ---- where words stand


def defines(window: str, language: str, question: Asked, lexicon: Lexicon) -> bool:
    """Whether a text says what the things asked about are, and does not merely name them."""
    return _says_what(window, language, question.things, lexicon)


def _says_what(window: str, language: str, units: Sequence[Unit], lexicon: Lexicon) -> bool:
    after, before = lexicon.definition(language), lexicon.defined(language)
    return any(
        after.search(fold(window[start : end + FOLLOWING]))
        or before.search(fold(window[max(0, start - NEAR["en"]) : start]))
        for start, end in _spots(window, units)
    )


def _after(window: str, units: Sequence[Unit]) -> list[str]:
    """What follows each word that is asked about, with the word."""
    return [window[start : end + FOLLOWING] for start, end in _spots(window, units)]


def _spots(
    window: str, units: Sequence[Unit], of: Callable[[str], str] | None = None
) -> list[tuple[int, int]]:
    """Where the words that are asked about stand; `of` makes one token of those of a word's forms."""
    tokens = {token for unit in units for form in unit.forms for token in form} - NAMES_NOTHING
    alike = {of(token) for token in tokens} if of else tokens
    found = []
    for match in WRITTEN.finditer(searchable(window)):
        begins = match.start()
        for start, end, named in _named_by(match[0]):
            if not alike.isdisjoint(map(of, named) if of else named):
                found.append((begins + start, begins + end))
    return found


@lru_cache(maxsize=REMEMBERED)
def _named_by(written: str) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
    """What one written word names: the place of each of its words in it, and their tokens."""
    return tuple((word.start, word.end, term_tokens(word.text)) for word in words(written))


def _speaks(text: Read) -> bool:
    """Whether an Arabic window holds the one thing asked about: the chapter that a text stands in does not do."""
    if text.language != "ar" or not is_plain(text.question):
        return True
    return any(speaks_of(unit, text) for unit in text.question.things)


def _named(window: str, units: Sequence[Unit], question: Asked) -> bool:
    """Whether a proper name that the question does not hold follows a word: 'his uncle Hamza'."""
    return any(
        match[0] not in _NO_NAME and not set(analyse_query(match[0])) & set(question.tokens)
        for after in _after(window, units)
        for match in _NAME.finditer(_STOP.split(after[:28])[0])
    )


def _clauses(window: str, units: Sequence[Unit]) -> list[str]:
    """What stands around each Arabic word that is asked about, folded, of its own clause: who reports it is no name."""
    reach = NEAR["ar"]
    return [
        _CLAUSE.split(fold(window[max(0, start - reach) : start]))[-1]
        + _CLAUSE.split(fold(window[start : end + reach]))[0]
        for start, end in _spots(window, units)
    ]


def _near(window: str, language: str, units: Sequence[Unit]) -> list[str]:
    """What stands around each word that is asked about."""
    reach = NEAR[language]
    return [
        window[max(0, start - reach) : end + reach]
        for start, end in _spots(window, units)
        if not english.of_another(window[max(0, start - NEAR["en"]) : start])
    ]
