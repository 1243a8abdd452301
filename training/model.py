"""The reader as torch trains it: BERT's shape, a head that tells whether a text answers, one that guesses words.

    pieces [b, l] -> states [b, l, size], where a piece is none of padding
    kinds [b, l]: token type 0 up to the first [SEP], 1 behind it

A text's vector is the mean of its states, of length 1. Whether a text answers is a logit of the mean of both, through a
product, tanh, and a row.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor, nn

from schemas.errors import BuildError
from training.settings import PAD, PAIR_PIECES

EPSILON = 1e-12  # of the norms, as in the start model
NEW = ("words", "guess", "bias", "answer")  # names of what the start model lacks, and of the vectors of words


class Sizes(NamedTuple):
    """What a reader is beyond its weights."""

    pieces: int
    size: int
    wide: int
    layers: int
    heads: int
    places: int


def sizes_of(start: Mapping[str, NDArray[Any]], pieces: int, heads: int) -> Sizes:
    """Those of a reader that begins as a start model; raises `BuildError` where its arrays do not fit."""
    places, size = start["places"].shape
    layers, wide, inner = start["widened"].shape
    fits = inner == size and heads > 0 and size % heads == 0 and start["words"].shape[1] == size
    if not fits or places < PAIR_PIECES:
        raise BuildError(
            "the arrays of the start model do not fit one another",
            expected=f"{size} numbers a piece, in {heads} heads, and {PAIR_PIECES} places",
            found=f"{places} places, words {list(start['words'].shape)}, widened {list(start['widened'].shape)}",
            remedy="write the pack anew from the model that data/profiles/full.yaml pins",
        )
    return Sizes(pieces, size, wide, layers, heads, places)


class Layer(nn.Module):
    """Attention of all pieces to all, and the widened product, each added to what it read and normed."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.heads = sizes.heads
        self.asked, self.joined = nn.Linear(sizes.size, 3 * sizes.size), nn.Linear(sizes.size, sizes.size)
        self.joined_norm, self.narrowed_norm = (nn.LayerNorm(sizes.size, EPSILON) for _ in range(2))
        self.widened, self.narrowed = nn.Linear(sizes.size, sizes.wide), nn.Linear(sizes.wide, sizes.size)

    def forward(self, states: Tensor, seen: Tensor, dropout: float) -> Tensor:
        """States [b, l, size] -> the same; `seen` [b, 1, 1, l] is false for padding."""
        batch, length, size = states.shape
        split = self.asked(states).view(batch, length, 3, self.heads, size // self.heads)
        query, key, value = split.permute(2, 0, 3, 1, 4)
        told = F.scaled_dot_product_attention(query, key, value, attn_mask=seen, dropout_p=dropout)
        joined = self.joined(told.transpose(1, 2).reshape(batch, length, size))
        states = self.joined_norm(states + F.dropout(joined, dropout))
        narrowed = self.narrowed(F.gelu(self.widened(states)))
        normed: Tensor = self.narrowed_norm(states + F.dropout(narrowed, dropout))
        return normed


class Reader(nn.Module):
    """See the module. `dropout` is set by a stage, and is none while it is measured."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.sizes, self.dropout = sizes, 0.0
        self.words = nn.Embedding(sizes.pieces, sizes.size)
        self.places, self.kinds = nn.Embedding(sizes.places, sizes.size), nn.Embedding(2, sizes.size)
        self.norm = nn.LayerNorm(sizes.size, EPSILON)
        self.layers = nn.ModuleList(Layer(sizes) for _ in range(sizes.layers))
        self.answer_dense, self.answer_out = nn.Linear(sizes.size, sizes.size), nn.Linear(sizes.size, 1)
        self.guess, self.guess_norm = nn.Linear(sizes.size, sizes.size), nn.LayerNorm(sizes.size)
        self.bias = nn.Parameter(torch.zeros(sizes.pieces))

    def forward(self, pieces: Tensor, kinds: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """States, and which pieces are none of padding [b, l]."""
        dropout, kept = self.dropout if self.training else 0.0, pieces != PAD
        typed = self.kinds.weight[0] if kinds is None else self.kinds(kinds)
        states = self.words(pieces) + self.places.weight[: pieces.shape[1]] + typed
        states = F.dropout(self.norm(states), dropout)
        for layer in self.layers:
            states = layer(states, kept[:, None, None, :], dropout)
        return states, kept

    def vectors(self, pieces: Tensor) -> Tensor:
        """Vectors of texts [b, size], of length 1."""
        return F.normalize(_mean(*self(pieces)).float(), dim=-1)

    def answers(self, pieces: Tensor, kinds: Tensor) -> Tensor:
        """Logits [b] of whether a text answers the question before it."""
        mean = _mean(*self(pieces, kinds))
        logits: Tensor = self.answer_out(torch.tanh(self.answer_dense(mean))).squeeze(-1)
        return logits.float()

    def guesses(self, states: Tensor) -> Tensor:
        """Logits [n, pieces] of which piece stands where a state [n, size] is."""
        guessed = self.guess_norm(F.gelu(self.guess(states)))
        return guessed @ self.words.weight.T.to(guessed.dtype) + self.bias.to(guessed.dtype)


def _mean(states: Tensor, kept: Tensor) -> Tensor:
    counted = kept[:, :, None].to(states.dtype)
    return (states * counted).sum(1) / counted.sum(1)


def begin(model: Reader, start: Mapping[str, NDArray[Any]]) -> Reader:
    """Give a reader the start model's weights; pieces that it lacks begin at random."""
    arrays = {
        name: torch.from_numpy(np.asarray(array, np.float32))
        for name, array in start.items()
        if name not in ("words", "word_scales")
    }
    words = torch.from_numpy(start["words"].astype(np.float32) * start["word_scales"])
    with torch.no_grad():
        model.words.weight.normal_(0, 0.02)
        model.words.weight[: len(words)] = words
        model.places.weight.copy_(arrays["places"])
        model.kinds.weight.copy_(arrays["kinds"])
        _norm(model.norm, arrays["norm"])
        for number, layer in enumerate(model.layers):
            for name in ("asked", "joined", "widened", "narrowed"):
                product = getattr(layer, name)
                product.weight.copy_(arrays[name][number])
                product.bias.copy_(arrays[f"{name}_bias"][number])
            for name in ("joined_norm", "narrowed_norm"):
                _norm(getattr(layer, name), arrays[name][number])
        model.guess.weight.copy_(torch.eye(model.sizes.size))
        model.guess.bias.zero_()
    return model


def _norm(norm: nn.LayerNorm, both: Tensor) -> None:
    norm.weight.copy_(both[0])
    norm.bias.copy_(both[1])
