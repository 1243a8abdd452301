"""The version follows the files."""

from __future__ import annotations

import shutil

import pytest
from text_cases import ROOT

from pipeline.text import ANALYSER_VERSION, resources


def test_the_version_is_short_and_stable():
    assert len(ANALYSER_VERSION) == 16
    assert int(ANALYSER_VERSION, 16) >= 0
    assert resources.analyser_version.__wrapped__() == ANALYSER_VERSION


@pytest.mark.parametrize("name", ["steps.py", "tables/stopwords.tsv"])
def test_the_version_changes_with_code_and_tables(name, tmp_path, monkeypatch):
    copy = tmp_path / "text"
    shutil.copytree(ROOT / "pipeline" / "text", copy)
    monkeypatch.setattr(resources, "_HERE", copy)
    assert resources.analyser_version.__wrapped__() == ANALYSER_VERSION
    with (copy / name).open("a") as file:
        file.write("# changed\n")
    assert resources.analyser_version.__wrapped__() != ANALYSER_VERSION
