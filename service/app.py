"""The app: routes inside, then size and time limits, then the key, then ids, log and metrics around all.

    create_app(settings)     for tests and for embedding
    from_environment()       what the server runs in each of its processes

The server listens at once. Until the first snapshot is open, /readyz and every endpoint that needs it answer 503.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.middleware import Middleware
from uvicorn.config import STARTUP_FAILURE

from pipeline.snapshot import Store
from schemas.errors import IsnadError
from service.accounts import Accounts
from service.core import Core
from service.faults import install
from service.folder import hold
from service.gate import Gate
from service.guard import Guard
from service.logs import Faults, configure_logs
from service.middleware import Limits, Observed
from service.openapi import DESCRIPTION, document
from service.pool import Line, Pool
from service.routes import chat, hijri, me, prayer, quran, system
from service.served import Holder
from service.settings import MAX_BODY, PHRASED_AT_ONCE, PhrasingSettings, Settings
from service.watch import Watcher

if TYPE_CHECKING:
    from service.phrasing import Phraser

VERSION = "1.0.0"
ROUTERS = tuple(module.router for module in (chat, quran, prayer, hijri, me, system))
log = logging.getLogger("isnad.server")
# Half of them wait for another server, and use no processor; in the others it is told of an answer that it is not sent
# there, which waits for nobody.
PHRASING_THREADS = 2 * PHRASED_AT_ONCE
KEY_THREADS, KEYS_WAITING = 4, 256  # a look-up takes a millisecond; one that is good is remembered


def from_environment() -> FastAPI:
    """The app with the settings of the environment, and its logs.

    Settings that cannot be used are told in one line, and end the process in the way by which uvicorn knows that
    another one in its place would fare no better.
    """
    configure_logs()
    if metrics := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):  # of `isnad serve`, as a rule
        hold(Path(metrics).parent)
    try:
        return create_app(Settings.from_environment())
    except IsnadError as error:
        log.error("the service cannot start: %s", error)
        sys.exit(STARTUP_FAILURE)


def create_app(settings: Settings) -> FastAPI:
    """An app of its own, with nothing shared but the metrics; raises `ConfigurationError`.

    The database of keys is reached with the first caller: a process may begin while it is away.
    """
    strangers = Line(
        KEY_THREADS, KEYS_WAITING, "keys", "Too many keys are waiting to be looked at. Try again shortly."
    )
    core = Core(
        settings,
        Holder(Store(settings.store), settings.channel),
        Gate(Accounts(settings.accounts), strangers),
        Line(settings.threads, settings.max_waiting, "answer"),
        Pool(PHRASING_THREADS, "phrase"),
        _phraser(settings.phrasing),
    )
    app = FastAPI(
        title="Isnad",
        version=VERSION,
        description=DESCRIPTION,
        lifespan=_lifespan(core),
        openapi_url=None,  # it is a route of ours, and with it all that FastAPI would show
        redirect_slashes=False,
        middleware=[
            Middleware(Observed, routes=[route for router in ROUTERS for route in router.routes]),
            Middleware(Guard, gate=core.gate),
            Middleware(Limits, max_body=MAX_BODY, timeout_s=settings.body_timeout_s),
        ],
    )
    app.state.core = core
    install(app)
    for router in ROUTERS:
        app.include_router(router)
    app.state.document = document(app)
    return app


def _phraser(settings: PhrasingSettings) -> Phraser | None:
    """What phrases answers, where a server for it is set; raises `ConfigurationError`."""
    if not settings.url:
        return None
    from service.phrasing import Phraser

    return Phraser(settings)


def _lifespan(core: Core):  # type: ignore[no-untyped-def]
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(Faults().of_loop)
        watcher = Watcher(core.holder, core.settings.watch_s)
        _on_hangup(watcher)
        _on_orphaned()
        watcher.start()
        try:
            yield
        finally:
            await asyncio.to_thread(watcher.stop)
            core.answering.close()
            core.phrasing.close()
            if core.phraser is not None:
                core.phraser.close()
            core.gate.close()

    return lifespan


def _on_orphaned() -> None:
    """Let a process end as it does when told to, once the one that started it and its like is gone: nobody would."""
    parent = multiprocessing.parent_process()
    if parent is not None and threading.current_thread() is threading.main_thread():

        def end() -> None:
            loop.remove_reader(parent.sentinel)
            signal.raise_signal(signal.SIGTERM)

        loop = asyncio.get_running_loop()
        loop.add_reader(parent.sentinel, end)


def _on_hangup(watcher: Watcher) -> None:
    """SIGHUP: look at the pointer now; one that came meanwhile is held back until here. Signals reach the main thread
    alone."""
    if threading.current_thread() is threading.main_thread():
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, watcher.look)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})
