"""Work in a process of its own gives what it gives here: its result, its progress, its errors."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from local_runner import LocalRunner
from tiny_home import layout_of, make_home, profile_of

from pipeline.build import run, stages
from pipeline.build.apart import apart
from pipeline.build.runner import Advance, let_steps_run, stop_steps
from schemas.errors import BuildError, ConfigurationError


def counted(to: int, advance: Advance) -> int:
    for one in range(to):
        advance(one + 1, to)
    return os.getpid()


def refused(advance: Advance) -> None:
    raise ConfigurationError("it cannot be", expected="this", found="that")


class NeedsMore(Exception):
    def __init__(self, model: str, *, of: str) -> None:
        super().__init__(f"no such {model}")


def needing_more(advance: Advance) -> None:
    raise NeedsMore("model", of="a library")


def holding_a_lock(advance: Advance) -> None:
    error = ValueError("no such model")
    error.lock = threading.Lock()  # type: ignore[attr-defined]
    raise error


def killed(advance: Advance) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def unending(advance: Advance) -> None:
    while True:
        advance(1, 2)


def silent(advance: Advance) -> None:
    time.sleep(600)


def test_result_and_progress_come_back() -> None:
    told: list[tuple[int, int]] = []
    assert apart(partial(counted, 3), lambda *one: told.append(one)) != os.getpid()
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_an_error_comes_back_as_it_is() -> None:
    with pytest.raises(ConfigurationError, match="it cannot be") as caught:
        apart(refused, lambda done, total: None)
    assert caught.value.found == "that"


@pytest.mark.parametrize("work", [holding_a_lock, needing_more])
def test_an_error_that_cannot_be_sent_is_told_by_what_it_says(work: Callable[[Advance], None]) -> None:
    with pytest.raises(BuildError, match="a worker of the build failed") as caught:
        apart(work, lambda done, total: None)
    assert caught.value.found == "no such model"


def test_a_process_that_is_killed_is_told() -> None:
    with pytest.raises(BuildError, match="ended from outside"):
        apart(killed, lambda done, total: None)


def test_whoever_watches_may_stop_it() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        apart(unending, stop)


def test_work_that_tells_nothing_is_stopped_with_the_steps() -> None:
    later = threading.Timer(1, stop_steps)
    later.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            apart(silent, lambda done, total: None)
    finally:
        later.join()
        let_steps_run()


def test_an_embedder_is_the_same_wherever_it_is_trained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    for name, large in (("here", 1 << 40), ("apart", 0)):
        monkeypatch.setattr(stages, "LARGE", large)
        home = make_home(tmp_path / name)
        output = run.build(layout_of(home), profile_of(home), LocalRunner()).embedder
        files = {path.name: path.read_bytes() for path in output.path.iterdir() if path.name != "stage.json"}
        made.append((output.key, dict(output.facts), files))
    assert made[0] == made[1]
