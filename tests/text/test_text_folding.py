"""A word that is folded in few moves comes out as by the steps one after another; so do stems, and parts of a text."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.text import (
    STEPS,
    analyse,
    analyse_parts,
    analyse_query,
    apply_plan,
    latin,
    sentences,
    term_tokens,
    word_texts,
    words,
)
from pipeline.text.arabic import _ARTICLES, _ENDINGS, _without_ending, _without_prefix
from pipeline.text.characters import TABLES
from pipeline.text.folding import fold
from pipeline.text.latin import stem_latin

_MAPPED = sorted({code for table in TABLES.values() for code in table})
_OF_A_WORD = STEPS[2:]  # those before look at control characters and markup
_ARABIC = st.text(alphabet=[chr(code) for code in range(0x0621, 0x0653) if code not in range(0x063B, 0x0640)])
_CODEX = st.text(
    alphabet=[chr(code) for code in (*range(0x0621, 0x0660), *range(0x0670, 0x0672), *range(0x06D6, 0x06EE))]
)
_LATIN = st.text(alphabet="aAbeEghHiI'’ʿ`sStuUwyāīūĀṣ_-0٣\u0301ıſK")
_ANY = st.text(alphabet=st.one_of(st.characters(), st.sampled_from([chr(code) for code in _MAPPED])))


def fold_by_steps(written):
    """One written word, already without markup, as the words that it stands for."""
    return tuple(apply_plan(written, _OF_A_WORD).split())


@pytest.mark.parametrize("kind", [_ARABIC, _CODEX, _LATIN, _ANY], ids=["typed", "codex", "latin", "any"])
def test_a_word_folds_as_by_its_steps(kind):
    @given(kind)
    @example("ءامنوا")
    @example("يٰٓأيها")
    @example("don't")
    def same(written):
        assert fold(written) == fold_by_steps(written)

    same()


def test_every_letter_folds_as_by_its_steps_alone_and_between_others():
    for code in {*_MAPPED, *range(0x20, 0x700)}:
        for written in (chr(code), f"a{chr(code)}b", f"ب{chr(code)}ا", f"ء{chr(code)}ئ"):
            assert fold(written) == fold_by_steps(written), hex(code)


def test_real_verses_fold_as_by_their_steps(verses):
    for word in {word for verse in verses.values() for word in verse.split()}:
        assert fold(word) == fold_by_steps(word)


@given(st.text(alphabet="والبكفلهمانتيرس", max_size=12))
def test_an_affix_that_is_looked_up_by_its_length_is_the_first_of_the_list(word):
    ending = next((one for one in _ENDINGS if word.endswith(one) and len(word) - len(one) >= 3), "")
    assert _without_ending(word) == word[: len(word) - len(ending)]
    article = next((one for one in _ARTICLES if word.startswith(one) and len(word) - len(one) >= 2), None)
    if article is not None:
        assert _without_prefix(word) == word[len(article) :]


@given(st.text(alphabet="aiwuyhbt", min_size=5, max_size=12))
def test_a_change_of_spelling_is_not_passed_over(word):
    spelled = word
    for pattern, becomes in (("aa+", "a"), ("iyy", "iy"), ("uww", "uw"), ("(?<=[bthwy])ah$", "a")):
        spelled = re.sub(pattern, becomes, spelled)
    known = latin._spellings().get(word) or latin._by_form("apart.tsv").get(spelled)
    stem = latin._SNOWBALL.stemWord(latin._by_form("irregular.tsv").get(spelled) or spelled)
    assert stem_latin(word) == (known or latin._derived().get(stem, stem))


@given(st.text(alphabet="ab ا.،؟!\n<b>&amp;\x00é", max_size=80))
def test_parts_of_a_text_are_analysed_as_by_themselves(text):
    parts = sentences(text)
    assert analyse_parts(text, parts) == [analyse(text[start:end]) for start, end in parts]


@given(st.text(max_size=40))
def test_what_is_remembered_is_what_would_be_worked_out(text):
    assert list(term_tokens(text)) == analyse_query(text)
    assert word_texts(text) == [word.text for word in words(text)]
