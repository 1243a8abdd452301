"""The other end of a pull or push: a store somewhere else, through obstore.

A directory, a static web server, S3, Google Cloud Storage or Azure: what is asked of each is the same
few files under the same names. Every read is bounded before it begins. obstore's errors become
`FetchError` (nothing came, or not all of it: trying again can help) or `IntegrityError` (something came
that cannot be right: it cannot help); no password and no query of an address is told. obstore is imported
when a remote is opened, and not before.

obstore waits outside of Python, where Ctrl-C is not heard: a remote behind a network is asked in a thread, for which
the caller waits in short steps.
"""

from __future__ import annotations

import contextlib
import math
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

from pipeline.snapshot.manifest import stranger_said
from schemas.errors import ConfigurationError, FetchError, IntegrityError
from schemas.parts import to_install
from schemas.printable import first_line

if TYPE_CHECKING:
    from obstore.store import ObjectStore

LOOPBACK = ("127.0.0.1", "localhost", "::1")
PIECE = 16 << 10  # what a cut can cost: bytes below it are lost with the connection
LOOK_S = 0.2  # after which whoever waits for a remote looks whether it is stopped
_URL = re.compile(r"[\w+.-]+://\S+")

Given = TypeVar("Given")


class Remote:
    """A store at another place.

    Args:
        location: a directory, or a URL: file, http, https, s3, gs, az.
        timeout_s: how long one request may take to answer, and a small file to come, in seconds.
    """

    def __init__(self, location: str, *, timeout_s: float = 60) -> None:
        self.shown = shown(location)
        self.plain_http = _is_plain_http(location)
        self._timeout_s = timeout_s
        self._waits = "://" in location and not location.startswith("file:")
        self._store = _open(location, timeout_s)

    def small(self, path: str, limit: int) -> bytes:
        """A whole small file; raises `IntegrityError` when it is longer than `limit`."""
        return self._asked(path, lambda: b"".join(self._pieces(path, limit)), self._timeout_s)

    def stream(self, path: str, *, limit: int, start: int = 0, size: int | None = None) -> Iterator[bytes]:
        """The bytes of a file from `start`, in pieces, never beyond `limit` in all.

        `size` is what the whole file must have; a remote that states another is refused before a byte of
        the body is read. Raises `RangeUnsupported` when `start` is not 0 and the remote can only give
        the whole file.
        """
        pieces = self._pieces(path, limit, start, size)
        while (piece := self._asked(path, lambda: next(pieces, None))) is not None:
            yield piece

    def _pieces(self, path: str, limit: int, start: int = 0, size: int | None = None) -> Iterator[bytes]:
        import obstore
        from obstore.exceptions import NotSupportedError

        try:
            options: Any = {"range": {"offset": start}} if start else None
            answer = obstore.get(self._store, path, options=options)
        except NotSupportedError:
            raise RangeUnsupported from None
        stated = answer.meta["size"]
        if stated > limit or (size is not None and stated != size):
            raise self._too_much(path, f"{stated} bytes", limit if size is None else size)
        if start and answer.range[0] != start:
            raise RangeUnsupported
        received = start
        for piece in answer.stream(min_chunk_size=PIECE):
            received += len(piece)
            if received > limit:
                raise self._too_much(path, "more", limit)
            yield bytes(piece)
        if received < stated:
            raise FetchError(
                "the connection ended early",
                expected=f"{stated} bytes",
                found=f"{received} bytes",
                where=f"{self.shown}/{path}",
                remedy="give the same command again; what has come is kept",
            )

    def put_file(self, path: str, source: Path) -> None:
        """Write a large file, in parts where the remote takes parts; it appears whole."""
        self._asked(path, lambda: self._store.put(path, source))

    def create(self, path: str, data: bytes) -> bool:
        """Write a small file unless it is there already; gives whether it was written."""
        from obstore.exceptions import AlreadyExistsError

        def put() -> bool:
            try:
                self._store.put(path, data, mode="create")
            except AlreadyExistsError:
                return False
            return True

        return self._asked(path, put)

    def replace(self, path: str, data: bytes) -> None:
        """Write a small file in one step, whatever was there."""
        self._asked(path, lambda: self._store.put(path, data))

    def size(self, path: str) -> int | None:
        """Size of a file, or None when it is not there."""

        def stated() -> int | None:
            try:
                return int(self._store.head(path)["size"])
            except FileNotFoundError:
                return None

        return self._asked(path, stated)

    def _asked(self, path: str, call: Callable[[], Given], within_s: float = math.inf) -> Given:
        """What a call gives that asks the remote for a file, and, in seconds, how long it may take."""
        with _errors(self.shown, path):
            return _in_steps(call, within_s) if self._waits else call()

    def _too_much(self, path: str, found: str, expected: int) -> IntegrityError:
        return IntegrityError(
            "the remote states or sends another size than the file can have",
            expected=f"{expected} bytes",
            found=found,
            where=f"{self.shown}/{path}",
            remedy="the mirror is damaged or not to be trusted: use another",
        )


class RangeUnsupported(Exception):
    """The remote cannot give a part of a file."""


def shown(location: str) -> str:
    """A location as it may be shown: without password, query and fragment; of an address that is none, the scheme."""
    if "://" not in location:
        return location.rstrip("/")
    try:
        parts = urlsplit(location)
    except ValueError:
        return location.partition("://")[0] + "://…"
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path.rstrip("/"), "", ""))


def _is_plain_http(location: str) -> bool:
    """Raises `ConfigurationError` for an address that is none."""
    try:
        parts = urlsplit(location)
        return parts.scheme == "http" and parts.hostname not in LOOPBACK
    except ValueError:  # what it says may repeat a password
        raise _not_opened(location, "not an address") from None


def _open(location: str, timeout_s: float) -> ObjectStore:
    try:
        from obstore.exceptions import BaseError
        from obstore.store import LocalStore, from_url
    except ImportError as error:
        raise ConfigurationError(
            "the package obstore is not installed, which reaches other stores",
            remedy=to_install("service"),
        ) from error
    if not location:
        raise _not_opened(location, "no address")
    try:
        if "://" not in location:
            return LocalStore(Path(location).resolve(strict=True))
        if location.startswith("file://"):
            return from_url(location)
        timeout = timedelta(seconds=timeout_s)
        return from_url(
            location,
            client_options={
                # From https nobody is led away to plain http; the endpoint of a bucket may be one of plain http.
                "allow_http": urlsplit(location).scheme != "https",
                "connect_timeout": timeout,
                "read_timeout": timeout,  # between two pieces, so that a large file may take its time
                "timeout": timedelta(days=1),
            },
            # The caller tries again itself, from where it was cut.
            retry_config={"max_retries": 1, "retry_timeout": timeout},
        )
    except (BaseError, ValueError, OSError) as error:
        raise _not_opened(location, _told(error)) from error


def _not_opened(location: str, found: str) -> ConfigurationError:
    return ConfigurationError(
        f"“{shown(location)}” cannot be opened as a store",
        expected="a directory that is there, or a URL: file, http, https, s3, gs, az",
        found=found,
        remedy="correct the address; a directory is made first, with mkdir",
    )


@contextlib.contextmanager
def _errors(where: str, path: str) -> Iterator[None]:
    from obstore.exceptions import BaseError

    try:
        yield
    except FileNotFoundError as error:
        raise IntegrityError(
            "the remote does not hold a file",
            where=f"{where}/{path}",
            remedy="look at the address and at the snapshot or channel that is asked of it; "
            "or the mirror is incomplete: use another",
        ) from error
    except (BaseError, OSError) as error:
        raise FetchError(
            "the remote could not be read or written",
            found=_told(error),
            where=f"{where}/{path}",
            remedy="look at the connection and the permissions, then give the same command again",
        ) from error


def _told(error: Exception) -> str:
    return stranger_said(_URL.sub(lambda url: shown(url[0]), first_line(error)))


def _in_steps(call: Callable[[], Given], within_s: float) -> Given:
    """What a call gives, waited for in steps; raises `TimeoutError` where it takes longer.

    It is made in a thread that a command need not wait for to end: what is stuck there ends with the process.
    """
    future: Future[Given] = Future()
    thread = Thread(target=_fulfil, args=(future, call), daemon=True)
    thread.start()
    end = time.monotonic() + within_s
    while thread.is_alive() and time.monotonic() < end:
        thread.join(LOOK_S)
    if not future.done():
        raise TimeoutError(f"it did not come within {within_s:g} seconds")
    return future.result()


def _fulfil(future: Future[Given], call: Callable[[], Given]) -> None:
    try:
        future.set_result(call())
    except BaseException as error:
        future.set_exception(error)
