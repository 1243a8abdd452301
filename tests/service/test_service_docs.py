"""docs/api.md and docs/operations.md say what the service does: nothing is missing, and what they show works."""

from __future__ import annotations

import re
import shlex
from urllib.parse import parse_qsl, urlsplit

import pytest
from service_world import ROOT
from starlette.testclient import TestClient

from cli.keys import app as keys_app
from schemas.answer import Intent
from service import metrics
from service.problems import TYPE, ProblemKind

API = (ROOT / "docs" / "api.md").read_text("utf-8")
OPERATIONS = (ROOT / "docs" / "operations.md").read_text("utf-8")
ROUTES = (
    "POST /v1/chat",
    "GET /v1/quran/{surah}/{ayah}",
    "GET /v1/prayer-times",
    "GET /v1/prayer-times/methods",
    "GET /v1/hijri",
    "GET /v1/me",
)


def section(title: str) -> str:
    return API.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_every_problem_is_in_the_table_with_its_status() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (\d{3}) \|", section("Problems"), re.MULTILINE)
    assert {name: int(status) for name, status in rows} == {
        kind.value[0]: kind.status for kind in ProblemKind
    }
    assert TYPE in section("Problems")


@pytest.mark.parametrize("route", ROUTES)
def test_every_endpoint_has_a_first_request_in_curl_and_in_python(route: str) -> None:
    text = section(route)
    assert "```sh\ncurl " in text
    assert "```python\n" in text


def test_the_endpoints_are_all_there_are(client: TestClient) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    served = {f"{method.upper()} {path}" for path, operations in paths.items() for method in operations}
    assert served == set(ROUTES) == set(re.findall(r"^## ((?:GET|POST) \S+)$", API, re.MULTILINE))


def test_every_intent_is_described() -> None:
    described = re.findall(r"^\| `([a-z_]+)` \|", section("POST /v1/chat"), re.MULTILINE)
    fields = ["message", "mode", "background"]
    assert [name for name in described if name not in fields] == [*map(str, Intent)]


@pytest.mark.parametrize("command", re.findall(r"```sh\n(curl .*?)```", API, re.DOTALL))
def test_the_curl_requests_are_understood(client: TestClient, command: str) -> None:
    for line in command.replace("\\\n", " ").strip().splitlines():
        words = shlex.split(line.replace("$ISNAD", "http://x"))
        url = urlsplit(next(word for word in words if word.startswith("http://x")))
        data = [words[place + 1] for place, word in enumerate(words) if word == "-d"]
        if "-G" in words:
            params = [pair for each in data for pair in parse_qsl(each)]
            given = client.get(url.path, params=params)
        elif data:
            given = client.post(url.path, content=data[0], headers={"Content-Type": "application/json"})
        else:
            given = client.get(url.path)
        assert given.status_code in (200, 503), given.text  # the small world lacks some verses


@pytest.mark.parametrize("code", re.findall(r"```python\n((?:body|print).*?)```", API, re.DOTALL))
def test_the_python_requests_work(client: TestClient, code: str) -> None:
    if "مكة" in code:
        code = code.replace("مكة", "Mecca")
    exec(code, {"isnad": client, "print": lambda *values: None})


def test_every_setting_and_metric_is_in_the_table() -> None:
    sources = [path.read_text("utf-8") for path in sorted((ROOT / "service").glob("*.py"))]
    read = {name for text in sources for name in re.findall(r'"(ISNAD_[A-Z_]+)"', text)}
    assert read
    assert {name for name in read if f"`{name}`" not in OPERATIONS} == set()
    named = {value._name for value in vars(metrics).values() if hasattr(value, "_name")}
    assert {name for name in named if name not in OPERATIONS} == set()


def test_every_keys_command_is_described() -> None:
    for command in keys_app.registered_commands:
        name = command.name or command.callback.__name__  # type: ignore[union-attr]
        assert f"isnad keys {name}" in OPERATIONS
