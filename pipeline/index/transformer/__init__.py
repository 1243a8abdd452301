"""A ready-made sentence encoder of BERT's shape, computed here: no torch where it is asked, equal bytes everywhere.

    convert               a sentence-transformers model -> a folder (build; needs that library)
    TransformerEncoder    the folder, opened: texts -> int8 vectors
    weights               the arrays of the folder
    layers  arithmetic    what is computed, and by which kernels; their sums of products: sums

Weights are int8 with a scale a row; the numbers of a token are brought to whole ones before each product of matrices,
whose sums are int32 and exact. All else is float32 in a written order: no library of the machine is asked for a sum or
an exponential. So a text has the same vector on every machine, in any batch and on any thread.
"""

from __future__ import annotations

from pipeline.index.transformer.conversion import convert
from pipeline.index.transformer.encoder import TransformerEncoder

__all__ = ["TransformerEncoder", "convert"]
