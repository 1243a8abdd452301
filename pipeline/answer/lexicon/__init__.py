"""The lists that the verdict rests on besides the corpus, and what is compiled from them.

    Lexicon            all lists: names (`names`, `persons`), routes (`routes`), what a text must tell (`telling`), what
                       a sentence does (`sentences`), common questions (`wordings`), several in one (`joining`), told
                       cases (`cases`), the order of texts
    default_lexicon    the lists beside the code
    compile_lexicon    the lists as one text of a snapshot (`files`)

A list says what holds; what follows from it is decided in the rooms above.
"""

from __future__ import annotations

from pipeline.answer.lexicon.files import COMPILED, FORM, compile_lexicon
from pipeline.answer.lexicon.lists import RAREST, Lexicon, default_lexicon
from pipeline.answer.lexicon.names import name_keys
from pipeline.answer.lexicon.routes import Rule
from pipeline.answer.lexicon.telling import Occasion, Told

__all__ = [
    "COMPILED",
    "FORM",
    "RAREST",
    "Lexicon",
    "Occasion",
    "Rule",
    "Told",
    "compile_lexicon",
    "default_lexicon",
    "name_keys",
]
