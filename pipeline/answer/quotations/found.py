"""What was found of pasted words: the texts that hold them, and what these lack of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.lacking import lacking, stands_apart
from pipeline.answer.quotations.pasted import Pasted, letters_in
from schemas.document import Document
from schemas.reference import Kind, ReferenceId

if TYPE_CHECKING:
    from pipeline.index.search import Index

SHORT = 12  # pasted words up to which a verse of just these words goes before others

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


def quoted(found: Found, pasted: Pasted) -> Quoted:
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


def with_lacking(found: Found, pasted: Pasted, lexicon: Lexicon) -> Quoted:
    """What was found, with the words that no text of it holds, or that they stand apart there."""
    result = quoted(found, pasted)
    texts = [found[ordinal] for ordinal in result.ordinals]
    if pasted.whole_in(texts[0]):
        return result
    left = lacking(pasted, texts, lexicon.asking)
    return replace(result, lacking=left, apart=not left and stands_apart(pasted, texts, lexicon.asking))


def but_for_a_word(found: Found, pasted: Pasted, lexicon: Lexicon) -> Quoted | None:
    """Those of some texts that have the words but for one, in their order, with that word."""
    nearly = {
        at: one
        for at, one in found.items()
        if pasted.nearly_in(letters_in(one, pasted.language), ordered=True)
    }
    return with_lacking(nearly, pasted, lexicon) if nearly else None
