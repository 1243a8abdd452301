"""A verified phrasing as the summary and the Markdown of an answer.

Every sentence is followed by its citations, put there by code. A placeholder becomes the passage's block, byte for
byte as the extractive answer has it. After the prose, the passages that it did not quote follow in the same form and
order: phrasing adds words of explanation and takes no source's words away.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pipeline.answer.composing.markdown import cite, escape
from schemas.answer import Answer
from service.phrasing.passages import Material, Passage
from service.phrasing.rejection import Outcome, refuse_if
from service.phrasing.verify import Part, Prose, Verified

LONGEST_QUOTE = 420  # characters of a passage that a summary may show whole
_SPACES = re.compile(r"\s+")


def phrased(answer: Answer, verified: Verified, material: Material) -> Answer:
    """The answer with its summary and detail in other words; raises `Rejected` when a summary would be too long."""
    return replace(answer, summary=_summary(verified, material), detail=_detail(verified, material))


def _summary(verified: Verified, material: Material) -> str:
    said = " ".join(_spoken(part, material.language) for part in verified.summary)
    titles: list[str] = []
    for part in verified.summary:
        titles += [
            _one_line(one.title) for one in (part.cited if isinstance(part, Prose) else (part.passage,))
        ]
    separator = "؛ " if material.language == "ar" else "; "
    return f"{said} ({separator.join(dict.fromkeys(titles))})"


def _spoken(part: Part, language: str) -> str:
    if isinstance(part, Prose):
        return part.text
    refuse_if(len(part.passage.text) > LONGEST_QUOTE, Outcome.LENGTH)
    text = _one_line(part.passage.text)
    return f"«{text}»" if language == "ar" else f"“{text}”"


def _one_line(text: str) -> str:
    return _SPACES.sub(" ", text).strip()


def _detail(verified: Verified, material: Material) -> str:
    blocks: list[str] = [material.opening] if material.opening else []
    shown: list[Passage] = []
    prose: list[str] = []
    for part in verified.detail:
        if isinstance(part, Prose):
            prose.append(f"{escape(part.text)} {' '.join(cite(one.reference) for one in part.cited)}")
        elif part.passage not in shown:
            blocks += [" ".join(prose), part.passage.block] if prose else [part.passage.block]
            prose = []
            shown.append(part.passage)
    if prose:
        blocks.append(" ".join(prose))
    everything = sorted((*material.passages, *material.others), key=lambda one: int(one.id[1:]))
    left = [one.block for one in everything if one not in shown]
    return "\n\n".join([*blocks, *([material.lead] if left and material.lead else []), *left])
