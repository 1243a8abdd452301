"""Of a common question, which search tells it: that by the words of the texts that editors know, or that by its own.

The words of texts are searched first. Where no text holds them, the question is one word by which the common question
is known, or a mufti is found who speaks of another of the things that editors put into one question ("the ruling on
donating blood", a kidney), it is searched as it is asked, too, and one of the two is kept.
"""

from __future__ import annotations

from collections.abc import Callable

from pipeline.answer.demands.arabic import asks_meaning
from pipeline.answer.finding.candidates import CLOSE_TENTHS
from pipeline.answer.finding.retrieve import Sought
from pipeline.answer.routing.route import Route
from pipeline.answer.seen import Seen
from pipeline.answer.words.fold import fold
from pipeline.answer.words.spelling import LEAST, bare, spelled
from pipeline.answer.words.units import ONE, Asked
from schemas.reference import Kind

# Of the words by which texts tell of a common question, in one place of some text: with less, none here tells of it so.
HELD = ONE // 2
VERSE_HELD = ONE * 3 // 4  # the same of a verse, where the Qur'an's words are asked for
NAMED_QUARTERS = 3  # of what is asked, by weight, that a ruling must name
RULING = (Kind.FATWA, Kind.BOOK)
MEANING = 3  # words of a question that asks what one means


def told_best(
    seen: Seen, sought: Sought, own: Callable[[], Asked], searched_as_asked: Callable[[], Seen]
) -> Seen:
    """What tells a common question: the search by the words of texts, or one by its own.

    Args:
        seen: the search by the words of texts.
        own: what it asks by its own words.
        searched_as_asked: searches by these, where they may tell it.
    """
    if _speaks_of_another(seen, own) and _heads(as_asked := searched_as_asked()):
        return as_asked
    if sought.by_title:
        return seen
    kinds, itself = kinds_that_tell(sought), _itself(seen.route)
    holds = _holds_its_words(seen, kinds)
    if holds and not itself:
        return seen
    as_asked = searched_as_asked()
    if itself and _tells_of(as_asked, itself, seen):
        return as_asked
    if holds:
        return seen
    if sought.alone and not _is_told_by(as_asked, kinds) and _holds_its_words(seen, ()):
        return seen  # a text of another kind tells it
    # Where none holds the words of a common question, one with some of its own words tells another thing: it stands as
    # it is, unless another's words are asked for, texts are only offered beside a decline, or an answer is on just it.
    return as_asked if sought.kinds or seen.route.reason is not None or _heads(as_asked) else seen


def kinds_that_tell(sought: Sought) -> tuple[str, ...]:
    """The kinds of text by which a common question may be told; none where any may. What the Prophet said is told by
    narrations; what he did or was (whether he read and wrote) by a verse as well."""
    of_deeds = sought.kinds == (Kind.HADITH,) and not sought.alone
    return () if of_deeds else sought.kinds


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
    question, first = seen.asked, seen.first
    if question is None or first is None or not first.meets or first.reading.near < ONE:
        return False
    very_word = {token: frozenset((word,)) for unit in question.things for token in unit.tokens}
    told_otherwise = any(one.meets and spelled(one.reading, very_word) for one in common.candidates)
    return bool(spelled(first.reading, very_word)) and not told_otherwise


def _speaks_of_another(seen: Seen, own: Callable[[], Asked]) -> bool:
    """Whether the first text is a mufti's, or of a book, in the language of the question, and has less than three
    quarters of what is asked. Scripture rules on kinds of things (every beast with fangs), and need not name each."""
    first = seen.first
    if first is None or first.document.kind not in RULING or first.reading.language != seen.route.language:
        return False
    asked = own()
    return asked.covered(first.reading.held) * 4 < asked.total * NAMED_QUARTERS


def _heads(seen: Seen) -> bool:
    """Whether the first text is an answer whose title, or what was asked above it, names all that is asked."""
    first = seen.first
    return first is not None and first.document.kind in RULING and first.reading.titled == ONE


def _is_told_by(seen: Seen, kinds: tuple[str, ...]) -> bool:
    """Whether the first text is of some kinds, and holds all that is asked."""
    first = seen.first
    return first is not None and first.document.kind in kinds and first.meets and first.reading.window == ONE


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
