"""What may be phrased: the passages that an extractive answer shows, read back from its Markdown.

`compose` writes `detail` as paragraphs, and for each text a line **title** [reference id] and a block quotation, with
every character of a source escaped. So the reading is exact: a line of a source begins with `>`, a line of ours does
not. Whatever is read otherwise is not phrased, nor are several questions in one.

    S1, S2, ...   the closed list of ids, in the order of the answer
    opening       what stands before the last words of ours (the opening of `dawah` mode): it is kept as it is
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.answer.composing.markdown import HEADING, unescape
from pipeline.text import language_of
from schemas.answer import Answer, Intent

LONGEST = 6000  # characters of all passages together
_HEAD = re.compile(r"\*\*(?P<title>[^\n]*)\*\* \[(?P<reference>[a-z0-9:-]+)\]")
_UNSUITED = (Intent.LOOKUP, Intent.GRADE)


@dataclass(frozen=True, slots=True)
class Passage:
    """One text that the answer shows. `block` is its Markdown, which is shown again byte for byte."""

    id: str
    reference: str
    kind: str
    title: str
    text: str
    block: str


@dataclass(frozen=True, slots=True)
class Material:
    """What a phrasing is made from, and checked against."""

    language: str
    question: str
    opening: str
    lead: str
    passages: tuple[Passage, ...]  # in the language of the answer: these are sent
    others: tuple[Passage, ...]  # shown, but held in another language

    def passage(self, name: str) -> Passage | None:
        """The passage of an id."""
        return next((one for one in self.passages if one.id == name), None)


def material_of(answer: Answer, question: str) -> Material | None:
    """The passages of an answered question; None when there is nothing that can be phrased and checked."""
    if not answer.verdict.answered or answer.verdict.intent in _UNSUITED or not answer.verdict.sources:
        return None
    if f"\n\n{HEADING}" in answer.detail:  # what is said of one question is no answer to the other
        return None
    opening, lead, found = _read(answer.detail)
    listed = {source.reference for source in answer.sources}
    offered = tuple(one for one in found if language_of(one.text) in (answer.language, "mixed"))
    if not offered or offered[0].reference != answer.verdict.sources[0]:
        return None
    if any(one.reference not in listed for one in found) or len({one.reference for one in found}) < len(
        found
    ):
        return None
    if sum(len(one.text) for one in offered) > LONGEST:
        return None
    others = tuple(one for one in found if one not in offered)
    return Material(answer.language, question, opening, lead, offered, others)


def _read(detail: str) -> tuple[str, str, list[Passage]]:
    """What comes before the last words of ours, those words, and the texts after them."""
    paragraphs = detail.split("\n\n")
    opening: list[str] = []
    lead = ""
    found: list[Passage] = []
    place = 0
    while place < len(paragraphs):
        head = _HEAD.fullmatch(paragraphs[place])
        if head is None:
            opening += [one for one in (lead, *(passage.block for passage in found)) if one]
            lead, found = paragraphs[place], []
            place += 1
            continue
        body = paragraphs[place + 1] if place + 1 < len(paragraphs) else ""
        lines = body.split("\n")
        if not all(line.startswith(">") for line in lines):
            return "", "", []
        text = unescape("\n".join(line[1:].removeprefix(" ") for line in lines))
        reference = head["reference"]
        name = f"S{len(found) + 1}"
        block = f"{paragraphs[place]}\n\n{body}"
        kind = reference.partition(":")[0]
        found.append(Passage(name, reference, kind, unescape(head["title"]), text, block))
        place += 2
    return "\n\n".join(opening), lead, found
