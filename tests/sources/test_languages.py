"""Every sentence that an editor can be shown stands in English and in Arabic, with the same values in it."""

from __future__ import annotations

import ast
import errno
import inspect
import io
import os
import pickle
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from string import Formatter

import pytest
from openpyxl import Workbook
from rich.console import Console
from source_folders import BROKEN, source_folder

from cli.paragraphs import ISOLATE, ITS_OWN, POP
from cli.source_report import print_report
from cli.sources import _facts
from pipeline.disk.faults import disk_errors
from pipeline.sources.card import load_card
from pipeline.sources.check import check
from pipeline.sources.languages import NOUNS, arabic, in_language
from pipeline.sources.new import _CARD, REMARK
from pipeline.sources.report import placed, render_html
from schemas.sentence import literally, said

ROOT = Path(__file__).parents[2]
CLI = ("console", "output", "source_report", "sources", "usage")
# What the system says of a file that cannot be read or written.
SYSTEM = (
    errno.EACCES,
    errno.EDQUOT,
    errno.EIO,
    errno.EISDIR,
    errno.ENOENT,
    errno.ENOSPC,
    errno.ENOTDIR,
    errno.EPERM,
    errno.EROFS,
)
MODULES = sorted(
    path
    for pattern in ("pipeline/sources/**/*.py", "pipeline/build/layout.py", *map("cli/{}.py".format, CLI))
    for path in ROOT.glob(pattern)
) + [
    ROOT / f"schemas/{name}.py"
    for name in ("card", "columns", "origin", "reference", "sentence", "tables", "template")
]
# Where a call takes sentences: the places of its arguments, and their names.
TAKES = {
    "RowProblem": (3, 4),
    "Problem": (3, 5, 6),
    "Flaw": (3, 4),
    "flaw": (3, 4),
    "say": (2, 3, 4),
    "_hidden": (1, 2),
    "_failed": (1,),
    "_Passing": (0,),
    "Mistake": (2, 3, 5),
    "NotYaml": (0, 2),
    "NotJson": (0,),
    "TooDeep": (0,),
    "Wordless": (1, 2),
    "said": (0,),
}
NAMED = {"expected", "found", "remedy", "description"}


def sentences(module: str, code: str) -> Iterator[tuple[str, str]]:
    """The English templates of a module, each with its place."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            ours = isinstance(node.func, ast.Name) and (name.endswith("Error") or name in ("error", "kind"))
            places = (0,) if ours else TAKES.get(name, ())
            given = [node.args[place] for place in places if place < len(node.args)]
            if places or name == "Field":
                given += [each.value for each in node.keywords if each.arg in NAMED]
        elif isinstance(node, ast.Yield) and module in ("advice.py", "leftout.py") and node.value:
            name, given = "yield", [node.value]
        else:
            continue
        for value in given:
            yield from (
                (text if name == "said" else literally(text), f"{module}:{value.lineno}")
                for text in texts(value)
            )


def texts(value: ast.expr) -> Iterator[str]:
    """The words of an argument, whichever of several it is."""
    match value:
        case ast.Constant(value=str(text)) if " " in text or text.isalpha():
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*texts(one), *texts(other))
        case ast.BoolOp(values=several):
            yield from (text for each in several for text in texts(each))
        case ast.JoinedStr(values=parts):
            words = "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
            assert not re.search(r"\b[a-z]{3,}\b", words), (
                f"a sentence is told by `said`: {ast.unparse(value)}"
            )


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def told_by_the_code() -> dict[str, str]:
    words = [
        (text, template.name)
        for template in sorted((ROOT / "pipeline/sources").glob("*.html.j2"))
        for text in re.findall(r'(?:label|said)\("([^"]+)"', template.read_text("utf-8"))
    ]
    # a line that is to be typed, or taken into the card, is the same in every language
    remarks = [text for text in REMARK.findall(_CARD) if not text.startswith(("yaml", " ", "expected:"))]
    return dict(
        words
        + [pair for path in MODULES for pair in sentences(path.name, path.read_text("utf-8"))]
        + list(sentences("disk_errors", inspect.getsource(disk_errors)))
        + [(text, "new.py") for text in remarks]
        + [("header in the card", "a place of the readers")]
        + [(os.strerror(number), "the system") for number in SYSTEM]
        + [(label, "sources.py") for label, _ in _facts(load_card(ROOT / "data/sources/quran"))]
    )


def test_every_sentence_has_its_arabic_and_every_arabic_its_sentence() -> None:
    told = told_by_the_code()
    assert {text: place for text, place in told.items() if text not in arabic()} == {}
    assert arabic().keys() - told.keys() == set()


def test_both_languages_hold_the_same_values() -> None:
    differing = [en for en, ar in arabic().items() if placeholders(en) != placeholders(ar)]
    assert differing == []


def test_arabic_is_arabic_and_counts_with_nouns_that_are_known() -> None:
    for english, spoken in arabic().items():
        assert re.search("[\u0621-\u064a]", spoken) or not re.search("[a-z]{3} ", english), english
        nouns = {spec for _, _, spec, _ in Formatter().parse(spoken) if spec and not spec.isascii()}
        assert nouns <= NOUNS.keys() | {"“”"}, spoken


@pytest.mark.parametrize(
    ("count", "nominative", "behind_a_preposition"),
    [
        (0, "0 صف", "0 صف"),
        (1, "صف واحد", "صف واحد"),
        (2, "صفان", "صفين"),
        (3, "3 صفوف", "3 صفوف"),
        (10, "10 صفوف", "10 صفوف"),
        (11, "11 صفًّا", "11 صفًّا"),
        (99, "99 صفًّا", "99 صفًّا"),
        (100, "100 صف", "100 صف"),
        (102, "102 صف", "102 صف"),
        (103, "103 صفوف", "103 صفوف"),
        (1111, "1,111 صفًّا", "1,111 صفًّا"),
    ],
)
def test_arabic_numbers_ask_for_forms_of_their_noun(
    count: int, nominative: str, behind_a_preposition: str
) -> None:
    assert NOUNS["صفان"].counted(count, "صفان") == nominative
    assert NOUNS["صفين"].counted(count, "صفين") == behind_a_preposition


def test_a_sentence_is_text_and_keeps_what_it_was_made_of() -> None:
    sentence = said("no row has the columns {names:“”}", names=("a", "b"))
    assert sentence == "no row has the columns “a”, “b”"
    assert in_language(sentence, "en") == sentence
    assert in_language(sentence, "ar") == "ليس في الصفوف هذه الأعمدة: «a»، «b»"
    for copy in (deepcopy(sentence), pickle.loads(pickle.dumps(sentence))):
        assert in_language(copy, "ar") == in_language(sentence, "ar")


def phrases(told: str, of_source: str) -> list[str]:
    """The English of what is told in Arabic: two small words in a row that the source does not hold."""
    return [found for found in re.findall("[a-z]{2,} [a-z]{2,}", told) if found not in of_source]


def report_in_arabic(folder: Path) -> str:
    """What a terminal and a page show of the check of a folder."""
    report, terminal = check(folder), io.StringIO()
    print_report(report, Console(file=terminal, width=4000, emoji=False), 100, "ar")
    page = re.sub("<style>.*?</style>", "", render_html(report, "ar"), flags=re.DOTALL)
    return terminal.getvalue() + re.sub("<[^>]*>", "\n", page)


@pytest.mark.parametrize("folder", sorted(BROKEN.iterdir()), ids=lambda path: path.name)
def test_what_is_told_of_a_broken_source_in_arabic_holds_no_english(folder: Path) -> None:
    held = "\n".join(path.read_bytes().decode("utf-8", "replace") for path in folder.iterdir())
    told = report_in_arabic(folder)
    assert re.search("[\u0621-\u064a]", told)
    assert phrases(told, held + folder.name) == []


@pytest.mark.parametrize(
    ("changes", "text", "told"),
    [
        ({}, "a\u0007b", "U+0007 (حرف بلا اسم)"),
        ({}, "a b " * 300_000, "1,200,000 حرف في الجملة"),
        ({"where": {"kind": "fatwa"}}, "one", "لا قيمة (أعمدة الصف: number, text)"),
        ({"review": {"status": "aproved"}}, "one", "approved، draft، sample"),
        ({"format": {"type": "csv", "compression": "gz"}}, "one", "ليس ضغطًا معروفًا"),
    ],
)
def test_what_was_found_is_told_in_arabic_too(
    tmp_path: Path, changes: dict[str, object], text: str, told: str
) -> None:
    folder = source_folder(tmp_path, [["number", "text"], [1, text]], **changes)
    shown = re.sub(f"[{ISOLATE}{ITS_OWN}{POP}]", "", report_in_arabic(folder))
    assert told in shown
    assert phrases(shown, (folder / "source.yaml").read_text("utf-8") + text) == []


def test_a_hidden_row_is_told_in_arabic(tmp_path: Path) -> None:
    origin, book = {"type": "file", "path": "table.xlsx"}, Workbook()
    folder = source_folder(tmp_path, [["number"]], origin=origin, format={"type": "xlsx"})
    for row in (["number", "text"], [1, "one"], [2, "two"]):
        book.active.append(row)
    book.active.row_dimensions[3].hidden = True
    book.save(folder / "table.xlsx")
    told = report_in_arabic(folder)
    assert phrases(told, (folder / "source.yaml").read_text("utf-8")) == []
    assert "row 3" not in told


def test_a_place_is_told_in_arabic() -> None:
    assert in_language(placed("t.json, line 2, character 7"), "ar") == "t.json، السطر 2، الحرف 7"


def test_what_a_table_holds_is_never_translated() -> None:
    assert in_language("rows", "ar") == "rows"  # a column's name, though a label of the report too
    assert in_language(said("rows read"), "ar") == "الصفوف المقروءة"
    braces = said("the column {columns} is empty", columns="{x} {names:,}")
    assert in_language(braces, "ar") == "العمود {x} {names:,} فارغ"


def test_a_sentence_inside_another_is_told_in_the_same_language() -> None:
    inner = said("a brace is opened and not closed")
    outer = said("a template cannot be read: {why}", why=inner)
    assert in_language(outer, "ar") == "تعذّرت قراءة القالب: قوس معقوف فُتح ولم يُغلق"
    foreign = said("a template cannot be read: {why}", why="some words of a library")
    assert in_language(foreign, "ar") == "تعذّرت قراءة القالب: some words of a library"
