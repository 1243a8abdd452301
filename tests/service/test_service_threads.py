"""Threads of the service: a line that is full says so, and an answer that is not phrased waits for none that is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event

import pytest

from service.app import create_app
from service.pool import Line, Pool
from service.problems import Problem
from service.settings import PHRASED_AT_ONCE, Settings


def test_a_place_is_held_by_as_many_as_work_and_may_wait() -> None:
    line = Line(1, 2, "test", "Full.")
    with line.place(), line.place():
        with line.place(), pytest.raises(Problem, match="Full"), line.place():
            pass
        with line.place():  # it was given back
            pass


def test_an_answer_that_is_not_sent_to_the_server_goes_out_while_all_that_may_be_are_there(
    tmp_path: Path,
) -> None:
    pool: Pool = create_app(Settings(tmp_path, accounts=f"{tmp_path}/keys.sqlite")).state.core.phrasing
    done = Event()

    async def asked() -> str:
        there = [asyncio.create_task(pool.run(lambda: done.wait(30))) for _ in range(PHRASED_AT_ONCE)]
        await asyncio.sleep(0)
        try:
            return await asyncio.wait_for(pool.run(lambda: "as it is"), 20)
        finally:
            done.set()
            await asyncio.gather(*there)

    assert asyncio.run(asked()) == "as it is"
    pool.close()
