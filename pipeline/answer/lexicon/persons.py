"""Who is named: what the Prophet is called, titles, well-known persons, and the capital letters that name nobody.

What the Prophet, God and bearers of a title are called is one list, of which patterns of all lists have each row by its
name (`{prophet}`). The plain names for all that is said of reverence are in `epithets`.
"""

from __future__ import annotations

import re
from functools import cached_property

from pipeline.answer.lexicon.patterns import Patterns
from pipeline.answer.lexicon.regex import regex
from pipeline.answer.words.fold import fold_pattern
from pipeline.text import analyse
from schemas.tables import LANGUAGES

# How a folded question names the Prophet, and anybody by "Abu" and a name that no list has.
_PROPHET = {
    "en": r"(?:holy |noble )?{prophet}(?: {muhammad}| of {god})?|{muhammad}",
    "ar": r"{prophet}(?: {muhammad})?|{muhammad}",
}
_SURNAMED = r"(?:abu|umm|ibn) [a-z'-]{3,}|(?:ابو|ابا|ابي|ام|ابن) (?!الله)[\u0621-\u064a]{3,}"
# Anybody by his father: "معاذ بن جبل", "عبد الله بن مسعود".
_FATHERED = r"(?:عبد )?[\u0621-\u064a]{3,}(?= (?:بن|بنت) [\u0621-\u064a])"
# What stands behind a name and is of it: whose son he is, where he is from, a blessing.
_OF_NAME = (
    r"(?: (?:ibn|bin|bint|b\.) (?:abi |al-)?+[a-z'-]+| a[lszt]h?-[a-z'-]+| \((?:ra|as|pbuh|saw|rta)\)"
    r"| (?:بن|بنت) (?:ابي )?+[\u0621-\u064a]+| الصديق| الفاروق| علي(?:ه|ها) السلام| رضي الله عن\w+)*"
)


class PersonLists(Patterns):
    """The words for persons, as tokens and patterns of both languages."""

    @cached_property
    def prophet_titles(self) -> frozenset[str]:
        """Tokens of the titles by which the Prophet is named."""
        return self._called("prophet")

    @cached_property
    def prophet(self) -> frozenset[str]:
        """The same with his own name."""
        return self._called("prophet", "muhammad")

    @cached_property
    def titles(self) -> frozenset[str]:
        """Tokens of what stands before a name and is none."""
        return self._called("title")

    def _called(self, *names: str) -> frozenset[str]:
        """Tokens of some words, each by the first that it has: "the messenger" alone is not named by "Allah"."""
        listed = self._lists["closed-lists"]["called"]
        words = (word for language in LANGUAGES for name in names for word in listed[language][name])
        return frozenset(token for word in words for token in analyse(word)[:1])

    @cached_property
    def no_names(self) -> frozenset[str]:
        """English words as they are written with a capital letter, and are no name."""
        called = self._lists["closed-lists"]["called"]["en"]
        words = (word for name in ("prophet", "god", "title") for word in called[name])
        return frozenset(map(str.capitalize, words)).union(self._lists["closed-lists"]["capitals"]["no_name"])

    @cached_property
    def nobodys_names(self) -> frozenset[str]:
        """The same, and names of books, places and times, which nobody bears."""
        return self.no_names.union(self._lists["closed-lists"]["capitals"]["nobody"])

    @cached_property
    def persons(self) -> re.Pattern[str]:
        """Names of well-known persons, of both languages."""
        return self._names("persons")

    @cached_property
    def people(self) -> re.Pattern[str]:
        """The same of more of them."""
        return self._names("persons", "people")

    @cached_property
    def named(self) -> re.Pattern[str]:
        """Somebody in a folded question, with all of his name; its group `prophet`: the Prophet, and no other one."""
        known = self.people.pattern
        prophet = "|".join(self._fill(language, form) for language, form in _PROPHET.items())
        return regex(
            rf"(?<![\w'-])(?:(?P<prophet>{prophet})(?! (?:{known}))|(?:{known})ا?|{_SURNAMED}|{_FATHERED})(?![\w-])"
            rf"{_OF_NAME}(?![\w-])"
        )

    def _names(self, *parts: str) -> re.Pattern[str]:
        listed = [one for part in parts for one in self._lists["closed-lists"][part]]
        return regex("|".join(rf"(?<!\w)(?:{fold_pattern(one)})(?!\w)" for one in listed))
