"""What a question demands of a text, beyond speaking of its subject.

A text on the right subject may still say nothing of what is asked: the name of a man whom it leaves unnamed, the
colour of a dog, twelve cases where it tells of two, why something was forbidden that it praises. Each such demand
is a small check of one text; when no text that was read meets them all, nothing answers, whatever the scores say.

They are data where they can be, in `data/lexicon/routes.yaml` (`demands`) and, `formed`, in `wordings.yaml` (`forms`).
The tables below are all that there are, each with what a question must have for it, and the check of a text. How a
question is read for them, `pipeline.answer.demands.asking` says; what they are:

    told, plain, term, who, head, formed: see `pipeline.answer.demands.wanting`
    counted, each, claimed: see `pipeline.answer.demands.counting`
    stated, spoken, mentioned, parties: see `pipeline.answer.demands.saying`
    ordered, follows, and person, subject, proper, deed, doer: see
              `pipeline.answer.demands.english` and `arabic`
    for like  what is given for its like (gold for gold) stands so in a text, or in its title: see `arabic`
    fate      what becomes of the one who asks, or of his kin, no text tells
    together  one concept that an Arabic question names in several words stands in a text with all of them
    spelled, nouns  the nouns that a short Arabic question names with the article: see `pipeline.answer.demands.nouns`
    sense     an English word that shares its stem with another is told in its own sense (cupping, a cup)
    occasion  a narration on a state in which other rules hold (ihram) rules on nothing where it is not asked about
    named, most, compared: see `pipeline.answer.demands.judging` and `comparing`
    identified  who somebody described was, a text tells by a name: see `pipeline.answer.demands.identifying`
    unworthy  what no sound text tells of the Prophet, though a question says it of him, none tells: see
              `pipeline.answer.demands.unworthy`
    said of   what a question says that a person did, suffered or is, a text says of that very person: see
              `pipeline.answer.demands.doing` and `being`
    case, timed, set  one's own case, what is before or after a time or an act of worship, and when and where an Arabic
              question sets it: see `pipeline.answer.demands.circumstances`
    subject, servant  what an Arabic question of many things is on, or whether one thing is another, or a name: see
              `pipeline.answer.demands.subject_arabic`
    share     a share of a whole is told of as a share: see `pipeline.answer.demands.shares`
    preferred, ranked  which of two things is the better, where one is said to be, or it is asked: see
              `pipeline.answer.demands.preferring`
    surah, which surah, told of  what is asked of a surah, or of verses, is told by a text that speaks of them,
              and which one it is by a text that names it: see `pipeline.answer.demands.surahs`
    narrated  a narration that is asked for by a name: see `pipeline.answer.demands.narrated`
    premise   why the contrary is so of what the sources say, or bid, only an answer to that very question tells
    view      whose view is asked, a school's or a scholar's, a text names them: see `pipeline.answer.demands.schools`
    contrast  what is asked of one case (women, without an excuse), no text on another alone tells: see
              `pipeline.answer.demands.contrast`
    fact      what an Arabic question of fact names: see `pipeline.answer.demands.facts`
    kin       whose kin somebody is: see `pipeline.answer.demands.kin`
    persons   a person of the faith whom a question names: see `pipeline.answer.demands.named_persons`

A demand only ever turns an answer into a decline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from operator import attrgetter

from pipeline.answer.demands import arabic, checks, english, facts, numbering
from pipeline.answer.demands.asking import NAMES_NOTHING, Asking, is_plain
from pipeline.answer.demands.being import being_in
from pipeline.answer.demands.circumstances import (
    case_of,
    names_case,
    names_setting,
    setting_of,
    timed_in,
)
from pipeline.answer.demands.comparing import compared_things, differs
from pipeline.answer.demands.contrast import contrasted_in
from pipeline.answer.demands.counting import counted_in
from pipeline.answer.demands.demand import Demand, Demanding, Tellable, where_asked, where_found, where_told
from pipeline.answer.demands.doing import done_in
from pipeline.answer.demands.identifying import described_in
from pipeline.answer.demands.judging import share_of_judged
from pipeline.answer.demands.kin import kin_in
from pipeline.answer.demands.languages import LANGUAGES
from pipeline.answer.demands.named_persons import names_persons, persons_named
from pipeline.answer.demands.narrated import narrated_in
from pipeline.answer.demands.nouns import judged_nouns, nouns_in
from pipeline.answer.demands.preferring import preferred_in, ranked_in
from pipeline.answer.demands.read import Read
from pipeline.answer.demands.saying import said_in
from pipeline.answer.demands.schools import view_in
from pipeline.answer.demands.shares import share_of, tells_share
from pipeline.answer.demands.subject_arabic import (
    names_servant,
    names_somewhere,
    servant_of,
    subject_of,
)
from pipeline.answer.demands.surahs import (
    asks_of_the_whole,
    asks_virtue_of_verses,
    asks_which_surah,
    names_surah,
    speaks_of_surah,
    surah_asked_about,
)
from pipeline.answer.demands.unworthy import unworthy_in
from pipeline.answer.demands.wanting import given_in, heads_in, of_one_thing, told_in
from pipeline.answer.words.units import Unit
from schemas.reference import Kind


def demands_of(asking: Asking) -> list[Demand]:
    """Everything that a question demands; beside the words by which texts tell of it, where it is sought by these."""
    return list(_made(BESIDE_WORDS if asking.worded else DEMANDS, asking))


def _made(table: Sequence[Demanding], asking: Asking) -> Iterator[Demand]:
    return (demand for demanded in table for demand in demanded(asking))


def names_each(units: tuple[Unit, ...]) -> Demand:
    """That a text names each of some things."""
    return Demand("named", partial(checks.holds_subject, units))


def meets(text: Read, demands: Sequence[Demand]) -> bool:
    """Whether a text meets every demand."""
    return all(demand.kind in (None, text.kind) and demand.met_by(text) for demand in demands)


# ---- what takes more than a line of the tables


def _in_own_words(asking: Asking) -> list[Demand]:
    """What hangs on the words of the question's language; in Arabic one demand, for they tell the same words in other
    forms."""
    if asking.language == "en":
        return list(_made((*IN_OWN_WORDS, *IN_ENGLISH), asking))
    return list(islice(_made((*IN_OWN_WORDS, *IN_ARABIC), asking), 1))


def _said_of_somebody(asking: Asking) -> list[Demand]:
    """What is said that a person did, suffered or is; of the Prophet, that it is unworthy of him."""
    if unworthy := unworthy_in(asking):
        return [Demand("unworthy", unworthy.told_by)]
    said: Tellable | None = being_in(asking) or done_in(asking)
    return [Demand("said of", said.told_by)] if said else []


def _subject(asking: Asking) -> list[Demand]:
    """The things that the glossary knows, which a question whether something is so wants held, and others named."""
    named = english.subjects(asking)
    whether = any(one.name == "whether" and one.asked(asking.normal) for one in asking.lexicon.plain)
    held = checks.holds_subject if whether else checks.names_known
    return [Demand("subject", partial(held, named))] if named else []


def _senses(asking: Asking) -> list[Demand]:
    told = asking.lexicon.senses.asked_in(asking.text)
    return [Demand("sense", partial(checks.says_in_sense, one)) for one in told]


def _together(asking: Asking) -> tuple[Unit, ...]:
    """The words of one concept; nothing where it is named in one."""
    named = tuple(unit for unit in asking.question.things if not set(unit.tokens) <= NAMES_NOTHING)
    return named if len(named) > 1 and is_plain(asking.question) else ()


def _most(asking: Asking) -> list[Demand]:
    things = asking.judged_most
    least = share_of_judged(asking.normal, things)
    return [Demand("most", partial(checks.names_judged_most, things, least))] if things else []


def _known(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Those that the glossary knows."""
    return tuple(unit for unit in units if unit.concept)


def _surah(asking: Asking) -> list[Demand]:
    surah, whole = surah_asked_about(asking.normal, asking.lexicon), asks_of_the_whole(asking.normal)
    return [Demand("surah", partial(speaks_of_surah, surah, whole=whole))] if surah else []


def _virtue_of_verses(asking: Asking) -> bool:
    return asks_virtue_of_verses(asking.normal)


def _which_surah(asking: Asking) -> bool:
    return asks_which_surah(asking.normal)


def _occasions(asking: Asking) -> list[Demand]:
    """That a narration tells of no state in which other rules hold than in the one that is asked about."""
    others = asking.lexicon.other_occasions(asking.normal) if asking.is_judged else ()
    return [Demand("occasion", partial(checks.is_of_no_occasion, other)) for other in others]


def _takes_contrary(asking: Asking) -> bool:
    return asking.lexicon.premises.takes_contrary(asking.text)


def _asks_of_fate(asking: Asking) -> bool:
    return asking.lexicon.courtesies.asks_of_fate(asking.text)


# ---- the tables, in the order in which explanations name the demands

_VIEW = where_told("view", view_in)
_CONTRAST = where_told("contrast", contrasted_in)
IN_OWN_WORDS: tuple[Demanding, ...] = (
    _said_of_somebody,
    where_found("ordered", lambda asking: LANGUAGES[asking.language].ordered(asking), numbering.in_order),
    where_found("follows", lambda asking: LANGUAGES[asking.language].listed_pair(asking), numbering.follows),
)
IN_ENGLISH: tuple[Demanding, ...] = (
    _subject,
    where_found("doer", english.doers, checks.names_known, of_the_same=_known),
    where_told("identified", described_in),
    where_found("case", case_of, names_case),
    where_told("timed", timed_in),
    _senses,
    where_found("proper", english.proper_names, checks.holds_names),
)
IN_ARABIC: tuple[Demanding, ...] = (
    where_found("for like", lambda asking: arabic.given_for_like(asking.normal), arabic.gives_for_like),
    where_found("word", lambda asking: arabic.said_word(asking.normal), arabic.says_word),
    where_found("deed", arabic.deed_of, checks.tells_deed),
    where_found("together", _together, checks.holds_all),
)
DEMANDS: tuple[Demanding, ...] = (
    told_in,
    given_in,
    counted_in,
    heads_in,
    of_one_thing,
    _in_own_words,
    where_found("named", attrgetter("judged"), checks.names_judged, of_the_same=_known),
    _most,
    where_found("subject", subject_of, names_somewhere),
    where_found("servant", servant_of, names_servant),
    where_found("compared", lambda asking: compared_things(asking.normal, asking), differs),
    said_in,
    where_told("preferred", preferred_in),
    where_told("ranked", ranked_in),
    _surah,
    where_asked("told of", _virtue_of_verses, checks.told_by_none, Kind.QURAN),
    where_asked("which surah", _which_surah, names_surah),
    where_found("set", setting_of, names_setting),
    where_found("share", share_of, tells_share),
    where_found("persons", persons_named, names_persons),
    where_found("fact", facts.things_of_fact, facts.names_all),
    where_told("kin", kin_in),
    _occasions,  # the last of these: it reads the whole text
    where_told("spelled", nouns_in),
    where_told("nouns", judged_nouns),
    _VIEW,
    where_told("narrated", narrated_in),
    _CONTRAST,
    where_asked("premise", _takes_contrary, checks.answers_to_premise),
    where_asked("fate", _asks_of_fate, checks.told_by_none),
)
# A common question is compared as it was put, whole.
BESIDE_WORDS: tuple[Demanding, ...] = (
    where_found("compared", lambda asking: compared_things(asking.folded, asking), differs),
    _VIEW,
    _CONTRAST,
)
