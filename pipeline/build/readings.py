"""What was made of the texts of a question, kept from one build to the next: a text that has not changed is not read
again.

What a text is for a question hangs on its bytes and on what is asked of it alone (`answer.finding.considering`), so
what is kept is used where the document, the part that was found, the things asked with their weights and their
spellings are all equal. Code and lists name the folder: that of others is removed. Rankings and verdicts are not kept,
for any change may move any of them.

A file holds the texts of one look at one question, behind their sha256: one that was damaged is as none.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.answer.finding.considering import Considered, considered
from pipeline.answer.finding.signals import Asking
from pipeline.answer.words.reading import Focus
from pipeline.build.layout import Layout
from pipeline.build.versions import READING, code_version
from pipeline.sources.origins.digest import folder_digest
from schemas.document import Document
from schemas.manifest import digest

AREA = ".readings"
_SHA256 = 32  # bytes

Texts = dict[tuple[str, Focus], tuple[Document, Considered | None]]


@dataclass(slots=True)
class Readings:
    """The texts of one question; called as `considered` is."""

    path: Path
    _asked: tuple[object, ...] = ()
    _known: Mapping[tuple[str, Focus], tuple[Document, Considered | None]] = field(default_factory=dict)
    _used: Texts = field(default_factory=dict)
    _new: bool = False

    def __call__(self, document: Document, asking: Asking, focus: Focus) -> Considered | None:
        """As it was kept, or made now."""
        if not self._asked:
            self._asked = (
                asking.question,
                asking.intent,
                asking.kinds,
                asking.lacking,
                dict(asking.spellings),
            )
            self._known = _kept(self.path, self._asked)
        place = (document.id, focus)
        before = self._used.get(place) or self._known.get(place)
        if before is None or before[0] != document:
            before = (document, considered(document, asking, focus))
            self._new = True
        self._used[place] = before
        return before[1]

    def keep(self) -> None:
        """Write what was used, where anything of it is new."""
        if not self._new:
            return
        told = pickle.dumps((self._asked, self._used), pickle.HIGHEST_PROTOCOL)
        unfinished = self.path.with_suffix(f".{os.getpid()}")
        with suppress(FileNotFoundError):  # a build with other lists is removing the folder
            self.path.parent.mkdir(parents=True, exist_ok=True)
            unfinished.write_bytes(hashlib.sha256(told).digest() + told)
            unfinished.replace(self.path)


def _kept(path: Path, asked: tuple[object, ...]) -> Texts:
    """The texts that were kept for just what is asked; none where they were damaged."""
    with suppress(OSError):
        content = path.read_bytes()
        told = memoryview(content)[_SHA256:]
        if hashlib.sha256(told).digest() == content[:_SHA256]:
            before: tuple[Any, Texts] = pickle.loads(told)  # noqa: S301 - a build of this code wrote it
            return before[1] if before[0] == asked else {}
    return {}


def readings_folder(layout: Layout) -> Path:
    """The folder of this code and these lists; those of others are removed."""
    area = layout.build / AREA
    own = digest({"code": code_version(*READING), "lists": folder_digest(layout.lexicon)})[:32]
    for folder in sorted(area.glob("*")):
        if folder.name != own:
            shutil.rmtree(folder, ignore_errors=True)
    return area / own
