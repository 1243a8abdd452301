"""Pasted words of scripture: which verses and narrations hold them.

Candidates come from the search; a match is decided by letters alone: the words as written, without marks, stand in
the text one after another. A verse is also found inside a longer pasted passage. What only resembles a text is
not a match, but for verses in which one letter is mistaken, and that is reported. Where the pasted words carry vowels,
they are compared too, and a difference is reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.answer.lexicon import Lexicon
from pipeline.answer.mushaf import mushaf_of
from pipeline.answer.reading import shown_text
from pipeline.index.types import Filters
from pipeline.text import vowels_agree, words
from schemas.document import Document
from schemas.reference import ReferenceId

if TYPE_CHECKING:
    from pipeline.index.search import Index

LEAST = {"ar": 3, "en": 6}  # words that a quotation must have
LONGEST_RUN_SHARE = 60  # per cent of the question's words that one run must be, in a longer question
SEARCHED = 60
PATIENCE = 12  # documents in a row that hold nothing, after which no more are read
KINDS = ("quran", "hadith")
MOST = 60  # words of the question that are searched at a time
_FILTERS = (Filters(kinds=("quran",)), Filters(kinds=("hadith",)))
_BREAK = re.compile(r"[\u06dd\ufd3e\ufd3f(){}\[\]0-9\u0660-\u0669۝*\n]+")
_VOWEL = re.compile("[\u064b-\u0650]")
# Words of the blessing and of "the Prophet said": texts that share nothing else do not quote each other.
_FORMULA = frozenset(
    (
        "قال",
        "النبي",
        "رسول",
        "الله",
        "صلي",
        "صلى",
        "عليه",
        "وسلم",
        "تعالي",
        "عن",
        "ان",
        "the",
        "of",
        "prophet",
    )
)
LEAST_GRADED = 3
DEFINED = 6  # words of a question that asks what something is
_OF_GRADE = frozenset(
    "ما مدي صحه درجه سند اسناد حديث الحديث هل صحيح ضعيف ثابت موضوع مكذوب حسن صحيحا ام او"
    " is the of what how a this that hadith narration saying grade grading authenticity authentic sahih saheeh weak"
    " fabricated daif true real sound reliable or not".split()
)
_PRONOUNS = frozenset(("هو", "هي", "هم", "هن", "هما"))
_OF_HADITH = re.compile("حديث|hadith", re.IGNORECASE)
_ASKS = re.compile(r"[?؟]\s*$")
_MARKED = re.compile('["“”«»﴾﴿]')


@dataclass(frozen=True, slots=True)
class Quoted:
    """Documents that hold the pasted words, in order; `vowels_differ` and `letter_differs` when one is another."""

    ordinals: tuple[int, ...]
    references: tuple[str, ...]
    vowels_differ: bool = False
    letter_differs: bool = False


def find_quotation(
    index: Index,
    question: str,
    lexicon: Lexicon,
    seen: Sequence[Document] = (),
    *,
    thorough: bool = True,
    grade: bool = False,
) -> Quoted | None:
    """What a question quotes; None when it quotes nothing.

    Args:
        seen: documents that a search for the question found, best first.
        thorough: search for a quotation even when none of those holds one.
        grade: the question is how sound a narration is, so that its words stand between words that ask.
    """
    language = "ar" if len(re.findall("[\u0621-\u064a]", question)) > len(question) // 3 else "en"
    marked = bool(_MARKED.search(question))
    run, led = _run(question, lexicon, language)
    if grade:
        run, led = _graded(run, lexicon), True
    if _defines(run) and len(run) <= DEFINED and not marked and not _VOWEL.search(question):
        return None  # "what is the Day ...?" quotes nothing
    if len(run) < (LEAST_GRADED if grade else LEAST[language]):
        return None
    strict = bool(_ASKS.search(question)) and not marked and not grade and not (led and language == "ar")
    if strict and (language == "en" or lexicon.of_conduct(question)):
        return None  # whether one may do a thing is asked in the words in which texts tell of it
    if language == "ar" and not strict:
        # A verse may itself begin with a word that asks, so the words are looked for as they stand, too.
        copied = _copied(index, question, run) or (
            _copied(index, question, letters_of(question)) if led else None
        )
        if copied is not None:
            return copied
    found: dict[int, Document] = {}
    thorough = thorough or grade or marked or bool(_VOWEL.search(question))
    if not thorough and not any(
        _holds(one, run, language, marked or strict) for one in seen if one.kind in KINDS
    ):
        return None
    for part in _parts(question, run):
        for filters in _FILTERS[:1] if strict else _FILTERS:
            since = 0
            for hit in index.search(part, k=SEARCHED, filters=filters).hits:
                if hit.ordinal in found:
                    continue
                document = index.document(hit.ordinal)
                since += 1
                if _holds(document, run, language, marked, strict):
                    found[hit.ordinal] = document
                    since = 0
                if since > PATIENCE:
                    break
    if not found:
        return None
    _fill_between(index, found, run)
    if not _enough(found, run, language):
        return None
    return _result(found, question, run, language)


def copied_verses(index: Index, question: str) -> Quoted | None:
    """The verses that a text is made of, whatever it may sound like: a copied verse is no case of one's own."""
    if len(re.findall("[\u0621-\u064a]", question)) <= len(question) // 3:
        return None
    return _copied(index, question, letters_of(question))


def _copied(index: Index, question: str, run: list[str]) -> Quoted | None:
    mushaf = mushaf_of(index)
    copied = mushaf.find(run)
    if copied:
        return _result({one: index.document(one) for one in copied}, question, run, "ar")
    mistaken = mushaf.find_mistaken(run)
    if not mistaken:
        return None
    references = tuple(index.document(one).id for one in mistaken)
    return Quoted(mistaken, references, letter_differs=True)


def _enough(found: dict[int, Document], run: list[str], language: str) -> bool:
    """Whether whole verses inside the words, where nothing holds all of these, make up half of them."""
    inside = 0
    for document in found.values():
        held = letters_of(shown_text(document, language)) if document.text(language) else []
        if document.kind != "quran" or not _within(held, run):
            return True
        inside += len(held)
    return inside * 2 >= len(run)


def _fill_between(index: Index, found: dict[int, Document], run: list[str]) -> None:
    """Short verses of a pasted passage, which stand beside those that were found in it."""
    beside = sorted(ordinal for ordinal, one in found.items() if one.kind == "quran")
    while beside:
        parsed = ReferenceId.parse(found[beside.pop()].id)
        surah, verse = (step.first for step in parsed.locators)
        for number in (verse - 1, verse + 1):
            ordinal = index.find(f"quran:{surah}:{number}")
            if ordinal is None or ordinal in found:
                continue
            document = index.document(ordinal)
            if len(found) > 1 and _within(letters_of(document.text_ar or ""), run):
                found[ordinal] = document
                beside.append(ordinal)


def _run(question: str, lexicon: Lexicon, language: str) -> tuple[list[str], bool]:
    """The words of the question without those that ask for a text, and whether there were any."""
    quoted = re.search(r"[\"“«﴿﴾](.{12,}?)[\"”»﴾﴿]", question, re.S)
    text = quoted[1] if quoted else question
    run = letters_of(re.sub(r"[0-9٠-٩]+", " ", text))
    whole = len(run)
    while len(run) > LEAST[language] and run[0] in lexicon.asking:
        run = run[1:]
    return run, len(run) < whole


def _graded(run: list[str], lexicon: Lexicon) -> list[str]:
    """The words of a narration whose grade is asked for, without those that ask."""
    asking = lexicon.asking | _OF_GRADE
    while run and run[0] in asking:
        run = run[1:]
    while run and run[-1] in _OF_GRADE:
        run = run[:-1]
    return run


def _defines(run: list[str]) -> bool:
    """Whether words ask what or who something is."""
    return len(run) > 1 and run[0] in ("ما", "من") and run[1] in _PRONOUNS


def letters_of(text: str) -> list[str]:
    """The words of a text by their letters alone: those of its skeleton."""
    return [word.text for word in words(text)]


def _parts(question: str, run: list[str]) -> list[str]:
    """What is searched: the whole, or for a long passage its pieces."""
    if len(run) <= MOST:
        pieces = [piece for piece in _BREAK.split(question) if len(letters_of(piece)) >= 3]
        return [" ".join(run), *pieces[:6]] if len(pieces) > 1 else [" ".join(run)]
    return [" ".join(run[place : place + MOST]) for place in range(0, min(len(run), 8 * MOST), MOST)]


def _holds(document: Document, run: list[str], language: str, marked: bool, strict: bool = False) -> bool:
    text = document.text(language)
    if not text:
        return False
    held = letters_of(shown_text(document, language))
    if _within(run, held):
        return True
    if strict:
        return False
    if document.kind == "quran" and len(held) >= 3 and _within(held, run):
        return len(held) * 100 >= 8 * len(run)
    if marked:
        return False
    longest = _longest_run(
        [word for word in run if word not in _FORMULA], [word for word in held if word not in _FORMULA]
    )
    least = 4 if language == "ar" else 8
    return longest >= least and longest * 100 >= LONGEST_RUN_SHARE * len(run)


def _within(inner: list[str], outer: list[str]) -> bool:
    """Whether words stand one after another in others; joined words count as their parts do."""
    if f" {' '.join(inner)} " in f" {' '.join(outer)} ":
        return True
    return len(inner) >= 4 and len("".join(inner)) >= 14 and "".join(inner) in "".join(outer)


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


def _result(found: dict[int, Document], question: str, run: list[str], language: str) -> Quoted:
    order = sorted(found, key=lambda ordinal: ReferenceId.parse(found[ordinal].id).key())
    verses = [ordinal for ordinal in order if found[ordinal].kind == "quran"]
    if verses and len(run) <= 12:
        # The words of a short quotation: verses first, and narrations that repeat the verse only beside them.
        whole = [one for one in verses if letters_of(found[one].text_ar or "") == run]
        order = whole + [one for one in order if one not in whole]
    if verses and not _OF_HADITH.search(question):
        order = [
            one for one in order if one in verses
        ]  # narrations that recite a verse are not what was pasted
    differ = language == "ar" and bool(_VOWEL.search(question)) and not _vowels_fit(question, found, run)
    return Quoted(tuple(order), tuple(found[ordinal].id for ordinal in order), differ)


def _vowels_fit(question: str, found: dict[int, Document], run: list[str]) -> bool:
    """Whether the vowels that the quotation carries fit one of the texts."""
    for document in found.values():
        text = document.text_ar or ""
        held = words(text)
        letters = [word.text for word in held]
        for place in range(len(letters) - len(run) + 1):
            if letters[place : place + len(run)] == run:
                source = text[held[place].start : held[place + len(run) - 1].end]
                asked = words(question)
                spelled = [word.text for word in asked]
                for start in range(len(spelled) - len(run) + 1):
                    if spelled[start : start + len(run)] == run:
                        said = question[asked[start].start : asked[start + len(run) - 1].end]
                        if vowels_agree(said, source):
                            return True
                break
        else:
            return True
    return False
