"""Reading a manifest or a pointer: bytes in, a checked object out, or an error.

The bytes are strangers until the end of the last step:

1. they are not longer than a manifest can be;
2. they have the digest that was asked for, when one was;
3. they are JSON that states a format, and the format is one that this version reads; a pointer claims nothing that this
   version does not check, as a signature;
4. they hold what that format has, and nothing else;
5. they are the one spelling of what they hold.

Format comes before content, so that a snapshot of a later version is refused by that name and not as
damage. Nothing here opens a file or a connection.
"""

from __future__ import annotations

import hashlib
import json
from typing import TypeVar

from pydantic import ValidationError

from schemas.errors import IntegrityError
from schemas.manifest import FORMAT, Manifest, snapshot_id
from schemas.pointer import POINTER_FORMAT, Pointer
from schemas.printable import printable

READABLE = range(1, FORMAT + 1)  # the formats of manifest that this version reads
MAX_MANIFEST_BYTES = 16 << 20
MAX_POINTER_BYTES = 1 << 20
AGAIN = "take it from its origin again"
UNCHECKED = (
    "use the version of Isnad that wrote it; or have whoever keeps the store tell you the id of the snapshot, s-…, and "
    "pull it by that, against which its bytes are checked"
)

Read = TypeVar("Read", Manifest, Pointer)


def read_manifest(data: bytes, *, where: str, expected_id: str = "", expected_sha256: str = "") -> Manifest:
    """The manifest in these bytes; raises `IntegrityError`."""
    _check_length(data, MAX_MANIFEST_BYTES, where)
    sha256 = hashlib.sha256(data).hexdigest()
    if expected_sha256 and sha256 != expected_sha256:
        raise _other("the manifest is not the one that was asked for", expected_sha256, sha256, where)
    if expected_id and snapshot_id(data) != expected_id:
        raise _other("the manifest is not that of this snapshot", expected_id, snapshot_id(data), where)
    value = _parse(data, where)
    _check_format(value, where)
    manifest = _validate(Manifest, value, where)
    _check_spelling(manifest, data, where)
    return manifest


def read_pointer(data: bytes, *, where: str, channel: str) -> Pointer:
    """The pointer of a channel in these bytes; raises `IntegrityError`."""
    _check_length(data, MAX_POINTER_BYTES, where)
    value = _parse(data, where)
    _check_claims(value, where)
    pointer = _validate(Pointer, value, where)
    _check_spelling(pointer, data, where)
    if pointer.signed.channel != channel:
        raise _other("the pointer is that of another channel", channel, pointer.signed.channel, where)
    return pointer


def stranger_said(text: str) -> str:
    """What a stranger said, fit for a message: short, and without control characters."""
    return printable(text[:300])


def _check_length(data: bytes, limit: int, where: str) -> None:
    if len(data) > limit:
        raise IntegrityError(
            "a manifest or pointer is too long to be one",
            expected=f"at most {limit} bytes",
            found=f"{len(data)} bytes",
            where=where,
            remedy=AGAIN,
        )


def _parse(data: bytes, where: str) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise IntegrityError(
            "it is not JSON",
            found=stranger_said(str(error)),
            where=where,
            remedy=AGAIN,
        ) from error


def _check_format(value: object, where: str) -> None:
    stated = value.get("format") if isinstance(value, dict) else None
    if type(stated) is not int:
        raise IntegrityError(
            "it states no format",
            expected='"format": a whole number',
            found=repr(stated)[:80],
            where=where,
            remedy=AGAIN,
        )
    if stated not in READABLE:
        newer = stated > READABLE[-1]
        raise IntegrityError(
            f"the snapshot is of format {stated}, which this version of Isnad does not read",
            expected=f"format {READABLE[0]} to {READABLE[-1]}",
            found=f"format {stated}",
            where=where,
            remedy="upgrade Isnad, or pull an older snapshot" if newer else "build the snapshot again",
        )


def _check_claims(value: object, where: str) -> None:
    """Raise `IntegrityError` where a pointer is of a later format, or is signed or expires: nobody checks it."""
    if not isinstance(value, dict):
        return
    claim, signatures = value.get("signed"), value.get("signatures")
    expires = claim.get("expires") if isinstance(claim, dict) else None
    if type(stated := value.get("format")) is int and stated > POINTER_FORMAT:
        problem, expected = "the pointer is of a later format", f'"format": {POINTER_FORMAT}'
        found = f"format {stated}"
    elif isinstance(signatures, list) and signatures:
        problem, expected = "the pointer is signed", '"signatures": [], a pointer without signatures'
        found = "a signature" if len(signatures) == 1 else f"{len(signatures)} signatures"
    elif not isinstance(signatures, list):
        raise IntegrityError(
            "the place of the signatures in the pointer is damaged",
            expected='"signatures": [], a pointer without signatures',
            found=stranger_said(json.dumps(signatures)) if "signatures" in value else "no “signatures”",
            where=where,
            remedy=AGAIN,
        )
    elif expires is not None:
        problem, expected = "the pointer has an end of validity", '"expires": null'
        found = stranger_said(json.dumps(expires))
    else:
        return
    raise IntegrityError(
        f"{problem}, which this version of Isnad does not check",
        expected=expected,
        found=found,
        where=where,
        remedy=UNCHECKED,
    )


def _validate(kind: type[Read], value: object, where: str) -> Read:
    try:
        return kind.model_validate(value)
    except (ValidationError, ValueError, RecursionError) as error:
        raise IntegrityError(
            f"it is no valid {kind.__name__.lower()}",
            found=_first_fault(error),
            where=where,
            remedy=f"{AGAIN}; if it was just built, this is a defect of the build",
        ) from error


def _first_fault(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return stranger_said(str(error))
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(step) for step in first["loc"])
    return stranger_said(f"{place}: {first['msg']}".removeprefix(": "))


def _check_spelling(read: Manifest | Pointer, data: bytes, where: str) -> None:
    try:
        same = read.canonical() == data
    except ValueError:  # half of a surrogate pair: JSON can say it, UTF-8 cannot
        same = False
    if not same:
        raise IntegrityError(
            "it is not in its one spelling (canonical JSON)",
            expected="sorted keys, no spaces, no key twice",
            where=where,
            remedy=f"it was rewritten by another tool: {AGAIN}",
        )


def _other(problem: str, expected: str, found: str, where: str) -> IntegrityError:
    return IntegrityError(problem, expected=expected, found=found, where=where, remedy=AGAIN)
