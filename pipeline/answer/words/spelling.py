"""Whether a text holds an Arabic word itself, or only one of the same stem.

Stems bring together the neighbour and the wicked (الجار، الفجار), backbiting and the unseen (الغيبة، الغيب), the
odd prayer and "you see" (الوتر، وترى). A word is itself with an article, with a preposition, or with a pronoun after
it; a thing that the glossary knows is itself in each of its Arabic forms, also for a question in English; and so is one
of several forms of a word (the boy and the boys). Letters that the search takes for one are told apart: الغيبة is not
غيبه, nor أذان the ears, آذان, nor إيمان, belief, the oaths, أيمان; an alif without its hamza may be either.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from pipeline.answer.words.tongue import ARABIC
from pipeline.text import Glossary, analyse_query, words
from pipeline.text.words import WRITTEN, searchable

if TYPE_CHECKING:
    from pipeline.answer.words.reading import Reading
    from pipeline.answer.words.units import Asked

_ARTICLE = re.compile("^[وف]?(?:[بك]?ال|لل)")
_MARK = "[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]"  # vowels and marks of recitation
_WOMAN = re.compile(f"(?:[\u0621-\u064a]{{3}}ي|مسلم|كافر|مشرك|مؤمن|مجوس)\u0629{_MARK}*$")
_CLOSED = re.compile(f"\u0629{_MARK}*$")
_ALIF_AS_YA = re.compile(f"\u0649{_MARK}*$")
_MADDA = re.compile(f"^[وفبكل]?{_MARK}*(?:ال{_MARK}*)?(?:\u0622|\u0621{_MARK}*\u0627)")
_HAMZA = re.compile(f"^[وفبكل]?{_MARK}*(?:[\u0627\u0671]?{_MARK}*ل{_MARK}*)?([\u0623\u0625])")
_PRONOUN = re.compile("(?:هما|كما|ها|هم|هن|كم|نا|ه|ك|ي)$")

_WRITTEN_FOR = {
    "ا": "أإ",
    "أ": "ا",
    "إ": "ا",
}  # what the first letter of a word may stand for, or be written as

LEAST = 3  # letters
PARTS = 64
REMEMBERED = 1 << 16  # texts that are found together repeat their words

Spellings = Mapping[str, frozenset[str]]


def spelled(reading: Reading, spellings: Spellings) -> frozenset[str]:
    """The tokens of the question whose very word stands in the best window of an Arabic text."""
    if not spellings or reading.language != "ar":
        return frozenset()
    held = _held(reading.around)
    return frozenset(token for token, forms in spellings.items() if forms & held)


def titled(reading: Reading, spellings: Spellings) -> frozenset[str]:
    """The tokens of the question whose very word, or a longer one, the title or question of an answer holds."""
    held = _held(reading.title)
    return frozenset(
        token
        for token, forms in spellings.items()
        if any(one == form or (len(form) > LEAST and one.startswith(form)) for form in forms for one in held)
    )


def tells_of_man(text: str, question: str) -> bool:
    """Whether an Arabic text names, of the two genders, only the other than a question does: the Christian man, where a
    woman is asked about. A ruling on the one is not one on the other.

    >>> tells_of_man("زواج النصراني من المسلمة", "الزواج من النصرانية")
    True
    """
    held = {bare(one) for one in WRITTEN.findall(text)}
    women = (bare(one) for one in WRITTEN.findall(question))
    return any(one not in held and one[:-1] in held for one in women if _WOMAN.search(one))


@lru_cache(maxsize=PARTS)
def _held(text: str) -> frozenset[str]:
    """The words that the written words of a text may be; asked twice of each part, for its demands and its order."""
    seen = searchable(text)
    if seen == text:  # then a written word says by itself what it may be
        return frozenset().union(*map(_forms, WRITTEN.findall(text)))
    return frozenset().union(*(_variants(word.text, text[word.start : word.end]) for word in words(text)))


@lru_cache(maxsize=REMEMBERED)
def _forms(written: str) -> frozenset[str]:
    """The words that one written word may be."""
    return frozenset().union(
        *(_variants(word.text, written[word.start : word.end]) for word in words(written))
    )


def spellings_of(
    text: str,
    question: Asked,
    glossary: Glossary | None,
    kindred: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> dict[str, frozenset[str]]:
    """For each Arabic thing that is asked about, the words by which a text may name it.

    Args:
        kindred: the other forms of a word, by its token.
    """
    found: dict[str, frozenset[str]] = {}
    units = {token: unit for unit in question.things for token in unit.tokens}
    for word, original in dict.fromkeys((one.text, text[one.start : one.end]) for one in words(text)):
        for token in analyse_query(word):
            unit = units.get(token)
            if unit is None or not (unit.concept or ARABIC.match(word)):
                continue
            forms = _named(unit.concept, glossary) if unit.concept else frozenset()
            forms |= {_as_written(one) for one in kindred.get(token, ())}
            written = {_as_written(original)} if ARABIC.match(word) else set()
            found[token] = found.get(token, frozenset()) | forms | written
    return found


def definite(text: str, spellings: Spellings) -> dict[str, frozenset[str]]:
    """Those of some spellings that a text names with the article: nouns, by which a text is known to speak of them."""
    named = {token for word in words(text) if _ARTICLE.match(word.text) for token in analyse_query(word.text)}
    return {token: forms for token, forms in spellings.items() if token in named}


def _named(concept: str, glossary: Glossary | None) -> frozenset[str]:
    """The words of a concept's Arabic forms."""
    if glossary is None:
        return frozenset()
    forms = (form for one in concept.split("+") for form in glossary.concepts[one].ar)
    return frozenset(_as_written(form[word.start : word.end]) for form in forms for word in words(form))


def _as_written(original: str) -> str:
    """A word without its article, with the letters that the search takes for others."""
    folded = words(original)
    return _marked(bare(folded[0].text), original) if folded else ""


def _marked(word: str, original: str) -> str:
    """A folded word with the closed ta and the first hamza of the original; a sound plural in one of its cases."""
    word = f"{word[:-2]}ين" if word.endswith("ون") and len(word) > LEAST + 2 else word
    word = f"{word[:-1]}ة" if word.endswith("ه") and _CLOSED.search(original) else word
    if not word.startswith("ا"):
        return word
    hamza = _HAMZA.match(original)
    return f"آ{word[1:]}" if _MADDA.match(original) else f"{hamza[1]}{word[1:]}" if hamza else word


def bare(word: str) -> str:
    """A normalised Arabic word without its article and what is written before that.

    >>> bare("والجار"), bare("للجار"), bare("فجار")
    ('جار', 'جار', 'فجار')
    """
    rest = _ARTICLE.sub("", word, count=1)
    return rest if len(rest) > 1 else word


def stems(word: str) -> tuple[str, ...]:
    """A normalised word without a preposition, without a pronoun, without both.

    >>> stems("باعيادهم"), stems("سيارتي")
    (('اعيادهم', 'باعياد', 'اعياد'), ('سياره', 'سيارت'))
    """
    starts = (word, word[1:]) if len(word) > LEAST and word[0] in "وبلكف" else (word,)
    found = [
        *starts[1:],
        *(form for start in starts for form in sorted(_without_pronoun(start), key=_by_length)),
    ]
    normal = (f"{form[:-1]}ه" if form.endswith("ة") else form for form in found)
    return tuple(dict.fromkeys(form for form in normal if form != word))


def _by_length(form: str) -> tuple[int, str]:
    return len(form), form


def _variants(word: str, original: str) -> frozenset[str]:
    """The words that a written word may be: without its article, else without a preposition or a pronoun.

    A closed ta is also met by those who write it as ha, and the alif at the end of a noun by those who write it as ya
    (الزنا، الزنى).
    """
    short = bare(word)
    if short != word:
        forms = {short} | ({f"{short[:-1]}ا"} if _ALIF_AS_YA.search(original) else set())
    else:
        starts = {word, word[1:]} if len(word) > 3 and word[0] in "وبلك" else {word}
        forms = {form for start in starts for form in _without_pronoun(start)}
    marked = {_marked(form, original) for form in forms}
    marked |= {f"{hamza}{form[1:]}" for form in marked if form[0] in "اأإ" for hamza in _WRITTEN_FOR[form[0]]}
    one_of_many = {form[:-1] for form in marked if form.endswith("ة") and len(form) > LEAST}  # نملة of نمل
    return frozenset(marked | {f"{form[:-1]}ه" for form in marked if form.endswith("ة")} | one_of_many)


def _without_pronoun(word: str) -> set[str]:
    match = _PRONOUN.search(word)
    if match is None or match.start() < 3:
        return {word}
    rest = word[: match.start()]
    return {word, rest, f"{rest[:-1]}ة"} if rest.endswith("ت") else {word, rest}
