"""What a question demands of a text, beyond speaking of its subject.

A text on the right subject may still say nothing of what is asked: the name of a man whom it leaves unnamed, the
colour of a dog, twelve cases where it tells of two, why something was forbidden that it praises. Each such demand
is a small check of one text; when no text that was read meets them all, nothing answers, whatever the scores say.

They are data where they can be, in `data/lexicon/routes.yaml` (`demands`) and, `formed`, in `wordings.yaml` (`forms`):

    told      words that must stand near what is asked about ("named", a colour), or beside its object ("forbade")
    plain     a question of one thing ("What is zakat?") has nothing else to tell a text by: the text must be about that
              thing, by its title, its question or its heading, as a verse, or by saying what the thing is
    term      what a term of two words is, a text says right behind them both, or its title names them
    who       who somebody of a name is, a text says right behind that name; what stands before it tells of his kin
    head      the noun after "which" must be spoken of, unless it names a class that an instance answers
    counted, each, claimed: see `pipeline.answer.demands.counting`
    stated, spoken, mentioned, parties: see `pipeline.answer.demands.saying`
    ordered, follows, and person, subject, proper, deed, doer: see
              `pipeline.answer.demands.english` and `arabic`
    for like  what is given for its like (gold for gold) stands so in a text, or in its title: see `arabic`
    fate      what becomes of the one who asks, or of his kin, no text tells
    together  one concept that an Arabic question names in several words stands in a text with all of them
    spelled   of the nouns that a short Arabic question names with the article, a text holds one itself, not another
              word of its stem alone (الرقية، الرقاب)
    sense     an English word that shares its stem with another is told in its own sense (cupping, a cup)
    occasion  a narration on a state in which other rules hold (ihram) rules on nothing where it is not asked about
    named, most, compared: see `pipeline.answer.demands.naming`
    identified  who somebody described was, a text tells by a name: see `pipeline.answer.demands.identifying`
    unworthy  what no sound text tells of the Prophet, though a question says it of him, none tells: see
              `pipeline.answer.demands.unworthy`
    said of   what a question says that a person did, suffered or is, a text says of that very person: see
              `pipeline.answer.demands.doing` and `being`
    case, timed, set  one's own case, what is before or after a time or an act of worship, and when and where an Arabic
              question sets it: see `pipeline.answer.demands.circumstances`
    share     a share of a whole is told of as a share: see `pipeline.answer.demands.shares`
    preferred of two things that one is said to be the better: see `pipeline.answer.demands.preferring`
    surah, told of  what is asked of a surah, or of verses, is told by a text that speaks of them: see
              `pipeline.answer.demands.surahs`
    narrated  a narration that is asked for by a name: see `pipeline.answer.demands.narrated`
    premise   why the contrary is so of what the sources say, only an answer to that very question tells
    view      whose view is asked, a school's or a scholar's, a text names them: see `pipeline.answer.demands.schools`
    contrast  what is asked of one case (women, without an excuse), no text on another alone tells: see
              `pipeline.answer.demands.contrast`
    fact, kin what an Arabic question of fact names: see `pipeline.answer.demands.facts`
    persons   a person of the faith whom a question names is named by a narration, an answer or a book, and not as the
              father or son of another (Ibn Umar, for Umar); a verse, and what comments on it, may say "he"
    formed    an invocation that is asked for must be given, and a virtue told of, not the subject named alone

A demand only ever turns an answer into a decline.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import MappingProxyType

from pipeline.answer.demands import arabic, checks, english, facts, numbering
from pipeline.answer.demands.being import Being, being_in
from pipeline.answer.demands.circumstances import (
    names_case,
    names_setting,
    setting_of,
    tells_own_case,
    timed_in,
)
from pipeline.answer.demands.contrast import contrasted_in
from pipeline.answer.demands.counting import counted_in, without_places
from pipeline.answer.demands.demand import Demand
from pipeline.answer.demands.doing import Done, done_in
from pipeline.answer.demands.identifying import described_in
from pipeline.answer.demands.languages import LANGUAGES
from pipeline.answer.demands.naming import (
    Naming,
    compared_things,
    judged_most,
    judged_things,
    share_of_judged,
)
from pipeline.answer.demands.narrated import narrated_in
from pipeline.answer.demands.persons import KIN
from pipeline.answer.demands.preferring import preferred_in
from pipeline.answer.demands.read import NAMES_NOTHING, Read, is_plain, units_of
from pipeline.answer.demands.saying import said_in
from pipeline.answer.demands.schools import view_in
from pipeline.answer.demands.shares import share_of
from pipeline.answer.demands.surahs import (
    asks_of_the_whole,
    asks_virtue_of_verses,
    speaks_of_surah,
    surah_asked_about,
)
from pipeline.answer.demands.unworthy import unworthy_in
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import Reading
from pipeline.answer.words.spelling import Spellings, definite
from pipeline.answer.words.units import Asked, Unit
from pipeline.text import analyse, analyse_query
from schemas.reference import Kind

PAIR = 2  # things; a question of more of them is told by what stands together
# The Prophet goes by that; "son of Adam" is anybody; Umar is written as "age" is in Arabic.
_ELSE_NAMED = frozenset({"muhammad", "prophet", "adam"})
_IN_ARABIC = frozenset({"umar"})
ABOUT = Demand("about", checks.is_about)
PREMISE = Demand("premise", checks.answers_to_premise)


def names_each(units: tuple[Unit, ...]) -> Demand:
    """That a text names each of some things."""
    return Demand("named", partial(checks.holds_subject, units))


def demands_of(
    text: str,
    question: Asked,
    lexicon: Lexicon,
    taken: frozenset[int] = frozenset(),
    spellings: Spellings = MappingProxyType({}),
    families: Asked | None = None,
) -> list[Demand]:
    """Everything that a question demands.

    Args:
        taken: numbers that a closed list confirms; a text need not repeat them.
        spellings: the words by which a text may name each Arabic thing that is asked about.
        families: the question, its words by all of their roots: by these a judgement's things are known.
    """
    folded = arabic.fronted(without_places(fold(text)))
    told = _told(folded, question, lexicon, families or question)
    form = lexicon.wordings.required(text)
    return [
        *told,
        *([Demand(form.name, partial(checks.has_form, form))] if form else []),
        *counted_in(folded, question, lexicon, taken),
        *([] if told else _heads(folded, question, lexicon)),
        *_of_one_thing(text, folded, question, lexicon, formed=form is not None),
        *_in_own_words(text, folded, question, lexicon),
        *_of_things(folded, question, lexicon, families or question),
        *_spelled(text, folded, question, lexicon, spellings),
        *of_view(text, question, lexicon),
        *([Demand("narrated", named.told_by)] if (named := narrated_in(text, lexicon)) else []),
        *of_case(text, question, lexicon),
        *([PREMISE] if lexicon.premises.takes_contrary(text) else []),
        *[Demand("fate", checks.told_by_none)] * lexicon.courtesies.asks_of_fate(text),
    ]


def meets(
    kind: str,
    reading: Reading,
    demands: Sequence[Demand],
    question: Asked,
    lexicon: Lexicon,
    naming: Naming | None = None,
) -> bool:
    """Whether a text of a kind meets every demand. `naming`: what names its things among the texts that were read."""
    text = Read(kind, reading, question, lexicon, naming)
    return all(demand.kind in (None, kind) and demand.met_by(text) for demand in demands)


def of_view(text: str, question: Asked, lexicon: Lexicon) -> list[Demand]:
    """What a question demands that asks a school's or a scholar's view."""
    view = view_in(text, question, lexicon)
    return [Demand("view", view.told_by)] if view else []


def of_case(text: str, question: Asked, lexicon: Lexicon, *, common: bool = False) -> list[Demand]:
    """What a question demands that names one of several cases; `common`: beside the words by which texts tell of it."""
    contrasted = contrasted_in(text, question, lexicon, common=common)
    return [Demand("contrast", contrasted.told_by)] if contrasted else []


def comparing(folded: str, question: Asked, lexicon: Lexicon) -> list[Demand]:
    """What a question demands that asks how two things differ."""
    compared = compared_things(folded, question, lexicon)
    return [Demand("compared", partial(checks.differs, compared))] if compared else []


def asks_what_it_is(text: str, question: Asked, lexicon: Lexicon) -> bool:
    """Whether a question asks what one thing is."""
    return is_plain(question) and lexicon.asks_what_it_is(fold(text))


def _told(folded: str, question: Asked, lexicon: Lexicon, families: Asked) -> list[Demand]:
    """Words that must be told, of the noun that the question names beside its form, if any; one that must be named is
    named together with what is judged."""
    found = []
    for one in lexicon.told:
        if match := one.asked(folded):
            of = next(iter(units_of(match.groupdict().get("of") or "", question)), None)
            if one.within == "outside":
                of = _heaviest_outside(match[0], question)
            check = partial(checks.tells, one, of)
            if one.within == "named":
                judged = judged_things(folded, families, lexicon)
                check = partial(checks.names_judged, (*judged, of) if of else judged)
            found.append(Demand(one.name, check))
    return found


def _heaviest_outside(words_that_ask: str, question: Asked) -> Unit | None:
    """The heaviest thing asked about beside some words."""
    asking = set(analyse_query(words_that_ask))
    others = [unit for unit in question.things if not asking & set(unit.tokens)]
    return max(others, key=lambda unit: unit.weight, default=None)


def _of_one_thing(text: str, folded: str, question: Asked, lexicon: Lexicon, *, formed: bool) -> list[Demand]:
    """What a question of one thing wants told of it; a person of several names is one."""
    if english.asks_of_person(text, lexicon) or arabic.asks_of_person(folded, lexicon):
        several = arabic.asks_of_several(folded)
        who = next(one for one in lexicon.plain if one.name == ("people" if several else "who"))
        names = (
            tuple(unit for unit in question.things if lexicon.titles.isdisjoint(unit.tokens))
            or question.things
        )
        check = partial(checks.tells_of_one, who) if several else partial(checks.tells_who, who, names)
        return [Demand(who.name, check)]
    if not formed and (term := LANGUAGES[question.language].term(folded, question)):
        return [Demand("term", partial(checks.defines_term, term))]
    if not is_plain(question) or formed:
        return []
    asked = [
        Demand(one.name, partial(checks.tells_of_one, one)) for one in lexicon.plain if one.asked(folded)
    ]
    meaning = Demand("meaning", checks.gives_meaning) if arabic.asks_meaning_of(folded) else ABOUT
    if arabic.asks_of_formula(folded):
        meaning = Demand("formula", checks.is_about_formula)
    return asked[:1] or [meaning] * lexicon.asks_what_it_is(folded)


def _in_own_words(text: str, folded: str, question: Asked, lexicon: Lexicon) -> list[Demand]:
    """What hangs on the words of the question's language."""
    own = LANGUAGES[question.language]
    unworthy = unworthy_in(folded, question, lexicon)
    # English names have capitals; of Arabic words the one that asks was put first.
    written = text if question.language == "en" else folded
    said: Being | Done | None = being_in(folded, question, lexicon) or done_in(written, question, lexicon)
    found = [Demand("unworthy", unworthy.told_by)] if unworthy else []
    found += [Demand("said of", said.told_by)] if said and not unworthy else []
    if ordered := own.ordered(folded, question):
        found.append(Demand("ordered", partial(numbering.in_order, *ordered)))
    if things := own.listed_pair(folded, question):
        found.append(Demand("follows", partial(numbering.follows, things)))
    if question.language == "en":
        return found + _in_english(text, folded, question, lexicon)
    if thing := arabic.given_for_like(folded):
        found.append(Demand("for like", partial(checks.gives_for_like, thing)))
    if word := arabic.said_word(folded):
        found.append(Demand("word", partial(checks.says_word, word)))
    if (deed := arabic.deed_of(folded, question)) and not found:
        found.append(Demand("deed", partial(checks.tells_deed, deed)))
    named = tuple(unit for unit in question.things if not set(unit.tokens) <= NAMES_NOTHING)
    if is_plain(question) and len(named) > 1:
        found.append(Demand("together", partial(checks.holds_all, named)))
    return found[:1]  # they tell the same words in other forms


def _in_english(text: str, folded: str, question: Asked, lexicon: Lexicon) -> list[Demand]:
    found = []
    whether = any(one.name == "whether" and one.asked(folded) for one in lexicon.plain)
    if named := english.subjects(question, lexicon.generic):
        held = checks.holds_subject if whether else checks.names_known
        found.append(Demand("subject", partial(held, named)))
    if doers := english.doers(folded, question, lexicon):
        known = tuple(unit for unit in doers if unit.concept)
        same = Demand("known", partial(checks.names_known, known))
        found.append(Demand("doer", partial(checks.names_known, doers), of_the_same=same))
    if described := described_in(folded, question, lexicon):
        found.append(Demand("identified", described.told_by))
    if question.things and tells_own_case(folded, lexicon):
        found.append(Demand("case", partial(names_case, question.things)))
    if timed := timed_in(folded, question):
        found.append(Demand("timed", timed.told_by))
    found += [Demand("sense", partial(checks.says_in_sense, told)) for told in lexicon.senses.asked_in(text)]
    if names := english.proper_names(text, question, lexicon):
        found.append(Demand("proper", partial(checks.holds_names, names)))
    return found


def _of_things(folded: str, question: Asked, lexicon: Lexicon, families: Asked) -> list[Demand]:
    """The things that a judgement is asked on, that are compared, or that a claim states."""
    found = []
    if judged := judged_things(folded, families, lexicon):
        known = tuple(unit for unit in judged if unit.concept)
        same = Demand("known", partial(checks.names_judged, known))
        found.append(Demand("named", partial(checks.names_judged, judged), of_the_same=same))
    if things := judged_most(folded, families, lexicon):
        least = share_of_judged(folded, things)
        found.append(Demand("most", partial(checks.names_judged_most, things, least)))
    found += comparing(folded, question, lexicon)
    found += said_in(folded, question, lexicon)
    if preferred := preferred_in(folded):
        found.append(Demand("preferred", preferred.said_by))
    if surah := surah_asked_about(folded, lexicon):
        found.append(Demand("surah", partial(speaks_of_surah, surah, whole=asks_of_the_whole(folded))))
    if asks_virtue_of_verses(folded):
        found.append(Demand("told of", checks.told_by_none, kind=Kind.QURAN))
    if setting := setting_of(folded, question, lexicon):
        found.append(Demand("set", partial(names_setting, setting)))
    if share := share_of(folded):
        found.append(Demand("share", partial(numbering.tells_share, share)))
    if persons := _persons(folded, question, lexicon):
        found.append(Demand("persons", partial(checks.names_persons, persons)))
    if of_fact := facts.things_of_fact(folded, question, lexicon):
        found.append(Demand("fact", partial(facts.names_all, of_fact)))
    if kin := facts.kin_in(folded, question, lexicon):
        found.append(Demand("kin", partial(facts.tells_of_kin, kin)))
    if lexicon.is_judged(folded):  # the last of these: it reads the whole text
        others = lexicon.other_occasions(folded)
        found += [Demand("occasion", partial(checks.is_of_no_occasion, other)) for other in others]
    return found


def _persons(folded: str, question: Asked, lexicon: Lexicon) -> tuple[Unit, ...]:
    """The persons of the faith whom a question names, but not as somebody's father or son (Ibn Umar)."""
    aside = _ELSE_NAMED | (_IN_ARABIC if question.language == "ar" else frozenset())
    named = {
        unit.tokens: unit
        for match in lexicon.persons.finditer(folded)
        if KIN.isdisjoint(analyse(folded[: match.start()], keep_stop_words=True)[-1:])
        for unit in units_of(match[0], question)
        if unit.concept and not unit.frame and unit.concept not in aside
    }
    return tuple(named.values())


def _spelled(text: str, folded: str, question: Asked, lexicon: Lexicon, spellings: Spellings) -> list[Demand]:
    """The nouns with the article of a short Arabic question; of a longer one those that a judgement is asked on."""
    if question.language != "ar":
        return []
    short = len(question.things) <= PAIR
    wanted = question.things if short else judged_things(folded, question, lexicon)
    tokens = {token for unit in wanted for token in unit.tokens} - NAMES_NOTHING
    nouns = {token: forms for token, forms in definite(text, spellings).items() if token in tokens}
    weights = {token: unit.weight for unit in wanted for token in unit.tokens}
    rarest = sorted(nouns, key=lambda token: (-weights[token], token))[:1]
    check = partial(checks.holds_spelled, nouns, {token: nouns[token] for token in rarest})
    return [Demand("spelled", check)] if nouns else []


def _heads(folded: str, question: Asked, lexicon: Lexicon) -> list[Demand]:
    return [
        Demand("head", partial(checks.speaks_of, unit))
        for word in lexicon.heads(folded)
        for unit in units_of(word, question)
        if not unit.frame and not set(unit.tokens) & lexicon.classes
    ]
