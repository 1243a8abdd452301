"""The checks that demands put to one text: what it must hold, tell or be about.

Each takes what a question wants (words, things, a number) and a text as it was read, and says whether the text has it.
Which of them a question makes, `pipeline.answer.demands.questions` decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.demands import arabic, english
from pipeline.answer.demands.asking import is_plain
from pipeline.answer.demands.judging import rarest
from pipeline.answer.demands.naming import names_each, names_most
from pipeline.answer.demands.places import (
    FOLLOWING,
    NEAR,
    behind_name,
    clauses,
    following,
    spots,
    surroundings,
)
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon, Occasion, Told
from pipeline.answer.lexicon.said import Phrases, Words
from pipeline.answer.lexicon.wordings import Form
from pipeline.answer.words.fold import fold
from pipeline.answer.words.units import Asked, Unit
from pipeline.text import analyse, analyse_query
from schemas.reference import Kind

_ANY = {"en": "x", "ar": "س"}  # stands for a word behind which something is said
_BEGINS = re.compile(r"(?:^|[.!?:;,\"'\n]\s*)(?:(?:and|then|but|the|an?|al|و)[ -]?)*[^\w\s]*$")
_STOP = re.compile(r"[.!?;:\"“”()]")
_MEANING = re.compile(r"(?<!\w)(?:معني|تعريف|حقيقه|المقصود|المراد|مفهوم|ما (?:هو|هي))(?!\w)")
_NAME = re.compile(r"[A-Z][a-z'’-]{2,}")
_WORD = re.compile(r"[^\W\d][\w'’-]*")
_LEADING = frozenset("of the was is were are named called whose name s".split())


def told_by_none(_: Read) -> bool:
    """Whether a text tells what none of its kind does: what becomes of the one who asks, the virtue of verses."""
    return False


# ---- what a text is about


def is_about(text: Read) -> bool:
    """It is about the one thing asked about: by its title, or by saying what the thing is. An Arabic answer with the
    thing in its title may rule on it: it says what the thing is, or its title asks that."""
    if text.is_titled and text.kind == Kind.FATWA and text.question.language == text.language == "ar":
        whole = text.reading.text
        return _MEANING.search(fold(text.reading.title)) is not None or defines(
            whole, "ar", text.question, text.lexicon
        )
    return text.is_titled or defines(text.around, text.language, text.question, text.lexicon)


def is_about_formula(text: Read) -> bool:
    """The same of words such as "Allah is greater", which it holds side by side; no verse is about them."""
    return text.kind != Kind.QURAN and text.reading.beside > 0 and is_about(text)


def gives_meaning(text: Read) -> bool:
    """The same; a verse that holds the word does, for it is shown with what is said of it."""
    if text.kind == Kind.QURAN and not text.is_titled:
        return _speaks(text)
    return is_about(text)


def tells_of_one(told: Told, text: Read) -> bool:
    """It tells of the one thing asked about what a question of a form wants told."""
    if told.name == "how" and text.question.language == text.language == "ar":
        # A title with the word alone may head any question on it.
        told_in = text.reading.text if text.kind == Kind.FATWA else text.around
        return told.need["ar"].search(fold(told_in)) is not None
    if text.is_titled:
        return True
    if text.kind == Kind.TAFSIR and defines(text.around, text.language, text.question, text.lexicon):
        return True
    return tells(told, None, text)


def defines_term(units: Sequence[Unit], text: Read) -> bool:
    """It says right behind the words of a term what it is, or is an answer whose title has all of them."""
    definition, word = text.lexicon.definition(text.language), _ANY[text.language]
    if text.kind == Kind.FATWA and all(unit.is_in(text.reading.heading) for unit in units):
        return True
    return any(definition.search(f"{word} {said}") for said in _said_behind(units, text))


def tells_who(told: Told, names: Sequence[Unit], text: Read) -> bool:
    """It says who somebody is right behind his name, or is an answer to that very question."""
    if text.is_titled and any(told.asked(fold(line)) for line in text.reading.title.splitlines()):
        return True
    return any(map(text.lexicon.identity(text.language).search, _said_behind(names, text)))


def _said_behind(units: Sequence[Unit], text: Read) -> list[str]:
    """What it says, folded, behind each place that holds some things side by side, as the question writes them; in
    another language, in any of their forms."""
    same = text.language == text.question.language
    written = [frozenset(unit.tokens) if same else unit.words for unit in units]
    return [fold(said) for said in behind_name(text.around, text.language, written)]


def answers_to_premise(text: Read) -> bool:
    """It is an answer that goes by what the question takes for granted, and speaks to it."""
    titles = text.reading.title.splitlines()
    return text.is_titled and any(map(text.lexicon.premises.says_contrary, titles))


# ---- what a text tells


def tells(told: Told, of: Unit | None, text: Read) -> bool:
    """It holds the words that a question of a form wants, near a thing, or near anything asked about."""
    if told.within == "narration" and text.kind != Kind.HADITH:
        return True
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
            for _, end in spots(text.around, heaviest)
        )
    if told.within == "clause" and text.language == "ar":
        if text.kind == Kind.QURAN:  # a verse is a clause or two, and says "it"
            return need.search(fold(text.around)) is not None
        return any(need.search(near) for near in clauses(text.around, units))
    return any(need.search(fold(near)) for near in surroundings(text.around, text.language, units)) or (
        told.proper and text.language == "en" and _named(text, units)
    )


def is_of_no_occasion(occasion: Occasion, text: Read) -> bool:
    """It is no narration that tells of a state in which other rules hold."""
    told = occasion.told[text.language]
    return text.kind != Kind.HADITH or told.search(fold(text.reading.text)) is None


def has_form(form: Form, text: Read) -> bool:
    """It gives what is asked for, an invocation or a virtue, and speaks of the thing; a virtue, of the rarest thing
    that the glossary knows by a name."""
    told = form.name != "virtue" or names_judged(rarest(text.question.known(text.lexicon.generic)), text)
    return told and form.found(text.around, text.language) and _speaks(text)


def speaks_of(unit: Unit, text: Read) -> bool:
    """It holds a thing where it speaks of the question."""
    return unit.is_in(frozenset(analyse(text.around)))


def is_of_prophet(text: Read) -> bool:
    """It is a narration, or speaks of the Prophet where it speaks of the question."""
    return text.kind == Kind.HADITH or text.lexicon.tells_of_prophet(fold(text.around))


def is_worded(least: int, text: Read) -> bool:
    """It holds so much of the words by which texts tell of a common question, where it is scripture: a verse or a
    narration of other matters holds a few words of any. An answer speaks in its own words."""
    return text.kind not in (Kind.QURAN, Kind.HADITH) or text.reading.window >= least


def is_about_or_worded(least: int, text: Read) -> bool:
    """It says what the one thing asked about is, or holds so much of the words by which texts tell of it."""
    return is_about(text) or text.reading.window >= least


def is_answer(text: Read) -> bool:
    """It is a mufti's answer: a title by which answers go says little to other texts."""
    return text.kind == Kind.FATWA


# ---- things that a text must name


def names_judged(units: Sequence[Unit], text: Read) -> bool:
    """It names each thing that a judgement is asked on."""
    return names_each(text.reading, units, text.named_by)


def names_judged_most(units: Sequence[Unit], least: int, text: Read) -> bool:
    """It names so much of what a judgement is asked on, by weight; what a mufti was asked says it in other words."""
    if text.kind == Kind.FATWA:
        return True
    return names_most(text.reading, units, text.named_by, least)


def holds_all(units: Sequence[Unit], text: Read) -> bool:
    """It names each of some things, anywhere."""
    return all(unit.is_in(text.reading.held) for unit in units)


def holds_subject(units: Sequence[Unit], text: Read) -> bool:
    """The same; in English a verse says "it" of what went before."""
    return (text.kind == Kind.QURAN and text.question.language == "en") or holds_all(units, text)


def names_known(units: Sequence[Unit], text: Read) -> bool:
    """It names each of some things that the glossary knows, anywhere. These go by a few names, and a text with none of
    them is on something else; a verse, and what comments on it, may say "it"."""
    if text.kind in (Kind.QURAN, Kind.TAFSIR):
        return True
    naming = text.named_by
    return all(naming.names(text.reading.held, unit) for unit in units)


def holds_names(units: Sequence[Unit], text: Read) -> bool:
    """It holds some English names as names; an Arabic text by what is like them."""
    if text.language != "en":
        return names_judged(units, text)
    return english.named_with_capital(text.reading, units)


def says_in_sense(told: Phrases, text: Read) -> bool:
    """It says of an English word of two senses what tells of the right one, in a heading or where it speaks of the
    question."""
    said = f"{text.reading.title}\n{text.reading.chapter}\n{text.led}"
    return text.language != "en" or any(Words.of(said).all(told))


def tells_deed(deed: arabic.Deed, text: Read) -> bool:
    """It tells of an Arabic deed and what it is done to; a verse, and what comments on it, may say "it", and a
    mufti tells of it in his own words."""
    if text.kind in (Kind.QURAN, Kind.TAFSIR) and not deed.related:
        return True
    if text.language != "ar" or text.kind == Kind.FATWA:
        return holds_all((deed.deed, deed.other), text)
    return arabic.tells_deed(text.reading, deed)


def holds_close(units: Sequence[Unit], text: Read, *, near: int) -> bool:
    """It holds some words close to each other, within so many tokens for each."""
    reach = near * len(units)
    tokens = text.reading.tokens if text.language == text.question.language else []
    return any(
        all(unit.is_in(held) for unit in units)
        for place in range(max(1, len(tokens) - reach + 1))
        if (held := frozenset(tokens[place : place + reach]))
    )


# ---- what a text says a thing is


def defines(window: str, language: str, question: Asked, lexicon: Lexicon) -> bool:
    """Whether a text says what the things asked about are, and does not merely name them."""
    return says_what(window, language, question.things, lexicon)


def says_what(
    window: str, language: str, units: Sequence[Unit], lexicon: Lexicon, *, begins: bool = False
) -> bool:
    """Whether a text says what something is. `begins`: in a sentence that begins with it."""
    after, before = lexicon.definition(language), lexicon.defined(language)
    for start, end in spots(window, units):
        led = fold(window[max(0, start - NEAR["en"]) : start])
        if after.search(fold(window[start : end + FOLLOWING])) and (not begins or _BEGINS.search(led)):
            return True
        if not begins and before.search(led):
            return True
    return False


def _speaks(text: Read) -> bool:
    """Whether an Arabic window holds the one thing asked about: the chapter that a text stands in does not do."""
    if text.language != "ar" or not is_plain(text.question):
        return True
    return any(speaks_of(unit, text) for unit in text.question.things)


def _named(text: Read, units: Sequence[Unit]) -> bool:
    """Whether a proper name that the question does not hold stands in apposition to a word, 'his uncle Hamza', or is
    told of it, 'the mother of Moses was called Jochebed'. Of whom it is, or what stands beside it, is not its name."""
    asked = set(text.question.tokens)
    return any(
        _NAME.fullmatch(name[0]) is not None
        and name[0] not in text.lexicon.no_names
        and asked.isdisjoint(analyse_query(name[0]))
        for after in following(text.around, units)
        if (name := _behind(_STOP.split(after)[0], asked)) is not None
    )


def _behind(phrase: str, asked: set[str]) -> re.Match[str] | None:
    """The first word behind those of the question, and those that lead to a name; none where "of" leads to it."""
    before = ""
    for word in _WORD.finditer(phrase):
        if word[0].lower() not in _LEADING and not asked.issuperset(analyse(word[0], keep_stop_words=True)):
            return word if before != "of" else None
        before = word[0].lower()
    return None
