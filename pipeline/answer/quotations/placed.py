"""Words whose place in the Qur'an is asked for: "which verse says ...", "in which surah does Allah say ..."; those that
are asked or claimed to be the Qur'an's (`claimed`); and Arabic ones that are said to be what Allah said.

Such words are a citation, and a verse that merely speaks of their matter does not hold them. Arabic words stand in a
verse nearly one after another; an English translation may word a verse otherwise, so that there most of what the words
name is enough. What a verse is about ("which surah mentions Moses", "where does the Qur'an say that wine is forbidden")
is no citation, and is left to others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.around import between_marks
from pipeline.answer.quotations.claimed import OF_ALLAH, QURAN, TOPIC, claimed_words
from pipeline.answer.quotations.letters import language_of, letters_of
from pipeline.answer.quotations.mushaf import VERSES, mushaf_of
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import shown_text
from pipeline.index.types import Filters
from pipeline.text import analyse
from schemas.document import Document
from schemas.reference import Kind, ReferenceId

if TYPE_CHECKING:
    from pipeline.index.search import Index

NARRATIONS = Filters(kinds=(Kind.HADITH.value,))
LEAST = {"ar": 2, "en": 3}  # words
SEARCHED = 30  # verses that a search finds for the words
# Per cent of the words, in their order, that a verse has within `REACH`: of words set apart as quoted, and of others.
RUN = {True: 80, False: 75}
REACH = 2  # times as many words
SHARE = {True: 66, False: 51}  # the same of what English words name, between marks and without
THINGS = 3  # that words must name, to be known by these alone
NAMING = 41  # quarters of rarity, above which a word names something
_TEXT = rf"(?:in )?(?:which|what) (?:verse|ayah|aya|ayat|surah|sura|chapter)(?: (?:of|in) {QURAN})?"
_PLACE = re.compile(rf"^\W*(?:{_TEXT}|where(?: in {QURAN})?)\b")
_SAYS = re.compile(
    rf"(?:{_TEXT}|where(?: in {QURAN})?)(?: (?:does|do|did|has))?(?: (?:allah|god|it|{QURAN}))?(?: almighty)?"
    r" (?:say|says|said|state|states|read|reads)[:,]? (?P<words>.+)"
)
_IN_TEXT = (
    r"(?:(?:في |ب)?(?:اي|ايه|ما|ما هي) (?:سوره|ايه|السوره|الايه)(?: (?:من|في) القران)?(?: التي)?"
    r"|اين(?: ورد)?(?: في القران)?)"
)
_ARABIC_PLACE = re.compile(rf"^\W*{_IN_TEXT}(?=\s|:)")
_ARABIC_SAYS = re.compile(
    rf"{_IN_TEXT} (?:(?:قال|يقول|قول) الله|قوله|تقول|نصها){OF_ALLAH}(?: ?:)? (?P<words>.+)"
)
_ARABIC_COLON = re.compile(
    rf"{_IN_TEXT}(?: (?:وردت?|جاءت?|قال|قول|قوله|تقول|الله|فيها|هذه|الايه|عباره|التي|في|القران))*{OF_ALLAH}"
    r" ?: ?(?P<words>.+)"
)
# Whether words are the Qur'an's, which a colon sets apart as a mark does.
_WHETHER = re.compile(
    rf"^\W*(?:is|are|was) (?:it|this|that|these|the following)(?: words?)?(?: really| actually| said| written)?"
    rf" (?:(?:in|from) {QURAN}|(?:an? )?(?:verse|ayah|aya|ayat)s?(?: (?:of|from|in) {QURAN})?)(?: or not)? ?[:,]"
    r" ?(?P<words>.+)"
)
_ARABIC_WHETHER = re.compile(
    r"^\W*هل (?:(?:هذه?|ورد|وردت|جاء|يوجد|توجد|هناك|يقول|قال|الله|ما يلي|من|في) )*(?:ال)?(?:ايه|ايات|قران)"
    rf"{OF_ALLAH}(?: (?:قرانيه|صحيحه|نصها|تقول))* ?: ?(?P<words>.+)"
)
# Words that are said to be what Allah said, with nothing behind them that asks.
_ARABIC_GIVEN = re.compile(
    r"^\W*(?:(?:قال|يقول|قوله|قول) (?:الله )?(?P<praised>(?:تعالي|سبحانه|وتعالي|عز وجل|جل وعلا)[\s:]+)+"
    r"|(?:قال|يقول) (?:الله|ربنا)[\s:]+)(?:في سوره [^:]{2,20}:)?\W*(?P<words>[^؟?.،,؛:]+)$"
)
# A verse may begin with a word that asks, and hold "what".
_ARABIC_ASKS = re.compile(
    r"(?<=\S\s)[وف]?(?:هل|كيف|لماذا|متي|اين|كم|ماذا|(?:ما|من) (?:هو|هي|هم|معن\S+|تفسير\S*|المقصود|المراد|حكم|سبب)"
    r"|اشرح|وضح|فسر|اكمل|تفسير|معني|اعراب|سبب|المقصود|المراد|صدق|(?:ال)?(?:ايه|ايات|سوره|حديث))(?!\S)"
)
MOST_GIVEN = 14  # words: of more some may be the asker's own
# What follows then is told in the asker's words.
_RETOLD = re.compile(
    r"(?:that|to|about|of|on|how|what|who|why|if|whether|anything|something|we|you|i|one|muslims|people)\b"
    r"|(?:ان|انه|انها|بان|بانه|عن|في|ل(?!ا\s|م\s|ن\s|ه|ك|قد|يس)\w{3,})\s"
)
_JOINED = re.compile('^.*[:"“«(\ufd3e\ufd3f]')
_AROUND = re.compile(r"^\W+|[\s?؟.!,،;؛:\"'“”«»)]+$")
_TAIL = re.compile(rf"(?: in {QURAN}| في القران(?: الكريم)?)?[\s?؟.!]*$")


@dataclass(frozen=True, slots=True)
class Placed:
    """Words whose place is asked for, as the question writes them. `marked`: set apart as a quotation. `given`: said to
    be what Allah said, which a verse must have just so."""

    words: str
    language: str
    marked: bool = False
    given: bool = False


def words_placed(question: str) -> Placed | None:
    """The words of which a question asks what verse has them; None where it asks nothing of that kind.

    >>> words_placed("Which verse says time heals all wounds?").words
    'time heals all wounds'
    """
    folded = fold(question)
    language = language_of(question)
    whether = (_WHETHER if language == "en" else _ARABIC_WHETHER).match(folded)
    if whether:
        return _placed(question, _TAIL.sub("", whether["words"]), marked=True)
    if claimed := claimed_words(folded, language):
        return _placed(question, claimed, marked=True)
    if language == "ar" and (said := _given(folded)):
        return _placed(question, said, marked=True, given=True)
    asked, forms = (_PLACE, (_SAYS,)) if language == "en" else (_ARABIC_PLACE, (_ARABIC_SAYS, _ARABIC_COLON))
    if not asked.match(folded):
        return None
    marked = between_marks(question)
    if marked and not TOPIC.search(folded.replace(fold(marked[0]), " ")):
        words = marked[0]
    else:
        said = next((found["words"] for form in forms if (found := form.search(folded))), "")
        words = _TAIL.sub("", said)
        if marked or (_RETOLD.match(words) and ":" not in folded):
            return None
    return _placed(question, words, marked=bool(marked))


def _given(folded: str) -> str:
    """The words that a question, folded, says Allah said, and nothing else; none where it may retell them."""
    found = _ARABIC_GIVEN.match(folded)
    if found is None or _ARABIC_ASKS.search(words := found["words"]):
        return ""
    retold = _RETOLD.match(words.removeprefix("ان ") if found["praised"] else words)
    return "" if retold or len(letters_of(words)) > MOST_GIVEN else words


def _placed(question: str, words: str, *, marked: bool, given: bool = False) -> Placed | None:
    """Words as a question writes them; None where they are too few."""
    if len(letters_of(words)) < LEAST[language_of(words)]:
        return None
    return Placed(as_written(question, words), language_of(words), marked, given)


def as_written(question: str, folded: str) -> str:
    """Words as a question writes them, of which these are the folded ones: what folding takes off, a hamza from its
    seat and a small alif, tells a word by its letters."""
    whole, written = fold(question), unicodedata.normalize("NFKC", question).split()
    start = whole.rfind(folded)
    before, inside = whole[:start].split(), folded.split()
    if start < 0 or not inside or len(written) != len(whole.split()):
        return folded
    joined = start > 0 and not whole[start - 1].isspace()  # by a mark to the word before
    first = len(before) - joined
    said = written[first : first + len(inside)]
    if joined:
        said[0] = _JOINED.sub("", said[0])
    return _AROUND.sub("", " ".join(said))


def is_held(
    index: Index, placed: Placed, read: Iterable[Document], lexicon: Lexicon, *, by_names: bool = True
) -> bool:
    """Whether a verse has the words, or one has them closely among those that were read or that a search
    finds; `by_names`: or an English one has what they name."""
    if mushaf_of(index).has_words(letters_of(placed.words), placed.language):
        return True
    if placed.given:
        return False
    hits = index.search(placed.words, k=SEARCHED, filters=VERSES).hits
    verses = (
        *(one for one in read if one.kind == Kind.QURAN),
        *(index.document(hit.ordinal) for hit in hits),
    )
    said = _words(lexicon.epithets.plain(placed.words), placed.language)
    for one in verses:
        held = _words_of(one, placed.language)
        if len(held) < REACH * len(said):  # it may go on in the next
            held += _words_of(_next(index, one), placed.language)
        if _is_near(said, held, lexicon, marked=placed.marked) or (
            by_names and placed.language == "en" and _names(said, held, lexicon, marked=placed.marked)
        ):
            return True
    return False


def narrations_near(index: Index, placed: Placed, lexicon: Lexicon) -> dict[int, Document]:
    """The narrations, by ordinal, that have nearly all of the words, of those that a search finds for them."""
    said = _words(placed.words, placed.language)
    hits = index.search(placed.words, k=SEARCHED, filters=NARRATIONS).hits
    found = {hit.ordinal: index.document(hit.ordinal) for hit in hits}
    return {
        at: one
        for at, one in found.items()
        if _is_near(said, _words_of(one, placed.language), lexicon, marked=placed.marked)
    }


def _next(index: Index, verse: Document) -> Document | None:
    surah, number = (step.first for step in ReferenceId.parse(verse.id).locators)
    return next((one for _, one in index.held([f"{Kind.QURAN}:{surah}:{number + 1}"])), None)


def _words_of(document: Document | None, language: str) -> list[str]:
    held = document is not None and document.text(language)
    return _words(shown_text(document, language), language) if document is not None and held else []


def _words(text: str, language: str) -> list[str]:
    """The words of a text as they are compared: Arabic ones by their letters, English ones by their stems."""
    return letters_of(text) if language == "ar" else analyse(text, keep_stop_words=True)


def _is_near(said: Sequence[str], held: Sequence[str], lexicon: Lexicon, *, marked: bool) -> bool:
    """Whether a text holds most of some words in their order, and most of what they name."""
    return _has_run(said, held, RUN[marked]) and _names(said, held, lexicon, marked=False)


def _has_run(said: Sequence[str], held: Sequence[str], share: int) -> bool:
    """Whether a text holds most of some words in their order, near each other."""
    blocks = [
        one for one in SequenceMatcher(None, said, held, autojunk=False).get_matching_blocks() if one.size
    ]
    if not blocks or sum(one.size for one in blocks) * 100 < share * len(said):
        return False
    return blocks[-1].b + blocks[-1].size - blocks[0].b <= REACH * len(said)


def _names(said: Sequence[str], held: Sequence[str], lexicon: Lexicon, *, marked: bool) -> bool:
    """Whether a text names most of what some words name, by their rarity."""
    things = {one: lexicon.rarity(one) for one in said if lexicon.rarity(one) > NAMING}
    if marked and len(things) < THINGS:
        return False
    named = sum(rarity for one, rarity in things.items() if one in held)
    return named * 100 >= SHARE[marked] * sum(things.values())
