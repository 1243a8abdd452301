"""The pieces of words that the reader knows, and the tokenizer that cuts both languages into them.

English pieces are those of the start model, so that its vectors hold; those that the texts do not use and that are not
among its frequent ones are left out. Arabic pieces are trained on the texts. The article, with what joins it, is cut
off a word before (al-, wal-, bil-, lil-), so that a noun is one piece with it and without it. Letters are folded as
the analyser folds them, in so far as a tokenizer can: marks and hamza off, final ya and ta marbuta plain.

    [PAD] [UNK] [CLS] [SEP] [MASK]      0 to 4
    English pieces                      in the start model's order
    Arabic pieces                       the frequent ones first, then letters and signs that were not among them
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, trainers

from schemas.errors import BuildError
from training.settings import SPECIAL, UNKNOWN, Pieces
from training.texts import ARABIC, ENGLISH, Corpus

SEED = 7
_BLESSING = "صلي الله عليه وسلم"
_UNSEEN = "[\u0640\u200b-\u200f\ufeff\u02be\u02bf\u00ad]"  # lengthening, direction, half rings, soft hyphens
_FOLDED = (("\u0649", "\u064a"), ("\u0629", "\u0647"), ("\u0671", "\u0627"))
_LETTER = "[\u0621-\u064a]"
_ARTICLE = f"^(?:و|ف)?(?:ب|ك)?ال(?={_LETTER}{{3,}})|^(?:و|ف)?لل(?={_LETTER}{{3,}})"
_ARABIC_SIGNS = ("؟", "،", "؛")
_NO_PIECES = frozenset("ـىة")  # what folding leaves of none
_LATIN_PIECE = re.compile(r"(?:##)?[\x21-\x7e]+")
_ARABIC_PIECE = re.compile(f"(?:##)?{_LETTER}+")
_LONGEST_WORD = 100  # characters; a longer one is unknown


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All pieces by number, how many stand before the Arabic ones, and the start model's numbers of those."""

    pieces: tuple[str, ...]
    english: int
    of_start: tuple[int, ...]  # [english]

    @property
    def arabic(self) -> int:
        """How many Arabic pieces there are."""
        return len(self.pieces) - self.english


def normaliser() -> normalizers.Normalizer:
    """What is done to every text before it is cut."""
    replace = normalizers.Replace
    return normalizers.Sequence(
        [
            replace("ﷺ", f" {_BLESSING} "),
            replace(Regex(_UNSEEN), ""),
            replace(Regex("[–—−‐‑]"), "-"),
            replace(Regex("[«»“”„]"), '"'),
            replace(Regex("[’‘`´ʼʻ]"), "'"),
            replace(Regex("[…•﴾﴿‹›·۞۩]"), " "),
            normalizers.BertNormalizer(
                clean_text=True, handle_chinese_chars=True, strip_accents=True, lowercase=True
            ),
            *(replace(letter, plain) for letter, plain in _FOLDED),
            *(replace(chr(0x660 + digit), str(digit)) for digit in range(10)),
        ]
    )


def pre_tokenizer() -> pre_tokenizers.PreTokenizer:
    """What cuts a text into words and signs, and the article off an Arabic word of three letters more."""
    return pre_tokenizers.Sequence(
        [pre_tokenizers.BertPreTokenizer(), pre_tokenizers.Split(Regex(_ARTICLE), "isolated")]
    )


def arabic_pieces(texts: Iterable[str], settings: Pieces) -> list[str]:
    """Trained on texts; single letters, at the beginning of a word and inside, are always among them."""
    tokenizer = Tokenizer(models.WordPiece(unk_token=SPECIAL[UNKNOWN]))
    tokenizer.normalizer, tokenizer.pre_tokenizer = normaliser(), pre_tokenizer()
    trainer = trainers.WordPieceTrainer(
        vocab_size=settings.arabic,
        min_frequency=settings.least_arabic,
        special_tokens=[SPECIAL[UNKNOWN]],
        limit_alphabet=settings.letters,
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    known = tokenizer.get_vocab()
    found = [piece for piece in sorted(known, key=known.__getitem__) if _ARABIC_PIECE.fullmatch(piece)]
    letters = [chr(code) for code in range(0x621, 0x64B) if chr(code) not in _NO_PIECES]
    always = [*_ARABIC_SIGNS, *(piece for letter in letters for piece in (letter, f"##{letter}"))]
    return list(dict.fromkeys([*found, *always]))


def english_pieces(start: Path, texts: Sequence[str], settings: Pieces) -> list[tuple[str, int]]:
    """Pieces of the start model with their numbers there; raises `BuildError` where it has no tokenizer."""
    tokenizer, known = _start_tokenizer(start)
    counts = np.zeros(max(known.values()) + 1, np.int64)
    for encoded in tokenizer.encode_batch(list(texts)):
        np.add.at(counts, encoded.ids, 1)

    def is_kept(piece: str, number: int) -> bool:
        return bool(
            counts[number] >= settings.least_english
            or number < settings.frequent_english
            or len(piece.removeprefix("##")) == 1
        )

    return [
        (piece, number)
        for piece, number in sorted(known.items(), key=lambda one: one[1])
        if not piece.startswith("[") and _LATIN_PIECE.fullmatch(piece) and is_kept(piece, number)
    ]


def _start_tokenizer(start: Path) -> tuple[Tokenizer, dict[str, int]]:
    path = start / "tokenizer.json"
    try:
        tokenizer = Tokenizer.from_file(str(path))
        known = json.loads(path.read_text("utf-8"))["model"]["vocab"]
        missing = [piece for piece in SPECIAL if piece not in known]
    except Exception as error:  # the library raises nothing narrower
        raise _no_start(path, str(error)[:200]) from error
    if missing:
        raise _no_start(path, f"none of {', '.join(missing)}")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer, known


def _no_start(path: Path, found: str) -> BuildError:
    return BuildError(
        "the start model has no tokenizer that can be taken",
        expected=f"tokenizer.json with pieces of words, among them {', '.join(SPECIAL)}",
        found=found,
        where=str(path),
        remedy="name the unpacked folder of the model that data/profiles/full.yaml pins",
    )


def vocabulary_of(corpus: Corpus, start: Path, settings: Pieces) -> Vocabulary:
    """The pieces for a corpus."""
    arabic = list(_in(corpus, ARABIC))
    random.Random(SEED).shuffle(arabic)
    asked = {language: list(_asked(corpus, language)) for language in (ARABIC, ENGLISH)}
    found = arabic_pieces([*arabic[: settings.arabic_texts], *asked[ARABIC]], settings)
    of_start = english_pieces(start, [*list(_in(corpus, ENGLISH))[::2], *asked[ENGLISH]], settings)
    _, known = _start_tokenizer(start)
    before = [*((piece, known[piece]) for piece in SPECIAL), *of_start]
    pieces = [*(piece for piece, _ in before), *found]
    return Vocabulary(tuple(pieces), len(before), tuple(number for _, number in before))


def _in(corpus: Corpus, language: int) -> Iterator[str]:
    texts = corpus.texts
    return (text for text, one in zip(texts.texts, texts.languages, strict=True) if one == language)


def _asked(corpus: Corpus, language: int) -> Iterator[str]:
    asked = corpus.questions
    return (text for text, one in zip(asked.texts, asked.languages, strict=True) if one == language)


def tokenizer_of(pieces: Sequence[str]) -> Tokenizer:
    """What cuts a text into these pieces, without [CLS] and [SEP]."""
    numbers = {piece: number for number, piece in enumerate(pieces)}
    tokenizer = Tokenizer(
        models.WordPiece(numbers, unk_token=SPECIAL[UNKNOWN], max_input_chars_per_word=_LONGEST_WORD)
    )
    tokenizer.normalizer, tokenizer.pre_tokenizer = normaliser(), pre_tokenizer()
    return tokenizer
