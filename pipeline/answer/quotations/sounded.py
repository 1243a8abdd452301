"""Verses written in Latin letters as they sound: "inna lillahi wa inna ilayhi raji'un".

Everybody writes Arabic differently in Latin letters, but the consonants come in their order. Both sides are brought to
classes of consonants that people write alike (s, z, d and their neighbours; h and kh; k and q); vowels, w, y, n and
doubling are left out, for they change with the speaker, and an article may keep its l or give it to the next letter.
Whole words of verses in which the classes stand in a row are then compared by all their sounds, vowels too, and must be
much alike. Only a question of words that English does not know is read so, less the words at its ends that ask what
they mean or where they stand, and all of it must be found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import groupby
from typing import TYPE_CHECKING

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.found import Quoted
from pipeline.answer.quotations.mushaf import mushaf_of
from pipeline.index.kept import kept
from pipeline.sources.mushaf import MOST, consonants
from pipeline.text import words as words_of
from pipeline.text.analyser import stem

if TYPE_CHECKING:
    from pipeline.index.search import Index

LEAST_WORDS, LEAST_SOUNDS = 3, 6
ENGLISH = 52  # rarity in quarters of a bit, below which a word is one that English uses much
ENGLISH_SHARE = 3  # one word in so many may be such a word
ALIKE = 0.8  # of all sounds, 2 M / T of `difflib`
BEHIND = (
    0.07  # less than the most alike, from where a run only sounds nearly so: two verses where one is written
)
# Words at the ends of a question that ask what is between them means, or where it stands.
_ASKING = frozenset(
    "what whats which where does do is are the a this of in from to me please tell mean means meant meaning meanings"
    " english translate translation translated explain explanation interpretation tafsir tafseer verse ayah phrase word"
    " words quran surah say says come comes found it and".split()
)
_WORD = re.compile(r"[a-z]+")
_APOSTROPHE = re.compile("['`’‘ʼʾʿ]")
_TWO = {"sh": "X", "th": "D", "dh": "D", "kh": "H", "gh": "G"}
_ONE = {
    **dict.fromkeys("dsz", "D"),
    **dict.fromkeys("kqc", "K"),
    "p": "B",
    **{one: one.upper() for one in "btjghrflm"},
}
_LATIN = re.compile("|".join([*_TWO, "[a-z]"]))
_ARABIC = {
    letter: sound
    for letters, sound in (
        ("ب", "B"), ("تط", "T"), ("ثذدزسصضظ", "D"), ("ج", "J"), ("حخه", "H"), ("ر", "R"), ("ش", "X"), ("غ", "G"),
        ("ف", "F"), ("قك", "K"), ("ل", "L"), ("م", "M"),
    )
    for letter in letters
}  # fmt: skip
_SUN = frozenset(("[TH]", "D", "X", "R"))  # letters to which an article gives its l; n is left out

_VOWELS = {
    sound: vowel
    for sounds, vowel in (("اأآٱى\u064e\u0670", "a"), ("يئإ\u0650", "i"), ("وؤ\u064f", "u"), ("ن", "n"))
    for sound in sounds
} | {"\u064b": "an", "\u064c": "un", "\u064d": "in", "\u08f0": "an", "\u08f1": "un", "\u08f2": "in"}
_LATIN_VOWELS = {"a": "a", "i": "i", "e": "i", "y": "i", "u": "u", "o": "u", "w": "u", "v": "u", "n": "n"}
_LEADING = frozenset("وينعفبلك")  # before the first sound of a run: what has none here, and what joins a word
_TRAILING = frozenset("وينع")


def find_sounded(index: Index, question: str, lexicon: Lexicon) -> Quoted | None:
    """The verses that a question writes as they sound; None when it writes none."""
    return Quoted.of(index, _sounded(index, question, lexicon), sounded=True)


def _sounded(index: Index, question: str, lexicon: Lexicon) -> tuple[int, ...]:
    plain = _APOSTROPHE.sub("", unicodedata.normalize("NFKD", question.lower()))
    words = _said(_WORD.findall("".join(one for one in plain if not unicodedata.combining(one))))
    english = sum(len(word) > 1 and lexicon.rarity(stem(word)) < ENGLISH for word in words)
    if len(words) < LEAST_WORDS or english * ENGLISH_SHARE >= len(words):
        return ()
    latin = "".join(words)
    return _verses_of(index, latin) if len(_consonants(latin)) >= LEAST_SOUNDS else ()


def _said(words: list[str]) -> list[str]:
    """The words of a question without those at its ends that ask about them.

    >>> _said("what does lam yalid wa lam yulad mean".split())
    ['lam', 'yalid', 'wa', 'lam', 'yulad']
    """
    held = [place for place, word in enumerate(words) if word not in _ASKING]
    return words[held[0] : held[-1] + 1] if held else []


def _consonants(latin: str) -> list[str]:
    """The consonants of Latin letters, one for a letter that is doubled; h after another may be part of it.

    >>> _consonants("rabbi shrah li sadri".replace(" ", ""))
    ['r', 'b', 'sh', 'r', 'h', 'l', 's', 'd', 'r']
    """
    return [one for one, _ in groupby(one for one in _LATIN.findall(latin) if one in _TWO or one in _ONE)]


def sounds_of(latin: str) -> str:
    """The classes of the consonants of Latin letters, in their order.

    >>> sounds_of("tukadhdhibaan") == sounds_of("tukaththiban") == "TKDB"
    True
    """
    return _once(_TWO.get(one) or _ONE[one] for one in _consonants(latin))


def _verses_of(index: Index, latin: str) -> tuple[int, ...]:
    mushaf = mushaf_of(index)
    line = mushaf.lines[0]
    sounds, places = _heard(index)
    said = _said_in_latin(latin)
    found: list[tuple[float, tuple[int, ...]]] = []
    for match in _matches(re.compile(_pattern(sounds_of(latin))), sounds):
        start, end = places[match.start()], places[match.end() - 1] + 1
        rows = mushaf.rows_between(line, start, end)
        verses = mushaf.ordinals[rows]
        text = _whole_words(index, line.letters, line.starts[rows.start], verses, start, end)
        pair = SequenceMatcher(None, said, _said_in_arabic(text), False)
        if pair.real_quick_ratio() < ALIKE or pair.quick_ratio() < ALIKE:
            continue  # and so is the ratio, which costs far more
        alike = pair.ratio()
        if alike >= ALIKE:
            found.append((-alike, verses))
    return _most_alike(found)


def _most_alike(found: list[tuple[float, tuple[int, ...]]]) -> tuple[int, ...]:
    """All verses found, without runs that share a verse with one that is more alike, or are much less alike."""
    taken: set[int] = set()
    for unlike, verses in sorted(found):
        if taken.isdisjoint(verses) and unlike <= min(found)[0] + BEHIND:
            taken.update(verses)
    return tuple(sorted(taken)) if len(taken) <= MOST else ()


@kept
def _heard(index: Index) -> tuple[str, tuple[int, ...]]:
    """The classes of the letters of the verses in a row, and the place of each."""
    letters = mushaf_of(index).lines[0].letters
    heard = [(_ARABIC[letter], place) for place, letter in enumerate(letters) if letter in _ARABIC]
    return "".join(sound for sound, _ in heard), tuple(place for _, place in heard)


def _matches(pattern: re.Pattern[str], sounds: str) -> Iterator[re.Match[str]]:
    """What a pattern finds at every place where it may begin."""
    match = pattern.search(sounds)
    while match:
        yield match
        match = pattern.search(sounds, match.start() + 1)


def _pattern(key: str) -> str:
    """A pattern for classes of consonants, each as often as a text has it. What it begins with stands by itself where
    it can: a search skips to it then."""
    heard = ["[TH]" if one == "T" else one for one in key]
    parts = [f"(?:L*{one})+?" if one in _SUN else f"{one}{one}*?" for one in heard]
    return "".join(parts)


def _whole_words(
    index: Index, letters: str, place: int, verses: tuple[int, ...], start: int, end: int
) -> str:
    """The words that letters between two places of a line are, as verses write them; empty where they cut a word.

    `place` is where the first of the verses begins in the line.
    """
    said: list[str] = []
    for verse in verses:
        text = index.document(verse).text_ar or ""
        for word in words_of(text):
            following = place + len(consonants([word.text]))
            before, after = letters[place:start], letters[end:following]
            if place < end and start < following:
                if not (_LEADING.issuperset(before) and _TRAILING.issuperset(after)):
                    return ""
                said.append(text[word.start : word.end])
            place = following
    return " ".join(said)


def _said_in_arabic(text: str) -> str:
    """All sounds of vowelled Arabic, by class."""
    return _once(_ARABIC.get(one) or _VOWELS.get(one, "") for one in text)


def _said_in_latin(latin: str) -> str:
    """All sounds of Latin letters, by class."""
    return _once(
        _TWO.get(one) or _ONE.get(one) or _LATIN_VOWELS.get(one, "") for one in _LATIN.findall(latin)
    )


def _once(sounds: Iterable[str]) -> str:
    return "".join(sound for sound, _ in groupby("".join(sounds)))
