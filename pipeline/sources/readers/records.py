"""Where the records lie in a JSON document: the small language of `records`.

A path is steps with dots between them, followed from the top of the document::

    step = name    the field of that name of an object
         | "[]"    each element of a list, in order
         | "*"     each value of an object, in the order of the file

What the path arrives at is a list whose elements are the records. The empty path means that the document
itself is that list. After a final "*", an object is itself a record.

    ""                  [ {...}, {...} ]
    "hadiths"           { "hadiths": [ {...} ] }
    "[].verses"         [ { "id": 1, "verses": [ {...} ] } ]
    "*"                 { "1": [ {...} ], "2": [ {...} ] }    or    { "1": {...}, "2": {...} }
    "data.chapters.[].hadiths"

**What a record inherits.** The other scalar fields of every object that a name led through are added to the
record under `parent.`: of the nearest object `parent.id`, of the one around that `parent.parent.id`; a
scalar inside an object of the parent is named with dots, as in `parent.title.en`. Lists are not inherited.
After "*", `parent._key` is the name under which a value lay. A record's own field of such a name wins.

**Errors.** A path that meets a missing field, or a value of another kind than the step needs, raises
`FormatError` naming the step, its place in the document and the fields that are there. Nothing is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pipeline.sources.readers.strictjson import Flaw
from schemas.errors import FormatError
from schemas.sentence import said


@dataclass(frozen=True, slots=True)
class _Place:
    """A value on the way, where it lies, and what its records inherit."""

    value: object
    at: str
    inherited: Mapping[str, object]
    starred: bool = False


def records_of(document: object, path: str, where: str) -> Iterator[tuple[str, object, Mapping[str, object]]]:
    """Each record as (its place, the record, what it inherits), in document order."""
    steps = _steps(path, where)
    for place in _follow(_Place(document, "", {}), steps, where):
        if isinstance(place.value, list):
            for index, record in enumerate(place.value):
                yield f"{place.at}[{index}]", record, place.inherited
        elif place.starred and isinstance(place.value, dict):
            yield place.at, place.value, place.inherited
        else:
            raise _mismatch(place, said("a list of records"), path, where)


def _steps(path: str, where: str) -> list[str]:
    steps = path.split(".") if path else []
    if "" in steps:
        raise FormatError(
            said("“{path}” is not a path to records", path=path),
            expected='names, "[]" and "*" with single dots between them, as in [].verses',
            found=repr(path),
            where=f"{where}, records",
            remedy="correct records in the card",
        )
    return steps


def _follow(place: _Place, steps: list[str], where: str) -> Iterator[_Place]:
    if not steps:
        yield place
        return
    for inner in _step(place, steps[0], where):
        yield from _follow(inner, steps[1:], where)


def _step(place: _Place, step: str, where: str) -> Iterator[_Place]:
    value = place.value
    if step == "[]":
        if not isinstance(value, list):
            raise _mismatch(place, said("a list"), step, where)
        for index, item in enumerate(value):
            yield _Place(item, f"{place.at}[{index}]", place.inherited)
        return
    if not isinstance(value, dict):
        raise _mismatch(place, said("an object"), step, where)
    if step == "*":
        inherited = _inherit({}, place.inherited)
        for name, item in value.items():
            yield _Place(item, _at(place.at, name), {**inherited, "parent._key": name}, starred=True)
    elif step in value:
        others = {name: other for name, other in value.items() if name != step}
        yield _Place(value[step], _at(place.at, step), _inherit(others, place.inherited))
    else:
        raise _mismatch(place, said("an object with the field “{step}”", step=step), step, where)


def _at(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _inherit(parent: Mapping[str, object], further: Mapping[str, object]) -> dict[str, object]:
    inherited = {f"parent.{name}": value for name, value in further.items()}
    inherited.update((f"parent.{name}", value) for name, value in _scalars(parent, ""))
    return inherited


def _scalars(fields: Mapping[str, object], prefix: str) -> Iterator[tuple[str, object]]:
    for name, value in fields.items():
        if isinstance(value, dict):
            if prefix.count(".") < 4:
                yield from _scalars(value, f"{prefix}{name}.")
        elif not isinstance(value, list | Flaw):
            yield prefix + name, value


def _mismatch(place: _Place, expected: str, step: str, where: str) -> FormatError:
    return FormatError(
        said("the records do not lie where the card says: “{step}” leads nowhere", step=step)
        if step
        else said("the records do not lie where the card says"),
        expected=said(
            "{expected} at {at}", expected=expected, at=place.at or said("the top of the document")
        ),
        found=_describe(place.value),
        where=where,
        remedy=_likely(place)
        or said("correct `records` in the card; [] means each element, * each value of an object"),
    )


def _likely(place: _Place) -> str:
    """What to write where the whole document is an object: with one list in it, as many programs export it, of records
    by their numbers, or one record."""
    if place.at or not isinstance(place.value, dict):
        return ""
    values = place.value.values()
    lists = [name for name, value in place.value.items() if isinstance(value, list)]
    if len(lists) == 1:
        return said("write records: {name} under format, where the rows are", name=lists[0])
    if values and all(isinstance(value, dict) for value in values):
        return said('write records: "*" under format, where each value is a row')
    if values and not any(isinstance(value, list | dict) for value in values):
        return said("put the record between [ and ]; several with commas between them")
    return ""


def _describe(value: object) -> str:
    if isinstance(value, dict):
        names = ", ".join(list(value)[:12])
        return (
            said("an object with the fields {names}", names=names)
            if names
            else said("an object without fields")
        )
    if isinstance(value, list):
        return said("a list of {count}", count=len(value))
    return said("nothing (null)") if value is None else said("the value {value!r}", value=str(value)[:60])
