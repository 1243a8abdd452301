"""What the service needs to start: few modules, no compiler, and settings that can be used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from service_world import CHANNEL, ROOT, World

from schemas.errors import ConfigurationError
from service.settings import Settings

FORBIDDEN = ("torch", "prefect", "polars", "datasets", "sentence_transformers", "transformers", "accelerate")
ASK = """
import json, sys
from pathlib import Path
from starlette.testclient import TestClient
import numba.core.dispatcher as dispatcher
from service.app import create_app
from service.settings import Settings
app = create_app(Settings(Path(sys.argv[1]), sys.argv[2], sys.argv[3], watch_s=0))
app.state.core.holder.refresh()
compiled = []
real = dispatcher.Dispatcher.compile
dispatcher.Dispatcher.compile = lambda self, sig: (compiled.append(str(self)), real(self, sig))[1]
client = TestClient(app, headers={"Authorization": "Bearer " + sys.argv[4]})
statuses = []
for question in ("Is prayer valid without wudu?", "112:1", "كم صلاة تجب على المسلم؟", "x " * 2000, "Hello"):
    statuses.append(client.post("/v1/chat", json={"message": question}).status_code)
for path in ("/v1/quran/112/1", "/v1/hijri", "/v1/me", "/v1/prayer-times/methods", "/metrics", "/openapi.json",
             "/v1/prayer-times?city=London&country=UK&method=15"):
    statuses.append(client.get(path).status_code)
print(json.dumps({"modules": sorted({name.split(".")[0] for name in sys.modules}), "statuses": statuses,
                  "compiled": compiled}))
"""


@pytest.fixture(scope="module")
def report(world: World) -> dict[str, list]:
    """What a fresh process did to answer on every endpoint."""
    import json

    command = [sys.executable, "-c", ASK, str(world.store), CHANNEL, world.accounts, world.key]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_endpoint_answers_in_a_fresh_process(report: dict[str, list]) -> None:
    assert report["statuses"] == [200] * 12


@pytest.mark.parametrize("module", FORBIDDEN)
def test_nothing_of_the_build_is_imported(report: dict[str, list], module: str) -> None:
    assert module not in report["modules"]


def test_no_request_waits_for_a_compiler(report: dict[str, list]) -> None:
    """Kernels are compiled, or taken from the cache, before a snapshot is served."""
    assert report["compiled"] == []


def test_settings_come_from_the_environment() -> None:
    given = Settings.from_environment(
        {
            "ISNAD_STORE": "/srv/store",
            "ISNAD_CHANNEL": "staging",
            "ISNAD_WATCH_S": "0.5",
            "ISNAD_THREADS": "3",
            "ISNAD_LOG_QUESTIONS": "1",
            "ISNAD_PHRASING_KEY": "hidden",
        }
    )
    assert (given.store, given.channel, given.watch_s, given.threads) == (
        Path("/srv/store"),
        "staging",
        0.5,
        3,
    )
    assert given.log_questions
    assert "hidden" not in repr(given)


def test_questions_are_not_logged_unless_asked_for() -> None:
    assert not Settings.from_environment({"ISNAD_STORE": "x"}).log_questions
    assert not Settings.from_environment({"ISNAD_STORE": "x", "ISNAD_LOG_QUESTIONS": "0"}).log_questions


@pytest.mark.parametrize(
    "wrong",
    [{}, {"ISNAD_STORE": ""}, {"ISNAD_WATCH_S": "soon"}, {"ISNAD_WATCH_S": "-1"}, {"ISNAD_WATCH_S": "nan"},
     {"ISNAD_BODY_TIMEOUT_S": "inf"}, {"ISNAD_THREADS": "0"}, {"ISNAD_THREADS": "two"}, {"ISNAD_MAX_WAITING": "²"}],
)  # fmt: skip
def test_settings_that_cannot_be_used_are_named(wrong: dict[str, str]) -> None:
    store = {} if not wrong or "ISNAD_STORE" in wrong else {"ISNAD_STORE": "x"}
    with pytest.raises(ConfigurationError) as caught:
        Settings.from_environment({**store, **wrong})
    assert "ISNAD_" in str(caught.value)
