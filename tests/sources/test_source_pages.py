"""The texts of a source as pages: all of them, in their order, with what wants a look; whole or not at all."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from source_folders import source_folder

from pipeline.sources import pages as module
from pipeline.sources.check import CheckReport, check
from pipeline.sources.pages import INDEX, Pages
from pipeline.sources.scripture import PinnedQuran
from schemas.errors import ConfigurationError
from schemas.sentence import Language

QURAN = PinnedQuran({"quran:1:1": "كُلُّ ٱلۡكُتُبِ عَلَى ٱلۡجِدَارِ ٱلۡكَبِيرِ"})
HEAD = ["number", "ar", "en", "of"]
ROWS = [
    [1, "قال: ﴿كل الكتب على الجدار الصغير﴾ ثم سكت.", "He said <b>that</b> & was silent.", "quran:1:1"],
    [2, "كلام آخر", "Other words", ""],
    [3, "", "Words in English alone", ""],
]
CARD = {
    "languages": ["ar", "en"],
    "fields": {"text_ar": "{ar}", "text_en": "{en}"},
    "links": ["{of}"],
}


def written(root: Path, to: Path, language: Language = "en", rows: list[list[object]] = ROWS) -> CheckReport:
    folder = source_folder(root, [HEAD, *rows], **CARD)
    with Pages.writing(to, QURAN, language) as pages:
        report = check(folder, quran=QURAN, keep=pages.add)
        pages.close(report)
    return report


class Text(HTMLParser):
    """The words that a browser would show, and the addresses that a page leads to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.words, self.leads, self.ids = "", list[str](), list[str]()
        self.feed(page.read_text("utf-8"))

    def handle_data(self, data: str) -> None:
        self.words += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.leads += [named["href"] or ""] if "href" in named else []
        self.ids += [named["id"] or ""] if "id" in named else []


def test_every_text_stands_on_a_page_as_it_is_written(tmp_path: Path) -> None:
    written(tmp_path, tmp_path / "pages")
    page = Text(tmp_path / "pages/texts-0001.html")
    assert page.ids == ["fatwa:trial:1", "fatwa:trial:2", "fatwa:trial:3"]
    for row in ROWS:
        assert str(row[1]) in page.words
        assert str(row[2]) in page.words
    markup = (tmp_path / "pages/texts-0001.html").read_text("utf-8")
    assert "<mark>كل الكتب على الجدار الصغير</mark>" in markup
    assert "“الصغير” stands for" in page.words
    assert "<b>that</b>" not in markup
    assert not re.search(r"<script|src=|@import|https?://", markup)


@pytest.mark.parametrize(
    ("language", "direction", "label"), [("en", "ltr", "All texts"), ("ar", "rtl", "جميع النصوص")]
)
def test_the_first_page_leads_to_all_and_to_what_wants_a_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: Language, direction: str, label: str
) -> None:
    monkeypatch.setattr(module, "PER_PAGE", 2)
    written(tmp_path, tmp_path / "pages", language)
    first = Text(tmp_path / "pages" / INDEX)
    assert f'<html lang="{language}" dir="{direction}">' in (tmp_path / "pages" / INDEX).read_text("utf-8")
    assert label in first.words
    assert first.leads == ["texts-0001.html", "texts-0002.html", "texts-0001.html#fatwa%3Atrial%3A1"]
    assert Text(tmp_path / "pages/texts-0001.html").leads[:2] == [INDEX, "texts-0002.html"]
    last = Text(tmp_path / "pages/texts-0002.html")
    assert (last.leads[:2], last.ids) == ([INDEX, "texts-0001.html"], ["fatwa:trial:3"])


def test_long_texts_fill_a_page_sooner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST", 30)
    written(tmp_path, tmp_path / "pages")
    assert len(list((tmp_path / "pages").glob("texts-*.html"))) == len(ROWS)


def test_earlier_pages_are_replaced_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PER_PAGE", 1)
    written(tmp_path, tmp_path / "pages")
    written(tmp_path, tmp_path / "pages", rows=ROWS[:1])
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == [INDEX, "texts-0001.html"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pages", "trial"]


@pytest.mark.parametrize("closed", [True, False])
def test_what_is_broken_off_leaves_the_earlier_pages(tmp_path: Path, closed: bool) -> None:
    written(tmp_path, tmp_path / "pages")
    before = {path.name: path.read_bytes() for path in (tmp_path / "pages").iterdir()}
    report = check(tmp_path / "trial", quran=QURAN)

    def broken_off() -> None:
        with Pages.writing(tmp_path / "pages", QURAN, "ar") as pages:
            if closed:
                pages.close(report)
                raise KeyboardInterrupt

    if closed:
        with pytest.raises(KeyboardInterrupt):
            broken_off()
    else:
        broken_off()
    assert {path.name: path.read_bytes() for path in (tmp_path / "pages").iterdir()} == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pages", "trial"]


def test_nothing_of_somebody_is_replaced(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / INDEX).write_text("<html>My own page.</html>", "utf-8")
    (tmp_path / "file").write_text("mine", "utf-8")
    for place in (other, tmp_path / "file", tmp_path / "none" / "pages"):
        with pytest.raises(ConfigurationError, match="no pages can be written there"):
            written(tmp_path, place)
    assert (other / INDEX).read_text("utf-8") == "<html>My own page.</html>"
    (tmp_path / "empty").mkdir()
    written(tmp_path, tmp_path / "empty")
    assert (tmp_path / "empty" / INDEX).exists()


def test_pages_with_remarks_of_somebody_beside_them_are_not_replaced(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    written(tmp_path, pages)
    (pages / ".DS_Store").write_bytes(b"left by a Mac")
    written(tmp_path, pages)
    (pages / "remarks.txt").write_text("read up to 40", "utf-8")
    with pytest.raises(ConfigurationError) as refused:
        written(tmp_path, pages)
    assert refused.value.found == "a folder with something else in it: remarks.txt"
    assert (pages / "remarks.txt").read_text("utf-8") == "read up to 40"


def test_remarks_that_come_while_pages_are_written_stay(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    report = written(tmp_path, pages)

    def remarked_meanwhile() -> None:
        with Pages.writing(pages, QURAN, "en") as again:
            (pages / "remarks.txt").write_text("mine", "utf-8")
            again.close(report)

    with pytest.raises(ConfigurationError):
        remarked_meanwhile()
    assert (pages / "remarks.txt").exists()


def test_the_folder_in_which_it_runs_is_refused_before_anything_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here := tmp_path / "here").mkdir()
    monkeypatch.chdir(here)
    for place in (Path(), here):
        with pytest.raises(ConfigurationError, match="the folder in which this command runs"):
            module.look_at(place)
