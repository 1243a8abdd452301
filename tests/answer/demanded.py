"""What an English question demands, and whether a text meets it."""

from __future__ import annotations

from pipeline.answer.demands.questions import demands_of, meets
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import Asked, asked
from schemas.document import Document

LEXICON = default_lexicon()


def _asked(question: str) -> Asked:
    return asked(question, None, lambda _: 5.0, lambda _: True, LEXICON.frame)


def demands(question: str) -> list[str]:
    """The names of all that a question demands."""
    return [demand.name for demand in demands_of(question, _asked(question), LEXICON)]


def met(question: str, text: str, title: str = "A", kind: str = "hadith") -> bool:
    """Whether an English text meets what a question demands."""
    wanted = _asked(question)
    document = Document(
        f"{kind}:sample:1", kind, "sample", "sample", title_en=title, text_en=text, status="approved"
    )
    reading = read(document, wanted)
    assert reading is not None
    return meets(kind, reading, demands_of(question, wanted, LEXICON), wanted, LEXICON)
