"""Books of the OpenITI: marks are taken off, rows that are one text are joined, and every row is accounted for."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline.sources.readers import Row, read_rows
from pipeline.sources.readers.openiti.marks import clean, clean_heading, paragraph, unknown_tag
from schemas.origin import Format

SPEC = Format(type="openiti")
BOOK = "0100Someone.Book.Made0001-ara1"
FIRST = "هذا كلام طويل في باب الطهارة وما يتصل بها من الأحكام."
SECOND = "وهذا كلام آخر في الباب نفسه وفيه زيادة على ما تقدم."
HEADINGS = [None, "### | باب", "### || [2.255-256]", "### || [2.5]", "### | [سورة الحديد (57) : آية 6]"]
VERSES = "# | الأعراف : ( 37 - 38 ) كلام . . . . ."
PARAGRAPHS = [
    *(FIRST, SECOND, "# فصل", "PageV01P002", "PageV01P001", "# *", "(¬1) رواه فلان.", "# قال: نعم."),
    *(VERSES, "# > باب السفر <", "# وقال أيضا:", "NoteV01P002:"),
]


def words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text)


def rows_of(tmp_path: Path, *rows: object) -> list[Row]:
    """Rows of a file; a text alone is a row of one book."""
    path = tmp_path / "book.jsonl"
    whole = [
        row if isinstance(row, dict) else {"book": BOOK, "n": place, "heading": None, "text": row}
        for place, row in enumerate(rows, start=1)
    ]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in whole), "utf-8")
    return list(read_rows(path, SPEC))


def headed(heading: str, *texts: str) -> list[dict[str, object]]:
    return [
        {"book": BOOK, "n": place, "heading": heading, "text": text}
        for place, text in enumerate(texts, start=1)
    ]


def texts(rows: list[Row]) -> list[str]:
    return [str(row.fields["text"]) for row in rows if not (row.joined or row.flaws) and row.problem is None]


def places(rows: list[Row]) -> list[str]:
    return [str(row.fields["place"]) for row in rows if not row.joined and row.problem is None]


class TestMarks:
    @pytest.mark.parametrize(
        ("raw", "words"),
        [
            ("# كلمة\n~~وأخرى", "كلمة وأخرى"),
            ("# كلمة PageV01P002 وأخرى", "كلمة وأخرى"),
            ("# كلمة ms0123 وأخرى", "كلمة وأخرى"),
            ("# قال @QB@ كلمة وأخرى @QE@ ثم", "قال ﴿كلمة وأخرى﴾ ثم"),
            ("# قال ^ ( كلمة وأخرى ) ^ ثم", "قال ﴿كلمة وأخرى﴾ ثم"),
            ("# قال @QB@ كلمة بلا آخر", "قال كلمة بلا آخر"),
            ("# @QUR@010 كلمة @HAD02 وأخرى", "كلمة وأخرى"),
            ("# صدر %~% عجز", "صدر … عجز"),
            ("# > > كلمة وأخرى < <", "كلمة وأخرى"),
            ("# | كلمة وأخرى", "كلمة وأخرى"),
            ('# <a href="/a\n~~b">كلمة</a> وأخرى', "كلمة وأخرى"),
            ("# ![image](x.png) كلمة", "كلمة"),
            ("(¬1) كلمة", "(1) كلمة"),
            ("# كلمة . . . . . . . .", "كلمة …"),
            ("# =========== كلمة", "كلمة"),
            ("# PageVW0P149B كلمة", "كلمة"),
            ("# كلمة NoteV01P002.PageV01P002", "كلمة ."),
            ("PageV01P001 ms1", ""),
            ("# * * *", ""),
            ("#", ""),
            ("# 143", ""),
            ("# كلمة PageV01P002 [ 3 ]", "كلمة"),
            ("# كلمة PageV01P002\n~~<3>وأخرى", "كلمة وأخرى"),
            ("# كلمة PageV01P002\n~~@ 3 @ وأخرى@ PageV01P003", "كلمة وأخرى"),
            ("# كلمة PageV01P002\n~~ص -3- وأخرى", "كلمة وأخرى"),
            ("# كلمة PageV01P002 @QB@ وأخرى @QE@ PageV01P003 @QUR@010 ثم", "كلمة ﴿وأخرى﴾ ثم"),
            ("# كلمة --- ... الصفحة 3 ... --- وأخرى", "كلمة وأخرى"),
            ("# كلمة PageV01P002 ( كتاب المثال - صفحة 3 )", "كلمة"),
            ("# كلمة [ع-5/ب] وأخرى ( ل 72 ) ثم [ص/ 3]", "كلمة وأخرى ثم [ص/ 3]"),
            ("# ==========\n~~EMPTY PAGE? كلمة", "كلمة"),
            ("|EDITOR|\n~~ENDNOTES:\n~~(1) كلمة", "(1) كلمة"),
            ("# كلمة > 2 @QB@ <", "كلمة"),
            ("# التاريخ : 02 - 01 - 2000 PageV01P002", ""),
            ("# التاريخ : 02 - 01 - 2000 كلمة", "التاريخ : 02 - 01 - 2000 كلمة"),
            ("# [ص: 5] كلمة", "[ص: 5] كلمة"),
        ],
    )
    def test_words_remain_and_marks_go(self, raw: str, words: str) -> None:
        assert clean(raw) == words

    def test_what_is_no_mark_stays(self) -> None:
        raw = "قال: «نعم» (1) [ب 2] {آية} ms، 50% * a@b.org"
        assert clean(raw) == raw

    @pytest.mark.parametrize(
        ("heading", "words"),
        [
            ("### ||| AUTO باب الوضوء", "باب الوضوء"),
            ("### | CHECK [فصل]", "[فصل]"),
            ("### |EDITOR|", ""),
            ("### $ 80 - باب", "80 - باب"),
            ("### || [53.19]", "[53.19]"),
            ("### || AUTO ### ||| AUTO 9 - فهرس", "9 - فهرس"),
            ("### |EDITOR\\|", ""),
            ("### || AUTO باب PageV01P081 [ 83 ]", "باب"),
        ],
    )
    def test_a_heading_is_its_words(self, heading: str, words: str) -> None:
        assert clean_heading(heading) == words

    def test_an_unknown_tag_is_told(self) -> None:
        assert unknown_tag("كلمة @ABC@ وأخرى") == "@ABC@"
        assert unknown_tag("كلمة @QB@ وأخرى @QE@ @HAD02 a@B.org") == ""

    @pytest.mark.parametrize("sign", [" ", "\n", "> ", "@QB@", "![", "PageV01P001 ", ". "])
    @pytest.mark.parametrize("opening", ["كلمة", "كلمة @QB@", "كلمة ^ ("])
    def test_a_long_row_of_signs_is_walked_once(self, sign: str, opening: str) -> None:
        """Walked anew from each of its places it would take hours."""
        read = paragraph(opening + sign * 200_000 + "وأخرى")
        assert {"كلمة", "وأخرى"} <= set(re.findall(r"\w+", read.text))

    @given(st.text(max_size=80))
    @settings(max_examples=200)
    def test_any_text_can_be_cleaned_and_stays_so(self, raw: str) -> None:
        once = paragraph(raw).text
        assert clean(once) == clean(clean(once))


class TestPlaces:
    def test_a_page_is_told_by_the_mark_behind_the_first_word(self, tmp_path: Path) -> None:
        rows = rows_of(tmp_path, FIRST, "PageV02P007", SECOND + " PageV02P008", FIRST)
        assert places(rows) == ["2:7:1", "2:8:1", "2:8:2"]
        assert rows[0].fields["place_ar"] == "ج 2 ص 7"
        assert rows[0].fields["place_en"] == "vol. 2, p. 7"

    def test_a_page_that_is_named_again_goes_on_counting(self, tmp_path: Path) -> None:
        rows = rows_of(tmp_path, FIRST, "PageV01P001", SECOND, "PageV01P001")
        assert places(rows) == ["1:1:1", "1:1:2"]

    def test_outside_the_verses_of_a_commentary_a_place_is_a_word(self, tmp_path: Path) -> None:
        rows = rows_of(
            tmp_path, *headed("### | مقدمة", FIRST, "PageV01P003"), *headed("### || [2.255]", SECOND)
        )
        assert places(rows) == ["page-1-3:1", "2:255"]

    def test_a_file_that_calls_every_page_0_is_told_by_paragraphs(self, tmp_path: Path) -> None:
        rows = rows_of(tmp_path, FIRST, SECOND, "PageV00P000")
        assert places(rows) == ["0:0:1", "0:0:2"]
        assert [row.fields["place_en"] for row in rows[:2]] == ["par. 1", "par. 2"]

    def test_without_pages_the_unit_is_named(self, tmp_path: Path) -> None:
        assert places(rows_of(tmp_path, FIRST, SECOND)) == ["1", "2"]

    def test_a_heading_with_verses_names_them(self, tmp_path: Path) -> None:
        rows = rows_of(tmp_path, *headed("### || [2.255-256]", FIRST, SECOND))
        assert places(rows) == ["2:255-256"]
        assert rows[0].fields["verses"] == "2:255-256"
        assert rows[0].fields["place_en"] == "surah Al-Baqarah 2:255-256"
        assert texts(rows) == [f"{FIRST}\n{SECOND}"]

    def test_a_line_with_a_surah_and_verses_heads_the_comment(self, tmp_path: Path) -> None:
        rows = rows_of(tmp_path, "# | الأعراف : ( 37 - 38 ) كلام . . . . .", "# > > " + FIRST)
        assert [row.joined for row in rows] == [True, False]
        assert places(rows) == ["7:37-38"]
        assert rows[1].fields["heading"] == "الأعراف 37-38: كلام …"

    def test_a_long_comment_is_cut_between_paragraphs(self, tmp_path: Path) -> None:
        rows = rows_of(tmp_path, *headed("### | [سورة الحديد (57) : آية 6]", *[FIRST * 20] * 3))
        assert places(rows) == ["57:6:1", "57:6:2", "57:6:3"]


class TestJoining:
    def test_an_announcement_and_a_heading_go_to_what_follows(self, tmp_path: Path) -> None:
        rows = rows_of(tmp_path, "# | باب المسح", "# وقال أيضا:", FIRST)
        assert texts(rows) == [f"باب المسح\nوقال أيضا:\n{FIRST}"]
        assert [row.joined for row in rows] == [True, True, False]

    def test_a_sentence_over_two_pages_is_one(self, tmp_path: Path) -> None:
        rows = rows_of(
            tmp_path, "# فإن الإنسان إذا أحرم بحجه لزمه إتمام", "PageV01P571", "# الحج على كل حال."
        )
        assert texts(rows) == ["فإن الإنسان إذا أحرم بحجه لزمه إتمام الحج على كل حال."]
        assert places(rows) == ["1:571:1"]

    def test_an_answer_goes_to_its_question(self, tmp_path: Path) -> None:
        rows = rows_of(
            tmp_path, "# سئل عن الرجل يمسح على الخفين في السفر؟", "# فأجاب: يمسح عليهما ثلاثة أيام."
        )
        assert len(texts(rows)) == 1

    def test_what_stands_between_the_heads_of_a_question_and_the_next_is_one_text(
        self, tmp_path: Path
    ) -> None:
        asked = ["# 12 . السؤال :", "# ما حكم كتابة المثال ليلا ؟", "# وهل يكتب في السفر ؟"]
        told = ["# الجواب :", "# 1 - يكتب كل ليلة .", "# 2 - نعم ، وإن شاء تركه فلا شيء عليه ."]
        rows = rows_of(tmp_path, *asked, *told, "# 13 . السؤال :", FIRST)
        assert [text.count("\n") for text in texts(rows)] == [5, 1]
        assert texts(rows)[0].startswith("12 . السؤال :\nما حكم")
        assert texts(rows)[0].endswith("فلا شيء عليه .")

    def test_a_question_with_a_head_takes_no_more_than_a_length(self, tmp_path: Path) -> None:
        rows = rows_of(tmp_path, "# سؤال: متى يكتب المثال؟", *[FIRST * 20] * 3)
        assert [len(text) > len(FIRST) * 20 for text in texts(rows)] == [True, False]

    @pytest.mark.parametrize("head", ["؟ الجواب:", "؟\n# الجواب", "؟\n# (الجواب)", "؟\n# * فأجاب حفظه الله:"])
    def test_the_head_of_an_answer_stands_before_it(self, tmp_path: Path, head: str) -> None:
        rows = rows_of(tmp_path, *f"# ما حكم كتابة المثال{head}".split("\n"), FIRST, SECOND)
        assert len(texts(rows)) == 2
        assert texts(rows)[0].endswith(f"{head.rpartition('# ')[2]}\n{FIRST}")

    @pytest.mark.parametrize(
        ("asked", "behind", "answered"),
        [
            ("# يقول: هل يكتب المثال في السفر؟", "# نعم، يكتب في السفر كما يكتب في الحضر.", True),
            ("# ما حكم كتابة المثال في السفر؟", "# يكتب في السفر كما يكتب في الحضر.", True),
            ("# فإن قيل: متى يكتب المثال في السفر؟", "# فإن المثال يكتب فيه كل يوم.", True),
            ("# يقول: هل يكتب المثال في السفر؟", "# يقول أيضا: وهل يكتب في الليل؟", False),
            ("# هذا كلام على المثال. فهل يكتب في السفر؟", "# وهذا كلام آخر في الباب.", False),
            ("# في نسخة س: يكتب المثال", "# وفي نسخة أخرى: يترك المثال.", False),
        ],
    )
    def test_a_bare_question_goes_before_what_is_no_question(
        self, tmp_path: Path, asked: str, behind: str, answered: bool
    ) -> None:
        assert (len(texts(rows_of(tmp_path, asked, behind))) == 1) is answered

    def test_the_lines_of_a_book_are_joined_to_the_short_line_that_ends_them(self, tmp_path: Path) -> None:
        line, ends = "# وهذا سطر طويل من كلام متصل لا ينتهي عند آخر السطر الذي يليه", "# وينتهي هنا."
        rows = rows_of(tmp_path, *[line, line, ends] * 120)
        assert len(texts(rows)) == 120
        assert set(texts(rows)) == {f"{line[2:]} {line[2:]}\n{ends[2:]}".replace("\n", " ")}

    def test_paragraphs_without_points_are_no_lines(self, tmp_path: Path) -> None:
        rows = rows_of(tmp_path, *("# " + "كلام " * length for length in range(10, 160)), *[FIRST] * 200)
        assert len(texts(rows)) == 350

    def test_a_few_closing_words_go_back(self, tmp_path: Path) -> None:
        assert texts(rows_of(tmp_path, FIRST, "# انتهى.", SECOND)) == [f"{FIRST}\nانتهى.", SECOND]

    def test_footnotes_of_a_page_are_one_text_and_part_no_sentence(self, tmp_path: Path) -> None:
        rows = rows_of(
            tmp_path,
            "# فإن الإنسان إذا أحرم بحجه لزمه إتمام",
            "(¬1) رواه فلان في كتابه.",
            "(¬2) ورواه غيره أيضا.",
            "PageV01P002",
            "# الحج على كل حال.",
        )
        assert texts(rows) == [
            "فإن الإنسان إذا أحرم بحجه لزمه إتمام الحج على كل حال.",
            "(1) رواه فلان في كتابه.\n(2) ورواه غيره أيضا.",
        ]

    def test_nothing_is_joined_across_a_heading(self, tmp_path: Path) -> None:
        rows = rows_of(tmp_path, *headed("### | باب", "# وقال أيضا:"), *headed("### | باب آخر", FIRST))
        assert texts(rows) == ["وقال أيضا:", FIRST]

    def test_a_heading_that_is_a_page_parts_nothing(self, tmp_path: Path) -> None:
        before, behind = "حدثنا فلان عن أبيه قال: كان يكتب المثال في كل", "يوم مرة، ثم يقرؤه."
        rows = rows_of(
            tmp_path,
            *headed("### | باب الكتابة", f"# {before}"),
            *headed("### | [ص: 55]", f"# {behind}", f"# {FIRST}", f"# {SECOND}"),
        )
        assert texts(rows) == [f"{before} {behind}", FIRST, SECOND]
        assert {row.fields["heading"] for row in rows if not row.joined} == {"باب الكتابة"}

    def test_what_stands_at_the_edge_of_a_page_parts_nothing_and_has_a_number_still(
        self, tmp_path: Path
    ) -> None:
        head = "# ( كتاب المثال - صفحة 3 )"
        rows = rows_of(
            tmp_path, "# هذا كلام طويل في باب الطهارة وما PageV01P002", head, "# يتصل بها.", SECOND
        )
        assert texts(rows) == ["هذا كلام طويل في باب الطهارة وما يتصل بها.", SECOND]
        assert places(rows) == ["1:2:1", "1:2:4"]

    def test_a_heading_as_long_as_a_text_is_text(self, tmp_path: Path) -> None:
        long = "قول " * 80
        rows = rows_of(tmp_path, *headed(f"### | {long}", FIRST))
        assert texts(rows) == [f"{long.strip()}\n{FIRST}"]
        assert len(str(rows[0].fields["heading"])) < 110

    @example([(None, VERSES), (None, VERSES), (None, FIRST)])
    @given(st.lists(st.tuples(st.sampled_from(HEADINGS), st.sampled_from(PARAGRAPHS)), min_size=1))
    @settings(max_examples=100)
    def test_every_word_of_every_row_is_in_one_text_or_heads_one_and_every_place_is_given_once(
        self, tmp_path_factory: pytest.TempPathFactory, raw: list[tuple[str | None, str]]
    ) -> None:
        whole = [
            {"book": BOOK, "n": place, "heading": heading, "text": text}
            for place, (heading, text) in enumerate(raw, start=1)
        ]
        rows = rows_of(tmp_path_factory.mktemp("rows"), *whole)
        assert len(rows) == len(raw)
        assert all(row.joined or row.fields.get("place") or row.problem for row in rows)
        assert len(places(rows)) == len(set(places(rows)))
        read = Counter(words(" ".join(texts(rows))))
        given_words = Counter(words(" ".join(clean(text) for _, text in raw)))
        headings = Counter(words(" ".join(str(row.fields["heading"]) for row in rows if not row.joined)))
        if not all(row.problem for row in rows):
            # Of titles that lead to one text, one heads it.
            again = [text for _, text in raw if text == VERSES][1:]
            assert given_words - Counter(words(" ".join(map(clean, again)))) <= read + headings
            assert read <= given_words + headings


class TestBadInput:
    def test_a_row_without_a_book(self, tmp_path: Path) -> None:
        rows = rows_of(tmp_path, {"n": 1, "heading": None, "text": FIRST}, FIRST)
        assert rows[0].problem is not None
        assert rows[0].problem.code == "no-book"
        assert texts(rows) == [FIRST]

    @pytest.mark.parametrize("text", [None, 5, ["a"], {"a": 1}])
    def test_a_text_that_is_none(self, tmp_path: Path, text: object) -> None:
        rows = rows_of(tmp_path, {"book": BOOK, "n": 1, "heading": None, "text": text}, FIRST)
        assert rows[0].problem is not None
        assert rows[0].problem.code == "not-a-text"
        assert rows[0].problem.remedy
        assert texts(rows) == [FIRST]

    def test_a_heading_that_is_none(self, tmp_path: Path) -> None:
        row = {"book": BOOK, "n": 1, "heading": 7, "text": FIRST}
        problem = rows_of(tmp_path, row)[0].problem
        assert problem is not None
        assert (problem.code, problem.field) == ("not-a-text", "heading")

    def test_an_unknown_tag_sets_its_row_aside(self, tmp_path: Path) -> None:
        rows = rows_of(tmp_path, "# @ZZZ@ " + FIRST, SECOND)
        assert rows[0].problem is not None
        assert (rows[0].problem.code, rows[0].problem.value) == ("unknown-mark", "@ZZZ@")
        assert texts(rows) == [SECOND]

    def test_a_paragraph_of_five_megabytes_is_not_read(self, tmp_path: Path) -> None:
        rows = rows_of(tmp_path, "# " + "ا" * 5_000_000, FIRST)
        assert rows[0].problem is not None
        assert rows[0].problem.code == "row-too-large"
        assert texts(rows) == [FIRST]

    def test_marks_of_a_book_without_text_are_set_aside(self, tmp_path: Path) -> None:
        rows = rows_of(tmp_path, "PageV01P001", "#", "# ***")
        assert [row.problem.code for row in rows if row.problem] == ["empty-text"] * 3
