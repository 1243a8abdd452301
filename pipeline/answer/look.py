"""Looking at a question: its route and, where the route searches, what the search finds, read against it.

Whatever the gate says later is in what was seen; nothing is decided here, so that a gate can be fitted to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from pipeline.answer.common import HELD, told_best
from pipeline.answer.demands.arabic import asks_meaning, asks_of_person
from pipeline.answer.demands.asking import Asking, is_plain
from pipeline.answer.demands.checks import is_about_or_worded, is_answer, is_worded
from pipeline.answer.demands.demand import Demand
from pipeline.answer.demands.questions import demands_of, names_each
from pipeline.answer.demands.surahs import says_itself
from pipeline.answer.demands.wanting import ABOUT
from pipeline.answer.failing import failing
from pipeline.answer.finding.answering import INQUIRED, read_first, told_of_first
from pipeline.answer.finding.candidates import Candidate, candidates, near_in
from pipeline.answer.finding.considering import Anew, Considering, Demanded
from pipeline.answer.finding.features import features
from pipeline.answer.finding.retrieve import (
    Retrieved,
    Sought,
    headed,
    retrieve,
    sought_by_verse,
    sought_for,
    with_other_forms,
)
from pipeline.answer.finding.revelation import revealed_in, tells_of_revealing
from pipeline.answer.finding.scripture import naming_verse
from pipeline.answer.finding.signals import title_of_answer
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.of_faith import is_of_faith
from pipeline.answer.quotations.letters import letters_of
from pipeline.answer.resources import Resources
from pipeline.answer.routing.joined import parts_of
from pipeline.answer.routing.route import Route, route
from pipeline.answer.seen import Seen
from pipeline.answer.validate import confirmed
from pipeline.answer.words.family import with_families
from pipeline.answer.words.mistyped import Changed
from pipeline.answer.words.spelling import spellings_of
from pipeline.answer.words.units import ONE, Asked, asked, to_fixed
from pipeline.index import Index
from pipeline.text import analyse, analyse_query
from schemas.answer import Intent, Reason

if TYPE_CHECKING:
    from pipeline.index.inquiries import Likeness

TITLE = 3  # words that a title must have, by which a question was asked before
DEFINING_HELD = ONE * 3 // 4  # the same of a text that tells what a thing is without saying "it is"
WORDED = Demand("worded", partial(is_worded, HELD))
ANSWERED = Demand("answered", is_answer)
DEFINING = Demand("about", partial(is_about_or_worded, DEFINING_HELD))


def look(
    index: Index,
    question: str,
    resources: Resources,
    considering: Considering = Anew,
    *,
    in_parts: bool = True,
    in_own_words: bool = False,
) -> Seen:
    """Route a question and, where the route searches, read what the search finds.

    Args:
        considering: who considers its texts; each is considered anew unless an earlier build is remembered.
        in_parts: each of several questions in one is looked at by itself, too; an answer goes by that, and no gate.
        in_own_words: as if it were no common question.
    """
    lexicon = resources.lexicon
    routed, respelt = _routed(index, question, lexicon)
    if in_own_words:
        routed = replace(routed, wording=None)
    seen = _looked(index, routed, lexicon, considering)
    seen.parts = list(_parts(index, routed, lexicon, considering)) if in_parts else []
    seen.respelt = respelt
    return seen


def _routed(index: Index, question: str, lexicon: Lexicon) -> tuple[Route, Changed]:
    """The route of a question by the words that were meant, and what was changed; by those that are written where they
    call for help, abuse, or speak to the machine: rare words of dialects are near others (حاب موت, and أحب)."""
    written = route(question, lexicon)
    if written.intent in (Intent.CRISIS, Intent.ABUSE) or written.removed:
        return written, ()
    meant, respelt = lexicon.respelt(question, index.lexical.df, index.glossary, index.written)
    if not respelt:
        return written, ()
    routed = route(meant, lexicon)
    near = written.near_crisis and routed.intent is not Intent.CRISIS
    return (replace(routed, near_crisis=True) if near else routed), respelt


def _parts(index: Index, routed: Route, lexicon: Lexicon, considering: Considering) -> Iterator[Seen]:
    """What each of several questions in one is, where the whole is no case of one's own and names no text."""
    if (
        routed.reason is not None
        or routed.intent in (Intent.LOOKUP, Intent.GRADE)
        or routed.mentions.references
    ):
        return
    for part in parts_of(routed.text, lexicon):
        seen = _looked(index, route(part.asked, lexicon), lexicon, considering)
        seen.written = part.written
        yield seen


def _looked(index: Index, routed: Route, lexicon: Lexicon, considering: Considering) -> Seen:
    """What a question is, once it is routed, and what the search finds, read against it."""
    revealed = revealed_in(index, routed, lexicon)
    searches = routed.intent is not Intent.LOOKUP or revealed is not None
    if routed.reason not in (None, Reason.NEW_RULING) or not searches or not analyse(routed.text):
        return Seen(routed, order=lexicon.order)
    sought = sought_for(routed, lexicon)
    if revealed is not None:
        sought = sought_by_verse(index, revealed, sought, routed.language)
    sought = headed(index, sought, routed, lexicon)
    sought = with_other_forms(index, sought, lexicon)
    seen = _searched(index, routed, sought, lexicon, considering)
    seen.of_verse = revealed.reference if revealed else ""
    if sought.wording is None:
        return seen

    as_asked = replace(routed, wording=None)

    def own() -> Asked:
        return _question_of(index, sought_for(as_asked, lexicon), lexicon)

    @cache  # asked for twice where an answer on another thing stays
    def searched_as_asked() -> Seen:
        again = with_other_forms(index, sought_for(as_asked, lexicon), lexicon)
        return _searched(index, as_asked, again, lexicon, considering)

    return told_best(seen, sought, own, searched_as_asked)


def _searched(
    index: Index, routed: Route, sought: Sought, lexicon: Lexicon, considering: Considering
) -> Seen:
    """What a search by some words finds, read against the question."""
    seen = Seen(routed, order=lexicon.order, common=sought.common)
    seen.wanted = sought.kinds if sought.alone else ()
    asking = _asking(index, routed, sought, lexicon)
    seen.asked = asking.question
    retrieved = retrieve(index, sought, routed, is_plain(asking.question))
    seen.result = retrieved.result
    seen.meaning = retrieved.likeness.meaning if retrieved.likeness else b""
    _read(index, seen, asking, sought, retrieved, considering)
    seen.by_verse = not sought.common and _told_by_verse(index, seen, asking)
    seen.by_occasion = _told_by_occasion(seen, sought)
    seen.failed = failing(seen)
    _read_together(index, seen, asking, retrieved.likeness)
    first = seen.first
    seen.features = features(
        replace(asking, text=sought.about) if sought.revealed else asking,
        seen.result,
        [one.reading for one in seen.candidates],
        to_fixed(index.lexical.idf("\u0000")),
        of_faith=is_of_faith(seen, lexicon),
        common=bool(sought.common),
        first={**first.signals, "merit": first.merit, **told_of_first(first)} if first else None,
        likeness=retrieved.likeness,
        first_likeness=retrieved.likeness.of(first.ordinal) if first and retrieved.likeness else None,
    )
    return seen


def _question_of(index: Index, sought: Sought, lexicon: Lexicon) -> Asked:
    """The things that are asked about, by the words by which they are sought."""
    lexical = index.lexical
    return asked(sought.about, index.glossary, lexical.idf, lexical.known, lexicon.frame, sought.kindred)


def _asking(index: Index, routed: Route, sought: Sought, lexicon: Lexicon) -> Asking:
    """What is asked, by the words by which it is sought."""
    question = _question_of(index, sought, lexicon)
    return Asking(
        routed.plain,
        question,
        lexicon,
        families=with_families(question, near_in(index), index.lexical.idf),
        spellings=spellings_of(sought.about, question, index.glossary, sought.kindred),
        taken=confirmed(routed.plain, lexicon),
        intent=routed.intent,
        kinds=sought.kinds,
        alone=sought.alone,
        worded=sought.told,
    )


def _read(
    index: Index,
    seen: Seen,
    asking: Asking,
    sought: Sought,
    retrieved: Retrieved,
    considering: Considering,
) -> None:
    """Read the texts that were found against what the question asks and demands."""
    named = _defined(asking) if asking.worded else None
    seen.demands = _demands(asking, sought, named)

    def ordered() -> list[Candidate]:
        demanded = Demanded(seen.demands, named or asking.question, seen.route.language)
        hits, likeness = retrieved.hits, retrieved.likeness
        return candidates(index, hits, asking, asking.lexicon.order, demanded, considering, likeness)

    found = ordered()
    seen.candidates = [one for one in found if one.ordinal not in retrieved.by_form or one.signals["of_it"]]
    if named and not any(one.meets for one in seen.candidates):
        # None says what it is: then one that names it.
        seen.demands = [names_each(named.things)]
        seen.candidates = ordered()
    if not asking.worded:
        _put_asked_before_first(seen)


def _demands(asking: Asking, sought: Sought, named: Asked | None) -> list[Demand]:
    """What a question demands, by what it is sought: its own words, a title, a verse that was revealed, or the words by
    which texts tell of it; `named`: of these, the one thing of which it asks the meaning."""
    if sought.revealed:
        return [Demand("revealed", partial(tells_of_revealing, sought.revealed))]
    found = demands_of(asking)
    if sought.within:
        found.append(Demand("surah", partial(says_itself, sought.within)))
    if asking.worded:
        return [DEFINING if named else WORDED, *found]
    if sought.by_title and sought.about == sought.title:
        # It is sought among answers; what goes by the title need not say what it is.
        return [ANSWERED, *(one for one in found if one is not ABOUT)]
    return found


def _put_asked_before_first(seen: Seen) -> None:
    """Put the answer of a mufti first who was asked just this, by the letters of the words."""
    asked_so, language = letters_of(seen.route.text), seen.route.language
    if len(asked_so) < TITLE:
        return
    for place, one in enumerate(seen.candidates):
        if letters_of(title_of_answer(one.document, language)) == asked_so:
            others = (*seen.candidates[:place], *seen.candidates[place + 1 :])
            seen.candidates, seen.asked_before = [replace(one, meets=True), *others], True
            return


def _read_together(index: Index, seen: Seen, asking: Asking, likeness: Likeness | None) -> None:
    """Have the first texts read with the question, where an index has a reader and the gate will decide."""
    settled = seen.common or seen.asked_before or seen.by_verse or seen.failed
    if index.reader is not None and seen.candidates and not settled:
        alike = likeness.nearest(INQUIRED) if likeness else ()
        seen.candidates = read_first(index.reader, seen.route.text, seen.candidates, asking, alike)


def _defined(asking: Asking) -> Asked | None:
    """The one thing that an Arabic question asks the meaning of, among the words by which texts tell of it: a text must
    define it, or hold most of these words."""
    tokens = set(analyse_query(asking.text)) - asking.lexicon.frame
    units = tuple(unit for unit in asking.question.things if tokens & set(unit.tokens))
    asks = asking.language == "ar" and asks_meaning(asking.folded)
    return (
        replace(asking.question, units=units)
        if asks and tokens == {one for u in units for one in u.tokens}
        else None
    )


def _told_by_occasion(seen: Seen, sought: Sought) -> bool:
    """Whether the first text is a published narration in which "so it was revealed" stands before what is asked about:
    its Arabic tells that, however it is translated."""
    first, revealed = seen.first, sought.revealed
    if revealed is None or first is None or not first.meets:
        return False
    return first.document.status == "approved" and revealed.is_reasoned_in(first.document)


def _told_by_verse(index: Index, seen: Seen, asking: Asking) -> bool:
    """Put the verse that names what an Arabic question asks for before all others, to be shown with a comment."""
    folded, lexicon = asking.folded, asking.lexicon
    alone = len(folded.split()) == 1  # who writes one word asks what it is
    asks = alone or lexicon.asks_what_it_is(folded) or asks_of_person(folded, lexicon) or asks_meaning(folded)
    if asking.language != "ar" or not asks or lexicon.kinds.named_narration(asking.text):
        return False
    verse = naming_verse(index, seen.candidates, asking)
    if verse is not None:
        seen.candidates = [verse, *(one for one in seen.candidates if one.ordinal != verse.ordinal)]
    return verse is not None
