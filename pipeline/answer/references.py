"""References in questions: verses, surahs, narrations and ids, in the spellings that people use.

`find_mentions` is a pure function of the question and the lists. It says which documents are named, whether
the question asks for nothing else (`only`), and what is named but cannot exist (`missing`): a surah beyond
114, a verse beyond its surah. Whether a narration of a number exists is for the index to say.

Nothing is guessed: a name without its surah word or a number is not a reference, because many surahs bear
the names of people and things, and numbering inside a book of a collection is reported as such.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pipeline.answer.fold import fold, latin_key
from pipeline.answer.lexicon import Lexicon
from schemas.errors import ReferenceIdError
from schemas.reference import Kind, ReferenceId

MAX_VERSES = 50
LONG_SURAH = 50

_ID = re.compile(r"(?<![\w:])(?:quran|hadith|tafsir|fatwa|book):[a-z0-9][a-z0-9:-]*(?:#\d+)?(?:@(?:ar|en))?")
_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)*|\d+[a-z]?(?![a-z\d])|[\u0621-\u064a]+|[^\w\s]|\w+")
_SURAH_WORD = {
    "surah", "surat", "sura", "soorah", "soora", "surahs", "suratul", "suratu", "chapter", "ch",
    "سوره", "السوره", "بسوره", "لسوره", "وسوره", "سورت",
}  # fmt: skip
_VERSE_WORD = {
    "verse", "verses", "ayah", "ayahs", "ayat", "aya", "ayaat", "aayah", "aayat", "v", "vv", "vs", "ayats",
    "ايه", "الايه", "ايات", "الايات", "ايتان", "الايتان", "الايتين", "بالايه", "للايه",
}  # fmt: skip
_NUMBER_WORD = {"number", "no", "num", "nr", "#", "رقم", "الرقم", ".", ",", "،", ":", "(", ")", "[", "]"}
_HADITH_WORD = {
    "hadith", "hadeeth", "ahadith", "hadiths", "narration", "hadees", "حديث", "الحديث", "احاديث", "الاحاديث", "بحديث",
}  # fmt: skip
_QURAN_WORD = {"quran", "qur'an", "koran", "qs", "q", "القران", "قران"}
_TO = {"-", "to", "until", "till", "through", "الي", "حتي", "and", "و", "&", "ل"}
_OF = {
    "of",
    "from",
    "in",
    "من",
    "في",
    "the",
    "ال",
    "صحيح",
    "sahih",
    "saheeh",
    "imam",
    "سنن",
    "sunan",
    "jami",
    "الامام",
}
_BOOK_WORD = {"book", "volume", "vol", "كتاب", "مجلد", "الجزء"}
_CLOCK = {"am", "pm", "o'clock", "a.m", "p.m", "صباحا", "مساء", "oclock"}
_LAST = {"last", "final", "اخر", "خواتيم"}
_FIRST = {"first", "opening", "اول"}
_SMALL = {"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10, "ايتين": 2, "ثلاث": 3, "عشر": 10, "خمس": 5}


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that was named and does not exist, or cannot be found by what was given.

    `kind` is `surah`, `verse`, `hadith` or `in-book`; `surah` and `number` say which.
    """

    kind: str
    name: str = ""
    surah: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Mentions:
    """What a question names. `only` when it asks for nothing else; `clear` when the name cannot be chance."""

    references: tuple[str, ...] = ()
    missing: tuple[Missing, ...] = ()
    only: bool = False
    clear: bool = False
    shortened: bool = False
    rest: str = ""


@dataclass(slots=True)
class _Found:
    references: list[str] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    clear: bool = False
    needs_only: bool = False
    shortened: bool = False


@dataclass(frozen=True, slots=True)
class _Name:
    start: int
    end: int
    value: str


def find_mentions(question: str, lexicon: Lexicon) -> Mentions:
    """The documents that a question names.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> find_mentions("سورة البقرة آية ٢٥٥", default_lexicon()).references
    ('quran:2:255',)
    """
    text = fold(question)
    found = _Found()
    text = _ids(text, found)
    tokens = _TOKEN.findall(text)
    _named_verses(tokens, lexicon, found)
    _surahs(tokens, lexicon, found)
    _hadith(tokens, lexicon, found)
    _pairs(tokens, lexicon, found)
    return _result(tokens, lexicon, found)


def _result(tokens: list[str], lexicon: Lexicon, found: _Found) -> Mentions:
    rest = [
        token
        for place, token in enumerate(tokens)
        if place not in found.used and token not in lexicon.filler and re.match(r"\w", token)
    ]
    only = not rest
    if found.needs_only and not only and not found.clear:
        return Mentions(rest=" ".join(tokens))
    references = tuple(dict.fromkeys(found.references))
    return Mentions(
        references=references[:MAX_VERSES],
        missing=tuple(dict.fromkeys(found.missing)),
        only=only and bool(references or found.missing),
        clear=found.clear or only,
        shortened=found.shortened or len(references) > MAX_VERSES,
        rest=" ".join(rest),
    )


def _ids(text: str, found: _Found) -> str:
    """Reference ids as they stand; what is not one is left to the other readers."""
    for match in list(_ID.finditer(text)):
        try:
            reference = ReferenceId.parse(match[0].rstrip("-:")).document
        except ReferenceIdError:
            continue
        found.references.append(str(reference))
        found.clear = True
        text = text.replace(match[0], " ", 1)
    return text


def _span_keys(tokens: list[str], start: int, longest: int) -> list[tuple[int, str]]:
    """Keys of the spans that begin at a token, longest first: (end, key)."""
    keys: list[tuple[int, str]] = []
    first = tokens[start]
    if re.match(r"[\u0621-\u064a]", first):
        words: list[str] = []
        for end in range(start, min(len(tokens), start + longest)):
            if not re.match(r"[\u0621-\u064a]", tokens[end]):
                break
            words.append(tokens[end])
            keys.append((end + 1, " ".join(words)))
    elif re.match(r"[a-z]", first):
        letters: list[str] = []
        for end in range(start, min(len(tokens), start + longest + 2)):
            if tokens[end] in ("-", "'") and letters:
                continue
            if not re.match(r"[a-z]", tokens[end]) and not (tokens[end].isdigit() and letters):
                break
            letters.append(tokens[end])
            keys.append((end + 1, latin_key("".join(letters)) if not tokens[end].isdigit() else ""))
    return [(end, key) for end, key in reversed(keys) if key]


def _names(tokens: list[str], table: dict[str, str] | dict[str, int], longest: int) -> list[_Name]:
    """All names of a table in the tokens, longest first at each place, without overlap."""
    names: list[_Name] = []
    place = 0
    while place < len(tokens):
        for end, key in _span_keys(tokens, place, longest):
            value = table.get(key)
            if value is None and key.startswith("ال"):
                value = table.get(key[2:])
            if value is None and key[:1] in "لبو" and place and len(key) > 5:
                value = table.get(key[1:])
            if value is not None:
                names.append(_Name(place, end, str(value)))
                place = end
                break
        else:
            place += 1
    return names


def _named_verses(tokens: list[str], lexicon: Lexicon, found: _Found) -> None:
    for name in _names(tokens, lexicon.verse_names, 8):
        surah, verses = name.value.split(":")
        first, _, last = verses.partition("-")
        if name.value == "2:255" and tokens[name.start : name.end] == ["الكرسي"]:
            continue
        if name.start and tokens[name.start - 1] in _SURAH_WORD:
            continue
        _add(found, lexicon, int(surah), int(first), int(last or first))
        found.used.update(range(name.start, name.end))
        # A question about a verse ("virtue of ayat al-kursi") is not a request for it.
        found.needs_only = True


def _add(found: _Found, lexicon: Lexicon, surah: int, first: int, last: int) -> None:
    """Some verses of a surah, or what is missing of them."""
    entry = lexicon.surahs.get(surah)
    if entry is None:
        found.missing.append(Missing("surah", surah=surah))
        return
    if last < first:
        first, last = last, first
    for number in sorted({first, last}):
        if not 1 <= number <= entry.verses:
            found.missing.append(Missing("verse", surah=surah, number=number))
            return
    if last - first + 1 > MAX_VERSES:
        last = first + MAX_VERSES - 1
        found.shortened = True
    found.references.extend(f"quran:{surah}:{number}" for number in range(first, last + 1))


def _after(tokens: list[str], place: int, *kinds: set[str]) -> int:
    """The place after any tokens of some kinds."""
    allowed = set().union(*kinds)
    while place < len(tokens) and tokens[place] in allowed:
        place += 1
    return place


def _before(tokens: list[str], place: int, *kinds: set[str]) -> int:
    """The place before which only tokens of some kinds stand between it and `place`."""
    allowed = set().union(*kinds)
    while place > 0 and tokens[place - 1] in allowed:
        place -= 1
    return place


def _range(tokens: list[str], place: int) -> tuple[int, int, int] | None:
    """`5`, `5-7`, `5 to 7` at a place: first, last and the place after."""
    if place >= len(tokens) or not tokens[place].isdigit():
        return None
    first = last = int(tokens[place])
    after = place + 1
    joined = _after(tokens, after, _VERSE_WORD)
    if joined < len(tokens) and tokens[joined] in _TO:
        second = _after(tokens, joined + 1, _VERSE_WORD, _NUMBER_WORD)
        if second < len(tokens) and tokens[second].isdigit() and int(tokens[second]) > first:
            last, after = int(tokens[second]), second + 1
    return first, last, after


def _surahs(tokens: list[str], lexicon: Lexicon, found: _Found) -> None:
    """Surahs by name or by number after their word, with the verses that stand beside them."""
    names = [
        name
        for name in _names(tokens, lexicon.surah_names, 4)
        if not found.used & set(range(name.start, name.end))
    ]
    names += [
        _Name(place, place + 1, tokens[place])
        for place in range(1, len(tokens))
        if tokens[place].isdigit() and tokens[_before(tokens, place, _NUMBER_WORD) - 1] in _SURAH_WORD
        if place not in found.used
    ]
    taken: set[int] = set()
    for name in sorted(names, key=lambda one: one.start):
        if name.start in taken or name.start in found.used:
            continue
        opening = _before(tokens, name.start, {"al", "an", "the", "-", "'"}, _NUMBER_WORD)
        marked = opening > 0 and tokens[opening - 1] in _SURAH_WORD
        start = opening - 1 if marked else name.start
        end = name.end
        if not marked and end < len(tokens) and tokens[end] in ("surah", "sura", "surat", "chapter"):
            marked, end = True, end + 1
        surah = int(name.value)
        if _verses_of(tokens, lexicon, found, surah, start, end, marked):
            taken.update(found.used)
        elif marked:
            _whole_surah(lexicon, found, surah)
            found.used.update(range(start, end))


def _verses_of(
    tokens: list[str], lexicon: Lexicon, found: _Found, surah: int, start: int, end: int, marked: bool
) -> bool:
    """The verse numbers after or before a surah's name; whether there were any."""
    after = _after(tokens, end, _VERSE_WORD, _NUMBER_WORD, {"-", "'", "the", "و", "in", "/"})
    if tokens[after : after + 2] == [str(surah), ":"]:
        after += 2
    numbers = _range(tokens, after)
    worded = any(token in _VERSE_WORD for token in tokens[end:after])
    if numbers:
        first, last, stop = numbers
        _add(found, lexicon, surah, first, last)
        while stop < len(tokens) and tokens[stop] in {",", "and", "و", "،", "&"}:
            more = _range(tokens, _after(tokens, stop + 1, _VERSE_WORD))
            if more is None:
                break
            _add(found, lexicon, surah, more[0], more[1])
            stop = more[2]
        found.used.update(range(start, stop))
    else:
        stop = _before(tokens, start, _OF, _QURAN_WORD, {",", "،"})
        worded = False
        for place in range(max(0, stop - 6), stop):
            numbers = _range(tokens, place)
            led = _before(tokens, place, _VERSE_WORD, _NUMBER_WORD)
            if numbers and numbers[2] == stop and any(t in _VERSE_WORD for t in tokens[led:place]):
                _add(found, lexicon, surah, numbers[0], numbers[1])
                found.used.update(range(led, end))
                worded = True
                break
        if not worded:
            return _ordinal(tokens, lexicon, found, surah, stop, end)
    if marked or worded:
        found.clear = True
    else:
        found.needs_only = True
    return True


def _ordinal(tokens: list[str], lexicon: Lexicon, found: _Found, surah: int, stop: int, end: int) -> bool:
    """`the last two verses of`, `the first verse of`."""
    led = _before(tokens, stop, _VERSE_WORD | {"ايتين"})
    place, count = led, 1
    if place > 0 and (tokens[place - 1] in _SMALL or tokens[place - 1].isdigit()):
        token = tokens[place - 1]
        count, place = (int(token) if token.isdigit() else _SMALL[token]), place - 1
    if "ايتين" in tokens[led:stop]:
        count = 2
    entry = lexicon.surahs.get(surah)
    if entry is None or place == 0 or led == stop or tokens[place - 1] not in _LAST | _FIRST:
        return False
    count = max(1, min(count, entry.verses))
    if tokens[place - 1] in _LAST:
        _add(found, lexicon, surah, entry.verses - count + 1, entry.verses)
    else:
        _add(found, lexicon, surah, 1, count)
    found.used.update(range(place - 1, end))
    found.needs_only = True
    return True


def _whole_surah(lexicon: Lexicon, found: _Found, surah: int) -> None:
    """A surah asked for by itself: all of it when short, else its opening."""
    entry = lexicon.surahs.get(surah)
    if entry is None:
        found.missing.append(Missing("surah", surah=surah))
        found.clear = True
        return
    last = entry.verses if entry.verses <= LONG_SURAH else 5
    found.shortened |= entry.verses > LONG_SURAH
    _add(found, lexicon, surah, 1, last)
    found.needs_only = True


def _pairs(tokens: list[str], lexicon: Lexicon, found: _Found) -> None:
    """`2:255`, `2:255-257`, `Q 2:255`."""
    for place in range(len(tokens) - 2):
        if place in found.used or not tokens[place].isdigit() or tokens[place + 1] != ":":
            continue
        numbers = _range(tokens, place + 2)
        if numbers is None:
            continue
        first, last, stop = numbers
        if stop < len(tokens) and tokens[stop] in _CLOCK:
            continue
        if place >= 1 and (tokens[place - 1] == ":" or place - 1 in found.used):
            continue
        while last == first and stop + 1 < len(tokens) and tokens[stop] == ",":
            if not tokens[stop + 1].isdigit() or (stop + 2 < len(tokens) and tokens[stop + 2] == ":"):
                break
            _add(found, lexicon, int(tokens[place]), int(tokens[stop + 1]), int(tokens[stop + 1]))
            stop += 2
        if any(token in _SURAH_WORD | _VERSE_WORD | _QURAN_WORD for token in tokens):
            found.clear = True
        else:
            found.needs_only = True
        _add(found, lexicon, int(tokens[place]), first, last)
        found.used.update(range(place, stop))


def _hadith(tokens: list[str], lexicon: Lexicon, found: _Found) -> None:
    """A collection and a number, in either order."""
    for name in _names(tokens, lexicon.collection_names, 5):
        if found.used & set(range(name.start, name.end)):
            continue
        after = _after(tokens, name.end, _HADITH_WORD, _NUMBER_WORD, {"-", "في", "in", "the"})
        opening = _before(tokens, name.start, _OF, {"al", "an", "at", "-", "'"})
        if after < len(tokens) and tokens[after] in _BOOK_WORD and any(t.isdigit() for t in tokens[after:]):
            found.missing.append(Missing("in-book", name=name.value))
            found.used.update(range(opening, len(tokens)))
            found.clear = True
            continue
        if after < len(tokens) and re.fullmatch(r"[1-9]\d{0,8}[a-z]?", tokens[after]):
            numbers, stop, start = [tokens[after]], after + 1, opening
            while stop + 1 < len(tokens) and tokens[stop] in {",", "،", "and", "و", "&"}:
                if not re.fullmatch(r"[1-9]\d{0,8}", tokens[stop + 1]):
                    break
                numbers.append(tokens[stop + 1])
                stop += 2
            if stop + 1 < len(tokens) and tokens[stop] in {":", "/"} and tokens[stop + 1].isdigit():
                found.missing.append(Missing("in-book", name=name.value))
                while stop + 1 < len(tokens) and tokens[stop] in {":", "/"}:
                    stop += 2
                found.used.update(range(start, stop))
                found.clear = True
                continue
        elif (before := _number_before(tokens, opening)) is not None:
            numbers, start, stop = [tokens[before]], before, name.end
        else:
            continue
        led = _before(tokens, start, _HADITH_WORD, _NUMBER_WORD, _OF)
        around = tokens[led:stop]
        long_name = name.end - name.start > 1 or any(
            t in _OF - {"of", "in", "the", "من", "في"} for t in around
        )
        if long_name or any(t in _HADITH_WORD for t in around) or name.value not in ("muslim", "malik"):
            found.clear |= long_name or any(t in _HADITH_WORD | {"#"} for t in around)
        found.needs_only = True
        found.references.extend(f"hadith:{name.value}:{number}" for number in numbers)
        found.used.update(range(led, stop))


def _number_before(tokens: list[str], opening: int) -> int | None:
    """The place of `hadith number 8` that ends at a place."""
    if opening == 0 or not re.fullmatch(r"[1-9]\d{0,8}[a-z]?", tokens[opening - 1]):
        return None
    led = _before(tokens, opening - 1, _NUMBER_WORD)
    return opening - 1 if led > 0 and tokens[led - 1] in _HADITH_WORD else None


def surah_of(reference: str) -> int:
    """The surah of a verse's id, 0 for other kinds."""
    parsed = ReferenceId.parse(reference)
    return parsed.locators[0].first if parsed.kind is Kind.QURAN else 0
