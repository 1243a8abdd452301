"""A word that nothing knows, by the word that it was meant for: one letter more or less, another, two that changed
places, or two Arabic words without a space.

Any word that texts write may be meant (`pipeline.index.written`), but for English names: what nobody is called stays
what it is. The likeliest mistakes go first: a letter that sounds alike, as people write Arabic by ear (الوظوء), one
that was struck twice, letters that changed places, and a torn article; then any other letter. Where another word is
nearly as near and as common, none is meant. The first letter is as it should be.

Words here are normalised, as `pipeline.text.words` gives them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from pipeline.answer.words.misspelt import is_form, may_be_copied
from pipeline.index.written import LONGEST
from pipeline.text import word_texts

# How often texts write a word that is meant, at least, and how many times as often as the next, by the letters of the
# other behind its article: the shorter it is, the more are near.
BY_EAR = {3: (100, 10), 4: (3, 4)}
BY_LETTER = {3: (300, 20), 4: (50, 10), 5: (20, 4)}
MORE = 100  # times as often as texts hold the other one's stem
JOINED = 5  # times that texts write the second of two words
LETTERS = {"ar": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي", "en": "abcdefghijklmnopqrstuvwxyz"}
_SOUND = {
    "ض": "ظد", "ظ": "ضذ", "ذ": "زدظ", "ز": "ذ", "ث": "تس", "ت": "ثط", "س": "ثص", "ص": "س", "د": "ضذ", "ط": "ت",
    "ق": "غك", "غ": "ق", "ه": "ح", "ح": "ه", "ك": "ق", "ئ": "ي", "ي": "ئ",
}  # fmt: skip
# None that is longer than any that texts write: the longer a word, the more are near it.
_WORD = re.compile(f"(?<![\u0621-\u0652])[\u0621-\u064a]{{3,{LONGEST}}}(?![\u0621-\u0652])")
_ARTICLE = re.compile("[وف]?(?:ال|بال|لل|كال)")
_BEFORE_ARTICLE = re.compile("^(?:[وف]?(?:بال|لل|كال)|[وف]ال)")
_JOINED = re.compile("(في|من|علي|عن|الي|مع|عبد|لا|ما|هل|يا)(.{3,})")
_PARTICLES = frozenset(("لا", "ما", "هل", "يا"))


class Texts(Protocol):
    """What texts write."""

    def times(self, words: Sequence[str]) -> list[int]:
        """How often texts write each of some normalised words."""
        ...

    def form(self, word: str) -> str:
        """A normalised word as texts write it most often."""
        ...


def mended(text: str, held: Callable[[str], int], texts: Texts) -> tuple[str, list[tuple[str, str]]]:
    """A text with the Arabic words that were meant, and each word that was changed with what it became. A text with
    quotation marks, or a long one, may be copied, and stays; so does a word with its vowels.

    Args:
        held: how many texts hold the stem of a word.
    """
    if not _WORD.search(text) or may_be_copied(text):
        return text, []
    changed: list[tuple[str, str]] = []

    def mend(match: re.Match[str]) -> str:
        words = word_texts(match[0])
        if len(words) != 1 or texts.times(words)[0]:
            return match[0]
        found = meant(words[0], held(words[0]), texts)
        if not found:
            return match[0]
        changed.append((match[0], " ".join(map(texts.form, found))))
        return changed[-1][1]

    return _WORD.sub(mend, text), changed


def meant(word: str, held: int, texts: Texts) -> tuple[str, ...]:
    """The word, or two, that an Arabic one was meant for; none where it is none, or may be several.

    Args:
        held: how many texts hold its stem. Then it may be a word, and is meant for another only if that is written far
            more often, and is one of the likeliest.
    """
    joined = _JOINED.fullmatch(word)
    apart = joined and (joined[1] in _PARTICLES or joined[2].startswith("ال"))
    if joined and apart and not held and texts.times([joined[2]])[0] >= JOINED:
        return joined[1], joined[2]
    article = _ARTICLE.match(word)
    start = article.end() if article else 0
    ways = [(dict.fromkeys((*_by_ear(word, start), *_by_fingers(word))), BY_EAR)]
    if not held:
        ways.append((dict.fromkeys(_by_letter(word, start, LETTERS["ar"])), BY_LETTER))
    return _clearest(ways, word, len(word) - start, texts, MORE * held)


def meant_in_english(word: str, texts: Texts) -> str | None:
    """The word that an English one was meant for, and no name; None where it is none, or may be several."""
    doubled = (word[:at] + letter + word[at:] for at, letter in enumerate(word))
    by_fingers = dict.fromkeys((*_by_fingers(word), *doubled))
    by_letter = dict.fromkeys(_by_letter(word, 0, LETTERS["en"]))
    ways = [(by_fingers, BY_EAR), (by_letter, BY_LETTER)]
    found = _clearest(ways, word, len(word), texts)
    return found[0] if found and texts.form(found[0]).islower() and not is_form(found[0], word) else None


def _clearest(
    ways: Iterable[tuple[Collection[str], Mapping[int, tuple[int, int]]]],
    word: str,
    letters: int,
    texts: Texts,
    most: int = 0,
) -> tuple[str, ...]:
    """The word of the likeliest mistake that has any, where texts write it clearly most often; else none.

    Args:
        letters: of the word behind its article.
        most: times that one is written at least, whatever its letters.
    """
    for near, by_letters in ways:
        least, clear = by_letters.get(min(letters, max(by_letters)), (0, 0))
        others = [one for one in near if one != word]
        likely = sorted(zip(_times(others, texts), others, strict=True), reverse=True)[:2]
        if least and likely and likely[0][0] >= max(least, most):
            return likely[0][1:] if len(likely) < 2 or likely[0][0] >= clear * likely[1][0] else ()
    return ()


def _times(words: Sequence[str], texts: Texts) -> list[int]:
    """How often texts write each of some words; half as often as with the article alone, where they never write it with
    what stands before that."""
    plain = [_BEFORE_ARTICLE.sub("ال", word, count=1) for word in words]
    with_article = [one if one != word else "" for one, word in zip(plain, words, strict=True)]
    counts = zip(texts.times(words), texts.times(with_article), strict=True)
    return [times or other // 2 for times, other in counts]


def _by_ear(word: str, start: int) -> Iterator[str]:
    """An Arabic word with a letter that sounds alike, or with its whole article."""
    if not start and word.startswith(("ا", "ل")):
        yield "ال" + word[1:]
    for at in range(start, len(word)):
        yield from (word[:at] + other + word[at + 1 :] for other in _SOUND.get(word[at], ""))
    if word.endswith("ت"):
        yield word[:-1] + "ه"


def _by_fingers(word: str) -> Iterator[str]:
    """A word without a letter that was struck twice, or with two that changed places."""
    for at in range(1, len(word)):
        if word[at] == word[at - 1]:
            yield word[:at] + word[at + 1 :]
        else:
            yield word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]


def _by_letter(word: str, start: int, letters: str) -> Iterator[str]:
    """A word with any letter more, less or another, but for its first: behind an article that may be missing."""
    if start:
        yield from (word[:start] + letter + word[start:] for letter in letters)
    for at in range(start + 1, len(word) + 1):
        yield from (word[:at] + letter + word[at:] for letter in letters)
        if at < len(word):
            yield word[:at] + word[at + 1 :]
            yield from (word[:at] + letter + word[at + 1 :] for letter in letters)
