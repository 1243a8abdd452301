"""The pieces of words: the article cut off, letters folded, both languages, and the start model's numbers kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.errors import BuildError
from training.packed import Packed
from training.settings import SPECIAL, Pieces
from training.texts import Corpus, corpus_of
from training.vocabulary import arabic_pieces, english_pieces, tokenizer_of, vocabulary_of

KNOWN = [
    *SPECIAL,
    "pray",
    "##er",
    "'",
    "s",
    "-",
    "2",
    "3",
    "ال",
    "وال",
    "بال",
    "لل",
    "صلاه",
    "حمد",
    "علي",
    "?",
    "؟",
]
TOKENIZER = tokenizer_of(KNOWN)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("الصلاة", "ال صلاه"),
        ("والصلاة بالصلاة للصلاة", "وال صلاه بال صلاه لل صلاه"),
        ("صلاة", "صلاه"),
        ("ٱلْحَمْدُ", "ال حمد"),
        ("عـــلى", "علي"),
        ("PRAYER’s", "pray ##er ' s"),
        ("pray – prayer?", "pray - pray ##er ?"),
        ("٢٣", "[UNK]"),  # one word of two digits, of which no piece goes on
        ("٢ ٣", "2 3"),
        ("الا", "[UNK]"),  # too short for an article
    ],
)
def test_a_text_is_folded_and_cut(text: str, pieces: str) -> None:
    assert " ".join(TOKENIZER.encode(text).tokens) == pieces


def test_the_blessing_in_one_sign_is_its_words() -> None:
    tokenizer = tokenizer_of([*SPECIAL, "صلي", "الله", "ال", "له", "عليه", "وسلم"])
    assert tokenizer.encode("ﷺ").tokens[0] == "صلي"
    assert tokenizer.encode("ﷺ").tokens == tokenizer.encode("صلى الله عليه وسلم").tokens


def test_arabic_pieces_are_words_that_are_frequent_and_every_letter() -> None:
    found = arabic_pieces(["والصلاة خير من النوم"] * 30, Pieces(arabic=120, least_arabic=2))
    assert {"صلاه", "وال", "ال", "خير", "ب", "##ب", "؟"} <= set(found)
    assert not {"ة", "ى", "ـ"} & set(found)
    assert len(found) == len(set(found))


def test_pieces_of_the_start_model_stay_where_they_are_used_or_frequent(start: Path) -> None:
    pieces = dict(
        english_pieces(start, ["mercy mercy mercy, gold"], Pieces(least_english=3, frequent_english=8))
    )
    assert pieces["mercy"] > 8  # used
    assert "gold" not in pieces  # used once
    assert {"the", "a", "of"} <= set(pieces)  # frequent
    assert {"q", "##q"} <= set(pieces)  # letters
    assert not any(piece.startswith("[") for piece in pieces)


def test_both_languages_have_their_pieces_and_english_ones_stand_first(snapshot: Path, start: Path) -> None:
    corpus = corpus_of(snapshot / "documents.arrow")
    settings = Pieces(arabic=200, least_arabic=1, least_english=1, frequent_english=4)
    vocabulary = vocabulary_of(corpus, start, settings)
    assert vocabulary.pieces[:5] == SPECIAL
    assert len(vocabulary.of_start) == vocabulary.english
    assert all(piece.isascii() for piece in vocabulary.pieces[: vocabulary.english])
    assert not any(piece.isascii() for piece in vocabulary.pieces[vocabulary.english :])
    assert len(set(vocabulary.pieces)) == len(vocabulary.pieces)
    tokens = tokenizer_of(vocabulary.pieces).encode("the prayer صلاة المسافر").tokens
    assert "[UNK]" not in tokens


def test_a_pack_says_how_many_pieces_each_language_has(packed: Packed) -> None:
    assert len(packed.start["words"]) == packed.facts.english
    assert int(packed["texts_pieces"].max()) < packed.facts.english + packed.facts.arabic


def test_a_folder_without_a_tokenizer_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="no tokenizer") as caught:
        vocabulary_of(Corpus(), tmp_path, Pieces())
    assert caught.value.remedy
