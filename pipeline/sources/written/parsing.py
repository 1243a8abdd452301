"""What the YAML parser says, in the words of somebody who writes the text: what is wrong, in which line, what helps.

The parser stops where it can go on no longer, which is often far behind the mistake: a quotation mark that is not
closed is noticed at the next one, or at the end of the file. The line told is that in which the mistake began, as far
as the parser knows it.
"""

from __future__ import annotations

import re
import unicodedata

import yaml

from schemas.sentence import Sentence, said

Told = tuple[str, int, str]  # what is wrong, the line from 1, and what would help

# Blanks that a word processor writes, and marks that nobody sees: no YAML reader takes them for a blank.
_ODD = re.compile(r"[^\S \t\r\n]|[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_FIRST_WORD = re.compile(r"\s*[\w.-]+")
_KEY = re.compile(r"\s*(?:- +)?[\w.-]+\s*:(?:\s|$)")
_QUOTES = ('"', "'")
_SIGNS = "{ [ * & ! @ ` % | > - ?"
_QUOTE_LEFT_OPEN = said("a quotation mark is opened and not closed")
_CLOSE_IT = said("close it, or take it out; inside a value it needs the other kind around the whole: '…\"…'")


def told_plainly(error: yaml.MarkedYAMLError) -> Told:
    """What an error of the parser tells."""
    problem, context = error.problem or "", str(error.context)
    line = _line_of(error.problem_mark)
    if "tab" in problem or "\\t" in problem:
        return said("a line begins with a tab"), line, said("indent with blanks")
    if "mapping values are not allowed" in problem:
        return _at_a_colon(error.problem_mark)
    if odd := _odd_sign(error.problem_mark):
        unseen = said("it holds {odd}, which cannot be seen", odd=odd)
        return unseen, line, said("write an ordinary blank, or nothing, there")
    if "scalar" in context and "quoted" in context:
        return _in_quotes(problem, line, _line_of(error.context_mark))
    if "flow" in context:
        return (
            said("a bracket is opened and not closed, or commas are missing in it"),
            _line_of(error.context_mark),
            said('close it; a value that begins with {{ or [ and is text needs quotes, as in "{{text}}"'),
        )
    if "expected <block end>" in problem:
        return _behind_a_value(error.problem_mark, error.context_mark)
    if "expected ':'" in problem:
        return _without_colon(_line_of(error.context_mark))
    if "another document" in problem:
        lines = said("a line of three hyphens stands amid the text")
        return lines, line, said("take it out")
    return _at_a_sign(problem, line)


def _in_quotes(problem: str, line: int, opened: int) -> Told:
    if "escape" in problem:
        return (
            said("a \\ stands between double quotes"),
            line,
            said("write it twice, or put the value in single quotes: '…'"),
        )
    return _QUOTE_LEFT_OPEN, opened, _CLOSE_IT


def _at_a_colon(mark: yaml.Mark | None) -> Told:
    """Of a colon that is none of a key: it stands in a value, or the line above is no key with its value."""
    line, lines = _line_of(mark), _lines_of(mark)
    if mark is not None and line <= len(lines) and _FIRST_WORD.fullmatch(lines[line - 1][: mark.column]):
        above = next((at for at in range(line - 1, 0, -1) if lines[at - 1].strip()), 0)
        if above and not _KEY.match(lines[above - 1]):
            return _without_colon(above)
        return _unfinished(line)
    return said("a colon stands where none is expected"), line, said('put the value in quotes: "…: …"')


def _without_colon(line: int) -> Told:
    return (
        said("a line has no colon with a blank behind it"),
        line,
        said("write it as key: value; further lines of a text begin with more blanks than its key"),
    )


def _behind_a_value(mark: yaml.Mark | None, began: yaml.Mark | None) -> Told:
    """Of what stands where the next key was expected: behind a value in its line, or in a line of its own."""
    line, lines = _line_of(mark), _lines_of(mark)
    before = lines[line - 1][: mark.column] if mark is not None and line <= len(lines) else ""
    sign = before.rstrip()[-1:]
    if sign in _QUOTES and before.count(sign) % 2:  # it opens a value, and closed the one that was open
        return _QUOTE_LEFT_OPEN, _opened(sign, lines, line, _line_of(began)), _CLOSE_IT
    if sign:
        behind = said("something stands behind the end of a value")
        return behind, line, said("put the whole value in quotes: \"…\", or '…' where it holds such marks")
    return _unfinished(line)


def _unfinished(line: int) -> Told:
    return (
        said("a line is indented otherwise than the lines around it, or the line above it is not finished"),
        line,
        said("begin the line below the first letter of the key that it stands beside"),
    )


def _opened(sign: str, lines: list[str], line: int, first: int) -> int:
    """The last line above, in a block that begins with the first, in which such marks are no pairs."""
    above = range(line - 1, first - 1, -1)
    return next((at for at in above if lines[at - 1].count(sign) % 2), line)


def _at_a_sign(problem: str, line: int) -> Told:
    """Of a value whose first sign means something to the parser."""
    ours = isinstance(problem, Sentence)  # of an alias or a tag
    return (
        problem if ours else said("a value begins with a sign that has a meaning of its own"),
        line,
        said('put it in quotes, as in "{{text}}": a value that begins with {signs} needs them', signs=_SIGNS),
    )


def _odd_sign(mark: yaml.Mark | None) -> str:
    """The first blank of another kind, or unseen sign, in the line of a place or the one above; "" for none."""
    line = _line_of(mark)
    found = _ODD.search("\n".join(_lines_of(mark)[max(0, line - 2) : line]))
    return f"U+{ord(found[0]):04X} {unicodedata.name(found[0], '')}".rstrip() if found else ""


def _line_of(mark: yaml.Mark | None) -> int:
    return mark.line + 1 if mark else 1


def _lines_of(mark: yaml.Mark | None) -> list[str]:
    return mark.buffer.rstrip("\0").split("\n") if mark is not None and mark.buffer is not None else []
