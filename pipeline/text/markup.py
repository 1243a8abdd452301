"""Markup: hiding it from the search, and reading it for a person.

`mask` blanks tags and decodes entities without moving any other character, so that spans found in its
result hold in the original. `shown` is what a person reads: plain text comes back byte for byte, HTML
becomes paragraphs and lists, Markdown loses its signs.

Neither ever raises: whatever is not markup is text. Only names of HTML elements count as tags, so words
in angle brackets stay. Both take time linear in the text.
"""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

PAD = "\u200b"  # drawn as nothing and dropped by normalising: keeps decoded entities at their old length

_ELEMENTS = (
    "a|abbr|address|article|aside|b|bdi|bdo|big|blockquote|body|br|button|caption|center|cite|code|col|colgroup|dd|"
    "del|details|dfn|dir|div|dl|dt|em|embed|figure|figcaption|font|footer|form|frame|h[1-6]|head|header|hr|html|i|"
    "iframe|img|input|ins|kbd|label|li|link|main|map|mark|meta|nav|noscript|o:p|object|ol|optgroup|option|p|param|"
    "pre|q|s|samp|script|section|select|small|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|"
    "tfoot|th|thead|time|title|tr|tt|u|ul|var|video|wbr"
)
_TAG = re.compile(rf"</?(?:{_ELEMENTS})(?![\w-])(?:[^<>]*>)?", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:amp;)*(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_HIDDEN = (("<!--", "-->"), ("<script", "</script"), ("<style", "</style"))


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _decoded(match: re.Match[str]) -> str:
    entity = f"&{match[1]};"
    character = unescape(entity)
    if character == entity:
        return match[0]
    return character + PAD * (len(match[0]) - len(character))


def _without_hidden(text: str) -> str:
    """Comments, scripts and style sheets blanked; one that never closes is text."""
    lowered = text.lower() if "<s" in text or "<S" in text else text
    if len(lowered) != len(text):
        lowered = text
    for opening, closing in _HIDDEN:
        start = lowered.find(opening)
        while start >= 0:
            end = lowered.find(closing, start + len(opening))
            if end < 0:
                break
            end += len(closing)
            text = text[:start] + " " * (end - start) + text[end:]
            start = lowered.find(opening, end)
    return text


def mask(text: str) -> str:
    """The text with markup blanked, character for character as long as before.

    >>> mask("<b>Qur&#39;an</b>").split()
    ["Qur'\\u200b\\u200b\\u200b\\u200ban"]
    """
    if "<" in text:
        text = _TAG.sub(_blank, _without_hidden(text))
    if "&" in text:
        text = _ENTITY.sub(_decoded, text)
    return text


_BLOCK_NAMES = (
    "address article aside blockquote center dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 "
    "header main nav ol p pre section table ul"
)
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_ROWS = frozenset(["br", "caption", "hr", "li", "option", "summary", "tr"])
_DROPPED = frozenset(["script", "style", "head", "template", "noscript", "iframe", "object", "svg"])


class _Reader(HTMLParser):
    """Collects the words that a browser would draw, with line breaks for blocks and a dash for list items."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._dropped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _DROPPED:
            self._dropped += 1
        elif tag in _BLOCKS:
            self.parts.append("\n\n")
        elif tag in _ROWS:
            self.parts.append("\n- " if tag == "li" else "\n")
        elif tag in ("td", "th"):
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _DROPPED:
            self._dropped = max(0, self._dropped - 1)
        elif tag in _BLOCKS:
            self.parts.append("\n\n")

    def handle_data(self, data: str) -> None:
        if not self._dropped:
            self.parts.append(re.sub(r"\s+", " ", data))


def _html(text: str) -> str:
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return _tidy("".join(reader.parts))


def _tidy(text: str) -> str:
    """Single spaces, no spaces about line breaks, one empty line between paragraphs."""
    text = re.sub(r"[ \t\u00a0]+", " ", text)
    text = re.sub(r" ?\n ?", "\n", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


_MARKDOWN: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"!\[([^\]\n]{0,500})\]\([^()\s]{0,1000}\)"), r"\1"),
    (re.compile(r"\[([^\]\n]{1,500})\]\([^()\s]{0,1000}(?: \"[^\"\n]{0,200}\")?\)"), r"\1"),
    (re.compile(r"^ {0,3}#{1,6} +", re.MULTILINE), ""),
    (re.compile(r"^ {0,3}> ?", re.MULTILINE), ""),
    (re.compile(r"^( *)[*+] +", re.MULTILINE), r"\1- "),
    (re.compile(r"^ {0,3}(?:-{3,}|\*{3,}|_{3,}) *$", re.MULTILINE), ""),
    (re.compile(r"(\*{1,3})(?=\S)([^*\n]{1,1000}?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<!\w)(_{1,2})(?=\S)([^_\n]{1,1000}?)(?<=\S)\1(?!\w)"), r"\2"),
    (re.compile(r"`([^`\n]{1,1000})`"), r"\1"),
)


def _markdown(text: str) -> str:
    for pattern, becomes in _MARKDOWN:
        text = pattern.sub(becomes, text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def shown(text: str, markup: str) -> str:
    """What a person is shown of an original text written as `plain`, `html` or `markdown`.

    >>> shown("<p>One<p>Two &amp; three", "html")
    'One\\n\\nTwo & three'
    """
    if markup == "html":
        return _html(text)
    if markup == "markdown":
        return _markdown(text)
    return text
