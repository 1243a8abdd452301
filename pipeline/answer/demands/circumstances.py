"""In what circumstances something is asked about: in English as one's own case, and before or after what; in Arabic
when and where.

    case   who tells his own case ("I woke up after Fajr", "for my wife") asks for a judgement on all of it: a verse or
           a narration tells it that names three quarters of what he names, by weight, in one sentence with its
           heading. A mufti was asked in other words
    timed  "before the farewell Tawaf", of a time or an act of worship: a narration tells it that says so, with a word
           for before or after ahead of it; what is allowed after the Tawaf may be forbidden before it

    set    "visiting graves on the day of Eid", "perfume in the house", as an Arabic question sets what it asks a
           judgement on, or names as its subject, in a time, a place or a way: a verse or a narration names that in a
           sentence where it speaks of the question. Who asks what happened tells in his own words where it did

What else a matter is before or after (a sale, a divorce), narrations tell in other words ("when they are on sale").

Nothing is decided here; `pipeline.answer.demands.questions` puts the demands to texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.naming import names_most
from pipeline.answer.demands.read import Read
from pipeline.answer.words.units import ONE, Unit
from pipeline.text import analyse
from schemas.reference import Kind

MOST = ONE * 3 // 4  # of the weight of what a case names
REACH = 6  # tokens behind the word of time, among which stands what it leads to
_ASKING = r"(?<!can )(?<!may )(?<!do )(?<!must )(?<!shall )(?<!could )(?<!should )(?<!would )"
_OWN = re.compile(rf"\b(?:my|mine|me|myself)\b|{_ASKING}\bi(?:'?m|'?ve)?\b")
# Who seeks one of these asks no judgement.
_TEXT = re.compile(r"\b(?:had(?:i|ee?)ths?|narrations?|verses?|ayahs?)\b")
# In these he speaks whose words are sought: Allah or the Prophet.
_SPOKEN = (
    r"\b(?:had(?:i|ee?)ths?|verses?|ayah?s?|surahs?|qur'?an|{prophet}|allah|du'?a|supplications?)\b"
    r"|\bmy (?:lord|ummah|nation|community|people|companions?|sunnah|slaves?|servants?|mercy|wrath|name)\b"
)
_TIMED = re.compile(
    r"\b(before|after) (?:(?:the|a|an|his|her|my|your|our|salat|salah|every|each|obligatory|farewell) )*(?:al[ -])?"
    r"(fajr|dawn|subh|sunrise|dhuhr|zuhr|noon|asr|sunset|maghrib|isha|midnight|witr|jumu\S*|jummah?|friday|eid|adhaa?n"
    r"|iqamah?|khutbah?|sermon|pray(?:er|ers|ing)|salah|salat|ruku\S*|sujud|tasl[ie]+m|fast(?:ing)?|iftar|suhur|suhoor"
    r"|ramadan|tawaf|sa'?[iy]|hajj|umrah|ihram|arafah?|wu[dz]h?u\S*|ablution|ghusl|sleep(?:ing)?|bed)\b"
)
_WORDS_OF_TIME = {
    "before": frozenset(analyse("before prior until till ere", keep_stop_words=True)),
    "after": frozenset(
        analyse("after when whenever once then finish upon since later following", keep_stop_words=True)
    ),
}


@dataclass(frozen=True, slots=True)
class Timed:
    """What a question says that something is before or after: the tokens that say which, and the time or the act."""

    by: frozenset[str]
    thing: Unit

    def told_by(self, text: Read) -> bool:
        """Whether a text says it so. A verse may be on it without the word; muftis and books say it in their own."""
        if text.kind != Kind.HADITH or text.language != "en":
            return True
        tokens = analyse(text.around, keep_stop_words=True)
        words = self.thing.words
        return any(
            token in self.by and not words.isdisjoint(tokens[place + 1 : place + 1 + REACH])
            for place, token in enumerate(tokens)
        )


def timed_in(asking: Asking) -> Timed | None:
    """The time or act of worship that an English question says something is before or after; None without one."""
    for match in _TIMED.finditer(asking.normal) if _TEXT.search(asking.normal) is None else ():
        thing = next((unit for unit in asking.by(match[2]) if not unit.frame), None)
        if thing is not None:
            return Timed(_WORDS_OF_TIME[match[1]], thing)
    return None


def setting_of(asking: Asking) -> tuple[Unit, ...]:
    """The times and places in which an Arabic question sets what it asks about; none where it asks for a fact."""
    lexicon = asking.lexicon
    if asking.language != "ar" or lexicon.asks_fact(asking.normal):
        return ()
    return tuple(
        unit
        for word in lexicon.settings(asking.normal)
        for unit in asking.by(word)
        if not unit.frame and unit.concept not in lexicon.generic
    )


def names_setting(setting: Sequence[Unit], text: Read) -> bool:
    """Whether a text, if it is scripture, names each time and place."""
    if text.kind not in (Kind.QURAN, Kind.HADITH):
        return True
    said = [one | text.reading.heading for one in text.reading.inside] or [text.reading.held]
    return all(any(text.named_by.names(one, unit) for one in said) for unit in setting)


def case_of(asking: Asking) -> tuple[Unit, ...]:
    """What an English question names that tells what befell who asks it; nothing where it tells of no such case."""
    own, spoken = _OWN.search(asking.normal), asking.lexicon.compiled("en", _SPOKEN).search(asking.normal)
    return asking.question.things if own and not spoken else ()


def names_case(things: Sequence[Unit], text: Read) -> bool:
    """Whether a text, if it is scripture, names most of a case in one sentence."""
    if text.kind not in (Kind.QURAN, Kind.HADITH):
        return True
    return names_most(text.reading, things, text.named_by, MOST)
