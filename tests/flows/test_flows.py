"""The flows on a tiny home: the same snapshot as without Prefect, artifacts to look at, failures tried again."""

from __future__ import annotations

import json
import shutil
import signal
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tiny_home import CHANNEL, publish_home, store_of, write_card

from schemas.errors import (
    AccountingError,
    BuildError,
    ChecksumError,
    FetchError,
    IsnadError,
    PublishRefused,
    UnreachableError,
)

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("server")]

ELSEWHERE = {"type": "https", "url": "https://example.invalid/answers.csv", "sha256": "0" * 64}


def artifacts(key: str) -> list[Any]:
    """What the flows left under a key, the newest first."""
    from prefect.client.orchestration import get_client
    from prefect.client.schemas.filters import ArtifactFilter, ArtifactFilterKey
    from prefect.client.schemas.sorting import ArtifactSort

    with get_client(sync_client=True) as client:
        return client.read_artifacts(
            artifact_filter=ArtifactFilter(key=ArtifactFilterKey(any_=[key])), sort=ArtifactSort.CREATED_DESC
        )


def table(key: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(artifacts(key)[0].data)
    return rows


def test_rebuild_gives_the_snapshot_that_a_build_without_prefect_gives(home: Path, tmp_path: Path) -> None:
    from flows.publish import publish
    from flows.rebuild import rebuild

    twin = Path(shutil.copytree(home, tmp_path / "twin"))
    snapshot = rebuild("tiny", str(home))
    assert snapshot == store_of(home).served(CHANNEL).snapshot
    assert snapshot == publish_home(twin).snapshot
    assert publish("tiny", str(home)) == snapshot
    store_of(home).verify(snapshot)

    counts = {row["source"]: row for row in table("source-counts")}
    assert (counts["trial"]["rows"], counts["trial"]["documents"], counts["trial"]["quarantined"]) == (
        19,
        18,
        1,
    )
    assert [(row["source"], row["lines"]) for row in table("quarantine") if row["severity"] != "warning"] == [
        ("trial", 1)
    ]
    assert table("dead-links") == []
    assert "questions" in artifacts("evaluation")[0].data
    assert [row["outcome"] for key in artifacts("published")[:2] for row in json.loads(key.data)] == [
        "unchanged",
        "published",
    ]
    assert table("published")[0]["snapshot"] == snapshot


def test_each_flow_runs_by_itself(home: Path) -> None:
    from flows.build import build
    from flows.evaluate import evaluate
    from flows.ingest import ingest
    from flows.publish import publish

    assert ingest("tiny", str(home))["answers"] == {
        "rows": 2, "documents": 2, "quarantined": 0, "duplicates": 0, "merged": 0
    }  # fmt: skip
    built = build("tiny", str(home))
    assert set(built) == {"corpus", "embedder", "analysis", "index", "places"}
    assert all(Path(folder).is_dir() for folder in built.values())
    assert (Path(evaluate("tiny", str(home))) / "report.md").is_file()
    assert store_of(home).ids() == ()
    with pytest.raises(PublishRefused, match="samples"):
        publish("tiny", str(home), channel="production")
    done = publish("tiny", str(home), channel="production", allow=["samples"])
    assert store_of(home).served("production").snapshot == done


@dataclass
class Unsteady:
    """Brings what a real function brings, after it failed some times."""

    real: Any
    error: Exception
    failures: int
    calls: list[str] = field(default_factory=list)

    def __call__(self, *arguments: Any, **more: Any) -> Any:
        self.calls.append("asked")
        if len(self.calls) <= self.failures:
            raise self.error
        return self.real(*arguments, **more)


def far_answers(home: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, failures: int) -> Unsteady:
    """The source of answers comes from a network that fails some times."""
    from pipeline.build import sources
    from pipeline.sources.card import load_card

    bring = sources.fetch
    near = load_card(home / "data/sources/answers").origin
    write_card(home, "answers", origin=ELSEWHERE)
    unsteady = Unsteady(lambda _, *rest, **more: bring(near, *rest, **more), error, failures)

    def one(origin: Any, *rest: Any, **more: Any) -> Any:
        return (unsteady if origin.type == ELSEWHERE["type"] else bring)(origin, *rest, **more)

    monkeypatch.setattr(sources, "fetch", one)
    return unsteady


def test_a_source_that_could_not_be_brought_is_tried_again(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from flows.ingest import ingest

    unsteady = far_answers(home, monkeypatch, UnreachableError("no connection"), failures=2)
    assert ingest("tiny", str(home))["answers"]["documents"] == 2
    assert len(unsteady.calls) == 3


def test_after_the_last_trial_the_error_is_isnads_own(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from flows.rebuild import rebuild

    unsteady = far_answers(home, monkeypatch, UnreachableError("no connection"), failures=99)
    with pytest.raises(FetchError, match="no connection"):
        rebuild("tiny", str(home))
    assert len(unsteady.calls) == 4
    assert store_of(home).ids() == ()


@pytest.mark.parametrize(
    "error", [ChecksumError("not the pinned ones"), FetchError("the server answered 404")]
)
def test_what_will_not_change_is_not_asked_for_again(
    home: Path, monkeypatch: pytest.MonkeyPatch, error: IsnadError
) -> None:
    from flows.ingest import ingest

    unsteady = far_answers(home, monkeypatch, error, failures=99)
    with pytest.raises(type(error)):
        ingest("tiny", str(home))
    assert len(unsteady.calls) == 1


def test_a_file_that_is_missing_is_told_at_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from flows.ingest import ingest
    from pipeline.build import sources

    (home / "data/sources/answers/answers.csv").unlink()
    unsteady = Unsteady(sources.fetch, FetchError(""), failures=0)
    monkeypatch.setattr(sources, "fetch", unsteady)
    with pytest.raises(FetchError, match="missing"):
        ingest("tiny", str(home))
    assert len(unsteady.calls) == 4  # once for each source


def test_the_package_of_places_is_tried_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from flows.build import build
    from pipeline.build import stages

    unsteady = Unsteady(stages.fetch, UnreachableError("no connection"), failures=2)
    monkeypatch.setattr(stages, "fetch", unsteady)
    assert "places" in build("tiny", str(home))
    assert len(unsteady.calls) == 3


@pytest.mark.parametrize("fault", ["counts", "golden"])
def test_a_fault_is_isnads_error_and_prints_no_stack_trace(
    home: Path, fault: str, capfd: pytest.CaptureFixture[str]
) -> None:
    from flows.rebuild import rebuild

    if fault == "counts":
        write_card(home, "trial", expected={"rows": 1, "documents": 1})
    else:
        path = home / "data/questions/golden.jsonl"
        path.write_text(path.read_text("utf-8").replace("quran:112:2", "quran:112:4"), "utf-8")
    with pytest.raises(AccountingError if fault == "counts" else BuildError):
        rebuild("tiny", str(home))
    printed = capfd.readouterr()
    assert "Traceback" not in printed.out + printed.err
    assert store_of(home).ids() == ()


def test_a_signal_that_the_system_gives_to_another_thread_ends_the_steps() -> None:
    from prefect import flow

    from flows.runner import PrefectRunner
    from pipeline.build.runner import advance_of

    finished = []

    def work() -> None:
        time.sleep(1)  # by now the flow waits
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        for part in range(200):
            time.sleep(0.1)
            advance_of("corpus")(part, 200)
        finished.append(work)

    @flow(name="stopped", persist_result=False)
    def stopped() -> None:
        PrefectRunner().once("corpus", work)

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert not finished
