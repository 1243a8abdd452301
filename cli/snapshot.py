"""`isnad snapshot`: look at published snapshots, compare them, bring and verify them, and choose what is served.

A snapshot is named by its id, the beginning of one, or a channel that serves it. Tables are drawn on a
terminal and are tab-separated lines elsewhere; `--json` gives everything to a program.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import (
    DEFAULT_CHANNEL,
    NAMED,
    SERVED,
    STORE_VARIABLE,
    AllowOption,
    JsonOption,
    StoreOption,
    chosen_snapshot,
    open_store,
)
from cli.tables import print_json, print_table, progress, show_size

if TYPE_CHECKING:
    from pipeline.snapshot.store import Store
    from schemas.manifest import Manifest

app = typer.Typer(help="Look at, compare, bring and choose snapshots.", no_args_is_help=True)

ChannelOption = Annotated[str, typer.Option("--channel", help="The channel that is meant.")]
UncheckedOption = Annotated[
    bool,
    typer.Option("--unchecked", help="Do not test first that this version serves it: another one does."),
]
ServedArgument = Annotated[str | None, typer.Argument(help=SERVED)]
NameArgument = Annotated[str, typer.Argument(help=NAMED)]


@app.command("list")
def list_snapshots(store: StoreOption = None, as_json: JsonOption = False) -> None:
    """The snapshots of a store, and which channel serves which."""
    opened = open_store(store)
    _must_be_there(opened, store)
    served = dict(_served(opened))
    named = {*opened.ids(), *served.values()}  # a channel may name one that the store lost
    rows = [_summary(opened, snapshot, served) for snapshot in named]
    rows.sort(key=lambda row: (str(row["release"]).zfill(12), str(row["snapshot"])))
    if as_json:
        print_json(rows)
    elif rows:
        heads = ("snapshot", "release", "documents", "passages", "parent", "serves")
        print_table(heads, [[_text(row[head]) for head in heads] for row in rows])
        for row in rows:
            if row["problem"] is not None:
                typer.echo(f"{row['snapshot']} cannot be read: {row['problem']}", err=True)
    else:
        typer.echo(f"no snapshot is published in {opened.root}")


@app.command()
def show(name: ServedArgument = None, store: StoreOption = None, as_json: JsonOption = False) -> None:
    """What a snapshot is: sources with their licences, counts, evaluation, files."""
    opened = open_store(store)
    manifest = opened.manifest(chosen_snapshot(opened, name))
    if as_json:
        print_json(
            {"id": manifest.id, "sha256": manifest.sha256, "manifest": manifest.model_dump(mode="json")}
        )
        return
    for heads, rows in _sections(manifest):
        print_table(heads, rows)
        typer.echo()


@app.command()
def verify(
    name: Annotated[
        str | None,
        typer.Argument(help="A snapshot of the store, as for `show`; or a directory, as in ./copy."),
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read every byte of a snapshot and compare it with its manifest."""
    from pipeline.snapshot.verify import verify_directory

    if name is not None and ("/" in name or name == "."):
        manifest = verify_directory(Path(name))
    else:
        opened = open_store(store)
        manifest = opened.verify(chosen_snapshot(opened, name))
    total = sum(entry.size for entry in manifest.files)
    if as_json:
        print_json({"id": manifest.id, "verified": True, "files": len(manifest.files), "bytes": total})
    else:
        typer.echo(f"{manifest.id} is sound: {len(manifest.files)} files, {show_size(total)}")


@app.command()
def diff(
    before: Annotated[str, typer.Argument(help="The older snapshot.")],
    after: Annotated[str, typer.Argument(help="The newer snapshot.")],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """What changed between two snapshots."""
    from dataclasses import asdict

    from pipeline.snapshot.diff import diff as compare

    opened = open_store(store)
    found = compare(opened, opened.find(before), opened.find(after))
    if as_json:
        print_json(asdict(found))
        return
    if found.empty:
        typer.echo(f"{found.before} and {found.after} hold the same")
        return
    rows = [
        [change.change, change.source, change.kind, str(change.count), " ".join(change.examples)]
        for change in found.documents
    ]
    print_table(("documents", "source", "kind", "count", "for instance"), rows)
    for title in ("counts", "figures", "sources", "config"):
        changes = getattr(found, title)
        values = [[value.name, _text(value.before), _text(value.after)] for value in changes]
        print_table((title, "before", "after"), values)
    if found.files:
        typer.echo(f"{len(found.files)} files differ; --json names them with their digests")


@app.command()
def use(
    name: Annotated[str, typer.Argument(help="The snapshot that is to be served.")],
    channel: ChannelOption = DEFAULT_CHANNEL,
    allow: AllowOption = None,
    unchecked: UncheckedOption = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a channel serve a snapshot: a newer one, or an older one again.

    First it is opened and asked its own golden questions, as a service does.
    """
    from pipeline.snapshot.publish import check_servable
    from pipeline.snapshot.publish import use as serve
    from pipeline.snapshot.rules import parse_words

    words, opened = parse_words(allow or ()), open_store(store)
    pointer, snapshot = opened.pointer(channel), opened.find(name)
    check_servable(opened.manifest(snapshot), channel, words)
    if not unchecked:
        _test(opened, snapshot)
    manifest = serve(opened, snapshot, channel, allow=words)
    before = pointer.target.snapshot if pointer else None
    if as_json:
        print_json({"channel": channel, "before": before, "snapshot": manifest.id})
    else:
        typer.echo(f"{channel} serves {manifest.id} (before: {before or 'nothing'})")


@app.command()
def pull(
    origin: Annotated[str, typer.Argument(help="A directory, or a URL: https, s3, gs, az, file.")],
    name: Annotated[
        str, typer.Argument(help="A snapshot id, or a channel there. By default the channel of --channel.")
    ] = "",
    put_to_use: Annotated[bool, typer.Option("--use", help="Serve it here when it has come.")] = False,
    channel: ChannelOption = DEFAULT_CHANNEL,
    allow: AllowOption = None,
    unchecked: UncheckedOption = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Bring a snapshot from another store; the same command continues one that was cut."""
    from functools import partial

    from pipeline.snapshot.pull import pull as bring
    from pipeline.snapshot.remote import Remote
    from pipeline.snapshot.rules import parse_words

    words, opened = parse_words(allow or ()), open_store(store)
    with progress(quiet=as_json) as told:
        done = bring(
            Remote(origin),
            opened,
            name or channel,
            use=channel if put_to_use else "",
            allow=words,
            test=_untested if unchecked else partial(_test, opened),
            on_progress=told,
        )
    if as_json:
        print_json(
            {"snapshot": done.snapshot, "files": done.files, "bytes": done.received, "used": put_to_use}
        )
    else:
        there = f" --store {store}" if store else ""
        serve = f"isnad snapshot use {done.snapshot} --channel {channel}{there}"
        end = f"; {channel} serves it" if put_to_use else f"; to serve it: {serve}"
        typer.echo(f"{done.snapshot} is here, {show_size(done.received)} came{end}")


@app.command()
def push(
    name: NameArgument,
    target: Annotated[str, typer.Argument(help="A directory, or a URL: s3, gs, az, file.")],
    channel: Annotated[str, typer.Option("--channel", help="The channel there that is to serve it.")] = "",
    allow: AllowOption = None,
    allow_restricted: Annotated[
        bool, typer.Option("--allow-restricted", help="Send texts whose licence does not allow it.")
    ] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Copy a snapshot to another store."""
    from pipeline.snapshot.push import push as send
    from pipeline.snapshot.remote import Remote
    from pipeline.snapshot.rules import parse_words

    words, opened = parse_words(allow or ()), open_store(store)
    manifest = send(
        opened,
        opened.find(name),
        Remote(target),
        channel=channel,
        allow=words,
        allow_restricted=allow_restricted,
    )
    if as_json:
        print_json({"snapshot": manifest.id, "channel": channel or None})
    else:
        typer.echo(f"{manifest.id} is there{f'; {channel} serves it' if channel else ''}")


@app.command()
def gc(
    keep: Annotated[
        int | None,
        typer.Option("--keep", min=0, help="Remove snapshots too, but the last so many of each channel."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be removed.")] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remove what no snapshot names: remains of a publish or a pull that was stopped."""
    from dataclasses import asdict

    from pipeline.snapshot.gc import collect

    done = collect(open_store(store), keep=keep, dry_run=dry_run)
    if as_json:
        print_json({**asdict(done), "dry_run": dry_run})
        return
    verb = "would be removed" if dry_run else "removed"
    for snapshot in done.snapshots:
        typer.echo(f"{snapshot} {verb}")
    typer.echo(f"{done.blobs} files ({show_size(done.bytes)}) and {done.other} other remains {verb}")


def _must_be_there(store: Store, given: Path | None) -> None:
    """Raise `SnapshotError` where a store that was named is none; a home has one from its first build on."""
    from schemas.errors import SnapshotError

    if (given or os.environ.get(STORE_VARIABLE)) and not store.root.is_dir():
        raise SnapshotError(
            "there is no store at this place",
            expected="the folder of a store",
            found="a file" if store.root.exists() else "no such folder",
            where=str(store.root),
            remedy=f"correct --store or {STORE_VARIABLE}; `isnad snapshot pull` makes a store",
        )


def _served(store: Store) -> Iterator[tuple[str, str]]:
    """Each channel with the snapshot that it names; one whose pointer cannot be read is told, and the others shown."""
    from schemas.errors import IntegrityError

    for channel in store.channels():
        try:
            yield channel, store.served(channel).snapshot
        except IntegrityError as error:
            typer.echo(error.render(), err=True)


def _untested(snapshot: str) -> None:
    """Let a snapshot be served that another version of Isnad serves."""


def _test(store: Store, snapshot: str) -> None:
    """Open a snapshot as a service does; raises `SnapshotError` where this version cannot serve it."""
    from schemas.errors import IntegrityError, IsnadError, SnapshotError
    from service.served import open_served

    path = store.materialise(snapshot)
    typer.echo("testing it; the first time on a machine kernels are compiled, which takes minutes", err=True)
    try:
        open_served(snapshot, path)
    except IntegrityError:
        raise
    except Exception as error:  # bytes that pass every check may still break a reader
        raise SnapshotError(
            "this version of Isnad cannot serve the snapshot, so no channel was changed",
            found=error.problem if isinstance(error, IsnadError) else type(error).__name__,
            where=getattr(error, "where", "") or str(path),
            remedy="choose one that this version built (`isnad snapshot list`); where another version serves this "
            "store, give --unchecked",
        ) from error


def _summary(store: Store, snapshot: str, served: dict[str, str]) -> dict[str, object]:
    """One snapshot as a row; one of a later format is shown, not hidden."""
    from schemas.errors import SnapshotError

    channels = sorted(channel for channel, target in served.items() if target == snapshot)
    row: dict[str, object] = {"snapshot": snapshot, "serves": channels}
    try:
        manifest = store.manifest(snapshot)
    except SnapshotError as error:
        unread = dict.fromkeys(("release", "documents", "passages", "parent"))
        return {**row, **unread, "problem": error.problem}
    counts = manifest.counts
    return {
        **row,
        "release": manifest.release,
        "documents": counts.documents,
        "passages": counts.passages,
        "parent": manifest.parent,
        "problem": None,
    }


def _sections(manifest: Manifest) -> Iterator[tuple[Sequence[str], list[list[str]]]]:
    facts = {
        "snapshot": manifest.id,
        "sha256": manifest.sha256,
        "format": manifest.format,
        "release": manifest.release,
        "parent": manifest.parent,
        "code": manifest.code,
        "build key": manifest.build_key,
        "documents": manifest.counts.documents,
        "passages": manifest.counts.passages,
        "quarantined": manifest.counts.quarantined,
        "samples": "yes" if manifest.holds_samples else "no",
        "waived": list(manifest.waived),
    }
    yield ("", "value"), [[name, _text(value)] for name, value in facts.items()]
    groups = [(group, getattr(manifest.counts, group)) for group in ("kinds", "languages", "statuses")]
    yield ("counts", "", "documents"), [[g, n, str(c)] for g, counts in groups for n, c in counts.items()]
    yield (
        ("source", "status", "rows", "documents", "quarantined", "licence", "redistribution"),
        [
            [s.id, s.status, str(s.rows), str(s.documents), str(s.quarantined), s.licence, s.redistribution]
            for s in manifest.sources
        ],
    )
    if manifest.evaluation:
        figures = manifest.evaluation.figures
        yield ("figure", "value", "better"), [[f.name, f"{f.value:g}", f.better] for f in figures]
    yield ("file", "size", "sha256"), [[f.path, show_size(f.size), f.sha256[:16]] for f in manifest.files]


def _text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(value) or "-"
    return "-" if value is None else str(value)
