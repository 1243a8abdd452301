"""An analysis equals the plain path, whatever made it: several workers, an earlier analysis, a second attempt."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import sleep

import numpy as np
import pyarrow as pa
import pytest
from analysis_world import check_plain, files_of, make_documents, make_encoder, write_table
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from short_files import short_files

from pipeline.disk.writing import is_unfinished
from pipeline.index import workers
from pipeline.index.analysis import parts, ranges, run
from pipeline.index.analysis.plain import embedded, subject_of
from pipeline.index.analysis.run import Settings, analyse_documents
from pipeline.index.analysis.store import Analysis, array_writer
from pipeline.index.embedder import Encoder
from pipeline.text import cut
from schemas.document import Document
from schemas.errors import BuildError

DOCUMENTS_HERE = make_documents(1, 60)


@pytest.fixture(autouse=True)
def small_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranges, "DOCUMENTS_PER_RANGE", 11)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Encoder:
    return make_encoder(tmp_path_factory.mktemp("embedder"))


def analysed(
    path: Path,
    documents: list[Document],
    encoder: Encoder | None,
    earlier: Path | None = None,
    **more: object,
) -> Path:
    path.mkdir(exist_ok=True)
    table = write_table(path / "in.arrow", documents)
    counts = analyse_documents(table, path / "out", Settings(2, encoder), earlier=earlier, **more)  # type: ignore[arg-type]
    assert counts["documents"] == len(documents)
    return path / "out"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_array_is_that_of_the_plain_path(seed: int, tmp_path: Path, encoder: Encoder) -> None:
    documents = make_documents(seed, 40)
    check_plain(analysed(tmp_path, documents, encoder), documents, 2, encoder)


@pytest.mark.parametrize("count", [0, 1])
def test_few_documents_and_none(count: int, tmp_path: Path, encoder: Encoder) -> None:
    check_plain(analysed(tmp_path, DOCUMENTS_HERE[:count], encoder), DOCUMENTS_HERE[:count], 2, encoder)


def test_documents_without_text_have_no_passages(tmp_path: Path) -> None:
    bare = [replace(document, text_ar=None, text_en=" \n") for document in DOCUMENTS_HERE[:3]]
    check_plain(analysed(tmp_path, bare, None), bare, 2, None)


def test_documents_in_another_order_are_sorted(tmp_path: Path, encoder: Encoder) -> None:
    wanted = files_of(analysed(tmp_path / "a", DOCUMENTS_HERE, encoder))
    assert files_of(analysed(tmp_path / "b", DOCUMENTS_HERE[::-1], encoder)) == wanted


def test_two_documents_of_one_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="one reference id"):
        analysed(tmp_path, [DOCUMENTS_HERE[0], *DOCUMENTS_HERE], None)


@pytest.mark.parametrize("rows", [1, 11, 1000])
def test_neither_ranges_nor_batches_change_a_byte(
    rows: int, tmp_path: Path, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = files_of(analysed(tmp_path / "a", DOCUMENTS_HERE, encoder))
    monkeypatch.setattr(ranges, "DOCUMENTS_PER_RANGE", rows)
    monkeypatch.setattr(ranges, "BYTES_PER_RANGE", 1 << 12)
    assert files_of(analysed(tmp_path / "b", DOCUMENTS_HERE, encoder)) == wanted


def test_the_number_of_workers_changes_no_byte(
    tmp_path: Path, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = files_of(analysed(tmp_path / "a", DOCUMENTS_HERE, encoder))
    monkeypatch.setattr(ranges, "LEAST_PER_WORKER", 1 << 10)
    assert files_of(analysed(tmp_path / "b", DOCUMENTS_HERE, encoder, workers=3)) == wanted


def test_an_embedder_that_reads_texts_gives_its_own_vectors(tmp_path: Path, encoder: Encoder) -> None:
    class Reads:
        def encode(self, texts: list[str]) -> np.ndarray:
            return encoder.encode(texts)

    out = tmp_path / "out"
    table = write_table(tmp_path / "in.arrow", DOCUMENTS_HERE)
    analyse_documents(table, out, Settings(2, Reads()))
    assert files_of(out) == files_of(analysed(tmp_path / "a", DOCUMENTS_HERE, encoder))


edits = st.lists(
    st.tuples(
        st.sampled_from(["drop", "change", "insert", "status"]), st.integers(0, 59), st.integers(100, 120)
    ),
    max_size=12,
)


def edited(documents: list[Document], changes: list[tuple[str, int, int]]) -> list[Document]:
    """Documents after edits anywhere; `status` is one that no analysis reads."""
    by_id = {document.id: document for document in documents}
    for kind, place, seed in changes:
        name = documents[place % len(documents)].id
        if kind == "drop":
            by_id.pop(name, None)
        elif kind == "change" and name in by_id:
            by_id[name] = replace(by_id[name], text_ar=make_documents(seed, 1)[0].text_ar)
        elif kind == "status" and name in by_id:
            by_id[name] = replace(by_id[name], status="approved", url="https://example.org/")
        elif kind == "insert":
            new = replace(make_documents(seed, 1)[0], id=f"fatwa:trial:{1000 + seed}")
            by_id[new.id] = new
    return sorted(by_id.values(), key=lambda document: int(document.id.split(":")[2]))


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Path:
    return analysed(tmp_path_factory.mktemp("before"), DOCUMENTS_HERE, encoder)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=edits)
def test_an_earlier_analysis_changes_no_byte(
    changes: list[tuple[str, int, int]],
    before: Path,
    encoder: Encoder,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    documents = edited(DOCUMENTS_HERE, changes)
    folder = tmp_path_factory.mktemp("edited")
    taken = analysed(folder / "taken", documents, encoder, before)
    assert files_of(taken) == files_of(analysed(folder / "whole", documents, encoder))


def test_only_what_changed_is_read_again(
    before: Path, encoder: Encoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    real = run.cut_range
    monkeypatch.setattr(run, "cut_range", lambda given: read.append(given.count) or real(given))
    documents = edited(
        DOCUMENTS_HERE, [("change", 5, 101), ("insert", 0, 102), ("drop", 9, 0), ("status", 7, 0)]
    )
    analysed(tmp_path, documents, encoder, before)
    assert sum(read) == 2


def test_documents_out_of_order_beside_an_earlier_analysis(
    before: Path, encoder: Encoder, tmp_path: Path
) -> None:
    documents = edited(DOCUMENTS_HERE, [("change", 5, 101), ("insert", 0, 102)])
    mixed = analysed(tmp_path / "mixed", documents[::-1], encoder, before)
    assert files_of(mixed) == files_of(analysed(tmp_path / "whole", documents, encoder))


@pytest.mark.parametrize("step", ["number_together", "read_meanings", "assemble"])
def test_a_second_attempt_goes_on_with_what_was_finished(
    step: str, tmp_path: Path, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = files_of(analysed(tmp_path / "a", DOCUMENTS_HERE, encoder))
    with monkeypatch.context() as patch:
        patch.setattr(run, step, interrupted)
        with pytest.raises(KeyboardInterrupt):
            analysed(tmp_path / "b", DOCUMENTS_HERE, encoder, scratch=tmp_path / "parts")
    kept = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "parts").glob("words-*.npz")}
    assert len(kept) == 6
    again = analysed(tmp_path / "c", DOCUMENTS_HERE, encoder, scratch=tmp_path / "parts")
    assert files_of(again) == wanted
    assert kept == {path.name: path.stat().st_mtime_ns for path in (tmp_path / "parts").glob("words-*.npz")}


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_part_that_lost_bytes_is_made_again(tmp_path: Path, encoder: Encoder) -> None:
    wanted = files_of(analysed(tmp_path / "a", DOCUMENTS_HERE, encoder, scratch=tmp_path / "parts"))
    for name in ("words-00002.npz", "encoded-00001.npz", "block-00000.npz"):
        path = tmp_path / "parts" / name
        path.write_bytes(path.read_bytes()[:-100])
    assert files_of(analysed(tmp_path / "b", DOCUMENTS_HERE, encoder, scratch=tmp_path / "parts")) == wanted


def test_documents_that_change_meanwhile_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = run.ranges_of
    monkeypatch.setattr(run, "ranges_of", lambda *given: real(*given)[:-1])
    with pytest.raises(BuildError, match="changed while they were read"):
        analysed(tmp_path, DOCUMENTS_HERE, None)


def kill(item: int) -> int:
    if item == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def double(item: int) -> int:
    return 2 * item


def test_a_killed_worker_is_told_of() -> None:
    with workers.team(2) as work, pytest.raises(BuildError, match="ended from outside"):
        list(work(kill, [1, 2, 3, 4]))


def test_results_come_in_order() -> None:
    with workers.team(3) as work:
        assert list(work(double, list(range(20)))) == [2 * item for item in range(20)]


def test_a_full_disk_leaves_no_analysis(
    tmp_path: Path, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        analysed(tmp_path, DOCUMENTS_HERE, encoder)
    assert not (tmp_path / "out" / "header.json").exists()
    assert not [path for path in tmp_path.rglob("*") if is_unfinished(path)]


@pytest.mark.parametrize("tokens", [1, 100_000])  # refused when they are ended, refused when they are added
def test_arrays_that_find_no_room_leave_none(tmp_path: Path, tokens: int) -> None:
    with short_files(3), pytest.raises(OSError, match="too large"), array_writer(tmp_path, 2) as arrays:
        arrays.add("tokens", np.ones(tokens, np.int32))
    assert list(tmp_path.iterdir()) == []


def test_arrays_that_cannot_be_flushed_leave_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls, real = iter(range(99)), os.fsync

    def full_at_the_third(handle: int) -> None:
        if next(calls) == 2:
            raise OSError(28, "No space left on device")
        real(handle)

    monkeypatch.setattr(os, "fsync", full_at_the_third)
    with pytest.raises(OSError, match="No space"), array_writer(tmp_path, 2) as arrays:
        arrays.add("counts", np.ones(1, np.uint32))
    assert list(tmp_path.iterdir()) == []


def test_a_text_that_is_no_utf8_is_refused(tmp_path: Path) -> None:
    broken = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.py_buffer(np.array([0, 2], np.int32)), pa.py_buffer(b"\xff\xfe")]
    )
    path = write_table(tmp_path / "in.arrow", DOCUMENTS_HERE[:1])
    table = pa.ipc.open_file(path).read_all()
    place = table.schema.get_field_index("text_en")
    table = table.set_column(place, table.schema.field(place), broken)
    with pa.OSFile(str(path), "wb") as stream, pa.ipc.new_file(stream, table.schema) as writer:
        writer.write_table(table)
    with pytest.raises(BuildError, match="not UTF-8"):
        analyse_documents(path, tmp_path / "out", Settings(1, None))


def test_progress_counts_documents_up_to_all(tmp_path: Path, encoder: Encoder) -> None:
    told: list[tuple[str, int, int]] = []
    analysed(tmp_path, DOCUMENTS_HERE, encoder, progress=lambda *step: told.append(step))
    done = [count for _, count, _ in told]
    assert done == sorted(done)
    assert done[-1] == len(DOCUMENTS_HERE)
    assert {total for *_, total in told} == {len(DOCUMENTS_HERE)}


def test_a_document_that_is_linked_is_the_same_file(tmp_path: Path) -> None:
    source = write_table(tmp_path / "in.arrow", DOCUMENTS_HERE, rows=4096)
    analyse_documents(source, tmp_path / "linked", Settings(), linked=True)
    analyse_documents(source, tmp_path / "copied", Settings())
    assert (tmp_path / "linked/documents.arrow").samefile(source)
    assert not (tmp_path / "copied/documents.arrow").samefile(source)
    assert files_of(tmp_path / "linked") == files_of(tmp_path / "copied")


def test_markup_that_reaches_from_a_heading_into_a_text(tmp_path: Path, encoder: Encoder) -> None:
    documents = [
        Document("fatwa:trial:1", "fatwa", "trial", "trial", title_en="Prayer <b", text_en="mercy> prayers & fasting"),
        Document("fatwa:trial:2", "fatwa", "trial", "trial", title_en="<!-- prayer", text_en="mercy --> quran"),
        Document("fatwa:trial:3", "fatwa", "trial", "trial", title_en="AT&amp;T", text_en="&#112;rayer &quot;quran"),
    ]  # fmt: skip
    out = analysed(tmp_path, documents, encoder)
    check_plain(out, documents, 2, encoder)
    passage = next(iter(cut(documents[1])))
    assert "quran" in embedded(passage.heading, passage.text)
    assert Analysis.open(out).passages.num_rows == 3


def test_the_title_of_a_fatwa_speaks_for_each_of_its_passages(tmp_path: Path, encoder: Encoder) -> None:
    asked = {"title_en": "Fasting", "question_en": "What of prayers?", "text_en": "Mercy. " * 400}
    documents = [Document("fatwa:trial:1", "fatwa", "trial", "trial", **asked),
                 Document("hadith:trial:1", "hadith", "trial", "trial", **asked)]  # fmt: skip
    found = Analysis.open(analysed(tmp_path, documents, encoder))
    kinds = np.array([name.startswith("fatwa") for name in found.passages.column("document").to_pylist()])
    vectors = found.array("vectors").astype(int)
    assert kinds.sum() == (~kinds).sum() > 1
    near = vectors @ encoder.encode(["Fasting"])[0].astype(int)
    assert near[kinds].min() > near[~kinds].max()
    assert subject_of("fatwa:trial:1", "Fasting\nWhat of prayers?") == "Fasting"
    assert subject_of("hadith:trial:1", "Fasting\nWhat of prayers?") == subject_of("fatwa:trial:1", "") == ""


def test_parts_are_read_by_one_thread_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, load = parts.part(tmp_path, "some"), np.load
    parts.save_part(path, {"numbers": np.arange(5)})
    inside, most = [0], [0]

    def watched(*given: object, **named: object) -> object:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        sleep(0.002)
        inside[0] -= 1
        return load(*given, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(np, "load", watched)
    with ThreadPoolExecutor(8) as threads:
        read = list(threads.map(parts.read_part, [path] * 16))
    assert all(np.array_equal(one["numbers"], np.arange(5)) for one in read)
    assert most == [1]
