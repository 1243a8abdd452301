"""What every flow begins with: the home and the profile that it was called for."""

from __future__ import annotations

from pathlib import Path

from flows.runner import PrefectRunner
from pipeline.build.layout import Layout
from pipeline.build.profile import Profile, read_profile


def prepare(profile: str, home: str | None) -> tuple[Layout, Profile, PrefectRunner]:
    """The folders, the settings, and the runner of a flow."""
    layout = Layout.find(Path(home) if home else None)
    return layout, read_profile(layout.profiles, profile), PrefectRunner()
