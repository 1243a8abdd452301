"""Which code decides an output: what a stage begins with and all that it imports, and nothing else."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from pipeline.build import versions
from pipeline.build.versions import (
    ANALYSIS,
    CORPUS,
    EMBEDDER,
    PACKAGES,
    REFERENCE,
    SOURCES,
    TRANSFORMER,
    VERDICT,
    code_version,
    files_of,
    imported_by,
)

ROOT = Path(__file__).parents[2]
PROJECT = sorted(path for room in ("schemas", "pipeline") for path in (ROOT / room).rglob("*.py"))

# They check, read settings, talk to others or show; unpacked bytes are the same whoever unpacks them. llvmlite comes
# with numba. Times of prayer are computed where they are asked for.
DECIDE_NOTHING = (
    "adhanpy hijridate httpx jinja2 llvmlite markupsafe obstore praytime pydantic pydantic_core threadpoolctl yaml"
    " zstandard"
).split()

TREE = {
    "pipeline/begin.py": "from pipeline.room import help\nfrom schemas import names as called\n",
    "pipeline/room/__init__.py": "from pipeline.room.help import one\n",
    "pipeline/room/help.py": (
        'import babel.core\ndef one():\n    from schemas.late import (\n        two,\n    )\n    read("table.tsv")\n'
    ),
    "pipeline/room/table.tsv": "a",
    "pipeline/room/other.tsv": "a",
    "pipeline/beside.py": "import schemas.names\n",
    "schemas/names.py": "",
    "schemas/late.py": "two = 2\n",
    "schemas/api.py": "",
}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small project."""
    for name, text in TREE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(versions, "_ROOT", tmp_path)
    code_version.cache_clear()
    yield tmp_path
    code_version.cache_clear()


def test_what_is_imported_decides_wherever_it_is_imported_and_data_by_its_name(tree: Path) -> None:
    found = [path.relative_to(tree).as_posix() for path in files_of("pipeline/begin.py")]
    assert found == [
        "pipeline/begin.py",
        "pipeline/room/help.py",
        "pipeline/room/table.tsv",
        "schemas/late.py",
        "schemas/names.py",
    ]


@pytest.mark.parametrize("name", sorted(TREE))
def test_a_change_counts_where_it_decides_and_nowhere_else(tree: Path, name: str) -> None:
    before = code_version("pipeline/begin.py")
    decides = (tree / name) in files_of("pipeline/begin.py")
    (tree / name).write_text(TREE[name] + "# a remark\n")
    code_version.cache_clear()
    assert (code_version("pipeline/begin.py") != before) is decides


def test_a_package_counts_by_its_version_where_it_is_imported(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = ("pipeline/begin.py", "pipeline/beside.py")
    before = [code_version(place) for place in places]
    for package, changes in (("faiss-cpu", False), ("babel", True)):
        with monkeypatch.context() as patch:
            patch.setattr(
                versions, "version", lambda name, new=package: "2" if name == new else version(name)
            )
            code_version.cache_clear()
            assert code_version(places[1]) == before[1]
            assert (code_version(places[0]) != before[0]) is changes


def test_every_package_counts_or_is_known_to_decide_nothing() -> None:
    imported = set()
    for path in PROJECT:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                imported.add(node.module.partition(".")[0])
            elif isinstance(node, ast.Import):
                imported |= {one.name.partition(".")[0] for one in node.names}
    others = imported - sys.stdlib_module_names - {"schemas", "pipeline"}
    assert others == {*PACKAGES, *DECIDE_NOTHING}
    installed = (ROOT / "pyproject.toml").read_text("utf-8")
    assert [name for name in PACKAGES.values() if f'"{name}' not in installed] == ["transformers"]


@pytest.mark.parametrize(
    ("places", "package"),
    [
        (REFERENCE, "babel"),
        (ANALYSIS, "PyStemmer"),
        (ANALYSIS, "numba"),
        (SOURCES, "pyarrow"),
        (TRANSFORMER, "tokenizers"),
    ],
)
def test_a_stage_is_made_anew_where_a_package_that_it_uses_has_another_version(
    places: tuple[str, ...], package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = code_version(*places)
    code_version.cache_clear()
    monkeypatch.setattr(versions, "version", lambda name: "0" if name == package else version(name))
    assert code_version(*places) != before
    code_version.cache_clear()


def test_a_corpus_is_made_anew_where_copies_are_found_otherwise() -> None:
    assert ROOT / "pipeline/build/copies.py" in files_of(*CORPUS)


def test_a_module_that_another_begins_to_import_decides_from_then_on(tree: Path) -> None:
    (tree / "schemas/names.py").write_text("import schemas.api\n")
    assert tree / "schemas/api.py" in files_of("pipeline/begin.py")


@pytest.mark.parametrize("path", PROJECT, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_import_of_the_project_is_found(path: Path) -> None:
    text = path.read_text("utf-8")
    wanted = set()
    for node in ast.walk(ast.parse(text)):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [(f"{node.module}.{one.name}", node.module) for one in node.names]
        elif isinstance(node, ast.Import):
            names = [(one.name, one.name) for one in node.names]
        for inner, outer in names:
            wanted |= (
                {_file(inner) or _file(outer)} if outer.split(".")[0] in ("schemas", "pipeline") else set()
            )
    assert wanted - {None} <= set(imported_by(text))


def _file(name: str) -> Path | None:
    place = ROOT / name.replace(".", "/")
    return next((one for one in (place.with_suffix(".py"), place / "__init__.py") if one.is_file()), None)


def test_only_readers_are_imported_by_a_name_that_code_makes() -> None:
    """A module that is imported so is found by no reading: its folder is stated."""
    dynamic = [
        path
        for path in PROJECT
        if re.search(r"import_module\(\s*f?[\"'](?:pipeline|schemas)", path.read_text("utf-8"))
    ]
    assert dynamic == [ROOT / "pipeline/sources/readers/__init__.py"]
    assert "pipeline/sources/readers" in SOURCES


@pytest.mark.parametrize(
    ("places", "decides", "not_so"),
    [
        (SOURCES, "pipeline/sources/surahs.tsv", "pipeline/sources/check.py"),
        (SOURCES, "pipeline/text/markup.py", "schemas/api.py"),
        (EMBEDDER, "pipeline/text/tables/stopwords.tsv", "schemas/manifest.py"),
        (ANALYSIS, "pipeline/index/embedder/storage.py", "pipeline/index/lexical/reader.py"),
        (VERDICT, "pipeline/answer/gate_prior.json", "pipeline/snapshot/pull.py"),
    ],
)
def test_what_decides_nothing_makes_nothing_anew(places: tuple[str, ...], decides: str, not_so: str) -> None:
    found = files_of(*places)
    assert ROOT / decides in found
    assert (ROOT / not_so).is_file()
    assert ROOT / not_so not in found
