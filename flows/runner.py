"""A runner whose steps are Prefect tasks: coarse, named for what they do, retried where a network failed.

Tasks pass paths and digests, never tables. Prefect caches nothing: a stage finds its output by its key. A flow
that is stopped (Ctrl-C, SIGTERM) stops its steps, which would otherwise be waited for to their ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from threading import Event
from typing import Any, cast

from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.futures import PrefectFuture

from pipeline.build.runner import Item, Result, let_steps_run, stop_steps
from schemas.errors import UnreachableError

RETRY_DELAYS_S = [2.0, 10.0, 30.0]
LOOK_S = 0.5  # after which a flow that waits for its steps looks whether it is stopped


@task(cache_policy=NO_CACHE, persist_result=False)
def step(work: Callable[..., Any], *item: Any) -> Any:
    """One step of a stage."""
    return work(*item)


class PrefectRunner:
    """Runs steps as tasks of the flow that is running."""

    def __init__(self) -> None:
        let_steps_run()

    def once(self, name: str, work: Callable[[], Result]) -> Result:
        named = step.with_options(name=name, task_run_name=name)
        return cast(Result, _results([lambda: named.submit(work)])[0])

    def each(
        self, name: str, work: Callable[[Item], Result], items: Sequence[Item], *, network: bool = False
    ) -> list[Result]:
        named = step.with_options(
            name=name,
            retries=len(RETRY_DELAYS_S) if network else 0,
            retry_delay_seconds=RETRY_DELAYS_S if network else 0.0,
            retry_condition_fn=_worth_trying_again if network else None,
        )
        return _results([partial(_submitted, named, name, work, item) for item in items])


def _submitted(named: Any, name: str, work: Callable[[Item], Result], item: Item) -> PrefectFuture[Any]:
    return named.with_options(task_run_name=f"{name} {_label(item)}").submit(work, item)


def _results(starts: Sequence[Callable[[], PrefectFuture[Any]]]) -> list[Any]:
    """What the steps gave; when the flow is stopped meanwhile, the steps are stopped too.

    A step may be at work before its future is in our hands, so all are told to stop, not those that we know of.
    """
    futures: list[PrefectFuture[Any]] = []
    try:
        futures.extend(start() for start in starts)
        _wait(futures)
        return [future.result() for future in futures]
    except Exception:
        raise
    except BaseException:
        # KeyboardInterrupt, or Prefect's signal of a SIGTERM, with which it would kill this process.
        stop_steps()
        _wait(futures)
        raise KeyboardInterrupt from None


def _wait(futures: Sequence[PrefectFuture[Any]]) -> None:
    """Until all have ended.

    Python handles a signal in the main thread, and the system may give it to any: then nothing wakes a main thread that
    waits without end.
    """
    for future in futures:
        ended = Event()

        def end(_: object, ended: Event = ended) -> None:
            ended.set()

        future.add_done_callback(end)
        while not ended.wait(LOOK_S):
            pass


def _worth_trying_again(task: object, run: object, state: State[Any]) -> bool:
    """Whether the network failed. What a server, a disk or a checksum refuses will be refused again."""
    try:
        state.result()
    except UnreachableError:
        return True
    except Exception:
        return False
    return False


def _label(item: object) -> str:
    """What tells one item's task from another's: its id or name where it has one."""
    return str(getattr(item, "id", getattr(item, "name", item)))[:80]
