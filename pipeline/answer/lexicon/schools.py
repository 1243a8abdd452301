"""Schools of law and scholars: by what they are named, in questions and in texts, and which texts are their own.

    the Hanafi ruling on wiping over socks | ما رأي ابن تيمية في زيارة القبور | وبه قال مالك والشافعي

All of it is phrases of `data/lexicon/schools.yaml`. The longest that stands at a place counts, so that one which names
nobody ("narrated by Imam Ahmad") hides the name in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pipeline.answer.lexicon.named import filled
from pipeline.answer.lexicon.said import Phrases, Words

_ARTICLE = "ال"
_PARTICLES = ("و", "ف", "ب", "ك", "ل", "ول")  # written with the word behind them
_NOBODY = ""


class Named(NamedTuple):
    """Where a text names one of them: characters from and to."""

    whom: str
    start: int
    end: int


class Schools:
    """The names, compiled."""

    def __init__(self, lists: Mapping[str, Any]) -> None:
        named, listed = lists["named"], lists["schools"] | lists["scholars"]

        def names(*keys: str) -> Mapping[str, Phrases]:
            written = {one: [line for key in keys for line in its.get(key, ())] for one, its in listed.items()}
            written[_NOBODY] = lists["nobody"]
            return {one: _phrases(lines, named) for one, lines in written.items()}

        self._asked, self._told = names("names"), names("names", "told")
        self._scholars = frozenset(lists["scholars"])
        self._own = {one: frozenset(its.get("by", ())) for one, its in listed.items()}
        self._asking = _phrases(lists["asking"], named)

    def asked_in(self, question: str) -> frozenset[str]:
        """Those whom a question names.

        >>> from pipeline.answer.lexicon import default_lexicon
        >>> sorted(default_lexicon().schools.asked_in("وضع اليدين عند المالكية والشافعية"))
        ['maliki', 'shafii']
        """
        return frozenset(one.whom for one in _named_in(question, self._asked))

    def told_in(self, text: str) -> Iterator[Named]:
        """Where a text names them."""
        return _named_in(text, self._told)

    def of_text(self, collection: str, author: str) -> frozenset[str]:
        """Those whose a text is, by its collection or by who wrote it."""
        held = frozenset(one for one, collections in self._own.items() if collection in collections)
        return held | {one.whom for one in self.told_in(author) if one.whom in self._scholars}

    def without(self, question: str) -> str:
        """A question without their names, and the words that say that a view is asked for."""
        said = Words.of(question)
        spans = [(said.spans[low][0], said.spans[high - 1][1]) for low, high in said.all(self._asking)]
        spans += [(one.start, one.end) for one in _named_in(question, self._asked)]
        for start, end in spans:
            question = f"{question[:start]}{' ' * (end - start)}{question[end:]}"
        return question


def _named_in(text: str, names: Mapping[str, Phrases]) -> Iterator[Named]:
    said = Words.of(text)
    whole, place = len(said.words), 0
    while place < whole:
        ends = {one: max(phrases.ends(said, place, whole), default=place) for one, phrases in names.items()}
        end = max(ends.values())
        if end > place and ends[_NOBODY] < end:
            start, stop = said.spans[place][0], said.spans[end - 1][1]
            yield from (Named(one, start, stop) for one, its in ends.items() if its > place)
        place = max(end, place + 1)


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
