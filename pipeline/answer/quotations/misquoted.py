"""Words that a question says are held where they are not: in the verses that it names, or in any text shown for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.around import between_marks, in_brackets
from pipeline.answer.quotations.in_verses import CITED, CITES, UNSIGNED, cited_words
from pipeline.answer.quotations.lacking import lacking, stands_apart
from pipeline.answer.quotations.letters import language_of, letters_of, within
from pipeline.answer.quotations.mushaf import mushaf_of
from pipeline.answer.quotations.pasted import LEAST, Pasted, letters_in, pasted_in
from pipeline.answer.quotations.quotes import KINDS
from schemas.document import Document
from schemas.reference import Kind

if TYPE_CHECKING:
    from pipeline.index.search import Index

LEAST_MARKED = {"ar": 2, "en": 3}  # words between marks that a text is said to have
FEWEST_OF_NARRATION = 5  # words of a narration, of which one is another


def misplaced(
    index: Index, question: str, rest: str, references: Sequence[str]
) -> tuple[str, tuple[str, ...]] | None:
    """Words that stand beside the names of verses, or of narrations, and in none of these, with the verses that hold
    them; None where there are no such words. Of words that nothing marks only those are told that other verses hold.

    Args:
        rest: the question's words but for those that name the texts.
    """
    marked, named = between_marks(question), [document for _, document in index.held(references)]
    if not named:
        return None
    narrations = any(one.kind != Kind.QURAN for one in named)
    for words in marked if narrations else (*marked, *in_brackets(question), rest):
        letters, language = letters_of(words), language_of(words)
        least = (LEAST_MARKED if words in marked else LEAST)[language]
        if len(letters) < least or any(within(letters, letters_in(one, language)) for one in named):
            continue
        if narrations:
            return words, ()
        mushaf = mushaf_of(index)
        held = mushaf.find(letters, CITED) if language == "ar" else mushaf.find_words(letters, language)
        ids = tuple(index.document(ordinal).id for ordinal in held)
        if not set(ids) & set(references) and (ids or words in marked):
            return words, ids
    return None


def _is_altered(pasted: Pasted, text: Document) -> bool:
    """Whether words that nothing marks are those of scripture, but for some: many of them in a question, and in what
    asks nothing as many as begin a verse."""
    if text.kind not in KINDS or not text.text(pasted.language):
        return False
    held = letters_in(text, pasted.language)
    if text.kind == Kind.QURAN and not pasted.led:
        return pasted.mostly_in_verse(held)
    return len(pasted.letters) >= UNSIGNED and (pasted.mostly_in(held) or pasted.scattered_in(held))


def _differs_in_one(pasted: Pasted, text: Document) -> bool:
    """Whether words that ask nothing are those of scripture but for one, or of a verse in another order: a narration is
    told in many orders, and a topic may share a few words with it."""
    verse = text.kind == Kind.QURAN
    if pasted.led or not (verse or len(pasted.letters) >= FEWEST_OF_NARRATION):
        return False
    return pasted.nearly_in(letters_in(text, pasted.language), ordered=not verse)


@dataclass(frozen=True, slots=True)
class Misquoted:
    """What a question quotes of texts that do not have it so: runs of its words that none of them holds; or, where they
    hold each word, all of them, which do not stand there one after another."""

    lacking: tuple[str, ...] = ()
    displaced: tuple[str, ...] = ()


def misquoted(
    question: str, texts: Sequence[Document], lexicon: Lexicon, *, common: bool = False
) -> Misquoted:
    """What a question quotes and the texts shown for it do not hold so: any of a verse that it cites or of what it puts
    between marks, and of other words some where the first text has most of them, so that they are altered.

    Args:
        texts: those shown, in their order.
        common: it is a common question, whose texts are told by other words than its own; only what is altered is told.
    """
    pasted, scripture = _quoted_in(question, texts, lexicon, common=common)
    if pasted is None:
        return Misquoted()
    if left := lacking(pasted, scripture, lexicon.asking):
        return Misquoted(lacking=left)
    return Misquoted(displaced=(pasted.written,) if stands_apart(pasted, scripture, lexicon.asking) else ())


def _quoted_in(
    question: str, texts: Sequence[Document], lexicon: Lexicon, *, common: bool
) -> tuple[Pasted | None, list[Document]]:
    """The words that a question quotes, of the scripture among the texts shown for it; None where it quotes none."""
    cited = () if common else cited_words(question, CITES)
    pasted = cited[0] if cited else pasted_in(question, lexicon)
    scripture = [one for one in texts if one.kind in KINDS and one.text(pasted.language)] if pasted else []
    if pasted is None or pasted.strict or not scripture:
        return None, scripture
    quotes = cited or (pasted.marked and not common) or _is_altered(pasted, texts[0])
    if not (quotes or any(_differs_in_one(pasted, one) for one in scripture)):
        return None, scripture
    return pasted, scripture
