"""Why a surah or a verse was revealed: told by comments on it and by narrations that recite it, of which few name it.

Such a question is searched by the verse that it cites, or those with which the surah opens, and read by them and the
word for revealing; only comments on that verse, or surah, and narrations answer it, and only where they say that
something was revealed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.letters import letters_of
from pipeline.answer.quotations.quotes import cited_verse
from pipeline.answer.routing.route import Route
from pipeline.answer.routing.verses import surah_named, verses_named
from pipeline.answer.words.fold import fold
from pipeline.index.types import Filters, Hit
from pipeline.text import analyse, shown
from schemas.reference import Kind, ReferenceId

if TYPE_CHECKING:
    from pipeline.index.search import Index

OPENING = 2  # verses by which a surah is recited: the first one may be letters alone
SOME = 3  # words of a verse, one behind the other, by which it is recited
TELLING = Filters(kinds=("tafsir", "hadith"))
PLACES = 30
REVEALED = {"en": "revealed", "ar": "نزلت"}
_ASKED = re.compile(
    r"^\W*(?:why (?:was|were|did)|(?:(?:what|tell me)\b.{0,20}\b|the )?(?:reasons?|causes?|occasions?|circumstances)\b"
    r"|about whom|for whom)\b(?:(?!surah?\b|chapter).){0,40}\b(?:surah?|surat|chapter) (.{2,30}?)"
    r"(?: (?:is|was|were|been|come down|sent down|revealed|in the quran))*[ ?.!]*$"
    r"|(?:سبب|اسباب|مناسبه) نزول سوره (.{2,30}?)[ ؟?.!]*$|(?:لماذا|لم|فيمن|فيم) (?:ا?نزلت) سوره (.{2,30}?)[ ؟?.!]*$"
)
_REVEALING = re.compile(
    r"(?P<so>\b(?:so|then|thereupon|hence)\b[^.:]{0,40})?(?:\breveal\w*|\brevelation|\bsent down\b)"
    r"|(?P<fa>(?<!\w)ف)?(?:انزل|نزل)"
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
# Words that are named there in English: of so many a third, no more and no less than these.
RECITED = (2, 4)
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

    `words`: by which it is cited; `arabic`: the verse, or the opening of the surah, by the letters of its words.
    """

    surah: int
    verse: int = 0
    words: tuple[str, ...] = ()
    arabic: tuple[str, ...] = ()

    @property
    def reference(self) -> str:
        """The verse; empty for a surah."""
        return f"{Kind.QURAN}:{self.surah}:{self.verse}" if self.verse else ""

    def is_told_by(self, reference: str) -> bool:
        """Whether a text is a narration, or a comment on just it."""
        if reference.startswith("hadith:"):
            return True
        if not reference.startswith("tafsir:"):
            return False
        surah, *verses = ReferenceId.parse(reference).locators
        spans = [(one.first, one.last or one.first) for one in verses[:1]]
        return surah.first == self.surah and (
            not self.verse or any(first <= self.verse <= last for first, last in spans)
        )


def revealed_in(index: Index, routed: Route, lexicon: Lexicon) -> Revealed | None:
    """What a question asks why it was revealed: a surah by its name, a verse by its words, its number or its name; None
    for any other question, or where the index has it not."""
    found = _asked_about(index, routed, lexicon)
    arabic = tuple(letters_of(_text(index, found, "ar"))) if found else ()
    return replace(found, arabic=arabic) if found and arabic else None


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
    verses = (revealed.verse,) if revealed.verse else range(1, OPENING + 1)
    ordinals = [index.find(f"quran:{revealed.surah}:{verse}") for verse in verses]
    held = [index.document(ordinal) for ordinal in ordinals if ordinal is not None]
    return " ".join(shown(one.text(language) or "", one.markup) for one in held)


def telling(index: Index, revealed: Revealed, words: str) -> tuple[Hit, ...]:
    """Comments on what is asked about, and narrations, by its words."""
    found = index.search(words, k=PLACES, filters=TELLING).hits
    return tuple(hit for hit in found if revealed.is_told_by(hit.reference))


def tells_of_revealing(revealed: Revealed, text: Read) -> bool:
    """Whether a text tells of the occasion on which what is asked about was revealed. Behind "so Allah revealed" stands
    what He revealed, and before it what was recited for another reason. A comment recites the verse anyhow: it must say
    on what occasion it came down, or "so Allah revealed" before it."""
    said = fold(text.around)
    found = _REVEALING.finditer(said)
    if text.kind != Kind.HADITH:
        if _OCCASION.search(said):
            return True
        found = (match for match in found if match["so"] or match["fa"])
    return any(_of_it(revealed, said, match, text) for match in found)


def _of_it(revealed: Revealed, said: str, match: re.Match[str], text: Read) -> bool:
    """Whether what is asked about is recited where a text says that something was revealed."""
    behind, before = (
        said[match.end() : match.end() + NEAR],
        said[max(0, match.start() - NEAR) : match.start()],
    )
    parts = (behind,) if match["so"] or match["fa"] else (behind, before)
    return any(_is_recited(revealed, part, text) for part in parts)


def _is_recited(revealed: Revealed, part: str, text: Read) -> bool:
    """Whether part of a text recites it: in Arabic by some words one behind the other, in English, which is translated
    in more ways than one, by a few of those that are asked for."""
    if text.language == "ar":
        words, least = revealed.arabic, min(SOME, len(revealed.arabic))
        spoken = f" {' '.join(letters_of(part))} "
        runs = (words[place : place + least] for place in range(len(words) - least + 1))
        return any(f" {' '.join(run)} " in spoken for run in runs)
    tokens = {token for unit in text.question.units for token in unit.tokens}
    fewest, most = RECITED
    return len(tokens & set(analyse(part))) >= min(len(tokens), max(fewest, min(most, len(tokens) // SHARE)))
