"""Options that several commands share, and what they choose: the home, a profile, a store, one of its snapshots."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schemas.sentence import Language

if TYPE_CHECKING:
    from pipeline.snapshot.store import Store

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides, as in other programs
STORE_VARIABLE = "ISNAD_STORE"
CHANNEL_VARIABLE = "ISNAD_CHANNEL"
DEFAULT_CHANNEL = "production"

NAMED = "An id, the beginning of one, or a channel."
SERVED = f"{NAMED} By default {CHANNEL_VARIABLE}, else {DEFAULT_CHANNEL}, else the only channel."

HomeOption = Annotated[
    Path | None, typer.Option(help="The Isnad home. Default: ISNAD_HOME, or here and above.")
]
ProfileOption = Annotated[str, typer.Option(help="Which profile of data/profiles.")]
StoreOption = Annotated[
    Path | None,
    typer.Option("--store", help=f"The store. By default {STORE_VARIABLE}, or data/store of the Isnad home."),
]
SnapshotOption = Annotated[str | None, typer.Option(help=SERVED)]
AllowOption = Annotated[
    list[str] | None,
    typer.Option("--allow", help="Waive a rule by the word that a refusal names; may be given again."),
]
LanguageOption = Annotated[
    Language | None,
    typer.Option(
        "--language",
        help=f"en or ar. By default Arabic where the environment asks for it ({', '.join(LOCALE)}), else English.",
        show_choices=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def chosen_language(given: Language | None) -> Language:
    """The language of a report: the option's, else Arabic where the environment's locale is Arabic, else English."""
    if given is not None:
        return given
    locale = next((name for name in map(os.environ.get, LOCALE) if name), "")
    return "ar" if locale.replace(".", "_").split("_")[0].lower() == "ar" else "en"


@contextmanager
def speaking(given: Language | None) -> Iterator[Language]:
    """The language that a command speaks, chosen by its option: the error that ends it is told in it, too."""
    spoken = chosen_language(given)
    try:
        yield spoken
    except Exception as error:
        error.language = spoken  # type: ignore[attr-defined]
        raise


def language_of(error: Exception) -> Language:
    """The language of the command that an error ended."""
    spoken: Language = getattr(error, "language", "en")
    return spoken


def store_folder(path: Path | None, home: Path | None = None) -> Path:
    """The folder of the store that is meant: the option, else the environment's, else that of the home.

    A service has a store and no home, so a home is looked for only where nothing names the store.
    """
    from pipeline.build.layout import Layout

    named = path or os.environ.get(STORE_VARIABLE)
    return Path(named) if named else Layout.find(home).store


def open_store(path: Path | None, home: Path | None = None) -> Store:
    """The store that a command works on."""
    from pipeline.snapshot.store import Store

    return Store(store_folder(path, home), lock_wait_s=60)


def chosen_snapshot(store: Store, name: str | None) -> str:
    """The id of what is meant: a name, else ISNAD_CHANNEL, else what production serves, else the only channel."""
    if name is None:
        channels = store.channels()
        name = os.environ.get(CHANNEL_VARIABLE) or (
            channels[0] if len(channels) == 1 and DEFAULT_CHANNEL not in channels else DEFAULT_CHANNEL
        )
        return store.served(name).snapshot
    return store.find(name)
