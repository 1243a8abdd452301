"""Demands that an English question makes by its words: an ordinal with its noun, a person's name, a subject.

    ordered   "the first muezzin": the ordinal must stand before that noun, not before any other
    person    "who was Abu Foo ibn Bar": the name is of several words, and still one person is asked about
    follows   "the conditions of repentance": what is listed stands right behind its head, or does in a heading
    term      "a broken narration": what it is stands right behind both words
    each      "how many rak'ahs in Maghrib": the number stands right beside the thing whose parts are counted
    proper    a name that the faith does not know (a town, a planet, a firm) stands in the text as a name
    subject   what the question names and the glossary knows must be named by the text, too: it goes by a few names, and
              a text with none of them is on something else
    doer      "can animals ...": who is asked whether they do something must be named, too

Nothing is decided here; `pipeline.answer.demands.questions` puts the demands to texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.demands.asking import Asking
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.lexicon.names import ARTICLES
from pipeline.answer.routing.numbers import numbers_in
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.units import Unit
from pipeline.text import analyse, analyse_query

APART = 2  # tokens that may stand between an ordinal and its noun
_ORDERED = re.compile(
    r"\b(first|second|third|fourth|fifth|last|youngest|eldest|oldest|earliest)"
    r"(?: (?:person|one|thing|people|ever|to|who|of|the))* ([a-z'-]{3,})(?: (?:to|who) ([a-z'-]{3,}))?"
)
# Counts what is said, and no thing.
_FIRSTLY = re.compile(r"\b(?:first|second|third|fourth|fifth|last)ly\b", re.I)
_BETWEEN = frozenset(
    analyse("the a an of to who that which was is were has had be in on for and", keep_stop_words=True)
)
_SAID_LAST = re.compile(
    r"\b(?:did|was|were) (?:[\w'-]+ ){1,4}?(?P<deed>[a-z'-]{3,}) (?P<ordinal>first|last)\W*$"
)
_EACH = re.compile(
    r"\bhow many (rak\S+|units?)(?: \w+){0,3}? (?:in|for|of|does|do|has|have|is|are) "
    r"(?:(?:the|obligatory|fard|prayers?|salah?|salat|of|in) )*([a-z'-]{3,})"
)
_TERM = re.compile(r"^\W*what (?:is|are|does) (?:an? |the )?([a-z'-]{3,}) ([a-z'-]{3,})(?: mean)?\W*$")
_BEYOND = re.compile(r"\b(?:before|after|between|until|except|besides|following)\b")
_ENDS = re.compile(r"[.;:?!()\"“”]")
_LISTED = re.compile(
    r"\b(conditions?|prerequisites?|pillars?|essentials|nullifiers?|invalidators|types?|kinds?|categor(?:y|ies)"
    r"|stages|levels|branches|etiquettes?) (?:of|for)"
    r"(?: (?:a|an|the|accept\w*|valid|validity|sound|correct|true|sincere|of|performing))* ([a-z'-]{3,})"
)
_PERSON = re.compile(r"^\W*who(?:'s| is| was) (?:the )?([\w'’.-]+(?: [\w'’.-]+){1,7})\W*$", re.I)
_PARTICLE = re.compile(rf"\b(?:ibn|bin|bint|abu|abi|umm|(?:{'|'.join(sorted(ARTICLES))})-\w+)\b", re.I)
_QUALIFYING = frozenset(
    analyse_query(
        "valid validity accept acceptance acceptable sound soundness correct true sincere obligatory obligation"
        " performing contract"
    )
)
_COMMON = re.compile(r"\b(?:the|of|in|first|last|who|best|a|an|and)\b", re.I)
_DOER = re.compile(
    r"^\W*(?:and |so |but )?(?:can|could|may|might|do|does|did|have|has|had|will|would|should|must|shall)"
    r" (?:(?:the|an?|all|some|most|any|every|only|our|your) )*([a-z'-]{3,}) [a-z]"
)
_CAPITAL = re.compile(r"[A-Z][\w’'-]+")
_NAME = re.compile(r"(?<!^)(?<![.?!\"“'‘] )(?<![Ss]urah )(?<![\w-])[A-Z][a-z]{2,}")


def proper_names(asking: Asking) -> tuple[Unit, ...]:
    """The things that a question names with a capital letter and that are no word of the faith."""
    text, lexicon = asking.text, asking.lexicon
    capitals = (name for name in _NAME.findall(text) if name not in lexicon.nobodys_names)
    names = [name for name in capitals if not lexicon.faith.said_in(name)]
    if text.istitle() or len(names) * 2 > len(text.split()):
        return ()  # written in capitals throughout
    tokens = {token for name in names for token in analyse_query(name)}
    return tuple(unit for unit in asking.question.things if not unit.concept and tokens & set(unit.tokens))


def named_with_capital(reading: Reading, units: Sequence[Unit]) -> bool:
    """Whether a text has each of some names with a capital letter: the planet, and not what mars a life.

    A heading, or what a mufti was asked, is read whatever its letters.
    """
    held = reading.held.difference(reading.tokens)
    held |= {token for name in _CAPITAL.findall(reading.text) for token in analyse(name)}
    return all(unit.is_in(held) for unit in units)


def ordered(asking: Asking) -> tuple[str, tuple[frozenset[str], ...]] | None:
    """An ordinal of a question, as a token, with the tokens of what it counts: of the noun and of the deed (the first
    woman, the first to accept)."""
    said, match = _SAID_LAST.search(asking.normal), _ORDERED.search(asking.normal)
    named, *words = (said["ordinal"], said["deed"]) if said else match.groups() if match else ("",)
    ordinal = next(iter(analyse_query(named)), "")
    counted = []
    for word in words if ordinal else ():
        tokens = set(analyse_query(word or "")[:1])
        held = [unit for unit in asking.question.things if tokens & set(unit.tokens)]
        if held and ordinal not in tokens:
            counted.append(frozenset().union(*(unit.words for unit in held)))
    return (ordinal, tuple(counted)) if counted else None


def in_order(reading: Reading, ordinal: str, counted: Sequence[frozenset[str]]) -> bool:
    """Whether an ordinal stands before all that it counts in a text, with no more than a few tokens between: not "the
    first distinction of martyrs" for the first martyr."""
    said = analyse(_FIRSTLY.sub(" ", reading.around), keep_stop_words=True)
    return any(
        token == ordinal and all(one & _counted(said[place + 1 :]) for one in counted)
        for place, token in enumerate(said)
    )


def _counted(following: Sequence[str]) -> set[str]:
    """The first words behind an ordinal that it may count: those behind "of" belong to the first of them."""
    found: list[str] = []
    for word in following:
        if len(found) > APART or (word == "of" and found):
            break
        if word not in _BETWEEN:
            found.append(word)
    return set(found)


def follows(reading: Reading, units: Sequence[Unit]) -> bool:
    """Whether a text, or the heading of one, holds the second of two things right behind the first: "conditions of
    repentance", and not the pillars at Mina during Hajj."""
    first, second = (unit.words for unit in units)
    return any(
        token in first and bool(second & set(_unqualified(tokens[place + 1 : place + 3])[:1]))
        for tokens in (reading.asked, *(tokens for _, _, tokens in reading.lines))
        for place, token in enumerate(tokens)
    )


def counts_each(before: str, after: str, lexicon: Lexicon) -> bool:
    """Whether a number stands right before or behind a word, and not of what comes before or after it."""
    sides = (fold(_ENDS.split(before)[-1]), fold(_ENDS.split(after)[0]))
    return any(numbers_in(side, lexicon) - {1} for side in sides if not _BEYOND.search(side))


def _unqualified(tokens: Sequence[str]) -> list[str]:
    return [token for token in tokens if token not in _QUALIFYING]


def asks_of_person(text: str, lexicon: Lexicon) -> bool:
    """Whether a question asks who one person of several names is."""
    match = _PERSON.match(text)
    if match is None or _COMMON.search(match[1]):
        return False
    first, *others = match[1].split()
    titled = len(others) > 1 and not lexicon.titles.isdisjoint(analyse(first))
    names = others if titled else (first, *others)
    return _PARTICLE.search(match[1]) is not None or all(name[:1].isupper() for name in names)


def each_pair(asking: Asking) -> tuple[Unit, ...]:
    """The parts that a question wants counted, and the thing that has them."""
    return asking.pair(_EACH.search(asking.normal))


def listed_pair(asking: Asking) -> tuple[Unit, ...]:
    """What a question wants listed, and of what: the conditions of repentance; of Islam texts tell anyhow."""
    pair = asking.pair(_LISTED.search(asking.normal))
    return pair if pair and not pair[1].frame else ()


def term(asking: Asking) -> tuple[Unit, ...]:
    """The two words of a term whose meaning a question asks: a broken narration."""
    return asking.pair(_TERM.match(asking.normal))


def doers(asking: Asking) -> tuple[Unit, ...]:
    """Who or what a question asks about, whether they do something; anybody goes by other words, too."""
    match = _DOER.match(asking.normal)
    if match is None or match[1].endswith("ing"):
        return ()
    named = set(analyse_query(match[1])) - asking.lexicon.anybody
    return tuple(unit for unit in asking.question.things if named & set(unit.tokens))


def subjects(asking: Asking) -> tuple[Unit, ...]:
    """The things asked about that the glossary knows, where something else is asked about beside them."""
    known = asking.question.known(asking.lexicon.generic)
    return known if len(asking.question.things) > len(known) else ()
