"""What the log says, and what it never says: no key, no question, no address as sent."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from service_world import CHANNEL, World, new_key
from starlette.testclient import TestClient

from service.app import create_app
from service.logs import QUIET_S, Faults, JsonLines
from service.routes import chat
from service.settings import Settings

SECRET = "zqxjkwv"  # stands in every place where a caller may put words


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that the service logs at any level, as it is written."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield out
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


def requests(client: TestClient, key: str) -> None:
    """Every path of the service, with the secret wherever there is room for it."""
    post = {"url": "/v1/chat", "headers": {"Content-Type": "application/json"}}
    for body in (
        f'{{"message": "{SECRET} 112:1"}}',
        f'{{"message": "{SECRET}", "mode": "dawah", "background": "{SECRET}"}}',
        f'{{"message": "What is {SECRET}?"}}',
        f'{{"{SECRET}": 1}}',
        f'{{"message": 1, "mode": "{SECRET}"}}',
        f'{{"message": "{SECRET}\\u0000"}}',
        f'{{"message": "{SECRET}',
        SECRET,
    ):
        client.post(**post, content=body)
    client.post("/v1/chat", content=SECRET, headers={"Content-Type": SECRET})
    for path in (
        f"/v1/quran/{SECRET}/1",
        f"/v1/{SECRET}",
        f"/{SECRET}",
        f"/v1/prayer-times?city={SECRET}&country={SECRET}",
        f"/v1/prayer-times?{SECRET}=1",
        f"/v1/hijri?timezone={SECRET}",
        f"/v1/me?{SECRET}",
        "/v1/quran/112/1",
        "/healthz",
    ):
        client.get(path)
        client.get(path, headers={"Authorization": f"Bearer {SECRET}"})
        client.get(path, headers={"User-Agent": SECRET, "X-Request-Id": f"<{SECRET}>", "Cookie": SECRET})
        client.request("PATCH", path)


def test_no_key_and_no_question_reaches_the_log(world: World, log: io.StringIO) -> None:
    key = new_key(world.accounts, quota=5)  # fewer than the questions: the last ones meet a 429
    app = create_app(Settings(world.store, CHANNEL, world.accounts, watch_s=0))
    app.state.core.holder.refresh()
    with TestClient(app, headers={"Authorization": f"Bearer {key}"}, raise_server_exceptions=False) as client:
        requests(client, key)
        metrics = client.get("/metrics").text
    # the test's own client logs addresses; the service's loggers are all others
    lines = [
        line for line in log.getvalue().splitlines() if not json.loads(line)["logger"].startswith("httpx")
    ]
    assert len(lines) > 40
    for text in (*lines, metrics):
        assert SECRET not in text
        assert key not in text
        assert key.split("_", 2)[2] not in text


def test_an_unforeseen_error_is_logged_without_its_message(
    world: World, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object) -> None:
        raise RuntimeError(f"cannot handle {given[1]}")

    monkeypatch.setattr(chat, "answer", broken)
    app = create_app(Settings(world.store, CHANNEL, world.accounts, watch_s=0))
    app.state.core.holder.refresh()
    with TestClient(app, headers=world.headers, raise_server_exceptions=False) as client:
        given = client.post("/v1/chat", json={"message": SECRET}, headers={"X-Request-Id": "abc"})
    assert given.status_code == 500
    assert given.json() == {
        "type": "urn:isnad:problem:internal",
        "title": "Something went wrong on our side",
        "status": 500,
        "detail": "The error was logged under the id of this request.",
        "instance": "urn:isnad:request:abc",
    }
    assert given.headers["x-request-id"] == "abc"
    assert SECRET not in log.getvalue()
    line = next(json.loads(line) for line in log.getvalue().splitlines() if "unforeseen" in line)
    assert (line["error"], line["request_id"]) == ("RuntimeError", "abc")
    assert any("test_service_logs.py" in frame for frame in line["frames"])


def test_questions_are_logged_when_the_operator_wants_them(world: World, log: io.StringIO) -> None:
    app = create_app(Settings(world.store, CHANNEL, world.accounts, watch_s=0, log_questions=True))
    app.state.core.holder.refresh()
    with TestClient(app, headers=world.headers) as client:
        client.post("/v1/chat", json={"message": "Is prayer valid without wudu?"})
    line = next(json.loads(line) for line in log.getvalue().splitlines() if '"question"' in line)
    assert line["question"] == "Is prayer valid without wudu?"


def test_a_line_tells_how_a_request_went(world: World, log: io.StringIO) -> None:
    app = create_app(Settings(world.store, CHANNEL, world.accounts, watch_s=0))
    app.state.core.holder.refresh()
    with TestClient(app, headers=world.headers) as client:
        client.get("/v1/quran/112/1", headers={"X-Request-Id": "abc"})
    line = next(json.loads(line) for line in log.getvalue().splitlines() if '"request_id": "abc"' in line)
    expected = {
        "level": "info",
        "logger": "isnad.request",
        "message": "request",
        "key_id": world.key.split("_")[1],
        "method": "GET",
        "route": "/v1/quran/{surah}/{ayah}",
        "status": 200,
        "snapshot": world.snapshots[1],
    }
    assert expected.items() <= line.items()
    assert line["ms"] >= 0


def test_metrics_count_requests_and_outcomes(client: TestClient) -> None:
    client.post("/v1/chat", json={"message": "Hello"})
    text = client.get("/metrics").text
    assert 'isnad_requests_total{method="POST",route="/v1/chat",status="200"}' in text
    assert 'isnad_chat_total{answered="false",intent="greeting",reason="greeting"}' in text
    assert 'isnad_request_seconds_bucket{le="0.001",route="/v1/chat"}' in text


def test_strangers_cannot_make_metrics_grow(client: TestClient) -> None:
    before = len(client.get("/metrics").text.splitlines())
    for number in range(50):
        client.get(f"/v1/nothing-{number}")
        client.request(f"X{number}", "/v1/me")
    assert len(client.get("/metrics").text.splitlines()) <= before + 60


def test_a_refused_request_is_told_with_the_route_it_went_for(world: World, log: io.StringIO) -> None:
    app = create_app(Settings(world.store, CHANNEL, world.accounts, watch_s=0))
    with TestClient(app) as client:
        for method, path in (
            ("GET", "/v1/quran/112/1"),
            ("HEAD", "/v1/me"),
            ("POST", "/v1/chat"),
            ("GET", "/v1/no"),
        ):
            assert client.request(method, path).status_code == 401
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    routes = [line["route"] for line in lines if line.get("status") == 401]
    assert routes == ["/v1/quran/{surah}/{ayah}", "/v1/me", "/v1/chat", "unknown"]


def test_a_fault_that_comes_again_and_again_is_told_once_in_a_while(
    log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults, loop = Faults(), Mock(spec=asyncio.AbstractEventLoop)
    for second in (0.0, 0.0, 1.0, QUIET_S - 1, QUIET_S + 1):
        monkeypatch.setattr("service.logs.time.monotonic", lambda second=second: second)
        faults.of_loop(loop, {"message": "no file is left", "exception": OSError(SECRET)})
    faults.of_loop(loop, {"message": "another"})
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [line["message"] for line in lines] == ["no file is left", "no file is left", "another"]
    assert SECRET not in log.getvalue()
