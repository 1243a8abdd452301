"""What no row and no document may be larger than: beyond it, something is wrong with the source."""

from __future__ import annotations

MAX_ROW_BYTES = 4 * 1024 * 1024  # a larger row is quarantined, not read
MAX_DOCUMENT_BYTES = 1024 * 1024 * 1024  # of one JSON document, which is held in memory as a whole
MAX_DEPTH = 64  # lists and objects inside one another
MAX_INTEGER_DIGITS = 100
