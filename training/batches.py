"""Batches of pieces on the device that computes, and what draws them."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.packed import Packed
from training.settings import CLS, PAD, SEP

STEP = 16  # a batch's length is a multiple of it, so that few shapes are computed


class Rows:
    """Texts of one kind, end to end on a device, cut out row by row."""

    def __init__(self, packed: Packed, name: str, device: torch.device) -> None:
        lengths = packed[f"{name}_lengths"].astype(np.int64)
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]]) if len(lengths) else lengths
        self._device = device
        self._pieces = torch.from_numpy(packed[f"{name}_pieces"].astype(np.int32)).to(device)
        self._starts, self._lengths = (
            torch.from_numpy(starts).to(device),
            torch.from_numpy(lengths).to(device),
        )

    def cut(self, which: NDArray[np.integer], most: int) -> tuple[Tensor, Tensor]:
        """Pieces [n, most] without [CLS] and [SEP], padded, and how many each row has [n]."""
        chosen = torch.as_tensor(np.asarray(which), device=self._device)
        lengths = self._lengths[chosen].clamp(max=most)
        at = torch.arange(most, device=self._device)[None]
        places = (self._starts[chosen][:, None] + at).clamp(max=len(self._pieces) - 1)
        return torch.where(at < lengths[:, None], self._pieces[places].long(), PAD), lengths


def single(pieces: Tensor, lengths: Tensor) -> Tensor:
    """[CLS] text [SEP] for rows that `Rows.cut` gave."""
    rows, most = pieces.shape
    out = torch.full((rows, most + 2), PAD, device=pieces.device, dtype=torch.long)
    out[:, 0], out[:, 1:-1] = CLS, pieces
    out.scatter_(1, (lengths + 1)[:, None], SEP)
    return _trimmed(out)


def double(
    question: Tensor, asked: Tensor, text: Tensor, written: Tensor, most: int
) -> tuple[Tensor, Tensor]:
    """[CLS] question [SEP] text [SEP], no longer than `most`, and the token types; the text gives way."""
    rows = len(question)
    at = torch.arange(most, device=question.device)[None]
    asked, written = asked[:, None], torch.minimum(written, most - 3 - asked)[:, None]
    of_question = question.gather(1, (at - 1).clamp(0, question.shape[1] - 1).expand(rows, most))
    of_text = text.gather(1, (at - 2 - asked).clamp(0, text.shape[1] - 1))
    second, end = asked + 2, asked + 2 + written
    out = torch.full((rows, most), PAD, device=question.device, dtype=torch.long)
    out = torch.where((at >= 1) & (at <= asked), of_question, out)
    out = torch.where((at >= second) & (at < end), of_text, out)
    out[:, 0] = CLS
    out = torch.where((at == asked + 1) | (at == end), SEP, out)
    kinds = ((at >= second) & (at <= end)).long()
    out = _trimmed(out)
    return out, kinds[:, : out.shape[1]]


def _trimmed(pieces: Tensor) -> Tensor:
    longest = int((pieces != PAD).sum(1).max())
    return pieces[:, : min(pieces.shape[1], -(-longest // STEP) * STEP)]


class Draw:
    """Rows of an array in a shuffled order, again and again; where they are weighed, each time anew."""

    def __init__(
        self,
        rows: NDArray[np.integer],
        generator: np.random.Generator,
        weights: NDArray[np.floating] | None = None,
    ) -> None:
        self._rows, self._at, self._generator = np.asarray(rows), len(rows), generator
        self._up_to = None if weights is None else np.cumsum(weights / weights.sum())

    def __len__(self) -> int:
        return len(self._rows)

    def __call__(self, count: int) -> NDArray[np.integer]:
        """So many rows, or all where there are fewer."""
        count = min(count, len(self._rows))
        if self._up_to is not None:
            places = np.searchsorted(self._up_to, self._generator.random(count))
            return self._rows[np.minimum(places, len(self._rows) - 1)]
        if self._at + count > len(self._rows):
            self._rows, self._at = self._rows[self._generator.permutation(len(self._rows))], 0
        self._at += count
        return self._rows[self._at - count : self._at]
