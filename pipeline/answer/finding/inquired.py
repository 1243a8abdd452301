"""What a mufti was asked beside what is asked now, where a model knows how alike the two are.

Words alone tell neighbouring questions apart badly: a mufti says everyday things in other words, and has the words of
another question in his title. So one who was asked the same need not name the everyday things that a judgement is
asked on (bedridden: sick); what the glossary knows he names, for a word of the faith put for another one makes another
question.

Where no likeness is known (another language, other texts), nothing changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.naming import Naming
from pipeline.answer.finding.considering import Considering, Demanded, Text
from pipeline.answer.words.units import ONE
from pipeline.index.inquiries import SAME as LIKENESS

if TYPE_CHECKING:
    from pipeline.index.inquiries import Likeness

THE_SAME = LIKENESS * 5 // 8  # likeness from which two questions are nearly the same


def likenesses(likeness: Likeness | None, ordinals: Sequence[int]) -> list[int | None]:
    """How alike a question is to what each of some documents was asked; None where that is not known."""
    return [likeness.of(one) if likeness is not None else None for one in ordinals]


def behind(likeness: Likeness | None, ordinal: int) -> int:
    """How much less than the likest what a document was asked is like the question, 1024 for all; 0 where not known."""
    own = likeness.of(ordinal) if likeness is not None else None
    return 0 if likeness is None or own is None else min(ONE, (likeness.most - own) * ONE // LIKENESS)


def judged_by_inquiry(
    texts: Sequence[Text],
    alike: Sequence[int | None],
    asking: Asking,
    demanded: Demanded,
    naming: Naming,
    considering: Considering,
) -> list[bool]:
    """Whether each text meets what is demanded, or what is demanded of a mufti who was asked the same.

    Args:
        alike: how alike the question is to what each was asked (`likenesses`).
    """
    judged = list(considering.judged(texts, asking, demanded, naming))
    less = demanded.of_the_same()
    same = [place for place, own in enumerate(alike) if (own or 0) >= THE_SAME and not judged[place]]
    if same and less != demanded:
        told = considering.judged([texts[place] for place in same], asking, less, naming)
        for place, met in zip(same, told, strict=True):
            judged[place] = met
    return judged
