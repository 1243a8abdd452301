"""Verses that an Arabic question cites by one word of theirs or two: "the verse of al-Kalalah", "the meaning of …".

So few words stand in many texts, and what a search finds for them are verses with kindred words. They cite a verse only
behind words that lead to one, with nothing before these but words that ask, and where few verses hold them just as
they are written. The surer the lead is of the Qur'an, the fewer words need be cited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from pipeline.answer.quotations.mushaf import mushaf_of
from pipeline.answer.quotations.pasted import letters_of

if TYPE_CHECKING:
    from pipeline.index.search import Index

FEW = 4  # verses that may hold cited words
# Words that lead to a text, by their letters: those that ask, that ask the meaning of anything, that a text is
# explained by, and that give a verse by its words; and what may stand between these and the words of the verse.
_ASK = frozenset("ما وما ماذا من هو هي هم هن هما لي اريد عن".split())
_MEANT = frozenset("مقصود المقصود مراد المراد".split())
_MEAN = _MEANT | frozenset("معني معاني يعني تعني".split())
_EXPLAIN = frozenset("تفسير فسر اشرح شرح ايه الايه".split())
_GIVE = frozenset("قوله قول".split())
_BETWEEN = frozenset("الله تعالي سبحانه عز وجل من في كلمه لفظ عباره".split())
_LEAD = _ASK | _MEAN | _EXPLAIN | _GIVE | _BETWEEN
_QURAN = frozenset("قران القران سوره السوره ايه الايه ايات كتاب".split())
_BY = "ب"  # "what is meant by"
_AND = ("", "و", "ف")  # what a verse may have before its words


def verses_cited_by_few(index: Index, question: str) -> tuple[int, ...]:
    """Ordinals of the verses that a question cites by few of their words; none where it cites none so."""
    return next((found for words in _cited(letters_of(question)) if (found := _few(index, words))), ())


def verses_worded_so(index: Index, question: str) -> tuple[int, ...]:
    """Ordinals of the few verses that hold, just as it is written, all of a question behind the words that ask."""
    words, _ = _without_place(letters_of(question))
    return _few(index, _behind(words, len(list(takewhile(_leads, words)))))


def _few(index: Index, words: Sequence[str]) -> tuple[int, ...]:
    """The verses that hold words, alone or behind "and", where they are few."""
    mushaf = mushaf_of(index)
    every = (mushaf.find_words((before + words[0], *words[1:]), "ar") for before in _AND if words)
    return next((found for found in every if 0 < len(found) <= FEW), ())


def _cited(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """What may be the words of a verse, the longest first: all that stands behind words that lead to one.

    One word alone must be given by a word for what Allah says, or with where it stands; or a text be explained by it,
    where it has no article: "the verse of debt" is known by its topic.
    """
    said, placed = _without_place(words)
    for count, _ in enumerate(takewhile(_leads, words), start=1):
        lead = {one.removeprefix(_BY) for one in words[:count]}
        rest = _behind(said, count)
        given, explained = placed or not lead.isdisjoint(_GIVE), not lead.isdisjoint(_EXPLAIN)
        if len(rest) > 1:
            cites = given or explained or not lead.isdisjoint(_MEAN)
        else:
            cites = given or (explained and not any(one.startswith("ال") for one in rest))
        if cites:
            yield rest


def _leads(word: str) -> bool:
    return word in _LEAD or word.removeprefix(_BY) in _EXPLAIN | _GIVE


def _behind(words: Sequence[str], count: int) -> Sequence[str]:
    """The words behind so many, without the "by" of "what is meant by"."""
    rest = words[count:]
    if count and rest and words[count - 1] in _MEANT:
        return (rest[0].removeprefix(_BY), *rest[1:])
    return rest


def _without_place(words: Sequence[str]) -> tuple[Sequence[str], bool]:
    """Words without "in the Qur'an" and what follows, and whether it was said."""
    for place in range(1, len(words) - 1):
        if words[place] == "في" and words[place + 1] in _QURAN:
            return words[:place], True
    return words, False
