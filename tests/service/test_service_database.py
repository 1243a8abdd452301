"""What becomes of requests when the database of keys is away, or silent: 503, and a line in the log."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from service_world import CHANNEL, World, new_key
from starlette.testclient import TestClient

from service.accounts import Accounts
from service.app import create_app
from service.settings import Settings


def client_of(world: World, place: str, key: str) -> TestClient:
    """A client of a service over the small world, with keys of its own."""
    app = create_app(Settings(world.store, CHANNEL, place, watch_s=0))
    return TestClient(app, headers={"Authorization": f"Bearer {key}"})


def refused(given: Any) -> bool:
    """Whether a response tells to come again, since the keys cannot be looked at."""
    unavailable = given.json()["type"] == "urn:isnad:problem:unavailable"
    return given.status_code == 503 and unavailable and "retry-after" in given.headers


def test_a_process_may_begin_while_the_database_is_away(world: World, tmp_path: Path) -> None:
    """One that takes the place of another must not end them all."""
    path, aside = tmp_path / "keys.sqlite", tmp_path / "aside.sqlite"
    key = new_key(str(path))
    path.rename(aside)
    with client_of(world, str(path), key) as client:
        assert refused(client.get("/v1/me"))
        assert not path.exists()
        aside.rename(path)
        assert client.get("/v1/me").status_code == 200


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A database that does not answer until told to."""
    answers = threading.Event()
    monkeypatch.setattr("service.gate.DATABASE_S", 0.2)
    for name in ("authenticate", "count", "usage"):
        real = getattr(Accounts, name)

        def slow(*given: object, real: Any = real) -> object:
            answers.wait(20)
            return real(*given)

        monkeypatch.setattr(Accounts, name, slow)
    yield answers
    answers.set()


@pytest.mark.parametrize(("method", "path"), [("GET", "/v1/hijri"), ("GET", "/v1/me"), ("POST", "/v1/chat")])
def test_no_request_waits_for_a_silent_database(
    world: World, silent: threading.Event, method: str, path: str
) -> None:
    with client_of(world, world.accounts, world.key) as client:
        client.app.state.core.holder.refresh()  # type: ignore[attr-defined]
        if path != "/v1/hijri":  # whose key is known already: it is the next call that is not answered
            silent.set()
            assert client.get("/v1/hijri").status_code == 200
            silent.clear()
        given = client.request(method, path, json={"message": "Hello"} if method == "POST" else None)
        silent.set()  # the client waits for all threads
        assert refused(given)


def test_the_log_says_once_in_a_while_why_the_database_fails(
    world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "keys.sqlite"
    key = new_key(str(path))
    path.write_bytes(b"no database" * 1000)
    with client_of(world, str(path), key) as client, caplog.at_level(logging.ERROR):
        assert refused(client.get("/v1/me"))
        assert refused(client.get("/v1/me"))
    assert [line.message for line in caplog.records] == ["the database of keys does not answer"]
    assert (caplog.records[0].error, caplog.records[0].found) == (
        "DatabaseError",
        "(sqlite3.DatabaseError) file is not a database",
    )
