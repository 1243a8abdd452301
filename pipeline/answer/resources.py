"""What a snapshot decides by: its lists and its gate, read once for each open index."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.answer.gate import FILE, GateModel
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.mushaf import mushaf_of
from pipeline.answer.words.romanised import spellings_in
from pipeline.index import Index
from pipeline.index.kept import kept


@dataclass(frozen=True, slots=True)
class Resources:
    """The lists and the gate that a snapshot decides by."""

    lexicon: Lexicon
    gate: GateModel


@kept
def resources_of(index: Index) -> Resources:
    """The lists and the gate of an index."""
    return Resources(Lexicon.of_snapshot(index.path), GateModel.load(index.path / FILE))


def warm(index: Index) -> None:
    """Do what any question needs first: kernels, lists, gate, names in Latin letters, and the verses in a row. What few
    questions need, and what is made in an instant, waits for these."""
    index.warm()
    lexicon = resources_of(index).lexicon
    lexicon.respelt("mispelt", index.lexical.df, index.glossary, index.written)
    spellings_in(index.written)
    lexicon.kind_wanted(lexicon.epithets.plain(lexicon.without_courtesies("mispelt").text))
    mushaf_of(index)
