"""The persons whom a question names, and where a text names them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipeline.answer.demands.asking import Asking
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.units import Unit
from pipeline.text import analyse

# Words that make a name another's ("bin" and "b." are read as ibn); a name of its own may begin with one (Abu Bakr).
KIN = frozenset(analyse("ابن أبو أم بنت ibn abu umm bint", keep_stop_words=True))
_SERVANT = frozenset(analyse("عبد"))
# Behind "of" a name tells of somebody's kin: "the daughter of Umar".
_KINSHIP = frozenset(
    analyse(
        "wife wives husband son daughter father mother brother sister uncle aunt cousin slave house tribe"
    )
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody by the tokens of his name; `surnamed`: a word such as Abu stands before it."""

    name: frozenset[str]
    surnamed: bool = False

    def is_at(self, tokens: Sequence[str], place: int) -> bool:
        """Whether a text names him at a place, and not by him his kin ("Ibn Umar", "the daughter of Umar")."""
        if tokens[place] not in self.name:
            return False
        *_, kin, before = ("", "", *tokens[:place])
        if self.surnamed or before in KIN:
            return self.surnamed and before in KIN
        return not (before == "of" and kin in _KINSHIP)

    def is_prophet(self, lexicon: Lexicon) -> bool:
        """Whether he is the Prophet."""
        return self.name == lexicon.prophet

    def is_known_in(self, language: str) -> bool:
        """Whether his name is known in a language."""
        return any(token.isascii() == (language == "en") for token in self.name)

    def is_in(self, tokens: Sequence[str]) -> bool:
        """Whether a text names him, and not only his kin by him."""
        return any(self.is_at(tokens, place) for place in range(len(tokens)))


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a folded question names a person, with all of his name."""

    start: int
    end: int
    person: Person


def mentions_in(folded: str, asking: Asking) -> Iterator[Mention]:
    """The persons whom folded words of a question name, in their order; none that is named as another's father."""
    lexicon = asking.lexicon
    for match in lexicon.named.finditer(folded):
        if match["prophet"]:
            yield Mention(*match.span(), Person(lexicon.prophet))
        elif KIN.isdisjoint(analyse(folded[: match.start()], keep_stop_words=True)[-1:]):
            first, *others = _own(analyse(match[0], keep_stop_words=True))
            surnamed = bool(others) and first in KIN
            token = others[0] if surnamed else first
            if surnamed and token in lexicon.classes:
                continue  # "the father of the man"
            units = [unit for unit in asking.by(match[0]) if token in unit.tokens]
            yield Mention(*match.span(), Person(names_of(units) | {token}, surnamed))


def _own(tokens: Sequence[str]) -> Sequence[str]:
    """The tokens of a name by which somebody goes: of many a servant of God those of his father's (Ibn Masud)."""
    father = next((place for place, token in enumerate(tokens) if place and token in KIN), 0)
    return tokens[father:] if tokens[0] in _SERVANT else tokens


def names_of(units: Iterable[Unit]) -> frozenset[str]:
    """The words by each of which some things are named, a word such as Abu aside."""
    forms = (form - KIN for unit in units for form in unit.forms)
    return frozenset(next(iter(form)) for form in forms if len(form) == 1)
