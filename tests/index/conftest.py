"""Fixtures of the index: indexes built once, of several sizes."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # for lexical_oracle
