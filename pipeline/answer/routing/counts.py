"""Numbers of the Qur'an that are asked for: the verses of a surah, its place, the surahs and verses of all.

They are counted, and no text tells them: narrations that name a surah beside a number tell something else. The verse
that shows the number is looked up, the last one of a surah or its first.
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.routing.around_reference import tokens_in
from pipeline.answer.routing.verses import surah_named

_WHOLE = frozenset("the holy noble glorious quran qur'an koran entire whole القران الكريم كله".split())


@dataclass(frozen=True, slots=True)
class Count:
    """A number that is asked for: `verses` or `place` of a surah, `surahs` or `all-verses` of the Qur'an."""

    of: str
    surah: int  # the last one where all are counted

    def shown_by(self, lexicon: Lexicon) -> str:
        """The verse that shows it."""
        verse = 1 if self.of == "place" else lexicon.surahs[self.surah].verses
        return f"quran:{self.surah}:{verse}"

    def number(self, lexicon: Lexicon) -> int:
        """The number itself."""
        if self.of == "place":
            return self.surah
        if self.of == "surahs":
            return len(lexicon.surahs)
        if self.of == "verses":
            return lexicon.surahs[self.surah].verses
        return sum(surah.verses for surah in lexicon.surahs.values())


def count_in(folded: str, lexicon: Lexicon) -> Count | None:
    """The number that a folded question asks for; None for any other question.

    >>> from pipeline.answer.lexicon import default_lexicon
    >>> count_in("how many verses are in surah al-baqarah?", default_lexicon())
    Count(of='verses', surah=2)
    """
    for of, forms in lexicon.counts.items():
        match = next((found for form in forms if (found := form.match(folded))), None)
        if match is None:
            continue
        named = match.groupdict().get("of") or ""
        if _WHOLE.issuperset(tokens_in(named)):
            return Count("all-verses" if of == "verses" else of, len(lexicon.surahs))
        if surah := surah_named(named, lexicon):
            return Count(of, surah)
    return None
