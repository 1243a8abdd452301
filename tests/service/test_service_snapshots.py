"""Which snapshot is served: proven before it is swapped in, refused when it is bad, and never half exchanged."""

from __future__ import annotations

import errno
import gc
import logging
import os
import shutil
import signal
import socket
import time
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import numba
import pytest
from service_world import CHANNEL, QUESTIONS, Server, World, publish_folder, running, write_golden
from typer.testing import CliRunner

from cli.snapshot import app as snapshots
from pipeline.answer import answer
from pipeline.index.types import Filters
from pipeline.snapshot import Store, use
from schemas.errors import SnapshotError
from service.kernels import compiling_told
from service.metrics import SWAPS
from service.served import Holder, Served, open_served


@pytest.fixture
def store(world: World, tmp_path: Path) -> Store:
    """A store of one's own, serving the second snapshot."""
    return _copied(world, tmp_path)


def _copied(world: World, folder: Path) -> Store:
    shutil.copytree(world.store, folder / "store", ignore=shutil.ignore_patterns("open"))
    return Store(folder / "store")


@pytest.fixture
def holder(store: Store) -> Holder:
    held = Holder(store, CHANNEL)
    assert held.refresh()
    return held


@pytest.fixture(scope="module")
def opened(world: World) -> Served:
    """The second snapshot, opened once for all who ask what becomes of another."""
    return open_served(*Store(world.store).current(CHANNEL))


@pytest.fixture
def serving(store: Store, opened: Served, monkeypatch: pytest.MonkeyPatch) -> Holder:
    """A holder that serves the second snapshot, without a second opening."""
    held = Holder(store, CHANNEL)
    with monkeypatch.context() as patched:
        patched.setattr("service.served.open_served", lambda *_: opened)
        assert held.refresh()
    return held


def test_what_the_channel_names_is_served(holder: Holder, world: World, store: Store) -> None:
    assert holder.served is not None
    assert holder.served.id == world.snapshots[1]
    assert not holder.refresh()
    use(store, world.snapshots[0], CHANNEL)
    assert holder.refresh()
    assert holder.served.id == world.snapshots[0]


def test_a_damaged_snapshot_is_refused_and_the_old_one_goes_on(
    serving: Holder, world: World, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    use(store, world.snapshots[0], CHANNEL)
    entry = store.manifest(world.snapshots[0]).file("lexicon.json")
    assert entry is not None
    blob = store.blob(entry.sha256)
    data = bytearray(blob.read_bytes())
    data[len(data) // 2] ^= 1  # of the same size: only the hash can tell
    blob.unlink()
    blob.write_bytes(data)
    assert not serving.refresh()
    assert serving.served is not None
    assert serving.served.id == world.snapshots[1]
    assert answer(serving.served.index, "112:1").verdict.answered
    assert "sha256" in caplog.text


def test_a_snapshot_that_fails_its_own_questions_is_refused(
    serving: Holder, world: World, store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    built = tmp_path / "built"
    shutil.copytree(world.folder / "built", built)
    write_golden(built, sources=["quran:2:255"])
    bad = publish_folder(store, built, store.manifest(world.snapshots[0]).counts.passages, "bad")
    assert not serving.refresh()
    assert serving.served is not None
    assert serving.served.id == world.snapshots[1]
    assert "golden question" in caplog.text
    caplog.clear()
    assert not serving.refresh()
    assert caplog.text == ""  # it is not tried at every look
    assert not serving.refresh(again=True)
    assert bad in caplog.text
    use(store, world.snapshots[0], CHANNEL)
    assert serving.refresh()


@pytest.mark.parametrize("wrapped", [False, True])
@pytest.mark.parametrize("fault", [OSError(errno.EIO, "Input/output error"), MemoryError()])
def test_what_the_machine_could_not_read_this_time_is_tried_again(
    serving: Holder,
    world: World,
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    fault: Exception,
    wrapped: bool,
) -> None:
    def verify(_: str) -> None:
        if wrapped:
            raise SnapshotError("reading the snapshot was not possible") from fault
        raise fault

    use(store, world.snapshots[0], CHANNEL)
    with monkeypatch.context() as patched:
        patched.setattr(serving._store, "verify", verify)
        assert not serving.refresh()
    assert serving.served is not None
    assert serving.served.id == world.snapshots[1]
    assert serving.refresh()
    assert serving.served.id == world.snapshots[0]


@pytest.mark.parametrize("file", ["index.json", "golden.json", "documents.arrow", "reference/places.sqlite"])
def test_a_snapshot_of_rubbish_is_refused(
    serving: Holder, world: World, store: Store, tmp_path: Path, file: str
) -> None:
    built = tmp_path / "built"
    shutil.copytree(world.folder / "built", built)
    if file == "documents.arrow":
        (built / "columns").rename(built / "colums")
    else:
        (built / file).write_bytes(b"\x00rubbish" * 100)
    publish_folder(store, built, store.manifest(world.snapshots[0]).counts.passages, "rubbish")
    assert not serving.refresh()
    assert serving.served is not None
    assert serving.served.id == world.snapshots[1]


def test_a_request_keeps_the_snapshot_that_it_began_with(holder: Holder, world: World, store: Store) -> None:
    mine = holder.served
    assert mine is not None
    use(store, world.snapshots[0], CHANNEL)
    holder.refresh()
    shutil.rmtree(store.root / "open" / mine.id)
    assert answer(mine.index, "Is prayer valid without wudu?").verdict.sources == ("fatwa:samples:2",)
    assert mine.verses[112, 1]


def test_an_old_snapshot_is_closed_with_its_last_request(holder: Holder, world: World, store: Store) -> None:
    """At once, and not when Python comes to look for rings of objects."""
    mine = holder.served
    assert mine is not None
    gc.collect()
    gc.disable()
    try:
        for question in QUESTIONS:
            answer(mine.index, question)
        mine.index.search("prayer", k=5, filters=Filters(kinds=("fatwa",), statuses=("sample",)))
        old, folder = weakref.ref(mine.index), f"{mine.index.path}/"
        use(store, world.snapshots[0], CHANNEL)
        assert holder.refresh()
        assert old() is not None
        assert folder in Path("/proc/self/maps").read_text("utf-8")
        del mine
        assert old() is None
        assert folder not in Path("/proc/self/maps").read_text("utf-8")
    finally:
        gc.enable()


def test_the_collector_leaves_alone_what_is_served(store: Store) -> None:
    """To look through lists and words of a snapshot would hold up a request."""
    before = gc.get_freeze_count()
    assert Holder(store, CHANNEL).refresh()
    assert gc.get_freeze_count() > before + 10_000


def test_an_empty_channel_is_not_fatal(tmp_path: Path, world: World) -> None:
    held = Holder(Store(tmp_path / "store"), CHANNEL)
    assert not held.refresh()
    assert held.served is None


def test_a_pointer_that_is_missing_is_told_once_and_is_no_refused_snapshot(
    serving: Holder, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    pointer = store.pointer_path(CHANNEL)
    held, before = pointer.read_bytes(), _exchanged()
    pointer.unlink()
    for again in (False, False, True, False):  # it is told anew to who asks
        assert not serving.refresh(again=again)
    assert [line.message.partition(":")[0] for line in caplog.records] == [
        "cannot read the channel's pointer"
    ] * 2
    assert _exchanged() == {**before, "unreadable": before["unreadable"] + 2}
    pointer.write_bytes(held)
    assert not serving.refresh()
    pointer.unlink()
    assert not serving.refresh()
    assert len(caplog.records) == 3


def _exchanged() -> dict[str, float]:
    return {name: SWAPS.labels(name)._value.get() for name in ("done", "refused", "unreadable")}


@dataclass(frozen=True)
class Started:
    """A service over a store of its own."""

    server: Server
    store: Store
    workers: int

    def serve(self, snapshot: str) -> None:
        """Name a snapshot, and wait until every process serves it by itself."""
        use(self.store, snapshot, CHANNEL)
        _wait_all(self.server, snapshot, self.workers)


@pytest.fixture(scope="module", params=[1, 2])
def unwatching(
    request: pytest.FixtureRequest, world: World, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Started]:
    """A service that looks only when told to, and waits long for a body. The last of its tests ends it."""
    store, workers = _copied(world, tmp_path_factory.mktemp("unwatching")), request.param
    environment = {"ISNAD_STORE": str(store.root), "ISNAD_WATCH_S": "0", "ISNAD_BODY_TIMEOUT_S": "60"}
    with running(world, "--workers", str(workers), **environment) as server:
        _wait_all(server, world.snapshots[1], workers)
        yield Started(server, store, workers)


def test_a_hangup_makes_every_process_look_at_once(unwatching: Started, world: World) -> None:
    server = unwatching.server
    pids = _processes(server.process.pid)
    use(unwatching.store, world.snapshots[0], CHANNEL)
    time.sleep(0.3)
    assert _seen(server.url, world) == {world.snapshots[1]}
    os.kill(server.process.pid, signal.SIGHUP)
    _wait_all(server, world.snapshots[0], unwatching.workers)
    assert _seen(server.url, world) == {world.snapshots[0]}
    assert _processes(server.process.pid) == pids  # nobody was replaced


def test_sigterm_lets_a_request_end_and_refuses_new_connections_meanwhile(
    unwatching: Started, world: World
) -> None:
    server = unwatching.server
    head = (
        f"POST /v1/chat HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {world.key}\r\n"
        "Content-Type: application/json\r\nContent-Length: 20\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(head.encode())
        time.sleep(0.5)  # until a process waits for the body
        server.process.terminate()
        until = time.monotonic() + 10
        while not _refused(server.port):
            assert time.monotonic() < until
            time.sleep(0.1)
        assert server.process.poll() is None
        connection.sendall(b'{"message": "Hello"}')
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200 OK")
        assert server.process.wait(30) in (0, -signal.SIGTERM)


def _refused(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5):
            return False
    except ConnectionRefusedError:
        return True


@pytest.mark.parametrize("workers", [1, 2])
def test_a_hangup_while_processes_start_ends_none(
    world: World, store: Store, tmp_path: Path, workers: int
) -> None:
    environment = {"ISNAD_STORE": str(store.root), "ISNAD_WATCH_S": "0", "TMPDIR": str(tmp_path)}
    with running(world, "--workers", str(workers), ready=False, **environment) as server:
        while not list(tmp_path.glob("isnad-serve-*")):  # until then it is Python that starts
            assert server.process.poll() is None
            time.sleep(0.01)
        met: set[int] = set()
        while not _serves(server, world.snapshots[1], workers):
            os.kill(server.process.pid, signal.SIGHUP)
            met |= _processes(server.process.pid)
            time.sleep(0.05)
        assert met == _processes(server.process.pid)  # nobody was replaced


@pytest.fixture(scope="module")
def watching(world: World, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """Two processes that look at the pointer often."""
    store = _copied(world, tmp_path_factory.mktemp("watching"))
    with running(world, "--workers", "2", ISNAD_STORE=str(store.root), ISNAD_WATCH_S="0.2") as server:
        yield Started(server, store, 2)


def test_every_process_watches_the_pointer_by_itself(watching: Started, world: World) -> None:
    watching.serve(world.snapshots[1])
    watching.serve(world.snapshots[0])
    assert _seen(watching.server.url, world) == {world.snapshots[0]}


def test_a_process_that_was_killed_counts_no_more(watching: Started, world: World) -> None:
    server = watching.server
    watching.serve(world.snapshots[1])
    before = _opened(server)
    os.kill(_workers(server.process.pid)[0], signal.SIGKILL)
    until = time.monotonic() + 60
    while _opened(server) == before:  # until another is in its place
        assert time.monotonic() < until
        time.sleep(0.05)
    told = httpx.get(server.url + "/metrics").text
    assert f'isnad_snapshot_processes{{snapshot="{world.snapshots[1]}"}} 2.0' in told
    assert "isnad_ready_processes 2.0" in told


def _opened(server: Server) -> int:
    """How often a process came to serve a snapshot."""
    return sum(line["message"] == "serving" for line in server.lines())


def test_ready_are_all_processes_or_none(watching: Started, world: World) -> None:
    """Behind a load balancer a connection reaches any of them: one without a snapshot turns its requests away."""
    server = watching.server
    watching.serve(world.snapshots[1])
    assert httpx.get(server.url + "/readyz").status_code == 200
    pointer = watching.store.root / "channels" / f"{CHANNEL}.json"
    held = pointer.read_bytes()
    pointer.unlink()  # so that the next process finds nothing to serve
    os.kill(_workers(server.process.pid)[0], signal.SIGKILL)
    _wait(server, "/readyz", 503)
    for _ in range(16):  # whichever of the two it reaches
        given = httpx.get(server.url + "/readyz")
        assert (given.status_code, given.headers["retry-after"]) == (503, "5")
        assert given.json()["type"] == "urn:isnad:problem:not-ready"
    pointer.write_bytes(held)
    _wait(server, "/readyz", 200)


def _wait(server: Server, path: str, status: int) -> None:
    until = time.monotonic() + 60
    while httpx.get(server.url + path).status_code != status:
        assert time.monotonic() < until, server.log.read_text("utf-8")
        time.sleep(0.05)


def test_use_tests_a_snapshot_as_the_service_does(
    world: World, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ISNAD_STORE", str(store.root))
    shutil.copytree(world.folder / "built", tmp_path / "built")
    write_golden(tmp_path / "built", sources=["quran:2:255"])
    bad = publish_folder(store, tmp_path / "built", 1, "third", "staging")
    before = store.served(CHANNEL).snapshot
    refused = CliRunner().invoke(snapshots, ["use", bad, "--channel", CHANNEL])
    assert "golden question" in refused.exception.found  # type: ignore[union-attr]
    assert store.served(CHANNEL).snapshot == before
    for words in ([bad, "--unchecked"], [world.snapshots[0]]):
        assert CliRunner().invoke(snapshots, ["use", *words, "--channel", CHANNEL]).exit_code == 0
        assert store.served(CHANNEL).snapshot == words[0]


def test_kernels_that_are_compiled_are_told(caplog: pytest.LogCaptureFixture) -> None:
    @numba.njit
    def inner(x):
        return x + 1

    @numba.njit
    def outer(x):
        return inner(x) + 1

    with caplog.at_level(logging.INFO, "isnad.kernels"):
        for _ in range(2):  # the second time there is nothing to compile
            with compiling_told():
                assert outer(1) == 3
    assert [line.message.split()[0] for line in caplog.records] == ["compiling", "compiled", "kernels"]
    assert caplog.records[1].kernel == "outer"


def _seen(url: str, world: World) -> set[str]:
    """Snapshots that many fresh connections meet."""
    seen = set()
    for _ in range(16):
        given = httpx.get(url + "/v1/quran/112/1", headers=world.headers)
        seen.add(given.headers.get("x-isnad-snapshot", str(given.status_code)))
    return seen


def _wait_all(server: Server, snapshot: str, workers: int) -> None:
    """Until all processes serve a snapshot: one that still starts meets no connection, and so is counted."""
    until = time.monotonic() + 60
    while not _serves(server, snapshot, workers):
        assert time.monotonic() < until, server.log.read_text("utf-8")
        time.sleep(0.1)


def _serves(server: Server, snapshot: str, workers: int) -> bool:
    assert server.process.poll() is None, server.log.read_text("utf-8")
    try:
        text = httpx.get(server.url + "/metrics").text
    except httpx.TransportError:
        return False
    return f'isnad_snapshot_processes{{snapshot="{snapshot}"}} {workers}.0' in text


def _workers(parent: int) -> list[int]:
    """The processes that serve; Python starts one more, which keeps count of what they share."""
    return sorted(
        pid for pid in _processes(parent) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    )


def _processes(parent: int) -> set[int]:
    tasks = Path(f"/proc/{parent}/task")
    if not tasks.exists():
        pytest.skip("the processes cannot be listed here: there is no /proc")
    return {int(pid) for path in tasks.glob("*/children") for pid in path.read_text().split()}
