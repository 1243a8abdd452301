"""A file at an https address, streamed to disk.

Rules: https only, also behind a redirect (at most five); no user name or password in the address; the body
is taken as sent, and may not grow beyond the stated size or `MAX_DOWNLOAD_BYTES`. A failure that may pass
(no connection, a broken body, 429 or 5xx) is tried again with growing pauses; any other answer ends it at
once. Addresses are not shown in messages or logs, as they may carry credentials: a message names the file.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import httpx

from pipeline.sources.origins.edges import Edges
from schemas.errors import FetchError, UnreachableError
from schemas.origin import HttpsOrigin
from schemas.sentence import said

MAX_DOWNLOAD_BYTES = 4 * 1024**3
ATTEMPTS = 4
PAUSE_SECONDS = 1.0  # doubled after each attempt
MAX_REDIRECTS = 5
_LAST_PORT = 65_535
_TIMEOUT = httpx.Timeout(60.0, connect=20.0)
_HEADERS = {"Accept-Encoding": "identity", "User-Agent": "isnad"}
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


class _Passing(Exception):
    """A failure that may be gone the next time."""


def bring_https(origin: HttpsOrigin, folder: Path, edges: Edges) -> Path:
    """The file, in the folder; raises `FetchError`."""
    target = folder / file_name(origin.url)
    url = _checked(origin.url, target.name, edges)
    with _no_request_log(), httpx.Client(transport=edges.http, timeout=_TIMEOUT, headers=_HEADERS) as client:
        for attempt in range(ATTEMPTS):
            try:
                _download(client, url, target, origin, edges)
                return target
            except (_Passing, httpx.TransportError) as error:
                last = error.args[0] if isinstance(error, _Passing) else type(error).__name__
            except httpx.HTTPError as error:
                raise _failed(target.name, type(error).__name__) from error
            if attempt + 1 < ATTEMPTS:
                edges.sleep(PAUSE_SECONDS * 2**attempt)
    told = said("{attempts} attempts, the last: {last}", attempts=ATTEMPTS, last=last)
    raise _failed(target.name, told, UnreachableError)


def file_name(url: str) -> str:
    """The name under which a download is kept."""
    try:
        name = PurePosixPath(httpx.URL(url).path).name
    except httpx.InvalidURL:  # told when it is asked for
        name = ""
    return re.sub(r"[^A-Za-z0-9._-]", "_", name).lstrip(".")[:120] or "download"


def _checked(url: str, name: str, edges: Edges, led_from: httpx.URL | None = None) -> httpx.URL:
    """An address that may be asked, that of a card or where one leads on to; raises `FetchError`."""
    try:
        parsed = httpx.URL(url) if led_from is None else led_from.join(url)
    except httpx.InvalidURL as error:
        raise _not_understood(name) from error
    loopback = edges.allow_loopback_http and parsed.scheme == "http" and parsed.host in _LOOPBACK
    if parsed.scheme != "https" and not loopback:
        raise FetchError(
            "an address is not encrypted"
            if led_from is None
            else "an address leads on to one that is not encrypted",
            expected="https",
            found=parsed.scheme or "no scheme",
            where=name,
            remedy="state an https address",
        )
    if not parsed.host or (parsed.port or 0) > _LAST_PORT:
        raise _not_understood(name)
    if parsed.userinfo:
        raise FetchError(
            "an address holds a user name or password", where=name, remedy="use an address that needs none"
        )
    return parsed


def _not_understood(name: str) -> FetchError:
    return FetchError("an address cannot be understood", where=name, remedy="correct `url`")


def _download(client: httpx.Client, url: httpx.URL, target: Path, origin: HttpsOrigin, edges: Edges) -> None:
    for _ in range(MAX_REDIRECTS + 1):
        with client.stream("GET", url) as response:
            if response.has_redirect_location:
                url = _checked(response.headers["location"], target.name, edges, url)
                continue
            _check_status(response, target.name)
            _save(response, target, origin)
            return
    raise _failed(target.name, said("more than {most} redirects", most=MAX_REDIRECTS))


def _check_status(response: httpx.Response, name: str) -> None:
    status = response.status_code
    if status == 429 or status >= 500:
        raise _Passing(said("the server answered {status}", status=status))
    if status != 200:
        raise _failed(name, said("the server answered {status}", status=status))
    if response.headers.get("content-encoding", "identity") != "identity":
        raise _failed(name, said("the server packed the body although it was asked not to"))


def _save(response: httpx.Response, target: Path, origin: HttpsOrigin) -> None:
    limit = origin.size if origin.size is not None else MAX_DOWNLOAD_BYTES
    stated = response.headers.get("content-length", "")
    total = int(stated) if stated.isdecimal() else None
    done = 0
    with target.open("wb") as file:
        for block in response.iter_raw():
            done += len(block)
            if max(done, total or 0) > limit:
                raise FetchError(
                    "a download is larger than it should be",
                    expected=said("at most {most:,} bytes", most=limit),
                    found=said("at least {size:byte}", size=max(done, total or 0)),
                    where=target.name,
                    remedy="check the address and the size in the card",
                )
            file.write(block)
    if total is not None and done < total:
        raise _Passing(said("the body broke off after {done:,} of {total:,} bytes", done=done, total=total))


def _failed(name: str, found: str, error: type[FetchError] = FetchError) -> FetchError:
    return error(
        "a file could not be downloaded",
        found=found,
        where=name,
        remedy="check the address and the network, and run the same command again; or put the file into the folder "
        "that ISNAD_MIRROR names",
    )


@contextmanager
def _no_request_log() -> Iterator[None]:
    """httpx logs every address that it asks for."""
    logger = logging.getLogger("httpx")
    before = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(before)
