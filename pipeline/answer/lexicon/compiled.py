"""The lists as one text of a snapshot.

Beside what editors write stands what is read out of it (`READ`) where reading takes longer than an answer should: a
process that opens a snapshot does not read five thousand ways of asking for its first question.
"""

from __future__ import annotations

from pathlib import Path

from pipeline.answer.lexicon.crisis import read_signs
from pipeline.answer.lexicon.files import FORM, HOME, READ, read_folder
from pipeline.answer.lexicon.wordings import read_ways
from schemas.tables import canonical_json

_READERS = {"wordings": read_ways, "crisis": read_signs}


def compile_lexicon(folder: Path = HOME) -> bytes:
    """The lists of a folder in canonical JSON; raises `ConfigurationError` for one that cannot be read."""
    lists = read_folder(folder)
    read = {name: {**lists[name], READ: reader(lists[name])} for name, reader in _READERS.items()}
    return canonical_json({"form": FORM, **lists, **read})
