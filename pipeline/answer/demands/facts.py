"""What an Arabic question of fact demands: when, where, and what somebody's or something's name is.

    fact      of the few things that it asks of, a text names each: "when is the soul breathed into the unborn child" is
              told by no text without a child. Other questions may be answered in other words; a fact is of these things

Nothing is decided here; `pipeline.answer.demands.questions` puts the demands to texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.demands.asking import NAMES_NOTHING, Asking
from pipeline.answer.demands.checks import names_known
from pipeline.answer.demands.judging import FEW, named_things
from pipeline.answer.demands.read import Read
from pipeline.answer.words.units import Unit
from pipeline.text import analyse
from schemas.reference import Kind

_OF_FACT = re.compile(r"(?:^|\s)[وفب]?(?:متي|اين)\s|(?:^\W*|(?:^|\s)[وف]?ما )(?:هو |هي |كان )?اسم(?! الله)\s")
# "When was Hajj made a duty": a text says so by another word for a duty.
_DUTY = frozenset(analyse("فرض وجب شرع"))


def things_of_fact(asking: Asking) -> tuple[Unit, ...]:
    """The things that an Arabic question of fact asks of; none where it names much."""
    if asking.language != "ar" or not _OF_FACT.search(asking.normal):
        return ()
    named = named_things(asking.question, asking.lexicon, but=NAMES_NOTHING | _DUTY)
    return named if len(named) <= FEW else ()


def names_all(units: Sequence[Unit], text: Read) -> bool:
    """It names each of some things, as `names_known`; a mufti tells of it in his own words."""
    return text.kind == Kind.FATWA or names_known(units, text)
