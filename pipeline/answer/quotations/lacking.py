"""Which of the words that a question quotes are not in the texts that it quotes most of.

A text stands for pasted words that it holds most of; what it does not hold somebody altered or added, and a reader is
told so. Words are compared in their order: those that stand elsewhere in a text are not what was quoted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby

from pipeline.answer.quotations.letters import joined_within, within
from pipeline.answer.quotations.pasted import FORMULA, Pasted, letters_in
from schemas.document import Document

READ = 12  # texts that are compared
TOLD, LONGEST = 3, 120  # runs that are told, and characters of each
MARKS = {"ar": ("«{}»", "، "), "en": ("“{}”", ", ")}
_BLESSING = " صلي الله عليه وسلم "
SHIFT = 2  # words by which a single word may stand otherwise, beside others that stand in a text


def lacking(pasted: Pasted, texts: Sequence[Document], asking: Collection[str] = ()) -> tuple[str, ...]:
    """The words that none of some texts holds, in runs, as the question writes them. What a text has elsewhere, it has:
    then the words stand apart.

    Args:
        texts: those that were found, best first.
        asking: words, by their letters, that a question is made with; a run of just these is not told where it
            begins the question. Anywhere else it stands for words that the text has.
    """
    letters = pasted.letters
    left = set(range(len(letters)))
    held = [letters_in(one, pasted.language) for one in texts[:READ]]
    for one in held:
        left -= held_places(letters, one)
    first = _behind_asking(letters, asking)
    runs = (letters[start:end] for start, end in _runs(left) if end > first)
    return tuple(pasted.as_written(run) for run in runs if not any(within(run, one) for one in held))


def stands_apart(pasted: Pasted, texts: Sequence[Document], asking: Collection[str] = ()) -> bool:
    """Whether words, each of which some texts hold, stand in none of these one after another, nor in all of them in
    a row: between them were others, or they stood in another order."""
    said = _without_blessing(pasted.letters[_behind_asking(pasted.letters, asking) :])
    held = [letters_in(one, pasted.language) for one in texts[:READ]]
    rows = (*held, [word for one in held for word in one])
    return not any(within(said, _without_blessing(row)) for row in rows)


def _without_blessing(letters: Sequence[str]) -> list[str]:
    """Words without the blessing, which a copy leaves out or adds."""
    return f" {' '.join(letters)} ".replace(_BLESSING, " ").split()


def _behind_asking(letters: Sequence[str], asking: Collection[str]) -> int:
    """The place behind the words that ask, with which a question begins."""
    return next(
        (at for at, word in enumerate(letters) if not (word in FORMULA or word in asking)), len(letters)
    )


def in_marks(runs: Sequence[str], language: str) -> str:
    """Runs of words as a sentence tells them: each between quotation marks, of many and of long ones the beginning."""
    mark, separator = MARKS[language]
    short = [one if len(one) <= LONGEST else f"{one[: one.rfind(' ', 0, LONGEST)]} …" for one in runs]
    return separator.join(mark.format(one) for one in short[:TOLD]) + (" …" if len(runs) > TOLD else "")


def held_places(letters: Sequence[str], held: Sequence[str]) -> set[int]:
    """Places of the words that stand in a text, beside each other and in its order.

    >>> sorted(held_places("a b c x d e".split(), "z a b c d e".split()))
    [0, 1, 2, 4, 5]
    """
    blocks = SequenceMatcher(None, letters, held, autojunk=False).get_matching_blocks()
    long = [one for one in blocks if one.size > 1]
    beside = [
        one
        for one in blocks
        if one.size == 1 and any(abs((one.b - other.b) - (one.a - other.a)) <= SHIFT for other in long)
    ]
    places = {place for one in (*long, *beside) for place in range(one.a, one.a + one.size)}
    for start, end in _runs(set(range(len(letters))) - places):
        if joined_within(letters[max(0, start - 1) : end + 1], held):  # written in one word there
            places.update(range(start, end))
    return places


def _runs(places: Collection[int]) -> Iterator[tuple[int, int]]:
    """Places one after another: where each run of them begins and ends."""
    for _, run in groupby(enumerate(sorted(places)), lambda one: one[1] - one[0]):
        first, *rest = (place for _, place in run)
        yield first, (rest[-1] if rest else first) + 1
