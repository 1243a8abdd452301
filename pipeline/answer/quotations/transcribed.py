"""One word of the Qur'an in Latin letters, as English transcribes it: "What is al-Hutamah?", "meaning of qaswarah".

A translation says the Crusher and the lion, so that no English text holds such a word. The words of the verses carry
their vowels: each is transcribed as it is said at a pause, without its article, and both sides are brought to what all
transcriptions have in common (`latin_key`). Only a word that general language does not know is read so, where the
question asks for nothing else, and only one that few verses have.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.mushaf import mushaf_of
from pipeline.answer.words.fold import fold, latin_key
from pipeline.text import words as words_of

if TYPE_CHECKING:
    from pipeline.index.search import Index

RAREST = 80  # quarters of a bit: a word that general language does not know
LEAST = 3  # letters of a word in common
FEW = 8  # verses
_QUESTION = re.compile(
    r"^\W*(?:what(?: is|'s| are| does| do)?|whats|define|explain|(?:the )?(?:meaning|definition|tafsir) of)?"
    r"(?: the)?(?: (?:meaning|definition) of)?(?: (?:the )?(?:arabic |quranic )?(?:word|term))?\W*"
    r"(?P<word>[a-z][a-z'-]{2,})\W*"
    r"(?:mean|means|meant|meaning)?(?: (?:in|according to) (?:the )?(?:holy )?(?:quran|qur'an|islam|arabic))?\W*$"
)
_LATIN_ARTICLE = re.compile("^(?:al|el|as|ash|an|az|ar|at|ath|ad|adh)-")
_TWICE = re.compile("(sh|th|dh|kh|gh)\\1")
_MARKS = "[\u064b-\u065f\u06d6-\u06ed\u08f0-\u08f2]"
_JOINED = re.compile(f"^[وفل]{_MARKS}*(?=.{{4}})")  # and, so, indeed
_ARTICLE = re.compile(f"^(?:[وفبلك]{_MARKS}*)?(?:ٱل|ا?ل){_MARKS}*(?=.)")
_LETTERS = dict(
    zip(
        "بتثجحخدذرزسشصضطظغفقكلمنهويىةاآ\u064e\u064f\u0650\u0670",
        "b t th j h kh d dh r z s sh s d t z gh f q k l m n h w y a h a a a u i a".split(),
        strict=True,
    )
)
_PAUSE = re.compile(f"{_MARKS}*$")  # what is not said at the end of a word
_LONG = re.compile("(?<=u)w(?![aiu])|(?<=i)y(?![aiu])")
_ACCUSATIVE = re.compile("[\u064b\u0657\u08f0][اى]$|ا[\u064b\u0657\u08f0]$")
_NO_LETTER = re.compile("[^\u0621-\u064a]")

# By transcription, the verses of each word that has it.
Transcribed = dict[str, dict[str, dict[int, None]]]
_TRANSCRIBED: WeakKeyDictionary[Index, Transcribed] = WeakKeyDictionary()


def verses_of_word(index: Index, question: str, lexicon: Lexicon) -> tuple[int, ...]:
    """Ordinals of the few verses that have the word whose meaning an English question asks; none where it is no such
    word, or may be several."""
    match = _QUESTION.match(fold(question))
    if match is None or lexicon.rarity(match["word"].replace("-", "")) < RAREST:
        return ()
    word = _LATIN_ARTICLE.sub("", match["word"])
    key = _key(word)
    held = _transcribed(index).get(key, {}) if len(key) >= LEAST else {}
    if len(held) > 1 and word.endswith("h"):
        held = {one: verses for one, verses in held.items() if one.endswith(("ة", "ه"))}
    found = tuple(next(iter(held.values()))) if len(held) == 1 else ()
    return found if len(found) <= FEW else ()


def _transcribed(index: Index) -> Transcribed:
    """The verses of each word, by what its transcriptions have in common; made once for each open index."""
    if index not in _TRANSCRIBED:
        found: Transcribed = {}
        for ordinal in mushaf_of(index).ordinals:
            text = index.document(ordinal).text_ar or ""
            for place in words_of(text):
                for key, word in transcriptions(text[place.start : place.end]):
                    found.setdefault(key, {}).setdefault(word, {})[ordinal] = None
        _TRANSCRIBED[index] = found
    return _TRANSCRIBED[index]


def transcriptions(written: str) -> set[tuple[str, str]]:
    """What the transcriptions of a vowelled Arabic word have in common, each with the letters of the word: as it is
    said at a pause, with and without what is joined to it and the ending of an object.

    >>> ("hutama", "حطمة") in transcriptions("ٱلۡحُطَمَةِ"), ("salsabil", "سلسبيل") in transcriptions("سَلۡسَبِيلٗا")
    (True, True)
    """
    bare = _ARTICLE.sub("", written)
    forms = {bare, _JOINED.sub("", bare)}
    objects = {_ACCUSATIVE.sub("", one) for one in forms if _ACCUSATIVE.search(one)}
    said = [(_PAUSE.sub("", one), "") for one in (*forms, *objects)]
    said += [(_PAUSE.sub("", one), "an") for one in objects]  # kufuwan
    return {
        (_key("".join(_LETTERS.get(letter, "") for letter in form) + end), _NO_LETTER.sub("", form))
        for form, end in said
    }


def _key(latin: str) -> str:
    """A transcription without the differences of taste."""
    return latin_key(_LONG.sub("", _TWICE.sub(r"\1", latin)))
