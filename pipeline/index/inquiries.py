"""What muftis were asked: vectors of a ready-made model, by which an answer is found that was given to a like question.

    documents       ordinals of published answers with a title in the model's language, ascending
    vectors         codes as in dense/, of the title and the beginning of the question of each
    model/          the model, converted (`pipeline.index.transformer`)

The trained embedder has seen a few thousand letters to muftis; a model that read a thousand million sentences knows
better which of them ask the same (decision 0453). It reads one language, and only what was asked: a search by it
over a million texts would be of no use to who must build the index on two cores. What it finds is read and judged as
any other text, and how alike two questions are is one of the things by which texts are ordered and the gate decides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pipeline.index.arrays import REBUILD, open_arrays, write_arrays
from pipeline.index.dense.scores import best, scores_of
from pipeline.index.dense.vectors import BIAS
from pipeline.index.encoders import open_encoder
from pipeline.index.memory import Memory
from pipeline.index.tables import open_table
from pipeline.index.types import Encodes
from schemas.errors import IndexFormatError
from schemas.reference import Kind
from schemas.tables import DOCUMENTS

FOLDER = "inquiries"
MODEL = "model"
KIND = "isnad-inquiries"
VERSION = 1
ARRAYS = {"documents": ("<i4", 1), "vectors": ("|u1", 2)}
SAME = 1 << 16  # the likeness of a question and itself
# Characters of a question that are read beside its title: with more, the case at hand outweighs what is asked.
READ = 100
_TEXTS, _TEXTS_KIND = "texts", "isnad-inquiry-texts"
_DIGESTS = {"digests": ("|u1", 2)}
_AT_ONCE = 128  # texts that are encoded before progress is told
_LATELY = 32  # questions whose likeness is kept: one is looked at more than once

Advance = Callable[[int, int], None]  # texts done, texts in all


class Likeness:
    """How alike one question and each of those are that muftis answered, 65,536 for the same."""

    def __init__(self, documents: NDArray[np.int32], scores: NDArray[np.int32], meaning: bytes = b"") -> None:
        """`meaning`: the question's own vector, a signed byte a component."""
        self._documents, self._scores, self.meaning = documents, scores, meaning
        self.most = int(scores.max(initial=0))

    def of(self, ordinal: int) -> int | None:
        """With that of one document; None where it is no such answer."""
        place = int(np.searchsorted(self._documents, ordinal))
        found = place < len(self._documents) and self._documents[place] == ordinal
        return int(self._scores[place]) if found else None

    def nearest(self, count: int) -> list[int]:
        """Ordinals of the answers to the questions most alike, best first; of equals the smaller reference id."""
        places, _ = best(np.arange(len(self._scores)), self._scores, count)
        found: list[int] = self._documents[places].tolist()
        return found


class Inquiries:
    """Open vectors of what muftis were asked. Safe to share between threads.

    `encoder` may be exchanged for one that gives the same.
    """

    def __init__(self, arrays: dict[str, NDArray], language: str, encoder: Encodes) -> None:
        self.language = language
        self._documents, self._vectors = arrays["documents"], arrays["vectors"]
        self._all, self.encoder = np.arange(len(self._documents)), encoder
        self._lately: Memory[str, Likeness] = Memory(_LATELY)

    @classmethod
    def open(cls, path: Path, documents: int) -> Self:
        """Map them; `documents` is how many the index has. Raises `IndexFormatError`."""
        arrays, facts = open_arrays(path, KIND, range(1, VERSION + 1), ARRAYS)
        encoder = open_encoder(path / MODEL)
        own, vectors, language = arrays["documents"], arrays["vectors"], facts.get("language")
        dimensions = encoder.encode([]).shape[1]
        fits = vectors.shape == (len(own), dimensions) and language in ("ar", "en")
        if not fits or not bool((own[1:] > own[:-1]).all()) or not _inside(own, documents):
            raise IndexFormatError(
                "what muftis were asked does not fit the index",
                where=str(path),
                expected=f"answers among {documents} documents, vectors of {dimensions}, and a language",
                found=f"{len(own)} answers, vectors {vectors.shape}, {language!r}",
                remedy=REBUILD,
            )
        return cls(arrays, str(language), encoder)

    def __len__(self) -> int:
        return len(self._all)

    def likeness(self, question: str) -> Likeness:
        """How alike a question, in the model's language, is to each. Kept for the next few questions."""
        return self._lately.of(question, self._likeness)

    def _likeness(self, question: str) -> Likeness:
        vector = self.encoder.encode([question])[0]
        return Likeness(self._documents, scores_of(self._vectors, self._all, vector), vector.tobytes())

    def warm(self) -> None:
        """Compile, or load, the kernels."""
        self._likeness("?")


def build_inquiries(
    documents: Path,
    model: Path,
    out: Path,
    language: str,
    *,
    earlier: Path | None = None,
    progress: Advance = lambda done, total: None,
) -> dict[str, int]:
    """Write what muftis were asked into a folder, but for the model.

    Args:
        documents: a documents table, as it is in the index.
        model: a folder with an encoder.
        language: of the titles and questions that it is to read, `ar` or `en`.
        earlier: what this wrote before with the same model; texts that it holds are not encoded again.

    Returns:
        Counts: inquiries, and of how many texts the vector was taken over.
    """
    ordinals, texts = inquiries_of(open_table(documents, DOCUMENTS), language)
    digests = _digests(texts)
    known = _known(earlier) if earlier is not None else {}
    taken = sum(one in known for one in digests)
    todo = {one: text for one, text in zip(digests, texts, strict=True) if one not in known}
    encoder = open_encoder(model)
    known |= dict(zip(todo, _encoded(encoder, list(todo.values()), progress), strict=True))
    vectors = np.stack([known[one] for one in digests]) if digests else encoder.encode([])
    arrays: dict[str, NDArray] = {
        "documents": np.array(ordinals, np.int32),
        "vectors": vectors.view(np.uint8) ^ BIAS,
    }
    write_arrays(out / FOLDER, KIND, VERSION, arrays, {"language": language})
    rows = np.frombuffer(b"".join(digests), np.uint8).reshape(len(digests), hashlib.sha256().digest_size)
    write_arrays(out / _TEXTS, _TEXTS_KIND, VERSION, {"digests": rows}, {})
    return {"inquiries": len(texts), "taken": taken}


def inquiries_of(documents: pa.Table, language: str) -> tuple[list[int], list[str]]:
    """Ordinals of the published answers that have a title in a language, and what each was asked: the title, and the
    beginning of the question in whole words."""
    published = pc.and_(
        pc.equal(documents["kind"], str(Kind.FATWA)), pc.not_equal(documents["status"], "sample")
    )
    titled = pc.fill_null(pc.not_equal(pc.utf8_trim_whitespace(documents[f"title_{language}"]), ""), False)
    ordinals = pc.indices_nonzero(pc.and_(published, titled))
    asked = documents.select([f"title_{language}", f"question_{language}"]).take(ordinals)
    rows = zip(*(asked.column(place).to_pylist() for place in range(2)), strict=True)
    return ordinals.to_pylist(), [_inquiry(title, question or "") for title, question in rows]


def _inquiry(title: str, question: str) -> str:
    words = " ".join(question.split())
    begun = words if len(words) <= READ else words[: READ + 1].rpartition(" ")[0]
    return f"{' '.join(title.split())}. {begun}".rstrip(". ")


def _digests(texts: Sequence[str]) -> list[bytes]:
    return [hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]


def _known(earlier: Path) -> dict[bytes, NDArray[np.int8]]:
    """The vectors of an earlier output, by the digests of their texts."""
    arrays, _ = open_arrays(earlier / FOLDER, KIND, range(VERSION, VERSION + 1), ARRAYS)
    texts, _ = open_arrays(earlier / _TEXTS, _TEXTS_KIND, range(VERSION, VERSION + 1), _DIGESTS)
    vectors = (arrays["vectors"] ^ BIAS).view(np.int8)
    return {bytes(one): vector for one, vector in zip(texts["digests"], vectors, strict=True)}


def _encoded(encoder: Encodes, texts: Sequence[str], progress: Advance) -> Iterator[NDArray[np.int8]]:
    progress(0, len(texts))
    for start in range(0, len(texts), _AT_ONCE):
        yield from encoder.encode(texts[start : start + _AT_ONCE])
        progress(min(start + _AT_ONCE, len(texts)), len(texts))


def _inside(ordinals: NDArray[np.int32], documents: int) -> bool:
    return 0 <= int(ordinals.min(initial=0)) <= int(ordinals.max(initial=0)) < max(1, documents)
