"""What of a question may be pasted from a text, and whether a text holds it.

A match is decided by letters alone: the words as written, without marks, stand in the text one after another. A
verse is also held where all of it stands inside a longer pasted passage, and a narration where most of many words do in
one run.
Vowels are compared apart from that. Nothing is searched here, and no text is chosen: `quotes` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.words.reading import shown_text
from pipeline.text import vowels_agree, word_texts, words
from schemas.document import Document
from schemas.reference import Kind

LEAST = {"ar": 3, "en": 6}  # words that a quotation must have
LEAST_GRADED = 3  # and one whose grade is asked for
DEFINED = 6  # words of a question that asks what something is
LONGEST_RUN_SHARE = 60  # per cent of the pasted words that one run must be, in a text that does not hold all
LEAST_RUN = {"ar": 4, "en": 8}  # and how many words it must have
FEW = 8  # words; of fewer a text holds all, for the one that it lacks may be what is asked
VERSE_SHARE = 8  # per cent of a pasted passage that a verse inside it must be
MOST = 60  # words that are searched at a time
_BREAK = re.compile(r"[\u06dd\ufd3e\ufd3f(){}\[\]0-9\u0660-\u0669۝*\n]+")
_NUMBER = re.compile("[0-9٠-٩]+")
_VOWEL = re.compile("[\u064b-\u0650]")
_ARABIC = re.compile("[\u0621-\u064a]")
# What carries a small alif, where a verse was copied without its marks: elsewhere it only ends words.
_CARRIER = re.compile("ى(?=[\u0621-\u064a])")
_ASKS = re.compile(r"[?؟]\s*$")
# Asks something of its own, though it be in the words of a text, and not whether a text is one.
_ASKS_ITSELF = re.compile(
    r"^\W*(?:ف|و)?(?:هل|كيف|لماذا|متى|متي|[اأ]ين|كم|ماذا|ما (?:ال)?(?:حكمة|سبب)) "
    r"(?!(?:قال|يقول|ورد|وردت|صح|يصح|ثبت|يثبت|جاء|روي|روى|هذا|هناك|يوجد|معنى)\b|(?:هو )?(?:ال)?(?:حديث|[اآ]ي[ةه]|قول))"
)
_MARK = re.compile('["“”«»﴾﴿]')
_QUOTED = re.compile('«(.{12,}?)»|“(.{12,}?)”|[﴿﴾](.{12,}?)[﴾﴿]|"(.{12,}?)"', re.S)
_OUTERMOST = re.compile('["“«﴿﴾](.{12,})["”»﴾﴿]', re.S)
_PROPHET = (
    r"(?:(?:the )?(?:holy |noble )?(?:prophet|messenger)(?: muhammad| of (?:allah|god))?"
    r"|(?:رسول الله|النبي|الرسول))"
)
_BLESSED = r"(?:\s*(?:ﷺ|\(.{0,30}?\)|صل[يى] الله عليه وسلم|pbuh|peace be upon him))?"
# Who said it, that the Prophet did, or whether.
_WHO_SAID = re.compile(
    r"^\W*(?:من (?:هو )?(?:الذي )?(?:قال|القائل|قائل|روى|رواه|راوي)(?! (?:رسول|النبي|حديث|الحديث))"
    r"|who (?:said|narrated|reported)(?: that)?"
    rf"|did {_PROPHET}{_BLESSED}(?: ever| really| actually)* say(?: that)?"
    rf"|(?:هل )?(?:قال|يقول|قول|حديث)(?: {_PROPHET}{_BLESSED}|{_BLESSED[:-1]})"
    rf"|(?:is it true that |i (?:heard|read) that )?{_PROPHET}{_BLESSED} (?:said|says|قال|يقول)(?: that)?)\s*[:,]?\s",
    re.IGNORECASE,
)
_OF_HADITH = re.compile("حديث|hadith", re.IGNORECASE)
_TEXT = frozenset("hadith hadeeth narration حديث الحديث".split())
# Words that, besides those that ask, lead to a word for a text, or ask behind it how sound it is and where it stands.
_AROUND = frozenset(
    "the a an of in it this that is for from to which book has have there i heard who where complete source found true"
    " following these read"
    " correct or and full قال من في اي هذا هو التي الذي اكمل نص راوي روي رواه تخريج مصدر كامل كاملا ام او كتاب صحيح"
    " ضعيف".split()
)
_SAYS_THAT = (("الذي", "يقول"), ("الذي", "فيه"), ("that", "says"), ("which", "says"))
_TELLING_TAIL = frozenset(
    "hadith authentic sahih sound weak true found correct حديث صحيح ضعيف كامل كاملا كتاب".split()
)
_PRONOUNS = frozenset(("هو", "هي", "هم", "هن", "هما"))
# Words of the blessing and of "the Prophet said": texts that share nothing else do not quote each other.
_FORMULA = frozenset("قال النبي رسول الله صلي صلى عليه وسلم تعالي عن ان the of prophet".split())
_OF_GRADE = frozenset(
    "ما مدي صحه درجه سند اسناد حديث الحديث هل صح يصح ثبت يثبت صحيح ضعيف ثابت موضوع مكذوب حسن صحيحا ام او"
    " is the of what how a this that hadith narration saying grade grading authenticity authentic sahih saheeh weak"
    " fabricated daif true real sound reliable or not".split()
)


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

    @property
    def vowelled(self) -> bool:
        """Whether the question carries vowels."""
        return bool(_VOWEL.search(self.question))

    @property
    def attributed(self) -> bool:
        """Whether it is said of the words that the Prophet said them, or that they are a narration."""
        return bool(_OF_HADITH.search(self.question) or _WHO_SAID.match(self.question))

    @property
    def formulaic(self) -> bool:
        """Whether hardly more is left of it, in Arabic, than the blessing, which most narrations hold."""
        return self.language == "ar" and len(_without_formulas(self.letters)) < LEAST["ar"]

    def whole_in(self, document: Document) -> bool:
        """Whether a text holds all of the words, one after another."""
        return within(self.letters, letters_of(shown_text(document, self.language)))

    def held_by(self, document: Document) -> bool:
        """Whether a text is one that the words may be copied from."""
        if not document.text(self.language):
            return False
        if self.whole_in(document):
            return True
        if self.strict:
            return False
        held = letters_of(shown_text(document, self.language))
        if document.kind == Kind.QURAN and len(held) >= 3 and within(held, self.letters):
            return len(held) * 100 >= VERSE_SHARE * len(self.letters)
        return not self.marked and self._mostly_in(held)

    def _mostly_in(self, held: list[str]) -> bool:
        said = _without_formulas(self.letters)
        run = _longest_run(said, _without_formulas(held))
        if len(said) < FEW and run < len(said):
            return False
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
        source = next(_pieces(text, self.letters), None)
        return source is None or any(
            vowels_agree(said, source) for said in _pieces(self.question, self.letters)
        )


def pasted_in(question: str, lexicon: Lexicon, *, graded: bool = False) -> Pasted | None:
    """The words of a question that may be pasted, or None when it cannot quote anything."""
    language = language_of(question)
    marked, vowelled = bool(_MARK.search(question)), bool(_VOWEL.search(question))
    letters, led, tailed = _asked_off(question, lexicon, language)
    if graded:
        letters, led = _graded(letters, lexicon), True
    if len(letters) < (LEAST_GRADED if graded else LEAST[language]):
        return None
    if _defines(letters) and len(letters) <= DEFINED and not marked and not vowelled:
        return None  # "what is the Day ...?" quotes nothing
    asks = bool(_ASKS.search(question)) and not (tailed or (led and language == "ar"))
    strict = (asks or bool(_ASKS_ITSELF.match(question))) and not marked and not graded
    if strict and (language == "en" or lexicon.of_conduct(question)):
        return None  # whether one may do a thing is asked in the words in which texts tell of it
    return Pasted(question, language, letters, led, marked, strict)


def language_of(question: str) -> str:
    """`ar` where a third of the letters and more are Arabic."""
    return "ar" if len(_ARABIC.findall(question)) > len(question) // 3 else "en"


def letters_of(text: str) -> list[str]:
    """The words of a text by their letters alone: those of its skeleton.

    >>> letters_of("أَتَىٰكَ") == letters_of("أتىك") == letters_of("أتاك")
    True
    """
    return word_texts(_CARRIER.sub("ا", text))


def ways_to_read_marks(question: str) -> list[str]:
    """A question with its quotation marks read in one way after another: what the outermost enclose, though marks stand
    inside of it; what the first enclose; and as if there were none.

    >>> ways_to_read_marks('is "he said: "light the lamps" to us" sound')[0]
    'is «he said:  light the lamps  to us» sound'
    """
    outer = _OUTERMOST.search(question)
    ways = [question, _MARK.sub(" ", question)]
    if outer and _MARK.search(outer[1]):
        ways.insert(0, f"{question[: outer.start()]}«{_MARK.sub(' ', outer[1])}»{question[outer.end() :]}")
    return list(dict.fromkeys(ways))


def within(inner: list[str], outer: list[str]) -> bool:
    """Whether words stand one after another in others; joined words count as their parts do."""
    if f" {' '.join(inner)} " in f" {' '.join(outer)} ":
        return True
    return len(inner) >= 4 and len("".join(inner)) >= 14 and "".join(inner) in "".join(outer)


def _asked_off(question: str, lexicon: Lexicon, language: str) -> tuple[list[str], bool, bool]:
    """The words of the question without those that ask for a text, whether there were any, and any behind it."""
    quoted = _QUOTED.search(question)
    said = _NUMBER.sub(" ", next(filter(None, quoted.groups())) if quoted else question)
    whole, letters = len(letters_of(said)), letters_of(_WHO_SAID.sub(" ", said))
    asking = lexicon.asking | _AROUND
    headed = _behind_text_word(letters, asking, LEAST[language])
    letters = _before_tail(headed, asking, LEAST[language])
    tailed = len(letters) < len(headed)
    while len(letters) > LEAST[language] and letters[0] in lexicon.asking:
        letters = letters[1:]
    return letters, len(letters) < whole, tailed


def _behind_text_word(letters: list[str], asking: frozenset[str], least: int) -> list[str]:
    """What stands behind a word for a text and "that says", where only words that ask stand before it."""
    leading = list(takewhile(asking.__contains__, letters))
    ends = [place + 1 for place, one in enumerate(leading) if one in _TEXT and len(letters) - place > least]
    rest = letters[ends[-1] :] if ends else letters
    says = next((one for one in _SAYS_THAT if tuple(rest[: len(one)]) == one), ()) if ends else ()
    return rest[len(says) :]


def _before_tail(letters: list[str], asking: frozenset[str], least: int) -> list[str]:
    """What stands before words that ask how sound a text is, or where it stands."""
    trailing = list(takewhile(asking.__contains__, reversed(letters[least:])))
    return letters if _TELLING_TAIL.isdisjoint(trailing) else letters[: len(letters) - len(trailing)]


def _graded(letters: list[str], lexicon: Lexicon) -> list[str]:
    """The words of a narration whose grade is asked for, without those that ask."""
    asking = lexicon.asking | _OF_GRADE
    while letters and letters[0] in asking:
        letters = letters[1:]
    while letters and letters[-1] in _OF_GRADE:
        letters = letters[:-1]
    return letters


def _defines(letters: list[str]) -> bool:
    """Whether words ask what or who something is."""
    return len(letters) > 1 and letters[0] in ("ما", "من") and letters[1] in _PRONOUNS


def _without_formulas(letters: list[str]) -> list[str]:
    return [word for word in letters if word not in _FORMULA]


def _longest_run(run: list[str], held: list[str]) -> int:
    """Length of the longest run of words that both have."""
    best = 0
    before = [0] * (len(held) + 1)
    for word in run:
        now = [0] * (len(held) + 1)
        for place, other in enumerate(held):
            if word == other:
                now[place + 1] = before[place] + 1
                best = max(best, now[place + 1])
        before = now
    return best


def _pieces(text: str, letters: list[str]) -> Iterator[str]:
    """The pieces of a text whose words have these letters, as they are written there."""
    held = words(text)
    written = [word.text for word in held]
    for place in range(len(written) - len(letters) + 1):
        if written[place : place + len(letters)] == letters:
            yield text[held[place].start : held[place + len(letters) - 1].end]
