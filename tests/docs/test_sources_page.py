"""What docs/sources.md tells an editor to write is a source that is well."""

from __future__ import annotations

import re
from pathlib import Path

from pipeline.sources.check import check
from pipeline.sources.new import new_source

PAGE = (Path(__file__).parents[2] / "docs/sources.md").read_text("utf-8")


def test_a_folder_of_texts_as_the_page_has_it(tmp_path: Path) -> None:
    folder = new_source(tmp_path, "my-fatwas")
    [(path, kind)] = re.findall(r"^\| a folder of Markdown.*\| `(\w+)` \| `(\w+)` \|$", PAGE, re.MULTILINE)
    [text] = re.findall(r"^```\n(---\n.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    [field] = re.findall(r"`(text_ar: [^`]*)`", PAGE)
    card = (folder / "source.yaml").read_text("utf-8")
    card = card.replace("path: table.csv", f"path: {path}").replace("type: csv", f"type: {kind}")
    card = card.replace("languages: [ar, en]", "languages: [ar]")
    fields = f'fields:\n  title_ar: "{{title}}"\n  {field}\n'
    card = re.sub(r"^fields:\n(  .*\n)+links.*\n", fields, card, flags=re.MULTILINE)
    (folder / "source.yaml").write_text(card, "utf-8")
    (folder / path).mkdir()
    (folder / path / "travel.md").write_text(text, "utf-8")
    report = check(folder)
    assert (report.ok, report.kinds) == (True, ())
    [document] = report.samples
    assert document.id == "fatwa:my-fatwas:12"
    assert document.title_ar == "السفر: آدابه"
    assert document.text_ar == text.rpartition("---\n")[2]
