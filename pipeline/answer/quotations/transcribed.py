"""One word of the Qur'an in Latin letters, as English transcribes it: "What is al-Hutamah?", "meaning of qaswarah".

A translation says the Crusher and the lion, so that no English text holds such a word. The words of the verses carry
their vowels: each is transcribed as it is said at a pause, without its article, and both sides are brought to what all
transcriptions have in common (`latin_key`), with what makes another word: the consonants that are doubled, an ʿayn or a
hamza but where two vowels meet that are unlike, and the ending -ah. Only a word that general language does not know
is read so, where the question asks for nothing else, and only one that few verses have. What the glossary knows was
searched by its own Arabic word, and is none that sounds like it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.answer.lexicon import RAREST, Lexicon
from pipeline.answer.quotations.mushaf import mushaf_of
from pipeline.answer.words.fold import fold, latin_key
from pipeline.index.kept import kept
from pipeline.text import term_tokens
from pipeline.text import words as words_of

if TYPE_CHECKING:
    from pipeline.index.search import Index

LEAST = 3  # letters of a word in common
FEW = 8  # verses
_QUESTION = re.compile(
    r"^\W*(?:what(?: is|'s| are| does| do)?|whats|define|explain|(?:the )?(?:meaning|definition|tafsir) of)?"
    r"(?: the)?(?: (?:meaning|definition) of)?(?: (?:the )?(?:arabic |quranic )?(?:word|term))?\W*"
    r"(?P<word>[a-z][a-z'-]{2,})\W*"
    r"(?:mean|means|meant|meaning)?(?: (?:in|according to) (?:the )?(?:holy )?(?:quran|qur'an|islam|arabic))?"
    r"(?: (?:in|of) (?:the )?(?:surah?|surat) [a-z' -]{2,25})?\W*$"
)
_LATIN_ARTICLE = re.compile("^(?:al|el|as|ash|an|az|ar|at|ath|ad|adh)-")
_DIGRAPH = "sh|th|dh|kh|gh"
_TWICE = re.compile(f"({_DIGRAPH})\\1")
# A doubled w or y only joins two vowels.
_DOUBLED = re.compile(f"({_DIGRAPH}|[bcdfghjklmnpqrstvxz])\\1")
_UNHEARD = re.compile("^'+|'+$|(?<=a)'(?=[eiou])|(?<=[ie])'(?=[aou])|(?<=[uo])'(?=[aei])")
_NOT_CONSONANT = re.compile("[aiuwy']")
_SAME = re.compile(f"({_DIGRAPH}|.)\\1+")
_MARKS = "[\u064b-\u0653\u0655-\u065f\u06d6-\u06ed\u08f0-\u08f2]"
# And, so, indeed: before a word of four letters and more. A feminine noun that begins so is rather one of its own.
_JOINED = re.compile(f"^[وفل]{_MARKS}*(?=(?:[\u0621-\u064a][^\u0621-\u064a]*){{4}})(?!.*ة)")
_ARTICLE = re.compile(
    rf"^(?:[وفبك]{_MARKS}*)?[ٱا]ل{_MARKS}*(?=.)|^(?:[وف]{_MARKS}*)?(?:ل{_MARKS}*){{2}}(?=.)"
)
# Of a first letter it is what the word before gives.
_DOUBLING = re.compile(f"(?<=.)([\u0621-\u0647])({_MARKS}*?)\u0651")
_LETTERS = dict(
    zip(
        "بتثجحخدذرزسشصضطظغفقكلمنهويىةاآعءأإؤئ\u0654\u064e\u064f\u0650\u0670",
        "b t th j h kh d dh r z s sh s d t z gh f q k l m n h w y a h a a ' ' ' ' ' ' ' a u i a".split(),
        strict=True,
    )
)
_PAUSE = re.compile(f"{_MARKS}*$")  # what is not said at the end of a word
_LONG = re.compile("(?<=u)w(?![aiu])|(?<=i)y(?![aiu])")
_ACCUSATIVE = re.compile("[\u064b\u0657\u08f0]ا$|ا[\u064b\u0657\u08f0]$")
_NO_LETTER = re.compile("[^\u0621-\u064a]")

# By their consonants, the words of all verses, by their letters.
Worded = dict[str, list[str]]


def verses_of_word(index: Index, question: str, lexicon: Lexicon) -> tuple[int, ...]:
    """Ordinals of the few verses that have the word whose meaning an English question asks; none where it is no such
    word, or may be several."""
    match = _QUESTION.match(fold(question))
    if match is None or lexicon.rarity(match["word"].replace("-", "")) < RAREST:
        return ()
    word = _LATIN_ARTICLE.sub("", match["word"])
    if len(latin_key(word)) < LEAST or index.glossary.find(term_tokens(match["word"])):
        return ()
    held: dict[str, set[int]] = {}
    for form, ordinal in _transcribed(index, word):
        held.setdefault(form, set()).add(ordinal)
    found = sorted(*held.values()) if len(held) == 1 else []
    return tuple(found) if len(found) <= FEW else ()


def _transcribed(index: Index, latin: str) -> Iterator[tuple[str, int]]:
    """The words of verses that are transcribed so, by their letters, each with a verse that has it."""
    key, feminine = key_of(latin), latin.endswith("ah")
    likely = sorted({_consonants(latin_key(one)) for one in (latin, latin.removesuffix("an"))})
    for word in (word for consonants in likely for word in _worded(index).get(consonants, ())):
        for written, ordinal in _places(index, word):
            for own, form in transcriptions(written):
                if own == key and (form.endswith("ة") or not feminine):
                    yield form, ordinal


def _places(index: Index, word: str) -> Iterator[tuple[str, int]]:
    """A word, by its letters, as verses write it, wherever it stands."""
    for ordinal in mushaf_of(index).find_words([word], "ar"):
        text = index.document(ordinal).text_ar or ""
        yield from ((text[one.start : one.end], ordinal) for one in words_of(text) if one.text == word)


@kept
def _worded(index: Index) -> Worded:
    """The words of all verses, by their consonants."""
    found: Worded = {}
    for word in sorted(set(mushaf_of(index).words_in("ar").letters.split())):
        bare = _ARTICLE.sub("", word)
        for consonants in {_consonants(_in_latin(form)) for form in (bare, _JOINED.sub("", bare))}:
            found.setdefault(consonants, []).append(word)
    return found


def transcriptions(written: str) -> set[tuple[str, str]]:
    """What the transcriptions of a vowelled Arabic word have in common, each with the letters of the word: as it is
    said at a pause, with and without what is joined to it, and of an object also with its ending.

    >>> {form for _, form in transcriptions("ٱلۡحُطَمَةِ")}, {form for _, form in transcriptions("سَلۡسَبِيلٗا")}
    ({'حطمة'}, {'سلسبيل'})
    """
    bare = _ARTICLE.sub("", written)
    said: set[tuple[str, str]] = set()
    for form in {bare, _JOINED.sub("", bare)}:
        stem = _ACCUSATIVE.sub("", form)
        for end in ("", "an") if stem != form else ("",):  # kufuwan
            latin = _in_latin(_PAUSE.sub("", _DOUBLING.sub(r"\1\1\2", stem)))
            said.add((key_of(latin + end), _NO_LETTER.sub("", stem)))
    return said


def _in_latin(word: str) -> str:
    return "".join(_LETTERS.get(letter, "") for letter in word)


def key_of(latin: str) -> str:
    """A transcription without the differences of taste, and the consonants that it doubles."""
    heard = _UNHEARD.sub("", latin)
    alike = "'".join(latin_key(_LONG.sub("", _TWICE.sub(r"\1", part))) for part in heard.split("'"))
    return f"{alike} {''.join(_DOUBLED.findall(latin))}"


def _consonants(latin: str) -> str:
    """The consonants of Latin letters, one for those that are doubled, without an h at the end, which is written or
    not."""
    return _SAME.sub(r"\1", _NOT_CONSONANT.sub("", latin)).removesuffix("h")
