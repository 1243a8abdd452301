"""Looking at a question: its route and, where the route searches, what the search finds, read against it.

Whatever the gate says later is in what was seen; nothing is decided here, so that a gate can be fitted to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from pipeline.answer.asking.joined import parts_of
from pipeline.answer.asking.route import Route, route
from pipeline.answer.demands.arabic import asks_meaning, asks_of_person
from pipeline.answer.demands.checks import is_about_or_worded, is_answer, is_worded
from pipeline.answer.demands.questions import (
    ABOUT,
    Demand,
    comparing,
    demands_of,
    names_each,
    of_view,
)
from pipeline.answer.demands.read import is_plain
from pipeline.answer.finding.candidates import CLOSE_TENTHS, Candidate, candidates, near_in
from pipeline.answer.finding.considering import Anew, Considering, Demanded
from pipeline.answer.finding.features import features
from pipeline.answer.finding.inquired import meant
from pipeline.answer.finding.retrieve import Retrieved, Sought, headed, retrieve, sought_by_verse, sought_for
from pipeline.answer.finding.revelation import revealed_in, tells_of_revealing
from pipeline.answer.finding.scripture import RARE, naming_verse
from pipeline.answer.finding.signals import Asking, asks_of_lacking, title_of_answer
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.letters import letters_of
from pipeline.answer.resources import Resources
from pipeline.answer.seen import OF_FAITH, Seen
from pipeline.answer.validate import confirmed
from pipeline.answer.words.family import with_families
from pipeline.answer.words.fold import fold
from pipeline.answer.words.spelling import LEAST, Spellings, bare, spelled, spellings_of
from pipeline.answer.words.units import ONE, Asked, asked, to_fixed
from pipeline.index import Index
from pipeline.text import analyse, analyse_query
from schemas.answer import Intent, Reason
from schemas.reference import Kind

# Of the words by which texts tell of a common question, in one place of some text: with less, none here tells of it so.
HELD = ONE // 2
VERSE_HELD = ONE * 3 // 4  # the same of a verse, where the Qur'an's words are asked for
TITLE = 3  # words that a title must have, by which a question was asked before
MEANING = 3  # words of a question that asks what one means
TOPIC = 3  # words of a question that names its topic alone
READ_FOR_ANSWERS = 3  # texts of which one must be a mufti's answer
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
) -> Seen:
    """Route a question and, where the route searches, read what the search finds.

    Args:
        considering: who considers its texts; each is considered anew unless an earlier build is remembered.
        in_parts: each of several questions in one is looked at by itself, too; an answer goes by that, and no gate.
    """
    lexicon = resources.lexicon
    question, respelt = lexicon.respelt(question, index.lexical.df, index.glossary, index.written)
    routed = route(question, lexicon)
    seen = _looked(index, routed, lexicon, considering)
    seen.parts = list(_parts(index, routed, lexicon, considering)) if in_parts else []
    seen.respelt = respelt
    return seen


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
    seen = _searched(index, routed, sought, lexicon, considering)
    seen.of_verse = revealed.reference if revealed else ""
    kinds = kinds_that_tell(sought)
    itself = _itself(routed) if sought.told else ""
    if not sought.told or (_holds_its_words(seen, kinds) and not itself):
        return seen
    as_asked = replace(routed, wording=None)
    other = _searched(index, as_asked, sought_for(as_asked, lexicon), lexicon, considering)
    if itself and _tells_of(other, itself, seen):
        return other
    if _holds_its_words(seen, kinds):
        return seen
    if sought.alone and not _is_told_by(other, kinds) and _holds_its_words(seen, ()):
        return seen  # a text of another kind tells it
    # Where none holds the words of a common question, one with some of its own words tells another thing: it stands as
    # it is, unless another's words are asked for, texts are only offered beside a decline, or an answer is on just it.
    return other if sought.kinds or routed.reason is not None or _heads(other) else seen


def _itself(routed: Route) -> str:
    """The one Arabic word that a common question is, or asks the meaning of, where it is known by the stem of that word
    alone: none of its ways writes it (العمرى, a gift for life, is not Umar)."""
    folded, wording = fold(routed.plain), routed.wording
    said = folded.split()
    if wording is None or routed.language != "ar" or len(said) > (MEANING if asks_meaning(folded) else 1):
        return ""
    word = bare(said[-1])
    written = {bare(fold(one)) for way in wording.ways for one in way.plain.split()}
    return "" if word in written or len(word) < LEAST else word


def _tells_of(seen: Seen, word: str, common: Seen) -> bool:
    """Whether the first text writes a word just so and is on it alone, where no text of a common question does."""
    question, first = seen.asked, seen.candidates[0] if seen.candidates else None
    if question is None or first is None or not first.meets or first.reading.near < ONE:
        return False
    very_word = {token: frozenset((word,)) for unit in question.things for token in unit.tokens}
    told_otherwise = any(one.meets and spelled(one.reading, very_word) for one in common.candidates)
    return bool(spelled(first.reading, very_word)) and not told_otherwise


def _heads(seen: Seen) -> bool:
    """Whether the first text is an answer whose title names all that is asked."""
    first = seen.candidates[0] if seen.candidates else None
    return first is not None and first.document.kind == Kind.FATWA and first.reading.titled == ONE


def _is_told_by(seen: Seen, kinds: tuple[str, ...]) -> bool:
    """Whether the first text is of some kinds, and holds all that is asked."""
    first = seen.candidates[0] if seen.candidates else None
    return first is not None and first.document.kind in kinds and first.meets and first.reading.window == ONE


def kinds_that_tell(sought: Sought) -> tuple[str, ...]:
    """The kinds of text by which a common question may be told; none where any may. What the Prophet said is told by
    narrations; what he did or was (whether he read and wrote) by a verse as well."""
    of_deeds = sought.kinds == (Kind.HADITH,) and not sought.alone
    return () if of_deeds else sought.kinds


def _holds_its_words(seen: Seen, kinds: tuple[str, ...]) -> bool:
    """Whether a text holds the words by which texts tell of a common question.

    Args:
        kinds: of the texts of the one whose words are asked for; a comment on a verse may quote another's.
    """
    if not kinds:
        return any(one.reading.window >= HELD for one in seen.candidates)
    most = max((one.reading.window for one in seen.candidates), default=0) if seen.wanted else 0
    held = max(HELD, most * CLOSE_TENTHS // 10)
    least = {kind: VERSE_HELD if kind == Kind.QURAN else held for kind in kinds if kind != Kind.TAFSIR}
    return any(one.reading.window >= least.get(one.document.kind, ONE + 1) for one in seen.candidates)


def _searched(
    index: Index, routed: Route, sought: Sought, lexicon: Lexicon, considering: Considering
) -> Seen:
    """What a search by some words finds, read against the question."""
    seen = Seen(routed, order=lexicon.order, common=sought.common)
    seen.wanted = sought.kinds if sought.alone else ()
    lexical, kindred = index.lexical, lexicon.kindred(sought.about)
    seen.asked = asked(sought.about, index.glossary, lexical.idf, lexical.known, lexicon.frame, kindred)
    spellings = spellings_of(sought.about, seen.asked, index.glossary, kindred)
    retrieved = retrieve(index, sought, routed, is_plain(seen.asked))
    seen.result = retrieved.result
    seen.meaning = retrieved.likeness.meaning if retrieved.likeness else b""
    _read(index, seen, sought, spellings, retrieved, lexicon, considering)
    seen.by_verse = not sought.common and _told_by_verse(index, seen, spellings, lexicon)
    first = seen.candidates[0] if seen.candidates else None
    seen.features = features(
        sought.about if sought.revealed else routed.plain,
        seen.asked,
        seen.result,
        [one.reading for one in seen.candidates],
        lexicon,
        to_fixed(lexical.idf("\u0000")),
        of_faith=routed.intent in OF_FAITH
        or bool(sought.common)
        or seen.by_verse
        or routed.of_islam
        or _is_topic(seen, lexicon)
        or (_asks_of_conduct(routed.plain, lexicon) and _answered(seen.candidates)),
        common=bool(sought.common),
        first={**first.signals, "merit": first.merit} if first else None,
        likeness=retrieved.likeness,
        first_likeness=retrieved.likeness.of(first.ordinal) if first and retrieved.likeness else None,
        first_meant=_meant(index, seen),
    )
    return seen


def _read(
    index: Index,
    seen: Seen,
    sought: Sought,
    spellings: Spellings,
    retrieved: Retrieved,
    lexicon: Lexicon,
    considering: Considering,
) -> None:
    """Read the texts that were found against what the question asks and demands."""
    routed, question = seen.route, seen.asked
    assert question is not None
    families = with_families(question, near_in(index), index.lexical.idf)
    named = _defined(routed.plain, question, lexicon) if sought.told else None
    if sought.revealed:
        seen.demands = [Demand("revealed", partial(tells_of_revealing, sought.revealed))]
    elif not sought.told:
        taken = confirmed(routed.plain, lexicon)
        seen.demands = demands_of(routed.plain, question, lexicon, taken, spellings, families)
        if sought.by_title and sought.about == sought.title:
            # It is sought among answers; what goes by the title need not say what it is.
            seen.demands = [ANSWERED, *(one for one in seen.demands if one is not ABOUT)]
    else:
        seen.demands = [
            DEFINING if named else WORDED,
            *comparing(fold(routed.plain), question, lexicon),
            *of_view(routed.plain, question, lexicon),
        ]
    asking = Asking(
        question,
        routed.intent,
        lexicon.wanted_type(fold(routed.plain)),
        lexicon.wordings.form(routed.plain),
        spellings,
        sought.kinds,
        sought.alone,
        lexicon,
        families.things,
        asks_of_lacking(routed.plain),
        worded=sought.told,
        text=routed.plain,
    )

    def ordered() -> list[Candidate]:
        demanded = Demanded(seen.demands, named or question, routed.plain, routed.language)
        hits, likeness = retrieved.hits, retrieved.likeness
        return candidates(index, hits, asking, lexicon.order, demanded, considering, likeness)

    found = ordered()
    seen.candidates = [one for one in found if one.ordinal not in retrieved.by_form or one.signals["of_it"]]
    if named and not any(one.meets for one in seen.candidates):
        # None says what it is: then one that names it.
        seen.demands = [names_each(named.things)]
        seen.candidates = ordered()
    if not sought.told:
        _put_asked_before_first(seen)


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


def _meant(index: Index, seen: Seen) -> int | None:
    """How alike in meaning the question and the place of the first text are, where a model knows; not of a common
    question, whose texts editors chose."""
    if seen.common or not seen.candidates:
        return None
    first = seen.candidates[0]
    return meant(index.inquiries, seen.meaning, first.document, first.reading)


def _defined(text: str, question: Asked, lexicon: Lexicon) -> Asked | None:
    """The one thing that an Arabic question asks the meaning of, among the words by which texts tell of it: a text must
    define it, or hold most of these words."""
    tokens = set(analyse_query(text)) - lexicon.frame
    units = tuple(unit for unit in question.things if tokens & set(unit.tokens))
    asks = question.language == "ar" and asks_meaning(fold(text))
    return (
        replace(question, units=units)
        if asks and tokens == {one for u in units for one in u.tokens}
        else None
    )


def _asks_of_conduct(text: str, lexicon: Lexicon) -> bool:
    """Whether a question asks what muftis are asked, though it says no word of the faith."""
    return lexicon.of_matters(text) or lexicon.of_conduct(text)


def _answered(found: list[Candidate]) -> bool:
    """Whether a mufti, or a narration that holds all that is asked, tells of it, so that it is of the faith by whatever
    name."""
    return any(
        (one.document.kind == Kind.FATWA and one.document.status != "sample")
        or (
            one.document.kind == Kind.HADITH
            and one.document.status == "approved"
            and one.reading.window == ONE
        )
        for one in found[:READ_FOR_ANSWERS]
    )


def _is_topic(seen: Seen, lexicon: Lexicon) -> bool:
    """Whether a question is nothing but a topic, of a rare word or of several, and the first text is scripture that has
    its words side by side: it is of the faith, though the lists of its words do not name it."""
    question, first = seen.asked, seen.candidates[0] if seen.candidates else None
    said = fold(seen.route.plain).split()
    if (
        question is None
        or first is None
        or len(said) > TOPIC
        or not lexicon.courtesies.asking.isdisjoint(said)
    ):
        return False
    named = len(said) > 1 or any(lexicon.rarity(unit.tokens[0]) >= RARE for unit in question.things)
    scripture = first.document.kind in (Kind.QURAN, Kind.HADITH) and first.document.status == "approved"
    whole = first.meets and first.reading.window == first.reading.near == ONE
    return named and scripture and whole and question.things == question.units


def _told_by_verse(index: Index, seen: Seen, spellings: Spellings, lexicon: Lexicon) -> bool:
    """Put the verse that names what an Arabic question asks for before all others, to be shown with a comment."""
    question, text = seen.asked, seen.route.plain
    folded = fold(text)
    alone = len(folded.split()) == 1  # who writes one word asks what it is
    asks = alone or lexicon.asks_what_it_is(folded) or asks_of_person(folded, lexicon) or asks_meaning(folded)
    if question is None or question.language != "ar" or not asks:
        return False
    verse = naming_verse(index, seen.candidates, text, question, spellings, lexicon)
    if verse is not None:
        seen.candidates = [verse, *(one for one in seen.candidates if one.ordinal != verse.ordinal)]
    return verse is not None
