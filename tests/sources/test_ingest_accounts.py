"""Every row is accounted for, the same bytes give the same tables, and nothing half-written stays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from source_folders import card, write_table

from pipeline.sources import tables
from pipeline.sources.characters import visible
from pipeline.sources.ingest import IngestResult, ingest, read_result
from pipeline.sources.plan import _nearest
from pipeline.sources.readers import jsondoc
from pipeline.sources.scripture import PinnedQuran, verse_counts
from pipeline.sources.tables import order_key
from schemas.errors import AccountingError, CardError, FormatError
from schemas.reference import Locator, ReferenceId
from schemas.tables import DOCUMENTS, QUARANTINE, content_digest

QURAN = PinnedQuran({"quran:1:1": "كلمات للاختبار فقط", "quran:1:2": "وبعدها غيرها"})
HEAD = ["number", "text"]


def run(tmp_path: Path, rows: list[list[object]], **changes: Any) -> IngestResult:
    quran = QURAN if changes.get("quotes") else None
    return ingest(card(**changes), write_table(tmp_path / "table.csv", rows), tmp_path / "out", quran=quran)


def documents(result: IngestResult) -> list[dict[str, Any]]:
    table = pq.read_table(result.documents)
    assert table.schema.equals(DOCUMENTS)
    return table.to_pylist()


def quarantine(result: IngestResult) -> list[dict[str, Any]]:
    table = pq.read_table(result.quarantine)
    assert table.schema.equals(QUARANTINE)
    return table.to_pylist()


def reasons(result: IngestResult) -> list[tuple[int, str]]:
    return [(line["row"], line["reason"]) for line in quarantine(result)]


class TestDocuments:
    def test_a_row_becomes_a_document(self, tmp_path: Path) -> None:
        result = run(tmp_path, [HEAD, [7, " the text\u00a0\n"]])
        (document,) = documents(result)
        assert document["id"] == "fatwa:trial:7"
        assert document["text_en"] == " the text\u00a0\n"  # not a byte is changed
        assert document["title_en"] == "For trial 7"
        assert (document["status"], document["source"], document["collection"]) == ("draft", "trial", "trial")
        assert document["digest"] == content_digest(document)

    def test_documents_are_sorted_by_number_not_by_spelling(self, tmp_path: Path) -> None:
        result = run(tmp_path, [HEAD, *([number, "x"] for number in (10, 9, 100, 1))])
        assert [each["id"].split(":")[2] for each in documents(result)] == ["1", "9", "10", "100"]

    def test_many_batches_come_out_in_one_order(self, tmp_path: Path) -> None:
        numbers = [(number * 7919) % 10007 for number in range(1, 10007)]
        result = run(tmp_path, [HEAD, *([number, f"text {number}"] for number in numbers)])
        came = documents(result)
        assert [each["id"] for each in came] == [f"fatwa:trial:{number}" for number in range(1, 10007)]
        assert all(each["text_en"] == f"text {each['id'].split(':')[2]}" for each in came)
        assert pq.ParquetFile(result.documents).metadata.row_group(0).num_rows == 4096

    @pytest.mark.parametrize("column", ["text_en", "question_en"])
    def test_of_long_texts_fewer_are_held_at_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: str
    ) -> None:
        """Whatever field they are in; what the documents say is the same."""
        fields = {"text_en": "{text}", column: "{text}"}
        rows = [HEAD, *([number, "word " * 200] for number in range(60))]
        at_once = run(tmp_path, rows, fields=fields)
        assert pq.ParquetFile(at_once.documents).num_row_groups == 1
        together = documents(at_once)
        monkeypatch.setattr(tables, "BATCH_BYTES", 20_000)
        parted = run(tmp_path, rows, fields=fields)
        told = pq.ParquetFile(parted.documents).metadata
        most = max(told.row_group(group).num_rows for group in range(told.num_row_groups))
        assert most == (9 if column == "text_en" else 5)
        assert (documents(parted), parted.digest) == (together, at_once.digest)

    def test_links_are_spread_out_and_sorted(self, tmp_path: Path) -> None:
        rows = [
            ["number", "text", "verse"],
            [1, "x", "quran:2:9-11"],
            [2, "y", ""],
            [3, "z", "hadith:muslim:8c"],
        ]
        result = run(tmp_path, rows, links=["{verse}"])
        assert [each["links"] for each in documents(result)] == [
            ["quran:2:10", "quran:2:11", "quran:2:9"],
            [],
            ["hadith:muslim:8c"],
        ]

    @pytest.mark.parametrize(
        "cell",
        ["quran:2:255; quran:2:256", "quran:2:255,quran:2:256", "quran:2:255، quran:2:256 ؛", "quran:2:255|quran:2:256",
         "quran:2:255\nquran:2:256\n", " quran:2:255-256 "],
    )  # fmt: skip
    def test_several_links_in_one_cell(self, tmp_path: Path, cell: str) -> None:
        result = run(tmp_path, [[*HEAD, "verse"], [1, "x", cell]], links=["{verse}"])
        assert documents(result)[0]["links"] == ["quran:2:255", "quran:2:256"]

    def test_several_verses_of_one_surah_and_the_one_that_is_none(self, tmp_path: Path) -> None:
        head = [*HEAD, "surah", "ayah"]
        result = run(
            tmp_path, [head, [1, "x", 2, "5, 7-8"], [2, "x", 2, "5; 287"]], links=["quran:{surah}:{ayah}"]
        )
        assert documents(result)[0]["links"] == ["quran:2:5", "quran:2:7", "quran:2:8"]
        (line,) = quarantine(result)
        assert (line["row"], line["value"]) == (2, "quran:2:287")

    def test_a_surah_without_a_verse_is_no_link(self, tmp_path: Path) -> None:
        rows = [[*HEAD, "surah", "ayah"], [1, "x", 2, ""], [2, "x", "", ""]]
        result = run(tmp_path, rows, links=["quran:{surah}:{ayah}"])
        assert [line["row"] for line in quarantine(result)] == [1]

    @pytest.mark.parametrize(
        ("url", "kept"),
        [
            ("https://example.org/fatwa/12?x=1#a", True),
            ("HTTP://example.org", True),
            ("https://مثال.org/فتوى", True),
            ("javascript:alert(1)", False),
            ("file:///etc/passwd", False),
            ("x.org", False),
            ("http://x y", False),
            ("https://", False),
            ("java\nscript:https://x.org", False),
        ],
    )
    def test_an_address_leads_to_the_web_or_is_left_out(self, tmp_path: Path, url: str, kept: bool) -> None:
        fields = {"text_en": "{text}", "url": "{url}"}
        result = run(tmp_path, [[*HEAD, "url"], [1, "x", url]], fields=fields)
        assert documents(result)[0]["url"] == (url if kept else None)
        assert reasons(result) == ([] if kept else [(1, "bad-url")])


class TestAccounting:
    def test_what_becomes_of_each_row(self, tmp_path: Path) -> None:
        rows = [
            HEAD,
            [1, "one"],
            [1, "other"],
            [2, ""],
            ["x y", "three"],
            [4, "four", "too", "many"],
            [5, "five"],
        ]
        result = run(tmp_path, rows)
        assert result.counts.as_dict() == {
            "rows": 6,
            "documents": 2,
            "quarantined": 4,
            "duplicates": 0,
            "merged": 0,
        }
        assert reasons(result) == [
            (2, "duplicate-id"),
            (3, "empty-text"),
            (4, "bad-reference"),
            (5, "wrong-columns"),
        ]
        assert all(line["message"] and line["remedy"] and line["where"] for line in quarantine(result))

    def test_counts_other_than_expected_stop_it_and_state_both(self, tmp_path: Path) -> None:
        with pytest.raises(AccountingError) as caught:
            run(tmp_path, [HEAD, [1, "one"], [2, ""]], expected={"rows": 2, "documents": 2})
        assert "documents 2" in caught.value.expected
        assert "documents 1" in caught.value.found
        assert "1 × empty-text" in caught.value.found
        assert list((tmp_path / "out").iterdir()) == []

    def test_a_failed_run_keeps_the_tables_of_the_last_good_one(self, tmp_path: Path) -> None:
        before = run(tmp_path, [HEAD, [1, "one"]]).documents.read_bytes()
        with pytest.raises(AccountingError):
            run(tmp_path, [HEAD, [1, "two"]], expected={"rows": 2, "documents": 2})
        assert (tmp_path / "out/documents.parquet").read_bytes() == before
        assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
            "counts.json",
            "documents.parquet",
            "quarantine.parquet",
        ]

    def test_a_table_without_rows_is_no_source(self, tmp_path: Path) -> None:
        with pytest.raises(FormatError, match="no rows"):
            run(tmp_path, [HEAD])
        assert list((tmp_path / "out").iterdir()) == []

    @given(
        st.lists(st.tuples(st.sampled_from("12 x"), st.sampled_from(["a", "b", ""])), min_size=1, max_size=12)
    )
    def test_the_sum_always_holds(
        self, tmp_path_factory: pytest.TempPathFactory, cells: list[tuple[str, str]]
    ) -> None:
        rows: list[list[object]] = [[f"{number} ", text, "-"] for number, text in cells]
        duplicates = {"by": ["{number} {text}"], "why": "for the test"}
        result = run(tmp_path_factory.mktemp("sum"), [[*HEAD, "x"], *rows], duplicates=duplicates)
        counts = result.counts
        assert counts.rows == len(rows)
        counts.check("trial")
        assert counts.documents == len(documents(result))
        set_aside = {line["row"] for line in quarantine(result) if line["severity"] == "quarantined"}
        assert counts.quarantined == len(set_aside - {0})

    def test_one_table_with_two_editions_is_two_cards(self, tmp_path: Path) -> None:
        rows = [["edition", *HEAD], ["a", 1, "one"], ["b", 1, "eins"], ["a", 2, "two"]]
        first = run(tmp_path, rows, where={"edition": "a"})
        assert first.counts.rows == 2
        assert [each["text_en"] for each in documents(first)] == ["one", "two"]
        assert run(tmp_path, rows, where={"edition": ["a", "b"]}).counts.rows == 3
        with pytest.raises(CardError, match="no row of the file belongs") as caught:
            run(tmp_path, rows, where={"edition": "c"})
        assert caught.value.found == "edition is: a, b"

    def test_a_column_that_no_row_has(self, tmp_path: Path) -> None:
        with pytest.raises(CardError) as caught:
            run(tmp_path, [HEAD, [1, "one"]], fields={"text_en": "{txet}"})
        assert "number, text" in caught.value.expected
        assert caught.value.remedy == "“txet”: did you mean “text”?"


class TestDuplicates:
    ROWS = ([*HEAD, "topic"], [1, "one", "a"], [1, "one", "b"], [1, "other", "c"])

    def test_undeclared_they_are_set_aside(self, tmp_path: Path) -> None:
        result = run(tmp_path, list(self.ROWS))
        assert reasons(result) == [(2, "duplicate-id"), (3, "duplicate-id")]
        assert "same_reference" in quarantine(result)[0]["remedy"]

    def test_the_same_id_with_the_same_text(self, tmp_path: Path) -> None:
        declared = {"same_reference": True, "why": "several topics"}
        result = run(tmp_path, list(self.ROWS), duplicates=declared)
        assert (result.counts.duplicates, result.counts.quarantined) == (1, 1)

    def test_rows_equal_on_named_columns(self, tmp_path: Path) -> None:
        result = run(tmp_path, list(self.ROWS), duplicates={"by": ["{number}"], "why": "several topics"})
        assert (result.counts.duplicates, result.counts.quarantined) == (2, 0)

    def test_a_row_that_the_card_sets_aside_is_told_with_its_reason(self, tmp_path: Path) -> None:
        aside = [{"by": "x-{number}", "values": ["x-2"], "why": "a title in the place of a text"}]
        result = run(tmp_path, [HEAD, [1, "a"], [2, "b"], [3, "c"]], set_aside=aside)
        assert [document["text_en"] for document in documents(result)] == ["a", "c"]
        (line,) = quarantine(result)
        assert (line["row"], line["reason"], line["value"]) == (2, "set-aside", "x-2")
        assert "a title in the place of a text" in line["message"]

    def test_a_row_that_was_set_aside_has_no_duplicates(self, tmp_path: Path) -> None:
        rows = [HEAD, [1, ""], [1, "one"]]
        result = run(tmp_path, rows, duplicates={"by": ["{number}"], "why": "copies"})
        assert (result.counts.documents, result.counts.quarantined) == (1, 1)

    def test_what_differs_in_any_field_is_not_the_same(self, tmp_path: Path) -> None:
        rows = [[*HEAD, "grade"], [1, "one", "sound"], [1, "one", "weak"]]
        fields = {"text_en": "{text}", "grade": "{grade}"}
        declared = {"same_reference": True, "why": "several topics"}
        result = run(tmp_path, rows, fields=fields, duplicates=declared)
        assert reasons(result) == [(2, "duplicate-id")]
        assert "the rows differ" in quarantine(result)[0]["remedy"]

    def test_a_row_whose_id_was_given_has_no_duplicates(self, tmp_path: Path) -> None:
        rows = [HEAD, [1, "one"], [1, "two"], [3, "two"]]
        result = run(tmp_path, rows, duplicates={"by": ["{text}"], "why": "copies"})
        assert [each["id"] for each in documents(result)] == ["fatwa:trial:1", "fatwa:trial:3"]

    def test_a_numbering_that_restarts_is_told_once(self, tmp_path: Path) -> None:
        result = run(tmp_path, [HEAD, *([number % 5, "x"] for number in range(200))])
        assert reasons(result)[-1] == (0, "id-not-unique")
        assert result.counts.quarantined == 195


class TestGroups:
    CARD: dict[str, Any] = {  # noqa: RUF012
        "kind": "tafsir",
        "reference": "tafsir:trial:{surah}:{ayah}",
        "canonical": ["surah", "ayah"],
        "fields": {"text_en": "{text}", "title_en": "On {surah}:{ayah}"},
        "links": ["quran:{surah}:{ayah}"],
        "group": {"same": ["text_en"], "why": "repeated"},
    }

    def test_rows_with_one_comment_become_one_document(self, tmp_path: Path) -> None:
        cells = [(1, 5, "a"), (1, 6, "a"), (1, 7, "a"), (2, 1, "a"), (2, 2, "b"), (2, 4, "b"), (2, 5, "b")]
        result = run(tmp_path, [["surah", "ayah", "text"], *map(list, cells)], **self.CARD)
        came = documents(result)
        assert [each["id"].removeprefix("tafsir:trial:") for each in came] == ["1:5-7", "2:1", "2:2", "2:4-5"]
        assert came[0]["links"] == ["quran:1:5", "quran:1:6", "quran:1:7"]
        assert came[0]["title_en"] == "On 1:5-7"
        assert result.counts.as_dict() == {
            "rows": 7,
            "documents": 4,
            "quarantined": 0,
            "duplicates": 0,
            "merged": 3,
        }

    def test_the_order_of_the_file_does_not_matter(self, tmp_path: Path) -> None:
        cells = [(2, 1, "x"), (2, 10, "a"), (2, 11, "a"), (2, 12, "b"), (2, 2, "x"), (2, 9, "a")]
        result = run(tmp_path, [["surah", "ayah", "text"], *map(list, cells)], **self.CARD)
        came = [each["id"].removeprefix("tafsir:trial:") for each in documents(result)]
        assert came == ["2:1-2", "2:9-11", "2:12"]
        assert result.counts.merged == 3

    def test_a_verse_that_was_merged_is_not_given_again(self, tmp_path: Path) -> None:
        cells = [(1, 1, "a"), (1, 2, "a"), (1, 2, "other"), (1, 1, "a")]
        result = run(tmp_path, [["surah", "ayah", "text"], *map(list, cells)], **self.CARD)
        assert reasons(result) == [(3, "duplicate-id"), (4, "duplicate-id")]
        assert (result.counts.documents, result.counts.merged) == (1, 1)

    def test_a_verse_that_does_not_exist_is_no_part_of_a_group(self, tmp_path: Path) -> None:
        cells = [(1, 6, "a"), (1, 7, "a"), (1, 8, "a")]
        result = run(tmp_path, [["surah", "ayah", "text"], *map(list, cells)], **self.CARD)
        assert [each["id"] for each in documents(result)] == ["tafsir:trial:1:6-7"]
        assert reasons(result) == [(3, "no-such-verse")]


class TestScripture:
    def test_the_verse_counts(self) -> None:
        assert len(verse_counts()) == 114
        assert sum(verse_counts()) == 6236

    @pytest.mark.parametrize(
        ("cell", "problem"), [("2:286", ""), ("2:287", "verses 1 to 286"), ("0:1", "114")]
    )
    def test_verses_that_do_not_exist(self, tmp_path: Path, cell: str, problem: str) -> None:
        result = run(tmp_path, [[*HEAD, "verse"], [1, "x", cell]], links=["quran:{verse}"])
        assert [problem in line["message"] for line in quarantine(result)] == ([True] if problem else [])

    @pytest.mark.parametrize(
        ("words", "verse", "whole", "kept"),
        [
            ("كَلِمات للاختبار فقط", "1:1", True, True),
            ("للاختبار فقط", "1:1", False, True),
            ("للاختبار فقط", "1:1", True, False),
            ("للاخ", "1:1", False, False),
            ("كلمات للتجربة فقط", "1:1", False, False),
            ("فقط وبعدها", "1:1-2", False, True),
            ("", "1:1", True, True),
        ],
    )
    def test_quotations_are_compared_by_their_letters(
        self, tmp_path: Path, words: str, verse: str, whole: bool, kept: bool
    ) -> None:
        quotes = [{"from": "{words}", "verse": "quran:{verse}", "whole": whole}]
        rows = [[*HEAD, "words", "verse"], [1, "x", words, verse]]
        result = run(tmp_path, rows, quotes=quotes)
        assert result.counts.documents == int(kept)
        assert reasons(result) == ([] if kept else [(1, "verse-text-differs")])

    def test_a_difference_may_be_a_warning(self, tmp_path: Path) -> None:
        quotes = [{"from": "{words}", "verse": "quran:1:1", "when_differs": "warning"}]
        result = run(tmp_path, [[*HEAD, "words"], [1, "x", "غيرها"]], quotes=quotes)
        assert result.counts.documents == 1
        assert quarantine(result)[0]["severity"] == "warning"

    def test_without_the_quran_nothing_is_compared_in_silence(self, tmp_path: Path) -> None:
        quotes = [{"from": "{text}", "verse": "quran:1:1"}]
        path = write_table(tmp_path / "table.csv", [HEAD, [1, "x"]])
        with pytest.raises(CardError, match="no Qur'an was given"):
            ingest(card(quotes=quotes), path, tmp_path / "out")


class TestRows:
    def test_a_look_up_table_in_the_same_file(self, tmp_path: Path) -> None:
        path = tmp_path / "book.json"
        chapters = [{"id": 1, "name": "First"}, {"id": None, "name": "Unnumbered"}]
        rows = [{"number": 1, "text": "a", "in": 1}, {"number": 2, "text": "b", "in": None}]
        rows.append({"number": 3, "text": "c", "in": 9})
        path.write_text(json.dumps({"chapters": chapters, "rows": rows}), "utf-8")
        changes: dict[str, Any] = {
            "format": {"type": "json", "records": "rows"},
            "join": {"chapter": {"match": "{in}", "from": "chapters"}},
            "fields": {"text_en": "{text}", "chapter_en": "{chapter.name}"},
        }
        result = ingest(card(**changes), path, tmp_path / "out")
        assert [each["chapter_en"] for each in documents(result)] == ["First", "Unnumbered"]
        assert reasons(result) == [(3, "not-in-table")]

    @pytest.mark.parametrize(
        ("chapters", "message"),
        [
            ('[{"id": {"of": 1}, "name": "First"}]', "holds an object"),
            ('[{"id": 1, "id": 2, "name": "First"}]', "“id” stands twice"),
            ('[{"id": 1, "name": NaN}]', "NaN is not a number"),
            (r'[{"id": 1, "name": "\ud800"}]', "surrogate"),
            (r'[{"id": 1, "name": "\u0000"}]', "NUL"),
            ('[{"id": 1, "name": "First"}, {"id": "1", "name": "Other"}]', "the same “id”"),
            (f'[{{"id": 1, "name": {"[" * 70}{"]" * 70}}}]', "deep"),
            ("[" * 100_000 + "]" * 100_000, "too deep"),
            ('[], "chapters": []', "“chapters” stands twice"),
        ],
    )
    def test_a_look_up_table_in_the_same_file_that_cannot_be_used(
        self, tmp_path: Path, chapters: str, message: str
    ) -> None:
        path = tmp_path / "book.json"
        path.write_text(
            f'{{"chapters": {chapters}, "rows": [{{"number": 1, "text": "a", "in": 1}}]}}', "utf-8"
        )
        changes: dict[str, Any] = {
            "format": {"type": "json", "records": "rows"},
            "join": {"chapter": {"match": "{in}", "from": "chapters"}},
        }
        with pytest.raises(CardError, match=message) as told:
            ingest(card(**changes), path, tmp_path / "out")
        assert "join.chapter.from" in str(told.value)

    @pytest.mark.parametrize(
        ("rows", "records"),
        [
            (r'[{"number": 1, "text": "a", "\ud800": "\u0000"}]', ""),  # the name of a column
            (r'[{"number": 1, "text": "a", "\ud800": 1, "\ud800": 2}]', ""),
            (r'{"\ud800": {"number": 1, "text": "a"}}', "*"),  # the place of a row
        ],
    )
    def test_half_a_character_in_a_name_costs_its_row_alone(
        self, tmp_path: Path, rows: str, records: str
    ) -> None:
        path = tmp_path / "book.json"
        path.write_text(rows, "utf-8")
        told = quarantine(ingest(card(format={"type": "json", "records": records}), path, tmp_path / "out"))
        assert [each["row"] for each in told] == [1]
        assert "⟨U+D800⟩" in f"{told[0]['where']} {told[0]['field']}"

    def test_a_look_up_table_lies_in_a_document_of_the_same_size(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(jsondoc, "MAX_DOCUMENT_BYTES", 10)
        path = tmp_path / "book.json"
        path.write_text('{"chapters": [], "rows": []}', "utf-8")
        join = {"chapter": {"match": "{in}", "from": "chapters"}}
        with pytest.raises(CardError, match="too large"):
            ingest(card(format={"type": "json", "records": "rows"}, join=join), path, tmp_path / "out")

    @pytest.mark.parametrize(
        ("sign", "reason"),
        [
            ("\u2009", "unexpected-space"),
            ("\ufffd", "replacement-character"),
            ("\u202e", "bidi-control"),
            ("\ue055", "private-use-character"),
            ("\u00ad", "invisible-character"),
            ("\x07", "control-character"),
        ],
    )
    def test_an_odd_character_is_kept_with_a_word(self, tmp_path: Path, sign: str, reason: str) -> None:
        rows = [HEAD, [1, f"some{sign}text"]]
        result = run(tmp_path, rows)
        assert documents(result)[0]["text_en"] == f"some{sign}text"
        assert [(line["reason"], line["severity"]) for line in quarantine(result)] == [(reason, "warning")]
        assert f"⟨U+{ord(sign):04X}⟩" in quarantine(result)[0]["value"]
        known = run(tmp_path, rows, known_characters=[f"U+{ord(sign):04X}"])
        assert quarantine(known) == []

    @pytest.mark.parametrize("code_page", ["cp1252", "cp1256"])
    def test_arabic_that_was_read_in_a_wrong_encoding(self, tmp_path: Path, code_page: str) -> None:
        meant = "الحلال بين"
        wrong = meant.encode().decode(code_page)
        result = run(tmp_path, [HEAD, [1, f"see: {wrong}"], [2, f"see: {meant} § 5 „x“ 10±2"]])
        assert reasons(result) == [(1, "wrong-encoding")]
        line = quarantine(result)[0]
        assert line["value"] == visible(wrong.partition(" ")[0])
        assert "“الحلال”" in line["message"]

    def test_arabic_of_a_code_page_that_was_read_as_latin(self, tmp_path: Path) -> None:
        wrong = "الحلال بين والحرام بين".encode("cp1256").decode("cp1252")
        right = "À Ávila, ÇA VA? naïveté, áäåæ-Çedilla Ìslâm «الحلال بين»"
        result = run(tmp_path, [HEAD, [1, f"see: {wrong}"], [2, right]])
        assert reasons(result) == [(1, "wrong-encoding")]
        line = quarantine(result)[0]
        assert line["value"] == wrong.partition(" ")[0]
        assert "“الحلال”, which a program read as Windows-1252" in line["message"]

    def test_a_text_without_end(self, tmp_path: Path) -> None:
        result = run(tmp_path, [HEAD, [1, "x" * 1_000_001], [2, "y" * 5_000_000], [3, "z"]])
        assert reasons(result) == [(1, "too-long"), (2, "row-too-large")]
        assert all(len(line["value"]) <= 300 for line in quarantine(result))

    def test_tags_alone_are_no_text(self, tmp_path: Path) -> None:
        result = run(tmp_path, [HEAD, [1, "<p> &nbsp;</p>"], [2, "<p>x"]], markup="html")
        assert reasons(result) == [(1, "empty-text")]

    def test_a_field_that_must_be_filled(self, tmp_path: Path) -> None:
        fields = {"text_en": "{text}", "grade": {"from": "{grade}", "when_empty": "quarantine"}}
        result = run(tmp_path, [[*HEAD, "grade"], [1, "x", ""], [2, "y", "sahih"]], fields=fields)
        assert reasons(result) == [(1, "empty-field")]


class TestDeterminism:
    ROWS = (HEAD, [3, "three"], [1, "one"], [2, ""])

    def test_the_same_bytes_twice(self, tmp_path: Path) -> None:
        one = run(tmp_path / "a", self._in(tmp_path / "a"))
        two = run(tmp_path / "b", self._in(tmp_path / "b"))
        assert one.digest == two.digest
        assert one.documents.read_bytes() == two.documents.read_bytes()
        assert one.quarantine.read_bytes() == two.quarantine.read_bytes()

    def _in(self, folder: Path) -> list[list[object]]:
        folder.mkdir()
        return list(self.ROWS)

    def test_the_order_of_rows_does_not_matter_to_the_digest(self, tmp_path: Path) -> None:
        one = run(tmp_path, [HEAD, [3, "three"], [1, "one"]]).digest
        assert run(tmp_path, [HEAD, [1, "one"], [3, "three"]]).digest == one
        assert run(tmp_path, [HEAD, [1, "one"], [3, "Three"]]).digest != one

    def test_what_fails_is_told_and_nothing_stays_where_ending_the_tables_fails_too(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(_: pq.ParquetWriter) -> None:
            raise OSError("no space left")

        with monkeypatch.context() as patch:
            patch.setattr(pq.ParquetWriter, "close", full)
            with pytest.raises(AccountingError) as caught:
                run(tmp_path, [HEAD, [1, "one"]], expected={"rows": 2, "documents": 2})
        assert "rows" in caught.value.problem
        assert list((tmp_path / "out").iterdir()) == []

    def test_a_result_is_read_back(self, tmp_path: Path) -> None:
        result = run(tmp_path, list(self.ROWS))
        assert read_result(tmp_path / "out") == result


locators = st.one_of(
    st.builds(
        lambda first, letter: Locator(first, letter), st.integers(0, 10**8), st.sampled_from(["", "a", "z"])
    ),
    st.builds(lambda first, more: Locator(first, last=first + more), st.integers(0, 999), st.integers(1, 99)),
    st.builds(
        lambda word: Locator(word=word), st.from_regex(r"[a-z][a-z0-9]{0,3}(-[a-z0-9]{1,2})?", fullmatch=True)
    ),
)
references = st.builds(
    lambda collection, steps: ReferenceId.parse(f"fatwa:{collection}:" + ":".join(map(str, steps))),
    st.sampled_from(["a", "a-b", "ab", "b"]),
    st.lists(locators, min_size=1, max_size=3),
)


@given(references, references)
def test_the_sort_key_orders_as_reference_ids_do(one: ReferenceId, two: ReferenceId) -> None:
    assert (one < two) == (order_key(one) < order_key(two))


def test_the_column_that_is_meant_is_of_the_same_language_whatever_its_case() -> None:
    columns = ["answer_en", "answer_ar"]
    assert _nearest("Answer_AR", columns) == "answer_ar"
    assert _nearest("text_ar", ["text_en", "sharh_ar"]) != "text_en"
    assert _nearest("txet", ["text"]) == "text"
