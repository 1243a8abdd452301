"""Demands that an Arabic question makes by its words: the first of a thing, and who a person of several names is.

    ordered   "أول من أسلم": the ordinal must stand before that word, not before any other
    person    "من هو خالد بن الوليد": the name is of several words, and still one person is asked about
    joined    "حكم تارك الصلاة": a deed and what it is of stand beside each other in a text that speaks of it, in
              whatever order and form; far apart they are two other things
    follows   "أركان الحج", "وقت العصر": what is listed or dated stands right behind its head
    term      "الحديث المرسل": what it is stands right behind both words
    each      "كم عدد ركعات المغرب": the number stands right beside the thing whose parts are counted

Nothing is decided here; `pipeline.answer.demands.questions` puts the demands to texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.asking.numbers import numbers_in
from pipeline.answer.demands.read import pair_of
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import Asked, Unit
from pipeline.text import analyse, analyse_query

BESIDE = 3  # tokens from one to the other
APART = 1  # tokens that may stand between an ordinal and its word
BEHIND = 2  # tokens from a head to what it is of
_ORDERED = re.compile(
    r"(?:^|\s)(اول)(?: (?:من|ما|الذي|التي|شيء|شخص|رجل|امراه|واحد))* (?:ال)?(?!مره|الامر|امره)([\u0621-\u064a]{3,})"
)
_PERSON = re.compile(
    r"^\W*من (?:هو|هي|هم|هن|هما|كان|كانت) (?:(?:ال)?(?:صحابي|صحابيه|نبي|امام|شيخ|سيده?|سيدنا|ملك) )?"
    r"([\u0621-\u064a]+(?: [\u0621-\u064a]+){1,5})\W*$"
)
_SEVERAL = re.compile(r"^\W*من (?:هم|هن|هما)\s")
# What is judged, praised or defined: a word without the article, and one with it or with a preposition behind it.
_JOINED = re.compile(
    r"(?:^|\s)(?:حكم|فضل|ثواب|اجر|عقوبه|معني|تعريف|هو|هي|يجوز|تجوز|يصح|تصح|يحرم|كفاره)"
    r" (?!ال)([\u0621-\u064a]{2,}) ((?:ال|لل|بال)[\u0621-\u064a]{2,})"
)
_LISTED = re.compile(
    r"(?:^|\s)(شروط|شرط|اركان|واجبات|سنن|نواقض|مبطلات|مفسدات|محظورات|موانع|علامات|اداب|انواع|اقسام|مصارف|وقت|اوقات)"
    r" (?:صحه |وجوب |قبول |صلاه |عقد ){0,2}((?:ال|لل)[\u0621-\u064a]{2,})"
)
_TERM = re.compile(
    r"^\W*ما (?:(?:(?:هو|هي|معني|تعريف) |(?:المقصود|المراد) ب)(?!معني|تعريف|حكم)|(?=ال))"
    r"([\u0621-\u064a]{3,}) (ال[\u0621-\u064a]{3,})\W*$"
)
_OF_MANNER = re.compile(r"^\W*(?:كيف|لماذا)\s")  # it asks how or why, and for no list
_EACH = re.compile(
    r"(?:^|\s)(?:كم|ما) (?:هو |هي )?(?:عدد )?(ركعات|ركعه) (?:في )?(?:صلاه )?(ال[\u0621-\u064a]{2,})"
)
_WITH_ARTICLE = re.compile(r"(?:^|\s)[وفب]?ال[\u0621-\u064a]+")
_MARKS = re.compile(r"[،,.؛;:؟?()\"]")
_BEYOND = re.compile(
    r"(?:^|\s)(?:قبل|بعد|بين|الي|حتي|من|سوي)(?=\s|$)"
)  # what is counted lies before it, or after
_CHANGING = re.compile("(?<=^سن)ين$|[اوي\u0621-\u0626ة]|[هت]$")
_TWO = re.compile(r"(?:^|\s)[وفب]?(?:ركعت(?:ين|ان|ا|ي)|ثنت(?:ين|ان)|اثنت(?:ين|ان)|مثني)(?=\W|$)")
_MEANING = re.compile(
    r"^\W*(?:(?:ما|ماذا) (?:هو|هي|معني|يعني|تعني|تعريف|(?:هو )?(?:المقصود|المراد))|معني|تعريف)\s"
)
_MEANS = re.compile(r"^\W*(?:ما|ماذا) (?:هو )?(?:معني|يعني|تعني|المقصود|المراد)(?=\s)")
# Words that call on Allah or praise Him, and are no verse: one that is just these words is looked up.
_FORMULA = re.compile(r"(?:^|\s)(?:معني|المقصود|المراد) (?:ب?قول )?الله [\u0621-\u064a]+\W*$")
# What makes it no name: a clause, a degree, or those to whom something is due (المستحقون للزكاة).
_COMMON = re.compile(
    r"^ال\S+[وي]ن لل|(?:^|\s)(?:من|ما|الذي|التي|الذين|في|علي|عن|اول|اخر|اكثر|افضل|خير|اعظم|اكبر|اصغر|اقرب)(?:\s|$)"
)


def ordered(folded: str, question: Asked) -> tuple[str, tuple[frozenset[str], ...]] | None:
    """An ordinal of a folded question, as a token, with the tokens of the word that it counts."""
    match = _ORDERED.search(folded)
    if match is None:
        return None
    tokens = analyse_query(match[2])[:1]
    words = [unit for unit in question.units if set(unit.tokens) & set(tokens)]
    if not words:
        return None
    ordinal = analyse_query(match[1])[0]
    return ordinal, (frozenset().union(*(unit.words for unit in words)),)


def in_order(reading: Reading, ordinal: str, counted: Sequence[frozenset[str]]) -> bool:
    """Whether an ordinal stands before what it counts in a text; a verb may be in another of its forms (نزل، أنزل)."""
    tokens = analyse(reading.around)
    return any(
        token == ordinal and all(_holds_one(one, tokens[place + 1 : place + 2 + APART]) for one in counted)
        for place, token in enumerate(tokens)
    )


def _holds_one(words: frozenset[str], tokens: Sequence[str]) -> bool:
    """Whether a word stands among some tokens, in one that has more letters or fewer."""
    return any(word in token or token in word for token in tokens for word in words)


def each_pair(folded: str, question: Asked) -> tuple[Unit, ...]:
    """The parts that a folded question wants counted, and the thing that has them."""
    return pair_of(_EACH.search(folded), question)


def listed_pair(folded: str, question: Asked) -> tuple[Unit, ...]:
    """What a folded question wants listed or dated, and of what: the conditions of prayer, the time of Asr."""
    return () if _OF_MANNER.match(folded) else pair_of(_LISTED.search(folded), question)


def follows(reading: Reading, units: Sequence[Unit]) -> bool:
    """Whether a text holds the second of two things right behind the first, or is headed by both together."""
    if _together(reading.asked, units):
        return True
    tokens = reading.tokens
    left, right = (_places(tokens, unit) for unit in units)
    return any(0 < other - one <= BEHIND for one in left for other in right)


def term(folded: str, question: Asked) -> tuple[Unit, ...]:
    """The two words of a term whose meaning a folded question asks: الحديث المرسل."""
    return pair_of(_TERM.match(folded), question)


def joined_pair(folded: str, question: Asked) -> tuple[Unit, ...]:
    """The two words of a folded question that asks about a thing of another one, and about nothing else."""
    things = question.things
    if len(things) != 2 or any(unit.concept and unit.concept == things[0].concept for unit in things[1:]):
        return ()
    first, second = (set(unit.tokens) for unit in things)
    pair = _JOINED.search(folded)
    named = pair and first & set(analyse_query(pair[1])) and second & set(analyse_query(pair[2]))
    return things if named else ()


def bare(token: str) -> str:
    """An Arabic token without the letters that its forms change: one for a wing and for wings (جناح، أجنحة)."""
    return _CHANGING.sub("", token) or token


def counts_each(before: str, after: str, lexicon: Lexicon) -> bool:
    """Whether a number stands right before or behind a word; with the article it counts something else."""
    own = (_MARKS.split(before)[-1], _MARKS.split(after)[0])
    sides = [_WITH_ARTICLE.sub(" ", fold(side)) for side in own if not _BEYOND.search(fold(side))]
    return any(_TWO.search(side) or numbers_in(side, lexicon) - {1} for side in sides)


def joined(reading: Reading, units: Sequence[Unit]) -> bool:
    """Whether a text, or the heading of one, holds two things within a few words."""
    tokens = reading.tokens
    return _together(tokens, units) or _together(reading.asked, units)


def _together(tokens: Sequence[str], units: Sequence[Unit]) -> bool:
    left, right = (_places(tokens, unit) for unit in units)
    return any(abs(one - other) <= BESIDE for one in left for other in right)


def _places(tokens: Sequence[str], unit: Unit) -> list[int]:
    """Where a unit stands: its one word, or the first word of one of its forms of several."""
    held = {next(iter(form)) for form in unit.forms if len(form) == 1}
    held |= {f"{token}ه" for token in held}  # one of many: النمل، نملة
    longer = {token for form in unit.forms if len(form) > 1 and form <= set(tokens) for token in form}
    return [place for place, token in enumerate(tokens) if token in held or token in longer]


def asks_of_person(folded: str) -> bool:
    """Whether a folded question asks who somebody of several names is."""
    match = _PERSON.match(folded)
    return match is not None and _COMMON.search(match[1]) is None


def asks_of_several(folded: str) -> bool:
    """Whether a folded question asks who some people are."""
    return _SEVERAL.match(folded) is not None


def asks_meaning(folded: str) -> bool:
    """Whether a folded question asks what a thing, and nobody, is."""
    return _MEANING.match(folded) is not None


def asks_of_formula(folded: str) -> bool:
    """Whether a folded question asks the meaning of words such as "Allah is greater", which verses hold otherwise."""
    return _FORMULA.search(folded) is not None


def asks_meaning_of(folded: str) -> bool:
    """Whether a folded question asks what a word means."""
    return _MEANS.match(folded) is not None
