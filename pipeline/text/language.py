"""Which language a text is in, by its letters."""

from __future__ import annotations

import re
from typing import Literal

_ARABIC = re.compile(r"[\u0620-\u063f\u0641-\u064a\u066e-\u06d3\ufb50-\ufdff\ufe70-\ufefc]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_SMALLER_SHARE = 5  # the lesser script counts when it has at least a fifth of the letters

Language = Literal["ar", "en", "mixed", "none"]


def language_of(text: str) -> Language:
    """`ar` or `en` by the script of its letters, `mixed` when both weigh, `none` without letters.

    >>> language_of("ما حكم الصلاة؟"), language_of("zakat"), language_of("2:255")
    ('ar', 'en', 'none')
    """
    arabic, latin = len(_ARABIC.findall(text)), len(_LATIN.findall(text))
    if not arabic and not latin:
        return "none"
    if min(arabic, latin) * _SMALLER_SHARE >= arabic + latin:
        return "mixed"
    return "ar" if arabic > latin else "en"
