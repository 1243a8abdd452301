"""What a source holds and its card leaves out, as notes: columns, files of a folder, and rows by `where`.

None of it need be wrong, a table may serve several cards; but a grade or an answer that nobody sees is missed by
nobody, so it is told what was not read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from pipeline.sources.accounts import Accounts
from pipeline.sources.characters import visible
from pipeline.sources.readers.markdown import left_alone
from schemas.sentence import Sentence, said

NAMED = 12  # columns, files or values that a note names
_LENGTH = 40  # characters of each
_READERS_OWN = ("_", "parent.")  # columns that a reader adds


def left_out(path: Path, accounts: Accounts) -> Iterator[str]:
    """A note for each kind of thing that was left out."""
    plan = accounts.plan
    unread = [name for name in accounts.columns if not name.startswith(_READERS_OWN) and not plan.reads(name)]
    if unread:
        yield said(
            "The card does not use these columns, which nobody is shown: {unread}.", unread=_named(unread)
        )
    if path.is_dir() and plan.card.format.type == "markdown":
        yield from _files(path)
    if accounts.others and accounts.rows:
        yield from _other_rows(accounts.others, plan.card.where, plan.where)


def _files(folder: Path) -> Iterator[str]:
    others, hidden = ([file.as_posix() for file in files] for files in left_alone(folder))
    if others:
        yield said(
            "These files were left alone, as a text is read where its name ends in .md or .markdown: {files}.",
            files=_named(others),
        )
    if hidden:
        yield said(
            "These files were left alone, as they are hidden: a name, or that of a folder, begins with a dot: {files}.",
            files=_named(hidden),
        )


def _other_rows(
    others: Counter[str], names: Iterable[str], rules: Iterable[tuple[object, frozenset[str]]]
) -> Iterator[str]:
    count, column = sum(others.values()), ", ".join(names)
    met = [
        said("“{name}” ({times:,})", name=_short(name), times=times) for name, times in others.most_common()
    ]
    named = _named(met)
    yield (
        said(
            "1 row does not belong to this card, by `where`; there, {column} is: {met}.",
            column=column,
            met=named,
        )
        if count == 1
        else said(
            "{count:,} rows do not belong to this card, by `where`; there, {column} is: {met}.",
            count=count,
            column=column,
            met=named,
        )
    )
    allowed = {_folded(value): value for _, values in rules for value in values}
    near = [
        said("“{name}” for “{meant}”", name=_short(name), meant=allowed[_folded(name)])
        for name in others
        if _folded(name) in allowed
    ]
    if near:
        yield said(
            "Were these rows meant to belong to it? {near}: correct them, or add the values under `where`.",
            near=_named(near),
        )


def _folded(value: str) -> str:
    return visible(value).strip().casefold()


def _short(name: str) -> str:
    """The beginning of a name; words of ours are told whole."""
    return name if isinstance(name, Sentence) else visible(name[:_LENGTH])


def _named(names: Iterable[str]) -> str:
    """The first of many names, and how many more there are."""
    names = list(names)
    told = [_short(name) for name in islice(names, NAMED)]
    more = len(names) - len(told)
    if not more:
        return said("{names:,}", names=told)
    return said("{names:,} and {more:,} more", names=told, more=more)
