"""Whether somebody tells of danger: that he would end his life or harms himself, is beaten, abused or threatened; or
asks leave to do what is as grave.

    {i} {want} {dying}     {beat} {me}     {beat:me}     =suicidal     {kill}_{self}

A sign is some words in this order within one sentence, each at most `REACH` words behind the one before. `|` parts
words of which one is said, `_` joins words that stand side by side, `=` begins a word that counts only as it is
written, `^` is the beginning of a sentence, and `{name}` is a list of words. An English word counts in every form of
its stem, however it is shortened (I'll) or mistyped. An Arabic word counts in every tense and person, with what
dialects put before it (بيضرب، كيضرب) and what is joined behind it; `:i` asks that the one who speaks does it, `:me`
that it is done to him. The words stand in `data/lexicon/crisis.yaml`.

What is asked of texts and rulings is no danger: nobody in it speaks of himself. A sign under `unless` takes away each
sign that it shares words with. What to say to the one who asks is not decided here.

A build reads the signs once (`read_signs`) and leaves what it read in the snapshot.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from pipeline.answer.lexicon.said import SOUND
from pipeline.answer.lexicon.ways import stemmed
from pipeline.answer.words.fold import fold, latin_key
from pipeline.answer.words.mistyped_english import Speller
from schemas.errors import ConfigurationError
from schemas.tables import LANGUAGES

REACH = 5  # words between two of a sign
SPOKEN_OF, ONESELF, UNLESS = "spoken-of", "oneself", "unless"
GRAVE, PUNISHING = "grave", "punishing"
_SENTENCE = re.compile(r"[.!?؟;؛]+|\n\s*\n")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_SHORT = {"'m": " am", "'re": " are", "'ve": " have", "'ll": " will", "'d": " would", "n't": " not", "'s": ""}
_SHORTENED = re.compile(rf"(?<=\w)({'|'.join(_SHORT)})(?!\w)")
BY, TO, EXACT, NUMBER, BEGIN = ":i", ":me", "=", "#", "^"
_MARKS = ("", BY, TO)
_BETWEEN = re.compile(r"_(?![^{]*\})")
_AND = "وف"
# What dialects draw into one word with "not", and with the ش behind it (ماعندي، ماعنديش، مفيش). Without the ا or the
# ش it may be another word: مالي is my wealth.
_DENIED = "عندي|عندنا|في|فيه|بغيت|نبغي|ابغي|بدي|ودي|نحب|احب|حبيت|نقدر|اقدر|قدرت|ينفع|بقي|عاد|كان"
_JOINED_NOT = re.compile(rf"([{_AND}]?)(?:ما({_DENIED})|ما?({_DENIED}|لي|ليا)ش)")

# What stands before an Arabic word, and whether the one who speaks is then meant: "and", the tense, the person. A
# dialect may leave the person away behind its ب or ه (بفكر، هشرب), and says one's own with ن in the west (كنفكر).
_BEFORE = {
    one + tense + person: person in ("ا", "ن") or (tense in tuple("بحه") and not person)
    for one, tense, person in product(("", "و", "ف"), ("", *"سحهبكغل"), ("", *"ايتن"))
} | {one + article: False for one in ("", "و", "ف") for article in ("ال", "بال", "لل", "كال")}
# What stands behind it: an ending, then a pronoun, then the ش of "not".
_BEHIND = {
    ending + whom + no: (ending in ("ت", "يت") and not whom.startswith("ك"), whom == "ني")
    for ending, whom, no in product(
        ("", "ا", "ت", "يت", "و", "وا", "ون", "ين", "نا", "تو"),
        ("", "ني", "نا", "ه", "ها", "هم", "ك", "كم"),
        ("", "ش"),
    )
}
_LEAST = 2  # letters of what is left of a word

Row = Sequence[str]  # words or lists that stand side by side


class Sign(NamedTuple):
    """A sign: its parts, of each of which one row is said, and words of each of which a sentence with it has one."""

    parts: Sequence[Sequence[Row]]
    needed: tuple[frozenset[str], ...]


class Span(NamedTuple):
    """Some words of a sentence, by the places of the first and behind the last."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of one language, by what they are of. `rows`: by its name, what a list has of several words; its single
    words are told by the keys of a word."""

    signs: Mapping[str, Sequence[Sign]]
    rows: Mapping[str, Sequence[Row]]

    @classmethod
    def of(cls, read: Mapping[str, Any]) -> Signs:
        """Those of a language, as they were read."""
        rows = read["rows"]
        return cls(
            {kind: [_sign(parts, rows) for parts in signs] for kind, signs in read["signs"].items()}, rows
        )

    def tells(self, kind: str, words: Sequence[frozenset[str]]) -> bool:
        """Whether a sentence has a sign of a kind that nothing takes away.

        Args:
            words: what each word is, as signs name it.
        """
        found = list(self.places(kind, words))
        against = list(self.places(UNLESS, words)) if found else []
        return any(all(no.end <= one.start or one.end <= no.start for no in against) for one in found)

    def places(self, kind: str, words: Sequence[frozenset[str]]) -> Iterator[Span]:
        """Where a sentence has signs of a kind."""
        held = frozenset().union(*words)
        for sign in self.signs[kind]:
            if not any(map(held.isdisjoint, sign.needed)):
                yield from self._spans(sign, words)

    def _spans(self, sign: Sign, words: Sequence[frozenset[str]]) -> set[Span]:
        """Where a sign stands; of those that end at one place, the shortest."""
        spans = self._either(sign.parts[0], words, range(len(words)))
        for either in sign.parts[1:]:
            begun: dict[int, int] = {}
            for start, end in spans:
                begun[end] = max(start, begun.get(end, start))
            reached = {place for end in begun for place in range(end, min(end + REACH + 1, len(words)))}
            spans = {
                Span(max(begun[end] for end in begun if end <= start <= end + REACH), high)
                for start, high in self._either(either, words, sorted(reached))
            }
        return spans

    def _either(
        self, rows: Sequence[Row], words: Sequence[frozenset[str]], places: Sequence[int]
    ) -> set[Span]:
        return {
            Span(at, end)
            for row in rows
            for at in places
            if row[0] in words[at] or row[0] in self.rows
            for end in self._ends(row, words, at)
        }

    def _ends(self, row: Row, words: Sequence[frozenset[str]], at: int) -> Iterator[int]:
        """The places behind a row that stands at a place."""
        if not row:
            yield at
            return
        if at < len(words) and row[0] in words[at]:
            yield from self._ends(row[1:], words, at + 1)
        for one in self.rows.get(row[0], ()):
            for end in self._ends(one, words, at):
                yield from self._ends(row[1:], words, end)


class Crisis:
    """The signs of danger, in both languages."""

    def __init__(self, read: Mapping[str, Any], rarity: Callable[[str], int], rarest: int) -> None:
        """
        Args:
            read: the list of signs, as `read_signs` gives it.
            rarity: how rare a word is in general language; at `rarest` it is none.
        """
        self._written: Mapping[str, str] = read["written"]
        self._listed: Mapping[str, Sequence[str]] = read["listed"]
        self._spelled = frozenset(read["spelled"])
        self._signs = [Signs.of(read[language]) for language in LANGUAGES]
        self._rarity, self._rarest = rarity, rarest
        self._speller = Speller({word: rarity(word) for word in read["spelled"]})
        self._keys = lru_cache(maxsize=1 << 13)(self._keys_of)
        self._sentences = lru_cache(maxsize=4)(self._sentences_of)  # one question is asked for several kinds

    def tells(self, kind: str, text: str) -> bool:
        """Whether a sentence of a text has a sign of a kind that nothing takes away."""
        return any(signs.tells(kind, words) for words in self._sentences(text) for signs in self._signs)

    def touches(self, text: str) -> bool:
        """Whether a text speaks of such danger, and anywhere of the one who asks; or asks leave for what is grave."""
        sentences = self._sentences(text)
        return self.tells(GRAVE, text) or all(
            any(any(signs.places(kind, words)) for words in sentences for signs in self._signs)
            for kind in (SPOKEN_OF, ONESELF)
        )

    def asks_of_punishing(self, text: str) -> bool:
        """Whether it is asked in general if others may be hurt, or how a deed is punished."""
        return self.tells(PUNISHING, text)

    def _sentences_of(self, text: str) -> list[list[frozenset[str]]]:
        """What each word of each sentence is, behind its beginning; none is shortened."""
        found = []
        for sentence in _SENTENCE.split(fold(text)):
            full = " ".join(map(self._in_full, _WORD.findall(sentence)))
            if words := _WORD.findall(_SHORTENED.sub(lambda match: _SHORT[match[1]], full)):
                found.append([frozenset((BEGIN,)), *map(self._keys, words)])
        return found

    def _in_full(self, word: str) -> str:
        """What a word is written for, by its letters or by its sound; or the two words that it draws into one."""
        if joined := _JOINED_NOT.fullmatch(word):
            return f"{joined[1]}ما {joined[2] or joined[3]}"
        return self._written.get(word) or self._written.get(SOUND + latin_key(word), word)

    def _keys_of(self, word: str) -> frozenset[str]:
        """What a word may be in a sign: itself, its stem or what is left of it, and the lists that hold these."""
        meant = word
        if word.isascii() and word not in self._spelled and self._rarity(word) >= self._rarest:
            meant = self._speller.meant(word) or word
        keys = {EXACT + meant, *((stemmed(meant),) if meant.isascii() else _arabic(meant))}
        if not meant.isascii() and meant[0] in _AND:
            keys.add(EXACT + meant[1:])
        if meant.isdigit() and len(meant) > 1:
            keys.add(NUMBER)
        return frozenset(keys.union(*(self._listed.get(key, ()) for key in keys)))


def read_signs(lists: Mapping[str, Any]) -> dict[str, Any]:
    """The list of signs as it is compared with sentences, in plain values for a snapshot.

    Returns:
        What is `written` for other words, the names of the lists that each single word is `listed` in, the English
        words that are `spelled` in signs, and of each language its `signs`, by what they are of, and the `rows` of its
        lists.

    Raises:
        ConfigurationError: a sign or a list holds no word, or names a list that is not there.
    """
    reader = _Reader()
    read = {language: reader.read(language, lists[language]) for language in LANGUAGES}
    return {
        "written": {_spelling(one): fold(meant) for one, meant in lists["written"].items()},
        "listed": {word: sorted(names) for word, names in reader.listed.items()},
        "spelled": sorted(reader.spelled),
        **read,
    }


class _Reader:
    """Reads the signs of both languages."""

    def __init__(self) -> None:
        self.listed: dict[str, set[str]] = {}
        self.spelled: set[str] = set()

    def read(self, language: str, lists: Mapping[str, Any]) -> dict[str, Any]:
        """The signs of a language. What single words a list has is kept by word."""
        names = {
            f"{{{name}{mark}}}": f"{language}:{name}{mark}" for name in lists["lists"] for mark in _MARKS
        }
        rows: dict[str, list[Row]] = {}
        for name, written in lists["lists"].items():
            for row in self._rows(written, names):
                single = len(row) == 1 and row[0] not in names.values()
                for mark in _MARKS:
                    listed = names[f"{{{name}{mark}}}"]
                    if single:
                        self.listed.setdefault(row[0] + mark, set()).add(listed)
                    else:
                        rows.setdefault(listed, []).append(row)
        signs = {
            kind: [[self._rows(one, names) for one in sign.split()] for sign in listed]
            for kind, listed in lists.items()
            if kind != "lists"
        }
        return {"signs": signs, "rows": rows}

    def _rows(self, written: str, names: Mapping[str, str]) -> list[Row]:
        """Some rows of words of which one is said."""
        rows = (_BETWEEN.split(row) for row in written.split("|"))
        return [[self._key(word, names, written) for word in row] for row in rows]

    def _key(self, word: str, names: Mapping[str, str], written: str) -> str:
        """A word of a sign or a list as the words of a question are compared with it."""
        if word in names or word in (NUMBER, BEGIN):
            return names.get(word, word)
        mark = next(mark for mark in (BY, TO, "") if word.endswith(mark))
        bare = fold(word.removesuffix(mark).lstrip(EXACT))
        if not _WORD.fullmatch(bare):
            raise ConfigurationError(
                "a sign of danger cannot be read",
                where=f"crisis: {written}",
                expected="words, and names of lists that stand in the same file",
                found=word or "an empty word",
                remedy="write it as the head of data/lexicon/crisis.yaml says",
            )
        if bare.isascii():
            self.spelled.add(bare)
        return EXACT + bare if word.startswith(EXACT) else (stemmed(bare) if bare.isascii() else bare) + mark


def _sign(parts: Sequence[Sequence[Row]], lists: Mapping[str, Sequence[Row]]) -> Sign:
    """A sign of some parts. `lists`: those of several words, which no word of a sentence tells by itself."""
    firsts = [frozenset(row[0] for row in either) for either in parts]
    return Sign(parts, tuple(one for one in firsts if one.isdisjoint(lists)))


def _spelling(written: str) -> str:
    """A word that is written for another, as those of a sentence are compared with it."""
    return SOUND + latin_key(written) if written.startswith(SOUND) else fold(written)


def _arabic(word: str) -> Iterator[str]:
    """What is left of an Arabic word without what is joined to it, and with a mark: whose deed it then tells."""
    for before, by in _BEFORE.items():
        if not word.startswith(before):
            continue
        for behind, (ended_by, to) in _BEHIND.items():
            core = word[len(before) : len(word) - len(behind)]
            if len(core) < _LEAST or not word.endswith(behind):
                continue
            yield core
            for one in (core, core[0] + core[2:]) if core[1:2] == "ا" and len(core) > 3 else (core,):
                yield one
                if by or (ended_by and not before.strip(_AND)):
                    yield one + BY
                if to or (before[-1:] in tuple("يت") and behind == "نا"):
                    yield one + TO
