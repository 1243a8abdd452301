"""Manifests and pointers: one spelling, one name, and nothing dangerous in them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from snapshot_builds import Build

from pipeline.snapshot.manifest import MAX_MANIFEST_BYTES, read_manifest, read_pointer
from pipeline.snapshot.publish import use
from pipeline.snapshot.store import Store
from schemas.errors import IntegrityError
from schemas.manifest import FORMAT, Manifest, build_key, digest, snapshot_id
from schemas.paths import path_fault, paths_fault
from schemas.tables import canonical_json


@pytest.fixture
def manifest(put) -> Manifest:
    return put(Build()).manifest


def changed(manifest: Manifest, **changes: object) -> bytes:
    return canonical_json({**json.loads(manifest.canonical()), **changes})


def test_reading_what_was_written_gives_the_same(manifest):
    read = read_manifest(manifest.canonical(), where="here", expected_id=manifest.id)
    assert read == manifest
    assert read.canonical() == manifest.canonical()
    assert manifest.id == snapshot_id(manifest.canonical()) == f"s-{manifest.sha256[:20]}"


def test_a_manifest_holds_no_time_and_no_place(manifest, tmp_path):
    text = manifest.canonical().decode()
    assert str(tmp_path) not in text
    assert not {"time", "date", "created", "host", "user"} & set(json.loads(text))


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda m: b"", "not JSON"),
        (lambda m: b"\xff\xfe", "not JSON"),
        (lambda m: b"[" * 100_000, "not JSON"),
        (lambda m: b"9" * 10_000, "not JSON"),
        (lambda m: b"[]", "states no format"),
        (lambda m: b"{}", "states no format"),
        (lambda m: changed(m, format=True), "states no format"),
        (lambda m: changed(m, format="1"), "states no format"),
        (lambda m: changed(m, format=FORMAT + 1, anything={"new": 1}), "upgrade Isnad"),
        (lambda m: changed(m, format=0), "build the snapshot again"),
        (lambda m: changed(m, more=1), "Extra inputs"),
        (lambda m: m.canonical() + b"\n", "one spelling"),
        (lambda m: m.canonical().replace(b'"release":1', b'"release": 1'), "one spelling"),
        (lambda m: m.canonical().replace(b'"release":1', b'"release":"1"'), "one spelling"),
        (lambda m: m.canonical().replace(b'"code":"1"', b'"code":"0","code":"1"'), "one spelling"),
        (lambda m: m.canonical().replace(b'"code":"1"', b'"code":"\\ud800"'), "valid manifest|one spelling"),
        (lambda m: m.canonical().decode().encode("utf-16"), "one spelling"),
        (lambda m: m.canonical().replace(b"0.4", b"NaN"), "valid manifest|one spelling"),
        (lambda m: changed(m, holds_samples=True), "holds_samples"),
        (lambda m: changed(m, release=2), "parent"),
        (lambda m: changed(m, parent="s-" + "0" * 20), "parent"),
        (lambda m: changed(m, config={"k1": 2}), "config_digest"),
        (lambda m: changed(m, code="2"), "build_key"),
        (lambda m: changed(m, files=[]), "not listed"),
        (lambda m: b" " * (MAX_MANIFEST_BYTES + 1), "too long"),
    ],
)
def test_a_manifest_that_is_not_right_is_refused(manifest, spoil, told):
    with pytest.raises(IntegrityError, match=told):
        read_manifest(spoil(manifest), where="here")


def test_a_manifest_of_another_snapshot_is_refused(manifest):
    with pytest.raises(IntegrityError, match="not that of this snapshot"):
        read_manifest(manifest.canonical(), where="here", expected_id="s-" + "0" * 20)
    with pytest.raises(IntegrityError, match="not the one that was asked for"):
        read_manifest(
            manifest.canonical(),
            where="here",
            expected_id=manifest.id,
            expected_sha256=manifest.id[2:].ljust(64, "0"),
        )


@pytest.mark.parametrize(
    "path",
    ["", "/etc/passwd", "../up", "a/../b", "a//b", "./a", "a/", ".hidden", "a/.b", "-a", "a\\b", "a:b", "C:/x",
     "a b", "a\n", "é", "CON", "nul.txt", "a/Com1", "end.", "a/b./c", "x" * 201, "/".join("abcdefghi"),
     "manifest.json", "a\0b", "~root"],
)  # fmt: skip
def test_an_unsafe_path_is_refused(manifest, path):
    assert path_fault(path)
    files = json.loads(manifest.canonical())["files"]
    spoilt = sorted([*files, {"path": path, "size": 1, "sha256": "0" * 64}], key=lambda entry: entry["path"])
    with pytest.raises(IntegrityError, match="valid manifest"):
        read_manifest(changed(manifest, files=spoilt), where="here")


@pytest.mark.parametrize(
    ("paths", "told"),
    [
        (["b", "a"], "order"),
        (["a", "a"], "order"),
        (["A", "a"], "capital"),
        (["A/x", "a/y"], "capital"),
        (["a", "a/b"], "both a file and a folder"),
        (["a", "a.b", "a/b"], "both a file and a folder"),
    ],
)
def test_paths_that_cannot_stand_together_are_refused(paths, told):
    assert told in paths_fault(paths)


@given(st.text(max_size=30) | st.text(alphabet="aA0._-/", max_size=30))
def test_a_path_without_fault_stays_inside_any_folder(text):
    from pathlib import Path, PureWindowsPath

    if not path_fault(text):
        path = Path("/base", text)
        assert path.parts[0:2] == ("/", "base")
        assert str(path) == f"/base/{text}"
        assert ".." not in path.parts
        assert not PureWindowsPath(text).is_absolute()
        assert text.isascii()


words = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False)
    | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=12,
)  # fmt: skip


@given(
    config=st.dictionaries(st.text("abc", min_size=1), json_values, max_size=4),
    code=st.text("xyz1.", min_size=1),
)
def test_any_configuration_survives_writing_and_reading(config, code):
    manifest = tiny(config, code)
    assert read_manifest(manifest.canonical(), where="here") == manifest


def tiny(config: dict, code: str) -> Manifest:
    files = [
        {"path": path, "size": 0, "sha256": "0" * 64} for path in ("documents.arrow", "references.parquet")
    ]
    counts = {name: {} for name in ("kinds", "collections", "languages", "statuses")}
    return Manifest.model_validate(
        {
            "format": 1, "parent": None, "release": 1, "code": code, "config": config,
            "config_digest": digest(config), "build_key": build_key((), digest(config), code),
            "documents_digest": "0" * 64, "sources": [], "evaluation": None, "holds_samples": False,
            "waived": [], "files": files,
            "counts": {"documents": 0, "passages": 0, "quarantined": 0, **counts},
        }
    )  # fmt: skip


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda text: "", "not JSON"),
        (lambda text: text.replace('"channel":"production"', '"channel":"preview"'), "another channel"),
        (lambda text: text.replace('"signatures":[]', '"signatures":["x"]'), "is signed, which this version"),
        (lambda text: text.replace('"signatures":[]', '"signatures":[{},{}]'), "2 signatures"),
        (
            lambda text: text.replace('"signatures":[]', '"signatures":null'),
            "place of the signatures .* damaged",
        ),
        (lambda text: text.replace('"signatures":[],', ""), "no “signatures”"),
        (lambda text: text.replace('"expires":null', '"expires":"2027-01-01"'), "has an end of validity"),
        (lambda text: text.replace('"format":1', '"format":2'), "of a later format"),
        (lambda text: text.replace('"format":1', '"format":0'), "valid pointer"),
        (lambda text: text.replace('"format":1', '"format":[1]'), "valid pointer"),
        (lambda text: f"[{text}]", "valid pointer"),
        (lambda text: text.replace('"snapshot":"s-', '"snapshot":"s-../'), "valid pointer"),
        (lambda text: text.replace('"release":1', '"release":7', 1), "not in the history"),
        (lambda text: text.replace('"manifest_sha256":"', '"manifest_sha256":"0'), "valid pointer"),
        (lambda text: text + " ", "one spelling"),
    ],
)
def test_a_pointer_that_is_not_right_is_refused(store: Store, manifest, spoil, told):
    text = store.pointer_path("production").read_text()
    spoilt = spoil(text)
    assert spoilt != text
    with pytest.raises(IntegrityError, match=told):
        read_pointer(spoilt.encode(), where="here", channel="production")


def test_a_pointer_that_is_signed_tells_where_and_what_to_do_and_that_mends_it(store: Store, manifest):
    path = store.pointer_path("production")
    served = store.served("production").snapshot
    signed = path.read_bytes().replace(b'"signatures":[]', b'"signatures":[{"key":"a"}]')
    path.unlink()
    path.write_bytes(signed)
    with pytest.raises(IntegrityError) as told:
        store.served("production")
    assert (told.value.where, told.value.found) == (str(path), "a signature")
    assert "without signatures" in told.value.expected
    assert "isnad snapshot use s-… --channel production" in told.value.remedy
    path.unlink()
    use(store, served, "production")
    assert store.served("production").snapshot == served


def test_a_damaged_pointer_is_told_with_what_mends_it_and_that_does(store: Store, manifest):
    path = store.pointer_path("production")
    newest = store.served("production").snapshot
    path.unlink()
    path.write_text("{", "utf-8")
    with pytest.raises(IntegrityError, match="pointer of the channel “production” cannot be read") as told:
        store.served("production")
    assert "isnad snapshot use … --channel production" in told.value.remedy
    path.unlink()
    assert newest in store.ids()
    use(store, newest)
    assert store.served("production").snapshot == newest
