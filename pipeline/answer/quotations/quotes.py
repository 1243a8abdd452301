"""Pasted words of scripture: which verses and narrations hold them.

Verses are found in the Qur'an as a row of words; other candidates come from the search, and `pasted` decides whether
a text holds the words, or most of them. What it does not hold as pasted is reported: a letter of a verse that is
mistaken, a vowel that differs, and the words that no text found has.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.around import speaks_with_allah, ways_to_read_marks
from pipeline.answer.quotations.cited import verses_cited_by_few
from pipeline.answer.quotations.lacking import lacking, stands_apart
from pipeline.answer.quotations.letters import language_of, letters_of, within
from pipeline.answer.quotations.mushaf import mushaf_of
from pipeline.answer.quotations.pasted import LEAST_GRADED, MOST, Pasted, letters_in, pasted_in
from pipeline.answer.quotations.placed import NARRATIONS, Placed, narrations_near
from pipeline.index.types import Filters
from pipeline.text import analyse_query
from schemas.document import Document
from schemas.reference import Kind, ReferenceId

if TYPE_CHECKING:
    from pipeline.index.search import Index

SEARCHED = 60
PATIENCE = 12  # documents in a row that hold nothing, after which no more are read
SHORT = 12  # pasted words up to which a verse of just these words goes before others
KINDS = (Kind.QURAN, Kind.HADITH)
UNSIGNED = 6  # words that are sought as such though nothing says that they are quoted
ALTERED = 4  # words that are said to be a narration, of which one may be another
LACKING = 5  # words of a graded text of which one may be lacking
COPIED = 10  # words that are copied, whatever they ask and nothing says of them
SPOKEN = 4  # the same, where they are spoken to Allah or by Him
HELD_BY = 50_000  # passages at most that hold the rarest of the words
READ = 1000  # passages that are read for words that they may all hold
WHOLE_IN_ENGLISH = 4  # words of a verse that is quoted by all of them
_JOINING = frozenset("and so then but indeed for".split())
CITED = 3  # words behind a word for a verse
# Behind a word for a verse, or for the meaning of one, and before where it stands.
_SAID = r"\s*:?\s+([^؟?]+?)(?:\s+في\s+(?:ال)?(?:قر[اآ]ن|سور|[اآ]ي|[اأ]ول|بداي)[^؟?]*)?\s*(?:[؟?]|$)"
CITES = re.compile(rf"(?:[اآ]ي[ةه]|قوله تعالى|قوله سبحانه|قول الله(?: تعالى)?){_SAID}")
_EXPLAINS = re.compile(rf"^\W*(?:ما|ماذا)?\s*(?:هو\s+)?(?:معن[ىي]|معاني|تفسير|يعني|تعني|فسر|اشرح){_SAID}")
# A question for a ruling is asked in the words in which texts tell of it.
_RULES = re.compile(
    r"^\W*(?:هل (?:يجوز|تجوز|يجب|تجب|يحق|يصح|تصح|يحرم|يكره|يلزم|يشرع)|(?:وما |ما )?(?:هو )?حكم)\s"
)

# Words of a chain of narrators.
_OF_CHAINS = frozenset("عن ابو ابي ابن بن ام".split())

Found = dict[int, Document]


@dataclass(frozen=True, slots=True)
class Quoted:
    """Documents that hold the pasted words, in order.

    `vowels_differ` and `letter_differs` when one is another; `sounded` when the words were written in Latin letters;
    `on`: they were sought by what they are on; `lacking`: runs of the words that none of the documents holds, as they
    were pasted; `apart`: all of them are held, but not one after another.
    """

    ordinals: tuple[int, ...]
    references: tuple[str, ...]
    vowels_differ: bool = False
    letter_differs: bool = False
    sounded: bool = False
    on: bool = False
    words: tuple[str, ...] = ()  # by their letters
    lacking: tuple[str, ...] = ()
    apart: bool = False

    @classmethod
    def of(
        cls, index: Index, ordinals: tuple[int, ...], *, sounded: bool = False, on: bool = False
    ) -> Quoted | None:
        """Some documents as they were found; None without any."""
        references = tuple(index.document(one).id for one in ordinals)
        return cls(ordinals, references, sounded=sounded, on=on) if ordinals else None


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
        copied = _copied(index, pasted)
        if copied is None and pasted.led:  # a verse may itself begin with a word that asks
            copied = _copied(index, replace(pasted, letters=letters_of(question)))
        if copied is not None:
            return copied
    if pasted.language == "en" and not (pasted.strict or graded):
        translated = mushaf_of(index).find_words(pasted.letters, "en")
        if translated:
            return _verses(index, translated, pasted)
    if pasted.strict and (whole := mushaf_of(index).whole(letters_of(question))):
        return _verses(index, whole, pasted)  # a verse that asks itself
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
        return _result(held, pasted)
    if pasted.strict or graded:
        return None
    return _altered_verse(index, pasted, lexicon) or _altered_narration(index, pasted, lexicon)


def find_narrations(index: Index, placed: Placed, lexicon: Lexicon) -> Quoted | None:
    """The narrations that hold some words, all of them or else nearly all, with those that none holds."""
    pasted = Pasted(placed.words, placed.language, letters_of(placed.words))
    if len(pasted.letters) < LEAST_GRADED:
        return None
    if held := _held_whole(index, pasted):
        return _result(held, pasted)
    near = narrations_near(index, placed, lexicon)
    return _with_lacking(near, pasted, lexicon) if near else None


def placed_verse(index: Index, placed: Placed) -> Quoted | None:
    """The verses that words are, but for a letter at most."""
    mushaf, letters = mushaf_of(index), letters_of(placed.words)
    pasted = Pasted(placed.words, placed.language, letters)
    if placed.language == "ar" and (copied := _copied(index, pasted)):
        return copied
    found = mushaf.find_words(letters, placed.language)
    return _verses(index, found, pasted) if found else None


def altered_verse(index: Index, placed: Placed, lexicon: Lexicon) -> Quoted | None:
    """The verses that Arabic words are but for one, or of which they leave some out, with what these lack."""
    pasted = Pasted(placed.words, placed.language, letters_of(placed.words))
    if placed.language != "ar" or not ALTERED <= len(pasted.letters) <= MOST:
        return None
    verses = _of_halves(index, pasted)
    found = {
        at: one
        for at, one in verses.items()
        if pasted.nearly_in(held := letters_in(one, "ar"), ordered=True) or pasted.scattered_in(held)
    }
    return _with_lacking(found, pasted, lexicon) if found else None


def verbatim(index: Index, question: str) -> Quoted | None:
    """The verses of whose words a question is made, and of nothing else, whatever rules or lists make of them: in
    Arabic four words and more, or a verse; in English a verse, which begins without its "and"."""
    mushaf, language, letters = mushaf_of(index), language_of(question), letters_of(question)
    pasted = Pasted(question, language, letters)
    if language == "ar":
        found = mushaf.find(letters) or (mushaf.whole(letters) if len(letters) >= CITED else ())
        return _verses(index, found, pasted) if found else None
    if not WHOLE_IN_ENGLISH <= len(letters) <= MOST:
        return None
    said = _without_joining(letters)
    found = tuple(
        one
        for one in mushaf.find_words(said, language)
        if _without_joining(letters_in(index.document(one), language)) == said
    )
    return _verses(index, found, pasted) if found else None


def verses_of(index: Index, words: str) -> tuple[str, ...]:
    """The verses that have some words, and no others around them are asked for, by their ids."""
    language, letters, mushaf = language_of(words), letters_of(words), mushaf_of(index)
    if language == "ar":
        found = mushaf.find(letters, CITED) or mushaf.whole(letters)
    else:
        found = mushaf.find_words(letters, language) if len(letters) >= WHOLE_IN_ENGLISH else ()
    return tuple(index.document(one).id for one in found)


def _without_joining(letters: list[str]) -> list[str]:
    return letters[1:] if letters and letters[0] in _JOINING else letters


def cited_verse(index: Index, question: str, *, few: bool) -> Quoted | None:
    """The verse whose words stand behind a word for a verse or for its meaning: three of them, where they stand in one
    verse alone, or all of a verse, wherever it stands.

    Args:
        few: it may be cited by one word or two, and by a part of it among words that only ask; else by all of it there.
    """
    mushaf = mushaf_of(index)
    for pasted in cited_words(question, CITES, _EXPLAINS):
        found = mushaf.find(pasted.letters, CITED)
        if found := found if len(found) == 1 else mushaf.whole(pasted.letters):
            return _verses(index, found, pasted)
    words, found = verses_cited_by_few(index, question)
    pasted = Pasted(question, language_of(question), list(words))
    if not few:
        whole = mushaf.whole(words)  # in whatever spelling; of a translation, by its words
        found = tuple(one for one in found if one in whole or pasted.is_all_of(index.document(one)))
        found = found if len(words) >= CITED else ()
    return _verses(index, found, pasted) if found else None


def cited_words(question: str, *forms: re.Pattern[str]) -> list[Pasted]:
    """The words that a question cites in one of some forms."""
    said = (form.search(question) for form in forms)
    return [Pasted(question, "ar", letters_of(one[1])) for one in said if one]


def copied_texts(index: Index, question: str, lexicon: Lexicon) -> Quoted | None:
    """The verses that a text is made of, or the narration that it says it is or has many words of, whatever it may
    sound like: a copied text is no case of one's own. Of what is spoken to Allah or by Him few words are enough, where
    a narration holds them all."""
    language = language_of(question)
    verses = _copied(index, Pasted(question, language, letters_of(question))) if language == "ar" else None
    if verses is not None:
        return verses
    pasted = pasted_in(question, lexicon)
    if pasted is None or pasted.strict:
        return None
    if language == "en" and (translated := mushaf_of(index).find_words(pasted.letters, "en")):
        return _verses(index, translated, pasted)
    count, least = len(pasted.letters), UNSIGNED if pasted.attributed else COPIED
    if count >= (SPOKEN if speaks_with_allah(question) else least) and (held := _held_whole(index, pasted)):
        return _result(held, pasted)
    mostly = _mostly(index, pasted, lexicon) if least <= count <= MOST else None
    return mostly or _altered_verse(index, pasted, lexicon)


def _copied(index: Index, pasted: Pasted) -> Quoted | None:
    """The verses that the words are, with at most one letter of them mistaken."""
    mushaf = mushaf_of(index)
    copied = mushaf.find(pasted.letters)
    if copied:
        return _verses(index, copied, pasted)
    mistaken = mushaf.find_mistaken(pasted.letters)
    if not mistaken:
        return None
    differing = mushaf.not_in(mistaken, pasted.letters)
    return Quoted(
        mistaken,
        tuple(index.document(one).id for one in mistaken),
        letter_differs=not differing,
        words=tuple(pasted.letters),
        lacking=tuple(pasted.as_written([one]) for one in differing),
    )


def _altered_verse(index: Index, pasted: Pasted, lexicon: Lexicon) -> Quoted | None:
    """The verses that the words are but for one, wherever a search puts them: they have half of the words in a row, or
    all but the first or the last."""
    if not UNSIGNED <= len(pasted.letters) <= MOST:
        return None
    return _nearly(_of_halves(index, pasted), pasted, lexicon)


def _of_halves(index: Index, pasted: Pasted) -> Found:
    """The verses that have half of some words in a row, or all but the first or the last."""
    half, letters, mushaf = len(pasted.letters) // 2, pasted.letters, mushaf_of(index)
    parts = (letters[:half], letters[-half:], letters[1:], letters[:-1])
    ordinals = (
        one
        for part in parts
        for one in (mushaf.find(part, CITED) if pasted.language == "ar" else mushaf.find_words(part, "en"))
    )
    return {one: index.document(one) for one in ordinals}


def _verses(index: Index, ordinals: Sequence[int], pasted: Pasted) -> Quoted:
    """Verses that were found in the row of all."""
    return _result({one: index.document(one) for one in ordinals}, pasted)


def _altered_narration(index: Index, pasted: Pasted, lexicon: Lexicon) -> Quoted | None:
    """The narrations that Arabic words which are said to be one are, but for one word, with that word. Who names its
    narrator tells its chain, or what it is on."""
    told = pasted.attributed and pasted.language == "ar"
    if not told or len(pasted.letters) < ALTERED or not _OF_CHAINS.isdisjoint(pasted.letters):
        return None
    hits = index.search(pasted.written, k=SEARCHED, filters=NARRATIONS).hits
    return _nearly({one.ordinal: index.document(one.ordinal) for one in hits}, pasted, lexicon)


def _nearly(found: Found, pasted: Pasted, lexicon: Lexicon) -> Quoted | None:
    """Those of some texts that have the words but for one, in their order, with that word."""
    nearly = {
        at: one
        for at, one in found.items()
        if pasted.nearly_in(letters_in(one, pasted.language), ordered=True)
    }
    return _with_lacking(nearly, pasted, lexicon) if nearly else None


def _with_lacking(found: Found, pasted: Pasted, lexicon: Lexicon) -> Quoted:
    """What was found, with the words that no text of it holds, or that they stand apart there."""
    result = _result(found, pasted)
    texts = [found[ordinal] for ordinal in result.ordinals]
    if pasted.whole_in(texts[0]):
        return result
    left = lacking(pasted, texts, lexicon.asking)
    return replace(result, lacking=left, apart=not left and stands_apart(pasted, texts, lexicon.asking))


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
    return _with_lacking(found, pasted, lexicon) if found and _enough(found, pasted) else None


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


def _result(found: Found, pasted: Pasted) -> Quoted:
    """What was found, in order of reference, texts that hold all of the words first; narrations that recite a verse are
    not what was pasted."""
    order = sorted(
        found, key=lambda one: (not pasted.whole_in(found[one]), ReferenceId.parse(found[one].id).key())
    )
    verses = [ordinal for ordinal in order if found[ordinal].kind == Kind.QURAN]
    if verses and len(pasted.letters) <= SHORT:
        order.sort(key=lambda one: one not in verses or not pasted.is_all_of(found[one]))
    if verses and not pasted.attributed:
        order = [one for one in order if one in verses]
    differ = (
        pasted.language == "ar"
        and pasted.vowelled
        and not any(pasted.fits_vowels_of(one.text_ar or "") for one in found.values())
    )
    references = tuple(found[ordinal].id for ordinal in order)
    return Quoted(tuple(order), references, differ, words=tuple(pasted.letters))
