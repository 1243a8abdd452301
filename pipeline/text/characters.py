"""The one module of character tables.

Each table is data: a code point (or a class of code points) and what it becomes. `TABLES` names them in
the order in which the steps use them. Nothing here looks at neighbours; rules that do are in `steps.py`
and `uthmani.py`, and each of them is a pure function of one word.

What a code point becomes is said here alone; rules that look at letters name them where they stand.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import TypeAlias

Table: TypeAlias = dict[int, str]


def _span(*ranges: tuple[int, int]) -> tuple[int, ...]:
    """Code points of closed ranges, in order."""
    return tuple(code for low, high in ranges for code in range(low, high + 1))


def _each(letters: str, becomes: str) -> Table:
    return {ord(letter): becomes for letter in letters}


# What draws nothing and separates nothing: bidi controls, joiners, soft hyphens, BOM, variation selectors.
# U+00AC is what a soft hyphen turned into in some printed books; U+0085 and the like separate instead.
INVISIBLE = _span(
    (0x00AC, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x180B, 0x180E),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFF9, 0xFFFB),
)
TATWEEL = "\u0640"
REPLACEMENT = "\ufffd"

# Ligatures that stand for words, and the private-use characters that fonts of fatwa sites draw them with.
BLESSING = "صلى الله عليه وسلم"
HONORIFICS: Table = {
    0xFDF0: "صلى",
    0xFDF1: "قلى",
    0xFDF2: "الله",
    0xFDF3: "أكبر",
    0xFDF4: "محمد",
    0xFDF5: BLESSING,
    0xFDF6: "رسول",
    0xFDF7: "عليه",
    0xFDF8: "وسلم",
    0xFDF9: "صلى",
    0xFDFA: BLESSING,
    0xFDFB: "جل جلاله",
    0xFDFC: "ريال",
    0xFDFD: "بسم الله الرحمن الرحيم",
    0xFDFE: "سبحانه وتعالى",
    0xFDFF: "عز وجل",
    0xFD40: "رحمه الله",
    0xFD41: "رضي الله عنه",
    0xFD42: "رضي الله عنها",
    0xFD43: "رضي الله عنهم",
    0xFD44: "رضي الله عنهما",
    0xFD45: "رضي الله عنهن",
    0xFD46: "صلى الله عليه وآله",
    0xFD47: "عليه السلام",
    0xFD48: "عليهم السلام",
    0xFD49: "عليهما السلام",
    0xFD4A: "عليه الصلاة والسلام",
    0xFD4B: "قدس سره",
    0xFD4C: "صلى الله عليه وآله وسلم",
    0xFD4D: "عليها السلام",
    0xFD4E: "تبارك وتعالى",
    0xFD4F: "رحمهم الله",
    0x0610: BLESSING,
    0x0611: "عليه السلام",
    0x0612: "رحمه الله",
    0x0613: "رضي الله عنه",
    0xF049: "عز وجل",
    0xF055: "عز وجل",
    0xF059: "عز وجل",
    0xF072: "رضي الله عنه",
    0xF074: "رضي الله عنه",
    0xF075: BLESSING,
    0xF079: "رضي الله عنهم",
}
HONORIFIC_TABLE: Table = {code: f" {words} " for code, words in HONORIFICS.items()}

_PRESENTATION = _span((0xFB50, 0xFBB1), (0xFBD3, 0xFD3D), (0xFD50, 0xFDEF), (0xFE70, 0xFEFC))


def _presentation() -> Table:
    """Shaped letters and ligatures of letters, as the letters. Spacing marks keep only the mark."""
    return {
        code: unicodedata.normalize("NFKC", chr(code)).replace(" ", "")
        for code in _PRESENTATION
        if code not in HONORIFICS and unicodedata.category(chr(code)) != "Cn"
    }


PRESENTATION = _presentation()

# Letters of Persian, Urdu and other hands, as the Arabic letter that a searcher would type.
LETTERS: Table = (
    _each("کڪګڬڭڮڰگڱڲڳڴ", "ك")
    | _each("یېۍێےۓؠ", "ي")
    | _each("ہھۀۂە", "ه")
    | _each("ۃ", "ة")
    | _each("پ", "ب")
    | _each("چ", "ج")
    | _each("ژ", "ز")
    | _each("ڤ", "ف")
    | _each("ٹټ", "ت")
    | _each("ڈډڊ", "د")
    | _each("ڑړڒ", "ر")
    | _each("ں", "ن")
    | _each("ۋۆۇۈ", "و")
    | _each("ٮ", "ب")
    | _each("ٯ", "ق")
    | {0x0675: "أ", 0x0676: "ؤ", 0x0677: "ؤ", 0x0678: "ئ", 0x06D2: "ي", 0x0672: "أ", 0x0673: "إ"}
)

# Marks above and below Arabic letters. The small letters U+06E5-06E8 are read by the Uthmani rules first.
MARKS = _span(
    (0x0614, 0x061A),
    (0x064B, 0x065F),
    (0x0670, 0x0670),
    (0x06D6, 0x06DC),
    (0x06DF, 0x06E8),
    (0x06EA, 0x06ED),
    (0x0897, 0x089F),
    (0x08CA, 0x08E1),
    (0x08E3, 0x08FF),
)
ALEFS: Table = _each("أإآٱ", "ا")
HAMZA_SEATS: Table = {ord("ؤ"): "و", ord("ئ"): "ي"}
MAQSURA: Table = {ord("ى"): "ي"}
TA_MARBUTA: Table = {ord("ة"): "ه"}

DIGITS: Table = {start + value: str(value) for start in (0x0660, 0x06F0, 0xFF10) for value in range(10)}

# What is written between the letters of one word and is not searched: apostrophes, hamza and ʿayn signs of
# transliteration, and U+FFFD, which in the corpora at hand is a lost apostrophe, quote or ʿayn.
APOSTROPHES = "'`´‘’‚‛′ʹʺʻʼʽʾʿˈˊˋ˙ˮ‵＇ꞌ" + REPLACEMENT

# Latin letters of transliteration that do not decompose.
STROKED = {
    "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ø": "o", "ŧ": "t", "æ": "ae", "œ": "oe", "þ": "th",
    "ŋ": "n", "ə": "a", "∂": "d",
}  # fmt: skip
COMBINING = _span((0x0300, 0x036F), (0x1AB0, 0x1ACE), (0x1DC0, 0x1DFF), (0x20D0, 0x20F0), (0xFE20, 0xFE2F))


def _plain(character: str) -> str:
    """The compatibility letters of a character, small and without their marks."""
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    return "".join(STROKED.get(part, part) for part in parts if ord(part) not in _COMBINING_SET)


_COMBINING_SET = frozenset(COMBINING)


def _latin() -> Table:
    table: Table = {}
    for code in _span(
        (0x00A1, 0x02AF), (0x1E00, 0x1EFF), (0x2100, 0x214F), (0xFB00, 0xFB06), (0xFF21, 0xFF5A)
    ):
        plain = _plain(chr(code))
        if chr(code).isalnum() and chr(code) not in APOSTROPHES and plain != chr(code):
            table[code] = plain
    table.update({ord(letter): plain for letter, plain in STROKED.items()})
    table.update(dict.fromkeys(COMBINING, ""))
    return table


LATIN = _latin()

TABLES: dict[str, Table] = {
    "honorifics": HONORIFIC_TABLE,
    "invisible": dict.fromkeys(INVISIBLE, ""),
    "presentation": PRESENTATION,
    "letters": LETTERS,
    "marks": dict.fromkeys((*MARKS, ord(TATWEEL)), ""),
    "alef": ALEFS,
    "maqsura": MAQSURA,
    "ta-marbuta": TA_MARBUTA,
    "digits": DIGITS,
    "latin": LATIN,
    "apostrophes": dict.fromkeys(map(ord, APOSTROPHES), ""),
    "hamza": HAMZA_SEATS,
}


def character_class(codes: Iterable[int | str]) -> str:
    """The inside of a regular-expression class that holds these code points."""
    points = sorted({ord(code) if isinstance(code, str) else code for code in codes})
    runs: list[list[int]] = []
    for point in points:
        if runs and point == runs[-1][1] + 1:
            runs[-1][1] = point
        else:
            runs.append([point, point])
    return "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in runs)
