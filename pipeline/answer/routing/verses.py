"""Verses in a question: by the name of a verse, by a surah with numbers or ends, by `2:255`.

A surah's name alone is no reference where people or things bear it too; its word, or a number beside it, makes it
one. What cannot exist is told as missing, and nothing near it is put in its place.
"""

from __future__ import annotations

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.routing.around_reference import (
    CLOCK,
    FIRST,
    FIRST_AFTER,
    LAST,
    LAST_AFTER,
    LEADING,
    LONG_SURAH,
    NTH,
    NTH_AFTER,
    NUMBER_WORD,
    OF,
    QURAN_WORD,
    SMALL,
    SURAH_WORD,
    VERSE_WORD,
    Found,
    Missing,
    Name,
    after_any,
    before_any,
    listed_at,
    names_in,
    of_bible,
    tokens_in,
)
from schemas.api import MAX_VERSES

LONGEST_NAME = 4  # tokens of a surah's name
SPEAKS = frozenset("قال يقول ذكر يذكر ورد جاء تحدث يتحدث اخبر".split())
_ONE_VERSE = (["verse"], ["ayah"], ["aya"])  # "the 7th verse of"; "7 verses of" says how many


def verses_named(folded: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The verses that a folded question names in any way, whatever else it asks; no whole surah.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> verses_named("why was verse 9:84 revealed", default_lexicon())
    ('quran:9:84',)
    """
    tokens, found = tokens_in(folded), Found()
    for read in (read_named_verses, read_pairs, _read_numbered):
        read(tokens, lexicon, found)
    return tuple(found.references)


def _read_numbered(tokens: list[str], lexicon: Lexicon, found: Found) -> None:
    """Verses by number and surah, where none is named otherwise."""
    if not found.references and any(token.isdecimal() for token in tokens):
        read_surahs(tokens, lexicon, found)


def read_named_verses(tokens: list[str], lexicon: Lexicon, found: Found) -> None:
    for name in names_in(tokens, lexicon.verse_names, 8):
        if _of_surah(tokens, name.start) or _number_follows(tokens, name.end):
            continue
        for surah, first, *last in name.value:
            _add(found, lexicon, surah, first, *last or [first])
        found.used.update(range(name.start, name.end))
        # A question about a verse ("virtue of ayat al-kursi") is not a request for it.
        found.needs_only = True


def _of_surah(tokens: list[str], start: int) -> bool:
    """Whether the word for a surah leads a name: "surah the light, verse 1" is no verse of light."""
    place = before_any(tokens, start, {"the"})
    return place > 0 and tokens[place - 1] in SURAH_WORD


def _number_follows(tokens: list[str], end: int) -> bool:
    """Whether a name is given a number: "The Light verse 1" counts verses of a surah."""
    place = after_any(tokens, end, VERSE_WORD, NUMBER_WORD)
    return place < len(tokens) and tokens[place].isdecimal() and tokens[place + 1 : place + 2] != [":"]


def _add(found: Found, lexicon: Lexicon, surah: int, first: int, last: int) -> None:
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


def surah_named(words: str, lexicon: Lexicon) -> int:
    """The surah that folded words name, and nothing beside it; 0 where they do not."""
    tokens = tokens_in(words)
    named = names_in(tokens, lexicon.surah_names, LONGEST_NAME)
    held = {token for one in named for token in tokens[one.start : one.end]}
    beside = set(tokens) - held - SURAH_WORD - LEADING
    return named[0].value if len(named) == 1 and not beside else 0


def read_surahs(tokens: list[str], lexicon: Lexicon, found: Found) -> None:
    """Surahs by name or by number after their word, with the verses that stand beside them."""
    names = [
        name
        for name in names_in(tokens, lexicon.surah_names, LONGEST_NAME)
        if not found.used & set(range(name.start, name.end))
    ]
    names += [
        Name(place, place + 1, int(tokens[place]))
        for place in range(1, len(tokens))
        if tokens[place].isdecimal() and tokens[before_any(tokens, place, NUMBER_WORD) - 1] in SURAH_WORD
        if place not in found.used
    ]
    taken: set[int] = set()
    for name in sorted(names, key=lambda one: one.start):
        if name.start in taken or name.start in found.used:
            continue
        opening = before_any(tokens, name.start, LEADING, NUMBER_WORD)
        marked = opening > 0 and tokens[opening - 1] in SURAH_WORD
        start = opening - 1 if marked else name.start
        end = name.end
        if not marked and end < len(tokens) and tokens[end] in ("surah", "sura", "surat", "chapter"):
            marked, end = True, end + 1
        surah = name.value
        if _verses_of(tokens, lexicon, found, surah, start, end, marked):
            taken.update(found.used)
        elif marked:
            _whole_surah(lexicon, found, surah)
            found.used.update(range(start, end))


def _verses_of(
    tokens: list[str], lexicon: Lexicon, found: Found, surah: int, start: int, end: int, marked: bool
) -> bool:
    """The verse numbers after or before a surah's name; whether there were any."""
    after = after_any(tokens, end, VERSE_WORD, NUMBER_WORD, {"-", "'", "the", "و", "in", "/", "من", "from"})
    if tokens[after : after + 2] == [str(surah), ":"]:
        after += 2
    listed, stop = listed_at(tokens, after)
    worded = any(token in VERSE_WORD for token in tokens[end:after])
    if listed:
        for first, last in listed:
            _add(found, lexicon, surah, first, last)
        found.used.update(range(start, stop))
    else:
        stop = before_any(tokens, start, OF, QURAN_WORD, {",", "،", "'", ")", "]"})
        worded = False
        for place in range(max(0, stop - 6), stop):
            listed, ends = listed_at(tokens, place)
            led = before_any(tokens, place, VERSE_WORD, NUMBER_WORD, {"من", "from"})
            if listed and ends == stop and any(t in VERSE_WORD for t in tokens[led:place]):
                for first, last in listed:
                    _add(found, lexicon, surah, first, last)
                found.used.update(range(led, end))
                worded = True
                break
        if not worded:
            return _ordinal(tokens, lexicon, found, surah, stop, end) or _ordinal_after(
                tokens, lexicon, found, surah, start, end
            )
    if marked or worded:
        found.clear = True
    else:
        found.needs_only = True
    return True


def _ordinal(tokens: list[str], lexicon: Lexicon, found: Found, surah: int, stop: int, end: int) -> bool:
    """`the last two verses of`, `the first verse of`, `العشر الأواخر من`."""
    entry = lexicon.surahs.get(surah)
    if entry and (several := _several(tokens, stop)):
        count, at_last, place = several
        _add_end(found, lexicon, surah, count, at_last)
        found.used.update(range(place, end))
        return True
    led = before_any(tokens, stop, VERSE_WORD | {"ايتين"})
    place, count = led, 1
    if entry and (one := _nth(tokens, led, stop, entry.verses)):
        number, place = one
        _add(found, lexicon, surah, number, number)
        found.used.update(range(place, end))
        found.needs_only = True
        return True
    if place > 0 and (tokens[place - 1] in SMALL or tokens[place - 1].isdecimal()):
        token = tokens[place - 1]
        if token.isdecimal() and tokens[led:stop][:1] in _ONE_VERSE and tokens[place - 2] not in LAST | FIRST:
            _add(found, lexicon, surah, int(token), int(token))
            found.used.update(range(place - 1, end))
            found.clear = True
            return True
        count, place = (int(token) if token.isdecimal() else SMALL[token]), place - 1
    if "ايتين" in tokens[led:stop]:
        count = 2
    if entry is None or place == 0 or led == stop or tokens[place - 1] not in LAST | FIRST:
        return False
    _add_end(found, lexicon, surah, count, tokens[place - 1] in LAST)
    found.used.update(range(place - 1, end))
    return True


def _add_end(found: Found, lexicon: Lexicon, surah: int, count: int, at_last: bool) -> None:
    """So many verses at the beginning or the end of a surah."""
    verses = lexicon.surahs[surah].verses
    count = max(1, min(count, verses))
    if at_last:
        _add(found, lexicon, surah, verses - count + 1, verses)
    else:
        _add(found, lexicon, surah, 1, count)
    found.needs_only = True


def _several(tokens: list[str], stop: int) -> tuple[int, bool, int] | None:
    """How many verses, whether at the end, and where that begins: `العشر الأواخر من`, `عشر آيات من أول`."""
    if stop and tokens[stop - 1] in FIRST_AFTER | LAST_AFTER:
        counted = stop - 1
    elif tokens[max(0, stop - 2) : stop] in (["من", "اول"], ["من", "اخر"]):
        counted = stop - 2
    else:
        return None
    place = before_any(tokens, counted, VERSE_WORD)
    count = SMALL.get(tokens[place - 1].removeprefix("ال")) if place else None
    if count is None:
        return None
    return count, tokens[stop - 1] in LAST | LAST_AFTER, before_any(tokens, place - 1, VERSE_WORD)


def _ordinal_after(
    tokens: list[str], lexicon: Lexicon, found: Found, surah: int, start: int, end: int
) -> bool:
    """`Surat al-Mulk, the first verse`."""
    digits = {token for token in tokens[end : end + 4] if token.isdecimal()}
    stop = after_any(tokens, end, VERSE_WORD, LAST | FIRST, {*SMALL, *NTH, *NTH_AFTER}, {"the", ","}, digits)
    said = Found()
    if not _ordinal(tokens[end:stop], lexicon, said, surah, stop - end, stop - end):
        return False
    found.references += said.references
    found.missing += said.missing
    found.used.update(range(start, stop))
    found.needs_only = True
    return True


def _nth(tokens: list[str], led: int, stop: int, last: int) -> tuple[int, int] | None:
    """The verse that an ordinal in words counts, and where that begins: `the second verse of`, `الآية الأخيرة من`."""
    if led < stop and led and tokens[led - 1] in NTH:
        return NTH[tokens[led - 1]], led - 1
    if stop > 1 and tokens[stop - 1] in NTH_AFTER and tokens[stop - 2] in VERSE_WORD:
        return NTH_AFTER[tokens[stop - 1]] or last, stop - 2
    return None


def _whole_surah(lexicon: Lexicon, found: Found, surah: int) -> None:
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


def read_surah_alone(tokens: list[str], lexicon: Lexicon, found: Found) -> None:
    """`al-Kahf`, `Quran 112`: a surah of which nothing else is said; for questions that name nothing so far."""
    names = [
        (name.start, name.end, name.value)
        for name in names_in(tokens, lexicon.surahs_alone, LONGEST_NAME)
        if not _is_spoken_of(tokens, name.start)
    ] + [
        (place, place + 2, int(tokens[place + 1]))
        for place in range(len(tokens) - 1)
        if tokens[place] in QURAN_WORD and tokens[place + 1].isdecimal()
    ]
    for start, end, surah in names[:1]:
        _whole_surah(lexicon, found, surah)
        found.clear, found.needs_only = False, True
        found.used.update(range(start, end))


def _is_spoken_of(tokens: list[str], start: int) -> bool:
    """Whether it is asked what the Qur'an says about what a name names in Arabic: the bees, and not their surah."""
    said = set(tokens[: start - 1])
    return tokens[start - 1 : start] == ["عن"] and bool(said & SPEAKS) and bool(said & {"الله", *QURAN_WORD})


def read_pairs(tokens: list[str], lexicon: Lexicon, found: Found) -> None:
    """`2:255`, `2:255-257`, `24:30,33-35`, `Q 2:255`."""
    said = not (SURAH_WORD | VERSE_WORD | QURAN_WORD).isdisjoint(tokens)
    for place in range(len(tokens) - 2):
        if place in found.used or not tokens[place].isdecimal() or tokens[place + 1] != ":":
            continue
        if of_bible(tokens, place):
            continue
        listed, stop = listed_at(tokens, place + 2)
        if not listed or tokens[place - 1 : place] == [":"] or not CLOCK.isdisjoint(tokens[stop : stop + 1]):
            continue
        for first, last in listed:
            _add(found, lexicon, int(tokens[place]), first, last)
        found.clear |= said
        found.needs_only |= not said
        found.used.update(range(place, stop))
