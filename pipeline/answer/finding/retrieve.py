"""What is searched for a question, and what is put before the reader of texts: a few searches, a rule each.

    words       a question that has a wording is searched in the words of the texts; a supplication without its words of
                attribution; every other question as it is asked
    everything  the search over all texts; its scores are what the gate knows of the question
    verses      a question on the Qur'an also searches verses and commentary by themselves, since narrators and
                narrations crowd out short verses: they take the second half of the places
    spoken      a question that names who speaks (the Prophet, Allah) also searches the texts that hold his words, by
                what they are to speak of: they take the second half of the places
    told        a question of one thing also searches verses and answers, since narrations that name it are many: they
                take the last places
    answers     every other question also searches answers by themselves, since a wide corpus has a hundred books to
                one of them: they take places of their own after the others; samples are no such answers

    inquired    where a model knows what muftis were asked, their answers to the questions most like this one are added

    primary     where less than half of what is found is approved verses and narrations, those are searched by
                themselves: in a wide corpus what is written about them has more of a question's words

    form        the virtue of a deed is also searched among narrations by whoever does it ("whoever visits the sick"):
                of the reward itself they speak in other words; what a term is, by the words of definitions

    headed      a question that has a wording is searched by the title of answers instead, where a published one goes
                by it

    within      what a surah says of something is read in its own verses, and in what of the rest comments on these

    revealed    why a surah or a verse was revealed is searched by its words, in comments and narrations alone

A text found twice keeps its first place. What the Qur'an says is answered from verses and commentary alone, unless
a narration is asked for. Nothing is read or judged here: `candidates` does that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pipeline.answer.finding.aiming import aims, weighing
from pipeline.answer.finding.revelation import Revealed, recited, telling
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.lexicon.wordings import Wording
from pipeline.answer.routing.route import Route
from pipeline.answer.words.fold import fold
from pipeline.answer.words.inflected import inflected
from pipeline.answer.words.romanised import spelled_otherwise, spellings_in
from pipeline.answer.words.spelling import tells_of_man
from pipeline.answer.words.units import ONE, asked
from pipeline.index.types import Filters, Hit, SearchResult
from pipeline.text import term_tokens
from schemas.answer import Intent
from schemas.reference import Kind, ReferenceId

if TYPE_CHECKING:
    from pipeline.index.inquiries import Likeness
    from pipeline.index.search import Index, Searching

PLACES = 20
VERSE_PLACES = 10
LONGEST_SURAH = 286  # verses
TOLD_PLACES = 8
ANSWER_PLACES = 8
FORM_PLACES = 8
INQUIRED_PLACES = 5
VERSES = Filters(kinds=("quran", "tafsir"))
TOLD = Filters(kinds=("quran", "fatwa"))
PRIMARY = (Filters(kinds=("quran",)), Filters(kinds=("hadith",), statuses=("approved",)))
PRIMARY_PLACES = (4, 6)  # of verses, which are found through what speaks of them, and of narrations
ANSWERS = Filters(kinds=("fatwa",))
PUBLISHED = Filters(kinds=("fatwa",), statuses=("approved", "draft"))  # samples only try the service
NAME = 64  # rarity in quarters of a bit, from which an English word may be a name
HEADS = 5  # answers of which one may go by the title that is looked for
HEADING = ONE * 5 // 8  # how well a title must match that a wording gives
ASKED = ONE * 6 // 8  # how well one must match the question itself
ALL = Filters()
# The name of a question for the reason of a revelation, beside those of common questions.
REVELATION = "revealed"


@dataclass(frozen=True, slots=True)
class Sought:
    """By what words a question is sought: `about` is what a text must speak of, `searched` what the search is given."""

    about: str
    searched: str
    wording: Wording | None
    kinds: tuple[str, ...] = ()  # of the texts that hold the words which are asked for
    alone: bool = False  # a text of these kinds is the thing asked for
    verses: bool = False  # it is told by verses alone, and by what comments on them
    title: str = ""  # of a common question: by what words an answer to the whole of it goes
    by_title: bool = False  # it is sought by these
    in_form: str = ""  # the words by which texts tell of what such a question asks, and which texts
    in_texts: Filters = ALL
    revealed: Revealed | None = None  # of which the reason is asked: it is sought by its words
    within: int = 0  # the surah that must say it
    # Other forms of its words, by their tokens.
    kindred: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def common(self) -> str:
        """The name of the common question that it is; empty for any other."""
        return REVELATION if self.revealed else self.wording.name if self.wording else ""

    @property
    def told(self) -> bool:
        """Whether it is sought by the words by which texts tell of a common question."""
        return self.wording is not None and not self.by_title


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The search over everything, and the texts to read in their order."""

    result: SearchResult
    hits: tuple[Hit, ...]
    by_form: frozenset[int] = frozenset()  # found by a form's words alone: these must say what is asked
    likeness: Likeness | None = None  # with what muftis were asked


def sought_for(routed: Route, lexicon: Lexicon) -> Sought:
    """The words that a question is searched by: those of its wording, or its own."""
    wording, text = routed.wording, routed.plain
    invocation = routed.intent is Intent.SUPPLICATION
    wanted = lexicon.kind_wanted(text)
    on = lexicon.without_empty(wanted.on)
    about = (
        wording.words[routed.language] if wording else lexicon.without_attribution(on, invocation=invocation)
    )
    by_about = wording is not None or invocation
    verses = of_quran(routed, lexicon)
    kinds = VERSES.kinds if verses else wanted.kinds
    alone = wanted.alone and kinds == wanted.kinds
    title = wording.titles.get(routed.language, "") if wording else ""
    searched = lexicon.with_kindred(about if by_about else on)
    form = None if wording else lexicon.wordings.form(text)
    in_form = form.sought(text, routed.language) if form else ""
    texts = Filters(kinds=form.kinds, statuses=form.statuses) if form else ALL
    return Sought(
        about,
        searched,
        wording,
        kinds,
        alone,
        verses,
        title,
        in_form=in_form,
        in_texts=texts,
        within=routed.within,
    )


def with_other_forms(index: Index, sought: Sought, lexicon: Lexicon) -> Sought:
    """What is sought, with the other forms of its words, and its names in each spelling that texts have; the names of a
    common question stand as editors wrote them."""
    kindred = lexicon.kindred(sought.about)
    if sought.common:
        return replace(sought, kindred=kindred)

    def is_name(word: str) -> bool:
        token = term_tokens(word)[0]
        return lexicon.rarity(token) >= NAME and not index.glossary.find([token])

    told = {
        **spelled_otherwise(sought.about, lambda: spellings_in(index.written), is_name),
        **inflected(sought.about, index.lexical.known),
    }
    others = (one for forms in told.values() for one in forms)
    return replace(sought, searched=" ".join((sought.searched, *others)), kindred={**told, **kindred})


def sought_by_verse(index: Index, revealed: Revealed, sought: Sought, language: str) -> Sought:
    """What is sought, by the words of the verse or of the surah whose revelation is asked about."""
    about, searched = recited(index, revealed, language)
    return replace(sought, about=about, searched=searched, wording=None, title="", revealed=revealed)


def headed(index: Index, sought: Sought, routed: Route, lexicon: Lexicon) -> Sought:
    """What is sought, by the title of answers where a published one goes by it: it treats of the whole, and the words
    of a wording tell of one part. A judgement that is asked for is such a title itself, and comes first: a wording is
    of more questions than one."""
    if sought.wording is None or sought.kinds or routed.intent is Intent.SUPPLICATION:
        return sought  # words that are asked for, or an invocation, are given, and not treated of
    judged = routed.intent is Intent.RULING and lexicon.is_judged(fold(routed.plain))
    question = routed.plain if judged else ""
    for title, least in ((question, ASKED), (sought.title, HEADING)):
        if title and _goes_by(index, title, lexicon) >= least:
            return replace(sought, about=title, searched=title, by_title=True)
    return sought


def _goes_by(index: Index, title: str, lexicon: Lexicon) -> int:
    """How far a published answer goes by a title, at most."""
    question = asked(title, index.glossary, index.lexical.idf, index.lexical.known, lexicon.frame)
    found = index.search(title, k=HEADS, filters=PUBLISHED).hits
    titles = [index.document(hit.ordinal).own_title(question.language) for hit in found]
    general = [
        own for own in titles if own and not lexicon.tells_of_one(fold(own)) and not tells_of_man(own, title)
    ]
    return max(aims(general, question, lexicon.frame, weighing(index)), default=0)


def of_quran(routed: Route, lexicon: Lexicon) -> bool:
    """Whether what the Qur'an says is asked, and no narration."""
    return routed.intent is Intent.TAFSIR and lexicon.kinds.of_quran(routed.plain)


def retrieve(index: Index, sought: Sought, routed: Route, plain: bool) -> Retrieved:
    """The texts to read for a question. `plain`: it asks about one thing."""
    if sought.revealed:
        every = index.search(sought.searched, k=PLACES)
        return Retrieved(every, telling(index, sought.revealed, sought.searched))
    searching = index.searching(sought.searched)
    found = _together(searching, sought, routed, plain)
    hits = found[ALL].hits
    likeness = _likeness(index, routed)
    if VERSES in found:
        hits = _with_verses(hits, found[VERSES].hits, alone=sought.verses)
    if sought.within:
        return Retrieved(found[ALL], _within(index, sought.within, searching, hits), likeness=likeness)
    if sought.verses:
        return Retrieved(found[ALL], hits, likeness=likeness)
    if sought.kinds:
        hits = _with_spoken(index, sought, hits)
    elif plain:
        of_one = found.get(TOLD) or index.search(sought.about, k=TOLD_PLACES, filters=TOLD)
        hits = _joined(hits[: PLACES - TOLD_PLACES], of_one.hits, known=hits)
    if ANSWERS in found:
        hits = _joined(hits[:PLACES], _published(index, found[ANSWERS].hits), known=hits)
    by_form: frozenset[int] = frozenset()
    if sought.in_form:
        told = index.search(sought.in_form, k=FORM_PLACES, filters=sought.in_texts).hits
        by_form = frozenset(one.ordinal for one in told) - {one.ordinal for one in hits}
        hits = _joined(_measured(told, found[ALL].hits), hits, known=told)
    if _crowded_out(index, found[ALL].hits):
        for one in searching.searches(list(zip(PRIMARY_PLACES, PRIMARY, strict=True))):
            hits = _joined(hits, one.hits, known=hits)
    if likeness is not None and not sought.kinds:
        known = {one.ordinal for one in hits}
        more = [one for one in likeness.nearest(INQUIRED_PLACES) if one not in known]
        hits = (*hits, *searching.among(more))
    return Retrieved(found[ALL], hits, by_form, likeness)


def _likeness(index: Index, routed: Route) -> Likeness | None:
    """How alike a question is to each of those that muftis answered, where a model of its language knows."""
    inquiries = index.inquiries
    return inquiries.likeness(routed.plain) if inquiries and inquiries.language == routed.language else None


def _together(
    searching: Searching, sought: Sought, routed: Route, plain: bool
) -> dict[Filters, SearchResult]:
    """The searches for the same words that are always made, by their filters."""
    wanted = [(PLACES, ALL)]
    if routed.intent is Intent.TAFSIR:
        wanted.append((VERSE_PLACES, VERSES))
    if plain and sought.about == sought.searched:
        wanted.append((TOLD_PLACES, TOLD))
    if not plain and not sought.verses:
        wanted.append((ANSWER_PLACES, ANSWERS))
    results = searching.searches(wanted)
    return {filters: one for (_, filters), one in zip(wanted, results, strict=True)}


def _with_verses(hits: tuple[Hit, ...], verses: tuple[Hit, ...], *, alone: bool) -> tuple[Hit, ...]:
    """Verses and commentary behind the first half of what was found; `alone`: of that half, too, none else is kept."""
    others = tuple(hit for hit in hits if hit.kind in VERSES.kinds) if alone else hits
    return _joined(others[:VERSE_PLACES], verses, known=hits)


def _within(index: Index, surah: int, searching: Searching, hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """The verses of a surah, best first, and what was found of the comments on them."""
    verses = index.held(f"{Kind.QURAN}:{surah}:{verse}" for verse in range(1, LONGEST_SURAH + 1))
    own = searching.among([ordinal for ordinal, _ in verses])[:VERSE_PLACES]
    comments = tuple(
        hit
        for hit in hits
        if hit.kind == Kind.TAFSIR and ReferenceId.parse(hit.reference).locators[0].first == surah
    )
    return (*own, *comments)


def _with_spoken(index: Index, sought: Sought, hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """The texts that hold the words of the one who is named as speaker, before the others."""
    spoken = index.search(sought.about, k=VERSE_PLACES, filters=Filters(kinds=sought.kinds)).hits
    own = tuple(hit for hit in hits if hit.kind in sought.kinds)
    return _joined(_joined(own, spoken, known=own), hits, known=(*own, *spoken))


def _measured(hits: tuple[Hit, ...], by: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """Hits of a search for other words, their scores measured by the best that the question's own words found."""
    if not hits or not by:
        return hits
    fused, dense = max(one.fused for one in by), max(one.dense for one in by)
    own_fused, own_dense = max(1, *(one.fused for one in hits)), max(1, *(one.dense for one in hits))
    return tuple(
        replace(
            one,
            fused=one.fused * fused // own_fused,
            linked=one.linked * fused // own_fused,
            dense=one.dense * dense // own_dense,
        )
        for one in hits
    )


def _published(index: Index, hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """Answers that are no samples."""
    return tuple(hit for hit in hits if index.columns.value("status", hit.ordinal) in PUBLISHED.statuses)


def _crowded_out(index: Index, hits: tuple[Hit, ...]) -> bool:
    """Whether less than half of what was found is approved verses and narrations."""
    primary = [hit for hit in hits if hit.kind in ("quran", "hadith")]
    approved = sum(index.columns.value("status", hit.ordinal) == "approved" for hit in primary)
    return approved * 2 < len(hits)


def _joined(first: tuple[Hit, ...], more: tuple[Hit, ...], known: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """Some hits and, after them, those of another search that are not `known`."""
    listed = {hit.ordinal for hit in known}
    return (*first, *(hit for hit in more if hit.ordinal not in listed))
