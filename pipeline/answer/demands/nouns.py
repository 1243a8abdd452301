"""The nouns that a short Arabic question names with the article: a text holds one itself, not another word of its stem
alone (الرقية، الرقاب). Of a longer question they are those that a judgement is asked on. A judgement on several is told
by a text that holds two fifths of them, by weight: one on zakat and on "a number" of scholars is on no charities
(الجمع، الجمعيات).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.answer.demands.asking import NAMES_NOTHING, Asking
from pipeline.answer.demands.read import Read
from pipeline.answer.words.spelling import definite, spelled, titled
from pipeline.answer.words.units import Unit
from schemas.reference import Kind

LEAST_FIFTHS = 2  # of the weight of the nouns that a judgement is asked on
FEW = 2  # things; a question of more of them is told by what stands together


@dataclass(frozen=True, slots=True)
class Nouns:
    """Some Arabic nouns by their tokens, each with its spellings; `rarest`: the one that weighs most."""

    nouns: Mapping[str, frozenset[str]]
    rarest: Mapping[str, frozenset[str]]

    def told_by(self, text: Read) -> bool:
        """Whether a text holds one of them itself, a verse the rarest; a mufti may name it in his title alone."""
        wanted = self.rarest if text.kind == Kind.QURAN else self.nouns
        return text.language != "ar" or bool(spelled(text.reading, wanted) or titled(text.reading, wanted))


def nouns_in(asking: Asking) -> Nouns | None:
    """The nouns that a text must hold; None where a question names none so."""
    question = asking.question
    short = len(question.things) <= FEW
    nouns, weights = _among(asking, question.things if short else asking.judged_among(question))
    rarest = sorted(nouns, key=lambda token: (-weights[token], token))[:1]
    return Nouns(nouns, {token: nouns[token] for token in rarest}) if nouns else None


@dataclass(frozen=True, slots=True)
class Judged:
    """The nouns that a judgement names, each with its spellings, and what each weighs."""

    nouns: Mapping[str, frozenset[str]]
    weights: Mapping[str, int]

    def told_by(self, text: Read) -> bool:
        """Whether a text holds enough of them; a verse, and what comments on one, says "it"."""
        if text.language != "ar" or text.kind in (Kind.QURAN, Kind.TAFSIR):
            return True
        held = spelled(text.reading, self.nouns) | titled(text.reading, self.nouns)
        told = sum(self.weights[token] for token in held)
        return told * 5 > sum(self.weights.values()) * LEAST_FIFTHS


def judged_nouns(asking: Asking) -> Judged | None:
    """The nouns on which an Arabic judgement is asked, without classes, which go by many words; None where it names no
    two."""
    if not asking.is_judged:
        return None
    nouns, weights = _among(asking, asking.question.things, asking.lexicon.classes)
    of_one = {
        token: forms | {f"{one[:-2]}ة" for one in forms if one.endswith("ات")}
        for token, forms in nouns.items()
    }
    return Judged(of_one, weights) if len(of_one) > 1 else None


def _among(
    asking: Asking, things: Sequence[Unit], aside: frozenset[str] = frozenset()
) -> tuple[dict[str, frozenset[str]], dict[str, int]]:
    """The nouns that an Arabic question names with the article among some things, each with its spellings, and what
    each weighs; none in another language."""
    weights = {token: unit.weight for unit in things for token in unit.tokens}
    named = definite(asking.text, asking.spellings) if asking.language == "ar" else {}
    nouns = {
        token: forms
        for token, forms in named.items()
        if token in weights and token not in aside | NAMES_NOTHING
    }
    return nouns, {token: weights[token] for token in nouns}
