"""What can be said of a row: one line of the quarantine table, in plain language.

Rules: `reason` is a stable code that reports and expected counts rest on; reasons.yaml says in a few words,
in English and Arabic, what each means and how it is mended as a rule. Codes of the readers are taken over as they
are. A row may have several lines; it is quarantined when one of them says so, and kept when all are warnings.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files

import yaml

from pipeline.sources.characters import visible
from pipeline.sources.readers.row import MAX_VALUE

QUARANTINED, WARNING = "quarantined", "warning"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a row is set aside or kept with a warning: what it means, and how it is mended as a rule."""

    what: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One line of the quarantine table, without the source's id."""

    row: int
    where: str
    field: str
    value: str
    reason: str
    message: str
    remedy: str
    severity: str = QUARANTINED

    def as_row(self, source: str) -> dict[str, object]:
        """A row of `schemas.tables.QUARANTINE`."""
        told = {name: visible(getattr(self, name)) for name in ("where", "field", "message", "remedy")}
        return {**asdict(self), **told, "value": shown(self.value), "source": source}


def shown(value: object) -> str:
    """At most 300 characters of what was found, with the unusual ones written out."""
    text = visible(str(value)[: MAX_VALUE + 1])
    return text if len(text) <= MAX_VALUE else text[: MAX_VALUE - 1] + "…"


def reason_of(code: str, language: str = "en") -> Reason:
    """What a code means, in English or Arabic; of one that no list holds, its own words."""
    return reasons(language).get(code) or Reason(code.replace("-", " ").capitalize(), "")


@cache
def reasons(language: str = "en") -> dict[str, Reason]:
    """Every reason, by its code."""
    text = files("pipeline.sources").joinpath("reasons.yaml").read_text("utf-8")
    return {code: Reason(**said[language]) for code, said in yaml.safe_load(text).items()}
