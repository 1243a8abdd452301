"""What a question wants told of what it asks about: by its form, and of one thing, or of somebody, alone.

told      words that must stand near what is asked about ("named", a colour), or beside its object ("forbade")
head      the noun after "which" must be spoken of, unless it names a class that an instance answers
formed    an invocation that is asked for must be given, and a virtue told of, not the subject named alone
plain     a question of one thing ("What is zakat?") has nothing else to tell a text by: the text must be about that
          thing, by its title, its question or its heading, as a verse, or by saying what the thing is
who       who somebody of a name is, a text says right behind that name; what stands before it tells of his kin
term      what a term of two words is, a text says right behind them both, or its title names them

Nothing is decided here; `pipeline.answer.demands.questions` puts the demands to texts.
"""

from __future__ import annotations

from functools import partial

from pipeline.answer.demands import arabic, checks, english
from pipeline.answer.demands.asking import Asking, is_plain
from pipeline.answer.demands.demand import Demand
from pipeline.answer.demands.languages import LANGUAGES
from pipeline.answer.words.units import Unit
from pipeline.text import analyse_query

ABOUT = Demand("about", checks.is_about)


def told_in(asking: Asking) -> list[Demand]:
    """Words that must be told, of the noun that a question names beside its form, if any; one that must be named is
    named together with what is judged."""
    found = []
    for one, match in asking.told:
        of = next(iter(asking.by(match.groupdict().get("of") or "")), None)
        if one.within == "outside":
            of = _heaviest_outside(match[0], asking)
        check = partial(checks.tells, one, of)
        if one.within == "named":
            check = partial(checks.names_judged, (*asking.judged, of) if of else asking.judged)
        found.append(Demand(one.name, check))
    return found


def _heaviest_outside(words_that_ask: str, asking: Asking) -> Unit | None:
    """The heaviest thing asked about beside some words."""
    words = set(analyse_query(words_that_ask))
    others = [unit for unit in asking.question.things if words.isdisjoint(unit.tokens)]
    return max(others, key=lambda unit: unit.weight, default=None)


def given_in(asking: Asking) -> list[Demand]:
    """The invocation, or the virtue, that a text must give."""
    form = asking.required
    return [Demand(form.name, partial(checks.has_form, form))] if form else []


def heads_in(asking: Asking) -> list[Demand]:
    """The noun after "which", where no words must be told of it."""
    if asking.told:
        return []
    return [
        Demand("head", partial(checks.speaks_of, unit))
        for word in asking.lexicon.heads(asking.normal)
        for unit in asking.by(word)
        if not unit.frame and asking.lexicon.classes.isdisjoint(unit.tokens)
    ]


def of_one_thing(asking: Asking) -> list[Demand]:
    """What a question of one thing wants told of it; a person of several names is one."""
    lexicon, normal = asking.lexicon, asking.normal
    if english.asks_of_person(asking.text, lexicon) or arabic.asks_of_person(normal, lexicon):
        return [_of_person(asking)]
    if asking.required:
        return []
    if term := LANGUAGES[asking.language].term(asking):
        return [Demand("term", partial(checks.defines_term, term))]
    if not is_plain(asking.question):
        return []
    asked = [
        Demand(one.name, partial(checks.tells_of_one, one)) for one in lexicon.plain if one.asked(normal)
    ]
    return asked[:1] or [_meaning(normal)] * lexicon.asks_what_it_is(normal)


def _of_person(asking: Asking) -> Demand:
    """Who somebody is, or several are."""
    several, titles = arabic.asks_of_several(asking.normal), asking.lexicon.titles
    who = next(one for one in asking.lexicon.plain if one.name == ("people" if several else "who"))
    if several:
        return Demand(who.name, partial(checks.tells_of_one, who))
    things = asking.question.things
    names = tuple(unit for unit in things if titles.isdisjoint(unit.tokens)) or things
    return Demand(who.name, partial(checks.tells_who, who, names))


def _meaning(normal: str) -> Demand:
    """What the one thing is, or what its word, or words in praise, mean."""
    if arabic.asks_of_formula(normal):
        return Demand("formula", checks.is_about_formula)
    return Demand("meaning", checks.gives_meaning) if arabic.asks_meaning_of(normal) else ABOUT
