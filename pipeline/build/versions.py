"""Which code made an output: a digest over the source files that decide it.

A stage takes the digest of its code as an input, so a change is never mistaken for a finished output, and nobody has to
remember to raise a number. A stage names where its work begins; what that imports, what these import in turn, and the
data that they read by name are found by reading them. So nothing that decides is forgotten, and what decides nothing (a
page, a check for editors, the service's requests) makes nothing anew. A comment changes it too: that costs a rebuild,
and never a wrong result.

What a package imports for its users (`__init__`) counts where a name is imported from the package itself.

Of other projects' packages those count, with their versions, whose output enters what is built (`PACKAGES`), where any
of the modules imports them. Python itself does not: its tables of characters only grow.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_PROJECT = ("schemas", "pipeline")
_DATA = frozenset({".tsv", ".yaml", ".json"})
_FROM = re.compile(
    rf"^[ \t]*from ((?:{'|'.join(_PROJECT)})(?:\.\w+)*) import (\([^)]*\)|[^\n]+)", re.MULTILINE
)
_IMPORT = re.compile(rf"^[ \t]*import ((?:{'|'.join(_PROJECT)})(?:\.\w+)+)", re.MULTILINE)
_NAME = re.compile(r"(\w+)(?: as \w+)?,?")

# By the names that they are imported by, the names that they are installed by.
PACKAGES = {
    "Stemmer": "PyStemmer",
    "babel": "babel",
    "faiss": "faiss-cpu",
    "numba": "numba",
    "numpy": "numpy",
    "openpyxl": "openpyxl",
    "pyarrow": "pyarrow",
    "sentence_transformers": "sentence-transformers",
    "tokenizers": "tokenizers",
    "transformers": "transformers",
}
_PACKAGE = re.compile(rf"^[ \t]*(?:from|import) ({'|'.join(PACKAGES)})\b", re.MULTILINE)

# Where the work of each stage begins. Readers are looked up by name, and so are stated as a folder.
CORPUS = ("pipeline/build/corpus.py", "pipeline/build/copies.py")
COPYING = ("pipeline/build/copies.py",)
SOURCES = ("pipeline/sources/ingest.py", "pipeline/sources/readers")
EMBEDDER = ("pipeline/index/embedder",)
INQUIRIES = ("pipeline/index/inquiries.py",)
TRANSFORMER = ("pipeline/index/transformer",)
READER = ("pipeline/index/transformer/reader.py",)
ANALYSIS = ("pipeline/index/analysis",)
INDEX = ("pipeline/index",)
READING = ("pipeline/build/cache.py", "pipeline/build/readings.py", "pipeline/build/vectors.py")
LISTS = ("pipeline/answer/lexicon/files.py",)
VERSES = ("pipeline/answer/quotations/mushaf.py", *ANALYSIS)
VERDICT = ("pipeline/build/verdict.py",)
REFERENCE = ("pipeline/reference/places.py", "pipeline/reference/countries.py")
ALL = _PROJECT


@cache
def code_version(*places: str) -> str:
    """Twelve hex digits over the files that decide what some places do (`files_of`), and the packages they use."""
    digest = hashlib.sha256()
    used: set[str] = set()
    for path in files_of(*places):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.relative_to(_ROOT).as_posix()}\0{len(content)}\0".encode() + content)
        used |= set(_PACKAGE.findall(content.decode()))
    for name in sorted(used):
        digest.update(f"{name}\0{_installed(PACKAGES[name])}\0".encode())
    return digest.hexdigest()[:12]


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def files_of(*places: str) -> list[Path]:
    """The modules of some places, all modules of the project that these import, and the data that any of them reads.

    Args:
        places: files or folders of the project, as `pipeline/index`.
    """
    todo = [path for place in places for path in _modules(_ROOT / place)]
    found: dict[Path, str] = {}
    while todo:
        path = todo.pop()
        if path not in found:
            found[path] = path.read_text("utf-8")
            todo += imported_by(found[path])
    text = "\n".join(found.values())
    return sorted([*found, *(path for path in _data() if f'"{path.name}"' in text)])


def imported_by(text: str) -> Iterator[Path]:
    """The modules of the project that the text of one imports, wherever in it."""
    for match in _FROM.finditer(text):
        for name in _NAME.findall(match[2]):
            path = _module(_ROOT, f"{match[1]}.{name}") or _module(_ROOT, match[1])
            if path is not None:
                yield path
    for match in _IMPORT.finditer(text):
        if (path := _module(_ROOT, match[1])) is not None:
            yield path


def _modules(place: Path) -> list[Path]:
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


@cache  # each stage begins with nearly all modules, and most are imported by many
def _module(root: Path, name: str) -> Path | None:
    place = root / name.replace(".", "/")
    return next((one for one in (place.with_suffix(".py"), place / "__init__.py") if one.is_file()), None)


def _data() -> list[Path]:
    return [
        path
        for room in _PROJECT
        for path in sorted((_ROOT / room).rglob("*"))
        if path.suffix in _DATA and path.is_file()
    ]
