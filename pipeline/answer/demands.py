"""What a question demands of a text, beyond speaking of its subject.

A text on the right subject may still say nothing of what is asked: the name of a man whom it leaves unnamed, the
colour of a dog, twelve cases where it tells of two, why something was forbidden that it praises. Each such demand
is a small check of one text; when no text that was read meets them all, nothing answers, whatever the scores say.

Six kinds, data in `data/lexicon/routes.yaml` (`demands`) and, the last one, in `wordings.yaml` (`forms`):

    told      words that must stand near what is asked about ("named", a colour), or beside its object ("forbade")
    plain     a question of one thing ("What is zakat?") has nothing else to tell a text by: the text must be about that
              thing, by its title, its question or its heading, as a verse, or by saying what the thing is
    head      the noun after "which" must be spoken of, unless it names a class that an instance answers
    counted   after "how many", a number must stand beside the noun that is counted
    claimed   a number that the question takes for granted must stand in the text, beside something asked about
    stated    every word of what the question says that the Prophet or the Qur'an said must stand in the text
    ordered, person, subject, together, joined, follows, each: see `pipeline.answer.demands_english` and
              `demands_arabic`
    spelled   of the nouns that a short Arabic question names with the article, a text holds one itself, not another
              word of its stem alone (الرقية، الرقاب)
    named, compared: see `pipeline.answer.naming`
    formed    an invocation that is asked for must be given, and a virtue told of, not the subject named alone

A demand only ever turns an answer into a decline.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from pipeline.answer import demands_arabic as arabic
from pipeline.answer.demands_english import (
    asks_of_person,
    in_order,
    names_all,
    of_another,
    ordered_pair,
    subjects,
    together,
)
from pipeline.answer.fold import fold
from pipeline.answer.lexicon import Lexicon, Told
from pipeline.answer.naming import (
    Likest,
    compared_things,
    judged_things,
    names_each,
    nothing_alike,
    tells_apart,
)
from pipeline.answer.numbers import numbers_in
from pipeline.answer.reading import Reading
from pipeline.answer.spelling import REMEMBERED, Spellings, definite, spelled
from pipeline.answer.units import ONE, Asked, Unit
from pipeline.answer.wordings import Form
from pipeline.text import analyse, analyse_query, term_tokens, words
from pipeline.text.words import WRITTEN, searchable

NEAR = {"en": 40, "ar": 80}  # characters; Arabic is counted with its vowels
BESIDE = 36  # characters of Arabic, about three words with their vowels
PAIR = 2  # things; a question of more of them is told by what stands together
FOLLOWING = 40  # characters after a word, which say what it is
SMALL = 2  # numbers up to this one are too common to be demanded
# A number that says a place in a book is no claim.
_PLACE = re.compile(
    r"(?:surah?|chapter|verses?|ayah?|juz'?|سوره|السوره|ايه|الايه|جزء) (?:no\.? |number |رقم )?\d+"
)
_STOP = re.compile(r"[.!?;:\"“”()]")
# Words of many a form in the glossary ("fear of Allah"), by which alone nothing is named.
_NAMES_NOTHING = frozenset(analyse("الله النبي الرسول Allah God Prophet"))
_NAME = re.compile(r"[A-Z][a-z'’-]{2,}")
_NO_NAME = frozenset(
    "Allah God Lord Prophet Messenger Apostle Hell Fire Paradise Day Muslim Muslims Islam The And But Then When"
    " They She His Her Who This That You Jew Jews Christian Companions Book House Hour Believers Ka Verily".split()
)


@dataclass(frozen=True, slots=True)
class Demand:
    """One demand: words that must be told (beside `unit`, if any), a noun, or a number."""

    name: str
    told: Told | None = None
    unit: Unit | None = None
    counted: bool = False
    number: int = 0
    plain: bool = False
    form: Form | None = None
    pair: tuple[str, frozenset[str]] | None = None
    subject: tuple[Unit, ...] = ()
    phrase: tuple[Unit, ...] = ()
    stated: tuple[Unit, ...] = ()
    named: tuple[Unit, ...] = ()
    compared: tuple[tuple[Unit, ...], ...] = ()
    each: Unit | None = None
    spellings: Spellings = field(default_factory=dict)


def demands_of(
    text: str,
    question: Asked,
    lexicon: Lexicon,
    taken: frozenset[int] = frozenset(),
    spellings: Spellings = MappingProxyType({}),
) -> list[Demand]:
    """Everything that a question demands.

    Args:
        taken: numbers that a closed list confirms; a text need not repeat them.
        spellings: the words by which a text may name each Arabic thing that is asked about.
    """
    folded = _PLACE.sub(" ", fold(text))
    found = [
        Demand(
            one.name, told=one, unit=next(iter(_units_of(match.groupdict().get("of") or "", question)), None)
        )
        for one in lexicon.told
        if (match := one.asked(folded))
    ]
    form = lexicon.wordings.required(text)
    found += [Demand(form.name, form=form)] if form else []
    found += _counted(folded, question, lexicon)
    if not any(one.told for one in found):
        found += _heads(folded, question, lexicon)
    if is_plain(question) and form is None:
        forms = [Demand(one.name, told=one, plain=True) for one in lexicon.plain if one.asked(folded)]
        what = "meaning" if arabic.asks_meaning_of(folded) else "about"
        found += forms[:1] or [Demand(what, plain=True)] * lexicon.asks_what_it_is(folded)
    elif asks_of_person(text) or arabic.asks_of_person(folded):
        found += [Demand(one.name, told=one, plain=True) for one in lexicon.plain if one.name == "who"]
    if question.language == "en":
        whether = any(one.name == "whether" and one.asked(folded) for one in lexicon.plain)
        pair, named = ordered_pair(folded, question), subjects(question, lexicon.generic) if whether else []
        found += [Demand("ordered", pair=pair)] if pair else []
        found += [Demand("subject", subject=tuple(named))] if named else []
        phrase = is_plain(question) and len(question.things) > 1
        found += [Demand("together", phrase=question.things)] if phrase else []
    elif pair := arabic.ordered_pair(folded, question):
        found.append(Demand("ordered", pair=pair))
    elif counted := arabic.counted_of(folded, question):
        found.append(Demand("each", each=counted))
    elif things := arabic.listed_pair(folded, question):
        found.append(Demand("follows", phrase=things))
    elif things := arabic.joined_pair(folded, question):
        found.append(Demand("joined", phrase=things))
    judged = judged_things(folded, question, lexicon)
    found += [Demand("named", named=judged)] if judged else []
    compared = compared_things(folded, question, lexicon)
    found += [Demand("compared", compared=compared)] if compared else []
    stated = _stated(folded, question, lexicon)
    found += [Demand("stated", stated=stated)] if stated else []
    if question.language == "ar" and len(question.things) <= PAIR:
        nouns = {
            token: forms for token, forms in definite(text, spellings).items() if token not in _NAMES_NOTHING
        }
        found += [Demand("spelled", spellings=nouns)] if nouns else []
    if not any(one.counted for one in found):
        found += [
            Demand("claimed", number=value, subject=_uncounted(folded, question, lexicon))
            for value in sorted(numbers_in(folded, lexicon) - taken)
            if value > SMALL
        ]
    return found


def asks_what_it_is(text: str, question: Asked, lexicon: Lexicon) -> bool:
    """Whether a question asks what one thing is."""
    return is_plain(question) and lexicon.asks_what_it_is(fold(text))


def is_plain(question: Asked) -> bool:
    """Whether a question asks about one thing alone, in one word or as one concept."""
    named = [unit for unit in question.things if not set(unit.tokens) <= _NAMES_NOTHING] or question.things
    return len({unit.concept or unit.tokens for unit in named}) == 1


def _heads(folded: str, question: Asked, lexicon: Lexicon) -> list[Demand]:
    return [
        Demand("head", unit=unit)
        for word in lexicon.heads(folded)
        for unit in _units_of(word, question)
        if not unit.frame and not set(unit.tokens) & lexicon.classes
    ]


def _counted(folded: str, question: Asked, lexicon: Lexicon) -> list[Demand]:
    found = []
    for word in lexicon.counted(folded):
        units = [unit for unit in _units_of(word, question) if not unit.frame]
        found += [Demand("counted", unit=unit, counted=True) for unit in units]
    return found


def _stated(folded: str, question: Asked, lexicon: Lexicon) -> tuple[Unit, ...]:
    """The things in what a question says that somebody said or did, where it asks why or where."""
    units = {unit.tokens: unit for claim in lexicon.stated(folded) for unit in _units_of(claim, question)}
    return tuple(unit for unit in units.values() if not unit.frame and unit.concept not in lexicon.generic)


def _uncounted(folded: str, question: Asked, lexicon: Lexicon) -> tuple[Unit, ...]:
    """The things asked about that are no numbers themselves."""
    counts = {
        token
        for word in words(folded)
        if numbers_in(folded[word.start : word.end], lexicon)
        for token in analyse_query(word.text)
    }
    return tuple(unit for unit in question.things if not counts & set(unit.tokens))


def _units_of(word: str, question: Asked) -> list[Unit]:
    tokens = set(analyse_query(word))
    return [unit for unit in question.units if tokens & set(unit.tokens)]


def meets(
    kind: str,
    reading: Reading,
    demands: Sequence[Demand],
    question: Asked,
    lexicon: Lexicon,
    likest: Likest = nothing_alike,
) -> bool:
    """Whether a text of a kind meets every demand. `likest`: how like words are, where an index knows."""
    return all(_meets(kind, reading, demand, question, lexicon, likest) for demand in demands)


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


def _spots(window: str, units: Sequence[Unit]) -> list[tuple[int, int]]:
    """Where the words that are asked about stand."""
    tokens = {token for unit in units for form in unit.forms for token in form} - _NAMES_NOTHING
    found = []
    for match in WRITTEN.finditer(searchable(window)):
        begins = match.start()
        for start, end, named in _named_by(match[0]):
            if not tokens.isdisjoint(named):
                found.append((begins + start, begins + end))
    return found


@lru_cache(maxsize=REMEMBERED)
def _named_by(written: str) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
    """What one written word names: the place of each of its words in it, and their tokens."""
    return tuple((word.start, word.end, term_tokens(word.text)) for word in words(written))


def _meets(
    kind: str, reading: Reading, demand: Demand, question: Asked, lexicon: Lexicon, likest: Likest
) -> bool:
    if demand.named:
        return names_each(kind, reading, demand.named, likest)
    if demand.compared:
        return tells_apart(reading, demand.compared, lexicon.differing) or all(
            _says_what(reading.text, reading.language, side, lexicon) for side in demand.compared
        )
    if demand.plain:
        if demand.told and demand.name == "how" and question.language == reading.language == "ar":
            # A title with the word alone may head any question on it.
            told_in = reading.text if kind == "fatwa" else reading.around
            return demand.told.need["ar"].search(fold(told_in)) is not None
        if kind == "fatwa" and reading.titled * 5 >= ONE * 3:
            return True
        if demand.name == "meaning" and kind == "quran":  # it is shown with what is said of it
            return _speaks(reading.around, reading.language, question)
        if demand.told is None or kind == "tafsir":
            told = defines(reading.around, reading.language, question, lexicon)
            if told or demand.told is None:
                return told
    if demand.spellings:
        # A mufti may name it in the title alone.
        return kind == "fatwa" or reading.language != "ar" or bool(spelled(reading, demand.spellings))
    if demand.pair is not None:
        if question.language == "en":
            return reading.language != "en" or in_order(reading, *demand.pair)
        return reading.language == "ar" and arabic.in_order(reading, *demand.pair)
    if demand.each is not None:
        return reading.language == "ar" and any(
            arabic.counts_each(window[max(0, start - BESIDE) : start], window[end : end + BESIDE], lexicon)
            for window in [reading.around]
            for start, end in _spots(window, [demand.each])
        )
    if demand.stated:
        return names_all(reading, demand.stated)
    if demand.number:
        return demand.number in numbers_in(fold(reading.text), lexicon) and any(
            demand.number in numbers_in(fold(near), lexicon)
            for near in _near(reading.text, reading.language, demand.subject or question.units)
        )
    if demand.subject:
        # In English a verse says "it" of what went before.
        return (kind == "quran" and question.language == "en") or names_all(reading, demand.subject)
    if demand.name == "follows":
        return reading.language == "ar" and arabic.follows(reading, demand.phrase)
    if demand.phrase and question.language == "en":
        return together(reading, demand.phrase)
    if demand.phrase:
        return reading.language != "ar" or arabic.joined(reading, demand.phrase)
    window = reading.around
    if demand.form is not None:
        return demand.form.found(window, reading.language) and _speaks(window, reading.language, question)
    if demand.told is not None:
        return _tells(window, reading.language, demand, demand.told, question)
    assert demand.unit is not None
    if not demand.counted:
        tokens = frozenset(analyse(window))
        return any(form <= tokens for form in demand.unit.forms)
    # A broken plural hides an Arabic noun from its singular: then the number may stand beside another word.
    units = [demand.unit] if reading.language == "en" else list(question.units)
    return any(
        numbers_in(fold(near), lexicon) - {1} or lexicon.amount(reading.language).search(fold(near))
        for near in _near(window, reading.language, units)
    )


def _speaks(window: str, language: str, question: Asked) -> bool:
    """Whether an Arabic window holds the one thing asked about: the chapter that a text stands in does not do."""
    if language != "ar" or not is_plain(question):
        return True
    tokens = frozenset(analyse(window))
    return any(form <= tokens for unit in question.things for form in unit.forms)


def _tells(window: str, language: str, demand: Demand, told: Told, question: Asked) -> bool:
    need = told.need[language]
    units = [demand.unit] if demand.unit else list(question.things or question.units)
    if told.within == "object" and demand.unit is None:
        # Beside the heaviest thing asked about that is not the word itself: "wine", not "permit".
        others = [unit for unit in units if not need.search(" ".join(unit.tokens))]
        units = [max(others or units, key=lambda unit: unit.weight)]
    if told.within == "after":
        heaviest = [max(units, key=lambda unit: unit.weight)]
        return any(
            need.search(fold(window[end : end + NEAR[language]])) for _, end in _spots(window, heaviest)
        )
    return any(need.search(fold(near)) for near in _near(window, language, units)) or (
        told.proper and language == "en" and _named(window, units, question)
    )


def _named(window: str, units: Sequence[Unit], question: Asked) -> bool:
    """Whether a proper name that the question does not hold follows a word: 'his uncle Hamza'."""
    return any(
        match[0] not in _NO_NAME and not set(analyse_query(match[0])) & set(question.tokens)
        for after in _after(window, units)
        for match in _NAME.finditer(_STOP.split(after[:28])[0])
    )


def _near(window: str, language: str, units: Sequence[Unit]) -> list[str]:
    """What stands around each word that is asked about."""
    reach = NEAR[language]
    return [
        window[max(0, start - reach) : end + reach]
        for start, end in _spots(window, units)
        if not of_another(window[max(0, start - NEAR["en"]) : start])
    ]
