"""Who is let through: the key, its rate, and for questions its quota.

A key that was found good is remembered for a few seconds, so that a reference look-up costs no database call; a
revoked key stops working within that time. Counting a question always goes to the database.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Lock

from sqlalchemy.exc import SQLAlchemyError

from service.accounts import Accounts, ApiKey, KeyState, RateLimiter, Usage
from service.problems import Problem, ProblemKind

REMEMBERED_S = 5.0
MAX_REMEMBERED = 10_000
RETRY_S = "5"
_WHY = {
    KeyState.UNKNOWN: "The key is not known.",
    KeyState.EXPIRED: "The key has expired.",
    KeyState.REVOKED: "The key was revoked.",
}


class Gate:
    """Checks callers."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._rates = RateLimiter()
        self._known: dict[bytes, tuple[float, ApiKey]] = {}
        self._lock = Lock()

    def remembered(self, text: str) -> ApiKey | None:
        """The key that was found good a moment ago, without asking the database."""
        with self._lock:
            seen = self._known.get(_mark(text))
        if seen is None or seen[0] <= time.monotonic():
            return None
        return seen[1] if seen[1].state(datetime.now(UTC)) is KeyState.GOOD else None

    def caller(self, text: str) -> ApiKey:
        """Who holds a key; asks the database, and raises a 401 problem."""
        with _reached():
            state, key = self._accounts.authenticate(text, datetime.now(UTC))
        if key is None:
            raise unauthenticated(_WHY[state], ', error="invalid_token"')
        with self._lock:
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

    def charge(self, key: ApiKey) -> dict[str, str]:
        """Count a question against the account's quota; raises a 429 problem. Returns the RateLimit fields."""
        now = datetime.now(UTC)
        with _reached():
            usage = self._accounts.count(key, now)
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

    def usage(self, key: ApiKey) -> Usage:
        """Where the account stands."""
        with _reached():
            return self._accounts.usage(key, datetime.now(UTC))


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


@contextmanager
def _reached() -> Iterator[None]:
    """A database that does not answer becomes a 503 problem."""
    try:
        yield
    except SQLAlchemyError as error:
        raise Problem(
            ProblemKind.UNAVAILABLE,
            "The accounts cannot be reached at the moment. Try again shortly.",
            headers={"Retry-After": RETRY_S},
        ) from error
