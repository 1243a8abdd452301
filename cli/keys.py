"""`isnad keys`: who may call the service.

create    a key for a new account; it is printed once, and cannot be shown again
list      all keys, without their secrets
change    give a key another quota, rate or last day
revoke    stop a key from working
rotate    a new key for the account of an old one, which stops working
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import JsonOption

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from service.accounts import Accounts, ApiKey

app = typer.Typer(help="Keys of the service: create, list, change, revoke, rotate.", no_args_is_help=True)

DEFAULT = "isnad-keys.sqlite"
MOST = 2**31 - 1  # what a column of whole numbers holds in PostgreSQL
AccountsOption = Annotated[
    str,
    typer.Option("--accounts", envvar="ISNAD_ACCOUNTS", help="File of the keys, or an SQLAlchemy address."),
]
KeyArgument = Annotated[str, typer.Argument(help="Id of the key, as `isnad keys list` shows it.")]


class PeriodName(StrEnum):
    """How long a quota lasts."""

    DAY = "day"
    MONTH = "month"


@app.command()
def create(
    name: Annotated[str, typer.Option("--name", help="Whose key it is.")],
    quota: Annotated[int, typer.Option("--quota", min=0, max=MOST, help="Questions in one period.")] = 1000,
    period: Annotated[PeriodName, typer.Option("--period", help="Of the quota, in UTC.")] = PeriodName.MONTH,
    rate: Annotated[
        int, typer.Option("--rate", min=1, max=MOST, help="Calls of any kind in one minute.")
    ] = 120,
    expires: Annotated[
        str,
        typer.Option(
            "--expires", help="Last day on which it works: YYYY-MM-DD, UTC. Default: it does not expire."
        ),
    ] = "",
    accounts: AccountsOption = DEFAULT,
    as_json: JsonOption = False,
) -> None:
    """Make a key for a new account."""
    holder, until = _name(name), _end_of_day(expires) if expires else None
    with _opened(accounts, make=True) as base:
        key, text = base.create(holder, quota=quota, period=period.value, rate=rate, expires=until)
    _print_once(key, text, as_json)


@app.command("list")
def list_(accounts: AccountsOption = DEFAULT, as_json: JsonOption = False) -> None:
    """All keys, oldest first."""
    from cli.tables import print_json, print_table

    now = datetime.now(UTC)
    with _opened(accounts) as base:
        rows = [_row(base, key, now) for key in base.keys()]  # noqa: SIM118 - not a mapping
    if as_json:
        print_json(rows)
        return
    if not rows:
        typer.echo("there is no key yet; `isnad keys create` makes one")
    heads = ("id", "account", "name", "state", "used", "quota", "period", "rate", "created", "expires")
    print_table(heads, [[str(row[head] if row[head] is not None else "-") for head in heads] for row in rows])


@app.command()
def change(
    key: KeyArgument,
    quota: Annotated[
        int | None, typer.Option("--quota", min=0, max=MOST, help="Questions in one period.")
    ] = None,
    rate: Annotated[
        int | None, typer.Option("--rate", min=1, max=MOST, help="Calls of any kind in one minute.")
    ] = None,
    expires: Annotated[
        str, typer.Option("--expires", help="Last day on which it works: YYYY-MM-DD, UTC.")
    ] = "",
    accounts: AccountsOption = DEFAULT,
) -> None:
    """Give a key other limits; running services notice within seconds. What is not named stays."""
    if quota is None and rate is None and not expires:
        raise typer.BadParameter("name what to change: --quota, --rate or --expires")
    with _opened(accounts) as base:
        new = base.change(key, quota, rate, _end_of_day(expires) if expires else None)
    typer.echo(f"{key}: {new.quota} questions a {new.period}, {new.rate} calls a minute")


@app.command()
def revoke(key: KeyArgument, accounts: AccountsOption = DEFAULT) -> None:
    """Stop a key from working; running services notice within seconds."""
    with _opened(accounts) as base:
        base.revoke(key)
    typer.echo(f"{key} is revoked")


@app.command()
def rotate(key: KeyArgument, accounts: AccountsOption = DEFAULT, as_json: JsonOption = False) -> None:
    """Make a new key for the same account, and stop the old one."""
    with _opened(accounts) as base:
        fresh, text = base.rotate(key)
    _print_once(fresh, text, as_json)


def _opened(place: str, *, make: bool = False) -> AbstractContextManager[Accounts]:
    from service.accounts.store import opened

    return opened(place, make=make)


def _name(name: str) -> str:
    from schemas.errors import CallError

    if not name.strip() or len(name) > 200 or not name.isprintable():
        raise CallError(
            "this cannot be the name of an account",
            expected="from 1 to 200 printable characters",
            found=f"{name[:40]!r}, {len(name)} characters",
            remedy='write one line of letters, as in --name "A mosque\'s website"',
        )
    return name.strip()


def _end_of_day(text: str) -> datetime:
    from datetime import date, time, timedelta

    from schemas.errors import CallError

    try:
        day = date.fromisoformat(text)
        end = datetime.combine(day + timedelta(days=1), time(), UTC)
    except (ValueError, OverflowError):
        day = None
    if day is None or day.isoformat() != text:  # Python reads 20261121 too
        raise CallError(
            "--expires is not a day on which a key can end",
            expected="YYYY-MM-DD, at most 9999-12-30",
            found=repr(text[:40]),
            remedy="write the last day on which it works, as in 2027-12-31",
        )
    if end <= datetime.now(UTC):
        raise CallError(
            "--expires is in the past",
            found=text,
            remedy="write a day to come, or leave --expires out",
        )
    return end


def _row(base: Accounts, key: ApiKey, now: datetime) -> dict[str, object]:
    return {
        "id": key.id,
        "account": key.account.id,
        "name": key.account.name,
        "state": str(key.state(now)),
        "used": base.usage(key, now).used,
        "quota": key.quota,
        "period": key.period,
        "rate": key.rate,
        "created": key.created.isoformat(),
        "expires": key.expires.isoformat() if key.expires else None,
    }


def _print_once(key: ApiKey, text: str, as_json: bool) -> None:
    from cli.tables import print_json

    if as_json:
        print_json({"id": key.id, "account": key.account.id, "key": text})
        return
    typer.echo(f"id       {key.id}\naccount  {key.account.id}\nkey      {text}\n")
    typer.echo("Keep the key: it is not stored, and cannot be shown again.", err=True)
