"""Keys and quota: what is stored, what is refused, and that a count is exact under threads, processes and kills."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier, BrokenBarrierError

import pytest
from sqlalchemy import Connection, Dialect, create_engine
from sqlalchemy.exc import SQLAlchemyError

from schemas.errors import ConfigurationError
from service.accounts import Accounts, KeyState, RateLimiter, database
from service.accounts.keys import period_end, period_start
from service.accounts.store import opened

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
COUNT = (
    "import sys; from datetime import UTC, datetime; from service.accounts import Accounts\n"
    "a = Accounts(sys.argv[1]); now = datetime(2026, 11, 21, 12, tzinfo=UTC)\n"
    "state, key = a.authenticate(sys.argv[2], now)\n"
    "for _ in range(int(sys.argv[3])):\n"
    "    print(int(a.count(key, now).allowed), flush=True)\n"
)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'keys.sqlite'}"
        return
    yield from postgres(tmp_path)


def postgres(folder: Path) -> Iterator[str]:
    """A server of our own on a socket in the test's folder."""
    if not shutil.which("initdb") or not shutil.which("pg_ctl"):
        pytest.skip("PostgreSQL is not installed: initdb and pg_ctl are not on the path")
    try:
        import psycopg  # noqa: F401
    except ImportError:
        pytest.skip("psycopg is not installed")
    base = folder / "base"
    owner = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if owner:
        folder.chmod(0o777)
        for parent in folder.parents:
            if parent.owner() == "root" and str(parent).startswith("/tmp/"):
                parent.chmod(parent.stat().st_mode | 0o055)
    start = subprocess.run(
        [*owner, "initdb", "-D", base, "-A", "trust", "-U", "isnad"], capture_output=True, text=True
    )
    if start.returncode:
        pytest.skip(f"a PostgreSQL database cannot be made here: {start.stderr.strip().splitlines()[-1:]}")
    options = f"-k {folder} -c listen_addresses='' -c max_connections=200"
    subprocess.run(
        [*owner, "pg_ctl", "-D", base, "-o", options, "-w", "-l", folder / "log", "start"],
        check=True,
        capture_output=True,
    )
    try:
        yield f"postgresql+psycopg://isnad@/postgres?host={folder}"
    finally:
        subprocess.run(
            [*owner, "pg_ctl", "-D", base, "-m", "immediate", "stop"], check=True, capture_output=True
        )


def test_a_key_works_and_its_secret_is_not_stored(tmp_path: Path) -> None:
    accounts = Accounts(f"sqlite:///{tmp_path / 'k.sqlite'}", make=True)
    key, text = accounts.create("A mosque's website", quota=10, period="month", rate=60, now=NOW)
    assert accounts.authenticate(text, NOW) == (KeyState.GOOD, key)
    accounts.close()
    secret = text.split("_", 2)[2]
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert secret.encode() not in stored
    assert key.id.encode() in stored


@pytest.mark.parametrize(
    "wrong", ["", "isnad", "isnad_0000000000000000_" + "A" * 43, "Bearer x", "x" * 100_000, "isnad_é"]
)
def test_other_texts_are_unknown(tmp_path: Path, wrong: str) -> None:
    accounts = Accounts(f"sqlite:///{tmp_path / 'k.sqlite'}", make=True)
    assert accounts.authenticate(wrong, NOW) == (KeyState.UNKNOWN, None)


def test_the_right_id_with_another_secret_is_unknown(tmp_path: Path) -> None:
    accounts = Accounts(f"sqlite:///{tmp_path / 'k.sqlite'}", make=True)
    key, _text = accounts.create("a", quota=1, period="day", rate=1, now=NOW)
    _, other = accounts.create("b", quota=1, period="day", rate=1, now=NOW)
    mixed = f"isnad_{key.id}_" + other.split("_", 2)[2]
    assert accounts.authenticate(mixed, NOW) == (KeyState.UNKNOWN, None)


def test_keys_expire_are_revoked_and_rotated(url: str) -> None:
    accounts = Accounts(url, make=True)
    key, text = accounts.create("a", quota=5, period="day", rate=1, expires=NOW + timedelta(days=1), now=NOW)
    accounts.count(key, NOW)
    assert accounts.authenticate(text, NOW + timedelta(days=1))[0] is KeyState.EXPIRED
    with pytest.raises(ConfigurationError, match="has expired"):
        accounts.rotate(key.id, now=NOW + timedelta(days=1))
    fresh, fresh_text = accounts.rotate(key.id, now=NOW)
    assert accounts.authenticate(text, NOW)[0] is KeyState.REVOKED
    assert accounts.authenticate(fresh_text, NOW) == (KeyState.GOOD, fresh)
    assert accounts.usage(fresh, NOW).used == 1  # the account goes on counting
    accounts.revoke(fresh.id, now=NOW)
    assert accounts.authenticate(fresh_text, NOW)[0] is KeyState.REVOKED
    for gone in (key, fresh):  # a new key would open the account again
        with pytest.raises(ConfigurationError, match="is revoked"):
            accounts.rotate(gone.id, now=NOW)
    assert {stored.id for stored in accounts.keys()} == {key.id, fresh.id}  # noqa: SIM118
    with pytest.raises(ConfigurationError, match="no key"):
        accounts.revoke("0" * 16)
    accounts.close()


def test_of_many_that_rotate_a_key_at_once_one_is_given_the_new_one(url: str) -> None:
    accounts = Accounts(url, make=True)
    key, _ = accounts.create("a", quota=5, period="day", rate=1, now=NOW)

    def rotated(_: int) -> bool:
        try:
            accounts.rotate(key.id, now=NOW)
        except (ConfigurationError, SQLAlchemyError):  # SQLite turns away who read what has changed
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        given = list(pool.map(rotated, range(8)))
    assert sum(given) == 1
    assert len(accounts.keys()) == 2
    accounts.close()


def test_of_several_that_make_the_database_at_once_none_fails(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each finds no table, and only then do they make them."""
    looked = Barrier(2, timeout=10)

    def has_table(self: Dialect, connection: Connection, name: str, *args: object, **more: object) -> bool:
        found = bool(find(self, connection, name, *args, **more))
        if not looked.broken and name == "usage":  # the last that is looked for
            with suppress(BrokenBarrierError):
                looked.wait()
            looked.abort()
        return found

    dialect = create_engine(url).dialect.__class__
    find = dialect.has_table
    monkeypatch.setattr(dialect, "has_table", has_table)
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda _: Accounts(url, make=True), range(2)))
    assert all(accounts.keys() == [] for accounts in made)
    for accounts in made:
        accounts.close()


def test_a_database_that_is_not_there_is_not_made_by_who_looks_into_it(tmp_path: Path) -> None:
    path = tmp_path / "k.sqlite"
    with pytest.raises(ConfigurationError) as told, opened(str(path)):
        pass
    assert (str(path) in told.value.where, "--accounts" in told.value.remedy) == (True, True)
    accounts = Accounts(str(path))
    with pytest.raises(SQLAlchemyError):
        accounts.keys()
    assert not path.exists()
    Accounts(str(path), make=True).close()
    assert accounts.keys() == []
    accounts.close()


def test_a_file_that_was_put_in_the_place_of_another_is_the_one_that_counts(tmp_path: Path) -> None:
    """As after a restored backup: a key that is revoked in it must not go on working in the one before."""
    path, copy = tmp_path / "keys.sqlite", tmp_path / "copy.sqlite"
    with opened(str(path), make=True) as accounts:
        key, text = accounts.create("A mosque", quota=10, period="day", rate=60, now=NOW)
    shutil.copy(path, copy)
    with opened(str(copy)) as accounts:
        accounts.revoke(key.id, now=NOW)
    with opened(str(path)) as accounts:
        assert accounts.authenticate(text, NOW)[0] is KeyState.GOOD
        copy.replace(path)
        assert accounts.authenticate(text, NOW)[0] is KeyState.REVOKED
        path.unlink()
        with pytest.raises(SQLAlchemyError, match="no such file"):
            accounts.authenticate(text, NOW)


def test_what_the_database_refuses_is_told_in_plain_words(tmp_path: Path) -> None:
    path = tmp_path / "k.sqlite"

    def broken() -> None:
        with opened(str(path), make=True) as accounts:
            accounts.close()  # connections that are open would not notice
            path.write_bytes(b"no database" * 1000)
            accounts.keys()

    with pytest.raises(ConfigurationError) as told:
        broken()
    assert str(path) in told.value.where


def test_the_quota_is_exact_under_64_threads(url: str) -> None:
    accounts = Accounts(url, make=True)
    key, _ = accounts.create("a", quota=300, period="day", rate=1, now=NOW)
    with ThreadPoolExecutor(64) as pool:
        allowed = list(pool.map(lambda _: accounts.count(key, NOW).allowed, range(640)))
    assert sum(allowed) == 300
    assert accounts.usage(key, NOW).remaining == 0
    accounts.close()


def test_the_quota_is_exact_under_two_processes(url: str) -> None:
    accounts = Accounts(url, make=True)
    _, text = accounts.create("a", quota=150, period="day", rate=1, now=NOW)
    runs = [
        subprocess.Popen([sys.executable, "-c", COUNT, url, text, "120"], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    outputs = [run.communicate(timeout=120)[0].split() for run in runs]
    assert [len(output) for output in outputs] == [120, 120]
    assert sum(int(line) for output in outputs for line in output) == 150
    accounts.close()


def test_a_kill_loses_no_counted_call(url: str) -> None:
    accounts = Accounts(url, make=True)
    key, text = accounts.create("a", quota=100_000, period="day", rate=1, now=NOW)
    run = subprocess.Popen(
        [sys.executable, "-c", COUNT, url, text, "100000"], stdout=subprocess.PIPE, text=True
    )
    assert run.stdout is not None
    told = [run.stdout.readline() for _ in range(20)]
    time.sleep(0.05)
    os.kill(run.pid, signal.SIGKILL)
    told += run.stdout.readlines()
    run.wait()
    used = accounts.usage(key, NOW).used
    answered = sum(line.strip() == "1" for line in told)
    assert answered <= used <= answered + 1  # at most the call that was cut off before it could answer
    accounts.close()


def test_a_lock_is_not_waited_for_without_an_end(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a call that was given up is not counted later."""
    monkeypatch.setattr(database, "WAIT_S", 1)
    accounts = Accounts(url, make=True)
    key, _ = accounts.create("a", quota=5, period="day", rate=1, now=NOW)
    row = {"account_id": key.account.id, "period_start": int(period_start(NOW, "day").timestamp()), "used": 1}
    with ThreadPoolExecutor(1) as pool, accounts._engine.connect() as other:
        other.execute(database.USAGE.insert().values(row))
        counting = pool.submit(accounts.count, key, NOW)
        with pytest.raises(SQLAlchemyError):
            counting.result(timeout=20)
        other.rollback()
    assert accounts.usage(key, NOW).used == 0
    accounts.close()


def test_a_server_that_does_not_answer_is_not_waited_for_without_an_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("psycopg")
    monkeypatch.setattr(database, "WAIT_S", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent, ThreadPoolExecutor(1) as pool:
        address = f"postgresql+psycopg://isnad@127.0.0.1:{silent.getsockname()[1]}/base"
        looking = pool.submit(Accounts(address).check)
        try:
            with pytest.raises(ConfigurationError, match="cannot be opened"):
                looking.result(timeout=20)
        finally:
            silent.close()


def test_a_new_period_starts_from_nothing(tmp_path: Path) -> None:
    accounts = Accounts(f"sqlite:///{tmp_path / 'k.sqlite'}", make=True)
    key, _ = accounts.create("a", quota=1, period="month", rate=1, now=NOW)
    assert [accounts.count(key, NOW).allowed for _ in range(2)] == [True, False]
    assert accounts.count(key, datetime(2026, 12, 1, tzinfo=UTC)).allowed


def test_periods_begin_and_end_in_utc() -> None:
    late = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    assert period_end(late, "month") == period_end(late, "day") == datetime(2027, 1, 1, tzinfo=UTC)
    assert period_start(late, "month") == datetime(2026, 12, 1, tzinfo=UTC)


def test_a_database_that_cannot_be_opened_is_named_without_its_password(tmp_path: Path) -> None:
    with (
        pytest.raises(ConfigurationError) as caught,
        opened("postgresql+psycopg://isnad:hunter2@127.0.0.1:1/none"),
    ):
        pass
    assert "hunter2" not in str(caught.value)
    (tmp_path / "rubbish").write_bytes(b"not a database" * 100)
    with pytest.raises(ConfigurationError), opened(f"sqlite:///{tmp_path / 'rubbish'}"):
        pass


def test_a_path_is_the_address_of_its_file(tmp_path: Path) -> None:
    for name in ("k.sqlite", "k?timeout=1.sqlite", "k#1@b.sqlite"):
        Accounts(str(tmp_path / name), make=True).close()
        assert (tmp_path / name).is_file()
        with opened(str(tmp_path / name)):
            pass


@pytest.mark.parametrize(
    "address",
    [
        "://k.sqlite",
        "unheard+of://user:secret@host/base",
        "postgresql://user:p@secret:w0rd@host/base",
        "postgresql://user:p@secret@127.0.0.1:1/base",
        "postgresql+psycopg://user@127.0.0.1:secret/base",
        "postgresql+psycopg://user@127.0.0.1:1/base?password=secret",
        "sqlite:///none.sqlite?timeout=secret",
    ],
)
def test_what_is_no_address_is_told_without_its_password(address: str) -> None:
    with pytest.raises(ConfigurationError) as told, opened(address):
        pass
    assert "the path of a file" in str(told.value)
    assert "secret" not in "".join(traceback.format_exception(told.value))


def test_sqlite_is_set_to_survive_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "k.sqlite"
    Accounts(f"sqlite:///{path}", make=True).close()
    assert sqlite3.connect(path).execute("pragma journal_mode").fetchone() == ("wal",)


def test_a_bucket_lets_a_burst_through_and_then_the_rate() -> None:
    limiter = RateLimiter()
    first = [limiter.take("k", 3, 0.0) for _ in range(4)]
    assert [each.allowed for each in first] == [True, True, True, False]
    assert first[-1].retry_after == 20
    assert not limiter.take("k", 3, 19.0).allowed
    assert limiter.take("k", 3, 20.1).allowed
    assert limiter.take("other", 3, 0.0).remaining == 2
