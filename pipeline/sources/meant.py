"""Which reference id was meant by a text that is none: “Quran 2:255”, “البقرة: ٢٥٥”, “«hadith:bukhari:1»”.

    meant("Qur'an, 2/255")    "quran:2:255"

A guess for the editor's eye, which nothing is made of: an id of the right form, and of the Qur'an a verse that there
is. Where a text can be read in two ways, or in none, nothing is guessed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache

from pipeline.sources.characters import trimmed
from pipeline.sources.mapping import STEPS
from pipeline.sources.scripture import reference_problem, surahs
from pipeline.text import skeleton
from schemas.errors import ReferenceIdError
from schemas.reference import Kind, ReferenceId

LONGEST = 80  # characters of a text that could be a name
LIKE = 0.75  # how like a mistyped kind is to the right one, from 0 to 1
_UNSEEN = re.compile("[\"'`´‘’‚“”„«»‹›\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_DASH = re.compile(r"(?<=\d)\s*[-‐-―]\s*(?=\d)")
_BETWEEN = re.compile(r"[\s:∶./\\_,#()\[\]{}]+")
_GLUED = re.compile(r"([^\W\d]+)(\d.*)")  # quran2
_ARTICLE = re.compile(r"(?:a[lnrtdz]|ash|as|adh)-")
_BESIDE = frozenset("surah sura surat ayah aya ayat verse verses no number".split())
# As `skeleton` has them, so that it does not matter how somebody spells them.
_BESIDE_AR = frozenset(
    map(skeleton, ("سورة", "سوره", "آية", "آيه", "الآية", "الآيه", "آيات", "الآيات", "رقم"))
)
_KINDS_AR = {
    skeleton(name): kind
    for name, kind in (
        ("القرآن", Kind.QURAN),
        ("قرآن", Kind.QURAN),
        ("حديث", Kind.HADITH),
        ("تفسير", Kind.TAFSIR),
        ("فتوى", Kind.FATWA),
        ("كتاب", Kind.BOOK),
    )
}


def meant(text: str) -> str | None:
    """The id that was meant, None where it cannot be told."""
    if len(text) > LONGEST:
        return None
    words = _words(text)
    numbered = next((place for place, word in enumerate(words) if word[0].isdigit()), len(words))
    names, numbers = words[:numbered], [STEPS["number"](word) for word in words[numbered:]]
    found = _head(names)
    if found is None or not numbers or not all(number[0].isdigit() for number in numbers):
        return None
    name = ":".join((*found, *numbers))
    try:
        reference = ReferenceId.parse(name)
    except ReferenceIdError:
        return None
    return None if reference_problem(reference) else name


def _words(text: str) -> list[str]:
    """The names and numbers of a text, in small letters."""
    plain = _DASH.sub("-", _UNSEEN.sub("", unicodedata.normalize("NFKC", text).casefold()))
    words = [word for word in map(trimmed, _BETWEEN.split(plain)) if word and not _is_beside(word)]
    if words and (glued := _GLUED.fullmatch(words[0])):
        words[:1] = glued.groups()
    return words


def _is_beside(word: str) -> bool:
    """Whether a word only says that a surah, a verse or a number follows."""
    return word in _BESIDE or (not word.isascii() and skeleton(word) in _BESIDE_AR)


def _head(names: Sequence[str]) -> tuple[str, ...] | None:
    """What an id begins with, before its numbers: a kind and a collection, or the Qur'an and a surah."""
    if not names:
        return (Kind.QURAN.value,)  # two numbers are a surah and a verse
    kind = _kind(names[0])
    if kind is None or (kind is Kind.QURAN and len(names) > 1):
        surah = _surah_numbers().get(_letters("-".join(names[kind is not None :])))
        return (Kind.QURAN.value, surah) if surah else None
    return (kind.value, *(["-".join(names[1:])] if kind is not Kind.QURAN else []))


def _kind(word: str) -> Kind | None:
    if not word.isascii():
        return _KINDS_AR.get(skeleton(word))
    near = get_close_matches(word.replace("koran", "quran"), [kind.value for kind in Kind], 1, LIKE)
    return Kind(near[0]) if near else None


@cache
def _surah_numbers() -> Mapping[str, str]:
    """The number of a surah by the letters of its names, with the article and without."""
    found: dict[str, str] = {}
    for number, names in surahs().items():
        for name in (names["name_ar"], names["name_en"].casefold()):
            found[_letters(name)] = number
            found.setdefault(_letters(_ARTICLE.sub("", name, count=1)), number)
    return found


def _letters(name: str) -> str:
    """The letters by which a name is known: those of an Arabic one folded, a Latin one without its last h."""
    if name.isascii():
        return re.sub(r"[^a-z]|h$", "", name)
    folded = skeleton(name.replace("-", " ")).replace(" ", "")
    return folded.removeprefix("ال")
