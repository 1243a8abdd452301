"""The order of the stages, and nothing else. Flows and tests run it with runners of their own.

    ingest    fetch every source of a profile, and read it into documents and quarantine
    build     corpus, embedder, analysis, what muftis were asked, index, places
    evaluate  fit the gate on the fitting questions, measure on all
    publish   put the files together and publish them

Each of them runs what it needs of the ones before, unless it is given what they made: a stage that is finished is
found by its key, but to look for all of them takes seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from pipeline.build import inquiries, release, sources, stages, verdict
from pipeline.build.asking import Askers, askers
from pipeline.build.layout import Layout
from pipeline.build.outputs import retire
from pipeline.build.plan import Begun, begin
from pipeline.build.profile import Profile, profile_names
from pipeline.build.readings import readings_folder
from pipeline.build.runner import Result, Runner, watcher
from pipeline.build.sources import Ingested
from pipeline.build.stage import StageResult
from pipeline.disk.faults import disk_errors
from pipeline.disk.locks import staging_folder
from pipeline.evaluate.sets import read_all
from pipeline.snapshot import Published
from schemas.errors import BuildError
from schemas.origin import PypiOrigin


@dataclass(frozen=True, slots=True)
class Built:
    """The outputs of a build, before it is judged."""

    ingested: Mapping[str, Ingested]
    corpus: StageResult
    embedder: StageResult
    analysis: StageResult
    inquiries: StageResult | None
    index: StageResult
    reader: StageResult | None
    places: StageResult | None


@dataclass(frozen=True, slots=True)
class Judged:
    """A build with its gate and its evaluation."""

    built: Built
    gate: StageResult
    evaluation: StageResult


def ingest(layout: Layout, profile: Profile, runner: Runner) -> dict[str, Ingested]:
    """Documents and quarantine of every source of the profile."""
    found = sources.sources_of(layout, profile)
    fetched = _told(
        "fetch", lambda: sources.fetch_all(layout, found, runner), lambda done: f"{len(done)} sources"
    )
    return _told("ingest", lambda: sources.ingest_all(layout, fetched, runner), _rows)


def build(
    layout: Layout,
    profile: Profile,
    runner: Runner,
    ingested: Mapping[str, Ingested] | None = None,
    asked: Askers | None = None,
) -> Built:
    """Everything that an index is made of. `asked`: whoever will then ask the questions, and starts meanwhile."""
    ingested = ingested or ingest(layout, profile, runner)
    corpus = _stage(runner, "corpus", lambda: stages.corpus(layout, profile, ingested))
    model = _stage(runner, "embedder", lambda: stages.embedder(layout, profile, ingested, corpus))
    if asked is not None and model.reused and not corpus.reused:
        asked.begin(len(read_all(layout.questions)))
    analysis = _stage(runner, "analysis", lambda: stages.analysis(layout, profile, corpus, model))
    inquired = _inquiries(layout, profile, runner, corpus)
    index = _stage(runner, "index", lambda: stages.index(layout, profile, corpus, model, analysis, inquired))
    reader = _reader(layout, profile, runner)
    places = (
        _packaged(runner, "places", lambda package: stages.places(layout, package), profile.places)
        if profile.places is not None
        else None
    )
    return Built(ingested, corpus, model, analysis, inquired, index, reader, places)


@contextmanager
def asking(layout: Layout) -> Iterator[Askers]:
    """Whoever asks the questions of one build."""
    with (
        disk_errors(BuildError, "asking the questions"),
        staging_folder(layout.build) as notes,
        askers(notes, readings_folder(layout)) as asked,
    ):
        yield asked


def evaluate(
    layout: Layout,
    profile: Profile,
    runner: Runner,
    built: Built | None = None,
    asked: Askers | None = None,
) -> Judged:
    """A build, the gate that is fitted to it, and its evaluation."""
    if asked is None:
        with asking(layout) as asked:
            return evaluate(layout, profile, runner, built, asked)
    built = built or build(layout, profile, runner, asked=asked)
    parts = (built.index, built.embedder, built.reader)
    gate = _told(
        "gate", lambda: runner.once("gate", lambda: verdict.fit(layout, profile, *parts, asked)), _gate
    )
    evaluation = _stage(runner, "evaluate", lambda: verdict.measure(layout, *parts, gate, asked))
    return Judged(built, gate, evaluation)


def publish(
    layout: Layout, profile: Profile, runner: Runner, *, channel: str | None = None, allow: Iterable[str] = ()
) -> Published:
    """Publish what the profile gives on a channel; what falls behind its parent needs a word in `allow`."""
    begun = begin(layout, profile)
    judged = evaluate(layout, profile, runner)
    return publish_judged(layout, profile, runner, begun, judged, channel=channel, allow=allow)


def publish_judged(
    layout: Layout,
    profile: Profile,
    runner: Runner,
    begun: Begun,
    judged: Judged,
    *,
    channel: str | None,
    allow: Iterable[str],
) -> Published:
    """Publish what was built and judged, and remove outputs that no build needs any more."""
    words = tuple(allow)

    def work() -> Published:
        to = channel or profile.channel
        published = release.publish_build(layout, profile, begun.inputs, judged, to, words)
        retire(layout.build, profile.name, profile_names(layout.profiles), begun.at, time.time())
        return published

    return _told(
        "publish",
        lambda: runner.once("publish", work),
        _outcome,
    )


def _outcome(published: Published) -> str:
    changes = published.changes.told()
    return f"{published.outcome} {published.snapshot}" + (f", ids {changes}" if changes else "")


def _inquiries(layout: Layout, profile: Profile, runner: Runner, corpus: StageResult) -> StageResult | None:
    """What muftis were asked, where the profile names a model that compares questions with it."""
    settings = profile.inquiries
    if settings is None:
        return None
    model = _packaged(runner, "model", lambda package: inquiries.model(layout, package), settings.model)
    return _stage(runner, "inquiries", lambda: inquiries.inquiries(layout, settings.language, corpus, model))


def _reader(layout: Layout, profile: Profile, runner: Runner) -> StageResult | None:
    """What reads the first texts with the question, where the profile has it read any."""
    settings = profile.reader
    return None if settings is None else _stage(runner, "reader", lambda: stages.reader(layout, settings))


def _packaged(
    runner: Runner, name: str, work: Callable[[PypiOrigin], StageResult], origin: PypiOrigin
) -> StageResult:
    """A later stage that may touch the network, for the package that it is made of."""
    return _told(name, lambda: runner.each(name, work, [origin], network=True)[0], _note)


def _stage(runner: Runner, name: str, work: Callable[[], StageResult]) -> StageResult:
    return _told(name, lambda: runner.once(name, work), _note)


def _told(name: str, work: Callable[[], Result], note: Callable[[Result], str]) -> Result:
    """Run a step, and tell whoever watches."""
    begun = time.monotonic()
    watcher().begin(name)
    result = work()
    watcher().end(name, time.monotonic() - begun, note(result))
    return result


def _note(result: StageResult) -> str:
    facts = ", ".join(
        f"{name} {value:,}" for name, value in result.facts.items() if isinstance(value, int | float)
    )
    return ("found; " if result.reused else "") + facts


def _gate(result: StageResult) -> str:
    first = verdict.fitting_of(result).snapshot
    return f"kept, as {first} has it" if first else _note(result)


def _rows(ingested: Mapping[str, Ingested]) -> str:
    counts = [each.result.counts for each in ingested.values()]
    told = (
        f"{sum(c.documents for c in counts):,} documents, {sum(c.quarantined for c in counts):,} quarantined"
    )
    return ("found; " if all(each.stage.reused for each in ingested.values()) else "") + told
