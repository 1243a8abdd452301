"""What a text gains or loses by what it is, beside what it says: whose it is, and how near its title is.

Among texts that the search finds nearly as good and that cover as much of a question:

    published   a text that was written to try the service stands behind one that was published
    source      what is cited from a book of many pages stands behind the verse, the narration, the commentary and the
                answer of a mufti that the book speaks of
    language    a text that is not held in the language of the question stands behind one that is
    title       an answer whose title says little beside the question stands before one that answers a narrower question

Each is a number of the merit in `candidates`; nothing is left out here.
"""

from __future__ import annotations

from pipeline.answer.units import ONE, Asked
from pipeline.text import analyse
from schemas.document import Document
from schemas.reference import Kind

SAMPLE = 6 * ONE
BOOK = 4 * ONE
FOREIGN = 5 * ONE
PRECISE = 3 * ONE


def standing(document: Document, question: Asked) -> int:
    """What the merit of a text changes by."""
    change = -SAMPLE if document.status == "sample" else 0
    change -= BOOK if document.kind == Kind.BOOK else 0
    change -= 0 if document.text(question.language) else FOREIGN
    return change


def precise(document: Document, question: Asked) -> int:
    """What an answer gains whose title says little beside the question; 0 without a title in the same language."""
    title = document.title_ar if question.language == "ar" else document.title_en
    words = dict.fromkeys(analyse(title or ""))
    if not words:
        return 0
    asked = {token for unit in question.units for form in unit.forms for token in form} | {*question.tokens}
    return PRECISE * sum(word in asked for word in words) // len(words)
