"""Whose kin somebody is: "the mother of Moses", "who was the Prophet's father".

Somebody is asked for by his kin, so a text that does not say whose mother, or father, it tells of is on that person
himself, or on the kin of others. It says so by the word for the kin right beside the name, or by "his mother" near it.

Nothing is decided here; `pipeline.answer.demands.questions` puts the demand to texts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.places import NEAR, named_in
from pipeline.answer.demands.read import Read
from pipeline.answer.words.fold import fold
from pipeline.text import analyse

# How a text may tell of the kin that a question names by each of some words. A father is asked for by one Arabic word
# alone: by the other, somebody is called.
_KIN = {
    "ar": {
        "ام والده": "ام|والد[هت]",
        "والد": "اب|ابو|ابي|ابا|والد",
        "زوجه زوج امراه": "زوج[هت]?|امرا[هت]|اهل|نساء",
        "اخت": "اخت",
        "بنت ابنه": "بنت|ابن[هت]|بنات",
    },
    "en": {
        "mother mom mum": "mother",
        "father dad": "father",
        "wife wives husband": "wife|wives|husband|married",
        "sister sisters": "sisters?",
        "brother brothers": "brothers?",
        "daughter daughters": "daughters?|bint",
        "son sons": "sons?|ibn|bin|b",
        "uncle uncles": "uncles?",
        "aunt aunts": "aunts?",
        "grandfather": "grandfather",
    },
}
_TOLD = {
    language: {word: told for words, told in some.items() for word in words.split()}
    for language, some in _KIN.items()
}
_ASKED = {
    "ar": re.compile(rf"(?<!\w)({'|'.join(_TOLD['ar'])}) (?=(\S.*))"),
    "en": re.compile(
        rf"\b({'|'.join(_TOLD['en'])}) of (?:the |our )?(?=(\S.*))|\b(?=(\S+?)'?s ({'|'.join(_TOLD['en'])})\b)"
    ),
}
_FOR = re.compile(r"(?<!\w)ل(?=\w{3})")  # "to" before a name


@dataclass(frozen=True, slots=True)
class Kin:
    """Some kin, and whose they are, as tokens; how a text of the question's language tells of them before the name and
    behind it."""

    language: str
    before: re.Pattern[str]
    behind: re.Pattern[str]
    owner: frozenset[str]

    def told_by(self, text: Read) -> bool:
        """Whether a text tells of the kin of that very person; one in the other language is not asked."""
        if text.language != self.language:
            return True
        window, reach = text.around, 2 * NEAR[self.language]
        return any(
            self.before.search(fold(window[max(0, start - reach) : start]))
            or self.behind.search(fold(window[end : end + reach]))
            for start, end in named_in(window, self.owner)
        )


def kin_in(asking: Asking) -> Kin | None:
    """The kin that a question names by whose they are; None where it names nobody by a person that is known."""
    language, persons = asking.language, asking.lexicon.persons
    for match in _ASKED[language].finditer(asking.normal):
        word, name = (match[1], match[2]) if match[1] else (match[4], match[3])
        if persons.match(name) or asking.lexicon.prophet & frozenset(analyse(name.split()[0])):
            return Kin(language, *_beside(language, _TOLD[language][word]), owner_of(asking))
    return None


@cache
def _beside(language: str, told: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """How a text tells of kin by words for them, before a name and behind it: right beside it, or as his near it.

    Behind an English name a blessing may stand in brackets.
    """
    if language == "ar":
        kin = rf"(?<!\w)[وفبل]?(?:{told})"
        own = rf"{kin}(?:ه|ها|ك|كما|ي)(?!\w)"
        return re.compile(rf"{kin}(?: ال)?$|{own}"), re.compile(own)
    kin = rf"\b(?:{told})\b"
    own = rf"\b(?:his|her|their) (?:own )?{kin}"
    return (
        re.compile(rf"{kin} of(?: the| our| holy| \w+'s)*$|{own}"),
        re.compile(rf"^(?>\W*(?:\([^()]{{1,40}}\)\W*)?)(?:'?s)?\W{{0,2}}{kin}|{own}"),
    )


def owner_of(asking: Asking) -> frozenset[str]:
    """The person whom a question names, as tokens: of a long name the rarest word, and each name that he goes by."""
    lexicon, units = asking.lexicon, asking.question.units
    persons = [analyse(match[0]) for match in lexicon.persons.finditer(_FOR.sub("", asking.normal))]
    own = {max(names, key=lambda token: (lexicon.rarity(token), token)) for names in persons if names}
    owner = own.union(*(unit.words for unit in units if own & set(unit.tokens) and not unit.frame))
    if lexicon.prophet & frozenset(analyse(asking.normal)):
        owner |= lexicon.prophet
    return frozenset(owner)
