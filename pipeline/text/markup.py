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
_COMMENT = (re.compile("<!--"), re.compile("-->"))
_UNSEEN = tuple(
    (re.compile(rf"<{name}(?![\w-])", re.IGNORECASE), re.compile(rf"</{name}\s*>?", re.IGNORECASE))
    for name in ("script", "style", "head", "template", "noscript", "iframe", "svg")
)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _decoded(match: re.Match[str]) -> str:
    entity = f"&{match[1]};"
    character = unescape(entity)
    if character == entity:
        return match[0]
    return character + PAD * (len(match[0]) - len(character))


def _without_hidden(text: str) -> str:
    """Comments, scripts and what else no browser draws, blanked; what never closes is text."""
    for opening, closing in (_COMMENT, *_UNSEEN):
        if opening.search(text):
            text = _without(text, opening, closing)
    return text


def _without(text: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> str:
    """The text with each stretch from an opening to its closing blanked, in one pass."""
    parts, place = [], 0
    while (start := opening.search(text, place)) and (end := closing.search(text, start.end())):
        parts += [text[place : start.start()], " " * (end.end() - start.start())]
        place = end.end()
    return "".join([*parts, text[place:]])


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
_ROWS = frozenset(("br", "caption", "hr", "option", "summary", "tr"))
_NAME = re.compile(r"</?([a-zA-Z0-9:]+)")


def _break(tag: str) -> str:
    """What stands in the place of a tag: the pause that a reader would see."""
    match = _NAME.match(tag)
    name = match[1].lower() if match else ""
    if name in _BLOCKS:
        return "\n\n"
    if name == "li":
        return "" if tag.startswith("</") else "\n- "
    if name in _ROWS:
        return "\n"
    return " " if name in ("td", "th") else ""


def _html(text: str) -> str:
    """Read by our own rules rather than by `html.parser`, whose rules differ between releases of Python and which
    takes quadratic time over tags that never close."""
    text = _without_hidden(text) if "<" in text else text
    parts, place = [], 0
    for tag in _TAG.finditer(text):
        parts += [_line(text[place : tag.start()]), _break(tag[0])]
        place = tag.end()
    return _tidy("".join([*parts, _line(text[place:])]))


def _line(text: str) -> str:
    """A stretch without tags: white space means nothing in HTML, entities mean their characters."""
    return unescape(re.sub(r"\s+", " ", text))


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
    (re.compile(r"(\*{2,3})(?=\S)([^*\n]{1,1000}?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=\S)([^*\n]{1,1000}?)(?<=\S)\*(?![\w*])"), r"\1"),
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
