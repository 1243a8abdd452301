"""What may be the path of a file inside a snapshot: a name that means the same everywhere.

Paths come from strangers, in a manifest that a mirror sends. They are judged as text, before any of them
touches a file system. The answer is a reason in plain words, or nothing.
"""

from __future__ import annotations

import re

MANIFEST_NAME = "manifest.json"
MAX_PATH_LENGTH = 200
MAX_PATH_DEPTH = 8

_SEGMENT = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*", re.ASCII)
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.ASCII | re.IGNORECASE)


def path_fault(path: str) -> str:
    """Why a text cannot be the path of a snapshot's file; empty when it can.

    A path is relative, of at most eight segments of A-Z a-z 0-9 . _ - that begin with no dot or hyphen
    and end with no dot: it means the same on every file system and inside every URL.
    """
    if len(path) > MAX_PATH_LENGTH:
        return f"it is longer than {MAX_PATH_LENGTH} characters"
    segments = path.split("/")
    if len(segments) > MAX_PATH_DEPTH:
        return f"it is deeper than {MAX_PATH_DEPTH} folders"
    for segment in segments:
        if not _SEGMENT.fullmatch(segment) or segment.endswith("."):
            return f"“{segment[:40]}” is not a plain name (letters, digits, dot, hyphen, underscore)"
        if _RESERVED.fullmatch(segment):
            return f"“{segment}” is a device name on some systems"
    return f"{MANIFEST_NAME} lists the others, not itself" if path == MANIFEST_NAME else ""


def paths_fault(paths: list[str]) -> str:
    """Why a list of paths cannot be one snapshot's; empty when it can."""
    for path in paths:
        if fault := path_fault(path):
            return f"“{path[:80]}”: {fault}"
    if paths != sorted(set(paths)):
        return "the paths are not in order, or one stands twice"
    folders = {parent for path in paths for parent in _parents(path)}
    names = folders | set(paths)
    if inside := sorted(folders & set(paths)):
        return f"“{inside[0]}” is both a file and a folder"
    if len({name.lower() for name in names}) != len(names):
        return "two paths differ in capital letters only"
    return ""


def _parents(path: str) -> list[str]:
    segments = path.split("/")[:-1]
    return ["/".join(segments[: depth + 1]) for depth in range(len(segments))]
