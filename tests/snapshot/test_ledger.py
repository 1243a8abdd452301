"""The ledger: what happens to an id over releases, as tables in and a table out."""

from __future__ import annotations

import hashlib

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.snapshot.ledger import next_ledger, with_approvals
from pipeline.snapshot.tables import read_ledger, write_ledger
from schemas.errors import IntegrityError, LedgerError
from schemas.tables import LEDGER


def documents(status: str = "approved", **texts: str) -> pa.Table:
    names = ("id", "digest", "status")
    columns = (list(texts), list(texts.values()), [status] * len(texts))
    return pa.table(
        dict(zip(names, columns, strict=True)), schema=pa.schema([(name, pa.string()) for name in names])
    )


def rows(ledger: pa.Table) -> dict[str, tuple]:
    return {
        row["id"]: (row["digest"], row["first_seen"], row["status"], row["merged_into"])
        for row in ledger.to_pylist()
    }


def test_the_first_release_enters_every_id():
    ledger, changes = next_ledger(None, documents(b="2", a="1"), 1)
    assert ledger.schema == LEDGER
    assert list(rows(ledger).items()) == [("a", ("1", 1, "live", None)), ("b", ("2", 1, "live", None))]
    assert (changes.added.count, changes.live_before) == (2, 0)


def test_a_new_id_gets_this_release_and_a_known_one_keeps_its_own():
    first, _ = next_ledger(None, documents(a="1"), 1)
    ledger, changes = next_ledger(first, documents(a="1", b="2"), 2)
    assert rows(ledger) == {"a": ("1", 1, "live", None), "b": ("2", 2, "live", None)}
    assert changes.added.examples == ("b",)


def test_another_text_under_a_published_id_is_reported():
    first, _ = next_ledger(None, documents(a="1", b="2"), 1)
    _, changes = next_ledger(first, documents(a="9", b="2"), 2)
    assert changes.changed.examples == ("a",)


def test_where_texts_alone_change_the_entries_are_those_of_any_release():
    """No id is looked for then, and those that are gone stay as they were."""
    first, _ = next_ledger(None, documents(a="1", b="2", c="3", d="4"), 1)
    before, _ = next_ledger(first, documents(b="2", d="4"), 2, {"a": "b"})
    ledger, changes = next_ledger(before, documents(b="2", d="9"), 3)
    with_one_more, _ = next_ledger(before, documents(b="2", d="9", e="5"), 3)
    assert rows(ledger) == {name: row for name, row in rows(with_one_more).items() if name != "e"}
    assert rows(ledger)["a"] == ("1", 1, "merged", "b")
    assert changes.changed.examples == ("d",)
    counts = changes.added, changes.retired, changes.merged, changes.returned
    assert [each.count for each in counts] == [0, 0, 0, 0]
    assert changes.told() == "1 changed"


def test_a_vanished_id_is_retired_once_and_remembered_with_its_last_text():
    first, _ = next_ledger(None, documents(a="1", b="2"), 1)
    second, changes = next_ledger(first, documents(b="2"), 2)
    assert rows(second)["a"] == ("1", 1, "retired", None)
    assert (changes.retired.examples, changes.live_before) == (("a",), 2)
    third, changes = next_ledger(second, documents(b="2"), 3)
    assert rows(third)["a"] == ("1", 1, "retired", None)
    assert (changes.retired.count, changes.live_before) == (0, 1)


def test_a_retired_id_may_return_with_its_own_text_only():
    first, _ = next_ledger(None, documents(a="1"), 1)
    second, _ = next_ledger(first, documents(b="2"), 2)
    back, changes = next_ledger(second, documents(a="1", b="2"), 3)
    assert rows(back)["a"] == ("1", 1, "live", None)
    assert (changes.returned.examples, changes.changed.count) == (("a",), 0)
    _, changes = next_ledger(second, documents(a="other", b="2"), 3)
    assert (changes.returned.examples, changes.changed.examples) == (("a",), ("a",))
    assert changes.told() == "1 changed, 1 returned"


def test_what_was_once_approved_keeps_its_text_as_a_draft_too():
    first, _ = next_ledger(None, documents(a="1"), 1)
    second, changes = next_ledger(first, documents("draft", a="1"), 2)
    assert changes.changed.count == 0
    third, changes = next_ledger(second, documents("draft", a="2"), 3)
    assert changes.changed.examples == ("a",)
    assert next_ledger(third, documents("draft", a="3"), 4)[1].changed.count == 1, (
        "and so after a word was given"
    )


def test_a_draft_that_was_away_may_return_edited():
    first, _ = next_ledger(None, documents("draft", a="1", b="2"), 1)
    second, _ = next_ledger(first, documents("draft", b="2"), 2)
    third, changes = next_ledger(second, documents(a="9", b="2"), 3)
    assert (changes.returned.examples, changes.changed.count) == (("a",), 0)
    assert third["approved"].to_pylist() == [True, True]


def test_a_ledger_of_format_1_learns_of_approvals_from_the_documents_of_its_release(tmp_path):
    """Of an id that was gone by then nobody knows: it counts as approved."""
    released = pa.concat_tables([documents("approved", a="1"), documents("draft", b="2")])
    first, _ = next_ledger(None, documents("draft", a="1", b="2", c="3"), 1)
    pq.write_table(next_ledger(first, released, 2)[0].drop_columns("approved"), tmp_path / "old.parquet")
    ledger = with_approvals(read_ledger(tmp_path / "old.parquet"), released)
    assert ledger.schema == LEDGER
    assert ledger["approved"].to_pylist() == [True, False, True]


def test_a_merged_id_names_the_id_in_its_place_and_goes_on_doing_so():
    first, _ = next_ledger(None, documents(a="1", b="2"), 1)
    second, changes = next_ledger(first, documents(b="2"), 2, {"a": "b"})
    assert rows(second)["a"] == ("1", 1, "merged", "b")
    assert (changes.merged.examples, changes.retired.count) == (("a",), 0)
    third, _ = next_ledger(second, documents(b="2", c="3"), 3)
    assert rows(third)["a"] == ("1", 1, "merged", "b")
    moved, _ = next_ledger(third, documents(c="3"), 4, {"a": "c", "b": "c"})
    assert rows(moved)["a"] == ("1", 1, "merged", "c")


@pytest.mark.parametrize(
    ("merged", "told"),
    [({"x": "b"}, "never published"), ({"b": "c"}, "still there"), ({"a": "x"}, "not in this build")],
)
def test_a_merge_that_leads_nowhere_is_refused(merged, told):
    first, _ = next_ledger(None, documents(a="1", b="2"), 1)
    with pytest.raises(LedgerError, match=told):
        next_ledger(first, documents(b="2", c="3"), 2, merged)


def test_an_id_of_two_documents_is_refused():
    table = pa.concat_tables([documents(a="1", b="2"), documents(a="3")])
    with pytest.raises(LedgerError, match="one reference id"):
        next_ledger(None, table, 1)


def test_no_documents_at_all_is_a_ledger_too():
    first, _ = next_ledger(None, documents(a="1"), 1)
    empty, changes = next_ledger(first, documents(), 2)
    assert rows(empty) == {"a": ("1", 1, "retired", None)}
    assert changes.retired.count == 1
    assert next_ledger(None, documents(), 1)[0].num_rows == 0


def digest_of(table: pa.Table, path) -> str:
    write_ledger(table, path)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_file_depends_neither_on_order_nor_on_chunks(tmp_path):
    texts = {f"hadith:one:{n}": f"{n:064x}" for n in range(5_000)}
    whole = documents(**texts)
    pieces = pa.concat_tables([whole.slice(4_000), whole.slice(0, 1_500), whole.slice(1_500, 2_500)])
    one, two = next_ledger(None, whole, 1)[0], next_ledger(None, pieces, 1)[0]
    assert digest_of(one, tmp_path / "one") == digest_of(two, tmp_path / "two")


ids = st.sampled_from([f"i{n}" for n in range(8)])
releases = st.lists(st.dictionaries(ids, st.sampled_from("xyz"), max_size=8), min_size=1, max_size=6)


@settings(max_examples=150)
@given(releases)
def test_nothing_that_was_ever_published_is_forgotten(history):
    """Over any history: each id stays, keeps its first release, and has its last text."""
    ledger, first, last = None, {}, {}
    for release, texts in enumerate(history, start=1):
        before = rows(ledger) if ledger is not None else {}
        ledger, changes = next_ledger(ledger, documents(**texts), release)
        for name, text in texts.items():
            first.setdefault(name, release)
            last[name] = text
        now = rows(ledger)
        assert {name: (row[0], row[1]) for name, row in now.items()} == {
            n: (last[n], first[n]) for n in first
        }
        assert {name for name, row in now.items() if row[2] == "live"} == set(texts)
        assert changes.added.count == len(set(texts) - set(before))
        assert changes.changed.count == sum(n in before and before[n][0] != t for n, t in texts.items())


def test_columns_of_a_ledger_are_read_and_other_files_are_refused(tmp_path):
    ledger, _ = next_ledger(None, documents(a="1", b="2"), 1)
    write_ledger(ledger, tmp_path / "ledger.parquet")
    assert read_ledger(tmp_path / "ledger.parquet") == ledger
    assert read_ledger(tmp_path / "ledger.parquet", ("id",)) == ledger.select(["id"])
    pq.write_table(ledger.select(["id"]), tmp_path / "other.parquet")
    (tmp_path / "text.parquet").write_text("no ledger")
    for name in ("other", "text", "missing"):
        with pytest.raises(IntegrityError, match=f"{name}.parquet cannot be read"):
            read_ledger(tmp_path / f"{name}.parquet", ("id",))
