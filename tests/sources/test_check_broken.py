"""Broken folders, as an editor would hand them in: each is told in plain words, none ends in a stack trace.

The folders under `broken/` hold text that can be read here; what is not text (workbooks, archives, other
encodings, a row of five megabytes) is made below.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import zipfile
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import openpyxl
import pytest
from rich.console import Console
from source_folders import BROKEN, source_folder, untold_in_arabic, write_card

from cli.source_report import print_report
from pipeline.sources.check import CheckReport, check
from pipeline.sources.report import headline, render_html
from pipeline.sources.scripture import PinnedQuran
from schemas.sentence import Language

QURAN = PinnedQuran({"quran:1:1": "كلمات للاختبار فقط"})
HEAD = ["number", "text"]


@dataclass(frozen=True)
class Case:
    """What the report of a broken folder must say."""

    reasons: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    documents: int | None = None
    ok: bool = False


CASES = {
    "bad-numbers": Case(("bad-reference",), ("number|number", "reads it as 4"), 1),
    "bare-cr": Case(("bare-carriage-return",), ("row 1", "ordinary line ends")),
    "duplicate-ids": Case(("duplicate-id",), ("given to row 2", "the rows say the same"), 3),
    "empty-texts": Case(("empty-text",), ("text_ar and text_en",), 2),
    "folder-name": Case((), ("the id differs from the name of the folder",)),
    "missing-licence": Case((), ("“licence” is missing", "name, statement, redistribution")),
    "missing-table": Case((), ("the file of a source is missing", "table.csv")),
    "no-such-verse": Case(("no-such-verse",), ("surah 2 has verses 1 to 286", "3:two"), 2),
    "odd-characters": Case(
        ("bidi-control", "private-use-character", "replacement-character", "unexpected-space"),
        ("U+2009", "All is well"),
        3,
        ok=True,
    ),
    "restarting-numbers": Case(("id-not-unique", "duplicate-id"), ("number and chapter",), 5),
    "tabs-in-card": Case((), ("line 2", "indent with blanks")),
    "unknown-keys": Case((), ("did you mean “titles”?", "did you mean “canonical”?", "colour")),
    "unquoted-template": Case((), ('write text_en: "{text_en}"',)),
    "verse-differs": Case(("verse-text-differs",), ("كلمات للتجربة فقط", "copy the words of quran:1:1"), 3),
    "wrong-checksum": Case((), ("it was changed since", "if you changed it on purpose")),
    "wrong-column": Case((), ("no row has a column “text_english”", "did you mean “text_en”?")),
}


def told(report: CheckReport, width: int = 2000) -> str:
    console = Console(file=io.StringIO(), width=width, emoji=False)
    print_report(report, console, lines=50)
    output = console.file
    assert isinstance(output, io.StringIO)
    return output.getvalue()


class WellFormed(HTMLParser):
    """Fails on a tag that is not closed, and on anything that would be fetched or run."""

    VOID = frozenset({"meta", "br"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "img", "iframe")
        assert not {"src", "href", "onclick"} & {name for name, _ in attrs}
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_every_broken_folder_has_its_case() -> None:
    assert sorted(path.name for path in BROKEN.iterdir()) == sorted(CASES)


@pytest.mark.parametrize("name", CASES)
def test_broken_folders(name: str) -> None:
    case = CASES[name]
    before = sorted((BROKEN / name).iterdir())
    report = check(BROKEN / name, quran=QURAN)
    text = told(report)
    assert report.ok is case.ok
    assert tuple(kind.reason for kind in report.kinds) == case.reasons
    assert [words for words in case.says if words not in text] == []
    if case.documents is not None:
        assert report.counts is not None
        assert report.counts.documents == case.documents
    assert "Traceback" not in text
    assert sorted((BROKEN / name).iterdir()) == before  # nothing is written
    page = render_html(report)
    WellFormed(page)
    WellFormed(render_html(report, "ar"))
    assert headline(report).split(":")[0] in page
    assert untold_in_arabic(report) == []


def save_workbook(path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (HEAD, [1, "one"], [2, '=CONCATENATE("t","wo")'], [3, "three"], [4, None]):
        sheet.append(row)
    sheet.merge_cells("A4:A5")
    book.save(path)


class TestFilesThatAreNotText:
    def test_a_workbook_with_formulas_and_merged_cells(self, tmp_path: Path) -> None:
        folder = source_folder(
            tmp_path, [HEAD], origin={"type": "file", "path": "table.xlsx"}, format={"type": "xlsx"}
        )
        save_workbook(folder / "table.xlsx")
        report = check(folder)
        text = told(report)
        assert not report.ok
        assert "formula" in text
        assert "merged" in text
        WellFormed(render_html(report))

    def test_a_formula_keeps_a_row_out_where_its_column_is_read(self, tmp_path: Path) -> None:
        origin = {"type": "file", "path": "table.xlsx"}
        folder = source_folder(tmp_path, [HEAD], origin=origin, format={"type": "xlsx"})
        book = openpyxl.Workbook()
        sheet = book.active
        assert sheet is not None
        for row in ([*HEAD, "help"], [1, "one", "=A2+1"], ["=A2+1", "=A3", "=A4"], [3, "three", None]):
            sheet.append(row)
        sheet.merge_cells("C2:C4")
        book.save(folder / "table.xlsx")
        report = check(folder)
        assert report.counts is not None
        assert (report.counts.documents, report.counts.quarantined) == (2, 1)
        (kind,) = report.kinds
        assert [(problem.row, problem.field) for problem in kind.shown] == [(2, "A3"), (2, "B3")]

    def test_utf16_with_a_mark_is_read(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, [HEAD])
        (folder / "table.csv").write_text("number,text\n1,واحد\n", "utf-16")
        report = check(folder)
        assert report.ok
        assert "byte-order mark" in told(report)

    def test_a_utf8_mark_is_no_part_of_the_first_column(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, [HEAD])
        (folder / "table.csv").write_text("number,text\n1,واحد\n", "utf-8-sig")
        assert check(folder).ok

    def test_cp1256_is_guessed_for_the_editor_and_never_taken_on_trust(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, [HEAD])
        (folder / "table.csv").write_bytes("number,text\n1,نص عربي طويل بما يكفي\n".encode("cp1256"))
        report = check(folder)
        assert not report.ok
        assert "encoding: cp1256" in told(report)
        write_card(folder, format={"type": "csv", "encoding": "cp1256"})
        assert check(folder).ok

    def test_a_truncated_archive(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, [HEAD])
        packed = gzip.compress(b"number,text\n" + b"".join(b"%d,text\n" % number for number in range(5000)))
        (folder / "table.csv").write_bytes(packed[:-2000])
        report = check(folder)
        assert not report.ok
        assert "truncated" in told(report)

    def test_a_member_of_a_damaged_archive(self, tmp_path: Path) -> None:
        origin = {"type": "file", "path": "table.zip", "member": "table.csv"}
        folder = source_folder(tmp_path, [HEAD], origin=origin)
        with zipfile.ZipFile(folder / "table.zip", "w") as archive:
            archive.writestr("other.csv", "number,text\n1,one\n")
        report = check(folder)
        assert not report.ok
        assert "other.csv" in told(report)

    def test_a_table_that_is_a_link_out_of_its_folder_as_the_build_has_it(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, [HEAD, [1, "one"]])
        (folder / "table.csv").rename(tmp_path / "elsewhere.csv")
        (folder / "table.csv").symlink_to(tmp_path / "elsewhere.csv")
        report = check(folder)
        assert not report.ok
        assert "symbolic link" in told(report)

    def test_a_workbook_that_is_called_csv(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, [HEAD])
        save_workbook(folder / "table.csv")
        assert "write type: xlsx" in told(check(folder))

    def test_a_row_of_five_megabytes(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, [HEAD, [1, "x" * 5_000_000], [2, "two"]])
        report = check(folder)
        assert [kind.reason for kind in report.kinds] == ["row-too-large"]
        assert report.counts is not None
        assert report.counts.documents == 1
        assert len(render_html(report)) < 50_000


class TestReport:
    def test_the_page_says_in_arabic_alone_what_is_wrong(self) -> None:
        report = check(BROKEN / "no-such-verse")
        page = render_html(report, "ar")
        assert '<html lang="ar" dir="rtl">' in page
        assert report.quarantined[0].said("ar").what in page
        assert report.quarantined[0].said("ar").remedy in page
        assert report.quarantined[0].said("en").what not in page

    def test_text_of_a_source_is_escaped(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, [HEAD, ["<script>x</script>", "a"], [2, "[red]b[/red] :two:"]])
        report = check(folder)
        WellFormed(render_html(report))
        assert "[red]b" in told(check(source_folder(tmp_path, [HEAD, ["[red]b[/red]", "x"]])))

    def test_arabic_runs_from_right_to_left(self) -> None:
        page = render_html(check(BROKEN / "verse-differs", quran=QURAN))
        assert '<bdi lang="ar" dir="rtl">للتجربة</bdi>' in page
        assert 'dir="auto">كلمات للتجربة فقط' in page

    def test_all_problems_are_counted_and_as_many_shown_as_asked(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, [HEAD, *([number, ""] for number in range(1, 31))])
        report = check(folder, limit=10)
        (kind,) = report.kinds
        assert (kind.lines, len(kind.shown)) == (30, 10)
        assert "The first 10 of 30 are shown." in render_html(report)

    def test_what_the_card_expects_to_be_set_aside_is_no_problem(self, tmp_path: Path) -> None:
        expected = {"rows": 2, "documents": 1, "quarantined": 1}
        report = check(source_folder(tmp_path, [HEAD, [1, "one"], [2, ""]], expected=expected))
        assert report.ok
        assert headline(report) == "All is as the card expects: 1 document, and 1 row set aside."

    def test_counts_other_than_expected_are_a_problem(self, tmp_path: Path) -> None:
        expected = {"rows": 3, "documents": 3}
        report = check(source_folder(tmp_path, [HEAD, [1, "one"], [2, "two"]], expected=expected))
        assert not report.ok
        assert "rows 3" in told(report)

    def test_a_source_that_is_well_is_told_its_counts(self, tmp_path: Path) -> None:
        report = check(source_folder(tmp_path, [HEAD, [1, "one"]]))
        assert report.ok
        assert "expected: {rows: 1, documents: 1" in report.advice[0]

    def test_quotations_that_were_not_compared_are_said_so(self) -> None:
        report = check(BROKEN / "verse-differs")
        assert "not compared with the Qur'an" in report.advice[0]

    def test_columns_that_the_table_does_not_have_are_told_alone(self, tmp_path: Path) -> None:
        report = check(source_folder(tmp_path, [["no", "body"], [1, "x"]]))
        assert report.kinds == ()
        assert "no row has the columns “number”, “text”" in told(report)
        assert "line 20: reference, line 24: fields.text_en" in told(report)
        assert "no, body" in told(report)

    def test_a_column_that_a_look_up_table_does_not_have(self, tmp_path: Path) -> None:
        table = {"match": "{number}", "rows": {"1": {"name": "x"}}}
        fields = {"text_en": "{text}", "title_en": "{c.nam}"}
        report = check(source_folder(tmp_path, [HEAD, [1, "x"]], join={"c": table}, fields=fields))
        assert not report.ok
        assert "no row has a column “c.nam”" in told(report)
        assert "did you mean “c.name”?" in told(report)

    def test_an_empty_table(self, tmp_path: Path) -> None:
        report = check(source_folder(tmp_path, [HEAD]))
        assert not report.ok
        assert headline(report) == "The source cannot be built yet: the source has no rows."
        assert "سليم" not in render_html(report)
        assert report.advice == ()

    def test_html_that_the_card_calls_plain_is_told(self, tmp_path: Path) -> None:
        rows = [HEAD, [1, "x < y & z"], [2, "One. <p>Two &amp; three</p>"]]
        report = check(source_folder(tmp_path, rows))
        assert report.ok
        assert "text_en of fatwa:trial:2 holds HTML, as in “<p>Two &amp; three</p>”" in report.advice[0]
        assert not any("HTML" in line for line in check(source_folder(tmp_path, rows, markup="html")).advice)
        assert not any("HTML" in line for line in check(source_folder(tmp_path, rows[:2])).advice)

    def test_a_question_printed_above_its_answer_is_told(self, tmp_path: Path) -> None:
        rows = [HEAD, [1, "It is lawful."], [2, "Question: Is it lawful?\nAnswer: It is."]]
        asked = "prints what was asked above its answer, as in “Question: Is it lawful?”"
        told = [
            line for line in check(source_folder(tmp_path, rows)).advice if asked in line.replace("\n", "”")
        ]
        assert len(told) == 1
        assert told[0].startswith("text_en of fatwa:trial:2 ")
        assert not any("above its answer" in line for line in check(source_folder(tmp_path, rows[:2])).advice)

    def test_a_column_of_the_other_language_is_told(self, tmp_path: Path) -> None:
        fields = {"text_ar": "{text}", "title_ar": "عنوان"}
        rows = [HEAD, [1, "one"], [2, "two"], [3, "نص"]]
        report = check(source_folder(tmp_path, rows, fields=fields, languages=["ar"]))
        (told_of_it,) = [line for line in report.advice if "other language" in line]
        assert told_of_it.startswith(
            "text_ar is Arabic in 1 of 3 documents alone, as in fatwa:trial:1: “one”"
        )
        rows = [HEAD, [1, "one"], [2, "نص"], [3, "نص"]]
        report = check(source_folder(tmp_path, rows, fields=fields, languages=["ar"]))
        (told_of_it,) = [line for line in report.advice if "swapped" in line]
        assert told_of_it.startswith("text_ar is not Arabic in 1 of 3 documents: fatwa:trial:1: “one”. Were")

    def test_tags_are_no_letters_of_another_language(self, tmp_path: Path) -> None:
        rows = [HEAD, [1, '<p style="text-align: right" dir="rtl">لا بأس</p>']]
        keys = {"fields": {"text_ar": "{text}"}, "languages": ["ar"], "markup": "html"}
        report = check(source_folder(tmp_path, rows, **keys))
        assert not any("other language" in line for line in report.advice)

    @pytest.mark.parametrize(
        ("language", "told"),
        [
            ("en", ["Title", "Arabic title", "عنوان", "chapter", "Chapter", "English text", "One & two"]),
            ("ar", ["عنوان", "العنوان بالإنجليزية", "Title", "الباب", "باب", "النص الإنجليزي", "One & two"]),
        ],
    )
    def test_the_first_documents_are_shown_as_readers_see_them(
        self, tmp_path: Path, language: Language, told: list[str]
    ) -> None:
        names = ("title_en", "title_ar", "chapter_en", "chapter_ar", "text_en")
        rows = [["number", *names], [1, "Title", "عنوان", "Chapter", "باب", "<p>One &amp; two</p>"]]
        fields = {name: f"{{{name}}}" for name in names}
        page = render_html(check(source_folder(tmp_path, rows, fields=fields, markup="html")), language)
        words = re.findall("<b><bdi>([^<]+)|<d[td][^>]*>([^<]+)", page)
        assert [unescape(one or other) for one, other in words] == told

    @pytest.mark.parametrize(
        ("text", "third"),
        [
            ("Il est permis de prier dans la maison et il n'y a pas de mal", True),
            ("The imam led the salat al-fajr and the people of Medina prayed", False),
            ("La ilaha illa Allah: there is no god but Allah", False),
        ],
    )
    def test_a_third_language_in_an_english_field_is_told(
        self, tmp_path: Path, text: str, third: bool
    ) -> None:
        report = check(source_folder(tmp_path, [HEAD, [1, text], [2, "a text"], [3, "a text"]]))
        assert any("text_en is not English in 1 of 3" in line for line in report.advice) is third

    @pytest.mark.parametrize(
        ("text", "third"),
        [("یہ کام جائز ہے اور اس میں کوئی حرج نہیں ہے", True), ("الجواب أن ذلک جائز لا حرج فیه إن شاء الله", False)],
    )  # fmt: skip
    def test_a_third_language_in_an_arabic_field_is_told(
        self, tmp_path: Path, text: str, third: bool
    ) -> None:
        keys = {"fields": {"text_ar": "{text}"}, "languages": ["ar"]}
        report = check(source_folder(tmp_path, [HEAD, [1, text], [2, "نص"], [3, "نص"]], **keys))
        assert any("text_ar is not Arabic in 1 of 3" in line for line in report.advice) is third

    def test_a_review_of_a_day_to_come_is_told(self, tmp_path: Path) -> None:
        for day, known in (("2999-01-01", True), ("2026-01-01", False)):
            report = check(source_folder(tmp_path, [HEAD, [1, "x"]], review={"status": "draft", "day": day}))
            assert any("has not come yet: 2999-01-01" in line for line in report.advice) is known

    @pytest.mark.parametrize("written", ["“{text}”", "«{text}»", "”{text}“"])
    def test_quotation_marks_of_a_book_around_a_template_are_told(self, tmp_path: Path, written: str) -> None:
        report = check(source_folder(tmp_path, [HEAD, [1, "x"]], fields={"text_en": written}))
        assert not report.ok
        assert "would be shown with every text" in told(report)

    def test_a_link_in_other_digits_is_told_how_links_are_written(self, tmp_path: Path) -> None:
        report = check(source_folder(tmp_path, [HEAD, ["quran:٢:١٨٥", "x"]], links=["{number}"]))
        remedies = [
            problem.remedy for kind in report.kinds for problem in kind.shown if kind.reason == "bad-link"
        ]
        assert [("quran:2:255" in remedy, "0-9" in remedy) for remedy in remedies] == [(True, True)]

    def test_no_line_of_the_report_is_longer_than_the_terminal(self) -> None:
        text = told(check(BROKEN / "bad-numbers"), width=80)
        assert "to mend it: write a number" in text
        assert max(map(len, text.split("\n"))) <= 80

    def test_no_text_of_a_source_turns_the_page_or_the_terminal(self, tmp_path: Path) -> None:
        rows = [HEAD, ["1\u202e2", "x"], [3, "kept \u2067 as it is"], [4, "\u200fذو علامة"]]
        report = check(source_folder(tmp_path, rows))
        page = render_html(report)
        assert "“<bdi>1⟨U+202E⟩2</bdi>” cannot be part of a reference id" in page
        assert "kept ⟨U+2067⟩ as it is" in page
        assert (
            "\u200fذو علامة" in page
        )  # a mark of direction is ordinary, and turns nothing but its neighbours
        assert not set("\u202e\u2067") & set(page + told(report))
        kinds = {kind.reason: kind.lines for kind in report.kinds}
        assert kinds == {"bad-reference": 1, "bidi-control": 2}

    def test_a_name_that_no_page_can_hold_is_written_out(self, tmp_path: Path) -> None:
        folder = source_folder(
            tmp_path, [], origin={"type": "file", "path": "t"}, format={"type": "markdown"}
        )
        (folder / "t").mkdir()
        for name in (b"caf\xe9.md", b"caf\xe9.txt"):  # as a file system without UTF-8 has it
            Path(os.fsdecode(bytes(folder / "t") + b"/" + name)).write_text("---\nnumber: 1\n---\nwords")
        report = check(folder)
        assert [kind.reason for kind in report.kinds] == ["bad-file-name"]
        page = render_html(report) + told(report)
        assert page.encode().decode().count("caf⟨U+DCE9⟩") >= 4

    @pytest.mark.parametrize("mark", ["\u200f", "\u200b", "\u00a0", "\u202c", " "])
    def test_what_cannot_be_seen_around_a_name_is_no_part_of_it(self, tmp_path: Path, mark: str) -> None:
        rows = [[f"{mark}number", f"text{mark}", "verse"], [f"{mark}1", "x", f"{mark}quran:1:1{mark}"]]
        report = check(source_folder(tmp_path, rows, links=["{verse}"]))
        assert (report.ok, report.kinds) == (True, ())
        assert [(one.id, one.links) for one in report.samples] == [("fatwa:trial:1", ("quran:1:1",))]

    def test_what_cannot_be_seen_inside_a_name_is_shown_by_its_own(self, tmp_path: Path) -> None:
        rows = [["num\u200bber", "text", "verse"], ["1\u200f2", "x", "quran:\u200e1:1"]]
        keys = {
            "reference": "fatwa:trial:{num\u200bber}",
            "canonical": ["num\u200bber"],
            "links": ["{verse}"],
        }
        report = check(source_folder(tmp_path, rows, **keys))
        for text in (told(report), render_html(report)):
            assert "1⟨U+200F⟩2" in text
            assert "quran:⟨U+200E⟩1:1" in text
            assert "remove what cannot be seen in it (U+200F RIGHT-TO-LEFT MARK)" in text
        text = told(check(source_folder(tmp_path, rows)))
        assert "num⟨U+200B⟩ber" in text

    def test_what_is_quoted_on_the_page_keeps_its_direction_to_itself_and_is_escaped(
        self, tmp_path: Path
    ) -> None:
        page = render_html(check(source_folder(tmp_path, [HEAD, ["<b>ثلاثة</b>", "x"]])))
        assert "“<bdi>&lt;b&gt;ثلاثة&lt;/b&gt;</bdi>” cannot be part" in page

    @pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\x1b", "\x85"])
    def test_a_card_whose_words_would_turn_a_page_or_steer_a_terminal_is_refused(
        self, tmp_path: Path, sign: str
    ) -> None:
        titles = {"ar": "للتجربة", "en": f"For {sign}trial"}
        report = check(source_folder(tmp_path, [HEAD, [1, "x"]], titles=titles))
        (mistake,) = report.card_problems
        assert mistake.key == "titles.en"
        assert f"U+{ord(sign):04X}" in mistake.found
        assert sign not in told(report) + render_html(report)
