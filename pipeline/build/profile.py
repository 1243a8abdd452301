"""A profile: which sources and which settings make a snapshot. `data/profiles/<name>.yaml`.

All mistakes of a profile are told at once, with their lines, as those of a card are.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_serializer, field_validator

from pipeline.index.config import IndexConfig
from pipeline.index.embedder import EmbedderConfig
from pipeline.sources.origins.digest import file_digest
from pipeline.sources.written import read_written, refused
from schemas.errors import CardError, ConfigurationError
from schemas.manifest import digest
from schemas.origin import PypiOrigin
from schemas.pointer import CHANNEL, MAX_CHANNEL


class EmbedderSettings(EmbedderConfig):
    """The embedder of a profile: how it is trained and on what, or a model in its place."""

    sources: tuple[str, ...] | None = Field(
        default=None,
        min_length=1,
        description="Sources that it is trained on, when not on all: changes elsewhere leave it as it is.",
    )
    model: str | None = Field(
        default=None,
        min_length=1,
        description="A sentence-transformers model in its place: its name, or its folder from that of the profile.",
    )

    @property
    def called(self) -> str | None:
        """What the model is called: its name, or the last part of its path, wherever its folder lies."""
        folder = self._folder
        return folder.name if folder else self.model

    @field_serializer("model")
    def _by_its_files(self, model: str | None) -> str | dict[str, str] | None:
        """A model in a folder counts by its files, links followed: downloaded ones are links."""
        folder = self._folder
        if folder is None:
            return model
        files = (path for path in sorted(folder.rglob("*")) if path.is_file())
        listed = {path.relative_to(folder).as_posix(): file_digest(path) for path in files}
        return {"folder": folder.name, "files": digest(listed)}

    @property
    def _folder(self) -> Path | None:
        return Path(self.model) if self.model and Path(self.model).is_absolute() else None

    def beside(self, profile: Path) -> EmbedderSettings:
        """These settings with the model's folder found from that of the profile, wherever the build is started.

        Raises:
            ConfigurationError: there is no such folder, or the name of a model is also that of something in the
                working directory, which the model's library would take in its place.
        """
        if self.model is None:
            return self
        folder = (profile.parent / self.model).absolute()
        if folder.is_dir():
            return self.model_copy(update={"model": str(folder)})
        if self.model.startswith(("/", ".")) or Path(self.model).exists():
            raise ConfigurationError(
                "there is no folder with the model that the profile names",
                expected="the name of a model, or its folder: a whole path, or one from the folder of the profile",
                found=self.model,
                where=f"{profile}: embedder.model",
                remedy="correct the path, or put the model there",
            )
        return self


class InquirySettings(BaseModel):
    """By which ready-made model questions are compared with those that muftis answered, and in which language."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    language: Literal["ar", "en"] = Field(description="The language that the model reads.")
    model: PypiOrigin = Field(
        description="The package with the model; `member` is its `modules.json`, in the folder of the model."
    )


class ReaderSettings(BaseModel):
    """Of how many texts the reader (`data/reader`) tells whether they answer."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    texts: int = Field(
        ge=1, le=8, description="How many texts of a question are read; each takes some milliseconds."
    )


class Settings(BaseModel):
    """What the file of a profile says."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sources: tuple[str, ...] = Field(min_length=1, description="Ids of cards, as in [quran, bukhari].")
    channel: str = Field(
        default="development",
        pattern=CHANNEL,
        max_length=MAX_CHANNEL,
        description="Where `isnad run` publishes: a-z, digits and hyphens.",
    )
    index: IndexConfig = Field(
        default=IndexConfig(), description="What differs from the defaults of an index."
    )
    embedder: EmbedderSettings = Field(
        default=EmbedderSettings(), description="What differs from the defaults of the embedder."
    )
    inquiries: InquirySettings | None = Field(
        default=None, description="What tells which questions to muftis are like one that is asked."
    )
    reader: ReaderSettings | None = Field(
        default=None, description="What tells of the first texts whether they answer the question."
    )
    gate: Literal["kept"] | None = Field(
        default=None,
        description="`kept`: the gate that the channel serves judges this too, where little but texts has changed.",
    )
    places: PypiOrigin | None = Field(
        default=None, description="The package with the places of the prayer-times endpoint."
    )

    @field_validator("sources")
    @classmethod
    def _each_once(cls, sources: tuple[str, ...]) -> tuple[str, ...]:
        if twice := sorted(name for name, times in Counter(sources).items() if times > 1):
            raise CardError(
                "a profile lists a source twice, and its rows would be counted twice",
                expected="each id once",
                found=", ".join(twice),
                remedy="remove one of the lines",
            )
        return sources

    @field_serializer("index", "embedder")
    def _stated(self, settings: BaseModel) -> dict[str, Any]:
        """What was stated: a default that changes is told by the version of the code."""
        return settings.model_dump(mode="json", exclude_unset=True)

    @field_validator("embedder")
    @classmethod
    def _trained_on_its_own(cls, embedder: EmbedderSettings, others: ValidationInfo) -> EmbedderSettings:
        sources = others.data.get("sources")
        if sources is None:  # they are wrong themselves, and told
            return embedder
        if unknown := sorted(set(embedder.sources or ()) - set(sources)):
            raise CardError(
                "the embedder is to be trained on sources that the profile does not have",
                expected=", ".join(sources),
                found=", ".join(unknown),
                remedy="take sources of the profile, or leave embedder.sources out for all of them",
            )
        return embedder


class Profile(Settings):
    """The settings of one profile; `name` is its file's."""

    name: str


def profile_names(folder: Path) -> list[str]:
    """The names of all profiles, sorted."""
    return sorted(path.stem for path in folder.glob("*.yaml") if path.is_file())


def read_profile(folder: Path, name: str) -> Profile:
    """Read `<folder>/<name>.yaml`; raises `ConfigurationError` with everything that is wrong with it."""
    known = profile_names(folder)
    if name not in known:  # nor is a path to one: builds are listed, and snapshots told, by its name
        raise ConfigurationError(
            f"there is no profile “{name}”",
            expected=f"one of: {', '.join(known)}",
            where=str(folder),
            remedy=f"take one of these, or write {folder.name}/{name[:40]}.yaml as the others are",
        )
    path = folder / f"{name}.yaml"
    written = read_written(path, Settings, called="profile", as_in="sources: [quran, bukhari]")
    if written.value is None:
        raise refused(written.mistakes, str(path), "profile", ConfigurationError)
    settings = dict(written.value)
    return Profile(name=name, **settings | {"embedder": written.value.embedder.beside(path)})
