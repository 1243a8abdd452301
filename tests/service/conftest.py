"""Fixtures of the service: the small world, built once, and a client of an app over it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

sys.path.insert(0, str(Path(__file__).parent))  # for service_world

from service_world import CHANNEL, Server, World, make_world, running

from service.app import create_app
from service.settings import Settings


@pytest.fixture(scope="session", autouse=True)
def frozen() -> Iterator[None]:
    """What the tests hold stays frozen where a snapshot is exchanged: to look through it took a second each time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "unfreeze", lambda: None)
        yield


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return make_world(tmp_path_factory.mktemp("service"))


@pytest.fixture(scope="session")
def client(world: World) -> Iterator[TestClient]:
    """A client with a key that never runs out."""
    settings = Settings(world.store, CHANNEL, world.accounts, watch_s=0)
    app = create_app(settings)
    app.state.core.holder.refresh()
    with TestClient(app, headers=world.headers, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="session")
def server(world: World) -> Iterator[Server]:
    """The service as a process of its own."""
    with running(world, ISNAD_BODY_TIMEOUT_S="1", ISNAD_WATCH_S="0") as server:
        yield server
