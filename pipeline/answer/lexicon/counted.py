"""How questions say that something is so many: a numeral, a noun, and what the noun is of, in any order of these.

One entry of a closed list gives the noun and its owner in both languages, and the forms are those of
the languages: "the five rakahs of Maghrib", "Maghrib is five rakahs", "five Maghrib rakahs",
"how many rakahs in Maghrib, five?"; خمس ركعات للمغرب، ركعات
المغرب الخمس، الركعات الخمس في صلاة المغرب، صلاة المغرب خمس ركعات، صلاة المغرب ركعتان. An owner may be part of the noun.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pipeline.answer.lexicon.regex import regex
from pipeline.answer.words.fold import fold_pattern

NUMBER = r"(?<![\w-])(?P<n>[\w-]+)"  # a whole word, so that none is read again from each of its hyphens
_THE = r"(?:the )?(?:(?:obligatory|fard|compulsory|holy|noble) )?"
_BE = r"(?:is|are|has|have|as|with|of|consists? of|contains?|includes?)"
_GUESS = (  # behind a question how many there are
    rf"(?:[,;:?.]| is it| are they| is that| or is it)+ {NUMBER}"
    r"(?: (?:fardh?|farz|obligatory|compulsory|rak\w*|units?|of them|in all))*\W*$"
)
_ENGLISH = {
    True: (
        rf"{NUMBER} {_THE}(?:{{noun}}) (?:(?:of|in|for|at|to|from) )?{_THE}(?:{{of}})\b",
        rf"\b(?:{{of}}) (?:prayer |salah |salat )?(?:{_BE} )?{NUMBER} {_THE}(?:{{noun}})\b",
        rf"{NUMBER} {_THE}(?:{{of}})(?:'s)? (?:prayer )?(?:{{noun}})\b",
        rf"\bhow many (?:{{noun}}) .{{0,20}}\b(?:{{of}})(?: [a-z]+){{0,3}}{_GUESS}",
    ),
    False: (rf"{NUMBER} (?:{{noun}})\b", rf"\bhow many (?:{{noun}})(?: [a-z]+){{0,3}}{_GUESS}"),
}
_OWNER = "(?:صلاة |لصلاة )?(?:ال|لل|بال|ل)?(?:{of})"
_ARABIC = {
    True: (
        rf"{NUMBER} (?:ال)?(?:{{noun}}) (?:في |من )?{_OWNER}\b",
        rf"\b(?:{{noun}}) (?:في |من )?{_OWNER}[،,؛؟?]? (?:هل )?(?:(?:هي|هم|عددها|عدد) )?{NUMBER}\b",
        rf"\bال(?:{{noun}}) {NUMBER} (?:في |من )?{_OWNER}\b",
        rf"\b{_OWNER} (?:(?:هي|هو|فيها|فيه) )?{NUMBER} (?:{{noun}})\b",
    ),
    False: (rf"{NUMBER} (?:ال)?(?:{{noun}})\b", rf"\b(?:{{noun}}) {NUMBER}\b"),
}
_DUAL = "صلاة ال(?:{of}) (?P<n>(?P<two>{dual}))\\b"


def patterns_of(fact: Mapping[str, Any]) -> Iterator[re.Pattern[str]]:
    """Where a question says the number `n` of an entry of a closed list: by its nouns, and by patterns of its own. A
    group `two` is a noun in the dual."""
    for language, forms in (("en", _ENGLISH), ("ar", _ARABIC)):
        named = fact.get("counted", {}).get(language)
        if named:
            of = named.get("of", "")
            for form in forms[bool(of)]:
                yield _compiled(form.replace("{noun}", named["noun"]).replace("{of}", of))
            if "dual" in named:
                yield _compiled(_DUAL.replace("{of}", of).replace("{dual}", named["dual"]))
        for pattern in fact.get(language, ()):
            yield _compiled(pattern)


def _compiled(pattern: str) -> re.Pattern[str]:
    return regex(fold_pattern(pattern))
