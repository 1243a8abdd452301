"""An Arabic word that nothing knows, by the word that it was meant for: one letter more or less, another, two that
changed places, or two words without a space.

Any word that texts write may be meant. The likeliest mistakes go first: a letter that sounds alike, as people write by
ear (الوظوء), one that was struck twice, letters that changed places, and a torn article; then any other letter.

Words here are normalised, as `pipeline.text.words` gives them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from pipeline.answer.words.mistyped import (
    BY_LETTER,
    LETTERS,
    LIKELY,
    Changed,
    Texts,
    by_letter,
    clearest,
    mended,
    single,
    swapped,
)
from pipeline.index.written import LONGEST
from pipeline.text import word_texts

MORE = 100  # times as often as texts hold the other one's stem
JOINED = 5  # times that texts write the second of two words
_SOUND = {
    "ض": "ظد", "ظ": "ضذ", "ذ": "زدظ", "ز": "ذ", "ث": "تس", "ت": "ثط", "س": "ثص", "ص": "س", "د": "ضذ", "ط": "ت",
    "ق": "غك", "غ": "ق", "ه": "ح", "ح": "ه", "ك": "ق", "ئ": "ي", "ي": "ئ",
}  # fmt: skip
# None that is longer than any that texts write: the longer a word, the more are near it.
_WORD = re.compile(f"(?<![\u0621-\u0652])[\u0621-\u064a]{{3,{LONGEST}}}(?![\u0621-\u0652])")
_ARTICLE = re.compile("[وف]?(?:ال|بال|لل|كال)")
_JOINED = re.compile("(في|من|علي|عن|الي|مع|عبد|لا|ما|هل|يا)(.{3,})")
_PARTICLES = frozenset(("لا", "ما", "هل", "يا"))


def respelt(text: str, held: Callable[[str], int], texts: Texts) -> tuple[str, Changed]:
    """A text with the Arabic words that were meant, and each word that was changed with what it became; one with its
    vowels stays.

    Args:
        held: how many texts hold the stem of a word.
    """

    def meant_by(match: re.Match[str]) -> str | None:
        words = word_texts(match[0])
        if len(words) != 1 or texts.times(words)[0]:
            return None
        return " ".join(map(texts.form, meant(words[0], held(words[0]), texts))) or None

    return mended(text, _WORD, meant_by)


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
    # The first letters change places in the article alone: رائد is nobody's أريد.
    turned = (one for one in swapped(word) if one[0] == word[0] or one.startswith("ال"))
    ways = [(dict.fromkeys((*_by_ear(word, start), *single(word), *turned)), LIKELY)]
    if not held:
        ways.append((dict.fromkeys(by_letter(word, LETTERS["ar"], start)), BY_LETTER))
    found = clearest(ways, word, len(word) - start, texts, MORE * held)
    return () if found is None else (found,)


def _by_ear(word: str, start: int) -> Iterator[str]:
    """An Arabic word with a letter that sounds alike, or with its whole article."""
    if not start and word.startswith(("ا", "ل")):
        yield "ال" + word[1:]
    for at in range(start, len(word)):
        yield from (word[:at] + other + word[at + 1 :] for other in _SOUND.get(word[at], ""))
    if word.endswith("ت"):
        yield word[:-1] + "ه"
