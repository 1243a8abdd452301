"""The lists that the verdict rests on besides the corpus, and what is compiled from them.

    Lexicon            all lists: names (`names`, `persons`, `epithets`), routes (`routes`), what a text must tell
                       (`telling`), what a sentence does (`sentences`), common questions (`wordings`), several in one
                       (`joining`), told cases (`cases`), danger (`crisis`), what is said around a question
                       (`courtesies`), what is read in place of what is written (`texting`, `terms`), the kind of text
                       and whose view is asked for (`kinds`, `schools`), words of the faith (`faith`), the order of
                       texts (`weights`)
    default_lexicon    the lists beside the code
    compile_lexicon    the lists as one text of a snapshot (`compiled`)

Lists are written as patterns (`patterns`), as phrases (`said`) or as ways of asking (`ways`), with names for what they
share (`named`). A list says what holds; what follows from it is decided in the rooms above.
"""

from __future__ import annotations

from pipeline.answer.lexicon.compiled import compile_lexicon
from pipeline.answer.lexicon.files import COMPILED
from pipeline.answer.lexicon.lists import RAREST, Lexicon, default_lexicon
from pipeline.answer.lexicon.routes import Rule
from pipeline.answer.lexicon.telling import Occasion, Told

__all__ = [
    "COMPILED",
    "RAREST",
    "Lexicon",
    "Occasion",
    "Rule",
    "Told",
    "compile_lexicon",
    "default_lexicon",
]
