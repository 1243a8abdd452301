"""The part of the benchmark that builds: what it changes upstream, what it counts as memory, and its table."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
import zstandard

from bench import building
from bench.building import (
    CHANGED,
    CHANGES,
    FIELD,
    FILE,
    MIRROR,
    Built,
    Look,
    change,
    measure,
    section,
    watched,
)
from bench.homes import Stage, Timings
from bench.sections import Context
from schemas.errors import ConfigurationError


def unpacked(path: Path) -> list[dict[str, str]]:
    return [
        json.loads(row)
        for row in zstandard.ZstdDecompressor().stream_reader(path.read_bytes()).read().splitlines()
    ]


def test_a_thousand_entries_change_and_the_card_pins_the_changed_file(tmp_path: Path) -> None:
    mirror, corrected, home = (tmp_path / name for name in ("mirror", "corrected", "home"))
    mirror.mkdir()
    rows = [{"id": str(place), FIELD: "Yes."} for place in range(CHANGES + 200)]
    (mirror / FILE).write_bytes(
        zstandard.ZstdCompressor().compress("\n".join(map(json.dumps, rows)).encode())
    )
    (mirror / "other").write_text("as it was")
    card = home / "data" / "sources" / CHANGED / "source.yaml"
    card.parent.mkdir(parents=True)
    card.write_text(f"sha256: {hashlib.sha256((mirror / FILE).read_bytes()).hexdigest()} # pinned\n")

    change(mirror, corrected, home)

    now = unpacked(corrected / FILE)
    assert sum(one != two for one, two in zip(rows, now, strict=True)) == CHANGES
    assert unpacked(mirror / FILE) == rows, "the mirror itself stays as it is"
    assert (corrected / "other").read_text() == "as it was"
    assert (
        card.read_text()
        == f"sha256: {hashlib.sha256((corrected / FILE).read_bytes()).hexdigest()} # pinned\n"
    )


@pytest.mark.skipif(
    not Path("/proc/self/smaps_rollup").exists(), reason="Linux tells the memory of a process"
)
def test_the_memory_of_a_process_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "SECONDS", 0.01)
    with watched(os.getpid()) as looks:
        held = bytearray(os.urandom(64 << 20))
        while not looks or looks[-1].gb * 1e9 < len(held):
            pass
    assert looks[-1].gb < 1000
    assert [look.at for look in looks] == sorted(look.at for look in looks)


def test_the_table_has_both_builds_with_the_memory_of_each_stage() -> None:
    stages = (Stage("ingest", 150.0, "5 documents", 5.0), Stage("publish", 40.0, "s-1", 160.0))
    first = Timings("s-1", 200.0, stages, begun=1000.0)
    looks = (Look(1001.0, 0.5), Look(1006.0, 3.0), Look(1150.0, 4.0), Look(1170.0, 2.5))
    stages = (Stage("ingest", 7.0, "5 documents", 1.0), Stage("publish", 3.0, "s-2", 8.5))
    again = Timings("s-2", 12.0, stages, begun=2000.0)
    found = section(Built(first, looks), Built(again, (Look(2002.0, 2.0),)), 5, 7)
    assert found.tables[0].rows == (
        ("ingest", "150.0", "4.0", "7.0", "2.0", "5 documents"),
        ("publish", "40.0", "2.5", "3.0", "–", "s-1"),
        ("between stages", "10.0", "0.5", "2.0", "–", "Prefect's own start"),
        ("all", "200", "4.0", "12", "2.0", ""),
    )
    assert "in 6 % of the time" in found.told[0]


def test_without_the_corpora_nothing_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MIRROR, str(tmp_path))
    with pytest.raises(ConfigurationError, match="cannot be measured here"):
        measure(Context(tmp_path, None, tmp_path, 1, 1))
    assert not list(tmp_path.iterdir())
