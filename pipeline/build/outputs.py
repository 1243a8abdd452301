"""Which finished outputs a home keeps, so that one that is built nightly does not fill its disk.

A build *uses* an output that it makes or finds (`stage`), and the time of the output's record tells when. When a build
has published it lists what it used. Outputs are removed that neither the last two builds of any profile list, nor any
build has used for a day: whoever goes back to what was there before, or works on two things at once, finds them still.

A list is a file `.builds/<profile>`, behind its sha256: `[["index/<key>", …], …]` as JSON, the last build first. A
damaged one is as none. What a snapshot is made of stays in the store, whatever is removed here.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pipeline.build.cache import keep, read_kept
from pipeline.build.stage import RECORD
from pipeline.disk.writing import is_unfinished
from schemas.tables import canonical_json

LISTS = ".builds"
BUILDS = 2  # of each profile whose outputs are kept
DAY_S = 86_400.0
_KEY = re.compile("[0-9a-f]{32}")  # as `stage_key` gives it


def retire(cache: Path, profile: str, profiles: list[str], begun: float, now: float) -> list[str]:
    """List what a build of a profile used, and remove what no build needs.

    Args:
        cache: the folder of outputs.
        profiles: all that there are; the list of another is removed.
        begun: when the build began, in seconds since 1970.

    Returns:
        The outputs that were removed, as `<stage>/<key>`, in order.
    """
    outputs = dict(_outputs(cache))
    used = sorted(name for name, when in outputs.items() if when >= begun)
    own = cache / LISTS / profile
    builds = [used, *_listed(own)][:BUILDS]
    kept = set[str]().union(*builds)
    for path in sorted(filter(Path.is_file, own.parent.glob("*"))):
        if path.name not in profiles:
            if not _is_being_written(path, now):
                path.unlink(missing_ok=True)
        elif path != own:
            kept.update(*_listed(path))
    removed = sorted(name for name, when in outputs.items() if name not in kept and when < now - DAY_S)
    for name in removed:
        # Its record goes first: what is half removed is no output.
        (cache / name / RECORD).unlink(missing_ok=True)
        shutil.rmtree(cache / name, ignore_errors=True)
    with suppress(OSError):  # on a full disk the list of before serves
        keep(own, canonical_json(builds))
    return removed


def _outputs(cache: Path) -> Iterator[tuple[str, float]]:
    """Every output, and when it was last used: one without a record never was. What no key names is somebody's own."""
    for folder in sorted(cache.glob("[!.]*/*")):
        if not _KEY.fullmatch(folder.name):
            continue
        when = 0.0
        with suppress(OSError):
            when = (folder / RECORD).stat().st_mtime
        yield folder.relative_to(cache).as_posix(), when


def _is_being_written(path: Path, now: float) -> bool:
    """Whether it may be the list that another build is writing: it has the name of such a file, and is of this day."""
    with suppress(OSError):
        return is_unfinished(path) and path.stat().st_mtime >= now - DAY_S
    return True


def _listed(path: Path) -> list[list[str]]:
    """What the last builds of a profile used, the last one first."""
    packed = read_kept(path)
    builds: list[list[str]] = [] if packed is None else json.loads(bytes(packed))
    return builds
