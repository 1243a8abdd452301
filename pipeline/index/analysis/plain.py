"""What the embedder sees of passages, one after another. Everything else in this folder gives the same bytes faster."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.index.embedder.encoder import to_int8
from pipeline.index.types import Encodes
from pipeline.text import Passage

TITLED = ("fatwa",)  # kinds whose title says what was asked; that of a narration says where it stands


def embedded(heading: str, text: str) -> str:
    """What the embedder sees of a passage."""
    return f"{heading}\n{text}"


def subject_of(reference: str, heading: str) -> str:
    """What a fatwa was asked, in short: its title, or what stands first in its heading; of other kinds nothing."""
    return heading.partition("\n")[0] if reference.partition(":")[0] in TITLED else ""


def vectors_of(passages: Sequence[Passage], embedder: Encodes) -> NDArray[np.int8]:
    """The vectors of passages [n, d].

    A question resembles a question more than its answer, and the answer's many words would drown it: where a
    subject is known, its own vector and that of heading and text are added, each with the same length.
    """
    vectors = embedder.encode([embedded(passage.heading, passage.text) for passage in passages])
    subjects = [subject_of(passage.document, passage.heading) for passage in passages]
    asked = [place for place, subject in enumerate(subjects) if subject]
    if asked:
        own = embedder.encode([subjects[place] for place in asked])
        vectors[asked] = to_int8(own.astype(np.int32) + vectors[asked])
    return vectors
