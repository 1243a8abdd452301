"""Verses in a question: by the name of a verse, by a surah with numbers or ends, by `2:255`.

A surah's name alone is no reference where people or things bear it too; its word, or a number beside it, makes it
one. What cannot exist is told as missing, and nothing near it is put in its place.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    OFTEN,
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

LONGEST_NAME, LONGEST_OF_VERSE = 4, 8  # tokens of a surah's name, and of a verse's
OPENING = 5  # verses of a long surah that are shown where it is asked for by itself
SPEAKS = frozenset("قال يقول ذكر يذكر ورد جاء تحدث يتحدث اخبر".split())
_ONE_VERSE = (["verse"], ["ayah"], ["aya"])  # "the 7th verse of"; "7 verses of" says how many
_SURAH_ON = (["surah", "about"], ["sura", "about"], ["surat", "about"], ["chapter", "about"])
_WORD_BEHIND = (["surah"], ["sura"], ["surat"], ["chapter"])


def verses_named(folded: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The verses that a folded question names in any way, whatever else it asks; no whole surah.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> verses_named("why was verse 9:84 revealed", default_lexicon())
    ('quran:9:84',)
    """
    tokens, found = tokens_in(folded), Found()
    reader = VerseReader(tokens, lexicon, found)
    reader.read_named()
    reader.read_pairs()
    if not found.references and any(token.isdecimal() for token in tokens):
        reader.read_surahs()
    return tuple(found.references)


def surah_named(words: str, lexicon: Lexicon) -> int:
    """The surah that folded words name, and nothing beside it; 0 where they do not."""
    tokens = tokens_in(words)
    named = names_in(tokens, lexicon.surah_names, LONGEST_NAME)
    held = {token for one in named for token in tokens[one.start : one.end]}
    beside = set(tokens) - held - SURAH_WORD - LEADING
    return named[0].value if len(named) == 1 and not beside else 0


@dataclass(frozen=True, slots=True)
class _Surah:
    """A surah that is named at some tokens; `marked`: its word stands among them."""

    number: int
    start: int
    end: int
    marked: bool


class VerseReader:
    """Reads the verses that the tokens of a question name into what was found so far."""

    def __init__(self, tokens: list[str], lexicon: Lexicon, found: Found) -> None:
        self.tokens, self.lexicon, self.found = tokens, lexicon, found

    def read_named(self) -> None:
        """`Ayat al-Kursi`: a verse by its own name."""
        for name in names_in(self.tokens, self.lexicon.verse_names, LONGEST_OF_VERSE):
            if self._is_of_surah(name.start) or self._is_numbered(name.end):
                continue
            for surah, first, *last in name.value:
                self._add(surah, first, *last or [first])
            self._use(name.start, name.end)
            # A question about a verse ("virtue of ayat al-kursi") is not a request for it.
            self.found.needs_only = True

    def read_surahs(self) -> None:
        """Surahs by name or by number after their word, with the verses that stand beside them."""
        used = set(self.found.used)
        names = [
            name
            for name in names_in(self.tokens, self.lexicon.surah_names, LONGEST_NAME)
            if used.isdisjoint(range(name.start, name.end))
        ]
        names += [
            Name(place, place + 1, int(token))
            for place, token in enumerate(self.tokens)
            if place and place not in used and token.isdecimal() and self._is_number_of_surah(place)
        ]
        for name in sorted(names, key=lambda one: one.start):
            if name.start in self.found.used:
                continue
            surah = self._with_its_word(name)
            if not self._read_verses_of(surah) and surah.marked:
                self._add_whole(surah.number)
                self._use(surah.start, surah.end)

    def read_surah_alone(self) -> None:
        """`al-Kahf`, `Quran 112`: a surah of which nothing else is said; for questions that name nothing so far."""
        tokens = self.tokens
        names = [
            name
            for name in names_in(tokens, self.lexicon.surahs_alone, LONGEST_NAME)
            if not self._is_spoken_of(name.start)
        ]
        names += [
            Name(place, place + 2, int(tokens[place + 1]))
            for place in range(len(tokens) - 1)
            if tokens[place] in QURAN_WORD and tokens[place + 1].isdecimal()
        ]
        for name in names[:1]:
            self._add_whole(name.value)
            self.found.clear, self.found.needs_only = False, True
            self._use(name.start, name.end)

    def read_pairs(self) -> None:
        """`2:255`, `2:255-257`, `24:30,33-35`, `Q 2:255`."""
        tokens, found = self.tokens, self.found
        said = not (SURAH_WORD | VERSE_WORD | QURAN_WORD).isdisjoint(tokens)
        for place in range(len(tokens) - 2):
            if place in found.used or not tokens[place].isdecimal() or tokens[place + 1] != ":":
                continue
            if of_bible(tokens, place):
                continue
            listed, stop = listed_at(tokens, place + 2)
            if (
                not listed
                or tokens[place - 1 : place] == [":"]
                or not CLOCK.isdisjoint(tokens[stop : stop + 1])
            ):
                continue
            for first, last in listed:
                self._add(int(tokens[place]), first, last)
            found.clear |= said
            found.needs_only |= not said
            self._use(place, stop)

    # What stands around a name.

    def _is_of_surah(self, start: int) -> bool:
        """Whether the word for a surah leads a name: "surah the light, verse 1" is no verse of light."""
        place = before_any(self.tokens, start, {"the"})
        return place > 0 and self.tokens[place - 1] in SURAH_WORD

    def _is_numbered(self, end: int) -> bool:
        """Whether a name is given a number: "The Light verse 1" counts verses of a surah."""
        tokens = self.tokens
        place = after_any(tokens, end, VERSE_WORD, NUMBER_WORD)
        return place < len(tokens) and tokens[place].isdecimal() and tokens[place + 1 : place + 2] != [":"]

    def _is_number_of_surah(self, place: int) -> bool:
        """Whether the word for a surah leads a number."""
        return self.tokens[before_any(self.tokens, place, NUMBER_WORD) - 1] in SURAH_WORD

    def _is_spoken_of(self, start: int) -> bool:
        """Whether it is asked what the Qur'an says about what a name names in Arabic: the bees, and not their surah."""
        said = set(self.tokens[: start - 1])
        about = self.tokens[start - 1 : start] == ["عن"]
        return about and bool(said & SPEAKS) and bool(said & {"الله", *QURAN_WORD})

    def _with_its_word(self, name: Name[int]) -> _Surah:
        """A name of a surah with the word for one, before it or, in Latin letters, behind it; "a surah about women" is
        the one that is named for them."""
        opening = before_any(self.tokens, name.start, LEADING, NUMBER_WORD)
        on = opening - 1 if self.tokens[max(0, opening - 2) : opening] in _SURAH_ON else opening
        if on > 0 and self.tokens[on - 1] in SURAH_WORD:
            return _Surah(name.value, on - 1, name.end, True)
        behind = self.tokens[name.end : name.end + 1] in _WORD_BEHIND
        return _Surah(name.value, name.start, name.end + behind, behind)

    # Which verses of a surah.

    def _read_verses_of(self, surah: _Surah) -> bool:
        """The verses of a surah that are told behind or before its name; whether there were any."""
        if self._read_numbers_behind(surah):
            return True
        stop = before_any(self.tokens, surah.start, OF, QURAN_WORD, {",", "،", "'", ")", "]"})
        return (
            self._read_numbers_before(surah, stop)
            or self._read_counted(surah.number, stop, surah.end)
            or self._read_counted_behind(surah)
        )

    def _read_numbers_behind(self, surah: _Surah) -> bool:
        """`al-Baqarah 255`, `al-Baqarah, verses 1 to 5`; `al-Baqarah 40 times` counts none."""
        tokens, found = self.tokens, self.found
        between = {"-", "'", "the", "و", "in", "/", "من", "from"}
        after = after_any(tokens, surah.end, VERSE_WORD, NUMBER_WORD, between)
        if tokens[after : after + 2] == [str(surah.number), ":"]:
            after += 2
        listed, stop = listed_at(tokens, after)
        if not listed or not OFTEN.isdisjoint(tokens[stop : stop + 1]):
            return False
        for first, last in listed:
            self._add(surah.number, first, last)
        self._use(surah.start, stop)
        if surah.marked or not VERSE_WORD.isdisjoint(tokens[surah.end : after]):
            found.clear = True
        else:
            found.needs_only = True
        return True

    def _read_numbers_before(self, surah: _Surah, stop: int) -> bool:
        """`verse 255 of al-Baqarah`."""
        tokens = self.tokens
        for place in range(max(0, stop - 6), stop):
            listed, ends = listed_at(tokens, place)
            led = before_any(tokens, place, VERSE_WORD, NUMBER_WORD, {"من", "from"})
            if listed and ends == stop and not VERSE_WORD.isdisjoint(tokens[led:place]):
                for first, last in listed:
                    self._add(surah.number, first, last)
                self._use(led, surah.end)
                self.found.clear = True
                return True
        return False

    def _read_counted(self, surah: int, stop: int, end: int) -> bool:
        """`the last two verses of`, `the first verse of`, `العشر الأواخر من`: some verses counted before a place.

        Args:
            end: behind the name of the surah.
        """
        tokens, entry = self.tokens, self.lexicon.surahs.get(surah)
        led = before_any(tokens, stop, VERSE_WORD | {"ايتين"})
        if entry and (several := _several(tokens, stop)):
            count, at_last, place = several
            self._add_end(surah, count, at_last)
            self._use(place, end)
            return True
        if entry and (one := _nth(tokens, led, stop, entry.verses)):
            number, place = one
            self._add(surah, number, number)
            self._use(place, end)
            self.found.needs_only = True
            return True
        place, count = led, 1
        before = tokens[place - 1] if place else ""
        if (
            before.isdecimal()
            and tokens[led:stop][:1] in _ONE_VERSE
            and tokens[place - 2] not in LAST | FIRST
        ):
            self._add(surah, int(before), int(before))
            self._use(place - 1, end)
            self.found.clear = True
            return True
        if before in SMALL or before.isdecimal():
            count, place = (int(before) if before.isdecimal() else SMALL[before]), place - 1
        if "ايتين" in tokens[led:stop]:
            count = 2
        if entry is None or place == 0 or led == stop or tokens[place - 1] not in LAST | FIRST:
            return False
        self._add_end(surah, count, tokens[place - 1] in LAST)
        self._use(place - 1, end)
        return True

    def _read_counted_behind(self, surah: _Surah) -> bool:
        """`Surat al-Mulk, the first verse`."""
        tokens, end = self.tokens, surah.end
        digits = {token for token in tokens[end : end + 4] if token.isdecimal()}
        counts = {*SMALL, *NTH, *NTH_AFTER}
        stop = after_any(tokens, end, VERSE_WORD, LAST | FIRST, counts, {"the", ","}, digits)
        behind = VerseReader(tokens[end:stop], self.lexicon, Found())
        if not behind._read_counted(surah.number, stop - end, stop - end):
            return False
        self.found.references += behind.found.references
        self.found.missing += behind.found.missing
        self._use(surah.start, stop)
        self.found.needs_only = True
        return True

    # What was found.

    def _use(self, start: int, end: int) -> None:
        """Some tokens name what was found, and ask nothing else."""
        self.found.used.update(range(start, end))

    def _add(self, surah: int, first: int, last: int) -> None:
        """Some verses of a surah, or what is missing of them."""
        found, entry = self.found, self.lexicon.surahs.get(surah)
        if entry is None:
            found.missing.append(Missing("surah", surah=surah))
            return
        first, last = min(first, last), max(first, last)
        for number in sorted({first, last}):
            if not 1 <= number <= entry.verses:
                found.missing.append(Missing("verse", surah=surah, number=number))
                return
        if last - first + 1 > MAX_VERSES:
            last = first + MAX_VERSES - 1
            found.shortened = True
        found.references.extend(f"quran:{surah}:{number}" for number in range(first, last + 1))

    def _add_end(self, surah: int, count: int, at_last: bool) -> None:
        """So many verses at the beginning or the end of a surah."""
        verses = self.lexicon.surahs[surah].verses
        count = max(1, min(count, verses))
        self._add(surah, *((verses - count + 1, verses) if at_last else (1, count)))
        self.found.needs_only = True

    def _add_whole(self, surah: int) -> None:
        """A surah asked for by itself: all of it when short, else its opening."""
        entry = self.lexicon.surahs.get(surah)
        if entry is None:
            self.found.missing.append(Missing("surah", surah=surah))
            self.found.clear = True
            return
        self.found.shortened |= entry.verses > LONG_SURAH
        self._add(surah, 1, entry.verses if entry.verses <= LONG_SURAH else OPENING)
        self.found.needs_only = True


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


def _nth(tokens: list[str], led: int, stop: int, last: int) -> tuple[int, int] | None:
    """The verse that an ordinal in words counts, and where that begins: `the second verse of`, `الآية الأخيرة من`."""
    if led < stop and led and tokens[led - 1] in NTH:
        return NTH[tokens[led - 1]], led - 1
    if stop > 1 and tokens[stop - 1] in NTH_AFTER and tokens[stop - 2] in VERSE_WORD:
        return NTH_AFTER[tokens[stop - 1]] or last, stop - 2
    return None
