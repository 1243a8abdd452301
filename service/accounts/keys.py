"""API keys: how they look, and how one is told from a wrong one.

A key is `isnad_<id>_<secret>`: an id that may be shown (8 bytes, hex) and a secret of 32 random bytes. Only the
sha256 of the secret is stored: a secret of 256 random bits needs no slow hash, since it cannot be guessed.
Comparison takes the same time for a wrong secret as for an unknown id.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Literal

PREFIX = "isnad"
MAX_KEY = 200  # characters; a longer one is not looked at
_FORM = re.compile(rf"{PREFIX}_(?P<id>[0-9a-f]{{16}})_(?P<secret>[A-Za-z0-9_-]{{43}})", re.ASCII)

Period = Literal["day", "month"]


class KeyState(StrEnum):
    """Whether a key works."""

    GOOD = "good"
    UNKNOWN = "unknown"
    EXPIRED = "expired"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True)
class Account:
    """Whose a key is."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A stored key: everything but its secret."""

    id: str
    account: Account
    secret_hash: str  # sha256, hex
    created: datetime
    expires: datetime | None
    revoked: datetime | None
    quota: int  # chat calls in one period
    period: Period
    rate: int  # calls in one minute

    def state(self, now: datetime) -> KeyState:
        """Whether it works at a moment."""
        if self.revoked is not None and self.revoked <= now:
            return KeyState.REVOKED
        if self.expires is not None and self.expires <= now:
            return KeyState.EXPIRED
        return KeyState.GOOD


def new_secret() -> tuple[str, str, str]:
    """A fresh `(id, secret, key)`; the key is what its owner gets, once."""
    number, secret = secrets.token_hex(8), secrets.token_urlsafe(32)
    return number, secret, f"{PREFIX}_{number}_{secret}"


def hash_secret(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def split_key(text: str) -> tuple[str, str] | None:
    """`(id, secret)` of a key, or None when the text is not of its form."""
    match = _FORM.fullmatch(text) if len(text) <= MAX_KEY else None
    return (match["id"], match["secret"]) if match else None


_NO_HASH = hash_secret("no key has this secret")


def matches(secret: str, key: ApiKey | None) -> bool:
    """Whether a secret is the key's. Takes the same time when there is no key."""
    stored = key.secret_hash if key is not None else _NO_HASH
    return hmac.compare_digest(hash_secret(secret), stored) and key is not None


def period_start(now: datetime, period: Period) -> datetime:
    """When the current period of a quota began, in UTC."""
    day = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return day if period == "day" else day.replace(day=1)


def period_end(now: datetime, period: Period) -> datetime:
    """When the next period begins, in UTC."""
    start = period_start(now, period)
    if period == "day":
        return datetime.fromtimestamp(start.timestamp() + 86_400, UTC)
    return start.replace(year=start.year + start.month // 12, month=start.month % 12 + 1)
