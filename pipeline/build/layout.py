"""Where things lie: the folders of one Isnad home.

    data/profiles/<name>.yaml   which sources and settings make a snapshot
    data/sources/<id>/          cards, and small tables of our own
    data/lexicon/               glossary and word lists
    data/questions/             question sets
    data/reader/                the reader, as it was taught
    data/raw/                   fetched bytes, named by their sha256       (not in git)
    data/build/                 outputs of stages, named by their key      (not in git)
    data/store/                 published snapshots                        (not in git)

A home is found from the option, from ISNAD_HOME, or from the working directory upwards. ISNAD_STORE names another
store, and ISNAD_MIRROR a folder with corpora.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from schemas.errors import ConfigurationError


@dataclass(frozen=True, slots=True)
class Layout:
    """The folders of one home; nothing is created here."""

    root: Path

    @classmethod
    def find(cls, root: Path | None = None) -> Self:
        """The home named by `root`, by ISNAD_HOME, or the nearest folder upwards that holds data/sources."""
        named = root or (Path(os.environ["ISNAD_HOME"]) if os.environ.get("ISNAD_HOME") else None)
        if named is not None:
            if not (named / "data" / "sources").is_dir():
                raise ConfigurationError(
                    "this folder is not an Isnad home",
                    expected="a folder that holds data/sources",
                    found=str(named),
                    remedy="name another with --home or ISNAD_HOME",
                )
            return cls(named.resolve())
        here = Path.cwd()
        for folder in (here, *here.parents, Path(__file__).resolve().parents[2]):
            if (folder / "data" / "sources").is_dir():
                return cls(folder.resolve())
        raise ConfigurationError(
            "no Isnad home was found",
            expected="a folder that holds data/sources, here or above",
            found=str(here),
            remedy="change into the project, or name it with --home or ISNAD_HOME; "
            "for a store alone, --store or ISNAD_STORE",
        )

    @property
    def data(self) -> Path:
        return self.root / "data"

    @property
    def profiles(self) -> Path:
        return self.data / "profiles"

    @property
    def sources(self) -> Path:
        return self.data / "sources"

    @property
    def lexicon(self) -> Path:
        return self.data / "lexicon"

    @property
    def questions(self) -> Path:
        return self.data / "questions"

    @property
    def reader(self) -> Path:
        return self.data / "reader"

    @property
    def raw(self) -> Path:
        return self.data / "raw"

    @property
    def build(self) -> Path:
        return self.data / "build"

    @property
    def store(self) -> Path:
        return Path(os.environ["ISNAD_STORE"]) if os.environ.get("ISNAD_STORE") else self.data / "store"

    @property
    def mirror(self) -> Path | None:
        """The folder with corpora that no registry carries."""
        return Path(os.environ["ISNAD_MIRROR"]) if os.environ.get("ISNAD_MIRROR") else None
