"""References in questions: verses, surahs, narrations and ids, in the spellings that people use.

`find_mentions` is a pure function of the question and the lists. It says which documents are named, whether
the question asks for nothing else (`only`), and what is named but cannot exist (`missing`): a surah beyond
114, a verse beyond its surah. Whether a narration of a number exists is for the index to say.

Nothing is guessed: a name that people and things bear, too, is a surah only beside its word or a number, and
numbering inside a book of a collection is reported as such.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.routing.around_reference import (
    COMMENT_WORD,
    LEADING,
    OF,
    Found,
    Missing,
    before_any,
    names_in,
    tokens_in,
)
from pipeline.answer.routing.counts import Count, count_in
from pipeline.answer.routing.invented import read_invented
from pipeline.answer.routing.narrations import read_named_narrations, read_narrations
from pipeline.answer.routing.neighbours import Beside, beside_in, end_word_in, verse_beside
from pipeline.answer.routing.verses import VerseReader, surah_named
from pipeline.answer.routing.worded import with_digits
from pipeline.answer.words.fold import fold
from schemas.api import MAX_VERSES
from schemas.errors import ReferenceIdError
from schemas.reference import Kind, ReferenceId

# Who asks what a name means does not ask for the surah.
MEANING = frozenset("معني يعني تعني المقصود المراد meaning mean means".split())
# A verse written with a point, a stroke, a letter or a space, where nothing else is asked: these are other numbers
# elsewhere.
_ALONE = re.compile(
    r"^(?:(?:the )?(?:holy |noble )?(?:quran|qur'an|koran|القران|القران الكريم)[ ,]+(\d{1,3})[ ,./]+(\d{1,3})"
    r"|(\d{1,3})(?:[./;]| vs )(\d{1,3})"
    r"|(?:s|q|qs|surah?)[. ]*(\d{1,3})[ ,]*(?:v|vs|verse|ayah)[. ]*(\d{1,3}))$"
)
_NTH_SURAH = re.compile(r"(?<![\w:])(\d{1,3})(?:st|nd|rd|th) (surah?|chapter)(?!\w)")
_ORDINAL = re.compile(r"(?<![\w:])(\d{1,3})(?:st|nd|rd|th)(?!\w)")
_MARKS = frozenset(('"', "﴿", "﴾"))
_QULS = {"3": "three", "4": "four"}
_SOME_QULS = re.compile(r"\b[34](?= quls\b)")
_PAGE = re.compile(r"(?:https?://)?(?:www\.)?quran\.com/(\d{1,3})[/:](\d{1,3}(?:-\d{1,3})?)(?![\w/])/?")
# Of the other collections there, numbers are those of other editions than may be held here.
_FORTY = re.compile(r"(?:https?://)?(?:www\.)?(?:sunnah\.com/)?nawawi40[/:](\d{1,2})(?![\w/])")
_ID = re.compile(r"(?<![\w:])(?:quran|hadith|tafsir|fatwa|book):[a-z0-9][a-z0-9:-]*(?:#\d+)?(?:@(?:ar|en))?")


@dataclass(frozen=True, slots=True)
class Mentions:
    """What a question names. `only` when it asks for nothing else; `clear` when the name cannot be chance."""

    references: tuple[str, ...] = ()
    missing: tuple[Missing, ...] = ()
    only: bool = False
    clear: bool = False
    shortened: bool = False
    rest: str = ""
    count: Count | None = None  # the number that is asked for, which the reference shows
    commentaries: tuple[str, ...] = ()  # the collections of comments whose author is named


def find_mentions(question: str, lexicon: Lexicon) -> Mentions:
    """The documents that a question names.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> find_mentions("سورة البقرة آية ٢٥٥", default_lexicon()).references
    ('quran:2:255',)
    """
    folded = fold(question)
    if count := count_in(folded, lexicon):
        return Mentions((count.shown_by(lexicon),), only=True, clear=True, count=count)
    if end := end_word_in(folded):
        surah = surah_named(end.of, lexicon) or (len(lexicon.surahs) if end.last else 1)
        return _verse(surah, lexicon.surahs[surah].verses if end.last else 1, lexicon)
    if (beside := beside_in(folded)) and (found_beside := _beside(beside, lexicon)):
        return found_beside
    text = _FORTY.sub(r" nawawi \1 ", _PAGE.sub(r" \1:\2 ", folded))
    text = _ORDINAL.sub(r"\1", _NTH_SURAH.sub(r"\2 \1", text))
    text = _SOME_QULS.sub(lambda count: _QULS[count[0]], text)
    if alone := _ALONE.match(text):
        text = ":".join(filter(None, alone.groups()))
    found = Found()
    text = _ids(text, found)
    tokens = with_digits(tokens_in(text), lexicon)
    _read_commentaries(tokens, lexicon, found)
    verses = VerseReader(tokens, lexicon, found)
    verses.read_named()
    verses.read_surahs()
    read_narrations(tokens, lexicon, found)
    read_named_narrations(tokens, lexicon, found)
    verses.read_pairs()
    if not found.references and not found.missing and MEANING.isdisjoint(tokens):
        verses.read_surah_alone()
    if not found.references and not found.missing:
        read_invented(question, tokens, lexicon, found)
    return _result(tokens, lexicon, found)


def _beside(beside: Beside, lexicon: Lexicon) -> Mentions | None:
    """What stands beside what a question names; None where it names nothing, as words of a verse do not."""
    named = find_mentions(beside.of, lexicon)
    if named.missing:
        return named
    verses = [one for one in named.references if one.startswith(f"{Kind.QURAN}:")]
    if not verses or not named.only:
        return None
    nearest = verses[-1] if beside.step > 0 else verses[0]
    if beside.surahs:
        surah = ReferenceId.parse(nearest).locators[0].first + beside.step
        return find_mentions(f"surah {surah}", lexicon)
    return _verse(*verse_beside(nearest, beside.step, lexicon.surahs), lexicon)


def _verse(surah: int, number: int, lexicon: Lexicon) -> Mentions:
    """One verse that is asked for, or that there is none of this number."""
    return find_mentions(f"{surah}:{number}", lexicon)


def _result(tokens: list[str], lexicon: Lexicon, found: Found) -> Mentions:
    left = [
        place
        for place, token in enumerate(tokens)
        if place not in found.used and token not in lexicon.filler and re.match(r"\w", token)
    ]
    rest, only = [tokens[place] for place in left], not left
    numbered = any(tokens[place].isdecimal() for place in found.used)
    if left and numbered and _between_marks(tokens).issuperset(left):
        found.clear = True  # beside it stand words that are said to be its own
    if found.needs_only and not only and not found.clear:
        return Mentions(rest=" ".join(tokens), commentaries=found.commentaries)
    references = tuple(dict.fromkeys(found.references))
    return Mentions(
        references=references[:MAX_VERSES],
        missing=tuple(dict.fromkeys(found.missing)),
        only=only and bool(references or found.missing),
        clear=found.clear or only,
        shortened=found.shortened or len(references) > MAX_VERSES,
        rest=" ".join(rest),
        commentaries=found.commentaries,
    )


def _between_marks(tokens: list[str]) -> set[int]:
    """The places of the tokens between quotation marks."""
    marks = [place for place, token in enumerate(tokens) if token in _MARKS]
    return {place for start, end in zip(marks[::2], marks[1::2], strict=False) for place in range(start, end)}


def _read_commentaries(tokens: list[str], lexicon: Lexicon, found: Found) -> None:
    """`tafsir of Ibn Kathir`, `قال القرطبي`: a name counts where a comment, or what somebody says, is asked for."""
    if COMMENT_WORD.isdisjoint(tokens):
        return
    for name in names_in(tokens, lexicon.commentary_names, 4):
        found.commentaries += tuple(one for one in name.value if one not in found.commentaries)
        found.used.update(range(before_any(tokens, name.start, OF, LEADING), name.end))


def _ids(text: str, found: Found) -> str:
    """Reference ids as they stand; what is not one is left to the other readers."""
    for match in list(_ID.finditer(text)):
        try:
            reference = ReferenceId.parse(match[0].rstrip("-:")).document
        except ReferenceIdError:
            continue
        numbers = str(reference).removeprefix(f"{Kind.QURAN}:")
        if "-" in numbers and numbers != str(reference):  # verses in a row are read as such
            text = text.replace(match[0], f" {numbers} ", 1)
            continue
        found.references.append(str(reference))
        found.clear = True
        text = text.replace(match[0], " ", 1)
    return text
