"""Quotations of the Qur'an in running text, held against the pinned verses letter by letter.

    for one in differing(text, verses): one.verse, one.written, one.stands

What stands between the brackets of a verse, ﴿ ﴾ or { }, is a quotation. One whose letters stand in the verses, in
whatever spelling, is right. One that has most words of a verse and some others is told, with the words that differ as
they are written, here and in the verse. Nothing is told of a few words, of what resembles no verse (not all that is
bracketed is scripture), of verses that somebody shortened or interspersed, of an "and" before them, and of other words
at either end: it must be a mistake to look at. A reading that other transmitters have differs from the pinned text as
well; a person tells it from a slip.

No verse is written here, and vowels are not compared.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import Protocol

from pipeline.sources.mushaf import Mushaf, consonants, is_spelling, unmarked
from pipeline.text import word_texts, words
from pipeline.text.characters import PRESENTATION

FEWEST = 4  # words of a quotation that is judged
LONGEST_RUN = 2  # words in a row that a mistake replaces, adds or leaves out
ONE_IN = 4  # words of a quotation, of which one may differ; of fewer, one may
LIKE = 0.5  # share of letters that a word at an end has of the verse's word, where it is a slip for it
VERSES = 4  # verses that are compared with a quotation
_STRETCH, _STEP = 7, 3  # letters by which such a verse is looked for, and from one of these to the next
_BRACKETED = re.compile(r"﴿([^﴿﴾]+)﴾|﴾([^﴿﴾]+)﴿|\{([^{}]+)\}")
_EDGES = " \t\n,:،"
_ARABIC = re.compile(r"[\u0621-\u064a]")
# Where a quotation leaves words out and says so, or another begins.
_PARTS = re.compile(
    r"\.\.+|…|[.؛;*۝/|\[\]()\d]+"
    r"|(?<!\w)(?:إلى|الى)\s+(?:قوله|آخر|اخر)\S*(?:\s+تعالى)?|(?<!\w)حتى\s+(?:بلغ|ختم)|(?<!\w)(?:إلخ|الخ|اهـ|الآي\w+)(?!\w)"
)
_BASMALA = consonants(("بسم", "الله", "الرحمن", "الرحيم"))
_MARKED = re.compile(r"[^\u0621-\u063a\u0641-\u064a\u0671]")
_SMALL, _ALLAH = "\u0670", "\ufdf2"
_UNHEARD = str.maketrans("", "", "اءأإآٱؤئى")
# Words that lose their last letter to the next in speech, and often in writing.
_ASSIMILATED = {"ان": ("لا", "لن", "لم", "لو", "ما"), "من": ("ما", "من"), "عن": ("ما", "من")}
_LED = re.compile("^[وف]")
_DOUBLED = re.compile(r"([وي])\1+")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Differing:
    """A quotation that is not what the verse has. `verse` is the ordinal of the verse that it is nearest to; `written`
    are its words that are not the verse's, `stands` the verse's own in their place, both in the letters of their text
    and in pairs ("" where one side has none)."""

    verse: int
    place: Span
    quotation: str
    written: tuple[str, ...]
    stands: tuple[str, ...]


class Verses(Protocol):
    """What quotations are held against. Nothing is asked of it for a text that quotes nothing."""

    @property
    def mushaf(self) -> Mushaf:
        """The verses in a row."""

    def verse_of(self, ordinal: int) -> str:
        """The text of a verse in the script, by the ordinal that it has in `mushaf`."""


def differing(text: str, verses: Verses) -> Iterator[Differing]:
    """The quotations in a text that differ from the verse which they are nearest to, in their order."""
    for place in quotations_in(text):
        if found := _judged(text, place, verses):
            yield found


def quotations_in(text: str) -> Iterator[Span]:
    """Where a text quotes verses: what is bracketed as such, in the parts that stand in a row."""
    for bracketed in _BRACKETED.finditer(text):
        start, end = bracketed.span(bracketed.lastindex or 0)
        for cut in (*_PARTS.finditer(text, start, end), None):
            until = cut.start() if cut else end
            if _ARABIC.search(text, start, until):
                yield start, until
            start = cut.end() if cut else end


@dataclass(frozen=True)
class _Word:
    """A word as it is written, and as modern spelling has it."""

    written: str
    modern: str

    @cached_property
    def letters(self) -> str:
        """What no spelling changes, by modern spelling."""
        return _heard(self.modern)

    @cached_property
    def ways(self) -> frozenset[str]:
        """The same, in all ways in which the word may be meant."""
        bare = _MARKED.sub("", self.written.translate(PRESENTATION))
        ends = {"ى": (bare[:-1] + "ي", self.modern[:-1]), "ة": (bare[:-1] + "ت",)}
        return frozenset(map(_heard, {self.modern, bare, *ends.get(bare[-1:], ())}))

    @cached_property
    def spellings(self) -> tuple[str, ...]:
        """In modern spelling, without marks, and with an alif for each small one."""
        spelt = (self.written, self.written.replace(_SMALL, "ا"))
        return (self.modern, *(" ".join(word_texts(unmarked(one))) for one in spelt))

    def spells(self, other: _Word) -> bool:
        """Whether its alifs are those of another, in any spelling; of other consonants, and of God's name in one sign,
        that cannot be told."""
        return _ALLAH in self.written or any(is_spelling(one, *other.spellings) for one in self.spellings)

    @property
    def unled(self) -> frozenset[str]:
        """The same without an "and" or "so" before it."""
        return frozenset(_LED.sub("", way) for way in self.ways)


def _heard(word: str) -> str:
    """A word without alef and hamza, letters of length once, and the taa of a feminine as it is heard."""
    return _DOUBLED.sub(r"\1", word.replace("ة", "ه").translate(_UNHEARD))


def _words_of(text: str) -> list[_Word]:
    """The words of a text; two that are spoken, and often written, as one (أن لا, ألا) are one."""
    found: list[_Word] = []
    for word in words(text):
        one = _Word(text[word.start : word.end], word.text)
        if found and one.modern in _ASSIMILATED.get(_LED.sub("", found[-1].modern), ()):
            before = found.pop()
            one = _Word(f"{before.written} {one.written}", before.modern[:-1] + one.modern)
        found.append(one)
    return found


def _judged(text: str, place: Span, verses: Verses) -> Differing | None:
    """What of one quotation is no verse; None where nothing is, or it cannot be told."""
    quotation = text[slice(*place)].strip(_EDGES)
    quoted = _words_of(quotation)
    run = [word.modern for word in quoted]
    if len(quoted) < FEWEST:
        return None
    mushaf = verses.mushaf
    if mushaf.find(run, FEWEST):
        return None
    best: tuple[int, int, Differing] | None = None
    followed = 0  # words of the verse that another text may follow in the brackets
    for row in _nearest(consonants(run), mushaf):
        standing, own = _standing(row, len(quoted), verses)
        matcher = SequenceMatcher(
            None, [word.letters for word in quoted], [word.letters for word in standing], autojunk=False
        )
        blocks = [block for block in matcher.get_matching_blocks() if block.size]
        if not blocks or blocks[0].b >= own:
            continue  # it begins in the verse behind this one
        same = sum(block.size for block in blocks)
        changes = list(_changes(matcher, quoted, standing))
        if not changes and same * 2 > len(quoted):
            if not _has_other_ends(matcher, quoted, standing):
                return None  # another spelling of this verse
            followed = max(followed, same)
        if same < FEWEST - 1 or same * 10 < len(quoted) * 6 or not _is_slip(changes, len(quoted)):
            continue
        told = Differing(
            mushaf.ordinals[row],
            place,
            quotation,
            tuple(" ".join(word.written for word in ours) for ours, _ in changes),
            tuple(" ".join(word.written for word in theirs) for _, theirs in changes),
        )
        best = max(best, (same, -row, told), key=lambda one: one[:2]) if best else (same, -row, told)
    return best[2] if best and best[0] >= followed else None


def _nearest(letters: str, mushaf: Mushaf) -> list[int]:
    """Rows of the verses that hold most stretches of some letters, the likest first."""
    votes: Counter[int] = Counter()
    for start in range(0, max(1, len(letters) - _STRETCH + 1), _STEP):
        votes.update(mushaf.rows_with(letters[start : start + _STRETCH]))
    return sorted(votes, key=lambda row: (-votes[row], row))[:VERSES]


def _standing(row: int, count: int, verses: Verses) -> tuple[list[_Word], int]:
    """The words of a verse, and of those behind it that as many words may reach into; and how many are its own."""
    found: list[_Word] = []
    own = 0
    for ordinal in verses.mushaf.ordinals[row : row + count]:
        found += _words_of(verses.verse_of(ordinal))
        own = own or len(found)
        if len(found) >= own + count:
            break
    return found, own


_Change = tuple[Sequence[_Word], Sequence[_Word]]


def _changes(matcher: SequenceMatcher[str], quoted: list[_Word], standing: list[_Word]) -> Iterator[_Change]:
    """What the quotation has, and the verse in its place, wherever these are not the same words in another spelling."""
    for kind, start, end, first, last in matcher.get_opcodes():
        opens, closes = start == 0, end == len(quoted)
        if kind == "equal":
            pairs = zip(quoted[start:end], standing[first:last], strict=True)
            yield from (([one], [other]) for one, other in pairs if not one.spells(other))
            continue
        if kind == "insert" and (opens or closes):
            continue  # a quotation may begin and end within a verse
        ours, theirs = quoted[start:end], standing[first:last]
        if opens:
            theirs = theirs[-len(ours) :]
        if closes:
            theirs = theirs[: len(ours)]
        if _same(ours, theirs):
            continue
        if opens or closes:
            beside = standing[first:last]
            if _ends_so(ours, beside, opens=opens) or _is_other(ours, beside, opens=opens):
                continue
        yield ours, theirs


def _has_other_ends(matcher: SequenceMatcher[str], quoted: list[_Word], standing: list[_Word]) -> bool:
    """Whether words at an end of a quotation are none of the verse at all."""
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind == "equal" or start == end or (start and end < len(quoted)):
            continue
        ours, beside, opens = quoted[start:end], standing[first:last], start == 0
        if not _ends_so(ours, beside, opens=opens) and _is_other(ours, beside, opens=opens):
            return True
    return False


def _ends_so(ours: Sequence[_Word], theirs: Sequence[_Word], *, opens: bool) -> bool:
    """Whether words at an end of a quotation are those at the end of the verse's, parted in another way."""
    cuts = range(len(theirs) + 1)
    return _joined(ours) == _BASMALA or any(
        _same(ours, theirs[cut:] if opens else theirs[:cut], led=opens) for cut in cuts
    )


def _is_other(ours: Sequence[_Word], theirs: Sequence[_Word], *, opens: bool) -> bool:
    """Whether words at an end are so unlike the verse's that they are no part of the quotation."""
    if _ends_so(ours, theirs, opens=opens):
        return False
    beside = theirs[-len(ours) :] if opens else theirs[: len(ours)]
    return SequenceMatcher(None, _joined(ours), _joined(beside), autojunk=False).ratio() < LIKE


def _same(ours: Sequence[_Word], theirs: Sequence[_Word], *, led: bool = False) -> bool:
    """Whether words are the same in another spelling, or parted in another way. `led`: with another "and" or "so"
    before them, or none."""
    if len(ours) == len(theirs) and all(
        not one.ways.isdisjoint(other.ways) or (led and not place and not one.unled.isdisjoint(other.unled))
        for place, (one, other) in enumerate(zip(ours, theirs, strict=True))
    ):
        return True
    return _joined(ours) == _joined(theirs)


def _joined(run: Sequence[_Word]) -> str:
    return _heard("".join(word.modern for word in run))


def _is_slip(changes: Sequence[_Change], count: int) -> bool:
    """Whether so little is another that it is a mistake, and no shortened or interspersed verse."""
    sizes = [max(len(ours), len(theirs)) for ours, theirs in changes]
    return 0 < sum(sizes) <= max(1, count // ONE_IN) and max(sizes) <= LONGEST_RUN
