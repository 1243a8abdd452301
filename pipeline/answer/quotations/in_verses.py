"""Words found in the Qur'an, whose verses are searched as one row of words.

How many words are enough hangs on what is said of them: fewer where a verse is cited, or where it is asked which one
has them, than where they only stand in a question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.cited import verses_cited_by_few
from pipeline.answer.quotations.found import Found, Quoted, but_for_a_word, quoted, with_lacking
from pipeline.answer.quotations.letters import language_of, letters_of
from pipeline.answer.quotations.mushaf import mushaf_of
from pipeline.answer.quotations.pasted import MOST, Pasted, letters_in
from pipeline.answer.quotations.placed import Placed

if TYPE_CHECKING:
    from pipeline.index.search import Index

CITED = 3  # words behind a word for a verse
ALTERED = 4  # words that are asked about, of which one may be another
UNSIGNED = 6  # the same of words of which nothing says that they are quoted
WHOLE_IN_ENGLISH = 4  # words of a verse that is quoted by all of them
_JOINING = frozenset("and so then but indeed for".split())
# Behind a word for a verse, or for the meaning of one, and before where it stands.
_SAID = r"\s*:?\s+([^؟?]+?)(?:\s+في\s+(?:ال)?(?:قر[اآ]ن|سور|[اآ]ي|[اأ]ول|بداي)[^؟?]*)?\s*(?:[؟?]|$)"
CITES = re.compile(rf"(?:[اآ]ي[ةه]|قوله تعالى|قوله سبحانه|قول الله(?: تعالى)?){_SAID}")
_EXPLAINS = re.compile(rf"^\W*(?:ما|ماذا)?\s*(?:هو\s+)?(?:معن[ىي]|معاني|تفسير|يعني|تعني|فسر|اشرح){_SAID}")


def verses_at(index: Index, ordinals: Sequence[int], pasted: Pasted) -> Quoted | None:
    """Verses that were found in the row of all; None without any."""
    return quoted({one: index.document(one) for one in ordinals}, pasted) if ordinals else None


def copied_verses(index: Index, pasted: Pasted) -> Quoted | None:
    """The verses that Arabic words are, with at most one letter of them mistaken."""
    mushaf = mushaf_of(index)
    if copied := mushaf.find(pasted.letters):
        return verses_at(index, copied, pasted)
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


def placed_verse(index: Index, placed: Placed) -> Quoted | None:
    """The verses that words are, but for a letter at most."""
    pasted = Pasted.of(placed.words, placed.language)
    copied = copied_verses(index, pasted) if pasted.language == "ar" else None
    return copied or verses_at(index, mushaf_of(index).find_words(pasted.letters, pasted.language), pasted)


def altered_verse(index: Index, placed: Placed, lexicon: Lexicon) -> Quoted | None:
    """The verses that Arabic words are but for one, or of which they leave some out, with what these lack."""
    pasted = Pasted.of(placed.words, placed.language)
    if pasted.language != "ar" or not ALTERED <= len(pasted.letters) <= MOST:
        return None
    found = {
        at: one
        for at, one in _of_halves(index, pasted).items()
        if pasted.nearly_in(held := letters_in(one, "ar"), ordered=True) or pasted.scattered_in(held)
    }
    return with_lacking(found, pasted, lexicon) if found else None


def nearly_verse(index: Index, pasted: Pasted, lexicon: Lexicon) -> Quoted | None:
    """The verses that words are but for one, though nothing says that they are quoted."""
    if not UNSIGNED <= len(pasted.letters) <= MOST:
        return None
    return but_for_a_word(_of_halves(index, pasted), pasted, lexicon)


def verbatim(index: Index, question: str) -> Quoted | None:
    """The verses of whose words a question is made, and of nothing else, whatever rules or lists make of them: in
    Arabic four words and more, or a verse; in English a verse, which begins without its "and"."""
    pasted, mushaf = Pasted.of(question, language_of(question)), mushaf_of(index)
    letters, language = pasted.letters, pasted.language
    if language == "ar":
        found = mushaf.find(letters) or (mushaf.whole(letters) if len(letters) >= CITED else ())
        return verses_at(index, found, pasted)
    if not WHOLE_IN_ENGLISH <= len(letters) <= MOST:
        return None
    said = _without_joining(letters)
    whole = (
        one
        for one in mushaf.find_words(said, language)
        if _without_joining(letters_in(index.document(one), language)) == said
    )
    return verses_at(index, tuple(whole), pasted)


def verses_of(index: Index, words: str) -> tuple[str, ...]:
    """The verses that have some words, and no others around them are asked for, by their ids."""
    language, letters, mushaf = language_of(words), letters_of(words), mushaf_of(index)
    if language == "ar":
        found = mushaf.find(letters, CITED) or mushaf.whole(letters)
    else:
        found = mushaf.find_words(letters, language) if len(letters) >= WHOLE_IN_ENGLISH else ()
    return tuple(index.document(one).id for one in found)


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
            return verses_at(index, found, pasted)
    words, found = verses_cited_by_few(index, question)
    pasted = Pasted(question, language_of(question), list(words))
    if not few:
        whole = mushaf.whole(words)  # in whatever spelling; of a translation, by its words
        found = tuple(one for one in found if one in whole or pasted.is_all_of(index.document(one)))
        found = found if len(words) >= CITED else ()
    return verses_at(index, found, pasted)


def cited_words(question: str, *forms: re.Pattern[str]) -> list[Pasted]:
    """The words that a question cites in one of some forms."""
    said = (form.search(question) for form in forms)
    return [Pasted(question, "ar", letters_of(one[1])) for one in said if one]


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


def _without_joining(letters: list[str]) -> list[str]:
    return letters[1:] if letters and letters[0] in _JOINING else letters
