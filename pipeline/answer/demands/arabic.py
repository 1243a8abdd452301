"""Demands that an Arabic question makes by its words: the first of a thing, and who a person of several names is.

    ordered   "أول من أسلم": the ordinal must stand before that word, not before any other; so must a word for the last
              or the greatest of a kind with which a question begins ("أطول سورة")
    person    "من هو خالد بن الوليد": the name is of several words, and still one person is asked about
    follows   "أركان الحج": what is listed stands right behind its head
    term      "الحديث المرسل": what it is stands right behind both words
    deed      "من حمل الراية": who did it is told by a text that has the deed done to that, and not both words alone; of
              one done to a person see `pipeline.answer.demands.doing`
    for like  "بيع الذهب بالذهب": what is given for its like is not given for another thing
    each      "كم عدد ركعات المغرب": the number stands right beside the thing whose parts are counted

Nothing is decided here; `pipeline.answer.demands.questions` puts the demands to texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.places import SENTENCE
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.routing.numbers import numbers_in
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.spelling import bare as article_less
from pipeline.answer.words.units import Unit
from pipeline.text import analyse, analyse_query, words

BESIDE = 3  # tokens from one to the other
APART = 1  # tokens that may stand between an ordinal and its word
BEHIND = 2  # tokens from a head to what it is of
_ORDERED = re.compile(
    r"(?:^|\s)(اول)(?: (?:من|ما|الذي|التي|شيء|شخص|رجل|امراه|واحد))* (?:ال)?(?!مره|الامر|امره)([\u0621-\u064a]{3,})"
)
# What is the last or the greatest of its kind, where the question asks for that and nothing else.
_EXTREME = re.compile(
    r"^\W*(?:(?:ما|من|اي) )?(?:هو |هي |هم |كان |كانت )?(اخر|اطول|اقصر|اكبر|اصغر|اكثر)"
    r"(?: (?:من|ما|الذي|التي|شيء|شخص|رجل|امراه|واحد))* (?:ال)?([\u0621-\u064a]{3,})"
)
# With the article it stands behind its own word ("the last day"), and counts none that follows.
_ORDINAL_BEHIND = re.compile(r"(?<![\u0621-\u064a])(?:[وفبك]?ال|لل)(?:اول|اخر)(?![\u0621-\u064a])")
_PERSON = (
    # "Whom the Prophet loved" asks who another is.
    r"^\W*من (?:هو|هي|هم|هن|هما|كان|كانت) (?!{prophet} س?[يت][\u0621-\u064a]+ه(?:ا|م)?(?:\s|\W*$))"
    r"(?:(?:(?:ال)?{title}|سيدنا) )?"
    r"([\u0621-\u064a]+(?: [\u0621-\u064a]+){1,5})\W*$"
)
_SEVERAL = re.compile(r"^\W*من (?:هم|هن|هما)\s")
_LISTED = re.compile(
    r"(?:^|\s)(شروط|شرط|اركان|واجبات|سنن|نواقض|مبطلات|مفسدات|محظورات|موانع|علامات|انواع|اقسام|مصارف)"
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
# What is counted lies before it, or after.
_BEYOND = re.compile(r"(?:^|\s)(?:قبل|بعد|بين|الي|حتي|من|سوي)(?=\s|$)")
_CHANGING = re.compile("(?<=^سن)ين$|[اوي\u0621-\u0626ة]|[هت]$")
_TWO = re.compile(r"(?:^|\s)[وفب]?(?:ركعت(?:ين|ان|ا|ي)|ثنت(?:ين|ان)|اثنت(?:ين|ان)|مثني)(?=\W|$)")
# Who does a thing to another: the verb and what it is done to.
_DEED = re.compile(
    r"^\W*(?:(?:من )?(?:هو |هي |هم )?(?:ال[\u0621-\u064a]+ )?(?:الذي |التي |الذين )|من (?!\S+(?:ه|ها|هم) ))"
    r"(?!(?:اول|اخر|احق|اكثر|غير|بعد|قبل|ماذا|هو|هي|هم|هن|كان|كانت|لم|لا|ذكر|ذكره|اراد|اداب|احكام|اسباب|انواع|حقوق|شروط|صفات|علامات|فضايل|فوايد|ال[\u0621-\u064a]+|[\u0621-\u064a]+ا)\s)"
    r"([\u0621-\u064a]{3,}) (?:(?:في|علي|الي|عن) )?(?!(?:هو|هي|هم|من|ما|وهو|وهي|وعليه|ثم)\s)([\u0621-\u064a]{3,})"
    r"(?: (?!(?:وهو|وهي|ثم)\s)[\u0621-\u064a]+){0,4}\W*$"
)
_RELATIVE = re.compile(r"(?:^|\s)(?:الذي|التي|الذين)\s")
_SAID_WORD = re.compile(r"(?:^|\s)[بل]?(?:قول|كلمه|لفظ) ([\u0621-\u064a]{1,4})\W*$")
_FOR_LIKE = re.compile(r"(?<![\u0621-\u064a])ال([\u0621-\u064a]{2,}) بال\1(?![\u0621-\u064a])")
_SUFFIX = re.compile(r"(?:ه|ها|هم|هما|هن)$")
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


def ordered(asking: Asking) -> tuple[str, tuple[frozenset[str], ...]] | None:
    """An ordinal of a question, as a token, with the tokens of the word that it counts."""
    match = _ORDERED.search(asking.normal) or _EXTREME.search(asking.normal)
    if match is None or not analyse_query(match[1]):
        return None
    words = asking.question.by(analyse_query(match[2])[:1])
    if not words:
        return None
    ordinal = analyse_query(match[1])[0]
    return ordinal, (frozenset().union(*(unit.words for unit in words)),)


def in_order(reading: Reading, ordinal: str, counted: Sequence[frozenset[str]]) -> bool:
    """Whether an ordinal stands before what it counts in a text; a verb may be in another of its forms (نزل، أنزل)."""
    tokens = analyse(_ORDINAL_BEHIND.sub(" ", fold(reading.around)))
    return any(
        token == ordinal and all(_holds_one(one, tokens[place + 1 : place + 2 + APART]) for one in counted)
        for place, token in enumerate(tokens)
    )


def _holds_one(words: frozenset[str], tokens: Sequence[str]) -> bool:
    """Whether a word stands among some tokens, in one that has more letters or fewer."""
    return any(word in token or token in word for token in tokens for word in words)


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed whose doer is asked for, and what it is done to; with `does`, who does it ("whom the angels washed").
    `related`: it is told in a relative clause."""

    deed: Unit
    other: Unit
    does: bool
    related: bool


def deed_of(asking: Asking) -> Deed | None:
    """The deed whose doer a question asks for."""
    match = _DEED.match(asking.normal)
    pair = asking.pair(match)
    if match is None or not pair:
        return None
    deed, other = pair
    does, related = _SUFFIX.search(match[1]) is not None, _RELATIVE.search(match[0]) is not None
    return Deed(deed, other, does, related)


def tells_deed(reading: Reading, asked: Deed) -> bool:
    """Whether a text tells of a deed: what it is done to stands close behind the verb, or before a verb that has it as
    a pronoun ("he killed them"); who does it stands close behind."""
    deed, other = asked.deed.alone, asked.other.alone
    for sentence in SENTENCE.split(reading.around):
        said = [(sentence[word.start : word.end], word.text) for word in words(sentence)]
        tokens = [next(iter(analyse(written)), "") for written, _ in said]
        for place, (_, word) in enumerate(said):
            if tokens[place] in deed:
                of_another = not asked.does and _SUFFIX.search(word)
                near = tokens[:place] if of_another else tokens[place + 1 : place + 1 + BESIDE]
                if not other.isdisjoint(near):
                    return True
    return False


def said_word(folded: str) -> str:
    """The word that a folded question asks about saying, where it is one that no search finds: "saying if"."""
    match = _SAID_WORD.search(folded)
    return match[1] if match and not analyse(match[1]) else ""


def says_word(word: str, text: Read) -> bool:
    """Whether a text speaks of saying a word."""
    said = rf"(?:قول|كلمه|لفظ|[تين]?قل|يقول|قال)\W+{word}(?![\u0621-\u064a])"
    return text.language == "ar" and re.search(said, fold(text.reading.text)) is not None


def given_for_like(folded: str) -> str:
    """What a folded question speaks of as given for its like; empty where it speaks of no such thing.

    >>> given_for_like("بيع الذهب بالذهب متفاضلا"), given_for_like("بيع الذهب بالفضه")
    ('ذهب', '')
    """
    match = _FOR_LIKE.search(folded)
    return match[1] if match else ""


def gives_for_like(thing: str, text: Read) -> bool:
    """Whether an Arabic text, or its title, speaks of a thing as given for its like."""
    said = [one.text for one in words(f"{text.reading.title}\n{text.around}")]
    return text.language != "ar" or any(
        thing == article_less(one) and other in (f"ب{thing}", f"بال{thing}") for one, other in pairwise(said)
    )


def each_pair(asking: Asking) -> tuple[Unit, ...]:
    """The parts that a question wants counted, and the thing that has them."""
    return asking.pair(_EACH.search(asking.normal))


def listed_pair(asking: Asking) -> tuple[Unit, ...]:
    """What a question wants listed, and of what: the conditions of prayer."""
    return () if _OF_MANNER.match(asking.normal) else asking.pair(_LISTED.search(asking.normal))


def follows(reading: Reading, units: Sequence[Unit]) -> bool:
    """Whether a text holds the second of two things right behind the first, or is headed by both together."""
    if _together(reading.asked, units):
        return True
    tokens = reading.tokens
    left, right = (_places(tokens, unit) for unit in units)
    return any(0 < other - one <= BEHIND for one in left for other in right)


def term(asking: Asking) -> tuple[Unit, ...]:
    """The two words of a term whose meaning a question asks: الحديث المرسل."""
    return asking.pair(_TERM.match(asking.normal))


def bare(token: str) -> str:
    """An Arabic token without the letters that its forms change: one for a wing and for wings (جناح، أجنحة)."""
    return _CHANGING.sub("", token) or token


def counts_each(before: str, after: str, lexicon: Lexicon) -> bool:
    """Whether a number stands right before or behind a word; with the article it counts something else."""
    own = (_MARKS.split(before)[-1], _MARKS.split(after)[0])
    sides = [_WITH_ARTICLE.sub(" ", fold(side)) for side in own if not _BEYOND.search(fold(side))]
    return any(_TWO.search(side) or numbers_in(side, lexicon) - {1} for side in sides)


def _together(tokens: Sequence[str], units: Sequence[Unit]) -> bool:
    left, right = (_places(tokens, unit) for unit in units)
    return any(abs(one - other) <= BESIDE for one in left for other in right)


def _places(tokens: Sequence[str], unit: Unit) -> list[int]:
    """Where a unit stands: its one word, or the first word of one of its forms of several."""
    held = unit.alone
    held |= {f"{token}ه" for token in held}  # one of many: النمل، نملة
    longer = {token for form in unit.forms if len(form) > 1 and form <= set(tokens) for token in form}
    return [place for place, token in enumerate(tokens) if token in held or token in longer]


def asks_of_person(folded: str, lexicon: Lexicon) -> bool:
    """Whether a folded question asks who somebody of several names is."""
    match = lexicon.compiled("ar", _PERSON).match(folded)
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
