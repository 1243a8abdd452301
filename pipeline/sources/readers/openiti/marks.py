"""The marks of an OpenITI file (mARkdown), and a paragraph without them.

    # , ~~                        a paragraph begins; a line goes on
    PageV02P035                   here a page ends          (with a colon: notes on that page follow)
    NoteV..., PageVW0P149B        a note, a folio of a manuscript
    ms0123                        a milestone, every few hundred words
    @QB@ … @QE@, ^ ( … ) ^        the Qur'an is quoted: shown as ﴿ … ﴾
    @QUR@010, @HAD02, @NUM@       a quotation, a narration or a number follows
    %~%                           the middle of a line of verse: shown as …
    |, > >, < <                   a heading begins, lines and sections end
    <a href=…>, ![image](…)       what the page on the web was made of
    (¬1)                          a footnote: shown as (1)
    ====, . . . . .               a rule, and dots that fill a line: left out, and shown as …
    > 2                           a sign that stands alone: left out

What editors and programs put beside the marks goes too: see `edges`.

Nothing else of a text is changed. Marks of other forms (@WORD@) are told by `unknown_tag`, never guessed. Patterns
begin where a row of signs or blanks begins and give nothing of it back, so that no text is walked anew from each place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.sources.readers.openiti.edges import without_edges

Page = tuple[int, int]  # volume and page

_PAGE_MARK = r"(?:Page|Note)V(?:(?!Page|Note)[0-9A-Z])*(?:\.(?!Page|Note)[0-9A-Z]+)*(?::|\#+)?"
_MARK = re.compile(_PAGE_MARK)
_PAGE = re.compile(r"PageV([0-9]{1,3})P([0-9]{1,6})(?![0-9])[A-Z]?(:?)")
_MILESTONE = re.compile(r"(?<![A-Za-z0-9])ms[0-9]{1,6}(?![A-Za-z0-9])")
_LINE = re.compile(r"[ \t]*\r?\n[ \t]*~~[ \t]*")
_TAG = re.compile(
    r"</?(?:a|b|br|div|em|font|h[1-6]|i|img|li|ol|p|s|span|sub|sup|table|td|tr|u|ul)\b[^<>]{0,600}>", re.I
)
_IMAGE = re.compile(r"!\[[^\]\n]{0,600}\](?:\([^)\n]{0,600}\))?")
_KNOWN = re.compile(r"@(?:QUR|HAD|NUM)@?[0-9]*@?")
_UNKNOWN = re.compile(r"(?<![\w.])@[A-Z]{2,}[A-Z0-9]*@[0-9]*")
_QURAN = re.compile(r"@QB@([^@]*+)@QE@|\^\s*+\(([^^()]*+)\)\s*+\^")
_LEFT = re.compile(r"@Q[BE]@|\^")
_BARS = re.compile(r"(?:^|(?<=\s))\|+(?=\s|$)")
_HASH = re.compile(r"(?:^|(?<=\s))#+(?=\s|$)")
_ENDS = re.compile(r"^[<>%~\s]++|(?<![<>%~\s])[<>%~\s]++$")
_ALONE = re.compile(r"(?<!\S)[<>](?:\s[0-9](?=\s*(?:[<>]|$)))?(?!\S)")
_RULE = re.compile(r"[=_*~-]{4,}|-(?:\s*-){3,}|\*(?:\s*\*){2,}")
_DOTS = re.compile(r"(?<!\s)(?:\s*+[.…]){5,}+")
_BLANKS = re.compile(r"[ \t]{2,}")
_WORDS = re.compile(r"[^\W\d_]")
_NO_LETTERS = re.compile(r"[\W\d_]+")
_HEAD = re.compile(r"^\s*(?:#+\s*)?(?:\|+|[$]+)\s")
_SECTION = re.compile(r"^\s*(?:#\s*)?>(?!\s*>)[^>]*<\s*$")
_PAGE_OVER = re.compile(_PAGE_MARK + r"(?:\s|ms[0-9]+|[<>|#])*$")
_NOTE = re.compile(r"^\s*(?:#\s*)?[(\[]¬")
_HEADING_MARK = re.compile(r"#+\s*[|$]*\s*(?:EDITOR\\?|PARATEXT)?\s*[|$]*\s*(?:(?:AUTO|CHECK)\b)?\s*[|]*\s*")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A row without its marks.

    `starts`: the page that its first word stands on, where a mark in it says so. `ends`: the first page that ends in
    it, `last`: the last one. `notes_on`: the page whose notes follow. `page_over`: the page is over behind it. `head`:
    the file marks it as a heading; `note`: as a footnote; `section`: as the title of a part. `counted`: it has a number
    on its page, for it has words, be they only those of an edge; numbers name texts, and are never given anew.
    """

    text: str
    heading: str
    starts: Page | None
    ends: Page | None
    last: Page | None
    notes_on: Page | None
    page_over: bool
    head: bool
    note: bool
    section: bool
    counted: bool


def paragraph(raw: str, heading: str = "") -> Paragraph:
    """A row's text and heading without marks."""
    bare = without_edges(raw)
    text = _without_marks(bare)
    counted = bool(text) or (bare != raw and bool(_without_marks(raw)))
    starts = ends = last = notes_on = None
    if "PageV" in raw:
        looked = 0  # no word stands before here
        for match in _PAGE.finditer(raw):
            page = (int(match[1]), int(match[2]))
            if match[3]:
                notes_on = page
                continue
            ends, last = ends or page, page
            if starts is None and _WORDS.search(_MARK.sub("", raw[looked : match.start()])):
                starts = page
            looked = match.start()
    return Paragraph(
        text,
        clean_heading(heading),
        starts,
        ends,
        last,
        notes_on,
        last is not None and bool(_PAGE_OVER.search(bare)),
        bool(_HEAD.match(bare)),
        bool(_NOTE.match(bare)),
        bool(_SECTION.match(bare)),
        counted,
    )


def clean(raw: str, *, keep: bool = False) -> str:
    """The words of a paragraph; "" when it holds none, unless numbers are to be kept."""
    return _without_marks(without_edges(raw), keep=keep)


def _without_marks(raw: str, *, keep: bool = False) -> str:
    text = _LINE.sub(" ", raw) if "~~" in raw else raw
    if "V" in text:
        text = _MARK.sub(" ", text)
    if "ms" in text:
        text = _MILESTONE.sub(" ", text)
    if "@" in text or "^" in text:
        text = _LEFT.sub(" ", _KNOWN.sub("", _QURAN.sub(_quoted, text)))
    if "<" in text:
        text = _TAG.sub("", text)
    if "![" in text:
        text = _IMAGE.sub("", text)
    if "%~%" in text:
        text = text.replace("%~%", "…")
    if "#" in text:
        text = _HASH.sub("", text)
    if "|" in text:
        text = _BARS.sub("", text)
    if "." in text or "…" in text:
        text = _DOTS.sub(" …", text)
    if "<" in text or ">" in text:
        text = _ALONE.sub("", text)
    if "=" in text or "_" in text or "*" in text or "-" in text:
        text = _RULE.sub(" ", text)
    text = _BLANKS.sub(" ", _ENDS.sub("", text.replace("¬", "")))
    return text if _WORDS.search(text) or keep else ""


def _quoted(match: re.Match[str]) -> str:
    words = (match[1] if match[1] is not None else match[2]).strip()
    return f" ﴿{words}﴾ " if words else " "


def clean_heading(heading: str) -> str:
    """The words and numbers of a heading; "" for one that only says what kind of text follows."""
    while mark := _HEADING_MARK.match(heading):  # some stand twice
        heading = heading[mark.end() :]
    return clean(heading, keep=True).lstrip(" :.،") if heading else ""


def letters(text: str) -> int:
    """How many letters a text has."""
    return len(_NO_LETTERS.sub("", text))


def unknown_tag(raw: str) -> str:
    """A mark that nobody here can read; "" when there is none."""
    if "@" not in raw:
        return ""
    match = _UNKNOWN.search(_KNOWN.sub("", _LEFT.sub("", raw)))
    return match[0] if match else ""
