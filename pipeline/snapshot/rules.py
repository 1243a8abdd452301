"""What a new snapshot must not do to those who rely on the one before it.

Each rule compares the new snapshot with the newest of its line and has one word. A rule that does not
hold stops the publish, unless a person gives its word (`--allow fewer-documents`); the word is then
written in the manifest. All rules are tried before any is reported, so that one run tells everything.

Tolerances are stated once, here. Pure: manifests and a ledger report in, findings out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from pipeline.snapshot.ledger import IdSet, LedgerChanges
from schemas.errors import CallError, LedgerError, PublishRefused
from schemas.manifest import Evaluation, Figure, Manifest

PRODUCTION = "production"  # the channel that people are answered from
# How far a snapshot may fall behind the one before it until a word is needed.
SHARE = 0.01  # of documents (in all or in one kind, collection or language), passages, live ids; of rows quarantined
# Of the evaluation, in the figure's own unit: of the 75 to 82 questions of a language's test part one is lost to chance
# whenever a text comes in, and two are not. How many are answered hangs on a threshold that any text may move: two
# short ones that came in cost two questions, and three is no chance.
FIGURE, COVERAGE = 0.02, 0.03


class Word(StrEnum):
    """What a person may say to waive a rule."""

    CHANGED_TEXT = "changed-text"
    FEWER_DOCUMENTS = "fewer-documents"
    FEWER_PASSAGES = "fewer-passages"
    MISSING_SOURCE = "missing-source"
    MORE_QUARANTINED = "more-quarantined"
    NO_EVALUATION = "no-evaluation"
    OTHER_QUESTIONS = "other-questions"
    RETIRED_IDS = "retired-ids"
    ROLLED_BACK = "rolled-back"
    SAMPLES = "samples"
    UNREPEATABLE = "unrepeatable"
    WORSE_EVALUATION = "worse-evaluation"


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that does not hold."""

    word: Word
    problem: str


def parse_words(words: Iterable[str]) -> frozenset[Word]:
    """The words that a person gave; raises `CallError` on one that is none."""
    given = set()
    for word in words:
        try:
            given.add(Word(word))
        except ValueError:
            raise CallError(
                f"“{word}” is not a word that waives a rule",
                expected=", ".join(Word),
                found=word,
                remedy="take the word that the refusal names",
            ) from None
    return frozenset(given)


def judge(
    parent: Manifest | None,
    new: Manifest,
    changes: LedgerChanges,
    channel: str,
) -> tuple[Finding, ...]:
    """All rules that do not hold, in order of their words."""
    findings = list(samples(new, channel))
    if parent is not None:
        findings += [
            *_ids(changes),
            *_counts(parent, new),
            *_sources(parent, new),
            *behind(parent.evaluation, new.evaluation),
            *_repeatable(parent, new),
        ]
    return tuple(sorted(findings, key=lambda finding: (finding.word, finding.problem)))


def waive(findings: tuple[Finding, ...], allow: frozenset[Word]) -> tuple[str, ...]:
    """The words that were needed and given; raises `LedgerError` or `PublishRefused` when one was not."""
    refused = [finding for finding in findings if finding.word not in allow]
    if not refused:
        return tuple(sorted({finding.word.value for finding in findings}))
    # With those that were given: they are needed again.
    words = sorted({finding.word for finding in findings})
    remedy = "where each of these is meant, say so: " + " ".join(f"--allow {word}" for word in words)
    if any(finding.word is Word.SAMPLES for finding in refused):
        remedy = f"serve it on another channel, as in --channel development; {remedy}"
    error = LedgerError if any(finding.word is Word.CHANGED_TEXT for finding in refused) else PublishRefused
    raise error(
        "the snapshot was refused, and what is served stays",
        found="; ".join(f"{finding.problem} ({finding.word})" for finding in refused),
        remedy=remedy,
    )


def samples(new: Manifest, channel: str) -> Iterator[Finding]:
    """The one rule that holds of a snapshot by itself, whatever came before it."""
    if channel == PRODUCTION and new.holds_samples:
        count = new.counts.statuses["sample"]
        yield Finding(
            Word.SAMPLES, f"it holds {count} sample documents, and “{channel}” answers real questions"
        )


def _ids(changes: LedgerChanges) -> Iterator[Finding]:
    if changes.changed.count:
        yield Finding(
            Word.CHANGED_TEXT,
            f"{changes.changed.count} ids that were published as approved have another text: {_names(changes.changed)}",
        )
    if changes.retired.count > SHARE * changes.live_before:
        yield Finding(
            Word.RETIRED_IDS,
            f"{changes.retired.count} of {changes.live_before} published ids are gone: "
            f"{_names(changes.retired)}",
        )


def _counts(parent: Manifest, new: Manifest) -> Iterator[Finding]:
    before, after = parent.counts, new.counts
    tables: tuple[tuple[str, Mapping[str, int], Mapping[str, int]], ...] = (
        ("in all", {"": before.documents}, {"": after.documents}),
        ("of kind", before.kinds, after.kinds),
        ("of collection", before.collections, after.collections),
        ("in language", before.languages, after.languages),
    )
    for what, old, now in tables:
        for name, count in sorted(old.items()):
            if _falls(count, now.get(name, 0)):
                label = f"{what} {name}".strip()
                yield Finding(
                    Word.FEWER_DOCUMENTS, f"documents {label} fall from {count} to {now.get(name, 0)}"
                )
    if _falls(before.passages, after.passages):
        yield Finding(Word.FEWER_PASSAGES, f"passages fall from {before.passages} to {after.passages}")
    rows = sum(source.rows for source in new.sources)
    if after.quarantined - before.quarantined > SHARE * rows:
        yield Finding(
            Word.MORE_QUARANTINED,
            f"quarantined rows rise from {before.quarantined} to {after.quarantined} of {rows}",
        )


def _sources(parent: Manifest, new: Manifest) -> Iterator[Finding]:
    gone = {source.id for source in parent.sources} - {source.id for source in new.sources}
    if gone:
        yield Finding(Word.MISSING_SOURCE, f"sources are gone: {', '.join(sorted(gone))}")


def behind(before: Evaluation | None, after: Evaluation | None) -> Iterator[Finding]:
    """In what one evaluation falls behind another. Nothing falls behind where nothing was measured before."""
    if before is None:
        return
    if after is None:
        yield Finding(Word.NO_EVALUATION, "it was not evaluated, and the one before it was")
    elif before.questions != after.questions:
        yield Finding(Word.OTHER_QUESTIONS, "it was measured on other questions than the one before it")
    else:
        yield from _figures(before, after)


def _figures(before: Evaluation, after: Evaluation) -> Iterator[Finding]:
    now = {figure.name: figure for figure in after.figures}
    for old in before.figures:
        new = now.get(old.name)
        if new is None:
            yield Finding(Word.WORSE_EVALUATION, f"{old.name} is no longer measured")
        elif _loss(old, new) > (COVERAGE if old.name.endswith("/coverage") else FIGURE):
            yield Finding(
                Word.WORSE_EVALUATION,
                f"{old.name} goes from {old.value:g} to {new.value:g} ({old.better} is better)",
            )


def _repeatable(parent: Manifest, new: Manifest) -> Iterator[Finding]:
    if parent.build_key == new.build_key and parent.built != new.built:
        names = {entry.path for entry in set(parent.built) ^ set(new.built)}
        others = ", ".join(sorted(names)[:5])
        yield Finding(
            Word.UNREPEATABLE,
            f"the same sources, configuration and code gave other bytes than before: {others}",
        )


def _falls(before: int, after: int) -> bool:
    return before - after > SHARE * before


def _loss(before: Figure, after: Figure) -> float:
    change = after.value - before.value
    return round(-change if before.better == "higher" else change, 9)


def _names(ids: IdSet) -> str:
    return ", ".join(ids.examples) + (", …" if ids.count > len(ids.examples) else "")
