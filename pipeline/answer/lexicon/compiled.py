"""The lists as one text of a snapshot.

Beside what editors write stands what is read out of it (`READ`) where reading takes longer than an answer should: a
process that opens a snapshot does not read five thousand ways of asking for its first question. The lists beside the
code have nothing read out of them yet: `read_of` gives the same of both.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipeline.answer.lexicon.crisis import read_signs
from pipeline.answer.lexicon.files import FORM, HOME, read_folder
from pipeline.answer.lexicon.wordings import read_ways
from schemas.tables import canonical_json

READ = "read"  # in a list: what a build has read out of it
READERS = {"wordings": read_ways, "crisis": read_signs}


def compile_lexicon(folder: Path = HOME) -> bytes:
    """The lists of a folder in canonical JSON; raises `ConfigurationError` for one that cannot be read."""
    lists = read_folder(folder)
    read = {name: {**lists[name], READ: read_of(lists, name)} for name in READERS}
    return canonical_json({"form": FORM, **lists, **read})


def read_of(lists: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """What is read out of a list: by the build of a snapshot, else now.

    Raises:
        ConfigurationError: it cannot be read.
    """
    held = lists[name]
    read: Mapping[str, Any] = held[READ] if READ in held else READERS[name](held)
    return read
