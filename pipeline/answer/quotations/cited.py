"""Verses that a question cites by few of their words: in Arabic by one or two, in English by three and more.

So few words stand in many texts, and what a search finds for them are verses with kindred words. They cite a verse only
behind words that lead to one, with nothing before these but words that ask, and where few verses hold them just as
they are written. The surer the lead is of the Qur'an, the fewer words need be cited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from pipeline.answer.quotations.mushaf import mushaf_of
from pipeline.answer.quotations.pasted import language_of, letters_of

if TYPE_CHECKING:
    from pipeline.index.search import Index

FEW = 4  # verses that may hold cited words
LEAST_IN_ENGLISH = 3  # words, which a translation has from everyday speech
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
# The same in English, where a lead has a word for a verse or for explaining one, or says that Allah says it.
_VERSE_EN = frozenset("verse verses ayah ayat aya quran koran tafsir tafseer exegesis commentary".split())
_SPEAKERS_EN, _SAYS_EN = frozenset("allah god".split()), frozenset("says say said".split())
_MEAN_EN = frozenset("mean means".split())
_LEAD_EN = (
    _VERSE_EN
    | _SPEAKERS_EN
    | _SAYS_EN
    | _MEAN_EN
    | frozenset(
        "what which where is are does do did in the a of to me it he that this please tell show find give explain"
        " meaning by words interpretation explanation".split()
    )
)
_QURAN_EN = frozenset("quran koran surah surat sura".split())


def verses_cited_by_few(index: Index, question: str) -> tuple[Sequence[str], tuple[int, ...]]:
    """The words of a verse, by their letters, that a question cites, and the ordinals of the few verses that hold them;
    none where it cites none so."""
    language, words = language_of(question), letters_of(question)
    cited = _cited(words) if language == "ar" else _cited_in_english(words)
    return next(((one, found) for one in cited if (found := _few(index, one, language))), ((), ()))


def verses_worded_so(index: Index, question: str) -> tuple[int, ...]:
    """Ordinals of the few verses that hold, just as it is written, all of an Arabic question behind the words that
    ask."""
    words, _ = _without_place(letters_of(question))
    return _few(index, _behind(words, len(list(takewhile(_leads, words)))), "ar")


def _few(index: Index, words: Sequence[str], language: str) -> tuple[int, ...]:
    """The verses that hold words, alone or in Arabic behind "and", where they are few."""
    mushaf = mushaf_of(index)
    before = (_AND if language == "ar" else _AND[:1]) if words else ()
    every = (mushaf.find_words((one + words[0], *words[1:]), language) for one in before)
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


def _cited_in_english(words: Sequence[str]) -> Iterator[Sequence[str]]:
    said, placed = _without_place_in_english(words)
    said = said[:-1] if said[-1:] and said[-1] in _MEAN_EN else said
    for count, _ in enumerate(takewhile(_LEAD_EN.__contains__, words), start=1):
        lead, rest = frozenset(words[:count]), said[count:]
        given = (
            placed
            or not lead.isdisjoint(_VERSE_EN)
            or not (lead.isdisjoint(_SPEAKERS_EN) or lead.isdisjoint(_SAYS_EN))
        )
        if given and len(rest) >= LEAST_IN_ENGLISH:
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


def _without_place_in_english(words: Sequence[str]) -> tuple[Sequence[str], bool]:
    for place in range(1, len(words) - 1):
        if words[place] == "in" and not _QURAN_EN.isdisjoint(words[place + 1 : place + 3]):
            ahead = all(one in _LEAD_EN for one in words[:place])  # "where in the Quran does it say"
            return (words, True) if ahead else (words[:place], True)
    return words, False
