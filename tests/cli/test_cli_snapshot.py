"""`isnad snapshot`, run as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from typer.testing import CliRunner

from cli.snapshot import app
from pipeline.snapshot import SnapshotMeta, Store, publish
from schemas.document import Document
from schemas.errors import ConfigurationError, IntegrityError, IsnadError, SnapshotError
from schemas.manifest import SourceEntry
from schemas.tables import DOCUMENTS

ROOT = Path(__file__).parents[2]


def publish_texts(
    root: Path, folder: Path, texts: list[str], licence: str = "CC0-1.0", channel: str = "production"
) -> str:
    folder.mkdir()
    rows = [
        Document(id=f"fatwa:one:{n}", kind="fatwa", collection="one", source="one", text_en=text).as_row()
        for n, text in enumerate(texts, start=1)
    ]
    with pa.OSFile(str(folder / "documents.arrow"), "wb") as out, pa.ipc.new_file(out, DOCUMENTS) as writer:
        writer.write_table(pa.Table.from_pylist(rows, schema=DOCUMENTS))
    source = SourceEntry(
        id="one",
        digest=f"{len(texts):064x}",
        licence=licence,
        redistribution="unstated",
        attribution="",
        status="draft",
        rows=len(texts),
        documents=len(texts),
        quarantined=0,
    )
    meta = SnapshotMeta(sources=(source,), config={}, code="1", passages=len(texts))
    return publish(Store(root), folder, meta, channel).snapshot


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """A store with two releases, named by the environment."""
    monkeypatch.setenv("ISNAD_STORE", str(tmp_path / "store"))
    first = publish_texts(tmp_path / "store", tmp_path / "a", ["one", "two"])
    return first, publish_texts(tmp_path / "store", tmp_path / "b", ["one", "two", "three"])


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments))
    if result.exception is not None:
        raise result.exception
    return result.stdout


def test_list_shows_releases_in_order_and_what_is_served(two):
    lines = [line.split("\t") for line in run("list").splitlines()]
    assert lines[0] == ["snapshot", "release", "documents", "passages", "parent", "serves"]
    assert lines[1] == [two[0], "1", "2", "2", "-", "-"]
    assert lines[2] == [two[1], "2", "3", "3", two[0], "production"]
    rows = json.loads(run("list", "--json"))
    assert [row["snapshot"] for row in rows] == list(two)


def test_list_tells_a_pointer_that_cannot_be_read_and_shows_the_rest(two):
    path = Store(Path(os.environ["ISNAD_STORE"])).pointer_path("staging")
    path.write_text("{}", "utf-8")
    done = CliRunner().invoke(app, ["list"], catch_exceptions=False)
    assert done.exit_code == 0
    assert "the pointer of the channel “staging” cannot be read" in done.stderr
    assert done.stdout.splitlines()[2].endswith("\tproduction")


def test_without_a_name_the_only_channel_is_shown_and_verified(tmp_path, monkeypatch):
    monkeypatch.setenv("ISNAD_STORE", str(tmp_path / "store"))
    snapshot = publish_texts(tmp_path / "store", tmp_path / "a", ["one"], channel="development")
    assert json.loads(run("show", "--json"))["id"] == snapshot
    assert f"{snapshot} is sound" in run("verify")


def test_the_store_of_the_home_is_meant_wherever_a_command_is_given(tmp_path, monkeypatch):
    (tmp_path / "home" / "data" / "sources").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    snapshot = publish_texts(tmp_path / "home" / "data" / "store", tmp_path / "a", ["one"])
    monkeypatch.delenv("ISNAD_STORE", raising=False)
    monkeypatch.setenv("ISNAD_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert json.loads(run("show", "--json"))["id"] == snapshot
    monkeypatch.delenv("ISNAD_HOME")
    monkeypatch.chdir(tmp_path / "home" / "data" / "sources")
    assert json.loads(run("show", "--json"))["id"] == snapshot


def test_list_of_an_empty_store_is_a_sentence(tmp_path):
    assert "no snapshot" in run("list", "--store", str(tmp_path))
    assert json.loads(run("list", "--store", str(tmp_path), "--json")) == []


@pytest.mark.parametrize("named", ["option", "environment"])
def test_a_store_that_is_named_and_not_there_is_an_error(tmp_path, monkeypatch, named):
    gone = str(tmp_path / "nowhere")
    monkeypatch.setenv("ISNAD_STORE", gone if named == "environment" else str(tmp_path))
    with pytest.raises(SnapshotError, match="no store at this place") as told:
        run("list", *(["--store", gone] if named == "option" else []))
    assert (told.value.found, told.value.where) == ("no such folder", gone)


def test_a_home_in_which_nothing_was_built_has_no_snapshot(tmp_path, monkeypatch):
    (tmp_path / "data" / "sources").mkdir(parents=True)
    monkeypatch.delenv("ISNAD_STORE", raising=False)
    monkeypatch.chdir(tmp_path)
    assert "no snapshot is published" in run("list")


def test_list_shows_a_snapshot_of_a_later_format_as_such(two, tmp_path):
    import hashlib

    data = b'{"format":9}'
    folder = tmp_path / "store/snapshots" / f"s-{hashlib.sha256(data).hexdigest()[:20]}"
    folder.mkdir()
    (folder / "manifest.json").write_bytes(data)
    problems = [row["problem"] for row in json.loads(run("list", "--json"))]
    assert sum("format 9" in (problem or "") for problem in problems) == 1
    assert run("list").count("\n") == 4


def test_list_says_why_a_snapshot_cannot_be_read(two, tmp_path):
    path = Store(tmp_path / "store").manifest_path(two[0])
    path.write_bytes(path.read_bytes()[:-9])
    told = CliRunner().invoke(app, ["list"]).stderr
    assert told == f"{two[0]} cannot be read: the manifest is not that of this snapshot\n"


def test_list_shows_what_a_channel_names_and_the_store_lost(two, tmp_path):
    Store(tmp_path / "store").manifest_path(two[1]).unlink()
    told = CliRunner().invoke(app, ["list"])
    assert f"{two[1]}\t-\t-\t-\t-\tproduction" in told.stdout
    assert told.stderr == f"{two[1]} cannot be read: this store holds no snapshot “{two[1]}”\n"


def test_show_names_sources_with_their_terms(two):
    text = run("show")
    assert two[1] in text
    assert "one\tdraft\t3\t3\t0\tCC0-1.0\tunstated" in text
    shown = json.loads(run("show", two[0], "--json"))
    assert shown["id"] == two[0]
    assert shown["manifest"]["counts"]["documents"] == 2


def test_show_sends_no_control_characters_to_the_terminal(tmp_path):
    publish_texts(tmp_path / "store", tmp_path / "a", ["one"], licence="\x1b[2Jfree\u202e")
    assert "\x1b" not in run("show", "--store", str(tmp_path / "store"))


def test_verify_says_what_is_sound_and_raises_on_what_is_not(two, tmp_path):
    assert f"{two[1]} is sound" in run("verify")
    assert json.loads(run("verify", two[0], "--json"))["verified"] is True
    store = Store(tmp_path / "store")
    _, path = store.current("production")
    assert "is sound" in run("verify", str(path))
    blob = store.blob(store.manifest(two[1]).file("documents.arrow").sha256)
    blob.chmod(0o644)
    blob.write_bytes(b"x" * blob.stat().st_size)
    with pytest.raises(IntegrityError, match=r"documents\.arrow"):
        run("verify")


def test_diff_names_what_came(two):
    text = run("diff", *two)
    assert "added\tone\tfatwa\t1\tfatwa:one:3" in text
    assert "documents\t2\t3" in text
    assert json.loads(run("diff", *two, "--json"))["documents"][0]["count"] == 1
    assert "hold the same" in run("diff", two[0], two[0])


def test_use_goes_back_and_forth(two):
    assert f"production serves {two[0]} (before: {two[1]})" in run("use", "--unchecked", two[0][:10])
    assert json.loads(run("use", "--unchecked", two[1], "--json")) == {
        "before": two[0],
        "channel": "production",
        "snapshot": two[1],
    }
    run("use", "--unchecked", two[0], "--channel", "preview")
    assert run("list").splitlines()[1].endswith("preview")


def test_what_this_version_cannot_serve_is_not_put_to_use(two, tmp_path):
    """These hold texts and no index; the channel goes on with what it has, here and where one is pulled."""
    near = str(tmp_path / "near")
    for command in (("use", two[0]), ("pull", str(tmp_path / "store"), two[1], "--use", "--store", near)):
        with pytest.raises(SnapshotError, match="cannot serve the snapshot") as caught:
            run(*command)
        assert "--unchecked" in caught.value.remedy
    assert run("list").splitlines()[2].endswith("production")
    assert "production" not in run("list", "--store", near)


def test_use_of_an_unknown_word_is_refused(two):
    for command in (("use", "--unchecked", two[0]), ("push", two[0], "far")):
        with pytest.raises(ConfigurationError, match="fewer-documents"):
            run(*command, "--allow", "anything")


def test_pull_then_use(two, tmp_path):
    near = str(tmp_path / "near")
    told = run("pull", str(tmp_path / "store"), "--store", near)
    assert f"to serve it: isnad snapshot use {two[1]} --channel production --store {near}" in told
    with pytest.raises(SnapshotError):
        run("show", "--store", near)
    done = json.loads(
        run("pull", str(tmp_path / "store"), two[1], "--use", "--unchecked", "--json", "--store", near)
    )
    assert done == {"snapshot": two[1], "files": 0, "bytes": 0, "used": True}
    assert "is sound" in run("verify", "--store", near)


def test_pull_brings_the_channel_that_is_to_serve_it(two, tmp_path):
    far, near = str(tmp_path / "store"), str(tmp_path / "near")
    run("use", "--unchecked", two[0], "--channel", "preview")
    done = json.loads(
        run("pull", far, "--channel", "preview", "--use", "--unchecked", "--json", "--store", near)
    )
    assert done["snapshot"] == two[0]
    with pytest.raises(IntegrityError, match=r"nobody\.json"):
        run("pull", far, "--channel", "nobody", "--store", near)


def test_push_asks_about_licences(two, tmp_path):
    (tmp_path / "far").mkdir()
    with pytest.raises(IsnadError, match="given on"):
        run("push", "production", str(tmp_path / "far"))
    run("push", "production", str(tmp_path / "far"), "--channel", "production", "--allow-restricted")
    assert "is sound" in run("verify", "--store", str(tmp_path / "far"))


def test_gc_says_what_it_would_remove_and_removes_it(two):
    assert "would be removed" in run("gc", "--keep", "1", "--dry-run")
    assert json.loads(run("gc", "--keep", "1", "--json"))["snapshots"] == [two[0]]
    assert len(json.loads(run("list", "--json"))) == 1


def test_bad_input_ends_with_a_message_and_no_stack_trace(tmp_path):
    command = [sys.executable, "-m", "cli", "snapshot", "show", "nothing", "--store", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 1
    assert "no snapshot and no channel" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_command_and_the_room_import_nothing_heavy():
    code = (
        "import sys, cli.snapshot\n"
        "assert not {'pyarrow', 'pydantic', 'rich.table'} & set(sys.modules)\n"
        "import pipeline.snapshot, pipeline.snapshot.pull, pipeline.snapshot.diff, pipeline.snapshot.gc\n"
        "heavy = {'torch', 'polars', 'prefect', 'datasets', 'obstore', 'numba', 'faiss'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
