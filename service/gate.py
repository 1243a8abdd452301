"""Who is let through: the key, its rate, and for questions its quota.

A key that was found good is remembered for a few seconds, so that a reference look-up costs no database call; a
revoked key stops working within that time. Counting a question always goes to the database. A key that is not
remembered is looked for by a few threads of their own: who makes keys up takes no thread from callers who have one, and
beyond a line of so many is turned away.

A database that fails, or does not answer in time, is a 503 problem for the caller, and a line in the log.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import time
from collections.abc import Awaitable
from datetime import UTC, datetime
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from schemas.printable import first_line
from service.accounts import Accounts, ApiKey, KeyState, RateLimiter, Usage
from service.logs import Faults
from service.pool import Line
from service.problems import Problem, ProblemKind

Result = TypeVar("Result")

DATABASE_S = 15.0  # for an answer of the database, with the time in line
REMEMBERED_S = 5.0
MAX_REMEMBERED = 10_000
RETRY_S = "5"
_WHY = {
    KeyState.UNKNOWN: "The key is not known.",
    KeyState.EXPIRED: "The key has expired.",
    KeyState.REVOKED: "The key was revoked.",
}


class Gate:
    """Checks callers, on the event loop.

    Args:
        strangers: the threads that look for keys.
    """

    def __init__(self, accounts: Accounts, strangers: Line) -> None:
        self._accounts, self._strangers = accounts, strangers
        self._rates = RateLimiter()
        self._known: dict[bytes, tuple[float, ApiKey]] = {}
        self._faults = Faults()

    def close(self) -> None:
        """Let go of the threads, and of the database."""
        self._strangers.close()
        self._accounts.close()

    async def caller(self, text: str) -> ApiKey:
        """Who holds a key; raises 401 and 503 problems."""
        return self._remembered(text) or await self._looked_for(text)

    def _remembered(self, text: str) -> ApiKey | None:
        """The key that was found good a moment ago, without asking the database."""
        seen = self._known.get(_mark(text))
        if seen is None or seen[0] <= time.monotonic():
            return None
        return seen[1] if seen[1].state(datetime.now(UTC)) is KeyState.GOOD else None

    async def _looked_for(self, text: str) -> ApiKey:
        """The key that the database holds."""
        now = datetime.now(UTC)
        with self._strangers.place():
            found = self._strangers.run(lambda: self._accounts.authenticate(text, now))
            state, key = await self._answer(found)
        if key is None:
            raise unauthenticated(_WHY[state], ', error="invalid_token"')
        if len(self._known) >= MAX_REMEMBERED:
            self._known.clear()
        self._known[_mark(text)] = (time.monotonic() + REMEMBERED_S, key)
        return key

    def pace(self, key: ApiKey) -> dict[str, str]:
        """Count a call against the key's rate; raises a 429 problem. Returns the RateLimit fields."""
        decision = self._rates.take(key.id, key.rate, time.monotonic())
        full_in = math.ceil((decision.limit - decision.remaining) * 60 / decision.limit)
        fields = {
            "RateLimit-Policy": f'"calls";q={decision.limit};w=60',
            "RateLimit": f'"calls";r={decision.remaining};t={decision.retry_after or full_in}',
        }
        if not decision.allowed:
            raise Problem(
                ProblemKind.RATE_LIMITED,
                f"This key may make {decision.limit} calls a minute. Try again in {decision.retry_after} s.",
                {"retryAfter": decision.retry_after},
                {**fields, "Retry-After": str(decision.retry_after)},
            )
        return fields

    async def charge(self, key: ApiKey) -> dict[str, str]:
        """Count a question against the account's quota; raises 429 and 503 problems. Returns the RateLimit fields."""
        now = datetime.now(UTC)
        usage = await self._answer(asyncio.to_thread(self._accounts.count, key, now))
        wait = max(1, math.ceil((usage.resets - now).total_seconds()))
        fields = {
            "RateLimit-Policy": f'"quota";q={usage.limit}',
            "RateLimit": f'"quota";r={usage.remaining};t={wait}',
        }
        if not usage.allowed:
            raise Problem(
                ProblemKind.QUOTA_EXHAUSTED,
                f"All {usage.limit} questions of this {key.period} are used. The next {key.period} begins at "
                f"{usage.resets:%Y-%m-%d %H:%M} UTC.",
                {"limit": usage.limit, "resets": stamp(usage.resets), "retryAfter": wait},
                {"Retry-After": str(wait), **fields},
            )
        return fields

    async def usage(self, key: ApiKey) -> Usage:
        """Where the account stands; raises a 503 problem."""
        return await self._answer(asyncio.to_thread(self._accounts.usage, key, datetime.now(UTC)))

    async def _answer(self, asked: Awaitable[Result]) -> Result:
        """What the database answers; why it does not is logged, without what was asked."""
        try:
            async with asyncio.timeout(DATABASE_S):
                return await asked
        except (SQLAlchemyError, TimeoutError) as error:
            kind = type(error).__name__
            self._faults.tell("the database of keys does not answer", error=kind, found=first_line(error))
            raise Problem(
                ProblemKind.UNAVAILABLE,
                "The accounts cannot be reached at the moment. Try again shortly.",
                headers={"Retry-After": RETRY_S},
            ) from error


def bearer(values: list[bytes]) -> str:
    """The key of the Authorization fields of a request; raises a 401 problem."""
    scheme, _, text = (values[0].decode("latin-1") if len(values) == 1 else "").partition(" ")
    if scheme.lower() != "bearer" or not text.strip():
        raise unauthenticated("Send one header “Authorization: Bearer <API_KEY>”.", "")
    return text.strip()


def stamp(moment: datetime) -> str:
    """RFC 3339 in UTC, to the second."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def unauthenticated(detail: str, error: str) -> Problem:
    """A 401 problem with its challenge."""
    return Problem(
        ProblemKind.UNAUTHENTICATED, detail, headers={"WWW-Authenticate": f'Bearer realm="isnad"{error}'}
    )


def _mark(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()  # a key itself is not kept
