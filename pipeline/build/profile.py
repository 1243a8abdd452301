"""A profile: which sources and which settings make a snapshot. `data/profiles/<name>.yaml`.

sources: [quran, bukhari, ...]          ids of cards
channel: development                     where `isnad run` publishes
index: {heading_weight: 1, ...}          what differs from the defaults of pipeline.index.config
embedder: {steps: 1500, ...}             what differs from the defaults of pipeline.index.embedder
embedder: {sources: [quran, ...]}        what it is trained on, when not on all: changes elsewhere leave it as it is
places: {name: ..., version: ..., sha256: ...}   the package with the places of the prayer-times endpoint
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from schemas.errors import ConfigurationError
from schemas.origin import PypiOrigin


class Profile(BaseModel):
    """The settings of one profile; `name` is its file's."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    sources: tuple[str, ...] = Field(min_length=1)
    channel: str = "development"
    index: dict[str, Any] = Field(default_factory=dict)
    embedder: dict[str, Any] = Field(default_factory=dict)
    places: PypiOrigin | None = None


def read_profile(folder: Path, name: str) -> Profile:
    """Read `<folder>/<name>.yaml`; raises `ConfigurationError` that says what is wrong with it."""
    path = folder / f"{name}.yaml"
    try:
        value = yaml.safe_load(path.read_text("utf-8"))
    except FileNotFoundError:
        known = ", ".join(sorted(other.stem for other in folder.glob("*.yaml")))
        raise ConfigurationError(
            f"there is no profile “{name}”", expected=f"one of: {known}", where=str(folder)
        ) from None
    except yaml.YAMLError as error:
        raise ConfigurationError("a profile is not YAML", found=str(error), where=str(path)) from error
    try:
        return Profile(name=name, **value)
    except (TypeError, ValidationError) as error:
        raise ConfigurationError(
            "a profile cannot be used",
            expected="the keys that pipeline/build/profile.py names",
            found=str(error),
            where=str(path),
        ) from error
