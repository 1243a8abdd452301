"""Phrasing with a real server that fails in every way a server can: the extractive answer goes out each time."""

from __future__ import annotations

import gzip
import json
import logging
import socket
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from phrasing_world import (
    GOOD,
    QUESTION,
    VERSE_EN,
    Behaviour,
    Server,
    answer_of,
    assert_extractive,
    assert_kept,
    completion,
    counted,
    declined,
    phraser,
    replies,
)

from schemas.errors import ConfigurationError
from service.phrasing import Outcome, Phraser
from service.phrasing.breaker import Breaker
from service.phrasing.client import LARGEST
from service.settings import PhrasingSettings

SHORT_S = 0.4  # a deadline for servers that never finish


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.stop()


def good(language: str = "en") -> bytes:
    return completion(json.dumps(GOOD[language], ensure_ascii=False))


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_good_reply_changes_the_words_alone(server: Server, language: str) -> None:
    server.behave = replies(good(language))
    answer, before = answer_of(language), counted(Outcome.PHRASED)
    with phraser(server.url) as made:
        given = made.phrase(answer, QUESTION[language])
    assert counted(Outcome.PHRASED) == before + 1
    assert_kept(given, answer)
    assert given.summary.startswith(GOOD[language]["summary"][0]["text"])
    assert "[fatwa:sample:901]" in given.detail
    verse = answer.detail[answer.detail.index("**", answer.detail.index("fatwa:sample:901")) :]
    assert verse in given.detail  # the verse stands as the extractive answer shows it
    assert "{{" not in given.detail + given.summary


def test_no_word_of_a_source_is_lost(server: Server) -> None:
    """What the prose does not quote follows it, as it stood before."""
    server.behave = replies(good())
    answer = answer_of("en")
    with phraser(server.url) as made:
        given = made.phrase(answer, QUESTION["en"])
    for block in answer.detail.split("\n\n"):
        assert block in given.detail


def test_what_is_sent(server: Server) -> None:
    server.behave = replies(good())
    with phraser(server.url) as made:
        made.phrase(answer_of("en"), QUESTION["en"])
    headers, body = server.seen[0]
    assert headers["Authorization"] == "Bearer sk-secret-key"
    assert set(body) == {"model", "messages", "temperature", "max_tokens", "stream", "response_format"}
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    data = json.loads(body["messages"][1]["content"])
    assert data["question"] == QUESTION["en"]
    assert [(one["id"], one["kind"]) for one in data["passages"]] == [("S1", "fatwa"), ("S2", "quran")]
    assert data["passages"][1]["text"] == VERSE_EN
    assert set(data["passages"][0]) == {"id", "kind", "title", "text"}


def test_a_decline_never_leaves(server: Server) -> None:
    answer, before = declined(), counted(Outcome.NOT_ANSWERED)
    with phraser(server.url) as made:
        assert made.phrase(answer, "Am I divorced?") is answer
    assert server.seen == []
    assert counted(Outcome.NOT_ANSWERED) == before + 1


def test_refused_connection() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert_extractive(f"http://127.0.0.1:{port}/v1", Outcome.UNREACHABLE)


def raw(*parts: bytes) -> Behaviour:
    """Bytes on the line, then the end of it."""

    def behave(handler: BaseHTTPRequestHandler, _: dict[str, Any]) -> None:
        for part in parts:
            handler.wfile.write(part)
        handler.wfile.flush()
        handler.connection.shutdown(socket.SHUT_RDWR)
        handler.close_connection = True

    return behave


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
WHOLE = good()
FAILURES: dict[str, tuple[Behaviour, Outcome]] = {
    "500": (replies(WHOLE, 500), Outcome.STATUS),
    "429": (replies(WHOLE, 429, Retry_After="1"), Outcome.STATUS),
    "401": (replies(b'{"error": "sk-secret-key is wrong"}', 401), Outcome.STATUS),
    "204": (replies(b"", 204), Outcome.STATUS),
    "206": (replies(WHOLE, 206), Outcome.STATUS),
    "empty": (replies(b""), Outcome.NOT_JSON),
    "not json": (replies(b"<html>busy</html>"), Outcome.NOT_JSON),
    "not utf-8": (replies(b'{"choices": "\xff"}'), Outcome.NOT_JSON),
    "truncated json": (replies(WHOLE[:-30]), Outcome.NOT_JSON),
    "deep json": (replies(b"[" * 200_000), Outcome.NOT_JSON),
    "another json": (replies(b'{"answer": "yes"}'), Outcome.ENVELOPE),
    "a list": (replies(b"[1, 2]"), Outcome.ENVELOPE),
    "no choice": (replies(b'{"choices": []}'), Outcome.ENVELOPE),
    "no content": (
        replies(b'{"choices": [{"finish_reason": "stop", "message": {"content": null}}]}'), Outcome.ENVELOPE),
    "content cut off": (replies(completion(json.dumps(GOOD["en"]), "length")), Outcome.CUT_OFF),
    "content filtered": (replies(completion(json.dumps(GOOD["en"]), "content_filter")), Outcome.CUT_OFF),
    "no reason to stop": (replies(completion(json.dumps(GOOD["en"]), None)), Outcome.CUT_OFF),
    "compressed": (replies(gzip.compress(WHOLE), Content_Encoding="gzip"), Outcome.ENVELOPE),
    "huge": (replies(WHOLE + b" " * LARGEST), Outcome.TOO_LARGE),
    "no http": (raw(b"\x00\x01garbage\r\n\r\n"), Outcome.BROKEN_OFF),
    "closed at once": (raw(), Outcome.BROKEN_OFF),
    "cut off": (raw(HEAD, b"Content-Length: %d\r\n\r\n" % len(WHOLE), WHOLE[:200]), Outcome.BROKEN_OFF),
    "chunked garbage": (raw(HEAD, b"Transfer-Encoding: chunked\r\n\r\n", b"zz\r\nnot a chunk"), Outcome.BROKEN_OFF),
    "chunks without end": (raw(HEAD, b"Transfer-Encoding: chunked\r\n\r\n", b"5\r\n{\"cho"), Outcome.BROKEN_OFF),
}  # fmt: skip


@pytest.mark.parametrize("failure", FAILURES)
def test_failure(server: Server, failure: str) -> None:
    server.behave, outcome = FAILURES[failure]
    assert_extractive(server.url, outcome)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(server: Server, status: int) -> None:
    server.behave = replies(b"", status, Location=f"{server.url}/elsewhere")
    assert_extractive(server.url, Outcome.REDIRECT)
    assert len(server.seen) == 1


def test_endless_reply_is_bounded(server: Server) -> None:
    def behave(handler: BaseHTTPRequestHandler, _: dict[str, Any]) -> None:
        handler.wfile.write(HEAD + b"Connection: close\r\n\r\n")
        for _piece in range(40 * 16):
            handler.wfile.write(b" " * 65_536)

    server.behave = behave
    assert_extractive(server.url, Outcome.TOO_LARGE)


def test_slow_server(server: Server) -> None:
    server.behave = lambda handler, _: (server.released.wait(20), replies(WHOLE)(handler, _))[1]
    assert_extractive(server.url, Outcome.TIMEOUT, timeout_s=SHORT_S)


@pytest.mark.parametrize("start", [b"", HEAD + b"Connection: close\r\n\r\n"], ids=["head", "body"])
def test_drip_feed_ends_with_the_deadline(server: Server, start: bytes) -> None:
    """Bytes keep arriving, each well within any time-out for a single read."""
    rest = (HEAD + b"Connection: close\r\n\r\n" + WHOLE).removeprefix(start)

    def behave(handler: BaseHTTPRequestHandler, _: dict[str, Any]) -> None:
        handler.wfile.write(start)
        for byte in rest:
            if server.released.is_set():
                return
            handler.wfile.write(bytes([byte]))
            handler.wfile.flush()
            time.sleep(0.02)

    server.behave = behave
    assert_extractive(server.url, Outcome.TIMEOUT, timeout_s=SHORT_S)


def test_a_dead_server_is_left_alone_and_tried_again(server: Server) -> None:
    now = [0.0]
    breaker = Breaker(failures=2, rest_s=30, clock=lambda: now[0])
    answer, resting = answer_of("en"), counted(Outcome.RESTING)
    server.behave = replies(b"", 503)
    with phraser(server.url, breaker=breaker) as made:
        for _ in range(5):
            assert made.phrase(answer, QUESTION["en"]) is answer
        assert len(server.seen) == 2
        assert counted(Outcome.RESTING) == resting + 3
        now[0] = 31
        assert made.phrase(answer, QUESTION["en"]) is answer
        assert made.phrase(answer, QUESTION["en"]) is answer
        assert len(server.seen) == 3  # one try, and rest again
        now[0], server.behave = 62, replies(WHOLE)
        assert made.phrase(answer, QUESTION["en"]) is not answer
        assert made.phrase(answer, QUESTION["en"]) is not answer


def test_rejected_replies_do_not_rest_the_server(server: Server) -> None:
    server.behave = replies(completion("nonsense"))
    with phraser(server.url, breaker=Breaker(failures=1)) as made:
        for _ in range(3):
            made.phrase(answer_of("en"), QUESTION["en"])
    assert len(server.seen) == 3


def test_the_key_is_told_to_nobody(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    """Not in logs at any level, and not in what the settings or the phraser show of themselves."""
    caplog.set_level(logging.DEBUG)
    for behave in (replies(WHOLE), replies(b"sk-secret-key", 401), raw(b"sk-secret-key\r\n\r\n")):
        server.behave = behave
        with phraser(server.url) as made:
            made.phrase(answer_of("en"), QUESTION["en"])
            assert "sk-secret-key" not in repr(vars(made))
    assert "phrasing" in caplog.text
    assert "sk-secret-key" not in caplog.text
    assert "sk-secret-key" not in repr(PhrasingSettings("https://host/v1", "m", "sk-secret-key"))


def test_questions_are_not_logged(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    server.behave = replies(WHOLE)
    with phraser(server.url) as made:
        made.phrase(answer_of("en"), "May a traveller called Zebedee break the fast?")
    assert "Zebedee" not in caplog.text


def test_the_environment_is_not_asked(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    server.behave = replies(WHOLE)
    answer = answer_of("en")
    with phraser(server.url) as made:
        assert made.phrase(answer, QUESTION["en"]) is not answer


def test_after_closing_answers_are_extractive(server: Server) -> None:
    server.behave = replies(WHOLE)
    answer = answer_of("en")
    with phraser(server.url) as made:
        made.phrase(answer, QUESTION["en"])
    assert made.phrase(answer, QUESTION["en"]) is answer
    made.close()


@pytest.mark.parametrize(
    "url",
    ["http://example.org/v1", "ftp://host/v1", "host/v1", "https://", "https://a:b@host/v1", "https://host/v1?key=x",
     "https://host/v1#a", "http://localhost.example.org/v1", "http://[::1", "https://host:notaport/"],
)  # fmt: skip
def test_addresses_that_are_refused(url: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Phraser(PhrasingSettings(url, "model", "sk-secret-key"))
    assert "sk-secret-key" not in str(caught.value)


@pytest.mark.parametrize(
    "settings",
    [
        PhrasingSettings("https://host/v1", "", "k"),
        PhrasingSettings("https://host/v1", "m", "line\r\nX-Other: 1"),
        PhrasingSettings("https://host/v1", "m", "schlüssel"),
        PhrasingSettings("https://host/v1", "m", "k", 0),
    ],
)
def test_settings_that_are_refused(settings: PhrasingSettings) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Phraser(settings)
    assert not settings.key or settings.key == "k" or settings.key not in str(caught.value)


@pytest.mark.parametrize(
    "url", ["https://host/v1", "https://host/v1/", "http://localhost:8000/v1", "http://[::1]:80"]
)
def test_addresses_that_are_taken(url: str) -> None:
    Phraser(PhrasingSettings(url, "m")).close()


def test_tls_of_an_unknown_issuer_is_refused(server: Server) -> None:
    """The plain server does not even speak TLS: whatever cannot prove its name gets nothing."""
    assert_extractive(server.url.replace("http://", "https://"), Outcome.UNREACHABLE)
    assert server.seen == []
