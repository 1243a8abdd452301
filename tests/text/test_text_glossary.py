"""The glossary: both languages, both directions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from text_cases import ROOT

from pipeline.text import Glossary, analyse_query, words
from schemas.errors import ConfigurationError

PATH = ROOT / "data" / "lexicon" / "glossary.yaml"


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    return Glossary.load(PATH)


def test_there_are_enough_concepts_in_order_with_both_languages(glossary):
    raw = yaml.safe_load(PATH.read_text("utf-8"))["concepts"]
    ids = [row["id"] for row in raw]
    assert len(ids) >= 180
    assert ids == sorted(ids)
    assert all(concept.ar and concept.en for concept in glossary.concepts.values())


def test_every_form_finds_its_concept(glossary):
    missed = [
        (concept.id, form)
        for concept in glossary.concepts.values()
        for form in concept.forms
        if concept.id not in glossary.find(analyse_query(form))
    ]
    assert missed == []


def test_expansion_never_repeats_what_is_there(glossary):
    for concept in glossary.concepts.values():
        for form in concept.forms:
            tokens = analyse_query(form)
            added = [token for token, _ in glossary.expand(tokens)]
            assert not set(added) & set(tokens)
            assert len(added) == len(set(added))


@pytest.mark.parametrize(
    ("question", "token"),
    [
        ("How do I pray namaz?", "صلاة"),
        ("salaah of a traveller", "صلاة"),
        ("حكم الصلاة", "prayer"),
        ("Is riba forbidden?", "الربا"),
        ("من هو إبراهيم", "Abraham"),
        ("the story of Abraham", "إبراهيم"),
        ("night prayer", "التهجد"),
        ("قيام الليل", "tahajjud"),
        ("الزكاة", "zakat"),
        ("ablution", "الوضوء"),
        ("Gabriel", "جبريل"),
    ],
)
def test_a_question_reaches_the_other_language(glossary, question, token):
    assert analyse_query(token)[0] in [added for added, _ in glossary.expand(analyse_query(question))]


def test_the_longest_form_wins(glossary):
    assert glossary.find(analyse_query("night prayer")) == ["salah-tahajjud"]


def test_a_form_of_two_concepts_finds_both_in_order():
    two = Glossary.from_dict(
        {
            "concepts": [
                {"id": "b", "ar": ["قبر"], "en": ["grave"]},
                {"id": "a", "ar": ["برزخ"], "en": ["grave"]},
            ]
        }
    )
    assert two.find(["grave"]) == ["a", "b"]
    assert two.expand(["grave"]) == [(*analyse_query("برزخ"), "a"), (*analyse_query("قبر"), "b")]


def test_words_and_tokens_are_taken_alike(glossary):
    assert glossary.expand(words("zakat")) == glossary.expand(analyse_query("zakat"))


def test_nothing_known_adds_nothing(glossary):
    assert glossary.expand([]) == []
    assert glossary.expand(["qwxyz"]) == []


def test_it_survives_json(glossary):
    again = Glossary.from_dict(json.loads(json.dumps(glossary.to_dict())))
    assert again.to_dict() == glossary.to_dict()
    assert again.expand(analyse_query("prayer")) == glossary.expand(analyse_query("prayer"))


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ([], "no list of concepts"),
        ({"concepts": [{"ar": ["ا"], "en": ["a"]}]}, "no id"),
        ({"concepts": [{"id": "a", "ar": ["ا"]}]}, "lacks a language"),
        ({"concepts": [{"id": "a", "ar": ["x"], "en": ["x"]}]}, "not Arabic"),
        ({"concepts": [{"id": "a", "ar": ["ا"], "en": "x"}]}, "not a list"),
        ({"concepts": [{"id": "a", "ar": ["ا"], "en": ["x"], "fr": ["y"]}]}, "unknown keys"),
        ({"concepts": [{"id": "a", "ar": ["ا"], "en": ["x"]}] * 2}, "twice"),
    ],
)
def test_a_broken_glossary_says_what_is_wrong(raw, said):
    with pytest.raises(ConfigurationError, match=said):
        Glossary.from_dict(raw)


def test_an_unreadable_file_says_so(tmp_path: Path):
    broken = tmp_path / "glossary.yaml"
    broken.write_text("concepts: [", "utf-8")
    for path in (broken, tmp_path / "absent.yaml"):
        with pytest.raises(ConfigurationError, match="cannot be read"):
            Glossary.load(path)
