"""Schools of law and scholars: by what they are named, in questions and in texts, and which texts are their own.

    the Hanafi ruling on wiping over socks | ما رأي ابن تيمية في زيارة القبور | وبه قال مالك والشافعي

All of it is phrases of `data/lexicon/schools.yaml`. The longest that stands at a place counts, so that one which names
nobody ("narrated by Imam Ahmad") hides the name in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from pipeline.answer.lexicon.named import filled
from pipeline.answer.lexicon.said import Phrases, Words

_ARTICLE = "ال"
_PARTICLES = ("و", "ف", "ب", "ك", "ل", "ول")  # written with the word behind them


class Named(NamedTuple):
    """Where a text names one of them: characters from and to."""

    whom: str
    start: int
    end: int


class Schools:
    """The names, compiled."""

    def __init__(self, lists: Mapping[str, Any]) -> None:
        named, listed = lists["named"], lists["schools"] | lists["scholars"]

        def names(*keys: str) -> _Names:
            lines = {one: [line for key in keys for line in its.get(key, ())] for one, its in listed.items()}
            return _Names(lines, lists["nobody"], named)

        self._asked, self._told = names("names"), names("names", "told")
        self._any = _phrases((line for its in listed.values() for line in its["names"]), named)
        self._scholars = frozenset(lists["scholars"])
        self._own = {one: frozenset(its.get("by", ())) for one, its in listed.items()}
        self._asking = _phrases(lists["asking"], named)

    def asked_in(self, question: str) -> frozenset[str]:
        """Those whom a question names.

        >>> from pipeline.answer.lexicon import default_lexicon
        >>> sorted(default_lexicon().schools.asked_in("وضع اليدين عند المالكية والشافعية"))
        ['maliki', 'shafii']
        """
        if not any(Words.of(question).all(self._any)):
            return frozenset()  # as of most
        return frozenset(one.whom for one in self._asked.in_text(question))

    def told_in(self, text: str, whose: AbstractSet[str]) -> Iterator[Named]:
        """Where a text names some of them."""
        return self._told.in_text(text, whose)

    def of_text(self, collection: str, author: str, whose: AbstractSet[str]) -> frozenset[str]:
        """Those of some whose a text is, by its collection or by who wrote it."""
        held = frozenset(one for one in whose if collection in self._own[one])
        return held | {one.whom for one in self.told_in(author, whose & self._scholars)}

    def without(self, question: str) -> str:
        """A question without their names, and the words that say that a view is asked for."""
        said = Words.of(question)
        spans = [(said.spans[low][0], said.spans[high - 1][1]) for low, high in said.all(self._asking)]
        spans += [(one.start, one.end) for one in self._asked.in_text(question)]
        for start, end in spans:
            question = f"{question[:start]}{' ' * (end - start)}{question[end:]}"
        return question


class _Names:
    """What each is called, and what looks like it, as phrases."""

    def __init__(
        self, written: Mapping[str, Sequence[str]], nobody: Sequence[str], named: Mapping[str, str]
    ) -> None:
        self._whose = {one: _phrases(lines, named) for one, lines in written.items()}
        self._nobody = _phrases(nobody, named)

    def in_text(self, text: str, whose: AbstractSet[str] | None = None) -> Iterator[Named]:
        """Where a text names some of them; any without `whose`."""
        names = [(one, phrases) for one, phrases in self._whose.items() if whose is None or one in whose]
        said = Words.of(text) if names else Words("", (), ())
        place, whole = 0, len(said.words)
        while place < whole:
            other = said.behind(self._nobody, place)
            found = [(one, said.behind(phrases, place)) for one, phrases in names]
            end = max(end for _, end in found)
            if end > other:
                start, stop = said.spans[place][0], said.spans[end - 1][1]
                yield from (Named(one, start, stop) for one, its in found if its > place)
            place = max(end, other, place + 1)


def _phrases(lines: Iterable[str], named: Mapping[str, str]) -> Phrases:
    return Phrases.of((_with_particles(filled(one, named)) for one in lines), named)


def _with_particles(line: str) -> str:
    """A phrase whose first word, where it is Arabic, may have a particle before it.

    >>> _with_particles("الحنابلة|حنبلي").split("|")[:8]
    ['الحنابلة', 'والحنابلة', 'فالحنابلة', 'بالحنابلة', 'كالحنابلة', 'للحنابلة', 'وللحنابلة', 'حنبلي']
    """
    first, *rest = line.split(" ")
    mark = "?" if first.endswith("?") else ""
    forms = [
        form
        for word in first.removesuffix("?").split("|")
        for form in (word, *(() if word.isascii() else (_joined(one, word) for one in _PARTICLES)))
    ]
    return " ".join(("|".join(forms) + mark, *rest))


def _joined(particle: str, word: str) -> str:
    short = word.removeprefix(_ARTICLE)
    return f"{particle}ل{short}" if particle.endswith("ل") and short != word else f"{particle}{word}"
