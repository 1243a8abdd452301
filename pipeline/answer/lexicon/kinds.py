"""Which kind of text a question asks for, and whose words.

    give me a hadith about | justice          spider | quran verse         what did the prophet say about | anger
    the hadith of | the two gardens

Who asks so wants a text of that kind, and the word for it is none that a text must hold: what is left between the two
ends is what the text is asked on. A question may also say elsewhere whose words or deeds it asks for ("did the prophet
wear a ring"); these are told by texts of that kind, and by others too. And a narration may say that another tells what
it leaves out. All of it is phrases of `data/lexicon/kinds.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any, NamedTuple

from pipeline.answer.lexicon.said import Phrases, Words
from pipeline.answer.words.fold import fold
from pipeline.answer.words.replacing import replaced

NARRATION = ("hadith",)
AT_END = 3  # words that say so at the end of a narration, at most


class Wanted(NamedTuple):
    """The kinds of text that a question asks for, none for any; `alone`: a text of these is the thing wanted; `on`:
    what it is asked on, the question itself unless they are wanted alone."""

    kinds: tuple[str, ...]
    alone: bool
    on: str


class _Kind:
    """One kind of text: how it is asked for."""

    def __init__(self, listed: Mapping[str, Any], phrases: Callable[[Iterable[str]], Phrases]) -> None:
        self.kinds = tuple(listed["kinds"])
        self.before, self.behind, self.whose = (
            phrases(chain.from_iterable(listed.get(name, {}).values()))
            for name in ("before", "behind", "whose")
        )


class Kinds:
    """The phrases, compiled."""

    def __init__(self, lists: Mapping[str, Any], of_another: Phrases, asking: frozenset[str]) -> None:
        """`of_another`: names of other prophets; `asking`: words that a question begins with."""

        def phrases(written: Iterable[str]) -> Phrases:
            return Phrases.of(written, lists["named"])

        def words(listed: Iterable[str]) -> frozenset[str]:
            return frozenset(map(fold, listed))

        self._kinds = [_Kind(one, phrases) for one in lists["asked"]]
        self._said_of = phrases(chain.from_iterable(lists["said_of"].values()))
        self._attribution = phrases(chain.from_iterable(lists["attribution"].values()))
        self._of_quran, self._unless = (phrases(lists["of_quran"][name]) for name in ("words", "unless"))
        self._referring, self._at_end = (phrases(lists["referring"][name]) for name in ("anywhere", "at_end"))
        name = lists["name_of_narration"]
        self._named_behind = phrases(chain.from_iterable(name["behind"].values()))
        self._no_name = words(chain.from_iterable(name["but"].values()))
        graded = lists["graded"]
        self._graded, self._graded_name, self._graded_behind = (
            phrases(chain.from_iterable(graded[key].values())) for key in ("before", "names", "behind")
        )
        self._not_he = words(lists["not_he"])
        self._him = words(lists["named"]["prophet"].split("|"))
        self._itself = words(chain.from_iterable(lists["named_itself"].values()))
        self._of_another, self._asking = of_another, asking

    def wanted(self, text: str, says_something: Callable[[str], bool]) -> Wanted:
        """What kind of text a question asks for.

        Args:
            says_something: whether a text names anything; the word of a kind with nothing beside it is asked about.
        """
        said = Words.of(text)
        if says_something(name := self.named_narration(text)):
            return Wanted(NARRATION, True, name)
        for one in self._kinds:
            low, high = self._between(said, one)
            on = said.cut(low, high)
            if (low, high) != (0, len(said.words)) and says_something(on):
                return Wanted(one.kinds, True, on)
        named = (one.kinds for one in self._kinds if self._names(said, one.whose))
        return Wanted(next(named, ()), False, text)

    def _between(self, said: Words, kind: _Kind) -> tuple[int, int]:
        """The words between those that ask for a kind of text, told by the places of the first and behind the last."""
        low, high = 0, len(said.words)
        if end := max(kind.before.ends(said, 0, high - 1), default=0):
            return end, high
        if high and said.words[0] not in self._asking:
            start = said.tail(kind.behind, range(1, high))
            if said.words[start - 1] not in self._itself:
                return low, start
        return low, high

    def named_narration(self, text: str) -> str:
        """The name by which a question asks for a narration ("the hadith of the two gardens"); empty where by none."""
        said = Words.of(text)
        start, whole = said.behind(self._named_behind), len(said.words)
        is_name = 0 < start < whole and self._no_name.isdisjoint(said.words[start:])
        return said.cut(start, whole) if is_name else ""

    def graded_on(self, text: str) -> str:
        """On what the narration is whose soundness a question asks for; empty where it says its words, or none."""
        said = Words.of(text)
        low = said.behind(self._graded)
        named = 0 if low else said.behind(self._graded_name)
        low = low or named
        high = said.tail(self._graded_behind, range(low + 1, len(said.words)))
        if not 0 < low < high or (named and not all(word.startswith("ال") for word in said.words[low:high])):
            return ""
        return said.cut(low, high)

    def _names(self, said: Words, whose: Phrases) -> bool:
        """Whether a text says a phrase, and does not go on to name another prophet."""
        whole = len(said.words)
        ends = (end for _, end in said.all(whose))
        return any(
            end == whole or not (said.words[end] in self._not_he or said.behind(self._of_another, end) > end)
            for end in ends
        )

    def speaker(self, text: str) -> str | None:
        """Whose words are asked for, where it is asked what is said of a thing: the Prophet by his name, anybody else
        by none; None where no such thing is asked."""
        said = Words.of(text)
        found = next((said.words[place:end] for place, end in said.all(self._said_of)), None)
        return None if found is None else " ".join(word for word in found if word in self._him)

    def without_attribution(self, text: str) -> str:
        """A question without the phrases that say whose words are asked for."""
        said = Words.of(text)
        whose = (
            (said.spans[place][0], said.spans[end - 1][1], " ") for place, end in said.all(self._attribution)
        )
        rest = replaced(text, whose)
        return text if rest == text else rest.strip()

    def refers(self, text: str) -> bool:
        """Whether a narration says that it is told by another ("the rest of the hadith is the same")."""
        said = Words.of(text)
        whole = len(said.words)
        at_end = said.tail(self._at_end, range(max(0, whole - AT_END), whole)) < whole
        return at_end or any(said.all(self._referring))

    def of_quran(self, text: str) -> bool:
        """Whether a question of commentary asks what the Qur'an says, and no narration."""
        said = Words.of(text)
        return any(said.all(self._of_quran)) and not any(said.all(self._unless))
