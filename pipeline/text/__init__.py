"""Characters, words, tokens and passages: one analyser for building and for asking.

    normalise, explain, apply_plan   what was written -> the searched form, by named steps
    words, analyse, analyse_query    the searched form -> words with spans, tokens
    skeleton, vowelled               what is compared when a text claims to quote scripture
    shown, sentences, cut            the original -> what a person reads -> passages
    Glossary                         the same thing in another language or spelling

Originals are never changed here, and no text of scripture is made here. The room reads no corpus and imports
no other room; `ANALYSER_VERSION` changes exactly when its code or its tables do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.text.analyser import analyse, analyse_many, analyse_parts, analyse_query, term_tokens
from pipeline.text.glossary import Concept, Glossary
from pipeline.text.language import language_of
from pipeline.text.markup import shown
from pipeline.text.passages import Passage, cut, sentences
from pipeline.text.skeleton import skeleton, vowelled, vowels_agree
from pipeline.text.steps import STEPS, Step, apply_plan, explain, normalise
from pipeline.text.words import Word, word_texts, words

if TYPE_CHECKING:
    ANALYSER_VERSION: str


def __getattr__(name: str) -> Any:
    """`ANALYSER_VERSION` is worked out when first asked for: it reads the files of this room."""
    if name == "ANALYSER_VERSION":
        from pipeline.text.resources import analyser_version

        return analyser_version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "ANALYSER_VERSION",
    "STEPS",
    "Concept",
    "Glossary",
    "Passage",
    "Step",
    "Word",
    "analyse",
    "analyse_many",
    "analyse_parts",
    "analyse_query",
    "apply_plan",
    "cut",
    "explain",
    "language_of",
    "normalise",
    "sentences",
    "shown",
    "skeleton",
    "term_tokens",
    "vowelled",
    "vowels_agree",
    "word_texts",
    "words",
]
