"""The checks that hold for the values of a row in every format.

Rules: text holds no NUL and no half of a surrogate pair (neither can be stored or shown); a row's texts are
no larger together than `MAX_ROW_BYTES`; values lie no deeper than `MAX_DEPTH`. What a text *says* is not
judged here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pipeline.sources.readers.limits import MAX_DEPTH, MAX_ROW_BYTES
from pipeline.sources.readers.lines import too_large
from pipeline.sources.readers.row import RowProblem
from schemas.sentence import said


def find_flaw(fields: Mapping[str, object]) -> RowProblem | None:
    """The first flaw of a row's values, or None."""
    size = 0
    for name, value, depth in _walk(fields):
        if depth > MAX_DEPTH:
            return too_deep(name)
        if not isinstance(value, str):
            continue
        if "\0" in value:
            return nul_character(name, value)
        try:
            size += len(value) if value.isascii() else len(value.encode())
        except UnicodeEncodeError:
            return lone_surrogate(name, value)
        if size > MAX_ROW_BYTES:
            return too_large(size, name, value[:300])
    return None


def _walk(fields: Mapping[str, object]) -> Iterator[tuple[str, object, int]]:
    """Every scalar (and every container that lies too deep) with the top field it belongs to."""
    for name, top in fields.items():
        if not isinstance(top, dict | list):
            yield name, top, 1
            continue
        stack: list[tuple[object, int]] = [(top, 1)]
        while stack:
            value, depth = stack.pop()
            if isinstance(value, dict | list) and depth <= MAX_DEPTH:
                inner = value if isinstance(value, list) else [*value, *value.values()]
                stack.extend((item, depth + 1) for item in reversed(inner))
            else:
                yield name, value, depth


def nul_character(name: str, value: str) -> RowProblem:
    """A text with a NUL in it."""
    place = value.index("\0")
    return RowProblem(
        "nul-character",
        name,
        value[max(0, place - 20) : place + 20].replace("\0", "␀"),
        "the text holds a NUL character (U+0000), which no text has",
        "remove it; if there are many, the file may be UTF-16 or damaged",
    )


def lone_surrogate(name: str, value: str) -> RowProblem:
    """A text with half a character."""
    return RowProblem(
        "lone-surrogate",
        name,
        value,
        "the text holds half of a surrogate pair: a character beyond U+FFFF was cut in two",
        "restore the character from the original text",
    )


def too_deep(name: str) -> RowProblem:
    """Values nested without reason."""
    return RowProblem(
        "deep-nesting",
        name,
        "",
        said("lists and objects lie more than {most} deep inside one another", most=MAX_DEPTH),
        "flatten the record; a source of texts needs no such depth",
    )
