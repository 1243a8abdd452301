"""Pulling from honest, broken and hostile mirrors: the local store holds the right thing or is unchanged.

The hostile publisher is a directory with one thing spoilt; each attack asserts that what a reader of the
local store can see did not change.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from snapshot_builds import Build, visible

from pipeline.snapshot.layout import manifest_path
from pipeline.snapshot.publish import publish, use
from pipeline.snapshot.pull import PullPolicy, pull
from pipeline.snapshot.push import push
from pipeline.snapshot.remote import Remote, shown
from pipeline.snapshot.rules import Word
from pipeline.snapshot.store import Store
from schemas.errors import ConfigurationError, FetchError, IntegrityError, PublishRefused, SnapshotError
from schemas.manifest import FORMAT
from schemas.pointer import PointerTarget
from schemas.tables import canonical_json

QUICK = PullPolicy(attempts=3, pause_s=0)
NEWER = Build().but(texts={**Build().texts, "fatwa:one:101": "new"})


@pytest.fixture
def origin(tmp_path: Path) -> Store:
    """A store elsewhere with one release."""
    store = Store(tmp_path / "origin")
    publish(store, tmp_path / "origin-build", Build().write(tmp_path / "origin-build"))
    return store


@pytest.fixture
def newest(origin: Store) -> PointerTarget:
    return origin.served("production")


def next_release(origin: Store, tmp_path: Path, build: Build = NEWER) -> str:
    return publish(origin, tmp_path / "newer", build.write(tmp_path / "newer")).snapshot


# Honest mirrors


def test_a_pulled_snapshot_is_whole_and_no_pointer_moves(store, origin, newest):
    done = pull(Remote(str(origin.root)), store, "production", policy=QUICK)
    assert done.snapshot == newest.snapshot
    assert done.received == sum(entry.size for entry in done.manifest.files)
    assert store.verify(done.snapshot) == origin.manifest(newest.snapshot)
    assert visible(store) == ((newest.snapshot,), ())


def test_pulling_to_use_moves_the_pointer(store, origin, newest):
    pull(Remote(str(origin.root)), store, newest.snapshot, use="production", policy=QUICK)
    assert store.served("production") == newest
    assert (store.current("production")[1] / "documents.arrow").is_file()


@pytest.mark.parametrize("linked", [True, False])
def test_pulling_again_mends_an_open_snapshot_whose_bytes_changed(store, origin, newest, linked):
    pull(Remote(str(origin.root)), store, newest.snapshot, policy=QUICK)
    texts = store.materialise(newest.snapshot) / "documents.arrow"
    data = texts.read_bytes()
    if not linked:  # as where the store and the directory are copies of each other
        texts.unlink()
        texts.write_bytes(data)
    texts.chmod(0o644)
    texts.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(IntegrityError, match="other bytes"):
        store.check_texts(newest.snapshot)
    pull(Remote(str(origin.root)), store, newest.snapshot, policy=QUICK)
    store.verify(newest.snapshot)
    assert (store.materialise(newest.snapshot) / "documents.arrow").read_bytes() == data
    store.check_texts(newest.snapshot)


def test_a_pulled_snapshot_that_is_used_is_the_parent_of_the_next(store, put, origin, newest):
    put(Build(texts={"fatwa:mine:1": "mine"}, files={"own.bin": b"own"}))
    pull(Remote(str(origin.root)), store, "production", use="production", policy=QUICK)
    assert put(NEWER).manifest.parent == newest.snapshot


def test_a_second_pull_brings_only_what_is_new(store, origin, tmp_path):
    pull(Remote(str(origin.root)), store, "production", policy=QUICK)
    newer = next_release(origin, tmp_path)
    done = pull(Remote(str(origin.root)), store, "production", policy=QUICK)
    assert (done.snapshot, done.files) == (newer, 2)
    assert pull(Remote(str(origin.root)), store, "production", policy=QUICK).received == 0


def test_progress_is_told_to_the_last_byte(store, origin):
    told: dict[str, tuple[int, int]] = {}
    done = pull(
        Remote(str(origin.root)),
        store,
        "production",
        on_progress=lambda path, here, total: told.update({path: (here, total)}),
    )
    assert told == {entry.path: (entry.size, entry.size) for entry in done.manifest.files}


# The hostile publisher


def blob_of(origin: Store, path: str) -> Path:
    return origin.blob(origin.manifest(origin.served("production").snapshot).file(path).sha256)


def overwrite(path: Path, data: bytes) -> None:
    path.chmod(0o644)
    path.write_bytes(data)


def flipped(data: bytes) -> bytes:
    return data[:100] + bytes([data[100] ^ 1]) + data[101:]


def spoil_blob(change: Callable[[bytes], bytes]) -> Callable[[Store], None]:
    def spoil(origin: Store) -> None:
        path = blob_of(origin, "lexical/postings.bin")
        overwrite(path, change(path.read_bytes()))

    return spoil


def spoil_manifest(change: Callable[[bytes], bytes]) -> Callable[[Store], None]:
    def spoil(origin: Store) -> None:
        path = origin.manifest_path(origin.served("production").snapshot)
        overwrite(path, change(path.read_bytes()))

    return spoil


def forge(origin: Store, **changes: object) -> None:
    """A consistent lie: another manifest under its own name, and a pointer that names it."""
    old = origin.served("production")
    value = {**json.loads(origin.manifest_path(old.snapshot).read_bytes()), **changes}
    data = canonical_json(value)
    from hashlib import sha256

    full = sha256(data).hexdigest()
    target = {"snapshot": f"s-{full[:20]}", "manifest_sha256": full, "manifest_size": len(data), "release": 1}
    claim = {"channel": "production", "target": target, "history": [target], "expires": None}
    pointer = {"format": 1, "signed": claim, "signatures": []}
    origin.manifest_path(target["snapshot"]).parent.mkdir()
    origin.manifest_path(target["snapshot"]).write_bytes(data)
    overwrite(origin.pointer_path("production"), canonical_json(pointer))


def forge_path(path: str) -> Callable[[Store], None]:
    def spoil(origin: Store) -> None:
        files = json.loads(origin.manifest_path(origin.served("production").snapshot).read_bytes())["files"]
        files[-1] = {**files[-1], "path": path}
        forge(origin, files=sorted(files, key=lambda entry: entry["path"]))

    return spoil


def forge_size(size: int) -> Callable[[Store], None]:
    def spoil(origin: Store) -> None:
        files = json.loads(origin.manifest_path(origin.served("production").snapshot).read_bytes())["files"]
        forge(origin, files=[{**files[0], "size": size}, *files[1:]])

    return spoil


def swap_blobs(origin: Store) -> None:
    one, two = blob_of(origin, "lexical/postings.bin"), blob_of(origin, "dense/vectors.bin")
    data = one.read_bytes()
    overwrite(one, two.read_bytes())
    overwrite(two, data)


def grow(path: Path, size: int) -> None:
    path.chmod(0o644)
    with path.open("r+b") as file:
        file.truncate(size)  # a hole: it takes no room


ATTACKS: dict[str, tuple[Callable[[Store], object], str]] = {
    "a flipped bit": (spoil_blob(flipped), "other bytes"),
    "a truncated file": (spoil_blob(lambda data: data[:-1]), "another size"),
    "an oversized file": (spoil_blob(lambda data: data + b"x"), "another size"),
    "an empty file": (spoil_blob(lambda data: b""), "another size"),
    "two files swapped": (swap_blobs, "another size"),
    "a missing file": (lambda o: blob_of(o, "lexical/postings.bin").unlink(), "does not hold"),
    "an endless file": (lambda o: grow(blob_of(o, "lexical/postings.bin"), 1 << 34), "another size"),
    "a missing manifest": (lambda o: o.manifest_path(o.served("production").snapshot).unlink(), "does not hold"),
    "a manifest of another": (spoil_manifest(lambda data: data.replace(b"answer", b"other")[:-2]), "asked for"),
    "an empty manifest": (spoil_manifest(lambda data: b""), "asked for"),
    "a manifest of 1 GB": (
        lambda o: grow(o.manifest_path(o.served("production").snapshot), 1 << 30),
        "another size",
    ),
    "an endless pointer": (lambda o: grow(o.pointer_path("production"), 1 << 30), "another size"),
    "a missing pointer": (lambda o: o.pointer_path("production").unlink(), "nothing is published"),
    "a pointer that is no JSON": (lambda o: overwrite(o.pointer_path("production"), b"<html>"), "not JSON"),
    "a path that climbs out": (forge_path("../../escaped"), "plain name"),
    "an absolute path": (forge_path("/tmp/escaped"), "plain name"),
    "a path that hides": (forge_path(".ssh/authorized_keys"), "plain name"),
    "a listed manifest": (forge_path("manifest.json"), "lists the others"),
    "a later format": (lambda o: forge(o, format=FORMAT + 1), "upgrade Isnad"),
    "an unknown key": (lambda o: forge(o, run="rm"), "Extra inputs"),
    "more than the disk": (forge_size(1 << 40), "larger than may be pulled|does not fit"),
    "a size beyond all": (forge_size(1 << 60), "valid manifest"),
    "a size below zero": (forge_size(-1), "valid manifest"),
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.parametrize("use_it", ["", "production"])
def test_an_attack_changes_nothing(store, put, origin, name, use_it, tmp_path):
    old = put(Build(texts={"fatwa:mine:1": "mine"}, files={"own.bin": b"own"}))
    before, outside = visible(store), sorted(path.name for path in tmp_path.iterdir())
    spoil, told = ATTACKS[name]
    spoil(origin)
    with pytest.raises(SnapshotError, match=told):
        pull(Remote(str(origin.root)), store, "production", use=use_it, policy=QUICK)
    assert visible(store) == before
    assert store.current("production")[0] == old.snapshot
    assert sorted(path.name for path in tmp_path.iterdir()) == outside
    assert not (tmp_path / "escaped").exists()
    assert all(part.stat().st_size <= 300_000 for part in (store.staging / "pull").glob("*"))


def test_the_right_mirror_mends_what_a_wrong_one_left(store, origin, newest, tmp_path):
    shutil.copytree(origin.root, tmp_path / "mirror")
    spoil_blob(flipped)(origin)
    with pytest.raises(IntegrityError):
        pull(Remote(str(origin.root)), store, newest.snapshot, policy=QUICK)
    pull(Remote(str(tmp_path / "mirror")), store, newest.snapshot, policy=QUICK)
    store.verify(newest.snapshot)
    assert list((store.staging / "pull").iterdir()) == []


def test_a_wrong_first_half_is_brought_again(store, origin, newest):
    entry = origin.manifest(newest.snapshot).file("dense/vectors.bin")
    parts = store.staging / "pull"
    parts.mkdir(parents=True)
    (parts / f"{entry.sha256}.part").write_bytes(b"wrong" * 1_000)
    pull(Remote(str(origin.root)), store, newest.snapshot, policy=QUICK)
    store.verify(newest.snapshot)
    assert list(parts.iterdir()) == []


def test_an_older_release_is_not_put_to_use_by_a_mirror(store, origin, newest, tmp_path):
    shutil.copytree(origin.root, tmp_path / "stale")
    newer = next_release(origin, tmp_path)
    pull(Remote(str(origin.root)), store, "production", use="production", policy=QUICK)
    with pytest.raises(PublishRefused, match="older release"):
        pull(Remote(str(tmp_path / "stale")), store, "production", use="production", policy=QUICK)
    assert store.served("production").snapshot == newer
    pull(Remote(str(tmp_path / "stale")), store, "production", policy=QUICK)
    use(store, newest.snapshot)
    assert store.served("production") == newest


def test_a_mirror_does_not_undo_that_a_channel_was_set_back(store, origin, newest, tmp_path):
    pull(Remote(str(origin.root)), store, "production", use="production", policy=QUICK)
    newer = next_release(origin, tmp_path)
    again = functools.partial(
        pull, Remote(str(origin.root)), store, "production", use="production", policy=QUICK
    )
    again()
    use(store, newest.snapshot)
    with pytest.raises(PublishRefused, match=r"(?s)set back.*--allow rolled-back"):
        again()
    assert store.served("production") == newest
    again(allow=frozenset({Word.ROLLED_BACK}))
    assert store.served("production").snapshot == newer


def test_a_damaged_manifest_is_brought_again(store, origin, newest):
    pull(Remote(str(origin.root)), store, "production", use="production", policy=QUICK)
    path = store.manifest_path(newest.snapshot)
    overwrite(path, path.read_bytes()[:-9])
    pull(Remote(str(origin.root)), store, "production", use="production", policy=QUICK)
    store.verify(newest.snapshot)


def test_samples_are_not_put_to_use_in_production(store, tmp_path):
    far = Store(tmp_path / "far")
    publish(far, tmp_path / "b", Build(status="sample").write(tmp_path / "b"), "preview")
    with pytest.raises(PublishRefused, match="sample"):
        pull(Remote(str(far.root)), store, "preview", use="production", policy=QUICK)
    assert visible(store) == ((), ())
    pull(Remote(str(far.root)), store, "preview", use="production", allow=frozenset({Word.SAMPLES}))
    assert store.channels() == ("production",)


def test_what_does_not_fit_is_refused_before_a_byte_comes(store, origin, monkeypatch):
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1_000))
    with pytest.raises(SnapshotError, match="does not fit"):
        pull(Remote(str(origin.root)), store, "production", policy=QUICK)
    assert list((store.staging / "pull").iterdir()) == []


def test_what_is_here_already_needs_no_room(store, origin, newest, monkeypatch):
    pull(Remote(str(origin.root)), store, newest.snapshot, policy=QUICK)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=0))
    pull(Remote(str(origin.root)), store, newest.snapshot, use="production", policy=QUICK)
    assert store.served("production") == newest


@pytest.mark.parametrize("wanted", ["../x", "s-12-", "Production", "", "s-" + "G" * 20, "a/b"])
def test_a_name_that_is_none_is_refused(store, origin, wanted):
    with pytest.raises(ConfigurationError, match="neither a snapshot nor a channel"):
        pull(Remote(str(origin.root)), store, wanted, policy=QUICK)


def test_locations_that_are_none_are_refused(tmp_path):
    for location in (
        str(tmp_path / "nowhere"),
        "ftp://host/x",
        "http://",
        "https://[bad",
        "https://[secret]/x",
        "https://user:secret@[bad/x",
        "https://user:secret@ho℀st/x",
    ):
        with pytest.raises(ConfigurationError, match="cannot be opened") as told:
            Remote(location)
        assert "secret" not in str(told.value), location


def test_parts_of_another_pull_make_no_room(store, origin, newest, monkeypatch):
    files = origin.manifest(newest.snapshot).files
    wanted = sum({entry.sha256: entry.size for entry in files}.values())
    (store.staging / "pull").mkdir(parents=True)
    with (store.staging / "pull" / f"{'0' * 64}.part").open("wb") as other:
        other.truncate(1 << 40)
    policy = replace(QUICK, spare_bytes=0)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=wanted - 1))
    with pytest.raises(SnapshotError, match="does not fit"):
        pull(Remote(str(origin.root)), store, newest.snapshot, policy=policy)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=wanted))
    pull(Remote(str(origin.root)), store, newest.snapshot, policy=policy)


def test_no_password_is_shown():
    assert shown("https://user:secret@host/a/?sig=secret#x") == "https://host/a"


def test_no_password_is_told_with_what_went_wrong():
    mirror = Remote("http://user:secret@127.0.0.1:1/a?sig=secret", timeout_s=1)
    with pytest.raises(FetchError, match=r"http://127\.0\.0\.1:1/a/channels") as told:
        mirror.small("channels/production.json", 10)
    assert "secret" not in str(told.value)


@pytest.mark.parametrize("place", ["", "/no/such/place", "ftp://mirror.invalid/store"])
def test_what_is_no_store_is_told_with_what_would_be(place):
    with pytest.raises(
        ConfigurationError, match=r"(?s)cannot be opened as a store.*a directory that is there"
    ):
        Remote(place)


def test_over_plain_http_a_channel_is_not_believed(store):
    with pytest.raises(ConfigurationError, match="plain http"):
        pull(Remote("http://mirror.invalid/store"), store, "production", policy=QUICK)


@pytest.mark.parametrize(
    ("address", "allowed"), [("https://mirror.invalid", "false"), ("http://mirror.invalid", "true")]
)
def test_from_https_nobody_is_led_away_to_plain_http(address, allowed):
    assert Remote(address)._store.client_options["allow_http"] == allowed


# Over HTTP


class Mirror(http.server.SimpleHTTPRequestHandler):
    """A static web server with ranges, and with faults to order."""

    ranges = True
    cut_after = 0  # bytes of a body, then the connection ends
    drips = False  # a body comes byte by byte
    faults: list[int]  # statuses to answer with first
    asked: list[tuple[str, str | None]]

    protocol_version = "HTTP/1.1"

    def log_message(self, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        self.asked.append((self.path, wanted))
        path = Path(self.translate_path(self.path))
        if self.faults or not path.is_file():
            self.send_error(self.faults.pop(0) if self.faults else 404)
            return
        data, start = path.read_bytes(), 0
        if wanted and self.ranges:
            start = int(wanted.removeprefix("bytes=").split("-")[0])
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        else:
            self.send_response(200)
        body = data[start:]
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.cut_after and "blobs" in self.path and len(body) > self.cut_after:
            body = body[: self.cut_after]
            self.close_connection = True
        with contextlib.suppress(ConnectionError):
            for place in range(len(body) if self.drips else 0):
                self.wfile.write(body[place : place + 1])
                time.sleep(0.02)
            if not self.drips:
                self.wfile.write(body)


@contextlib.contextmanager
def serving(root: Path, kind: type[Mirror] = Mirror, **options: object) -> Iterator[tuple[str, type[Mirror]]]:
    handler = type("Handler", (kind,), {"faults": [], "asked": [], **options})
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(handler, directory=str(root))
    )
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", handler
    finally:
        server.shutdown()
        server.server_close()


def test_a_static_web_server_is_a_mirror(store, origin, newest):
    with serving(origin.root) as (url, _):
        pull(Remote(url), store, "production", use="production", policy=QUICK)
    assert store.served("production") == newest
    store.verify(newest.snapshot)


def test_a_connection_that_is_cut_again_and_again_is_continued(store, origin, newest):
    with serving(origin.root, cut_after=64_000) as (url, handler):
        pull(Remote(url), store, newest.snapshot, policy=QUICK)
    ranges = [wanted for path, wanted in handler.asked if wanted]
    assert len(ranges) >= 4
    store.verify(newest.snapshot)


def test_a_stopped_pull_continues_where_it_was(store, origin, newest):
    class Stop(Exception):
        pass

    def stop(path: str, here: int, total: int) -> None:
        if path == "lexical/postings.bin":
            raise Stop

    with serving(origin.root) as (url, handler):
        with pytest.raises(Stop):
            pull(Remote(url), store, newest.snapshot, policy=QUICK, on_progress=stop)
        assert visible(store) == ((), ())
        first = len(handler.asked)
        pull(Remote(url), store, newest.snapshot, policy=QUICK)
    again = [path for path, _ in handler.asked[first:] if "blobs" in path]
    vectors = origin.manifest(newest.snapshot).file("dense/vectors.bin").sha256
    assert again
    assert not any(vectors in path for path in again)
    store.verify(newest.snapshot)


def test_a_server_without_ranges_is_begun_anew(store, origin, newest):
    entry = origin.manifest(newest.snapshot).file("dense/vectors.bin")
    (store.staging / "pull").mkdir(parents=True)
    (store.staging / "pull" / f"{entry.sha256}.part").write_bytes(b"v" * 1_000)
    with serving(origin.root, ranges=False) as (url, handler):
        pull(Remote(url), store, newest.snapshot, policy=QUICK)
    assert any(wanted == "bytes=1000-" for _, wanted in handler.asked)
    store.verify(newest.snapshot)


def test_a_server_that_always_cuts_and_knows_no_ranges_ends_in_an_error_with_what_to_do(
    store, origin, newest
):
    with (
        serving(origin.root, ranges=False, cut_after=64_000) as (url, _),
        pytest.raises(FetchError, match="continues where it stopped"),
    ):
        pull(Remote(url), store, newest.snapshot, use="production", policy=QUICK)
    assert visible(store) == ((), ())


def test_a_server_error_that_passes_is_waited_out(store, origin, newest):
    with serving(origin.root) as (url, handler):
        handler.faults[:] = [503]
        pull(Remote(url), store, newest.snapshot, policy=QUICK)
        assert handler.faults == [], "it was met"
    store.verify(newest.snapshot)


def test_a_server_that_is_not_there_is_an_error_from_outside(store):
    with serving(Path("/nonexistent")) as (url, _):
        pass
    with pytest.raises(FetchError, match="could not be read"):
        pull(Remote(url, timeout_s=2), store, "production", policy=QUICK)


def test_a_small_file_that_drips_is_not_waited_for_without_end(origin):
    with serving(origin.root, drips=True) as (url, _), pytest.raises(FetchError):
        Remote(url, timeout_s=1).small("channels/production.json", 10_000)


def test_who_waits_for_a_silent_mirror_can_stop(store, origin):
    """It answers at last, so that a wait which nothing can stop ends, too."""
    stopped, waited = threading.Event(), []

    class Silent(Mirror):
        def do_GET(self) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            waited.append(stopped.wait(20))
            super().do_GET()

    with serving(origin.root, Silent) as (url, _):
        with pytest.raises(KeyboardInterrupt):
            pull(Remote(url), store, "production", policy=QUICK)
        stopped.set()
    while not waited:
        time.sleep(0.01)
    assert waited == [True]


STOPPED = """
import os, resource, signal, sys
from pathlib import Path
from pipeline.snapshot.pull import pull
from pipeline.snapshot.remote import Remote
from pipeline.snapshot.store import Store
from schemas.errors import SnapshotError

how, origin, root, after = sys.argv[1], sys.argv[2], Path(sys.argv[3]), int(sys.argv[4])
if how == "full":
    resource.setrlimit(resource.RLIMIT_FSIZE, (after, after))
came = 0

def told(path, here, total):
    global came
    came += 1
    if how == "killed" and came == after:
        os.kill(os.getpid(), signal.SIGKILL)

try:
    pull(Remote(origin), Store(root), "production", use="production", on_progress=told)
except SnapshotError as error:
    assert error.found, error
    os._exit(42)
"""


@pytest.mark.parametrize(
    ("how", "after", "code"),
    [("killed", 1, -9), ("killed", 7, -9), ("killed", 15, -9), ("full", 100_000, 42)],
)
def test_a_pull_that_is_killed_or_finds_the_disk_full_can_be_given_again(
    store, put, origin, newest, how, after, code
):
    put(Build(texts={"fatwa:mine:1": "mine"}, files={"own.bin": b"own"}))
    before = visible(store)
    command = [sys.executable, "-c", STOPPED, how, str(origin.root), str(store.root), str(after)]
    assert subprocess.run(command, check=False, cwd=Path(__file__).parents[2]).returncode == code
    assert visible(store) == before
    pull(Remote(str(origin.root)), store, "production", use="production", policy=QUICK)
    assert store.verify(newest.snapshot).id == store.served("production").snapshot


def test_a_channel_that_is_not_there_is_told_as_one(store, origin):
    with pytest.raises(IntegrityError, match="nothing is published on the channel “staging” there") as told:
        pull(Remote(str(origin.root)), store, "staging", policy=QUICK)
    assert "name another channel" in told.value.remedy


# Pushing


@pytest.mark.parametrize("address", ["https://mirror.example/store", "http://127.0.0.1:1/x"])
def test_nothing_is_pushed_to_a_web_address(store, put, address):
    done = put(Build())
    with pytest.raises(ConfigurationError, match="can be read, and not written"):
        push(store, done.snapshot, Remote(address), channel="production")


def test_a_pushed_snapshot_can_be_pulled(store, put, tmp_path):
    done = put(Build())
    (tmp_path / "far").mkdir()
    push(store, done.snapshot, Remote(str(tmp_path / "far")), channel="production")
    far = Store(tmp_path / "far")
    assert far.served("production").snapshot == done.snapshot
    near = Store(tmp_path / "near")
    pull(Remote(str(far.root)), near, "production", policy=QUICK)
    assert near.verify(done.snapshot) == done.manifest
    push(store, done.snapshot, Remote(str(tmp_path / "far")), channel="production")


def test_texts_that_may_not_be_given_on_stay(store, put, tmp_path):
    done = put(Build(redistribution="unstated"))
    (tmp_path / "far").mkdir()
    with pytest.raises(PublishRefused, match="may not be given on"):
        push(store, done.snapshot, Remote(str(tmp_path / "far")), channel="production")
    assert list((tmp_path / "far").iterdir()) == []
    push(store, done.snapshot, Remote(str(tmp_path / "far")), allow_restricted=True)
    assert Store(tmp_path / "far").ids() == (done.snapshot,)


def test_a_push_does_not_put_an_older_release_over_a_newer(store, put, origin, tmp_path):
    next_release(origin, tmp_path)
    done = put(Build(code="mine"))
    before = visible(origin)
    with pytest.raises(PublishRefused, match="not older"):
        push(store, done.snapshot, Remote(str(origin.root)), channel="production")
    assert visible(origin) == before


def test_a_push_puts_no_samples_into_production_without_the_word(store, put, tmp_path):
    done = put(Build(status="sample"), channel="preview")
    far = tmp_path / "far"
    far.mkdir()
    with pytest.raises(PublishRefused, match="sample"):
        push(store, done.snapshot, Remote(str(far)), channel="production")
    assert list(far.iterdir()) == []
    push(store, done.snapshot, Remote(str(far)), channel="production", allow=frozenset({Word.SAMPLES}))
    assert Store(far).served("production").snapshot == done.snapshot


def test_a_push_does_not_undo_that_a_channel_was_set_back(store, put, tmp_path):
    first, second = put(Build()), put(NEWER)
    far = Store(tmp_path / "far")
    far.root.mkdir()
    for done in (first, second):
        push(store, done.snapshot, Remote(str(far.root)), channel="production")
    use(far, first.snapshot)
    with pytest.raises(PublishRefused, match=r"(?s)set back.*--allow rolled-back"):
        push(store, second.snapshot, Remote(str(far.root)), channel="production")
    assert far.served("production").snapshot == first.snapshot
    allow = frozenset({Word.ROLLED_BACK})
    push(store, second.snapshot, Remote(str(far.root)), channel="production", allow=allow)
    assert far.served("production").snapshot == second.snapshot


def test_a_push_does_not_put_its_pointer_over_one_that_came_while_it_sent_its_files(
    store, put, origin, tmp_path, monkeypatch
):
    done, sent = put(Build()), Remote.put_file
    far = Store(tmp_path / "far")
    far.root.mkdir()

    def slowly(remote: Remote, path: str, source: Path) -> None:
        monkeypatch.setattr(Remote, "put_file", sent)
        newer = next_release(origin, tmp_path)
        push(origin, newer, Remote(str(far.root)), channel="production")
        sent(remote, path, source)

    monkeypatch.setattr(Remote, "put_file", slowly)
    with pytest.raises(PublishRefused, match="not older"):
        push(store, done.snapshot, Remote(str(far.root)), channel="production")
    assert far.served("production") == origin.served("production")


def test_a_damaged_snapshot_is_not_pushed(store, put, tmp_path):
    done = put(Build())
    overwrite(store.blob(done.manifest.file("dense/vectors.bin").sha256), b"v" * 299_999 + b"w")
    (tmp_path / "far").mkdir()
    with pytest.raises(IntegrityError, match="other bytes"):
        push(store, done.snapshot, Remote(str(tmp_path / "far")))
    assert list((tmp_path / "far").iterdir()) == []


def test_a_push_mends_what_is_damaged_there(store, put, tmp_path):
    done = put(Build())
    (tmp_path / "far").mkdir()
    push(store, done.snapshot, Remote(str(tmp_path / "far")), channel="production")
    far = Store(tmp_path / "far")
    overwrite(
        far.blob(done.manifest.file("dense/vectors.bin").sha256), b"v" * 299_999 + b"w"
    )  # of the same size
    manifest = far.root / manifest_path(done.snapshot)
    overwrite(manifest, manifest.read_bytes()[:-9])
    push(store, done.snapshot, Remote(str(tmp_path / "far")), channel="production")
    assert far.verify(done.snapshot) == done.manifest


def test_a_pushed_pointer_reads_as_one(store, put, tmp_path):
    done = put(Build())
    (tmp_path / "far").mkdir()
    push(store, done.snapshot, Remote(str(tmp_path / "far")), channel="production")
    pointer = Store(tmp_path / "far").pointer("production")
    assert pointer is not None
    assert pointer.target.snapshot == done.snapshot
