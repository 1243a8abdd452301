"""Quotation marks in questions, those of verses with them: what stands between them may be copied, and is read as it
is written.
"""

from __future__ import annotations

import re

MARK = re.compile('["“”«»﴾﴿]')


def is_marked(text: str) -> bool:
    """Whether a text holds quotation marks.

    >>> is_marked("what is ﴿الصمد﴾"), is_marked("the Prophet's ring")
    (True, False)
    """
    return MARK.search(text) is not None
