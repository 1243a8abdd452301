"""Links inside the pages lead somewhere, decisions are numbered and dated, and every folder is explained."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from docs.decisions_page import RECORDS

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "data/questions").glob("*.md"),
    ]
)
DECISIONS = sorted((ROOT / "docs/decisions").glob(RECORDS))
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _links(page: str) -> list[str]:
    return _LINK.findall(_CODE.sub("`code`", _FENCE.sub("", page)))


def _anchors(page: str) -> set[str]:
    """The names that a reader of Markdown gives to headings."""
    heads = re.findall(r"^#{1,6} (.+)$", _FENCE.sub("", page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.strip().lower()).replace(" ", "-") for head in heads}


def _problem(path: Path, link: str) -> str | None:
    if re.match(r"[a-z]+:", link):
        return None
    place, _, anchor = link.partition("#")
    target = (path.parent / place).resolve() if place else path
    if not target.exists():
        return f"{link}: there is no such file"
    if anchor and target.suffix == ".md" and anchor not in _anchors(target.read_text("utf-8")):
        return f"{link}: there is no such heading"
    return None


@pytest.mark.parametrize("path", PAGES, ids=_name)
def test_links_inside_a_page_lead_somewhere(path: Path) -> None:
    links = _links(path.read_text("utf-8"))
    assert [problem for link in links if (problem := _problem(path, link))] == []


def test_a_dead_link_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# One head, two\n[a](page.md#one-head-two) [b](none.md) [c](#other) ![d](none.svg) `[e](x)`\n"
    )
    problems = [_problem(page, link) for link in _links(page.read_text())]
    assert [problem and problem.split(":")[0] for problem in problems] == [
        None,
        "none.md",
        "#other",
        "none.svg",
    ]


@pytest.mark.parametrize("path", DECISIONS, ids=_name)
def test_a_decision_has_number_title_date_and_status(path: Path) -> None:
    head, *rest = path.read_text("utf-8").splitlines()
    number = int(path.name[:4])
    assert re.match(rf"# 0*{number}[.:] \S", head), "the first line is “# number. title”"
    text = "\n".join(rest)
    assert re.search(r"^Date: \d{4}-\d{2}-\d{2}\b", text, re.MULTILINE)
    assert re.search(r"\bStatus: (accepted|proposed|superseded by \d+)\b", text)
    assert not re.search(r"^[A-Z]{4,}$", text, re.MULTILINE), (
        "a word in capitals waits for what it stands for"
    )


def test_no_two_decisions_have_one_number() -> None:
    numbers = [path.name[:4] for path in DECISIONS]
    assert len(numbers) > 30
    assert sorted(set(numbers)) == numbers


def test_every_folder_at_the_top_is_explained() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("this is no git checkout, so which folders belong to the project is not known")
    folders = {line.split("/")[0] for line in listed.stdout.splitlines() if "/" in line}
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    missing = [name for name in sorted(folders) if not name.startswith(".") and f"## {name}/" not in page]
    assert missing == []


def test_every_module_on_top_of_answering_is_explained() -> None:
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    listed = page.split("### pipeline/answer/")[1].split("```")[1].splitlines()
    modules = {path.stem for path in (ROOT / "pipeline/answer").glob("*.py")} - {"__init__"}
    assert {line.split()[0] for line in listed if line} == modules


def test_the_glossary_is_sorted_and_names_no_term_twice() -> None:
    sections = (ROOT / "docs/glossary.md").read_text("utf-8").split("\n## ")[1:]
    terms = [re.findall(r"^\| ([^|]+) \| [^|]+ \| [^|]+ \|$", part, re.MULTILINE)[1:] for part in sections]
    assert len(terms) == 3
    for of_section in terms:
        assert of_section == sorted(of_section, key=str.lower)
    every = [term for of_section in terms for term in of_section]
    assert len(every) == len(set(every)) > 40
