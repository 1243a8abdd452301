"""A folder of Markdown files, one record a file: YAML front matter gives the fields, the rest is `body`.

    ---
    number: 12
    title: On travelling
    ---
    The text ...

Rules: files ending in .md or .markdown are read in the order of their paths, in sub-folders too; names that
begin with a dot and other kinds of file are left alone. `_stem` is the file's name without its ending,
`_path` its path in the folder, both the same however a system composes their letters; the body is kept byte for byte
from the line after the front matter. A file that cannot be read is a row with a problem. Front matter is YAML of the
plain kind (`plainyaml`), in which a # behind a value is refused: YAML takes what follows for a remark, and a title that
has one would lose it.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from pipeline.sources.readers.encoding import open_text, undecodable
from pipeline.sources.readers.limits import MAX_ROW_BYTES
from pipeline.sources.readers.lines import too_large
from pipeline.sources.readers.row import Row, RowProblem
from pipeline.sources.written.plainyaml import NotYaml, load_yaml, remarked
from schemas.errors import FormatError
from schemas.origin import Format
from schemas.sentence import said

_FRONT = re.compile(r"---[ \t]*\r?\n(?P<front>.*?)^---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
MARKDOWN = (".md", ".markdown")
_RESERVED = ("body", "_stem", "_path")
_NOT_UTF8 = re.compile("[\udc80-\udcff]")  # how a byte of a name is read that is no letter of UTF-8


def read_markdown(path: Path, spec: Format) -> Iterator[Row]:
    """The rows of one folder."""
    files = markdown_files(path)
    if not files:
        raise FormatError(
            "a folder holds no Markdown files",
            expected="files that end in .md or .markdown, and begin with no dot",
            found=", ".join(sorted(file.name for file in path.iterdir())[:5]) or "an empty folder",
            where=str(path),
            remedy="add the files, or correct the path in the card",
        )
    for number, (name, file) in enumerate(files, start=1):
        yield _row(number, file, name, spec)


def markdown_files(folder: Path) -> list[tuple[str, Path]]:
    """The Markdown files of a folder and its sub-folders, each by its path in the folder, sorted; and links that stand
    in the place of some."""
    found = []
    for file in folder.rglob("*"):
        name = unicodedata.normalize("NFC", file.relative_to(folder).as_posix())
        parts = name.split("/")
        if _is_markdown(file) and not _is_hidden(parts):
            found.append((parts, name, file))
    return [(name, file) for _, name, file in sorted(found)]


def _is_markdown(file: Path) -> bool:
    if file.is_symlink():
        return file.suffix.lower() in MARKDOWN or file.is_dir()
    return file.suffix.lower() in MARKDOWN and file.is_file()


def left_alone(folder: Path) -> tuple[list[Path], list[Path]]:
    """The files of a folder that are not read, relative to it: those that are no texts by their names, and texts that
    are hidden. What a system puts there for itself is not named."""
    read = {file for _, file in markdown_files(folder)}
    files = (file for file in folder.rglob("*") if file.is_file() and file not in read)
    names = sorted(file.relative_to(folder) for file in files)
    hidden = [name for name in names if _is_hidden(name.parts) and name.name.lower().endswith(MARKDOWN)]
    return [name for name in names if not _is_hidden(name.parts)], hidden


def _is_hidden(parts: Iterable[str]) -> bool:
    """Whether a file, or a folder that it is in, has a name that systems do not show."""
    return any(part.startswith(".") for part in parts)


def _row(number: int, file: Path, name: str, spec: Format) -> Row:
    if file.is_symlink():
        return Row(number, name, problem=_symlink(name))
    if _NOT_UTF8.search(name):
        return Row(number, name, problem=_bad_name(name))
    try:
        return _read(number, file, name, spec)
    except FormatError as error:
        return Row(number, name, problem=_undecodable(error))
    except OSError as error:
        return Row(number, name, problem=_unreadable(error))


def _read(number: int, file: Path, name: str, spec: Format) -> Row:
    size = file.stat().st_size
    if size > MAX_ROW_BYTES:
        return Row(number, name, problem=too_large(size))
    data = file.read_bytes()
    source = open_text(io.BufferedReader(io.BytesIO(data)), spec.encoding, name)  # type: ignore[arg-type]
    rest = source.stream.read()
    try:
        text = rest.decode(source.encoding)
    except UnicodeDecodeError as error:
        line = rest.count(b"\n", 0, error.start) + 1
        problem = undecodable(rest, error, source.encoding, source.offset, line)
        return Row(number, name, problem=problem, notes=source.notes)
    fields, flaw = _split(text)
    if flaw is None:
        path = Path(name)
        fields |= {"_stem": path.stem, "_path": path.with_suffix("").as_posix()}
    return Row(number, name, fields, flaw, source.notes)


def _split(text: str) -> tuple[dict[str, object], RowProblem | None]:
    """Front matter and body of one file, or the problem."""
    match = _FRONT.match(text)
    if match is None:
        return {}, _no_front_matter(text)
    try:
        front = load_yaml(match["front"])
    except NotYaml as error:
        return {}, _bad_front_matter(
            said("line {line}: {why}", line=error.line + 1, why=error.message), match["front"]
        )
    if line := remarked(match["front"]):
        why = said("what stands behind # would be left out, as a remark")
        return {}, _bad_front_matter(said("line {line}: {why}", line=line + 1, why=why), match["front"])
    if not isinstance(front, dict):
        return {}, _bad_front_matter(said("it is not a list of fields, as in `number: 12`"), match["front"])
    odd = [str(name) for name in front if not isinstance(name, str) or name in _RESERVED]
    if odd:
        return {}, _bad_front_matter(
            said(
                "“{name}” cannot be the name of a field (a name is text, and not {reserved})",
                name=odd[0],
                reserved=", ".join(_RESERVED),
            ),
            match["front"],
        )
    return {**front, "body": text[match.end() :]}, None


def _no_front_matter(text: str) -> RowProblem:
    opened = text.startswith("---")
    return RowProblem(
        "no-front-matter",
        "",
        text[:120],
        said("the front matter is not closed by a line of three hyphens")
        if opened
        else said("the file does not begin with front matter"),
        "begin the file with a line ---, then the fields (number: 12), then a line ---",
    )


def _bad_front_matter(reason: str, shown: str) -> RowProblem:
    return RowProblem(
        "bad-front-matter",
        "",
        shown,
        said("the front matter cannot be read: {why}", why=reason),
        'write each field as name: value; put a value with a colon, a quote or a # in it in "double quotes"',
    )


def _bad_name(name: str) -> RowProblem:
    return RowProblem(
        "bad-file-name",
        "",
        name,
        "the name of the file holds bytes that are not UTF-8, so that nobody can read it",
        "give the file another name",
    )


def _undecodable(error: FormatError) -> RowProblem:
    return RowProblem("undecodable-bytes", "", "", error.problem, error.remedy)


def _unreadable(error: OSError) -> RowProblem:
    return RowProblem(
        "unreadable-file",
        "",
        "",
        said("a file could not be read ({why})", why=error.strerror or error),
        "check that it is there and may be read",
    )


def _symlink(name: str) -> RowProblem:
    return RowProblem(
        "symbolic-link",
        "",
        name,
        "the file is a symbolic link, which may lead out of the folder",
        "put the file itself in its place",
    )
