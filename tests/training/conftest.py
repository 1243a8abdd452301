"""The world in miniature that the tests of the training share: made once, and read by all."""

from __future__ import annotations

from pathlib import Path

import made_texts
import pytest

import training.judged
from pipeline.index import Index
from training.pack import pack
from training.packed import Packed, open_packed

ASKED = {
    "taught": [
        (made_texts.asking("one", "how does a traveller pray", "fatwa:made:1", "fatwa:made:3"), False),
        (made_texts.asking("two", "alms on gold", "hadith:made:2", "fatwa:made:1"), True),
        (made_texts.asking("three", "صلاة المسافر كم ركعة", "fatwa:made:1", "hadith:made:3", "ar"), False),
    ],
    "closely": [
        (made_texts.asking("seven", "must a traveller shorten", "fatwa:made:1"), False),
        (made_texts.asking("eight", "who gave alms first", wrong="hadith:made:2"), False),
        (made_texts.asking("nine", "متى تجب زكاة الذهب", "book:made:2:1", language="ar"), False),
    ],
    "closely held": [(made_texts.asking("ten", "prayer of the night", "hadith:made:3"), False)],
    "fit": [(made_texts.asking("four", "fast of the ill", "fatwa:made:4", "hadith:made:1"), False)],
    "held": [(made_texts.asking("five", "night prayer until dawn", "fatwa:made:3", "fatwa:made:2"), False)],
    "fatwa": [(made_texts.asking("six", "صيام المريض", "fatwa:made:4", "fatwa:made:1", "ar"), False)],
}


@pytest.fixture(scope="session")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an index of the made-up documents."""
    return made_texts.write_index(tmp_path_factory.mktemp("snapshot"), made_texts.documents())


@pytest.fixture(scope="session")
def index(snapshot: Path) -> Index:
    return Index.open(snapshot)


@pytest.fixture(scope="session")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny English model."""
    return made_texts.write_start(tmp_path_factory.mktemp("start"))


@pytest.fixture(scope="session")
def pack_folder(snapshot: Path, start: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack of them, with ten questions in the place of those of the project."""
    folder = tmp_path_factory.mktemp("pack")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(training.judged, "questions_of", ASKED.__getitem__)
        pack([snapshot], start, folder, lambda _: None, made_texts.SMALL)
    return folder


@pytest.fixture(scope="session")
def packed(pack_folder: Path) -> Packed:
    return open_packed(pack_folder)
