"""A share of a whole that a question names: "a third of the Qur'an", "ثلث القرآن".

A text on it tells of that share, and not of the ordinal or the number that is written alike: not of the ninth unit of
prayer where a ninth is asked about, nor of nine verses (تسع).
"""

from __future__ import annotations

import re

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.read import Read
from pipeline.answer.words.fold import fold

# Every share, as English and Arabic write it.
_SHARES = (
    ("half", "نصف"),
    ("third", "ثلث"),
    ("quarter|fourth", "ربع"),
    ("fifth", "خمس"),
    ("sixth", "سدس"),
    ("seventh", "سبع"),
    ("eighth", "ثمن"),
    ("ninth", "تسع"),
    ("tenth", "عشر"),
)
_ALIKE = frozenset("خمس سبع ثمن تسع عشر".split())  # numbers, too, unless a whole stands behind them
_WHOLES = "القران|الايمان|الدين|النبوه|المال|الليل|التركه|الاسلام|العلم|الجنه"
_ASKED_EN = re.compile(
    r"\b(?:an?|one)[ -](half|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth) (?:part )?of\b"
)
_ASKED_AR = re.compile(
    rf"(?:^|\s)(?:(نصف|ثلث|ربع|سدس) ال[\u0621-\u064a]{{2,}}|(خمس|سبع|ثمن|تسع|عشر) (?:{_WHOLES})(?![\u0621-\u064a]))"
)


def share_of(asking: Asking) -> tuple[str, str] | None:
    """The share that a question names, as English and Arabic write it."""
    found = _ASKED_EN.search(asking.normal) or _ASKED_AR.search(asking.normal)
    named = next((group for group in found.groups() if group), "") if found else ""
    return next((pair for pair in _SHARES if named and named in (*pair[0].split("|"), pair[1])), None)


def tells_share(share: tuple[str, str], text: Read) -> bool:
    """It tells of a share of a whole where it speaks of the question."""
    # Folded, five (خمسة) is written as "its fifth".
    (english, arabic), folded = share, fold(text.around.replace("ة", " "))
    if text.language == "en":
        if english == "half":
            return re.search(r"\bhal(?:f|ves)\b", folded) is not None
        pattern = (
            rf"\b(?:an?|one|two|three|half a)[ -](?:{english})s?\b|\b(?:{english})s? (?:part |portion )?of\b"
        )
        return re.search(pattern, folded) is not None
    behind = r"(?:ه|ها|هم| (?:من )?ال)" if arabic in _ALIKE else r"(?:ه|ها|هم|ا)?(?![\u0621-\u064a])"
    return re.search(rf"(?<![\u0621-\u064a])[وفبلك]?(?:ال|لل)?{arabic}{behind}", folded) is not None
