"""Whether a pattern may take time that doubles with each further character: by its automaton, not by a clock.

Python's `re` goes back over every way in which it could have read a text so far. Where two different ways lead from a
place of a pattern back to it over the same characters, n rounds have 2**n ways (Weideman et al., "Analyzing matching
time behavior of backtracking regular expression matchers", 2016). The automaton here has a state for each
character of the pattern (Glushkov); it counts in how many ways one follows another, and runs in two places at once.

What a pattern looks ahead to is judged by itself, and so is what an atomic group holds: a way once found there is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from re import _constants as kind  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, TypeVar

State = TypeVar("State", bound=Hashable)
Ways = Mapping[int, int]  # places, each with the ways to it; two stand for many
MANY = 2
LONG = 8  # repetitions, from which a group is taken for one without end
# Characters that stand for all that a pattern does not name: letters, digits, marks, spaces, signs.
OTHERS = "\u4e00\u0436zQ7\u0663 \n_!\u0639\u064e\u0640"
REPEATS = (kind.MAX_REPEAT, kind.MIN_REPEAT)
LOOKS = (kind.ASSERT, kind.ASSERT_NOT)


def ambiguous(pattern: re.Pattern[str]) -> str:
    """The characters of a pattern over which two ways lead round a loop; empty where there are none."""
    parsed = list(parser.parse(pattern.pattern, pattern.flags))
    return _ambiguous(parsed, _characters(parsed), bool(pattern.flags & re.IGNORECASE))


def _ambiguous(parsed: list[Any], characters: list[str], folds: bool) -> str:
    automaton = _Automaton(characters, folds)
    automaton.sequence(parsed)
    return automaton.told() or next(
        filter(None, (_ambiguous(one, characters, folds) for one in automaton.apart)), ""
    )


class _Automaton:
    """The places of a pattern, each with the characters that it reads and the places that may follow it."""

    def __init__(self, characters: list[str], folds: bool) -> None:
        self.characters, self.folds = characters, folds
        self.reads: list[frozenset[str]] = []
        self.follow: list[dict[int, int]] = []
        self.apart: list[list[Any]] = []  # what is matched by itself

    def sequence(self, items: Iterable[tuple[Any, Any]]) -> tuple[int, Ways, Ways]:
        """The ways past some items without a character, into them, and out of them."""
        past, first, last = 1, dict[int, int](), dict[int, int]()
        for operator, value in items:
            skipped, begins, ends = self._item(operator, value)
            self._link(last, begins)
            first = _sum(first, begins, past)
            last = _sum(ends, last, skipped)
            past = min(MANY, past * skipped)
        return past, first, last

    def told(self) -> str:
        """Where two ways lead round a loop."""
        places = range(len(self.reads))
        loop = components(places, self.follow.__getitem__)
        inside = [{to: ways for to, ways in self.follow[at].items() if loop[to] == loop[at]} for at in places]
        for at in places:
            for to, ways in inside[at].items():
                if ways >= MANY:
                    return f"{self._named(at)} to {self._named(to)}"

        def both(pair: tuple[int, int]) -> list[tuple[int, int]]:
            return [
                (min(to, other), max(to, other))
                for to in inside[pair[0]]
                for other in inside[pair[1]]
                if self.reads[to] & self.reads[other]
            ]

        together = components([(at, at) for at in places if inside[at]], both)
        one = {part for (at, other), part in together.items() if at == other}
        for (at, other), part in sorted(together.items()):
            if at != other and part in one:
                return f"{self._named(at)} beside {self._named(other)}"
        return ""

    def _item(self, operator: Any, value: Any) -> tuple[int, Ways, Ways]:
        if operator is kind.SUBPATTERN:
            return self.sequence(value[3])
        if operator is kind.BRANCH:
            past, first, last = 0, dict[int, int](), dict[int, int]()
            for branch in value[1]:
                skipped, begins, ends = self.sequence(branch)
                past, first, last = min(MANY, past + skipped), _sum(first, begins), _sum(last, ends)
            return past, first, last
        if operator in REPEATS:
            return self._repeat(*value)
        if operator in LOOKS:
            self.apart.append(list(value[1]))
            return 1, {}, {}
        if operator in (kind.ATOMIC_GROUP, kind.POSSESSIVE_REPEAT):
            self.apart.append(list(value) if operator is kind.ATOMIC_GROUP else [(kind.MAX_REPEAT, value)])
            return self._place(frozenset([f"atomic {len(self.reads)}"]))
        if operator in (kind.AT, kind.GROUPREF):
            return 1, {}, {}
        return self._place(
            frozenset(one for one in self.characters if _reads(operator, value, one, self.folds))
        )

    def _repeat(self, least: int, most: int, body: Any) -> tuple[int, Ways, Ways]:
        if most is kind.MAXREPEAT or most >= LONG:
            skipped, first, last = self.sequence(body)
            self._link(last, first)
            if skipped and most is not kind.MAXREPEAT:
                self._link(
                    last, first
                )  # a round may read nothing, so that one text is read in many numbers of rounds
            return int(skipped > 0 or least == 0), first, last
        past, begins, ends = 1, dict[int, int](), dict[int, int]()
        for round_ in range(most):
            skipped, first, last = self.sequence(body)
            skipped = 1 if round_ >= least else skipped
            self._link(ends, first)
            begins, ends, past = (
                _sum(begins, first, past),
                _sum(last, ends, skipped),
                min(MANY, past * skipped),
            )
        return past, begins, ends

    def _place(self, reads: frozenset[str]) -> tuple[int, Ways, Ways]:
        self.reads.append(reads)
        self.follow.append({})
        place = {len(self.reads) - 1: 1}
        return 0, place, place

    def _link(self, ends: Ways, begins: Ways) -> None:
        for at, ways in ends.items():
            self.follow[at] = _sum(self.follow[at], begins, ways)

    def _named(self, place: int) -> str:
        return f"{''.join(sorted(self.reads[place])[:8])!r} (character {place + 1} of the pattern)"


def components(roots: Iterable[State], following: Callable[[State], Iterable[State]]) -> dict[State, int]:
    """The strongly connected component of each state that is reached (Tarjan 1972), without recursion."""
    seen: dict[State, int] = {}
    low: dict[State, int] = {}
    stack: list[State] = []
    component: dict[State, int] = {}
    for root in roots:
        if root in seen:
            continue
        seen[root] = low[root] = len(seen)
        stack.append(root)
        work = [(root, iter(following(root)))]
        while work:
            state, further = work[-1]
            for other in further:
                if other not in seen:
                    seen[other] = low[other] = len(seen)
                    stack.append(other)
                    work.append((other, iter(following(other))))
                    break
                if other not in component:
                    low[state] = min(low[state], seen[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == seen[state]:
                    while state not in component:
                        component[stack.pop()] = seen[state]
    return component


def _sum(some: Ways, others: Ways, times: int = 1) -> dict[int, int]:
    """The ways of both, the second taken so many times."""
    total = dict(some)
    for place, ways in others.items() if times else ():
        total[place] = min(MANY, total.get(place, 0) + ways * times)
    return total


def _characters(parsed: Iterable[tuple[Any, Any]]) -> list[str]:
    """What a pattern names, and what stands for the rest."""
    found = set(OTHERS)

    def walk(value: Any) -> None:
        if isinstance(value, tuple) and len(value) == 2 and value[0] in (kind.LITERAL, kind.NOT_LITERAL):
            found.add(chr(value[1]))
        elif isinstance(value, tuple) and len(value) == 2 and value[0] is kind.RANGE:
            found.update(chr(code) for code in (value[1][0], sum(value[1]) // 2, value[1][1]))
        elif isinstance(value, tuple | list | parser.SubPattern):
            for each in value:
                walk(each)

    walk(list(parsed))
    return sorted(found)


def _reads(operator: Any, value: Any, character: str, folds: bool) -> bool:
    """Whether a place of a pattern reads a character."""
    if operator is kind.ANY:
        return character != "\n"
    listed = value if operator is kind.IN else [(operator, value)]
    forms = {character, character.lower(), character.upper()} if folds else {character}
    found, negated = False, False
    for each, of in listed:
        if each is kind.NEGATE:
            negated = True
        elif each is kind.CATEGORY:
            found |= _CATEGORIES[of](character)
        elif each is kind.RANGE:
            found |= any(of[0] <= ord(one) <= of[1] for one in forms if len(one) == 1)
        else:
            found |= (chr(of) in forms) is not (each is kind.NOT_LITERAL)
    return found is not negated


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    kind.CATEGORY_WORD: _is_word,
    kind.CATEGORY_NOT_WORD: lambda character: not _is_word(character),
    kind.CATEGORY_SPACE: str.isspace,
    kind.CATEGORY_NOT_SPACE: lambda character: not character.isspace(),
    kind.CATEGORY_DIGIT: str.isdecimal,
    kind.CATEGORY_NOT_DIGIT: lambda character: not character.isdecimal(),
}
