"""What was made of the texts of a question, kept from one build to the next: a text that has not changed is not read
again, and is judged again only where something new goes by the name of what is asked.

What a text is for a question hangs on its bytes and on what is asked of it alone (`answer.finding.considering`), so
what is kept is used where the fields of the document, the part that was found, the things asked with their weights and
their spellings are all equal; whether it meets the demands, where besides the same words name these things among all
that was found. Code and lists name the folder: that of others is removed. Rankings and verdicts are not kept, for any
change may move any of them.

A file holds the texts of one look at one question, for each way in which it was asked, behind their sha256: one that
was damaged is as none. It is read by pickle: who may write to the folder of builds may run code in them
(docs/decisions/0474).
"""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from pathlib import Path
from typing import Any

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.naming import Naming
from pipeline.answer.finding.considering import Anew, Considered, Demanded, Text
from pipeline.answer.words.reading import Focus
from pipeline.build.cache import keep, read_kept
from pipeline.build.layout import Layout
from pipeline.build.versions import READING, code_version
from pipeline.sources.origins.digest import folder_digest
from schemas.document import Document
from schemas.manifest import digest

AREA = ".readings"
_FEW = 10  # where no more than one text in so many is new, making it again costs less than writing all

_content = attrgetter(*(one.name for one in fields(Document)))  # packed in half the time of a document

_Place = tuple[str, Focus]  # the id of a document, and the part that was found
Texts = dict[_Place, tuple[tuple[object, ...], Considered | None]]
# What was demanded and what names the things asked about, with the texts that meet it and those that do not.
Judgements = list[tuple[tuple[object, ...], dict[_Place, bool]]]


@dataclass(slots=True)
class _Asked:
    """One asking of a question, which may be asked again in other words; what was kept of it, and what is used."""

    asking: Asking
    told: tuple[object, ...]
    known: Texts
    judged_before: Judgements
    used: Texts = field(default_factory=dict)
    judged: Judgements = field(default_factory=list)


@dataclass(slots=True)
class Readings:
    """The texts of one question; considers them as `Anew` does."""

    path: Path
    _asked: list[_Asked] = field(default_factory=list)
    _new: int = 0

    def considered(self, document: Document, asking: Asking, focus: Focus) -> Considered | None:
        """As it was kept, or made now."""
        now = self._now(asking)
        place, content = (document.id, focus), _content(document)
        before = now.used.get(place) or now.known.get(place)
        if before is None or before[0] != content:
            before = (content, Anew.considered(document, asking, focus))
            self._new += 1
        now.used[place] = before
        return before[1]

    def judged(self, texts: Sequence[Text], asking: Asking, demanded: Demanded, naming: Naming) -> list[bool]:
        """As it was kept of texts that have not changed, and of others judged now."""
        now = self._now(asking)
        by = (
            *(one.name for one in demanded.demands),
            demanded.of,
            asking.text,
            asking.things,
            naming.words,
        )
        before = next((known for told, known in now.judged_before if told == by), {})
        places = [(one.document.id, one.focus) for one in texts]
        kept = {one: before[one] for one in places if one in before and now.used[one] is now.known.get(one)}
        others = [one for one, place in zip(texts, places, strict=True) if place not in kept]
        told = iter(Anew.judged(others, asking, demanded, naming))
        met = {place: kept[place] if place in kept else next(told) for place in places}
        now.judged.append((by, met))
        self._new += len(others)
        return [met[one] for one in places]

    def keep(self) -> None:
        """Write what was used, where more than a little of it is new."""
        made = sum(len(one.used) + sum(len(met) for _, met in one.judged) for one in self._asked)
        if self._new * _FEW <= made:
            return
        told = [(one.told, one.used, one.judged) for one in self._asked]
        keep(self.path, pickle.dumps(told, pickle.HIGHEST_PROTOCOL))

    def _now(self, asking: Asking) -> _Asked:
        """The asking that a text is read for."""
        for one in self._asked:
            if one.asking is asking:
                return one
        told = _told(asking)
        for one in self._asked:
            if one.told == told:
                return one
        self._asked.append(_Asked(asking, told, *_kept(self.path, told)))
        return self._asked[-1]


def _told(asking: Asking) -> tuple[object, ...]:
    """What two askings of one question may differ in; a kept text is used only where all of it is equal."""
    return (
        asking.text,
        asking.question,
        asking.intent,
        asking.kinds,
        asking.lacking,
        asking.worded,
        dict(asking.spellings),
    )


def _kept(path: Path, told: tuple[object, ...]) -> tuple[Texts, Judgements]:
    """What was kept for just what is asked; nothing where it was damaged."""
    packed = read_kept(path)
    if packed is None:
        return {}, []
    before: list[tuple[Any, Texts, Judgements]] = pickle.loads(packed)  # noqa: S301 - a build wrote it here
    return next(((texts, judged) for asked, texts, judged in before if asked == told), ({}, []))


def readings_folder(layout: Layout) -> Path:
    """The folder of this code and these lists; those of others are removed."""
    area = layout.build / AREA
    own = digest({"code": code_version(*READING), "lists": folder_digest(layout.lexicon)})[:32]
    for folder in sorted(area.glob("*")):
        if folder.name != own:
            shutil.rmtree(folder, ignore_errors=True)
    return area / own
