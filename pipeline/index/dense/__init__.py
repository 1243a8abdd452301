"""The dense half of the index: the passages whose vectors lie closest to that of a question.

`build_dense` writes it, `DenseIndex` opens and searches it. `signs` picks candidates, `scores` gives exact
integers and their order. Not done here: turning texts into vectors, and anything about documents.
"""

from pipeline.index.dense.build import build_dense
from pipeline.index.dense.layout import DenseConfig
from pipeline.index.dense.reader import Allowed, DenseIndex

__all__ = ["Allowed", "DenseConfig", "DenseIndex", "build_dense"]
