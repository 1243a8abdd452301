"""The one error tree.

A message says what was expected, what was found, where, and what to do next. Foreign exceptions are
wrapped at the boundary where they appear, so a caller of Isnad catches `IsnadError` and nothing else.

    IsnadError
    ├── ConfigurationError      a setting or a command-line option
    │   └── CallError           a command was called with what it can never take
    ├── ReferenceIdError        a reference id or its template
    ├── CardError               a source card
    ├── SourceError             the bytes or rows behind a card
    │   ├── FetchError          they could not be brought
    │   │   └── UnreachableError    this time: the network may give them later
    │   ├── ChecksumError       they are not the pinned ones
    │   ├── ArchiveError        they could not be unpacked safely
    │   └── FormatError         they could not be read as the card says
    ├── AccountingError         rows in != rows accounted for
    ├── BuildError              a stage of a build
    │   └── RecorderError       the server that records a run
    ├── IndexFormatError        an index file that this reader cannot use
    ├── SnapshotError           a snapshot, its manifest or its store
    │   ├── IntegrityError      a file is missing, extra, or not what the manifest says
    │   ├── LedgerError         a published reference id would change its meaning
    │   └── PublishRefused      the new snapshot falls behind its parent
    ├── QuestionError           a question set, or a question outside the limits
    └── ServiceError            a request that cannot be served
"""

from __future__ import annotations

from collections.abc import Sequence


class IsnadError(Exception):
    """Base of every error that Isnad raises on purpose.

    Args:
        problem: what is wrong, in one plain sentence.
        expected: what would have been right, if that helps.
        found: what was there instead.
        where: the place: a file, a source and row, a field.
        remedy: what the reader can do about it.
        each: the errors that this one tells together; `found` stands for them.
    """

    def __init__(
        self,
        problem: str,
        *,
        expected: str = "",
        found: str = "",
        where: str = "",
        remedy: str = "",
        each: Sequence[IsnadError] = (),
    ) -> None:
        self.problem = problem
        self.expected = expected
        self.found = found or "".join(
            f"\n  {number}. " + one.render().replace("\n", "\n   ")
            for number, one in enumerate(each, start=1)
        )
        self.each = tuple(each)
        self.where = where
        self.remedy = remedy
        super().__init__(self.render())

    def render(self) -> str:
        """The message as shown to a person: one line for each part that is known."""
        parts = [self.problem]
        for label, text in (
            ("where", self.where),
            ("expected", self.expected),
            ("found", self.found),
            ("to mend it", self.remedy),
        ):
            if text:
                parts.append(f"  {label}: {text}")
        return "\n".join(parts)


class ConfigurationError(IsnadError):
    """A setting, an environment variable or an option has a value that cannot be used."""


class CallError(ConfigurationError):
    """A command was given a value that it can never take, or options that do not go together."""


class ReferenceIdError(IsnadError):
    """A text is not a reference id, or a template does not produce one."""


class CardError(IsnadError, ValueError):
    """A source card is incomplete, contradicts itself, or has unknown keys.

    A `ValueError` too, so that pydantic collects what is wrong with every key, and not only the first.
    """


class SourceError(IsnadError):
    """The bytes or rows behind a card cannot be used."""


class FetchError(SourceError):
    """Pinned bytes could not be brought from their origin."""


class UnreachableError(FetchError):
    """A server or registry could not be reached, or broke off; the same request may succeed later."""


class ChecksumError(SourceError):
    """Bytes arrived, but they are not the pinned ones."""


class ArchiveError(SourceError):
    """An archive is truncated, climbs out of its folder, or unpacks without bound."""


class FormatError(SourceError):
    """Bytes are the pinned ones, but cannot be read in the format that the card states."""


class AccountingError(IsnadError):
    """Rows in differ from documents + quarantined + duplicates + merged."""


class BuildError(IsnadError):
    """A stage of a build cannot be done with the inputs it was given."""


class RecorderError(BuildError):
    """The server that records a run, which is Prefect's, does not start or answer, or has no room."""


class IndexFormatError(IsnadError):
    """An index file is damaged, or of a format version that this reader does not know."""


class SnapshotError(IsnadError):
    """A snapshot, its manifest, or the store that holds it cannot be used."""


class IntegrityError(SnapshotError):
    """A file is missing, unlisted, or differs from what the manifest says."""


class LedgerError(SnapshotError):
    """A published reference id would be given to another text, or would vanish without a word."""


class PublishRefused(SnapshotError):
    """A snapshot falls behind its parent, and nobody said that it may."""


class QuestionError(IsnadError):
    """A question set breaks its form, or a question breaks the limits."""


class ServiceError(IsnadError):
    """A request cannot be served; the service gives it a status and a problem type."""
