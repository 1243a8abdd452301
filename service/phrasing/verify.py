"""Whether a phrased answer may be shown: numbered steps over a draft and its passages; returns it or raises `Rejected`.

     1 form        exact JSON, keys, types, counts and lengths                          (reply.py)
     2 ids         every sentence cites, and only passages of the closed list
     3 shape       a sentence is one sentence of prose, or nothing but one placeholder
     4 characters  letters of the answer's language, digits, plain punctuation; no link  (characters.py)
     5 quotations  between quotation marks a passage's wording; scripture not typed      (quotations.py)
     6 words       numbers, names, binding words and content are the passages'           (wording.py)
     7 polarity    rulings and denials are the passages', with a condition where they have one (polarity.py)
     8 omission    the summary rests on the first source, the detail cites every fatwa that was sent

Pure, and it raises nothing else whatever the reply is. It is meant to reject too much: that costs wording alone.
It does not understand: docs/phrasing.md says what it cannot see.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.text import sentences
from schemas.reference import Kind
from service.phrasing.characters import check_characters
from service.phrasing.passages import Material, Passage
from service.phrasing.polarity import check_polarity
from service.phrasing.quotations import check_not_typed, pinned_quotations
from service.phrasing.rejection import Outcome, Rejected, refuse_if
from service.phrasing.reply import Draft, Sentence, draft_of
from service.phrasing.wording import check_words

_PLACEHOLDER = re.compile(r"\{\{(S[1-9][0-9]?):quote\}\}\.?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Prose:
    """A sentence that was found to hold."""

    text: str
    cited: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """A passage to be shown in its own words."""

    passage: Passage


Part = Prose | Quote


@dataclass(frozen=True, slots=True)
class Verified:
    """A phrasing that may be shown."""

    summary: tuple[Part, ...]
    detail: tuple[Part, ...]


def verify(content: str, material: Material) -> Verified:
    """The phrasing that a message holds; raises `Rejected`."""
    draft = draft_of(content)  # 1
    _check_ids(draft, material)  # 2
    verified = Verified(
        tuple(_part(one, material) for one in draft.summary),  # 3 to 7
        tuple(_part(one, material) for one in draft.detail),
    )
    _check_omission(verified, material)  # 8
    return verified


def _check_ids(draft: Draft, material: Material) -> None:
    for sentence in (*draft.summary, *draft.detail):
        refuse_if(any(material.passage(cite) is None for cite in sentence.cites), Outcome.CITATION)


def _part(sentence: Sentence, material: Material) -> Part:
    cited = tuple(one for cite in sentence.cites if (one := material.passage(cite)) is not None)
    placeholder = _PLACEHOLDER.fullmatch(sentence.text)
    if placeholder is not None:
        quoted = material.passage(placeholder[1])
        if quoted is None or cited != (quoted,):
            raise Rejected(Outcome.CITATION)
        return Quote(quoted)
    text, language = sentence.text, material.language
    check_characters(text, language)  # 4
    refuse_if(len(sentences(text)) != 1, Outcome.FORM)  # 3
    check_not_typed(text, language, material.passages)  # 5
    pinned = pinned_quotations(text, cited)
    check_words(text, language, cited)  # 6
    check_polarity(text, cited)  # 7
    return Prose(pinned, cited)


def _check_omission(verified: Verified, material: Material) -> None:
    first = material.passages[0]
    refuse_if(first not in _cited(verified.summary), Outcome.OMISSION)
    shown = _cited(verified.detail)
    refuse_if(any(one.kind == Kind.FATWA and one not in shown for one in material.passages), Outcome.OMISSION)


def _cited(parts: tuple[Part, ...]) -> list[Passage]:
    """Every passage that parts rest on."""
    return [one for part in parts for one in (part.cited if isinstance(part, Prose) else (part.passage,))]
