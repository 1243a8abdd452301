"""Which texts a question quotes.

Verses are found in the Qur'an as a row of words (`in_verses`); narrations, and what is no one verse, come from the
search, and `pasted` decides whether a text holds the words, or most of them. What it does not hold as pasted is
reported (`found`): a letter of a verse that is mistaken, a vowel that differs, and the words that no text found has.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.around import speaks_with_allah, ways_to_read_marks
from pipeline.answer.quotations.found import Found, Quoted, but_for_a_word, quoted, with_lacking
from pipeline.answer.quotations.in_verses import ALTERED, UNSIGNED, copied_verses, nearly_verse, verses_at
from pipeline.answer.quotations.letters import language_of, letters_of, within
from pipeline.answer.quotations.mushaf import mushaf_of
from pipeline.answer.quotations.pasted import LEAST_GRADED, MOST, Pasted, letters_in, pasted_in
from pipeline.answer.quotations.placed import NARRATIONS, Placed, narrations_near
from pipeline.index.types import Filters
from pipeline.text import analyse_query
from schemas.reference import Kind, ReferenceId

if TYPE_CHECKING:
    from pipeline.index.search import Index
    from schemas.document import Document

SEARCHED = 60
PATIENCE = 12  # documents in a row that hold nothing, after which no more are read
KINDS = (Kind.QURAN, Kind.HADITH)
LACKING = 5  # words of a graded text of which one may be lacking
COPIED = 10  # words that are copied, whatever they ask and nothing says of them
SPOKEN = 4  # the same, where they are spoken to Allah or by Him
HELD_BY = 50_000  # passages at most that hold the rarest of the words
READ = 1000  # passages that are read for words that they may all hold
# A question for a ruling is asked in the words in which texts tell of it.
_RULES = re.compile(
    r"^\W*(?:هل (?:يجوز|تجوز|يجب|تجب|يحق|يصح|تصح|يحرم|يكره|يلزم|يشرع)|(?:وما |ما )?(?:هو )?حكم)\s"
)

# Words of a chain of narrators.
_OF_CHAINS = frozenset("عن ابو ابي ابن بن ام".split())


def find_quotation(
    index: Index, question: str, lexicon: Lexicon, seen: Sequence[Document] = (), *, graded: bool = False
) -> Quoted | None:
    """What a question quotes; None when it quotes nothing.

    Args:
        seen: documents that a search for the question found, best first. Where none of them holds the words, and the
            question bears no other sign of a quotation, only narrations that hold all of them are sought.
        graded: the question is how sound a narration is, so that its words stand between words that ask.
    """
    ways = ways_to_read_marks(question)
    return next(
        (found for one in ways if (found := _find(index, one, lexicon, seen, graded=graded)) is not None),
        None,
    )


def _find(
    index: Index, question: str, lexicon: Lexicon, seen: Sequence[Document], *, graded: bool
) -> Quoted | None:
    """What a question quotes, its marks read in one way."""
    pasted = pasted_in(question, lexicon, graded=graded)
    if pasted is None or (_RULES.match(question) and not (pasted.marked or graded)):
        return None
    if pasted.language == "ar" and not pasted.strict:
        copied = copied_verses(index, pasted)
        if copied is None and pasted.led:  # a verse may itself begin with a word that asks
            copied = copied_verses(index, replace(pasted, letters=letters_of(question)))
        if copied is not None:
            return copied
    if pasted.language == "en" and not (pasted.strict or graded):
        translated = mushaf_of(index).find_words(pasted.letters, "en")
        if translated:
            return verses_at(index, translated, pasted)
    if pasted.strict and (whole := mushaf_of(index).whole(letters_of(question))):
        return verses_at(index, whole, pasted)  # a verse that asks itself
    if pasted.formulaic and not (pasted.marked or graded):
        return None  # "did the Prophet weep?" quotes none of the narrations in which he does
    signed = graded or pasted.marked or pasted.vowelled
    if signed or any(pasted.held_by(one) for one in seen if one.kind in KINDS):
        found = _mostly(index, pasted, lexicon)
        if found and (not graded or _nearly_whole(found)):
            return found
    sought = not pasted.strict and (signed or pasted.attributed or len(pasted.letters) >= UNSIGNED)
    held = _held_whole(index, pasted) if sought else None
    if held:
        return quoted(held, pasted)
    if pasted.strict or graded:
        return None
    return nearly_verse(index, pasted, lexicon) or _altered_narration(index, pasted, lexicon)


def find_narrations(index: Index, placed: Placed, lexicon: Lexicon) -> Quoted | None:
    """The narrations that hold some words, all of them or else nearly all, with those that none holds."""
    pasted = Pasted.of(placed.words, placed.language)
    if len(pasted.letters) < LEAST_GRADED:
        return None
    if held := _held_whole(index, pasted):
        return quoted(held, pasted)
    near = narrations_near(index, placed, lexicon)
    return with_lacking(near, pasted, lexicon) if near else None


def copied_texts(index: Index, question: str, lexicon: Lexicon) -> Quoted | None:
    """The verses that a text is made of, or the narration that it says it is or has many words of, whatever it may
    sound like: a copied text is no case of one's own. Of what is spoken to Allah or by Him few words are enough, where
    a narration holds them all."""
    language = language_of(question)
    verses = copied_verses(index, Pasted.of(question, language)) if language == "ar" else None
    if verses is not None:
        return verses
    pasted = pasted_in(question, lexicon)
    if pasted is None or pasted.strict:
        return None
    if language == "en" and (translated := mushaf_of(index).find_words(pasted.letters, "en")):
        return verses_at(index, translated, pasted)
    count, least = len(pasted.letters), UNSIGNED if pasted.attributed else COPIED
    if count >= (SPOKEN if speaks_with_allah(question) else least) and (held := _held_whole(index, pasted)):
        return quoted(held, pasted)
    mostly = _mostly(index, pasted, lexicon) if least <= count <= MOST else None
    return mostly or nearly_verse(index, pasted, lexicon)


def _altered_narration(index: Index, pasted: Pasted, lexicon: Lexicon) -> Quoted | None:
    """The narrations that Arabic words which are said to be one are, but for one word, with that word. Who names its
    narrator tells its chain, or what it is on."""
    told = pasted.attributed and pasted.language == "ar"
    if not told or len(pasted.letters) < ALTERED or not _OF_CHAINS.isdisjoint(pasted.letters):
        return None
    hits = index.search(pasted.written, k=SEARCHED, filters=NARRATIONS).hits
    return but_for_a_word({one.ordinal: index.document(one.ordinal) for one in hits}, pasted, lexicon)


def _searched(index: Index, pasted: Pasted) -> Found:
    """The verses and narrations that hold the words, among those that the search finds for them."""
    found: Found = {}
    for part in pasted.parts():
        for kind in KINDS[:1] if pasted.strict else KINDS:
            since = 0
            for hit in index.search(part, k=SEARCHED, filters=Filters(kinds=(kind.value,))).hits:
                if hit.ordinal in found:
                    continue
                document = index.document(hit.ordinal)
                since += 1
                if pasted.held_by(document):
                    found[hit.ordinal] = document
                    since = 0
                if since > PATIENCE:
                    break
    _fill_between(index, found, pasted)
    return found


def _held_whole(index: Index, pasted: Pasted) -> Found:
    """The narrations that hold all of the words, however far a search puts them behind others: what is said to be held
    nowhere must be so. Words that many narrations have are told by none."""
    tokens = analyse_query(pasted.written)
    if not tokens or min(map(index.lexical.df, tokens)) > HELD_BY:
        return {}
    mask = index.columns.mask(NARRATIONS)
    ordinals = index.columns.document_of(index.lexical.holding(tokens, mask)).tolist()
    documents = (
        [(one, index.document(one)) for one in dict.fromkeys(ordinals)] if len(ordinals) <= READ else []
    )
    return {one: document for one, document in documents if pasted.whole_in(document)}


def _fill_between(index: Index, found: Found, pasted: Pasted) -> None:
    """Short verses of a pasted passage, which stand beside those that were found in it."""
    beside = sorted(ordinal for ordinal, one in found.items() if one.kind == Kind.QURAN)
    while beside:
        parsed = ReferenceId.parse(found[beside.pop()].id)
        surah, verse = (step.first for step in parsed.locators)
        for ordinal, document in index.held(f"quran:{surah}:{number}" for number in (verse - 1, verse + 1)):
            if (
                ordinal not in found
                and len(found) > 1
                and within(letters_of(document.text_ar or ""), pasted.letters)
            ):
                found[ordinal] = document
                beside.append(ordinal)


def _enough(found: Found, pasted: Pasted) -> bool:
    """Whether whole verses inside the words, where nothing holds all of these, make up half of them."""
    inside = 0
    for document in found.values():
        held = letters_in(document, pasted.language)
        if document.kind != Kind.QURAN or not within(held, pasted.letters):
            return True
        inside += len(held)
    return inside * 2 >= len(pasted.letters)


def _mostly(index: Index, pasted: Pasted, lexicon: Lexicon) -> Quoted | None:
    """The texts that hold the words, or most of them, with those that none holds."""
    found = _without_lesser_verses(_searched(index, pasted), pasted)
    return with_lacking(found, pasted, lexicon) if found and _enough(found, pasted) else None


def _without_lesser_verses(found: Found, pasted: Pasted) -> Found:
    """What was found, without verses that have fewer of the words in a row than a narration, where none has all: "who
    believes in Allah and the Last Day" stands in both, and what follows in one alone."""
    runs = {one: pasted.run_in(letters_in(document, pasted.language)) for one, document in found.items()}
    most = max((runs[one] for one, document in found.items() if document.kind == Kind.HADITH), default=0)
    return {
        one: document for one, document in found.items() if document.kind != Kind.QURAN or runs[one] >= most
    }


def _nearly_whole(result: Quoted) -> bool:
    """Whether so few words are lacking that a grade of what was found is one of what was pasted."""
    return len(letters_of(" ".join(result.lacking))) * LACKING <= len(result.words)
