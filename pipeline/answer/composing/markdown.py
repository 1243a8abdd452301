"""Text of sources inside Markdown: shown as it is, never as markup."""

from __future__ import annotations

import re

HEADING = "### "  # of one of several questions
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~#])")
_LINE_START = re.compile(r"^([^\S\n]*+)([-+=]|\d+[.)])(?=\s|$)", re.MULTILINE)

_ESCAPED = re.compile(r"\\(.)|&(lt|gt|amp);")
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&"}


def escape(text: str) -> str:
    """Text whose special characters mean nothing to Markdown or HTML.

    >>> escape("<b> & *x*")
    '&lt;b&gt; &amp; \\\\*x\\\\*'
    """
    text = text.replace("&", "&amp;")
    text = _SPECIAL.sub(lambda match: {"<": "&lt;", ">": "&gt;"}.get(match[1], "\\" + match[1]), text)
    return _LINE_START.sub(_listless, text)


def unescape(text: str) -> str:
    """The inverse of `escape`.

    >>> unescape("&lt;b&gt; &amp; \\\\*x\\\\*")
    '<b> & *x*'
    """
    return _ESCAPED.sub(lambda match: match[1] or _ENTITIES[match[2]], text)


def _listless(match: re.Match[str]) -> str:
    mark = match[2]
    return f"{match[1]}{mark[:-1]}\\{mark[-1]}" if mark[-1] in ".)" else f"{match[1]}\\{mark}"


def quote(text: str) -> str:
    """A block quotation."""
    return "\n".join(f"> {line}".rstrip() for line in escape(text).split("\n"))


def cite(reference: str) -> str:
    """A citation by reference id."""
    return f"[{reference}]"
