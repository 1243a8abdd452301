"""Settings of the service, from the environment. Every one has a default that is safe.

Those of the server itself, which needs them before there is an app, are in `server`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from schemas.errors import ConfigurationError

MAX_HEAD = 16 * 1024  # bytes of address and headers
MAX_PARAMETERS = 32  # of an address; no endpoint has more than five
MAX_BODY = 64 * 1024  # bytes: 4,000 characters of any script, escaped, and room to spare
PHRASED_AT_ONCE = 16  # answers of one process that are with the phrasing server; others go out as they are


@dataclass(frozen=True, slots=True)
class PhrasingSettings:
    """An OpenAI-compatible server that may phrase answers. Without a URL, answers are extractive."""

    url: str = ""
    model: str = ""
    key: str = field(default="", repr=False)
    timeout_s: float = 20.0


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. `from_environment` names the variables."""

    store: Path
    channel: str = "production"
    accounts: str = "isnad-keys.sqlite"
    watch_s: float = 5.0  # how often the channel's pointer is looked at; 0: never
    body_timeout_s: float = 10.0
    threads: int = 2  # questions answered at once, in one process
    max_waiting: int = 64  # questions that may wait for a thread; more are told to come again
    log_questions: bool = False
    workers: int = 1  # processes that share this address
    phrasing: PhrasingSettings = field(default_factory=PhrasingSettings)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """Read ISNAD_STORE, ISNAD_CHANNEL, ISNAD_ACCOUNTS, ISNAD_WATCH_S, ISNAD_BODY_TIMEOUT_S, ISNAD_THREADS,
        ISNAD_MAX_WAITING, ISNAD_LOG_QUESTIONS, ISNAD_WORKERS (which `isnad serve` sets), ISNAD_PHRASING_URL, _MODEL,
        _KEY and _TIMEOUT_S; raises `ConfigurationError`."""
        store = environment.get("ISNAD_STORE", "")
        if not store:
            raise ConfigurationError(
                "the service does not know where its snapshots are",
                expected="the folder of a store",
                remedy="set ISNAD_STORE, or start with `isnad serve --store FOLDER`",
            )
        defaults = cls(Path(store))
        return cls(
            Path(store),
            environment.get("ISNAD_CHANNEL") or defaults.channel,
            environment.get("ISNAD_ACCOUNTS") or defaults.accounts,
            seconds(environment, "ISNAD_WATCH_S", defaults.watch_s),
            seconds(environment, "ISNAD_BODY_TIMEOUT_S", defaults.body_timeout_s),
            count(environment, "ISNAD_THREADS", defaults.threads),
            count(environment, "ISNAD_MAX_WAITING", defaults.max_waiting),
            environment.get("ISNAD_LOG_QUESTIONS", "") in ("1", "true", "yes"),
            count(environment, "ISNAD_WORKERS", defaults.workers),
            PhrasingSettings(
                environment.get("ISNAD_PHRASING_URL", ""),
                environment.get("ISNAD_PHRASING_MODEL", ""),
                environment.get("ISNAD_PHRASING_KEY", ""),
                seconds(environment, "ISNAD_PHRASING_TIMEOUT_S", defaults.phrasing.timeout_s),
            ),
        )


def seconds(environment: Mapping[str, str], name: str, default: float) -> float:
    """A number of seconds that the environment names; raises `ConfigurationError`."""
    text = environment.get(name, "")
    try:
        value = float(text) if text else default
    except ValueError:
        value = -1.0
    if not 0 <= value <= 86_400:
        raise ConfigurationError(
            f"{name} is not a number of seconds",
            expected="from 0 to 86400",
            found=repr(text),
            where=name,
            remedy=f"correct {name}, or unset it",
        )
    return value


def count(environment: Mapping[str, str], name: str, default: int) -> int:
    """A count that the environment names; raises `ConfigurationError`."""
    text = environment.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 10_000):
        raise ConfigurationError(
            f"{name} is not a count",
            expected="from 1 to 10000",
            found=repr(text),
            where=name,
            remedy=f"correct {name}, or unset it",
        )
    return int(text)
