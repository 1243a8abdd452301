"""How a part of Isnad that is not installed is installed: an extra of its project file."""

from __future__ import annotations


def to_install(part: str) -> str:
    """The remedy where a part is missing.

    It names the folder, since the package that registries know as isnad is somebody else's.

    >>> to_install("service")
    "in Isnad's own folder: pip install '.[service]'"
    """
    return f"in Isnad's own folder: pip install '.[{part}]'"
