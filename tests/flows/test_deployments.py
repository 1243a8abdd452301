"""prefect.yaml, and the settings that a home gives Prefect."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml

from flows.settings import configure

ROOT = Path(__file__).parents[2]
SAID: dict[str, Any] = yaml.safe_load((ROOT / "prefect.yaml").read_text("utf-8"))
DEPLOYMENTS = {each["name"]: each for each in SAID["deployments"]}


@pytest.mark.parametrize("name", sorted(DEPLOYMENTS))
def test_a_deployment_names_a_flow_that_takes_its_parameters(name: str) -> None:
    from prefect import Flow

    path, _, function = DEPLOYMENTS[name]["entrypoint"].partition(":")
    assert (ROOT / path).is_file()
    flow = getattr(import_module(path.removesuffix(".py").replace("/", ".")), function)
    assert isinstance(flow, Flow)
    flow.validate_parameters(DEPLOYMENTS[name]["parameters"])
    with pytest.raises(Exception, match="profil"):
        flow.validate_parameters({"profil": "starter"})
    profile = DEPLOYMENTS[name]["parameters"]["profile"]
    assert (ROOT / "data/profiles" / f"{profile}.yaml").is_file()


def test_every_flow_has_a_deployment() -> None:
    flows = {path.stem for path in (ROOT / "flows").glob("*.py") if "@flow" in path.read_text("utf-8")}
    deployed = {each["entrypoint"].split(":")[1] for each in DEPLOYMENTS.values()}
    assert deployed == flows


def test_the_schedule_can_be_read_and_runs_do_not_overlap() -> None:
    from prefect.client.schemas.schedules import CronSchedule

    (schedule,) = DEPLOYMENTS["nightly"]["schedules"]
    CronSchedule(cron=schedule["cron"], timezone=schedule["timezone"])
    assert DEPLOYMENTS["nightly"]["concurrency_limit"] == 1
    with pytest.raises(ValueError, match="cron"):
        CronSchedule(cron="every night")


def test_a_server_plans_the_runs_of_the_schedule(server: None) -> None:
    """The server's own scheduler does so every minute; it needs a library of databases that it knows."""
    from prefect.client.orchestration import get_client
    from prefect.client.schemas.actions import DeploymentScheduleCreate
    from prefect.client.schemas.schedules import CronSchedule

    (said,) = DEPLOYMENTS["nightly"]["schedules"]
    schedule = CronSchedule(cron=said["cron"], timezone=said["timezone"])
    with get_client(sync_client=True) as client:
        flow = client.create_flow_from_name("nightly")
        deployment = client.create_deployment(
            flow, "nightly", schedules=[DeploymentScheduleCreate(schedule=schedule, active=True)]
        )
        client.request(
            "POST", "/deployments/{id}/schedule", path_params={"id": deployment}, json={"min_runs": 2}
        )
        times = [
            run.expected_start_time for run in client.read_flow_runs() if run.deployment_id == deployment
        ]
    assert len(times) >= 2
    assert {(time.hour, time.minute) for time in times if time is not None} == {(2, 30)}


def test_the_version_is_the_one_that_is_installed() -> None:
    import prefect

    assert prefect.__version__ == SAID["prefect-version"]


def test_settings_of_a_home_never_override_the_operators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", {"PREFECT_API_URL": "http://10.0.0.1/api", "PREFECT_HOME": "/mine"})
    configure(tmp_path)
    assert os.environ["PREFECT_HOME"] == "/mine"
    assert os.environ["PREFECT_API_URL"] == "http://10.0.0.1/api"
    assert os.environ["PREFECT_SERVER_ANALYTICS_ENABLED"] == "false"
    assert os.environ["PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL"] == "CRITICAL"
    monkeypatch.setattr(os, "environ", {})
    configure(tmp_path, quiet=False)
    assert os.environ["PREFECT_HOME"] == str(tmp_path / "data" / "prefect")
    assert os.environ["PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL"] == "INFO"
