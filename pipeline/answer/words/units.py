"""What a question asks about, as units of meaning that a passage may cover.

A unit is a word of the question, or a concept of the glossary that some of its words form; a concept is
covered by any of its forms, in either language. Units weigh the idf of their words, as integers (1024 is 1.0),
so that every comparison built on them is exact, in steps of a sixteenth, so that a few documents more or less
seldom move any. Words that only give a question its form ("ruling", "how many") weigh a quarter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType

from pipeline.answer.words.spelling import bare
from pipeline.answer.words.tongue import tongue_of
from pipeline.text import Glossary, analyse_query, term_tokens, words

ONE = 1024
STEP = ONE // 16
FRAME_SHARE = 4


@dataclass(frozen=True)  # without slots it is packed and unpacked in half the time
class Unit:
    """One thing asked about. `forms`: sets of tokens, any one of which covers it."""

    tokens: tuple[str, ...]
    forms: tuple[frozenset[str], ...]
    weight: int
    frame: bool = False
    concept: str = ""
    unknown: bool = False

    @property
    def words(self) -> frozenset[str]:
        """All tokens of its forms."""
        return frozenset[str]().union(*self.forms)

    @property
    def alone(self) -> frozenset[str]:
        """The tokens each of which covers it by itself."""
        return frozenset(next(iter(form)) for form in self.forms if len(form) == 1)

    def is_in(self, tokens: frozenset[str] | set[str]) -> bool:
        """Whether some tokens cover it."""
        return any(form <= tokens for form in self.forms)


@dataclass(frozen=True)
class Asked:
    """A question as units, with the tokens in their order. What follows from these is worked out once: every text is
    measured by it."""

    tokens: tuple[str, ...]
    units: tuple[Unit, ...]
    language: str = "ar"  # that it is asked in

    @cached_property
    def total(self) -> int:
        """What covering everything would weigh; at least 1."""
        return max(1, sum(unit.weight for unit in self.units))

    @cached_property
    def things(self) -> tuple[Unit, ...]:
        """The units that do not only give the question its form."""
        return tuple(unit for unit in self.units if not unit.frame)

    @cached_property
    def heaviest(self) -> int:
        """The weight of the heaviest unit; at least 1."""
        return max((unit.weight for unit in self.units), default=1) or 1

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The places of the things that stand side by side in the question."""
        return tuple(pairwise(place for place, unit in enumerate(self.units) if not unit.frame))

    def by(self, tokens: Iterable[str]) -> tuple[Unit, ...]:
        """The units of some of its tokens."""
        said = frozenset(tokens)
        return tuple(unit for unit in self.units if not said.isdisjoint(unit.tokens))

    def known(self, generic: frozenset[str]) -> tuple[Unit, ...]:
        """The things that the glossary knows, without the generic ones, which any text may leave out."""
        return tuple(unit for unit in self.things if unit.concept and unit.concept not in generic)

    def covered(self, tokens: frozenset[str] | set[str]) -> int:
        """The weight of the units that some tokens cover."""
        weight = 0
        for unit in self.units:  # asked some 300 times a question: no generators
            for form in unit.forms:
                if form <= tokens:
                    weight += unit.weight
                    break
        return weight

    @cached_property
    def places(self) -> Mapping[str, tuple[int, ...]]:
        """For each token that may cover something, the units it takes part in."""
        found: dict[str, list[int]] = {}
        for place, unit in enumerate(self.units):
            for form in unit.forms:
                for token in form:
                    if place not in found.setdefault(token, []):
                        found[token].append(place)
        return {token: tuple(units) for token, units in found.items()}


NOTHING = Asked((), ())  # of a text that is looked up


def to_fixed(value: float) -> int:
    """A weight as an integer; 1024 is 1.0."""
    return round(value * ONE)


def weight_of(idf: float) -> int:
    """What a word weighs that is so rare.

    >>> [weight_of(idf) for idf in (0.0, 3.999, 4.001, 4.04)]
    [0, 4096, 4096, 4160]
    """
    return round(idf * (ONE // STEP)) * STEP


def asked(
    text: str,
    glossary: Glossary | None,
    idf: Callable[[str], float],
    known: Callable[[str], bool],
    frame: frozenset[str],
    kindred: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Asked:
    """The units of a question. `kindred`: the other forms of a word, by its token."""
    tokens = tuple(analyse_query(text))
    units: list[Unit] = []
    taken: set[str] = set()
    concepts: dict[tuple[str, ...], list[str]] = {}
    for concept, span in _concepts(text, tokens, glossary):
        concepts.setdefault(span, []).append(concept)
    for span, ids in concepts.items():
        if taken & set(span) or glossary is None:
            continue
        taken |= set(span)
        forms = {frozenset(term_tokens(form)) for one in ids for form in glossary.concepts[one].forms}
        forms |= {form for token in span for form in _kindred(token, kindred)} if len(span) == 1 else set()
        # Each word of a concept is a unit: the concept in any form covers all of them, a word covers itself.
        for token in dict.fromkeys(span):
            units.append(
                _unit(token, forms | {frozenset(span), frozenset((token,))}, idf, known, frame, "+".join(ids))
            )
    units += [
        _unit(token, {frozenset((token,)), *_kindred(token, kindred)}, idf, known, frame, "")
        for token in dict.fromkeys(tokens)
        if token not in taken
    ]
    units.sort(key=lambda unit: (tokens.index(unit.tokens[0]), unit.tokens))
    return Asked(tokens, tuple(units), tongue_of(text))


def _kindred(token: str, kindred: Mapping[str, Sequence[str]]) -> set[frozenset[str]]:
    return {frozenset(analyse_query(word)) for word in kindred.get(token, ())}


def _unit(
    token: str,
    forms: set[frozenset[str]],
    idf: Callable[[str], float],
    known: Callable[[str], bool],
    frame: frozenset[str],
    concept: str,
) -> Unit:
    weight = weight_of(idf(token))
    return Unit(
        (token,),
        tuple(sorted((form for form in forms if form), key=sorted)),
        weight // FRAME_SHARE if token in frame else weight,
        token in frame,
        concept,
        unknown=not known(token) and not any(all(map(known, form)) for form in forms),
    )


def _concepts(
    text: str, tokens: Sequence[str], glossary: Glossary | None
) -> list[tuple[str, tuple[str, ...]]]:
    """Concepts with the run of tokens that forms each; the longest run wins, as in the glossary."""
    if glossary is None:
        return []
    written = frozenset(bare(word.text) for word in words(text))
    found: list[tuple[str, tuple[str, ...]]] = []
    place = 0
    while place < len(tokens):
        for length in range(min(6, len(tokens) - place), 0, -1):
            span = tuple(tokens[place : place + length])
            ids = [
                concept
                for concept in glossary.find(span)
                if any(
                    term_tokens(form) == span and (length > 1 or _is_written(form, written))
                    for form in glossary.concepts[concept].forms
                )
            ]
            if ids:
                found.extend((concept, span) for concept in ids)
                place += length
                break
        else:
            place += 1
    return found


def _is_written(form: str, written: frozenset[str]) -> bool:
    """Whether a form of one token may be what is written.

    A word that ends in ta marbuta is another than the one without it (القيامة، القيام), and a word alone is not what it
    is with another that is not searched (أم الكتاب).
    """
    own = [bare(word.text) for word in words(form)]
    if len(own) > 1 and not own[0].isascii():
        return written.issuperset(own)
    return own[0] in written or own[0][:-1] not in written or not own[0].endswith("ه")
