"""Stages hand files on by second names."""

from __future__ import annotations

from pathlib import Path

from pipeline.build.stage import link_tree


def _built(folder: Path) -> Path:
    (folder / "lexical").mkdir(parents=True)
    (folder / "lexical" / "arrays.bin").write_bytes(b"\x00\x01")
    (folder / "stage.json").write_bytes(b"{}")
    return folder


def test_files_are_linked_without_the_record_of_the_stage(tmp_path: Path) -> None:
    built = _built(tmp_path / "built")
    link_tree(built, tmp_path / "view")
    assert (tmp_path / "view/lexical/arrays.bin").samefile(built / "lexical/arrays.bin")
    assert not (tmp_path / "view/stage.json").exists()
