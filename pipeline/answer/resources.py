"""What a snapshot decides by: its lists and its gate, read once for each open index."""

from __future__ import annotations

from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from pipeline.answer.gate import FILE, GateModel
from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.mushaf import mushaf_of
from pipeline.answer.words.romanised import spellings_in
from pipeline.index import Index


@dataclass(frozen=True, slots=True)
class Resources:
    """The lists and the gate that a snapshot decides by."""

    lexicon: Lexicon
    gate: GateModel


_RESOURCES: WeakKeyDictionary[Index, Resources] = WeakKeyDictionary()


def resources_of(index: Index) -> Resources:
    """The lists and the gate of an index, read once."""
    found = _RESOURCES.get(index)
    if found is None:
        found = Resources(Lexicon.of_snapshot(index.path), GateModel.load(index.path / FILE))
        _RESOURCES[index] = found
    return found


def judge_by(index: Index, gate: GateModel) -> None:
    """Let an open index be judged by another gate: that of its own is not made yet."""
    _RESOURCES[index] = replace(resources_of(index), gate=gate)


def warm(index: Index) -> None:
    """Do what any question needs first: kernels, lists, gate, names in Latin letters, and the verses in a row. What few
    questions need, and what is made in an instant, waits for these."""
    index.warm()
    lexicon = resources_of(index).lexicon
    lexicon.respelt("mispelt", index.lexical.df, index.glossary, index.written)
    spellings_in(index.written)
    lexicon.kind_wanted(lexicon.epithets.plain(lexicon.without_courtesies("mispelt").text))
    mushaf_of(index)
