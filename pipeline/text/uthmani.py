"""Uthmani spelling to modern spelling, one word at a time.

The codex writes الصلوٰة, ٱلكتٰب, يٰٓأيها, شيـٔا; a person types الصلاة, الكتاب, يا أيها, شيئا. The rules below
read the marks (a dagger alef, a small waw, a bare waw under a dagger alef, a hamza without a seat and
the vowels about it) and write what modern spelling writes. They apply in order; each is a pure function
of the word. `tables/uthmani.tsv` holds the words that no rule reaches.

A word without such marks is left alone, so text in modern spelling passes through untouched. Recitation
is not judged here, and nothing that is shown to a person comes out of this module.
"""

from __future__ import annotations

import re
from functools import cache

from pipeline.text.resources import read_pairs

FATHA, DAMMA, KASRA, SUKUN, DAGGER = "\u064e", "\u064f", "\u0650", "\u0652", "\u0670"
FATHATAN, HAMZA_ABOVE = "\u064b", "\u0654"
SILENT = "\u06df"  # a letter that is written and not read

# Marks that say nothing about spelling: shadda, pause signs, madda, signs of nasal reading.
_IDLE = dict.fromkeys(
    [0x0651, 0x0653, *range(0x06D6, 0x06DD), *range(0x06E0, 0x06E5), *range(0x06EA, 0x06EE)]
)
_SAME = {0x0657: FATHATAN, 0x065E: "\u064c", 0x0656: "\u064d", 0x08F0: FATHATAN, 0x08F1: "\u064c",
         0x08F2: "\u064d", 0x065C: "", 0x0671: "ا", 0x0622: "ا"}  # fmt: skip
_CANONICAL: dict[int, str | None] = {**_IDLE, **_SAME, 0x06E1: SUKUN}

TRIGGER = re.compile(
    r"[\u0653-\u065e\u0670\u0671\u06df-\u06e8\u08f0-\u08f2]|\u0627\u0652|\u0621\u064e?\u0627|^\u0621|^\u0623\u064e\u0621|\u064e\u0625\u0650\u064a\u0652"
)

_V = "[\u064b-\u0650\u0652]"  # a vowel sign
_STEPS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), becomes)
    for pattern, becomes in (
        # a hamza on a connecting stroke is a hamza without a seat
        (rf"\u0640({_V}*)\u0654", r"ء\1"),
        (r"\u0640", ""),
        (r"(?<=ا)\u0652", SILENT),
        # فسـٔل: an imperative without its alef
        (r"^([وف])\u064e?س\u0652?ءَ?ل", r"\1اسأل"),
        (r"(?<=\u064e)إ\u0650ي\u0652(?=ه)", "ئ"),
        (r"(?<=\u064e)إ\u0650ي\u0652", "إ"),
        (r"^أَءِ", "أإ"),
        (r"^أَءُ", "أأ"),
        # يٰ and هٰ that call or point are words of their own
        (r"^([وف]?\u064e?ي)\u064e?\u0670(?=..)", r"\1ا "),
        (r"^ه\u064e?\u0670(?=أ)", "ها "),
        # الربوٰا, الصلوٰة: the waw is silent and the alef is read; التورىٰة, هدىٰهم: so is the ya
        (r"و\u0670(ا\u06df?$)?", "ا"),
        (r"ى\u0670$", "ى"),
        (r"[ىي]\u0670(?!$)", "ا"),
        # ضعفٰؤا, الملؤا: the seat and the silent alef are how the codex ends them
        (r"(?<=\u0670)ؤ\u064f?ا\u06df$", "ء"),
        (r"(?<=\u064e)ؤ\u064f?ا\u06df$", "أ"),
        (r"ا\u06df(?!$|ئ)", ""),
        (r"\u06df", ""),
        (r"(?<=ي\u0650)ءَ?(?=[ا\u0670])", "ئ"),
        # ءامن, قرءان, سوءٰتهما: one alef with madda
        (r"(?<!ا)[ءأ]\u064e?(?:ا(?!$)|\u0670)", "آ"),
        (r"^ء(?=\u064e)", "أ"),
        # the small letters
        ("\u06e7", "ي"),
        ("\u06e8", "ن"),
        (r"(?<=ي\u0650)\u06e6$", "ي"),
        ("[\u06e5\u06e6]$", ""),
        ("\u06e5", "و"),
        ("\u06e6", "ي"),
    )
)

# Words that modern spelling writes without the alef which is read.
_UNWRITTEN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), "")
    for pattern in (
        r"(?<=ل)\u0670(?=كن)",
        r"(?<=ه)\u0670(?=ذ|ؤ|كذا)",
        r"(?<=ذ)\u0670(?=لك)",
        r"(?<=ول)\u0670(?=ئ)",
        r"(?<=رحم)\u0670(?=ن)",
        r"(?<=لل)\u0670(?=ه)",
        r"(?<=[إأا]ل)\u0670(?=ه)",
        r"\u0670(?=ا)",
        r"(?<=ا)\u0670",
    )
)
# A final hamza that the codex hangs below a ya.
_HUNG: tuple[tuple[str, str], ...] = (("اي\u0655", "اء"), ("ي\u0655", "ئ"))
_VOWELS = re.compile(_V)
_MEDIAL_HAMZA = re.compile(rf"(?<=(.))(?P<own>ء)(?P<vowel>{_V}?)(?=[^{_V[1:-1]}])")
_UNJOINED = frozenset("اأإآدذرزو")


def _seat(word: str, position: int) -> str:
    """The letter that carries a medial hamza, from the vowels about it (the rule of the stronger vowel)."""
    before = word[position - 1]
    letter = (
        before if before not in "\u064b\u064c\u064d\u064e\u064f\u0650\u0652\u0670" else word[position - 2]
    )
    own = word[position + 1]
    if own == KASRA or before == KASRA or (letter == "ي" and before in (SUKUN, "ي")):
        return "ئ"
    if before in ("ا", DAGGER):
        return "ؤ" if own == DAMMA else "ء"
    if own == FATHATAN:
        return "ء" if letter in _UNJOINED else "ئ"
    if own == DAMMA or before == DAMMA:
        return "ؤ"
    return "ء" if letter == "و" and before in (SUKUN, "و") else "أ"


def _seated(word: str) -> str:
    """The word with a seat for each hamza inside it; a hamza whose vowels are not written keeps its form."""
    if "ء" not in word[1:-1]:
        return word
    out = list(word)
    for match in _MEDIAL_HAMZA.finditer(word):
        position = match.start("own")
        vowelled = match["vowel"] or word[position - 1] in (FATHA, DAMMA, KASRA)
        if vowelled and position >= 1:
            out[position] = _seat(word, position)
    return "".join(out)


@cache
def _irregular() -> dict[str, str]:
    return read_pairs("uthmani.tsv")


def modern(word: str) -> str:
    """One written word in modern spelling; it may become two words, as يٰٓأيها does.

    >>> modern("ٱلصَّلَوٰةَ"), modern("ٱلۡكِتَٰبُ")
    ('الصلاة', 'الكتاب')
    """
    if TRIGGER.search(word) is None:
        return word
    text = word.translate(_CANONICAL)
    for pattern, becomes in _STEPS:
        text = pattern.sub(becomes, text)
    text = _VOWELS.sub("", _seated(text)).replace(HAMZA_ABOVE, "")
    for pattern, becomes in _UNWRITTEN:
        text = pattern.sub(becomes, text)
    text = text.replace(DAGGER, "ا")
    for hung, becomes in _HUNG:
        text = text.replace(hung, becomes)
    return _irregular().get(text, text)
