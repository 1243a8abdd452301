"""What an editor is told, in English or Arabic: a sentence is found once (`schemas.sentence`), and spoken here.

    in_language(problem.message, "ar")

Rules: sentences.yaml holds the Arabic of each English template, with the same values in it; a test holds it to the
code. What has no Arabic there (a library's own words, a value of a table) is told as it is. Digits are 0-9 in both
languages, as in the table that is looked at.

A placeholder counts with a noun, as in English; in Arabic it is the noun's dual in the case that the sentence needs:
`{rows:صفان}` is صف واحد, صفان, 3 صفوف, 11 صفًّا or 100 صف, and `{rows:صفين}` differs in the dual alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from schemas.sentence import Filling, Language, Sentence


@dataclass(frozen=True, slots=True)
class Noun:
    """The forms that Arabic numbers ask for."""

    one: str  # with the numeral: صف واحد
    few: str  # behind 3 to 10: صفوف
    many: str  # behind 11 to 99: صفًّا

    def counted(self, number: int, dual: str) -> str:
        """A number of it; what stands behind the last hundred decides."""
        if number in (1, 2):
            return self.one if number == 1 else dual
        rest = number % 100
        noun = self.few if 3 <= rest <= 10 else self.many if rest > 10 else self.one.split()[0]
        return f"{number:,} {noun}"


# By the dual: in the nominative, and as it stands behind a preposition.
NOUNS = {
    dual: Noun(one, few, many)
    for duals, one, few, many in (
        (("صفان", "صفين"), "صف واحد", "صفوف", "صفًّا"),
        (("عمودان", "عمودين"), "عمود واحد", "أعمدة", "عمودًا"),
        (("وثيقتان", "وثيقتين"), "وثيقة واحدة", "وثائق", "وثيقة"),
        (("خطآن", "خطأين"), "خطأ واحد", "أخطاء", "خطأً"),
        (("تنبيهان", "تنبيهين"), "تنبيه واحد", "تنبيهات", "تنبيهًا"),
        (("سببان", "سببين"), "سبب واحد", "أسباب", "سببًا"),
        (("مرتان", "مرتين"), "مرة واحدة", "مرات", "مرة"),
        (("حرفان", "حرفين"), "حرف واحد", "أحرف", "حرفًا"),
        (("بايتان", "بايتين"), "بايت واحد", "بايتات", "بايتًا"),
        (("رقمان", "رقمين"), "رقم واحد", "أرقام", "رقمًا"),
        (("آيتان", "آيتين"), "آية واحدة", "آيات", "آية"),
        (("جزآن", "جزأين"), "جزء واحد", "أجزاء", "جزءًا"),
        (("عنصران", "عنصرين"), "عنصر واحد", "عناصر", "عنصرًا"),
        (("ملفان", "ملفين"), "ملف واحد", "ملفات", "ملفًّا"),
        (("سطران", "سطرين"), "سطر واحد", "أسطر", "سطرًا"),
    )
    for dual in duals
}
_SIGNS = {",": "،", ";": "؛", "“”": "«»"}


class _Arabic(Filling):
    comma = "،"

    def counted(self, number: int, noun: str) -> str:
        return NOUNS[noun].counted(number, noun)

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, str):
            value = self.told(value)
        if isinstance(value, tuple | list):
            value = [self.told(one) for one in value]
            format_spec = _SIGNS.get(format_spec, format_spec)
        return super().format_field(value, format_spec)

    def told(self, sentence: str) -> str:
        """A sentence in Arabic, as far as its template is known; a single plain word is rather one of the table."""
        if not isinstance(sentence, Sentence):
            if " " not in sentence:
                return sentence
            sentence = Sentence(sentence)
        template = arabic().get(sentence.template, sentence.template)
        return self.vformat(template, (), sentence.values)


_ARABIC = _Arabic()


def in_language(sentence: str, language: Language) -> str:
    """A sentence in a language."""
    return _ARABIC.told(sentence) if language == "ar" else str(sentence)


@cache
def arabic() -> Mapping[str, str]:
    """The Arabic template of each English one."""
    text = files("pipeline.sources").joinpath("sentences.yaml").read_text("utf-8")
    return {each["en"]: each["ar"] for each in yaml.safe_load(text)}
