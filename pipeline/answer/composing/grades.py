"""The grade that a source states, in the words of the language of the answer.

Sources grade narrations in Latin letters ("Hasan in chain"). These are terms of art, which have one Arabic word each,
so an Arabic answer says that word. A grade with anything else in it is shown as it is written; none is weighed here.
"""

from __future__ import annotations

import re

# What a term is in Arabic; its meaning in English stands beside some of them and says nothing more.
_TERMS = {
    "sahih": "صحيح",
    "hasan": "حسن",
    "da'if": "ضعيف",
    "daif": "ضعيف",
    "jiddan": "جدًّا",
    "maudu": "موضوع",
    "mawdu'": "موضوع",
    "munkar": "منكر",
    "shadh": "شاذ",
    "mursal": "مرسل",
    "mauquf": "موقوف",
    "maqtu'": "مقطوع",
    "marfu'": "مرفوع",
    "mutawatir": "متواتر",
    "in chain": "الإسناد",
    "li ghairih": "لغيره",
}
# Titles, by which a grade that another source gives is said to be that source's.
SOURCES = {"The six books (LK Hadith Corpus)": "الكتب الستة (مدونة LK)"}
_GLOSS = re.compile(r"\s?(?:- ?|\()(?:authentic|good|weak|fabricated)\b\)?", re.I)
_TERM = re.compile("|".join(map(re.escape, sorted(_TERMS, key=len, reverse=True))))
_BY = re.compile(r"(?P<said>.*?) \((?P<by>" + "|".join(map(re.escape, sorted(SOURCES))) + r")\)")


def grade_in(grade: str, language: str) -> str:
    """A stated grade as an answer in a language says it.

    >>> grade_in("Hasan - Good (The six books (LK Hadith Corpus))", "ar")
    'حسن، كما في الكتب الستة (مدونة LK)'
    >>> grade_in("Sahih except for one word", "ar"), grade_in("Daif - Weak", "en")
    ('Sahih except for one word', 'Daif - Weak')
    """
    if language != "ar":
        return grade
    said = [_arabic(one) for one in grade.split("; ")]
    return grade if None in said else "؛ ".join(one for one in said if one)


def _arabic(grade: str) -> str | None:
    """One grade in Arabic words; None where it holds another."""
    told = _BY.fullmatch(grade)
    terms = _GLOSS.sub("", told["said"] if told else grade).strip().lower()
    if _TERM.sub("", terms).strip():
        return None
    words = " ".join(_TERMS[term] for term in _TERM.findall(terms))
    return f"{words}، كما في {SOURCES[told['by']]}" if told else words
