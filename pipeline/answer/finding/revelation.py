"""Why a surah or a verse was revealed: told by comments on it and by narrations that recite it, of which few name it.

Such a question is searched by the verse that it cites, or those with which the surah opens, and read by them and the
word for revealing; only comments on that verse, or surah, and narrations answer it, and only where they say that
something was revealed. Which verse a narration means, its Arabic tells, whatever the language of the question: words in
a row that no other verse has stand there beside the word for revealing. A translation tells it of none, for verses
share its words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.in_verses import cited_verse
from pipeline.answer.quotations.letters import letters_of
from pipeline.answer.quotations.mushaf import mushaf_of
from pipeline.answer.routing.route import Route
from pipeline.answer.routing.verses import surah_named, verses_named
from pipeline.answer.words.fold import fold
from pipeline.answer.words.reading import shown_text
from pipeline.index.types import Filters, Hit
from pipeline.text import analyse
from schemas.document import Document
from schemas.reference import Kind, ReferenceId

if TYPE_CHECKING:
    from pipeline.index.search import Index

OPENING = 2  # verses by which a surah is recited: the first one may be letters alone
SOME = 3  # words of a verse that a question cites, by which it is read for
RECITED = 4  # words of a verse, one behind the other, by which it is recited; or all of a shorter one
PLACES = 30  # of each kind of text
REVEALED = {"en": "revealed", "ar": "نزلت"}
_ASKED = re.compile(
    r"^\W*(?:why (?:was|were|did)|(?:(?:what|tell me)\b.{0,20}\b|the )?(?:reasons?|causes?|occasions?|circumstances)\b"
    r"|about whom|for whom)\b(?:(?!surah?\b|chapter).){0,40}\b(?:surah?|surat|chapter) (.{2,30}?)"
    r"(?: (?:is|was|were|been|come down|sent down|revealed|in the quran))*[ ?.!]*$"
    r"|(?:سبب|اسباب|مناسبه) نزول سوره (.{2,30}?)[ ؟?.!]*$|(?:لماذا|لم|فيمن|فيم) (?:ا?نزلت) سوره (.{2,30}?)[ ؟?.!]*$"
)
# Behind "so Allah revealed" stands what He revealed; before "it was revealed", of a verse, what was.
_REVEALING = re.compile(
    r"(?P<so>\b(?:so|then|thereupon|hence)\b[^.:]{0,40})?(?:\breveal\w*|\brevelation|\bsent down\b)"
    r"|(?<!\w)(?:(?P<fa>ف)|[ول])?ا?نزل(?P<it>ت(?!\w))?"
)
# By which a comment tells of an occasion; that something comes down is also said of rain, of angels and of punishment.
_OCCASION = re.compile(
    r"\b(?:was|were) (?:revealed|sent down) (?:about|concerning|regarding|in|on|when|because|for|after|with|due)\b"
    r"|\b(?:verses?|ayahs?|surah) (?:was|were) (?:revealed|sent down)\b"
    r"|\b(?:occasion|reason|cause|circumstance)s? (?:of|for|behind) (?:its|the|this|their) revelation\b"
    r"|(?<!\w)[وف]?ا?نزلت? (?:هذه|الايه|الايات|السوره|في(?:ه|ها|هم|من|ما)?|بسبب|قوله|لما|حين|عندما|بعد|يوم|جوابا)(?!\w)"
    r"|(?<!\w)فا?نزلت(?!\w)|(?<!\w)(?:سبب|اسباب) (?:ال)?نزول"
)
NEAR = 120  # characters in which what was revealed stands beside the word for revealing
# Words of a verse that an English comment on it has there: of so many a third, no more and no less than these.
NAMED = (2, 4)
SHARE = 3
_OF_VERSE = re.compile(
    r"(?:^|\s)(?:سبب|اسباب|مناسبه) (?:ال)?نزول(?:\s|$)|(?:^|\s)(?:فيمن|فيم|لماذا|في من) (?:ا?نزلت)(?:\s|$)"
    r"|\bwhy (?:was|were|did) .*\b(?:revealed|sent down|come down)\b"
    r"|\b(?:reason|cause|occasion|circumstance)s? (?:of|for|behind) .*\b(?:revelation|revealed)\b"
    r"|\b(?:about|for|in) whom (?:was|were) .*\brevealed\b"
)
_OF_REVEALING = re.compile(r"\breveal|\brevelation\b|\b(?:sent|come) down\b|نزول|نزلت")


def surah_asked(question: str, lexicon: Lexicon) -> int:
    """The surah whose revelation a question asks the reason of; 0 for any other question.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> surah_asked("Why was Surah al-Masad revealed?", default_lexicon())
    111
    """
    folded = fold(question)
    match = _ASKED.search(folded)
    name = next((one for one in match.groups() if one), "") if match else ""
    if not name or not _OF_REVEALING.search(folded):
        return 0
    return surah_named(name, lexicon)


@dataclass(frozen=True, slots=True)
class Revealed:
    """What is asked why it was revealed: a verse, or a surah where `verse` is 0.

    `words`: by which it is cited; `runs`: those by which it is recited, each of words by their letters.
    """

    surah: int
    verse: int = 0
    words: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()

    @property
    def reference(self) -> str:
        """The verse; empty for a surah."""
        return f"{Kind.QURAN}:{self.surah}:{self.verse}" if self.verse else ""

    @property
    def verses(self) -> Sequence[int]:
        """The verse, or those with which the surah opens."""
        return (self.verse,) if self.verse else range(1, OPENING + 1)

    def is_told_by(self, document: Document) -> bool:
        """Whether a narration recites it as what was revealed, or a comment on just it tells of an occasion."""
        if document.kind == Kind.HADITH:
            said = fold(shown_text(document, "ar"))
            return any(self.is_recited_at(match, said) for match in _REVEALING.finditer(said))
        texts = (fold(shown_text(document, language)) for language in document.languages)
        return self._is_on(document.id) and any(_OCCASION.search(said) or any(_led(said)) for said in texts)

    def is_reasoned_in(self, document: Document) -> bool:
        """Whether a narration recites it behind "so it was revealed", and not only as what once was."""
        said = fold(shown_text(document, "ar")) if document.kind == Kind.HADITH else ""
        reasons = (one for one in _REVEALING.finditer(said) if one["fa"] and (one["it"] or "انزل" in one[0]))
        return any(self.is_recited_at(one, said) for one in reasons)

    def _is_on(self, comment: str) -> bool:
        """Whether a comment, by its reference, is on it."""
        surah, *verses = ReferenceId.parse(comment).locators
        if surah.first != self.surah or not verses:
            return surah.first == self.surah and not self.verse
        first, last = verses[0].first, verses[0].last or verses[0].first
        return any(first <= verse <= last for verse in self.verses)

    def is_recited_at(self, match: re.Match[str], said: str) -> bool:
        """Whether an Arabic text recites it where it says that something was revealed."""
        parts = [_behind(match, said)]
        if match["it"] and not match["fa"]:
            parts.append(said[max(0, match.start() - NEAR) : match.start()])
        spoken = [f" {' '.join(letters_of(part))} " for part in parts]
        return any(f" {run} " in part for run in self.runs for part in spoken)


def revealed_in(index: Index, routed: Route, lexicon: Lexicon) -> Revealed | None:
    """What a question asks why it was revealed: a surah by its name, a verse by its words, its number or its name; None
    for any other question, or where the index has it not."""
    found = _asked_about(index, routed, lexicon)
    verses = _verses(index, found) if found else {}
    return replace(found, runs=_runs(index, verses)) if found and verses else None


def _runs(index: Index, verses: Mapping[int, Document]) -> tuple[str, ...]:
    """The runs of words, in each of some verses and across them, that no other verse has; one word alone is none."""
    each = [letters_of(shown_text(one, "ar")) for one in verses.values()]
    found: dict[str, None] = {}
    for words in (*each, list(chain.from_iterable(each))):
        least = min(RECITED, len(words))
        for place in range(len(words) - least + 1):
            run = words[place : place + least]
            if least > 1 and not _stands_elsewhere(index, run, verses):
                found[" ".join(run)] = None
    return tuple(found)


def _stands_elsewhere(index: Index, run: Sequence[str], verses: Collection[int]) -> bool:
    """Whether words stand in a verse that is none of some; in so many verses that they are not told, they do."""
    mushaf = mushaf_of(index)
    held = mushaf.find_words(run, "ar")
    return not set(held) <= set(verses) if held else mushaf.has_words(run, "ar")


def _asked_about(index: Index, routed: Route, lexicon: Lexicon) -> Revealed | None:
    if named := surah_asked(routed.text, lexicon):
        return Revealed(named)
    if not _OF_VERSE.search(fold(routed.text)):
        return None
    cited = cited_verse(index, routed.text, few=True)
    references = cited.references if cited else verses_named(fold(routed.text), lexicon)
    if not references:
        return None
    surah, verse = ReferenceId.parse(references[0]).locators
    return Revealed(surah.first, verse.first, cited.words if cited else ())


def recited(index: Index, revealed: Revealed, language: str) -> tuple[str, str]:
    """By what words it is read for, and by which it is searched: the verse, or those with which a surah opens, and the
    word for revealing. It is read for by the words that are cited, where they are some."""
    word = REVEALED[language]
    searched = f"{_text(index, revealed, language)} {word}"
    return (f"{' '.join(revealed.words)} {word}" if len(revealed.words) >= SOME else searched), searched


def _text(index: Index, revealed: Revealed, language: str) -> str:
    return " ".join(shown_text(one, language) for one in _verses(index, revealed).values())


def _verses(index: Index, revealed: Revealed) -> dict[int, Document]:
    """The verses by which it is recited, by ordinal."""
    return dict(index.held(f"{Kind.QURAN}:{revealed.surah}:{verse}" for verse in revealed.verses))


def telling(index: Index, revealed: Revealed, words: str) -> tuple[Hit, ...]:
    """Narrations that recite what is asked about as revealed, by its Arabic words, and comments that tell of it, by its
    words in the language of the question."""
    _, arabic = recited(index, revealed, "ar")
    found = (
        hit
        for kind, searched in ((Kind.HADITH, arabic), (Kind.TAFSIR, words))
        for hit in index.search(searched, k=PLACES, filters=Filters(kinds=(kind.value,))).hits
    )
    return tuple(hit for hit in found if revealed.is_told_by(index.document(hit.ordinal)))


def tells_of_revealing(revealed: Revealed, text: Read) -> bool:
    """Whether a text that tells of it does so where it was read. A comment recites the verse anyhow: it must say on
    what occasion it came down, or "so Allah revealed" before it."""
    said = fold(text.around)
    if text.kind == Kind.HADITH:
        return bool(_REVEALING.search(said))
    return bool(_OCCASION.search(said)) or any(_follows(revealed, one, said, text) for one in _led(said))


def _follows(revealed: Revealed, match: re.Match[str], said: str, text: Read) -> bool:
    """Whether it is recited behind "so Allah revealed" in a comment on it: in English, which is translated in more ways
    than one, by a few of the words that are asked for."""
    if text.language == "ar":
        return revealed.is_recited_at(match, said)
    tokens = {token for unit in text.question.units for token in unit.tokens}
    fewest, most = NAMED
    least = min(len(tokens), max(fewest, min(most, len(tokens) // SHARE)))
    return len(tokens & set(analyse(_behind(match, said)))) >= least


def _led(said: str) -> Iterator[re.Match[str]]:
    """Where a text says "so" something was revealed."""
    return (match for match in _REVEALING.finditer(said) if match["so"] or match["fa"])


def _behind(match: re.Match[str], said: str) -> str:
    """What stands behind a word for revealing, near it."""
    return said[match.end() : match.end() + NEAR]
