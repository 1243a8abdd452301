"""A folder of Markdown files with front matter, and the plain YAML that it is written in."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from source_folders import unreadable

from pipeline.sources.readers import Row, read_rows
from pipeline.sources.written.plainyaml import NotYaml, load_yaml
from schemas.errors import FormatError
from schemas.origin import Format


def read(folder: Path) -> list[Row]:
    return list(read_rows(folder, Format(type="markdown")))


def test_files_are_read_in_the_order_of_their_paths(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("b/2.md", "a.md", "c.MARKDOWN", ".hidden.md", "notes.txt"):
        (tmp_path / name).write_text("---\nn: 1\n---\n" + name)
    rows = read(tmp_path)
    assert [row.fields["body"] for row in rows] == ["a.md", "b/2.md", "c.MARKDOWN"]
    assert [row.fields["_path"] for row in rows] == ["a", "b/2", "c"]
    assert rows[1].fields["_stem"] == "2"
    assert rows[1].where == "b/2.md"


def test_the_body_is_kept_byte_for_byte(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes("---\r\ntitle: عنوان\r\n---\r\n\r\nنص\r\n---\r\nend  ".encode())
    [row] = read(tmp_path)
    assert row.fields["body"] == "\r\nنص\r\n---\r\nend  "
    assert row.fields["title"] == "عنوان"


@pytest.mark.parametrize(
    ("data", "code", "word"),
    [
        (b"just text", "no-front-matter", "does not begin"),
        (b"", "no-front-matter", "does not begin"),
        (b"---\nn: 1\ntext", "no-front-matter", "not closed"),
        (b"---\nn: [1\n---\n", "bad-front-matter", "line"),
        (b"---\n- 1\n---\n", "bad-front-matter", "list of fields"),
        (b"---\n---\n", "bad-front-matter", "list of fields"),
        (b"---\nn: 1\nn: 2\n---\n", "bad-front-matter", "“n” stands twice"),
        (b"---\nbody: 1\n---\n", "bad-front-matter", "“body”"),
        (b"---\na: &x 1\nb: *x\n---\n", "bad-front-matter", "aliases"),
        (b"---\na: !!python/name:os.system 1\n---\n", "bad-front-matter", "tags"),
        (b"---\na: " + b"[" * 20_000 + b"\n---\n", "bad-front-matter", ""),
        (b"---\na: \x07\n---\n", "bad-front-matter", "character"),
        ("---\nn: 1\ntitle: فتوى #12\n---\n".encode(), "bad-front-matter", "line 3: what stands behind #"),
        (b"---\ntitle: #12\n---\n", "bad-front-matter", "line 2: what stands behind #"),
        (b"---\ntags:\n- #12\n---\n", "bad-front-matter", "line 3: what stands behind #"),
        ("---\na: نص\n---\n".encode("utf-16")[:-1], "undecodable-bytes", "not whole UTF-16"),
        ("---\na: نص\n---\n".encode("utf-32"), "undecodable-bytes", "UTF-32"),
        ("---\na: نص عربي\n---\n".encode("cp1256"), "undecodable-bytes", "line 2"),
        (b"---\na: 1\n---\n" + b"x" * 5 * 1024 * 1024, "row-too-large", "bytes"),
    ],
)
def test_a_bad_file_is_one_bad_row(tmp_path: Path, data: bytes, code: str, word: str) -> None:
    (tmp_path / "1.md").write_bytes(data)
    (tmp_path / "2.md").write_text("---\nn: 2\n---\ngood")
    bad, good = read(tmp_path)
    assert bad.problem is not None
    assert bad.problem.code == code
    assert word in bad.problem.message
    assert good.fields == {"n": 2, "body": "good", "_stem": "2", "_path": "2"}


def test_a_remark_that_cuts_off_no_value_is_one(tmp_path: Path) -> None:
    text = '---\n# of ours\nn: 1\nat: a#b\nq: "x #1" # quoted\nlong: |\n  one #2\n# the end\n---\n'
    (tmp_path / "a.md").write_text(text)
    [row] = read(tmp_path)
    assert {name: row.fields[name] for name in ("n", "at", "q", "long")} == {
        "n": 1,
        "at": "a#b",
        "q": "x #1",
        "long": "one #2\n",
    }


def test_a_file_that_may_not_be_read_is_one_bad_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "12":
        (tmp_path / f"{name}.md").write_text(f"---\nn: {name}\n---\n")
    unreadable(tmp_path / "1.md", monkeypatch)
    bad, good = read(tmp_path)
    assert bad.problem is not None
    assert (bad.where, bad.problem.code) == ("1.md", "unreadable-file")
    assert good.fields["n"] == 2


def test_a_name_is_the_same_however_its_letters_are_composed(tmp_path: Path) -> None:
    for form in ("NFC", "NFD"):
        (folder := tmp_path / form).mkdir()
        for name in ("آداب", "أحكام", "اعتكاف"):
            (folder / f"{unicodedata.normalize(form, name)}.md").write_text("---\nn: 1\n---\n")
    composed, decomposed = read(tmp_path / "NFC"), read(tmp_path / "NFD")
    assert [(row.where, row.fields) for row in composed] == [(row.where, row.fields) for row in decomposed]


def test_a_folder_that_is_a_link_is_told(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/a.md").write_text("---\nn: 1\n---\nsecret")
    (folder := tmp_path / "folder").mkdir()
    (folder / "more").symlink_to(tmp_path / "outside")
    [row] = read(folder)
    assert row.problem is not None
    assert row.problem.code == "symbolic-link"


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("---\nn: 1\n---\nsecret")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.md").symlink_to(tmp_path / "outside.md")
    [row] = read(folder)
    assert row.problem is not None
    assert row.problem.code == "symbolic-link"


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no Markdown files"):
        read(tmp_path)


def test_yaml_has_no_surprises() -> None:
    text = "aya: 2:25\ncountry: no\nnumber: 007\nversion: 1.10\nday: 2020-01-01\nid: 12\nnone:\nyes_: true\n"
    assert load_yaml(text) == {
        "aya": "2:25",
        "country": "no",
        "number": "007",
        "version": "1.10",
        "day": "2020-01-01",
        "id": 12,
        "none": None,
        "yes_": True,
    }


@pytest.mark.parametrize("text", ["a: 1\na: 2", "{? [1, 2] : 3}", "a: !x 1", "--- 1\n--- 2", "\ta: 1"])
def test_yaml_that_is_not_plain_is_refused(text: str) -> None:
    with pytest.raises(NotYaml) as caught:
        load_yaml(text)
    assert caught.value.line >= 1
