"""One request to an OpenAI-compatible server, within one deadline and one size; bytes, or `Rejected`.

Rules:
* The deadline is for everything: name, connection, TLS, every byte of head and body. A server that sends one byte a
  second is cut off when it is over. So the request runs on an event loop of its own, where it can be cancelled.
* No redirect is followed, no proxy or password is taken from the environment, no compression is asked for.
* TLS is verified. Plain http is spoken with this machine alone, where no line can be listened to.
* The key goes into one header. It is in no log line, no error and no representation.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import threading
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

import certifi
import httpx

from schemas.errors import ConfigurationError
from service.phrasing.rejection import Outcome, Rejected, refuse_if
from service.settings import PHRASED_AT_ONCE, PhrasingSettings

LARGEST = 256 * 1024  # bytes of a reply
_GRACE_S = 2.0  # beyond the deadline, for the loop to say that it is over
_CHATTY = ("httpx", "httpcore")  # at DEBUG they log what a server sent, and a server may send the key back


class Client:
    """Sends requests to the chat completions of one server."""

    def __init__(self, settings: PhrasingSettings) -> None:
        self._url = endpoint(settings.url)
        self._headers = _headers(settings.key)
        self._timeout_s = settings.timeout_s
        for name in _CHATTY:
            logging.getLogger(name).setLevel(logging.WARNING)
        self._tls = ssl.create_default_context()
        self._tls.load_verify_locations(certifi.where())
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._http: httpx.AsyncClient | None = None
        self._closed = False

    def post(self, body: dict[str, Any]) -> bytes:
        """The bytes of a reply with status 200; raises `Rejected`."""
        loop = self._started()
        future = asyncio.run_coroutine_threadsafe(self._within(body), loop)
        try:
            return future.result(self._timeout_s + _GRACE_S)
        except (FutureTimeout, CancelledError):
            future.cancel()
            raise Rejected(Outcome.TIMEOUT) from None

    def close(self) -> None:
        """Cut off what is under way, and let go of connections and thread."""
        with self._lock:
            loop, self._loop, self._closed = self._loop, None, True
        if loop is not None:
            with suppress(FutureTimeout, CancelledError):
                asyncio.run_coroutine_threadsafe(self._end(), loop).result(_GRACE_S)
            loop.call_soon_threadsafe(loop.stop)

    def _started(self) -> asyncio.AbstractEventLoop:
        """The loop, begun with the first request."""
        with self._lock:
            refuse_if(self._closed, Outcome.UNREACHABLE)
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._http = httpx.AsyncClient(
                    verify=self._tls,
                    trust_env=False,
                    follow_redirects=False,
                    timeout=self._timeout_s,
                    limits=httpx.Limits(max_connections=PHRASED_AT_ONCE, keepalive_expiry=30.0),
                )
                threading.Thread(target=_run, args=(self._loop,), name="isnad-phrasing", daemon=True).start()
            return self._loop

    async def _within(self, body: dict[str, Any]) -> bytes:
        try:
            async with asyncio.timeout(self._timeout_s):
                return await self._post(body)
        except (TimeoutError, httpx.TimeoutException):
            raise Rejected(Outcome.TIMEOUT) from None
        except (httpx.ConnectError, httpx.UnsupportedProtocol):
            raise Rejected(Outcome.UNREACHABLE) from None
        except (httpx.HTTPError, httpx.StreamError, OSError):
            raise Rejected(Outcome.BROKEN_OFF) from None

    async def _post(self, body: dict[str, Any]) -> bytes:
        assert self._http is not None
        async with self._http.stream("POST", self._url, json=body, headers=self._headers) as response:
            refuse_if(300 <= response.status_code < 400, Outcome.REDIRECT)
            refuse_if(response.status_code != 200, Outcome.STATUS)
            encoding = response.headers.get("content-encoding", "identity")
            refuse_if(encoding != "identity", Outcome.ENVELOPE)
            received = bytearray()
            async for chunk in response.aiter_raw():
                received += chunk
                refuse_if(len(received) > LARGEST, Outcome.TOO_LARGE)
            return bytes(received)

    async def _end(self) -> None:
        mine = asyncio.current_task()
        for task in asyncio.all_tasks():
            if task is not mine:
                task.cancel()
        if self._http is not None:
            await self._http.aclose()


def _run(loop: asyncio.AbstractEventLoop) -> None:
    loop.run_forever()
    loop.close()


def endpoint(url: str) -> httpx.URL:
    """The address of the chat completions under a base URL; raises `ConfigurationError`."""
    try:
        base = httpx.URL(url)
    except (httpx.InvalidURL, ValueError):
        base = httpx.URL("")
    plain = base.scheme == "http" and _this_machine(base.host)
    if not base.host or not (base.scheme == "https" or plain) or base.userinfo or base.query or base.fragment:
        raise ConfigurationError(
            "the address of the phrasing server cannot be used",
            expected="https://host/v1, without a name or password, a query or a fragment; http for this machine alone",
            where="ISNAD_PHRASING_URL",
            remedy="give the base URL, the part before /chat/completions, and the key in ISNAD_PHRASING_KEY",
        )
    return base.copy_with(path=f"{base.path.rstrip('/')}/chat/completions")


def _this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _headers(key: str) -> dict[str, str]:
    headers = {"Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": "isnad"}
    if key:
        if not key.isascii() or not key.isprintable() or " " in key:
            raise ConfigurationError(
                "the key of the phrasing server cannot be sent",
                expected="printable ASCII without spaces",
                where="ISNAD_PHRASING_KEY",
                remedy="set the key as its server gives it, without a line end",
            )
        headers["Authorization"] = f"Bearer {key}"
    return headers
