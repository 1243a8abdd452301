"""What a card does not name is told as a note, and nothing is told where all is read."""

from __future__ import annotations

from pathlib import Path

from source_folders import source_folder, write_card

from pipeline.sources.check import check

HEAD = ["number", "text"]


def notes(folder: Path) -> list[str]:
    report = check(folder)
    assert report.ok
    return [note for note in report.advice if not note.startswith(("Now write", "An approved"))]


def test_columns_that_no_template_reads_are_named(tmp_path: Path) -> None:
    rows = [[*HEAD, "grade", "ملاحظة"], [1, "x", "weak", "y"]]
    (note,) = notes(source_folder(tmp_path, rows))
    assert note == "The card does not use these columns, which nobody is shown: grade, ملاحظة."
    fields = {"text_en": "{text}", "grade": "{grade}", "author": "{ملاحظة}"}
    assert notes(source_folder(tmp_path, rows, fields=fields)) == []


def test_a_column_of_where_or_inside_a_look_up_is_used(tmp_path: Path) -> None:
    rows = [[*HEAD, "kind"], [1, "x", "fatwa"]]
    assert notes(source_folder(tmp_path, rows, where={"kind": "fatwa"})) == []
    join = {"c": {"match": "{kind}", "rows": {"fatwa": {"name": "n", "other": "o"}}}}
    fields = {"text_en": "{text}", "chapter_en": "{c.name}"}
    assert notes(source_folder(tmp_path, rows, join=join, fields=fields)) == []


def test_columns_inside_a_column_are_named_with_dots(tmp_path: Path) -> None:
    folder = source_folder(
        tmp_path, [HEAD], origin={"type": "file", "path": "t.jsonl"}, format={"type": "jsonl"}
    )
    (folder / "t.jsonl").write_text('{"number": 1, "text": "x", "more": {"a": 1, "b": [1, 2]}}\n', "utf-8")
    assert notes(folder) == ["The card does not use these columns, which nobody is shown: more.a, more.b."]
    write_card(
        folder,
        origin={"type": "file", "path": "t.jsonl"},
        format={"type": "jsonl"},
        fields={"text_en": "{text}", "author": "{more.b.0}", "grade": "{more.a}"},
    )
    assert notes(folder) == []


def test_files_of_other_endings_are_named(tmp_path: Path) -> None:
    texts = {"type": "file", "path": "texts"}
    folder = source_folder(
        tmp_path, [HEAD], origin=texts, format={"type": "markdown"}, fields={"text_en": "{body}"}
    )
    (folder / "texts").mkdir()
    for number, name in enumerate(("1.md", "2.md.txt", "3.docx", ".DS_Store", "5.markdown")):
        (folder / "texts" / name).write_text(f"---\nnumber: {number}\n---\nx\n", "utf-8")
    (note,) = notes(folder)
    assert note.endswith("where its name ends in .md or .markdown: 2.md.txt, 3.docx.")
    (folder / "texts/.trash").mkdir()
    for name in (".4.MD", ".trash/1.md", ".trash/state"):
        (folder / "texts" / name).write_text("---\nnumber: 9\n---\nx\n", "utf-8")
    others, hidden = notes(folder)
    assert others == note
    assert hidden.endswith("a name, or that of a folder, begins with a dot: .4.MD, .trash/1.md.")


def test_rows_that_where_leaves_out_are_counted_with_their_values(tmp_path: Path) -> None:
    rows = [
        [*HEAD, "kind"],
        [1, "x", "fatwa"],
        [2, "y", "Fatwa "],
        [3, "z", "فتوى"],
        [4, "z", "فتوى"],
        [5, "z", ""],
    ]
    count, near = notes(source_folder(tmp_path, rows, where={"kind": "fatwa"}))
    assert count == (
        "4 rows do not belong to this card, by `where`; there, kind is: “فتوى” (2), “Fatwa ” (1), “” (1)."
    )
    assert "“Fatwa ” for “fatwa”" in near
