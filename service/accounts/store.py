"""Keys and usage in a database: SQLite for one machine, PostgreSQL for several replicas.

A call is counted by one statement that adds one only while the quota is not used up, in a transaction of its own.
So the count is exact under any number of threads, processes and replicas, and a call that was let through has been
written to the disk before its answer goes out.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from schemas.errors import ConfigurationError
from service.accounts.keys import (
    Account,
    ApiKey,
    KeyState,
    Period,
    hash_secret,
    matches,
    new_secret,
    period_end,
    period_start,
    split_key,
)

_NO_ADDRESS = "not an address of a database"

_tables = sa.MetaData()
_keys = sa.Table(
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
_usage = sa.Table(
    "usage",
    _tables,
    # Usage is the account's: a rotated key goes on counting where the old one stopped.
    sa.Column("account_id", sa.String(64), primary_key=True),
    sa.Column("period_start", sa.BigInteger, primary_key=True),
    sa.Column("used", sa.Integer, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Usage:
    """Where an account stands in its period. `allowed` is whether the call that asked was counted."""

    allowed: bool
    limit: int
    used: int
    resets: datetime

    @property
    def remaining(self) -> int:
        """Calls left in the period."""
        return max(0, self.limit - self.used)


class Accounts:
    """The database of keys."""

    def __init__(self, place: str, *, make: bool = False) -> None:
        """Open the database; raises `ConfigurationError` when it cannot be reached, or is not there.

        `place` is the path of an SQLite file, or an SQLAlchemy address. With `make`, one that is not there is made.
        """
        url = _address(place if "://" in place else f"sqlite:///{place}")
        self.where = url.set(query={}).render_as_string(hide_password=True)
        try:
            self._engine = sa.create_engine(url, **_options(url))
            if self._engine.dialect.name == "sqlite":
                sa.event.listen(self._engine, "connect", _durable)
            if make:
                _make(self._engine)
            there = _is_there(self._engine)
        except (sa.exc.ArgumentError, ValueError):
            raise _not_opened(f"{self.where}: {_NO_ADDRESS}") from None
        except (sa.exc.SQLAlchemyError, ImportError) as error:
            raise _not_opened(f"{self.where}: {_first_line(error)}") from error
        if not there:
            raise ConfigurationError(
                "there is no database of keys",
                where=self.where,
                remedy="name it with --accounts or ISNAD_ACCOUNTS; `isnad keys create` makes one",
            )

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()

    def create(
        self,
        name: str,
        *,
        quota: int,
        period: Period,
        rate: int,
        expires: datetime | None = None,
        now: datetime | None = None,
    ) -> tuple[ApiKey, str]:
        """A key for a new account; the second value is the key itself, which is not stored."""
        account = Account("acct_" + new_secret()[0], name)
        with self._engine.begin() as connection:
            return self._put(connection, account, quota, period, rate, expires, now or datetime.now(UTC))

    def rotate(self, key_id: str, *, now: datetime | None = None) -> tuple[ApiKey, str]:
        """A new key for the account of an old one that works, which is revoked in the same transaction."""
        moment = now or datetime.now(UTC)
        with self._engine.begin() as connection:
            old = self._stored(connection, key_id)
            state = old.state(moment)
            # Whoever revokes it gives the new one: of two at once, one finds it revoked already.
            if state is not KeyState.GOOD or not self._mark_revoked(connection, old.id, moment):
                raise self._not_rotated(old, state)
            return self._put(connection, old.account, old.quota, old.period, old.rate, old.expires, moment)

    def revoke(self, key_id: str, *, now: datetime | None = None) -> None:
        """Stop a key from working."""
        with self._engine.begin() as connection:
            self._mark_revoked(connection, self._stored(connection, key_id).id, now or datetime.now(UTC))

    def keys(self) -> list[ApiKey]:
        """All keys, oldest first."""
        with self._engine.connect() as connection:
            rows = connection.execute(sa.select(_keys).order_by(_keys.c.created, _keys.c.id))
            return [_key(row) for row in rows]

    def authenticate(self, text: str, now: datetime) -> tuple[KeyState, ApiKey | None]:
        """Who holds a key. The key is None unless its state is `GOOD`."""
        parts = split_key(text)
        if parts is None:
            return KeyState.UNKNOWN, None
        with self._engine.connect() as connection:
            row = connection.execute(sa.select(_keys).where(_keys.c.id == parts[0])).first()
        key = _key(row) if row is not None else None
        if not matches(parts[1], key) or key is None:
            return KeyState.UNKNOWN, None
        state = key.state(now)
        return (state, key) if state is KeyState.GOOD else (state, None)

    def count(self, key: ApiKey, now: datetime) -> Usage:
        """Count one call, if the quota allows it."""
        start = int(period_start(now, key.period).timestamp())
        insert = postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert
        statement = (
            insert(_usage)
            .values(account_id=key.account.id, period_start=start, used=1)
            .on_conflict_do_update(
                index_elements=[_usage.c.account_id, _usage.c.period_start],
                set_={"used": _usage.c.used + 1},
                where=_usage.c.used < key.quota,
            )
            .returning(_usage.c.used)
        )
        with self._engine.begin() as connection:
            used = connection.execute(statement).scalar() if key.quota > 0 else None
        if used is None:
            return Usage(False, key.quota, key.quota, period_end(now, key.period))
        return Usage(True, key.quota, int(used), period_end(now, key.period))

    def usage(self, key: ApiKey, now: datetime) -> Usage:
        """Where the account stands, without counting."""
        start = int(period_start(now, key.period).timestamp())
        with self._engine.connect() as connection:
            used = connection.execute(
                sa.select(_usage.c.used).where(
                    _usage.c.account_id == key.account.id, _usage.c.period_start == start
                )
            ).scalar()
        return Usage(True, key.quota, int(used or 0), period_end(now, key.period))

    def _put(
        self,
        connection: sa.Connection,
        account: Account,
        quota: int,
        period: Period,
        rate: int,
        expires: datetime | None,
        now: datetime,
    ) -> tuple[ApiKey, str]:
        number, secret, text = new_secret()
        created = datetime.fromtimestamp(int(now.timestamp()), UTC)
        key = ApiKey(number, account, hash_secret(secret), created, expires, None, quota, period, rate)
        connection.execute(
            _keys.insert().values(
                id=key.id,
                account_id=account.id,
                account_name=account.name,
                secret_hash=key.secret_hash,
                created=int(created.timestamp()),
                expires=int(expires.timestamp()) if expires else None,
                revoked=None,
                quota=quota,
                period=period,
                rate=rate,
            )
        )
        return key, text

    def _stored(self, connection: sa.Connection, key_id: str) -> ApiKey:
        row = connection.execute(sa.select(_keys).where(_keys.c.id == key_id)).first()
        if row is None:
            raise ConfigurationError(
                f"there is no key “{key_id}”",
                expected="the id of a key: the 16 characters between isnad_ and the next underscore",
                where=self.where,
                remedy="`isnad keys list` shows them",
            )
        return _key(row)

    def _not_rotated(self, key: ApiKey, state: KeyState) -> ConfigurationError:
        gone = "has expired" if state is KeyState.EXPIRED else "is revoked"
        return ConfigurationError(
            f"the key “{key.id}” {gone}, and nothing takes its place",
            expected="a key that works",
            found=f"expired on {key.expires:%Y-%m-%d, %H:%M} UTC" if state is KeyState.EXPIRED else "",
            where=self.where,
            remedy="make a key for a new account: isnad keys create",
        )

    @staticmethod
    def _mark_revoked(connection: sa.Connection, key_id: str, now: datetime) -> bool:
        """Whether it is this call that revoked it."""
        done = connection.execute(
            _keys.update()
            .where(_keys.c.id == key_id, _keys.c.revoked.is_(None))
            .values(revoked=int(now.timestamp()))
        )
        return done.rowcount == 1


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
        remedy="check --accounts or ISNAD_ACCOUNTS; in a password, @ is written %40, : %3A and / %2F",
    )


def _options(url: sa.URL) -> dict[str, Any]:
    if url.get_backend_name() == "sqlite":
        return {"connect_args": {"timeout": 30, "check_same_thread": False}}
    return {"pool_pre_ping": True, "pool_size": 10, "max_overflow": 20}


def _is_there(engine: sa.Engine) -> bool:
    """Whether the database holds keys, or could; SQLite would make the file that it is asked to look into."""
    file = engine.url.database
    if engine.dialect.name == "sqlite" and not (file and Path(file).is_file()):
        return False
    return sa.inspect(engine).has_table(_keys.name)


def _durable(connection: Any, _: Any) -> None:
    """What is written survives a kill; readers do not wait for writers."""
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode=wal")
    cursor.execute("pragma synchronous=full")
    cursor.execute("pragma busy_timeout=30000")
    cursor.close()


def _key(row: sa.Row[Any]) -> ApiKey:
    return ApiKey(
        row.id,
        Account(row.account_id, row.account_name),
        row.secret_hash,
        datetime.fromtimestamp(row.created, UTC),
        datetime.fromtimestamp(row.expires, UTC) if row.expires is not None else None,
        datetime.fromtimestamp(row.revoked, UTC) if row.revoked is not None else None,
        row.quota,
        row.period,
        row.rate,
    )


@contextmanager
def opened(place: str, *, make: bool = False) -> Iterator[Accounts]:
    """The database, closed at the end of the block; what it refuses there is a `ConfigurationError`."""
    accounts = Accounts(place, make=make)
    try:
        yield accounts
    except sa.exc.SQLAlchemyError as error:
        raise ConfigurationError(
            "the database of keys did not do what was asked",
            found=_first_line(error),
            where=accounts.where,
            remedy="look at free space and permissions; what was there before is unharmed",
        ) from error
    finally:
        accounts.close()


def _make(engine: sa.Engine) -> None:
    """Make the tables that are not there. Somebody else may be making them: each may be met once amid that."""
    for _ in _tables.tables:
        with suppress(sa.exc.OperationalError, sa.exc.ProgrammingError, sa.exc.IntegrityError):
            _tables.create_all(engine)
            return
    _tables.create_all(engine)


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
