"""Every number of the recipe. `docs/reader.md` lists them, and a test holds the page to these.

They are those of the run that made `data/reader`; change one, and that folder is no longer what the code makes.
"""

from __future__ import annotations

from dataclasses import dataclass

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
PAD, UNKNOWN, CLS, SEP, MASK = range(len(SPECIAL))  # their numbers

QUESTION_PIECES = 40  # of a question, where a step or a measurement reads it
PAIR_PIECES = 128  # of question and text together, with [CLS] and both [SEP]
READ_PIECES = 96  # of them that an answer has read: a quarter less to compute, and as good
KEPT_PLACES = 128  # of `PLACES`, in what is exported
TEXT_PIECES = 110  # of a text that stands alone, where it is compared with a question
PLACES = 192  # of the start model's 512: more than the longest pair has
CONTRASTS = 8  # texts that a lesson keeps beside its own


@dataclass(frozen=True, slots=True)
class Cutting:
    """How documents become texts."""

    window_words: int = 110  # of a text
    windows: int = 6  # of one answer, from its beginning
    tafsir_words: int = 100  # of an English comment
    text_pieces: int = 127
    question_pieces: int = 60


@dataclass(frozen=True, slots=True)
class Pieces:
    """Which pieces of words the tokenizer knows."""

    arabic: int = 19_000  # asked of the trainer; what is no Arabic is then left out
    least_arabic: int = 12  # times that a piece is seen
    arabic_texts: int = 220_000  # that the trainer reads, and all Arabic questions
    letters: int = 60
    least_english: int = 6  # times that the texts use a piece of the English model
    frequent_english: int = 21_000  # of its pieces, by number, that stay even unused


@dataclass(frozen=True, slots=True)
class Searched:
    """Of which questions the search is asked for texts that are not their own."""

    hits: int = 10
    words: int = 95  # of a passage
    fatwa_en: int = 14_000
    fatwa_ar: int = 9_999
    book_asked: int = 9_999
    heading: int = 6_000
    chapter: int = 3_000


LESSON_WEIGHTS = {
    "fatwa-en": 4.0,
    "fatwa-ar": 12.0,
    "book-asked": 8.0,
    "heading": 1.6,
    "chapter": 0.35,
    "chapter-across": 0.3,
}
UNSEARCHED = 0.5  # what the weight of a lesson is times, for which the search found nothing
LESSONS_A_QUESTION = 6


@dataclass(frozen=True, slots=True)
class Reading:
    """Stage 1: what the words of both languages mean. Batches are in texts."""

    steps: int = 2_031
    learning_rate: float = 2e-4  # of the layers
    new_learning_rate: float = 1e-3  # of vectors of words, and of what the start model lacks
    arabic: int = 320
    english: int = 64
    pairs: int = 192
    copied_pairs: int = 256  # whose vectors are brought to those of the English model
    copied_questions: int = 256


@dataclass(frozen=True, slots=True)
class Answering:
    """Stage 2: which text belongs to a question."""

    steps: int = 1_214
    learning_rate: float = 1.5e-4
    new_learning_rate: float = 3e-4
    lessons: int = 768  # compared by their vectors: the others of a batch are the wrong ones
    near: int = 256
    lists: int = 160  # read together with their contrasts
    contrasts: int = 5  # of a list
    copied_pairs: int = 128
    copied_questions: int = 256


@dataclass(frozen=True, slots=True)
class Judging:
    """Stage 3: texts that were read and judged. The vectors of words stand still."""

    epochs: int = 6
    batch: int = 128
    learning_rate: float = 1.5e-4
    dropout: float = 0.1
    lists: int = 48
    contrasts: int = 3
    copied_pairs: int = 64
    copied_questions: int = 128

    def steps(self, judged: int) -> int:
        """How many steps so many judged texts make."""
        return max(1, self.epochs * judged // self.batch)


@dataclass(frozen=True, slots=True)
class Verifying:
    """Stage 4: does this one text say it? The vectors of words stand still; the English model is copied no more."""

    epochs: int = 2
    batch: int = 40  # questions of one text a step
    judged: int = 64  # judged texts beside them
    learning_rate: float = 6e-5
    dropout: float = 0.1
    lists: int = 6  # lessons beside them
    contrasts: int = 3  # other texts of each
    kept: float = 0.25  # of the weights from before the stage, in what comes of it

    def steps(self, judged: int) -> int:
        """How many steps so many questions of one text make."""
        return max(1, self.epochs * judged // self.batch)


@dataclass(frozen=True, slots=True)
class Recipe:
    """All of it."""

    seed: int = 1
    cutting: Cutting = Cutting()
    pieces: Pieces = Pieces()
    searched: Searched = Searched()
    reading: Reading = Reading()
    answering: Answering = Answering()
    judging: Judging = Judging()
    verifying: Verifying = Verifying()


RECIPE = Recipe()
