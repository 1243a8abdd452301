"""What a card may say, and how a mistake in it is told."""

from __future__ import annotations

import random
import re
import tracemalloc
from pathlib import Path

import pytest
import yaml
from pydantic import ValidationError
from source_folders import card, source_folder, write_card

from pipeline.build.profile import read_profile
from pipeline.sources.card import load_card, load_cards, read_card
from pipeline.sources.languages import in_language
from schemas.card import card_json_schema, card_json_schema_text
from schemas.errors import CardError

ROOT = Path(__file__).parents[2]
ROWS = [["number", "text"], [1, "one"]]


def problems_of(folder: Path, text: str) -> list[str]:
    path = folder / "source.yaml"
    path.write_text(text, "utf-8")
    found, problems = read_card(path)
    assert found is None
    return [f"{problem.line}: {problem.problem} {problem.remedy}" for problem in problems]


class TestForm:
    def test_the_schema_file_is_current(self) -> None:
        assert (ROOT / "schemas/source-card.schema.json").read_text("utf-8") == card_json_schema_text()

    def test_every_property_has_a_description(self) -> None:
        schema = card_json_schema()
        parts = [schema, *schema["$defs"].values()]  # type: ignore[attr-defined]
        silent = [
            name
            for part in parts
            for name, about in part.get("properties", {}).items()
            if not about.get("description") and "$ref" not in about
        ]
        assert silent == []

    @pytest.mark.parametrize(
        ("changes", "word"),
        [
            ({"colour": "red"}, "colour"),
            ({"collection": ""}, "collection is missing"),
            ({"kind": "quran"}, "the Qur'an has no collection"),
            ({"reference": "hadith:trial:{number}"}, "does not begin with the kind"),
            ({"languages": ["ar", "en"]}, "do not agree"),
            ({"review": {"status": "approved"}}, "says by whom"),
            ({"review": {"status": "approved", "by": " \u00a0"}}, "says by whom"),
            ({"review": {"status": "approved", "by": "me"}}, "expected counts"),
            ({"expected": {"rows": 3, "documents": 2}}, "= 2, but rows = 3"),
            ({"fields": {"title_en": "{x}"}}, "text_ar or text_en"),
            ({"join": {"c": {"match": "{x}"}}}, "exactly one of"),
            ({"duplicates": {"why": "they are"}}, "same_reference"),
            ({"known_characters": ["RLM"]}, "pattern"),
            ({"known_characters": ["U+110000"]}, "pattern"),
        ],
    )
    def test_contradictions_are_refused(self, changes: dict[str, object], word: str) -> None:
        with pytest.raises(ValidationError, match=word):
            card(**changes)

    def test_an_approved_source_pins_its_bytes(self) -> None:
        approved = {"status": "approved", "by": "me"}
        with pytest.raises(ValidationError, match="pins its bytes"):
            card(review=approved, expected={"rows": 1, "documents": 1})


class TestMistakes:
    def test_a_misspelt_key_is_answered_with_the_nearest(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, ROWS)
        text = (folder / "source.yaml").read_text("utf-8").replace("titles:", "title:")
        assert problems_of(folder, text) == ["4: “title” is no key that is known here did you mean “titles”?"]

    def test_all_mistakes_are_told_in_order(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, ROWS, licence=None, kind="fatva")
        with pytest.raises(CardError) as caught:
            load_card(folder)
        told = caught.value.render()
        assert "2 mistakes" in told
        assert told.index("licence") < told.index("did you mean “fatwa”?")

    def test_a_mistake_hides_no_other_of_whatever_kind(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, ROWS)
        text = (folder / "source.yaml").read_text("utf-8")
        for right, wrong in (
            ("id: trial", "id: tryal"),
            ("languages:", "langauges:"),
            ("redistribution: allowed", "redistribution: allwed"),
            ("type: csv", "type: csv\n  sheet: One\n  encoding: koi8-r"),
            ("reference: fatwa:trial:{number}", "reference: fatwa:other:{number}"),
            ("canonical:\n- number", "canonical: number"),
            ("text_en: '{text}'", "text_en: '{text'\n  title_en: '{title|uper}'"),
            ("review:", "group: {same: [text], why: repeated}\nexpected: {rows: 2, documents: 1}\nreview:"),
            ("status: draft", "status: approved\n  day: yesterday\nmarkup: plain\nmarkup: html"),
        ):
            assert right in text
            text = text.replace(right, wrong)
        lines = text.splitlines()
        told = problems_of(folder, text)
        assert [(lines[int(one.split(":")[0]) - 1].strip(), one.partition(": ")[2]) for one in told] == [
            ("id: tryal", "the id differs from the name of the folder rename the folder, or correct the id"),
            ("langauges:", "“langauges” is no key that is known here did you mean “languages”?"),
            (
                "redistribution: allwed",
                "“allwed” is not a value of “licence.redistribution” did you mean “allowed”?",
            ),
            (
                "sheet: One",
                "“sheet” means nothing for the format “csv” remove “sheet”, or state another type",
            ),
            (
                "encoding: koi8-r",
                "“koi8-r” is not an encoding that can be read "
                "take one of these, or save the file as UTF-8 and leave the line out",
            ),
            (
                "reference: fatwa:other:{number}",
                "the reference does not begin with the kind and the collection of the card "
                "correct the reference, the kind or the collection",
            ),
            (
                "canonical: number",
                "“canonical” has a form that cannot be used write a list, as in [one, two]",
            ),
            (
                "text_en: '{text'",
                "a template cannot be read: a brace is opened and not closed "
                "check the braces; write {{ or }} where a brace itself is meant",
            ),
            (
                "title_en: '{title|uper}'",
                "“uper” is not a step take one of these steps, or leave the step out",
            ),
            (
                "expected: {rows: 2, documents: 1}",
                "documents + quarantined + duplicates + merged = 1, but rows = 2 "
                "`isnad sources check` tells the counts",
            ),
            ("day: yesterday", "“review.day” has a form that cannot be used write a day, as in 2026-11-21"),
            ("markup: html", "the key “markup” stands twice remove one of them"),
        ]

    @pytest.mark.parametrize("seed", range(100))
    def test_however_a_card_is_garbled_it_is_told_and_never_thrown(self, tmp_path: Path, seed: int) -> None:
        chance = random.Random(seed)
        folder = source_folder(tmp_path, ROWS)
        lines = (folder / "source.yaml").read_text("utf-8").splitlines()
        for _ in range(chance.randint(1, 4)):
            at, column = chance.randrange(len(lines)), chance.randrange(12)
            line = lines[at]
            lines[at : at + 1] = chance.choice(
                (
                    [],
                    [line, line],
                    ["  " + line],
                    [line[:column] + chance.choice("x{}[]:\"'*&!#- \t|>") + line[column:]],
                    [
                        line.split(":")[0]
                        + ": "
                        + chance.choice(("1", "[a]", "{a: b}", "", "true", "{x}", "12: 3"))
                    ],
                )
            )
        (folder / "source.yaml").write_text("\n".join(lines) + "\n", "utf-8")
        found, problems = read_card(folder / "source.yaml")
        assert (found is None) == bool(problems)
        assert all(problem.problem and 0 <= problem.line <= len(lines) + 1 for problem in problems)

    def test_a_misspelt_key_is_read_as_it_was_meant(self, tmp_path: Path) -> None:
        review = {"statuss": "approved", "by": "me"}
        origin = {"type": "file", "path": "table.csv", "sha265": "0"}
        folder = source_folder(tmp_path, ROWS, origin=origin, reveiw=review, review=None, colour="red")
        told = problems_of(folder, (folder / "source.yaml").read_text("utf-8"))
        assert [one.partition(": ")[2] for one in told] == [
            "an approved source states its expected counts "
            "fill in expected, as `isnad sources check` tells it, or write status: draft",
            "“sha265” is no key that is known here did you mean “sha256”?",
            "“0” cannot be the value of “origin.sha256” write all 64 digits of it, of 0-9 and a-f",
            "“reveiw” is no key that is known here did you mean “review”?",
            "“statuss” is no key that is known here did you mean “status”?",
            "“colour” is no key that is known here remove it, or take one of the known keys",
        ]

    def test_of_two_keys_that_are_near_one_the_first_was_meant(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, ROWS, expectd={"rows": 1, "documents": 1}, expcted=1)
        told = problems_of(folder, (folder / "source.yaml").read_text("utf-8"))
        assert [one.partition(": ")[2] for one in told] == [
            "“expectd” is no key that is known here did you mean “expected”?",
            "“expcted” is no key that is known here remove it, or take one of the known keys",
        ]

    def test_contradictions_are_told_together(self, tmp_path: Path) -> None:
        folder = source_folder(
            tmp_path,
            ROWS,
            collection=None,
            languages=["ar"],
            reference="hadith:trial:{number}",
            canonical=["id"],
            group={"same": ["text_ar"], "why": "repeated"},
            review={"status": "approved", "by": "me"},
        )
        _, problems = read_card(folder / "source.yaml")
        assert [(problem.line > 0, problem.key, problem.problem) for problem in problems] == [
            (False, "collection", "collection is missing"),
            (False, "expected", "an approved source states its expected counts"),
            (True, "origin", "an approved source pins its bytes"),
            (True, "reference", "the reference does not begin with the kind and the collection of the card"),
            (True, "canonical", "canonical names “id”, not a part of the reference"),
            (True, "fields", "languages and the texts among the fields do not agree"),
            (True, "group", "same names “text_ar”, not among the fields of the card"),
        ]

    def test_a_key_that_stands_twice(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, ROWS)
        text = (folder / "source.yaml").read_text("utf-8") + "kind: hadith\n"
        assert problems_of(folder, text)[0].endswith("the key “kind” stands twice remove one of them")

    def test_a_template_without_quotes(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, ROWS)
        text = (folder / "source.yaml").read_text("utf-8").replace("'{text}'", "{text}")
        assert 'write text_en: "{text}"' in problems_of(folder, text)[0]

    @pytest.mark.parametrize(
        ("text", "word"),
        [
            ("", "the card is empty"),
            ("- a\n- b\n", "holds no keys"),
            ("id: x\n\tkind: y\n", "begins with a tab"),
            ("id: a: b\n", "a colon stands where none is expected"),
            ("id: !!python/object/apply:os.system [ls]\n", "cannot be read"),
            ("a: &x [1]\nb: *x\n", "aliases (*name) are not allowed"),
            ("id: {text}\nkind: [\n", "cannot be read"),
        ],
    )
    def test_what_is_no_card(self, tmp_path: Path, text: str, word: str) -> None:
        assert word in problems_of(tmp_path, text)[0]

    @pytest.mark.parametrize(
        ("text", "line", "words"),
        [
            ('id: x\na: "b\nc: "d"\n', 2, "a quotation mark is opened and not closed"),
            ('id: x\na: "b\nc: d\n', 2, "a quotation mark is opened and not closed"),
            ("id: x\na: 'b\nc: d\n", 2, "a quotation mark is opened and not closed"),
            ('id: x\na: "b" c\n', 2, "something stands behind the end of a value"),
            ("id: x\na: 'it's'\n", 2, "something stands behind the end of a value"),
            ('id: x\na: "b\\d"\n', 2, "a \\ stands between double quotes"),
            ("id: x\na: [b, c\nd: e\n", 2, "a bracket is opened and not closed"),
            ("id: x\na: {b\nd: e\n", 2, "a bracket is opened and not closed"),
            ("id: x\na:b\nc: d\n", 2, "a line has no colon with a blank behind it"),
            ("id: x\na b\n\nc: d\n", 2, "a line has no colon with a blank behind it"),
            ("id: x\na b\n", 2, "a line has no colon with a blank behind it"),
            ("id: x\n  a: b\n", 2, "a line is indented otherwise"),
            ("id: x\n- a: b\n", 2, "a line is indented otherwise"),
            ("id: x\n---\na: b\n", 2, "a line of three hyphens stands amid the text"),
            ("id: x\na: @b\n", 2, "a value begins with a sign that has a meaning of its own"),
            ("id: x\na: | b\n", 2, "a value begins with a sign that has a meaning of its own"),
            ("id: x\na: - b\n", 2, "a value begins with a sign that has a meaning of its own"),
            ("id: x\na: ]\n", 2, "a value begins with a sign that has a meaning of its own"),
        ],
    )
    def test_what_the_parser_stops_at_is_told_where_it_began_and_in_no_words_of_the_parser(
        self, tmp_path: Path, text: str, line: int, words: str
    ) -> None:
        (tmp_path / "source.yaml").write_text(text, "utf-8")
        (mistake,) = read_card(tmp_path / "source.yaml")[1]
        assert (mistake.line, words in mistake.problem) == (line, True), mistake
        assert not re.search("[a-z]", re.sub("«[^»]*»", "", in_language(mistake.problem, "ar")))
        assert not re.search("[a-z]", re.sub("«[^»]*»", "", in_language(mistake.remedy, "ar")))

    def test_a_card_that_is_not_utf8_names_the_line(self, tmp_path: Path) -> None:
        path = tmp_path / "source.yaml"
        path.write_bytes("id: x\ntitles: عنوان\n".encode("cp1256"))
        assert read_card(path)[1][0].line == 2

    def test_words_that_yaml_takes_for_something_else(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, ROWS)
        text = (folder / "source.yaml").read_text("utf-8")
        text = text.replace("name: CC0-1.0", "name: no").replace(
            "status: draft", "status: draft\n  day: 2026-11-21"
        )
        (folder / "source.yaml").write_text(text, "utf-8")
        assert load_card(folder).licence.name == "no"
        assert str(load_card(folder).review.day) == "2026-11-21"

    def test_a_card_is_parsed_once_and_anew_when_it_is_edited(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        parsed: list[str] = []
        real = yaml.compose

        def counted(text: str, **options: object) -> object:
            parsed.append(text)
            return real(text, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(yaml, "compose", counted)
        folder = source_folder(tmp_path, ROWS)
        text = (folder / "source.yaml").read_text("utf-8")
        first = f"# read first\n{text}"
        (folder / "source.yaml").write_text(first, "utf-8")
        assert load_card(folder) == load_card(folder)
        assert parsed == [first]
        (folder / "source.yaml").write_text(text.replace("name: CC0-1.0", "name: other"), "utf-8")
        assert load_card(folder).licence.name == "other"

    def test_the_folder_bears_the_id(self, tmp_path: Path) -> None:
        folder = source_folder(tmp_path, ROWS)
        write_card(folder, id="other")
        with pytest.raises(CardError, match="differs from the name of the folder"):
            load_card(folder)

    def test_no_card(self, tmp_path: Path) -> None:
        with pytest.raises(CardError, match="there is no card"):
            load_card(tmp_path)


def test_a_card_that_is_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    with (tmp_path / "source.yaml").open("wb") as file:
        file.truncate(64 << 20)
    tracemalloc.start()
    with pytest.raises(CardError, match="too large"):
        load_card(tmp_path)
    assert tracemalloc.get_traced_memory()[1] < 8 << 20
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"reference": "fatwa:trial:{number"}, "opened and not closed"),
        ({"reference": "fatwa:trial:number}"}, "closed that was not opened"),
        ({"reference": "fatwa:trial:1", "canonical": ["x"]}, "names no column"),
        ({"reference": "fatwa:trial:{number|nummer}"}, "is not a step"),
        ({"reference": "fatwa:other:{number}"}, "does not begin with the kind and the collection"),
        ({"canonical": ["id"]}, "canonical names “id”, not a part of the reference"),
        ({"group": {"same": ["text_ar"], "why": "repeated"}}, "not among the fields"),
        ({"format": {"type": "csv", "sheet": "x"}}, "means nothing for the format"),
    ],
)
def test_what_contradicts_another_key(tmp_path: Path, changes: dict[str, object], word: str) -> None:
    with pytest.raises(CardError, match=word):
        load_card(source_folder(tmp_path, ROWS, **changes))


class TestOurCards:
    def test_all_cards_can_be_read(self) -> None:
        cards = load_cards(ROOT / "data/sources")
        assert len(cards) >= 17
        assert {card.review.status for card in cards.values()} == {"approved", "draft", "sample"}

    def test_profiles_name_cards_that_exist(self) -> None:
        cards = load_cards(ROOT / "data/sources")
        for path in sorted((ROOT / "data/profiles").glob("*.yaml")):
            assert set(read_profile(path.parent, path.stem).sources) <= set(cards), path.name

    def test_the_starter_counts_are_those_of_the_packages(self) -> None:
        cards = load_cards(ROOT / "data/sources")
        rows = {name: expected.rows for name, card in cards.items() if (expected := card.expected)}
        known = {
            "quran": 6236,
            "bukhari": 7277,
            "muslim": 7459,
            "abu-dawud": 5276,
            "tirmidhi": 4053,
            "nasai": 5768,
            "ibn-majah": 4345,
            "muyassar": 6236,
        }
        assert known.items() <= rows.items()
