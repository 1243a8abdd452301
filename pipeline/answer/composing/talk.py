"""The talks of a narration: what is said to the Prophet is quoted with what he says on it.

"My father is an old man who cannot perform Hajj" is no answer, and "Perform Hajj on behalf of your father", behind it,
is one. Who speaks last is seen by the verb of saying and by what stands before it. Nothing is chosen here.
"""

from __future__ import annotations

import re

_SAYS = r"(?:said|replied|answered|asked|responded|remarked|exclaimed|enquired|inquired|saying)"
_TITLES = (
    r"(?:(?:the )?(?:messenger|apostle|prophet) of allah|allah['’`]s (?:messenger|apostle)"
    r"|the (?:holy )?prophet)\b"
)
_NAMED = rf"(?<!\bof )(?<!\bto )(?<!\bO )(?<!asked )(?<!told ){_TITLES}"
_SAID = re.compile(rf"\b{_SAYS}\b|\bheard\b[^.:]{{1,50}}\bsay\b|\b(?:would|used to) say\b", re.I)
_BRACKETS = r"(?:\s*\([^()]*\)){0,2}[\s,]*"
# The Prophet speaks, or one who is not named ("he"), who answers in a talk with him.
_BY_HIM = re.compile(
    rf"(?:{_NAMED}|\bhe\b){_BRACKETS}(?:(?:then|also|again|further|once|used to|would|as|has|had)\s)*"
    rf"(?:{_SAYS}|say)\b\Z"
    rf"|{_NAMED}[^.:;\"“]{{1,80}}\band {_SAYS}\Z",
    re.I,
)
_BY_NAME = re.compile(rf"{_NAMED}{_BRACKETS}(?:\w+\s){{0,5}}(?:{_SAYS}|say)\b", re.I)
# Words to him: "came to the Prophet and said", "O Messenger of Allah", "asked him".
_TO_HIM = re.compile(rf"\b(?:to|asked|told) (?:him\b|{_TITLES})(?! for\b)|(?:\bO |:\W*){_TITLES}", re.I)
_ADDRESSED = re.compile(rf"\W*(?:O )?{_TITLES}", re.I)
_THEN = r"\W*(?:(?:thereupon|then|so|and|but|(?:up)?on (?:this|that|which))\W+)*"
_HE_SAYS = re.compile(rf"{_THEN}\bhe\b[^.:,\"“]{{0,40}}?\b{_SAYS}\b", re.I)
_PROPHET_SAYS = re.compile(rf"{_THEN}{_NAMED}[^.:\"“]{{0,40}}?\b{_SAYS}\b", re.I)
_THEY_ASK = re.compile(
    rf"{_THEN}(?:they|we|it was|the (?:people|companions))\b[^.:?\"“]{{0,40}}?\b{_SAYS}\b[^.?]*\?", re.I
)
_SHORT = re.compile(
    rf"\b{_SAYS}\W{{1,6}}(?:yes|no|nay|never)\b\W*\Z|\bin the (?:negative|affirmative)\W*\Z", re.I
)
# In folded Arabic: who speaks, and that he does not speak of himself.
_BY_OTHERS = frozenset("قلت قلنا قالوا قيل سيل سالت سالنا سالته سالناه سالتها".split())
_SAID_AR = re.compile(rf"(?<!\S)[فو]?(قال|قالت|{'|'.join(sorted(_BY_OTHERS))})(?!\S)")
_ANSWERS_AR = re.compile(r"\W*[فو]?قالت?(?!\S)")
NEAR, FAR = 60, 120  # characters before a place in which a short reply stands, and who says something


def is_answered(text: str, end: int, after: int) -> bool:
    """Whether what is said up to a place is answered from another one on, or asked on by those who hear it."""
    by_name = _PROPHET_SAYS.match(text, after) is not None
    if not by_name and not _HE_SAYS.match(text, after):
        return _THEY_ASK.match(text, after) is not None and _by_him(text, end)
    if is_brief(text, end):
        return True  # "They said: No." ends no talk
    return not _by_him(text, end) and (by_name or _with_him(text, end))


def is_answered_in_arabic(said: str, following: str) -> bool:
    """Whether folded words end with what others say ("I said", "they said"), and the next begin with "he said"."""
    last = next(reversed(_SAID_AR.findall(said)), "")
    return last in _BY_OTHERS and _ANSWERS_AR.match(following) is not None


def is_brief(text: str, end: int) -> bool:
    """Whether a place ends a reply of one word: "They said: No."."""
    return _SHORT.search(text, max(0, end - NEAR), end) is not None


def _last_said(text: str, end: int) -> re.Match[str] | None:
    return next(reversed(list(_SAID.finditer(text, 0, end))), None)


def _by_him(text: str, end: int) -> bool:
    """Whether the Prophet, or one who is not named, speaks last before a place."""
    said = _last_said(text, end)
    if said is None or _ADDRESSED.match(text, said.end(), end):
        return False
    return _BY_HIM.search(text, max(0, said.start() - FAR), said.end()) is not None


def _with_him(text: str, end: int) -> bool:
    """Whether a talk with the Prophet is told before a place."""
    return _TO_HIM.search(text, 0, end) is not None or _BY_NAME.search(text, 0, end) is not None
