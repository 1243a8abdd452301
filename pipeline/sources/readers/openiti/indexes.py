"""The indexes and lists of sources that an edition appends to a book: lines that lead to pages, and tell nothing."""

from __future__ import annotations

import re

_ORDINAL = "أولا|ثانيا|ثالثا|رابعا|خامسا|سادسا|سابعا|ثامنا|تاسعا|عاشرا"
_INDEX = re.compile(
    rf"\W*(?:[0-9]+\W+)?(?:(?:{_ORDINAL})\W+)?(?:"
    r"(?:ال)?(?:فهرست?|فهارس)(?![\u0621-\u064a]).{0,60}"
    r"|(?:(?:أهم|ثبت|قائمة)\s)?(?:ال)?مصادر?\s?و(?:ال)?مراجع\W*"
    r"|(?:ال)?مصادر\s(?:ال)?(?:تحقيق|مطبوعة|مخطوطة)\W*"
    r"|(?:ال)?محتويات(?:\sالكتاب)?\W*)"
)


def is_index(heading: str) -> bool:
    """Whether what stands under a heading, without its marks, is an index.

    >>> is_index("13 - فهرس مراجع الشرح"), is_index("المصادر والمراجع"), is_index("باب ما يؤكد من الأفعال بالمصادر")
    (True, True, False)
    """
    return _INDEX.fullmatch(heading) is not None
