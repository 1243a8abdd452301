"""`isnad sources` from the outside: output, exit codes, and what is written."""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.console import EXIT_OUTSIDE, EXIT_PROBLEM, EXIT_USAGE, run_command
from cli.options import LOCALE
from cli.paragraphs import ISOLATE, ITS_OWN, POP
from cli.sources import app
from cli.tables import print_table
from pipeline.sources.card import load_card
from pipeline.sources.new_card import CARD_WORDS
from schemas.card import card_json_schema_text
from schemas.errors import CallError, CardError

BROKEN = Path(__file__).parents[1] / "sources" / "broken"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "data" / "sources").mkdir(parents=True)
    return tmp_path


def isnad(*arguments: object, **environment: str) -> tuple[int, str]:
    settings = {"COLUMNS": "400", **dict.fromkeys(LOCALE), **environment}
    result = CliRunner().invoke(app, [str(each) for each in arguments], env=settings)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def ended(arguments: list[object], capsys: pytest.CaptureFixture[str], code: int = EXIT_PROBLEM) -> str:
    """What the console tells of an error that ends a command, without isolates and indents."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "400")
        with pytest.raises(SystemExit) as left:
            run_command(lambda: app([str(each) for each in arguments]))
    assert left.value.code == code
    bare = re.sub(f"[{ISOLATE}{ITS_OWN}{POP}]", "", capsys.readouterr().err)
    return "\n".join(line.strip() for line in bare.splitlines())


class TestNew:
    def test_what_it_writes_passes_the_check(self, home: Path) -> None:
        code, output = isnad("new", "my-fatwas", "--home", home)
        assert code == 0
        assert "isnad sources check" in output
        assert load_card(home / "data/sources/my-fatwas").review.status == "draft"
        code, output = isnad("check", "my-fatwas", "--home", home)
        assert (code, "All is well: 2 documents from 2 rows" in output) == (0, True)

    def test_a_file_of_the_folder_stands_for_the_folder(self, home: Path) -> None:
        isnad("new", "my-fatwas", "--home", home)
        folder = home / "data/sources/my-fatwas"
        for name in ("source.yaml", "table.csv"):
            code, output = isnad("check", folder / name, "--home", home)
            assert (code, "All is well: 2 documents from 2 rows" in output) == (0, True)

    def test_its_card_names_no_folder_of_this_machine(self, home: Path) -> None:
        isnad("new", "my-fatwas", "--home", home)
        assert str(home) not in (home / "data/sources/my-fatwas/source.yaml").read_text("utf-8")

    def test_the_notes_of_a_draft_are_all_that_its_approval_needs(self, home: Path) -> None:
        isnad("new", "my-fatwas", "--home", home)
        path = home / "data/sources/my-fatwas/source.yaml"
        told = dict(
            re.findall(
                r"(expected|sha256): (\S.*?)(?: under origin)?$",
                isnad("check", "my-fatwas", "--home", home)[1],
                re.M,
            )
        )
        card = path.read_text("utf-8").replace(
            "  path: table.csv", f"  sha256: {told['sha256']}\n  path: table.csv"
        )
        card = card.replace("  status: draft", "  status: approved\n  by: A. Scholar\n  day: 2026-11-22")
        for words in CARD_WORDS.values():
            card = card.replace(words, "The editors' words")
        path.write_text(f"{card}expected: {told['expected']}\n", "utf-8")
        code, output = isnad("check", "my-fatwas", "--home", home)
        assert (code, "note" in output) == (0, False)
        assert load_card(path.parent).review.status == "approved"

    def test_it_never_overwrites(self, home: Path) -> None:
        isnad("new", "my-fatwas", "--home", home)
        path = home / "data/sources/my-fatwas/source.yaml"
        path.write_text("mine", "utf-8")
        with pytest.raises(CardError, match="already"):
            isnad("new", "my-fatwas", "--home", home)
        assert path.read_text("utf-8") == "mine"
        assert [each.name for each in (home / "data/sources").iterdir()] == ["my-fatwas"]

    @pytest.mark.parametrize("name", ["My-Fatwas", "../x", "a b", "فتاوى", "1st", "a--b"])
    def test_a_name_that_cannot_be(self, home: Path, name: str) -> None:
        with pytest.raises(CallError, match="cannot be the name"):
            isnad("new", name, "--home", home)


class TestCheck:
    def test_a_folder_without_a_card_is_named_from_within_it_too(
        self, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (home / "mine").mkdir()
        monkeypatch.chdir(home / "mine")
        for given in (".", ""):
            code, output = isnad("check", given, "--home", home)
            assert (code, output.startswith("mine: The card has 1 mistake")) == (1, True)

    def test_problems_leave_with_one(self, home: Path) -> None:
        code, output = isnad("check", BROKEN / "empty-texts", "--home", home)
        assert code == 1
        assert "There is no text" in output

    def test_no_row_and_no_card_steers_the_terminal(self, home: Path) -> None:
        isnad("new", "mine", "--home", home)
        folder = home / "data/sources/mine"
        with (folder / "table.csv").open("a", encoding="utf-8") as table:
            table.write("x\x1b[2J,y\n")
        output = isnad("check", "mine", "--home", home)[1]
        assert "⟨U+001B⟩[2J" in output
        assert "\x1b" not in output
        card = (folder / "source.yaml").read_text("utf-8")
        (folder / "source.yaml").write_text(re.sub("author: .*", r'author: "A\\e[2J"', card), "utf-8")
        output = isnad("check", "mine", "--home", home)[1]
        assert "U+001B" in output
        assert "\x1b" not in output
        with pytest.raises(CardError) as refused:
            isnad("show", "mine", "--home", home)
        assert "\x1b" not in refused.value.render()

    def test_a_page_can_be_written(self, home: Path) -> None:
        page = home / "report.html"
        for language in ("ar", "en"):  # the later page takes the place of the earlier
            words = ("--home", home, "--html", page, "--language", language)
            assert isnad("check", BROKEN / "duplicate-ids", *words)[0] == 1
        assert "A reference id was already given" in page.read_text("utf-8")

    def test_more_lines_on_demand(self, home: Path) -> None:
        short = isnad("check", BROKEN / "restarting-numbers", "--home", home)[1]
        long = isnad("check", BROKEN / "restarting-numbers", "--home", home, "--lines", 50)[1]
        assert "30 more" in short
        assert "more;" not in long

    def test_no_such_source_names_those_there_are(self, home: Path) -> None:
        isnad("new", "mine", "--home", home)
        with pytest.raises(CardError) as caught:
            isnad("check", "mien", "--home", home)
        assert "mine" in caught.value.expected


class TestArabic:
    def test_a_source_that_is_well(self, home: Path) -> None:
        isnad("new", "mine", "--home", home)
        code, output = isnad("check", "mine", "--home", home, "--language", "ar")
        assert (code, "كل شيء سليم: وثيقتان من صفين." in output) == (0, True)

    def test_what_is_to_be_copied_stands_alone_and_bare(self, home: Path) -> None:
        isnad("new", "mine", "--home", home)
        lines = isnad("check", "mine", "--home", home, "--language", "ar")[1].splitlines()
        assert "expected: {rows: 2, documents: 2, quarantined: 0, duplicates: 0, merged: 0}" in lines
        assert any(re.fullmatch("sha256: [0-9a-f]{64}", line) for line in lines)

    def test_a_broken_card(self, home: Path) -> None:
        code, output = isnad("check", BROKEN / "unknown-keys", "--home", home, "--language", "ar")
        assert (code, "في البطاقة 4 أخطاء، ولم يُقرأ الجدول بعد." in output) == (1, True)
        assert f"4. السطر 17: لا يُعرف هنا مفتاح اسمه «{ITS_OWN}text_eng{POP}»" in output

    def test_a_broken_table(self, home: Path) -> None:
        code, output = isnad("check", BROKEN / "bad-numbers", "--home", home, "--language", "ar")
        assert code == 1
        assert "لا يُستعمل بعدُ 4 صفوف من أصل 5، ولذلك سبب واحد." in output
        assert "الصف 3 (table.csv، السطر 4)، العمود number: العمود" in output
        assert "الإصلاح: اكتب الرقم" in output

    def test_a_table_that_is_not_there(self, home: Path) -> None:
        code, output = isnad("check", BROKEN / "missing-table", "--home", home, "--language", "ar")
        assert (code, "ملف المصدر غير موجود" in output) == (1, True)

    @pytest.mark.parametrize("columns", [40, 80, 300])
    def test_each_line_is_isolated_and_at_the_right_however_narrow(self, home: Path, columns: int) -> None:
        output = isnad(
            "check", BROKEN / "bad-numbers", "--home", home, "--language", "ar", COLUMNS=str(columns)
        )[1]
        assert "\x1b" not in output
        lines = [line for line in output.splitlines() if line]
        width = min(columns, 100)
        for line in lines:
            shown = line.strip(" ")
            assert shown.startswith(ISOLATE)
            assert shown.endswith(POP)
            assert shown.count(POP) == shown.count(ISOLATE) + shown.count(ITS_OWN)
            assert len(re.sub(f"[{ISOLATE}{ITS_OWN}{POP}]|[\u064b-\u0652]", "", line)) == width

    @pytest.mark.parametrize(
        ("environment", "arabic"),
        [
            ({"LANG": "ar_SA.UTF-8"}, True),
            ({"LANG": "ar"}, True),
            ({"LC_MESSAGES": "ar_EG.UTF-8", "LANG": "en_GB.UTF-8"}, True),
            ({"LC_ALL": "en_US.UTF-8", "LANG": "ar_SA.UTF-8"}, False),
            ({"LC_ALL": "", "LANG": "ar_SA.UTF-8"}, True),
            ({"LANG": "arn_CL"}, False),  # Mapudungun
            ({"LANG": "C.UTF-8"}, False),
            ({}, False),
        ],
    )
    def test_the_locale_of_the_environment_decides_unless_the_option_does(
        self, home: Path, environment: dict[str, str], arabic: bool
    ) -> None:
        folder = BROKEN / "folder-name"
        output = isnad("check", folder, "--home", home, **environment)[1]
        assert ("في البطاقة خطأ واحد" in output) is arabic
        told = isnad("check", folder, "--home", home, "--language", "en", **environment)[1]
        assert "The card has 1 mistake. The table was not read yet." in told

    def test_the_page_is_of_the_same_language(self, home: Path) -> None:
        page = home / "report.html"
        code, output = isnad(
            "check", BROKEN / "duplicate-ids", "--home", home, "--language", "ar", "--html", page
        )
        assert (code, "التقرير كله" in output) == (1, True)
        text = page.read_text("utf-8")
        assert '<html lang="ar" dir="rtl">' in text
        assert "معرّف مرجعي أُعطي من قبل" in text
        assert "A reference id" not in text

    def test_new_and_show_speak_it_too(self, home: Path) -> None:
        assert "كُتب المجلد" in isnad("new", "mine", "--home", home, "--language", "ar")[1]
        assert "id: mine # اسم هذا المجلد\n" in (home / "data/sources/mine/source.yaml").read_text("utf-8")
        assert isnad("check", "mine", "--home", home)[0] == 0
        assert "نص الترخيص: " in isnad("show", "mine", "--home", home, "--language", "ar")[1]

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (["new", "Wrong_Name"], "خطأ: لا يصلح «Wrong_Name» اسمًا لمصدر\nالمطلوب: "),
            (["check", "nowhere"], "خطأ: لا يوجد مصدر اسمه «nowhere»\nالمطلوب: "),
            (["show", "nowhere"], "خطأ: لا يوجد مصدر اسمه «nowhere»\nالمطلوب: "),
            (["check", "mine", "--html", "/nowhere/x.html"], "الموجود: لا مجلد بهذا الاسم: «/nowhere»\n"),
            (["show", BROKEN / "tabs-in-card"], "الإصلاح: أزِح السطر بمسافات"),
            (
                ["show", BROKEN / "unknown-keys"],
                "source.yaml، السطر 4، title\nالمطلوب: titles\nالإصلاح: هل تقصد",
            ),
        ],
    )
    def test_an_error_that_ends_a_command(
        self, home: Path, words: list[object], told: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code = EXIT_USAGE if words[0] == "new" else EXIT_PROBLEM
        assert told in ended([*words, "--home", home, "--language", "ar"], capsys, code)

    def test_a_home_that_is_none_and_what_the_system_refuses(
        self, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        told = ended(["new", "mine", "--home", home / "none", "--language", "ar"], capsys)
        assert "خطأ: ليس هذا المجلد مجلدَ إسناد" in told

        def full(*_: object, **__: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr("tempfile.mkdtemp", full)
        told = ended(["new", "mine", "--home", home, "--language", "ar"], capsys, EXIT_OUTSIDE)
        assert told.startswith("خطأ: لم تبق مساحة خالية على القرص\nالموضع: ملف، أو ما يخرجه هذا الأمر\n")

    def test_in_english_it_is_told_as_any_error(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        told = ended(["show", BROKEN / "unknown-keys", "--home", home, "--language", "en"], capsys)
        assert told.startswith("error: the card has 4 mistakes\nwhere: ")
        assert "\nfound:\n1. “title”" in told
        assert "\nto mend it: mend them from the top; `isnad sources check`" in told

    def test_another_language_is_refused(self, home: Path) -> None:
        assert isnad("check", BROKEN / "bare-cr", "--home", home, "--language", "fr")[0] == 2


def test_list_names_every_card() -> None:
    code, output = isnad("list", "--home", ROOT)
    assert code == 0
    assert {"quran", "bukhari", "muyassar", "sample-fatwas", "tafsir-ar"} <= {
        line.split("\t")[0] for line in output.splitlines()
    }


def test_list_speaks_arabic() -> None:
    code, output = isnad("list", "--home", ROOT, "--language", "ar")
    assert code == 0
    head, *lines = output.splitlines()
    assert head.split("\t")[:3] == ["المعرّف", "النوع", "العنوان"]
    assert "القرآن الكريم" in next(line for line in lines if line.startswith("quran\t"))
    assert isnad("list", "--home", ROOT, LANG="ar_EG.UTF-8")[1] == output


def test_on_a_terminal_each_line_of_arabic_in_a_table_is_isolated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "30")
    print_table(("id", "العنوان"), [["one", "كتب الحديث مرتبة على الأبواب"]])
    head, *lines = capsys.readouterr().out.splitlines()
    assert f"{ISOLATE}العنوان{POP}" in head
    assert len(lines) > 1
    for line in lines:
        assert line.count(ISOLATE) == line.count(POP) == 1


def test_show_tells_both_licences_of_the_quran() -> None:
    _, output = isnad("show", "quran", "--home", ROOT)
    assert "CC-BY-4.0 in package.json" in output
    assert "CC-BY-SA-4.0 in LICENSE.txt" in output


def test_the_schema_is_printed() -> None:
    assert isnad("schema") == (0, card_json_schema_text())


@pytest.mark.parametrize(("language", "told"), [("en", "All is well: 2 documents"), ("ar", "النصوص: ")])
def test_read_writes_pages_of_all_texts(home: Path, language: str, told: str) -> None:
    isnad("new", "my-fatwas", "--home", home)
    code, output = isnad("read", "my-fatwas", "--to", home / "pages", "--home", home, "--language", language)
    assert (code, told in output) == (0, True)
    assert f'lang="{language}"' in (home / "pages/index.html").read_text("utf-8")


def test_read_writes_nothing_of_a_source_without_texts(home: Path) -> None:
    isnad("new", "my-fatwas", "--home", home)
    (home / "data/sources/my-fatwas/source.yaml").write_text("id: my-fatwas\n", "utf-8")
    code, output = isnad("read", "my-fatwas", "--to", home / "pages", "--home", home)
    assert (code, "isnad sources check" in output) == (1, True)
    assert not (home / "pages").exists()


@pytest.mark.parametrize(("language", "told"), [("en", "approved by The team"), ("ar", "اعتمده")])
def test_approve_writes_into_the_card_who_approved_it_and_names_who_did_before(
    home: Path, language: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    isnad("new", "my-fatwas", "--home", home)
    card_file = home / "data/sources/my-fatwas/source.yaml"
    text = card_file.read_text("utf-8")
    for words in CARD_WORDS.values():
        text = text.replace(words, "Our own words")
    card_file.write_text(text, "utf-8")
    code, output = isnad("approve", "my-fatwas", "--by", "The team", "--home", home, "--language", language)
    assert (code, told in output) == (0, True)
    card = load_card(home / "data/sources/my-fatwas")
    assert (card.review.status, card.review.by) == ("approved", "The team")
    assert "# draft, then approved" in card_file.read_text("utf-8")
    words: list[object] = ["approve", "my-fatwas", "--by", "Others", "--home", home, "--language", language]
    refused = ended(words, capsys)
    assert ("The team" in refused, "Others" in refused) == (True, False)
    code, output = isnad(*words, "--again")
    assert (code, "The team" in output.splitlines()[-1]) == (0, True)
    assert load_card(home / "data/sources/my-fatwas").review.by == "Others"


def test_approve_refuses_a_card_with_the_words_of_a_new_one(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    isnad("new", "my-fatwas", "--home", home)
    told = ended(["approve", "my-fatwas", "--by", "Us", "--home", home], capsys)
    assert "still holds the words of a new one" in told
    assert load_card(home / "data/sources/my-fatwas").review.status == "draft"


def test_approve_refuses_a_source_that_is_not_well(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    isnad("new", "my-fatwas", "--home", home)
    (home / "data/sources/my-fatwas/table.csv").unlink()
    told = ended(["approve", "my-fatwas", "--by", "Us", "--home", home], capsys)
    assert "something is to be mended first" in told
    assert load_card(home / "data/sources/my-fatwas").review.status == "draft"
