"""`isnad serve`: the /v1 service over a channel of a store."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import CHANNEL_VARIABLE, DEFAULT_CHANNEL, STORE_VARIABLE, StoreOption, store_folder

if TYPE_CHECKING:
    from service.settings import PhrasingSettings


def serve(
    store: StoreOption = None,
    channel: Annotated[
        str | None, typer.Option("--channel", help="Default: ISNAD_CHANNEL, or production.")
    ] = None,
    host: Annotated[str, typer.Option("--host", help="Address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Port to listen at.")] = 8000,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes.")] = 1,
    accounts: Annotated[
        str | None,
        typer.Option(
            "--accounts", help="Database of keys. Default: ISNAD_ACCOUNTS, or isnad-keys.sqlite here."
        ),
    ] = None,
    dev: Annotated[
        bool,
        typer.Option("--dev", help="The local store's development channel, with a key that is printed."),
    ] = False,
) -> None:
    """Serve until stopped (Ctrl-C, SIGTERM). SIGHUP looks for a new snapshot at once."""
    import signal

    from service.folder import own_folder

    _check_options(dev, accounts)
    signal.signal(signal.SIGTERM, _end)
    # Held back until a process looks for it, here and in those that are started: by default it ends one.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    os.environ[STORE_VARIABLE] = str(store_folder(store))
    os.environ[CHANNEL_VARIABLE] = (
        channel or os.environ.get(CHANNEL_VARIABLE) or ("development" if dev else DEFAULT_CHANNEL)
    )
    with own_folder() as folder:
        if accounts:
            os.environ["ISNAD_ACCOUNTS"] = accounts
        elif dev:
            os.environ["ISNAD_ACCOUNTS"] = f"{folder}/keys.sqlite"
        os.environ["ISNAD_WORKERS"] = str(workers)
        if workers > 1:  # must be set before the metrics are imported
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_made(folder / "metrics"))
        _serve(host, port, workers, dev)


def _check_options(dev: bool, accounts: str | None) -> None:
    from schemas.errors import CallError

    if dev and accounts:
        raise CallError(
            "--dev has keys of its own, and --accounts names others",
            expected="one of both",
            remedy="leave --dev out, and make a key with `isnad keys create`",
        )


def _end(*_: object) -> None:
    """End in order, so that the folder of keys and metrics is removed.

    uvicorn serves what is at hand, and then raises SIGTERM once more; by default that ends a process on the spot.
    """
    raise SystemExit(0)


def _serve(host: str, port: int, workers: int, dev: bool) -> None:
    from service.logs import configure_logs
    from service.server import run
    from service.settings import Settings

    settings = Settings.from_environment()
    _check_channel(settings.store, settings.channel)
    _check_address(host, port)
    _check_phrasing(settings.phrasing)
    if dev:
        _print_key(settings.accounts, f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")
    else:
        _check_accounts(settings.accounts)
    configure_logs()
    run("service.app:from_environment", host=host, port=port, workers=workers)


def _check_channel(store: Path, channel: str) -> None:
    """Say at once what is wrong with the names; damage is told by the log, and healed by the next snapshot."""
    from pipeline.snapshot import Store

    Store(store).served(channel)


def _check_address(host: str, port: int) -> None:
    """Say in plain words, before a key is printed, that nothing can be served there."""
    import errno
    import socket

    from schemas.errors import ConfigurationError

    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        raise ConfigurationError(
            f"the service cannot listen at {host}, port {port}",
            expected="" if taken else "an address of this machine, and a port that may be listened at",
            found=error.strerror or str(error),
            remedy="stop what listens there, or name another: isnad serve --port 8001"
            if taken
            else "127.0.0.1 is this machine alone, 0.0.0.0 every address that it has: isnad serve --host 127.0.0.1",
        ) from error


def _check_phrasing(settings: PhrasingSettings) -> None:
    """Say once what is wrong with the phrasing server, before several processes do."""
    if settings.url:
        from service.phrasing import Phraser

        Phraser(settings).close()


def _check_accounts(accounts: str) -> None:
    """Say once that the database of keys cannot be opened, before several processes do."""
    from service.accounts.store import opened

    with opened(accounts):
        pass


def _print_key(accounts: str, address: str) -> None:
    from service.accounts.store import opened

    with opened(accounts, make=True) as base:
        _, key = base.create("development", quota=1_000_000, period="day", rate=100_000)
    typer.echo(
        f"Isnad at {address}, with this key until it stops:\n\n  {key}\n\n"
        f"  curl -s {address}/v1/chat -H 'Authorization: Bearer {key}' \\\n"
        "    -H 'Content-Type: application/json' -d '{\"message\": \"What does the Quran say about patience?\"}'\n"
    )


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
