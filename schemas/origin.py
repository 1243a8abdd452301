"""The bytes of a source: where they come from, how they are pinned, and how they are read.

Two parts of a source card (`schemas.card`). Every origin states the sha256 of the *artifact* (the wheel, the tarball,
the file), before anything is taken out of it; only a file beside its card may leave it out while it is being written.
Of a hub dataset it is the digest of its rows, as its files may be packed anew without a change of content. A package is
named exactly: one version, no ranges. A setting of the format that would mean nothing for its type is
refused, so that nobody relies on it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from schemas.errors import CardError
from schemas.sentence import said

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Version = Annotated[str, Field(pattern=r"^[0-9A-Za-z][0-9A-Za-z.!+_-]*$")]

ENCODINGS = ("utf-8", "utf-16", "utf-16-le", "utf-16-be", "cp1256", "iso-8859-6", "cp1252", "iso-8859-1")
_OTHER_NAMES = {
    "utf8": "utf-8",
    "utf-8-sig": "utf-8",
    "utf16": "utf-16",
    "windows-1256": "cp1256",
    "windows-1252": "cp1252",
    "latin-1": "iso-8859-1",
}

# Which settings mean something to which format.
_SETTINGS: dict[str, tuple[str, ...]] = {
    "json": ("compression", "encoding", "records"),
    "jsonl": ("compression", "encoding"),
    "csv": ("compression", "delimiter", "encoding", "header"),
    "xlsx": ("header", "sheet"),
    "parquet": (),
    "markdown": ("encoding",),
    "openiti": ("compression", "encoding"),
}


class CardPart(BaseModel):
    """A part of a card: frozen, and without keys that are not described."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


def _encoding(stated: str) -> str:
    """The one spelling of an encoding's name."""
    name = stated.strip().lower().replace("_", "-")
    name = _OTHER_NAMES.get(name, name)
    if name not in ENCODINGS:
        raise CardError(
            said("“{stated}” is not an encoding that can be read", stated=stated),
            expected=", ".join(ENCODINGS),
            found=stated,
            remedy="take one of these, or save the file as UTF-8 and leave the line out",
        )
    return name


def _inside(path: str) -> str:
    """A path that leads out of no folder."""
    if "\\" in path:
        raise CardError(
            "folders of a path are parted by /",
            expected="a relative path, as in table.csv or texts/table.csv",
            found=path,
            remedy=said("write {path}", path=path.replace(chr(92), "/")),
        )
    if path.startswith("/") or ".." in path.split("/") or "\0" in path:
        raise CardError(
            "the path of a file leads out of the folder of its card",
            expected="a relative path, as in table.csv or texts/table.csv",
            found=path,
            remedy="put the file beside its card, or in the mirror folder",
        )
    return path


class PypiOrigin(CardPart):
    """A file of a pinned package on PyPI."""

    type: Literal["pypi"] = Field(description="A package on PyPI.")
    name: str = Field(
        pattern=r"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$",
        description="Name of the package, as pip knows it.",
    )
    version: Version = Field(description="The exact version.")
    sha256: Sha256 = Field(description="sha256 of the downloaded wheel or source archive.")
    member: str = Field(min_length=1, description="The file inside the package that holds the rows.")


class NpmOrigin(CardPart):
    """A file of a pinned package on npm."""

    type: Literal["npm"] = Field(description="A package on npm.")
    name: str = Field(
        pattern=r"^(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$",
        description="Name of the package, as npm knows it.",
    )
    version: Version = Field(description="The exact version.")
    sha256: Sha256 = Field(description="sha256 of the downloaded .tgz.")
    member: str = Field(min_length=1, description="The file inside the package, as in package/dist/x.json.")


class HubOrigin(CardPart):
    """A dataset of the Hugging Face hub at one revision; its rows are read as Parquet.

    Where a folder of its name lies beside the card or in the mirror folder, that is read, and no network.
    """

    type: Literal["hf"] = Field(description="A dataset on the Hugging Face hub. Its format is parquet.")
    name: str = Field(
        pattern=r"^\w[\w.-]*/\w[\w.-]*$", description="Name of the dataset, as in owner/dataset."
    )
    revision: str = Field(pattern="^[0-9a-f]{40}$", description="The commit, 40 hexadecimal digits.")
    config: str | None = Field(None, description="The configuration of the dataset, if it has several.")
    split: str = Field("train", description="The split of the dataset.")
    path: str | None = Field(None, description="One data file of the dataset, where not all are meant.")
    sha256: Sha256 = Field(description="Digest of the rows, as `isnad` tells it at the first fetch.")


class HttpsOrigin(CardPart):
    """A file at an https address."""

    type: Literal["https"] = Field(description="A file at an https address.")
    url: str = Field(pattern="^https://", description="The address.")
    sha256: Sha256 = Field(description="sha256 of the downloaded file.")
    size: int | None = Field(None, ge=0, description="Its size in bytes, where it is known.")
    member: str | None = Field(None, description="The file inside it, if it is an archive.")


class FileOrigin(CardPart):
    """A file beside the card, or in the mirror folder that ISNAD_MIRROR names."""

    type: Literal["file"] = Field(
        description="A file beside the card, or in the folder that ISNAD_MIRROR names."
    )
    path: Annotated[str, AfterValidator(_inside)] = Field(
        min_length=1, description="The file, relative to the card's folder or to the mirror."
    )
    sha256: Sha256 | None = Field(
        None, description="sha256 of the file. Leave it out while a table beside the card is being written."
    )
    member: str | None = Field(None, description="The file inside it, if it is an archive.")


Origin = Annotated[PypiOrigin | NpmOrigin | HubOrigin | HttpsOrigin | FileOrigin, Field(discriminator="type")]


class Format(CardPart):
    """How the bytes are to be read."""

    type: Literal["json", "jsonl", "csv", "xlsx", "parquet", "markdown", "openiti"] = Field(
        description="The format of the file. csv is a table of text, be its columns parted by commas, tabs or else; "
        "openiti is JSON lines with paragraphs of books of the OpenITI."
    )
    records: str = Field(
        "",
        description="JSON only: where the list of rows is, as in hadiths, or [].verses for the list in each "
        "element of a list. Leave it out when the file itself is the list.",
    )
    compression: Literal["auto", "none", "gz", "zst"] = Field(
        "auto", description="How the file is packed. auto looks at its first bytes."
    )
    encoding: Annotated[str, AfterValidator(_encoding)] | None = Field(
        None, description="Text encoding. Leave it out for UTF-8; else as in cp1256 or utf-16."
    )
    delimiter: str | None = Field(
        None,
        pattern='^[^"\\r\\n\\x00]$',
        description="CSV only: the one character between columns, as in ; or \\t. Left out: the one of comma, tab, ; "
        "and | that the first line has most of.",
    )
    header: tuple[str, ...] | None = Field(
        None, description="CSV and XLSX: the names of the columns, for a table that has no header row."
    )
    sheet: str | None = Field(
        None, description="XLSX only: name of the sheet. Needed when several sheets have content."
    )

    @field_validator("records", "compression", "encoding", "delimiter", "header", "sheet")
    @classmethod
    def _means_something(cls, value: object, info: ValidationInfo) -> object:
        name, known = str(info.field_name), info.data.get("type")
        if known is not None and name not in _SETTINGS[known] and value != cls.model_fields[name].default:
            raise CardError(
                said("“{name}” means nothing for the format “{known}”", name=name, known=known),
                expected=said(
                    "of the further settings, only {names}", names=", ".join(_SETTINGS[known]) or said("none")
                ),
                found=repr(value),
                remedy=said("remove “{name}”, or state another type", name=name),
            )
        return value
