"""Words that several lines of a list share, or that a pattern is easier to read without: a line writes their name in
braces."""

from __future__ import annotations

import re
from collections.abc import Mapping

from schemas.errors import ConfigurationError

_NAMED = re.compile(r"\{([a-z_]+)\}")  # no name is a number: `{2}` is a pattern's


def filled(written: str, named: Mapping[str, str]) -> str:
    """A line with what each name in it stands for in its place.

    >>> filled("my {kin} left", {"kin": "(?:wife|husband)"})
    'my (?:wife|husband) left'

    Raises:
        ConfigurationError: one stands for nothing.
    """
    if lacking := sorted(set(_NAMED.findall(written)) - set(named)):
        raise ConfigurationError(
            "a line of the lists cannot be read",
            where=written,
            expected=f"the name of words that are shared: {', '.join(sorted(named))}",
            found=lacking[0],
            remedy="write it as the head of the list that it stands in says",
        )
    return _NAMED.sub(lambda match: named[match[1]], written)


def any_of(words: str) -> str:
    """A part of a pattern that stands for any one of some plain words; `_` joins those that stand side by side.

    >>> any_of("told end_quote")
    '(?:told|end\\\\ quote)'
    """
    return f"(?:{'|'.join(re.escape(word.replace('_', ' ')) for word in words.split())})"
