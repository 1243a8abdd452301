"""What a question demands, and whether a text meets it."""

from __future__ import annotations

from pipeline.answer.demands.asking import Asking
from pipeline.answer.demands.questions import demands_of, meets
from pipeline.answer.demands.read import Read
from pipeline.answer.lexicon import default_lexicon
from pipeline.answer.words.reading import read
from pipeline.answer.words.units import Asked, asked
from schemas.document import Document

LEXICON = default_lexicon()


def _asked(question: str) -> Asked:
    return asked(question, None, lambda _: 5.0, lambda _: True, LEXICON.frame)


def demands(question: str) -> list[str]:
    """The names of all that a question demands."""
    return [demand.name for demand in demands_of(Asking(question, _asked(question), LEXICON))]


def read_for(question: str, text: str, title: str | None = None, kind: str = "hadith") -> Read:
    """A text, in English or Arabic by its letters, read against a question."""
    wanted = _asked(question)
    language = "ar" if any("\u0621" <= letter <= "\u064a" for letter in text) else "en"
    written = {f"title_{language}": title, f"text_{language}": text}
    document = Document(f"{kind}:sample:1", kind, "sample", "sample", status="approved", **written)
    reading = read(document, wanted)
    assert reading is not None
    return Read(kind, reading, wanted, LEXICON)


def met(question: str, text: str, title: str = "A", kind: str = "hadith") -> bool:
    """Whether a text meets what a question demands."""
    one = read_for(question, text, title, kind)
    return meets(
        Read(kind, one.reading, one.question, LEXICON), demands_of(Asking(question, one.question, LEXICON))
    )
