"""What stands at the edges of pages and is none of a book's words: its editor, a program or a web site put it there.

    PageV01P450 [ 451 ], PageV01P001 <3>, PageV01P001 @ 69 @, PageV02P001 ص -3-    a printed number behind a page mark
    word@ PageV01P029                      a sign before one
    --- ... الصفحة 9 ... ---                the number of a page of a web site
    ( the title - صفحة 23 )                 its running head
    [ع-178/ب], ( ل 72 )                     a leaf of a manuscript; not [ص/ 1], which is a verse
    EMPTY PAGE?, NO PAGE NO, |EDITOR|, ENDNOTES:, #~:section:     what a program wrote
    التاريخ : 02 - 01 - 2000               a line below the answers of a web site

A heading that is nothing but `[ص: 55]` is the number of a page. As a text, or within one, the same letters may be a
verse of the surah Sad, and stay.
"""

from __future__ import annotations

import re

_MARK = r"(PageV[0-9]{1,3}P[0-9]{1,6}[A-Z]?)\s*(?:~~\s*)?"
_NUMBER = re.compile(
    _MARK
    + r"(?:\[\s*[0-9]{1,4}\s*\]|<[0-9]{1,4}>|@\s*[0-9]{1,4}\s*@|@(?:\s*[0-9]{1,4}(?![0-9]))?(?![A-Z])|ص\s*-[0-9]{1,4}-)"
)
_SIGN = re.compile(r"(?<![A-Z])@\s*(?=PageV)")
_ON_THE_WEB = re.compile(
    r"-{3}\s*\.{3}\s*الصفحة\s[0-9]{1,4}\s*\.{3}\s*-{3}|\(\s[^()\n]{3,60}\s-\sصفحة\s[0-9]{1,4}\s\)"
)
_LEAF = re.compile(r"\[\s?[أبجحزظعك]\s?[-/]\s?[0-9]{1,3}\s?(?:/\s?[أاب]\s?)?\]|\(\sل\s[0-9]{1,3}\s\)")
_OF_A_PROGRAM = re.compile(
    r"EMPTY PAGE\?|(?<!-)-*+NO PAGE NO-*+|\(no page number\):?|\|EDITOR\\?\|"
    r"|(?<![#\s~])[#\s~]*+ENDNOTES\b:?#*+|#~:[a-z]+:"
)
_DATE = r"[0-9]{1,2} - [0-9]{1,2} - [0-9]{4}"
_FOOTER = re.compile(
    rf"^([#\s]*)(?:ملاحظة : جميع الأجوبة تحمل ختم[^#]{{0,120}}|إستفتاء تاريخ {_DATE}|التاريخ : {_DATE})\s*(?=PageV|$)"
)
_PAGE = re.compile(r"\[\s?ص: ?[0-9]{1,4}\s?\]")


def is_page(heading: str) -> bool:
    """Whether a heading, without its marks, is nothing but the number of a page.

    >>> is_page("[ص: 55]"), is_page("[ص: 55] وقال")
    (True, False)
    """
    return _PAGE.fullmatch(heading) is not None


def without_edges(raw: str) -> str:
    """A row with its page marks, without what stands beside them.

    >>> without_edges("# كلمة PageV01P450 [ 451 ]"), without_edges("# كلمة [ع-2/ب] وأخرى [ص/ 1]")
    ('# كلمة PageV01P450', '# كلمة  وأخرى [ص/ 1]')
    """
    if "PageV" in raw:
        raw = _SIGN.sub(" ", _NUMBER.sub(r"\1", raw))
    if "صفحة" in raw:
        raw = _ON_THE_WEB.sub("", raw)
    if "[" in raw or "( ل" in raw:
        raw = _LEAF.sub("", raw)
    if "PAGE" in raw or "EDITOR" in raw or "ENDNOTES" in raw or "#~:" in raw or "no page" in raw:
        raw = _OF_A_PROGRAM.sub(" ", raw)
    if "تاريخ" in raw or "ختم" in raw:
        raw = _FOOTER.sub(r"\1", raw)
    return raw
