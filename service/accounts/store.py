"""Keys and usage in a database: SQLite for one machine, PostgreSQL for several replicas.

A call is counted by one statement that adds one only while the quota is not used up, in a transaction of its own.
So the count is exact under any number of threads, processes and replicas, and a call that was let through has been
written to the disk before its answer goes out.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from schemas.errors import ConfigurationError
from schemas.printable import first_line
from service.accounts.database import KEYS, USAGE, check, engine_of
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
        """Name the database; raises `ConfigurationError` for what is no address. It is reached with the first call.

        `place` is the path of an SQLite file, or an SQLAlchemy address. With `make`, one that is not there is made.
        """
        self._engine, self.where = engine_of(place, make=make)

    def check(self) -> None:
        """Raise `ConfigurationError` when the database cannot be reached, or is not there."""
        check(self._engine, self.where)

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

    def change(self, key_id: str, quota: int | None, rate: int | None, expires: datetime | None) -> ApiKey:
        """Give a key other limits; where one is None it stays. A key that was revoked keeps its own."""
        wanted = {
            "quota": quota,
            "rate": rate,
            "expires": int(expires.timestamp()) if expires else None,
        }
        given = {name: value for name, value in wanted.items() if value is not None}
        with self._engine.begin() as connection:
            old = self._stored(connection, key_id)
            if old.revoked is not None:
                raise ConfigurationError(
                    f"the key “{old.id}” is revoked, and its limits stay as they are",
                    expected="a key that works, or has expired",
                    where=self.where,
                    remedy="make another key",
                )
            if given:
                connection.execute(KEYS.update().where(KEYS.c.id == old.id).values(given))
            return self._stored(connection, old.id)

    def keys(self) -> list[ApiKey]:
        """All keys, oldest first."""
        with self._engine.connect() as connection:
            rows = connection.execute(sa.select(KEYS).order_by(KEYS.c.created, KEYS.c.id))
            return [_key(row) for row in rows]

    def authenticate(self, text: str, now: datetime) -> tuple[KeyState, ApiKey | None]:
        """Who holds a key. The key is None unless its state is `GOOD`."""
        parts = split_key(text)
        if parts is None:
            return KeyState.UNKNOWN, None
        with self._engine.connect() as connection:
            row = connection.execute(sa.select(KEYS).where(KEYS.c.id == parts[0])).first()
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
            insert(USAGE)
            .values(account_id=key.account.id, period_start=start, used=1)
            .on_conflict_do_update(
                index_elements=[USAGE.c.account_id, USAGE.c.period_start],
                set_={"used": USAGE.c.used + 1},
                where=USAGE.c.used < key.quota,
            )
            .returning(USAGE.c.used)
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
                sa.select(USAGE.c.used).where(
                    USAGE.c.account_id == key.account.id, USAGE.c.period_start == start
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
            KEYS.insert().values(
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
        row = connection.execute(sa.select(KEYS).where(KEYS.c.id == key_id)).first()
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
            KEYS.update()
            .where(KEYS.c.id == key_id, KEYS.c.revoked.is_(None))
            .values(revoked=int(now.timestamp()))
        )
        return done.rowcount == 1


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
    """The database, which is there, closed at the end of the block; what it refuses is a `ConfigurationError`."""
    accounts = Accounts(place, make=make)
    try:
        accounts.check()
        yield accounts
    except sa.exc.SQLAlchemyError as error:
        raise ConfigurationError(
            "the database of keys did not do what was asked",
            found=first_line(error),
            where=accounts.where,
            remedy="look at free space and permissions; what was there before is unharmed",
        ) from error
    finally:
        accounts.close()
