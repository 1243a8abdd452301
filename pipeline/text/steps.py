"""Normalising: what was written, to the form that is searched.

`normalise` is a list of named steps in a fixed order, each a function from text to text. `explain` names
the steps that changed a text, and `apply_plan` replays them. The result holds words of letters and digits,
lower case, parted by single spaces; normalising it again changes nothing.

Steps either map single code points through one table of `characters.py`, or are pure functions of one
written word; no step looks further than a word, apart from `markup`. Each could be compiled as it stands.
The result is for searching and comparing. It is never shown, and the original is kept beside it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pipeline.text import uthmani
from pipeline.text.characters import TABLES
from pipeline.text.markup import mask


@dataclass(frozen=True, slots=True)
class Step:
    """A step by its name, and what it does in one sentence."""

    name: str
    does: str


_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_ARABIC_WORD = re.compile(
    r"[\u0621-\u063f\u0640-\u065f\u066e-\u06d3\u06d5-\u06dc\u06df-\u06e8\u06ea-\u06ef\u08a0-\u08ff]+"
)
_DASH = re.compile(r"(?<=[اأإآٱدذرزوةىء])\u0640+(?=[\u0621-\u064a])")
_APART = re.compile(r"([اوي])([\u064b-\u0652\u0670]*)([\u0654\u0655])")
_HAMZA = re.compile(
    r"ئ(?![\u0621-\u063f\u0641-\u064a])|ئ(?=و)|(?<!ء)ء++(?=[ويىؤئ])|(?<![اأإآٱء])ء++(?=[اأإآٱ][\u0621-\u063f\u0641-\u064a])"
)
_SCRIPTS = re.compile(
    r"(?<=[\u0620-\u063f\u0641-\u064a\u066e-\u06d3])(?=[^\W_\u0600-\u06ff])|(?<=[^\W_\u0600-\u06ff])(?=[\u0620-\u063f\u0641-\u064a\u066e-\u06d3])"
)
_POSSESSIVE = re.compile(r"(?<=[a-z])['’‘ʼ`´]s(?![^\W_])")
_OTHER = re.compile(r"[\W_]+")


def control(text: str) -> str:
    """Characters that stand for nothing, as spaces: as many as there were."""
    return _CONTROL.sub(" ", text)


def _table(name: str) -> Callable[[str], str]:
    table = TABLES[name]
    return lambda text: text.translate(table)


def _one_letter(match: re.Match[str]) -> str:
    letter = unicodedata.normalize("NFC", match[1] + match[3])
    return letter + match[2] if len(letter) == 1 else match[0]


def composed(text: str) -> str:
    """The step "composed": NFC of hamzas alone. A madda stays apart, which the codex draws over long letters."""
    return _APART.sub(_one_letter, text)


def _hamza_word(match: re.Match[str]) -> str:
    following = match.string[match.end() : match.end() + 1]
    if match[0] == "ئ":
        return "و" if following == "و" else "يء"
    return "" if following in "اأإآٱ" else following


def hamza_seated(text: str) -> str:
    """The step "hamza"."""
    return _HAMZA.sub(_hamza_word, text).translate(TABLES["hamza"])


def spelled_today(text: str) -> str:
    """The step "uthmani"."""
    return _ARABIC_WORD.sub(lambda match: uthmani.modern(match[0]), text)


def apostrophes(text: str) -> str:
    """The step "apostrophes"."""
    return _POSSESSIVE.sub("", text).translate(TABLES["apostrophes"])


def parted_at_dashes(text: str) -> str:
    """The step "tatweel-dash"."""
    return _DASH.sub(" ", text)


def parted_by_script(text: str) -> str:
    """The step "scripts"."""
    return _SCRIPTS.sub(" ", text)


_STEPS: tuple[tuple[Step, Callable[[str], str]], ...] = (
    (Step("control", "Characters that stand for nothing (NUL, lone surrogates) part words."), control),
    (Step("markup", "Tags, comments and scripts part words; entities become their characters."), mask),
    (Step("honorifics", "A ligature or private-use sign of honour becomes its words."), _table("honorifics")),
    (Step("invisible", "Bidi controls, joiners, soft hyphens and byte-order marks vanish."), _table("invisible")),
    (Step("presentation", "Shaped Arabic letters become the letters."), _table("presentation")),
    (Step("letters", "Persian and Urdu letters become the Arabic ones that a searcher types."), _table("letters")),
    (Step("composed", "A hamza that follows its seat as a mark of its own becomes one letter with it."), composed),
    (Step("tatweel-dash", "A stretching stroke where nothing can be stretched is a dash."), parted_at_dashes),
    (Step("uthmani", "Spelling of the codex becomes modern spelling."), spelled_today),
    (Step("marks", "Vowel signs, Qur'anic marks and stretching strokes vanish."), _table("marks")),
    (Step("alef", "Every form of alef becomes a bare one."), _table("alef")),
    (Step("maqsura", "Alef maqsura becomes ya."), _table("maqsura")),
    (Step("ta-marbuta", "Ta marbuta becomes ha."), _table("ta-marbuta")),
    (Step("digits", "Arabic and Persian digits become 0 to 9."), _table("digits")),
    (Step("case", "Capitals become small letters."), str.casefold),
    (Step("latin", "Latin letters lose their diacritics."), _table("latin")),
    (Step("apostrophes", "Quotes, hamza and ayn signs inside a word vanish, a possessive s with them."), apostrophes),
    (Step("hamza", "A hamza gives way to its seat; at the end of a word it stands alone."), hamza_seated),
    (Step("scripts", "Arabic letters part from Latin letters and digits."), parted_by_script),
    (Step("punctuation", "Whatever is neither letter nor digit becomes one space."),
     lambda text: _OTHER.sub(" ", text).strip()),
)  # fmt: skip

STEPS: tuple[Step, ...] = tuple(step for step, _ in _STEPS)
_FUNCTIONS = {step.name: function for step, function in _STEPS}


def normalise(text: str) -> str:
    """The searched form of a text.

    >>> normalise("بِسۡمِ ٱللَّهِ"), normalise("The Qurʾān&nbsp;<b>says</b>")
    ('بسم الله', 'the quran says')
    """
    for _, function in _STEPS:
        text = function(text)
    return text


def explain(text: str) -> tuple[Step, ...]:
    """The steps that change a text, in order.

    >>> [step.name for step in explain("Zakāt")]
    ['case', 'latin']
    """
    plan = []
    for step, function in _STEPS:
        changed = function(text)
        if changed != text:
            plan.append(step)
        text = changed
    return tuple(plan)


def apply_plan(text: str, plan: Iterable[Step]) -> str:
    """A text after the steps of a plan alone."""
    for step in plan:
        text = _FUNCTIONS[step.name](text)
    return text
