"""What strangers send: to a real server, over sockets. Every answer is a problem, and the server goes on."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from service_world import Server, World, running

from service.settings import MAX_PARAMETERS

JSON = {"Content-Type": "application/json"}


@pytest.fixture(autouse=True)
def _goes_on(server: Server, world: World) -> Iterator[None]:
    """After each test the service still answers, and no error went unforeseen."""
    yield
    assert httpx.get(server.url + "/v1/quran/112/1", headers=world.headers, timeout=10).status_code == 200
    assert [line for line in server.lines() if line["message"] == "unforeseen error"] == []


def raw(server: Server, data: bytes, *, wait_s: float = 10.0) -> bytes:
    """Send bytes, and read until the server closes or is silent."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=wait_s) as connection:
        connection.sendall(data)
        parts = []
        try:
            while part := connection.recv(65_536):
                parts.append(part)
                if _whole(b"".join(parts)):
                    break
        except TimeoutError:
            pass
        return b"".join(parts)


def _whole(data: bytes) -> bool:
    head, separator, body = data.partition(b"\r\n\r\n")
    lengths = [
        line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")
    ]
    return bool(separator and lengths and len(body) >= int(lengths[0]))


def told(answer: bytes) -> tuple[int, str]:
    """Status and problem name of a raw response."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head, answer[:500]
    return int(head.split()[1]), json.loads(body)["type"].rpartition(":")[2]


def get(server: Server, world: World, target: bytes, method: bytes = b"GET") -> bytes:
    line = method + b" " + target + b" HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + world.key.encode()
    return raw(server, line + b"\r\nConnection: close\r\n\r\n")


def metrics(server: Server) -> str:
    return httpx.get(server.url + "/metrics").text


def warned(server: Server) -> list[str]:
    """What uvicorn warns of."""
    return [
        line["message"]
        for line in server.lines()
        if line["logger"].startswith("uvicorn") and line["level"] == "warning"
    ]


def eventually(holds: Callable[[], bool], within_s: float = 10) -> bool:
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(0.05)
    return False


def post(server: Server, world: World, body: bytes, **headers: str) -> httpx.Response:
    sent = {**JSON, **world.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return httpx.post(server.url + "/v1/chat", content=body, headers=sent, timeout=20)


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[1,", b"\x00", b'{"message": "\xff\xfe"}', b'{"message": "a', b"\xef\xbb\xbf{}", b"nul",
     '{"message": "x"}'.encode("utf-16"), b'{"message": "\\ud800"}', b'{"message": "x"} {}', b"{'message': 'x'}",
     b"[" * 60_000, b'{"a":' * 12_000, b'{"message": "a\nb"}', b"message=x", b"<x/>"],
    ids=range(17),
)  # fmt: skip
def test_a_body_that_is_not_json_in_utf8_is_400(server: Server, world: World, body: bytes) -> None:
    given = post(server, world, body)
    assert given.status_code == 400
    assert given.json()["type"] == "urn:isnad:problem:malformed-json"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "The body is empty"),
        (b" \n", "The body is empty"),
        (b'\xef\xbb\xbf{"message": "x"}', "byte order mark"),
        ('{"message": "x"}'.encode("utf-16"), "byte order mark"),
        (b'{"message": "\\ud800"}', "half of a surrogate pair at line 1 column 20"),
        (b"[" * 60_000, "nested too deep"),
        (b'{"message": "a', "it ends before it is whole"),
        (b"{'message': 'x'}", "key must be a string at line 1 column 2"),
    ],
)
def test_why_a_body_is_no_json_is_told(server: Server, world: World, body: bytes, told: str) -> None:
    assert told in post(server, world, body).json()["detail"]


@pytest.mark.parametrize(
    "value",
    [None, 1, True, [], {}, "null", '"text"', '{"message": null}', '{"message": 1}', '{"message": ["x"]}',
     '{"message": {"x": 1}}', '{"message": ""}', '{"message": "   "}', '{"message": "a\\u0000b"}',
     '{"message": "a\\u0007b"}', '{"message": "x", "mode": ["muslim"]}', '{"message": "x", "background": 5}',
     '{"message": "x", "__proto__": {}}', "NaN", '{"message": NaN}', '{"message": -Infinity}', '{"message": 1e999}'],
    ids=range(22),
)  # fmt: skip
def test_json_of_wrong_types_is_422(server: Server, world: World, value: object) -> None:
    given = post(server, world, (value if isinstance(value, str) else json.dumps(value)).encode())
    assert given.status_code == 422
    assert given.json()["type"] == "urn:isnad:problem:invalid-request"


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx", "",
     "application/json; charset=utf-16", "application", "*/*", "application/json, text/plain",
     "application/json; charset=utf-8; charset=utf-8", "application/json; charset*=utf-8''%ff",
     "application/json; charset*" + "0" * 5000 + "=utf-8", 'application/json; charset="utf-8'],
)  # fmt: skip
def test_another_media_type_is_415(server: Server, world: World, kind: str) -> None:
    given = post(server, world, b'{"message": "x"}', Content_Type=kind)
    assert given.status_code == 415
    assert given.json()["type"] == "urn:isnad:problem:unsupported-media-type"


@pytest.mark.parametrize(
    "kind",
    [
        "application/json; charset=UTF-8",
        "APPLICATION/JSON",
        'application/json;charset="utf-8"',
        "application/json ;",
    ],
)
def test_json_in_utf8_may_say_so(server: Server, world: World, kind: str) -> None:
    assert post(server, world, b'{"message": "Hello"}', Content_Type=kind).status_code == 200


def test_a_compressed_body_is_415(server: Server, world: World) -> None:
    given = post(server, world, b'{"message": "x"}', Content_Encoding="gzip")
    assert (given.status_code, given.headers["accept-encoding"]) == (415, "identity")
    assert post(server, world, b'{"message": "Hello"}', Content_Encoding="identity").status_code == 200


def test_a_field_that_is_given_twice_is_422(server: Server, world: World) -> None:
    given = post(server, world, b'{"message": "x", "mode": "muslim", "message": "y"}')
    assert given.status_code == 422
    assert given.json()["errors"] == [{"in": "body", "field": "message", "detail": "is given twice"}]


def test_a_body_with_two_ends_is_400_and_ends_the_connection(server: Server, world: World) -> None:
    head = f"POST /v1/chat HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {world.key}\r\nContent-Length: 5\r\n"
    answer = raw(server, head.encode() + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
    assert told(answer) == (400, "malformed-http")
    assert b"connection: close" in answer.lower()


def test_a_body_of_10_megabytes_is_413(server: Server, world: World) -> None:
    given = post(server, world, b'{"message": "' + b"x" * 10_000_000 + b'"}')
    assert given.status_code == 413
    assert given.json()["type"] == "urn:isnad:problem:too-large"


def test_a_body_of_10_megabytes_in_chunks_is_413(server: Server, world: World) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(160):
            yield b"x" * 65_536

    given = httpx.post(
        server.url + "/v1/chat", content=chunks(), headers={**JSON, **world.headers}, timeout=20
    )
    assert given.status_code == 413


def test_a_large_body_without_a_key_is_401(server: Server) -> None:
    given = httpx.post(server.url + "/v1/chat", content=b"x" * 10_000_000, headers=JSON, timeout=20)
    assert given.status_code == 401


def test_a_slow_body_is_408(server: Server, world: World) -> None:
    head = (
        f"POST /v1/chat HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {world.key}\r\n"
        "Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"
    )
    begun = time.monotonic()
    assert told(raw(server, head.encode())) == (408, "slow-request")
    assert time.monotonic() - begun < 8


def test_a_caller_that_leaves_in_the_middle_is_forgotten(server: Server, world: World) -> None:
    head = f"POST /v1/chat HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {world.key}\r\nContent-Length: 9\r\n\r\n{{"
    before, connections = len(server.lines()), _connections(server)
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(head.encode())
    until = time.monotonic() + 10
    while (told := _left(server.lines()[before:])) < 20 or _connections(server) > connections:
        assert time.monotonic() < until, told
        time.sleep(0.05)
    lines = server.lines()[before:]
    assert {line["level"] for line in lines if line.get("route") == "/v1/chat"} == {"info"}
    assert [line for line in lines if line["level"] in ("error", "critical")] == []
    assert httpx.get(server.url + "/healthz").status_code == 200


def _left(lines: list[dict[str, Any]]) -> int:
    """How many callers left before they were answered."""
    return sum(line.get("status") == 0 for line in lines)


def _connections(server: Server) -> int:
    """The connections that the service holds."""
    held = psutil.Process(server.process.pid).net_connections("tcp")
    return sum(one.status != psutil.CONN_LISTEN for one in held)


@pytest.mark.parametrize(
    "data",
    [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET\r\n\r\n", b"\x00" * 100 + b"\r\n\r\n",
     b"GET /v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
     b"GET /v1/me HTTP/1.1\r\n\r\n", b"GET /v1/me HTTP/1.1\r\nHost: x\r\nA\x00B: c\r\n\r\n",
     b"POST /v1/chat HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: gzip\r\n\r\nabcd",
     b"POST /v1/chat HTTP/1.1\r\nHost: x\r\nContent-Length: -4\r\n\r\n",
     b"GET /\xd8\xa7 HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /v1/me\x00 HTTP/1.1\r\nHost: x\r\n\r\n"],
    ids=range(10),
)  # fmt: skip
def test_what_is_not_http_is_400_and_has_one_line_in_the_log(server: Server, data: bytes) -> None:
    answer = raw(server, data + b"\r\n\r\n")
    assert told(answer) == (400, "malformed-http")
    request = json.loads(answer.partition(b"\r\n\r\n")[2])["instance"].removeprefix("urn:isnad:request:")
    assert f"x-request-id: {request}\r\n".encode() in answer.lower()
    about = [line for line in server.lines() if line.get("request_id") == request]
    assert [line["status"] for line in about] == [400]
    assert warned(server) == []
    assert "percent-encoded" in answer.decode()
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["limit"] == 16_384
    counted = re.search(r'total{method="other",route="unknown",status="400"} (\d+)', metrics(server))
    assert counted
    assert int(counted[1]) >= 1


def test_http_1_0_is_answered_and_no_later_version_than_1_1(server: Server, world: World) -> None:
    head = f"GET /v1/me HTTP/1.0\r\nAuthorization: Bearer {world.key}\r\n\r\n"
    assert raw(server, head.encode()).startswith(b"HTTP/1.1 200")
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    for data in (preface, head.replace("1.0", "2.0").encode()):
        assert told(raw(server, data)) == (400, "malformed-http")


@pytest.mark.parametrize(
    "flood", [b"A: b\r\n" * 20_000, b"A: " + b"b" * 100_000 + b"\r\n"], ids=["many", "long"]
)
def test_a_flood_of_headers_is_400(server: Server, flood: bytes) -> None:
    try:
        answer = raw(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + flood + b"\r\n")
    except (ConnectionResetError, BrokenPipeError):
        answer = b""  # the server hung up while we were still sending
    assert not answer or told(answer) == (400, "malformed-http")


@pytest.mark.parametrize(
    "target",
    [b"/v1/..;/me", b"/v1/../v1/mee", b"/v1//me", b"//v1/me", b"/v1/me/", b"/V1/me", b"/v1/quran/112/1/",
     b"/v1/quran/112//1", b"/v1/%2e%2e/me", b"/v1/quran/%2e%2e/me/x", b"/v1/me%00", b"/v1/me%2f", b"/v1/me;x=1",
     b"/v1/me%20", b"/v1", b"/v1/", b"/v1/chat/", b"/v1/" + b"a" * 8000, b"/v1/" + b"a/" * 4000, b"/v1/%ff%fe",
     b"/v1/quran", b"/v1/quran/112", b"/v1/prayer-times/methods/4", b"/", b"/docs", b"/redoc", b"/etc/passwd",
     b"/static/../../etc/passwd", b"/%2e%2e/%2e%2e/etc/passwd", b"/metrics/", b"/.git/config",
     b"http://x", b"http://x?a=1", b"http%3a//x/v1/me", b"ftp://x/v1/me", b"/metrics%0a", b"/v1/me%0a",
     b"/openapi.json%0A", b"http://x/healthz%0a", b"/v1/quran/112/1%0a", b"/v1/quran/112/%7f"],
)  # fmt: skip
def test_an_address_that_does_not_exist_is_404(server: Server, world: World, target: bytes) -> None:
    assert told(get(server, world, target)) == (404, "not-found")


def test_more_parameters_than_any_address_takes_are_400(server: Server, world: World) -> None:
    """To tell each of thousands that it is unknown held up all other requests for seconds."""
    address = b"/v1/hijri?" + b"&".join(b"%x=" % number for number in range(MAX_PARAMETERS))
    assert told(get(server, world, address)) == (422, "invalid-request")
    answer = get(server, world, address + b"&one=more")
    assert told(answer) == (400, "malformed-http")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["limit"] == MAX_PARAMETERS


@pytest.mark.parametrize("target", [b"/v1%2fme", b"/v1/%6de", b"/%76%31/me", b"/v1/quran/112%2f1",
                                    b"http://x/v1/me", b"HTTPS://x:443/v1/me"])  # fmt: skip
def test_another_spelling_of_an_address_needs_a_key_too(server: Server, world: World, target: bytes) -> None:
    assert get(server, world, target).startswith(b"HTTP/1.1 200")
    answer = raw(server, b"GET " + target + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert told(answer) == (401, "unauthenticated")


@pytest.mark.parametrize("target", [b"/v1/nothing", b"/v1/", b"/v1/me/", b"/v1/quran/112/0001"])
def test_without_a_key_nobody_learns_which_addresses_exist(server: Server, target: bytes) -> None:
    answer = raw(server, b"GET " + target + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert told(answer) == (401, "unauthenticated")


@pytest.mark.parametrize(
    ("method", "target"),
    [(b"PUT", b"/v1/me"), (b"GET", b"/v1/chat"), (b"DELETE", b"/v1/quran/112/1"), (b"OPTIONS", b"/v1/chat"),
     (b"POST", b"/v1/hijri"), (b"TRACE", b"/v1/me"), (b"PATCH", b"/healthz"), (b"FOO", b"/v1/me")],
)  # fmt: skip
def test_another_method_is_405_and_names_the_right_one(
    server: Server, world: World, method: bytes, target: bytes
) -> None:
    answer = get(server, world, target, method)
    assert told(answer) == (405, "method-not-allowed")
    allowed = b"POST" if target == b"/v1/chat" else b"GET, HEAD"
    assert b"\r\nallow: " + allowed.lower() + b"\r\n" in answer.lower()


@pytest.mark.parametrize("protocol", ["h2c", "websocket"])
def test_an_offer_of_another_protocol_is_passed_over_in_silence(server: Server, protocol: str) -> None:
    """Java's client makes one with every request."""
    fields = {"Connection": "Upgrade", "Upgrade": protocol}
    assert httpx.get(server.url + "/healthz", headers=fields).status_code == 200
    assert warned(server) == []


def test_head_has_no_body(server: Server, world: World) -> None:
    answer = get(server, world, b"/v1/quran/112/1", b"HEAD")
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.endswith(b"\r\n\r\n")
    assert b"etag" in answer.lower()


def test_requests_may_follow_each_other_on_one_connection(server: Server, world: World) -> None:
    one = f"GET /v1/quran/112/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {world.key}\r\n\r\n".encode()
    last = one.replace(b"Host: x", b"Host: x\r\nConnection: close")
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(one * 20 + last)
        answer = b""
        while part := connection.recv(65_536):
            answer += part
    assert answer.count(b"HTTP/1.1 200") == 21


def test_a_refused_body_does_not_become_the_next_request(server: Server, world: World) -> None:
    """What follows a 401 on its connection is read as the rest of its body, not as a request of its own."""
    hidden = f"GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {world.key}\r\n\r\n"
    head = f"POST /v1/chat HTTP/1.1\r\nHost: x\r\nContent-Length: {len(hidden)}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=2) as connection:
        connection.sendall((head + hidden).encode())
        answer = b""
        try:
            while part := connection.recv(65_536):
                answer += part
        except TimeoutError:
            pass
    assert answer.count(b"HTTP/1.1 ") == 1
    assert answer.startswith(b"HTTP/1.1 401")


@pytest.fixture(scope="module")
def hasty(world: World) -> Iterator[Server]:
    """A server that waits a second for what its callers owe it, and may open more files than it is begun with."""
    with running(world, files=(300, 1400), ISNAD_HEAD_S="1") as server:
        yield server


def test_an_unfinished_head_is_ended(hasty: Server) -> None:
    """A caller that sends one byte now and then cannot hold a connection for ever."""
    with socket.create_connection(("127.0.0.1", hasty.port)) as slow:
        slow.settimeout(10)
        slow.sendall(b"GET /healthz HTTP/1.1\r\n")
        begun = time.monotonic()
        answer = b""
        while time.monotonic() - begun < 8 and not answer:
            slow.settimeout(0.2)
            try:
                slow.sendall(b"A")
                answer = slow.recv(65_536)
            except TimeoutError:
                continue
        assert told(answer) == (408, "slow-request")


@pytest.mark.parametrize("rest", [b"", b"GET /", b"\x00\r\n\r\n"], ids=["silent", "slow", "malformed"])
def test_who_does_not_read_what_was_asked_for_holds_no_connection(hasty: Server, rest: bytes) -> None:
    def held(port: int) -> bool:
        found = psutil.Process(hasty.process.pid).net_connections("tcp")
        return port in [one.raddr.port for one in found if one.raddr]

    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", hasty.port))
        deaf.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 200 + rest)
        port = deaf.getsockname()[1]
        assert eventually(lambda: held(port))
        assert eventually(lambda: not held(port))


def test_no_connection_beyond_the_bound(world: World) -> None:
    with running(world, ISNAD_MAX_CONNECTIONS="5") as server:
        held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(5)]
        time.sleep(0.2)
        assert told(raw(server, b"")) == (503, "busy")
        for connection in held:
            connection.close()
        time.sleep(0.2)
        assert httpx.get(server.url + "/healthz").status_code == 200


def test_where_few_files_may_be_open_connections_leave_room_for_the_rest(world: World) -> None:
    """What is beyond them is told to come again, and nothing is silent or floods the log."""
    with running(world, files=(400, 400)) as server:
        assert any("LimitNOFILE" in line["message"] for line in server.lines())
        held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
        time.sleep(0.5)
        assert told(raw(server, b"")) == (503, "busy")
        more = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(300)]
        time.sleep(0.5)
        assert told(raw(server, b"")) == (503, "busy")
        for connection in (*held, *more):
            connection.close()
        time.sleep(0.5)
        assert httpx.get(server.url + "/v1/hijri", headers=world.headers, timeout=30).status_code == 200
        # where so many come at once that files run out for a moment, they wait, and it is told once
        assert [line["message"] for line in server.lines()].count(
            "socket.accept() out of system resource"
        ) <= 1


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="the limits of a process are in /proc")
def test_the_limit_of_open_files_is_raised_as_far_as_it_may(hasty: Server) -> None:
    limits = Path(f"/proc/{hasty.process.pid}/limits").read_text("utf-8")
    assert re.search(r"Max open files\s+1400\s+1400", limits)
    assert [line for line in hasty.lines() if "LimitNOFILE" in line["message"]] == []


def test_a_body_that_breaks_off_being_chunks_gets_an_answer(server: Server, world: World) -> None:
    head = (
        "POST /v1/chat HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {world.key}\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    assert told(raw(server, head.encode() + b"ZZ\r\nabc")) == (400, "malformed-http")
