"""Verses that a question cites by few of their words: in Arabic by one or two, in English by three and more.

So few words stand in many texts, and what a search finds for them are verses with kindred words. They cite a verse only
where nothing stands around them but words that ask for one, and where few verses hold them just as they are written.
The surer it is that the Qur'an is meant, the fewer words need be cited; many are a quotation whatever asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from pipeline.answer.quotations.letters import language_of, letters_of
from pipeline.answer.quotations.mushaf import mushaf_of
from pipeline.answer.quotations.placed import words_placed

if TYPE_CHECKING:
    from pipeline.index.search import Index

FEW = 4  # verses that may hold cited words
MOST_AROUND = 12  # words that ask, before and behind these
MOST = 40  # words of a question that cites so
# Words around those of a verse, by their letters. What Allah says is given by them, or where it stands:
_GIVING = {
    "ar": frozenset("قوله تعالي سبحانه القران قران السوره سوره".split()),
    "en": frozenset(
        "verse verses ayah ayat aya quran koran surah sura surat tafsir tafseer exegesis commentary kathir"
        " revealed".split()
    ),
}
_SPEAKER = {"ar": frozenset(("الله",)), "en": frozenset(("allah", "god"))}
_SAYS = {"ar": frozenset("قال يقول قول".split()), "en": frozenset("say says said".split())}
# A text is explained by them, or the meaning of anything told:
_EXPLAINING = frozenset("تفسير فسر اشرح شرح ايه الايه اعراب نزول نزلت تدبر فوايد مناسبه".split())
_MEANT = frozenset("مقصود المقصود مراد المراد".split())
_MEANING = _MEANT | frozenset("معني معاني يعني تعني".split())
_ASKING = {
    "ar": _GIVING["ar"] | _SPEAKER["ar"] | _SAYS["ar"] | _EXPLAINING | _MEANING
    | frozenset(
        "ما وما ماذا من هو هي هم هن هما هل لي اريد عن في كلمه لفظ عباره عز وجل وعلا جل اي اين توجد وردت ورد ذكرت ذكر"
        " التي الذي فيها اكمل كمل تكمله نص الكريم سبب اسباب لماذا متي فيمن فيم اذكر هات كامله موجوده"
        " هذه هذا تلك ذلك هناك يوجد لا ولا ام او صحيحه قرانيه نصها".split()
    ),
    "en": _GIVING["en"] | _SPEAKER["en"] | _SAYS["en"]
    | frozenset(
        "what which where when why who how is are was were does do did in the a an of on to me it he that this for"
        " about please tell show find give explain complete finish quote cite mean means meaning context by words word"
        " interpretation explanation from has have contains mentions mention part reveal ibn holy"
        " arabic english translation full".split()
    ),
}  # fmt: skip
# Those that ask nothing where they alone stand around words.
_PLAIN = {
    "ar": frozenset(
        "ما وما من هو هي هم هن هما لي عن في جل لا ولا ام او هذا هذه تلك ذلك هناك وجل وعلا عز الذي التي فيها".split()
    ),
    "en": frozenset(
        "the a an of on to me it he that this for about by who when how is was are were does do did part full has have"
        " from words word arabic english holy context".split()
    ),
}
# "In", words for the Qur'an, and how many words behind "in" one of them may stand.
_QURAN = {
    "ar": ("في", frozenset("قران القران سوره السوره ايه الايه ايات كتاب".split()), 1),
    "en": ("in", frozenset("quran koran surah surat sura".split()), 2),
}
_LEAST_IN_ENGLISH = 3  # words, which a translation has from everyday speech
_SURE = {"ar": 4, "en": 6}  # words from which they are a quotation, whatever asks for them
_BY = "ب"  # "what is meant by"
_AND = ("", "و", "ف")  # what an Arabic verse may have before its words


@dataclass(frozen=True, slots=True)
class _Run:
    """Words that may be those of a verse, and the words around them."""

    words: Sequence[str]
    around: frozenset[str]


def verses_cited_by_few(index: Index, question: str) -> tuple[Sequence[str], tuple[int, ...]]:
    """The words of a verse, by their letters, that a question cites, and the ordinals of the few verses that hold them;
    none where it cites none so."""
    language, words = language_of(question), letters_of(question)
    if len(words) > MOST:
        return (), ()
    placed = words_placed(question)
    if placed and (placed.marked or ":" in question):  # just these are asked about, and no few of them
        words = letters_of(placed.words)
        found = _few(index, words, language)
        return (words, found) if found else ((), ())
    said, given = _without_place(words, language)
    cited = (one.words for one in _runs(said, language) if _cites(one, language, given=given))
    return next(((one, found) for one in cited if (found := _few(index, one, language))), ((), ()))


def verses_worded_so(index: Index, question: str) -> tuple[int, ...]:
    """Ordinals of the few verses that hold, just as it is written, all of an Arabic question behind the words that
    ask."""
    words, _ = _without_place(letters_of(question), "ar")
    return _few(index, _behind(words, len(list(takewhile(_asks_in("ar"), words)))), "ar")


def _few(index: Index, words: Sequence[str], language: str) -> tuple[int, ...]:
    """The verses that hold words, alone or in Arabic behind "and", where they are few."""
    mushaf = mushaf_of(index)
    before = (_AND if language == "ar" else _AND[:1]) if words else ()
    every = (mushaf.find_words((one + words[0], *words[1:]), language) for one in before)
    return next((found for found in every if 0 < len(found) <= FEW), ())


def _runs(words: Sequence[str], language: str) -> Iterator[_Run]:
    """All that may be the words of a verse, the longest first: around it are none but words that ask, in it others."""
    asks, count = _asks_in(language), len(words)
    leading = len(list(takewhile(asks, words[:MOST_AROUND])))
    trailing = len(list(takewhile(asks, reversed(words[-MOST_AROUND:]))))
    for length in range(count - 1, max(0, count - leading - trailing - 1), -1):
        for start in range(min(leading, count - length) + 1):
            if start + length >= count - trailing:
                around = frozenset((*words[:start], *words[start + length :]))
                run = _Run(_behind(words[: start + length], start), around)
                if not all(map(asks, run.words)):
                    yield run


def _cites(run: _Run, language: str, *, given: bool) -> bool:
    """Whether so many words cite a verse among those around them. `given`: it is said where they stand.

    One Arabic word alone must be given as what Allah says, or by where it stands; or a text be explained by it, where
    it has no article: "the verse of debt" is known by its topic.
    """
    around, count = run.around, len(run.words)
    named = not around.isdisjoint(_SPEAKER[language])
    says = named and not around.isdisjoint(_SAYS[language])
    if count >= _SURE[language]:
        return says or not (named or around <= _PLAIN[language])  # else it is part of what is quoted
    given = given or says or not around.isdisjoint(_GIVING[language])
    if language == "en":
        return given and count >= _LEAST_IN_ENGLISH
    explained = any(one in _EXPLAINING or one.removeprefix(_BY) in _EXPLAINING for one in around)
    if count > 1:
        return given or explained or not around.isdisjoint(_MEANING)
    return given or (explained and not run.words[0].startswith("ال"))


def _asks_in(language: str) -> Callable[[str], bool]:
    """Whether a word of a language asks, alone or behind "by"."""
    asking = _ASKING[language]
    return lambda word: word in asking or (language == "ar" and word.removeprefix(_BY) in asking)


def _behind(words: Sequence[str], count: int) -> Sequence[str]:
    """The words behind so many, without the "by" of "what is meant by"."""
    rest = words[count:]
    if count and rest and words[count - 1] in _MEANT:
        return (rest[0].removeprefix(_BY), *rest[1:])
    return rest


def _without_place(words: Sequence[str], language: str) -> tuple[Sequence[str], bool]:
    """Words without "in the Qur'an" and what follows, and whether it was said behind the words of a verse."""
    within, quran, reach = _QURAN[language]
    asks = _asks_in(language)
    for place in range(1, len(words) - 1):
        if words[place] == within and not quran.isdisjoint(words[place + 1 : place + 1 + reach]):
            ahead = all(map(asks, words[:place]))  # "where in the Qur'an does it say"
            return (words, False) if ahead else (words[:place], True)
    return words, False
