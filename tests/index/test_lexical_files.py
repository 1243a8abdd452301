"""The files of a lexical index: same tokens, same bytes; a damaged file gives an error, never a crash."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from rank_bm25 import BM25Okapi

from pipeline.index import compiled
from pipeline.index.lexical import LexicalIndex, PostingCounter, build_lexical, write_lexical
from pipeline.index.lexical.layout import ARRAYS, Parameters
from schemas.errors import ConfigurationError, IndexFormatError

ROOT = Path(__file__).parents[2]


def collection(count: int = 5000) -> list[list[str]]:
    chance = random.Random(5)
    return [
        [f"w{int(chance.paretovariate(0.6)) % 900}" for _ in range(chance.randint(1, 20))]
        for _ in range(count)
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lexical")
    build_lexical(collection(), path)
    return path


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "copy"))


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_same_tokens_give_same_bytes_whatever_the_batches_and_first_ids(folder: Path, tmp_path: Path) -> None:
    counter, ids = PostingCounter(), {f"w{number}": 899 - number for number in range(900)}
    passages = collection()
    for start in range(0, len(passages), 777):
        some = passages[start : start + 777]
        ends = np.cumsum([len(passage) for passage in some])
        counter.add(np.array([ids[token] for passage in some for token in passage], np.int32), ends, 900)
    seen = {token for passage in passages for token in passage}
    terms = [f"w{899 - number}".encode() for number in range(900)]
    if len(seen) == 900:
        write_lexical(counter, terms, Parameters(), tmp_path / "b")
        assert content(tmp_path / "b") == content(folder)
    build_lexical((tuple(passage) for passage in passages), tmp_path / "c")
    assert content(tmp_path / "c") == content(folder)
    assert sorted(content(folder)) == sorted([*(f"{name}.bin" for name in ARRAYS), "header.json"])


def test_bytes_do_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib; from pipeline.index.lexical import build_lexical;"
        "build_lexical([sorted({'a', 'b', 'صلاة'}), ['c', 'a']], pathlib.Path(sys.argv[1]))"
    )
    for seed in ("0", "1"):
        subprocess.run(
            [sys.executable, "-c", program, tmp_path / seed],
            check=True,
            cwd=ROOT,
            env=dict(os.environ, PYTHONHASHSEED=seed),
        )
    assert content(tmp_path / "0") == content(tmp_path / "1")


def test_progress_and_counts(tmp_path: Path) -> None:
    told: list[int] = []
    counts = build_lexical([["a", "a", "b"], []], tmp_path, progress=told.append)
    assert counts == {"passages": 2, "terms": 2, "tokens": 3, "postings": 2}
    assert told == [2]


@pytest.mark.parametrize("name", [*(f"{name}.bin" for name in ARRAYS), "header.json"])
def test_a_file_that_is_missing_or_of_a_wrong_size(copy: Path, name: str) -> None:
    path = copy / name
    whole = path.read_bytes()
    for wrong in (whole[:-1], whole + b"\0"):
        if wrong == whole or (name == "header.json" and wrong != whole[:-1]):
            continue
        path.write_bytes(wrong)
        with pytest.raises(IndexFormatError) as raised:
            LexicalIndex.open(copy)
        assert name in raised.value.where
    path.unlink()
    with pytest.raises(IndexFormatError):
        LexicalIndex.open(copy)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("version", 2),
        ("version", 4),
        ("version", "1"),
        ("kind", "other"),
        ("arrays", {}),
        ("facts", {}),
        ("facts", []),
        *(
            (
                "facts",
                {"counts": {"tokens": 9}, "parameters": {"k1": 1, "b": 0}, "difference": [0, 0], "classes": 0}
                | one,
            )
            for one in (
                {"counts": {"tokens": float("inf")}},
                {"classes": 10**400},
                {"parameters": {"k1": 1, "b": 1.5}},
            )
        ),
        (
            "facts",
            {"counts": {"tokens": -1}, "parameters": {"k1": 1, "b": 0}, "difference": [0, 0], "classes": 0},
        ),
        (
            "facts",
            {"counts": {"tokens": 9}, "parameters": {"k1": 1, "b": 0}, "difference": [0, 5], "classes": 0},
        ),
        (
            "facts",
            {"counts": {"tokens": 9}, "parameters": {"k1": 1, "b": 0}, "difference": [0, 0], "classes": 7},
        ),
    ],
)
def test_a_header_that_says_something_else(copy: Path, key: str, value: object) -> None:
    header = json.loads((copy / "header.json").read_bytes())
    header[key] = value
    (copy / "header.json").write_text(json.dumps(header))
    with pytest.raises(IndexFormatError):
        LexicalIndex.open(copy)


def test_a_size_beyond_all_integers(copy: Path) -> None:
    header = json.loads((copy / "header.json").read_bytes())
    header["arrays"]["mid_windows"]["shape"] = [1 << 39, 1 << 25]  # 2 ** 64 numbers, which 64 bits hold as 0
    (copy / "header.json").write_text(json.dumps(header))
    (copy / "mid_windows.bin").write_bytes(b"")
    with pytest.raises(IndexFormatError):
        LexicalIndex.open(copy)


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "{", "\xff\xfe", '{"kind": "isnad-lexical"}', "[" * 100_000], ids=range(7)
)
def test_a_header_that_is_none(copy: Path, text: str) -> None:
    (copy / "header.json").write_text(text, encoding="latin-1")
    with pytest.raises(IndexFormatError):
        LexicalIndex.open(copy)


def test_flipped_bytes_never_read_or_write_outside(copy: Path) -> None:
    """Any answer or an IndexFormatError; the process lives (checksums are what tells the two apart)."""
    chance = random.Random(11)
    names = [name for name in ARRAYS if (copy / f"{name}.bin").stat().st_size]
    for _ in range(600):
        path = copy / f"{chance.choice(names)}.bin"
        whole = path.read_bytes()
        damaged = bytearray(whole)
        for _ in range(chance.choice([1, 8])):
            damaged[chance.randrange(len(damaged))] = chance.choice([0, 1, 127, 128, 255])
        path.write_bytes(damaged)
        try:
            index = LexicalIndex.open(copy)
            terms = [f"w{number}" for number in range(60)] + [f"w{number}" for number in range(800, 820)]
            assert len(index.score(terms, [0, 4096, 4999])) == 3
            assert len(index.search(terms, 20)[0]) <= 20
        except IndexFormatError:
            pass
        path.write_bytes(whole)
    assert len(LexicalIndex.open(copy).search(["w1"], 20)[0]) == 20


def test_parameters_outside_their_limits(tmp_path: Path) -> None:
    for k1, b in ((0.0, 0.5), (1.0, 1.5), (float("nan"), 0.5), (1.0, -0.1)):
        with pytest.raises(ConfigurationError, match="BM25"):
            build_lexical([["a"]], tmp_path, k1=k1, b=b)


def test_a_word_counts_65_535_times_at_most(tmp_path: Path) -> None:
    often = 70_000
    build_lexical([["a"] * often, ["a", "b"]], tmp_path)
    index = LexicalIndex.open(tmp_path)
    base, slope = index.parameters.norm(2, often + 2)
    share = 65_535 / (65_535 + base + slope * often)
    assert index.score(["a"], [0])[0] == index.idf("a") * share
    assert index.search(["a"], 2)[0].tolist() == [0, 1]


def test_rank_bm25_agrees_where_its_formula_is_the_same(folder: Path) -> None:
    """rank_bm25 has another idf and a factor k1 + 1: with both matched, its scores are ours."""
    passages = collection()
    other = BM25Okapi(passages, k1=0.9, b=0.4)
    index = LexicalIndex.open(folder)
    other.idf = {term: index.idf(term) for term in other.idf}
    for query in (["w1", "w7", "w300"], ["w2"], ["w5", "w5", "w899"]):
        theirs = other.get_scores(query) / 1.9  # k1 + 1
        ordinals, scores = index.search(query, 50)
        np.testing.assert_allclose(scores, theirs[ordinals], rtol=1e-12)
        assert scores.min() >= np.sort(theirs)[-50] * (1 - 1e-12)


def test_a_warm_index_compiles_nothing_more(folder: Path) -> None:
    index = LexicalIndex.open(folder)
    index.warm()
    from pipeline.index.lexical.query import score_words, search_words
    from pipeline.index.lexical.scoring import score_passages
    from pipeline.index.lexical.vocabulary import find_terms

    kernels = (search_words, score_words, score_passages, find_terms)
    before = [len(kernel.signatures) for kernel in kernels]
    mask = np.ones(index.count, np.uint8)
    index.search(["w1", "none"], 10)
    index.search(["w1"], 10, mask)
    index.search(["w1", "w2", "w1"], np.int64(10), mask, [1, 0.5, 0.25])
    index.search([], 10, mask, [])
    index.score(["w1"], np.array([3, 2]))
    assert [index.df("w1") > 0, index.known("")] == [True, False]
    assert [len(kernel.signatures) for kernel in kernels] == before


def test_where_compiled_code_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "named"))
    chosen = compiled.choose_folder()
    assert chosen is not None
    assert chosen.parent == tmp_path / "named"
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    chosen = compiled.choose_folder()
    assert chosen is not None
    assert chosen.is_relative_to(tmp_path / "cache")
    (tmp_path / "cache" / "isnad" / "kernels").chmod(0o777)
    passed_over = compiled.choose_folder()
    assert passed_over is None or not passed_over.is_relative_to(tmp_path / "cache")


def test_nothing_can_be_written_and_the_search_still_works(folder: Path) -> None:
    program = (
        "from pathlib import Path; import sys;"
        "from pipeline.index import compiled;from pipeline.index.lexical import LexicalIndex;"
        "assert compiled._FOLDER is None, compiled._FOLDER;"
        "print(len(LexicalIndex.open(Path(sys.argv[1])).vocabulary.ids(['w1'])))"
    )
    nowhere = dict.fromkeys(("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"), "/proc/nowhere")
    ran = subprocess.run(
        [sys.executable, "-c", f"import tempfile; tempfile.tempdir = '/proc/nowhere'; {program}", folder],
        cwd=ROOT,
        env=dict(os.environ, **nowhere),
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stdout) == (0, "1\n"), ran.stderr
