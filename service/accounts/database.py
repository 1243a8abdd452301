"""The tables of keys and usage, and how a database is reached: SQLite in a file, PostgreSQL at an address.

What is written survives a kill. No lock is waited for without an end, nor a server that has gone. No message repeats a
password.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from schemas.errors import ConfigurationError
from schemas.printable import first_line

WAIT_S = 10  # for a connection, for a lock, and for what a statement takes
_NO_ADDRESS = "not an address of a database"

_tables = sa.MetaData()
KEYS = sa.Table(
    "api_key",
    _tables,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("account_id", sa.String(64), nullable=False, index=True),
    sa.Column("account_name", sa.String(200), nullable=False),
    sa.Column("secret_hash", sa.String(64), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),  # seconds since 1970, UTC
    sa.Column("expires", sa.BigInteger),
    sa.Column("revoked", sa.BigInteger),
    sa.Column("quota", sa.Integer, nullable=False),
    sa.Column("period", sa.String(5), nullable=False),
    sa.Column("rate", sa.Integer, nullable=False),
)
USAGE = sa.Table(
    "usage",
    _tables,
    # Usage is the account's: a rotated key goes on counting where the old one stopped.
    sa.Column("account_id", sa.String(64), primary_key=True),
    sa.Column("period_start", sa.BigInteger, primary_key=True),
    sa.Column("used", sa.Integer, nullable=False),
)


def engine_of(place: str, *, make: bool = False) -> tuple[sa.Engine, str]:
    """The connections of a database, and its address without what is secret. Only what is to be made is reached.

    Args:
        place: the path of an SQLite file, or an SQLAlchemy address.
        make: one that is not there is made.

    Raises:
        ConfigurationError: it has no address, or cannot be made.
    """
    url = _address(place) if "://" in place else sa.URL.create("sqlite", database=place)
    where = url.set(query={}).render_as_string(hide_password=True)
    try:
        engine = _engine(url)
        if make:
            _make(engine)
        elif engine.dialect.name == "sqlite":
            sa.event.listen(engine, "do_connect", _only_there)
    except (sa.exc.ArgumentError, ValueError):
        raise _not_opened(f"{where}: {_NO_ADDRESS}") from None
    except (sa.exc.SQLAlchemyError, ImportError) as error:
        raise _not_opened(f"{where}: {first_line(error)}") from error
    return engine, where


def check(engine: sa.Engine, where: str) -> None:
    """Raise `ConfigurationError` where a database cannot be reached, or is not there."""
    try:
        there = _is_there(engine)
    except sa.exc.SQLAlchemyError as error:
        raise _not_opened(f"{where}: {first_line(error)}") from error
    if not there:
        raise ConfigurationError(
            "there is no database of keys",
            where=where,
            remedy="name it with --accounts or ISNAD_ACCOUNTS; `isnad keys create` makes one",
        )


def _address(text: str) -> sa.URL:
    """An address, read; raises `ConfigurationError`. What others say of one that cannot be read repeats parts of it, of
    which any may be the password's: neither is told."""
    try:
        url = sa.engine.make_url(text)
    except (sa.exc.ArgumentError, ValueError):
        url = None
    if url is None or "@" in (url.host or ""):  # behind a password with an @ of its own
        raise _not_opened(f"{text.partition('://')[0]}://…: {_NO_ADDRESS}")
    return url


def _not_opened(found: str) -> ConfigurationError:
    return ConfigurationError(
        "the database of keys cannot be opened",
        expected="the path of a file such as keys.sqlite, or postgresql+psycopg://user@host/base",
        found=found,
        remedy="check --accounts or ISNAD_ACCOUNTS; the folder of a file must let this user write; in a password, "
        "@ is written %40, : %3A and / %2F",
    )


def _engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() == "sqlite":
        waits = {"timeout": WAIT_S, "check_same_thread": False}
        engine = sa.create_engine(url, connect_args=waits, pool_timeout=WAIT_S)
        sa.event.listen(engine, "connect", _durable)
        if file := url.database:
            _follow(engine, Path(file))
        return engine
    if url.drivername == "postgresql+psycopg":
        url = url.set(query={**_patience(), **url.query})  # what an address says itself holds
    engine = sa.create_engine(url, pool_pre_ping=True, pool_size=10, max_overflow=20, pool_timeout=WAIT_S)
    if engine.dialect.name == "postgresql":
        sa.event.listen(engine, "begin", _in_time)
    return engine


def _patience() -> dict[str, str]:
    """How long libpq waits for a server, also for one that has gone without a word."""
    return {
        "connect_timeout": str(WAIT_S),
        "tcp_user_timeout": str(WAIT_S * 1000),
        "keepalives_idle": str(WAIT_S),
        "keepalives_interval": str(WAIT_S),
    }


def _in_time(connection: sa.Connection) -> None:
    """No statement waits for a lock for ever. Each transaction is told so: what pools connections before a server
    takes no such setting when one is made, and may give the next transaction another."""
    connection.exec_driver_sql(f"set local statement_timeout = '{WAIT_S}s'")


def _is_there(engine: sa.Engine) -> bool:
    """Whether the database holds keys, or could."""
    file = engine.url.database
    if engine.dialect.name == "sqlite" and not (file and Path(file).is_file()):
        return False
    return sa.inspect(engine).has_table(KEYS.name)


def _only_there(_: Any, __: Any, given: list[Any], ___: Any) -> None:
    """SQLite would make the file that it is asked to look into."""
    if not Path(given[0]).is_file():
        raise sqlite3.OperationalError("there is no such file")


def _follow(engine: sa.Engine, file: Path) -> None:
    """Let go of connections to a file in whose place another was put, as from a backup: what is revoked in that one
    would be good in the old one for ever."""

    def which() -> tuple[int, int] | None:
        try:
            found = file.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def opened(_: Any, record: Any) -> None:
        record.info["file"] = which()

    def taken(_: Any, record: Any, __: Any) -> None:
        if record.info["file"] != which():
            raise sa.exc.DisconnectionError("another file has its place")

    sa.event.listen(engine, "connect", opened)
    sa.event.listen(engine, "checkout", taken)


def _durable(connection: Any, _: Any) -> None:
    """What is written survives a kill; readers do not wait for writers."""
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode=wal")
    cursor.execute("pragma synchronous=full")
    cursor.close()


def _make(engine: sa.Engine) -> None:
    """Make the tables that are not there. Somebody else may be making them: each may be met once amid that."""
    for _ in _tables.tables:
        with suppress(sa.exc.OperationalError, sa.exc.ProgrammingError, sa.exc.IntegrityError):
            _tables.create_all(engine)
            return
    _tables.create_all(engine)
