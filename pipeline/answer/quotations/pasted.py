"""What of a question may be pasted from a text, and whether a text holds it.

A match is decided by letters alone: the words as written, without marks, stand in the text one after another. A
verse is also held where all of it stands inside a longer pasted passage, and a narration where most of many words do in
one run.
Vowels are compared apart from that. Nothing is searched here, and no text is chosen: `quotes` does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.quotations.around import asked_off, graded_words, is_attributed
from pipeline.answer.quotations.letters import language_of, letters_of, within
from pipeline.answer.words.quoted import is_marked
from pipeline.answer.words.reading import shown_text
from pipeline.sources.mushaf import AND
from pipeline.text import vowels_agree, words
from schemas.document import Document
from schemas.reference import Kind

LEAST = {"ar": 3, "en": 6}  # words that a quotation must have
LEAST_GRADED = 3  # and one whose grade is asked for
LEAST_NEARLY = {"ar": 4, "en": 6}  # and one of which a word is another
DEFINED = 6  # words of a question that asks what something is
LONGEST_RUN_SHARE = 60  # per cent of the pasted words that one run must be, in a text that does not hold all
SCATTERED_SHARE = 80  # and per cent of them, in several runs
LEAST_RUN = {"ar": 4, "en": 8}  # and how many words it must have
FEW = 8  # words; of fewer a text holds all, for the one that it lacks may be what is asked
VERSE_SHARE = 8  # per cent of a pasted passage that a verse inside it must be
MOST = 60  # words that are searched at a time
_BREAK = re.compile(r"[\u06dd\ufd3e\ufd3f(){}\[\]0-9\u0660-\u0669۝*\n]+")
_VOWEL = re.compile("[\u064b-\u0650]")
_ASKS = re.compile(r"[?؟]\s*$")
# Asks something of its own, though it be in the words of a text, and not whether a text is one.
_ASKS_ITSELF = re.compile(
    r"^\W*(?:ف|و)?(?:هل|كيف|لماذا|متى|متي|[اأ]ين|كم|ماذا|ما (?:ال)?(?:حكمة|سبب)) "
    r"(?!(?:قال|يقول|ورد|وردت|صح|يصح|ثبت|يثبت|جاء|روي|روى|هذا|هناك|يوجد|معنى)\b|(?:هو )?(?:ال)?(?:حديث|[اآ]ي[ةه]|قول))"
)
_PRONOUNS = frozenset(("هو", "هي", "هم", "هن", "هما"))
# Words of the blessing and of "the Prophet said": texts that share nothing else do not quote each other.
FORMULA = frozenset("قال النبي رسول الله صلي صلى عليه وسلم تعالي عن ان the of prophet".split())


@dataclass(frozen=True, slots=True)
class Pasted:
    """Words of a question that may be pasted.

    `letters` are the words by their letters, without those that ask. `led`: some that ask stood before them.
    `marked`: the question holds quotation marks. `strict`: it asks a question of its own, so that only a verse which
    holds all of the words is what it quotes.
    """

    question: str
    language: str
    letters: list[str]
    led: bool = False
    marked: bool = False
    strict: bool = False

    @classmethod
    def of(cls, words: str, language: str) -> Pasted:
        """Words that are all meant, with none around them that ask."""
        return cls(words, language, letters_of(words))

    @property
    def written(self) -> str:
        """The words as the question writes them: by their letters alone على is the name علي."""
        return self.as_written(self.letters)

    def as_written(self, letters: Sequence[str]) -> str:
        """Some of the words, as the question writes them."""
        return next(pieces_with(self.question, letters), " ".join(letters))

    @property
    def vowelled(self) -> bool:
        """Whether the question carries vowels."""
        return bool(_VOWEL.search(self.question))

    @property
    def attributed(self) -> bool:
        """Whether it is said of the words that the Prophet said them, or that they are a narration."""
        return is_attributed(self.question)

    @property
    def formulaic(self) -> bool:
        """Whether hardly more is left of it, in Arabic, than the blessing, which most narrations hold."""
        return self.language == "ar" and len(without_formulas(self.letters)) < LEAST["ar"]

    def whole_in(self, document: Document) -> bool:
        """Whether a text holds all of the words, one after another."""
        return self._all_in(letters_in(document, self.language))

    def is_all_of(self, document: Document) -> bool:
        """Whether a text is just the words."""
        return letters_of(document.text(self.language) or "") == self.letters

    def held_by(self, document: Document) -> bool:
        """Whether a text is one that the words may be copied from."""
        if not document.text(self.language):
            return False
        held = letters_in(document, self.language)
        if self._all_in(held):
            return True
        if self.strict:
            return False
        if document.kind == Kind.QURAN and len(held) >= 3 and within(held, self.letters):
            return len(held) * 100 >= VERSE_SHARE * len(self.letters)
        return not self.marked and self.mostly_in(held)

    def mostly_in(self, held: list[str]) -> bool:
        """Whether most of the words stand in a text, by its letters, in one run; of few words all."""
        said = without_formulas(self.letters)
        run = _longest_run(said, without_formulas(held))
        return self._are_most(run) and (len(said) >= FEW or run == len(said))

    def nearly_in(self, held: list[str], *, ordered: bool) -> bool:
        """Whether a row of a text, of as many words, has their first and all of them but one, each at its place or,
        not `ordered`, anywhere; of fewer than `LEAST_NEARLY` the row is the whole text."""
        count = len(self.letters)
        rows = (held[place : place + count] for place in range(len(held) - count + 1))
        return (count >= LEAST_NEARLY[self.language] or count == len(held)) and any(
            self.letters[0] in row
            and (
                sum(one != other for one, other in zip(self.letters, row, strict=True)) <= 1
                if ordered
                else (Counter(self.letters) - Counter(row)).total() <= 1
            )
            for row in rows
        )

    def mostly_in_verse(self, verse: list[str]) -> bool:
        """The same of a verse, in which no word is a mere formula, and which few words may be altered from."""
        return self._are_most(_longest_run(self.letters, verse))

    def run_in(self, held: list[str]) -> int:
        """How many of the words stand in a text, by its letters, in one run."""
        return _longest_run(self.letters, held)

    def scattered_in(self, held: list[str]) -> bool:
        """Whether nearly all of the words stand in a text in their order, in runs of which one is long."""
        blocks = SequenceMatcher(None, self.letters, held, autojunk=False).get_matching_blocks()
        runs = [one.size for one in blocks if one.size > 1]
        return (
            sum(runs) * 100 >= SCATTERED_SHARE * len(self.letters) and max(runs) >= LEAST_RUN[self.language]
        )

    def _all_in(self, held: list[str]) -> bool:
        """Whether all of the words stand in a text, by its letters; in Arabic also behind "and" or "so"."""
        first, *rest = self.letters
        before = ("", *AND) if self.language == "ar" else ("",)
        return any(within([one + first, *rest], held) for one in before)

    def _are_most(self, run: int) -> bool:
        return run >= LEAST_RUN[self.language] and run * 100 >= LONGEST_RUN_SHARE * len(self.letters)

    def parts(self) -> list[str]:
        """What to search for: the whole and what stands between marks, or a long passage in pieces."""
        whole = self.letters
        if len(whole) > MOST:
            return [
                " ".join(whole[place : place + MOST]) for place in range(0, min(len(whole), 8 * MOST), MOST)
            ]
        pieces = [piece for piece in _BREAK.split(self.question) if len(letters_of(piece)) >= 3]
        return [" ".join(whole), *(pieces[:6] if len(pieces) > 1 else ())]

    def fits_vowels_of(self, text: str) -> bool:
        """Whether the vowels of the words are those of a text; they are where the text holds the words otherwise."""
        source = next(pieces_with(text, self.letters), None)
        return source is None or any(
            vowels_agree(said, source) for said in pieces_with(self.question, self.letters)
        )


def letters_in(document: Document, language: str) -> list[str]:
    """The words of a document by their letters; none where it has no text in the language."""
    return letters_of(shown_text(document, language)) if document.text(language) else []


def pasted_in(question: str, lexicon: Lexicon, *, graded: bool = False) -> Pasted | None:
    """The words of a question that may be pasted, or None when it cannot quote anything."""
    language = language_of(question)
    marked, vowelled = is_marked(question), bool(_VOWEL.search(question))
    said = asked_off(question, lexicon, LEAST[language])
    letters, led = (graded_words(said.letters, lexicon), True) if graded else (said.letters, said.led)
    if len(letters) < (LEAST_GRADED if graded else LEAST[language]):
        return None
    if _defines(letters) and len(letters) <= DEFINED and not marked and not vowelled:
        return None  # "what is the Day ...?" quotes nothing
    asks = bool(_ASKS.search(question)) and not (said.tailed or (led and language == "ar"))
    strict = (asks or bool(_ASKS_ITSELF.match(question))) and not marked and not graded
    if strict and (language == "en" or lexicon.of_conduct(question)):
        return None  # whether one may do a thing is asked in the words in which texts tell of it
    return Pasted(question, language, letters, led, marked, strict)


def _defines(letters: list[str]) -> bool:
    """Whether words ask what or who something is."""
    return len(letters) > 1 and letters[0] in ("ما", "من") and letters[1] in _PRONOUNS


def without_formulas(letters: list[str]) -> list[str]:
    """Words without those of the blessing and of "the Prophet said"."""
    return [word for word in letters if word not in FORMULA]


def _longest_run(run: list[str], held: list[str]) -> int:
    """Length of the longest run of words that both have."""
    return SequenceMatcher(None, run, held, autojunk=False).find_longest_match().size


def pieces_with(text: str, letters: Sequence[str]) -> Iterator[str]:
    """The pieces of a text whose words have these letters, as they are written there."""
    held = words(text)
    written = [word.text for word in held]
    for place in range(len(written) - len(letters) + 1):
        if written[place : place + len(letters)] == list(letters):
            yield text[held[place].start : held[place + len(letters) - 1].end]
