"""What an Arabic question is on that a text must name somewhere, whatever else it says.

    many      of a judgement on more things than `judging` asks for, the rarest noun ("does nail polish prevent wudu
              from being valid"): a text on nails and wudu without it rules on another thing
    servant   a name that calls somebody the servant of another ("Abd al-Nabi"), with both of its words: what is said of
              one such name is not said of another
    whether   whether one thing is another ("is a gift to an official a bribe"): both, and what else is named, if it is
              little

A deed may go by other words, and a verse, or a comment on one, says "it". Nothing is decided here;
`pipeline.answer.demands.questions` puts the demands to texts.
"""

from __future__ import annotations

import re

from pipeline.answer.demands.asking import NAMES_NOTHING, Asking
from pipeline.answer.demands.judging import FEW, named_things, rarest
from pipeline.answer.demands.read import Read
from pipeline.answer.words.fold import fold
from pipeline.answer.words.units import Unit
from pipeline.text import analyse_query
from schemas.reference import Kind

MANY = 6  # things; a longer question tells a case, and its answer goes by other words
# A verb, by the word before it; and verbal nouns of the derived forms, for which a text has others.
_VERBS = re.compile(
    r"(?:^|\s)[وف]?(?:هل (?=[يت])|(?:ان|من|اذا|لو|ثم|الذي|التي|لم|لا|قد|هو|هي) )([\u0621-\u064a]+)(?![\u0621-\u064a])"
)
_DEED = re.compile(r"^(?:ا\wت\wا\w|است\w{3,}|ان\w{2}ا\w|ا\w{2}ا\w|ت\w{2}ي\w|م\wا\w{2}ه)$")
_SERVANT = re.compile(r"(?:^|\s)[بلو]?عبد (ال(?!له\W)[\u0621-\u064a]+)")
# "Is the A ... a B?": no verb, and no article before the last word.
_WHETHER = re.compile(
    r"^\W*[وف]?هل (?=ال)(?:(?![يتن]\S{3})[\u0621-\u064a]+ ){1,4}(?!ال|لل|بال|عن|علي|في)[\u0621-\u064a]+\W*$"
)


def subject_of(asking: Asking) -> tuple[Unit, ...]:
    """The things that a text must name; none where the question is in English, short, or long."""
    if asking.language != "ar":
        return ()
    if _WHETHER.match(asking.normal):
        aside = asking.lexicon.judging | NAMES_NOTHING
        said = tuple(unit for unit in asking.things if aside.isdisjoint(unit.tokens))
        return said if len(said) <= FEW + 1 else ()
    named = named_things(asking.families or asking.question, asking.lexicon, but=NAMES_NOTHING)
    if not asking.is_judged or not FEW < len(named) <= MANY:
        return ()
    deeds = {token for verb in _VERBS.findall(asking.normal) for token in analyse_query(verb)}
    deeds |= {token for word in asking.normal.split() if _DEED.match(word) for token in analyse_query(word)}
    return rarest([unit for unit in named if deeds.isdisjoint(unit.tokens)])


def servant_of(asking: Asking) -> str:
    """The second word of such a name on which a judgement is asked; empty without one."""
    name = _SERVANT.search(asking.normal) if asking.language == "ar" and asking.is_judged else None
    return name[1] if name else ""


def names_servant(name: str, text: Read) -> bool:
    """It has such a name, or is in another language."""
    said = fold(f"{text.reading.title}\n{text.reading.text}")
    return text.language != "ar" or re.search(rf"عبد ?{name}(?![\u0621-\u064a])", said) is not None


def names_somewhere(units: tuple[Unit, ...], text: Read) -> bool:
    """It names each of some things, anywhere or in a heading."""
    if text.kind in (Kind.QURAN, Kind.TAFSIR):
        return True
    naming, held = text.named_by, text.reading.held
    return all(naming.names(held, unit) for unit in units)
