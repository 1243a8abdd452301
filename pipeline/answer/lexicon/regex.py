"""Patterns of the lists, compiled once in a process, whichever snapshot they come with.

The snapshot that takes the place of another holds nearly the same lists; Python itself remembers fewer patterns than
they have, so that it compiled all of them anew: half of the work of opening.
"""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=4096)  # the lists of one snapshot have about a thousand
def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A compiled pattern."""
    return re.compile(pattern, flags)
