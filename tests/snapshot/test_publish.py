"""Publishing: what enters a store, what is refused, and what a failure leaves behind."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from make_golden import golden_build
from snapshot_builds import Build, state, visible

from pipeline.snapshot.gc import collect
from pipeline.snapshot.publish import publish, use
from pipeline.snapshot.store import Store
from pipeline.snapshot.tables import read_ledger
from pipeline.snapshot.verify import verify_directory
from pipeline.snapshot.write import describe, file_names, hash_files
from schemas.errors import ConfigurationError, IntegrityError, LedgerError, PublishRefused, SnapshotError


def without(build: Build, *numbers: int) -> Build:
    gone = {f"fatwa:one:{number}" for number in numbers}
    return build.but(texts={name: text for name, text in build.texts.items() if name not in gone})


def test_a_published_snapshot_is_served_and_sound(store, put):
    done = put(Build())
    assert done.outcome == "published"
    assert store.ids() == (done.snapshot,) == (done.manifest.id,)
    snapshot, path = store.current("production")
    assert snapshot == done.snapshot
    assert (path / "lexical/postings.bin").read_bytes() == b"p" * 70_000
    assert store.verify(snapshot) == done.manifest
    assert (done.manifest.parent, done.manifest.release) == (None, 1)
    assert done.manifest.counts.kinds == {"fatwa": 100}
    assert done.manifest.counts.languages == {"en": 100}


def test_two_builds_in_two_places_have_one_name(tmp_path):
    names = set()
    for place, seed in (("a", 1), ("b/deeper", 2)):
        build = Build()
        files = list(build.files.items())
        random.Random(seed).shuffle(files)
        folder = tmp_path / place / "build"
        meta = build.but(files=dict(files)).write(folder)
        names.add(publish(Store(tmp_path / place / "store"), folder, meta).snapshot)
    assert len(names) == 1


def test_a_threshold_that_a_text_moved_costs_fewer_answers_than_a_refusal(store, put):
    figures = {"ar/coverage": 0.8875, "ar/mrr_10": 0.5}
    put(Build().but(figures=figures))
    put(without(Build(), 5).but(figures=figures | {"ar/coverage": 0.8625}))
    with pytest.raises(PublishRefused, match=r"ar/coverage goes from 0\.8625 to 0\.825"):
        put(without(Build(), 5, 6).but(figures=figures | {"ar/coverage": 0.825}))
    with pytest.raises(PublishRefused, match=r"ar/mrr_10 goes from 0\.5 to 0\.475"):
        put(without(Build(), 5, 6).but(figures={"ar/coverage": 0.8625, "ar/mrr_10": 0.475}))


def test_the_same_content_again_moves_nothing(store, put):
    first = put(Build())
    before = state(store.root)
    again = put(Build())
    assert (again.outcome, again.snapshot) == ("unchanged", first.snapshot)
    assert state(store.root) == before


def test_a_second_release_names_the_first_and_shares_its_files(store, put):
    first = put(Build())
    second = put(Build().but(texts={**Build().texts, "fatwa:one:101": "new"}))
    assert (second.manifest.parent, second.manifest.release) == (first.snapshot, 2)
    assert second.changes.added.examples == ("fatwa:one:101",)
    assert first.manifest.file("dense/vectors.bin") == second.manifest.file("dense/vectors.bin")
    blobs = list((store.root / "blobs").rglob("*"))
    assert sum(path.is_file() for path in blobs) == 7  # 5 of the first; documents and ledger are new


REFUSED = {
    "changed-text": lambda b: b.but(texts={**b.texts, "fatwa:one:7": "another answer"}),
    "fewer-documents": lambda b: without(b, 1, 2, 3),
    "retired-ids": lambda b: without(b, 1, 2, 3).but(
        texts={**without(b, 1, 2, 3).texts, **{f"fatwa:one:9{n}0": "new" for n in range(3)}}
    ),
    "fewer-passages": lambda b: b.but(passages=290, code="2"),
    "more-quarantined": lambda b: b.but(quarantined=9),
    "no-evaluation": lambda b: b.but(figures=None, code="2"),
    "other-questions": lambda b: b.but(questions="others", code="2"),
    "worse-evaluation": lambda b: b.but(figures={"map_at_10": 0.37}, code="2"),
    "unrepeatable": lambda b: b.but(files={**b.files, "dense/vectors.bin": b"other"}),
    "samples": lambda b: b.but(status="sample", code="2"),
    "missing-source": lambda b: b.but(
        texts={name.replace(":one:", ":two:"): text for name, text in b.texts.items()}
    ),
}


@pytest.mark.parametrize("word", REFUSED)
def test_falling_behind_needs_a_word(store, put, word):
    put(Build())
    before, worse = state(store.root), REFUSED[word](Build())
    with pytest.raises((PublishRefused, LedgerError)) as refused:
        put(worse)
    assert f"--allow {word}" in refused.value.remedy
    assert state(store.root) == before
    needed = refused.value.remedy.split("--allow ")[1:]
    done = put(worse, allow=tuple(part.strip() for part in needed))
    assert done.outcome == "published"
    assert word in done.manifest.waived


def test_a_refusal_names_the_words_that_were_given_too(store, put):
    put(Build())
    worse = REFUSED["fewer-documents"](Build()).but(quarantined=9)
    with pytest.raises(PublishRefused) as refused:
        put(worse, allow=("more-quarantined",))
    assert "more-quarantined" not in refused.value.found
    needed = [part.strip() for part in refused.value.remedy.split("--allow ")[1:]]
    assert "more-quarantined" in needed
    assert put(worse, allow=tuple(needed)).outcome == "published"


def test_within_the_tolerance_no_word_is_needed(put):
    put(Build())
    done = put(without(Build(), 5).but(figures={"map_at_10": 0.385}))
    assert (done.outcome, done.manifest.waived) == ("published", ())


def test_changed_text_is_a_ledger_error_that_names_the_id(put):
    put(Build())
    with pytest.raises(LedgerError, match="fatwa:one:7"):
        put(REFUSED["changed-text"](Build()))


@pytest.mark.parametrize("status", ["draft", "sample"])
def test_the_text_of_a_draft_may_change_until_it_was_published_as_approved(store, put, status):
    draft = Build().but(status=status)
    allow = ("samples",)
    put(draft, allow=allow)
    second = put(REFUSED["changed-text"](draft), allow=allow)  # edited
    assert (second.outcome, second.changes.changed.count) == ("published", 0)
    approved = put(Build(), allow=allow)  # edited again, and approved with it
    assert (approved.outcome, approved.changes.changed.count) == ("published", 0)
    put(Build().but(status=status, code="2"), allow=allow)  # a draft again
    with pytest.raises(LedgerError, match="fatwa:one:7"):
        put(REFUSED["changed-text"](draft), allow=allow)  # but none that may be edited


def test_a_line_goes_on_from_a_release_of_format_1(store, put):
    golden = Path(__file__).parent / "golden" / "format-1"
    before = verify_directory(golden)
    with store.writing():
        store.add(golden, before)
        store.point("production", before)
    build = golden_build().but(code="2")
    with pytest.raises(LedgerError, match="fatwa:one:1"):
        put(build.but(texts={**build.texts, "fatwa:one:1": "another"}))
    done = put(build)
    assert done.manifest.parent == before.id
    assert read_ledger(store.file(done.snapshot, "references.parquet"))["approved"].to_pylist() == [True] * 3


def test_a_word_that_was_not_needed_leaves_no_trace(tmp_path, put):
    first = put(Build(), allow=("samples", "fewer-documents"))
    assert first.manifest.waived == ()


def test_an_unknown_word_is_refused_with_the_known_ones(put):
    with pytest.raises(ConfigurationError, match="fewer-documents"):
        put(Build(), allow=("everything",))


def test_samples_are_refused_with_the_channel_that_takes_them(put):
    with pytest.raises(PublishRefused) as told:
        put(Build(status="sample"))
    assert "--channel development" in told.value.remedy


def test_samples_may_be_published_elsewhere_but_not_put_into_production(store, put):
    done = put(Build(status="sample"), channel="preview")
    with pytest.raises(PublishRefused, match="sample"):
        use(store, done.snapshot, "production")
    assert store.channels() == ("preview",)
    use(store, done.snapshot, "production", allow=("samples",))
    assert store.served("production").snapshot == done.snapshot


def test_a_snapshot_that_was_removed_before_the_lock_was_had_is_not_put_to_use(store, put, monkeypatch):
    first = put(Build())
    texts = {**Build().texts, "fatwa:one:101": "new"}
    put(Build().but(texts=texts))
    put(Build().but(texts={**texts, "fatwa:one:102": "new too"}))
    writing = Store.writing

    def late(held):
        monkeypatch.setattr(Store, "writing", writing)
        assert first.snapshot in collect(store, keep=1).snapshots
        return writing(held)

    monkeypatch.setattr(Store, "writing", late)
    before = store.served("production")
    with pytest.raises(SnapshotError, match="holds no snapshot"):
        use(store, first.snapshot)
    assert store.served("production") == before


def test_going_back_and_publishing_the_same_again_does_not_undo_it(store, put):
    first = put(Build())
    newer = Build().but(texts={**Build().texts, "fatwa:one:101": "new"})
    second = put(newer)
    use(store, first.snapshot)
    with pytest.raises(PublishRefused, match="set back"):
        put(newer)
    assert store.served("production").snapshot == first.snapshot
    assert put(newer, allow=("rolled-back",)).outcome == "restored"
    assert store.served("production").snapshot == second.snapshot


def test_after_going_back_the_line_still_remembers_every_published_id(store, put):
    first = put(Build())
    put(Build().but(texts={**Build().texts, "fatwa:one:101": "new"}))
    use(store, first.snapshot)
    with pytest.raises(LedgerError, match="fatwa:one:101"):
        put(Build().but(texts={**Build().texts, "fatwa:one:101": "something else"}))


def test_the_ledger_travels_from_release_to_release(store, put):
    put(Build())
    put(without(Build(), 1))
    last = without(Build(), 1, 2).but(merged={"fatwa:one:2": "fatwa:one:3"})
    done = put(last, allow=("fewer-documents",))
    ledger = {
        row["id"]: row for row in read_ledger(store.file(done.snapshot, "references.parquet")).to_pylist()
    }
    assert len(ledger) == 100
    assert ledger["fatwa:one:1"]["status"] == "retired"
    assert (ledger["fatwa:one:2"]["status"], ledger["fatwa:one:2"]["merged_into"]) == (
        "merged",
        "fatwa:one:3",
    )
    assert {row["first_seen"] for row in ledger.values()} == {1}


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda f: (f / "link").symlink_to("documents.arrow"), "symbolic link"),
        (lambda f: (f / "hollow").mkdir(), "empty folder"),
        (lambda f: os.mkfifo(f / "pipe"), "not a regular file"),
        (lambda f: (f / ".hidden").write_text("x"), "plain name"),
        (lambda f: (f / "a b").write_text("x"), "plain name"),
        (lambda f: (f / "aux.txt").write_text("x"), "device name"),
        (lambda f: (f / "Documents.arrow").write_text("x"), "capital letters"),
        (lambda f: (f / "documents.arrow").write_bytes(b"junk"), "Arrow"),
        (lambda f: (f / "documents.arrow").unlink(), "Arrow"),
        (lambda f: (f / "evaluation.json").unlink(), "figures"),
    ],
)
def test_a_folder_that_is_no_snapshot_is_refused(store, tmp_path, spoil, told):
    folder = tmp_path / "build"
    meta = Build().write(folder)
    spoil(folder)
    with pytest.raises(SnapshotError, match=told):
        publish(store, folder, meta)
    assert visible(store) == ((), ())


def test_a_document_without_a_listed_source_is_refused(store, tmp_path):
    folder = tmp_path / "build"
    Build().but(texts={"fatwa:one:1": "a", "fatwa:two:1": "b"}).write(folder)
    meta = Build().write(tmp_path / "other")
    with pytest.raises(SnapshotError, match="two"):
        publish(store, folder, meta)


def test_a_file_that_changes_during_the_publish_is_noticed(tmp_path):
    folder = tmp_path / "build"
    meta = Build().write(folder)

    def meddle(step: str) -> None:
        if step.startswith("blob"):
            (folder / "lexical/postings.bin").write_bytes(b"meddled")

    store = Store(tmp_path / "store", on_step=meddle)
    with pytest.raises(IntegrityError, match="changed while"):
        publish(store, folder, meta)
    assert visible(store) == ((), ())


def test_a_manifest_is_the_same_whatever_the_order_of_files(tmp_path):
    manifests = []
    for name, order in (("a", 1), ("b", -1)):
        build = Build()
        meta = build.but(files=dict(list(build.files.items())[::order])).write(tmp_path / name)
        (tmp_path / name / "references.parquet").write_bytes(b"ledger")
        files = hash_files(tmp_path / name, file_names(tmp_path / name))
        manifests.append(describe(tmp_path / name, files, meta, parent=None))
    assert manifests[0].canonical() == manifests[1].canonical()


def test_a_damaged_blob_is_replaced_when_its_content_is_published_again(store, put):
    done = put(Build())
    blob = store.blob(done.manifest.file("dense/vectors.bin").sha256)
    blob.chmod(0o644)
    blob.write_bytes(b"x" * 300_000)
    with pytest.raises(IntegrityError, match=r"dense/vectors\.bin"):
        store.verify(done.snapshot)
    put(Build().but(code="2"))
    store.verify(done.snapshot)


@pytest.mark.parametrize("finished", [False, True])
def test_what_the_store_lost_is_put_back_when_nothing_else_is_to_publish(store, tmp_path, finished):
    done = publish(store, tmp_path / "one", Build().write(tmp_path / "one"), finished=finished)
    path = store.materialise(done.snapshot) / "dense/vectors.bin"
    path.chmod(0o644)
    path.write_bytes(b"x" * 300_000)  # a file of the store, under another name
    store.blob(done.manifest.file("lexical/postings.bin").sha256).unlink()
    again = publish(store, tmp_path / "two", Build().write(tmp_path / "two"), finished=finished)
    assert (again.outcome, again.snapshot) == ("unchanged", done.snapshot)
    store.verify(done.snapshot)
    assert (store.materialise(done.snapshot) / "dense/vectors.bin").read_bytes() == b"v" * 300_000


def test_files_of_which_the_folder_holds_links_are_not_written_to(store, tmp_path):
    folder = tmp_path / "build"
    meta = Build().write(folder)
    for name in ("references.parquet", "manifest.json"):
        (tmp_path / name).write_bytes(b"of an earlier stage")
        (folder / name).hardlink_to(tmp_path / name)
    store.verify(publish(store, folder, meta).snapshot)
    for name in ("references.parquet", "manifest.json"):
        assert (tmp_path / name).read_bytes() == b"of an earlier stage"
