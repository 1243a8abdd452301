"""Templates of a card: text in which columns of a row stand in braces.

    "{text}"                                 the column text
    "{english.narrator} {english.text}"      two columns inside the column english, with a blank between
    "{cells.0}"                              the first value of a list
    "hadith:lk:{Hadith_number|number}"       a column, put through a step
    "{{"                                     an opening brace itself; "}}" a closing one

There are no conditions, no loops and no code: what cannot be said this way is said by preparing the table. How a
template is written stands here; what a row makes of it, in `pipeline.sources.mapping`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, cast, get_args

from schemas.errors import CardError
from schemas.sentence import said

Step = Literal[
    "strip",
    "html",
    "number",
    "parts",
    "first-number",
    "first-part",
    "last-part",
    "lower",
    "slug",
    "letters",
    "question",
    "answer",
    "pages",
    "sentences",
]


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A column by its path, that path by its keys, and the steps behind it."""

    path: str
    keys: tuple[str, ...]
    steps: tuple[Step, ...] = ()

    @classmethod
    def of(cls, path: str, steps: tuple[Step, ...] = ()) -> Placeholder:
        """The placeholder of a column."""
        return cls(path, tuple(path.split(".")), steps)


Part: TypeAlias = str | Placeholder
_CURLY = frozenset("“”„‟«»‘’")


def parse_template(text: str) -> tuple[Part, ...]:
    """Literals and placeholders, in turn; raises `CardError` naming the brace, step or quotes that are wrong."""
    if len(text) > 1 and _CURLY.issuperset((text[0], text[-1])):
        raise CardError(
            "quotation marks of a book stand around a template, and would be shown with every text",
            expected='straight ones, as in "{text}"',
            found=text,
            remedy="write straight ones: those are taken off",
        )
    parts: list[Part] = []
    literal = ""
    place = 0
    while place < len(text):
        sign = text[place]
        if sign in "{}" and text[place : place + 2] == sign * 2:
            literal, place = literal + sign, place + 2
        elif sign == "{":
            end = text.find("}", place)
            if end < 0:
                raise _unreadable(text, said("a brace is opened and not closed"))
            parts += [literal] if literal else []
            parts.append(_placeholder(text[place + 1 : end], text))
            literal, place = "", end + 1
        elif sign == "}":
            raise _unreadable(text, said("a brace is closed that was not opened"))
        else:
            literal, place = literal + sign, place + 1
    return (*parts, literal) if literal else tuple(parts)


def columns_of(text: str) -> tuple[str, ...]:
    """The columns that a template names, each once."""
    return tuple(dict.fromkeys(part.path for part in parse_template(text) if isinstance(part, Placeholder)))


def _placeholder(inside: str, text: str) -> Placeholder:
    path, *names = (piece.strip() for piece in inside.split("|"))
    if not path or "{" in inside:
        raise _unreadable(text, said("“{{{inside}}}” names no column", inside=inside))
    for name in names:
        if name not in get_args(Step):
            raise CardError(
                said("“{name}” is not a step", name=name),
                expected=", ".join(get_args(Step)),
                found=text,
                remedy="take one of these steps, or leave the step out",
            )
    return Placeholder.of(path, cast(tuple[Step, ...], tuple(names)))


def _unreadable(text: str, problem: str) -> CardError:
    return CardError(
        said("a template cannot be read: {why}", why=problem),
        expected='columns in braces, as in "{text}" or "{english.text}"',
        found=text,
        remedy="check the braces; write {{ or }} where a brace itself is meant",
    )
