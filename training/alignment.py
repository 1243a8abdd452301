"""Where the vectors of Arabic pieces begin: near those of the English pieces that they stand beside in parallel texts.

Which piece is said by which is learnt by counting (IBM model 1: Brown et al. 1993, "The mathematics of statistical
machine translation", model 1), weighed by how rare the English piece is. A mean of vectors is shorter than a vector,
so it is brought to four fifths of the usual distance from their mean.
"""

from __future__ import annotations

import torch
from torch import Tensor

from training.batches import Rows
from training.model import Reader
from training.packed import Packed
from training.settings import PAD

ROUNDS = 5
AT_ONCE = 2_048  # pairs
ARABIC_PIECES, ENGLISH_PIECES = 48, 56  # of a text
LEAST = 0.02  # how surely a piece is said by another, to count
LENGTH = 0.8
SPREAD = 0.02  # of what begins at random
_TINY_SUM = 1e-9


@torch.no_grad()
def align(model: Reader, packed: Packed, texts: Rows) -> int:
    """Set the vectors of the Arabic pieces; returns for how many an English piece was found."""
    english, vectors = packed.facts.english, model.words.weight
    known = vectors[:english]
    mean = known[PAD + 2 :].mean(0)
    vectors[english:] = mean + SPREAD * torch.randn_like(vectors[english:])
    if not len(packed["parallel"]):
        return 0
    said, rare = _said(packed, texts, vectors.device)
    weights = said * rare.clamp(min=0)[None] * (said > LEAST)
    total = weights.sum(1, keepdim=True)
    off = (weights @ known) / total.clamp(min=1e-6) - mean
    usual = (known - mean).norm(dim=1).median()
    off = off / off.norm(dim=1, keepdim=True).clamp(min=1e-6) * usual * LENGTH
    found = total[:, 0] > 0
    vectors[english:][found] = (mean + off)[found]
    return int(found.sum())


def _said(packed: Packed, texts: Rows, device: torch.device) -> tuple[Tensor, Tensor]:
    """How surely each Arabic piece is said by each English one [arabic, english], and how rare those are [english]."""
    pairs, english = packed["parallel"], packed.facts.english
    theirs, _ = texts.cut(pairs[:, 0], ARABIC_PIECES)
    ours, _ = texts.cut(pairs[:, 1], ENGLISH_PIECES)
    seen = torch.bincount(ours.reshape(-1), minlength=english + packed.facts.arabic)[:english].float()
    said = torch.ones((packed.facts.arabic, english), device=device)
    for _ in range(ROUNDS):
        counts = torch.zeros_like(said)
        for at in range(0, len(pairs), AT_ONCE):
            _count(said, counts, theirs[at : at + AT_ONCE], ours[at : at + AT_ONCE])
        said = counts / counts.sum(1, keepdim=True).clamp(min=_TINY_SUM)
    return said, torch.log(len(pairs) / seen.clamp(min=1))


def _count(said: Tensor, counts: Tensor, theirs: Tensor, ours: Tensor) -> None:
    """Add how often each pair of pieces is one, as `said` shares every English piece out."""
    english = said.shape[1]
    both = (theirs >= english)[:, :, None] & ((ours != PAD) & (ours < english))[:, None, :]
    row, column = (theirs - english).clamp(min=0)[:, :, None], ours.clamp(max=english - 1)[:, None, :]
    places = row * english + column
    shares = said.view(-1)[places] * both
    shares = shares / shares.sum(1, keepdim=True).clamp(min=_TINY_SUM)
    counts.view(-1).index_add_(0, places[both], shares[both])
