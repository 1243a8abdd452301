"""Words whose place in the Qur'an is asked for: "which verse says ...", "in which surah does Allah say ...".

Such words are a citation, and a verse that merely speaks of their matter does not hold them. Arabic words stand in a
verse nearly one after another; an English translation may word a verse otherwise, so that there most of what the words
name is enough. What a verse is about ("which surah mentions Moses", "where does the Qur'an say that wine is forbidden")
is no citation, and is left to others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.around import between_marks
from pipeline.answer.quotations.letters import language_of, letters_of
from pipeline.answer.quotations.pasted import pieces_with
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import shown_text
from pipeline.index.types import Filters
from pipeline.text import analyse, analyse_query
from schemas.document import Document
from schemas.reference import Kind

if TYPE_CHECKING:
    from pipeline.index.search import Index

LEAST = {"ar": 2, "en": 3}  # words
SEARCHED = 30  # verses that a search finds for the words
RUN = 75  # per cent of the words, in their order, that a verse holds within
REACH = 2  # times as many words
SHARE = {True: 66, False: 51}  # the same of what English words name, between marks and without
THINGS = 3  # that words must name, to be known by these alone
NAMING = 36  # quarters of rarity, above which a word names something
_QURAN = r"(?:the )?(?:holy |noble )?(?:quran|qur'an|koran)"
_TEXT = rf"(?:in )?(?:which|what) (?:verse|ayah|aya|ayat|surah|sura|chapter)(?: (?:of|in) {_QURAN})?"
_PLACE = re.compile(rf"^\W*(?:{_TEXT}|where(?: in {_QURAN})?)\b")
_SAYS = re.compile(
    rf"(?:{_TEXT}|where(?: in {_QURAN})?)(?: (?:does|do|did|has))?(?: (?:allah|god|it|{_QURAN}))?(?: almighty)?"
    r" (?:say|says|said|state|states|read|reads)[:,]? (?P<words>.+)"
)
_TOPIC = re.compile(r"\b(?:about|mention\w*|discuss\w*|talks?|refers?|tells?|story|speaks?|word)\b|(?:ذكر|تحدث|قصه|كلمه)")
_OF_ALLAH = r"(?: (?:تعالي|سبحانه|وتعالي|عز وجل|جل وعلا|فيها|في القران|في كتابه|الكريم))*"
_IN_TEXT = r"(?:(?:في |ب)?(?:اي|ايه|ما|ما هي) (?:سوره|ايه|السوره|الايه)(?: من القران| في القران)?(?: التي)?|اين(?: في القران| ورد| ورد في القران)?)"
_ARABIC_PLACE = re.compile(rf"^\W*{_IN_TEXT}(?=\s|:)")
_ARABIC_SAYS = re.compile(
    rf"{_IN_TEXT} (?:(?:قال|يقول|قول) الله|قوله|تقول|نصها){_OF_ALLAH}(?: ?:)? (?P<words>.+)"
)
_ARABIC_COLON = re.compile(
    rf"{_IN_TEXT}(?: (?:وردت?|جاءت?|قال|الله|قوله|تعالي|فيها|هذه|الايه|عباره|قول|التي|تقول|في|القران))*{_OF_ALLAH} ?: ?(?P<words>.+)"
)
# What follows then is told in the asker's words.
_RETOLD = re.compile(
    r"(?:that|to|about|of|on|how|what|who|why|if|whether|anything|something|we|you|i|one|muslims|people)\b"
    r"|(?:ان|انه|انها|بان|بانه|عن|في|ل(?!ا\s|م\s|ن\s|ه|ك|قد|يس)\w{3,})\s"
)
_TAIL = re.compile(rf"(?: in {_QURAN}| في القران(?: الكريم)?)?[\s?؟.!]*$")


@dataclass(frozen=True, slots=True)
class Placed:
    """Words whose place is asked for, as the question writes them. `marked`: between quotation marks."""

    words: str
    language: str
    marked: bool = False


def words_placed(question: str) -> Placed | None:
    """The words of which a question asks what verse has them; None where it asks nothing of that kind.

    >>> words_placed("Which verse says time heals all wounds?").words
    'time heals all wounds'
    """
    folded = fold(question)
    language = language_of(question)
    asked, forms = (_PLACE, (_SAYS,)) if language == "en" else (_ARABIC_PLACE, (_ARABIC_SAYS, _ARABIC_COLON))
    if not asked.match(folded):
        return None
    marked = between_marks(question)
    if marked and not _TOPIC.search(folded.replace(fold(marked[0]), " ")):
        words = marked[0]
    else:
        said = next((found["words"] for form in forms if (found := form.search(folded))), "")
        words = _TAIL.sub("", said)
        if marked or (_RETOLD.match(words) and ":" not in folded):
            return None
    letters = letters_of(words)
    if len(letters) < LEAST[language_of(words)]:
        return None
    return Placed(next(pieces_with(question, letters), words), language_of(words), bool(marked))


def is_held(index: Index, placed: Placed, read: Iterable[Document], lexicon: Lexicon) -> bool:
    """Whether a verse, among those that were read or that a search finds for the words, has them closely."""
    hits = index.search(placed.words, k=SEARCHED, filters=Filters(kinds=(Kind.QURAN.value,))).hits
    verses = (*(one for one in read if one.kind == Kind.QURAN), *(index.document(hit.ordinal) for hit in hits))
    texts = [shown_text(one, placed.language) for one in verses if one.text(placed.language)]
    if placed.language == "ar":
        return any(_has_run(letters_of(placed.words), letters_of(one)) for one in texts)
    said = analyse_query(lexicon.epithets.plain(placed.words))
    return any(
        _has_run(said, held) or _names(said, held, lexicon, marked=placed.marked)
        for held in map(analyse, texts)
    )


def _has_run(said: Sequence[str], held: Sequence[str]) -> bool:
    """Whether a text holds most of some words in their order, near each other."""
    blocks = [one for one in SequenceMatcher(None, said, held, autojunk=False).get_matching_blocks() if one.size]
    if not blocks or sum(one.size for one in blocks) * 100 < RUN * len(said):
        return False
    return blocks[-1].b + blocks[-1].size - blocks[0].b <= REACH * len(said)


def _names(said: Sequence[str], held: Sequence[str], lexicon: Lexicon, *, marked: bool) -> bool:
    """Whether a text names most of what some words name, by their rarity."""
    things = {one: lexicon.rarity(one) for one in said if lexicon.rarity(one) > NAMING}
    if marked and len(things) < THINGS:
        return False
    named = sum(rarity for one, rarity in things.items() if one in held)
    return named * 100 >= SHARE[marked] * sum(things.values())
