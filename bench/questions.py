"""The questions that are asked when something is measured: those of data/questions, of every kind from the first on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice

from pipeline.evaluate.sets import read_all
from pipeline.text import language_of


def questions() -> list[str]:
    """All questions, mixed: they are kept by id, Arabic before English."""
    return mixed([one.question for one in read_all()])


def mixed(asked: Sequence[str]) -> list[str]:
    """The same questions in another order, so that the first of them are of every kind."""
    stride = next(one for one in (7, 11, 13, 17) if len(asked) % one)
    return list(islice(cycle(asked), 0, len(asked) * stride, stride))


def counted(asked: Sequence[str]) -> str:
    """How many questions they are, and of which language.

    >>> counted(["What is zakat?", "ما الزكاة؟", "Who may fast?"])
    '3 questions of data/questions (2 English, 1 Arabic)'
    """
    arabic = sum(language_of(one) == "ar" for one in asked)
    return f"{len(asked)} questions of data/questions ({len(asked) - arabic} English, {arabic} Arabic)"
