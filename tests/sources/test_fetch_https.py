"""Fetching over https, against a server on this machine: sizes, redirects, breaks and retries."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from pipeline.sources.fetch import Fetched, describe, fetch
from pipeline.sources.origins import Edges
from pipeline.sources.origins.https import ATTEMPTS, file_name
from schemas.errors import ChecksumError, FetchError
from schemas.origin import HttpsOrigin

BODY = "بسم الله\n".encode() * 50_000
SHA = hashlib.sha256(BODY).hexdigest()


@dataclass
class Server:
    """Answers by path, and remembers what it was asked."""

    address: str = ""
    asked: list[str] = field(default_factory=list)

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        self.asked.append(handler.path)
        path = handler.path.split("?")[0]
        flaky = path == "/flaky.txt" and len(self.asked) < 3
        if path == "/moved.txt":
            self.redirect(handler, "/text.txt")
        elif path == "/loop.txt":
            self.redirect(handler, "/loop.txt")
        elif path == "/away.txt":
            self.redirect(handler, "http://example.invalid/text.txt")
        elif path == "/nowhere.txt":
            handler.send_response(301)
            handler.end_headers()
        elif path in ("/gone.txt", "/busy.txt") or flaky:
            handler.send_response({"/gone.txt": 404}.get(path, 503))
            handler.end_headers()
        else:
            self.body(handler, short=path == "/short.txt", packed=path == "/packed.txt")

    def redirect(self, handler: BaseHTTPRequestHandler, target: str) -> None:
        handler.send_response(302)
        handler.send_header("Location", target)
        handler.end_headers()

    def body(self, handler: BaseHTTPRequestHandler, short: bool, packed: bool) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(BODY)))
        if packed:
            handler.send_header("Content-Encoding", "gzip")
        handler.end_headers()
        handler.wfile.write(BODY[:1000] if short else BODY)


@pytest.fixture
def server() -> Iterator[Server]:
    state = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.answer(self)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        state.address = f"http://127.0.0.1:{running.server_port}"
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield state
        running.shutdown()


def get(
    server: Server,
    path: str,
    raw: Path,
    sha256: str = SHA,
    size: int | None = None,
    pauses: list | None = None,
) -> Fetched:
    edges = Edges(allow_loopback_http=True, sleep=(pauses if pauses is not None else []).append)
    return fetch(at(server.address + path, sha256, size), raw, edges=edges)


def at(url: str, sha256: str = SHA, size: int | None = None) -> HttpsOrigin:
    """An address that a card may refuse: the server here has no certificate, and a redirect may lead anywhere."""
    return HttpsOrigin.model_construct(url=url, sha256=sha256, size=size, member=None)


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("path", ["/text.txt", "/moved.txt", "/text.txt?token=secret"])
def test_a_file_is_brought_and_verified(server: Server, tmp_path: Path, path: str) -> None:
    fetched = get(server, path, tmp_path)
    assert fetched.path.read_bytes() == BODY
    assert fetched.path.name in ("text.txt", "moved.txt")
    assert get(server, path, tmp_path).from_cache


def test_a_failure_that_passes_is_tried_again(server: Server, tmp_path: Path) -> None:
    pauses: list[float] = []
    assert get(server, "/flaky.txt", tmp_path, pauses=pauses).path.read_bytes() == BODY
    assert pauses == [1.0, 2.0]


@pytest.mark.parametrize(
    ("path", "word", "requests"),
    [
        ("/gone.txt", "404", 1),
        ("/busy.txt", "503", ATTEMPTS),
        ("/short.txt", f"{ATTEMPTS} attempts", ATTEMPTS),
        ("/loop.txt", "redirects", 6),
        ("/away.txt", "not encrypted", 1),
        ("/nowhere.txt", "301", 1),
        ("/packed.txt", "packed", 1),
    ],
)
def test_a_failure_is_explained_and_leaves_nothing(
    server: Server, tmp_path: Path, path: str, word: str, requests: int
) -> None:
    with pytest.raises(FetchError) as caught:
        get(server, path + "?token=secret", tmp_path)
    text = caught.value.render()
    assert word in text
    assert "secret" not in text
    assert "127.0.0.1" not in text
    assert caught.value.remedy
    assert len(server.asked) == requests
    assert files_in(tmp_path) == []


def test_a_file_larger_than_stated_is_stopped(server: Server, tmp_path: Path) -> None:
    with pytest.raises(FetchError, match="larger"):
        get(server, "/text.txt", tmp_path, size=1000)
    assert files_in(tmp_path) == []


def test_a_wrong_checksum_leaves_nothing(server: Server, tmp_path: Path) -> None:
    with pytest.raises(ChecksumError) as caught:
        get(server, "/text.txt", tmp_path, sha256="0" * 64)
    assert SHA in caught.value.found
    assert files_in(tmp_path) == []


def test_no_connection_is_explained(tmp_path: Path) -> None:
    pauses: list[float] = []
    edges = Edges(allow_loopback_http=True, sleep=pauses.append)
    with pytest.raises(FetchError, match="could not be downloaded") as caught:
        fetch(at("http://127.0.0.1:9/text.txt"), tmp_path, edges=edges)
    assert "ConnectError" in caught.value.found
    assert len(pauses) == ATTEMPTS - 1


def test_a_break_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    class Broken(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            yield BODY[:5000]
            raise httpx.ReadError("broken")

    transport = httpx.MockTransport(lambda request: httpx.Response(200, stream=Broken()))
    with pytest.raises(FetchError, match="ReadError"):
        fetch(
            at("https://example.invalid/a"),
            tmp_path,
            edges=Edges(http=transport, sleep=lambda seconds: None),
        )
    assert files_in(tmp_path) == []


@pytest.mark.parametrize(
    ("url", "word"),
    [
        ("http://127.0.0.1/a", "not encrypted"),
        ("ftp://example.invalid/a", "not encrypted"),
        ("file:///etc/passwd", "not encrypted"),
        ("https://user:secret@example.invalid/a", "password"),
        ("https://[::1/a", "cannot be understood"),
        ("https://x:secret/a", "cannot be understood"),
        ("https://x:65536/a", "cannot be understood"),
        ("https:///a", "cannot be understood"),
    ],
)
def test_only_plain_https_is_asked(tmp_path: Path, url: str, word: str) -> None:
    with pytest.raises(FetchError) as caught:
        fetch(at(url), tmp_path, mirror=tmp_path)
    assert word in caught.value.problem
    assert "secret" not in caught.value.render()


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://x/a/b.json?x=1#y", "b.json"),
        ("https://x/", "download"),
        ("https://x/..%2F..%2Fetc", "etc"),
        ("https://x/%2E%2E", "download"),
        ("https://x/a b|c", "a_b_c"),
    ],
)
def test_a_download_gets_a_harmless_name(url: str, name: str) -> None:
    made = file_name(url)
    assert made == name or (
        set(made) <= set("abcdefghijklmnopqrstuvwxyz0123456789._-ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    )
    assert "/" not in made
    assert not made.startswith(".")


def test_an_address_is_described_by_its_file() -> None:
    assert describe(at("https://example.invalid/d/text.csv?token=secret")) == "text.csv"
